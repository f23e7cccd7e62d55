//! The two sides, and whom a piece belongs to.

use std::ops::{Index, IndexMut, Not};

/// A side. White moves first (docs/rulings.md, G1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first; upper-case letters.
    White = 0,
    /// The other side; lower-case letters.
    Black = 1,
}

impl Color {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// `white` or `black`.
    pub fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

impl Not for Color {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// What a game calls a side, which is also the colour of its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SideName {
    /// As in chess the side that moves first; in other games the other one, too.
    White,
    /// As in chess the side that moves second; in other games the other one, too.
    Black,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
}

impl SideName {
    /// Every name.
    pub const ALL: [Self; 5] = [Self::White, Self::Black, Self::Red, Self::Blue, Self::Green];

    /// The name as definitions write it: `red`.
    pub fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Green => "green",
        }
    }

    /// The name as sentences have it: `Red`.
    pub fn capital_name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
            Self::Red => "Red",
            Self::Blue => "Blue",
            Self::Green => "Green",
        }
    }
}

/// What a game calls its sides. They mean nothing to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideNames {
    /// The name of the side that moves first.
    pub first: SideName,
    /// The name of the other one.
    pub second: SideName,
}

impl Default for SideNames {
    fn default() -> Self {
        Self { first: SideName::White, second: SideName::Black }
    }
}

impl SideNames {
    /// What a side is called in sentences.
    pub fn of(self, color: Color) -> &'static str {
        self[color].capital_name()
    }
}

impl Index<Color> for SideNames {
    type Output = SideName;
    fn index(&self, color: Color) -> &SideName {
        match color {
            Color::White => &self.first,
            Color::Black => &self.second,
        }
    }
}

/// Whom a piece belongs to: a side, or nobody (G9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Owner {
    /// White.
    White = 0,
    /// Black.
    Black = 1,
    /// Neither side.
    Nobody = 2,
}

impl Owner {
    /// The side, if it is one.
    #[inline(always)]
    pub fn color(self) -> Option<Color> {
        match self {
            Self::White => Some(Color::White),
            Self::Black => Some(Color::Black),
            Self::Nobody => None,
        }
    }

    /// Whom it would belong to if the sides changed places.
    #[inline(always)]
    pub fn mirrored(self) -> Self {
        self.color().map_or(Self::Nobody, |color| (!color).into())
    }

    /// `white`, `black` or `nobody`.
    pub fn name(self) -> &'static str {
        self.color().map_or("nobody", Color::name)
    }
}

impl From<Color> for Owner {
    #[inline(always)]
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl PartialEq<Color> for Owner {
    #[inline(always)]
    fn eq(&self, color: &Color) -> bool {
        *self as u8 == *color as u8
    }
}

/// A value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> ByColor<T> {
    /// The values that `make` gives for the sides.
    #[inline(always)]
    pub fn new(mut make: impl FnMut(Color) -> T) -> Self {
        Self { white: make(Color::White), black: make(Color::Black) }
    }

    /// The values that `change` makes of these.
    #[inline(always)]
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor { white: change(self.white), black: change(self.black) }
    }

    /// The same values by reference.
    #[inline(always)]
    pub fn as_ref(&self) -> ByColor<&T> {
        ByColor { white: &self.white, black: &self.black }
    }
}

impl<T: Clone> ByColor<T> {
    /// The same value for both sides.
    #[inline(always)]
    pub fn both(value: T) -> Self {
        Self { white: value.clone(), black: value }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline(always)]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}
