//! Whether a move of a proposed position leads to the one that is asked about: the rules say so.

use super::known::{Diagram, UnMove};
use super::origins::{Origin, Shape};
use spielraum_rules::spec::{ByColor, PieceType};
use spielraum_rules::{Color, Counter, Move, MoveKind, Position, Setup};

/// A position that a move is to lead to.
pub(super) struct Target<'d> {
    diagram: &'d Diagram,
    setup: Setup,
}

impl<'d> Target<'d> {
    pub(super) fn new(diagram: &'d Diagram) -> Self {
        Self { diagram, setup: diagram.position.setup() }
    }

    /// Adds the moves of a proposal that lead here.
    pub(super) fn confirm(&self, origin: &Origin, found: &mut Vec<UnMove>) {
        let rules = self.diagram.position.rules();
        let Ok((before, _)) = Position::settle(rules, origin.setup.clone()) else { return };
        for m in fitting(&before, origin.shape) {
            let after = setup_after(&before, m);
            if !self.agrees_on_board(&after) {
                continue;
            }
            if self.agrees_beside(&after) {
                found.extend(self.unmove(&before, m, &after));
                continue;
            }
            // What a move does to hands and counters, it does whatever was in them.
            let Some(setup) = self.repaired(&before.setup(), &after) else { continue };
            let Ok((before, _)) = Position::settle(rules, setup) else { continue };
            if fitting(&before, origin.shape).contains(&m) {
                let after = setup_after(&before, m);
                if self.agrees_on_board(&after) && self.agrees_beside(&after) {
                    found.extend(self.unmove(&before, m, &after));
                }
            }
        }
    }

    fn agrees_on_board(&self, after: &Setup) -> bool {
        let wanted = &self.setup;
        after.placement == wanted.placement
            && (after.side, after.part, after.moved, after.unmoved)
                == (wanted.side, wanted.part, wanted.moved, wanted.unmoved)
            && (wanted.halfmove == 0 || after.halfmove == wanted.halfmove)
    }

    /// Whether hands and counters are as they are to be.
    fn agrees_beside(&self, after: &Setup) -> bool {
        let mut kinds = self.diagram.position.rules().spec().piece_types();
        let same = |kind| {
            Color::BOTH.into_iter().all(|color| held(&after.hands, color, kind) == held(&self.setup.hands, color, kind))
        };
        after.counters == self.setup.counters && kinds.all(same)
    }

    /// What came before with other hands and counters, from which the move leads to those of the target.
    fn repaired(&self, before: &Setup, after: &Setup) -> Option<Setup> {
        let mut earlier = before.clone();
        for color in Color::BOTH {
            for kind in self.diagram.position.rules().spec().piece_types() {
                let (wanted, was) = (held(&self.setup.hands, color, kind), held(&before.hands, color, kind));
                let count: u16 = (was + wanted - held(&after.hands, color, kind)).try_into().ok()?;
                earlier.hands[color].retain(|(other, _)| *other != kind);
                if count > 0 {
                    earlier.hands[color].push((kind, count));
                }
            }
            for &counter in Counter::ALL {
                let of = |setup: &Setup| i32::from(setup.counters[counter][color]);
                earlier.counters[counter][color] = (of(before) + of(&self.setup) - of(after)).try_into().ok()?;
            }
        }
        Some(earlier)
    }

    /// The move, if what it leaves of rights is what is known.
    fn unmove(&self, before: &Position, m: Move, after: &Setup) -> Option<UnMove> {
        let wanted = &self.setup;
        let same =
            |one: &[char], other: &[char]| one.len() == other.len() && one.iter().all(|right| other.contains(right));
        let passed = after.en_passant.is_some() && self.answers_en_passant(before, m);
        let castling = same(&after.castling, &wanted.castling) || !self.diagram.castling_known;
        let en_passant = match (self.diagram.en_passant_known, wanted.en_passant) {
            (false, _) => true,
            (true, None) => !passed,
            (true, Some(_)) => after.en_passant == wanted.en_passant,
        };
        (castling && en_passant).then(|| UnMove {
            before: before.clone(),
            played: m,
            castling: after.castling.clone(),
            passed,
        })
    }

    /// Whether the other side can answer a double step en passant.
    fn answers_en_passant(&self, before: &Position, m: Move) -> bool {
        let mut after = before.clone();
        after.make(m);
        after.continuations().iter().any(|m| m.kind() == MoveKind::EnPassant)
    }
}

fn held(hands: &ByColor<Vec<(PieceType, u16)>>, color: Color, kind: PieceType) -> i32 {
    hands[color].iter().filter(|(other, _)| *other == kind).map(|(_, count)| i32::from(*count)).sum()
}

/// The moves of a shape; a draw ends nothing.
fn fitting(position: &Position, shape: Shape) -> Vec<Move> {
    let mut moves = position.continuations();
    moves.retain(|&m| shape.fits(m));
    moves
}

/// What a move, which must be possible, leads to.
fn setup_after(before: &Position, m: Move) -> Setup {
    let mut after = before.clone();
    after.make(m);
    after.setup()
}
