//! What the store asks of a database: statements with numbered parameters, whole numbers and texts in, the same out.
//!
//! All that the store reads and writes goes through these types, so that its statements know neither SQLite nor
//! PostgreSQL. What only SQLite has, such as its files, its checks and its settings, asks for [`Connection::sqlite`].

mod error;
mod postgresql;
mod values;

pub(crate) use error::Error;
pub(super) use error::Result;
pub(super) use postgresql::Session;
pub(super) use values::{FromSql, Parameter, Params, ToSql, Value, numbered, params};

use rusqlite::types::{ToSqlOutput, ValueRef};
use std::ops::Deref;
use std::time::Duration;

impl rusqlite::ToSql for Parameter<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match *self {
            Self::Integer(number) => number.map_or(ValueRef::Null, ValueRef::Integer),
            Self::Real(number) => number.map_or(ValueRef::Null, ValueRef::Real),
            Self::Text(text) => text.map_or(ValueRef::Null, |text| ValueRef::Text(text.as_bytes())),
        }))
    }
}

/// What a column of SQLite holds.
fn value(held: ValueRef<'_>) -> Value<'_> {
    match held {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(_) => Value::Other("a number that is not whole"),
        ValueRef::Text(text) => {
            std::str::from_utf8(text).map_or(Value::Other("a text that is no Unicode"), Value::Text)
        }
        ValueRef::Blob(_) => Value::Other("bytes"),
    }
}

/// A connection to a database.
pub(super) enum Connection {
    Sqlite(rusqlite::Connection),
    Postgres(Box<Session>),
}

impl From<rusqlite::Connection> for Connection {
    fn from(connection: rusqlite::Connection) -> Self {
        Self::Sqlite(connection)
    }
}

impl Connection {
    /// A statement, which is kept for the next time.
    pub fn prepare_cached(&self, statement: &str) -> Result<Statement<'_>> {
        Ok(match self {
            Self::Sqlite(connection) => Statement::Sqlite(connection.prepare_cached(statement)?),
            Self::Postgres(session) => Statement::Postgres(session, statement.to_owned()),
        })
    }

    /// Carries out a statement, and gives how many rows it has changed.
    pub fn execute(&self, statement: &str, parameters: impl Params) -> Result<usize> {
        self.prepare_cached(statement)?.execute(parameters)
    }

    /// The one row that a statement asks for.
    pub fn query_row<T>(
        &self,
        statement: &str,
        parameters: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T>,
    ) -> Result<T> {
        self.prepare_cached(statement)?.query_row(parameters, read)
    }

    /// Carries out several statements without parameters.
    pub fn run(&self, statements: &str) -> Result<()> {
        match self {
            Self::Sqlite(connection) => Ok(connection.execute_batch(statements)?),
            Self::Postgres(session) => session.run(statements),
        }
    }

    /// A transaction for reading all from one moment; it may write if nobody else does. Within another one it is a part
    /// of that.
    pub fn transaction(&self) -> Result<Transaction<'_>> {
        let inner = self.is_in_transaction();
        if !inner {
            self.begin_with("BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ")?;
        }
        Ok(Transaction { connection: self, inner })
    }

    /// Begins a transaction for writing. Nobody else begins one until it is over.
    pub fn begin(&self) -> Result<()> {
        self.begin_with("BEGIN IMMEDIATE", "BEGIN")
    }

    fn begin_with(&self, sqlite: &str, postgres: &str) -> Result<()> {
        match self {
            Self::Sqlite(connection) => Ok(connection.execute_batch(sqlite)?),
            Self::Postgres(session) => session.begin(postgres),
        }
    }

    /// Makes what was written since the transaction began.
    pub fn commit(&self) -> Result<()> {
        match self {
            Self::Sqlite(connection) => Ok(connection.execute_batch("COMMIT")?),
            Self::Postgres(session) => session.commit(),
        }
    }

    /// Takes back what was written since the transaction began.
    pub fn roll_back(&self) -> Result<()> {
        match self {
            Self::Sqlite(connection) => Ok(connection.execute_batch("ROLLBACK")?),
            Self::Postgres(session) => session.roll_back(),
        }
    }

    /// Whether a transaction has begun and is not over.
    pub fn is_in_transaction(&self) -> bool {
        match self {
            Self::Sqlite(connection) => !connection.is_autocommit(),
            Self::Postgres(session) => session.is_in_transaction(),
        }
    }

    /// Whether the database still answers; SQLite is a part of this program.
    pub fn is_alive(&self) -> bool {
        match self {
            Self::Sqlite(_) => true,
            Self::Postgres(session) => session.is_alive(),
        }
    }

    /// What is announced next on the channels that this connection listens to, within some time, with what waits behind it;
    /// SQLite announces nothing.
    pub fn heard(&self, patience: Duration) -> Result<Vec<(String, String)>> {
        match self {
            Self::Sqlite(_) => Ok(Vec::new()),
            Self::Postgres(session) => session.heard(patience),
        }
    }

    /// The connection of the library, for what only SQLite has.
    pub fn sqlite(&self) -> Option<&rusqlite::Connection> {
        match self {
            Self::Sqlite(connection) => Some(connection),
            Self::Postgres(_) => None,
        }
    }

    #[cfg(test)]
    pub fn sqlite_mut(&mut self) -> Option<&mut rusqlite::Connection> {
        match self {
            Self::Sqlite(connection) => Some(connection),
            Self::Postgres(_) => None,
        }
    }
}

/// A transaction, which is taken back unless it is committed.
pub(super) struct Transaction<'c> {
    connection: &'c Connection,
    /// A part of another one, which is committed or taken back as a whole.
    inner: bool,
}

impl Transaction<'_> {
    pub fn commit(self) -> Result<()> {
        if self.inner { Ok(()) } else { self.connection.commit() }
    }
}

impl Deref for Transaction<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if !self.inner && self.connection.is_in_transaction() {
            // Where that fails, the connection answers nothing any more, and the database takes it back.
            let _ = self.connection.roll_back();
        }
    }
}

/// A prepared statement.
pub(super) enum Statement<'c> {
    Sqlite(rusqlite::CachedStatement<'c>),
    Postgres(&'c Session, String),
}

impl Statement<'_> {
    /// Carries it out, and gives how many rows it has changed.
    pub fn execute(&mut self, parameters: impl Params) -> Result<usize> {
        parameters.with(|values| match self {
            Self::Sqlite(statement) => Ok(statement.execute(rusqlite::params_from_iter(values))?),
            Self::Postgres(session, text) => session.execute(text, values),
        })
    }

    /// The rows that it asks for, one after the other.
    pub fn query(&mut self, parameters: impl Params) -> Result<Rows<'_>> {
        parameters.with(|values| match self {
            Self::Sqlite(statement) => Ok(Rows::Sqlite(statement.query(rusqlite::params_from_iter(values))?)),
            Self::Postgres(session, text) => Ok(Rows::Postgres(session.query(text, values)?.into_iter())),
        })
    }

    /// The same, each read.
    pub fn query_map<T, F: FnMut(&Row<'_>) -> Result<T>>(
        &mut self,
        parameters: impl Params,
        read: F,
    ) -> Result<Mapped<'_, F>> {
        Ok(Mapped { rows: self.query(parameters)?, read })
    }

    /// The one row that it asks for.
    pub fn query_row<T>(&mut self, parameters: impl Params, read: impl FnOnce(&Row<'_>) -> Result<T>) -> Result<T> {
        let mut rows = self.query(parameters)?;
        let row = rows.next()?.ok_or(Error::NoRow)?;
        read(&row)
    }
}

/// The rows of an answer. PostgreSQL has sent all of them.
pub(super) enum Rows<'s> {
    Sqlite(rusqlite::Rows<'s>),
    Postgres(std::vec::IntoIter<postgres::Row>),
}

impl Rows<'_> {
    pub fn next(&mut self) -> Result<Option<Row<'_>>> {
        Ok(match self {
            Self::Sqlite(rows) => rows.next()?.map(Row::Sqlite),
            Self::Postgres(rows) => rows.next().map(Row::Postgres),
        })
    }
}

/// The rows of an answer, each read.
pub(super) struct Mapped<'s, F> {
    rows: Rows<'s>,
    read: F,
}

impl<T, F: FnMut(&Row<'_>) -> Result<T>> Iterator for Mapped<'_, F> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rows.next().transpose()?;
        Some(row.and_then(|row| (self.read)(&row)))
    }
}

/// A row of an answer.
pub(super) enum Row<'r> {
    Sqlite(&'r rusqlite::Row<'r>),
    Postgres(postgres::Row),
}

impl Row<'_> {
    /// What stands in a column, by its place from 0.
    pub fn value(&self, column: usize) -> Result<Value<'_>> {
        Ok(match self {
            Self::Sqlite(row) => value(row.get_ref(column)?),
            Self::Postgres(row) => row.try_get(column)?,
        })
    }

    /// The same, as what it is read as.
    pub fn get<T: FromSql>(&self, column: usize) -> Result<T> {
        let value = self.value(column)?;
        T::read(value).ok_or_else(|| Error::Column { column: self.name(column), kind: value.kind() })
    }

    /// What stands in a column, by its name.
    pub fn named<T: FromSql>(&self, column: &str) -> Result<T> {
        self.get(match self {
            Self::Sqlite(row) => row.as_ref().column_index(column)?,
            Self::Postgres(row) => {
                let place = row.columns().iter().position(|found| found.name() == column);
                place.ok_or_else(|| Error::Column { column: column.to_owned(), kind: "no place" })?
            }
        })
    }

    /// How many columns there are.
    #[cfg(test)]
    pub fn width(&self) -> usize {
        match self {
            Self::Sqlite(row) => row.as_ref().column_count(),
            Self::Postgres(row) => row.columns().len(),
        }
    }

    fn name(&self, column: usize) -> String {
        match self {
            Self::Sqlite(row) => row.as_ref().column_name(column).unwrap_or_default().to_owned(),
            Self::Postgres(row) => row.columns().get(column).map(|found| found.name().to_owned()).unwrap_or_default(),
        }
    }
}

/// Distinguishes an answer without a row from one that failed.
pub(super) trait OptionalExtension<T> {
    fn optional(self) -> Result<Option<T>>;
}

impl<T> OptionalExtension<T> for Result<T> {
    fn optional(self) -> Result<Option<T>> {
        match self {
            Ok(found) => Ok(Some(found)),
            Err(Error::NoRow) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
