//! Calls the sites for which events wait.

use super::Secret;
use crate::app::App;
use crate::config::Webhooks;
use crate::domain::HookCall;
use crate::error::ApiResult;
use crate::push::{Endpoint, Internet};
use crate::store::{HookWrite, Write};
use crate::time::{milliseconds, now};
use futures_util::StreamExt;
use reqwest::redirect::Policy;
use reqwest::{Client, header};
use std::sync::Arc;
use std::time::Duration;

/// How often a site is called in a row without success before it is called no more. The pauses double from [`Webhooks::retry`] on:
/// with a minute the last try is two hours after the first.
pub(crate) const TRIES: u32 = 8;

/// Sites that are called at once, each once before the next are looked for; and how long an answer may take, by which a slow one
/// delays the others at most.
const SITES: usize = 100;
const ANSWER: Duration = Duration::from_secs(10);

/// The wait for somebody whose sites were called as often as they are in a day.
const LATER: i64 = 60 * 60 * 1000;

/// The status of a site that wants to hear nothing any more (RFC 9110).
const GONE: u16 = 410;

impl App {
    /// Calls the sites for which events wait until the server ends.
    pub async fn call_webhooks(self) {
        let Some(settings) = &self.config.webhooks else { return };
        let client = match client(settings) {
            Ok(client) => client,
            Err(error) => return tracing::error!(%error, "no webhook is called"),
        };
        let mut wait = settings.look;
        loop {
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = self.ended() => return,
            }
            wait = match self.call_waiting(settings, &client).await {
                Ok(()) => settings.look,
                Err(error) => {
                    // As long as it can't be stored that a site was called, nobody is called over and over.
                    tracing::warn!(error.message, "what became of webhooks can't be stored; they wait");
                    settings.look.max(settings.retry)
                }
            };
        }
    }

    /// Calls those for which something waits now, each once.
    async fn call_waiting(&self, settings: &Webhooks, client: &Client) -> ApiResult<()> {
        let calls = self.store.hook_calls(now()).await?;
        if calls.is_empty() {
            return Ok(());
        }
        // Nobody is called as long as what becomes of it can't be stored.
        self.store.writer().ready().await?;
        let mut calls =
            futures_util::stream::iter(calls).map(|call| self.call(settings, client, call)).buffer_unordered(SITES);
        // Should the server end before it is stored, a site hears of an event again, by the same id.
        let mut stored = Ok(());
        while let Some(write) = calls.next().await {
            stored = stored.and(self.store.writer().write(vec![Write::Webhook(write)]).await.map(|_| ()));
        }
        stored
    }

    /// Calls a site; gives what is to be stored of it.
    async fn call(&self, settings: &Webhooks, client: &Client, call: HookCall) -> HookWrite {
        let id = call.webhook.clone();
        if self.resources.rate_limits.hook_of(&call.player).is_err() {
            return HookWrite::Later { id, next: now() + LATER };
        }
        let status = send(client, &call, settings.anywhere).await;
        match status {
            Some(status @ 200..=299) => HookWrite::Called { id, number: call.number, status },
            _ => {
                let pause = milliseconds(settings.retry).saturating_mul(1 << call.failed.min(TRIES));
                let again = call.failed + 1 < TRIES && status != Some(GONE);
                HookWrite::Failed { id, status, next: again.then(|| now().saturating_add(pause)) }
            }
        }
    }
}

/// A client that follows nobody elsewhere, and goes to the internet alone.
fn client(settings: &Webhooks) -> Result<Client, reqwest::Error> {
    let client = Client::builder().redirect(Policy::none()).no_proxy().timeout(ANSWER).pool_max_idle_per_host(0);
    match settings.anywhere {
        true => client.build(),
        false => client.https_only(true).dns_resolver(Arc::new(Internet)).build(),
    }
}

/// Sends an event; the status of the answer, if there is one.
async fn send(client: &Client, call: &HookCall, anywhere: bool) -> Option<u16> {
    let (url, secret) = (Endpoint::parse(&call.url, anywhere).ok()?, Secret::parse(&call.secret)?);
    let (id, at) = (call.id(), now() / 1000);
    let sent = client
        .post(url.as_str())
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::USER_AGENT, "Spielraum")
        .header("webhook-id", &id)
        .header("webhook-timestamp", at)
        .header("webhook-signature", secret.signature(&id, at, &call.body))
        .body(call.body.clone())
        .send()
        .await;
    sent.ok().map(|answer| answer.status().as_u16())
}
