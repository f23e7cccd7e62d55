//! Ids as columns of the database.

use crate::domain::{DefinitionId, GameId, PlayerId, SeekId, SessionId, TournamentId};
use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};

macro_rules! columns {
    ($($id:ident),*) => { $(
        impl ToSql for $id {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.as_str().into())
            }
        }

        impl FromSql for $id {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                value.as_str().map(Self::stored)
            }
        }
    )* };
}

columns!(GameId, PlayerId, DefinitionId, SeekId, SessionId, TournamentId);
