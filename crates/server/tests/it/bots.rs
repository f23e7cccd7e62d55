//! Programs that act for a player by a token: what it opens, what it does not, and games that are played by it.

use crate::server::{Running, with_friend};
use serde_json::{Value, json};
use spielraum_loadtest::{Lines, Method, Player};
use tempfile::TempDir;

/// A player with an account.
async fn account(server: &Running, name: &str) -> Player {
    let player = server.player();
    let answer = player.post("/api/accounts", json!({ "name": name, "password": "analytical engine 7" })).await;
    assert_eq!(answer.status.as_u16(), 201, "{}", answer.body);
    player
}

/// A new token of a player: its id, and a program that has it.
async fn token(server: &Running, player: &Player, scopes: &[&str]) -> (String, Player) {
    let made = player.post("/api/tokens", json!({ "name": "Bot", "scopes": scopes })).await;
    assert_eq!(made.status.as_u16(), 201, "{}", made.body);
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    (word(&made.body["token"]["id"]), Player::with_token(&server.base, &word(&made.body["secret"])))
}

async fn act(program: &Player, game: &str, what: &str) -> (u16, Value) {
    let answer = program.send(Method::POST, &format!("/api/bot/game/{game}/{what}"), None).await;
    (answer.status.as_u16(), answer.body)
}

/// The next line of a type.
async fn line(lines: &mut Lines, kind: &str) -> Value {
    loop {
        let line = lines.next().await.unwrap_or_else(|| panic!("the stream ended before `{kind}`"));
        if line["type"] == kind {
            return line;
        }
    }
}

#[tokio::test]
async fn a_program_plays_a_game_over_streams() {
    let server = Running::start().await;
    let (ada, bob) = (account(&server, "Ada").await, account(&server, "Bob").await);
    let (_, bot) = token(&server, &bob, &["play", "seek"]).await;
    assert_eq!(bot.get("/api/me").await.good()["name"], "Bob");
    let mut events = bot.lines("/api/stream/event").await;
    let game = ada.begin(with_friend("chess", json!({ "initial": 300, "increment": 2 }))).await["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(bot.post(&format!("/api/games/{game}/join"), json!({})).await.good()["you"], "black");
    let begun = line(&mut events, "gameStart").await["game"].take();
    assert_eq!((&begun["gameId"], &begun["color"], &begun["isMyTurn"]), (&json!(game), &json!("black"), &json!(false)));
    assert_eq!(begun["variant"], json!({ "key": "chess", "name": "Chess" }));
    // Who comes later hears of the games that go on.
    let again = line(&mut bot.lines("/api/stream/event").await, "gameStart").await;
    assert_eq!(again["game"]["gameId"], json!(game));

    let mut stream = bot.lines(&format!("/api/bot/game/stream/{game}")).await;
    let whole = line(&mut stream, "gameFull").await;
    assert_eq!(
        (&whole["white"]["name"], &whole["state"]["moves"], &whole["state"]["winc"]),
        (&json!("Ada"), &json!(""), &json!(2_000))
    );
    assert_eq!(whole["state"]["status"], "started");
    ada.sit_down(&game).await.make(0, "f2f3").await;
    assert_eq!(line(&mut stream, "gameState").await["moves"], "f2f3");
    assert_eq!(act(&bot, &game, "move/e7e9").await.0, 422);
    assert_eq!(act(&bot, &game, "move/e7e5").await, (200, json!({ "ok": true })));
    assert_eq!(line(&mut stream, "gameState").await["moves"], "f2f3 e7e5");
    assert_eq!(act(&bot, &game, "move/d7d5").await.0, 409);
    assert_eq!(act(&bot, &game, "draw/yes").await.0, 200);
    assert_eq!(line(&mut stream, "gameState").await["bdraw"], true);
    let said =
        bot.post(&format!("/api/bot/game/{game}/chat"), json!({ "channel": "players", "text": "Good luck" })).await;
    assert_eq!(said.good(), json!({ "ok": true }));
    ada.sit_down(&game).await.make(2, "g2g4").await;
    assert_eq!(act(&bot, &game, "move/d8h4").await.0, 200);
    let last = loop {
        let state = line(&mut stream, "gameState").await;
        if state["status"] != "started" {
            break state;
        }
    };
    assert_eq!((&last["status"], &last["winner"]), (&json!("checkmate"), &json!("black")));
    assert_eq!(stream.next().await, None);
    assert_eq!(line(&mut events, "gameFinish").await["game"]["gameId"], json!(game));
    assert_eq!(ada.get(&format!("/api/games/{game}/chat")).await.good()[0]["text"], "Good luck");
    server.end().await;
}

#[tokio::test]
async fn a_token_opens_no_more_than_its_scopes_and_ends_when_it_is_revoked() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| ()).await;
    let bob = account(&server, "Bob").await;
    let guest = server.player();
    guest.begin(json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" })).await;
    let wanted = json!({ "name": "Bot", "scopes": ["play"] });
    assert_eq!(guest.post("/api/tokens", wanted.clone()).await.refused(), (403, "no-account".to_owned()));
    for name in ["", "x\u{200b}y", &"x".repeat(61)] {
        let answer = bob.post("/api/tokens", json!({ "name": name, "scopes": [] })).await;
        assert_eq!(answer.refused(), (422, "bad-name".to_owned()), "{name:?}");
    }
    let (id, reads) = token(&server, &bob, &[]).await;
    let (_, plays) = token(&server, &bob, &["play"]).await;
    let new = json!({ "variant": "chess", "opponent": { "kind": "engine", "level": 1 }, "side": "white" });
    for (program, path, code) in [
        (&reads, "/api/games", "missing-scope"),
        (&plays, "/api/games", "missing-scope"),
        (&reads, "/api/bot/game/x/resign", "missing-scope"),
        (&plays, "/api/tokens", "not-for-tokens"),
        (&plays, "/api/me/deletion", "not-for-tokens"),
        (&plays, "/api/accounts", "not-for-tokens"),
    ] {
        assert_eq!(program.post(path, new.clone()).await.refused(), (403, code.to_owned()), "{path}");
    }
    for path in ["/api/tokens", "/api/me/export", "/api/blocks"] {
        assert_eq!(plays.get(path).await.refused().1, "not-for-tokens", "{path}");
    }
    assert_eq!(reads.get("/api/games?mine=true").await.good(), json!({ "games": [] }));

    // The secret of a token is no cookie, and that of a session no token.
    let made = bob.post("/api/tokens", wanted).await.good();
    let thief = server.player();
    thief.set_cookie(&format!("spielraum-session={}; Path=/", made["secret"].as_str().unwrap()));
    assert_eq!(thief.get("/api/me").await.good()["account"], false);
    let cookies = bob.cookies().unwrap();
    let secret = cookies.split("; ").find_map(|cookie| cookie.strip_prefix("spielraum-session=")).unwrap();
    assert_eq!(Player::with_token(&server.base, secret).get("/api/me").await.refused().1, "bad-token");

    // Nothing of the secret is stored, and revoking ends what is open.
    let listed = bob.get("/api/tokens").await.good();
    assert_eq!(listed.as_array().unwrap().len(), 3);
    assert!(!listed.to_string().contains(made["secret"].as_str().unwrap()));
    let (third, streams) = token(&server, &bob, &["play"]).await;
    let mut events = streams.lines("/api/stream/event").await;
    let path = |id: &str| format!("/api/tokens/{id}");
    assert_eq!(bob.send(Method::DELETE, &path(&third), None).await.status.as_u16(), 204);
    assert_eq!(events.next().await, None);
    assert_eq!(streams.get("/api/me").await.refused().1, "bad-token");
    assert_eq!(bob.send(Method::DELETE, &path(&third), None).await.refused().1, "no-such-token");
    let eve = account(&server, "Eve").await;
    assert_eq!(eve.send(Method::DELETE, &path(&id), None).await.refused().1, "no-such-token");
    assert_eq!(reads.get("/api/me").await.good()["name"], "Bob");
    for _ in 3..20 {
        token(&server, &bob, &[]).await;
    }
    assert_eq!(bob.post("/api/tokens", json!({ "name": "Bot", "scopes": [] })).await.status.as_u16(), 429);
    assert_eq!(bob.send(Method::DELETE, "/api/sessions", None).await.status.as_u16(), 204);
    assert_eq!(reads.get("/api/me").await.refused().1, "bad-token");
    server.end().await;
}

#[tokio::test]
async fn programs_hear_of_challenges() {
    let server = Running::start().await;
    let (ada, bob) = (account(&server, "Ada").await, account(&server, "Bob").await);
    let (_, bot) = token(&server, &bob, &["play", "seek"]).await;
    let to_bob = |clock: Value| {
        let games = json!({ "kind": "games", "games": [{ "variant": "chess" }] });
        json!({ "to": "Bob", "wanted": games, "side": "black", "clock": clock })
    };
    let made =
        async |clock: Value| ada.post("/api/challenge", to_bob(clock)).await.good()["id"].as_str().unwrap().to_owned();
    // One that waits comes first.
    let first = made(json!({ "days": 3 })).await;
    let mut events = bot.lines("/api/stream/event").await;
    let mut own = ada.lines("/api/stream/event").await;
    let challenge = line(&mut events, "challenge").await["challenge"].take();
    assert_eq!((&challenge["id"], &challenge["status"]), (&json!(first), &json!("created")));
    assert_eq!((&challenge["challenger"]["name"], &challenge["destUser"]["name"]), (&json!("Ada"), &json!("Bob")));
    assert_eq!((&challenge["variant"]["key"], &challenge["color"]), (&json!("chess"), &json!("black")));
    ada.post(&format!("/api/challenge/{first}/cancel"), json!({})).await;
    assert_eq!(line(&mut events, "challengeCanceled").await["challenge"]["id"], json!(first));
    let second = made(Value::Null).await;
    assert_eq!(line(&mut events, "challenge").await["challenge"]["id"], json!(second));
    bot.post(&format!("/api/challenge/{second}/decline"), json!({ "reason": "later" })).await;
    let declined = line(&mut own, "challengeDeclined").await["challenge"].take();
    assert_eq!((&declined["id"], &declined["declineReasonKey"]), (&json!(second), &json!("later")));
    let third = made(json!({ "initial": 300, "increment": 2 })).await;
    assert_eq!(line(&mut events, "challenge").await["challenge"]["id"], json!(third));
    bot.post(&format!("/api/challenge/{third}/accept"), json!({})).await.good();
    assert_eq!(line(&mut events, "gameStart").await["game"]["color"], "white");
    server.end().await;
}
