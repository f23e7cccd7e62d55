//! Rated games: who may play them, what they change, and what everybody sees of it.

use crate::explorer;
use crate::server::Running;
use serde_json::{Value, json};
use spielraum_loadtest::{Player, Socket};
use tempfile::TempDir;

/// A player with an account.
async fn account(server: &Running, name: &str) -> Player {
    let player = server.player();
    player.post("/api/accounts", json!({ "name": name, "password": "analytical engine" })).await.good();
    player
}

fn seek(variant: &str) -> Value {
    json!({
        "wanted": { "kind": "games", "games": [{ "variant": variant }] }, "side": "random",
        "clock": { "initial": 900, "increment": 10 }, "rated": true,
    })
}

/// Two accounts who have begun a rated game: the sockets of White and Black, whether the first is White, and its id.
async fn pair(ada: &Player, bob: &Player, variant: &str) -> (Socket, Socket, bool, String) {
    let waiting = ada.post("/api/lobby", seek(variant)).await;
    assert_eq!(waiting.status.as_u16(), 201, "{}", waiting.body);
    let begun = bob.post("/api/lobby", seek(variant)).await;
    assert_eq!(begun.body["kind"], "paired", "{}", begun.body);
    let game = begun.body["game"].as_str().unwrap().to_owned();
    let mut of_ada = ada.sit_down(&game).await;
    let mut of_bob = bob.sit_down(&game).await;
    let ada_is_white = of_ada.next_of("game").await["game"]["you"] == "white";
    of_bob.next_of("game").await;
    if ada_is_white { (of_ada, of_bob, true, game) } else { (of_bob, of_ada, false, game) }
}

/// Black mates.
async fn fools_mate(white: &mut Socket, black: &mut Socket) {
    for (ply, text) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut *white } else { &mut *black };
        mover.make(ply as u64, text).await;
        for socket in [&mut *white, &mut *black] {
            socket.next_of("move").await;
        }
    }
}

#[tokio::test]
async fn a_rated_game_changes_both_ratings_once() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let (ada, bob) = (account(&server, "Ada Lovelace").await, account(&server, "Bob").await);
    let (mut white, mut black, ada_is_white, game) = pair(&ada, &bob, "chess").await;
    let (first, second) = if ada_is_white { ("Ada Lovelace", "Bob") } else { ("Bob", "Ada Lovelace") };
    let seen = server.player().get(&format!("/api/games/{game}")).await.good();
    assert_eq!((&seen["rated"], &seen["players"]["white"]["name"]), (&json!(true), &json!(first)));
    assert_eq!(seen["players"]["white"]["rating"], json!({ "points": 1500, "provisional": true }));
    assert_eq!(seen["players"]["black"]["account"], true);

    // Nothing is taken back, and nobody who plays is helped, while others are.
    white.make(0, "f2f3").await;
    for socket in [&mut white, &mut black] {
        socket.next_of("move").await;
    }
    assert_eq!(white.refused(json!({ "type": "offer", "what": "takeback" })).await, "rated-game");
    let place = json!({ "variant": "chess" });
    for path in ["/api/threats", "/api/endgames"] {
        assert_eq!(ada.post(path, place.clone()).await.refused(), (403, "rated-game".to_owned()), "{path}");
        server.player().post(path, place.clone()).await.good();
        ada.post(path, json!({ "variant": "raumschach" })).await.good();
    }
    assert_eq!(ada.get("/api/explorer/chess").await.refused(), (403, "rated-game".to_owned()));
    let mut analysis = bob.socket("/api/analysis").await.unwrap();
    analysis.send(&json!({ "type": "start", "variant": "chess" })).await;
    assert_eq!(analysis.next_of("refused").await["code"], "rated-game");

    for (ply, text) in (1..).zip(["e7e5", "g2g4", "d8h4"]) {
        let mover = if ply % 2 == 0 { &mut white } else { &mut black };
        mover.make(ply, text).await;
    }
    // After the mate everybody hears what it has changed.
    let told = loop {
        let told = white.next_of("game").await["game"].clone();
        if told["result"].is_object() {
            break told;
        }
    };
    let players = &told["players"];
    assert_eq!(players["white"]["rating"], json!({ "points": 1338, "provisional": true, "change": -162 }));
    assert_eq!(players["black"]["rating"], json!({ "points": 1662, "provisional": true, "change": 162 }));
    // The offer of a rematch stores the game again, which counts nothing.
    white.ask(json!({ "type": "offer", "what": "rematch" })).await;
    analysis.send(&json!({ "type": "start", "variant": "chess" })).await;
    analysis.next_of("info").await;

    // Its opening is known by the ratings before it.
    let opening = explorer::counted(&server, "chess", "rated", 1).await;
    let made = json!([{ "text": "f2f3", "san": "f3", "white": 0, "drawn": 0, "black": 1, "rating": 1500 }]);
    assert_eq!((&opening["moves"], &opening["games"][0]["white"]), (&made, &json!(first)));

    let profile = server.player().get(&format!("/api/players/{}", second.replace(' ', "%20"))).await.good();
    assert_eq!((&profile["name"], &profile["yours"]), (&json!(second), &json!(false)));
    let rating = &profile["ratings"][0];
    assert_eq!(
        (&rating["ladder"]["id"], &rating["points"], &rating["won"]),
        (&json!("rapid.chess"), &json!(1662), &json!(1))
    );
    assert_eq!(profile["results"], json!([{ "variant": "chess", "title": "Chess", "won": 1, "drawn": 0, "lost": 0 }]));
    assert_eq!(profile["activity"].as_array().unwrap().len(), 1);
    // Upper and lower case are the same.
    let course = server.player().get("/api/players/bOB/ratings/rapid.chess").await.good();
    assert_eq!(course["games"].as_array().unwrap().len(), 1);
    let board = server.player().get("/api/ratings/rapid.chess").await.good();
    assert_eq!((&board["leaders"], &board["provisional"][0]["name"]), (&json!([]), &json!(second)));
    assert_eq!(board["distribution"], json!([[1300, 1], [1650, 1]]));
    let ladders = server.player().get("/api/ratings").await.good();
    assert_eq!((&ladders[0]["id"], &ladders[0]["players"]), (&json!("rapid.chess"), &json!(2)));

    let games = async |query: &str| {
        let path = format!("/api/players/{}/games?{query}", second.replace(' ', "%20"));
        server.player().get(&path).await.good()["games"].as_array().unwrap().len()
    };
    let opponent = first.replace(' ', "%20");
    for (query, count) in [
        ("", 1),
        ("result=won", 1),
        ("result=lost", 0),
        ("result=drawn", 0),
        ("rated=true&variant=chess", 1),
        ("variant=shogi", 0),
        (&format!("opponent={opponent}&result=won&status=finished"), 1),
        ("status=playing", 0),
    ] {
        assert_eq!(games(query).await, count, "{query}");
    }
    let path = format!("/api/players/{opponent}/games?opponent={opponent}");
    assert_eq!(server.player().get(&path).await.good()["games"], json!([]));
    for path in ["/api/players/Nobody", "/api/players/Nobody/games", "/api/ratings/chess"] {
        assert_eq!(server.player().get(path).await.refused().0, 404, "{path}");
    }

    for page in ["/ratings/rapid.chess", "/player/J.%20Doe"] {
        assert_eq!(server.player().get(page).await.status.as_u16(), 200, "{page}");
    }
    let pgn = ada.get("/api/me/games").await.good();
    let pgn = pgn.as_str().unwrap();
    for part in [
        "[Event \"Rated game\"]",
        "[Variant \"Chess\"]",
        "[WhiteElo \"1500\"]",
        "[Result \"0-1\"]",
        "1. f3 e5 2. g4 Qh4# 0-1",
    ] {
        assert!(pgn.contains(part), "{part} in {pgn}");
    }
    let lines = ada.get("/api/me/games?format=jsonl").await.good();
    // One line alone is an object.
    let line: Value = match &lines {
        Value::String(text) => serde_json::from_str(text.trim()).unwrap(),
        line => line.clone(),
    };
    assert_eq!((&line["id"], &line["moves"][3], &line["rated"]), (&json!(game), &json!("d8h4"), &json!(true)));
    assert_eq!(server.player().get("/api/me/games").await.refused(), (403, "nobody".to_owned()));

    server.end().await;
    assert_eq!(spielraum_server::fsck(folder.path(), None, |_| ()).unwrap().faults, [""; 0]);
    let mut out = Vec::new();
    spielraum_server::export(folder.path(), None, &mut out).unwrap();
    let again = TempDir::new().unwrap();
    assert_eq!(spielraum_server::import(&*out, again.path(), None, |_| ()).unwrap().faults, [""; 0]);
    let mut whole = Vec::new();
    spielraum_server::export(again.path(), None, &mut whole).unwrap();
    assert_eq!(String::from_utf8(whole).unwrap(), String::from_utf8(out).unwrap());
}

#[tokio::test]
async fn who_may_play_rated_games_and_with_whom() {
    let server = Running::start().await;
    let (ada, bob, guest) = (account(&server, "Ada").await, account(&server, "Bob").await, server.player());
    guest
        .post(
            "/api/lobby",
            json!({ "wanted": { "kind": "group", "group": "any" }, "side": "random", "clock": { "days": 1 } }),
        )
        .await;
    assert_eq!(guest.post("/api/lobby", seek("chess")).await.refused(), (403, "no-account".to_owned()));
    for (key, value, code) in [
        ("clock", Value::Null, "not-rated"),
        ("side", json!("white"), "not-rated"),
        ("range", json!({ "least": 1600, "most": 1500 }), "bad-seek"),
    ] {
        let mut request = seek("chess");
        request[key] = value;
        assert_eq!(ada.post("/api/lobby", request).await.refused(), (422, code.to_owned()), "{key}");
    }
    // A seek for the strong is not for Bob, whose own seek goes past it.
    let mut strong = seek("chess");
    strong["range"] = json!({ "least": 1600 });
    let waiting = ada.post("/api/lobby", strong).await.body["seek"]["id"].as_str().unwrap().to_owned();
    let accepted = bob.post(&format!("/api/lobby/{waiting}/accept"), json!({})).await;
    assert_eq!(accepted.refused(), (403, "out-of-range".to_owned()));
    assert_eq!(guest.post(&format!("/api/lobby/{waiting}/accept"), json!({})).await.refused().1, "no-account");
    let own = bob.post("/api/lobby", seek("chess")).await;
    assert_eq!(own.body["kind"], "waiting", "{}", own.body);
    let listed = guest.get("/api/lobby").await.good();
    assert!(listed["seeks"].as_array().unwrap().iter().filter(|seek| seek["rated"] == true).count() == 2, "{listed}");

    // A friend needs an account, too, and what is begun with a link follows the same rules.
    let friend = json!({ "variant": "chess", "opponent": { "kind": "friend" }, "side": "random", "clock": { "days": 2 }, "rated": true });
    let game = ada.post("/api/games", friend.clone()).await.good()["id"].as_str().unwrap().to_owned();
    assert_eq!(
        guest.post(&format!("/api/games/{game}/join"), json!({})).await.refused(),
        (403, "no-account".to_owned())
    );
    assert_eq!(bob.post(&format!("/api/games/{game}/join"), json!({})).await.good()["rated"], true);
    assert_eq!(guest.post("/api/games", friend.clone()).await.refused(), (403, "no-account".to_owned()));
    for (key, value) in [
        ("side", json!("white")),
        ("clock", Value::Null),
        ("opponent", json!({ "kind": "self" })),
        ("fen", json!("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")),
    ] {
        let mut request = friend.clone();
        request[key] = value;
        assert_eq!(ada.post("/api/games", request).await.refused(), (422, "not-rated".to_owned()), "{key}");
    }
    // What is called off, and what ends before each has moved, changes nothing.
    bob.post(&format!("/api/games/{game}/abort"), json!({})).await.good();
    assert_eq!(ada.get("/api/players/Ada").await.good()["ratings"], json!([]));
    // After ten games within a day the two play without a rating.
    for _ in 1..10 {
        let game = ada.post("/api/games", friend.clone()).await.good()["id"].as_str().unwrap().to_owned();
        bob.post(&format!("/api/games/{game}/join"), json!({})).await.good();
        ada.post(&format!("/api/games/{game}/abort"), json!({})).await.good();
    }
    let more = ada.post("/api/games", friend.clone()).await;
    assert_eq!(more.refused(), (403, "aborted-often".to_owned()));
    server.end().await;
}

#[tokio::test]
async fn two_players_meet_ten_times_a_day_at_most() {
    let server = Running::start().await;
    let (ada, bob) = (account(&server, "Ada").await, account(&server, "Bob").await);
    for _ in 0..10 {
        let (mut white, mut black, ..) = pair(&ada, &bob, "chess").await;
        fools_mate(&mut white, &mut black).await;
    }
    ada.post("/api/lobby", seek("chess")).await.good();
    // They are not paired, and may not accept each other's seeks.
    let own = bob.post("/api/lobby", seek("chess")).await;
    assert_eq!(own.body["kind"], "waiting", "{}", own.body);
    let id = own.body["seek"]["id"].as_str().unwrap();
    assert_eq!(ada.post(&format!("/api/lobby/{id}/accept"), json!({})).await.refused(), (403, "met-often".to_owned()));
    let profile = ada.get("/api/players/ada").await.good();
    let rating = &profile["ratings"][0];
    let games: u64 = ["won", "drawn", "lost"].iter().map(|key| rating[key].as_u64().unwrap()).sum();
    assert_eq!((games, &profile["yours"]), (10, &json!(true)));
    server.end().await;
}
