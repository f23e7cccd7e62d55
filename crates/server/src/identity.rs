//! Who a client is: a session, known by a secret in a cookie. Nobody has to do anything for it; with an account the
//! same player can come from several browsers.

use crate::app::App;
use crate::error::{Answer, Refusal};
use crate::play::PlayerId;
use crate::store::Write;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use axum_extra::extract::cookie::{Cookie, CookieJar, Key, SameSite, SignedCookieJar};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

const COOKIE: &str = "spielraum-session";

/// The cookie of the first release: a signed player's id.
const FIRST: &str = "spielraum";

/// How long browsers are to keep the cookie: as long as they do. The server ends sessions earlier.
const KEPT: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// The key with which the first release signed cookies, if that has run here.
pub(crate) fn first_key(folder: &Path) -> std::io::Result<Option<Key>> {
    let path = folder.join("key");
    match std::fs::read(&path) {
        Ok(bytes) => Key::try_from(&*bytes).map(Some).map_err(|error| {
            let why =
                format!("{} is no key ({error}); delete it, and guests of before will be strangers", path.display());
            std::io::Error::new(std::io::ErrorKind::InvalidData, why)
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Who sent a request, if it is anybody known.
pub(crate) struct Identity {
    cookies: CookieJar,
    pub player: Option<PlayerId>,
    /// The hash of the token of the player's session. A guest of the first release has none yet.
    session: Option<String>,
}

impl FromRequestParts<App> for Identity {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Self> {
        let cookies = CookieJar::from_headers(&parts.headers);
        let Some(token) = cookies.get(COOKIE).map(|cookie| crate::ids::hash_of_token(cookie.value())) else {
            let player = guest_of_first_release(parts, app).await?;
            return Ok(Self { cookies, player, session: None });
        };
        let Some(session) = app.store.session(&token).await? else {
            return Ok(Self { cookies, player: None, session: None });
        };
        if session.stale
            && let Err(refusal) = app.store.writer().write(vec![Write::SessionUsed { token: token.clone() }]).await
        {
            tracing::warn!(refusal.message, "a session's use was not noted");
        }
        Ok(Self { cookies, player: Some(session.player), session: Some(token) })
    }
}

/// Somebody with a cookie of the first release. It says nothing of accounts: whoever has one logs in once more.
async fn guest_of_first_release(parts: &Parts, app: &App) -> Answer<Option<PlayerId>> {
    let Some(key) = &app.first_key else { return Ok(None) };
    let Some(cookie) = SignedCookieJar::from_headers(&parts.headers, key.clone()).get(FIRST) else { return Ok(None) };
    let known = app.store.player(cookie.value()).await?;
    Ok(known.is_some_and(|(_, account)| !account).then(|| cookie.value().to_owned()))
}

impl Identity {
    /// The player, who is made if there was none, and the cookies to be sent.
    pub async fn or_new(self, app: &App, client: Client) -> Answer<(CookieJar, PlayerId)> {
        match (self.player, self.session) {
            (Some(player), Some(_)) => Ok((self.cookies, player)),
            (Some(player), None) => {
                let (write, cookie) = new_session(app, &player);
                app.store.writer().write(vec![write]).await?;
                Ok((self.cookies.add(cookie), player))
            }
            (None, _) => {
                app.gates.newcomer(client)?;
                app.quotas.charge(client, None, PLAYER)?;
                let player = crate::ids::player();
                let (write, cookie) = new_session(app, &player);
                let name = crate::names::of_guest(&player);
                app.store.writer().write(vec![Write::NewPlayer { id: player.clone(), name }, write]).await?;
                Ok((self.cookies.add(cookie), player))
            }
        }
    }

    /// Logs in as a player, with all that is to be written for it, in a session of its own: whoever knew the secret of
    /// the one before knows nothing of the new one.
    pub async fn becomes(self, app: &App, player: &PlayerId, mut writes: Vec<Write>) -> Answer<CookieJar> {
        writes.extend(self.session.map(|token| Write::EndSession { token }));
        let (write, cookie) = new_session(app, player);
        writes.push(write);
        app.store.writer().write(writes).await?;
        Ok(self.cookies.add(cookie))
    }

    /// Ends this session, or all of the player.
    pub async fn ends(self, app: &App, everywhere: bool) -> Answer<CookieJar> {
        let write = match (self.player, self.session) {
            (Some(player), _) if everywhere => Some(Write::EndSessions { player }),
            (_, session) => session.map(|token| Write::EndSession { token }),
        };
        if let Some(write) = write {
            app.store.writer().write(vec![write]).await?;
        }
        let gone = |name| Cookie::build(name).path("/");
        Ok(self.cookies.remove(gone(COOKIE)).remove(gone(FIRST)))
    }
}

/// What a new player and the session are charged, in bytes.
const PLAYER: u32 = 512;

/// A new session: what is stored of it, and the cookie with its secret.
fn new_session(app: &App, player: &PlayerId) -> (Write, Cookie<'static>) {
    let secret = crate::ids::token();
    let token = crate::ids::hash_of_token(&secret);
    let cookie = Cookie::build((COOKIE, secret))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(app.config.behind_proxy)
        .max_age(KEPT.try_into().unwrap_or_default());
    (Write::NewSession { token, player: player.clone() }, cookie.build())
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
