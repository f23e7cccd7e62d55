//! What happens in games that are played.

use spielraum_play::Effect;
use spielraum_rules::Color;

/// Something that has happened in a game. A room stores what changes the game before it emits the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameEvent {
    /// The second player has joined.
    Begun,
    /// A move was made.
    Moved,
    /// Moves were taken back.
    TakenBack,
    /// A player has made an offer, or an offer no longer stands.
    Offered,
    /// A player has halved the clock.
    Berserk,
    /// The game has ended, but not by a move.
    Ended,
    /// The players have agreed on another game.
    Rematch,
    /// A player has other conditional moves; only that player hears of it.
    Planned,
    /// A player or the game has another name.
    Renamed,
    /// The game has changed the ratings of its players.
    Rated,
    /// The engine has begun to search for a side.
    Thinking(Color),
    /// Visitors have come or gone.
    Presence,
}

impl From<Effect> for GameEvent {
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::Begun => Self::Begun,
            Effect::Moved => Self::Moved,
            Effect::TakenBack(_) => Self::TakenBack,
            Effect::Offered | Effect::Declined => Self::Offered,
            Effect::Berserk => Self::Berserk,
            Effect::Ended => Self::Ended,
            Effect::Rematch => Self::Rematch,
        }
    }
}
