//! Vacations of accounts.

use super::write::{vacation, vacation_left};
use super::{Store, StoreError};
use crate::domain::PlayerId;
use crate::time::now;

impl Store {
    /// From when until when a player is on vacation, if that is now.
    pub async fn vacation(&self, player: &PlayerId) -> Result<Option<(i64, i64)>, StoreError> {
        let player = player.clone();
        self.readers.read(move |connection| vacation(connection, &player, now())).await
    }

    /// How many milliseconds of vacation a player has left.
    pub async fn vacation_left(&self, player: &PlayerId) -> Result<i64, StoreError> {
        let player = player.clone();
        self.readers.read(move |connection| vacation_left(connection, &player, now())).await
    }
}
