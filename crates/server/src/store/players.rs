//! Players and accounts in the database.

use super::sql::OptionalExtension;
use super::{Store, StoreError};
use crate::domain::PlayerId;
use std::collections::HashMap;

/// An account.
pub(crate) struct Account {
    pub player: PlayerId,
    /// The password's hash, with its salt and parameters.
    pub password: String,
    /// Whether the administrator has banned the account.
    pub barred: bool,
}

impl Store {
    /// A player's name, and whether there is an account.
    pub async fn player(&self, id: &PlayerId) -> Result<Option<(String, bool)>, StoreError> {
        let id = id.clone();
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached(
                        "SELECT name, EXISTS (SELECT 1 FROM accounts WHERE player = players.id) FROM players WHERE id = ?",
                    )?
                    .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
                    .optional()
            })
            .await
    }

    /// Whether an administrator has banned a player.
    pub async fn is_barred(&self, player: &PlayerId) -> Result<bool, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached("SELECT EXISTS (SELECT 1 FROM players WHERE id = ? AND barred IS NOT NULL)")?
                    .query_row([player], |row| row.get(0))
            })
            .await
    }

    /// The names of players as others see them, by their ids. Those of guests are marked, so that nobody takes them
    /// for the owner of an account.
    pub async fn names(&self, ids: &[&PlayerId]) -> Result<HashMap<PlayerId, String>, StoreError> {
        let ids: Vec<PlayerId> = ids.iter().map(|id| (*id).clone()).collect();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT name, EXISTS (SELECT 1 FROM accounts WHERE player = players.id) FROM players WHERE id = ?",
                )?;
                let mut names = HashMap::with_capacity(ids.len());
                for id in ids {
                    let found = query.query_row([&id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
                    if let Some((name, account)) = found {
                        names.insert(id, crate::domain::names::shown(name, account));
                    }
                }
                Ok(names)
            })
            .await
    }

    /// The account of a name, upper and lower case being the same.
    pub async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        self.find_account(
            "SELECT player, password, barred FROM accounts JOIN players ON id = player WHERE accounts.name = ?",
            name,
        )
        .await
    }

    /// The account of a player.
    pub async fn account_of(&self, player: &PlayerId) -> Result<Option<Account>, StoreError> {
        self.find_account(
            "SELECT player, password, barred FROM accounts JOIN players ON id = player WHERE player = ?",
            player.as_str(),
        )
        .await
    }

    async fn find_account(&self, query: &'static str, key: &str) -> Result<Option<Account>, StoreError> {
        let key = key.to_owned();
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached(query)?
                    .query_row([key], |row| {
                        let barred = row.get::<Option<i64>>(2)?.is_some();
                        Ok(Account { player: row.get(0)?, password: row.get(1)?, barred })
                    })
                    .optional()
            })
            .await
    }
}
