//! What the administrator asks of the stored data.

use super::sql::{self, Row, params};
use super::write::told;
use super::{Store, StoreError, transfer};
use crate::domain::{DefinitionId, PlayerId, ReportFilter, ShelfFilter};
use crate::time::written;

/// Rows of an answer at most.
const ROWS: usize = 100;

/// What is counted.
const NUMBERS: [(&str, &str); 13] = [
    ("players", "players WHERE id <> 'deleted'"),
    ("accounts", "accounts"),
    ("sessions", "sessions"),
    ("games that wait", "games WHERE status = 'open'"),
    ("games that go on", "games WHERE status = 'playing'"),
    ("of these with a running clock", "games WHERE running_since IS NOT NULL AND move_ms IS NULL"),
    ("games that are over", "games WHERE status = 'finished'"),
    ("definitions", "definitions"),
    ("published games", "published WHERE taken_down IS NULL"),
    ("open seeks", "seeks"),
    ("studies", "studies"),
    ("tournaments that are not over", "tournaments WHERE status IN ('upcoming', 'running')"),
    ("reports", "reports"),
];

/// Whether the reporter of a row has an account, and whether a filter lets the row through.
const BY_ACCOUNT: &str = "EXISTS (SELECT 1 FROM accounts WHERE accounts.player = reporter)";
const FILTERED: &str = "(?1 IS NULL OR player = ?1) AND (?2 IS NULL OR reporter = ?2) AND (?3 IS NULL OR game = ?3)
    AND (?4 IS NULL OR reason = ?4)
    AND (?5 IS NULL OR ?5 = CASE WHEN EXISTS (SELECT 1 FROM accounts WHERE accounts.player = reporter) THEN 1 ELSE 0 END)";

impl Store {
    /// How much there is of what.
    pub async fn numbers(&self) -> Result<Vec<(&'static str, i64)>, StoreError> {
        self.readers
            .read(|connection| {
                let count = |(name, of): (&'static str, &str)| {
                    let number = connection
                        .prepare_cached(&format!("SELECT count(*) FROM {of}"))?
                        .query_row([], |row| row.get(0))?;
                    Ok((name, number))
                };
                NUMBERS.into_iter().map(count).collect()
            })
            .await
    }

    /// The id of a player with an id, or with an account of a name.
    pub async fn player_of(&self, who: &str) -> Result<Option<PlayerId>, StoreError> {
        let who = who.to_owned();
        self.readers.read(move |connection| transfer::player_of(connection, &who)).await
    }

    /// Players with a text in their name or as their id: id, name, whether there is an account, since when, when last
    /// here, games, since when barred.
    pub async fn players_named(&self, text: &str) -> Result<Vec<[String; 7]>, StoreError> {
        let text = text.to_owned();
        let read = |row: &Row<'_>| {
            let account = if row.get(2)? { "yes" } else { "no" };
            Ok([
                row.get(0)?,
                row.get(1)?,
                account.to_owned(),
                written(row.get(3)?),
                time(row, 4)?,
                row.get::<i64>(5)?.to_string(),
                time(row, 6)?,
            ])
        };
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT id, name, EXISTS (SELECT 1 FROM accounts WHERE player = players.id), created,
                        (SELECT max(used) FROM sessions WHERE player = players.id),
                        (SELECT count(*) FROM games WHERE white = players.id OR black = players.id), barred
                     FROM players WHERE id = ?1 OR ?1 = '' OR replace(lower(name), ?2, '') <> lower(name) ORDER BY created DESC LIMIT ?3",
                )?;
                query.query_map(params![text, text.to_ascii_lowercase(), ROWS as i64], read)?.collect()
            })
            .await
    }

    /// Reports of players about others, those by accounts first, the oldest first: id, when, of whom, by whom, in which
    /// game, why, a text.
    pub async fn reports(&self, filter: ReportFilter) -> Result<Vec<[String; 7]>, StoreError> {
        let sql = format!(
            "SELECT reports.id, reports.created, about.name || ' (' || about.id || ')',
                teller.name || ' (' || teller.id || CASE WHEN {BY_ACCOUNT} THEN '' ELSE ', guest' END || ')',
                game, reason, text
             FROM reports JOIN players AS about ON about.id = player JOIN players AS teller ON teller.id = reporter
             WHERE {FILTERED} ORDER BY {BY_ACCOUNT} DESC, reports.created, reports.id LIMIT ?6 OFFSET ?7"
        );
        self.readers
            .read(move |connection| {
                let ReportFilter { of, by, game, reason, account, page } = filter;
                let mut query = connection.prepare_cached(&sql)?;
                let read = |row: &Row<'_>| {
                    Ok([row.get(0)?, time(row, 1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?])
                };
                query.query_map(params![of, by, game, reason, account, ROWS as i64, offset(page)], read)?.collect()
            })
            .await
    }

    /// The ids of all reports that a filter lets through.
    pub async fn report_ids(&self, filter: ReportFilter) -> Result<Vec<String>, StoreError> {
        self.readers
            .read(move |connection| {
                let ReportFilter { of, by, game, reason, account, .. } = filter;
                let mut query = connection.prepare_cached(&format!("SELECT id FROM reports WHERE {FILTERED}"))?;
                query.query_map(params![of, by, game, reason, account], |row| row.get(0))?.collect()
            })
            .await
    }

    /// Of whom how much is reported, those first of whom the most accounts do: of whom, how many accounts and how many
    /// guests report it, when first and when last.
    pub async fn reported(&self, page: u32) -> Result<Vec<[String; 5]>, StoreError> {
        let sql = format!(
            "SELECT about.name || ' (' || about.id || ')', count(DISTINCT CASE WHEN {BY_ACCOUNT} THEN reporter END) AS accounts,
                count(DISTINCT CASE WHEN NOT {BY_ACCOUNT} THEN reporter END) AS guests,
                min(reports.created), max(reports.created)
             FROM reports JOIN players AS about ON about.id = player
             GROUP BY about.id ORDER BY accounts DESC, guests DESC, about.id LIMIT ?1 OFFSET ?2"
        );
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(&sql)?;
                let read = |row: &Row<'_>| {
                    let number = |column| row.get::<i64>(column).map(|number| number.to_string());
                    Ok([row.get(0)?, number(1)?, number(2)?, time(row, 3)?, time(row, 4)?])
                };
                query.query_map(params![ROWS as i64, offset(page)], read)?.collect()
            })
            .await
    }

    /// What is published, the latest first: the definition's id, its title, by whom, when, since when taken down, since when
    /// the shelf shows it.
    pub async fn all_published(&self, filter: ShelfFilter) -> Result<Vec<[String; 6]>, StoreError> {
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT definition, summary, players.name || ' (' || players.id || ')',
                        published.created, taken_down, shown
                     FROM published JOIN players ON players.id = player WHERE ?1 = 0 OR (shown IS NULL AND taken_down IS NULL)
                     ORDER BY published.created DESC, definition LIMIT ?2 OFFSET ?3",
                )?;
                let read = |row: &Row<'_>| {
                    let title = told(&row.get::<String>(1)?, "title").unwrap_or_default();
                    Ok([row.get(0)?, title, row.get(2)?, time(row, 3)?, time(row, 4)?, time(row, 5)?])
                };
                query.query_map(params![filter.waiting, ROWS as i64, offset(filter.page)], read)?.collect()
            })
            .await
    }

    /// Whether there is a report.
    pub async fn is_reported(&self, id: &str) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.readers
            .read(move |connection| {
                let query = "SELECT EXISTS (SELECT 1 FROM reports WHERE id = ?)";
                connection.query_row(query, [id], |row| row.get(0))
            })
            .await
    }

    /// What the administrator has done, the latest first: when, and what.
    pub async fn audit(&self) -> Result<Vec<[String; 2]>, StoreError> {
        self.rows("SELECT at, what FROM audit ORDER BY id DESC LIMIT ?", |row| Ok([time(row, 0)?, row.get(1)?])).await
    }

    /// How many games are played by a definition.
    pub async fn games_of(&self, definition: &DefinitionId) -> Result<i64, StoreError> {
        let definition = definition.clone();
        self.readers
            .read(move |connection| {
                connection.query_row("SELECT count(*) FROM games WHERE variant = ?", [definition], |row| row.get(0))
            })
            .await
    }

    async fn rows<T: Send + 'static>(
        &self,
        query: &'static str,
        read: impl Fn(&Row<'_>) -> sql::Result<T> + Send + 'static,
    ) -> Result<Vec<T>, StoreError> {
        self.readers
            .read(move |connection| connection.prepare_cached(query)?.query_map([ROWS as i64], read)?.collect())
            .await
    }
}

/// How many rows come before a page, which is counted from 1.
fn offset(page: u32) -> i64 {
    i64::from(page.saturating_sub(1)) * ROWS as i64
}

/// A time in a column, if there is one.
fn time(row: &Row<'_>, column: usize) -> sql::Result<String> {
    Ok(row.get::<Option<i64>>(column)?.map(written).unwrap_or_default())
}
