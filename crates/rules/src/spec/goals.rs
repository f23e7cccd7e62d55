//! How a game ends, and what a whole position may not be.

use super::PieceType;
pub use crate::rule::reach::Reach;
use crate::{ByColor, Color};
use spielraum_geometry::{CellSet, Offset};

/// The goals and bans of a game. A side whose royal is attacked and that has no legal move has lost
/// (checkmate) wherever there is a royal.
#[derive(Clone, Debug, PartialEq)]
pub struct Goals {
    /// What having no legal move means when it is not checkmate (G2, G3, N3).
    pub no_moves: NoMoves,
    /// A side that a move, its own or the enemy's, leaves with fewer than `Family::least` pieces of one of these has lost
    /// (X3, F3); if both sides are, the one that has not moved.
    pub families: Vec<Family>,
    /// Along these directions, one for each line, the royals may not face each other with nothing
    /// between (N2, Q10).
    pub facing: Vec<Offset>,
    /// What repeated positions mean.
    pub repetition: Repetition,
    /// The halfmove clock at which the game is a draw (G5); `None`: never.
    pub move_count: Option<u16>,
    /// Whether a game with nothing but the royals is over (G6).
    pub bare_royals: BareRoyals,
    /// The royal's obligation to be inside a region (Q17).
    pub royal_obligation: Option<RoyalObligation>,
    /// A side that has a piece of a type in a region has won.
    pub reach: Option<Reach>,
    /// A side that has given so many checks has won, 1 to 9.
    pub check_count: Option<u8>,
}

/// The goals of a game that says nothing of them: no legal move and bare royals are a draw, nothing else ends it.
impl Default for Goals {
    fn default() -> Self {
        Self {
            no_moves: NoMoves::Draw,
            families: Vec::new(),
            facing: Vec::new(),
            repetition: Repetition::Ignored,
            move_count: None,
            bare_royals: BareRoyals::Draw,
            royal_obligation: None,
            reach: None,
            check_count: None,
        }
    }
}

/// What having no legal move means for the side to move, other than checkmate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NoMoves {
    /// A draw.
    #[default]
    Draw,
    /// A loss.
    Loss,
    /// A win.
    Win,
}

/// A family of types of which a side must keep some (X3, F3). Pieces in hand do not count.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// What the family is called in reports, such as `Rook`.
    pub name: String,
    /// The types that belong to it, for each side.
    pub members: ByColor<Vec<PieceType>>,
    /// How many a side must have, 1 or more.
    pub least: u16,
}

/// What repeated positions mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The same position for the n-th time ends the game (G4).
    Counted {
        /// n, 2 or more.
        times: u8,
        /// Who loses; `None`: it is a draw.
        loser: Option<Color>,
        /// Whether a side that gave check with each of its moves between has lost instead.
        perpetual_check_loses: bool,
    },
    /// No side may bring about a position that resulted from an earlier move of its own in this game
    /// (N4).
    Banned,
    /// Nothing.
    Ignored,
}

/// Whether the game is a draw when each side has its royal only and nothing that can be dropped (G6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BareRoyals {
    /// It is over.
    #[default]
    Draw,
    /// It goes on.
    PlayOn,
}

/// While a side has none of `released_by` on the board, its royal must be inside `region` by the end of
/// the side's `within`-th move from then, and may not leave it again (Q17). A side that has no legal
/// move for this reason at its last chance has lost.
#[derive(Clone, Debug, PartialEq)]
pub struct RoyalObligation {
    /// Where each side's royal must be.
    pub region: ByColor<CellSet>,
    /// The types any of which frees the royal.
    pub released_by: Vec<PieceType>,
    /// The number of moves, 1 to 9.
    pub within: u8,
}
