//! Who a client is: a player's id in a signed cookie. Nobody has to do anything for it; with an account the same
//! player can come from several browsers.

use crate::app::App;
use crate::error::{Answer, Refusal};
use crate::play::PlayerId;
use crate::store::Write;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use axum_extra::extract::cookie::{Cookie, Key, SameSite, SignedCookieJar};
use std::convert::Infallible;
use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;

pub(crate) const COOKIE: &str = "spielraum";

/// The characters of a player's id.
const ID: usize = 24;

/// The key that signs cookies; made when the server first runs.
pub(crate) fn key(folder: &Path) -> std::io::Result<Key> {
    let path = folder.join("key");
    match std::fs::read(&path) {
        Ok(bytes) => Key::try_from(&*bytes).map_err(|error| {
            let why = format!("{} is no key ({error}); delete it, and all will be strangers", path.display());
            std::io::Error::new(std::io::ErrorKind::InvalidData, why)
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let key = Key::generate();
            let mut options = std::fs::OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut file = options.open(&path)?;
            file.write_all(key.master())?;
            file.sync_all()?;
            Ok(key)
        }
        Err(error) => Err(error),
    }
}

/// Who sent a request, if it is anybody known.
pub(crate) struct Identity {
    jar: SignedCookieJar,
    pub player: Option<PlayerId>,
}

impl FromRequestParts<App> for Identity {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let jar = SignedCookieJar::from_headers(&parts.headers, app.key.clone());
        let id = jar.get(COOKIE).map(|cookie| cookie.value().to_owned());
        let player = id.filter(|id| id.len() == ID && id.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        Ok(Self { jar, player })
    }
}

impl Identity {
    /// The player, who is made if there was none, and the cookie to be sent.
    pub async fn or_new(self, app: &App, client: Client) -> Answer<(SignedCookieJar, PlayerId)> {
        if let Some(player) = self.player {
            // The database may be younger than the cookie.
            if app.store.player(&player).await?.is_some() {
                return Ok((self.jar, player));
            }
        }
        app.governor.newcomer(client)?;
        let id = crate::ids::player();
        let name = guest_name(&id);
        app.store.writer().write(vec![Write::NewPlayer { id: id.clone(), name }]).await?;
        Ok((self.jar.add(cookie(app, id.clone())), id))
    }

    /// The cookie of another player.
    pub fn becomes(self, app: &App, player: PlayerId) -> SignedCookieJar {
        self.jar.add(cookie(app, player))
    }

    /// No cookie.
    pub fn ends(self) -> SignedCookieJar {
        self.jar.remove(Cookie::build(COOKIE).path("/"))
    }
}

/// What somebody is called who has not said it.
fn guest_name(id: &str) -> String {
    format!("Guest {}", id[..4].to_uppercase())
}

fn cookie(app: &App, player: PlayerId) -> Cookie<'static> {
    Cookie::build((COOKIE, player))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(app.config.behind_proxy)
        .permanent()
        .build()
}

/// The address that a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(pub IpAddr);

impl Client {
    /// The address of the connection's other end, or what the proxies say it is. What a client itself writes into
    /// `X-Forwarded-For` stands before what the proxies add, and is not looked at.
    pub fn of(app: &App, extensions: &Extensions, headers: &HeaderMap) -> Answer<Self> {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip());
        match app.config.trusted_proxies {
            0 => Ok(Self(peer.to_canonical())),
            proxies => forwarded(headers, proxies).map(Self).ok_or_else(|| {
                Refusal::bad("bad-forwarded", "The proxy before this server must tell addresses in X-Forwarded-For.")
            }),
        }
    }

    /// What is limited together: a network of the size that one customer gets.
    pub fn network(self) -> IpAddr {
        crate::governor::network(self.0)
    }
}

/// The address that the outermost of so many proxies has seen: the one so many from the end of all
/// `X-Forwarded-For` lines together.
fn forwarded(headers: &HeaderMap, proxies: usize) -> Option<IpAddr> {
    let lines: Option<Vec<&str>> = headers.get_all("x-forwarded-for").iter().map(|line| line.to_str().ok()).collect();
    let lines = lines?;
    let told = lines.iter().flat_map(|line| line.split(',')).map(str::trim).rev().nth(proxies - 1)?;
    let address = told.parse().or_else(|_| told.parse::<SocketAddr>().map(|socket| socket.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

impl FromRequestParts<App> for Client {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        Self::of(app, &parts.extensions, &parts.headers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn seen(lines: &[&'static str], proxies: usize) -> Option<String> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        forwarded(&headers, proxies).map(|address| address.to_string())
    }

    #[test]
    fn only_what_the_proxies_have_added_counts() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(seen(&["192.0.2.1"], 1), some("192.0.2.1"));
        // The client wrote the first line, the proxy the second.
        assert_eq!(seen(&["127.0.0.1", "192.0.2.1"], 1), some("192.0.2.1"));
        assert_eq!(seen(&["127.0.0.1, 192.0.2.1"], 1), some("192.0.2.1"));
        assert_eq!(seen(&["127.0.0.1, 192.0.2.1", "198.51.100.7"], 2), some("192.0.2.1"));
        assert_eq!(seen(&["192.0.2.1:4711"], 1), some("192.0.2.1"));
        assert_eq!(seen(&["[2001:db8::1]:4711"], 1), some("2001:db8::1"));
        assert_eq!(seen(&["::ffff:192.0.2.1"], 1), some("192.0.2.1"));
        for (lines, proxies) in [(&[][..], 1), (&["unknown"], 1), (&["192.0.2.1, "], 1), (&["192.0.2.1"], 2)] {
            assert_eq!(seen(lines, proxies), None, "{lines:?}");
        }
    }
}
