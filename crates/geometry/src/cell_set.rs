//! A set of cells.

use crate::{Cell, MAX_CELLS};
use std::iter::successors;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

const WORDS: usize = MAX_CELLS / 64;

/// A set of cells of one board, as a bit for each of the [`MAX_CELLS`] cells that a board can have.
///
/// The complement (`!set`) is taken over all of these; intersect it with
/// [`Board::all`](crate::Board::all) before counting.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// The set of no cells.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Adds a cell.
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.0 % 64);
    }

    /// Takes a cell out.
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.0 % 64));
    }

    /// Whether the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.0 % 64) & 1 == 1
    }

    /// Whether the set has no cell.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// How many cells the set has.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cells in the order of their numbers.
    ///
    /// ```
    /// use spielraum_geometry::{Cell, CellSet};
    /// let set: CellSet = [Cell(70), Cell(3)].into_iter().collect();
    /// assert_eq!(set.iter().collect::<Vec<_>>(), [Cell(3), Cell(70)]);
    /// assert_eq!(set.len(), 2);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let rest = |word: u64| (word != 0).then_some(word);
        self.0.iter().enumerate().flat_map(move |(index, &word)| {
            let words = successors(rest(word), move |word| rest(word & (word - 1)));
            words.map(move |word| Cell(index as u16 * 64 + word.trailing_zeros() as u16))
        })
    }

    /// The set as words of 64 cells, the lowest bit of the first word being cell 0.
    pub fn words(&self) -> &[u64; WORDS] {
        &self.0
    }
}

impl Default for CellSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl BitAnd for CellSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for CellSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Sub for CellSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self & !other
    }
}

impl Not for CellSet {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl std::fmt::Debug for CellSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| cell.0)).finish()
    }
}
