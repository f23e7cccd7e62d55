//! What games between equals say about a game: who has the advantage, how long it takes, how it ends.

use crate::elo::{Pairs, Tally};
use crate::game::PlayedGame;
use crate::matches::MatchGame;
use spielraum_play::Ending;
use spielraum_rules::{Color, Reason};
use std::collections::BTreeMap;

/// Statistics of a game, collected from games between equal players.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// The games from White's side.
    pub white: Tally,
    /// White's points in pairs of games from the same opening.
    pub pairs: Pairs,
    /// The length of each game in plies, the opening included.
    pub lengths: Vec<u32>,
    /// The number of legal moves, summed for each ply after the start, and how many positions that is.
    pub moves_by_ply: Vec<(u64, u64)>,
    /// How games ended, and how often.
    pub endings: BTreeMap<String, u64>,
    /// Which groups of pieces ran out, and how often each side's did.
    pub extinct: BTreeMap<String, [u64; 2]>,
}

impl Figures {
    /// Takes in the two games of a pair.
    pub fn add(&mut self, pair: &[MatchGame; 2]) {
        let mut sum = 0;
        for MatchGame { game, .. } in pair {
            let half_points = match game.ending.winner() {
                Some(Color::White) => 2,
                Some(Color::Black) => 0,
                None => 1,
            };
            sum += half_points;
            self.white.add(half_points);
            self.add_game(game);
        }
        self.pairs.add(sum);
    }

    fn add_game(&mut self, game: &PlayedGame) {
        self.lengths.push(game.moves.len() as u32);
        let ending = match &game.ending {
            Ending::Rules(outcome) => {
                if let (Reason::Extinction(groups), Some(winner)) = (&outcome.reason, outcome.winner) {
                    self.extinct.entry(groups.clone()).or_default()[!winner as usize] += 1;
                }
                // How often a position came about is no other way to end a game.
                match outcome.reason {
                    Reason::Repetition(_) => "repetition".to_owned(),
                    Reason::Extinction(_) => "extinction".to_owned(),
                    ref other => other.to_string(),
                }
            }
            Ending::TooLong => "too long".to_owned(),
            _ => "other".to_owned(),
        };
        *self.endings.entry(ending).or_default() += 1;
        self.count_moves(game);
    }

    fn count_moves(&mut self, game: &PlayedGame) {
        let mut position = game.last.clone();
        for ply in (0..game.moves.len()).rev() {
            position.unmake();
            if ply < game.opening {
                break;
            }
            if self.moves_by_ply.len() <= ply {
                self.moves_by_ply.resize(ply + 1, (0, 0));
            }
            let (sum, count) = &mut self.moves_by_ply[ply];
            *sum += position.count_legal();
            *count += 1;
        }
    }

    /// How many games there were.
    pub fn games(&self) -> u64 {
        self.white.games()
    }

    /// The mean number of legal moves of all positions in which a player chose.
    pub fn branching(&self) -> f64 {
        let (sum, count) = self.moves_by_ply.iter().fold((0, 0), |(s, c), &(sum, count)| (s + sum, c + count));
        sum as f64 / (count as f64).max(1.0)
    }

    /// The length that a share of the games does not exceed, in plies; a half gives the median.
    pub fn length(&self, share: f64) -> u32 {
        let mut lengths = self.lengths.clone();
        lengths.sort_unstable();
        let at = (share.clamp(0.0, 1.0) * lengths.len().saturating_sub(1) as f64).round() as usize;
        lengths.get(at).copied().unwrap_or(0)
    }
}
