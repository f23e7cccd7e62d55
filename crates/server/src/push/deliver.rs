//! Sends what waits to the devices of players.

use super::cipher::DeviceKeys;
use super::endpoint::Endpoint;
use super::service::{PushService, Pushed};
use crate::app::App;
use crate::config::Push;
use crate::domain::{Device, Language, Notice, NoticeKind, PlayerId, Way};
use crate::error::ApiResult;
use crate::store::Write;
use crate::time::{milliseconds, now};
use futures_util::StreamExt;
use serde_json::json;

/// Players and devices to whom messages are on their way at once.
const PLAYERS: usize = 4;
const DEVICES: usize = 4;

/// Games of which one device is notified at once; of more than these it is not.
const GAMES: usize = 5;

/// The longest wait for somebody who has had all notices of a day, or whose devices can't be reached.
const LATER: i64 = 60 * 60 * 1000;

impl App {
    /// Sends what waits until the server ends.
    pub async fn deliver_pushes(self) {
        let (Some(push), Some(service)) = (&self.config.push, self.push.get()) else { return };
        loop {
            tokio::select! {
                () = tokio::time::sleep(push.look) => {}
                () = self.ended() => return,
            }
            if let Err(error) = self.push_waiting(push, service).await {
                tracing::warn!(error.message, "notices to devices were not sent");
            }
        }
    }

    /// Sends what waits now.
    async fn push_waiting(&self, push: &Push, service: &PushService) -> ApiResult<()> {
        let before = now() - milliseconds(push.grace);
        let players = self.store.push_readers(before).await?;
        let mut sending = futures_util::stream::iter(players)
            .map(|player| self.push_to(push, service, player, before))
            .buffer_unordered(PLAYERS);
        while let Some(sent) = sending.next().await {
            sent?;
        }
        Ok(())
    }

    /// Sends what waits for a player to all devices.
    async fn push_to(&self, push: &Push, service: &PushService, player: PlayerId, before: i64) -> ApiResult<()> {
        let notices = self.store.notices(&player, Way::Push, before).await?;
        let devices = self.store.devices(&player).await?;
        // Should the server end meanwhile, it sends them again: a device shows the second in place of the first.
        let mut writes = vec![Write::Pushed { player: player.clone(), before }];
        if self.resources.rate_limits.push_to(&player).is_err() {
            self.store.writer().write(writes).await?;
            return Ok(());
        }
        let sent: Vec<Option<Write>> = futures_util::stream::iter(devices)
            .map(|device| self.push_to_device(push, service, device, &notices))
            .buffer_unordered(DEVICES)
            .collect()
            .await;
        writes.extend(sent.into_iter().flatten());
        self.store.writer().write(writes).await
    }

    /// Sends notices to a device; gives what is to be stored of it.
    async fn push_to_device(
        &self,
        push: &Push,
        service: &PushService,
        device: Device,
        notices: &[Notice],
    ) -> Option<Write> {
        let Device { id, endpoint, public, auth, language, failed, next } = device;
        let gone = || Some(Write::RemoveDevice { id: id.clone() });
        let (Ok(endpoint), Ok(keys)) = (Endpoint::parse(&endpoint, push.anywhere), DeviceKeys::parse(&public, &auth))
        else {
            return gone();
        };
        if next > now() {
            return None;
        }
        for notice in notices.iter().take(GAMES) {
            let message = keys.encrypt(said(language, notice).as_bytes())?;
            match service.send(&endpoint, notice.about.id(), message).await {
                Pushed::Taken => {}
                Pushed::Gone => return gone(),
                Pushed::Failed => {
                    tracing::info!(site = endpoint.site(), "a push service does not take a notice");
                    return Some(Write::DeviceFailed { id, next: now() + LATER });
                }
            }
        }
        (failed > 0).then_some(Write::DeviceReached { id })
    }
}

/// What a device shows of a notice, as the page's service worker reads it.
fn said(language: Language, notice: &Notice) -> String {
    let Notice { title, opponent, .. } = notice;
    let won = notice.winner.map(|winner| winner == notice.side);
    let (head, between) = match (language, notice.kind, won) {
        (Language::English, NoticeKind::Turn, _) => ("Your turn", "against"),
        (Language::English, NoticeKind::Deadline, _) => ("Your time runs out", "against"),
        (Language::English, NoticeKind::Begun, _) => ("Your game has begun", "against"),
        (Language::English, NoticeKind::Over, Some(true)) => ("You have won", "against"),
        (Language::English, NoticeKind::Over, Some(false)) => ("You have lost", "against"),
        (Language::English, NoticeKind::Over, None) => ("Over without a winner", "against"),
        (Language::English, NoticeKind::Challenge, _) => ("You are challenged", "by"),
        (Language::German, NoticeKind::Challenge, _) => ("Du wirst herausgefordert", "von"),
        (Language::German, NoticeKind::Turn, _) => ("Du bist am Zug", "gegen"),
        (Language::German, NoticeKind::Deadline, _) => ("Deine Zeit läuft ab", "gegen"),
        (Language::German, NoticeKind::Begun, _) => ("Deine Partie hat begonnen", "gegen"),
        (Language::German, NoticeKind::Over, Some(true)) => ("Du hast gewonnen", "gegen"),
        (Language::German, NoticeKind::Over, Some(false)) => ("Du hast verloren", "gegen"),
        (Language::German, NoticeKind::Over, None) => ("Ohne Sieger beendet", "gegen"),
    };
    let body = format!("{title} {between} {opponent}");
    json!({ "title": head, "body": body.trim(), "tag": notice.about.id(), "path": notice.about.path() }).to_string()
}
