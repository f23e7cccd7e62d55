//! A player: a client with a cookie of its own.

use crate::Socket;
use reqwest::cookie::{CookieStore, Jar};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::{Client, Method, Response, StatusCode, Url};
use serde_json::Value;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// An answer: its status and its body as JSON, or as a text if it is none.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The body; `null` if it is empty.
    pub body: Value,
    /// When the server says to come again.
    pub retry_after: Option<Duration>,
}

impl Answer {
    /// The body of an answer that must be a success.
    ///
    /// # Panics
    ///
    /// If it is none.
    pub fn good(self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.body);
        self.body
    }

    /// The status and the code of an answer that must be a refusal with a sentence.
    ///
    /// # Panics
    ///
    /// If it is none.
    pub fn refused(self) -> (u16, String) {
        assert!(self.status.is_client_error() || self.status.is_server_error(), "{}: {}", self.status, self.body);
        assert!(self.body["message"].as_str().is_some_and(|message| message.len() > 5), "{}", self.body);
        (self.status.as_u16(), self.body["code"].as_str().unwrap_or_default().to_owned())
    }
}

/// A stream of lines of JSON.
pub struct Lines {
    response: Response,
    /// What has come of the next line.
    waiting: Vec<u8>,
}

impl Lines {
    /// The next line that is not empty, or nothing at the end.
    ///
    /// # Panics
    ///
    /// If nothing comes for a minute, or it is no JSON.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            while let Some(end) = self.waiting.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.waiting.drain(..=end).collect();
                if !line.trim_ascii().is_empty() {
                    return Some(serde_json::from_slice(&line).expect("a line of JSON"));
                }
            }
            let chunk =
                tokio::time::timeout(Duration::from_secs(60), self.response.chunk()).await.expect("news in time");
            self.waiting.extend_from_slice(&chunk.ok()??);
        }
    }
}

/// A player.
pub struct Player {
    base: Url,
    client: Client,
    jar: Arc<Jar>,
    address: Option<IpAddr>,
}

impl Player {
    /// A player of the server at `base` (`http://127.0.0.1:7640`) whom it does not know yet.
    ///
    /// # Panics
    ///
    /// If `base` is no URL.
    pub fn new(base: &str) -> Self {
        Self::from_address(base, None)
    }

    /// The same, who comes from an address: Linux has all of 127.0.0.0/8.
    ///
    /// # Panics
    ///
    /// If `base` is no URL.
    pub fn from_address(base: &str, address: Option<IpAddr>) -> Self {
        Self::made(base, address, HeaderMap::new())
    }

    /// A program that acts for a player by a token.
    ///
    /// # Panics
    ///
    /// If `base` is no URL, or the secret can't stand in a header.
    pub fn with_token(base: &str, secret: &str) -> Self {
        let value = HeaderValue::from_str(&format!("Bearer {secret}")).expect("a secret");
        Self::made(base, None, HeaderMap::from_iter([(AUTHORIZATION, value)]))
    }

    fn made(base: &str, address: Option<IpAddr>, headers: HeaderMap) -> Self {
        let jar = Arc::new(Jar::default());
        let client = Client::builder().cookie_provider(jar.clone()).pool_max_idle_per_host(1).local_address(address);
        let client = client.default_headers(headers).build().expect("a client");
        Self { base: base.parse().expect("a URL"), client, jar, address }
    }

    /// Opens a stream of lines.
    ///
    /// # Panics
    ///
    /// If there is no answer, or it is a refusal.
    pub async fn lines(&self, path: &str) -> Lines {
        let response = self.client.get(self.url(path)).send().await.expect("an answer");
        assert!(response.status().is_success(), "{path}: {}", response.status());
        Lines { response, waiting: Vec::new() }
    }

    /// Sends a request.
    ///
    /// # Panics
    ///
    /// If there is no answer.
    pub async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let request = self.client.request(method, self.url(path));
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        let response = request.send().await.expect("an answer");
        let status = response.status();
        let seconds = response.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse().ok());
        let retry_after = seconds.map(Duration::from_secs);
        let text = response.text().await.expect("a body");
        let body = serde_json::from_str(&text).unwrap_or(if text.is_empty() { Value::Null } else { text.into() });
        Answer { status, body, retry_after }
    }

    /// Sends a request, and sends it again when the server says so, as long as it is too busy.
    pub async fn insist(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        loop {
            let answer = self.send(method.clone(), path, body).await;
            match answer.retry_after {
                Some(wait) if answer.status == StatusCode::SERVICE_UNAVAILABLE => tokio::time::sleep(wait).await,
                _ => return answer,
            }
        }
    }

    /// Gets something.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    /// Posts something.
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(&body)).await
    }

    /// Begins a game and gives it.
    pub async fn begin(&self, request: Value) -> Value {
        self.post("/api/games", request).await.good()
    }

    /// The cookies, as a header has them.
    pub fn cookies(&self) -> Option<String> {
        self.jar.cookies(&self.base).and_then(|cookies| cookies.to_str().map(str::to_owned).ok())
    }

    /// The cookies that are sent to a path, one each.
    pub fn cookies_of(&self, path: &str) -> Vec<String> {
        let cookies = self.jar.cookies(&self.url(path));
        let cookies = cookies.as_ref().and_then(|cookies| cookies.to_str().ok()).unwrap_or_default();
        cookies.split("; ").map(str::to_owned).collect()
    }

    /// Takes over a cookie, as a header sets it.
    pub fn set_cookie(&self, cookie: &str) {
        self.jar.add_cookie_str(cookie, &self.base);
    }

    /// Opens the socket of a game.
    ///
    /// # Panics
    ///
    /// If it can't be opened.
    pub async fn sit_down(&self, game: &str) -> Socket {
        self.socket(&format!("/api/games/{game}/socket")).await.expect("a socket")
    }

    /// Opens a socket, or returns the status of the refusal.
    pub async fn socket(&self, path: &str) -> Result<Socket, u16> {
        let url = self.url(path).as_str().replacen("http", "ws", 1);
        Socket::open_from(self.address, &url, self.cookies().as_deref(), None).await
    }

    /// The URL of a path.
    ///
    /// # Panics
    ///
    /// If it is no path.
    pub fn url(&self, path: &str) -> Url {
        self.base.join(path).expect("a path")
    }
}
