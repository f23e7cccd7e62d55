//! The database of a server: a file of SQLite in a folder, or a database of PostgreSQL.

use super::folder::{FILE, Folder};
use super::postgresql::{self, Server};
use super::sql::{self, Connection};
use super::{StoreError, schema};
use crate::config::Stored;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Clone)]
pub(super) enum Database {
    Folder(PathBuf),
    Server(Arc<Server>),
}

impl From<&Stored> for Database {
    fn from(stored: &Stored) -> Self {
        match stored {
            Stored::Folder(folder) => Self::Folder(folder.clone()),
            Stored::Postgres(postgres) => Self::Server(Arc::new(Server::new(postgres))),
        }
    }
}

impl Database {
    /// Makes the database if there is none, brings it up to date, and opens it for the one that writes.
    pub fn open(&self) -> Result<Connection, StoreError> {
        if let Self::Folder(folder) = self {
            schema::prepare(&folder.join(FILE))?;
        }
        let connection = self.connect_writer()?;
        if let Self::Server(_) = self {
            postgresql::prepare(&connection)?;
        }
        Ok(connection)
    }

    /// A connection beside others.
    pub fn connect(&self) -> sql::Result<Connection> {
        match self {
            Self::Folder(folder) => Ok(schema::connect(&folder.join(FILE))?.into()),
            Self::Server(server) => server.connect(),
        }
    }

    /// The connection that alone writes. In a folder, whose lock its owner holds, it is like any other.
    pub fn connect_writer(&self) -> Result<Connection, StoreError> {
        match self {
            Self::Folder(_) => Ok(self.connect()?),
            Self::Server(server) => server.connect_writer(),
        }
    }

    /// A connection that only reads.
    pub fn connect_reader(&self) -> sql::Result<Connection> {
        let connection = self.connect()?;
        connection.run(match self {
            Self::Folder(_) => "PRAGMA query_only = 1",
            Self::Server(_) => "SET default_transaction_read_only = on",
        })?;
        Ok(connection)
    }

    /// A connection to a database that is as this program makes it, beside its server.
    pub fn connect_current(&self) -> Result<Connection, StoreError> {
        match self {
            Self::Folder(folder) => Ok(schema::connect_current(&folder.join(FILE))?.into()),
            Self::Server(server) => server.connect_current(),
        }
    }

    /// A connection to a database of this version, and how its schema differs from the one that this program makes.
    pub fn connect_unchecked(&self) -> Result<(Connection, Vec<String>), StoreError> {
        match self {
            Self::Folder(folder) => {
                let connection = schema::connect_unchecked(&folder.join(FILE))?;
                let foreign = schema::foreign(&connection)?;
                Ok((connection.into(), foreign))
            }
            Self::Server(server) => {
                let connection = server.connect_current()?;
                let differences = postgresql::differences(&connection)?;
                Ok((connection, differences))
            }
        }
    }

    /// A connection to a database that nobody else uses as long as what comes with it is there.
    pub fn connect_alone(&self, who: &str) -> Result<(Option<Folder>, Connection), StoreError> {
        // Refuses first what is not there.
        let current = self.connect_current()?;
        match self {
            Self::Folder(folder) => Ok((Some(Folder::lock(folder, who)?), current)),
            Self::Server(server) => Ok((None, server.connect_writer()?)),
        }
    }

    /// Makes a database where none is, with what `make` writes into it; all of it or nothing.
    pub fn fill(&self, who: &str, make: impl FnOnce(&Connection) -> Result<(), StoreError>) -> Result<(), StoreError> {
        match self {
            Self::Folder(folder) => {
                let _folder = Folder::lock(folder, who)?;
                let path = folder.join(FILE);
                schema::must_be_free(&path)?;
                schema::create(&path, |new| make(&Connection::from(schema::empty(new)?)))
            }
            Self::Server(server) => {
                let connection = server.connect_writer()?;
                postgresql::must_be_free(&connection)?;
                let transaction = connection.transaction()?;
                postgresql::prepare(&transaction)?;
                make(&transaction)?;
                Ok(transaction.commit()?)
            }
        }
    }

    /// Says that no server uses the database any more.
    pub fn finish(connection: &Connection, lived: i64) -> Result<(), StoreError> {
        connection.execute("UPDATE server_state SET in_use = 0, lived = ?", [lived])?;
        connection.sqlite().map_or(Ok(()), schema::checkpoint)
    }

    /// The bytes that are free where the database is, if it is on this machine.
    pub fn free(&self) -> Option<std::io::Result<u64>> {
        match self {
            Self::Folder(folder) => Some(fs4::available_space(folder)),
            Self::Server(_) => None,
        }
    }
}
