//! Coordinates and the differences between them.

use crate::few::sort_few;
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A place in space, whether or not a board has a cell there.
///
/// Level and cube count from 0. On squares file and rank do, too; on hexagons they are the two axes of the
/// [lattice](crate::Lattice), and a cell's printed rank is [`Board::rank`](crate::Board::rank).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord {
    /// Cube, from the first in board order; 0 on a board of up to three dimensions.
    pub cube: i16,
    /// Level, from the first in board order.
    pub level: i16,
    /// File, from the left.
    pub file: i16,
    /// Rank, from White's side; rank 0 is printed as 1.
    pub rank: i16,
}

impl Coord {
    /// The place at `level`, `file`, `rank` of the first cube.
    pub const fn new(level: i16, file: i16, rank: i16) -> Self {
        Self { cube: 0, level, file, rank }
    }

    /// The same place of another cube.
    pub const fn in_cube(self, cube: i16) -> Self {
        Self { cube, ..self }
    }
}

/// A difference of two places: a direction, or the whole of a leap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Offset {
    /// Cubes ana (negative: kata), along the fourth axis.
    pub cube: i16,
    /// Levels up (negative: down).
    pub level: i16,
    /// Files to the right (negative: left).
    pub file: i16,
    /// Ranks away from White's side (negative: toward it).
    pub rank: i16,
}

impl Offset {
    /// The offset with these components, within a cube.
    pub const fn new(level: i16, file: i16, rank: i16) -> Self {
        Self { cube: 0, level, file, rank }
    }

    /// The same offset that also leads this many cubes ana.
    pub const fn ana(self, cube: i16) -> Self {
        Self { cube, ..self }
    }

    /// All offsets on squares whose absolute components are `shape` in some order, sorted: three components are those along
    /// level, file and rank, four those along the cubes, too.
    ///
    /// ```
    /// use spielraum_geometry::Offset;
    /// assert_eq!(Offset::all_of([0, 0, 1]).len(), 6); // the orthogonal steps in space
    /// assert_eq!(Offset::all_of([0, 1, 2]).len(), 24); // the knight's leaps
    /// assert_eq!(Offset::all_of([0, 0, 0, 1]).len(), 8); // the orthogonal steps in four dimensions
    /// ```
    pub fn all_of<const N: usize>(shape: [i16; N]) -> Vec<Self> {
        const { assert!(N == 3 || N == 4) }
        let mut all = Vec::new();
        for order in permutations::<N>() {
            for signs in 0..1 << N {
                let component = |axis: usize| {
                    let length = shape[order[axis]];
                    if signs >> axis & 1 == 1 { -length } else { length }
                };
                let within = Self::new(component(N - 3), component(N - 2), component(N - 1));
                all.push(if N == 4 { within.ana(component(0)) } else { within });
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
        self.map(|component| component * times)
    }

    /// The largest of the absolute components.
    pub fn longest(self) -> i16 {
        self.components().map(i16::abs).into_iter().max().unwrap_or(0)
    }

    /// How many components are not zero: 1 orthogonal, 2 standard diagonal, 3 nonstandard diagonal.
    pub fn dimensions(self) -> u8 {
        self.components().iter().map(|&c| u8::from(c != 0)).sum()
    }

    /// The sign of each component: the step that leads along a straight way.
    pub fn signum(self) -> Self {
        self.map(i16::signum)
    }

    /// Whether some component of the two offsets has opposite signs (Q1b).
    pub fn opposes(self, other: Self) -> bool {
        self.components().into_iter().zip(other.components()).any(|(a, b)| a * b < 0)
    }

    fn components(self) -> [i16; 4] {
        [self.cube, self.level, self.file, self.rank]
    }

    fn map(self, change: impl Fn(i16) -> i16) -> Self {
        let [cube, level, file, rank] = self.components().map(change);
        Self { cube, level, file, rank }
    }
}

/// The orders of the numbers below `N`.
pub(crate) fn permutations<const N: usize>() -> Vec<[usize; N]> {
    let mut orders = vec![[0; N]];
    for length in 0..N {
        let longer = |order: [usize; N]| {
            (0..=length).map(move |at| {
                let mut longer = order;
                longer.copy_within(at..length, at + 1);
                longer[at] = length;
                longer
            })
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    orders
}

impl fmt::Debug for Offset {
    /// Digests of rules are made of this text, and files that belong to a game have them: a fourth component shows only where
    /// there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cube, level, file, rank } = self;
        let mut text = f.debug_struct("Offset");
        if *cube != 0 {
            text.field("cube", cube);
        }
        text.field("level", level).field("file", file).field("rank", rank).finish()
    }
}

impl Add<Offset> for Coord {
    type Output = Coord;
    fn add(self, by: Offset) -> Coord {
        Coord {
            cube: self.cube + by.cube,
            level: self.level + by.level,
            file: self.file + by.file,
            rank: self.rank + by.rank,
        }
    }
}

impl Sub for Coord {
    type Output = Offset;
    fn sub(self, from: Coord) -> Offset {
        Offset {
            cube: self.cube - from.cube,
            level: self.level - from.level,
            file: self.file - from.file,
            rank: self.rank - from.rank,
        }
    }
}

impl Add for Offset {
    type Output = Offset;
    fn add(self, other: Offset) -> Offset {
        Offset {
            cube: self.cube + other.cube,
            level: self.level + other.level,
            file: self.file + other.file,
            rank: self.rank + other.rank,
        }
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
    use super::{Offset, permutations};

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
        // The neighbours of a cell of a tesseract's lattice: 80 in all.
        let neighbours = [[0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 1, 1], [1, 1, 1, 1]];
        assert_eq!(neighbours.map(|shape| Offset::all_of(shape).len()), [8, 24, 32, 16]);
    }

    #[test]
    fn permutations_are_all_orders_each_once() {
        let mut orders = permutations::<4>();
        orders.sort_unstable();
        orders.dedup();
        assert_eq!(orders.len(), 24);
    }
}
