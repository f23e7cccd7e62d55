//! Games as the client sees them.

use crate::domain::{PlayerId, Record, Role, Seat};
use crate::wire;
use spielraum_rules::{ByColor, Color};
use std::collections::HashMap;

impl From<Role> for wire::You {
    fn from(role: Role) -> Self {
        match role {
            Role::Side(Color::White) => Self::White,
            Role::Side(Color::Black) => Self::Black,
            Role::Both => Self::Both,
        }
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
    player: Option<&PlayerId>,
) -> wire::GameSummary {
    wire::GameSummary {
        id: record.id.to_string(),
        variant: record.variant.clone(),
        options: record.options.clone(),
        title: record.title.clone(),
        // Who is there is known of games in memory only.
        players: players(record, names, &ByColor::default()),
        you: record.role(player).map(Into::into),
        opponent: record.opponent.into(),
        status: record.status().into(),
        result: record.progress.ending.as_ref().map(super::ending),
        ply: record.plies,
        created: record.created,
        updated: record.updated,
    }
}
