//! The moves that constraints leave (O1 to O3, K6 to K9): what may not be done falls away, then what must be done comes before all
//! else.

use super::tables::Tables;
use crate::board::State;
use crate::board::part::{All, Captures, Drops, Part};
use crate::board::sink::{Flow, Visit};
use crate::spec::{MOST_AHEAD, Occasion, PieceType};
use crate::tables::Musts;
use crate::{Move, MoveKind};
use spielraum_geometry::BitBoard;

/// Says whether a move is one that the side may make, whatever it must.
type Permits<'a> = dyn FnMut(Move) -> bool + 'a;

/// Asks once which moves the side may make.
type Work<'a> = dyn FnMut(&mut Permits<'_>) + 'a;

/// What a side must do in a position.
#[derive(Clone, Copy, Default)]
struct Duty {
    /// The kinds of moves that come before others and of which there is one.
    musts: Musts,
    /// The square of the length that its move must have (K9).
    length: Option<u32>,
}

impl Duty {
    fn exists(self) -> bool {
        self.musts != 0 || self.length.is_some()
    }
}

impl<const W: usize> State<W> {
    /// The legal moves of a part in a game with constraints, but for the end of the game.
    #[cold]
    #[inline(never)]
    pub(super) fn generate_constrained<P: Part>(&self, t: &Tables<W>, give: &mut dyn FnMut(Move) -> Flow) -> Flow {
        let mut flow = Flow::Continue(());
        self.with_permits(t, &mut |permits| {
            let duty = self.duty(t, permits);
            flow = self.generate_meeting::<P>(t, duty, &mut |m| match permits(m) && !self.repeats(t, m) {
                true => give(m),
                false => Flow::Continue(()),
            });
        });
        flow
    }

    /// Takes out the moves from `first` on that constraints forbid.
    #[cold]
    pub(super) fn drop_constrained(&self, t: &Tables<W>, moves: &mut Vec<Move>, first: usize) {
        self.with_permits(t, &mut |permits| {
            let duty = self.duty(t, permits);
            super::selected::retain(moves, first, |m| self.meets(t, duty, m) && permits(m));
        });
    }

    /// Whether constraints allow a move that is legal otherwise.
    #[cold]
    pub(super) fn fits(&self, t: &Tables<W>, m: Move) -> bool {
        let mut fits = false;
        self.with_permits(t, &mut |permits| fits = permits(m) && self.meets(t, self.duty(t, permits), m));
        fits
    }

    /// Whether there is a move that is legal but for what rules [restrict](crate::rule::RuleTables::restrict).
    #[cold]
    pub(super) fn has_unrestricted_constrained(&self, t: &Tables<W>) -> bool {
        let mut exists = false;
        self.with_bans(t, false, &mut |allowed| {
            let found: &mut dyn FnMut(Move) -> Flow =
                &mut |m| if allowed(m) && !self.repeats(t, m) { Flow::Break(()) } else { Flow::Continue(()) };
            exists = self.generate_ordinary::<All, _>(t, &mut Visit(found)).is_break();
        });
        exists
    }

    /// Whether the side to move must make one of certain moves, and may make no others.
    pub(crate) fn is_compelled(&self, t: &Tables<W>) -> bool {
        let mut duty = Duty::default();
        if t.constraints.compel(self.side) {
            self.with_permits(t, &mut |permits| duty = self.duty(t, permits));
        }
        duty.exists()
    }

    /// Lets something ask which moves the side may make.
    fn with_permits(&self, t: &Tables<W>, work: &mut Work<'_>) {
        self.with_bans(t, t.rules.restrict(self, t), work);
    }

    /// The same, what rules restrict left aside unless it is asked for.
    fn with_bans(&self, t: &Tables<W>, restricts: bool, work: &mut Work<'_>) {
        self.with_copy(t, &mut |allowed| {
            let permits: &mut Permits<'_> = &mut |m| (!restricts || t.rules.allow(self, t, m)) && allowed(m);
            match t.constraints.one_mate(self.side) && self.ahead < MOST_AHEAD {
                false => work(permits),
                true => self.with_one_mate(t, permits, work),
            }
        });
    }

    /// The same where no move may mate if several do (K11).
    fn with_one_mate(&self, t: &Tables<W>, permits: &mut Permits<'_>, work: &mut Work<'_>) {
        self.look_ahead(t, |copy| {
            let mut several = None;
            work(&mut |m| {
                if !permits(m) {
                    return false;
                }
                if !copy.checkmates(t, m) {
                    return true;
                }
                !*several.get_or_insert_with(|| {
                    let mut mates = 0;
                    let count: &mut dyn FnMut(Move) -> Flow = &mut |m| {
                        mates += usize::from(permits(m) && copy.checkmates(t, m));
                        if mates > 1 { Flow::Break(()) } else { Flow::Continue(()) }
                    };
                    self.generate_ordinary::<All, _>(t, &mut Visit(count)).is_break()
                })
            });
        });
    }

    /// Whether a move checkmates, as far as is looked ahead. The state must be a copy on which moves may be tried.
    fn checkmates(&mut self, t: &Tables<W>, m: Move) -> bool {
        let them = !self.side;
        if !self.after_changes(t, m, &|after| after.in_check(t, them)) {
            return false;
        }
        self.make_in_any(t, m);
        self.ahead += 1;
        // What ends the game by another rule is no checkmate.
        let mated = self.side == them && self.decided(t).is_none() && !self.has_legal(t);
        self.ahead -= 1;
        self.unmake(t);
        mated
    }

    /// The same, what rules restrict left aside; each move that might give check where it may not, or is judged by what it leaves,
    /// is tried on a copy.
    fn with_copy(&self, t: &Tables<W>, work: &mut Work<'_>) {
        let flights = t.constraints.forbid_flights(self.side) && self.in_check(t, self.side);
        let checkers = if flights { self.checkers(t) } else { BitBoard::EMPTY };
        let may = |m: Move| self.may_take(t, m) && self.may_begin(t, m) && !(flights && self.flees(t, m, checkers));
        let (forbids, asks_after) = (t.constraints.forbid_checks(self.side), t.constraints.ask_after(self.side));
        if !forbids && !asks_after {
            return work(&mut |m| may(m));
        }
        self.look_ahead(t, |copy| {
            work(&mut |m| {
                let (us, kind) = (self.side, self.occasion(m));
                let forbidden = kind.and_then(|kind| t.constraints.forbid_check(us, kind, self.mover(m)));
                let ends_well =
                    |after: &Self| kind.is_none_or(|kind| after.permits_after(t, us, kind, self.mover(m), m.to()));
                may(m)
                    && forbidden.is_none_or(|but_mate| {
                        !copy.after_changes(t, m, &|after| after.in_check(t, !us))
                            || but_mate && self.ahead < MOST_AHEAD && copy.checkmates(t, m)
                    })
                    && (!asks_after || copy.after_changes(t, m, &ends_well))
            });
        });
    }

    /// Whether a move captures nothing that its piece may not.
    fn may_take(&self, t: &Tables<W>, m: Move) -> bool {
        let captured = || self.captured_by(m).0.kind();
        self.occasion(m) != Some(Occasion::Capture)
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
        t.royals.has(self.mover(m)) && self.occasion(m).is_some_and(forbidden) && checkers != BitBoard::of(m.to())
    }

    /// Whether how pieces stand allows a move, as far as that is asked before it (K6).
    fn may_begin(&self, t: &Tables<W>, m: Move) -> bool {
        self.occasion(m).is_none_or(|kind| {
            let from = (kind != Occasion::Drop).then(|| m.origin());
            let captured = (kind == Occasion::Capture).then(|| self.captured_by(m).1);
            self.permits_before(t, self.side, kind, self.mover(m), [from, captured])
        })
    }

    /// What the side to move must do. Of the moves that come before others, those which, together with those before them, it can
    /// make; then the length that all this leaves. What the ban on repetition (N4) forbids counts, too (O2).
    fn duty(&self, t: &Tables<W>, permits: &mut Permits<'_>) -> Duty {
        if t.turn.places(self.part) {
            return Duty::default();
        }
        let mut duty = (0..t.constraints.musts(self.side)).fold(Duty::default(), |duty, number| {
            let wanted = Duty { musts: duty.musts | 1 << number, ..duty };
            let mut found = |m| if permits(m) { Flow::Break(()) } else { Flow::Continue(()) };
            if self.generate_meeting::<All>(t, wanted, &mut found).is_break() { wanted } else { duty }
        });
        if let Some(longest) = t.constraints.far(self.side) {
            let mut far: Option<u32> = None;
            let _ = self.generate_meeting::<All>(t, duty, &mut |m| {
                let length = self.length(t, m);
                let is_better = far.is_none_or(|far| if longest { length > far } else { length < far });
                if is_better && permits(m) {
                    far = Some(length);
                }
                Flow::Continue(())
            });
            duty.length = far;
        }
        duty
    }

    /// The square of the length of a move; a castling has the lengths of both its moves together, a drop has none.
    fn length(&self, t: &Tables<W>, m: Move) -> u32 {
        let way = |(from, to)| t.spec.board.squared_distance(from, to);
        match m.kind() {
            MoveKind::Drop | MoveKind::Placing | MoveKind::Pass => 0,
            MoveKind::Castling => {
                let castling = &t.rules.castling.moves[m.castling_index()];
                let (royal, partner) = (way(castling.royal), way(castling.partner));
                royal + partner + (2.0 * f64::from(royal * partner).sqrt()).round() as u32
            }
            _ => way((m.origin(), m.to())),
        }
    }

    /// The moves of a part that are of all of these.
    fn generate_meeting<P: Part>(&self, t: &Tables<W>, duty: Duty, give: &mut dyn FnMut(Move) -> Flow) -> Flow {
        const CAPTURES: u8 = 1 << Occasion::Capture as u8;
        const DROPS: u8 = 1 << Occasion::Drop as u8;
        let meeting: &mut dyn FnMut(Move) -> Flow =
            &mut |m| if self.meets(t, duty, m) { give(m) } else { Flow::Continue(()) };
        match t.constraints.kinds(self.side, duty.musts) {
            0 => Flow::Continue(()),
            CAPTURES if P::CAPTURES => self.generate_ordinary::<Captures, _>(t, &mut Visit(meeting)),
            DROPS if P::DROPS => self.generate_ordinary::<Drops, _>(t, &mut Visit(meeting)),
            CAPTURES | DROPS => Flow::Continue(()),
            _ => self.generate_ordinary::<P, _>(t, &mut Visit(meeting)),
        }
    }

    fn meets(&self, t: &Tables<W>, duty: Duty, m: Move) -> bool {
        let Duty { musts, length } = duty;
        (musts == 0
            || self.occasion(m).is_some_and(|kind| t.constraints.are_met(self.side, musts, kind, self.mover(m))))
            && length.is_none_or(|length| self.length(t, m) == length)
    }

    /// The type of the piece that a move moves or drops.
    fn mover(&self, m: Move) -> PieceType {
        m.brought().unwrap_or_else(|| self.at(m.origin()).kind())
    }
}
