//! Why a setup is not a position.

use crate::Color;
use crate::spec::{MAX_PIECES, Setup, Symbol};
use spielraum_geometry::Cell;
use std::fmt;
use thiserror::Error;

/// Why a [`Setup`] is not a position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupReason {
    /// The setup has not one entry for each cell of the board, or names a type that does not exist, or gives a piece to
    /// somebody whose it can't be.
    #[error("it is not a setup of this game's board and pieces")]
    WrongGame,
    /// A side has not as many royals of a type as in the start position.
    #[error("{} must have {needed} of the royal piece `{symbol}`, not {count}", .color.name())]
    Royals {
        /// The side.
        color: Color,
        /// How the type is written.
        symbol: Symbol,
        /// How many it has.
        count: u32,
        /// How many the game has.
        needed: u32,
    },
    /// The side that has moved left a royal attacked.
    #[error("{} is to move and could capture {}'s royal piece", .0.name(), (!*.0).name())]
    RoyalCapturable(Color),
    /// The royals face each other where that is banned (N2, Q10).
    #[error("the royal pieces face each other with nothing between")]
    RoyalsFace,
    /// A castling right lacks its royal or its partner.
    #[error("the castling right `{0}` lacks its king or rook")]
    Castling(char),
    /// A castling right does not exist in this game.
    #[error("there is no castling right `{0}` in this game")]
    NoSuchCastling(char),
    /// No piece stands on a cell, or none of which it matters, that could not have moved yet.
    #[error("no piece of which it matters whether it has moved stands on cell number {}", .0.0)]
    Unmoved(Cell),
    /// No double step can have just passed the cell.
    #[error("no piece can have just made a double step over `{0}`")]
    EnPassant(String),
    /// Several double steps can have just passed the cell; the cell of one such piece.
    #[error("several pieces can have just made a double step over `{0}`: write which, as in `{0}:{1}`")]
    EnPassantOfSeveral(String, String),
    /// Both sides have lost too many pieces of a family (X3, F3).
    #[error("both sides have lost already")]
    BothExtinct,
    /// A type is in hand that can't be.
    #[error("`{0}` can't be in hand in this game")]
    Hand(String),
    /// More pieces are in hand than can be.
    #[error("{0} pieces are on the board and in the hands; at most {MAX_PIECES} are possible")]
    HandTooFull(u32),
    /// More pieces of a type stand on the board than the game has, since placing moves the one that there is.
    #[error("{found} of `{symbol}` are on the board, which has one at most")]
    Single {
        /// How the type is written.
        symbol: Symbol,
        /// How many there are.
        found: u32,
    },
    /// A turn has no such part.
    #[error("the turn has no part {0}")]
    Part(u8),
    /// A rule counts more than it can, or the game does not have it.
    #[error("{what} is {found}; it must be from 0 to {most}")]
    Count {
        /// What is counted.
        what: &'static str,
        /// The number.
        found: u8,
        /// The largest possible.
        most: u8,
    },
}

impl SetupReason {
    /// Whether the setup may be a position without what the reason is about.
    pub(crate) fn can_be_left_out(&self) -> bool {
        matches!(self, Self::Castling(_) | Self::NoSuchCastling(_) | Self::Unmoved(_) | Self::EnPassant(_))
    }

    /// Leaves out of a setup what the reason is about.
    pub(crate) fn leave_out(&self, setup: &mut Setup) {
        match self {
            Self::Castling(right) | Self::NoSuchCastling(right) => setup.castling.retain(|other| other != right),
            Self::Unmoved(cell) => setup.unmoved.remove(*cell),
            Self::EnPassant(_) => setup.en_passant = None,
            _ => {}
        }
    }
}

/// Something that a text said of a position and that can't be, so that it was left out (G7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut(pub SetupReason);

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.0 {
            SetupReason::EnPassant(_) => "the en passant field",
            SetupReason::Unmoved(_) => "the right of a first move",
            _ => "a castling right",
        };
        write!(f, "{what} was left out: {}", self.0)
    }
}

/// A [`Setup`] that is not a position, and every reason why.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub struct SetupError {
    /// The reasons, one or more.
    pub reasons: Vec<SetupReason>,
    /// The setup, unchanged.
    pub setup: Box<Setup>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, reason) in self.reasons.iter().enumerate() {
            write!(f, "{}{reason}", if index > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}
