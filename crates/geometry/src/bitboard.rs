//! Sets of cells that fit in registers.

use crate::{Cell, CellSet};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// A set of cells of a board with at most `64 * W` cells; `W` is a power of two.
///
/// Like a chess program's bitboard, but as wide as the board needs. The complement has bits beyond the
/// board; intersect it with a set of cells that exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitBoard<const W: usize>([u64; W]);

impl<const W: usize> BitBoard<W> {
    /// No cell.
    pub const EMPTY: Self = Self([0; W]);

    /// The set as the board's description has it.
    pub fn from_set(set: &CellSet) -> Self {
        Self(std::array::from_fn(|word| set.words()[word]))
    }

    /// Its words, the lowest cells first.
    #[inline(always)]
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// The set with such words.
    ///
    /// # Panics
    ///
    /// If they are fewer than `W`.
    #[inline(always)]
    pub fn from_words(words: &[u64]) -> Self {
        let mut set = Self::EMPTY;
        set.0.copy_from_slice(&words[..W]);
        set
    }

    /// The set of one cell.
    pub fn of(cell: Cell) -> Self {
        let mut set = Self::EMPTY;
        set.toggle(cell);
        set
    }

    /// Which word holds the cell. The mask says to the compiler that the index is in range.
    #[inline(always)]
    fn word(cell: Cell) -> usize {
        debug_assert!(cell.index() < 64 * W);
        (cell.index() >> 6) & (W - 1)
    }

    /// Whether a cell is in it.
    #[inline(always)]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[Self::word(cell)] >> (cell.0 & 63) & 1 != 0
    }

    /// Puts a cell in.
    #[inline(always)]
    pub fn insert(&mut self, cell: Cell) {
        self.0[Self::word(cell)] |= 1 << (cell.0 & 63);
    }

    /// Takes a cell out.
    #[inline(always)]
    pub fn remove(&mut self, cell: Cell) {
        self.0[Self::word(cell)] &= !(1 << (cell.0 & 63));
    }

    /// Puts a cell in, or takes it out if it was in.
    #[inline(always)]
    pub fn toggle(&mut self, cell: Cell) {
        self.0[Self::word(cell)] ^= 1 << (cell.0 & 63);
    }

    /// Whether no cell is in it.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether some cell is in both.
    #[inline(always)]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// How many cells are in it.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells of `self` that are not in `other`.
    ///
    /// ```
    /// use spielraum_geometry::{BitBoard, Cell};
    /// let both = BitBoard::<1>::of(Cell(3)) | BitBoard::of(Cell(5));
    /// assert_eq!(both.without(BitBoard::of(Cell(3))), BitBoard::of(Cell(5)));
    /// assert_eq!(both.count(), 2);
    /// ```
    #[inline(always)]
    pub fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// The cells whose numbers are larger by this many, or smaller; those beyond the first and the last word are lost.
    #[inline(always)]
    pub fn shifted(self, by: i32) -> Self {
        let (words, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
        // What is shifted out of a word comes into the next; nothing if the shift is by whole words.
        let spill = |word: Option<&u64>, up: bool| match word {
            Some(word) if up => *word >> 1 >> (63 - bits),
            Some(word) => *word << 1 << (63 - bits),
            None => 0,
        };
        let mut shifted = Self::EMPTY;
        for word in 0..W {
            shifted.0[word] = if by >= 0 {
                let from = word.wrapping_sub(words);
                self.0.get(from).map_or(0, |word| word << bits) | spill(self.0.get(from.wrapping_sub(1)), true)
            } else {
                let from = word + words;
                self.0.get(from).map_or(0, |word| word >> bits) | spill(self.0.get(from + 1), false)
            };
        }
        shifted
    }

    /// Word by word; a loop, since compilers leave the calls for each word in place when arrays are made by functions.
    #[inline(always)]
    fn zip(mut self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        for word in 0..W {
            self.0[word] = combine(self.0[word], other.0[word]);
        }
        self
    }
}

impl<const W: usize> BitAnd for BitBoard<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for BitBoard<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> BitXor for BitBoard<W> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const W: usize> BitAndAssign for BitBoard<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const W: usize> BitOrAssign for BitBoard<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> Not for BitBoard<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.zip(self, |word, _| !word)
    }
}

impl<const W: usize> IntoIterator for BitBoard<W> {
    type Item = Cell;
    type IntoIter = Cells<W>;
    #[inline(always)]
    fn into_iter(self) -> Cells<W> {
        Cells { set: self.0, word: 0 }
    }
}

/// The cells of a [`BitBoard`] in the order of their numbers.
pub struct Cells<const W: usize> {
    set: [u64; W],
    word: usize,
}

impl<const W: usize> Iterator for Cells<W> {
    type Item = Cell;
    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        while self.word < W {
            let bits = self.set[self.word];
            if bits != 0 {
                self.set[self.word] = bits & (bits - 1);
                return Some(Cell((self.word * 64) as u16 + bits.trailing_zeros() as u16));
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_its_cells() {
        let cells = [Cell(0), Cell(63), Cell(64), Cell(130), Cell(255)];
        let mut set = BitBoard::<4>::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        assert_eq!(set.count(), 5);
        assert!(set.into_iter().eq(cells));
        set.remove(Cell(63));
        assert!(!set.contains(Cell(63)) && set.contains(Cell(64)));
        assert!(set.without(BitBoard::of(Cell(64))).into_iter().eq([Cell(0), Cell(130), Cell(255)]));
    }

    #[test]
    fn a_shifted_set_keeps_the_cells_that_exist() {
        let cells = [0, 1, 62, 63, 64, 127, 128, 200, 255].map(Cell);
        let mut set = BitBoard::<4>::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        for by in -256..=256 {
            let moved = cells.iter().map(|cell| i32::from(cell.0) + by).filter(|number| (0..256).contains(number));
            assert!(set.shifted(by).into_iter().eq(moved.map(|number| Cell(number as u16))), "{by}");
        }
    }
}
