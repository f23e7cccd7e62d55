//! Limits on the numbers of connections and sockets that are open at once.

use super::{Client, network};
use crate::config::Limits;
use crate::domain::PlayerId;
use crate::error::{ApiError, ApiResult};
use crate::metrics::Metrics;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// One in this many connections can't become a socket.
const SOCKETS_LEAVE: usize = 6;

/// What is open.
pub(crate) struct Numbers {
    limits: Limits,
    connections: Counts<IpAddr>,
    /// The sockets of each network.
    networks: Counts<IpAddr>,
    /// The sockets of each player.
    players: Counts<PlayerId>,
    /// The sockets of a network's clients that are no players, counted together.
    viewers: Counts<IpAddr>,
    /// All sockets.
    sockets: Counts<()>,
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

    fn has(&self, key: &K) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(key)
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
    _any: Held<()>,
    _network: Held<IpAddr>,
    _owner: Owner,
    metrics: Arc<Metrics>,
}

/// What a socket counts as.
#[expect(dead_code, reason = "it is held")]
enum Owner {
    Player(Held<PlayerId>),
    Viewer(Held<IpAddr>),
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.metrics.sockets.dec();
    }
}

impl Numbers {
    pub fn new(limits: Limits, metrics: Arc<Metrics>) -> Self {
        Self {
            connections: Counts::new(),
            networks: Counts::new(),
            players: Counts::new(),
            viewers: Counts::new(),
            sockets: Counts::new(),
            limits,
            metrics,
        }
    }

    /// Lets a connection be opened from an address, unless its network has too many.
    pub fn connection(&self, peer: IpAddr) -> Option<Connection> {
        let held = self.connections.take(network(peer), self.limits.network_connections)?;
        Some(Connection { _held: held })
    }

    /// Whether a player has a socket open.
    pub fn is_here(&self, player: &PlayerId) -> bool {
        self.players.has(player)
    }

    /// Lets a socket be opened by a player, or by somebody who is none.
    pub fn socket(&self, player: Option<&PlayerId>, client: Client) -> ApiResult<Pass> {
        let (network, most) = (client.network(), self.limits.network_connections);
        let of_network = || ApiError::too_many("Too many games are open from your network. Try again later.");
        let owner = match player {
            Some(player) => {
                let held = self.players.take(player.clone(), self.limits.sockets_each);
                let too_many =
                    || ApiError::too_many("You have too many games open at once. Close some of their pages.");
                Owner::Player(held.ok_or_else(too_many)?)
            }
            // A school or a club watches from one network: half of its sockets are for those who only watch.
            None => Owner::Viewer(self.viewers.take(network, most.div_ceil(2)).ok_or_else(of_network)?),
        };
        let network = self.networks.take(network, most).ok_or_else(of_network)?;
        // Sockets stay open for hours: some places are left to those who come.
        let full = || ApiError::busy("Too many games are open on this server. Try again later.");
        let any = self
            .sockets
            .take((), self.limits.connections - self.limits.connections / SOCKETS_LEAVE)
            .ok_or_else(full)?;
        self.metrics.sockets.inc();
        Ok(Pass { _any: any, _network: network, _owner: owner, metrics: self.metrics.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_only_watch_have_half_of_their_networks_sockets() {
        let limits = Limits { network_connections: 40, sockets_each: 4, ..Limits::default() };
        let numbers = Numbers::new(limits, Arc::new(Metrics::new()));
        let client = |network: u8, last: u8| Client(IpAddr::from([192, 0, network, last]));
        let watching: Vec<_> = (0..20).map(|last| numbers.socket(None, client(1, last)).unwrap()).collect();
        assert!(numbers.socket(None, client(1, 200)).is_err() && numbers.socket(None, client(2, 1)).is_ok());
        // Players of the network are not in their way, nor they in the players'.
        let of = |player: u8| numbers.socket(Some(&(&*format!("p{player}")).into()), client(1, player));
        let playing: Vec<_> = (0..4).map(|_| of(1).unwrap()).collect();
        assert!(of(1).is_err());
        let others: Vec<_> =
            (2..6).flat_map(|player| (0..4).map(move |_| player)).map(|player| of(player).unwrap()).collect();
        assert!(of(7).is_err());
        drop((watching, playing, others));
        assert!(of(7).is_ok() && numbers.socket(None, client(1, 1)).is_ok());
    }
}
