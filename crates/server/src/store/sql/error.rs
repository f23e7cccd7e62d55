//! Why a statement has no answer, as either database says it.

use postgres::error::{DbError, SqlState};
use thiserror::Error;

/// Why a statement has no answer.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// What SQLite says.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// What PostgreSQL says, or what keeps us from reaching it.
    #[error("PostgreSQL: {}", explained(.0))]
    Postgres(#[from] postgres::Error),
    /// A statement of the transaction has failed before.
    #[error("nothing of a transaction is made in which a statement has failed")]
    Broken,
    /// A column holds something else than is written there.
    #[error("the column `{column}` holds {kind}, which this program does not write there")]
    Column { column: String, kind: &'static str },
    /// One row was expected.
    #[error("there is no such row")]
    NoRow,
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Whether two things that must differ would be the same: a name that is taken.
    pub fn is_conflict(&self) -> bool {
        use rusqlite::ffi;
        let unique = [ffi::SQLITE_CONSTRAINT_UNIQUE, ffi::SQLITE_CONSTRAINT_PRIMARYKEY];
        match self {
            Self::Sqlite(rusqlite::Error::SqliteFailure(error, _)) => unique.contains(&error.extended_code),
            Self::Postgres(error) => error.code() == Some(&SqlState::UNIQUE_VIOLATION),
            _ => false,
        }
    }

    /// Whether only what was to be written is to blame, not the disk, the file or the connection.
    pub fn is_of_the_request(&self) -> bool {
        use rusqlite::ErrorCode::{ConstraintViolation, TooBig, TypeMismatch};
        match self {
            Self::Sqlite(rusqlite::Error::SqliteFailure(error, _)) => {
                matches!(error.code, ConstraintViolation | TooBig | TypeMismatch)
            }
            Self::Postgres(error) => is_in_the_request(error),
            _ => false,
        }
    }
}

/// Whether only what was to be written is to blame: it breaks a constraint, is no text, or is too long.
fn is_in_the_request(error: &postgres::Error) -> bool {
    error.code().is_some_and(|state| ["22", "23", "54"].iter().any(|class| state.code().starts_with(class)))
}

/// What an error says. What a server adds of the row is left out: it may be nobody's business.
fn explained(error: &postgres::Error) -> String {
    let of_server = |error: &DbError| format!("{} ({})", error.message(), error.code().code());
    let cause = || std::error::Error::source(error).map(|cause| format!("{error}: {cause}"));
    error.as_db_error().map(of_server).or_else(cause).unwrap_or_else(|| error.to_string())
}
