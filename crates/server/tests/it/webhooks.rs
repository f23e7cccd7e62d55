//! Webhooks: a site of our own takes requests and checks their signatures.

use crate::server::{Pair, Running, with_friend};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use spielraum_loadtest::{Method, Player};
use spielraum_server::{Config, Webhooks};
use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// A request to the site.
struct Request {
    headers: HashMap<String, String>,
    body: String,
}

/// A site that answers each request with a status.
struct Site {
    address: SocketAddr,
    status: Arc<AtomicU16>,
    requests: mpsc::UnboundedReceiver<Request>,
}

impl Site {
    async fn open() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let (address, status) = (listener.local_addr().unwrap(), Arc::new(AtomicU16::new(204)));
        let (sender, requests) = mpsc::unbounded_channel();
        let answered = status.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let mut stream = BufReader::new(stream);
                let mut headers = HashMap::new();
                loop {
                    let mut line = String::new();
                    let read = stream.read_line(&mut line).await.unwrap_or_default();
                    if read == 0 || line.trim().is_empty() {
                        break;
                    }
                    if let Some((name, value)) = line.split_once(':') {
                        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
                    }
                }
                let mut body = vec![0; headers["content-length"].parse().unwrap()];
                stream.read_exact(&mut body).await.unwrap();
                let status = answered.load(Ordering::Relaxed);
                let answer = format!(
                    "HTTP/1.1 {status} X\r\nLocation: /elsewhere\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                );
                stream.write_all(answer.as_bytes()).await.unwrap();
                let _ = sender.send(Request { headers, body: String::from_utf8(body).unwrap() });
            }
        });
        Self { address, status, requests }
    }

    fn answers(&self, status: u16) {
        self.status.store(status, Ordering::Relaxed);
    }

    /// The next request, which must be signed as Standard Webhooks asks for; its id and its body.
    async fn next(&mut self, secret: &str) -> (String, Value) {
        let next = tokio::time::timeout(Duration::from_secs(20), self.requests.recv());
        let Request { headers, body } = next.await.expect("the site waits in vain").unwrap();
        let (id, at) = (headers["webhook-id"].clone(), headers["webhook-timestamp"].clone());
        let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(format!("{id}.{at}.{body}").as_bytes());
        assert_eq!(headers["webhook-signature"], format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())));
        assert_eq!(headers["content-type"], "application/json");
        (id, serde_json::from_str(&body).unwrap())
    }

    fn is_quiet(&mut self) -> bool {
        self.requests.try_recv().is_err()
    }
}

fn calls(anywhere: bool) -> impl Fn(&mut Config) {
    move |config| {
        let quick = Duration::from_millis(20);
        config.webhooks = Some(Webhooks { look: quick, retry: Duration::from_millis(1), anywhere });
    }
}

async fn account(player: &Player, name: &str) {
    player.post("/api/accounts", json!({ "name": name, "password": "analytical engine 7" })).await.good();
}

fn hook(url: &str, events: &[&str]) -> Value {
    json!({ "url": url, "events": events })
}

/// The caller's only webhook, once it is as it should be.
async fn until(player: &Player, is_so: impl Fn(&Value) -> bool) -> Value {
    let waiting = async {
        loop {
            let seen = player.get("/api/webhooks").await.good()["webhooks"][0].take();
            if is_so(&seen) {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waiting).await.expect("calling goes on")
}

#[tokio::test]
async fn a_site_hears_of_games_and_challenges() {
    let mut site = Site::open().await;
    let server = Running::start_with(calls(true)).await;
    assert_eq!(server.player().get("/api/webhooks").await.refused().0, 403);
    let (ada, bob) = (server.player(), server.player());
    account(&ada, "Ada").await;
    account(&bob, "Bob").await;
    assert_eq!(ada.get("/api/me").await.good()["webhooks"], true);
    let all = ["game-started", "your-turn", "game-finished", "challenge"];
    let url = format!("http://{}/", site.address);
    let made = bob.post("/api/webhooks", hook(&url, &all)).await.good();
    let secret = made["secret"].as_str().unwrap().to_owned();
    assert_eq!(made["webhook"].get("tried"), None);

    let games = json!({ "kind": "games", "games": [{ "variant": "chess" }] });
    let challenge =
        json!({ "to": "Bob", "wanted": games, "side": "white", "clock": { "initial": 600, "increment": 5 } });
    let id = ada.post("/api/challenge", challenge).await.good()["id"].as_str().unwrap().to_owned();
    let (_, said) = site.next(&secret).await;
    assert_eq!((&said["event"], &said["challenge"]["id"]), (&json!("challenge"), &json!(id)));
    assert_eq!(said["challenge"]["by"], "Ada");
    let game = bob.post(&format!("/api/challenge/{id}/accept"), json!({})).await.good()["game"].clone();
    let game = game.as_str().unwrap().to_owned();
    let (first, said) = site.next(&secret).await;
    assert_eq!((&said["event"], &said["game"]["id"]), (&json!("game-started"), &json!(game)));
    assert_eq!((&said["game"]["side"], &said["game"]["opponent"]), (&json!("black"), &json!("Ada")));

    // The site is down for a while: the same event comes again, and those after it wait.
    site.answers(503);
    let mut board = ada.sit_down(&game).await;
    board.send(&json!({ "type": "move", "id": "1", "ply": 0, "text": "e2e4" })).await;
    board.next_of("ack").await;
    let (id, said) = site.next(&secret).await;
    assert_eq!((&said["event"], &said["game"]["plies"]), (&json!("your-turn"), &json!(1)));
    assert_ne!(id, first);
    board.send(&json!({ "type": "resign", "id": "2" })).await;
    board.next_of("ack").await;
    site.answers(200);
    let again = loop {
        let (again, said) = site.next(&secret).await;
        if said["event"] != "your-turn" {
            break said;
        }
        assert_eq!(again, id);
    };
    assert_eq!((&again["event"], &again["game"]["winner"]), (&json!("game-finished"), &json!("black")));
    assert_eq!(again["game"]["reason"], "resignation");
    let seen = until(&bob, |seen| seen["waiting"] == 0).await;
    assert_eq!((&seen["failed"], &seen["status"]), (&json!(0), &json!(200)));
    // What is one's own is in one's own data, without the secret; nobody else has a part in it.
    let own = bob.send(Method::GET, "/api/me/export", None).await;
    let own = own.body.to_string();
    assert!(!own.contains(&secret), "{own}");
    let path = format!("/api/webhooks/{}", seen["id"].as_str().unwrap());
    assert_eq!(ada.send(Method::DELETE, &path, None).await.refused(), (404, "no-such-webhook".to_owned()));
    assert_eq!(ada.post(&format!("{path}/test"), json!({})).await.refused().0, 404);
    assert_eq!(bob.send(Method::DELETE, &path, None).await.good()["webhooks"], json!([]));
    server.end().await;
}

#[tokio::test]
async fn a_site_that_fails_too_often_is_left_alone_until_it_is_tested() {
    let folder = TempDir::new().unwrap();
    let mut site = Site::open().await;
    let server = Running::start_in(folder.path(), calls(true)).await;
    let ada = server.player();
    account(&ada, "Ada").await;
    let url = format!("http://{}/", site.address);
    let made = ada.post("/api/webhooks", hook(&url, &["your-turn"])).await.good();
    let (secret, id) = (made["secret"].as_str().unwrap(), made["webhook"]["id"].as_str().unwrap());
    let tries = ada.get("/api/webhooks").await.good()["tries"].as_u64().unwrap();
    // Nobody is followed elsewhere.
    site.answers(302);
    ada.post(&format!("/api/webhooks/{id}/test"), json!({})).await.good();
    for _ in 0..tries {
        assert_eq!(site.next(secret).await.1["event"], "test");
    }
    let seen = until(&ada, |seen| seen["stopped"].is_i64()).await;
    assert_eq!((&seen["failed"], &seen["waiting"], &seen["status"]), (&json!(tries), &json!(0), &json!(302)));
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(site.is_quiet());
    // A site that is gone is left alone at once.
    site.answers(410);
    ada.post(&format!("/api/webhooks/{id}/test"), json!({})).await.good();
    site.next(secret).await;
    assert_eq!(until(&ada, |seen| seen["stopped"].is_i64()).await["failed"], 1);
    site.answers(204);
    ada.post(&format!("/api/webhooks/{id}/test"), json!({})).await.good();
    site.next(secret).await;
    let seen = until(&ada, |seen| seen["status"] == 204).await;
    assert_eq!(seen.get("stopped"), None);
    // What waits goes after a restart.
    site.answers(500);
    ada.post(&format!("/api/webhooks/{id}/test"), json!({})).await.good();
    let (before, _) = site.next(secret).await;
    server.end().await;
    while !site.is_quiet() {}
    site.answers(204);
    let server = Running::start_in(folder.path(), calls(true)).await;
    assert_eq!(site.next(secret).await.0, before);
    server.end().await;
    assert_eq!(spielraum_server::fsck(folder.path(), None, |_| ()).unwrap().faults, [""; 0]);
}

#[tokio::test]
async fn nobody_reaches_the_server_s_network_by_a_webhook() {
    let mut site = Site::open().await;
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), calls(true)).await;
    let ada = server.player();
    account(&ada, "Ada").await;
    let here = format!("http://{}/", site.address);
    let made = ada.post("/api/webhooks", hook(&here, &["your-turn"])).await.good();
    for _ in 0..3 {
        ada.post("/api/webhooks", hook(&here, &["challenge"])).await.good();
    }
    assert_eq!(ada.post("/api/webhooks", hook(&here, &["challenge"])).await.refused().0, 429);
    let token = ada.post("/api/tokens", json!({ "name": "Bot", "scopes": ["play", "seek"] })).await.good();
    let cookies = ada.cookies().unwrap();
    server.end().await;

    // What was added while that was allowed is not called any more.
    let server = Running::start_in(folder.path(), calls(false)).await;
    let ada = server.player();
    ada.set_cookie(&cookies);
    ada.post(&format!("/api/webhooks/{}/test", made["webhook"]["id"].as_str().unwrap()), json!({})).await.good();
    let seen = until(&ada, |seen| seen["failed"].as_u64().is_some_and(|failed| failed > 0)).await;
    assert_eq!(seen.get("status"), None);
    assert!(site.is_quiet());
    for bad in [&*here, "https://127.0.0.1/", "https://localhost/", "https://metadata", "https://[::1]/", "nonsense"] {
        let refused = ada.post("/api/webhooks", hook(bad, &["your-turn"])).await.refused();
        assert_eq!(refused, (422, "bad-webhook".to_owned()), "{bad}");
    }
    let none = ada.post("/api/webhooks", hook("https://site.example/", &[])).await.refused();
    assert_eq!(none, (422, "bad-webhook".to_owned()));
    // A program can't add one, and a server without the setting has none.
    let program = Player::with_token(&server.base, token["secret"].as_str().unwrap());
    assert_eq!(program.get("/api/webhooks").await.refused(), (403, "not-for-tokens".to_owned()));
    server.end().await;
    let server = Running::start().await;
    // What somebody has from before can be seen and removed, and nothing added.
    let bob = server.player();
    account(&bob, "Bob").await;
    assert_eq!(bob.get("/api/webhooks").await.good()["webhooks"], json!([]));
    let refused = bob.post("/api/webhooks", hook("https://site.example/", &["your-turn"])).await.refused();
    assert_eq!(refused, (404, "no-webhooks".to_owned()));
    assert_eq!(server.player().get("/api/me").await.good().get("webhooks"), None);
    server.end().await;
}

#[tokio::test]
async fn a_turn_of_several_moves_is_one_turn() {
    let mut site = Site::open().await;
    let server = Running::start_with(calls(true)).await;
    let mut pair = Pair::sit_down(&server, with_friend("duck", json!({ "days": 3 }))).await;
    account(&pair.black, "Bob").await;
    let url = format!("http://{}/", site.address);
    let made = pair.black.post("/api/webhooks", hook(&url, &["your-turn"])).await.good();
    let secret = made["secret"].as_str().unwrap();
    pair.at_white.make(0, "e2e4").await;
    pair.at_white.make(1, "D@e5").await;
    assert_eq!(site.next(secret).await.1["game"]["plies"], 2);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(site.is_quiet());
    server.end().await;
}
