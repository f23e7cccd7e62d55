//! Statements for PostgreSQL: the numbers of their parameters, the kinds of what goes in and comes out, and transactions.

use super::error::{Error, Result};
use super::values::{Parameter, Value};
use bytes::BytesMut;
use postgres::fallible_iterator::FallibleIterator;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Row, Statement};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt::Write;
use std::time::Duration;

/// Statements that a session keeps prepared; more are few, and prepared again.
const KEPT: usize = 256;

/// How long a session is asked whether it is alive.
const PATIENCE: Duration = Duration::from_secs(2);

type Fault = Box<dyn std::error::Error + Sync + Send>;

/// How far a transaction has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    None,
    Open,
    /// A statement of it has failed: PostgreSQL makes nothing of it any more.
    Broken,
}

/// A connection to a server of PostgreSQL.
pub(crate) struct Session {
    client: RefCell<Client>,
    statements: RefCell<HashMap<String, Statement>>,
    stage: Cell<Stage>,
}

impl From<Client> for Session {
    fn from(client: Client) -> Self {
        Self { client: client.into(), statements: RefCell::default(), stage: Cell::new(Stage::None) }
    }
}

impl Session {
    pub fn execute(&self, text: &str, parameters: &[Parameter<'_>]) -> Result<usize> {
        let made = self.prepared(text, parameters).and_then(|statement| {
            let made = self.client.borrow_mut().execute(&statement, &references(parameters))?;
            Ok(usize::try_from(made).unwrap_or(usize::MAX))
        });
        made.inspect_err(|_| self.break_off())
    }

    pub fn query(&self, text: &str, parameters: &[Parameter<'_>]) -> Result<Vec<Row>> {
        let rows = self
            .prepared(text, parameters)
            .and_then(|statement| Ok(self.client.borrow_mut().query(&statement, &references(parameters))?));
        rows.inspect_err(|_| self.break_off())
    }

    pub fn run(&self, statements: &str) -> Result<()> {
        let run = self.client.borrow_mut().batch_execute(statements);
        run.map_err(Error::from).inspect_err(|_| self.break_off())
    }

    pub fn begin(&self, statement: &str) -> Result<()> {
        self.run(statement)?;
        self.stage.set(Stage::Open);
        Ok(())
    }

    pub fn commit(&self) -> Result<()> {
        // PostgreSQL takes the word for taking it back then, and says that all is well.
        if self.stage.get() == Stage::Broken {
            return Err(Error::Broken);
        }
        self.run("COMMIT")?;
        self.stage.set(Stage::None);
        Ok(())
    }

    pub fn roll_back(&self) -> Result<()> {
        self.run("ROLLBACK")?;
        self.stage.set(Stage::None);
        Ok(())
    }

    pub fn is_in_transaction(&self) -> bool {
        self.stage.get() != Stage::None
    }

    pub fn is_alive(&self) -> bool {
        self.client.borrow_mut().is_valid(PATIENCE).is_ok()
    }

    /// What is announced next, within some time, with what waits behind it.
    pub fn heard(&self, patience: Duration) -> Result<Vec<(String, String)>> {
        let mut client = self.client.borrow_mut();
        let mut heard = Vec::new();
        let mut notifications = client.notifications();
        heard.extend(notifications.timeout_iter(patience).next()?);
        if heard.is_empty() {
            // Nothing is heard of a server that is gone, either.
            drop(notifications);
            client.is_valid(PATIENCE)?;
            notifications = client.notifications();
        }
        let mut waiting = notifications.iter();
        while let Some(one) = waiting.next()? {
            heard.push(one);
        }
        Ok(heard.into_iter().map(|one| (one.channel().to_owned(), one.payload().to_owned())).collect())
    }

    fn break_off(&self) {
        if self.stage.get() == Stage::Open {
            self.stage.set(Stage::Broken);
        }
    }

    fn prepared(&self, text: &str, parameters: &[Parameter<'_>]) -> Result<Statement> {
        let kinds: Vec<Type> = parameters.iter().map(kind).collect();
        if let Some(kept) = self.statements.borrow().get(text).filter(|kept| kept.params() == kinds) {
            return Ok(kept.clone());
        }
        let statement = self.client.borrow_mut().prepare_typed(&translated(text), &kinds)?;
        let mut statements = self.statements.borrow_mut();
        if statements.len() >= KEPT {
            statements.clear();
        }
        statements.insert(text.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// A statement whose parameters are written as PostgreSQL has them: `$1` instead of `?1`, and of `?` the next number.
fn translated(text: &str) -> String {
    let mut translated = String::with_capacity(text.len() + 8);
    let (mut chars, mut quoted, mut highest) = (text.chars().peekable(), false, 0);
    while let Some(c) = chars.next() {
        quoted ^= c == '\'';
        if c != '?' || quoted {
            translated.push(c);
            continue;
        }
        let mut digits = String::new();
        while let Some(digit) = chars.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let number: u32 = digits.parse().unwrap_or(highest + 1);
        highest = highest.max(number);
        let _ = write!(translated, "${number}");
    }
    translated
}

fn kind(parameter: &Parameter<'_>) -> Type {
    match parameter {
        Parameter::Integer(_) => Type::INT8,
        Parameter::Real(_) => Type::FLOAT8,
        Parameter::Text(_) => Type::TEXT,
    }
}

fn references<'p>(parameters: &'p [Parameter<'_>]) -> Vec<&'p (dyn ToSql + Sync)> {
    parameters.iter().map(|parameter| parameter as &(dyn ToSql + Sync)).collect()
}

impl ToSql for Parameter<'_> {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> std::result::Result<IsNull, Fault> {
        match self {
            Self::Integer(number) => number.to_sql(kind, out),
            Self::Real(number) => number.to_sql(kind, out),
            Self::Text(text) => text.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::FLOAT8, Type::TEXT].contains(kind)
    }

    to_sql_checked!();
}

impl<'v> FromSql<'v> for Value<'v> {
    fn from_sql(kind: &Type, held: &'v [u8]) -> std::result::Result<Self, Fault> {
        Ok(match *kind {
            Type::BOOL => Self::Integer(bool::from_sql(kind, held)?.into()),
            Type::INT4 => Self::Integer(i32::from_sql(kind, held)?.into()),
            Type::INT8 => Self::Integer(i64::from_sql(kind, held)?),
            Type::TEXT | Type::VARCHAR | Type::NAME => Self::Text(<&str>::from_sql(kind, held)?),
            _ => Self::Other("something else"),
        })
    }

    fn from_sql_null(_: &Type) -> std::result::Result<Self, Fault> {
        Ok(Self::Null)
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::translated;

    #[test]
    fn parameters_are_numbered() {
        assert_eq!(translated("SELECT ? WHERE a = ? AND b = '?'''"), "SELECT $1 WHERE a = $2 AND b = '?'''");
        assert_eq!(translated("?2 ? ?1 ? ?12"), "$2 $3 $1 $4 $12");
    }
}
