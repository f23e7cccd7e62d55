//! E-mail: a real SMTP server takes it, another library reads it.

use crate::postbox::{Mood, Postbox, Received};
use crate::server::{Running, with_friend};
use serde_json::{Value, json};
use spielraum_loadtest::{Method, Player};
use spielraum_server::{Config, Mail};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

const URL: &str = "https://chess.example";

/// A server that sends its e-mail to a postbox, at once.
fn sends(postbox: &Postbox) -> impl FnOnce(&mut Config) + use<> {
    let address = postbox.address;
    move |config| {
        let server = format!("smtp://{address}").parse().unwrap();
        let mut mail = Mail::new(server, "Spielraum <robot@chess.example>".parse().unwrap(), URL).unwrap();
        (mail.grace, mail.pause) = (Duration::ZERO, Duration::ZERO);
        (mail.look, mail.retry) = (Duration::from_millis(20), Duration::from_millis(20));
        mail.patience = Duration::from_millis(500);
        config.mail = Some(mail);
    }
}

fn credentials(name: &str, password: &str) -> Value {
    json!({ "name": name, "password": password })
}

const PASSWORD: &str = "analytical engine";

async fn account(server: &Running, name: &str) -> Player {
    let player = server.player();
    player.post("/api/accounts", credentials(name, PASSWORD)).await.good();
    player
}

async fn put(player: &Player, path: &str, body: Value) -> Value {
    player.send(Method::PUT, path, Some(&body)).await.good()
}

fn address_of(name: &str, language: &str) -> Value {
    let address = format!("{}@players.example", name.to_lowercase());
    json!({ "address": address, "password": PASSWORD, "language": language })
}

/// An account with an address that is confirmed.
async fn reader(server: &Running, postbox: &Postbox, name: &str, language: &str) -> Player {
    let player = account(server, name).await;
    put(&player, "/api/mail", address_of(name, language)).await;
    let secret = secret_of(&postbox.next().await, "confirm");
    // The link is followed in another browser.
    let answer = server.player().post("/api/mail/confirmation", json!({ "secret": secret })).await;
    assert_eq!(answer.status.as_u16(), 204);
    player
}

/// The secret of the link in a letter, in its text and in its HTML.
fn secret_of(letter: &Received, page: &str) -> String {
    let link = format!("{URL}/mail/{page}#");
    let secret = |text: &str| -> String {
        let (_, rest) = text.split_once(&link).unwrap_or_else(|| panic!("no link in {text}"));
        rest.chars().take_while(char::is_ascii_alphanumeric).collect()
    };
    assert_eq!(secret(&letter.text), secret(&letter.html));
    secret(&letter.text)
}

#[tokio::test]
async fn an_address_is_confirmed_and_opens_the_account_again() {
    let (postbox, folder) = (Postbox::open().await, TempDir::new().unwrap());
    let server = Running::start_in(folder.path(), sends(&postbox)).await;
    let ada = account(&server, "Ada").await;
    assert_eq!(ada.get("/api/me").await.good(), json!({ "name": "Ada", "account": true, "mail": true }));
    let wrong = json!({ "address": "ada@players.example", "password": "difference engine", "language": "en" });
    let refused = ada.send(Method::PUT, "/api/mail", Some(&wrong)).await.refused();
    assert_eq!(refused, (403, "wrong-password".to_owned()));
    for bad in ["ada", "ada@players.example, eve@evil.example", "ada@players.example\r\nBcc: eve@evil.example", "@", ""]
    {
        let request = json!({ "address": bad, "password": PASSWORD, "language": "en" });
        let refused = ada.send(Method::PUT, "/api/mail", Some(&request)).await.refused();
        assert_eq!(refused, (422, "bad-address".to_owned()), "{bad:?}");
    }
    let set = put(&ada, "/api/mail", address_of("Ada", "de")).await;
    assert_eq!((&set["address"], &set["confirmed"]), (&json!("ada@players.example"), &json!(false)));
    let letter = postbox.next().await;
    assert_eq!((&*letter.to, &*letter.from), ("ada@players.example", "robot@chess.example"));
    assert_eq!(letter.subject, "Spielraum: Bestätige deine Adresse");
    assert!(letter.text.contains("Das Konto Ada bei https://chess.example"), "{}", letter.text);
    let secret = secret_of(&letter, "confirm");

    // Until then the address is nobody's.
    let stranger = server.player();
    let forgot = async |address: &str| {
        let answer = stranger.post("/api/password/forgotten", json!({ "address": address })).await;
        assert_eq!(answer.status.as_u16(), 204);
    };
    forgot("ada@players.example").await;
    let follow = async |secret: &str| stranger.post("/api/mail/confirmation", json!({ "secret": secret })).await;
    assert_eq!(follow("something").await.refused(), (403, "link-over".to_owned()));
    assert_eq!(follow(&secret).await.status.as_u16(), 204);
    assert_eq!(follow(&secret).await.refused(), (403, "link-over".to_owned()));
    assert_eq!(ada.get("/api/mail").await.good()["confirmed"], true);

    forgot("nobody@players.example").await;
    forgot("ADA@players.example").await;
    let letter = postbox.next().await;
    assert_eq!(letter.subject, "Spielraum: Wähle ein neues Passwort");
    assert_eq!(postbox.taken(), 2, "nothing went to nobody, and nothing to an address that was not confirmed");
    let secret = secret_of(&letter, "reset");
    let reset = async |secret: &str, password: &str| {
        stranger.post("/api/password/reset", json!({ "secret": secret, "password": password })).await
    };
    assert_eq!(reset(&secret, "ada").await.refused(), (422, "bad-password".to_owned()));
    assert_eq!(reset("something", "another engine of mine").await.refused(), (403, "link-over".to_owned()));
    assert_eq!(reset(&secret, "another engine of mine").await.good()["name"], "Ada");
    assert_eq!(reset(&secret, "a third engine of mine").await.refused(), (403, "link-over".to_owned()));
    // Clients that knew the old password are out.
    assert_eq!(ada.get("/api/mail").await.refused(), (403, "no-account".to_owned()));
    let log_in = async |password: &str| server.player().post("/api/session", credentials("Ada", password)).await;
    assert_eq!(log_in(PASSWORD).await.refused(), (403, "wrong-password".to_owned()));
    log_in("another engine of mine").await.good();
    server.end().await;

    // Of addresses one's own data alone says something; a copy of everything does not, and a token reads none.
    let export = |player: Option<&str>| {
        let mut lines = Vec::new();
        spielraum_server::export(folder.path(), player, &mut lines).unwrap();
        String::from_utf8(lines).unwrap()
    };
    assert!(export(Some("Ada")).contains("ada@players.example") && !export(None).contains("players.example"));
}

#[tokio::test]
async fn notices_come_and_stop_with_one_click() {
    let postbox = Postbox::open().await;
    let server = Running::start_with(sends(&postbox)).await;
    let ada = reader(&server, &postbox, "Ada", "en").await;
    let bob = reader(&server, &postbox, "Bob", "de").await;
    let game = ada.begin(with_friend("chess", json!({ "days": 3 }))).await["id"].as_str().unwrap().to_owned();
    bob.post(&format!("/api/games/{game}/join"), json!({})).await.good();
    let (first, second) = (postbox.next().await, postbox.next().await);
    let (to_ada, to_bob) = if first.to.starts_with("ada") { (first, second) } else { (second, first) };
    assert_eq!(to_ada.subject, "Spielraum: Your turn: Chess against Bob");
    assert_eq!(to_bob.subject, "Spielraum: Deine Partie hat begonnen: Chess gegen Ada");
    for letter in [&to_ada, &to_bob] {
        assert!(letter.text.contains(&format!("{URL}/game/{game}")), "{}", letter.text);
        assert!(letter.html.contains(&format!("href=\"{URL}/game/{game}\"")), "{}", letter.html);
    }
    let mut at_ada = ada.sit_down(&game).await;
    at_ada.make(0, "e2e4").await;
    let to_bob = postbox.next().await;
    assert_eq!(to_bob.subject, "Spielraum: Du bist am Zug: Chess gegen Ada");
    assert_eq!(to_bob.header("Auto-Submitted"), "auto-generated");

    // A mail program stops them without logging in (RFC 8058), a person by the page of the link.
    assert_eq!(to_bob.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    let header = to_bob.header("List-Unsubscribe");
    let path = header.trim_matches(['<', '>']).strip_prefix(URL).unwrap().to_owned();
    assert!(path.ends_with(&secret_of(&to_bob, "unsubscribe")), "{path}");
    assert_eq!(server.player().post(&path, json!({})).await.status.as_u16(), 204);
    let settings = bob.get("/api/mail").await.good();
    assert_eq!(settings["notices"], json!({ "turns": "never", "games": false, "deadlines": false }));
    let choose = json!({ "notices": { "turns": "never", "games": true, "deadlines": false }, "language": "en" });
    put(&ada, "/api/mail/notices", choose).await;
    assert_eq!(at_ada.ask(json!({ "type": "resign" })).await["type"], "ack");
    let to_ada = postbox.next().await;
    assert_eq!(to_ada.subject, "Spielraum: You have lost: Chess against Bob");
    assert_eq!(postbox.taken(), 6, "Bob gets no more");
    server.end().await;
}

#[tokio::test]
async fn what_a_mail_server_does_not_take_waits_also_for_the_next_start() {
    let (postbox, folder) = (Postbox::open().await, TempDir::new().unwrap());
    let server = Running::start_in(folder.path(), sends(&postbox)).await;
    let ada = account(&server, "Ada").await;
    // It is busy, breaks off in the middle, or says nothing at all: the letter comes once in the end.
    postbox.set(Mood::Later);
    put(&ada, "/api/mail", address_of("Ada", "en")).await;
    for mood in [Mood::Breaks, Mood::Silent, Mood::WantsPassword] {
        postbox.refuses(2).await;
        postbox.set(mood);
    }
    postbox.refuses(2).await;
    server.end().await;
    assert_eq!(postbox.taken(), 0);
    postbox.set(Mood::Takes);
    let server = Running::start_in(folder.path(), sends(&postbox)).await;
    let secret = secret_of(&postbox.next().await, "confirm");
    server.player().post("/api/mail/confirmation", json!({ "secret": secret })).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(postbox.taken(), 1);

    // What it refuses for good is not tried again.
    postbox.set(Mood::Refuses);
    let again = server.player();
    again.set_cookie(&ada.cookies().unwrap());
    put(&again, "/api/mail", address_of("Grace", "en")).await;
    postbox.refuses(1).await;
    postbox.set(Mood::Takes);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(postbox.taken(), 1);
    server.end().await;
}

#[tokio::test]
async fn a_day_has_so_many_notices_and_letters() {
    let postbox = Postbox::open().await;
    let sending = sends(&postbox);
    let server = Running::start_with(|config| {
        sending(config);
        config.limits.mails_each = 1;
    })
    .await;
    let ada = reader(&server, &postbox, "Ada", "en").await;
    for _ in 0..3 {
        let game = ada.begin(with_friend("chess", json!({ "days": 3 }))).await["id"].as_str().unwrap().to_owned();
        server.player().post(&format!("/api/games/{game}/join"), json!({})).await.good();
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    assert_eq!(postbox.taken(), 2, "a letter and one notice");
    for _ in 1..6 {
        put(&ada, "/api/mail", address_of("Ada", "en")).await;
    }
    let more = ada.send(Method::PUT, "/api/mail", Some(&address_of("Ada", "en"))).await.refused();
    assert_eq!(more, (429, "too-many-requests".to_owned()));
    server.end().await;
}

/// How many rows about e-mail a database has.
fn rows(folder: &Path) -> i64 {
    let database = rusqlite::Connection::open(folder.join("spielraum.sqlite")).unwrap();
    let count = |table: &str| -> i64 {
        database.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
    };
    ["mail_addresses", "notices", "letters", "mail_links"].into_iter().map(count).sum()
}

#[tokio::test]
async fn an_address_goes_with_its_account_or_alone() {
    let (postbox, folder) = (Postbox::open().await, TempDir::new().unwrap());
    let server = Running::start_in(folder.path(), sends(&postbox)).await;
    let (ada, bob) = (reader(&server, &postbox, "Ada", "en").await, reader(&server, &postbox, "Bob", "en").await);
    postbox.set(Mood::Later);
    let game = ada.begin(with_friend("chess", json!({ "days": 3 }))).await["id"].as_str().unwrap().to_owned();
    bob.post(&format!("/api/games/{game}/join"), json!({})).await.good();
    assert!(rows(folder.path()) > 2);
    ada.post("/api/me/deletion", json!({ "password": PASSWORD })).await;
    assert_eq!(bob.send(Method::DELETE, "/api/mail", None).await.status.as_u16(), 204);
    assert_eq!(rows(folder.path()), 0);
    assert_eq!(bob.get("/api/mail").await.good()["address"], Value::Null);
    server.end().await;
}

#[tokio::test]
async fn without_a_mail_server_there_is_no_e_mail() {
    let server = Running::start().await;
    let ada = account(&server, "Ada").await;
    assert_eq!(ada.get("/api/me").await.good(), json!({ "name": "Ada", "account": true }));
    let none = (404, "no-mail".to_owned());
    assert_eq!(ada.get("/api/mail").await.refused(), none);
    assert_eq!(ada.send(Method::PUT, "/api/mail", Some(&address_of("Ada", "en"))).await.refused(), none);
    assert_eq!(ada.post("/api/password/forgotten", json!({ "address": "a@b.example" })).await.refused(), none);
    server.end().await;
}

#[test]
fn passwords_of_mail_servers_go_nowhere_unencrypted() {
    let parse = |text: &str| text.parse::<spielraum_server::MailServer>();
    let shown = |text: &str| format!("{:?}", parse(text).unwrap());
    assert_eq!(shown("smtp://user:secret@mail.example"), "mail.example:587 (StartTls)");
    assert_eq!(shown("smtps://user:secret@mail.example"), "mail.example:465 (Tls)");
    assert_eq!(shown("smtp://127.0.0.1:25"), "127.0.0.1:25 (None)");
    assert_eq!(shown("smtp://[::1]:25"), "[::1]:25 (None)");
    assert_eq!(shown("smtp://mail.example:25?tls=none"), "mail.example:25 (None)");
    for bad in
        ["smtp://user:secret@mail.example?tls=none", "http://mail.example", "secret", "smtp://", "smtp://a?b=secret"]
    {
        let error = parse(bad).unwrap_err();
        assert!(!error.contains("secret"), "{error}");
    }
    let sender = || "robot@chess.example".parse().unwrap();
    for bad in ["chess.example", "ftp://chess.example", "https://chess.example/?a", "https://chess.example/#a"] {
        assert!(Mail::new(parse("smtp://127.0.0.1").unwrap(), sender(), bad).is_err(), "{bad}");
    }
}
