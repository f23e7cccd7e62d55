//! Webhooks in the database, and what waits to be sent to them.

#[cfg(test)]
pub(super) mod tests;

use super::sql::{self, params};
use super::{Store, StoreError};
use crate::domain::{HookCall, HookEvent, PlayerId, Webhook};

/// How many are called at once.
const AT_ONCE: i64 = 100;

impl Store {
    /// The webhooks of a player, in the order in which they were added.
    pub async fn webhooks(&self, player: &PlayerId) -> Result<Vec<Webhook>, StoreError> {
        let player = player.clone();
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT id, url, events, created, tried, status, failed, stopped,
                        (SELECT count(*) FROM webhook_events WHERE webhook = webhooks.id)
                     FROM webhooks WHERE player = ? ORDER BY created, id",
                )?;
                let read = |row: &sql::Row<'_>| {
                    Ok(Webhook {
                        id: row.get(0)?,
                        url: row.get(1)?,
                        events: HookEvent::read(&row.get::<String>(2)?),
                        created: row.get(3)?,
                        tried: row.get(4)?,
                        status: row.get::<Option<u32>>(5)?.and_then(|status| u16::try_from(status).ok()),
                        failed: row.get(6)?,
                        stopped: row.get(7)?,
                        waiting: row.get(8)?,
                    })
                };
                query.query_map([player], read)?.collect()
            })
            .await
    }

    /// The first event of each webhook for which one waits and that may be called at a time.
    pub async fn hook_calls(&self, now: i64) -> Result<Vec<HookCall>, StoreError> {
        self.readers
            .read(move |connection| {
                let mut query = connection.prepare_cached(
                    "SELECT webhooks.id, webhook_events.number, player, url, secret, body, failed
                     FROM (SELECT webhook, min(number) AS number FROM webhook_events GROUP BY webhook) AS first
                        JOIN webhook_events ON webhook_events.webhook = first.webhook AND webhook_events.number = first.number
                        JOIN webhooks ON webhooks.id = first.webhook JOIN players ON players.id = player
                     WHERE next <= ? AND stopped IS NULL AND barred IS NULL ORDER BY next, webhooks.id LIMIT ?",
                )?;
                let read = |row: &sql::Row<'_>| {
                    Ok(HookCall {
                        webhook: row.get(0)?,
                        number: row.get(1)?,
                        player: row.get(2)?,
                        url: row.get(3)?,
                        secret: row.get(4)?,
                        body: row.get(5)?,
                        failed: row.get(6)?,
                    })
                };
                query.query_map(params![now, AT_ONCE], read)?.collect()
            })
            .await
    }
}
