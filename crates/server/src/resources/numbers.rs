//! Limits on the numbers of connections and sockets that are open at once.

use super::{Client, network};
use crate::config::Limits;
use crate::error::{ApiError, ApiResult};
use crate::metrics::Metrics;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// What is open.
pub(crate) struct Numbers {
    limits: Limits,
    connections: Counts<IpAddr>,
    /// The sockets of each network.
    networks: Counts<IpAddr>,
    /// The sockets of each player, or of those from a network who are no players.
    owners: Counts<String>,
    metrics: Arc<Metrics>,
}

/// How many things of a kind somebody has.
struct Counts<K: Eq + Hash>(Arc<Mutex<HashMap<K, usize>>>);

/// One of them; it is given back when it is dropped.
struct Held<K: Eq + Hash> {
    counts: Arc<Mutex<HashMap<K, usize>>>,
    key: K,
}

impl<K: Eq + Hash + Clone> Counts<K> {
    fn new() -> Self {
        Self(Arc::default())
    }

    fn take(&self, key: K, most: usize) -> Option<Held<K>> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.get(&key).copied().unwrap_or(0);
        if count >= most {
            return None;
        }
        counts.insert(key.clone(), count + 1);
        Some(Held { counts: self.0.clone(), key })
    }
}

impl<K: Eq + Hash> Drop for Held<K> {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

/// A connection that is open; dropped when it is closed.
pub(crate) struct Connection {
    _held: Held<IpAddr>,
}

/// A socket that is open; dropped when it is closed.
pub(crate) struct Pass {
    _network: Held<IpAddr>,
    _owner: Held<String>,
    metrics: Arc<Metrics>,
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.metrics.sockets.dec();
    }
}

impl Numbers {
    pub fn new(limits: Limits, metrics: Arc<Metrics>) -> Self {
        Self { connections: Counts::new(), networks: Counts::new(), owners: Counts::new(), limits, metrics }
    }

    /// Lets a connection be opened from an address, unless its network has too many.
    pub fn connection(&self, peer: IpAddr) -> Option<Connection> {
        let held = self.connections.take(network(peer), self.limits.network_connections)?;
        Some(Connection { _held: held })
    }

    /// Lets a socket be opened by a player, or by somebody who is none.
    pub fn socket(&self, player: Option<&str>, client: Client) -> ApiResult<Pass> {
        let network = client.network();
        let owner = player.map_or_else(|| network.to_string(), str::to_owned);
        let too_many = || ApiError::too_many("You have too many games open at once. Close some of their pages.");
        let owner = self.owners.take(owner, self.limits.sockets_each).ok_or_else(too_many)?;
        let too_many = || ApiError::too_many("Too many games are open from your network. Try again later.");
        let network = self.networks.take(network, self.limits.network_connections).ok_or_else(too_many)?;
        self.metrics.sockets.inc();
        Ok(Pass { _network: network, _owner: owner, metrics: self.metrics.clone() })
    }
}
