//! What keeps single clients from using up the server: rates of requests, new players and log-ins, numbers of sockets.

use crate::config::Limits;
use crate::error::{Answer, Refusal};
use crate::identity::Client;
use crate::metrics::Metrics;
use rate_gate::clock::DefaultClock;
use rate_gate::state::{InMemoryState, NotKeyed};
use rate_gate::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Attempts to log in, in a minute from one address.
const LOGINS: u32 = 10;

/// How often one socket may send messages.
pub(crate) type MessageGate = RateLimiter<NotKeyed, InMemoryState, DefaultClock>;

/// The gates.
pub(crate) struct Gates {
    limits: Limits,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    newcomers: DefaultKeyedRateLimiter<IpAddr>,
    logins: DefaultKeyedRateLimiter<IpAddr>,
    sockets: Arc<Sockets>,
}

struct Sockets {
    open: Mutex<HashMap<String, usize>>,
    metrics: Arc<Metrics>,
}

impl Sockets {
    fn open(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A socket that is open; dropped when it is closed.
pub(crate) struct Pass {
    sockets: Arc<Sockets>,
    owner: String,
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut open = self.sockets.open();
        if let Some(count) = open.get_mut(&self.owner) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.owner);
            }
        }
        self.sockets.metrics.sockets.dec();
    }
}

impl Gates {
    pub fn new(limits: Limits, metrics: Arc<Metrics>) -> Self {
        Self {
            requests: RateLimiter::keyed(per_second(limits.requests)),
            newcomers: RateLimiter::keyed(Quota::per_minute(at_least_one(limits.newcomers))),
            logins: RateLimiter::keyed(Quota::per_minute(at_least_one(LOGINS))),
            sockets: Arc::new(Sockets { open: Mutex::default(), metrics }),
            limits,
        }
    }

    /// Lets a request through.
    pub fn request(&self, client: Client) -> Answer<()> {
        let wait = |_| Refusal::too_many("You ask for too much at once. Wait a second.");
        self.requests.check_key(&client.network()).map_err(wait)
    }

    /// Lets somebody become a player.
    pub fn newcomer(&self, client: Client) -> Answer<()> {
        let wait = |_| Refusal::too_many("Too many new players come from your address. Wait a minute.");
        self.newcomers.check_key(&client.network()).map_err(wait)
    }

    /// Lets somebody try a password.
    pub fn login(&self, client: Client) -> Answer<()> {
        let wait = |_| Refusal::too_many("Too many attempts from your address. Wait a minute.");
        self.logins.check_key(&client.network()).map_err(wait)
    }

    /// Lets a socket be opened by a player, or from an address.
    pub fn socket(&self, player: Option<&str>, client: Client) -> Answer<Pass> {
        let owner = player.map_or_else(|| client.network().to_string(), str::to_owned);
        let mut open = self.sockets.open();
        let count = open.entry(owner.clone()).or_default();
        if *count >= self.limits.sockets_each {
            return Err(Refusal::too_many("You have too many games open at once. Close some of their pages."));
        }
        *count += 1;
        self.sockets.metrics.sockets.inc();
        Ok(Pass { sockets: self.sockets.clone(), owner })
    }

    /// The gate for the messages of one socket.
    pub fn messages(&self) -> MessageGate {
        RateLimiter::direct(per_second(self.limits.messages))
    }

    /// Forgets addresses that have been quiet.
    pub fn sweep(&self) {
        for gate in [&self.requests, &self.newcomers, &self.logins] {
            gate.retain_recent();
            gate.shrink_to_fit();
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
