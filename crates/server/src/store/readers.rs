//! Connections for reading: a few at once, each on a thread that may wait for the disk.

use super::StoreError;
use super::database::Database;
use super::sql::{self, Connection};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Connections at once.
const READERS: u32 = 4;

pub(super) struct Readers {
    database: Database,
    permits: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Readers {
    pub fn new(database: Database) -> Self {
        Self { database, permits: Arc::new(Semaphore::new(READERS as usize)), idle: Arc::new(Mutex::default()) }
    }

    /// Asks something. A connection with which something went wrong is not used again.
    pub async fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> sql::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = self.permits.clone().acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let (database, idle) = (self.database.clone(), self.idle.clone());
        let reading = move || {
            let idle = || idle.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = || idle().pop();
            let connection = loop {
                match kept() {
                    // A database that has been started anew has ended all at once.
                    Some(connection) if connection.is_alive() => break connection,
                    Some(_) => {}
                    None => break database.connect_reader()?,
                }
            };
            let answer = query(&connection)?;
            idle().push(connection);
            drop(permit);
            Ok(answer)
        };
        tokio::task::spawn_blocking(reading).await.map_err(|error| StoreError::BrokeOff(error.to_string()))?
    }

    /// Closes the connections when nobody reads any more, or after a time.
    pub async fn close(&self, patience: Duration) {
        let all = tokio::time::timeout(patience, self.permits.acquire_many(READERS)).await;
        self.permits.close();
        drop(all);
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        // They take leave of the database.
        let _ = tokio::task::spawn_blocking(|| drop(idle)).await;
    }
}
