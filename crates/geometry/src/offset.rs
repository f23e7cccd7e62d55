//! Coordinates and the differences between them.

use crate::few::sort_few;
use std::ops::{Add, Neg};

/// A place in space, whether or not a board has a cell there. All components count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord {
    /// Level, from the first in board order.
    pub level: i16,
    /// File, from the left.
    pub file: i16,
    /// Rank, from White's side; rank 0 is printed as 1.
    pub rank: i16,
}

impl Coord {
    /// The place at `level`, `file`, `rank`.
    pub const fn new(level: i16, file: i16, rank: i16) -> Self {
        Self { level, file, rank }
    }
}

/// A difference of two places: a direction, or the whole of a leap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Offset {
    /// Levels up (negative: down).
    pub level: i16,
    /// Files to the right (negative: left).
    pub file: i16,
    /// Ranks away from White's side (negative: toward it).
    pub rank: i16,
}

impl Offset {
    /// The offset with these components.
    pub const fn new(level: i16, file: i16, rank: i16) -> Self {
        Self { level, file, rank }
    }

    /// All offsets whose absolute components are `shape` in some order, sorted.
    ///
    /// `all_of([0, 0, 1])` are the 6 orthogonal steps, `all_of([0, 1, 2])` the 24 knight leaps.
    pub fn all_of(shape: [i16; 3]) -> Vec<Self> {
        let mut all = Vec::new();
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for signs in 0..8 {
                let component = |axis: usize| {
                    let length = shape[order[axis]];
                    if signs >> axis & 1 == 1 { -length } else { length }
                };
                all.push(Self::new(component(0), component(1), component(2)));
            }
        }
        sort_few(&mut all, Ord::cmp);
        all.dedup();
        all
    }

    /// Whether this is no movement at all.
    pub fn is_zero(self) -> bool {
        self == Self::new(0, 0, 0)
    }

    /// This offset taken `times` times.
    pub fn times(self, times: i16) -> Self {
        Self::new(self.level * times, self.file * times, self.rank * times)
    }

    /// The larger of the absolute components.
    pub fn longest(self) -> i16 {
        self.level.abs().max(self.file.abs()).max(self.rank.abs())
    }

    /// How many components are not zero: 1 orthogonal, 2 standard diagonal, 3 nonstandard diagonal.
    pub fn dimensions(self) -> u8 {
        [self.level, self.file, self.rank].iter().map(|&c| u8::from(c != 0)).sum()
    }
}

impl Add<Offset> for Coord {
    type Output = Coord;
    fn add(self, by: Offset) -> Coord {
        Coord::new(self.level + by.level, self.file + by.file, self.rank + by.rank)
    }
}

impl Add for Offset {
    type Output = Offset;
    fn add(self, other: Offset) -> Offset {
        Offset::new(self.level + other.level, self.file + other.file, self.rank + other.rank)
    }
}

impl Neg for Offset {
    type Output = Offset;
    fn neg(self) -> Offset {
        self.times(-1)
    }
}

#[cfg(test)]
mod tests {
    use super::Offset;

    #[test]
    fn shapes_have_the_known_numbers_of_directions() {
        for (shape, count) in [
            ([0, 0, 1], 6),
            ([0, 1, 1], 12),
            ([1, 1, 1], 8),
            ([0, 1, 2], 24),
            ([1, 1, 2], 24),
            ([1, 2, 2], 24),
            ([1, 2, 3], 48),
        ] {
            assert_eq!(Offset::all_of(shape).len(), count, "{shape:?}");
        }
    }
}
