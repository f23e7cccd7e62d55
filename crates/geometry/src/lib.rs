//! Boards of any shape, of squares or hexagons, in up to four dimensions: cells and their names, directions, symmetries,
//! the rings of file lines, and the lines, straight and turning, along which pieces move.
//!
//! This crate knows no pieces, sides or turns. Three axes are named as in the games it serves:
//! *level* (up and down), *file* (left and right; "filestack" in Charles Gilman's texts) and
//! *rank* (forward and backward). A *file line* is the column of cells with one level and one file. Along a fourth axis
//! lie *cubes*; its directions are *ana* and *kata* (Charles Howard Hinton, 1888).
//!
//! ```
//! use spielraum_geometry::{Board, BoardShape, Offset};
//! let board = Board::new(&BoardShape::cuboid(["A", "B", "C", "D", "E"], 5, 5)).unwrap();
//! let cell = board.find("Cc3").unwrap();
//! let up_and_forward = Offset::new(1, 0, 1);
//! assert_eq!(board.name(board.step(cell, up_and_forward).unwrap()), "Dc4");
//! ```

mod bitboard;
mod board;
mod cell_set;
mod few;
mod lattice;
mod line;
pub mod line_word;
mod mirror;
mod offset;
mod ring;

pub use bitboard::{BitBoard, Cells};
pub use board::{Board, BoardError, BoardShape, LevelShape, MAX_SIDE};
pub use cell_set::CellSet;
pub use few::sort_few;
pub use lattice::Lattice;
pub use line::LineDirection;
pub use mirror::Mirror;
pub use offset::{Coord, Offset};
pub use ring::RingFilter;

/// The largest number of cells of a board.
pub const MAX_CELLS: usize = 1024;

/// The index of a cell on its [`Board`], from 0 to `board.len() - 1`.
///
/// Cells are numbered level by level in board order, within a level rank by rank from the lowest,
/// within a rank from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell's number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}
