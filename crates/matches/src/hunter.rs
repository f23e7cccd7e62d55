//! A player that does not think ahead but wants the game to end.

use crate::dice::sorted;
use crate::finish::{Finish, captures_to_win_with};
use crate::greedy::Values;
use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use spielraum_rules::{Move, Position, Rules};

/// In one of this many moves a check is preferred to a capture.
const CHECK_EVERY: u32 = 3;

/// What the last piece of a family is worth; the last but one half as much, and so on.
const LAST_OF_FAMILY: f64 = 100.0;

/// A greedy player that would rather capture from a family that has few pieces left, and that likes to give check.
pub(crate) struct Hunter {
    values: Values,
    finish: Finish,
}

impl Hunter {
    pub(crate) fn new(rules: &Rules) -> Self {
        Self { values: Values::new(rules), finish: Finish::new(rules) }
    }

    /// A move that wins at once if there is one, else a check now and then, else the best capture, else any legal move.
    pub(crate) fn choose(&self, position: &Position, dice: &mut ChaCha8Rng) -> Option<Move> {
        if let Some(winner) = self.finish.winning_move(position) {
            return Some(winner);
        }
        let moves = sorted(position.legal_moves(), position);
        if dice.random_ratio(1, CHECK_EVERY) && !self.finish.by_families_only() {
            let mut tried = position.clone();
            let checks: Vec<Move> = moves.iter().copied().filter(|&m| gives_check(&mut tried, m)).collect();
            if let Some(&check) = checks.choose(dice) {
                return Some(check);
            }
        }
        let captures = sorted(position.legal_captures(), position);
        let best = captures.iter().map(|&m| self.gain(position, m)).fold(0.0, f64::max);
        let best: Vec<Move> = captures.into_iter().filter(|&m| self.gain(position, m) >= best).collect();
        best.choose(dice).or_else(|| moves.choose(dice)).copied()
    }

    fn gain(&self, position: &Position, m: Move) -> f64 {
        let needed = captures_to_win_with(position, m);
        self.values.of_capture(position, m) + needed.map_or(0.0, |needed| LAST_OF_FAMILY / f64::from(needed))
    }
}

fn gives_check(position: &mut Position, m: Move) -> bool {
    position.make_unchecked(m);
    let check = position.in_check();
    position.unmake();
    check
}
