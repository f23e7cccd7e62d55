//! A room: a game that somebody looks at, or in which something happens soon by itself, in memory. Everything that
//! happens to it happens under its lock, is stored, and is then sent to all who are there.

use super::crowd::{Crowd, Pace, Visitor};
use super::outbox::{Inbox, WeakOutbox};
use crate::domain::chat::Channel;
use crate::domain::{PlayerId, Record, Standing};
use crate::present::{History, Present, Scene, Shown};
use crate::store::Lived;
use crate::variants::Variant;
use spielraum_engine::Stop;
use spielraum_play::{Action, Clocks, GameState, Plan, Time};
use spielraum_rules::ByColor;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Mutex;
use tokio::task::AbortHandle;

/// A game in memory.
pub(crate) struct Room {
    pub(super) state: Mutex<State>,
    /// How fast things may happen, so that spectators can follow.
    pub(super) pace: Pace,
}

/// What a room holds.
pub(super) struct State {
    /// What is stored of the game besides its moves.
    pub(super) record: Record,
    pub(super) game: GameState,
    /// The number of the last message in each channel, once it is known.
    pub(super) said: HashMap<Channel, u32>,
    /// The moves made.
    pub(super) history: History,
    pub(super) shown: Shown,
    pub(super) variant: Arc<Variant>,
    /// The clock.
    pub(super) lived: Lived,
    /// The names of the players.
    pub(super) names: HashMap<PlayerId, String>,
    /// Their ratings, if the game is rated: what it has made of them when it is over.
    pub(super) ratings: ByColor<Option<Standing>>,
    /// Their conditional moves.
    pub(super) plans: ByColor<Option<Plan>>,
    /// Who is there, in the order of their visits; shared with what is being sent.
    pub(super) visitors: Arc<Vec<Visitor>>,
    pub(super) visits: u64,
    /// How many of them watch, and which players are there.
    pub(super) present: Present,
    /// What was last sent of that, and when.
    pub(super) told: (Present, Option<Instant>),
    /// Whether it will be sent soon.
    pub(super) to_tell: bool,
    /// Whether what failed is tried again in a while.
    pub(super) to_retry: bool,
    pub(super) crowd: Crowd,
    pub(super) thinking: Option<Thinking>,
    pub(super) searches: u64,
    /// Until when what could not be done was excused, in milliseconds since 1970.
    pub(super) excused: i64,
    /// Ends the wait for the running clock to fall.
    pub(super) flag: Option<AbortHandle>,
}

/// The engine's thinking about the position at a ply.
pub(super) struct Thinking {
    /// Which of all searches in this room it is.
    pub(super) number: u64,
    pub(super) ply: u32,
    pub(super) stop: Stop,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// A stay in a room. [`Room::leave`] ends it.
pub(crate) struct Visit {
    pub number: u64,
    /// What is to be sent; it ends when the client was too slow.
    pub messages: Inbox,
    /// Where answers to this client alone go, in order with the others, as long as it has not been too slow.
    pub answers: WeakOutbox,
}

/// What a player asks of a game.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    /// Takes the free seat.
    Join,
    /// Makes a move; `ply` is how many were made before it.
    Move { ply: u32, text: String },
    /// Has other conditional moves, or none any more; `ply` is how many moves were made before.
    Plan { ply: u32, plan: Option<Plan> },
    /// Says something beside the game.
    Say { channel: Channel, text: String },
    /// Does something else in the game.
    Do(Action),
    /// Removes the game for good.
    Remove,
    /// Calls the game off before the second move.
    Abort,
    /// Takes the win, since the other player has left.
    Claim,
    /// The side to move has lost a game of a tournament, having made no move for too long; `ply` is how many moves were made.
    Forfeit { ply: u32 },
    /// Calls the game off, or resigns it if that is too late.
    Leave,
    /// A player's vacation has begun or ended.
    Vacation,
}

impl State {
    /// When the running clock will have fallen.
    pub(super) fn falls(&self) -> Option<Time> {
        self.record.progress.clocks.as_ref().and_then(Clocks::falls).map(|(_, at)| at)
    }
}

impl Room {
    /// Whether nobody would notice if the room were gone until its clock falls.
    pub fn is_idle(&self) -> bool {
        self.state.try_lock().is_ok_and(|state| {
            // While the clock runs the engine moves although nobody looks on, and may be asked again in a moment.
            let engine_is_due =
                state.flag.is_some() && state.record.engine_to_move(state.game.side_to_move()).is_some();
            state.visitors.is_empty() && state.thinking.is_none() && !engine_is_due
        })
    }

    /// What waits for the running clock to fall, which goes on when the room is gone. If the clock falls after a point in
    /// time the wait ends: the game is found in the database when it is time.
    pub fn alarm(&self, until: Time) -> Option<AbortHandle> {
        let mut state = self.state.try_lock().ok()?;
        let soon = state.falls().is_some_and(|falls| falls <= until);
        let alarm = state.flag.take()?;
        if !soon {
            alarm.abort();
        }
        soon.then_some(alarm)
    }

    /// Reads the game as it stands.
    pub async fn look<T>(&self, look: impl FnOnce(&Scene<'_>) -> T) -> T {
        look(&self.state.lock().await.scene())
    }

    /// Who plays against somebody in it.
    pub async fn opponent_of(&self, player: Option<&PlayerId>) -> Option<PlayerId> {
        self.state.lock().await.record.opponent_of(player).cloned()
    }

    /// The game as it stands.
    pub async fn game(&self) -> GameState {
        self.state.lock().await.game.clone()
    }
}
