//! Why something could not be stored or read.

use super::sql;
use std::path::PathBuf;
use thiserror::Error;

/// Why the database can't be used, now or at all.
#[derive(Debug, Error)]
pub(crate) enum StoreError {
    /// What the database says.
    #[error(transparent)]
    Database(#[from] sql::Error),
    /// What the system says about a file.
    #[error("{}: {cause}", .path.display())]
    File {
        path: PathBuf,
        #[source]
        cause: std::io::Error,
    },
    /// Another program uses the folder or database.
    #[error("it is in use by another program ({holder}); end that one, or use another {another}")]
    Held { holder: String, another: &'static str },
    /// The file is not one that this program may write to; the text says why and what to do.
    #[error("{0}")]
    Refused(String),
    /// A write was acknowledged by the database and is not there.
    #[error("a write that was made can't be read back")]
    NotReadBack,
    /// What is exported can't be written.
    #[error(transparent)]
    Stream(std::io::Error),
    /// Another node is in charge.
    #[error("another node is in charge")]
    Elsewhere,
    /// The database was closed.
    #[error("the database is closed")]
    Closed,
    /// A query panicked.
    #[error("a query broke off: {0}")]
    BrokeOff(String),
}

impl StoreError {
    /// Whether two things that must differ would be the same: a name that is taken.
    pub fn is_conflict(&self) -> bool {
        matches!(self, Self::Database(error) if error.is_conflict())
    }

    /// Whether only what was to be written is to blame, not the disk, the file or the connection.
    pub fn is_of_the_request(&self) -> bool {
        matches!(self, Self::Database(error) if error.is_of_the_request())
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<StoreError> for crate::error::ApiError {
    fn from(error: StoreError) -> Self {
        Self::internal(error)
    }
}
