//! The engine's turn.

use super::room::{Room, State};
use crate::app::App;
use crate::domain::GameId;
use crate::engine_pool::{Search, Task};
use crate::error::ApiResult;
use crate::resources::Payer;
use crate::time::point;
use crate::variants::Variant;
use spielraum_engine::Limits;
use spielraum_queries::game::limits;
use spielraum_rules::Position;
use std::sync::Arc;

/// What the engine thinks about.
pub(super) struct Turn {
    pub game: GameId,
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
            limits: limits(record.id.as_str(), level, record.progress.clocks.as_ref(), point(now)),
        })
    }

    fn hand_in(&self, app: &App) -> ApiResult<Search> {
        app.engines.search(Task {
            payer: self.payer.clone(),
            analysis: false,
            variant: self.variant.clone(),
            position: self.position.clone(),
            limits: self.limits.clone(),
            observer: Box::new(|_| {
                #[cfg(test)]
                faults::panic_in(faults::SEARCH);
            }),
        })
    }

    /// Thinks, and makes the move in the room, which calls this search by a number. A search or a move that panics ends the
    /// game: nobody waits for an engine that does not answer.
    pub fn begin(self, app: &App, room: &Arc<Room>, number: u64) -> ApiResult<spielraum_engine::Stop> {
        let mut search = self.hand_in(app)?;
        let stop = search.stop();
        let (payer, asked) = (self.payer.clone(), stop.clone());
        let (mover, watcher) = ((app.clone(), room.clone()), (app.clone(), room.clone()));
        let thinking = async move {
            let (app, room) = mover;
            match search.answer().await {
                Some(best) => {
                    #[cfg(test)]
                    faults::panic_in(faults::MOVE);
                    room.engine_moved(&app, number, best.best, search.action()).await;
                }
                None if asked.is_stopped() => room.search_dropped(&app, number).await,
                None => return false,
            }
            true
        };
        let watching = async move {
            let (app, room) = watcher;
            let failed = match tokio::spawn(Payer::current().pay(thinking)).await {
                Ok(answered) => !answered,
                Err(error) => error.is_panic(),
            };
            if failed {
                tracing::error!(game = self.game.as_str(), ply = self.ply, "the engine failed");
                room.engine_failed(&app, number).await;
            }
        };
        tokio::spawn(payer.pay(watching));
        Ok(stop)
    }
}

/// Faults that tests want.
#[cfg(test)]
pub(crate) mod faults {
    use crate::domain::GameId;
    use crate::error::{ApiError, ApiResult};
    use std::sync::atomic::{AtomicU8, Ordering};
    use std::sync::{Mutex, PoisonError};
    use std::time::Duration;

    /// Where the next turn of the engine panics.
    static WANTED: AtomicU8 = AtomicU8::new(NOWHERE);

    const NOWHERE: u8 = 0;
    pub(crate) const SEARCH: u8 = 1;
    pub(crate) const MOVE: u8 = 2;

    /// Lets the engine's next turn panic at a place, once.
    pub(crate) fn want(place: u8) {
        WANTED.store(place, Ordering::SeqCst);
    }

    /// In which game how many moves are refused, and after how long, since the server has too much to do.
    static BUSY: Mutex<(String, u32, Duration)> = Mutex::new((String::new(), 0, Duration::ZERO));

    /// Lets the next moves of a game be refused, each after a while.
    pub(crate) fn want_busy(game: &str, moves: u32, after: Duration) {
        *BUSY.lock().unwrap_or_else(PoisonError::into_inner) = (game.to_owned(), moves, after);
    }

    /// Refuses a move if a test wants that.
    pub(in crate::rooms) async fn busy(game: &GameId) -> ApiResult<()> {
        let after = {
            let mut busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
            if busy.0 != game.as_str() || busy.1 == 0 {
                return Ok(());
            }
            busy.1 -= 1;
            busy.2
        };
        tokio::time::sleep(after).await;
        Err(ApiError::busy("A test wants this to be refused."))
    }

    /// Panics if a test wants it here.
    pub(super) fn panic_in(place: u8) {
        let wanted = WANTED.compare_exchange(place, NOWHERE, Ordering::SeqCst, Ordering::SeqCst);
        assert!(wanted.is_err(), "a fault that a test wants");
    }
}
