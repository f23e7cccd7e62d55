//! The tables that there are, as SQLite has them; they are the same everywhere.

use super::{StoreError, schema};

/// A table.
pub(super) struct Table {
    pub name: String,
    pub columns: Vec<Column>,
    /// The columns that distinguish its rows.
    pub key: Vec<String>,
}

/// A column: of texts, or of whole numbers.
pub(super) struct Column {
    pub name: String,
    pub text: bool,
    pub required: bool,
}

/// All tables, each after those to which it refers.
pub(super) fn all() -> Result<Vec<Table>, StoreError> {
    let model = schema::model()?;
    let mut query = model.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")?;
    let names: Vec<String> = query.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut query = model.prepare("SELECT name, type = 'TEXT', \"notnull\", pk FROM pragma_table_info(?)")?;
    let mut tables = Vec::with_capacity(names.len());
    for name in names {
        let mut key: Vec<(i64, String)> = Vec::new();
        let columns = query.query_map([&name], |row| {
            let (column, place): (String, i64) = (row.get(0)?, row.get(3)?);
            if place > 0 {
                key.push((place, column.clone()));
            }
            Ok(Column { name: column, text: row.get(1)?, required: row.get(2)? })
        })?;
        let columns = columns.collect::<Result<_, _>>()?;
        key.sort_unstable();
        tables.push(Table { name, columns, key: key.into_iter().map(|(_, column)| column).collect() });
    }
    Ok(tables)
}
