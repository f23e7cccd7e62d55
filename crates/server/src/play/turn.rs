//! The engine's turn.

use super::Record;
use super::clock::Clocks;
use super::table::{State, Table};
use crate::app::App;
use crate::error::Answer;
use crate::resources::Payer;
use crate::thinkers::{Task, Thought};
use crate::variants::Variant;
use spielraum_engine::{Clock, Level, Limits};
use spielraum_rules::{ByColor, Color, Move, Position};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// How often a search that fails is begun again before the engine gives the game up.
const ATTEMPTS: usize = 3;

/// What the engine thinks about.
pub(super) struct Turn {
    pub game: String,
    pub ply: u32,
    pub payer: Payer,
    pub variant: Arc<Variant>,
    pub position: Position,
    pub limits: Limits,
}

impl Turn {
    /// The engine's turn in a game, if it is.
    pub fn of(state: &State, now: i64) -> Option<Self> {
        let record = &state.record;
        let level = record.engine_to_move(state.side())?;
        let position = state.position.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Some(Self {
            game: record.id.clone(),
            ply: record.plies,
            payer: Payer::current().with_player(&record.creator),
            variant: state.variant.clone(),
            position,
            limits: limits(record, level, now),
        })
    }

    fn hand_in(&self, app: &App) -> Answer<Thought> {
        app.thinkers.think(Task {
            payer: self.payer.clone(),
            analysis: false,
            variant: self.variant.clone(),
            position: self.position.clone(),
            limits: self.limits.clone(),
            observer: Box::new(|_| {}),
        })
    }

    /// Thinks, and makes the move at the table, which calls this thought by a number.
    pub fn begin(self, app: &App, table: &Arc<Table>, number: u64) -> Answer<spielraum_engine::Stop> {
        let mut thought = self.hand_in(app)?;
        let stop = thought.stop();
        let (app, table, asked) = (app.clone(), table.clone(), stop.clone());
        let payer = self.payer.clone();
        let thinking = async move {
            for attempt in 1.. {
                match thought.answer().await {
                    Some(best) => return table.engine_moved(&app, number, best.best).await,
                    None if asked.is_stopped() => return table.thought_dropped(&app, number).await,
                    None if attempt == ATTEMPTS => return table.engine_moved(&app, number, None::<Move>).await,
                    None => tracing::warn!(game = self.game, attempt, "the engine found no move"),
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
                match self.hand_in(&app) {
                    // The table ends the search by the first token.
                    Ok(_) if asked.is_stopped() => return table.thought_dropped(&app, number).await,
                    Ok(next) => thought = next,
                    Err(_) => {}
                }
            }
        };
        tokio::spawn(payer.pay(thinking));
        Ok(stop)
    }
}

/// How long the engine thinks: by its clock, or longer at higher levels.
fn limits(record: &Record, level: u8, now: i64) -> Limits {
    let mut limits = Limits {
        level: Level::new(level),
        // Other choices in every game, and in a game always the same after taking back.
        seed: record
            .id
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)),
        ..Limits::default()
    };
    match (&record.clocks, record.control) {
        (Some(clocks), Some(control)) => {
            let clock = |color: Color| Clock {
                remaining: left(clocks, color, now),
                increment: Duration::from_millis(control.increment.max(0).unsigned_abs()),
                moves_to_go: None,
            };
            limits.clock = Some(ByColor::new(clock));
            limits.overhead = Duration::from_millis(50);
        }
        _ => limits.time = Some(Duration::from_millis(200 + 180 * u64::from(level))),
    }
    limits
}

fn left(clocks: &Clocks, color: Color, now: i64) -> Duration {
    Duration::from_millis(clocks.left(color, now).unsigned_abs())
}
