//! Rate limits, and limits on the numbers of connections and sockets.

use crate::config::Limits;
use crate::error::{Answer, Refusal};
use crate::identity::Client;
use crate::metrics::Metrics;
use rate_gate::clock::DefaultClock;
use rate_gate::state::{InMemoryState, NotKeyed};
use rate_gate::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

/// Attempts to log in, in a minute from one network.
const LOGINS: u32 = 10;

/// How often one socket may send messages.
pub(crate) type MessageRate = RateLimiter<NotKeyed, InMemoryState, DefaultClock>;

/// The limits.
pub(crate) struct Rates {
    limits: Limits,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    newcomers: DefaultKeyedRateLimiter<IpAddr>,
    logins: DefaultKeyedRateLimiter<IpAddr>,
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

impl Rates {
    pub fn new(limits: Limits, metrics: Arc<Metrics>) -> Self {
        Self {
            requests: RateLimiter::keyed(per_second(limits.requests)),
            newcomers: RateLimiter::keyed(Quota::per_minute(at_least_one(limits.newcomers))),
            logins: RateLimiter::keyed(Quota::per_minute(at_least_one(LOGINS))),
            connections: Counts::new(),
            networks: Counts::new(),
            owners: Counts::new(),
            limits,
            metrics,
        }
    }

    /// Lets a request through.
    pub fn request(&self, client: Client) -> Answer<()> {
        let wait = |_| Refusal::too_many("You ask for too much at once. Wait a second.");
        self.requests.check_key(&client.network()).map_err(wait)
    }

    /// Lets somebody become a player.
    pub fn newcomer(&self, client: Client) -> Answer<()> {
        let wait = |_| Refusal::too_many("Too many new players come from your network. Wait a minute.");
        self.newcomers.check_key(&client.network()).map_err(wait)
    }

    /// Lets somebody try a password.
    pub fn login(&self, client: Client) -> Answer<()> {
        let wait = |_| Refusal::too_many("Too many attempts from your network. Wait a minute.");
        self.logins.check_key(&client.network()).map_err(wait)
    }

    /// Lets a connection be opened from an address, unless its network has too many.
    pub fn connection(&self, peer: IpAddr) -> Option<Connection> {
        let held = self.connections.take(super::network(peer), self.limits.network_connections)?;
        Some(Connection { _held: held })
    }

    /// Lets a socket be opened by a player, or by somebody who is none.
    pub fn socket(&self, player: Option<&str>, client: Client) -> Answer<Pass> {
        let network = client.network();
        let owner = player.map_or_else(|| network.to_string(), str::to_owned);
        let too_many = || Refusal::too_many("You have too many games open at once. Close some of their pages.");
        let owner = self.owners.take(owner, self.limits.sockets_each).ok_or_else(too_many)?;
        let too_many = || Refusal::too_many("Too many games are open from your network. Try again later.");
        let network = self.networks.take(network, self.limits.network_connections).ok_or_else(too_many)?;
        self.metrics.sockets.inc();
        Ok(Pass { _network: network, _owner: owner, metrics: self.metrics.clone() })
    }

    /// The rate limit for the messages of one socket.
    pub fn messages(&self) -> MessageRate {
        RateLimiter::direct(per_second(self.limits.messages))
    }

    /// Forgets networks that have been quiet.
    pub(super) fn sweep(&self) {
        for rate in [&self.requests, &self.newcomers, &self.logins] {
            rate.retain_recent();
            rate.shrink_to_fit();
        }
    }
}

/// So many in a second in the long run, four times as many in a burst.
fn per_second(rate: u32) -> Quota {
    Quota::per_second(at_least_one(rate)).allow_burst(at_least_one(rate.saturating_mul(4)))
}

fn at_least_one(rate: u32) -> NonZeroU32 {
    NonZeroU32::new(rate).unwrap_or(NonZeroU32::MIN)
}
