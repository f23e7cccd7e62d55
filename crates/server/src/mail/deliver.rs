//! Sends what waits.

use super::letter;
use super::post::{Post, Unsent};
use crate::app::App;
use crate::config::Mail;
use crate::domain::{Letter, LinkId, Reader, Way, ids};
use crate::error::ApiResult;
use crate::store::Write;
use crate::time::{milliseconds, now};
use std::time::Duration;

/// After how many milliseconds something is tried again that was being sent when the server ended.
const CLAIM: i64 = 15 * 60 * 1000;

/// The longest time until something is tried again that could not be sent.
const LONGEST_PAUSE: i64 = 6 * 60 * 60 * 1000;

/// The longest wait before a mail server that can't be reached is tried again.
const OUTAGE: Duration = Duration::from_secs(10 * 60);

/// How long somebody waits who has had all messages of a day.
const TOMORROW: i64 = 60 * 60 * 1000;

/// A day, less the time that a round may come late: a digest comes at about the same hour.
const DIGEST: i64 = (24 * 60 - 1) * 60 * 1000;

/// Whether it makes sense to send more at present.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    Goes,
    /// The mail server can't be reached, or as much was sent as may be in a day.
    Stops,
}

impl App {
    /// Sends what waits until the server ends.
    pub async fn deliver_mail(self, post: Post) {
        let Some(mail) = self.config.mail.clone() else { return };
        let mut wait = mail.look;
        loop {
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = self.letters.notified() => {}
                () = self.ended() => return,
            }
            wait = match self.deliver(&mail, &post).await {
                Ok(Round::Goes) => mail.look,
                Ok(Round::Stops) => (2 * wait).min(OUTAGE.max(mail.look)),
                Err(error) => {
                    tracing::warn!(error.message, "it is not known which messages wait");
                    (2 * wait).min(OUTAGE.max(mail.look))
                }
            };
        }
    }

    /// Sends what waits now.
    async fn deliver(&self, mail: &Mail, post: &Post) -> ApiResult<Round> {
        for waiting in self.store.letters().await? {
            if self.deliver_letter(mail, post, waiting).await? == Round::Stops {
                return Ok(Round::Stops);
            }
        }
        let before = now() - milliseconds(mail.grace);
        for reader in self.store.mail_readers(before).await? {
            if self.deliver_notices(mail, post, reader, before).await? == Round::Stops {
                return Ok(Round::Stops);
            }
        }
        Ok(Round::Goes)
    }

    async fn deliver_letter(&self, mail: &Mail, post: &Post, waiting: Letter) -> ApiResult<Round> {
        let Letter { id, name, kind, address, language, failed, .. } = waiting;
        if self.resources.rate_limits.mail().is_err() {
            return Ok(Round::Stops);
        }
        let secret = ids::secret();
        let (link, expires, next) = (LinkId::of(&secret), now() + kind.lasts(), now() + CLAIM);
        let claim = Write::SendLetter { id: id.clone(), link, expires, next };
        if !self.claims(claim).await? {
            return Ok(Round::Goes);
        }
        let said = letter::link(kind, language, &name, &mail.url, &secret);
        let (write, round) = match post.send(&said, &address).await {
            Ok(()) => (Write::EndLetter { id }, Round::Goes),
            Err(unsent @ Unsent::Refused(_)) => {
                self.report(unsent);
                (Write::EndLetter { id }, Round::Goes)
            }
            Err(unsent) => {
                self.report(unsent);
                (Write::LetterLater { id, next: now() + pause(mail, failed) }, after(unsent))
            }
        };
        self.store.writer().write(vec![write]).await?;
        Ok(round)
    }

    async fn deliver_notices(&self, mail: &Mail, post: &Post, reader: Reader, before: i64) -> ApiResult<Round> {
        let Reader { player, name, address, language, unsubscribe, failed } = reader;
        let notices = self.store.notices(&player, Way::Mail, before).await?;
        if notices.is_empty() {
            // Somebody has moved meanwhile.
            return Ok(Round::Goes);
        }
        if self.resources.rate_limits.mail_to(&player).is_err() {
            let later = Write::NoticesLater { player, next: now() + TOMORROW };
            self.store.writer().write(vec![later]).await?;
            return Ok(Round::Goes);
        }
        if self.resources.rate_limits.mail().is_err() {
            return Ok(Round::Stops);
        }
        if !self.claims(Write::SendNotices { player: player.clone(), next: now() + CLAIM }).await? {
            return Ok(Round::Goes);
        }
        let said = letter::notices(language, &name, &notices, &mail.url, &unsubscribe, now());
        let (write, round) = match post.send(&said, &address).await {
            Ok(()) => {
                let (next, digest) = (now() + milliseconds(mail.pause), now() + DIGEST);
                (Write::NoticesSent { player, before, next, digest }, Round::Goes)
            }
            Err(unsent @ Unsent::Refused(_)) => {
                self.report(unsent);
                (Write::NoticesRefused { player, before, next: now() + LONGEST_PAUSE }, Round::Goes)
            }
            Err(unsent) => {
                self.report(unsent);
                (Write::NoticesLater { player, next: now() + pause(mail, failed) }, after(unsent))
            }
        };
        self.store.writer().write(vec![write]).await?;
        Ok(round)
    }

    /// Stores that something is being sent; whether no other server sends it.
    async fn claims(&self, claim: Write) -> ApiResult<bool> {
        match self.store.writer().write(vec![claim]).await {
            Err(error) if error.code == "being-sent" => Ok(false),
            done => done.map(|()| true),
        }
    }

    fn report(&self, unsent: Unsent) {
        match unsent {
            Unsent::Refused(code) => tracing::info!(code, "the mail server refuses a message; it is given up"),
            Unsent::Later(code) => tracing::info!(code, "the mail server does not take a message yet"),
            Unsent::Unreachable => tracing::warn!("the mail server can't be reached, or refuses us; messages wait"),
        }
    }
}

/// How long something waits that has failed this often before.
fn pause(mail: &Mail, failed: u32) -> i64 {
    milliseconds(mail.retry).saturating_mul(1 << failed.min(16)).min(LONGEST_PAUSE)
}

fn after(unsent: Unsent) -> Round {
    if unsent == Unsent::Unreachable { Round::Stops } else { Round::Goes }
}
