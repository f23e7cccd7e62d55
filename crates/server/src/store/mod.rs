//! What outlives the server: games, players, accounts and definitions in one SQLite file.
//!
//! Reading goes through a few connections at once, writing through one [`Writer`], which puts what many ask for
//! into one transaction. Whatever it has said is stored survives the end of the process and of the machine's power.

mod games;
mod players;
mod writer;

pub(crate) use games::Filter;
pub(crate) use writer::{Write, Writer};

use crate::metrics::Metrics;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Row, SqlitePool};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;

/// Connections for reading.
const READERS: u32 = 4;

/// Why the stored data can't be used.
#[derive(Debug, Error)]
pub(crate) enum StoreError {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error(transparent)]
    Schema(#[from] sqlx::migrate::MigrateError),
}

/// The stored data.
pub(crate) struct Store {
    readers: SqlitePool,
    writer: Writer,
}

impl Store {
    /// Opens the database in a folder, or makes it. Running clocks go on from when the server last was known to run.
    pub async fn open(folder: &Path, metrics: Arc<Metrics>) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(folder.join("spielraum.sqlite"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(options.clone()).await?;
        sqlx::migrate!().run(&readers).await?;
        let now = crate::time::now();
        // What the clock of the side to move shows is what it showed at the last heartbeat.
        sqlx::query(
            "UPDATE games SET running_since = min(?1, running_since + max(0, ?1 - (SELECT at FROM heartbeat)))
             WHERE running_since IS NOT NULL AND EXISTS (SELECT 1 FROM heartbeat)",
        )
        .bind(now)
        .execute(&readers)
        .await?;
        let writer = Writer::start(&options, metrics).await?;
        Ok(Self { readers, writer })
    }

    /// The writer.
    pub fn writer(&self) -> &Writer {
        &self.writer
    }

    /// The text of a definition of the workshop.
    pub async fn definition(&self, id: &str) -> sqlx::Result<Option<String>> {
        let row =
            sqlx::query("SELECT text FROM definitions WHERE id = ?").bind(id).fetch_optional(&self.readers).await?;
        row.map(|row| row.try_get(0)).transpose()
    }

    /// Waits until all is written, and closes the file.
    pub async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }
}
