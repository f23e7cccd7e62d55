//! Which of several nodes on one database is in charge: it alone has the lock of the database, and writes.
//!
//! The lock belongs to the session that writes, so no write of a node is made after another has taken charge, whatever the
//! first one believes: the database has ended its session. A node in charge lets the database hear of it every second. If it
//! is silent for as long as [`LEASE`], another node ends its session and takes charge.

use super::StoreError;
use super::lived::Lived;
use super::postgresql::Server;
use super::sql::Connection;
use crate::config::SCHEME;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// For how long a node stays in charge of which the database hears nothing.
const LEASE: Duration = Duration::from_secs(6);

/// Who is in charge, as far as this process knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// This process.
    Here,
    /// The node with this URL.
    There(String),
    /// Nobody, or it is not known who.
    Nobody,
    /// This process was, until another node took charge. What it has in memory is not to be relied on.
    Displaced,
}

/// Who is in charge.
pub(crate) struct Charge {
    holder: watch::Sender<Holder>,
    /// Until when no other node takes charge, if there can be others.
    until: Option<Mutex<Instant>>,
}

impl Charge {
    /// That of a server which is alone on its database.
    pub(super) fn alone() -> Self {
        Self { holder: watch::Sender::new(Holder::Here), until: None }
    }

    /// That of one of several nodes.
    pub(super) fn shared() -> Self {
        Self { holder: watch::Sender::new(Holder::Nobody), until: Some(Instant::now().into()) }
    }

    /// Who is in charge. A node that the database has not heard of for too long does not know.
    pub fn holder(&self) -> Holder {
        let holder = self.holder.borrow().clone();
        let lapsed = |until: &Mutex<Instant>| *until.lock().unwrap_or_else(PoisonError::into_inner) <= Instant::now();
        match holder {
            Holder::Here if self.until.as_ref().is_some_and(lapsed) => Holder::Nobody,
            holder => holder,
        }
    }

    /// Ready when this process is in charge.
    pub async fn taken(&self) {
        // The sender lives as long as this.
        let _ = self.holder.subscribe().wait_for(|holder| *holder == Holder::Here).await;
    }

    /// Ready when this process was in charge and another node is.
    pub async fn displaced(&self) {
        let _ = self.holder.subscribe().wait_for(|holder| *holder == Holder::Displaced).await;
    }

    /// Ready when another node than the one with this URL is in charge.
    pub async fn passed_on(&self, url: &str) {
        let passed_on = |holder: &Holder| match holder {
            Holder::Here => true,
            Holder::There(other) => other != url,
            Holder::Nobody | Holder::Displaced => false,
        };
        let _ = self.holder.subscribe().wait_for(passed_on).await;
    }

    /// Whether this process has taken charge, and no other one that it knows of has since.
    pub(super) fn is_taken(&self) -> bool {
        *self.holder.borrow() == Holder::Here
    }

    /// Whether others may take charge.
    pub(super) fn is_shared(&self) -> bool {
        self.until.is_some()
    }

    /// The database has heard of this node, which is in charge, after a point in time.
    pub(super) fn renew(&self, heard: Instant) {
        if let Some(until) = &self.until {
            *until.lock().unwrap_or_else(PoisonError::into_inner) = heard + LEASE;
        }
    }

    /// Takes up who is in charge.
    pub(super) fn set(&self, holder: Holder) {
        let changed = self.holder.send_if_modified(|before| {
            let changed = *before != holder;
            before.clone_from(&holder);
            changed
        });
        if changed {
            match holder {
                Holder::Here => tracing::info!("this node is in charge"),
                Holder::There(url) => tracing::info!(url, "another node is in charge"),
                Holder::Nobody => tracing::warn!("it is not known which node is in charge"),
                Holder::Displaced => tracing::error!("another node has taken charge"),
            }
        }
    }
}

/// What a node that is not in charge sees of the one that is. No clock but its own counts.
pub(super) struct Lookout {
    server: Arc<Server>,
    connection: Option<Connection>,
    /// What was last heard of the one in charge, nothing if nobody was, and since when that is so.
    heard: Option<(Option<String>, Instant)>,
}

impl Lookout {
    pub fn new(server: Arc<Server>) -> Self {
        Self { server, connection: None, heard: None }
    }

    /// Looks who is in charge, and whether this node is to take charge.
    pub fn look(&mut self, charge: &Charge, lived: &Lived) -> Result<bool, StoreError> {
        let looked = self.try_look(charge, lived);
        if looked.is_err() {
            (self.connection, self.heard) = (None, None);
            charge.set(Holder::Nobody);
        }
        looked
    }

    fn try_look(&mut self, charge: &Charge, lived: &Lived) -> Result<bool, StoreError> {
        let connection = match self.connection.take() {
            Some(connection) if connection.is_alive() => connection,
            _ => self.server.connect()?,
        };
        let (holder, left) = (self.server.holder(&connection)?, Server::left(&connection)?);
        if let Some((_, until)) = left {
            lived.catch_up(until);
        }
        let is_silent = self.is_silent(holder.as_ref().map(|holder| &holder.heard));
        let free = match holder {
            Some(holder) if !holder.name.starts_with(SCHEME) => {
                return Err(StoreError::Held { holder: holder.name, another: "database" });
            }
            Some(holder) if is_silent => {
                tracing::warn!(url = holder.name, "the node in charge is silent, and its session is ended");
                self.server.end_silent(&connection, &holder)?;
                charge.set(Holder::Nobody);
                true
            }
            Some(holder) => {
                charge.set(Holder::There(holder.name));
                false
            }
            None => {
                charge.set(Holder::Nobody);
                // One that did not end in order may live, and answers what it is asked as long as its lease lasts.
                is_silent || left.is_none_or(|(ended, _)| ended)
            }
        };
        self.connection = Some(connection);
        Ok(free)
    }

    /// Whether nothing else was heard for as long as a lease lasts: the one in charge does not answer any more.
    fn is_silent(&mut self, heard: Option<&String>) -> bool {
        match &self.heard {
            Some((before, since)) if before.as_ref() == heard => since.elapsed() >= LEASE,
            _ => {
                self.heard = Some((heard.cloned(), Instant::now()));
                false
            }
        }
    }
}
