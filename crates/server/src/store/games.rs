//! Games in the database.

use super::{Store, StoreError};
use crate::domain::{Clocks, Control, Record, Seat};
use crate::wire;
use crate::wire::{GameResult, GameStatus, Offers, Opponent, Sides};
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};
use spielraum_rules::Color;
use std::fmt;

/// Games of a page of the archive.
const PAGE: usize = 30;

/// The stored side of [`Record::hand_over`], for all games of a player. Who has begun a game sits in it.
pub(super) const HAND_OVER: &str =
    "UPDATE games SET white = iif(white = ?1, ?2, white), black = iif(black = ?1, ?2, black),
        creator = iif(creator = ?1, ?2, creator),
        opponent = iif(opponent = 'friend' AND ?1 IN (white, black) AND ?2 IN (white, black), 'self', opponent)
     WHERE white = ?1 OR black = ?1";

/// Which games are asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    pub variant: Option<String>,
    pub status: Option<GameStatus>,
    pub player: Option<String>,
    /// Only those after this one, the latest being the first.
    pub after: Option<Place>,
}

/// A game's place in the archive. Its text is what clients hand back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    updated: i64,
    id: String,
}

impl Place {
    pub fn of(record: &Record) -> Self {
        Self { updated: record.updated, id: record.id.clone() }
    }

    /// What was written by `Display`.
    pub fn read(text: &str) -> Option<Self> {
        let (updated, id) = text.split_once('-')?;
        Some(Self { updated: updated.parse().ok()?, id: id.to_owned() })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.updated, self.id)
    }
}

pub(super) fn insert(connection: &Connection, record: &Record) -> rusqlite::Result<()> {
    let engine = Color::BOTH.into_iter().find(|&color| matches!(record.seats.of(color), Seat::Engine(_)));
    let level = match record.opponent {
        Opponent::Engine { level } => Some(level),
        _ => None,
    };
    let mut query = connection.prepare_cached(
        "INSERT INTO games (id, variant, options, title, start, opponent, level, engine, creator, initial_ms, increment_ms,
            created, status, plies, updated)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', 0, 0)",
    )?;
    query.execute(params![
        record.id,
        record.variant,
        serde_json::to_string(&record.options).unwrap_or_default(),
        record.title,
        record.start,
        opponent_word(record.opponent),
        level,
        engine.map(Color::name),
        record.creator,
        record.control.map(|control| control.initial),
        record.control.map(|control| control.increment),
        record.created,
    ])?;
    update(connection, record)
}

/// Stores what changes while a game is played.
pub(super) fn update(connection: &Connection, record: &Record) -> rusqlite::Result<()> {
    fn person(seat: &Seat) -> Option<&str> {
        match seat {
            Seat::Person(id) => Some(id),
            _ => None,
        }
    }
    let (result, clocks) = (record.result.as_ref(), record.clocks.as_ref());
    let mut query = connection.prepare_cached(
        "UPDATE games SET white = ?, black = ?, status = ?, plies = ?, winner = ?, reason = ?, result = ?, white_ms = ?,
            black_ms = ?, running_since = ?, draw_offer = ?, takeback_offer = ?, rematch_offer = ?, next = ?, updated = ?
         WHERE id = ?",
    )?;
    query.execute(params![
        person(&record.seats.white),
        person(&record.seats.black),
        status_word(record.status),
        record.plies,
        result.and_then(|result| result.winner).map(color_word),
        result.map(|result| &result.reason),
        result.map(|result| &result.text),
        clocks.map(|clocks| clocks.left.white),
        clocks.map(|clocks| clocks.left.black),
        clocks.and_then(|clocks| clocks.running).map(|(_, since)| since),
        record.offers.draw.map(color_word),
        record.offers.takeback.map(color_word),
        record.offers.rematch.map(color_word),
        record.next,
        record.updated,
        record.id,
    ])?;
    Ok(())
}

impl Store {
    /// A game and its moves.
    pub async fn game(&self, id: &str) -> Result<Option<(Record, Vec<String>)>, StoreError> {
        let id = id.to_owned();
        self.readers
            .read(move |connection| {
                // Both from one transaction: a move may be stored in between.
                let transaction = connection.unchecked_transaction()?;
                let record = transaction
                    .prepare_cached("SELECT * FROM games WHERE id = ?")?
                    .query_row([&id], read)
                    .optional()?;
                let Some(record) = record else { return Ok(None) };
                let mut query = transaction.prepare_cached("SELECT text FROM moves WHERE game = ? ORDER BY ply")?;
                let moves = query.query_map([&id], |row| row.get(0))?.collect::<Result<_, _>>()?;
                Ok(Some((record, moves)))
            })
            .await
    }

    /// A page of games, the latest first, and where the next one begins if there are more.
    pub async fn games(&self, filter: Filter) -> Result<(Vec<Record>, Option<Place>), StoreError> {
        let mut games = self.readers.read(move |connection| page(connection, &filter)).await?;
        let more = games.len() > PAGE;
        games.truncate(PAGE);
        let next = games.last().filter(|_| more).map(Place::of);
        Ok((games, next))
    }

    /// The ids of the games whose clocks run.
    pub async fn running(&self) -> Result<Vec<String>, StoreError> {
        self.readers
            .read(|connection| {
                let mut query = connection.prepare_cached("SELECT id FROM games WHERE running_since IS NOT NULL")?;
                query.query_map([], |row| row.get(0))?.collect()
            })
            .await
    }

    /// Whether the clock of any game runs.
    pub async fn clocks_run(&self) -> Result<bool, StoreError> {
        self.readers
            .read(|connection| {
                connection
                    .prepare_cached("SELECT EXISTS (SELECT 1 FROM games WHERE running_since IS NOT NULL)")?
                    .query_row([], |row| row.get(0))
            })
            .await
    }

    /// How many games that a player has begun are not over.
    pub async fn unfinished(&self, player: &str) -> Result<i64, StoreError> {
        let player = player.to_owned();
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached("SELECT count(*) FROM games WHERE creator = ? AND status <> 'finished'")?
                    .query_row([player], |row| row.get(0))
            })
            .await
    }
}

/// One game more than a page has, if there are so many. Each part of the query is answered from one index, from its
/// place on, without looking at what comes before.
fn page(connection: &Connection, filter: &Filter) -> rusqlite::Result<Vec<Record>> {
    // A game that waits for a friend, or of somebody alone, is nobody else's business.
    const PUBLIC: &str = "opponent = 'friend' AND status <> 'open'";
    let parts: Vec<String> = match (&filter.player, filter.status) {
        (Some(_), status) => {
            let status = if status.is_some() { " AND status = :status" } else { "" };
            ["white", "black"].map(|side| format!("{side} = :player{status}")).into()
        }
        (None, Some(_)) => vec![format!("{PUBLIC} AND status = :status")],
        (None, None) => ["playing", "finished"].map(|status| format!("{PUBLIC} AND status = '{status}'")).into(),
    };
    let variant = if filter.variant.is_some() { " AND variant = :variant" } else { "" };
    let after = if filter.after.is_some() { " AND (updated, id) < (:updated, :after)" } else { "" };
    let order = format!("ORDER BY updated DESC, id DESC LIMIT {}", PAGE + 1);
    let parts: Vec<String> = parts
        .iter()
        .map(|part| format!("SELECT * FROM (SELECT updated, id FROM games WHERE {part}{variant}{after} {order})"))
        .collect();
    let text = format!(
        "SELECT games.* FROM (SELECT * FROM ({}) {order}) AS chosen JOIN games ON games.id = chosen.id
         ORDER BY chosen.updated DESC, chosen.id DESC",
        parts.join(" UNION ")
    );
    let mut query = connection.prepare_cached(&text)?;
    let status = filter.status.map(status_word);
    let values: [(&str, &dyn ToSql); 5] = [
        (":player", &filter.player),
        (":status", &status),
        (":variant", &filter.variant),
        (":updated", &filter.after.as_ref().map(|place| place.updated)),
        (":after", &filter.after.as_ref().map(|place| &place.id)),
    ];
    for (name, value) in values {
        if let Some(index) = query.parameter_index(name)? {
            query.raw_bind_parameter(index, value)?;
        }
    }
    query.raw_query().mapped(read).collect()
}

fn read(row: &Row<'_>) -> rusqlite::Result<Record> {
    let text = |name: &str| row.get::<_, Option<String>>(name);
    let color = |name: &str| Ok::<_, rusqlite::Error>(text(name)?.as_deref().and_then(color_of));
    let control = match (row.get("initial_ms")?, row.get("increment_ms")?) {
        (Some(initial), Some(increment)) => Some(Control { initial, increment }),
        _ => None,
    };
    let level: Option<u8> = row.get("level")?;
    let opponent = match (row.get_ref("opponent")?.as_str()?, level) {
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
    let (start, plies): (String, u32) = (row.get("start")?, row.get("plies")?);
    // The second field of a FEN is the side to move.
    let black_begins = start.split(' ').nth(1) == Some("b");
    let to_move = if (plies % 2 == 1) != black_begins { Color::Black } else { Color::White };
    let clocks = match (row.get("white_ms")?, row.get("black_ms")?) {
        (Some(white), Some(black)) => {
            let since: Option<i64> = row.get("running_since")?;
            Some(Clocks { left: Sides { white, black }, running: since.map(|since| (to_move, since)) })
        }
        _ => None,
    };
    Ok(Record {
        id: row.get("id")?,
        variant: row.get("variant")?,
        options: serde_json::from_str(row.get_ref("options")?.as_str()?).unwrap_or_default(),
        title: row.get("title")?,
        start,
        opponent,
        seats,
        creator: row.get("creator")?,
        control,
        clocks,
        status: status_of(row.get_ref("status")?.as_str()?),
        result,
        offers: Offers {
            draw: color("draw_offer")?,
            takeback: color("takeback_offer")?,
            rematch: color("rematch_offer")?,
        },
        next: text("next")?,
        plies,
        created: row.get("created")?,
        updated: row.get("updated")?,
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
