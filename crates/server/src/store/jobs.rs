//! Searches as jobs in a table of PostgreSQL: servers hand them in, and workers on any machine take them.
//!
//! The one who takes a job has it until its lease runs out. The database counts how often a job was taken, and accepts a
//! result only of the last one who has taken it, as long as its lease lasts. All times are the database's own.
//! Nobody relies on the table after a failure of the database, which may leave it empty.

use super::postgresql::Server;
use super::sql::{self, Connection, OptionalExtension, Row, params};
use super::{StoreError, sql::FromSql};
use crate::config::Postgres;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// For how long a worker has a job of which it says nothing.
pub(crate) const LEASE: Duration = Duration::from_secs(3);

/// How often servers and workers say that they are there.
pub(crate) const BEAT: Duration = Duration::from_secs(1);

/// For how long a job waits of whose server nothing is heard.
const WANTED: i64 = 10_000;

/// How often a job is taken at most: one that ends its workers must not end all of them.
const TAKEN: i64 = 3;

/// The channels on which jobs are announced, and those that are to end.
const NEW: &str = "spielraum_jobs";
const STOP: &str = "spielraum_stop";

/// Jobs of another version are of no use to a worker: its rules may be others.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The time of the database in milliseconds, and whether nobody has a job.
const NOW: &str = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";
const FREE: &str = "found IS NULL AND lease < CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";

/// A job as it is handed in.
pub(crate) struct NewJob<'j> {
    pub id: i64,
    /// The server that waits for it.
    pub node: &'j str,
    /// Those of a lower rank come first.
    pub rank: i64,
    pub task: &'j str,
}

/// A job that a worker has taken.
pub(crate) struct TakenJob {
    pub id: i64,
    pub node: String,
    pub rank: i64,
    pub task: String,
    /// How often it was taken, which says whether it is still ours.
    pub taken: i64,
    /// How long it has waited.
    pub waited: Duration,
}

/// How a job of a server stands.
pub(crate) struct JobState {
    pub id: i64,
    pub is_found: bool,
    pub is_free: bool,
    /// Nobody takes it any more.
    pub is_given_up: bool,
}

/// What was found, and how often somebody had begun to look for it.
pub(crate) struct FoundJob {
    pub found: String,
    pub taken: i64,
}

/// What is announced.
pub(crate) enum JobNews {
    /// There may be jobs to take.
    New,
    /// The worker that has this job is to end with what it has found.
    Stop(i64),
    /// A job of ours is done, or this was said about it.
    Ours(i64, Option<String>),
}

/// A connection to the table, made again after a failure.
pub(crate) struct Jobs {
    server: Server,
    /// The channels that are listened to.
    channels: Vec<String>,
    connection: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    connection: Option<Connection>,
    closed: bool,
}

impl Jobs {
    /// The connection of a server's threads.
    pub fn of_server(postgres: &Postgres) -> Self {
        Self::new(postgres, "spielraum engines", Vec::new())
    }

    /// That on which a server hears of its jobs.
    pub fn listening_server(postgres: &Postgres, node: &str) -> Self {
        Self::new(postgres, "spielraum engines", vec![channel(node)])
    }

    /// That of a worker's thread.
    pub fn of_worker(postgres: &Postgres) -> Self {
        Self::new(postgres, "spielraum worker", Vec::new())
    }

    /// That on which a worker with this many threads hears of jobs, and by which servers know that it is there.
    pub fn listening_worker(postgres: &Postgres, threads: usize) -> Self {
        let channels = [NEW, STOP].map(str::to_owned).into();
        Self::new(postgres, &format!("spielraum worker {VERSION} {threads}"), channels)
    }

    fn new(postgres: &Postgres, name: &str, channels: Vec<String>) -> Self {
        Self { server: Server::named(postgres, name), channels, connection: Mutex::default() }
    }

    /// Refuses a database without the table.
    pub fn must_be_there(&self) -> Result<(), StoreError> {
        // It says what is wrong.
        drop(self.server.connect_current()?);
        match self.row("SELECT to_regclass('engine_jobs') IS NOT NULL", &[])? {
            Some(true) => Ok(()),
            _ => Err(StoreError::Refused(
                "the database is of an older version; start this one's server on it first".to_owned(),
            )),
        }
    }

    /// Hands a job in.
    pub fn hand_in(&self, job: &NewJob<'_>) -> Result<(), StoreError> {
        let statement = format!(
            "WITH job AS (
                INSERT INTO engine_jobs (id, node, version, rank, task, asked, wanted_until)
                VALUES (?1, ?2, ?3, ?4, ?5, {NOW}, {NOW} + {WANTED}) RETURNING id
             ) SELECT id, pg_notify('{NEW}', '') FROM job"
        );
        self.row::<i64>(&statement, params![job.id, job.node, VERSION, job.rank, job.task]).map(|_| ())
    }

    /// Has a job end with what was found until now.
    pub fn stop(&self, id: i64) -> Result<(), StoreError> {
        let statement = format!(
            "WITH job AS (UPDATE engine_jobs SET stopped = 1 WHERE id = ?1 RETURNING id)
             SELECT id, pg_notify('{STOP}', CAST(id AS TEXT)) FROM job"
        );
        self.row::<i64>(&statement, params![id]).map(|_| ())
    }

    /// Takes back a job that nobody waits for any more.
    pub fn withdraw(&self, id: i64) -> Result<(), StoreError> {
        let statement = format!(
            "WITH job AS (DELETE FROM engine_jobs WHERE id = ?1 RETURNING id)
             SELECT id, pg_notify('{STOP}', CAST(id AS TEXT)) FROM job"
        );
        self.row::<i64>(&statement, params![id]).map(|_| ())
    }

    /// Takes out what was found by a job, if that is there.
    pub fn found(&self, id: i64) -> Result<Option<FoundJob>, StoreError> {
        self.ask(|connection| {
            let statement = "DELETE FROM engine_jobs WHERE id = ?1 AND found IS NOT NULL RETURNING found, taken";
            let read = |row: &Row<'_>| Ok(FoundJob { found: row.get(0)?, taken: row.get(1)? });
            connection.query_row(statement, params![id], read).optional()
        })
    }

    /// Says that a server still waits for its jobs, and how they stand.
    pub fn renew_wanted(&self, node: &str) -> Result<Vec<JobState>, StoreError> {
        let statement = format!(
            "UPDATE engine_jobs SET wanted_until = {NOW} + {WANTED} WHERE node = ?1
             RETURNING id, found IS NOT NULL, {FREE}, {FREE} AND taken >= {TAKEN}"
        );
        self.ask(|connection| {
            let read = |row: &Row<'_>| {
                let (id, is_found) = (row.get(0)?, row.get(1)?);
                Ok(JobState { id, is_found, is_free: row.get(2)?, is_given_up: row.get(3)? })
            };
            connection.prepare_cached(&statement)?.query_map(params![node], read)?.collect()
        })
    }

    /// Removes the jobs of servers of which nothing was heard for long.
    pub fn clear(&self) -> Result<(), StoreError> {
        let statement = format!("DELETE FROM engine_jobs WHERE wanted_until + {WANTED} < {NOW}");
        self.ask(|connection| connection.execute(&statement, []).map(|_| ()))
    }

    /// For how many searches at once there are workers.
    pub fn capacity(&self) -> Result<usize, StoreError> {
        let statement = format!(
            "SELECT CAST(application_name AS TEXT) FROM pg_stat_activity
             WHERE application_name LIKE 'spielraum worker {VERSION} %' AND datname = current_database()
                AND state_change > clock_timestamp() - interval '{} milliseconds'",
            5 * BEAT.as_millis()
        );
        let names: Vec<String> =
            self.ask(|connection| connection.prepare_cached(&statement)?.query_map([], |row| row.get(0))?.collect())?;
        Ok(names.iter().filter_map(|name| name.rsplit(' ').next()?.parse::<usize>().ok()).sum())
    }

    /// How many jobs wait for a worker, and how long the oldest has.
    pub fn waiting(&self) -> Result<(i64, Duration), StoreError> {
        let statement = format!("SELECT count(*), coalesce({NOW} - min(asked), 0) FROM engine_jobs WHERE {FREE}");
        self.ask(|connection| connection.query_row(&statement, [], |row| Ok((row.get(0)?, milliseconds(row.get(1)?)))))
    }

    /// Takes the job that is next, of those of a rank or a lower one.
    pub fn take(&self, rank: i64) -> Result<Option<TakenJob>, StoreError> {
        let statement = format!(
            "UPDATE engine_jobs SET taken = taken + 1, lease = {NOW} + {lease}
             WHERE id = (
                SELECT id FROM engine_jobs
                WHERE {FREE} AND version = ?1 AND rank <= ?2 AND taken < {TAKEN} AND wanted_until > {NOW}
                ORDER BY rank, asked FOR UPDATE SKIP LOCKED LIMIT 1
             ) RETURNING id, node, task, taken, {NOW} - asked, rank",
            lease = LEASE.as_millis()
        );
        self.ask(|connection| {
            let read = |row: &Row<'_>| {
                let (waited, rank) = (milliseconds(row.get(4)?), row.get(5)?);
                Ok(TakenJob { id: row.get(0)?, node: row.get(1)?, rank, task: row.get(2)?, taken: row.get(3)?, waited })
            };
            connection.query_row(&statement, params![VERSION, rank], read).optional()
        })
    }

    /// Keeps a job that was taken, and says whether it is to end; nothing if it is ours no longer.
    pub fn renew_lease(&self, id: i64, taken: i64) -> Result<Option<bool>, StoreError> {
        let statement = format!(
            "UPDATE engine_jobs SET lease = {NOW} + {lease}
             WHERE id = ?1 AND taken = ?2 AND lease > {NOW} AND wanted_until > {NOW} RETURNING stopped",
            lease = LEASE.as_millis()
        );
        self.row(&statement, params![id, taken])
    }

    /// Says something about a job to the server that waits for it.
    pub fn tell(&self, node: &str, id: i64, news: &str) -> Result<(), StoreError> {
        self.ask(|connection| {
            let said = format!("{id} {news}");
            connection.query_row("SELECT 1, pg_notify(?1, ?2)", params![channel(node), said], |_| Ok(()))
        })
    }

    /// Stores what was found by a job, and says whether it was accepted: it must be ours still.
    pub fn finish(&self, job: &TakenJob, found: &str) -> Result<bool, StoreError> {
        let statement = format!(
            "WITH job AS (
                UPDATE engine_jobs SET found = ?3
                WHERE id = ?1 AND taken = ?2 AND lease > {NOW} AND found IS NULL RETURNING id
             ) SELECT id, pg_notify(?4, CAST(id AS TEXT)) FROM job"
        );
        let done = self.row::<i64>(&statement, params![job.id, job.taken, found, channel(&job.node)])?;
        Ok(done.is_some())
    }

    /// Servers are to count no more on the worker whose connection this is.
    pub fn take_leave(&self) -> Result<(), StoreError> {
        self.ask(|connection| connection.run("SET application_name = 'spielraum worker'"))
    }

    /// What is announced next, within some time.
    pub fn heard(&self, patience: Duration) -> Result<Vec<JobNews>, StoreError> {
        self.ask(|connection| {
            let heard = connection.heard(patience)?;
            Ok(heard.iter().filter_map(|(channel, said)| news(channel, said)).collect())
        })
    }

    /// Ends the connection, which is not made again. Connections end on threads that may wait.
    pub fn close(&self) {
        *self.connection.lock().unwrap_or_else(PoisonError::into_inner) = Held { connection: None, closed: true };
    }

    fn row<T: FromSql>(&self, statement: &str, parameters: &[&dyn sql::ToSql]) -> Result<Option<T>, StoreError> {
        self.ask(|connection| connection.query_row(statement, parameters, |row| row.get(0)).optional())
    }

    /// A connection with which something went wrong is not used again.
    fn ask<T>(&self, question: impl FnOnce(&Connection) -> sql::Result<T>) -> Result<T, StoreError> {
        let mut held = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        if held.closed {
            return Err(StoreError::Closed);
        }
        let connection = match held.connection.take() {
            Some(connection) => connection,
            None => self.connect()?,
        };
        let answer = question(&connection)?;
        held.connection = Some(connection);
        Ok(answer)
    }

    fn connect(&self) -> sql::Result<Connection> {
        let connection = self.server.connect()?;
        connection.run("SET synchronous_commit = off")?;
        for channel in &self.channels {
            connection.run(&format!("LISTEN {channel}"))?;
        }
        Ok(connection)
    }
}

/// Where a server hears of its jobs.
fn channel(node: &str) -> String {
    format!("spielraum_{node}")
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.try_into().unwrap_or(0))
}

/// What was said on a channel; nothing if it is not what this program says there.
fn news(channel: &str, said: &str) -> Option<JobNews> {
    match channel {
        NEW => Some(JobNews::New),
        STOP => said.parse().ok().map(JobNews::Stop),
        _ => match said.split_once(' ') {
            Some((id, news)) => Some(JobNews::Ours(id.parse().ok()?, Some(news.to_owned()))),
            None => Some(JobNews::Ours(said.parse().ok()?, None)),
        },
    }
}
