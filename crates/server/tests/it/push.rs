//! Notices to browsers that are closed: a push service of our own takes and decrypts them.

use crate::server::{Pair, Running, with_friend};
use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::{PublicKey, SecretKey};
use serde_json::{Value, json};
use sha2::Sha256;
use spielraum_loadtest::{Method, Player};
use spielraum_server::{Config, Push};
use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// A message that a push service was asked to deliver.
struct Delivered {
    path: String,
    headers: HashMap<String, String>,
    body: Vec<u8>,
}

/// A push service, which answers each message with a status.
struct Service {
    address: SocketAddr,
    status: Arc<AtomicU16>,
    delivered: mpsc::UnboundedReceiver<Delivered>,
}

impl Service {
    async fn open() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let (address, status) = (listener.local_addr().unwrap(), Arc::new(AtomicU16::new(201)));
        let (sender, delivered) = mpsc::unbounded_channel();
        let answered = status.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let mut stream = BufReader::new(stream);
                let mut lines = Vec::new();
                while let Ok(1..) = {
                    lines.push(String::new());
                    stream.read_line(lines.last_mut().unwrap()).await
                } {
                    if lines.last().unwrap().trim().is_empty() {
                        break;
                    }
                }
                let path = lines[0].split(' ').nth(1).unwrap_or_default().to_owned();
                let header = |line: &String| {
                    let (name, value) = line.split_once(':')?;
                    Some((name.to_ascii_lowercase(), value.trim().to_owned()))
                };
                let headers: HashMap<String, String> = lines[1..].iter().filter_map(header).collect();
                let mut body = vec![0; headers["content-length"].parse().unwrap()];
                stream.read_exact(&mut body).await.unwrap();
                let status = answered.load(Ordering::Relaxed);
                let answer = format!("HTTP/1.1 {status} X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                stream.write_all(answer.as_bytes()).await.unwrap();
                let _ = sender.send(Delivered { path, headers, body });
            }
        });
        Self { address, status, delivered }
    }

    async fn next(&mut self) -> Delivered {
        let next = tokio::time::timeout(Duration::from_secs(20), self.delivered.recv());
        next.await.expect("the push service waits in vain").unwrap()
    }
}

/// A browser's subscription.
struct Browser {
    secret: SecretKey,
    auth: [u8; 16],
    endpoint: String,
}

impl Browser {
    fn new(service: &Service, path: &str) -> Self {
        let secret = SecretKey::from_slice(&[7; 32]).unwrap();
        Self { secret, auth: [9; 16], endpoint: format!("http://{}/{path}", service.address) }
    }

    fn request(&self, language: &str) -> Value {
        let public = self.secret.public_key().to_encoded_point(false);
        json!({
            "endpoint": self.endpoint,
            "public": URL_SAFE_NO_PAD.encode(public.as_bytes()),
            "auth": URL_SAFE_NO_PAD.encode(self.auth),
            "language": language,
        })
    }

    /// What a browser makes of a message (RFC 8291).
    fn read(&self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        let (key, sealed) = rest[5..].split_at(usize::from(rest[4]));
        let theirs = PublicKey::from_sec1_bytes(key).unwrap();
        let shared = p256::ecdh::diffie_hellman(self.secret.to_nonzero_scalar(), theirs.as_affine());
        let own = self.secret.public_key().to_encoded_point(false);
        let (mut input, mut cipher, mut nonce) = ([0; 32], [0; 16], [0; 12]);
        let info = [&b"WebPush: info\0"[..], own.as_bytes(), key].concat();
        Hkdf::<Sha256>::new(Some(&self.auth), shared.raw_secret_bytes()).expand(&info, &mut input).unwrap();
        let keys = Hkdf::<Sha256>::new(Some(salt), &input);
        keys.expand(b"Content-Encoding: aes128gcm\0", &mut cipher).unwrap();
        keys.expand(b"Content-Encoding: nonce\0", &mut nonce).unwrap();
        let opened = Aes128Gcm::new(&cipher.into()).decrypt(Nonce::from_slice(&nonce), sealed).unwrap();
        serde_json::from_slice(opened.strip_suffix(&[2]).unwrap()).unwrap()
    }
}

fn pushes(anywhere: bool) -> impl FnOnce(&mut Config) {
    move |config| {
        let mut push = Push::new("https://chess.example").unwrap();
        (push.grace, push.look, push.anywhere) = (Duration::ZERO, Duration::from_millis(20), anywhere);
        config.push = Some(push);
    }
}

async fn devices(player: &Player) -> usize {
    player.get("/api/push").await.good()["devices"].as_array().unwrap().len()
}

#[tokio::test]
async fn devices_are_notified_until_they_are_gone() {
    let mut service = Service::open().await;
    let server = Running::start_with(pushes(true)).await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", json!({ "days": 3 }))).await;
    let (game, black) = (pair.game.clone(), Browser::new(&service, "black"));
    assert_eq!(pair.black.post("/api/push", black.request("de")).await.status.as_u16(), 204);
    assert_eq!(pair.black.get("/api/me").await.good()["push"], true);
    pair.play(&["e2e4"]).await;
    let message = service.next().await;
    assert_eq!((&*message.path, &*message.headers["ttl"]), ("/black", "86400"));
    assert_eq!((&*message.headers["content-encoding"], &*message.headers["topic"]), ("aes128gcm", &*game));
    let key = pair.black.get("/api/push").await.good()["key"].as_str().unwrap().to_owned();
    let proof = &message.headers["authorization"];
    assert!(proof.starts_with("vapid t=ey") && proof.ends_with(&format!(", k={key}")), "{proof}");
    let said = black.read(&message.body);
    assert_eq!((&said["title"], &said["tag"]), (&json!("Du bist am Zug"), &json!(game)));
    assert_eq!(said["path"], format!("/game/{game}"));
    assert!(said["body"].as_str().unwrap().starts_with("Chess gegen Guest "), "{said}");

    // The one who is to move has no device. A second device of the same browser takes the place of the first.
    pair.play(&["e7e5"]).await;
    assert_eq!(pair.black.post("/api/push", black.request("en")).await.status.as_u16(), 204);
    assert_eq!(devices(&pair.black).await, 1);
    // A service that fails is asked again later, a device that is gone never.
    service.status.store(410, Ordering::Relaxed);
    pair.play(&["g1f3"]).await;
    assert_eq!(black.read(&service.next().await.body)["title"], "Your turn");
    while devices(&pair.black).await > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    service.status.store(500, Ordering::Relaxed);
    pair.black.post("/api/push", black.request("en")).await;
    pair.play(&["b8c6", "f1b5"]).await;
    service.next().await;
    pair.play(&["a7a6", "b5a4"]).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(service.delivered.try_recv().is_err() && devices(&pair.black).await == 1);

    // It goes with its session, and by its owner's wish alone.
    let id = pair.black.get("/api/push").await.good()["devices"][0]["id"].as_str().unwrap().to_owned();
    let remove = async |player: &Player| player.send(Method::DELETE, &format!("/api/push/{id}"), None).await;
    assert_eq!(remove(&pair.white).await.refused(), (404, "no-such-device".to_owned()));
    assert_eq!(remove(&pair.black).await.status.as_u16(), 204);
    let white = Browser::new(&service, "white");
    pair.white.post("/api/push", white.request("en")).await;
    let cookie = pair.white.cookies().unwrap();
    pair.white.send(Method::DELETE, "/api/session", None).await;
    pair.white.set_cookie(&cookie);
    assert_eq!(devices(&pair.white).await, 0);
    server.end().await;
}

#[tokio::test]
async fn nobody_reaches_the_server_s_network_by_a_device() {
    let mut service = Service::open().await;
    let server = Running::start_with(pushes(false)).await;
    let player = server.player();
    player.begin(with_friend("chess", json!({ "days": 3 }))).await;
    let add = async |endpoint: &str| {
        let mut request = Browser::new(&service, "inside").request("en");
        request["endpoint"] = json!(endpoint);
        player.post("/api/push", request).await
    };
    let here = format!("http://{}/inside", service.address);
    for bad in [&*here, "https://127.0.0.1/", "https://localhost/", "https://metadata", "https://[::1]/", "nonsense"] {
        assert_eq!(add(bad).await.refused(), (422, "bad-endpoint".to_owned()), "{bad}");
    }
    let mut request = Browser::new(&service, "inside").request("en");
    (request["endpoint"], request["auth"]) = (json!("https://push.example/a"), json!("AAAA"));
    assert_eq!(player.post("/api/push", request).await.refused(), (422, "bad-device".to_owned()));
    for n in 0..10 {
        assert_eq!(add(&format!("https://push.example/{n}")).await.status.as_u16(), 204);
    }
    assert_eq!(devices(&player).await, 8);
    assert!(service.delivered.try_recv().is_err());
    server.end().await;
    let server = Running::start().await;
    assert_eq!(server.player().get("/api/push").await.refused(), (404, "no-push".to_owned()));
    server.end().await;
}
