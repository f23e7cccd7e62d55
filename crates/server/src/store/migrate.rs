//! All that is stored, from one database to another: every row of every table, whatever the two are.

use super::StoreError;
use super::database::Database;
use super::sql::{self, Connection, Parameter, Params, Row, Value};
use super::tables::{self, Table};
use crate::config::Stored;
use sha2::{Digest, Sha256};

/// Rows that are read at once.
const PAGE: usize = 2_000;

/// Who uses the databases meanwhile.
const WHO: &str = "`spielraum migrate`";

/// A table that was copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Its name.
    pub table: String,
    /// How many rows it has.
    pub rows: u64,
    /// The sum of its rows' digests, which is the same in both databases.
    pub digest: u128,
}

/// What stands in a column.
#[derive(Clone)]
enum Held {
    Integer(Option<i64>),
    Text(Option<String>),
}

impl Held {
    fn parameter(&self) -> Parameter<'_> {
        match self {
            Self::Integer(number) => Parameter::Integer(*number),
            Self::Text(text) => Parameter::Text(text.as_deref()),
        }
    }

    /// Takes part in the digest of a row: its length comes before a text, so that no two rows look alike.
    fn digest(&self, digest: &mut Sha256) {
        match self {
            Self::Integer(None) | Self::Text(None) => digest.update([0]),
            Self::Integer(Some(number)) => {
                digest.update([1]);
                digest.update(number.to_be_bytes());
            }
            Self::Text(Some(text)) => {
                digest.update([2]);
                digest.update((text.len() as u64).to_be_bytes());
                digest.update(text);
            }
        }
    }
}

impl Params for &[Held] {
    fn with<R>(self, run: impl FnOnce(&[Parameter<'_>]) -> R) -> R {
        run(&self.iter().map(Held::parameter).collect::<Vec<_>>())
    }
}

/// Copies all that is stored. Nobody else uses either of the two meanwhile.
pub(crate) fn migrate(
    from: &Stored,
    to: &Stored,
    mut progress: impl FnMut(&str, u64),
) -> Result<Vec<Copied>, StoreError> {
    let tables = tables::all()?;
    let (_folder, source) = Database::from(from).connect_alone(WHO)?;
    let source = source.transaction()?;
    let mut all = Vec::with_capacity(tables.len());
    Database::from(to).fill(WHO, |target| {
        let target = target.transaction()?;
        // A new database is not quite empty.
        for table in tables.iter().rev() {
            target.execute(&format!("DELETE FROM {}", table.name), [])?;
        }
        for table in &tables {
            let insert = insert(table);
            let mut copied = 0;
            let read = walk(&source, table, |row| {
                target.execute(&insert, row)?;
                copied += 1;
                if copied % PAGE as u64 == 0 {
                    progress(&table.name, copied);
                }
                Ok(())
            })?;
            progress(&table.name, read.rows);
            if walk(&target, table, |_| Ok(()))? != read {
                let why = "what was written of the table can't be read again as it was";
                return Err(StoreError::Refused(format!("{}: {why}", table.name)));
            }
            all.push(read);
        }
        // No log belongs to it.
        target.execute("UPDATE server_state SET in_use = 0", [])?;
        Ok(target.commit()?)
    })?;
    Ok(all)
}

/// The statement that writes a row.
fn insert(table: &Table) -> String {
    let names: Vec<&str> = table.columns.iter().map(|column| &*column.name).collect();
    format!("INSERT INTO {} ({}) VALUES ({})", table.name, names.join(", "), vec!["?"; names.len()].join(", "))
}

/// Looks at all rows of a table, in the order of its key, a page at a time.
fn walk(
    connection: &Connection,
    table: &Table,
    mut look: impl FnMut(&[Held]) -> sql::Result<()>,
) -> Result<Copied, StoreError> {
    let names: Vec<&str> = table.columns.iter().map(|column| &*column.name).collect();
    let (names, key) = (names.join(", "), table.key.join(", "));
    let places: Vec<String> = (1..=table.key.len()).map(|place| format!("?{place}")).collect();
    let mut copied = Copied { table: table.name.clone(), rows: 0, digest: 0 };
    let mut last: Vec<Held> = Vec::new();
    loop {
        let after = if last.is_empty() { String::new() } else { format!("WHERE ({key}) > ({})", places.join(", ")) };
        let query = format!("SELECT {names} FROM {} {after} ORDER BY {key} LIMIT {PAGE}", table.name);
        let mut query = connection.prepare_cached(&query)?;
        let mut rows = query.query(&*last)?;
        let mut page = Vec::with_capacity(PAGE);
        while let Some(row) = rows.next()? {
            page.push(read(table, &row)?);
        }
        drop(rows);
        for row in &page {
            look(row)?;
            let mut digest = Sha256::new();
            row.iter().for_each(|held| held.digest(&mut digest));
            let half = digest.finalize().iter().take(16).fold(0, |half, byte| half << 8 | u128::from(*byte));
            copied.digest = copied.digest.wrapping_add(half);
        }
        copied.rows += page.len() as u64;
        let Some(row) = page.last().filter(|_| page.len() == PAGE) else { return Ok(copied) };
        let place = |name: &String| table.columns.iter().position(|column| column.name == *name);
        last = table.key.iter().filter_map(place).filter_map(|place| row.get(place).cloned()).collect();
    }
}

/// A row as it stands.
fn read(table: &Table, row: &Row<'_>) -> Result<Vec<Held>, StoreError> {
    let held = |(place, column): (usize, &tables::Column)| match (row.value(place)?, column.text) {
        (Value::Null, true) => Ok(Held::Text(None)),
        (Value::Null, false) => Ok(Held::Integer(None)),
        (Value::Text(text), true) => Ok(Held::Text(Some(text.to_owned()))),
        (Value::Integer(number), false) => Ok(Held::Integer(Some(number))),
        (other, _) => Err(StoreError::from(sql::Error::Column { column: column.name.clone(), kind: other.kind() })),
    };
    table.columns.iter().enumerate().map(held).collect()
}
