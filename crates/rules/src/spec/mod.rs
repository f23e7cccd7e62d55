//! What a game is, in plain data: the input of [`Rules::compile`](crate::Rules::compile).
//!
//! A [`Spec`] is what a definition file says once its options are chosen, its inheritance is
//! resolved and everything that depends on the side is worked out: all offsets and regions in it
//! are absolute, given for each side. It has no speed and no secrets; the slow move generator of the
//! tests reads it directly.

mod movement;

pub use crate::rule::{Goals, data::*};
pub use movement::{Distances, Landing, Mode, MovePart, Pattern, StepSet};

use crate::ByColor;
use spielraum_geometry::{Board, CellSet};
use std::fmt;
use std::sync::Arc;

/// The largest number of piece types of a game.
pub const MAX_PIECE_TYPES: usize = 64;

/// The number of a piece type: its index in [`Spec::pieces`], less than [`MAX_PIECE_TYPES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceType(pub u8);

impl PieceType {
    /// The type's number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of types as bits.
pub(crate) fn type_bits(types: &[PieceType]) -> u64 {
    types.iter().fold(0, |bits, kind| bits | 1 << kind.0)
}

/// How a piece is written in a position: a letter, perhaps with a mark (docs/notation.md, "Positions").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// An upper-case ASCII letter.
    pub letter: char,
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

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mark {
            Mark::None => write!(f, "{}", self.letter),
            Mark::Plus => write!(f, "+{}", self.letter),
            Mark::Tilde => write!(f, "{}~", self.letter),
        }
    }
}

/// A piece type.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceSpec {
    /// How it is written; no two types of a game are written alike.
    pub symbol: Symbol,
    /// What each side calls it.
    pub name: ByColor<String>,
    /// How each side's moves. Several parts may reach one cell; that is one move.
    pub moves: ByColor<Vec<MovePart>>,
    /// The cells that each side's may move to. It attacks nothing elsewhere.
    pub may_enter: ByColor<CellSet>,
    /// Whether it may not be left attacked (docs/rulings.md, "Words"). With such a type in the game, each side
    /// has exactly one piece of it (G7).
    pub royal: bool,
    /// Whether its moves set the halfmove clock to 0 (G5).
    pub resets_clock: bool,
}

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The board.
    pub board: Arc<Board>,
    /// The piece types, at least one.
    pub pieces: Vec<PieceSpec>,
    /// The position a game starts from, as FEN.
    pub start: String,
    /// What happens to captured pieces, when they can come back.
    pub hands: Option<Hands>,
    /// Changes of type of the moving piece. At most one for each type.
    pub promotions: Vec<Promotion>,
    /// A change of type of another piece than the moving one (Q16).
    pub remote_promotion: Option<RemotePromotion>,
    /// Castling moves; each right is one `castling` letter of the FEN.
    pub castlings: Vec<Castling>,
    /// Double steps and en passant. At most one for each type.
    pub double_steps: Vec<DoubleStep>,
    /// The royal changes places with a neighbour (Q13).
    pub swap: Option<Swap>,
    /// How a game ends, and what else is forbidden.
    pub goals: Goals,
}

impl Spec {
    /// A game with these pieces on a board and no further rules.
    pub fn new(board: Arc<Board>, pieces: Vec<PieceSpec>, start: String) -> Self {
        Self {
            board,
            pieces,
            start,
            hands: None,
            promotions: Vec::new(),
            remote_promotion: None,
            castlings: Vec::new(),
            double_steps: Vec::new(),
            swap: None,
            goals: Goals::default(),
        }
    }

    /// The type written with `symbol`.
    pub fn piece(&self, symbol: Symbol) -> Option<PieceType> {
        self.pieces.iter().position(|piece| piece.symbol == symbol).map(|index| PieceType(index as u8))
    }

    /// Whether pieces can be dropped from a hand.
    pub fn has_drops(&self) -> bool {
        self.hands.as_ref().is_some_and(|hands| !hands.drops.is_empty())
    }

    /// The royal type, if the game has one.
    pub fn royal(&self) -> Option<PieceType> {
        self.pieces.iter().position(|piece| piece.royal).map(|index| PieceType(index as u8))
    }
}
