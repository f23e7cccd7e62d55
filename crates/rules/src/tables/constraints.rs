//! Which moves must be made before others, and which may not give check, compiled (O1 to O3).

use crate::spec::{Constraint, Demand, Occasion, PieceType, Spec, TypeSet};
use crate::{ByColor, Color};

/// The constraints of a game.
pub(crate) struct Constraints {
    sides: ByColor<Side>,
    exist: bool,
}

/// The constraints of a side.
#[derive(Default)]
struct Side {
    /// The moves that come before others, in order.
    musts: Vec<Class>,
    /// The moves that may not give check.
    no_checks: Vec<Class>,
    /// The moves that may not capture certain types.
    no_captures: Vec<(Class, TypeSet)>,
    /// The moves of royals that may not leave check.
    no_flights: Vec<Class>,
}

/// Moves of some kinds by some types.
#[derive(Clone, Copy)]
struct Class {
    /// The kinds, as bits in the order of [`Occasion`].
    kinds: u8,
    /// The types.
    movers: TypeSet,
}

/// Some of the moves that come before others, as bits in their order.
pub(crate) type Musts = u16;

impl Constraints {
    pub(super) fn of(spec: &Spec) -> Self {
        let side = |color: Color| {
            let mut side = Side::default();
            for constraint in
                spec.constraints.iter().filter(|constraint| constraint.only.is_none_or(|only| only == color))
            {
                match &constraint.demand {
                    Demand::Must => side.musts.push(Class::of(constraint)),
                    Demand::NoCapture(types) => {
                        side.no_captures.push((Class::of(constraint), types.iter().collect()));
                    }
                    Demand::NoCheck => side.no_checks.push(Class::of(constraint)),
                    Demand::NoFlight => side.no_flights.push(Class::of(constraint)),
                }
            }
            side
        };
        Self { sides: ByColor::new(side), exist: !spec.constraints.is_empty() }
    }

    /// Whether the game has any.
    #[inline(always)]
    pub(crate) fn exist(&self) -> bool {
        self.exist
    }

    /// The number of kinds of moves that a side must make before others.
    pub(crate) fn musts(&self, side: Color) -> usize {
        self.sides[side].musts.len()
    }

    /// Whether some moves of a side may not give check.
    pub(crate) fn forbid_checks(&self, side: Color) -> bool {
        !self.sides[side].no_checks.is_empty()
    }

    /// Whether a side's capture by a type may not be of another.
    pub(crate) fn forbid_capture(&self, side: Color, mover: PieceType, captured: PieceType) -> bool {
        let classes = &self.sides[side].no_captures;
        classes.iter().any(|(class, types)| class.has(Occasion::Capture, mover) && types.has(captured))
    }

    /// Whether some royals of a side may not leave check.
    pub(crate) fn forbid_flights(&self, side: Color) -> bool {
        !self.sides[side].no_flights.is_empty()
    }

    /// Whether a side's royal of a type may not leave check by a move.
    pub(crate) fn forbid_flight(&self, side: Color, kind: Occasion, mover: PieceType) -> bool {
        self.sides[side].no_flights.iter().any(|class| class.has(kind, mover))
    }

    /// Whether a side's move of a type may not give check.
    pub(crate) fn forbid_check(&self, side: Color, kind: Occasion, mover: PieceType) -> bool {
        self.sides[side].no_checks.iter().any(|class| class.has(kind, mover))
    }

    /// Whether a side's move of a type is one of all of these.
    pub(crate) fn are_met(&self, side: Color, musts: Musts, kind: Occasion, mover: PieceType) -> bool {
        self.some(side, musts).all(|class| class.has(kind, mover))
    }

    /// The kinds of moves that are of all of these, as bits in the order of [`Occasion`].
    pub(crate) fn kinds(&self, side: Color, musts: Musts) -> u8 {
        self.some(side, musts).fold(u8::MAX, |kinds, class| kinds & class.kinds)
    }

    fn some(&self, side: Color, musts: Musts) -> impl Iterator<Item = Class> {
        let classes = self.sides[side].musts.iter().enumerate();
        classes.filter(move |(number, _)| musts >> number & 1 != 0).map(|(_, class)| *class)
    }
}

impl Class {
    fn of(constraint: &Constraint) -> Self {
        let bits = constraint.kinds.iter().fold(0, |bits, kind| bits | 1 << *kind as u8);
        Self {
            kinds: if constraint.kinds.is_empty() { u8::MAX } else { bits },
            movers: if constraint.movers.is_empty() { TypeSet::ALL } else { constraint.movers.iter().collect() },
        }
    }

    fn has(self, kind: Occasion, mover: PieceType) -> bool {
        self.kinds >> kind as u8 & 1 != 0 && self.movers.has(mover)
    }
}
