//! What somebody wrote down as a position, right or wrong.

use crate::{ByColor, Color, Counters, Owner, PieceType};
use spielraum_geometry::{Cell, CellSet};

/// A position as written: every field makes sense by itself, but together they may not be possible. Only the rules, once
/// compiled, can show (docs/rulings.md, G7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each cell, by the cell's number.
    pub placement: Vec<Option<(Owner, PieceType)>>,
    /// How many of each type each side has in hand, in any order; types may repeat.
    pub hands: ByColor<Vec<(PieceType, u16)>>,
    /// The side to move.
    pub side: Color,
    /// The letters of the castling rights.
    pub castling: Vec<char>,
    /// The cells of the pieces that have not moved, as far as that matters (G14, G15).
    pub unmoved: CellSet,
    /// The cell passed by a double step just made, and the cell its piece stands on where it is given.
    pub en_passant: Option<(Cell, Option<Cell>)>,
    /// The halfmove clock (G5).
    pub halfmove: u32,
    /// The number of the move, from 1.
    pub fullmove: u32,
    /// The part of the turn that comes next, from 0; more only in the middle of a turn.
    pub part: u8,
    /// Where the piece stands that the side has moved last in this turn, in the middle of one in which that matters (G11).
    pub moved: Option<Cell>,
    /// What the game's rules count for each side.
    pub counters: Counters,
}

impl Setup {
    /// A board of n cells without a piece, White to move.
    pub fn empty(cells: usize) -> Self {
        Self {
            placement: vec![None; cells],
            hands: ByColor::default(),
            side: Color::White,
            castling: Vec::new(),
            unmoved: CellSet::EMPTY,
            en_passant: None,
            halfmove: 0,
            fullmove: 1,
            part: 0,
            moved: None,
            counters: Counters::default(),
        }
    }
}
