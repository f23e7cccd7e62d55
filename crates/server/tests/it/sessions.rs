//! Sessions that end while something is being asked for in them.

use crate::server::{Running, with_friend};
use serde_json::{Value, json};
use spielraum_loadtest::{Method, Player};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A request whose body has not come yet; the server knows from whom it is.
struct Slow {
    stream: TcpStream,
    body: String,
}

impl Slow {
    async fn begin(server: &Running, player: &Player, method: &str, path: &str, body: Value) -> Self {
        let host = server.base.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).await.unwrap();
        let body = body.to_string();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nCookie: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            player.cookies().unwrap(),
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(&body.as_bytes()[..1]).await.unwrap();
        // The head is read and the session looked up; if not, the request is refused for that reason.
        tokio::time::sleep(Duration::from_millis(200)).await;
        Self { stream, body }
    }

    /// Sends the rest, and gives the status and the body of the answer.
    async fn end(mut self) -> (u16, String) {
        self.stream.write_all(&self.body.as_bytes()[1..]).await.unwrap();
        let mut answer = String::new();
        self.stream.read_to_string(&mut answer).await.unwrap();
        (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
    }
}

fn credentials(name: &str, password: &str) -> Value {
    json!({ "name": name, "password": password })
}

/// A small game of the workshop.
const TEXT: &str =
    "title \"T\"\nboard files=3 ranks=3\npiece \"R\" \"Rook\" { slide \"orthogonal\" }\nstart \"r2/3/2R\"\n";

const OLD: &str = "analytical engine";

#[tokio::test]
async fn what_was_begun_in_a_session_that_has_ended_is_not_done() {
    let server = Running::start().await;
    let wishes = [
        ("PUT", "/api/me", json!({ "name": "Stolen", "password": OLD })),
        ("POST", "/api/published", json!({ "text": TEXT })),
        ("POST", "/api/workshop", json!({ "text": TEXT })),
        ("POST", "/api/games", with_friend("chess", Value::Null)),
        ("PUT", "/api/password", json!({ "old": OLD, "new": "another engine" })),
        ("POST", "/api/me/deletion", json!({ "password": OLD })),
    ];
    for (n, how) in ["log out", "log out everywhere", "change the password"].into_iter().enumerate() {
        let (here, there) = (server.player(), server.player());
        let name = format!("Ada{n}");
        here.post("/api/accounts", credentials(&name, OLD)).await.good();
        there.post("/api/session", credentials(&name, OLD)).await.good();
        let mut slow = Vec::new();
        for (method, path, body) in &wishes {
            slow.push(Slow::begin(&server, &here, method, path, body.clone()).await);
        }
        let ended = match how {
            "log out" => here.send(Method::DELETE, "/api/session", None).await,
            "log out everywhere" => there.send(Method::DELETE, "/api/sessions", None).await,
            _ => {
                let change = json!({ "old": OLD, "new": "difference engine" });
                there.send(Method::PUT, "/api/password", Some(&change)).await
            }
        };
        assert_eq!(ended.status.as_u16(), 204, "{how}");
        for (slow, (_, path, _)) in slow.into_iter().zip(&wishes) {
            let (status, answer) = slow.end().await;
            assert_eq!(status, 403, "{how}: {path}: {answer}");
        }
        // Nothing has happened.
        let password = if how == "change the password" { "difference engine" } else { OLD };
        let again = server.player();
        assert_eq!(again.post("/api/session", credentials(&name, password)).await.good()["name"], name.as_str());
        assert_eq!(again.get("/api/games?mine=true").await.good()["games"], json!([]), "{how}");
        assert_eq!(again.get("/api/published?mine=true").await.good()["games"], json!([]), "{how}");
    }
    server.end().await;
}

#[tokio::test]
async fn a_guests_request_does_not_act_for_the_account() {
    let server = Running::start().await;
    let (thief, victim) = (server.player(), server.player());
    thief.begin(with_friend("chess", Value::Null)).await;
    victim.set_cookie(&format!("{}; Path=/", thief.cookies().unwrap()));
    // It begins before the victim registers with the cookie that both have.
    let rename = Slow::begin(&server, &thief, "PUT", "/api/me", json!({ "name": "Stolen" })).await;
    let register = Slow::begin(&server, &thief, "POST", "/api/accounts", credentials("Thief", OLD)).await;
    victim.post("/api/accounts", credentials("Ada", OLD)).await.good();
    for slow in [rename, register] {
        let (status, answer) = slow.end().await;
        assert!(matches!(status, 403 | 409), "{answer}");
    }
    assert_eq!(victim.get("/api/me").await.good(), json!({ "name": "Ada", "account": true }));
    server.end().await;
}

#[tokio::test]
async fn a_log_in_by_the_old_password_ends_with_it() {
    let server = Running::start().await;
    let (owner, thief) = (server.player(), server.player());
    owner.post("/api/accounts", credentials("Ada", OLD)).await.good();
    // Whichever comes first, nobody is logged in by the old password afterwards.
    let change = json!({ "old": OLD, "new": "another engine" });
    let (changed, _) = tokio::join!(
        owner.send(Method::PUT, "/api/password", Some(&change)),
        thief.post("/api/session", credentials("Ada", OLD))
    );
    assert_eq!(changed.status.as_u16(), 204);
    assert_eq!(thief.get("/api/me").await.good()["account"], false);
    assert_eq!(owner.get("/api/me").await.good()["account"], true);
    server.end().await;
}

#[tokio::test]
async fn sockets_end_with_their_own_session() {
    let server = Running::start().await;
    let (here, there) = (server.player(), server.player());
    here.post("/api/accounts", credentials("Ada", OLD)).await.good();
    there.post("/api/session", credentials("Ada", OLD)).await.good();
    let game = here.begin(with_friend("chess", Value::Null)).await["id"].as_str().unwrap().to_owned();
    let mut stays = there.sit_down(&game).await;
    let mut ends = [here.sit_down(&game).await, here.socket("/api/analysis").await.unwrap()];
    here.send(Method::DELETE, "/api/session", None).await;
    for socket in &mut ends {
        while socket.next().await.is_some() {}
    }
    stays.send(&json!({ "type": "ping" })).await;
    stays.next_of("pong").await;
    // A change of the password ends those of all other browsers.
    here.post("/api/session", credentials("Ada", OLD)).await.good();
    let change = json!({ "old": OLD, "new": "another engine" });
    here.send(Method::PUT, "/api/password", Some(&change)).await;
    while stays.next().await.is_some() {}
    // With the account go the sockets, too.
    let mut last = here.sit_down(&game).await;
    here.post("/api/me/deletion", json!({ "password": "another engine" })).await.good();
    while last.next().await.is_some() {}
    server.end().await;
}

#[tokio::test]
async fn a_socket_that_only_watches_is_nobodys() {
    let server = Running::start().await;
    let player = server.player();
    let request = json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" });
    let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
    let mut watching = player.socket(&format!("/api/games/{game}/socket?watch=true")).await.unwrap();
    let told = watching.next_of("game").await;
    assert!(told["game"]["you"].is_null() && told["game"]["legal"].is_null(), "{told}");
    assert_eq!(watching.refused(json!({ "type": "move", "ply": 0, "text": "e2e4" })).await, "not-a-player");
    player.sit_down(&game).await.make(0, "e2e4").await;
    // A session that has ended meanwhile does not concern it.
    player.send(Method::DELETE, "/api/session", None).await;
    assert_eq!(watching.next_of("move").await["ply"], 1);
    server.end().await;
}

#[tokio::test]
async fn an_account_sees_where_it_is_logged_in_and_ends_that() {
    let server = Running::start().await;
    let browsers = [server.player(), server.player(), server.player()];
    browsers[0].post("/api/accounts", credentials("Ada", OLD)).await.good();
    for browser in &browsers[1..] {
        browser.post("/api/session", credentials("Ada", OLD)).await.good();
    }
    let token = browsers[0].post("/api/tokens", json!({ "name": "Bot", "scopes": ["play"] })).await.good();
    let program = Player::with_token(&server.base, token["secret"].as_str().unwrap());
    let logins = browsers[0].get("/api/sessions").await.good();
    let all = logins.as_array().unwrap();
    assert_eq!(all.iter().filter(|login| login["here"] == true).count(), 1);
    assert_eq!(all.len(), 3);

    // One of the others ends, with what it has open.
    let mut lobby = browsers[1].socket("/api/lobby/socket").await.unwrap();
    let own = browsers[1].get("/api/sessions").await.good();
    let id = own.as_array().unwrap().iter().find(|login| login["here"] == true).unwrap()["id"].as_str().unwrap();
    let path = format!("/api/sessions/{id}");
    assert_eq!(browsers[0].send(Method::DELETE, &path, None).await.status.as_u16(), 204);
    while lobby.next().await.is_some() {}
    assert_eq!(browsers[1].get("/api/me").await.good()["account"], false);
    assert_eq!(browsers[0].send(Method::DELETE, &path, None).await.refused(), (404, "no-such-session".to_owned()));

    // Then all the others; programs go on. Nobody ends what is another's.
    let eve = server.player();
    eve.post("/api/accounts", credentials("Eve", OLD)).await.good();
    let id = browsers[2].get("/api/sessions").await.good()[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(eve.send(Method::DELETE, &format!("/api/sessions/{id}"), None).await.refused().0, 404);
    assert_eq!(browsers[0].send(Method::DELETE, "/api/sessions/others", None).await.status.as_u16(), 204);
    for (browser, account) in [(&browsers[0], true), (&browsers[2], false), (&program, true), (&eve, true)] {
        assert_eq!(browser.get("/api/me").await.good()["account"], account);
    }
    assert_eq!(browsers[0].get("/api/sessions").await.good().as_array().unwrap().len(), 1);
    assert_eq!(server.player().get("/api/sessions").await.refused(), (403, "no-account".to_owned()));
    assert_eq!(program.get("/api/sessions").await.refused().0, 403);
    server.end().await;
}
