//! All legal moves of a position.

use super::tables::Tables;
use crate::Move;
use crate::board::State;
use crate::board::check_mask::CheckMasks;
use crate::board::overlay::Without;
use crate::board::part::{All, Part};
use crate::board::piece::Piece;
use crate::board::sink::{Any, Collect, Count, Flow, Sink, Visit};
use crate::board::targets::Occupancy;
use crate::spec::PieceType;
use spielraum_geometry::{BitBoard, Cell};

impl<const W: usize> State<W> {
    /// Gives every legal move of a part to a sink, each once.
    pub(crate) fn generate<P: Part, S: Sink<W>>(&self, t: &Tables<W>, sink: &mut S) -> Flow {
        if self.decided(t).is_some() {
            return Flow::Continue(());
        }
        self.generate_unfinished::<P, S>(t, sink)
    }

    /// The same without asking whether the game is over.
    pub(crate) fn generate_unfinished<P: Part, S: Sink<W>>(&self, t: &Tables<W>, sink: &mut S) -> Flow {
        if t.constraints.exist() {
            return self.generate_constrained::<P>(t, &mut |m| sink.one(m));
        }
        if !t.rules.restrict(self, t) && !self.may_repeat(t) {
            return self.generate_ordinary::<P, S>(t, sink);
        }
        self.generate_restricted::<P>(t, &mut |m| sink.one(m))
    }

    /// The same where rules [restrict](crate::rule::RuleTables::restrict) the moves, or repetition is banned (N4).
    #[inline(never)]
    fn generate_restricted<P: Part>(&self, t: &Tables<W>, give: &mut dyn FnMut(Move) -> Flow) -> Flow {
        let allowed: &mut dyn FnMut(Move) -> Flow = &mut |m| {
            let is_allowed = t.rules.allow(self, t, m) && !self.repeats(t, m);
            if is_allowed { give(m) } else { Flow::Continue(()) }
        };
        self.generate_ordinary::<P, _>(t, &mut Visit(allowed))
    }

    /// The same without constraints (O1), what rules [restrict](crate::rule::RuleTables::restrict) and the ban on repetition (N4).
    pub(crate) fn generate_ordinary<P: Part, S: Sink<W>>(&self, t: &Tables<W>, sink: &mut S) -> Flow {
        if t.is_plain && t.neutrals.uncapturable().is_empty() {
            return self.generate_moves::<P, S>(t, sink);
        }
        self.generate_in_any::<P>(t, &mut |m| sink.one(m))
    }

    /// The same for games in which turns have parts, something follows moves, royals come and go, promotions are moves of their own,
    /// or pieces can't be captured.
    #[cold]
    #[inline(never)]
    fn generate_in_any<P: Part>(&self, t: &Tables<W>, give: &mut dyn FnMut(Move) -> Flow) -> Flow {
        if t.safety.tries_moves() {
            return self.generate_trying::<P>(t, give);
        }
        if t.neutrals.uncapturable().is_empty() {
            return self.generate_capturing_all::<P, _>(t, &mut Visit(give));
        }
        let uncapturable = self.uncapturable(t);
        let possible: &mut dyn FnMut(Move) -> Flow =
            &mut |m| if uncapturable.contains(m.to()) { Flow::Continue(()) } else { give(m) };
        self.generate_capturing_all::<P, _>(t, &mut Visit(possible))
    }

    /// The same where each move must be tried.
    #[cold]
    fn generate_trying<P: Part>(&self, t: &Tables<W>, give: &mut dyn FnMut(Move) -> Flow) -> Flow {
        let uncapturable = self.uncapturable(t);
        self.on_copy(|copy| {
            let possible: &mut dyn FnMut(Move) -> Flow = &mut |m| {
                let is_possible = !uncapturable.contains(m.to()) && copy.survives(t, m);
                if is_possible { give(m) } else { Flow::Continue(()) }
            };
            self.generate_capturing_all::<P, _>(t, &mut Visit(possible))
        })
    }

    /// The same as if nobody's pieces could all be captured and nothing followed a move.
    fn generate_capturing_all<P: Part, S: Sink<W>>(&self, t: &Tables<W>, sink: &mut S) -> Flow {
        if !t.spec.firsts.gates.is_empty() {
            return self.generate_gating::<P>(t, &mut |m| sink.one(m));
        }
        self.generate_ungated::<P, S>(t, sink)
    }

    /// The same without what may come from the hand to the cells that moves leave.
    pub(super) fn generate_ungated<P: Part, S: Sink<W>>(&self, t: &Tables<W>, sink: &mut S) -> Flow {
        if t.turn.places(self.part) {
            return if P::QUIETS { self.placings(t, &t.rules.placing, sink) } else { Flow::Continue(()) };
        }
        if P::QUIETS && !t.rules.own_promotion[self.side].is_empty() {
            self.promotions(t, &t.rules.own_promotion, &mut |m| sink.one(m))?;
        }
        self.generate_moves::<P, S>(t, sink)
    }

    /// The moves of a part of the turn that is a move. Three paths lead here, and the code is long.
    #[inline(never)]
    fn generate_moves<P: Part, S: Sink<W>>(&self, t: &Tables<W>, sink: &mut S) -> Flow {
        let masks = self.check_masks(t);
        let cells = self.occupancy(t);
        let movers = if P::CAPTURES || P::QUIETS { t.types() } else { 0 };
        for kind in PieceType::all(movers) {
            let pieces = self.of(self.side, kind);
            if pieces.is_empty() {
                continue;
            }
            if t.royals.is_sole(Piece::new(self.side, kind)) {
                self.sole_royal_moves::<P, S>(t, kind, &cells, sink)?;
                continue;
            }
            let mut careful = match &t.rules.promotion[self.side][kind.index()] {
                Some(table) => masks.pinned | table.origins,
                None => masks.pinned,
            };
            let remotely = self.promotes_remotely(t, kind, sink);
            if masks.check || P::QUIETS && !masks.hurdles.is_empty() || remotely {
                careful = t.all;
            }
            self.plain_moves::<P, S>(t, kind, pieces.without(careful), &cells, sink)?;
            for from in pieces & careful {
                self.careful_moves::<P, S>(t, kind, from, &masks, &cells, sink)?;
            }
        }
        t.rules.generate::<P, S>(self, t, &masks, &cells, sink)
    }

    /// The legal moves of the only royal of the side to move, which is of this type; castling and swaps excepted.
    pub(crate) fn sole_royal_moves<P: Part, S: Sink<W>>(
        &self,
        t: &Tables<W>,
        kind: PieceType,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        let (us, them) = (self.side, !self.side);
        let from = self.sole_royal[us as usize];
        let mut targets = self.targets::<P>(t, kind, from, cells);
        for to in targets {
            if self.attacked(t, to, them, &Without(from)) || self.faces(t, to, them, &Without(from)) {
                targets.remove(to);
            }
        }
        sink.moves(from, targets)?;
        if self.promotes_remotely(t, kind, sink) {
            for to in targets {
                self.remote_promotions(t, kind, Move::normal(from, to, None), &mut |m| sink.one(m))?;
            }
        }
        Flow::Continue(())
    }

    /// The moves of a piece that may promote, or that may expose the royal.
    fn careful_moves<P: Part, S: Sink<W>>(
        &self,
        t: &Tables<W>,
        kind: PieceType,
        from: Cell,
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        let targets = self.safe_targets(t, masks, from, self.targets::<P>(t, kind, from, cells));
        let promoting = match &t.rules.promotion[self.side][kind.index()] {
            Some(table) => targets & table.targets(from),
            None => BitBoard::EMPTY,
        };
        sink.moves(from, targets.without(promoting))?;
        for to in promoting {
            self.promotion_moves(t, kind, Move::normal(from, to, None), sink)?;
        }
        if self.promotes_remotely(t, kind, sink) {
            for to in targets {
                let m = Move::normal(from, to, None);
                let further: &mut dyn FnMut(Move) -> Flow =
                    &mut |m| self.remote_promotions(t, kind, m, &mut |m| sink.one(m));
                self.promotion_moves(t, kind, m, &mut Visit(further))?;
            }
        }
        Flow::Continue(())
    }

    /// The number of legal moves, up to [`MAX_MOVES`](crate::MAX_MOVES).
    pub(crate) fn count_legal(&self, t: &Tables<W>) -> u64 {
        let mut count = Count::default();
        let _ = self.generate::<All, _>(t, &mut count);
        count.total()
    }

    /// Whether there is a move that is legal but for what rules [restrict](crate::rule::RuleTables::restrict).
    pub(crate) fn has_unrestricted(&self, t: &Tables<W>) -> bool {
        if t.constraints.exist() {
            return self.has_unrestricted_constrained(t);
        }
        let found: &mut dyn FnMut(Move) -> Flow =
            &mut |m| if self.repeats(t, m) { Flow::Continue(()) } else { Flow::Break(()) };
        self.generate_ordinary::<All, _>(t, &mut Visit(found)).is_break()
    }

    /// Whether there is a legal move.
    pub(crate) fn has_legal(&self, t: &Tables<W>) -> bool {
        self.generate::<All, _>(t, &mut Any).is_break()
    }

    /// The legal moves, the first [`MAX_MOVES`](crate::MAX_MOVES) of them.
    pub(crate) fn legal_moves(&self, t: &Tables<W>) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.generate::<All, _>(t, &mut Collect::new(&mut moves));
        moves
    }
}
