//! Making moves and taking them back.

use super::expand::{expand, expand_alone};
use super::tables::Tables;
use crate::board::piece::Piece;
use crate::board::stage::Stage;
use crate::board::{EnPassant, State, Undo};
use crate::spec::{Counter, MAX_PIECE_TYPES, PieceType};
use crate::{Change, Color, Move, MoveKind, Owner};
use spielraum_geometry::{BitBoard, Cell};
use std::mem::take;

/// Makes the changes on the state and keeps them.
struct Making<'a, const W: usize> {
    state: &'a mut State<W>,
    t: &'a Tables<W>,
    /// Whether a piece that is not the mover's has left the board.
    captures: bool,
    /// Whether a piece of the enemy's has left the board.
    takes: bool,
    /// The castling rights that are kept: those of which no piece has left its cell.
    rights: u32,
    /// The castling rights that may be won again: those of which a piece has been reborn on its cell (K4).
    regained: u32,
}

impl<const W: usize> Stage<W> for Making<'_, W> {
    #[inline(always)]
    fn state(&self) -> &State<W> {
        self.state
    }

    // A module for browsers has it once: it is a lot of code.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn change(&mut self, change: Change) {
        if let Change::Leaves(owner, _, cell) = change {
            self.captures |= owner != self.state.side;
            self.takes |= owner == !self.state.side;
            self.rights &= self.t.rules.castling.rights_kept[cell.index()];
        }
        self.state.changes.push(change);
        self.state.perform(self.t, change);
    }

    #[inline(always)]
    fn reborn(&mut self, cell: Cell) {
        self.regained |= !self.t.rules.castling.rights_kept[cell.index()];
    }
}

impl<const W: usize> State<W> {
    /// Works on a copy, on which moves may be made. It knows the moves that led here only where they decide which moves are
    /// legal (N4).
    pub(crate) fn look_ahead<R>(&self, t: &Tables<W>, work: impl FnOnce(&mut Self) -> R) -> R {
        self.on_copy(|copy| {
            if t.repetition_banned {
                copy.history.extend_from_slice(&self.history);
            }
            work(copy)
        })
    }

    /// Makes a legal move.
    pub(crate) fn make(&mut self, t: &Tables<W>, m: Move) {
        match t.is_plain {
            true => self.make_in::<true>(t, m),
            false => self.make_in_any(t, m),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn make_in_any(&mut self, t: &Tables<W>, m: Move) {
        self.make_in::<false>(t, m);
    }

    /// Makes a legal move in a game that is [`PLAIN`](crate::tables::Core::is_plain), or in any.
    #[inline(always)]
    fn make_in<const PLAIN: bool>(&mut self, t: &Tables<W>, m: Move) {
        let us = self.side;
        let undo = self.undo_for(Some(m));
        let moved = self.at(m.origin());
        let (rights, second) = (self.rights, self.second_mover(t, m));
        let took = !PLAIN && !self.captured_by(m).0.is_none();
        let mut making = Making { state: self, t, captures: false, takes: false, rights, regained: 0 };
        match PLAIN {
            true => expand_alone(&mut making, t, m),
            false => _ = expand(&mut making, t, m),
        }
        // A piece that is placed leaves its cell, and stays.
        let places = !PLAIN && m.kind() == MoveKind::Placing;
        let (mut captures, takes, mut rights) = (making.captures && !places, making.takes, making.rights);
        if !PLAIN && making.regained != 0 {
            let regained = making.regained;
            rights |= self.castlings_at_home(&t.rules.castling) & regained;
        }
        if !PLAIN && t.effects.revive {
            captures = took;
        }
        if !places || self.en_passant.is_some_and(|passed| self.passes_one_of(t, passed, &BitBoard::of(m.to()))) {
            self.forget_en_passant();
        }
        self.change_rights(t, rights);
        let kind = m.brought().unwrap_or_else(|| moved.kind());
        let passes = !PLAIN && m.kind() == MoveKind::Pass;
        let irreversible = captures
            || !passes && is_irreversible(t, m, kind, second)
            || !PLAIN && t.effects.exist() && self.changed_types(undo.first_change as usize);
        if !places {
            self.halfmove = if irreversible { 0 } else { self.halfmove.saturating_add(1) };
        }
        // What belongs to nobody may be placed again.
        self.since_capture = if takes { 0 } else { self.since_capture.saturating_add(1) };
        match PLAIN {
            true => self.finish_turn(t),
            false => self.finish_part(t),
        }
        if !PLAIN && t.turn.ask_mover() {
            let moved = match m.kind() {
                MoveKind::Placing => self.moved,
                MoveKind::Pass => None,
                _ => Some(m.to()),
            };
            self.set_moved(t, moved.filter(|_| t.turn.asks_mover(self.part)));
        }
        if !PLAIN && t.firsts.exist {
            self.forget_first_moves(t, undo.first_change as usize);
            self.regain_first_moves(t, self.rights & !undo.rights);
        }
        self.history.push(undo);
        self.remember_double_step(t, &t.rules.double_step, us, kind, m);
        if places {
            self.hash_en_passant_anew(t);
        }
        let gives_check = t.watches_checks && self.in_check(t, self.side);
        if gives_check && let Some(undo) = self.history.last_mut() {
            undo.gave_check = true;
        }
        if t.counts_something {
            t.rules.after_move(self, t, us, gives_check);
            if self.en_passant.is_some() {
                // Whether it can be answered may depend on what is counted.
                self.hash_en_passant_anew(t);
            }
        }
    }

    /// Takes back the last move; nothing happens if none was made.
    pub(crate) fn unmake(&mut self, t: &Tables<W>) {
        self.unmake_here(t);
    }

    /// The same, compiled where it is called.
    #[inline(always)]
    pub(super) fn unmake_here(&mut self, t: &Tables<W>) {
        let Some(undo) = self.history.pop() else { return };
        while self.changes.len() > undo.first_change as usize {
            if let Some(change) = self.changes.pop() {
                self.take_back(t, change);
            }
        }
        self.side = undo.mover;
        (self.part, self.moved) = (undo.part, undo.moved);
        self.rights = undo.rights;
        self.en_passant = undo.en_passant;
        self.en_passant_hash = undo.en_passant_hash;
        self.halfmove = undo.halfmove;
        self.fullmove = undo.fullmove;
        self.counters = undo.counters;
        self.since_capture = undo.since_capture;
        self.hash = undo.hash;
    }

    /// What holds on the board after a move; nothing else is changed, and the board is again as it was. The state must be a copy on
    /// which moves may be tried.
    pub(super) fn after_changes(&mut self, t: &Tables<W>, m: Move, ask: &dyn Fn(&Self) -> bool) -> bool {
        let mut changes = take(&mut self.changes);
        let first = changes.len();
        self.changes_to(t, m, |change| changes.push(change));
        self.changed(t, changes, first, ask)
    }

    /// What holds on the board after the last of some changes, from `first` on, which are forgotten afterwards. The list is the
    /// state's own.
    #[inline(never)]
    pub(super) fn changed(
        &mut self,
        t: &Tables<W>,
        mut changes: Vec<Change>,
        first: usize,
        ask: &dyn Fn(&Self) -> bool,
    ) -> bool {
        changes[first..].iter().for_each(|&change| self.shift(t, change));
        let answer = ask(self);
        changes[first..].iter().rev().for_each(|change| self.shift(t, change.inverse()));
        changes.truncate(first);
        self.changes = changes;
        answer
    }

    /// The type of the second piece that a castling or swap is about to move.
    #[inline(always)]
    fn second_mover(&self, t: &Tables<W>, m: Move) -> Option<PieceType> {
        match m.kind() {
            MoveKind::Castling => Some(t.rules.castling.moves[m.castling_index()].partner_type),
            MoveKind::Swap => Some(self.at(m.to()).kind()),
            _ => None,
        }
    }

    /// What is needed to take back a move that is about to be made.
    #[inline(always)]
    pub(super) fn undo_for(&self, played: Option<Move>) -> Undo {
        Undo {
            played,
            mover: self.side,
            part: self.part,
            moved: self.moved,
            first_change: self.changes.len() as u32,
            rights: self.rights,
            en_passant: self.en_passant,
            en_passant_hash: self.en_passant_hash,
            halfmove: self.halfmove,
            fullmove: self.fullmove,
            counters: self.counters,
            since_capture: self.since_capture,
            hash: self.hash,
            gave_check: false,
        }
    }

    /// Makes a change of pieces on the board or in hand.
    #[inline(always)]
    fn perform(&mut self, t: &Tables<W>, change: Change) {
        match change {
            Change::Leaves(owner, kind, cell) => self.remove(t, owner, kind, cell),
            Change::Comes(owner, kind, cell) => self.place(t, owner, kind, cell),
            Change::Hand(color, kind, more) => {
                if let Some(index) = t.hand_index(kind) {
                    self.change_hand(t, color, index, more);
                }
            }
            _ => {}
        }
    }

    /// Takes back a change of pieces, but not what it did to the hash.
    #[inline(always)]
    fn take_back(&mut self, t: &Tables<W>, change: Change) {
        match change {
            Change::Leaves(owner, kind, cell) => {
                self.set_down(t, owner, kind, cell);
                self.count_families(t, Piece::of(owner, kind), 1);
            }
            Change::Comes(owner, kind, cell) => {
                self.lift(t, owner, kind, cell);
                self.count_families(t, Piece::of(owner, kind), -1);
            }
            Change::Hand(color, kind, more) => {
                if let Some(index) = t.hand_index(kind) {
                    let count = &mut self.hands[color as usize][index];
                    *count = count.wrapping_add_signed(-more);
                }
            }
            Change::FirstMove(cell) => self.toggle_unmoved(cell),
            _ => {}
        }
    }

    /// Whether the changes of the last move, or of the one that is being made, from `first` on leave other pieces on the board than before.
    #[cold]
    fn changed_types(&self, first: usize) -> bool {
        if let [Change::Leaves(owner, kind, _), Change::Comes(other, into, _)] = self.changes[first..] {
            return (owner, kind) != (other, into);
        }
        let mut balance = [0i32; 3 * MAX_PIECE_TYPES];
        let index = |owner: Owner, kind: PieceType| owner as usize * MAX_PIECE_TYPES + kind.index();
        for change in &self.changes[first..] {
            match *change {
                Change::Leaves(owner, kind, _) => balance[index(owner, kind)] -= 1,
                Change::Comes(owner, kind, _) => balance[index(owner, kind)] += 1,
                _ => {}
            }
        }
        balance.iter().any(|&balance| balance != 0)
    }

    /// Whether the last move has left other pieces on the board than before.
    #[cold]
    pub(crate) fn last_changed_types(&self) -> bool {
        self.history.last().is_some_and(|undo| self.changed_types(undo.first_change as usize))
    }

    /// The changes of the last move on the board and in the hands, in order; none if no move was made.
    #[inline(always)]
    pub(crate) fn last_piece_changes(&self) -> &[Change] {
        self.history.last().map_or(&[], |undo| &self.changes[undo.first_change as usize..])
    }

    /// All changes of the last move, in order: pieces first, then what else belongs to a position.
    pub(crate) fn last_changes(&self) -> Vec<Change> {
        let Some(undo) = self.history.last() else { return Vec::new() };
        let mut changes = self.last_piece_changes().to_vec();
        if undo.rights != self.rights {
            changes.push(Change::Rights(undo.rights ^ self.rights));
        }
        if let Some(EnPassant { via, pawn }) = undo.en_passant {
            changes.push(Change::PassedBefore { via, pawn });
        }
        for &counter in Counter::ALL {
            for color in Color::BOTH {
                let (before, after) = (undo.counters[counter][color], self.counter(counter, color));
                if before != after {
                    changes.push(Change::Count(counter, color, i16::from(after) - i16::from(before)));
                }
            }
        }
        changes.push(Change::Clock(self.halfmove.wrapping_sub(undo.halfmove) as i32));
        if undo.fullmove != self.fullmove {
            changes.push(Change::MoveNumber(self.fullmove.wrapping_sub(undo.fullmove) as i32));
        }
        if undo.part != self.part {
            changes.push(Change::Part(self.part as i8 - undo.part as i8));
        }
        if undo.moved != self.moved {
            changes.push(Change::Moved { before: undo.moved, after: self.moved });
        }
        if undo.mover != self.side {
            changes.push(Change::Turn);
        }
        if let Some(EnPassant { via, pawn }) = self.en_passant {
            changes.push(Change::Passed { via, pawn });
        }
        changes
    }

    /// Makes changes of all kinds on a position, which becomes one without a past.
    pub(crate) fn apply(&mut self, t: &Tables<W>, changes: impl Iterator<Item = Change>) {
        self.history.clear();
        self.changes.clear();
        self.since_capture = 0;
        for change in changes {
            match change {
                Change::Leaves(..) | Change::Comes(..) | Change::Hand(..) => self.perform(t, change),
                Change::Rights(flipped) => self.change_rights(t, self.rights ^ flipped),
                Change::FirstMove(cell) => {
                    self.toggle_unmoved(cell);
                    self.hash ^= t.zobrist.unmoved(cell);
                }
                Change::PassedBefore { .. } => self.forget_en_passant(),
                Change::Passed { via, pawn } => {
                    self.forget_en_passant();
                    self.en_passant = Some(EnPassant { via, pawn });
                }
                Change::Count(counter, color, more) => {
                    let after = i16::from(self.counter(counter, color)) + more;
                    self.set_counter(t, counter, color, after as u8);
                }
                Change::Clock(more) => self.halfmove = self.halfmove.wrapping_add_signed(more),
                Change::MoveNumber(more) => self.fullmove = self.fullmove.wrapping_add_signed(more),
                Change::Part(more) => self.set_part(t, self.part.wrapping_add_signed(more)),
                Change::Moved { after, .. } => self.set_moved(t, after),
                Change::Turn => self.pass_turn(t),
            }
        }
        // Whether a double step can be answered depends on all the rest.
        self.hash_en_passant_anew(t);
    }
}

/// Whether the halfmove clock goes to 0 though nothing is captured: a drop, a change of type, a move of a pawn-type
/// piece (G5), be it the second piece of a castling or a swap.
#[inline(always)]
fn is_irreversible<const W: usize>(t: &Tables<W>, m: Move, moved: PieceType, second: Option<PieceType>) -> bool {
    let resets_clock = |kind: PieceType| t.spec.pieces[kind.index()].resets_clock;
    m.kind() == MoveKind::Drop
        || m.promotion().is_some()
        || m.remote_promotion().is_some()
        || resets_clock(moved)
        || second.is_some_and(resets_clock)
}
