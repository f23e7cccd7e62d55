//! A WebSocket of a client.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};

/// How long a message is waited for before the test has failed.
const WAIT: Duration = Duration::from_secs(60);

/// A WebSocket.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// What came while something else was waited for.
    early: VecDeque<Value>,
    requests: u64,
}

impl Socket {
    /// Opens a socket with cookies and an origin, or returns the status of the refusal.
    ///
    /// # Panics
    ///
    /// If there is no answer at all.
    pub async fn open(url: &str, cookies: Option<&str>, origin: Option<&str>) -> Result<Self, u16> {
        Self::open_from(None, url, cookies, origin).await
    }

    /// The same from an address.
    ///
    /// # Panics
    ///
    /// If there is no answer at all.
    pub async fn open_from(
        address: Option<IpAddr>,
        url: &str,
        cookies: Option<&str>,
        origin: Option<&str>,
    ) -> Result<Self, u16> {
        match Self::try_open(address, url, cookies, origin).await {
            Ok(socket) => Ok(socket),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("no socket: {error}"),
        }
    }

    /// The same from a server that may be gone.
    ///
    /// # Errors
    ///
    /// Why there is no socket.
    ///
    /// # Panics
    ///
    /// If the URL names no address.
    pub async fn try_open(
        address: Option<IpAddr>,
        url: &str,
        cookies: Option<&str>,
        origin: Option<&str>,
    ) -> Result<Self, Error> {
        let mut request = url.into_client_request().expect("a URL");
        for (name, value) in [("cookie", cookies), ("origin", origin)] {
            if let Some(value) = value {
                request.headers_mut().insert(name, HeaderValue::from_str(value).expect("a header"));
            }
        }
        let host = request.uri().host().and_then(|host| host.trim_matches(['[', ']']).parse::<IpAddr>().ok());
        let (Some(host), Some(port)) = (host, request.uri().port_u16()) else { panic!("no address in {url}") };
        let tcp = match host {
            IpAddr::V4(_) => TcpSocket::new_v4(),
            IpAddr::V6(_) => TcpSocket::new_v6(),
        };
        let tcp = tcp.expect("a socket");
        if let Some(address) = address {
            tcp.bind(SocketAddr::new(address, 0)).expect("an address of this machine");
        }
        let tcp = tcp.connect(SocketAddr::new(host, port)).await?;
        let (stream, _) = tokio_tungstenite::client_async(request, tcp).await?;
        Ok(Self { stream, early: VecDeque::new(), requests: 0 })
    }

    /// Sends a text as it is.
    pub async fn send_text(&mut self, text: &str) {
        // A socket that the server has closed is noticed when it is read.
        let _ = self.stream.send(Message::text(text)).await;
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    /// The next message; nothing when the socket is closed.
    ///
    /// # Panics
    ///
    /// If nothing happens for a long time.
    pub async fn next(&mut self) -> Option<Value> {
        if let Some(message) = self.early.pop_front() {
            return Some(message);
        }
        self.receive().await
    }

    async fn receive(&mut self) -> Option<Value> {
        loop {
            match tokio::time::timeout(WAIT, self.stream.next()).await.expect("a message within a minute") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).expect("JSON")),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of a type, whatever comes before it.
    ///
    /// # Panics
    ///
    /// If the socket is closed before.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("the socket was closed before `{kind}`"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Sends a request and gives its answer, `ack` or `refused`; what comes before is kept for later.
    ///
    /// # Panics
    ///
    /// If the socket is closed before.
    pub async fn ask(&mut self, request: Value) -> Value {
        self.try_ask(request).await.expect("the socket was closed before the answer")
    }

    /// The same; nothing if the socket is closed before.
    pub async fn try_ask(&mut self, mut request: Value) -> Option<Value> {
        self.requests += 1;
        let id = self.requests.to_string();
        request["id"] = id.as_str().into();
        self.send(&request).await;
        loop {
            let message = self.receive().await?;
            if message["id"] == id.as_str() {
                return Some(message);
            }
            self.early.push_back(message);
        }
    }

    /// Makes a move that must be acknowledged.
    ///
    /// # Panics
    ///
    /// If it is refused.
    pub async fn make(&mut self, ply: u64, text: &str) {
        let answer = self.ask(json!({ "type": "move", "ply": ply, "text": text })).await;
        assert_eq!(answer["type"], "ack", "{text}: {answer}");
    }

    /// Asks for something that must be refused, and gives the code.
    ///
    /// # Panics
    ///
    /// If it is not refused.
    pub async fn refused(&mut self, request: Value) -> String {
        let answer = self.ask(request.clone()).await;
        assert_eq!(answer["type"], "refused", "{request}: {answer}");
        answer["code"].as_str().unwrap_or_default().to_owned()
    }

    /// Closes the socket.
    pub async fn close(mut self) {
        let _ = self.stream.close(None).await;
    }
}
