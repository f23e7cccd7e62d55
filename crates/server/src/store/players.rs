//! Players and accounts in the database.

use super::sql::OptionalExtension;
use super::{Store, StoreError};
use crate::domain::PlayerId;
use crate::domain::two_factor::TwoFactor;
use std::collections::HashMap;

/// An account.
pub(crate) struct Account {
    pub player: PlayerId,
    /// The password's hash, with its salt and parameters.
    pub password: String,
    /// Whether the administrator has banned the account.
    pub barred: bool,
    /// The codes that are needed besides the password, if the owner wants that.
    pub two_factor: Option<TwoFactor>,
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
        self.find_account("lower(accounts.name) = ?", &name.to_ascii_lowercase()).await
    }

    /// The account of a player.
    pub async fn account_of(&self, player: &PlayerId) -> Result<Option<Account>, StoreError> {
        self.find_account("accounts.player = ?", player.as_str()).await
    }

    async fn find_account(&self, which: &'static str, key: &str) -> Result<Option<Account>, StoreError> {
        let key = key.to_owned();
        self.readers
            .read(move |connection| {
                connection
                    .prepare_cached(&format!(
                        "SELECT accounts.player, password, barred, secret, used, recovery
                         FROM accounts JOIN players ON id = accounts.player
                         LEFT JOIN two_factor ON two_factor.player = accounts.player WHERE {which}"
                    ))?
                    .query_row([key], |row| {
                        let barred = row.get::<Option<i64>>(2)?.is_some();
                        let two_factor = match row.get::<Option<String>>(3)? {
                            Some(secret) => Some(TwoFactor { secret, used: row.get(4)?, recovery: row.get(5)? }),
                            None => None,
                        };
                        Ok(Account { player: row.get(0)?, password: row.get(1)?, barred, two_factor })
                    })
                    .optional()
            })
            .await
    }
}
