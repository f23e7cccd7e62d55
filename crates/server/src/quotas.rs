//! How much may be stored for whom: bytes a day, charged to a network and, where it is known, to the player.

use crate::config::Limits;
use crate::error::{Answer, Refusal};
use crate::identity::Client;
use rate_gate::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

/// The unit of what is charged, in bytes.
const UNIT: u32 = 256;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A player's part of a network's bytes.
const PART: u32 = 4;

/// What is left to each. It comes back evenly over a day.
pub(crate) struct Quotas {
    networks: DefaultKeyedRateLimiter<IpAddr>,
    players: DefaultKeyedRateLimiter<String>,
}

impl Quotas {
    pub fn new(limits: &Limits) -> Self {
        Self {
            networks: RateLimiter::keyed(a_day(limits.storage)),
            players: RateLimiter::keyed(a_day(limits.storage / PART)),
        }
    }

    /// Charges somebody with what is about to be stored, or refuses it. Moves of games are never charged: a game that
    /// was begun goes on.
    pub fn charge(&self, client: Client, player: Option<&str>, bytes: u32) -> Answer<()> {
        let units = NonZeroU32::new(bytes.div_ceil(UNIT)).unwrap_or(NonZeroU32::MIN);
        let refused = || Refusal::too_many("You have stored as much as one may in a day. Try again in some hours.");
        if let Some(player) = player {
            self.players.check_key_n(&player.to_owned(), units).ok().and_then(Result::ok).ok_or_else(refused)?;
        }
        self.networks.check_key_n(&client.network(), units).ok().and_then(Result::ok).ok_or_else(refused)
    }

    /// Forgets those that have everything left.
    pub fn sweep(&self) {
        self.networks.retain_recent();
        self.networks.shrink_to_fit();
        self.players.retain_recent();
        self.players.shrink_to_fit();
    }
}

/// So many bytes a day, all of which may be used at once.
fn a_day(bytes: u32) -> Quota {
    let units = NonZeroU32::new(bytes / UNIT).unwrap_or(NonZeroU32::MIN);
    let each = DAY / units.get();
    Quota::with_period(each).unwrap_or(Quota::per_second(units)).allow_burst(units)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn a_day_has_an_end_for_a_player_and_for_a_network() {
        let quotas = Quotas::new(&Limits { storage: 16 << 10, ..Limits::default() });
        let client = |last| Client(IpAddr::V4(Ipv4Addr::new(192, 0, last, 2)));
        let charge = |last, player: &str| quotas.charge(client(last), Some(player), 1 << 10).is_ok();
        assert!((0..4).all(|_| charge(1, "a")) && !charge(1, "a"));
        assert!((0..12).all(|n| charge(1, &format!("b{}", n % 4))) && !charge(1, "c"));
        assert!(charge(2, "c") && quotas.charge(client(3), Some("d"), 1 << 20).is_err());
    }
}
