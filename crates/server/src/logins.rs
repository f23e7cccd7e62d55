//! How often passwords of one account may be tried, whoever tries. A network from which its owner has logged in before
//! is not held up by what others try.

use crate::error::{Answer, Refusal};
use crate::identity::Client;
use lru::LruCache;
use rate_gate::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Attempts for one account in an hour, all of which may come at once.
const ATTEMPTS: NonZeroU32 = NonZeroU32::new(30).unwrap();

/// Pairs of account and network that are remembered.
const REMEMBERED: std::num::NonZeroUsize = std::num::NonZeroUsize::new(65_536).unwrap();

pub(crate) struct Logins {
    attempts: DefaultKeyedRateLimiter<String>,
    known: Mutex<LruCache<(String, IpAddr), ()>>,
}

impl Logins {
    pub fn new() -> Self {
        Self { attempts: RateLimiter::keyed(Quota::per_hour(ATTEMPTS)), known: Mutex::new(LruCache::new(REMEMBERED)) }
    }

    /// Lets somebody try the password of a name, whether there is such an account or not.
    pub fn attempt(&self, name: &str, client: Client) -> Answer<()> {
        let name = key(name);
        if self.known().contains(&(name.clone(), client.network())) {
            return Ok(());
        }
        let message = "Too many have tried to log in under this name. Wait some minutes, or use a network from which you have logged in today.";
        self.attempts.check_key(&name).map_err(|_| Refusal::too_many(message))
    }

    /// Remembers from where an account's owner comes.
    pub fn succeeded(&self, name: &str, client: Client) {
        self.known().put((key(name), client.network()), ());
    }

    /// Forgets names that nobody tries.
    pub fn sweep(&self) {
        self.attempts.retain_recent();
        self.attempts.shrink_to_fit();
    }

    fn known(&self) -> MutexGuard<'_, LruCache<(String, IpAddr), ()>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What attempts are counted by; longer names than any account has are of the same length.
fn key(name: &str) -> String {
    crate::names::skeleton(&name.chars().take(64).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn strangers_are_stopped_and_the_owner_is_not() {
        let logins = Logins::new();
        let client = |last| Client(IpAddr::V4(Ipv4Addr::new(192, 0, last, 2)));
        logins.succeeded("Ada", client(1));
        assert!((0..30).all(|n| logins.attempt("ada", client(10 + n)).is_ok()));
        assert_eq!(logins.attempt("Ada", client(9)).unwrap_err().code, "too-many-requests");
        assert!(logins.attempt("Ada", client(1)).is_ok() && logins.attempt("Grace", client(9)).is_ok());
    }
}
