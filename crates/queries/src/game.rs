//! What a game begins with, and how long the engine thinks in it.

use crate::{Refusal, replay};
use spielraum_engine::{Clock, Level, Limits};
use spielraum_play::{Clocks, Time, TimeControl};
use spielraum_rules::{ByColor, Color, Rules};
use spielraum_wire::{ClockRequest, Opponent};
use std::time::Duration;

/// Refuses a level that the engine has not.
pub fn check_level(opponent: Opponent) -> Result<(), Refusal> {
    match opponent {
        Opponent::Engine { level } if !(1..=10).contains(&level) => {
            Err(Refusal::new("bad-level", format!("The engine's levels are 1 to 10, not {level}.")))
        }
        _ => Ok(()),
    }
}

/// The FEN of a game's start, which must not be its end.
pub fn start(rules: &Rules, fen: Option<&str>) -> Result<String, Refusal> {
    let start = replay::start(rules, fen)?;
    match start.outcome() {
        None => Ok(start.fen()),
        Some(outcome) => Err(Refusal::new("over", format!("The game would be over before it begins. {outcome}."))),
    }
}

/// The time control that is asked for.
pub fn control(clock: ClockRequest) -> Result<TimeControl, Refusal> {
    let ClockRequest { initial, increment } = clock;
    if !(1..=86_400).contains(&initial) || increment > 3_600 {
        let message = "A clock has 1 to 86400 seconds for the game and 0 to 3600 for each move.";
        return Err(Refusal::new("bad-clock", message));
    }
    Ok(TimeControl { initial: Duration::from_secs(initial.into()), increment: Duration::from_secs(increment.into()) })
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
    match clocks {
        Some(clocks) => {
            let clock = |color: Color| Clock {
                remaining: clocks.left(color, now).unwrap_or_default(),
                increment: clocks.control(color).unwrap_or_default().increment,
                moves_to_go: None,
            };
            limits.clock = Some(ByColor::new(clock));
            limits.overhead = Duration::from_millis(50);
        }
        None => limits.time = Some(Duration::from_millis(200 + 180 * u64::from(level))),
    }
    limits
}
