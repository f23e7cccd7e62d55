//! Where push services take messages. A client names the address, so that nobody may reach by it what only this machine
//! reaches: it must be a site of the internet, by its name, over HTTPS.

use crate::error::{ApiError, ApiResult};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use url::{Host, Url};

/// The longest address in bytes; those of today have a few hundred.
const LONGEST: usize = 1_000;

/// Where a push service takes messages for a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint(Url);

impl Endpoint {
    /// An address as a browser gives it. `anywhere`, for tests, allows this machine.
    pub fn parse(text: &str, anywhere: bool) -> ApiResult<Self> {
        let refused = || {
            let message = "This server sends no notices to this push service. Use another browser.";
            ApiError::impossible("bad-endpoint", message)
        };
        // What is stored is the address as it is encoded.
        let fits = |url: &Url| text.len().max(url.as_str().len()) <= LONGEST;
        let url = Url::parse(text).ok().filter(fits).ok_or_else(refused)?;
        let is_site = url.scheme() == "https"
            && url.port().is_none()
            && matches!(url.host(), Some(Host::Domain(name)) if name.contains('.') && !name.ends_with('.'));
        let is_plain = url.username().is_empty() && url.password().is_none() && url.host().is_some();
        if is_plain && (is_site || anywhere) { Ok(Self(url)) } else { Err(refused()) }
    }

    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The site of the push service.
    pub(super) fn site(&self) -> String {
        self.0.origin().ascii_serialization()
    }
}

/// Finds the addresses of a name, those of the internet alone: a name may lead to this machine or to its network.
pub(crate) struct Internet;

impl Resolve for Internet {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            match public.is_empty() {
                true => Err("the name has no address of the internet".into()),
                false => Ok(Box::new(public.into_iter()) as Addrs),
            }
        })
    }
}

/// Whether an address is one of the internet (IANA's registries of special addresses).
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = matches!(
        (a, b, c),
        (0 | 10 | 127 | 224.., ..)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (192, 168, _)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    );
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // Teredo and other protocols' addresses, documentation, 6to4, and again documentation.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x2002, ..] | [0x3fff, ..] => false,
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_are_sites_of_the_internet() {
        let parse = |text: &str| Endpoint::parse(text, false);
        let endpoint = parse("https://push.example/send/abc").unwrap();
        assert_eq!((endpoint.as_str(), &*endpoint.site()), ("https://push.example/send/abc", "https://push.example"));
        for bad in [
            "http://push.example/",
            "https://push.example:8443/",
            "https://user@push.example/",
            "https://user:secret@push.example/",
            "https://localhost/",
            "https://localhost./",
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://[::1]/",
            "https://[2606:4700::1]/",
            "https://1.1.1.1/",
            "file:///etc/passwd",
            "push.example",
            "",
            &format!("https://push.example/{}", "x".repeat(LONGEST)),
        ] {
            assert_eq!(parse(bad).unwrap_err().code, "bad-endpoint", "{bad}");
        }
        assert!(Endpoint::parse("http://127.0.0.1:1234/", true).is_ok());
    }

    #[test]
    fn special_addresses_are_not_of_the_internet() {
        for inner in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "fc00::1",
            "fd00::1",
            "fe80::1",
            "ff02::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
        ] {
            assert!(!is_public(inner.parse().unwrap()), "{inner}");
        }
        for outer in ["1.1.1.1", "8.8.8.8", "100.63.255.255", "172.32.0.1", "192.0.1.1", "2606:4700::1", "2a00::1"] {
            assert!(is_public(outer.parse().unwrap()), "{outer}");
        }
    }

    #[tokio::test]
    async fn names_that_lead_here_lead_nowhere() {
        let found = Internet.resolve("localhost".parse().unwrap()).await;
        assert!(found.is_err());
    }
}
