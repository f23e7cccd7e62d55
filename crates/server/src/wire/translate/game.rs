//! Games as the client sees them.

use crate::domain::{PlayerId, Record, Standing, names};
use crate::time::milliseconds;
use crate::wire;
use spielraum_play::{Clocks, Status};
use spielraum_rules::ByColor;
use std::collections::HashMap;

/// Who plays, by the names of the people and whether each is there; the engine always is.
pub(crate) fn players(
    record: &Record,
    names: &HashMap<PlayerId, String>,
    ratings: &ByColor<Option<Standing>>,
    online: &ByColor<bool>,
) -> wire::Sides<Option<wire::Player>> {
    let name = |id: &PlayerId| names.get(id).cloned().unwrap_or_default();
    wire::Sides::new(|color| {
        let player = super::player(&record.pairing.seats[color], name, online[color])?;
        let account = player.kind == wire::PlayerKind::Person && names::is_of_account(&player.name);
        Some(wire::Player { account, rating: ratings[color].map(Into::into), ..player })
    })
}

impl From<Standing> for wire::PlayerRating {
    fn from(standing: Standing) -> Self {
        let Standing { points, provisional, change } = standing;
        Self { points, provisional, change }
    }
}

/// A game in one line.
pub(crate) fn game_summary(
    record: &Record,
    names: &HashMap<PlayerId, String>,
    ratings: &ByColor<Option<Standing>>,
    player: Option<&PlayerId>,
) -> wire::GameSummary {
    wire::GameSummary {
        id: record.id.to_string(),
        variant: record.pairing.variant.clone(),
        options: record.pairing.options.clone(),
        title: record.pairing.title.clone(),
        // Who is there is known of games in memory only.
        players: players(record, names, ratings, &ByColor::default()),
        you: record.role(player).map(Into::into),
        opponent: record.pairing.opponent.into(),
        rated: record.rated.is_some(),
        status: record.status().into(),
        result: super::ending(&record.progress),
        ply: record.plies,
        clock: record.pairing.control.map(Into::into),
        turn: (record.status() == Status::Playing).then(|| record.to_move.into()),
        due: record.progress.clocks.as_ref().and_then(Clocks::falls).map(|(_, at)| milliseconds(at)),
        created: record.created,
        updated: record.updated,
    }
}
