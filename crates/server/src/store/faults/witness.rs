//! What is in a database, and what should be.

use super::session::Step;
use crate::domain::GameId;
use crate::store::sql::{self, Connection};
use crate::store::{Write, schema, write};
use std::fmt::Write as _;

/// What is compared: everything but the times at which it was stored.
const TABLES: [&str; 24] = [
    "SELECT id, name, barred IS NULL FROM players ORDER BY id",
    "SELECT name, skeleton, player, password FROM accounts ORDER BY lower(name)",
    "SELECT * FROM two_factor ORDER BY player",
    "SELECT token, player FROM sessions ORDER BY token",
    "SELECT id, text FROM definitions ORDER BY id",
    "SELECT id, variant, options, title, start, opponent, level, white, black, engine, creator, initial_ms, increment_ms,
        created, rated, help, status, plies, winner, reason, result, white_ms, black_ms, running, running_since IS NULL, draw_offer,
        takeback_offer, rematch_offer, berserk, next, updated FROM games ORDER BY id",
    "SELECT game, ply, text FROM moves ORDER BY game, ply",
    "SELECT * FROM plans ORDER BY game, player",
    "SELECT * FROM chat ORDER BY game, channel, number",
    "SELECT game, player, text FROM notes ORDER BY game, player",
    "SELECT id, player, blocked FROM blocks ORDER BY id",
    "SELECT id, reporter, player, game, reason, text FROM reports ORDER BY id",
    "SELECT definition, player, summary, taken_down IS NULL FROM published ORDER BY definition",
    "SELECT * FROM ratings ORDER BY player, ladder",
    "SELECT * FROM rated ORDER BY game, side",
    "SELECT * FROM openings ORDER BY position, source, move",
    "SELECT * FROM opening_games ORDER BY position, source, game",
    "SELECT game FROM unexplored ORDER BY game",
    "SELECT id, owner, title, visibility FROM studies ORDER BY id",
    "SELECT * FROM study_members ORDER BY study, player",
    "SELECT * FROM chapters ORDER BY study, number",
    "SELECT * FROM chapter_edits ORDER BY study, chapter, number",
    "SELECT what FROM audit ORDER BY id",
    "SELECT kind, who, until FROM spent ORDER BY kind, who",
];

/// All that a connection sees.
pub fn seen(connection: &Connection) -> sql::Result<String> {
    let mut all = String::new();
    for query in TABLES {
        let mut query = connection.prepare_cached(query)?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            for column in 0..row.width() {
                let _ = write!(all, "{:?} ", row.value(column)?);
            }
            all.push('\n');
        }
    }
    Ok(all)
}

/// A database in memory that has all that was acknowledged, and nothing else.
pub struct Acknowledged {
    connection: Connection,
    seen: String,
}

impl Acknowledged {
    pub fn new() -> Self {
        let mut connection = rusqlite::Connection::open_in_memory().unwrap();
        schema::migrate(&mut connection).unwrap();
        let connection = Connection::from(connection);
        let seen = seen(&connection).unwrap();
        Self { connection, seen }
    }

    pub fn seen(&self) -> &str {
        &self.seen
    }

    pub fn take_up(&mut self, writes: &[Write]) {
        self.connection.begin().unwrap();
        for write in writes {
            write::apply(&self.connection, write).unwrap();
        }
        self.connection.commit().unwrap();
        self.seen = seen(&self.connection).unwrap();
    }

    /// How it would look after something more.
    pub fn with(&mut self, writes: &[Write]) -> String {
        self.connection.begin().unwrap();
        for write in writes {
            write::apply(&self.connection, write).unwrap();
        }
        let seen = seen(&self.connection).unwrap();
        self.connection.roll_back().unwrap();
        seen
    }

    /// A game's moves, if there is the game.
    pub fn moves(&self, game: &GameId) -> Option<Vec<String>> {
        let list = |query: &str| -> Vec<String> {
            let mut query = self.connection.prepare_cached(query).unwrap();
            query.query_map([game], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
        };
        let there = !list("SELECT id FROM games WHERE id = ?").is_empty();
        there.then(|| list("SELECT text FROM moves WHERE game = ? ORDER BY ply"))
    }
}

/// What stands in the way of a step: what it needs was refused before, as a move's game.
pub fn is_possible(acknowledged: &mut Acknowledged, step: &Step) -> bool {
    let Step::Write(writes) = step else { return true };
    acknowledged.connection.begin().unwrap();
    let possible = writes.iter().all(|write| write::apply(&acknowledged.connection, write).is_ok());
    acknowledged.connection.roll_back().unwrap();
    possible
}
