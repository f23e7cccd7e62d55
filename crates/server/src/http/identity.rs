//! Who a client is: a session, known by a secret in a cookie. Nobody has to do anything for it; with an account the
//! same player can come from several browsers.

use crate::app::App;
use crate::domain::{Need, PlayerId, SessionId, browser, ids};
use crate::error::{ApiError, ApiResult};
use crate::keys::KEPT;
use crate::resources::Client;
use crate::store::{Attendance, Holder, Requirement, Write};
use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, header};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

pub(crate) const COOKIE: &str = "spielraum-session";

/// Who sent a request, if it is anybody known.
pub(crate) struct Identity {
    cookies: CookieJar,
    pub player: Option<PlayerId>,
    /// The player's session.
    session: Option<SessionId>,
    /// The browser, as far as it is known.
    device: Option<String>,
}

impl FromRequestParts<App> for Identity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let cookies = CookieJar::from_headers(&parts.headers);
        let bearer = bearer(&parts.headers);
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        let device = agent.and_then(browser::named);
        let secret = bearer.or_else(|| cookies.get(COOKIE).map(|cookie| cookie.value()));
        let Some(token) = secret.map(SessionId::of) else {
            return Ok(Self { cookies, player: None, session: None, device });
        };
        // The secret of a token is no cookie, and that of a cookie is no token.
        let session = app.store.session(&token).await?.filter(|session| session.scopes.is_some() == bearer.is_some());
        let Some(session) = session else {
            return match bearer {
                Some(_) => Err(ApiError::forbidden(
                    "bad-token",
                    "This token is not known here, or no longer. Make another one.",
                )),
                None => Ok(Self { cookies, player: None, session: None, device }),
            };
        };
        if let Some(scopes) = &session.scopes {
            let path = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
            match Need::of(parts.method.as_str(), path) {
                Need::Any => {}
                Need::One(scope) if scopes.contains(&scope) => {}
                Need::One(scope) => {
                    let message =
                        format!("This needs a token with the scope `{}`. Make one that has it.", scope.word());
                    return Err(ApiError::forbidden("missing-scope", message));
                }
                Need::Player => {
                    let message = "No token is enough for this: do it on the site, where you are logged in.";
                    return Err(ApiError::forbidden("not-for-tokens", message));
                }
            }
        }
        if session.stale && app.store.charge().holder() == Holder::Here {
            let (app, write) = (app.clone(), Write::SessionUsed { token: token.clone() });
            // A client that only reads does not wait for the disk.
            tokio::spawn(async move {
                if let Err(error) = app.store.writer().write(vec![write]).await {
                    tracing::warn!(error.message, "a session's use was not noted");
                }
            });
        }
        Ok(Self { cookies, player: Some(session.player), session: Some(token), device })
    }
}

impl Identity {
    /// Nobody in particular.
    pub fn nobody() -> Self {
        Self { cookies: CookieJar::new(), player: None, session: None, device: None }
    }

    /// What must still be so when something is written that was asked for in this session: a request may take long, and the
    /// session may end meanwhile.
    pub fn requirement(&self) -> Option<Write> {
        self.session.clone().map(|token| Write::Requires(Requirement::Session { token }))
    }

    /// The hash of the session's token, if there is a session.
    pub fn session(&self) -> Option<&SessionId> {
        self.session.as_ref()
    }

    /// Refuses if the session has ended since the request began.
    pub async fn must_live(&self, app: &App) -> ApiResult<()> {
        match &self.session {
            Some(token) if app.store.session(token).await?.is_none() => {
                Err(ApiError::forbidden("session-over", "Your session has ended meanwhile. Log in again."))
            }
            _ => Ok(()),
        }
    }

    /// Notes that a socket is opened in this session, with which it ends.
    pub async fn attend(&self, app: &App) -> ApiResult<Attendance> {
        let attendance = app.store.attend(self.session.as_ref().zip(self.player.as_ref()));
        // It may have ended before that was noted.
        self.must_live(app).await?;
        Ok(attendance)
    }

    /// The player, who is made if there was none, and the cookies to be sent.
    pub async fn or_new(self, app: &App, client: Client) -> ApiResult<(CookieJar, PlayerId)> {
        match self.player {
            Some(player) => Ok((self.cookies, player)),
            None => {
                app.resources.rate_limits.newcomer(client)?;
                app.resources.rate_limits.storage(client, None, PLAYER)?;
                let player = PlayerId::random();
                let (write, cookie) = new_session(app, &player, self.device);
                let name = crate::domain::names::of_guest(&player);
                app.store.writer().write(vec![Write::NewPlayer { id: player.clone(), name }, write]).await?;
                Ok((self.cookies.add(cookie), player))
            }
        }
    }

    /// Logs in as a player, with all that is to be written for it, in a session of its own: a client that knew the secret of
    /// the one before knows nothing of the new one.
    pub async fn becomes(self, app: &App, player: &PlayerId, writes: Vec<Write>) -> ApiResult<CookieJar> {
        let (cookies, writes) = self.becoming(app, player, writes);
        app.store.writer().write(writes).await?;
        Ok(cookies)
    }

    /// The same, with the writing left to the caller.
    pub fn becoming(self, app: &App, player: &PlayerId, mut writes: Vec<Write>) -> (CookieJar, Vec<Write>) {
        writes.extend(self.session.map(|token| Write::EndSession { token }));
        let (write, cookie) = new_session(app, player, self.device);
        writes.push(write);
        (self.cookies.add(cookie), writes)
    }

    /// Ends this session, or all of the player.
    pub async fn ends(self, app: &App, everywhere: bool) -> ApiResult<CookieJar> {
        let write = match (&self.player, &self.session) {
            (Some(player), _) if everywhere => Some(Write::EndSessions { player: player.clone() }),
            (_, session) => session.clone().map(|token| Write::EndSession { token }),
        };
        if let Some(write) = write {
            app.store.writer().write(vec![write]).await?;
        }
        Ok(self.without_cookies())
    }

    /// The browser forgets who it is.
    pub fn without_cookies(self) -> CookieJar {
        self.cookies.remove(Cookie::build(COOKIE).path("/"))
    }
}

/// The secret of a token that a request comes with.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, secret) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(secret.trim())
}

/// What a new player and the session are charged, in bytes.
const PLAYER: u32 = 512;

/// A new session: what is stored of it, and the cookie with its secret.
fn new_session(app: &App, player: &PlayerId, device: Option<String>) -> (Write, Cookie<'static>) {
    let secret = ids::secret();
    let token = SessionId::of(&secret);
    let cookie = Cookie::build((COOKIE, secret))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(app.config.behind_proxy)
        .max_age(KEPT.try_into().unwrap_or_default());
    (Write::NewSession { token, player: player.clone(), device }, cookie.build())
}

/// Marks the requests that another node has sent here: whose they are.
#[derive(Clone, Copy)]
pub(super) struct Relayed(pub Client);

impl Client {
    /// The address of the connection's other end, or what the proxies or another node say it is. What a client itself writes into
    /// `X-Forwarded-For` stands before what the proxies add, and is not looked at.
    pub fn of(app: &App, extensions: &Extensions, headers: &HeaderMap) -> ApiResult<Self> {
        if let Some(Relayed(client)) = extensions.get() {
            return Ok(*client);
        }
        let peer = extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip());
        match app.config.trusted_proxies {
            0 => Ok(Self(peer.to_canonical())),
            proxies => forwarded(headers, proxies).map(Self).ok_or_else(|| {
                ApiError::bad("bad-forwarded", "The proxy before this server must pass addresses in X-Forwarded-For.")
            }),
        }
    }
}

/// The address that the outermost of n proxies has seen: the n-th from the end of all
/// `X-Forwarded-For` lines together.
fn forwarded(headers: &HeaderMap, proxies: usize) -> Option<IpAddr> {
    let lines: Option<Vec<&str>> = headers.get_all("x-forwarded-for").iter().map(|line| line.to_str().ok()).collect();
    let lines = lines?;
    let told = lines.iter().flat_map(|line| line.split(',')).map(str::trim).rev().nth(proxies - 1)?;
    let address = told.parse().or_else(|_| told.parse::<SocketAddr>().map(|socket| socket.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

impl FromRequestParts<App> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
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
