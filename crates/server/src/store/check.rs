//! Whether what is stored makes sense: the file, the rows, and what others say of games and definitions.

use super::database::Database;
use super::rows::GameRow;
use super::sql::{self, Connection};
use super::{StoreError, correspondence, ratings, seeks, studies, tournaments};
use crate::config::Stored;
use crate::domain::{PlayerId, Record, names, passwords};
use spielraum_rules::{ByColor, Color};

/// Faults that are reported; there may be more.
const TOLD: usize = 100;

/// Who says whether stored things are what they should be, or what is wrong with them.
pub(crate) trait Judge {
    /// A definition of the workshop.
    fn definition(&mut self, id: &str, text: &str) -> Result<(), String>;
    /// What the gallery shows of a definition that is published.
    fn published(&mut self, definition: &str, summary: &str) -> Result<(), String>;
    /// A game with its moves, and the definition that it is played by if it is one of the workshop.
    fn game(&mut self, record: &Record, moves: &[String], definition: Option<&str>) -> Result<(), String>;
}

/// What was found in a database.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// What is wrong, a hundred faults at most.
    pub faults: Vec<String>,
    /// How many players there are.
    pub players: usize,
    /// How many accounts.
    pub accounts: usize,
    /// How many definitions of the workshop.
    pub definitions: usize,
    /// How many games.
    pub games: usize,
    /// How many moves in all of them.
    pub moves: usize,
}

impl Findings {
    fn take_up(&mut self, what: &str, found: Result<(), String>) {
        if let (Err(fault), true) = (found, self.faults.len() < TOLD) {
            self.faults.push(format!("{what}: {fault}"));
        }
    }
}

/// Looks through a database, as it is at one moment; a server that uses it goes on.
pub(crate) fn check_stored(stored: &Stored, judge: &mut impl Judge) -> Result<Findings, StoreError> {
    let (connection, foreign) = Database::from(stored).connect_unchecked()?;
    // What the rows mean is not known where the schema is another one.
    if !foreign.is_empty() {
        let faults = foreign.into_iter().map(|difference| format!("the schema: {difference}")).take(TOLD).collect();
        return Ok(Findings { faults, ..Findings::default() });
    }
    check(&connection, judge)
}

/// Looks through a database.
pub(super) fn check(connection: &Connection, judge: &mut impl Judge) -> Result<Findings, StoreError> {
    let connection = connection.transaction()?;
    let mut findings = Findings::default();
    pages(&connection, &mut findings)?;
    findings.players = count(&connection, "players WHERE id <> 'deleted'")?;
    accounts(&connection, &mut findings)?;
    let mut query = connection.prepare_cached("SELECT id, text FROM definitions ORDER BY id")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (id, text): (String, String) = (row.get(0)?, row.get(1)?);
        findings.definitions += 1;
        findings.take_up(&format!("definition {id}"), judge.definition(&id, &text));
    }
    let mut query = connection.prepare_cached("SELECT definition, summary FROM published ORDER BY definition")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (definition, summary): (String, String) = (row.get(0)?, row.get(1)?);
        findings.take_up(&format!("published {definition}"), judge.published(&definition, &summary));
    }
    for id in seeks::unreadable(&connection)? {
        findings.take_up(&format!("seek {id}"), Err("what is wanted can't be read".to_owned()));
    }
    for game in correspondence::unreadable(&connection)? {
        findings.take_up(&format!("game {game}"), Err("its conditional moves can't be read".to_owned()));
    }
    let channels = count(&connection, "chat WHERE channel NOT IN ('players', 'spectators')")?;
    if channels > 0 {
        findings.take_up("the chat", Err(format!("{channels} messages are in no channel")));
    }
    for fault in tournaments::faults(&connection)? {
        findings.take_up("the tournaments", Err(fault));
    }
    for fault in studies::faults(&connection)? {
        findings.take_up("the studies", Err(fault));
    }
    for fault in ratings::faults(&connection)? {
        findings.take_up("the ratings", Err(fault));
    }
    let mut query = connection.prepare_cached("SELECT * FROM games ORDER BY id")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        findings.games += 1;
        let row = match GameRow::read(&row) {
            Ok(row) => row,
            Err(error) => {
                findings.take_up("a game", Err(error.to_string()));
                continue;
            }
        };
        let found = game(&connection, &row, judge, &mut findings.moves)?;
        findings.take_up(&format!("game {}", row.id), found);
    }
    Ok(findings)
}

/// The file's pages, and rows that belong to nothing. PostgreSQL looks after its own, and has no such rows.
fn pages(connection: &Connection, findings: &mut Findings) -> Result<(), StoreError> {
    let Some(connection) = connection.sqlite() else { return Ok(()) };
    let mut query = connection.prepare("PRAGMA integrity_check(20)")?;
    let lines: Vec<String> = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for line in lines.into_iter().filter(|line| line != "ok") {
        findings.take_up("the file", Err(line));
    }
    let mut query = connection.prepare("PRAGMA foreign_key_check")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
        findings.take_up(&table, Err(format!("a row belongs to none of {parent}")));
    }
    Ok(())
}

fn accounts(connection: &Connection, findings: &mut Findings) -> Result<(), StoreError> {
    let mut query = connection.prepare_cached("SELECT name, skeleton, password FROM accounts ORDER BY name")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (name, skeleton, password): (String, Option<String>, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        findings.accounts += 1;
        findings.take_up(&format!("account {name}"), affordable(&password));
        if skeleton.is_some_and(|skeleton| skeleton != names::skeleton(&name)) {
            findings.take_up(&format!("account {name}"), Err("it is protected under another look".to_owned()));
        }
    }
    Ok(())
}

/// Refuses a hash of a password that it would cost too much to verify.
fn affordable(password: &str) -> Result<(), String> {
    match passwords::is_affordable(password) {
        true => Ok(()),
        false => {
            Err("its password's hash asks for more memory or time than the server may spend on a log-in".to_owned())
        }
    }
}

/// Refuses a database with an account whose password it would cost too much to verify.
pub(super) fn passwords_are_affordable(connection: &Connection) -> Result<(), StoreError> {
    let mut query = connection.prepare_cached("SELECT name, password FROM accounts")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (name, password): (String, String) = (row.get(0)?, row.get(1)?);
        affordable(&password).map_err(|fault| StoreError::Refused(format!("account {name}: {fault}")))?;
    }
    Ok(())
}

/// A game: its row is one that the program writes, and its moves are numbered without a gap.
fn game(
    connection: &Connection,
    row: &GameRow,
    judge: &mut impl Judge,
    moves: &mut usize,
) -> Result<Result<(), String>, StoreError> {
    let mut query = connection.prepare_cached("SELECT ply, text FROM moves WHERE game = ? ORDER BY ply")?;
    let stored: Vec<(u32, String)> =
        query.query_map([&row.id], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    *moves += stored.len();
    if !row.is_well_formed() {
        return Ok(Err("its row is not one that this program writes".to_owned()));
    }
    if stored.len() != row.plies as usize || stored.iter().zip(1..).any(|((ply, _), number)| *ply != number) {
        return Ok(Err(format!("it should have {} moves, and has {}, or others", row.plies, stored.len())));
    }
    let record = row.clone().record();
    if let Some(fault) = miscounted(&record, ratings::counted(connection, &row.id)?) {
        return Ok(Err(fault));
    }
    let mut query = connection.prepare_cached("SELECT text FROM definitions WHERE id = ?")?;
    let mut found = query.query([&row.variant])?;
    let definition: Option<String> = found.next()?.map(|row| row.get(0)).transpose()?;
    let texts: Vec<String> = stored.into_iter().map(|(_, text)| text).collect();
    Ok(judge.game(&record, &texts, definition.as_deref()))
}

/// What is wrong with how a game was counted: it must have changed ratings if it counts, and must not otherwise. When a player
/// is deleted, a game that has counted stays so.
fn miscounted(record: &Record, rows: ByColor<Option<(String, PlayerId, u8)>>) -> Option<String> {
    if rows.white.is_none() && rows.black.is_none() {
        return record.counts().map(|_| "it is rated and has ended, and changed no rating".to_owned());
    }
    let wrong = || Some("the ratings that it changed are not those of its players, or by another result".to_owned());
    let (Some(terms), Some(ending)) = (&record.rated, &record.progress.ending) else { return wrong() };
    for side in Color::BOTH {
        let score = match ending.winner() {
            Some(winner) if winner == side => 2,
            Some(_) => 0,
            None => 1,
        };
        let player = record.pairing.person(side);
        let is_right = rows[side].as_ref().is_some_and(|(ladder, who, stored)| {
            *ladder == terms.ladder(side).to_string() && Some(who) == player && *stored == score
        });
        if !is_right || ending.code() == "aborted" {
            return wrong();
        }
    }
    None
}

fn count(connection: &Connection, table: &str) -> sql::Result<usize> {
    let count: u32 = connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
    Ok(count as usize)
}
