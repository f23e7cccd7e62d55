//! How often passwords of one account may be tried, whoever tries. A network from which its owner has logged in before
//! is not held up by what others try.

use super::Client;
use super::kept_limit::{KeptLimit, at_least_one};
use crate::error::ApiResult;
use lru::LruCache;
use rate_limiter::Quota;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Attempts for one account in an hour, all of which may come at once.
const ATTEMPTS: u32 = 30;

/// Pairs of account and network that are remembered.
const REMEMBERED: std::num::NonZeroUsize = std::num::NonZeroUsize::new(65_536).unwrap();

pub(crate) struct Logins {
    attempts: KeptLimit,
    known: Mutex<LruCache<(String, IpAddr), ()>>,
}

impl Logins {
    pub fn new() -> Self {
        let message = "Too many have tried to log in under this name. Wait some minutes, or use a network from which you have logged in today.";
        let attempts = KeptLimit::new("log-ins", Quota::per_hour(at_least_one(ATTEMPTS)), message);
        Self { attempts, known: Mutex::new(LruCache::new(REMEMBERED)) }
    }

    /// Lets somebody try the password of a name, whether there is such an account or not.
    pub fn attempt(&self, name: &str, client: Client) -> ApiResult<()> {
        let name = key(name);
        if self.known().contains(&(name.clone(), client.network())) {
            return Ok(());
        }
        self.attempts.charge(&name, 1)
    }

    /// Remembers from where an account's owner comes.
    pub fn succeeded(&self, name: &str, client: Client) {
        self.known().put((key(name), client.network()), ());
    }

    /// How often names were tried, which a restart does not renew.
    pub(super) fn kept(&self) -> &KeptLimit {
        &self.attempts
    }

    fn known(&self) -> MutexGuard<'_, LruCache<(String, IpAddr), ()>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What attempts are counted by; longer names than any account has are of the same length.
fn key(name: &str) -> String {
    crate::domain::names::skeleton(&name.chars().take(64).collect::<String>())
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
