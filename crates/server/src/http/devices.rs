//! Browsers in which somebody has logged in before, known by a signed cookie. Such a browser may try passwords of that
//! account though many others have tried it, and can do nothing else by it.

use crate::app::App;
use crate::domain::{PlayerId, ids};
use crate::keys::KEPT;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum_extra::extract::cookie::{Cookie, SameSite, SignedCookieJar};
use std::convert::Infallible;

/// The cookie: ids of players, each with a random id of the browser.
const COOKIE: &str = "spielraum-device";

/// Accounts that one browser is known for at most; the latest count.
const MOST: usize = 4;

/// The accounts that a browser has been logged in to.
pub(crate) struct Devices {
    cookies: SignedCookieJar,
    known: Vec<(PlayerId, String)>,
}

impl Devices {
    /// The browser's id if it has been logged in to a player's account.
    pub fn of(&self, player: &PlayerId) -> Option<&str> {
        self.known.iter().find(|(known, _)| known == player).map(|(_, id)| id.as_str())
    }

    /// The accounts that it has been logged in to.
    pub fn players(&self) -> impl Iterator<Item = &PlayerId> {
        self.known.iter().map(|(player, _)| player)
    }

    /// The cookies that make the browser known for a player's account, too.
    pub fn remember(mut self, app: &App, player: &PlayerId) -> SignedCookieJar {
        let id = self.of(player).map_or_else(ids::short, str::to_owned);
        self.known.retain(|(known, _)| known != player);
        self.known.insert(0, (player.clone(), id));
        self.known.truncate(MOST);
        let value: Vec<String> = self.known.iter().map(|(player, id)| format!("{player}.{id}")).collect();
        let cookie = Cookie::build((COOKIE, value.join("_")))
            .path("/api")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(app.config.behind_proxy)
            .max_age(KEPT.try_into().unwrap_or_default());
        self.cookies.add(cookie)
    }
}

impl FromRequestParts<App> for Devices {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let cookies = SignedCookieJar::from_headers(&parts.headers, app.keys.devices.clone());
        let read = |pair: &str| pair.split_once('.').map(|(player, id)| (PlayerId::stored(player), id.to_owned()));
        let known = cookies.get(COOKIE).map(|cookie| cookie.value().split('_').filter_map(read).take(MOST).collect());
        Ok(Self { cookies, known: known.unwrap_or_default() })
    }
}
