//! What is kept of a game.

use serde::{Deserialize, Serialize};
use spielraum_wire::{Color, Offer, Opponent, Options, TimeControl};

/// Everything that is kept of a game.
#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct Local {
    pub id: String,
    pub variant: String,
    pub options: Options,
    pub title: String,
    /// The FEN it started from.
    pub start: String,
    pub opponent: Opponent,
    /// The side of the player who began it.
    pub side: Color,
    /// What he is called.
    pub name: String,
    pub clock: Option<TimeControl>,
    pub created: i64,
    /// The id of the rematch.
    pub next: Option<String>,
    /// What was done, in order.
    pub log: Vec<Done>,
}

/// Something done in a game.
#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct Done {
    /// Milliseconds since 1970.
    pub at: i64,
    pub by: Color,
    pub what: Deed,
}

#[derive(Clone, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Deed {
    Move(String),
    Resign,
    Offer(Offer),
    Accept(Offer),
    Decline(Offer),
    Flag,
}
