//! Games in the database.

use super::rows::{GameRow, clocks_shown, status_word};
use super::sql::{self, Connection, OptionalExtension, Row};
use super::{Store, StoreError};
use crate::domain::{GameId, PlayerId, Record};
use spielraum_play::{Shown, Status};
use std::fmt;

/// Games of a page of the archive.
pub(super) const PAGE: usize = 30;

/// How a game ended for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameEnd {
    Won,
    Drawn,
    Lost,
}

/// Which games are asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    pub variant: Option<String>,
    pub status: Option<Status>,
    pub player: Option<PlayerId>,
    /// Only what everybody may see of the player's games: those against others that have begun.
    pub public: bool,
    /// The player's opponent, and how the game ended for the player.
    pub opponent: Option<PlayerId>,
    pub won: Option<GameEnd>,
    /// Only rated games.
    pub rated: bool,
    /// Only those after this one, the latest being the first.
    pub after: Option<Place>,
}

/// A game's place in the archive, or in the list of published games. Its text is what clients hand back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(super) updated: i64,
    pub(super) id: String,
}

impl Place {
    pub fn of(record: &Record) -> Self {
        Self { updated: record.updated, id: record.id.to_string() }
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

/// The moves of a game.
pub(crate) struct Made {
    pub texts: Vec<String>,
    /// What the clocks showed after each, where it is known.
    pub clocks: Vec<Option<Shown>>,
}

/// A game whose clock falls.
pub(crate) struct Falling {
    pub id: GameId,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// When the clock of a game falls that runs. An index has the games in this order.
const FALLS: &str = "running_since + iif(running = 'black', black_ms, white_ms)";

/// Games that wait for a player, at most.
const TURNS: usize = 200;

impl Store {
    /// A game and its moves.
    pub async fn game(&self, id: &GameId) -> Result<Option<(Record, Made)>, StoreError> {
        let id = id.clone();
        self.readers
            .read(move |connection| {
                // Both from one transaction: a move may be stored in between.
                let transaction = connection.transaction()?;
                let record = transaction
                    .prepare_cached("SELECT * FROM games WHERE id = ?")?
                    .query_row([&id], read)
                    .optional()?;
                let Some(record) = record else { return Ok(None) };
                let mut query = transaction
                    .prepare_cached("SELECT text, white_ms, black_ms FROM moves WHERE game = ? ORDER BY ply")?;
                let read = |row: &Row<'_>| Ok((row.get(0)?, clocks_shown(row.get(1)?, row.get(2)?)));
                let (texts, clocks) = query.query_map([&id], read)?.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
                Ok(Some((record, Made { texts, clocks })))
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

    /// The games whose clocks fall until a point in time, if nothing happens before, the first one first.
    pub async fn falling(&self, until: i64) -> Result<Vec<Falling>, StoreError> {
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(&falling_query())?;
                let read = |row: &Row<'_>| Ok(Falling { id: row.get(0)?, at: row.get(1)? });
                query.query_map([until], read)?.collect()
            })
            .await
    }

    /// The games in which the engine is to move while a clock runs, the first whose clock falls first.
    pub async fn engine_moves(&self) -> Result<Vec<GameId>, StoreError> {
        self.readers
            .read(|connection| {
                let mut query = connection.prepare_cached(&format!(
                    "SELECT id FROM games WHERE running_since IS NOT NULL AND engine = running ORDER BY {FALLS}"
                ))?;
                query.query_map([], |row| row.get(0))?.collect()
            })
            .await
    }

    /// The games against people that wait for a player's move, those whose time is up first first.
    pub async fn turns(&self, player: &PlayerId) -> Result<Vec<Record>, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(&turns_query())?;
                query.query_map([player], read)?.collect()
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
}

/// The query for the games whose clocks fall until a point in time.
pub(super) fn falling_query() -> String {
    format!("SELECT id, {FALLS} FROM games WHERE running_since IS NOT NULL AND {FALLS} <= ?1 ORDER BY {FALLS}")
}

/// The query for the games that wait for a player's move.
pub(super) fn turns_query() -> String {
    let of = |side: &str| {
        format!(
            "SELECT id FROM games WHERE {side} = ?1 AND status = 'playing' AND status <> 'finished'
                AND to_move = '{side}' AND opponent = 'friend'"
        )
    };
    format!(
        "SELECT * FROM games WHERE id IN ({} UNION {})
         ORDER BY running_since IS NULL, {FALLS}, updated, id LIMIT {TURNS}",
        of("white"),
        of("black")
    )
}

/// The query for one game more than a page has, if there are that many. Each part of it is answered from one index, from its
/// place on, without looking at what comes before.
pub(super) fn page_query(filter: &Filter) -> String {
    // A game that waits for a friend, or of somebody alone, is nobody else's business.
    const PUBLIC: &str = "opponent = 'friend' AND status <> 'open'";
    let parts: Vec<String> = match (&filter.player, filter.status) {
        (Some(_), status) => {
            let status = match status {
                None => "",
                Some(Status::Finished) => " AND status = :status",
                Some(_) => " AND status = :status AND status <> 'finished'",
            };
            let of = |(side, other): (&str, &str)| {
                let mut part = format!("{side} = :player{status}");
                // Plus signs keep SQLite from the indexes of everybody's games and of the opponent's.
                if filter.public {
                    part += " AND +opponent = 'friend' AND +status <> 'open'";
                }
                if filter.opponent.is_some() {
                    part += &format!(" AND +{other} = :opponent");
                }
                part += &match filter.won {
                    None => String::new(),
                    Some(GameEnd::Drawn) => {
                        " AND status = 'finished' AND winner IS NULL AND reason IS DISTINCT FROM 'aborted'".to_owned()
                    }
                    Some(GameEnd::Won) => format!(" AND winner = '{side}'"),
                    Some(GameEnd::Lost) => format!(" AND winner = '{other}'"),
                };
                part
            };
            [("white", "black"), ("black", "white")].map(of).into()
        }
        (None, Some(_)) => vec![format!("{PUBLIC} AND status = :status")],
        (None, None) => ["playing", "finished"].map(|status| format!("{PUBLIC} AND status = '{status}'")).into(),
    };
    let variant = match (&filter.variant, &filter.player, filter.status) {
        (None, ..) => "",
        // A player's games that are not over are few, and have an index of their own, which the plus sign leaves to SQLite.
        (Some(_), Some(_), Some(Status::Open | Status::Playing)) => " AND +variant = :variant",
        (Some(_), ..) => " AND variant = :variant",
    };
    let rated = if filter.rated { " AND rated IS NOT NULL" } else { "" };
    let after = if filter.after.is_some() { " AND (updated, id) < (:updated, :after)" } else { "" };
    let order = format!("ORDER BY updated DESC, id DESC LIMIT {}", PAGE + 1);
    let parts: Vec<String> = parts
        .iter()
        .map(|part| {
            format!("SELECT * FROM (SELECT updated, id FROM games WHERE {part}{variant}{rated}{after} {order})")
        })
        .collect();
    format!(
        "SELECT games.* FROM (SELECT * FROM ({}) {order}) AS chosen JOIN games ON games.id = chosen.id
         ORDER BY chosen.updated DESC, chosen.id DESC",
        parts.join(" UNION ")
    )
}

fn page(connection: &Connection, filter: &Filter) -> sql::Result<Vec<Record>> {
    let status = filter.status.map(status_word);
    let updated = filter.after.as_ref().map(|place| place.updated);
    let after = filter.after.as_ref().map(|place| &place.id);
    let (query, values) = sql::numbered(
        page_query(filter),
        &[
            (":player", &filter.player),
            (":opponent", &filter.opponent),
            (":status", &status),
            (":variant", &filter.variant),
            (":updated", &updated),
            (":after", &after),
        ],
    );
    connection.prepare_cached(&query)?.query_map(&*values, read)?.collect()
}

fn read(row: &Row<'_>) -> sql::Result<Record> {
    GameRow::read(row).map(GameRow::record)
}
