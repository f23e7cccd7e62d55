//! The lobby: seeks are created, seen by others as they come and go, accepted once, and become games.

use crate::server::Running;
use serde_json::{Value, json};
use spielraum_loadtest::{Answer, Method, Player};
use std::collections::BTreeSet;
use std::time::Duration;
use tempfile::TempDir;

/// How long to wait for what has to come.
const WAIT: Duration = Duration::from_secs(60);

const DAY: i64 = 24 * 60 * 60 * 1000;

/// A seek for one game of the catalogue.
fn one(variant: &str, side: &str, clock: Value) -> Value {
    json!({ "wanted": { "kind": "games", "games": [{ "variant": variant }] }, "side": side, "clock": clock })
}

fn days(days: u32) -> Value {
    json!({ "days": days })
}

/// Creates a seek that must wait, and returns its id.
async fn seek(player: &Player, request: Value) -> String {
    let answer = player.post("/api/lobby", request).await;
    assert_eq!(answer.status.as_u16(), 201, "{}", answer.body);
    assert_eq!(answer.body["kind"], "waiting", "{}", answer.body);
    answer.body["seek"]["id"].as_str().unwrap().to_owned()
}

async fn accept(player: &Player, seek: &str) -> Answer {
    player.post(&format!("/api/lobby/{seek}/accept"), json!({})).await
}

async fn withdraw(player: &Player, seek: &str) -> Answer {
    player.send(Method::DELETE, &format!("/api/lobby/{seek}"), None).await
}

/// The ids of the open seeks, as somebody sees them, and which are that one's own.
async fn open(player: &Player) -> Vec<(String, bool)> {
    let lobby = player.get("/api/lobby").await.good();
    let told = |seek: &Value| (seek["id"].as_str().unwrap().to_owned(), seek["yours"].as_bool().unwrap());
    lobby["seeks"].as_array().unwrap().iter().map(told).collect()
}

/// The games that wait for a player's move.
async fn turns(player: &Player) -> Vec<Value> {
    player.get("/api/games?turn=true").await.good()["games"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_seek_is_seen_accepted_and_played() {
    let server = Running::start().await;
    let (ada, bob, eve) = (server.player(), server.player(), server.player());
    // Ada has a name from her first seek on; she withdraws it.
    let first = seek(&ada, one("shogi", "random", days(7))).await;
    assert_eq!(withdraw(&eve, &first).await.refused(), (403, "not-yours".to_owned()));
    assert_eq!(withdraw(&ada, &first).await.status.as_u16(), 204);
    assert_eq!(withdraw(&ada, &first).await.refused(), (409, "seek-gone".to_owned()));
    assert_eq!(accept(&bob, &first).await.refused(), (409, "seek-gone".to_owned()));
    let (mut at_ada, mut at_eve) =
        (ada.socket("/api/lobby/socket").await.unwrap(), eve.socket("/api/lobby/socket").await.unwrap());
    for socket in [&mut at_ada, &mut at_eve] {
        socket.send(&json!({ "type": "ping" })).await;
        socket.next_of("pong").await;
    }
    let id = seek(&ada, one("chess", "black", days(3))).await;
    for (socket, yours) in [(&mut at_ada, true), (&mut at_eve, false)] {
        let news = socket.next_of("seeks").await;
        let seen = &news["open"][0];
        assert_eq!((&seen["id"], &seen["yours"]), (&json!(id), &json!(yours)), "{news}");
        assert_eq!((&seen["side"], &seen["clock"]), (&json!("black"), &days(3)));
        assert_eq!(seen["wanted"]["games"][0]["title"], "Chess");
        assert!(seen["name"].as_str().unwrap().starts_with("Guest"));
    }
    assert_eq!((open(&ada).await, open(&bob).await), (vec![(id.clone(), true)], vec![(id.clone(), false)]));
    assert_eq!(accept(&ada, &id).await.refused(), (409, "own-seek".to_owned()));

    let answer = accept(&bob, &id).await;
    assert_eq!(answer.status.as_u16(), 201);
    let game = answer.body["game"].as_str().unwrap().to_owned();
    let paired = at_ada.next_of("paired").await;
    assert_eq!((&paired["seek"], &paired["game"]), (&json!(id), &json!(game)));
    assert_eq!(at_eve.next_of("seeks").await["gone"], json!([id]));
    assert!(open(&eve).await.is_empty());
    assert_eq!(accept(&eve, &id).await.refused(), (409, "seek-gone".to_owned()));

    // Both are in the game, which waits for Bob: his three days run from the beginning on.
    let of_bob = turns(&bob).await;
    assert_eq!((of_bob.len(), &of_bob[0]["id"], turns(&ada).await.len()), (1, &json!(game), 0));
    assert_eq!((&of_bob[0]["clock"], &of_bob[0]["turn"]), (&days(3), &json!("white")));
    let created = of_bob[0]["created"].as_i64().unwrap();
    assert!((of_bob[0]["due"].as_i64().unwrap() - created - 3 * DAY).abs() < 60_000);
    bob.sit_down(&game).await.make(0, "e2e4").await;
    assert_eq!((turns(&bob).await.len(), turns(&ada).await.len()), (0, 1));
    let seen = ada.get(&format!("/api/games/{game}")).await.good();
    assert_eq!(
        (&seen["you"], &seen["status"], &seen["clock"]["days"]),
        (&json!("black"), &json!("playing"), &json!(3))
    );
    assert_eq!((&seen["clock"]["white"], &seen["clock"]["running"]), (&json!(3 * DAY), &json!("black")));
    assert_eq!(turns(&eve).await.len(), 0);
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_accept_at_once_one_plays() {
    let server = Running::start().await;
    let (ada, bob, eve) = (server.player(), server.player(), server.player());
    for round in 1..=8 {
        let id = seek(&ada, one("chess", "white", Value::Null)).await;
        let (first, second) = tokio::join!(accept(&bob, &id), accept(&eve, &id));
        let (good, refused) = if first.status.is_success() { (first, second) } else { (second, first) };
        good.good();
        assert_eq!(refused.refused(), (409, "seek-gone".to_owned()));
        let games = ada.get("/api/games?mine=true").await.good();
        assert_eq!(games["games"].as_array().unwrap().len(), round);
    }
    server.end().await;
}

#[tokio::test]
async fn what_fits_an_open_seek_begins_at_once() {
    let server = Running::start().await;
    let (ada, bob) = (server.player(), server.player());
    let space = json!({ "wanted": { "kind": "group", "group": "space" }, "side": "random", "clock": days(2) });
    seek(&ada, space).await;
    // Neither a flat game nor another clock fits.
    let flat = seek(&bob, one("chess", "random", days(2))).await;
    let slow = seek(&bob, one("raumschach", "random", days(5))).await;
    let begun = bob.post("/api/lobby", one("raumschach", "white", days(2))).await.good();
    assert_eq!(begun["kind"], "paired");
    let game = ada.get(&format!("/api/games/{}", begun["game"].as_str().unwrap())).await.good();
    assert_eq!((&game["variant"], &game["you"]), (&json!("raumschach"), &json!("black")));
    let left: BTreeSet<String> = open(&bob).await.into_iter().map(|(id, _)| id).collect();
    assert_eq!(left, BTreeSet::from([slow, flat]));
    server.end().await;
}

#[tokio::test]
async fn seeks_are_kept_over_a_restart_and_bounded() {
    let folder = TempDir::new().unwrap();
    let change = |config: &mut spielraum_server::Config| config.limits.seeks_each = 2;
    let server = Running::start_in(folder.path(), change).await;
    let ada = server.player();
    let first = seek(&ada, one("chess", "white", days(1))).await;
    // The same again is the same seek.
    assert_eq!(seek(&ada, one("chess", "white", days(1))).await, first);
    seek(&ada, one("chess", "white", days(2))).await;
    let refused = ada.post("/api/lobby", one("chess", "white", days(3))).await.refused();
    assert_eq!(refused, (429, "too-many-requests".to_owned()));
    let before = open(&ada).await;
    assert_eq!(before.len(), 2);
    let cookie = format!("{}; Path=/", ada.cookies().unwrap());
    server.end().await;

    let server = Running::start_in(folder.path(), change).await;
    let ada = server.player();
    ada.set_cookie(&cookie);
    // They are read when the server has begun.
    let read = async {
        while open(&ada).await.is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(WAIT, read).await.expect("the seeks are there");
    assert_eq!(open(&ada).await, before);
    let lines = ada.get("/api/me/export").await.good();
    assert_eq!(lines.as_str().unwrap().lines().filter(|line| line.starts_with("{\"seek\"")).count(), 2);
    accept(&server.player(), &first).await.good();
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
async fn who_accepts_agrees_to_help_and_the_record_says_so() {
    let server = Running::start().await;
    let (ada, bob) = (server.player(), server.player());
    let helped = |request: Value| {
        let mut request = request;
        request["help"] = json!(true);
        request
    };
    let mut rated = helped(one("chess", "random", days(3)));
    rated["rated"] = json!(true);
    assert_eq!(ada.post("/api/lobby", rated).await.refused(), (422, "not-rated".to_owned()));
    let id = seek(&ada, helped(one("chess", "white", days(3)))).await;
    // A seek without help does not fit it.
    let plain = seek(&bob, one("chess", "black", days(3))).await;
    let lobby = bob.get("/api/lobby").await.good();
    let help = |id: &str| {
        let seeks = lobby["seeks"].as_array().unwrap();
        seeks.iter().find(|seek| seek["id"] == *id).unwrap()["help"].clone()
    };
    assert_eq!((help(&id), help(&plain)), (json!(true), json!(false)));
    let game = accept(&bob, &id).await.good()["game"].as_str().unwrap().to_owned();
    for player in [&ada, &bob, &server.player()] {
        assert_eq!(player.get(&format!("/api/games/{game}")).await.good()["help"], true);
    }
    ada.sit_down(&game).await.make(0, "e2e4").await;
    let pgn = bob.get("/api/me/games").await.good();
    assert!(pgn.as_str().unwrap().contains("[Help \"agreed\"]"), "{pgn}");
    let line = bob.get("/api/me/games?format=jsonl").await.good();
    assert_eq!((&line["id"], &line["help"]), (&json!(game), &json!(true)));

    // Games by a link: who joins has read it. Without another person nobody has to agree.
    let begin = async |opponent: Value, help: bool| {
        let request = json!({ "variant": "chess", "opponent": opponent, "side": "white", "help": help });
        ada.post("/api/games", request).await.good()["help"].as_bool().unwrap()
    };
    let friend = json!({ "kind": "friend" });
    assert_eq!((begin(friend.clone(), true).await, begin(friend.clone(), false).await), (true, false));
    assert!(begin(json!({ "kind": "engine", "level": 1 }), false).await);
    let rated = json!({ "variant": "chess", "opponent": friend, "side": "random", "rated": true, "help": true,
        "clock": { "days": 3 } });
    assert_eq!(ada.post("/api/games", rated).await.refused(), (422, "not-rated".to_owned()));
    server.end().await;
}

#[tokio::test]
async fn what_nobody_may_seek_is_refused() {
    const TEXT: &str =
        "title \"T\"\nboard files=3 ranks=3\npiece \"R\" \"Rook\" { slide \"orthogonal\" }\nstart \"r2/3/2R\"\n";
    let server = Running::start().await;
    let ada = server.player();
    let ask = async |request: Value| ada.post("/api/lobby", request).await.refused();
    let games =
        |games: Value| json!({ "wanted": { "kind": "games", "games": games }, "side": "random", "clock": null });
    assert_eq!(ask(games(json!([]))).await, (422, "bad-seek".to_owned()));
    assert_eq!(ask(games(json!(vec![json!({ "variant": "chess" }); 9]))).await, (422, "bad-seek".to_owned()));
    assert_eq!(ask(games(json!([{ "variant": "nothing" }]))).await, (404, "no-such-variant".to_owned()));
    assert_eq!(ask(one("chess", "random", days(0))).await, (422, "bad-clock".to_owned()));
    assert_eq!(ask(one("chess", "random", days(15))).await, (422, "bad-clock".to_owned()));
    assert_eq!(ask(one("chess", "green", days(1))).await.0, 422);
    // A title that nobody has looked at is shown to nobody.
    let kept = ada.post("/api/workshop", json!({ "text": TEXT })).await.good();
    assert_eq!(ask(games(json!([{ "variant": kept["id"] }]))).await, (403, "not-listed".to_owned()));
    assert_eq!(withdraw(&server.player(), "unknown").await.refused(), (403, "not-yours".to_owned()));
    assert_eq!(accept(&ada, "unknown").await.refused(), (409, "seek-gone".to_owned()));
    server.end().await;
}

#[tokio::test]
async fn a_game_with_days_for_each_move_falls_by_time() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let (ada, bob) = (server.player(), server.player());
    let id = seek(&ada, one("chess", "white", days(2))).await;
    let game = accept(&bob, &id).await.good()["game"].as_str().unwrap().to_owned();
    let mut socket = ada.sit_down(&game).await;
    socket.make(0, "e2e4").await;
    drop(socket);
    let cookies = [&ada, &bob].map(|player| format!("{}; Path=/", player.cookies().unwrap()));
    server.end().await;
    // Black's clock has been running for a day and 23 hours, and then for longer than two days.
    let shift = |time: i64| {
        let database = rusqlite::Connection::open(folder.path().join("spielraum.sqlite")).unwrap();
        let shifted = database.execute("UPDATE games SET running_since = running_since - ?", [time]).unwrap();
        assert_eq!(shifted, 1);
    };
    shift(2 * DAY - DAY / 24);
    let server = Running::start_in(folder.path(), |_| {}).await;
    let bob = server.player();
    bob.set_cookie(&cookies[1]);
    let seen = bob.get(&format!("/api/games/{game}")).await.good();
    let left = seen["clock"]["black"].as_i64().unwrap();
    assert!(left > DAY / 24 - 600_000 && left <= DAY / 24, "an hour is left: {left}");
    assert_eq!(turns(&bob).await.len(), 1);
    server.end().await;
    shift(DAY / 24);
    let server = Running::start_in(folder.path(), |_| {}).await;
    // Nobody opens the game. The list comes from the database.
    let watcher = server.player();
    watcher.set_cookie(&cookies[0]);
    let fallen = async {
        loop {
            let listed = watcher.get("/api/games?mine=true&status=finished").await.good();
            if let Some(one) = listed["games"].as_array().unwrap().first() {
                return one.clone();
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let fallen = tokio::time::timeout(WAIT, fallen).await.expect("the clock falls");
    assert_eq!((&fallen["result"]["reason"], &fallen["result"]["winner"]), (&json!("time"), &json!("white")));
    server.end().await;
}

#[tokio::test]
async fn a_challenge_is_seen_accepted_and_declined_by_one_player() {
    let server = Running::start().await;
    let account = async |name: &str| {
        let player = server.player();
        player.post("/api/accounts", json!({ "name": name, "password": "analytical engine" })).await.good();
        player
    };
    let (ada, bob, eve) = (account("Ada").await, account("Bob").await, account("Eve").await);
    let to = |name: &str, clock: Value| {
        let games = json!({ "kind": "games", "games": [{ "variant": "chess" }] });
        json!({ "to": name, "wanted": games, "side": "white", "clock": clock })
    };
    let refused =
        async |player: &Player, name: &str| player.post("/api/challenge", to(name, Value::Null)).await.refused().1;
    assert_eq!(refused(&server.player(), "Bob").await, "no-account");
    assert_eq!(refused(&ada, "Nobody").await, "no-such-account");
    assert_eq!(refused(&ada, "Ada").await, "own-seek");

    // Two see it, and it is not paired with what fits.
    let mut heard = bob.socket("/api/lobby/socket").await.unwrap();
    let made = ada.post("/api/challenge", to("bob", json!({ "days": 3 }))).await.good();
    assert_eq!((&made["to"], &made["yours"]), (&json!("Bob"), &json!(true)));
    let id = made["id"].as_str().unwrap();
    assert_eq!(ada.post("/api/challenge", to("Bob", json!({ "days": 3 }))).await.good()["id"], id);
    let news = heard.next_of("seeks").await;
    assert_eq!((&news["open"][0]["id"], &news["open"][0]["name"]), (&json!(id), &json!("Ada")));
    let seen = async |player: &Player| player.get("/api/lobby").await.good()["seeks"].as_array().unwrap().len();
    assert_eq!((seen(&ada).await, seen(&bob).await, seen(&eve).await), (1, 1, 0));
    let path = |what: &str| format!("/api/challenge/{id}/{what}");
    assert_eq!(eve.post(&format!("/api/lobby/{id}/accept"), json!({})).await.refused(), (409, "seek-gone".to_owned()));
    assert_eq!(eve.post(&path("decline"), json!({})).await.refused(), (409, "seek-gone".to_owned()));
    assert_eq!(eve.post(&path("cancel"), json!({})).await.refused(), (403, "not-yours".to_owned()));

    // Who declines does not see it any more; who made it learns why.
    assert_eq!(bob.post(&path("decline"), json!({ "reason": "tooSlow" })).await.status.as_u16(), 204);
    assert_eq!(heard.next_of("seeks").await["gone"], json!([id]));
    let seeks = ada.get("/api/lobby").await.good();
    assert_eq!(seeks["seeks"][0]["declined"], "tooSlow");
    assert_eq!(seen(&bob).await, 0);
    assert_eq!(bob.post(&path("accept"), json!({})).await.refused(), (409, "seek-gone".to_owned()));
    assert_eq!(ada.post(&path("cancel"), json!({})).await.status.as_u16(), 204);
    assert_eq!(seen(&ada).await, 0);

    let id = ada.post("/api/challenge", to("Bob", Value::Null)).await.good()["id"].as_str().unwrap().to_owned();
    let game = bob.post(&format!("/api/challenge/{id}/accept"), json!({})).await.good()["game"].take();
    let game = bob.get(&format!("/api/games/{}", game.as_str().unwrap())).await.good();
    assert_eq!((&game["you"], &game["players"]["white"]["name"]), (&json!("black"), &json!("Ada")));

    // Nobody challenges somebody by whom they are blocked.
    let game = game["id"].as_str().unwrap();
    bob.send(Method::POST, &format!("/api/games/{game}/block"), None).await;
    assert_eq!(refused(&ada, "Bob").await, "blocked");
    server.end().await;
}
