//! Games as the client sees them.

use crate::domain::{Opponent, PlayerId, Record, Role, Seat};
use crate::time::{milliseconds, point};
use crate::wire;
use spielraum_play::{Clocks, Ending, Offer, Offers, Status, TimeControl};
use spielraum_rules::{ByColor, Color};
use std::collections::HashMap;

impl From<wire::Opponent> for Opponent {
    fn from(opponent: wire::Opponent) -> Self {
        match opponent {
            wire::Opponent::Engine { level } => Self::Engine { level },
            wire::Opponent::Friend => Self::Friend,
            wire::Opponent::OneScreen => Self::OneScreen,
        }
    }
}

impl From<Opponent> for wire::Opponent {
    fn from(opponent: Opponent) -> Self {
        match opponent {
            Opponent::Engine { level } => Self::Engine { level },
            Opponent::Friend => Self::Friend,
            Opponent::OneScreen => Self::OneScreen,
        }
    }
}

impl From<wire::GameStatus> for Status {
    fn from(status: wire::GameStatus) -> Self {
        match status {
            wire::GameStatus::Open => Self::Open,
            wire::GameStatus::Playing => Self::Playing,
            wire::GameStatus::Finished => Self::Finished,
        }
    }
}

impl From<Status> for wire::GameStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Open => Self::Open,
            Status::Playing => Self::Playing,
            Status::Finished => Self::Finished,
        }
    }
}

impl From<wire::Offer> for Offer {
    fn from(offer: wire::Offer) -> Self {
        match offer {
            wire::Offer::Draw => Self::Draw,
            wire::Offer::Takeback => Self::Takeback,
            wire::Offer::Rematch => Self::Rematch,
        }
    }
}

impl From<Offers> for wire::Offers {
    fn from(offers: Offers) -> Self {
        let Offers { draw, takeback, rematch } = offers;
        Self { draw: draw.map(Into::into), takeback: takeback.map(Into::into), rematch: rematch.map(Into::into) }
    }
}

impl From<Role> for wire::You {
    fn from(role: Role) -> Self {
        match role {
            Role::Side(Color::White) => Self::White,
            Role::Side(Color::Black) => Self::Black,
            Role::Both => Self::Both,
        }
    }
}

/// How a game ended.
pub(crate) fn ending(ending: &Ending) -> wire::GameResult {
    wire::GameResult {
        winner: ending.winner().map(Into::into),
        reason: ending.code().to_owned(),
        text: ending.to_string(),
    }
}

/// The clocks at a time.
pub(crate) fn clock(clocks: &Clocks, control: TimeControl, now: i64) -> wire::Clock {
    let left = |color| clocks.left(color, point(now)).map_or(0, milliseconds);
    wire::Clock {
        initial: control.initial.as_secs() as u32,
        increment: control.increment.as_secs() as u32,
        white: left(Color::White),
        black: left(Color::Black),
        running: clocks.running().map(|(color, _)| color.into()),
        at: now,
    }
}

/// Who plays, by the names of the people and whether each is there; the engine always is.
pub(crate) fn players(
    record: &Record,
    names: &HashMap<PlayerId, String>,
    online: &ByColor<bool>,
) -> wire::Sides<Option<wire::Player>> {
    wire::Sides::new(|color| match &record.seats[color] {
        Seat::Free => None,
        Seat::Engine(level) => Some(wire::Player {
            name: "Engine".to_owned(),
            kind: wire::PlayerKind::Engine,
            level: Some(*level),
            online: true,
        }),
        Seat::Person(id) => Some(wire::Player {
            name: names.get(id).cloned().unwrap_or_default(),
            kind: wire::PlayerKind::Person,
            level: None,
            online: online[color],
        }),
    })
}

/// A game in one line.
pub(crate) fn game_summary(
    record: &Record,
    names: &HashMap<PlayerId, String>,
    player: Option<&str>,
) -> wire::GameSummary {
    wire::GameSummary {
        id: record.id.clone(),
        variant: record.variant.clone(),
        options: record.options.clone(),
        title: record.title.clone(),
        // Who is there is known of games in memory only.
        players: players(record, names, &ByColor::default()),
        you: record.role(player).map(Into::into),
        opponent: record.opponent.into(),
        status: record.status().into(),
        result: record.progress.ending.as_ref().map(ending),
        ply: record.plies,
        created: record.created,
        updated: record.updated,
    }
}
