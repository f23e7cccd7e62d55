//! How much time a move may take.

use crate::params::Params;
use crate::{Limits, Stop};
use spielraum_rules::Color;
use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

/// Returns the time since some moment that never changes.
pub type Timer = fn() -> Duration;

/// The timer of the system.
pub(crate) fn system_timer() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

/// Measures a search and knows when it must end.
pub(crate) struct TimeManager {
    timer: Timer,
    started: Duration,
    /// When its time began to count, if that was not at the start.
    counted_from: OnceLock<Duration>,
    budget: Option<Budget>,
    ponder: bool,
    infinite: bool,
}

/// The time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Budget {
    /// No new depth is begun after this; stretched or shortened as the search goes.
    soft: Duration,
    /// The search ends after this in any case.
    hard: Duration,
    /// Whether the soft time may change.
    flexible: bool,
}

impl TimeManager {
    pub(crate) fn new(limits: &Limits, params: &Params, side: Color, timer: Timer) -> Self {
        Self {
            timer,
            started: timer(),
            counted_from: OnceLock::new(),
            budget: Budget::of(limits, params, side),
            ponder: limits.ponder,
            infinite: limits.infinite,
        }
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.since(self.started)
    }

    fn since(&self, moment: Duration) -> Duration {
        (self.timer)().saturating_sub(moment)
    }

    /// The time that counts: none while pondering.
    fn counted(&self, stop: &Stop) -> Option<Duration> {
        if self.infinite {
            return None;
        }
        match (self.ponder, stop.is_ponder_hit()) {
            (false, _) => Some(self.elapsed()),
            (true, true) => Some(self.since(*self.counted_from.get_or_init(self.timer))),
            (true, false) => None,
        }
    }

    /// Whether the search must end now.
    pub(crate) fn is_over(&self, stop: &Stop) -> bool {
        let Some(budget) = self.budget else { return false };
        self.counted(stop).is_some_and(|time| time >= budget.hard)
    }

    /// Whether another depth should not be begun; `stretch` is how much more time than usual the position deserves,
    /// in percent.
    pub(crate) fn is_enough(&self, stop: &Stop, stretch: u32) -> bool {
        let Some(budget) = self.budget else { return false };
        let soft = if budget.flexible { (budget.soft * stretch / 100).min(budget.hard) } else { budget.hard };
        self.counted(stop).is_some_and(|time| time >= soft)
    }

    /// Whether the search may not end by itself.
    pub(crate) fn must_wait(&self, stop: &Stop) -> bool {
        self.infinite || self.ponder && !stop.is_ponder_hit()
    }

    /// Whether the side plays on a clock, on which time saved is time won.
    pub(crate) fn is_on_clock(&self) -> bool {
        self.budget.is_some_and(|budget| budget.flexible)
    }
}

impl Budget {
    fn of(limits: &Limits, params: &Params, side: Color) -> Option<Self> {
        let fixed = limits.time.map(|time| {
            let time = time.saturating_sub(limits.overhead.min(time / 10));
            Self { soft: time, hard: time, flexible: false }
        });
        let clock = limits.clock.map(|clock| {
            let clock = clock[side];
            let remaining = clock.remaining.min(MAX_CLOCK);
            let overhead = limits.overhead.min(remaining / 2);
            let moves = clock.moves_to_go.unwrap_or(params.time_moves_to_go as u32).clamp(1, 50);
            let now = remaining - overhead;
            let most = if moves == 1 { now * 9 / 10 } else { now * 6 / 10 };
            // Each of the moves to come loses as much on the way.
            let left = remaining - (overhead * moves).min(remaining / 2);
            let increment = clock.increment.min(MAX_CLOCK).saturating_sub(overhead);
            let share = left / moves + increment * 3 / 4;
            Self {
                soft: (share * params.time_soft as u32 / 100).min(most),
                hard: (share * params.time_hard as u32).min(most),
                flexible: true,
            }
        });
        match (fixed, clock) {
            (Some(fixed), Some(clock)) => Some(Self { hard: clock.hard.min(fixed.hard), ..clock }),
            (fixed, clock) => fixed.or(clock),
        }
    }
}

/// Longer clocks than this are as good as this: a hundred days.
const MAX_CLOCK: Duration = Duration::from_secs(100 * 24 * 3600);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clock;
    use spielraum_rules::ByColor;

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits { clock: Some(ByColor::both(clock)), ..Limits::default() };
        Budget::of(&limits, &Params::DEFAULT, Color::White).unwrap()
    }

    #[test]
    fn a_move_never_takes_more_than_is_left() {
        for remaining in [0, 1, 5, 20, 1_000, 60_000, u64::MAX / 2] {
            for increment in [0, 100, 10_000, u64::MAX / 2] {
                for moves in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                    let budget = budget(remaining, increment, moves);
                    assert!(budget.soft <= budget.hard);
                    assert!(budget.hard <= Duration::from_millis(remaining), "{remaining} {increment} {moves:?}");
                }
            }
        }
    }

    /// Even if every move takes what it may at most or a little more, and more is lost than was said, the clock lasts.
    #[test]
    fn a_clock_lasts_for_a_long_game() {
        for (start, increment, lost) in [(3_000, 50, 10), (3_000, 20, 10), (1_000, 100, 20), (60_000, 0, 10)] {
            let mut left: u64 = start;
            for number in 0..60 {
                let budget = budget(left, increment, None);
                // Four moves of five end when they should, the fifth when it must.
                let taken = if number % 5 == 4 { budget.hard } else { budget.soft }.as_millis() as u64 + lost;
                assert!(taken < left, "{start}+{increment}: {taken} of {left} ms for move {number}");
                left = left - taken + increment;
            }
        }
    }

    #[test]
    fn what_every_move_loses_is_set_aside() {
        let clock = |moves_to_go| Clock { remaining: Duration::from_secs(2), increment: Duration::ZERO, moves_to_go };
        let soft = |overhead, moves_to_go| {
            let overhead = Duration::from_millis(overhead);
            let limits = Limits { clock: Some(ByColor::both(clock(moves_to_go))), overhead, ..Limits::default() };
            Budget::of(&limits, &Params::DEFAULT, Color::White).unwrap().soft
        };
        for moves_to_go in [None, Some(2), Some(10)] {
            assert!(soft(30, moves_to_go) + Duration::from_millis(20) <= soft(0, moves_to_go), "{moves_to_go:?}");
        }
    }

    #[test]
    fn time_is_divided() {
        let game = budget(60_000, 0, None);
        assert!(game.soft > Duration::from_millis(1_000) && game.hard < Duration::from_millis(10_000));
        assert!(budget(60_000, 2_000, None).soft > game.soft);
        assert!(budget(60_000, 0, Some(5)).soft > game.soft);
    }
}
