//! Codes by which programs of others get tokens of players who let them (OAuth 2.0 with PKCE: RFC 6749, 7636, 8252).
//!
//! A code lives for minutes and serves once, so it is kept in memory: after a restart the program asks again.

use crate::domain::{PlayerId, Scope, SessionId, ids};
use crate::error::{ApiError, ApiResult};
use crate::store::Write;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use url::{Host, Url};

/// How long a code lives.
const LIFE: Duration = Duration::from_secs(2 * 60);

/// The longest address of a program, in bytes.
const ADDRESS: usize = 500;

/// The shortest and longest secret of a program (RFC 7636, 4.1).
const VERIFIER: std::ops::RangeInclusive<usize> = 43..=128;

/// What a player has let a program do.
#[derive(Clone, Debug)]
pub(crate) struct Grant {
    pub player: PlayerId,
    /// That the session in which the player did so lives.
    pub requires: Option<Write>,
    /// What the program calls itself.
    pub client: String,
    pub redirect: Redirect,
    /// The hash of the program's secret, as it was sent.
    pub challenge: String,
    pub scopes: Vec<Scope>,
}

/// Where a program wants its players sent.
#[derive(Clone, Debug)]
pub(crate) struct Redirect {
    /// As it was written, since it must be the same each time.
    text: String,
    url: Url,
}

/// The codes that were given out.
#[derive(Default)]
pub(crate) struct Codes(Mutex<HashMap<SessionId, (Grant, Instant)>>);

impl Codes {
    /// A new code; the player's last one serves no more.
    pub fn give(&self, grant: Grant) -> String {
        let (code, now) = (ids::secret(), Instant::now());
        let mut codes = self.codes();
        codes.retain(|_, (other, until)| *until > now && other.player != grant.player);
        codes.insert(SessionId::of(&code), (grant, now + LIFE));
        code
    }

    /// What a code is for. It does not serve again, whatever comes of it.
    pub fn take(&self, code: &str) -> Option<Grant> {
        let (grant, until) = self.codes().remove(&SessionId::of(code))?;
        (until > Instant::now()).then_some(grant)
    }

    fn codes(&self) -> MutexGuard<'_, HashMap<SessionId, (Grant, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Grant {
    /// Whether a program that comes with a code is the one that asked: by its name, its address and its secret.
    pub fn is_for(&self, client: &str, redirect: &str, verifier: &str) -> bool {
        self.client == client
            && self.redirect.text == redirect
            && VERIFIER.contains(&verifier.len())
            && URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)) == self.challenge
    }
}

/// Refuses what is no hash of a secret.
pub(crate) fn must_be_a_challenge(text: &str) -> ApiResult<()> {
    match URL_SAFE_NO_PAD.decode(text) {
        Ok(hash) if hash.len() == 32 => Ok(()),
        _ => Err(ApiError::impossible(
            "bad-challenge",
            "`code_challenge` must be a SHA-256 hash in Base64 for URLs, without padding.",
        )),
    }
}

impl Redirect {
    /// The address of a program: a site by HTTPS, the player's own machine, or an app (RFC 8252, 7).
    pub fn read(text: &str) -> ApiResult<Self> {
        let refused = |why: &str| ApiError::impossible("bad-redirect", format!("`redirect_uri` {why}."));
        if text.len() > ADDRESS {
            return Err(refused(&format!("is longer than {ADDRESS} bytes")));
        }
        let url = Url::parse(text).map_err(|error| refused(&format!("is no address: {error}")))?;
        if url.fragment().is_some() || !url.username().is_empty() || url.password().is_some() {
            return Err(refused("may have neither `#` nor a user"));
        }
        let own = match url.host() {
            Some(Host::Domain(name)) => name == "localhost",
            Some(Host::Ipv4(ip)) => ip.is_loopback(),
            Some(Host::Ipv6(ip)) => ip.is_loopback(),
            None => false,
        };
        match url.scheme() {
            "https" => {}
            "http" if own => {}
            // An app's own scheme is a domain name in reverse; a browser's have no full stop.
            scheme if scheme.contains('.') => {}
            _ => {
                return Err(refused(
                    "must begin with `https://`, `http://localhost` or an app's own scheme such as `com.example.app:`",
                ));
            }
        }
        Ok(Self { text: text.to_owned(), url })
    }

    /// Which site or app it is, for the player to see. What stands behind an app's scheme could be anything.
    pub fn site(&self) -> String {
        let is_site = matches!(self.url.scheme(), "https" | "http");
        match (self.url.host_str().filter(|_| is_site), self.url.port()) {
            (Some(host), Some(port)) => format!("{host}:{port}"),
            (Some(host), None) => host.to_owned(),
            (None, _) => self.url.scheme().to_owned(),
        }
    }

    /// The address with an answer.
    pub fn with(&self, answer: (&str, &str), state: Option<&str>) -> String {
        let mut url = self.url.clone();
        url.query_pairs_mut().append_pair(answer.0, answer.1).extend_pairs(state.map(|state| ("state", state)));
        url.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_where_nobody_else_is() {
        for (text, site) in [
            ("https://app.example/back?a=1", "app.example"),
            ("http://localhost:4711/", "localhost:4711"),
            ("http://127.0.0.1/back", "127.0.0.1"),
            ("http://[::1]:80/", "[::1]"),
            ("com.example.app:/back", "com.example.app"),
            ("com.example.app://chess.example/back", "com.example.app"),
            ("http.example://chess.example/", "http.example"),
        ] {
            assert_eq!(Redirect::read(text).unwrap().site(), site, "{text}");
        }
        let long = format!("https://app.example/{}", "a".repeat(ADDRESS));
        for text in [
            "http://app.example/",
            "http://192.168.0.1/",
            "javascript:alert(1)",
            "data:text/html,x",
            "https://app.example/#here",
            "https://chess@app.example/",
            "/back",
            "",
            &long,
        ] {
            assert!(Redirect::read(text).is_err(), "{text}");
        }
        let back = Redirect::read("https://app.example/back?a=1").unwrap();
        let location = back.with(("code", "x y"), Some("s&t"));
        assert_eq!(location, "https://app.example/back?a=1&code=x+y&state=s%26t");
        assert_eq!(back.with(("error", "access_denied"), None), "https://app.example/back?a=1&error=access_denied");
    }

    /// The example of RFC 7636, appendix B.
    #[test]
    fn a_secret_is_known_by_its_hash() {
        let (verifier, challenge) =
            ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        assert!(must_be_a_challenge(challenge).is_ok());
        for bad in ["", &challenge[1..], "=9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"] {
            assert!(must_be_a_challenge(bad).is_err(), "{bad}");
        }
        let address = "https://app.example/";
        let grant = |player: &str| Grant {
            player: player.into(),
            requires: None,
            client: "app".to_owned(),
            redirect: Redirect::read(address).unwrap(),
            challenge: challenge.to_owned(),
            scopes: Vec::new(),
        };
        let known = grant("ada");
        assert!(known.is_for("app", address, verifier));
        for (client, redirect, verifier) in [
            ("other", address, verifier),
            ("app", "https://app.example", verifier),
            ("app", address, "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl"),
            ("app", address, &verifier[..42]),
        ] {
            assert!(!known.is_for(client, redirect, verifier), "{client} {redirect} {verifier}");
        }
        // A code serves once, and only the last one of a player.
        let codes = Codes::default();
        let (first, other, last) = (codes.give(known.clone()), codes.give(grant("bob")), codes.give(known));
        assert!(codes.take(&first).is_none());
        assert_eq!(codes.take(&other).unwrap().player.as_str(), "bob");
        assert_eq!(codes.take(&last).unwrap().player.as_str(), "ada");
        assert!(codes.take(&last).is_none());
    }
}
