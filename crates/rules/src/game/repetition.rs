//! Positions that have been there before: what they mean to a search, and the ban on them (N4).

use super::tables::Tables;
use crate::board::piece::Piece;
use crate::board::{State, Undo};
use crate::spec::{Draws, Repetition};
use crate::{Change, Move, MoveKind, Standing};
use spielraum_geometry::Cell;

impl<const W: usize> State<W> {
    /// Whether some move of the side to move may be banned as a repetition (N4): a position can return after four plies at the
    /// earliest, or after two where what follows a move can undo it, or sides pass.
    #[inline(always)]
    pub(crate) fn may_repeat(&self, t: &Tables<W>) -> bool {
        // Only whole turns are compared.
        t.repetition_banned && self.history.len() >= soonest_return(t) && t.turn.is_last(self.part)
    }

    /// Whether a move is banned because its position resulted from an earlier move of the same side.
    pub(crate) fn repeats(&self, t: &Tables<W>, m: Move) -> bool {
        if !self.may_repeat(t) || self.leads_to_something_new(t, m) {
            return false;
        }
        if t.counts_something || t.effects.exist() || t.turn.are_several() {
            return self.has_been(self.hash_made(t, m));
        }
        self.has_been(self.hash_after(t, m))
    }

    /// Whether a position, known by its hash without a double step that can be answered, resulted from a move of the side to move.
    fn has_been(&self, hash: u64) -> bool {
        let is_it = |undo: &Undo| undo.hash ^ undo.en_passant_hash == hash;
        // The position before each move but the first resulted from a move; the first one nobody made.
        self.history.windows(2).rev().any(|pair| is_it(&pair[1]) && pair[0].mover == self.side)
    }

    /// Whether a move takes away what never comes back: a castling right, or an enemy's piece in a game without hands. What belongs
    /// to nobody may be placed again.
    #[inline(always)]
    fn leads_to_something_new(&self, t: &Tables<W>, m: Move) -> bool {
        if t.effects.revive || m.kind() == MoveKind::Pass {
            return false;
        }
        let changed = [Some(m.origin()), Some(m.to()), m.remote_promotion().map(|(cell, _)| cell)];
        let kept =
            changed.into_iter().flatten().fold(!0, |kept, cell| kept & t.rules.castling.rights_kept[cell.index()]);
        let (captured, _) = self.captured_by(m);
        let takes = !captured.is_none() && t.neutrals.owner(captured) == !self.side;
        self.rights & !kept != 0 || t.rules.hand.captured.is_none() && takes
    }

    /// The hash of the position after a move that keeps all castling rights, as if no double step could be answered then.
    fn hash_after(&self, t: &Tables<W>, m: Move) -> u64 {
        let (from, to) = (m.origin(), m.to());
        let hash = self.hash ^ self.en_passant_hash ^ t.zobrist.black_to_move();
        if m == Move::normal(from, to, None) && self.at(to).is_none() {
            let piece = self.at(from);
            return hash ^ t.zobrist.placed(piece, from) ^ t.zobrist.placed(piece, to);
        }
        let (mut hash, mut hands) = (hash, self.hands);
        self.changes(t, m, |change| match change {
            Change::Leaves(owner, kind, cell) | Change::Comes(owner, kind, cell) => {
                hash ^= t.zobrist.placed(Piece::of(owner, kind), cell);
            }
            Change::Hand(color, kind, more) => {
                if let Some(index) = t.hand_index(kind) {
                    let count = &mut hands[color as usize][index];
                    hash ^= t.zobrist.in_hand(color as usize, index, *count);
                    *count = count.wrapping_add_signed(more);
                    hash ^= t.zobrist.in_hand(color as usize, index, *count);
                }
            }
            _ => {}
        });
        hash
    }

    /// The same, found by making the move.
    fn hash_made(&self, t: &Tables<W>, m: Move) -> u64 {
        self.look_ahead(t, |after| {
            after.make(t, m);
            after.hash ^ after.en_passant_hash
        })
    }

    /// The first of the positions that may come back: what is captured never does in games without hands.
    #[inline(always)]
    fn first_that_may_return(&self, t: &Tables<W>) -> usize {
        let never_return = t.rules.hand.captured.is_none() && !t.effects.revive;
        if never_return { self.history.len().saturating_sub(self.since_capture as usize) } else { 0 }
    }

    /// What it means to a search that the position has been there before; `root` is the number of moves made
    /// when the search began. A position that comes back within the search is judged as if its last round would go on for
    /// ever. One that has only been there before the search is judged as the game judges it, since its first occurrence.
    /// Null moves end the look backwards.
    pub(crate) fn repetition(&self, t: &Tables<W>, root: usize) -> Standing {
        let (mut times_before, mut first) = (0, None);
        for at in (self.first_that_may_return(t)..self.history.len()).rev() {
            let undo = &self.history[at];
            if undo.played.is_none() {
                break;
            }
            if undo.hash == self.hash {
                times_before += 1;
                first = Some(at);
                if at >= root {
                    break;
                }
            }
        }
        let Some(first) = first else { return Standing::Open };
        match t.spec.goals.repetition {
            Repetition::Ignored => Standing::Open,
            // The first position of the game resulted from no move.
            Repetition::Banned if first == 0 && times_before == 1 => Standing::Open,
            Repetition::Banned => Standing::Banned,
            Repetition::Counted { times, loser, perpetual_check_loses } => {
                if first < root && times_before + 1 < usize::from(times) {
                    return Standing::Open;
                }
                let checker = if perpetual_check_loses { self.checker_since(first) } else { None };
                let loser = checker.or(loser.map(|loser| loser.side(!self.side)));
                Standing::Over(loser.map(|loser| !loser).or_else(|| self.winner_of_draw(t)))
            }
        }
    }

    /// Whether the side to move can bring back a position of a search that began when `root` moves had been made, and so draw
    /// (upcoming repetition; Marcel van Kervinck, 2018): the piece that it moved last can go back to where it was then, and the
    /// enemy's moves since have undone each other.
    pub(crate) fn has_upcoming_repetition(&self, t: &Tables<W>, root: usize) -> bool {
        let goals = &t.spec.goals;
        let is_draw = goals.draws == Draws::Drawn
            && matches!(goals.repetition, Repetition::Counted { loser: None, perpetual_check_loses: false, .. });
        // What counts changes by the move that goes back, and what follows moves need not undo itself.
        if !is_draw || t.counts_something || t.effects.exist() || t.turn.are_several() {
            return false;
        }
        let first = root.max(self.first_that_may_return(t));
        let mut way: Option<(Cell, Cell)> = None;
        // The side's own moves, the last one first; each answers a position to which the side might return.
        for own in (first + 1..self.history.len()).rev().skip(1).step_by(2) {
            let [before, undo, after] = [own - 1, own, own + 1].map(|at| self.history[at].played);
            let (Some(_), Some(m), Some(_)) = (before, undo, after) else { return false };
            let (from, to) = (m.origin(), m.to());
            let (start, end) = match way {
                None => (from, to),
                Some((start, end)) if start == to => (from, end),
                Some(_) => return false,
            };
            if m != Move::normal(from, to, None) {
                return false;
            }
            way = Some((start, end));
            let back = Move::normal(end, start, None);
            if self.at(start).is_none() && self.history[own - 1].hash == self.hash_after(t, back) {
                return self.is_pseudo_legal(t, back);
            }
        }
        false
    }
}

/// After how many plies a position can return at the earliest.
fn soonest_return<const W: usize>(t: &Tables<W>) -> usize {
    if t.effects.exist() || t.spec.has_passes() { 2 } else { 4 }
}
