//! Which moves must be made before others, and which may not be made, compiled (O1 to O3, K6 to K9).

use crate::spec::{
    Circumstance, Constraint, Demand, Observers, Occasion, PieceType, Relation, Spec, Subject, TypeSet, Whose,
};
use crate::{ByColor, Color};
use spielraum_geometry::Offset;

/// The constraints of a game.
pub(crate) struct Constraints {
    sides: ByColor<Side>,
    exist: bool,
    /// Whether some limit captures, so that not each attack is a check.
    pub(crate) limit_checks: bool,
}

/// The constraints of a side.
#[derive(Default)]
struct Side {
    /// The moves that come before others, in order.
    musts: Vec<Class>,
    /// The moves that may not give check, and whether they may be checkmate.
    no_checks: Vec<(Class, bool)>,
    /// Whether no move may mate if several do.
    one_mate: bool,
    /// The moves that may not capture certain types.
    no_captures: Vec<(Class, TypeSet)>,
    /// The moves of royals that may not leave check.
    no_flights: Vec<Class>,
    /// The moves that how pieces stand may forbid.
    bans: Vec<(Class, Ban)>,
    /// Whether one of the longest moves must be made, or one of the shortest.
    far: Option<bool>,
}

/// What must hold for a move to be legal, or may not.
pub(crate) struct Ban {
    /// Of which piece it is asked.
    pub(crate) of: Subject,
    /// The types of which it is asked.
    pub(crate) types: TypeSet,
    /// What is asked.
    pub(crate) what: Seen,
    /// Whether it must hold.
    pub(crate) holds: bool,
}

/// What may hold for a piece.
pub(crate) enum Seen {
    Observed { by_own: bool, alike: bool, with: TypeSet },
    Beside(ByColor<Vec<Offset>>),
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
                    Demand::NoCheck { but_mate } => side.no_checks.push((Class::of(constraint), *but_mate)),
                    Demand::OneMate => side.one_mate = true,
                    Demand::Only { when, holds } => {
                        side.bans.push((Class::of(constraint), Ban::of(spec, when, *holds)))
                    }
                    Demand::Far { longest } => _ = side.far.get_or_insert(*longest),
                    Demand::NoFlight => side.no_flights.push(Class::of(constraint)),
                }
            }
            side
        };
        Self {
            sides: ByColor::new(side),
            exist: !spec.constraints.is_empty(),
            limit_checks: spec.constraints.iter().any(Constraint::limits_checks),
        }
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

    /// Whether a side must make one of its longest moves, or of its shortest, whatever else it must.
    pub(crate) fn far(&self, side: Color) -> Option<bool> {
        self.sides[side].far
    }

    /// Whether a side must make certain moves before others.
    pub(crate) fn compel(&self, side: Color) -> bool {
        self.musts(side) > 0 || self.far(side).is_some()
    }

    /// What may forbid a side's move of a kind by a type.
    pub(crate) fn bans(&self, side: Color, kind: Occasion, mover: PieceType) -> impl Iterator<Item = &Ban> {
        let bans = self.sides[side].bans.iter();
        bans.filter(move |(class, _)| class.has(kind, mover)).map(|(_, ban)| ban)
    }

    /// Whether a side's moves must be judged by how pieces stand after them.
    pub(crate) fn ask_after(&self, side: Color) -> bool {
        self.sides[side].bans.iter().any(|(_, ban)| matches!(ban.of, Subject::MoverAfter | Subject::AnyAfter))
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

    /// Whether a side's move of a type may not give check, and if so, whether it may be checkmate.
    pub(crate) fn forbid_check(&self, side: Color, kind: Occasion, mover: PieceType) -> Option<bool> {
        let bans = self.sides[side].no_checks.iter().filter(|(class, _)| class.has(kind, mover));
        bans.map(|(_, but_mate)| *but_mate).min()
    }

    /// Whether no move of a side may mate if several do.
    pub(crate) fn one_mate(&self, side: Color) -> bool {
        self.sides[side].one_mate
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

impl Ban {
    fn of(spec: &Spec, when: &Circumstance, holds: bool) -> Self {
        let all = |types: &[PieceType]| if types.is_empty() { TypeSet::ALL } else { types.iter().collect() };
        let what = match &when.what {
            Relation::Beside(steps) => Seen::Beside(steps.clone()),
            Relation::Observed { by, with } => Seen::Observed {
                by_own: *by == Whose::Own,
                alike: *with == Observers::Alike,
                with: if let Observers::Types(types) = with { all(types) } else { TypeSet::ALL },
            },
        };
        let named = all(&when.types);
        let is_asked = |kind: &PieceType| named.has(*kind) && !(when.spares_royals && spec.pieces[kind.index()].royal);
        Self { of: when.of, types: spec.piece_types().filter(is_asked).collect(), what, holds }
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
