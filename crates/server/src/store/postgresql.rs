//! The database in PostgreSQL: connections, the lock of the one server that writes, and the schema.

#[cfg(test)]
pub(crate) mod cluster;
#[cfg(test)]
mod tests;

use super::sql::{self, Connection, OptionalExtension, Row};
use super::{StoreError, tables};
use crate::config::Postgres;
use postgres::NoTls;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};
use tokio_postgres_rustls::MakeRustlsConnect;

/// Each step after which the schema is that of a step for SQLite. Never change one that was released.
const STEPS: [(i64, &str); 9] = [
    (14, include_str!("../../migrations/postgresql/0014_begin.sql")),
    (15, include_str!("../../migrations/0015_mail.sql")),
    (16, include_str!("../../migrations/postgresql/0016_help.sql")),
    (17, include_str!("../../migrations/0017_studies.sql")),
    (18, include_str!("../../migrations/0018_two_factor.sql")),
    (19, include_str!("../../migrations/0019_challenges.sql")),
    (20, include_str!("../../migrations/0020_openings.sql")),
    (21, include_str!("../../migrations/0021_berserk.sql")),
    (22, include_str!("../../migrations/0022_webhooks.sql")),
];

/// The table of what workers search for.
const JOBS: &str = include_str!("../../migrations/postgresql/engine_jobs.sql");

/// The newest version.
const VERSION: i64 = STEPS[STEPS.len() - 1].0;

/// The lock that the one server holds as long as its connection for writing lives ("Spil").
const LOCK: i64 = 0x5370_696c;

/// The lock's row among those that are held.
const HELD: &str = "locktype = 'advisory' AND classid = 0 AND objid = 1399875948 AND objsubid = 1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/// What changes whenever the database hears of a session.
const HEARD: &str = "CAST(activity.pid AS TEXT) || coalesce(CAST(state_change AS TEXT), '')";

/// How long a connection, the lock of another server, and what the network has lost are waited for.
const PATIENCE: Duration = Duration::from_secs(5);
const HELD_FOR: Duration = Duration::from_secs(2);
const LOST: Duration = Duration::from_secs(10);

/// A database of PostgreSQL.
pub(super) struct Server {
    settings: postgres::Config,
    tls: Option<MakeRustlsConnect>,
    /// The process of the database that last had the lock for us.
    holder: AtomicI32,
}

impl Server {
    pub fn new(postgres: &Postgres) -> Self {
        let mut settings = postgres.settings().clone();
        if settings.get_connect_timeout().is_none() {
            settings.connect_timeout(PATIENCE);
        }
        if settings.get_tcp_user_timeout().is_none() {
            settings.tcp_user_timeout(LOST);
        }
        if settings.get_application_name().is_none() {
            settings.application_name("spielraum");
        }
        let tls = postgres.tls().map(|tls| MakeRustlsConnect::new((**tls).clone()));
        Self { settings, tls, holder: AtomicI32::new(0) }
    }

    /// The same with another name of its sessions.
    pub fn named(postgres: &Postgres, name: &str) -> Self {
        let mut server = Self::new(postgres);
        server.settings.application_name(name);
        server
    }

    pub fn connect(&self) -> sql::Result<Connection> {
        let mut client = match &self.tls {
            Some(tls) => self.settings.connect(tls.clone())?,
            None => self.settings.connect(NoTls)?,
        };
        client.batch_execute("SET lock_timeout = '5s'")?;
        Ok(Connection::Postgres(Box::new(client.into())))
    }

    /// The connection that alone writes. The one before has ended when this is there, with all that it still did.
    pub fn connect_writer(&self) -> Result<Connection, StoreError> {
        let connection = self.connect()?;
        // Whatever the database is set to: what is acknowledged is on the disk.
        if connection.query_row("SELECT current_setting('synchronous_commit') = 'off'", [], |row| row.get(0))? {
            connection.run("SET synchronous_commit = on")?;
        }
        let end = format!("SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE pid = ? AND {HELD}");
        connection.query_row(&end, [self.holder.load(Ordering::Relaxed)], |row| row.get::<i64>(0))?;
        let begun = Instant::now();
        while !connection.query_row("SELECT pg_try_advisory_lock(?)", [LOCK], |row| row.get::<bool>(0))? {
            if begun.elapsed() > HELD_FOR {
                return Err(StoreError::Held { holder: holder(&connection)?, another: "database" });
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let process = connection.query_row("SELECT pg_backend_pid()", [], |row| row.get(0))?;
        self.holder.store(process, Ordering::Relaxed);
        Ok(connection)
    }

    /// A connection to a database of today's version.
    pub fn connect_current(&self) -> Result<Connection, StoreError> {
        let connection = self.connect()?;
        match version(&connection)? {
            Some(VERSION) => Ok(connection),
            Some(found) if found > VERSION => Err(newer(found)),
            Some(_) => Err(refused("is of an older version; start this one's server on it first")),
            None => Err(refused("has no data of a server; name the one of a server, or start a server on it")),
        }
    }
}

/// Who has the lock.
pub(super) struct Holder {
    /// The name of its session.
    pub name: String,
    /// What changes whenever the database hears of it.
    pub heard: String,
}

impl Server {
    /// Who has the lock.
    pub fn holder(&self, connection: &Connection) -> sql::Result<Option<Holder>> {
        let query = format!(
            "SELECT coalesce(application_name, ''), {HEARD}
             FROM pg_locks JOIN pg_stat_activity AS activity ON activity.pid = pg_locks.pid WHERE {HELD}"
        );
        connection.query_row(&query, [], |row| Ok(Holder { name: row.get(0)?, heard: row.get(1)? })).optional()
    }

    /// Ends the session that has the lock, if nothing has been heard of it since.
    pub fn end_silent(&self, connection: &Connection, holder: &Holder) -> sql::Result<()> {
        let end = format!(
            "SELECT count(pg_terminate_backend(activity.pid))
             FROM pg_locks JOIN pg_stat_activity AS activity ON activity.pid = pg_locks.pid
             WHERE {HELD} AND {HEARD} = ?"
        );
        connection.query_row(&end, [&holder.heard], |row| row.get::<i64>(0)).map(|_| ())
    }

    /// Whether the last one to write has ended in order, and for how long servers have run; nothing before the first one.
    pub fn left(connection: &Connection) -> sql::Result<Option<(bool, i64)>> {
        if version(connection)?.is_none() {
            return Ok(None);
        }
        let query = "SELECT in_use, lived FROM server_state";
        connection.query_row(query, [], |row| Ok(Some((row.get::<i64>(0)? == 0, row.get(1)?))))
    }
}

/// Who has the lock, in words.
fn holder(connection: &Connection) -> sql::Result<String> {
    let query = format!(
        "SELECT activity.application_name, coalesce(CAST(activity.client_addr AS TEXT), 'this machine'),
            CAST(activity.backend_start AS TEXT)
         FROM pg_locks JOIN pg_stat_activity AS activity ON activity.pid = pg_locks.pid WHERE {HELD}"
    );
    let told = |row: &Row<'_>| -> sql::Result<String> {
        let [name, address, since]: [String; 3] = [row.get(0)?, row.get(1)?, row.get(2)?];
        Ok(format!("{name}, from {address}, since {since}"))
    };
    let holder = connection.query_row(&query, [], told).optional()?;
    Ok(holder.unwrap_or_else(|| "of which nothing is known".to_owned()))
}

/// Makes the schema if there is none, and brings it up to date. Refuses, without a change, what is newer than this
/// program and what it does not know.
pub(super) fn prepare(connection: &Connection) -> Result<(), StoreError> {
    let encoding: String = connection.query_row("SELECT current_setting('server_encoding')", [], |row| row.get(0))?;
    if encoding != "UTF8" {
        return Err(refused("does not hold Unicode; make one with `ENCODING 'UTF8'`"));
    }
    let found = version(connection)?;
    let others = "SELECT to_regclass('players') IS NOT NULL OR to_regclass('games') IS NOT NULL";
    match found {
        Some(found) if found > VERSION => return Err(newer(found)),
        None if connection.query_row(others, [], |row| row.get(0))? => {
            return Err(refused("has tables of another program; use another database"));
        }
        _ => {}
    }
    let transaction = connection.transaction()?;
    for (number, step) in STEPS {
        if found.is_none_or(|found| found < number) {
            transaction.run(step)?;
            transaction.execute("DELETE FROM spielraum_schema", [])?;
            transaction.execute("INSERT INTO spielraum_schema (version) VALUES (?)", [number])?;
        }
    }
    transaction.run(JOBS)?;
    Ok(transaction.commit()?)
}

/// Refuses a database in which a server has stored something.
pub(super) fn must_be_free(connection: &Connection) -> Result<(), StoreError> {
    match version(connection)? {
        Some(_) => Err(refused("has the data of a server already; use another database")),
        None => Ok(()),
    }
}

/// The version of the schema, if there is one.
fn version(connection: &Connection) -> sql::Result<Option<i64>> {
    match connection.query_row("SELECT to_regclass('spielraum_schema') IS NOT NULL", [], |row| row.get(0))? {
        true => connection.query_row("SELECT max(version) FROM spielraum_schema", [], |row| row.get(0)),
        false => Ok(None),
    }
}

/// How the columns of the tables differ from those that this program makes.
pub(super) fn differences(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut query = connection.prepare_cached(
        "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), CAST(data_type AS TEXT),
            CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END
         FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'spielraum_schema'",
    )?;
    let read = |row: &Row<'_>| {
        let kind =
            if row.get::<String>(2)? == "bigint" { "INTEGER".to_owned() } else { row.get::<String>(2)?.to_uppercase() };
        Ok((row.get(0)?, row.get(1)?, kind, row.get(3)?))
    };
    let mut found: BTreeSet<(String, String, String, bool)> = query.query_map([], read)?.collect::<Result<_, _>>()?;
    let mut expected = BTreeSet::new();
    let tables = tables::all()?;
    // Extensions may have made tables of their own.
    found.retain(|(name, ..)| tables.iter().any(|table| table.name == *name));
    for table in tables {
        for column in table.columns {
            let required = column.required || table.key.contains(&column.name);
            let kind = if column.text { "TEXT" } else { "INTEGER" };
            expected.insert((table.name.clone(), column.name, kind.to_owned(), required));
        }
    }
    let told = |how: &str, (table, column, ..): &(String, String, String, bool)| {
        format!("the {how} column {column:?} of the table {table:?}")
    };
    let foreign = found.difference(&expected).map(|one| told("foreign or altered", one));
    let missing = expected.difference(&found).map(|one| told("missing or altered", one));
    Ok(foreign.chain(missing).collect())
}

fn newer(found: i64) -> StoreError {
    refused(&format!("is of a newer version of this program (schema {found} instead of {VERSION}); use that version"))
}

fn refused(why: &str) -> StoreError {
    StoreError::Refused(format!("the database {why}"))
}
