//! What happens after a move besides the move itself: pieces around explode, the piece goes on, or becomes another (E1 to E5).

use super::data::RuleData;
use super::rebirth::{Rebirth, Reborn};
use super::steps::{check_steps, check_steps_lead_to_one};
use crate::check::Check;
use crate::{ByColor, PieceSpec, PieceType, SpecError};
use spielraum_geometry::Offset;

/// The most effects of a game.
pub const MAX_EFFECTS: usize = 8;

/// Something that happens after moves of some kinds (E1). Effects happen in the order of the game's list.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// After which kinds of moves.
    pub after: Vec<Occasion>,
    /// After moves of these types, as they stand when the effect happens; of any type if the list is empty.
    pub movers: Vec<PieceType>,
    /// What happens.
    pub what: Consequence,
}

/// A kind of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Occasion {
    /// A piece moves without capturing, a double step included.
    Move,
    /// A piece captures, en passant included.
    Capture,
    /// A castling; both of its pieces have moved.
    Castling,
    /// A royal changes places with a neighbour; both pieces have moved.
    Swap,
    /// A piece is dropped.
    Drop,
}

impl Occasion {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Move, Self::Capture, Self::Castling, Self::Swap, Self::Drop];
}

/// What an effect does. Pieces that it removes leave the game: they go to no hand and no prison (E1).
#[derive(Clone, Debug, PartialEq)]
pub enum Consequence {
    /// The pieces that have moved leave the board.
    RemoveMover,
    /// What stands around the cell on which the move ended leaves the board, whosever it is.
    RemoveAround {
        /// The cells around, seen from that cell.
        steps: ByColor<Vec<Offset>>,
        /// The types that stay. Pieces that nobody may capture stay as well.
        spared: Vec<PieceType>,
    },
    /// Enemy pieces around the cell on which the move ended leave the board, or come over to the mover's side (E7).
    Enemies(Box<Enemies>),
    /// Each piece that has moved goes on to another cell, which must be empty: otherwise the move is not legal (E5).
    Go {
        /// The ways to that cell; no more than one of them stays on the board.
        steps: ByColor<Vec<Offset>>,
    },
    /// Each piece that has moved becomes another.
    Become {
        /// Its new type; one that belongs to nobody turns the piece to stone.
        into: PieceType,
    },
    /// A piece that belongs to nobody comes to the cell from which the move started, if that is empty.
    Leave {
        /// Its type.
        piece: PieceType,
    },
    /// After a capture a piece is reborn (K1).
    Rebirth(Box<Rebirth>),
    /// Each piece that has moved, royals left aside, changes its side (K5).
    ChangeSide,
}

/// Which enemy pieces an effect concerns, and what becomes of them. They are looked up before any of them changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Enemies {
    /// The ways to their cells, seen from the cell on which the move ended.
    pub steps: ByColor<Vec<Offset>>,
    /// Whether they are those of unbroken lines along these ways, behind which a piece of the mover's side stands. Otherwise they are
    /// those one step away.
    pub enclosed: bool,
    /// Whether this happens only if on one of the cells one step away stands a piece of the mover's side that has not just moved.
    pub joined: bool,
    /// Whether they come over to the mover's side, royals left aside. Otherwise they leave the board.
    pub converts: bool,
    /// The types to which nothing happens.
    pub spared: Vec<PieceType>,
}

impl Effect {
    /// Whether it may take pieces of a type off the board.
    pub fn removes(&self, kind: PieceType) -> bool {
        match &self.what {
            Consequence::RemoveMover => self.movers.is_empty() || self.movers.contains(&kind),
            Consequence::RemoveAround { spared, .. } => !spared.contains(&kind),
            Consequence::Enemies(enemies) => !enemies.converts && !enemies.spared.contains(&kind),
            Consequence::Go { .. }
            | Consequence::Become { .. }
            | Consequence::Leave { .. }
            | Consequence::Rebirth(_)
            | Consequence::ChangeSide => false,
        }
    }

    /// Whether pieces may change sides by it, or come back to the board.
    pub fn gives(&self) -> bool {
        match &self.what {
            Consequence::Rebirth(_) | Consequence::ChangeSide => true,
            Consequence::Enemies(enemies) => enemies.converts,
            _ => false,
        }
    }

    /// Whether it lets captured pieces come back to the board.
    pub fn revives(&self) -> bool {
        matches!(&self.what, Consequence::Rebirth(rebirth) if rebirth.who == Reborn::Captured)
    }

    /// What pieces of a type may become by it, if anything.
    pub fn becomes(&self, kind: PieceType) -> Option<PieceType> {
        let concerned = self.movers.is_empty() || self.movers.contains(&kind);
        match self.what {
            Consequence::Become { into } if concerned => Some(into),
            _ => None,
        }
    }
}

pub(crate) struct EffectRule;

impl RuleData for EffectRule {
    type Data = Vec<Effect>;

    fn validate(check: &mut Check<'_>, effects: &Self::Data) {
        check.range("the number of effects", effects.len() as i64, 0, MAX_EFFECTS as i64);
        for effect in effects {
            check.require(!effect.after.is_empty(), || SpecError::Effect("follows no kind of move"));
            check.types("an effect", &effect.movers);
            match &effect.what {
                Consequence::RemoveMover => {}
                Consequence::RemoveAround { steps, spared } => {
                    let exist = spared.iter().all(|kind| kind.index() < check.pieces.len());
                    check.require(exist, || SpecError::NoSuchType("an effect"));
                    check_steps(check, steps);
                }
                Consequence::Enemies(enemies) => {
                    let exist = enemies.spared.iter().all(|kind| kind.index() < check.pieces.len());
                    check.require(exist, || SpecError::NoSuchType("an effect"));
                    check_steps(check, &enemies.steps);
                }
                Consequence::Go { steps } => check_steps_lead_to_one(check, steps),
                Consequence::Leave { piece } => {
                    let neutral = check.pieces.get(piece.index()).is_some_and(PieceSpec::is_neutral);
                    check.require(neutral, || SpecError::Effect("leaves a piece that belongs to a side"));
                }
                Consequence::Rebirth(rebirth) => {
                    rebirth.validate(check);
                    check.require(effect.after == [Occasion::Capture], || {
                        SpecError::Effect("lets pieces be reborn after other moves than captures")
                    });
                }
                Consequence::ChangeSide => {}
                // It is lost to its side; a royal as if it were removed.
                Consequence::Become { into } if check.pieces.get(into.index()).is_some_and(PieceSpec::is_neutral) => {}
                Consequence::Become { into } => {
                    check.types("an effect", &[*into]);
                    check.no_royal(&[*into], "no piece becomes a royal");
                    let royal = |kind: &PieceType| check.pieces.get(kind.index()).is_some_and(|piece| piece.royal);
                    let any = effect.movers.is_empty() && check.pieces.iter().any(|piece| piece.royal);
                    let of_royals = any || effect.movers.iter().any(royal);
                    check.require(!of_royals, || SpecError::Royal("an effect can't make another piece of a royal"));
                }
            }
        }
    }
}
