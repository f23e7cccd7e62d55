//! Counting move sequences (notation.md, "Perft").

use super::State;
use super::part::All;
use super::sink::{Collect, Count, Sink};
use crate::Move;
use crate::tables::Tables;

impl<const W: usize> State<W> {
    /// The number of sequences of exactly `depth` legal moves. Draws don't stop it; a game that is won has
    /// no successors. The last moves are counted without being made.
    pub(crate) fn perft(&mut self, t: &Tables<W>, depth: u32) -> u64 {
        let mut lists = vec![Vec::new(); depth.saturating_sub(1) as usize];
        self.count_sequences(t, depth, &mut lists)
    }

    fn count_sequences(&mut self, t: &Tables<W>, depth: u32, lists: &mut [Vec<Move>]) -> u64 {
        if depth == 0 {
            return 1;
        }
        let Some((moves, deeper)) = lists.split_first_mut() else {
            let mut count = Count::default();
            self.generate_continuations(t, &mut count);
            return count.0;
        };
        moves.clear();
        self.generate_continuations(t, &mut Collect(moves));
        let mut sequences = 0;
        for &m in &*moves {
            self.make(t, m);
            sequences += self.count_sequences(t, depth - 1, deeper);
            self.unmake(t);
        }
        sequences
    }

    /// The moves that are counted.
    pub(crate) fn continuations(&mut self, t: &Tables<W>) -> Vec<Move> {
        let mut moves = Vec::new();
        self.generate_continuations(t, &mut Collect(&mut moves));
        moves
    }

    /// The legal moves, but bare royals (G6) don't end the game.
    fn generate_continuations<S: Sink<W>>(&mut self, t: &Tables<W>, sink: &mut S) {
        if !self.is_won(t) {
            let _ = self.generate_unfinished::<All, S>(t, sink);
        }
    }
}
