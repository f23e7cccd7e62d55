//! The engine's turn.

use super::room::{Room, State};
use crate::app::App;
use crate::engine_pool::{Search, Task};
use crate::error::ApiResult;
use crate::resources::Payer;
use crate::time::point;
use crate::variants::Variant;
use crate::wire::answer::game::limits;
use spielraum_engine::Limits;
use spielraum_rules::{Move, Position};
use std::sync::Arc;
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
        let level = record.engine_to_move(state.game.side_to_move())?;
        Some(Self {
            game: record.id.clone(),
            ply: record.plies,
            payer: Payer::current().with_player(&record.creator),
            variant: state.variant.clone(),
            position: state.game.position().clone(),
            limits: limits(&record.id, level, record.progress.clocks.as_ref(), point(now)),
        })
    }

    fn hand_in(&self, app: &App) -> ApiResult<Search> {
        app.engines.search(Task {
            payer: self.payer.clone(),
            analysis: false,
            variant: self.variant.clone(),
            position: self.position.clone(),
            limits: self.limits.clone(),
            observer: Box::new(|_| {}),
        })
    }

    /// Thinks, and makes the move in the room, which calls this search by a number.
    pub fn begin(self, app: &App, room: &Arc<Room>, number: u64) -> ApiResult<spielraum_engine::Stop> {
        let mut search = self.hand_in(app)?;
        let stop = search.stop();
        let (app, room, asked) = (app.clone(), room.clone(), stop.clone());
        let payer = self.payer.clone();
        let thinking = async move {
            for attempt in 1.. {
                match search.answer().await {
                    Some(best) => return room.engine_moved(&app, number, best.best, search.action()).await,
                    None if asked.is_stopped() => return room.search_dropped(&app, number).await,
                    None if attempt == ATTEMPTS => {
                        return room.engine_moved(&app, number, None::<Move>, search.action()).await;
                    }
                    None => tracing::warn!(game = self.game, attempt, "the engine found no move"),
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
                match self.hand_in(&app) {
                    // The room ends the search by the first token.
                    Ok(_) if asked.is_stopped() => return room.search_dropped(&app, number).await,
                    Ok(next) => search = next,
                    Err(_) => {}
                }
            }
        };
        tokio::spawn(payer.pay(thinking));
        Ok(stop)
    }
}
