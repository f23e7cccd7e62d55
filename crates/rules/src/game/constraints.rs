//! The moves that constraints leave (O1 to O3): what may not be done falls away, then what must be done comes before all else.

use super::tables::Tables;
use crate::board::State;
use crate::board::part::{All, Captures, Drops, Part};
use crate::board::sink::{Flow, Visit};
use crate::spec::{Occasion, PieceType};
use crate::tables::Musts;
use crate::{Move, MoveKind};
use spielraum_geometry::BitBoard;

/// Says whether a move is one that the side may make, whatever it must.
type Permits<'a> = dyn FnMut(Move) -> bool + 'a;

impl<const W: usize> State<W> {
    /// The legal moves of a part in a game with constraints, but for the end of the game.
    #[cold]
    #[inline(never)]
    pub(super) fn generate_constrained<P: Part>(&self, t: &Tables<W>, give: &mut dyn FnMut(Move) -> Flow) -> Flow {
        self.with_permits(t, |permits| {
            let musts = self.compulsions_by(t, permits);
            self.generate_meeting::<P>(t, musts, &mut |m| match permits(m) && !self.repeats(t, m) {
                true => give(m),
                false => Flow::Continue(()),
            })
        })
    }

    /// Takes out the moves from `first` on that constraints forbid.
    #[cold]
    pub(super) fn drop_constrained(&self, t: &Tables<W>, moves: &mut Vec<Move>, first: usize) {
        self.with_permits(t, |permits| {
            let musts = self.compulsions_by(t, permits);
            super::selected::retain(moves, first, |m| self.meets(t, musts, m) && permits(m));
        });
    }

    /// Whether constraints allow a move that is legal otherwise.
    #[cold]
    pub(super) fn fits(&self, t: &Tables<W>, m: Move) -> bool {
        self.with_permits(t, |permits| permits(m) && self.meets(t, self.compulsions_by(t, permits), m))
    }

    /// Whether there is a move that is legal but for what rules [restrict](crate::rule::RuleTables::restrict).
    #[cold]
    pub(super) fn has_unrestricted_constrained(&self, t: &Tables<W>) -> bool {
        self.with_copy(t, |allowed| {
            let found: &mut dyn FnMut(Move) -> Flow =
                &mut |m| if allowed(m) { Flow::Break(()) } else { Flow::Continue(()) };
            self.generate_ordinary::<All, _>(t, &mut Visit(found)).is_break()
        })
    }

    /// Whether the side to move must make one of certain moves, and may make no others.
    pub(crate) fn is_compelled(&self, t: &Tables<W>) -> bool {
        t.constraints.musts(self.side) > 0 && self.with_permits(t, |permits| self.compulsions_by(t, permits)) != 0
    }

    /// Lets something ask which moves the side may make.
    fn with_permits<R>(&self, t: &Tables<W>, work: impl FnOnce(&mut Permits<'_>) -> R) -> R {
        let restricts = t.rules.restrict(self, t);
        self.with_copy(t, |allowed| work(&mut |m| (!restricts || t.rules.allow(self, t, m)) && allowed(m)))
    }

    /// The same, what rules restrict left aside; each move that might give check where it may not is tried on a copy.
    fn with_copy<R>(&self, t: &Tables<W>, work: impl FnOnce(&mut Permits<'_>) -> R) -> R {
        let flights = t.constraints.forbid_flights(self.side) && self.in_check(t, self.side);
        let checkers = if flights { self.checkers(t) } else { BitBoard::EMPTY };
        let may = |m: Move| self.may_take(t, m) && !(flights && self.flees(t, m, checkers));
        if !t.constraints.forbid_checks(self.side) {
            return work(&mut |m| may(m));
        }
        self.on_copy(t, |copy| {
            work(&mut |m| {
                let (us, kind) = (self.side, self.kind_of(m));
                let asked = kind.is_some_and(|kind| t.constraints.forbid_check(us, kind, self.mover(m)));
                may(m) && (!asked || !copy.after_changes(t, m, |after| after.in_check(t, !us)))
            })
        })
    }

    /// Whether a move captures nothing that its piece may not.
    fn may_take(&self, t: &Tables<W>, m: Move) -> bool {
        let captured = || self.captured_by(m).0.kind();
        self.kind_of(m) != Some(Occasion::Capture)
            || !t.constraints.forbid_capture(self.side, self.mover(m), captured())
    }

    /// The pieces that attack royals of the side to move.
    fn checkers(&self, t: &Tables<W>) -> BitBoard<W> {
        let royals = self.royals(t, self.side).into_iter();
        royals.fold(BitBoard::EMPTY, |checkers, royal| checkers | self.attackers(t, royal, !self.side))
    }

    /// Whether a royal that may not leave check does so by a move: all but the capture of the only piece that gives check.
    fn flees(&self, t: &Tables<W>, m: Move, checkers: BitBoard<W>) -> bool {
        let forbidden = |kind| t.constraints.forbid_flight(self.side, kind, self.mover(m));
        t.royals.has(self.mover(m)) && self.kind_of(m).is_some_and(forbidden) && checkers != BitBoard::of(m.to())
    }

    /// Which of the moves that come before others the side to move must make: each of which, together with those before it, it
    /// can. What the ban on repetition (N4) forbids counts, too (O2).
    fn compulsions_by(&self, t: &Tables<W>, permits: &mut Permits<'_>) -> Musts {
        let number = if t.turn.places(self.part) { 0 } else { t.constraints.musts(self.side) };
        (0..number).fold(0, |musts, number| {
            let wanted = musts | 1 << number;
            let mut found = |m| if permits(m) { Flow::Break(()) } else { Flow::Continue(()) };
            if self.generate_meeting::<All>(t, wanted, &mut found).is_break() { wanted } else { musts }
        })
    }

    /// The moves of a part that are of all of these.
    fn generate_meeting<P: Part>(&self, t: &Tables<W>, musts: Musts, give: &mut dyn FnMut(Move) -> Flow) -> Flow {
        const CAPTURES: u8 = 1 << Occasion::Capture as u8;
        const DROPS: u8 = 1 << Occasion::Drop as u8;
        let meeting: &mut dyn FnMut(Move) -> Flow =
            &mut |m| if self.meets(t, musts, m) { give(m) } else { Flow::Continue(()) };
        match t.constraints.kinds(self.side, musts) {
            0 => Flow::Continue(()),
            CAPTURES if P::CAPTURES => self.generate_ordinary::<Captures, _>(t, &mut Visit(meeting)),
            DROPS if P::DROPS => self.generate_ordinary::<Drops, _>(t, &mut Visit(meeting)),
            CAPTURES | DROPS => Flow::Continue(()),
            _ => self.generate_ordinary::<P, _>(t, &mut Visit(meeting)),
        }
    }

    fn meets(&self, t: &Tables<W>, musts: Musts, m: Move) -> bool {
        musts == 0 || self.kind_of(m).is_some_and(|kind| t.constraints.are_met(self.side, musts, kind, self.mover(m)))
    }

    /// What kind of move this is; none for a part of a turn that places a piece, and for a pass.
    fn kind_of(&self, m: Move) -> Option<Occasion> {
        Some(match m.kind() {
            MoveKind::Placing | MoveKind::Pass => return None,
            MoveKind::Drop => Occasion::Drop,
            MoveKind::Castling => Occasion::Castling,
            MoveKind::Swap => Occasion::Swap,
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant => match self.captured_by(m).0.is_none() {
                true => Occasion::Move,
                false => Occasion::Capture,
            },
        })
    }

    /// The type of the piece that a move moves or drops.
    fn mover(&self, m: Move) -> PieceType {
        m.brought().unwrap_or_else(|| self.at(m.origin()).kind())
    }
}
