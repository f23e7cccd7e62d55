//! Connections for reading: a few at once, each on a thread that may wait for the disk.

use super::sql::{self, Connection};
use super::{StoreError, schema};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;

/// Connections at once.
const READERS: u32 = 4;

pub(super) struct Readers {
    path: PathBuf,
    permits: Arc<Semaphore>,
    idle: Arc<Mutex<Vec<Connection>>>,
}

impl Readers {
    pub fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            permits: Arc::new(Semaphore::new(READERS as usize)),
            idle: Arc::new(Mutex::default()),
        }
    }

    /// Asks something. A connection with which something went wrong is not used again.
    pub async fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> sql::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = self.permits.clone().acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let (path, idle) = (self.path.clone(), self.idle.clone());
        let reading = move || {
            let idle = || idle.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = idle().pop();
            let connection = match kept {
                Some(connection) => connection,
                None => {
                    let connection = schema::connect(&path)?;
                    connection.pragma_update(None, "query_only", true)?;
                    Connection::from(connection)
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
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
