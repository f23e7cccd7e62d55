//! Openings of a match: random moves from the start, so that engines that always play the same do not.

use crate::dice::dice;
use crate::finish::Finish;
use crate::greedy::random;
use spielraum_rules::Position;

/// How often a line that ends the game, or lets it be won at once, is tried again before a shorter one is taken.
const TRIES: u64 = 50;

/// The position after `plies` random moves, made on it, the same for the same seed and number.
///
/// The game is not over in it, and the side to move can't win at once: such a game would say nothing about its players.
/// Where games end so soon that no such line is found, there are fewer moves.
pub fn opening(start: &Position, plies: u32, seed: u64, number: u64) -> Position {
    for length in (0..=plies).rev() {
        for attempt in 0..TRIES {
            if let Some(position) = line(start, length, seed, number * TRIES + attempt) {
                return position;
            }
        }
    }
    start.clone()
}

fn line(start: &Position, plies: u32, seed: u64, stream: u64) -> Option<Position> {
    let mut position = start.clone();
    let mut dice = dice(seed, stream);
    for _ in 0..plies {
        let chosen = random(&position, &mut dice)?;
        position.make(chosen);
        if position.outcome().is_some() {
            return None;
        }
    }
    let finish = Finish::new(position.rules());
    finish.winning_move(&position).is_none().then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_catalogue::{Compile, Source, load};

    #[test]
    fn nobody_wins_an_opening() {
        let rules = load(Source::Builtin("minixiangqi"), &[]).unwrap().rules().unwrap();
        let start = rules.start();
        let mut decided = 0;
        for number in 0..300 {
            let mut position = opening(&start, 4, 3, number);
            assert_eq!(position.ply(), 4);
            assert_eq!(position.outcome(), None);
            let side = position.side_to_move();
            for m in position.legal_moves() {
                position.make(m);
                assert_ne!(
                    position.outcome_of_position().and_then(|outcome| outcome.winner),
                    Some(side),
                    "{}",
                    position.fen()
                );
                position.unmake();
            }
            decided += usize::from((0..TRIES).any(|attempt| line(&start, 4, 3, number * TRIES + attempt).is_none()));
        }
        assert!(decided > 10, "lines that can be won at once are no rarity in so small a game");
    }
}
