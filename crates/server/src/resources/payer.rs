//! On whose account the server works.

use crate::domain::PlayerId;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

tokio::task_local! {
    static PAYER: Payer;
}

/// The network of an address, of the size that one customer gets: /24, or /56.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            Ipv4Addr::new(a, b, c, 0).into()
        }
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d & 0xff00, 0, 0, 0, 0).into()
        }
    }
}

/// The address that a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(pub IpAddr);

impl Client {
    /// What is limited together: a network of the size that one customer gets.
    pub fn network(self) -> IpAddr {
        network(self.0)
    }
}

/// Who is charged for what the server does: a network, and a player of it if one is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Payer {
    pub network: IpAddr,
    pub player: Option<PlayerId>,
}

impl Payer {
    /// A player who comes from an address.
    pub fn new(address: IpAddr, player: Option<&PlayerId>) -> Self {
        Self { network: network(address), player: player.cloned() }
    }

    /// The one for whom the present task works; the server itself if it works for nobody.
    pub fn current() -> Self {
        PAYER.try_with(Clone::clone).unwrap_or_else(|_| Self::new(Ipv4Addr::UNSPECIFIED.into(), None))
    }

    /// The same network with a player.
    pub fn with_player(mut self, player: &PlayerId) -> Self {
        self.player = Some(player.clone());
        self
    }

    /// Does work on this account.
    pub async fn pay<F: Future>(self, work: F) -> F::Output {
        PAYER.scope(self, work).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_what_one_customer_gets() {
        let net = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(net("192.0.2.77"), "192.0.2.0");
        assert_eq!(net("::ffff:192.0.2.77"), "192.0.2.0");
        assert_eq!(net("2001:db8:1:23ff:5::6"), "2001:db8:1:2300::");
    }
}
