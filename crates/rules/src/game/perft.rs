//! Counting move sequences.

use super::tables::Tables;
use crate::Move;
use crate::board::State;
use crate::board::part::All;
use crate::board::sink::{Collect, Count, Sink};

impl<const W: usize> State<W> {
    /// The number of sequences of exactly `depth` legal turns, the one that is under way counted as one, or `None` as soon as
    /// `go_on` says no. Draws don't stop it; a game that is won has no successors. The last moves are counted without being
    /// made.
    pub(crate) fn perft(&self, t: &Tables<W>, depth: u32, go_on: &mut impl FnMut() -> bool) -> Option<u64> {
        self.look_ahead(t, |copy| copy.count_sequences(t, depth, &mut Vec::new(), go_on))
    }

    /// `spare` are lists to use again.
    fn count_sequences(
        &mut self,
        t: &Tables<W>,
        depth: u32,
        spare: &mut Vec<Vec<Move>>,
        go_on: &mut impl FnMut() -> bool,
    ) -> Option<u64> {
        if !go_on() {
            return None;
        }
        if depth == 0 {
            return Some(1);
        }
        if depth == 1 && t.turn.is_last(self.part) {
            let mut count = Count::default();
            self.generate_continuations(t, &mut count);
            return Some(count.total());
        }
        let mut moves = spare.pop().unwrap_or_default();
        moves.clear();
        self.generate_continuations(t, &mut Collect::new(&mut moves));
        let mut sequences = Some(0u64);
        for &m in &moves {
            self.make(t, m);
            let rest = if self.is_within_turn() { depth } else { depth - 1 };
            let deeper = self.count_sequences(t, rest, spare, go_on);
            self.unmake_here(t);
            sequences = sequences.zip(deeper).map(|(sum, more)| sum.saturating_add(more));
            if sequences.is_none() {
                break;
            }
        }
        spare.push(moves);
        sequences
    }

    /// The moves that are counted.
    pub(crate) fn continuations(&self, t: &Tables<W>) -> Vec<Move> {
        let mut moves = Vec::new();
        self.generate_continuations(t, &mut Collect::new(&mut moves));
        moves
    }

    /// The legal moves, but bare royals (G6) don't end the game.
    fn generate_continuations<S: Sink<W>>(&self, t: &Tables<W>, sink: &mut S) {
        // A pass that leaves the side in check has ended the game (O9), so no royal is captured.
        let is_over = t.spec.goals.answers_facing && self.in_check(t, !self.side);
        if !self.is_won(t) && !is_over {
            let _ = self.generate_unfinished::<All, S>(t, sink);
        }
    }
}
