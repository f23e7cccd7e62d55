//! Who chooses the moves.

use super::values::Values;
use clap::ValueEnum;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use spielraum_rules::{ByColor, Color, Move, Position};

/// A kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlayerKind {
    /// A person at the terminal
    Human,
    /// Any legal move
    Random,
    /// Wins at once if it can, else takes the most valuable piece it can, else any legal move
    Greedy,
}

/// The two players.
pub struct Players {
    kinds: ByColor<PlayerKind>,
    dice: ByColor<ChaCha8Rng>,
    hint_dice: ChaCha8Rng,
}

impl Players {
    /// The players, whose programs choose as `seed` has it.
    pub fn new(kinds: ByColor<PlayerKind>, seed: u64) -> Self {
        let dice = |stream: u64| {
            let mut dice = ChaCha8Rng::seed_from_u64(seed);
            dice.set_stream(stream);
            dice
        };
        Self { kinds, dice: ByColor { white: dice(1), black: dice(2) }, hint_dice: dice(3) }
    }

    /// Whether one of them is a person.
    pub fn human_plays(&self) -> bool {
        Color::BOTH.into_iter().any(|color| self.is_human(color))
    }

    /// Whether this side is a person's.
    pub fn is_human(&self, color: Color) -> bool {
        self.kinds[color] == PlayerKind::Human
    }

    /// What the side to move plays, if it is a program and has a move.
    pub fn choose(&mut self, position: &mut Position, values: &Values) -> Option<Move> {
        let side = position.side_to_move();
        match self.kinds[side] {
            PlayerKind::Human => None,
            PlayerKind::Random => sorted(position.legal_moves(), position).choose(&mut self.dice[side]).copied(),
            PlayerKind::Greedy => greedy(position, values, &mut self.dice[side]),
        }
    }

    /// A suggestion; it does not disturb what the programs will choose.
    pub fn hint(&mut self, position: &mut Position, values: &Values) -> Option<Move> {
        greedy(position, values, &mut self.hint_dice)
    }
}

fn greedy(position: &mut Position, values: &Values, dice: &mut ChaCha8Rng) -> Option<Move> {
    let moves = sorted(position.legal_moves(), position);
    if let Some(winner) = moves.iter().copied().find(|&m| wins(position, m)) {
        return Some(winner);
    }
    let captures = sorted(position.captures(), position);
    let gain = |m: Move| values.of_capture(position, m);
    let best = captures.iter().map(|&m| gain(m)).fold(0.0, f64::max);
    let most_valuable: Vec<Move> = captures.iter().copied().filter(|&m| gain(m) >= best).collect();
    most_valuable.choose(dice).or_else(|| moves.choose(dice)).copied()
}

/// The moves in the order of their texts, so that a seed means the same whatever order they come in.
fn sorted(mut moves: Vec<Move>, position: &Position) -> Vec<Move> {
    moves.sort_by_cached_key(|&m| position.move_text(m));
    moves
}

fn wins(position: &mut Position, m: Move) -> bool {
    let side = position.side_to_move();
    position.make(m);
    let outcome = position.result();
    position.unmake();
    outcome.is_some_and(|outcome| outcome.winner == Some(side))
}
