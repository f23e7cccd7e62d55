//! What the engines are asked to do.

use crate::resources::Payer;
use crate::variants::Variant;
use spielraum_engine::{Best, Info, Limits, Stop};
use spielraum_rules::Position;
use spielraum_solve::Wanted;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Something to think about.
pub(crate) struct Task {
    /// On whose account.
    pub payer: Payer,
    /// Whether it is an analysis and not the move of a game.
    pub analysis: bool,
    pub variant: Arc<Variant>,
    pub position: Position,
    pub limits: Limits,
    /// Receives what is found.
    pub observer: Box<dyn FnMut(&Info) + Send>,
}

/// What a thread is to do.
pub(super) enum Work {
    Search(Box<Searched>),
    /// Solves a problem as long as it is wanted, and reports how many positions it has looked at.
    Solve {
        until: Instant,
        solve: Box<dyn FnOnce(Wanted) -> u64 + Send>,
    },
    /// Lets the thread of a problem that has made way go on, in the turn with this number.
    Resume(SyncSender<(u64, Stop)>),
}

/// A search, and what it has had.
pub(super) struct Searched {
    pub task: Task,
    pub done: oneshot::Sender<Best>,
    pub time: Duration,
    pub nodes: u64,
    pub depth: u32,
    /// No worker has done it, so it is done here.
    pub here: bool,
}
