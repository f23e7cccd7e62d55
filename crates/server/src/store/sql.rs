//! What the store asks of a database: statements with numbered parameters, whole numbers and texts in, the same out.
//!
//! All that the store reads and writes goes through these types, so that its statements know no library. What only
//! SQLite has, such as its files, its checks and its settings, asks for [`Connection::sqlite`].

use crate::domain::{DefinitionId, GameId, PlayerId, SeekId, SessionId, TournamentId};
use rusqlite::types::{ToSqlOutput, ValueRef};
use std::ops::Deref;
use thiserror::Error;

/// Why a statement has no answer.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// What SQLite says.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// A column holds something else than is written there.
    #[error("the column `{column}` holds {found}, which this program does not write there")]
    Column { column: String, found: String },
    /// One row was expected.
    #[error("there is no such row")]
    NoRow,
}

pub(super) type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Whether two things that must differ would be the same: a name that is taken.
    pub fn is_conflict(&self) -> bool {
        use rusqlite::ffi;
        let unique = [ffi::SQLITE_CONSTRAINT_UNIQUE, ffi::SQLITE_CONSTRAINT_PRIMARYKEY];
        matches!(self, Self::Sqlite(rusqlite::Error::SqliteFailure(error, _)) if unique.contains(&error.extended_code))
    }

    /// Whether only what was to be written is to blame, not the disk, the file or the connection.
    pub fn is_of_the_request(&self) -> bool {
        use rusqlite::ErrorCode::{ConstraintViolation, TooBig, TypeMismatch};
        match self {
            Self::Sqlite(rusqlite::Error::SqliteFailure(error, _)) => {
                matches!(error.code, ConstraintViolation | TooBig | TypeMismatch)
            }
            _ => false,
        }
    }
}

/// What a parameter or a column holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'v> {
    Null,
    Integer(i64),
    /// Only a parameter: no column has one.
    Real(f64),
    Text(&'v str),
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match *self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(number),
            Self::Real(number) => ValueRef::Real(number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

/// What can be a parameter.
pub(super) trait ToSql {
    fn value(&self) -> Value<'_>;
}

/// What a column can be read as.
pub(super) trait FromSql: Sized {
    /// Nothing if the column holds something else.
    fn read(value: Value<'_>) -> Option<Self>;
}

macro_rules! integers {
    ($($integer:ty),*) => { $(
        impl ToSql for $integer {
            fn value(&self) -> Value<'_> {
                Value::Integer((*self).into())
            }
        }

        impl FromSql for $integer {
            fn read(value: Value<'_>) -> Option<Self> {
                match value {
                    Value::Integer(number) => number.try_into().ok(),
                    _ => None,
                }
            }
        }
    )* };
}

integers!(u8, u32, i32, i64);

macro_rules! ids {
    ($($id:ident),*) => { $(
        impl ToSql for $id {
            fn value(&self) -> Value<'_> {
                Value::Text(self.as_str())
            }
        }

        impl FromSql for $id {
            fn read(value: Value<'_>) -> Option<Self> {
                match value {
                    Value::Text(text) => Some(Self::stored(text)),
                    _ => None,
                }
            }
        }
    )* };
}

ids!(GameId, PlayerId, DefinitionId, SeekId, SessionId, TournamentId);

impl ToSql for bool {
    fn value(&self) -> Value<'_> {
        Value::Integer((*self).into())
    }
}

impl FromSql for bool {
    fn read(value: Value<'_>) -> Option<Self> {
        i64::read(value).map(|number| number != 0)
    }
}

impl ToSql for f64 {
    fn value(&self) -> Value<'_> {
        Value::Real(*self)
    }
}

impl ToSql for str {
    fn value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl ToSql for String {
    fn value(&self) -> Value<'_> {
        Value::Text(self)
    }
}

impl FromSql for String {
    fn read(value: Value<'_>) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text.to_owned()),
            _ => None,
        }
    }
}

impl<T: ToSql + ?Sized> ToSql for &T {
    fn value(&self) -> Value<'_> {
        (**self).value()
    }
}

impl<T: ToSql> ToSql for Option<T> {
    fn value(&self) -> Value<'_> {
        self.as_ref().map_or(Value::Null, T::value)
    }
}

impl<T: FromSql> FromSql for Option<T> {
    fn read(value: Value<'_>) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::read(value).map(Some),
        }
    }
}

/// The parameters of a statement, in the order of their numbers.
pub(super) trait Params {
    fn with<R>(self, run: impl FnOnce(&[Value<'_>]) -> R) -> R;
}

impl Params for [(); 0] {
    fn with<R>(self, run: impl FnOnce(&[Value<'_>]) -> R) -> R {
        run(&[])
    }
}

impl<T: ToSql> Params for [T; 1] {
    fn with<R>(self, run: impl FnOnce(&[Value<'_>]) -> R) -> R {
        run(&self.each_ref().map(T::value))
    }
}

impl<T: ToSql> Params for [T; 2] {
    fn with<R>(self, run: impl FnOnce(&[Value<'_>]) -> R) -> R {
        run(&self.each_ref().map(T::value))
    }
}

impl Params for &[&dyn ToSql] {
    fn with<R>(self, run: impl FnOnce(&[Value<'_>]) -> R) -> R {
        run(&self.iter().map(|parameter| parameter.value()).collect::<Vec<_>>())
    }
}

/// Parameters of several kinds.
macro_rules! params {
    ($($parameter:expr),* $(,)?) => {
        &[$(&$parameter as &dyn $crate::store::sql::ToSql),*] as &[&dyn $crate::store::sql::ToSql]
    };
}
pub(super) use params;

/// A statement whose parameters have names, as one with numbered ones, and the values of those that occur in it. No name may
/// be the beginning of another.
pub(super) fn numbered<'p>(
    mut statement: String,
    parameters: &[(&str, &'p dyn ToSql)],
) -> (String, Vec<&'p dyn ToSql>) {
    let mut values = Vec::with_capacity(parameters.len());
    for (name, value) in parameters {
        if statement.contains(name) {
            values.push(*value);
            statement = statement.replace(name, &format!("?{}", values.len()));
        }
    }
    (statement, values)
}

/// A connection to a database.
pub(super) struct Connection(rusqlite::Connection);

impl From<rusqlite::Connection> for Connection {
    fn from(connection: rusqlite::Connection) -> Self {
        Self(connection)
    }
}

impl Connection {
    /// A statement, which is kept for the next time.
    pub fn prepare_cached(&self, statement: &str) -> Result<Statement<'_>> {
        Ok(Statement(self.0.prepare_cached(statement)?))
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

    /// A transaction for reading all from one moment; it may write if nobody else does.
    pub fn transaction(&self) -> Result<Transaction<'_>> {
        self.0.execute_batch("BEGIN")?;
        Ok(Transaction(self))
    }

    /// Begins a transaction for writing. Nobody else begins one until it is over.
    pub fn begin(&self) -> Result<()> {
        Ok(self.0.execute_batch("BEGIN IMMEDIATE")?)
    }

    /// Makes what was written since the transaction began.
    pub fn commit(&self) -> Result<()> {
        Ok(self.0.execute_batch("COMMIT")?)
    }

    /// Takes back what was written since the transaction began.
    pub fn roll_back(&self) -> Result<()> {
        Ok(self.0.execute_batch("ROLLBACK")?)
    }

    /// Whether a transaction has begun and is not over.
    pub fn is_in_transaction(&self) -> bool {
        !self.0.is_autocommit()
    }

    /// The connection of the library, for what only SQLite has.
    pub fn sqlite(&self) -> &rusqlite::Connection {
        &self.0
    }

    /// The same, to give it up.
    pub fn into_sqlite(self) -> rusqlite::Connection {
        self.0
    }

    #[cfg(test)]
    pub fn sqlite_mut(&mut self) -> &mut rusqlite::Connection {
        &mut self.0
    }
}

/// A transaction, which is taken back unless it is committed.
pub(super) struct Transaction<'c>(&'c Connection);

impl Transaction<'_> {
    pub fn commit(self) -> Result<()> {
        self.0.commit()
    }
}

impl Deref for Transaction<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.0
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if self.0.is_in_transaction() {
            // Where that fails, the connection answers nothing any more, and the database takes it back.
            let _ = self.0.roll_back();
        }
    }
}

/// A prepared statement.
pub(super) struct Statement<'c>(rusqlite::CachedStatement<'c>);

impl Statement<'_> {
    /// Carries it out, and gives how many rows it has changed.
    pub fn execute(&mut self, parameters: impl Params) -> Result<usize> {
        Ok(parameters.with(|values| self.0.execute(rusqlite::params_from_iter(values)))?)
    }

    /// The rows that it asks for, one after the other.
    pub fn query(&mut self, parameters: impl Params) -> Result<Rows<'_>> {
        Ok(Rows(parameters.with(|values| self.0.query(rusqlite::params_from_iter(values)))?))
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

/// The rows of an answer.
pub(super) struct Rows<'s>(rusqlite::Rows<'s>);

impl Rows<'_> {
    pub fn next(&mut self) -> Result<Option<Row<'_>>> {
        Ok(self.0.next()?.map(Row))
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
pub(super) struct Row<'r>(&'r rusqlite::Row<'r>);

impl Row<'_> {
    /// What stands in a column, by its place from 0.
    pub fn get<T: FromSql>(&self, column: usize) -> Result<T> {
        let held = self.0.get_ref(column)?;
        read(held).ok_or_else(|| Error::Column {
            column: self.0.as_ref().column_name(column).unwrap_or_default().to_owned(),
            found: format!("{held:?}"),
        })
    }

    /// What stands in a column, by its name.
    pub fn named<T: FromSql>(&self, column: &str) -> Result<T> {
        self.get(self.0.as_ref().column_index(column)?)
    }
}

/// What a column holds, if it is of a kind that this program writes.
fn read<T: FromSql>(held: ValueRef<'_>) -> Option<T> {
    T::read(match held {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => Value::Text(std::str::from_utf8(text).ok()?),
        ValueRef::Blob(_) => return None,
    })
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
