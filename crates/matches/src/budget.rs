//! How much a player may think about a move.

use spielraum_engine::{Clock, Level, Limits};
use spielraum_rules::ByColor;
use std::time::Duration;
use thiserror::Error;

/// How much a player may think about a move. What is not set does not limit; with nothing set at all a player
/// has [`Budget::DEFAULT_TIME`] for each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Time for each move.
    pub time: Option<Duration>,
    /// Positions looked at for each move.
    pub nodes: Option<u64>,
    /// Depth of each search, in plies.
    pub depth: Option<u32>,
    /// A clock for the whole game: what it starts with, and what each move adds.
    pub clock: Option<(Duration, Duration)>,
}

/// Why a text is no budget.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is no limit: write time=100ms, nodes=10000, depth=6 or clock=10s+100ms, several joined by commas")]
pub struct BudgetError(String);

impl Budget {
    /// What a player has for a move if nothing is said.
    pub const DEFAULT_TIME: Duration = Duration::from_millis(100);

    /// Reads `time=100ms,nodes=5000`.
    pub fn parse(text: &str) -> Result<Self, BudgetError> {
        let mut budget = Self::default();
        for part in text.split(',') {
            let wrong = || BudgetError(part.chars().take(60).collect());
            let (name, value) = part.split_once('=').ok_or_else(wrong)?;
            let value = value.trim();
            let understood = match name.trim() {
                "time" => duration(value).map(|time| budget.time = Some(time)),
                "nodes" => positive(value).map(|nodes| budget.nodes = Some(nodes)),
                "depth" => {
                    positive(value).and_then(|depth| u32::try_from(depth).ok()).map(|depth| budget.depth = Some(depth))
                }
                "clock" => clock(value).map(|clock| budget.clock = Some(clock)),
                _ => None,
            };
            understood.ok_or_else(wrong)?;
        }
        Ok(budget)
    }

    /// The budget, or the default one if it limits nothing.
    pub fn or_default(self) -> Self {
        if self == Self::default() { Self { time: Some(Self::DEFAULT_TIME), ..self } } else { self }
    }

    /// The limits of a search within the budget, with so much left on the clocks.
    pub fn limits(&self, clocks: Option<ByColor<Clock>>, level: Option<Level>, seed: u64) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            clock: clocks,
            level,
            seed,
            ..Limits::default()
        }
    }

    /// What a UCI engine receives after `go`.
    pub fn go(&self, clocks: Option<ByColor<Clock>>) -> String {
        let mut words = Vec::new();
        if let Some(clocks) = clocks {
            for (side, clock) in [("w", clocks.white), ("b", clocks.black)] {
                words.push(format!("{side}time {}", clock.remaining.as_millis()));
                words.push(format!("{side}inc {}", clock.increment.as_millis()));
            }
        }
        words.extend(self.time.map(|time| format!("movetime {}", time.as_millis())));
        words.extend(self.nodes.map(|nodes| format!("nodes {nodes}")));
        words.extend(self.depth.map(|depth| format!("depth {depth}")));
        words.join(" ")
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.time.map(|time| format!("{time:?} a move")));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        parts.extend(self.clock.map(|(start, increment)| format!("{start:?} + {increment:?}")));
        f.write_str(&parts.join(", "))
    }
}

fn positive(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number| *number > 0)
}

/// `10s+100ms`, or `60s` without an increment.
fn clock(text: &str) -> Option<(Duration, Duration)> {
    match text.split_once('+') {
        Some((start, increment)) => Some((duration(start)?, duration(increment)?)),
        None => Some((duration(text)?, Duration::ZERO)),
    }
}

/// `100ms`, `1.5s` or `2m`; a number alone means seconds. At most a day.
pub fn duration(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let number: f64 = text[..end].trim().parse().ok()?;
    let seconds = match &text[end..] {
        "ms" => number / 1000.0,
        "s" | "" => number,
        "m" | "min" => number * 60.0,
        _ => return None,
    };
    (0.0..=86_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read() {
        let budget = Budget::parse("time=100ms,nodes=5000, depth=3").unwrap();
        assert_eq!(budget.time, Some(Duration::from_millis(100)));
        assert_eq!((budget.nodes, budget.depth, budget.clock), (Some(5000), Some(3), None));
        let clock = Budget::parse("clock=10+0.1").unwrap().clock;
        assert_eq!(clock, Some((Duration::from_secs(10), Duration::from_millis(100))));
        assert_eq!(Budget::parse("clock=2m").unwrap().clock, Some((Duration::from_secs(120), Duration::ZERO)));
        assert_eq!(Budget::default().or_default().time, Some(Budget::DEFAULT_TIME));
        assert_eq!(budget.or_default(), budget);
    }

    #[test]
    fn what_is_no_budget_is_told() {
        for text in
            ["", "time", "time=fast", "nodes=0", "nodes=-3", "depth=99999999999", "time=1e300", "time=nans", "x=3"]
        {
            assert!(Budget::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn budgets_are_told_to_engines() {
        let budget = Budget::parse("nodes=10,depth=2").unwrap();
        assert_eq!(budget.go(None), "nodes 10 depth 2");
        let clock = Clock { remaining: Duration::from_millis(900), increment: Duration::ZERO, moves_to_go: None };
        let clocks = ByColor { white: clock, black: Clock::default() };
        assert_eq!(Budget::default().go(Some(clocks)), "wtime 900 winc 0 btime 0 binc 0");
    }
}
