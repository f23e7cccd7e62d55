//! The games of a tournament.

use crate::app::App;
use crate::domain::{DefinitionId, Held, Options, PlayerId, Record, TournamentId, Wanted};
use crate::error::{ApiError, ApiResult, ErrorKind};
use crate::ratings;
use crate::store::Write;
use crate::time::Moment;
use crate::variants::Variant;
use sha2::{Digest, Sha256};
use spielraum_play::Seat;
use spielraum_rules::ByColor;
use std::sync::Arc;

/// A game that is to begin.
pub(super) struct Fresh {
    pub record: Record,
    /// What is to be written with it.
    pub writes: Vec<Write>,
    pub players: [PlayerId; 2],
}

/// The game of two entries; `turn` chooses among the games that are played.
pub(super) async fn begin(
    app: &App,
    held: &Held,
    (white, black): (usize, usize),
    turn: usize,
    at: Moment,
) -> ApiResult<Fresh> {
    let tournament = &held.tournament;
    let gone = || ApiError::internal("a tournament pairs players who are not there");
    let of = |entry: usize| held.entries.get(entry).map(|entry| entry.player.clone()).ok_or_else(gone);
    let players = [of(white)?, of(black)?];
    let variant = chosen(app, &tournament.id, &tournament.wanted, turn).await?;
    let terms = match tournament.rated {
        true => match ratings::may_meet(app, &players[0], &players[1]).await {
            Ok(()) => Some(ratings::terms(app, &variant, tournament.control).await?),
            // They play all the same.
            Err(error) if error.kind == ErrorKind::Forbidden => None,
            Err(error) => return Err(error),
        },
        false => None,
    };
    let seats = ByColor { white: Seat::Person(players[0].clone()), black: Seat::Person(players[1].clone()) };
    let pairing = app.pairing(&variant, seats, tournament.control).await?;
    let record = Record::begin(pairing, players[0].clone(), at)
        .rated(terms)
        .of_tournament(tournament.id.clone(), tournament.form.has_berserk());
    let mut writes = Vec::new();
    if let Some(definition) = DefinitionId::parse(&variant.view.id) {
        writes.push(Write::NewDefinition { id: definition, text: variant.view.definition.clone() });
    }
    // Nobody plays two such games at once: see `at_the_board` in advance.rs.
    if tournament.is_live() {
        writes.extend(players.iter().map(|player| Write::EndLiveSeeks { player: player.clone() }));
    }
    Ok(Fresh { record, writes, players })
}

/// The game that is played at a turn: of several, one after another; of a group, one that nobody chooses.
async fn chosen(app: &App, id: &TournamentId, wanted: &Wanted, turn: usize) -> ApiResult<Arc<Variant>> {
    let group = match wanted {
        Wanted::Games(games) => {
            let choice = games.get(turn.saturating_sub(1) % games.len().max(1));
            let choice = choice.ok_or_else(|| ApiError::internal("a tournament without a game"))?;
            return app.variant(&choice.variant, &choice.options).await;
        }
        Wanted::Group(group) => group,
    };
    let mut ids: Vec<&str> = spielraum_catalogue::ids().collect();
    ids.sort_by_cached_key(|game| <[u8; 32]>::from(Sha256::digest(format!("{id} {turn} {game}"))));
    for game in ids {
        let variant = app.variant(game, &Options::new()).await?;
        if variant.is_usual() && group.has(variant.summary.dimensions) {
            return Ok(variant);
        }
    }
    Err(ApiError::not_found("no-such-variant", "No game of the catalogue is in this group."))
}
