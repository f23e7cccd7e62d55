//! What a table says as a whole.

use crate::code::NONE;
use crate::evaluate::Solved;
use crate::kernel::Cells;
use crate::value::Value;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use spielraum_rules::Color;

const CHUNK: u64 = 1 << 14;

/// How the legal positions with one side to move end, counted without symmetry; like pieces are not distinguished.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideStatistics {
    /// The legal positions.
    pub legal: u64,
    /// Those that the side to move wins.
    pub won: u64,
    /// Those that nobody wins.
    pub drawn: u64,
    /// Those that the side to move loses.
    pub lost: u64,
    /// The plies that the longest win takes, `None` if there is none.
    pub longest_win: Option<u16>,
    /// The plies that the longest loss takes, `None` if there is none.
    pub longest_loss: Option<u16>,
    /// How many of the won positions take this many plies, from 0 plies to those of the longest win.
    pub wins_by_plies: Vec<u64>,
    /// The same of the lost positions.
    pub losses_by_plies: Vec<u64>,
}

/// Adds to a count by plies.
fn tally(counts: &mut Vec<u64>, plies: u16, count: u64) {
    let plies = usize::from(plies);
    if counts.len() <= plies {
        counts.resize(plies + 1, 0);
    }
    counts[plies] += count;
}

/// How the positions of a material end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// With White to move.
    pub white_to_move: SideStatistics,
    /// With Black to move.
    pub black_to_move: SideStatistics,
}

/// Positions in which either side would rather not be to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zugzwangs {
    /// White to move draws what Black to move loses, counted without symmetry.
    pub white_wins_else: u64,
    /// Black to move draws what White to move loses.
    pub black_wins_else: u64,
    /// The side to move loses.
    pub full_point: u64,
    /// The numbers of the first of them, one for each orbit.
    pub(crate) examples: Vec<u64>,
}

fn sum(mut counts: Vec<u64>, others: Vec<u64>) -> Vec<u64> {
    for (plies, count) in (0..).zip(others) {
        tally(&mut counts, plies, count);
    }
    counts
}

impl SideStatistics {
    fn add(&mut self, value: Value, count: u64) {
        self.legal += count;
        match value {
            Value::Win(plies) => {
                self.won += count;
                self.longest_win = self.longest_win.max(Some(plies));
                tally(&mut self.wins_by_plies, plies, count);
            }
            Value::Draw => self.drawn += count,
            Value::Loss(plies) => {
                self.lost += count;
                self.longest_loss = self.longest_loss.max(Some(plies));
                tally(&mut self.losses_by_plies, plies, count);
            }
        }
    }

    fn merge(self, other: Self) -> Self {
        Self {
            legal: self.legal + other.legal,
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
            longest_win: self.longest_win.max(other.longest_win),
            longest_loss: self.longest_loss.max(other.longest_loss),
            wins_by_plies: sum(self.wins_by_plies, other.wins_by_plies),
            losses_by_plies: sum(self.losses_by_plies, other.losses_by_plies),
        }
    }
}

impl Solved {
    /// The placement with a number and how many it stands for, if it stands for any.
    fn orbit(&self, number: u64) -> Option<(Cells, u64)> {
        let cells = self.index.placement(number)?;
        let count = self.index.orbit(number, &cells)?;
        Some((cells, u64::from(count)))
    }

    /// Counts all positions.
    pub(crate) fn statistics(&self) -> Statistics {
        Statistics { white_to_move: self.count(Color::White), black_to_move: self.count(Color::Black) }
    }

    fn count(&self, side: Color) -> SideStatistics {
        let size = self.index.size();
        let chunk = |chunk: u64| {
            let mut statistics = SideStatistics::default();
            for number in chunk * CHUNK..size.min((chunk + 1) * CHUNK) {
                if let Some(value) = self.code.decode(self.byte(number, side))
                    && let Some((_, count)) = self.orbit(number)
                {
                    statistics.add(value, count);
                }
            }
            statistics
        };
        (0..size.div_ceil(CHUNK)).into_par_iter().map(chunk).reduce(SideStatistics::default, SideStatistics::merge)
    }

    /// The numbers with a value, up to `most` of them.
    pub(crate) fn having(&self, side: Color, value: Value, most: usize) -> Vec<u64> {
        let Some(byte) = self.code.encode(value) else { return Vec::new() };
        (0..self.index.size()).filter(|&number| self.byte(number, side) == byte && byte != NONE).take(most).collect()
    }

    /// Counts the positions in which it is bad to be to move, and keeps the first `most` of them.
    pub(crate) fn zugzwangs(&self, most: usize) -> Zugzwangs {
        let mut found = Zugzwangs::default();
        for number in 0..self.index.size() {
            let [white, black] = Color::BOTH.map(|side| self.code.decode(self.byte(number, side)));
            let (Some(white), Some(black)) = (white, black) else { continue };
            let count = match (white.sign(), black.sign()) {
                (0, -1) => &mut found.white_wins_else,
                (-1, 0) => &mut found.black_wins_else,
                (-1, -1) => &mut found.full_point,
                _ => continue,
            };
            let Some((_, orbit)) = self.orbit(number) else { continue };
            *count += orbit;
            if found.examples.len() < most {
                found.examples.push(number);
            }
        }
        found
    }
}
