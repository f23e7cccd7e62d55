//! What was measured.

use crate::bots::Played;
use serde_json::Value;
use std::fmt;
use std::time::Duration;

/// The longest time in which 99 of 100 moves must be acknowledged.
const P99: Duration = Duration::from_millis(100);

/// What was measured.
pub struct Figures {
    games: usize,
    seconds: f64,
    /// The times of all acknowledgements, the shortest first.
    times: Vec<Duration>,
    errors: Vec<String>,
    /// Moves acknowledged.
    pub acknowledged: usize,
    /// Those of them that were not there after the restart.
    pub missing: usize,
}

impl Figures {
    /// Measurements of games that were played for a time.
    pub fn of(played: &[Played], time: Duration) -> Self {
        let mut times: Vec<Duration> = played.iter().flat_map(|game| game.times.iter().copied()).collect();
        times.sort_unstable();
        Self {
            games: played.len(),
            seconds: time.as_secs_f64(),
            times,
            errors: played.iter().flat_map(|game| game.errors.clone()).collect(),
            acknowledged: played.iter().map(|game| game.moves.len()).sum(),
            missing: 0,
        }
    }

    /// Counts the acknowledged moves of a game that a server does not have. One more than acknowledged may be there.
    pub fn compare(&mut self, game: &Played, stored: &Value) {
        let stored: Vec<&str> = stored["moves"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let same = game.moves.iter().zip(&stored).take_while(|(ours, theirs)| ours == theirs).count();
        self.missing += game.moves.len() - same;
        if stored.len() > game.moves.len() + 1 {
            self.errors.push(format!("{} has moves that nobody made", game.id));
        }
    }

    /// Whether all is as it must be.
    pub fn good(&self) -> bool {
        self.missing == 0 && self.errors.is_empty() && self.acknowledged > 0 && self.at(0.99) < P99
    }

    /// The time within which so large a part of the moves was acknowledged.
    fn at(&self, part: f64) -> Duration {
        let last = self.times.len().saturating_sub(1);
        let at = ((self.times.len() as f64 * part).ceil() as usize).saturating_sub(1).min(last);
        self.times.get(at).copied().unwrap_or_default()
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |part| self.at(part).as_secs_f64() * 1000.0;
        write!(f, "{} games, {} moves, ", self.games, self.acknowledged)?;
        write!(f, "{:.0} moves/s, acknowledged after ", self.acknowledged as f64 / self.seconds)?;
        write!(f, "{:.1} ms (p50), {:.1} ms (p90), {:.1} ms (p99), ", ms(0.5), ms(0.9), ms(0.99))?;
        write!(f, "{:.1} ms (max); {} errors", ms(1.0), self.errors.len())?;
        for error in self.errors.iter().take(5) {
            write!(f, "\n  {error}")?;
        }
        Ok(())
    }
}
