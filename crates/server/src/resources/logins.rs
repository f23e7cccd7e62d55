//! How often the password of an account may be tried.
//!
//! Attempts count by the name and the network they come from, and those of all unknown browsers on a name together.
//! A browser in which the owner has logged in before and a session of the account count for themselves: however many
//! others try, the owner gets in. Only attempts that fail count.

use super::Client;
use super::kept_limit::{KeptLimit, at_least_one};
use crate::domain::{PlayerId, SessionId};
use crate::error::ApiResult;
use rate_limiter::Quota;
use std::time::Duration;

/// Attempts that may fail at once, and the time after which one more may: of a network on one name, of all unknown browsers on a
/// name, of a known browser or a session. Nine networks together don't use up what all unknown browsers have, and all of them have
/// less than 180,000 attempts in a year, where the weakest password that is taken needs a hundred million.
const NETWORK: (u32, Duration) = (10, Duration::from_secs(30 * 60));
const STRANGERS: (u32, Duration) = (100, Duration::from_secs(3 * 60));
const KNOWN: (u32, Duration) = (10, Duration::from_secs(6 * 60));

/// Two-factor codes that all unknown browsers together may fail to give for an account, and the time after which one more: who
/// knows the password finds a code with a chance of 3 in 100 in a year.
const CODES: (u32, Duration) = (10, Duration::from_secs(60 * 60));

/// Who tries a password.
#[derive(Clone, Debug)]
pub(crate) enum Trying {
    /// Somebody from a network.
    Stranger(Client),
    /// A browser that has logged in before, by its id.
    Device(String),
    /// A session of a player's account.
    Session { token: SessionId, player: PlayerId },
}

impl Trying {
    /// A session of a player's account.
    pub fn session(token: &SessionId, player: &PlayerId) -> Self {
        Self::Session { token: token.clone(), player: player.clone() }
    }
}

pub(crate) struct Logins {
    networks: KeptLimit,
    strangers: KeptLimit,
    known: KeptLimit,
    codes: KeptLimit,
}

impl Logins {
    pub fn new() -> Self {
        let limit = |kind, (most, each): (u32, Duration), message| {
            let most = at_least_one(most);
            let quota = Quota::with_period(each).unwrap_or(Quota::per_hour(most)).allow_burst(most);
            KeptLimit::new(kind, quota, message)
        };
        Self {
            networks: limit(
                "log-ins from a network",
                NETWORK,
                "Too many wrong passwords for this name came from your network. Wait half an hour, or log in where you have logged in before.",
            ),
            strangers: limit(
                "log-ins",
                STRANGERS,
                "Too many have tried to log in under this name. Log in where you have logged in before, or try again in some minutes.",
            ),
            known: limit("log-ins from a known browser", KNOWN, "Too many wrong passwords. Wait some minutes."),
            codes: limit(
                "two-factor codes",
                CODES,
                "Too many wrong codes were given for this account. Log in where you have logged in before, or try again in an hour.",
            ),
        }
    }

    /// Lets somebody try the password of a name, whether there is such an account or not.
    pub fn attempt(&self, name: &str, by: &Trying) -> ApiResult<()> {
        let name = key(name);
        match by {
            Trying::Stranger(client) => {
                self.networks.charge(&pair(&name, *client), 1)?;
                self.strangers.charge(&name, 1)
            }
            Trying::Device(id) => self.known.charge(id, 1),
            Trying::Session { token, .. } => self.known.charge(token.as_str(), 1),
        }
    }

    /// The attempt does not count: its password was right, or was not looked at.
    pub fn does_not_count(&self, name: &str, by: &Trying) {
        let name = key(name);
        match by {
            Trying::Stranger(client) => {
                self.networks.refund(&pair(&name, *client), NETWORK.1);
                self.strangers.refund(&name, STRANGERS.1);
            }
            Trying::Device(id) => self.known.refund(id, KNOWN.1),
            Trying::Session { token, .. } => self.known.refund(token.as_str(), KNOWN.1),
        }
    }

    /// Lets somebody who knows the password of an account try a two-factor code.
    pub fn attempt_code(&self, account: &PlayerId, by: &Trying) -> ApiResult<()> {
        match by {
            Trying::Stranger(_) => self.codes.charge(account.as_str(), 1),
            Trying::Device(_) | Trying::Session { .. } => self.attempt("", by),
        }
    }

    /// The code was right.
    pub fn code_does_not_count(&self, account: &PlayerId, by: &Trying) {
        match by {
            Trying::Stranger(_) => self.codes.refund(account.as_str(), CODES.1),
            Trying::Device(_) | Trying::Session { .. } => self.does_not_count("", by),
        }
    }

    /// The limits, which a restart does not renew.
    pub(super) fn kept(&self) -> [&KeptLimit; 4] {
        [&self.networks, &self.strangers, &self.known, &self.codes]
    }
}

/// What attempts are counted by; longer names than any account has are of the same length.
fn key(name: &str) -> String {
    crate::domain::names::skeleton(&name.chars().take(64).collect::<String>())
}

fn pair(name: &str, client: Client) -> String {
    format!("{name} {}", client.network())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    fn from(network: u32) -> Trying {
        let [_, _, third, second] = network.to_be_bytes();
        Trying::Stranger(Client(IpAddr::V4(Ipv4Addr::new(10, third, second, 2))))
    }

    /// How many of n attempts from a network are let through.
    fn tried(logins: &Logins, name: &str, network: u32, attempts: usize) -> usize {
        (0..attempts).filter(|_| logins.attempt(name, &from(network)).is_ok()).count()
    }

    #[test]
    fn a_few_networks_lock_nobody_out() {
        let logins = Logins::new();
        // Four networks try as much as they may; neither another network nor another name suffers.
        assert_eq!((0..4).map(|network| tried(&logins, "Ada", network, 50)).sum::<usize>(), 40);
        assert!(logins.attempt("ada", &from(9)).is_ok() && logins.attempt("Grace", &from(0)).is_ok());
    }

    #[test]
    fn many_networks_are_stopped_and_the_owner_is_not() {
        let logins = Logins::new();
        assert_eq!((0..1_000).map(|network| tried(&logins, "Ada", network, 1)).sum::<usize>(), 100);
        assert_eq!(logins.attempt("АDA", &from(2_000)).unwrap_err().code, "too-many-requests");
        for known in [Trying::Device("laptop".to_owned()), Trying::session(&"session".into(), &"ada".into())] {
            assert_eq!((0..50).filter(|_| logins.attempt("Ada", &known).is_ok()).count(), 10, "{known:?}");
        }
        // A restart changes nothing.
        let after = Logins::new();
        for spent in logins.kept().iter().flat_map(|limit| limit.changes()) {
            after.kept().iter().for_each(|limit| limit.take_up(spent.kind, &spent.who, spent.until));
        }
        assert!(after.attempt("Ada", &from(3_000)).is_err());
        assert!(after.attempt("Ada", &Trying::Device("phone".to_owned())).is_ok());
    }

    #[test]
    fn codes_are_charged_for_the_account() {
        let logins = Logins::new();
        let ada = "ada".into();
        let tried = |by: &Trying| (0..50).filter(|_| logins.attempt_code(&ada, by).is_ok()).count();
        assert_eq!((0..100).map(|network| tried(&from(network))).sum::<usize>(), 10);
        assert_eq!(tried(&Trying::Device("laptop".to_owned())), 10);
        assert!(logins.attempt_code(&"bob".into(), &from(1)).is_ok());
        logins.code_does_not_count(&ada, &from(1));
        assert_eq!(tried(&from(2)), 1);
    }

    #[test]
    fn right_passwords_do_not_count() {
        let logins = Logins::new();
        for _ in 0..500 {
            logins.attempt("Ada", &from(1)).unwrap();
            logins.does_not_count("Ada", &from(1));
        }
        assert_eq!(tried(&logins, "Ada", 1, 50), 10);
    }
}
