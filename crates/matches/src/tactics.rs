//! Positions with a forced win, found in games of players that do not think.

use crate::dice::dice;
use crate::greedy::random;
use crate::hunter::Hunter;
use crate::proof::{Proof, forced_win};
use spielraum_rules::{Color, Position, Rules};
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
        let (moves, fen) = line.trim_start_matches('\u{feff}').trim().split_once(' ')?;
        Some(Self { moves: moves.parse().ok().filter(|moves| (1..=50).contains(moves))?, fen: fen.trim().to_owned() })
    }
}

impl std::fmt::Display for Tactic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.moves, self.fen)
    }
}

/// Looks for tactics, shortest first, at most one of each length in a game; `told` receives the number of games played
/// and tactics found.
pub fn find_tactics(rules: &Rules, wanted: &Wanted, told: &mut dyn FnMut(u64, usize)) -> Vec<Tactic> {
    let hunter = Hunter::new(rules);
    let (mut found, mut seen) = (Vec::<Tactic>::new(), HashSet::new());
    let missing =
        |found: &[Tactic], moves: u32| found.iter().filter(|tactic| tactic.moves == moves).count() < wanted.each;
    for number in 0..wanted.games {
        if !(wanted.moves.0..=wanted.moves.1).any(|moves| missing(&found, moves)) {
            break;
        }
        let mut lengths = HashSet::new();
        for fen in last_positions(rules, &hunter, wanted, number) {
            // What the game was like until then is forgotten, as it is by who reads the FEN.
            let Ok(position) = Position::from_fen(rules, &fen) else { continue };
            if let Some(moves) = shortest_win(&position, wanted)
                && moves >= wanted.moves.0
                && missing(&found, moves)
                && !lengths.contains(&moves)
                && seen.insert(position.hash())
            {
                lengths.insert(moves);
                found.push(Tactic { moves, fen });
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

/// The positions before the last moves of the winner of a game, the last first; none if nobody won it.
fn last_positions(rules: &Rules, hunter: &Hunter, wanted: &Wanted, number: u64) -> Vec<String> {
    let Some(mut position) = decided_game(rules, hunter, wanted.seed, number) else { return Vec::new() };
    let mut fens = Vec::new();
    position.unmake();
    while fens.len() < 2 * wanted.moves.1 as usize {
        fens.push(position.fen());
        if position.unmake().is_none() || position.unmake().is_none() {
            break;
        }
    }
    fens
}

/// The end of a game that somebody won by a move of their own. In turn both sides are greedy, one of them, the other,
/// and none.
fn decided_game(rules: &Rules, hunter: &Hunter, seed: u64, number: u64) -> Option<Position> {
    let mut position = rules.start();
    let mut dice = dice(seed, number);
    for _ in 0..LONGEST_GAME {
        let last = position.side_to_move();
        let greedy = match number % 4 {
            0 => true,
            1 => last == Color::White,
            2 => last == Color::Black,
            _ => false,
        };
        let chosen = if greedy { hunter.choose(&position, &mut dice) } else { random(&position, &mut dice) };
        position.make_unchecked(chosen?);
        if let Some(outcome) = position.outcome() {
            return (outcome.winner == Some(last)).then_some(position);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finish::Finish;
    use spielraum_catalogue::{Compile, Source, load};
    use spielraum_rules::Move;

    #[test]
    fn tactics_are_read_as_they_are_written() {
        let tactic = Tactic { moves: 2, fen: "8/8 w - - 0 1".into() };
        assert_eq!(Tactic::parse(&format!("\u{feff}{tactic}")), Some(tactic.clone()));
        assert_eq!(Tactic::parse(&tactic.to_string()), Some(tactic));
        assert_eq!(Tactic::parse("0 8/8 w"), None);
        assert_eq!(Tactic::parse("mate"), None);
    }

    /// All moves that win at once, each tried on the board.
    fn winners(position: &mut Position) -> HashSet<Move> {
        let mut moves = position.legal_moves();
        moves.retain(|&m| {
            position.make_unchecked(m);
            let outcome = position.outcome_of_position();
            position.unmake();
            outcome.is_some_and(|outcome| outcome.winner == Some(position.side_to_move()))
        });
        moves.into_iter().collect()
    }

    #[test]
    fn no_move_that_wins_at_once_is_overlooked() {
        for game in ["minixiangqi", "nacht-schach", "nichtschach", "generalnichtschach", "stock-taijitu"] {
            let rules = load(Source::Builtin(game), &[]).unwrap().rules().unwrap();
            let (hunter, finish) = (Hunter::new(&rules), Finish::new(&rules));
            let mut position = (0..40).find_map(|number| decided_game(&rules, &hunter, 7, number)).unwrap();
            let mut seen = 0;
            for _ in 0..12 {
                position.unmake();
                let mut told = finish.candidates(&position);
                told.retain(|&m| finish.wins(&mut position, m));
                seen += told.len();
                assert_eq!(told.into_iter().collect::<HashSet<_>>(), winners(&mut position), "{}", position.fen());
            }
            assert!(seen > 0, "{game}");
        }
    }
}
