//! The types of pieces of a game: their numbers, how they are written, how they move.

use crate::{ByColor, Letters, MovePart};
use spielraum_geometry::CellSet;
use std::fmt;

/// The largest number of piece types of a game.
pub const MAX_PIECE_TYPES: usize = 256;

/// The number of a piece type: its index in [`Spec::pieces`](crate::Spec::pieces), less than [`MAX_PIECE_TYPES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceType(pub u8);

impl PieceType {
    /// The types of a game that has `count` of them, in their order.
    pub fn all(count: usize) -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..count.min(MAX_PIECE_TYPES)).map(|index| Self(index as u8))
    }

    /// The type's number as an index.
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a piece is called: its letters, perhaps with a mark (docs/notation.md, "Positions").
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// The letters; promoted forms share those of their base.
    pub letters: Letters,
    /// What marks a promoted form.
    pub mark: Mark,
}

/// What marks a promoted form that returns as its base when captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `P`: no promoted form.
    None,
    /// `+P`: the form into which P promotes.
    Plus,
    /// `Q~`: a Q that was another piece, as in Crazyhouse.
    Tilde,
}

impl Symbol {
    /// How it is written in the text of a move that drops it: `P`, `+P`.
    pub fn in_drop(&self) -> String {
        let sign = if self.mark == Mark::Plus { "+" } else { "" };
        format!("{sign}{}", self.letters)
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mark {
            Mark::None => write!(f, "{}", self.letters),
            Mark::Plus => write!(f, "+{}", self.letters),
            Mark::Tilde => write!(f, "{}~", self.letters),
        }
    }
}

/// Files of games that there were before symbols of several letters keep their games.
impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Symbol").field("letter", &self.letters).field("mark", &self.mark).finish()
    }
}

/// Whom the pieces of a type belong to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ownership {
    /// Each piece belongs to a side.
    #[default]
    Sides,
    /// None belongs to a side (G9): it stands in everybody's way.
    Nobody {
        /// Whether both sides may capture it.
        capturable: bool,
    },
}

/// A piece type.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceSpec {
    /// How it is written; no two types of a game are written alike.
    pub symbol: Symbol,
    /// Whom its pieces belong to.
    pub ownership: Ownership,
    /// What each side calls it.
    pub name: ByColor<String>,
    /// How each side's moves. Several parts may reach one cell; that is one move. Nobody's do not move.
    pub moves: ByColor<Vec<MovePart>>,
    /// The cells that each side's may move to. It attacks nothing elsewhere.
    pub may_enter: ByColor<CellSet>,
    /// Whether it may not be left attacked (docs/rulings.md, "Words"). Each side always has as many pieces of it as in the
    /// start position (G7).
    pub royal: bool,
    /// Whether its moves set the halfmove clock to 0 (G5).
    pub resets_clock: bool,
}

impl PieceSpec {
    /// Whether its pieces belong to nobody.
    pub fn is_neutral(&self) -> bool {
        self.ownership != Ownership::Sides
    }
}
