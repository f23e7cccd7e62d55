//! Moves as a search wants them: part by part, and one by one.

use super::tables::Tables;
use crate::board::State;
use crate::board::overlay::Without;
use crate::board::part::{Part, Quiets};
use crate::board::piece::Piece;
use crate::board::sink::Visit;
use crate::board::sink::{Collect, Flow, Sink};
use crate::rule::Game;
use crate::spec::PieceType;
use crate::tables::lines::Slot;
use crate::{Move, MoveKind};
use spielraum_geometry::{BitBoard, Cell};

impl<const W: usize> State<W> {
    /// Appends the legal moves of a part, bans on repetition (N4) not considered; the game must not be over.
    pub(crate) fn select<P: Part>(&self, t: &Tables<W>, moves: &mut Vec<Move>) {
        self.select_with::<P>(t, moves, true);
    }

    /// Appends the legal moves of [`select`](Self::select) that capture and promote no other piece (Q16).
    pub(crate) fn select_plain_captures(&self, t: &Tables<W>, moves: &mut Vec<Move>) {
        self.select_with::<crate::board::part::Captures>(t, moves, false);
    }

    /// Appends the legal moves of a part, with or without promotions of another piece.
    fn select_with<P: Part>(&self, t: &Tables<W>, moves: &mut Vec<Move>, remote_promotions: bool) {
        let first = moves.len();
        let mut collect = Collect::new(moves);
        collect.remote_promotions = remote_promotions;
        let _ = self.generate_ungated::<P, _>(t, &mut collect);
        if !t.spec.firsts.gates.is_empty() {
            self.append_gatings(t, moves, first);
        }
        if !t.neutrals.uncapturable().is_empty() {
            let uncapturable = self.uncapturable(t);
            retain(moves, first, |m| !uncapturable.contains(m.to()));
        }
        self.drop_forbidden(t, moves, first);
    }

    /// Appends the legal moves that may leave attacked what the enemy must not lose; those that do are all among them.
    pub(crate) fn select_threats(&self, t: &Tables<W>, moves: &mut Vec<Move>) {
        if t.turn.places(self.part) {
            return self.select::<crate::board::part::All>(t, moves);
        }
        let (side, first) = (self.side, moves.len());
        let [mut targets, mut leaving, mut coming] = [BitBoard::<W>::EMPTY; 3];
        for target in self.indispensable(t, !side) {
            targets.insert(target);
            // Leaving a line may open it; who comes to it may hop or be a hurdle.
            let used = |slot: &&Slot| t.attacks.directions_of(side) >> slot.direction & 1 != 0;
            for slot in t.lines.slots(target).iter().filter(used) {
                let own = self.lines[usize::from(slot.line)].pieces[side as usize];
                t.lines.cells(slot.line, own).for_each(|cell| leaving.insert(cell));
                if t.attacks.has_hops {
                    t.lines.cells(slot.line, u32::MAX).for_each(|cell| coming.insert(cell));
                }
            }
            for attack in t.attacks.routes(side, target) {
                coming.insert(attack.source);
                attack.ways.iter().for_each(|way| leaving |= *way);
            }
        }
        self.select::<crate::board::part::All>(t, moves);
        let families = !t.families.is_empty();
        retain(moves, first, |m| {
            let kind = m.promotion().or(m.dropped()).unwrap_or_else(|| self.at(m.origin()).kind());
            let plain = matches!(m.kind(), MoveKind::Normal | MoveKind::Drop | MoveKind::DoubleStep);
            t.safety.judges_checks()
                || !plain
                || m.does_more()
                || families && !self.at(m.to()).is_none()
                || m.kind() != MoveKind::Drop && leaving.contains(m.origin())
                || coming.contains(m.to())
                || self.aims_at(t, &targets, side, kind, m.to())
        });
    }

    /// Appends the legal moves of [`select`](Self::select) that promote without capturing.
    pub(crate) fn select_promotions(&self, t: &Tables<W>, moves: &mut Vec<Move>) {
        if t.turn.places(self.part) {
            return;
        }
        if t.firsts.exist {
            return self.select_such::<Quiets>(t, moves, &|m| m.promotion().is_some());
        }
        let first = moves.len();
        let (masks, cells) = (self.check_masks(t), self.occupancy(t));
        for kind in PieceType::all(t.types()) {
            let Some(table) = &t.rules.promotion[self.side][kind.index()] else { continue };
            for from in self.of(self.side, kind) & table.origins {
                let targets = self.targets::<Quiets>(t, kind, from, &cells);
                for to in self.safe_targets(t, &masks, from, targets & table.targets(from)) {
                    let mut keep = Visit(|m: Move| {
                        if m.promotion().is_some() {
                            moves.push(m);
                        }
                        Flow::Continue(())
                    });
                    let _ = self.promotion_moves(t, kind, Move::normal(from, to, None), &mut keep);
                }
            }
        }
        if !t.rules.own_promotion[self.side].is_empty() {
            let _ = self.promotions(t, &t.rules.own_promotion, &mut |m| {
                moves.push(m);
                Flow::Continue(())
            });
        }
        if t.rules.double_step.iter().any(|table| table.may_promote) {
            let mut keep = Visit(|m: Move| {
                if m.promotion().is_some() {
                    moves.push(m);
                }
                Flow::Continue(())
            });
            let _ = self.double_steps(t, &t.rules.double_step, &masks, &cells, &mut keep);
        }
        self.drop_forbidden(t, moves, first);
    }

    /// Appends the plain moves of [`select`](Self::select) that neither capture nor promote and after which the piece that
    /// moves attacks a royal of the enemy by leaping or sliding.
    pub(crate) fn select_checks(&self, t: &Tables<W>, moves: &mut Vec<Move>) {
        if t.firsts.exist {
            return self.select_such::<Quiets>(t, moves, &|m| {
                let is_plain = m.kind() == MoveKind::Normal && m.promotion().is_none();
                is_plain && self.aims_at_royal(t, self.side, self.at(m.origin()).kind(), m.to())
            });
        }
        let first = moves.len();
        if t.royals.exist() {
            let _ = self.quiet_checks(t, &mut Collect::new(moves));
        }
        self.drop_forbidden(t, moves, first);
    }

    fn quiet_checks<S: Sink<W>>(&self, t: &Tables<W>, sink: &mut S) -> Flow {
        let (masks, cells) = (self.check_masks(t), self.occupancy(t));
        let royals = self.royals(t, !self.side);
        for kind in PieceType::all(t.types()) {
            let (piece, pieces) = (Piece::new(self.side, kind), self.of(self.side, kind));
            if pieces.is_empty() || t.royals.is_sole(piece) {
                continue;
            }
            let sources = cells.empty & self.sources(t, piece, &royals);
            if sources.is_empty() {
                continue;
            }
            for from in pieces {
                let targets = sources & self.targets::<Quiets>(t, kind, from, &cells);
                if targets.is_empty() {
                    continue;
                }
                for to in self.safe_targets(t, &masks, from, targets) {
                    let m = Move::normal(from, to, None);
                    if self.promotion_moves(t, kind, m, &mut Visit::finding(m)).is_break() {
                        sink.one(m)?;
                    }
                }
            }
        }
        Flow::Continue(())
    }

    /// Takes out the moves from `first` on that a rule [forbids](crate::rule::RuleTables::restrict) or constraints do, or after
    /// which what follows harms a royal.
    fn drop_forbidden(&self, t: &Tables<W>, moves: &mut Vec<Move>, first: usize) {
        if t.rules.restrict(self, t) {
            retain(moves, first, |m| t.rules.allow(self, t, m));
        }
        if t.safety.tries_moves() {
            self.drop_deadly(t, moves, first);
        }
        if t.constraints.exist() {
            self.drop_constrained(t, moves, first);
        }
    }

    /// Whether a move of any position of the game is legal here; also where there are more than are listed.
    pub(crate) fn is_legal(&self, t: &Tables<W>, m: Move) -> bool {
        self.decided(t).is_none() && self.is_pseudo_legal(t, m) && !self.repeats(t, m)
    }

    /// Whether a move of any position of the game is one that [`select`](Self::select) gives here, found out by
    /// generating no others than those of its kind from its cell.
    pub(crate) fn is_pseudo_legal(&self, t: &Tables<W>, m: Move) -> bool {
        let cells = t.spec.board.len();
        if m.origin().index() >= cells || m.to().index() >= cells || !self.accepts_ordinary(t, m) {
            return false;
        }
        t.rules.allow(self, t, m)
            && (!t.safety.tries_moves() || t.survives(self, m))
            && (!t.constraints.exist() || self.fits(t, m))
    }

    /// The same without what rules [restrict](crate::rule::RuleTables::restrict).
    fn accepts_ordinary(&self, t: &Tables<W>, m: Move) -> bool {
        if m.does_more() {
            if m.gate().is_some() {
                return self.accepts_ordinary(t, m.alone()) && self.accepts_gating(t, m, m.alone());
            }
            if !matches!(m.kind(), MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant) {
                return false;
            }
            let first = m.alone();
            return self.accepts_ordinary(t, first) && {
                let kind = self.at(m.origin()).kind();
                self.remote_promotions(t, kind, first, &mut Visit::finding(m).0).is_break()
            };
        }
        if t.turn.places(self.part) != (m.kind() == MoveKind::Placing) {
            return false;
        }
        match m.kind() {
            MoveKind::Normal => self.accepts_plain(t, m),
            MoveKind::Drop => self.accepts_drop(t, &t.rules.hand, m),
            MoveKind::DoubleStep => self.accepts_double_step(t, &t.rules.double_step, m),
            MoveKind::EnPassant => self.en_passant_captures(t, &mut Visit::finding(m)).is_break(),
            MoveKind::Castling => self.accepts_castling(t, &t.rules.castling, m),
            MoveKind::Swap => self.accepts_swap(t, &t.rules.swap, m),
            MoveKind::Placing => self.accepts_placing(t, &t.rules.placing, m),
            MoveKind::Pass => self.pass(t, &t.rules.pass) == Some(m),
            MoveKind::Promotion => self.promotions(t, &t.rules.own_promotion, &mut Visit::finding(m).0).is_break(),
        }
    }

    /// Whether what stands on a cell, if anything does, is not a piece that nobody may capture.
    #[inline(always)]
    fn may_capture(&self, t: &Tables<W>, cell: Cell) -> bool {
        t.neutrals.uncapturable().is_empty() || !self.uncapturable(t).contains(cell)
    }

    fn accepts_plain(&self, t: &Tables<W>, m: Move) -> bool {
        let (from, to) = (m.origin(), m.to());
        let piece = self.at(from);
        if !piece.is(self.side) || m != Move::normal(from, to, m.promotion()) || !self.may_capture(t, to) {
            return false;
        }
        let (kind, cells) = (piece.kind(), self.occupancy(t));
        if !self.all_targets(t, kind, from, &cells).contains(to) {
            return t.firsts.exist && self.accepts_first_move(t, m);
        }
        if t.royals.is_sole(piece) {
            let them = !self.side;
            return m.promotion().is_none()
                && !self.attacked(t, to, them, &Without(from))
                && !self.faces(t, to, them, &Without(from));
        }
        let plain = Move::normal(from, to, None);
        self.promotion_moves(t, kind, plain, &mut Visit::finding(m)).is_break() && self.may_go(t, from, to)
    }
}

/// Takes out the moves from `first` on of which `keep` is false.
#[inline(always)]
pub(super) fn retain(moves: &mut Vec<Move>, first: usize, mut keep: impl FnMut(Move) -> bool) {
    let mut kept = first;
    for index in first..moves.len() {
        if keep(moves[index]) {
            moves[kept] = moves[index];
            kept += 1;
        }
    }
    moves.truncate(kept);
}
