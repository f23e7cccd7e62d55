//! What comes in over a WebSocket is charged by its bytes, whatever they are: pings, pongs and parts of messages that
//! never end are never seen as messages.

use crate::app::App;
use crate::resources::ByteRate;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use tokio::sync::Notify;

/// What comes in over one connection; clones are one.
#[derive(Clone, Default)]
pub(super) struct Traffic(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Set when the connection has become a WebSocket.
    allowance: OnceLock<Allowance>,
    used_up: AtomicBool,
    news: Notify,
}

struct Allowance {
    app: App,
    network: IpAddr,
    own: ByteRate,
}

impl Traffic {
    /// Charges what comes in from now on to the socket and to its network.
    pub fn charge_to(&self, app: &App, network: IpAddr) {
        let own = app.resources.rate_limits.bytes();
        // A connection becomes a WebSocket once.
        let _ = self.0.allowance.set(Allowance { app: app.clone(), network, own });
    }

    /// Takes up that this many bytes came.
    pub fn came(&self, bytes: usize) {
        let Some(Allowance { app, network, own }) = self.0.allowance.get() else { return };
        if bytes > 0 && !app.resources.rate_limits.takes(own, *network, bytes) {
            self.0.used_up.store(true, Relaxed);
            self.0.news.notify_one();
        }
    }

    /// Whether more has come than may.
    pub fn is_used_up(&self) -> bool {
        self.0.used_up.load(Relaxed)
    }

    /// Ready when more has come than may.
    pub async fn used_up(&self) {
        while !self.is_used_up() {
            self.0.news.notified().await;
        }
    }
}
