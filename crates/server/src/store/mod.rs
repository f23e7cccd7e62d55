//! What outlives the server: games, players, accounts and definitions, in one SQLite file or in PostgreSQL.
//!
//! Reading goes through a few connections at once, writing through one [`Writer`], which puts what many ask for
//! into one transaction. Whatever it has said is stored survives the end of the process and of the machine's power.

mod attended;
mod backup;
mod charge;
mod chat;
mod check;
mod correspondence;
mod database;
mod error;
#[cfg(test)]
pub(crate) mod faults;
mod folder;
mod games;
mod jobs;
#[cfg(unix)]
mod keeper;
mod lived;
mod mail;
mod migrate;
mod openings;
mod people;
mod players;
mod postgresql;
mod profiles;
mod published;
mod push;
mod ratings;
mod readers;
mod rows;
mod schema;
mod seeks;
mod sessions;
mod sql;
mod studies;
mod tables;
#[cfg(test)]
pub(crate) mod tests;
mod tournaments;
mod transfer;
mod vacations;
mod webhooks;
mod write;
mod writer;

pub(crate) use attended::Attendance;
pub use backup::{backup, restore};
pub(crate) use charge::{Charge, Holder};
pub use check::Findings;
pub(crate) use check::{Judge, check_stored};
pub(crate) use error::StoreError;
pub(crate) use games::{Filter, GameEnd, Place};
pub(crate) use jobs::{BEAT, JobNews, Jobs, NewJob, TakenJob};
pub(crate) use lived::Lived;
pub use migrate::Copied;
pub(crate) use migrate::migrate;
pub(crate) use people::Block;
pub(crate) use players::Account;
#[cfg(test)]
pub(crate) use postgresql::cluster;
pub(crate) use profiles::{Profile, Results};
pub(crate) use published::Published;
pub(crate) use ratings::{Leader, Rated, STEP};
pub(crate) use sessions::Token;
pub(crate) use studies::{PAGE as STUDIES_PAGE, StudyFilter};
pub(crate) use transfer::{export, import};
pub(crate) use write::{HookWrite, Limit, NOTED, Requirement, StudyWrite, WHOLE, Write};
pub(crate) use writer::Writer;

use crate::config::Config;
use crate::domain::{DefinitionId, Record};
use crate::error::{ApiError, ApiResult};
use crate::metrics::Metrics;
use crate::time::Moment;
use attended::Attended;
use database::Database;
use folder::{FILE, Folder};
use readers::Readers;
use sql::OptionalExtension;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{broadcast, watch};
use write::DAY;

/// How long readers and the writer may each take to end.
const FAREWELL: Duration = Duration::from_secs(5);

/// Games that wait to be heard of by those who follow players: more than the writer stores at once.
const GAMES: usize = 1_024;

/// The stored data.
pub(crate) struct Store {
    readers: Readers,
    writer: Writer,
    /// The sockets that end with their sessions.
    attended: Arc<Attended>,
    /// How often seeks ended or look different by what others than the lobby have written: by names and definitions that changed.
    seeks_changed: watch::Sender<u64>,
    /// Games as they are stored, for those who follow a player.
    games_changed: broadcast::Sender<Arc<Record>>,
    lived: Lived,
    charge: Arc<Charge>,
    /// Given back when everything is closed.
    folder: Mutex<Option<Folder>>,
}

impl Store {
    /// Opens the database of a server, or makes it. No other server can use the folder until it is closed, nor write to the
    /// database; one of several nodes waits with that until it is in charge.
    pub async fn open(config: &Config, address: SocketAddr, metrics: Arc<Metrics>) -> Result<Self, StoreError> {
        let (data, database) = (config.data.clone(), Database::from(&config.stored()));
        let (floor, is_node) = (config.limits.disk_floor, config.node.is_some());
        let opening = move || {
            let folder = Folder::lock(&data, &format!("http://{address}"))?;
            let (connection, lived, charge) = match (is_node, &database) {
                (true, Database::Server(_)) => (None, Lived::unknown(), Charge::shared()),
                _ => {
                    let connection = database.open()?;
                    lived::clocks_go_on(&connection)?;
                    let lived = Lived::go_on(&connection)?;
                    (Some(connection), lived, Charge::alone())
                }
            };
            let charge = Arc::new(charge);
            let readers = Readers::new(database.clone());
            let attended = Arc::<Attended>::default();
            let seeks_changed = watch::Sender::new(0);
            let games_changed = broadcast::Sender::new(GAMES);
            let heard = (attended.clone(), seeks_changed.clone(), games_changed.clone());
            let writer = Writer::start((database, connection), charge.clone(), floor, lived.clone(), metrics, heard)?;
            Ok(Self {
                readers,
                writer,
                lived,
                charge,
                attended,
                seeks_changed,
                games_changed,
                folder: Mutex::new(Some(folder)),
            })
        };
        tokio::task::spawn_blocking(opening).await.map_err(|error| StoreError::BrokeOff(error.to_string()))?
    }

    /// The writer.
    pub fn writer(&self) -> &Writer {
        &self.writer
    }

    /// For how long servers have run on this database.
    pub fn lived(&self) -> Lived {
        self.lived.clone()
    }

    /// Who is in charge of the database.
    pub fn charge(&self) -> &Charge {
        &self.charge
    }

    /// Has a node stay in charge of the database, or take charge if nobody is.
    pub async fn tend(&self) {
        self.writer.tend().await;
    }

    /// Changes when seeks end or look different by what others than the lobby have written.
    pub fn seeks_changed(&self) -> watch::Receiver<u64> {
        self.seeks_changed.subscribe()
    }

    /// Games as they are stored from now on.
    pub fn games_changed(&self) -> broadcast::Receiver<Arc<Record>> {
        self.games_changed.subscribe()
    }

    /// This point in time.
    pub fn moment(&self) -> Moment {
        self.lived.moment()
    }

    /// Refuses somebody who has as much of something as one may have. What is then written says so again
    /// ([`Write::Within`]), since others may be faster.
    pub async fn must_be_within(&self, limit: Limit) -> ApiResult<()> {
        let asked = limit.clone();
        match self.readers.read(move |connection| asked.is_reached(connection)).await? {
            true => Err(ApiError::too_many(limit.message())),
            false => Ok(()),
        }
    }

    /// The text of a definition of the workshop.
    pub async fn definition(&self, id: &DefinitionId) -> Result<Option<String>, StoreError> {
        let key = id.to_owned();
        let found: Option<(String, i64)> = self
            .readers
            .read(move |connection| {
                connection
                    .prepare_cached("SELECT text, asked FROM definitions WHERE id = ?")?
                    .query_row([key], |row| Ok((row.get(0)?, row.get(1)?)))
                    .optional()
            })
            .await?;
        let Some((text, asked)) = found else { return Ok(None) };
        // It is noted once a day, by the one that writes.
        if asked < self.lived.now() - DAY
            && self.charge.is_taken()
            && let Err(error) = self.writer.write(vec![Write::DefinitionUsed { id: id.to_owned() }]).await
        {
            // It is noted when somebody asks again.
            tracing::warn!(error.message, "a definition's use was not noted");
        }
        Ok(Some(text))
    }

    /// What was spent of rate limits before a restart: of which, by whom, until when.
    pub async fn spent(&self) -> Result<Vec<(String, String, i64)>, StoreError> {
        self.readers
            .read(|connection| {
                let mut query = connection.prepare_cached("SELECT kind, who, until FROM spent WHERE until > ?")?;
                let read = |row: &sql::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
                query.query_map([crate::time::now()], read)?.collect()
            })
            .await
    }

    /// Removes what nobody needs any more, and puts what was written last into the file, so that a copy of it alone
    /// lacks little.
    pub async fn keep_house(&self) {
        if let Err(error) = self.writer.write(vec![Write::RemoveUnused]).await {
            tracing::warn!(error.message, "what nobody needs was not removed");
        }
        self.writer.checkpoint();
    }

    /// Waits until all is written, for some seconds at most, closes the file and gives the folder back.
    pub async fn close(&self) {
        self.readers.close(FAREWELL).await;
        if self.writer.close(FAREWELL).await {
            self.folder.lock().unwrap_or_else(PoisonError::into_inner).take();
        } else {
            tracing::error!(
                "the disk is too slow: the server ends while it still writes; nothing acknowledged is lost"
            );
        }
    }
}
