//! Games in the database.

use super::Store;
use crate::play::{Clocks, Control, Record, Seat};
use crate::wire;
use crate::wire::{GameResult, GameStatus, Offers, Opponent, Sides};
use spielraum_rules::Color;
use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteRow};
use sqlx::{QueryBuilder, Row};

/// Games of a page of the archive.
const PAGE: u32 = 30;

/// Which games are asked for.
#[derive(Debug, Default)]
pub(crate) struct Filter<'f> {
    pub variant: Option<&'f str>,
    pub status: Option<GameStatus>,
    pub player: Option<&'f str>,
    pub page: u32,
}

type Write<'q> = Query<'q, Sqlite, SqliteArguments<'q>>;

pub(super) fn insert(record: &Record) -> Write<'_> {
    let engine = Color::BOTH.into_iter().find(|&color| matches!(record.seats.of(color), Seat::Engine(_)));
    let query = sqlx::query(
        "INSERT INTO games (id, variant, options, title, start, opponent, level, engine, creator, initial_ms, increment_ms,
            created, white, black, status, plies, winner, reason, result, white_ms, black_ms, running_since, draw_offer,
            takeback_offer, rematch_offer, next, updated)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    );
    let query = query
        .bind(&record.id)
        .bind(&record.variant)
        .bind(serde_json::to_string(&record.options).unwrap_or_default())
        .bind(&record.title)
        .bind(&record.start)
        .bind(opponent_word(record.opponent))
        .bind(match record.opponent {
            Opponent::Engine { level } => Some(level),
            _ => None,
        })
        .bind(engine.map(Color::name))
        .bind(&record.creator)
        .bind(record.control.map(|control| control.initial))
        .bind(record.control.map(|control| control.increment))
        .bind(record.created);
    bind_state(query, record)
}

pub(super) fn update(record: &Record) -> Write<'_> {
    let query = sqlx::query(
        "UPDATE games SET white = ?, black = ?, status = ?, plies = ?, winner = ?, reason = ?, result = ?, white_ms = ?,
            black_ms = ?, running_since = ?, draw_offer = ?, takeback_offer = ?, rematch_offer = ?, next = ?, updated = ?
         WHERE id = ?",
    );
    bind_state(query, record).bind(&record.id)
}

/// The stored side of [`Record::hand_over`], for all games of a player. Who has begun a game sits in it.
pub(super) fn hand_over<'q>(from: &'q str, to: &'q str) -> Write<'q> {
    sqlx::query(
        "UPDATE games SET white = iif(white = ?1, ?2, white), black = iif(black = ?1, ?2, black),
            creator = iif(creator = ?1, ?2, creator),
            opponent = iif(opponent = 'friend' AND ?1 IN (white, black) AND ?2 IN (white, black), 'self', opponent)
         WHERE white = ?1 OR black = ?1",
    )
    .bind(from)
    .bind(to)
}

/// What changes while a game is played, in the order of both statements.
fn bind_state<'q>(query: Write<'q>, record: &'q Record) -> Write<'q> {
    let person = |seat: &'q Seat| match seat {
        Seat::Person(id) => Some(id),
        _ => None,
    };
    let (result, clocks) = (record.result.as_ref(), record.clocks.as_ref());
    query
        .bind(person(&record.seats.white))
        .bind(person(&record.seats.black))
        .bind(status_word(record.status))
        .bind(record.plies)
        .bind(result.and_then(|result| result.winner).map(color_word))
        .bind(result.map(|result| &result.reason))
        .bind(result.map(|result| &result.text))
        .bind(clocks.map(|clocks| clocks.left.white))
        .bind(clocks.map(|clocks| clocks.left.black))
        .bind(clocks.and_then(|clocks| clocks.running).map(|(_, since)| since))
        .bind(record.offers.draw.map(color_word))
        .bind(record.offers.takeback.map(color_word))
        .bind(record.offers.rematch.map(color_word))
        .bind(&record.next)
        .bind(record.updated)
}

impl Store {
    /// A game and its moves.
    pub async fn game(&self, id: &str) -> sqlx::Result<Option<(Record, Vec<String>)>> {
        // Both from one transaction: a move may be stored in between.
        let mut transaction = self.readers.begin().await?;
        let row = sqlx::query("SELECT * FROM games WHERE id = ?").bind(id).fetch_optional(&mut *transaction).await?;
        let Some(record) = row.map(|row| read(&row)).transpose()? else { return Ok(None) };
        let moves = sqlx::query_scalar("SELECT text FROM moves WHERE game = ? ORDER BY ply")
            .bind(id)
            .fetch_all(&mut *transaction)
            .await?;
        Ok(Some((record, moves)))
    }

    /// A page of games, the latest first, and whether there are more.
    pub async fn games(&self, filter: &Filter<'_>) -> sqlx::Result<(Vec<Record>, bool)> {
        let mut query = QueryBuilder::new("SELECT * FROM games WHERE 1");
        if let Some(player) = filter.player {
            query.push(" AND (white = ").push_bind(player).push(" OR black = ").push_bind(player).push(")");
        } else {
            // A game that waits for a friend, or of somebody alone, is nobody else's business.
            query.push(" AND opponent = 'friend' AND status <> 'open'");
        }
        if let Some(variant) = filter.variant {
            query.push(" AND variant = ").push_bind(variant);
        }
        if let Some(status) = filter.status {
            query.push(" AND status = ").push_bind(status_word(status));
        }
        let offset = i64::from(filter.page) * i64::from(PAGE);
        query.push(" ORDER BY updated DESC LIMIT ").push_bind(PAGE + 1).push(" OFFSET ").push_bind(offset);
        let rows = query.build().fetch_all(&self.readers).await?;
        let more = rows.len() > PAGE as usize;
        let games: sqlx::Result<Vec<Record>> = rows.iter().take(PAGE as usize).map(read).collect();
        Ok((games?, more))
    }

    /// The ids of the games whose clocks run.
    pub async fn running(&self) -> sqlx::Result<Vec<String>> {
        sqlx::query_scalar("SELECT id FROM games WHERE running_since IS NOT NULL").fetch_all(&self.readers).await
    }

    /// Whether the clock of any game runs.
    pub async fn clocks_run(&self) -> sqlx::Result<bool> {
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM games WHERE running_since IS NOT NULL)")
            .fetch_one(&self.readers)
            .await
    }

    /// How many games that a player has begun are not over.
    pub async fn unfinished(&self, player: &str) -> sqlx::Result<i64> {
        sqlx::query_scalar("SELECT count(*) FROM games WHERE creator = ? AND status <> 'finished'")
            .bind(player)
            .fetch_one(&self.readers)
            .await
    }
}

fn read(row: &SqliteRow) -> sqlx::Result<Record> {
    let text = |name: &str| row.try_get::<Option<String>, _>(name);
    let color = |name: &str| Ok::<_, sqlx::Error>(text(name)?.as_deref().and_then(color_of));
    let control = match (row.try_get("initial_ms")?, row.try_get("increment_ms")?) {
        (Some(initial), Some(increment)) => Some(Control { initial, increment }),
        _ => None,
    };
    let level: Option<u8> = row.try_get("level")?;
    let opponent = match (row.try_get("opponent")?, level) {
        ("engine", Some(level)) => Opponent::Engine { level },
        ("self", _) => Opponent::OneScreen,
        _ => Opponent::Friend,
    };
    let engine = color("engine")?;
    let seat = |side: wire::Color, player: Option<String>| match (player, engine, level) {
        (Some(player), ..) => Seat::Person(player),
        (None, Some(engine), Some(level)) if engine == side => Seat::Engine(level),
        _ => Seat::Free,
    };
    let seats =
        Sides { white: seat(wire::Color::White, text("white")?), black: seat(wire::Color::Black, text("black")?) };
    let result = match (text("reason")?, text("result")?) {
        (Some(reason), Some(text)) => Some(GameResult { winner: color("winner")?, reason, text }),
        _ => None,
    };
    let (start, plies): (String, u32) = (row.try_get("start")?, row.try_get("plies")?);
    // The second field of a FEN is the side to move.
    let black_begins = start.split(' ').nth(1) == Some("b");
    let to_move = if (plies % 2 == 1) != black_begins { Color::Black } else { Color::White };
    let clocks = match (row.try_get("white_ms")?, row.try_get("black_ms")?) {
        (Some(white), Some(black)) => {
            let since: Option<i64> = row.try_get("running_since")?;
            Some(Clocks { left: Sides { white, black }, running: since.map(|since| (to_move, since)) })
        }
        _ => None,
    };
    Ok(Record {
        id: row.try_get("id")?,
        variant: row.try_get("variant")?,
        options: serde_json::from_str(row.try_get("options")?).unwrap_or_default(),
        title: row.try_get("title")?,
        start,
        opponent,
        seats,
        creator: row.try_get("creator")?,
        control,
        clocks,
        status: status_of(row.try_get("status")?),
        result,
        offers: Offers {
            draw: color("draw_offer")?,
            takeback: color("takeback_offer")?,
            rematch: color("rematch_offer")?,
        },
        next: text("next")?,
        plies,
        created: row.try_get("created")?,
        updated: row.try_get("updated")?,
    })
}

fn opponent_word(opponent: Opponent) -> &'static str {
    match opponent {
        Opponent::Engine { .. } => "engine",
        Opponent::Friend => "friend",
        Opponent::OneScreen => "self",
    }
}

fn status_word(status: GameStatus) -> &'static str {
    match status {
        GameStatus::Open => "open",
        GameStatus::Playing => "playing",
        GameStatus::Finished => "finished",
    }
}

fn status_of(word: &str) -> GameStatus {
    match word {
        "open" => GameStatus::Open,
        "playing" => GameStatus::Playing,
        _ => GameStatus::Finished,
    }
}

fn color_word(color: wire::Color) -> &'static str {
    Color::from(color).name()
}

fn color_of(word: &str) -> Option<wire::Color> {
    match word {
        "white" => Some(wire::Color::White),
        "black" => Some(wire::Color::Black),
        _ => None,
    }
}
