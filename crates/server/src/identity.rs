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

const COOKIE: &str = "spielraum";

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
        app.gates.newcomer(client)?;
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
    /// The address of the connection's other end, or what the proxy says it is.
    pub fn of(app: &App, extensions: &Extensions, headers: &HeaderMap) -> Self {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip());
        let told = headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
        // The last is what our own proxy has seen; those before are what it was told.
        let told = told.and_then(|value| value.rsplit(',').next()?.trim().parse().ok());
        Self(told.filter(|_| app.config.behind_proxy).unwrap_or(peer))
    }

    /// What is limited together: a network of the size that one customer gets.
    pub fn network(self) -> IpAddr {
        match self.0 {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                std::net::Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            v4 => v4,
        }
    }
}

impl FromRequestParts<App> for Client {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        Ok(Self::of(app, &parts.extensions, &parts.headers))
    }
}
