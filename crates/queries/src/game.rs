//! What a game begins with, and how long the engine thinks in it.

use crate::{Refusal, replay};
use spielraum_engine::{Clock, Level, Limits};
use spielraum_play::{Clocks, Time, TimeControl};
use spielraum_rules::{ByColor, Color, Rules};
use spielraum_wire::{self as wire, Opponent};
use std::time::Duration;

/// Refuses a level that the engine has not.
pub fn check_level(opponent: Opponent) -> Result<(), Refusal> {
    match opponent {
        Opponent::Engine { level } if Level::new(level).is_none() => {
            let (least, most) = (Level::MIN, Level::MAX);
            Err(Refusal::new("bad-level", format!("The engine's levels are {least} to {most}, not {level}.")))
        }
        _ => Ok(()),
    }
}

/// The FEN of a game's start, which must not be its end.
pub fn start(rules: &Rules, fen: Option<&str>) -> Result<String, Refusal> {
    let start = replay::start(rules, fen)?;
    match start.outcome() {
        None => Ok(start.fen()),
        Some(outcome) => {
            let outcome = outcome.said(rules.spec().sides);
            Err(Refusal::new("over", format!("The game would be over before it begins. {outcome}.")))
        }
    }
}

/// The time control that is asked for.
pub fn control(clock: wire::TimeControl) -> Result<TimeControl, Refusal> {
    const DAY: u64 = 86_400;
    match clock {
        wire::TimeControl::Fischer { initial, increment } if (1..=86_400).contains(&initial) && increment <= 3_600 => {
            let [initial, increment] = [initial, increment].map(|seconds| Duration::from_secs(seconds.into()));
            Ok(TimeControl::Fischer { initial, increment })
        }
        wire::TimeControl::PerMove { days } if (1..=14).contains(&days) => {
            Ok(TimeControl::PerMove(Duration::from_secs(DAY * u64::from(days))))
        }
        wire::TimeControl::Fischer { .. } => {
            Err(Refusal::new("bad-clock", "A clock has 1 to 86400 seconds for the game and 0 to 3600 for each move."))
        }
        wire::TimeControl::PerMove { .. } => {
            Err(Refusal::new("bad-clock", "A game by correspondence has 1 to 14 days for each move."))
        }
    }
}

/// How long the engine thinks about a move of the game with this id: by its clock, or longer at higher levels.
pub fn limits(id: &str, level: u8, clocks: Option<&Clocks>, now: Time) -> Limits {
    let mut limits = Limits {
        level: Level::new(level),
        // Other choices in every game, and in a game always the same after taking back.
        seed: id
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)),
        ..Limits::default()
    };
    // Days for a move are no reason to search for days.
    let is_live =
        |clocks: &&Clocks| Color::BOTH.into_iter().any(|color| clocks.control(color).is_some_and(TimeControl::is_live));
    match clocks.filter(is_live) {
        Some(clocks) => {
            let clock = |color: Color| Clock {
                remaining: clocks.left(color, now).unwrap_or_default(),
                increment: clocks.control(color).map(TimeControl::increment).unwrap_or_default(),
                moves_to_go: None,
            };
            limits.clock = Some(ByColor::new(clock));
            limits.overhead = Duration::from_millis(50);
        }
        None => limits.time = Some(Duration::from_millis(200 + 90 * u64::from(level))),
    }
    limits
}
