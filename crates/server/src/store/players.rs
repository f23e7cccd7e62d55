//! Players and accounts in the database.

use super::Store;
use sqlx::Row;
use std::collections::HashMap;

/// An account.
pub(crate) struct Account {
    pub player: String,
    /// The password's hash, with its salt and parameters.
    pub password: String,
}

impl Store {
    /// A player's name, and whether there is an account.
    pub async fn player(&self, id: &str) -> sqlx::Result<Option<(String, bool)>> {
        let row = sqlx::query(
            "SELECT name, EXISTS (SELECT 1 FROM accounts WHERE player = players.id) FROM players WHERE id = ?",
        )
        .bind(id)
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
    }

    /// The names of players, by their ids.
    pub async fn names(&self, ids: &[&str]) -> sqlx::Result<HashMap<String, String>> {
        let mut query = sqlx::QueryBuilder::new("SELECT id, name FROM players WHERE id IN (");
        let mut list = query.separated(", ");
        ids.iter().for_each(|id| _ = list.push_bind(*id));
        query.push(")");
        let rows = query.build().fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// The account of a name, upper and lower case being the same.
    pub async fn account(&self, name: &str) -> sqlx::Result<Option<Account>> {
        let row = sqlx::query("SELECT player, password FROM accounts WHERE name = ?")
            .bind(name)
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| Ok(Account { player: row.try_get(0)?, password: row.try_get(1)? })).transpose()
    }
}
