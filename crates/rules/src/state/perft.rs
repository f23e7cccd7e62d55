//! Counting move sequences (notation.md, "Perft").

use super::State;
use super::sink::{Collect, Count};
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
        if self.deficits != [0; 2] {
            return 0;
        }
        let Some((moves, deeper)) = lists.split_first_mut() else {
            let mut count = Count::default();
            let _ = self.generate_unfinished::<false, _>(t, &mut count);
            return count.0;
        };
        moves.clear();
        let _ = self.generate_unfinished::<false, _>(t, &mut Collect(moves));
        let mut sequences = 0;
        for &m in &*moves {
            self.make(t, m);
            sequences += self.count_sequences(t, depth - 1, deeper);
            self.unmake(t);
        }
        sequences
    }
}
