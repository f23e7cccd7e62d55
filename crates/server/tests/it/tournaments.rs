//! Tournaments: they are created and joined, pair their players, outlive the server, and end.

use crate::server::Running;
use serde_json::{Value, json};
use spielraum_loadtest::{Method, Player, Socket};
use spielraum_server::admin::{self, Ask};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

/// How long to wait for what has to come.
const WAIT: Duration = Duration::from_secs(60);

/// A player with an account, in a browser and by a token, which is good after a restart, too.
struct Known {
    name: &'static str,
    browser: Player,
    secret: String,
    program: Player,
}

impl Known {
    async fn new(server: &Running, name: &'static str) -> Self {
        let browser = server.player();
        browser.post("/api/accounts", json!({ "name": name, "password": "analytical engine 7" })).await.good();
        let made = browser.post("/api/tokens", json!({ "name": "Bot", "scopes": ["play", "seek"] })).await.good();
        let secret = made["secret"].as_str().unwrap().to_owned();
        Self { name, browser, program: Player::with_token(&server.base, &secret), secret }
    }

    /// The same at another server.
    fn moves_to(&mut self, server: &Running) {
        self.program = Player::with_token(&server.base, &self.secret);
    }

    async fn join(&self, id: &str) -> Value {
        self.program.post(&format!("/api/tournaments/{id}/join"), json!({})).await.good()
    }

    async fn resign(&self, game: &str) -> u16 {
        self.program.send(Method::POST, &format!("/api/bot/game/{game}/resign"), None).await.status.as_u16()
    }
}

async fn all(server: &Running, names: &[&'static str]) -> Vec<Known> {
    let mut players = Vec::new();
    for name in names {
        players.push(Known::new(server, name).await);
    }
    players
}

fn one(variant: &str) -> Value {
    json!({ "kind": "games", "games": [{ "variant": variant }] })
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

async fn create(player: &Known, request: Value) -> String {
    let made = player.browser.post("/api/tournaments", request).await.good();
    assert_eq!((&made["yours"], &made["summary"]["joined"]), (&json!(true), &json!(false)));
    made["summary"]["id"].as_str().unwrap().to_owned()
}

/// The tournament once it is as it should be.
async fn until(player: &Player, id: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    let waiting = async {
        loop {
            let seen = player.get(&format!("/api/tournaments/{id}")).await.good();
            if is_so(&seen) {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(WAIT, waiting).await.expect("the tournament goes on")
}

/// The games of a round: White, Black and the game's id, by names. A bye has neither.
fn round_of(seen: &Value, round: u64) -> Vec<(String, Option<(String, String)>)> {
    let name = |number: &Value| {
        let rows = seen["table"].as_array().unwrap();
        rows.iter().find(|row| row["number"] == *number).unwrap()["name"].as_str().unwrap().to_owned()
    };
    let mut found = Vec::new();
    for row in seen["table"].as_array().unwrap() {
        for game in row["games"].as_array().unwrap().iter().filter(|game| game["round"] == round) {
            if game["side"] != "black" {
                let black = game.get("opponent").map(&name);
                let own = game["game"].as_str().map(str::to_owned);
                found.push((row["name"].as_str().unwrap().to_owned(), black.zip(own)));
            }
        }
    }
    found.sort();
    found
}

/// What is stored is sound, and an export has all of it.
fn is_sound(folder: &Path) {
    assert_eq!(spielraum_server::fsck(folder, None, |_| ()).unwrap().faults, [""; 0]);
    let mut out = Vec::new();
    spielraum_server::export(folder, None, &mut out).unwrap();
    let again = TempDir::new().unwrap();
    assert_eq!(spielraum_server::import(&*out, again.path(), None, |_| ()).unwrap().faults, [""; 0]);
    let mut whole = Vec::new();
    spielraum_server::export(again.path(), None, &mut whole).unwrap();
    assert_eq!(String::from_utf8(whole).unwrap(), String::from_utf8(out).unwrap());
}

async fn lobby(player: &Player, id: &str) -> Socket {
    let mut socket = player.socket("/api/lobby/socket").await.unwrap();
    socket.send(&json!({ "type": "follow", "tournament": id })).await;
    socket.send(&json!({ "type": "ping" })).await;
    socket.next_of("pong").await;
    socket
}

#[tokio::test]
async fn a_swiss_tournament_goes_on_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let mut players = all(&server, &["Ada", "Bob", "Cid", "Dan", "Eve"]).await;
    let games = json!({ "kind": "games", "games": [{ "variant": "chess" }, { "variant": "raumschach" }] });
    let request = json!({
        "title": "A tour", "form": { "kind": "swiss", "rounds": 3 }, "wanted": games, "clock": { "days": 2 },
        "start": { "kind": "with", "players": 5 }, "most": 8,
    });
    let id = create(&players[0], request).await;
    let guest = server.player();
    assert_eq!(guest.post(&format!("/api/tournaments/{id}/join"), json!({})).await.refused().0, 403);
    let mut at_eve = lobby(&players[4].browser, &id).await;
    for player in &players[..4] {
        player.join(&id).await;
    }
    at_eve.next_of("tournament").await;
    let seen = players[4].join(&id).await;
    assert_eq!((&seen["you"]["number"], &seen["you"]["state"]), (&json!(4), &json!("in")));
    let first = until(&guest, &id, |seen| seen["summary"]["round"] == 1).await;
    assert_eq!((&first["summary"]["stage"], &first["summary"]["players"]), (&json!("running"), &json!(5)));
    let round = round_of(&first, 1);
    assert_eq!((round.len(), round.iter().filter(|(_, game)| game.is_none()).count()), (3, 1));
    if round.iter().all(|(white, game)| white != "Eve" || game.is_some()) {
        let begun = at_eve.next_of("begun").await;
        assert_eq!(begun["tournament"], json!(id));
    }
    let late = Known::new(&server, "Fay").await;
    let refused = late.program.post(&format!("/api/tournaments/{id}/join"), json!({})).await.refused();
    assert_eq!(refused, (409, "tournament-closed".to_owned()));
    let game = round.iter().find_map(|(_, game)| game.clone()).unwrap().1;
    let shown = guest.get(&format!("/api/games/{game}")).await.good();
    assert_eq!((&shown["tournament"], &shown["variant"]), (&json!(id), &json!("chess")));
    let white = players.iter().find(|player| shown["players"]["white"]["name"] == player.name).unwrap();
    let aborted = white.program.send(Method::POST, &format!("/api/bot/game/{game}/abort"), None).await.refused();
    assert_eq!(aborted.1, "in-tournament");
    drop(at_eve);
    server.end().await;

    // Nothing is paired again, and nothing is lost.
    let server = Running::start_in(folder.path(), |_| {}).await;
    players.iter_mut().for_each(|player| player.moves_to(&server));
    let guest = server.player();
    let again = until(&guest, &id, |_| true).await;
    assert_eq!(round_of(&again, 1), round);
    let of = |name: &str| players.iter().find(|player| player.name == name).unwrap();
    let mut met = BTreeSet::new();
    let mut byes = BTreeSet::new();
    for number in 1..=3 {
        let seen = until(&guest, &id, |seen| seen["summary"]["round"] == number).await;
        for (place, (white, game)) in round_of(&seen, number).into_iter().enumerate() {
            let Some((black, game)) = game else {
                assert!(byes.insert(white));
                continue;
            };
            assert!(met.insert([white.clone(), black.clone()].into_iter().collect::<BTreeSet<_>>()), "they meet again");
            let variant = guest.get(&format!("/api/games/{game}")).await.good()["variant"].take();
            assert_eq!(variant, if number == 2 { "raumschach" } else { "chess" });
            if number == 2 && place == 0 {
                // Withdrawing resigns the game.
                of(&black).program.post(&format!("/api/tournaments/{id}/withdraw"), json!({})).await.good();
                assert_eq!(of(&black).resign(&game).await, 409);
            } else {
                assert_eq!(of(&black).resign(&game).await, 200);
            }
        }
    }
    let over = until(&guest, &id, |seen| seen["summary"]["stage"] == "finished").await;
    // Two games a round, and byes in the first two rounds, in which five played.
    assert_eq!((met.len(), byes.len()), (6, 2));
    let table = over["table"].as_array().unwrap();
    let points: f64 = table.iter().map(|row| row["points"].as_f64().unwrap()).sum();
    assert_eq!((points, &over["ties"]), (8.0, &json!(["buchholz", "sonneborn-berger"])));
    assert_eq!(table.iter().filter(|row| row["state"] == "withdrawn").count(), 1);
    let listed = of("Ada").program.get("/api/tournaments").await.good();
    assert_eq!(listed["tournaments"][0]["id"], json!(id));
    server.end().await;
    is_sound(folder.path());
}

#[tokio::test]
async fn an_arena_pairs_who_is_free_and_ends() {
    let folder = TempDir::new().unwrap();
    let change = |config: &mut spielraum_server::Config| config.limits.first_move = Duration::from_millis(1_500);
    let server = Running::start_in(folder.path(), change).await;
    let players = all(&server, &["Ada", "Bob", "Cid", "Dan"]).await;
    let request = json!({
        "title": "Bots", "form": { "kind": "arena", "minutes": 5, "streaks": true }, "wanted": one("chess"),
        "clock": { "initial": 180, "increment": 2 }, "rated": true, "start": { "kind": "at", "at": now() + 1_000 }, "most": 8,
    });
    let id = create(&players[0], request).await;
    let mut here = Vec::new();
    for player in &players {
        player.join(&id).await;
        here.push(player.program.lines("/api/stream/event").await);
    }
    // Dan never comes to a game, and who meets him waits; the others resign each game as soon as they see it.
    let mut last: BTreeMap<&str, String> = BTreeMap::new();
    let over = async {
        loop {
            // What he offers is no move.
            let seen = players[3].program.get(&format!("/api/tournaments/{id}")).await.good();
            if let Some(game) = seen["you"]["game"].as_str() {
                players[3].program.send(Method::POST, &format!("/api/bot/game/{game}/draw/yes"), None).await;
            }
            for player in &players[..3] {
                let seen = player.program.get(&format!("/api/tournaments/{id}")).await.good();
                if let Some(game) = seen["you"]["game"].as_str()
                    && last.insert(player.name, game.to_owned()).as_deref() != Some(game)
                {
                    let own = seen["table"].as_array().unwrap().iter().find(|row| row["name"] == player.name).unwrap();
                    let last = own["games"].as_array().unwrap().last().unwrap();
                    if last["opponent"] != 3 {
                        player.resign(game).await;
                    } else if last["side"] == "white" {
                        player
                            .program
                            .send(Method::POST, &format!("/api/bot/game/{game}/move/e2e4"), None)
                            .await
                            .good();
                    }
                }
                let rows = seen["table"].as_array().unwrap();
                let games: usize = rows.iter().map(|row| row["games"].as_array().unwrap().len()).sum();
                let dan = rows.iter().find(|row| row["name"] == "Dan").unwrap();
                if games >= 12 && dan["state"] == "paused" {
                    return seen;
                }
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let seen = tokio::time::timeout(WAIT, over).await.expect("the arena goes on");
    for row in seen["table"].as_array().unwrap() {
        let games = row["games"].as_array().unwrap();
        assert_eq!(row["rating"], 1500);
        // Nobody has two games at once, or the same opponent twice in a row while there are others.
        assert!(games.iter().rev().skip(1).all(|game| game["score"].is_number()), "{row}");
        assert!(games.windows(2).all(|two| two[0]["opponent"] != two[1]["opponent"]), "{row}");
        if row["name"] == "Dan" {
            assert_eq!(games.last().unwrap()["score"], 0.0, "who does not come loses: {row}");
        }
    }
    // Who withdraws does not come back.
    let path = |what: &str| format!("/api/tournaments/{id}/{what}");
    assert_eq!(players[3].program.post(&path("pause"), json!({})).await.good()["you"]["state"], "paused");
    players[3].program.post(&path("withdraw"), json!({})).await.good();
    assert_eq!(players[3].program.post(&path("join"), json!({})).await.refused().1, "withdrawn");
    drop(here);
    server.end().await;
    let database = rusqlite::Connection::open(folder.path().join("spielraum.sqlite")).unwrap();
    assert_eq!(database.execute("UPDATE tournaments SET begun = begun - 600000", []).unwrap(), 1);
    drop(database);
    let server = Running::start_in(folder.path(), change).await;
    let over = until(&server.player(), &id, |seen| seen["summary"]["stage"] == "finished").await;
    assert!(
        over["table"].as_array().unwrap().iter().all(|row| row["games"]
            .as_array()
            .unwrap()
            .iter()
            .all(|game| game["score"].is_number()))
    );
    assert!(over.get("featured").is_none());
    server.end().await;
    is_sound(folder.path());
}

#[tokio::test]
async fn all_games_of_a_slow_round_robin_begin_at_once() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let players = all(&server, &["Ada", "Bob", "Cid", "Dan"]).await;
    let request = json!({
        "title": "Slow", "form": { "kind": "round-robin", "twice": true }, "wanted": { "kind": "group", "group": "space" },
        "clock": { "days": 3 }, "start": { "kind": "with", "players": 3 }, "most": 4,
    });
    let id = create(&players[0], request).await;
    // Dan joins and leaves before it begins: he was never there.
    for player in [&players[3], &players[0], &players[1]] {
        player.join(&id).await;
    }
    players[3].program.post(&format!("/api/tournaments/{id}/withdraw"), json!({})).await.good();
    let seen = players[2].join(&id).await;
    assert_eq!((seen["table"].as_array().unwrap().len(), &seen["you"]["number"]), (3, &json!(2)));
    let seen = until(&players[0].program, &id, |seen| seen["summary"]["stage"] == "running").await;
    let games: Vec<_> = (1..=6).flat_map(|round| round_of(&seen, round)).collect();
    assert_eq!(games.len(), 6);
    let pairs: BTreeSet<_> = games.iter().map(|(white, game)| (white.clone(), game.clone().unwrap().0)).collect();
    assert_eq!(pairs.len(), 6, "each has each side against each");
    assert!(seen["featured"].is_string());
    // Cid leaves, which ends four games; the other two are played.
    players[2].program.post(&format!("/api/tournaments/{id}/withdraw"), json!({})).await.good();
    for (white, game) in &games {
        let (black, game) = game.clone().unwrap();
        if white != "Cid" && black != "Cid" {
            let dimensions =
                server.player().get(&format!("/api/games/{game}/variant")).await.good()["board"]["size"][2].take();
            assert!(dimensions.as_u64().unwrap() > 1);
            let white = players.iter().find(|player| player.name == white).unwrap();
            assert_eq!(white.resign(&game).await, 200);
        }
    }
    let over = until(&players[0].program, &id, |seen| seen["summary"]["stage"] == "finished").await;
    let told: Vec<_> =
        over["table"].as_array().unwrap().iter().map(|row| (&row["rank"], &row["points"], &row["ties"])).collect();
    assert_eq!(told[0], (&json!(1), &json!(3.0), &json!([3.0, 3.0])));
    assert_eq!((told[1].0, told[2].0, told[2].1), (&json!(1), &json!(3), &json!(0.0)));
    // A player who is gone has no name in it any more.
    let gone = json!({ "password": "analytical engine 7" });
    assert!(players[1].browser.post("/api/me/deletion", gone).await.status.is_success());
    let seen = until(&server.player(), &id, |_| true).await;
    assert!(!seen.to_string().contains("Bob"));
    server.end().await;
    is_sound(folder.path());
}

#[tokio::test]
async fn what_no_tournament_can_be_is_refused() {
    let server = Running::start_with(|config| config.limits.tournaments_each = 2).await;
    let ada = Known::new(&server, "Ada").await;
    let bob = Known::new(&server, "Bob").await;
    let good = json!({
        "title": "T", "form": { "kind": "round-robin" }, "wanted": one("chess"), "clock": { "days": 3 },
        "start": { "kind": "with", "players": 2 }, "most": 4,
    });
    let with = |field: &str, value: Value| {
        let mut request = good.clone();
        request[field] = value;
        request
    };
    let blitz = json!({ "initial": 180, "increment": 2 });
    for (request, code) in [
        (with("title", json!(" ")), "bad-tournament"),
        (with("title", json!("x\u{202e}y")), "bad-tournament"),
        (with("form", json!({ "kind": "arena", "minutes": 30 })), "bad-tournament"),
        (with("form", json!({ "kind": "swiss", "rounds": 1 })), "bad-tournament"),
        (with("form", json!({ "kind": "swiss", "rounds": 16 })), "bad-tournament"),
        (with("most", json!(21)), "bad-tournament"),
        (with("most", json!(1)), "bad-tournament"),
        (with("start", json!({ "kind": "with", "players": 5 })), "bad-tournament"),
        (with("start", json!({ "kind": "at", "at": 0 })), "bad-tournament"),
        (with("start", json!({ "kind": "at", "at": i64::MAX })), "bad-tournament"),
        (with("wanted", json!({ "kind": "games", "games": [] })), "bad-seek"),
        (with("clock", json!({ "days": 0 })), "bad-clock"),
    ] {
        assert_eq!(ada.browser.post("/api/tournaments", request).await.refused(), (422, code.to_owned()));
    }
    let mut arena = with("form", json!({ "kind": "arena", "minutes": 4 }));
    arena["clock"] = blitz;
    assert_eq!(ada.browser.post("/api/tournaments", arena).await.refused().1, "bad-tournament");
    assert_eq!(ada.program.post("/api/tournaments", good.clone()).await.refused().1, "not-for-tokens");
    let guest = server.player();
    guest.begin(json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" })).await;
    assert_eq!(guest.post("/api/tournaments", good.clone()).await.refused(), (403, "no-account".to_owned()));

    let id = create(&ada, good.clone()).await;
    create(&ada, good.clone()).await;
    assert_eq!(ada.browser.post("/api/tournaments", good).await.status.as_u16(), 429);
    assert_eq!(guest.post(&format!("/api/tournaments/{id}/join"), json!({})).await.refused().1, "no-account");
    let act = async |player: &Known, what: &str| {
        player.browser.post(&format!("/api/tournaments/{id}/{what}"), json!({})).await.refused().1
    };
    assert_eq!(act(&bob, "withdraw").await, "not-joined");
    bob.join(&id).await;
    assert_eq!(act(&bob, "pause").await, "no-pause");
    let path = format!("/api/tournaments/{id}");
    assert_eq!(bob.browser.send(Method::DELETE, &path, None).await.refused().1, "not-yours");
    assert_eq!(ada.browser.send(Method::DELETE, &path, None).await.status.as_u16(), 204);
    assert_eq!(act(&ada, "join").await, "tournament-closed");
    assert_eq!(guest.get(&path).await.good()["summary"]["stage"], "cancelled");
    for bad in ["nothing", "a%20b", "%00"] {
        assert_eq!(guest.get(&format!("/api/tournaments/{bad}")).await.refused().1, "no-such-tournament");
    }
    let mut socket = guest.socket("/api/lobby/socket").await.unwrap();
    socket.send(&json!({ "type": "follow", "tournament": "a b" })).await;
    assert_eq!(socket.next_of("refused").await["code"], "no-such-tournament");
    server.end().await;
}

#[tokio::test]
async fn an_administrator_calls_tournaments_off() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let players = all(&server, &["Ada", "Bob"]).await;
    let request = |title: &str, start: Value| json!({ "title": title, "form": { "kind": "round-robin", "twice": false }, "wanted": one("chess"), "clock": { "days": 2 }, "start": start, "most": 4 });
    let begun = create(&players[0], request("Begun", json!({ "kind": "with", "players": 2 }))).await;
    players[0].join(&begun).await;
    players[1].join(&begun).await;
    until(&players[0].browser, &begun, |seen| seen["summary"]["stage"] == "running").await;
    let upcoming = create(&players[0], request("Upcoming", json!({ "kind": "at", "at": now() + 3_600_000 }))).await;
    let asked = async |ask: Ask| {
        let data = folder.path().to_owned();
        tokio::task::spawn_blocking(move || admin::ask(&data, &ask).map_err(|error| error.to_string())).await.unwrap()
    };
    let listed = asked(Ask::Tournaments).await.unwrap().rows;
    let mut found: Vec<_> = listed.iter().map(|row| (&*row[0], &*row[1], &*row[4], &*row[5])).collect();
    found.sort_by_key(|row| row.1);
    assert_eq!(found, [(&*begun, "Begun", "running", "2"), (&*upcoming, "Upcoming", "upcoming", "0")]);
    for (id, stage) in [(&begun, "finished"), (&upcoming, "cancelled")] {
        asked(Ask::CallOff(id.clone())).await.unwrap();
        let seen = players[1].browser.get(&format!("/api/tournaments/{id}")).await.good();
        assert_eq!(seen["summary"]["stage"], stage);
        let again = asked(Ask::CallOff(id.clone())).await.unwrap_err();
        assert!(again.contains("that is not over"), "{again}");
    }
    assert!(asked(Ask::CallOff("a b".to_owned())).await.unwrap_err().contains("there is no tournament"));
    assert_eq!(asked(Ask::Tournaments).await.unwrap().rows.len(), 0);
    assert_eq!(asked(Ask::Audit).await.unwrap().rows.len(), 2);
    server.end().await;
    is_sound(folder.path());
}

#[tokio::test]
async fn a_network_creates_so_many_tournaments_a_day() {
    let server = Running::start_with(|_| {}).await;
    let players = all(&server, &["Ada", "Bob"]).await;
    let request = json!({
        "title": "One of many", "form": { "kind": "swiss", "rounds": 2 }, "wanted": one("chess"), "clock": { "days": 2 },
        "start": { "kind": "with", "players": 4 }, "most": 8,
    });
    // Both count together, though each may have some.
    for number in 0..5 {
        let id = create(&players[number % 2], request.clone()).await;
        let path = format!("/api/tournaments/{id}");
        assert_eq!(players[number % 2].browser.send(Method::DELETE, &path, None).await.status.as_u16(), 204);
    }
    for player in &players {
        let (status, code) = player.browser.post("/api/tournaments", request.clone()).await.refused();
        assert_eq!((status, &*code), (429, "too-many-requests"));
    }
    server.end().await;
}

/// A game that Black wins by the fourteenth move.
const BLACK_WINS: [&str; 14] =
    ["a2a3", "a7a6", "a3a4", "a6a5", "b2b3", "b7b6", "c2c3", "c7c6", "c3c4", "c6c5", "f2f3", "e7e5", "g2g4", "d8h4"];

#[tokio::test]
async fn who_goes_berserk_has_half_the_time_and_wins_a_point_more() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let mut players = all(&server, &["Ada", "Bob"]).await;
    let arena = json!({
        "title": "An hour", "form": { "kind": "arena", "minutes": 60, "streaks": true }, "wanted": one("chess"),
        "clock": { "initial": 180, "increment": 2 }, "start": { "kind": "with", "players": 2 }, "most": 8,
    });
    let id = create(&players[0], arena).await;
    let made = players[0].browser.get(&format!("/api/tournaments/{id}")).await.good();
    assert_eq!(made["summary"]["form"]["berserk"], json!(true), "arenas allow it unless they say otherwise");
    let mut sockets = Vec::new();
    for player in &players {
        sockets.push(lobby(&player.browser, &id).await);
        player.join(&id).await;
    }
    let game_of = |seen: &Value| seen["table"][0]["games"].as_array().unwrap().last().cloned().unwrap();
    let seen =
        until(&players[0].browser, &id, |seen| seen["table"][0]["games"].as_array().is_some_and(|all| !all.is_empty()))
            .await;
    let game = game_of(&seen)["game"].as_str().unwrap().to_owned();
    let view = players[0].browser.get(&format!("/api/games/{game}")).await.good();
    assert_eq!(view["berserk"], json!({ "white": false, "black": false }));
    if view["you"] == "black" {
        players.swap(0, 1);
    }
    let berserk = format!("/api/bot/game/{game}/berserk");
    let moves = |text: &str| format!("/api/bot/game/{game}/move/{text}");
    assert_eq!(server.player().post(&berserk, json!({})).await.refused().0, 403);
    // White moves without, and can't any more; Black goes berserk while the clock runs already.
    players[0].program.post(&moves(BLACK_WINS[0]), json!({})).await.good();
    assert_eq!(players[0].program.post(&berserk, json!({})).await.refused(), (409, "too-late".to_owned()));
    let mut socket = players[1].browser.socket(&format!("/api/games/{game}/socket")).await.unwrap();
    socket.next_of("game").await;
    socket.send(&json!({ "type": "berserk", "id": "1" })).await;
    let told = socket.next_of("game").await["game"].take();
    assert_eq!(told["berserk"], json!({ "white": false, "black": true }));
    let left = |side: &str| told["clock"][side].as_i64().unwrap();
    assert!((80_000..=90_000).contains(&left("black")) && left("white") == 180_000, "{}", told["clock"]);
    socket.send(&json!({ "type": "berserk", "id": "2" })).await;
    assert_eq!(socket.next_of("refused").await["code"], json!("too-late"));
    // It outlives the server: the clock gets no increment afterwards either.
    drop((socket, sockets));
    server.end().await;
    let server = Running::start_in(folder.path(), |_| {}).await;
    players.iter_mut().for_each(|player| player.moves_to(&server));
    for (ply, text) in (1..).zip(&BLACK_WINS[1..]) {
        players[ply % 2].program.post(&moves(text), json!({})).await.good();
        let view = players[1].program.get(&format!("/api/games/{game}")).await.good();
        assert!(view["clock"]["black"].as_i64().unwrap() <= 90_000, "{}", view["clock"]);
        assert!(ply != 2 || view["clock"]["white"].as_i64().unwrap() > 178_000, "{}", view["clock"]);
    }
    let seen = until(&players[0].program, &id, |seen| seen["table"][0]["points"] == json!(3.0)).await;
    let won = &seen["table"][0]["games"][0];
    assert_eq!((&won["score"], &won["berserk"], &won["side"]), (&json!(3.0), &json!(true), &json!("black")));
    assert_eq!(seen["table"][1]["games"][0].get("berserk"), None);
    server.end().await;
    is_sound(folder.path());
}
