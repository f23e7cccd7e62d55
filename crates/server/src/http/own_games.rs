//! The caller's games as a file, sent while it is written.

use super::extract::Query;
use super::guard::address;
use super::identity::Identity;
use crate::app::App;
use crate::domain::{PlayerId, Record};
use crate::error::{ApiError, ApiResult};
use crate::present::{Facts, pgn, written};
use crate::resources::{Client, Lane, Payer, Trying};
use crate::store::{Filter, Place};
use crate::wire::{self, GamesFormat, translate};
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use bytes::Bytes;
use futures_util::stream;
use spielraum_play::Status;
use spielraum_rules::ByColor;
use std::io;

/// Games of an export.
const MOST: usize = 10_000;

/// What is still to be written.
struct Rest {
    app: App,
    payer: Payer,
    player: PlayerId,
    format: GamesFormat,
    /// How links to games begin.
    site: String,
    /// After which game it goes on; `None` at first.
    after: Option<Place>,
    count: usize,
}

/// The caller's games that have begun, the latest first, 10,000 at most.
#[utoipa::path(get, operation_id = "exportGames", path = "/api/me/games", tag = "players", params(wire::GamesExportQuery),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = 403, body = wire::Problem),
        (status = 429, body = wire::Problem)))]
pub(crate) async fn export(
    State(app): State<App>,
    client: Client,
    identity: Identity,
    headers: HeaderMap,
    Query(query): Query<wire::GamesExportQuery>,
) -> ApiResult<impl IntoResponse> {
    let nobody = || ApiError::forbidden("nobody", "You have not played here yet.");
    let player = identity.player.ok_or_else(nobody)?;
    app.resources.rate_limits.login(&Trying::Stranger(client))?;
    let site = address(&app, &headers).unwrap_or_default();
    let payer = Payer::new(client.0, Some(&player));
    let format = query.format;
    let rest = Rest { app, payer, player, format, site, after: None, count: 0 };
    // The next part is made when the client has taken the one before.
    let parts = stream::try_unfold(Some(rest), |rest| async move {
        let Some(rest) = rest else { return Ok::<_, io::Error>(None) };
        let payer = rest.payer.clone();
        payer.pay(rest.next()).await.map(Some).map_err(|error| io::Error::other(error.message))
    });
    let (kind, name) = match format {
        GamesFormat::Pgn => ("application/x-chess-pgn; charset=utf-8", "spielraum-games.pgn"),
        GamesFormat::Jsonl => ("application/jsonl", "spielraum-games.jsonl"),
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(parts)))
}

impl Rest {
    /// The games of the next page as text, and what is left after them.
    async fn next(mut self) -> ApiResult<(Bytes, Option<Self>)> {
        let filter = Filter { player: Some(self.player.clone()), after: self.after.take(), ..Filter::default() };
        let (games, next) = self.app.store.with_moves(filter).await?;
        let begun: Vec<_> = games.into_iter().filter(|(record, _)| record.status() != Status::Open).collect();
        let mut text = Vec::new();
        for (record, moves) in begun.into_iter().take(MOST - self.count) {
            if record.status() != Status::Finished && self.hides(&record).await? {
                continue;
            }
            self.count += 1;
            text.extend_from_slice(&self.written(record, moves).await?);
        }
        self.after = next;
        let goes_on = self.after.is_some() && self.count < MOST;
        Ok((text.into(), goes_on.then_some(self)))
    }

    /// Whether something of a game is hidden from its players while it goes on.
    async fn hides(&self, record: &Record) -> ApiResult<bool> {
        let variant = self.app.variant_of_game(&record.pairing.variant, &record.pairing.options).await?;
        Ok(variant.rules.spec().hides())
    }

    /// A game as text.
    async fn written(&self, record: Record, moves: Vec<String>) -> ApiResult<Bytes> {
        let Self { app, .. } = self;
        let people: Vec<&PlayerId> = record.people().collect();
        let names = app.store.names(&people).await?;
        let players = translate::players(&record, &names, &ByColor::default(), &ByColor::default());
        if self.format == GamesFormat::Jsonl {
            let name = |player: Option<wire::Player>| player.map(|player| player.name);
            let mut line = written(&wire::ExportedGame {
                id: record.id.to_string(),
                variant: record.pairing.variant.clone(),
                options: record.pairing.options.clone(),
                title: record.pairing.title.clone(),
                start: record.pairing.start.clone(),
                white: name(players.white),
                black: name(players.black),
                rated: record.rated.is_some(),
                help: record.has_help(),
                clock: record.pairing.control.map(Into::into),
                status: record.status().into(),
                result: translate::ending(&record.progress),
                moves,
                created: record.created,
                updated: record.updated,
            })
            .to_vec();
            line.push(b'\n');
            return Ok(line.into());
        }
        let name = |player: Option<wire::Player>| match player {
            Some(wire::Player { name, level: Some(level), .. }) => format!("{name} (level {level})"),
            Some(player) => player.name,
            None => "?".to_owned(),
        };
        let names = ByColor { white: name(players.white), black: name(players.black) };
        let ratings = app.store.changes(&[&record.id]).await?.remove(&record.id).unwrap_or_default();
        let variant = app.variant_of_game(&record.pairing.variant, &record.pairing.options).await?;
        let lane = variant.lane(Lane::Analysis, moves.len());
        let link = format!("{}/game/{}", self.site, record.id);
        let work = move |deadline: &crate::resources::Deadline| {
            let facts = Facts { record: &record, names, ratings, link };
            Ok(pgn(&facts, &variant.rules, &moves, &|| deadline.check())?)
        };
        Ok(app.resources.compute(lane, work).await?.into())
    }
}
