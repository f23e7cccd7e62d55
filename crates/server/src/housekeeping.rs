//! What the server does by itself while it runs.

use crate::app::App;
use crate::mail::Post;
use crate::memory;
use crate::resources::Spent;
use crate::rooms::Rooms;
use crate::store::{Holder, NOTED, StoreError, Write};
use std::time::Duration;

/// How often what is not needed any more is cleared away.
const SWEEP: Duration = Duration::from_secs(20);

/// How often it is looked up whose clocks fall soon, and who has left the lobby.
const WATCH: Duration = Duration::from_secs(10);

/// How often the server removes stored data that nobody needs and notes who is here.
const CLEARANCE: Duration = Duration::from_millis(NOTED.unsigned_abs());

/// How often the time is stored while clocks run.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// How often a node lets the database hear of it, or looks who is in charge.
const TENDING: Duration = Duration::from_secs(1);

impl App {
    /// Does what the server does by itself until it ends: one of several nodes waits with most of it until it is in charge.
    pub async fn keep_going(self, post: Option<Post>) {
        let tidying = tokio::spawn(self.clone().tidy());
        let tending = self.config.node.is_some().then(|| tokio::spawn(self.clone().tend()));
        tokio::select! {
            () = self.store.charge().taken() => {}
            () = self.ended() => return,
        }
        if self.config.node.is_some() {
            if let Err(error) = self.take_over().await {
                tracing::warn!(%error, "what was spent of rate limits, and what was taken down, can't be read");
            }
            if let Err(error) = self.open_push().await {
                tracing::warn!(error, "no notices go to devices");
            }
        }
        self.metrics.in_charge.set(1);
        // A fault in one must not end the other.
        let (house, tournaments) =
            (tokio::spawn(self.clone().keep_house()), tokio::spawn(self.clone().hold_tournaments()));
        let mail = tokio::spawn({
            let app = self.clone();
            async move {
                if let Some(post) = post {
                    app.deliver_mail(post).await;
                }
            }
        });
        let push = tokio::spawn(self.clone().deliver_pushes());
        let webhooks = tokio::spawn(self.clone().call_webhooks());
        let openings = tokio::spawn(self.clone().explore());
        let _ = tokio::join!(house, tournaments, mail, push, webhooks, openings, tidying);
        if let Some(tending) = tending {
            let _ = tending.await;
        }
    }

    /// Takes up what the one that was in charge before has left.
    pub async fn take_over(&self) -> Result<(), StoreError> {
        for (kind, who, until) in self.store.spent().await? {
            self.resources.take_up(&kind, &who, until);
        }
        self.store.taken_down().await?.iter().for_each(|id| self.variants.withdraw(id, true));
        Ok(())
    }

    /// Stays in charge, or waits to be, until the server ends.
    async fn tend(self) {
        let mut tending = tokio::time::interval(TENDING);
        loop {
            tokio::select! {
                _ = tending.tick() => self.store.tend().await,
                () = self.ended() => return,
            }
            let here = self.store.charge().holder() == Holder::Here;
            self.metrics.in_charge.set(here.into());
            // Another node has ended sessions whose sockets are here.
            if !here && let Err(error) = self.store.end_expired().await {
                tracing::debug!(%error, "sockets of sessions that have ended were not closed");
            }
        }
    }

    /// Clears away what is not needed any more in memory, until the server ends.
    async fn tidy(self) {
        let mut sweep = tokio::time::interval(SWEEP);
        loop {
            tokio::select! {
                _ = sweep.tick() => {
                    self.variants.sweep();
                    self.resources.sweep();
                    memory::give_back().await;
                }
                () = self.ended() => return,
            }
        }
    }

    /// Lets games with running clocks go on, and keeps house until the server ends.
    pub async fn keep_house(self) {
        match Rooms::wake(&self).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, "games in which the engine is to move go on"),
            Err(error) => tracing::error!(error.message, "running games can't be found"),
        }
        let mut seeks_changed = self.store.seeks_changed();
        seeks_changed.mark_changed();
        let mut watch = tokio::time::interval(WATCH);
        let mut sweep = tokio::time::interval(SWEEP);
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        let mut clearance = tokio::time::interval(CLEARANCE);
        loop {
            tokio::select! {
                _ = sweep.tick() => {
                    Rooms::sweep(&self);
                    self.keep_spent().await;
                }
                _ = heartbeat.tick() => self.beat().await,
                _ = watch.tick() => {
                    if let Err(error) = Rooms::set_alarms(&self).await {
                        tracing::warn!(error.message, "it is not known whose clocks fall soon");
                    }
                    self.lobby.end_of_absent(&self).await;
                }
                // The sender lives as long as the store.
                Ok(()) = seeks_changed.changed() => self.lobby.read_again(&self).await,
                _ = clearance.tick() => {
                    Rooms::note_present(&self).await;
                    self.store.keep_house().await;
                    if let Err(error) = self.store.end_expired().await {
                        tracing::warn!(%error, "sockets of sessions that have expired were not closed");
                    }
                    Rooms::forget_lost_guests(&self).await;
                }
                () = self.ended() => return,
            }
        }
    }

    /// Stores what was spent of rate limits that a restart must not renew.
    pub async fn keep_spent(&self) {
        let write = |Spent { kind, who, until }| Write::Spent { kind, who, until };
        let writes: Vec<_> = self.resources.spent().into_iter().map(write).collect();
        if !writes.is_empty()
            && self.store.charge().holder() == Holder::Here
            && let Err(error) = self.store.writer().write(writes).await
        {
            tracing::warn!(error.message, "what was spent of rate limits was not stored");
        }
    }

    /// Stores the time if a clock runs.
    async fn beat(&self) {
        let beaten = match self.store.clocks_run().await {
            Ok(false) => return,
            Ok(true) => self.store.writer().write(vec![Write::Heartbeat]).await,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = beaten {
            tracing::warn!(error.message, "the time was not stored");
        }
    }
}
