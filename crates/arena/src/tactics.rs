//! Positions with a forced win, found in games of players that do not think.

use crate::dice::dice;
use crate::greedy::{Values, greedy, random};
use crate::proof::{Proof, forced_win};
use spielraum_rules::{Position, Rules};
use std::collections::HashSet;

/// A position in which the side to move wins by force.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tactic {
    /// In how many of its moves.
    pub moves: u32,
    /// The position.
    pub fen: String,
}

/// How many are wanted, and how hard to look for them.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The shortest and the longest win, in moves of the winner.
    pub moves: (u32, u32),
    /// How many of each length.
    pub each: usize,
    /// In how many games to look.
    pub games: u64,
    /// How many positions a proof may look at.
    pub effort: u64,
    /// On what the games depend.
    pub seed: u64,
}

/// No game is followed for longer, in plies.
const LONGEST_GAME: usize = 600;

impl Tactic {
    /// Reads a line `MOVES FEN`; `None` if it is none.
    pub fn parse(line: &str) -> Option<Self> {
        let (moves, fen) = line.trim().split_once(' ')?;
        Some(Self { moves: moves.parse().ok().filter(|moves| (1..=50).contains(moves))?, fen: fen.trim().to_owned() })
    }
}

impl std::fmt::Display for Tactic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.moves, self.fen)
    }
}

/// Looks for tactics, shortest first; `told` hears of the number of games played and tactics found.
pub fn find_tactics(rules: &Rules, wanted: &Wanted, told: &mut dyn FnMut(u64, usize)) -> Vec<Tactic> {
    let values = Values::new(rules);
    let (mut found, mut seen) = (Vec::<Tactic>::new(), HashSet::new());
    let missing =
        |found: &[Tactic], moves: u32| found.iter().filter(|tactic| tactic.moves == moves).count() < wanted.each;
    for number in 0..wanted.games {
        if !(wanted.moves.0..=wanted.moves.1).any(|moves| missing(&found, moves)) {
            break;
        }
        let Some(mut position) = decided_game(rules, &values, wanted.seed, number) else { continue };
        // Before the last move the winner is to move, and before each second one.
        position.unmake();
        for _ in 0..wanted.moves.1 {
            if let Some(moves) = shortest_win(&position, wanted)
                && moves >= wanted.moves.0
                && missing(&found, moves)
                && seen.insert(position.hash())
            {
                found.push(Tactic { moves, fen: position.fen() });
            }
            if position.unmake().is_none() || position.unmake().is_none() {
                break;
            }
        }
        told(number + 1, found.len());
    }
    found.sort_by_key(|tactic| tactic.moves);
    found
}

/// The length of the shortest forced win that is found, in moves.
fn shortest_win(position: &Position, wanted: &Wanted) -> Option<u32> {
    (1..=wanted.moves.1).find(|&moves| matches!(forced_win(position, moves, wanted.effort), Proof::Won(_)))
}

/// The end of a game that somebody won by a move of their own; every second one between greedy players.
fn decided_game(rules: &Rules, values: &Values, seed: u64, number: u64) -> Option<Position> {
    let mut position = rules.start();
    let mut dice = dice(seed, number);
    for _ in 0..LONGEST_GAME {
        let last = position.side_to_move();
        let chosen = if number.is_multiple_of(2) {
            greedy(&mut position, values, &mut dice)
        } else {
            random(&mut position, &mut dice)
        };
        position.make(chosen?);
        if let Some(outcome) = position.game_result() {
            return (outcome.winner == Some(last)).then_some(position);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tactics_are_read_as_they_are_written() {
        let tactic = Tactic { moves: 2, fen: "8/8 w - - 0 1".into() };
        assert_eq!(Tactic::parse(&tactic.to_string()), Some(tactic));
        assert_eq!(Tactic::parse("0 8/8 w"), None);
        assert_eq!(Tactic::parse("mate"), None);
    }
}
