//! Which moves are tried first.

use super::{Battle, REFUTERS};
use crate::moves::count_moves;
use spielraum_rules::Move;

/// A move without check counts as if it left the other side this many more answers.
const QUIET: u64 = 24;

impl Battle<'_> {
    /// The places of the attacker's moves in the order in which they are tried: the one that was best before, then those
    /// that leave the other side few answers. A move that leaves none, and does not reach the goal, is left out, unless that
    /// side has no turn.
    pub(super) fn order(&mut self, moves: &[Move], hint: u16) -> Vec<usize> {
        let mut scored: Vec<(u64, usize)> = Vec::with_capacity(moves.len());
        for (place, &m) in moves.iter().enumerate() {
            self.position.make_unchecked(m);
            let answers = count_moves(&self.position);
            let is_quiet = !self.position.in_check();
            let quiet = if is_quiet { QUIET } else { 0 };
            self.position.unmake();
            if place + 1 == usize::from(hint) {
                scored.push((0, place));
            } else if answers > 0 || is_quiet && self.parries {
                scored.push((answers + quiet, place));
            }
        }
        scored.sort_unstable();
        scored.into_iter().map(|(_, place)| place).collect()
    }

    /// Brings answers that refuted lately to the front.
    pub(super) fn put_refuters_first(&mut self, answers: &mut [Move], left: u16) {
        let Some(refuters) = self.refuters.get(usize::from(left)) else { return };
        let mut front = 0;
        for refuter in refuters.iter().rev() {
            if let Some(found) = answers[front..].iter().position(|answer| answer == refuter) {
                answers[front..=front + found].rotate_right(1);
                front += 1;
            }
        }
    }

    /// Keeps an answer that refuted something.
    pub(super) fn remember_refuter(&mut self, answer: Move, left: u16) {
        let left = usize::from(left);
        if self.refuters.len() <= left {
            self.refuters.resize(left + 1, Vec::new());
        }
        let refuters = &mut self.refuters[left];
        refuters.retain(|&refuter| refuter != answer);
        if refuters.len() == REFUTERS {
            refuters.remove(0);
        }
        refuters.push(answer);
    }
}
