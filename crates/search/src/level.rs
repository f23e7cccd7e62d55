//! Levels of playing strength.

/// A level of playing strength, from 1, a beginner, to 10, the engine at its best within the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const MIN: u8 = 1;
    /// The strongest.
    pub const MAX: u8 = 10;

    /// The level with this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (Self::MIN..=Self::MAX).contains(&number).then_some(Self(number))
    }

    /// Its number, 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }
}
