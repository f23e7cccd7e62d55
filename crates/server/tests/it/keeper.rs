//! What the administrator can do while it runs.

use crate::server::{Pair, Running, with_friend};
use serde_json::{Value, json};
use spielraum_loadtest::{Method, Player};
use spielraum_server::admin::{self, Ask, Dismissal, Mode, ReportFilter, ShelfFilter, Table};
use std::path::Path;
use tempfile::TempDir;

/// Asks from a thread of its own, as another process would.
async fn asked(data: &Path, ask: Ask) -> Result<Table, String> {
    let data = data.to_owned();
    let asking = move || admin::ask(&data, &ask).map_err(|error| error.to_string());
    tokio::task::spawn_blocking(asking).await.unwrap()
}

async fn rows(data: &Path, ask: Ask) -> Vec<Vec<String>> {
    asked(data, ask).await.unwrap().rows
}

/// A server that answers its administrator.
async fn start(folder: &TempDir) -> Running {
    let server = Running::start_in(folder.path(), |_| {}).await;
    while !folder.path().join("admin.sock").exists() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    server
}

fn dismiss(report: &str) -> Ask {
    Ask::Dismiss(Dismissal::Ids(vec![report.to_owned()]))
}

/// A small game of the workshop.
const TEXT: &str =
    "title \"T\"\nboard files=3 ranks=3\npiece \"R\" \"Rook\" { slide \"orthogonal\" }\nstart \"r2/3/2R\"\n";

fn credentials(name: &str) -> Value {
    json!({ "name": name, "password": "analytical engine" })
}

#[tokio::test]
async fn people_are_found_barred_and_renamed() {
    let folder = TempDir::new().unwrap();
    let nobody = asked(folder.path(), Ask::Status).await.unwrap_err();
    assert!(nobody.contains("no server runs on the data in"), "{nobody}");
    let server = start(&folder).await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    pair.white.post("/api/accounts", credentials("Ada Lovelace")).await.good();
    let status = rows(folder.path(), Ask::Status).await;
    let number = |name: &str| status.iter().find(|row| row[0] == name).unwrap()[1].clone();
    assert_eq!(
        (number("players"), number("accounts"), number("games that go on")),
        ("2".into(), "1".into(), "1".into())
    );
    let found = rows(folder.path(), Ask::Who("DA LOVEL".to_owned())).await;
    assert_eq!((found.len(), &*found[0][1], &*found[0][2], &*found[0][5]), (1, "Ada Lovelace", "yes", "1"));

    let report = json!({ "reason": "name", "text": "Rude" });
    pair.black.post(&format!("/api/games/{}/report", pair.game), report).await.good();
    let all = || Ask::Reports(ReportFilter::default());
    let reports = rows(folder.path(), all()).await;
    assert_eq!((reports.len(), &*reports[0][5], &*reports[0][6]), (1, "name", "Rude"));
    assert!(asked(folder.path(), dismiss("x")).await.unwrap_err().contains("no report"));
    rows(folder.path(), dismiss(&reports[0][0])).await;
    assert!(rows(folder.path(), all()).await.is_empty());

    rows(folder.path(), Ask::Bar("ada lovelace".to_owned())).await;
    while pair.at_white.next().await.is_some() {}
    assert_eq!(pair.white.get("/api/me").await.good()["account"], false);
    assert_eq!(
        pair.white.post("/api/session", credentials("Ada Lovelace")).await.refused(),
        (403, "barred".to_owned())
    );
    rows(folder.path(), Ask::Unbar(found[0][0].clone())).await;
    pair.white.post("/api/session", credentials("Ada Lovelace")).await.good();
    let name = rows(folder.path(), Ask::RemoveName("Ada Lovelace".to_owned())).await[0][0].clone();
    assert_eq!(pair.white.get("/api/me").await.good(), json!({ "name": name, "account": true }));
    assert!(asked(folder.path(), Ask::Bar("Ada Lovelace".to_owned())).await.unwrap_err().contains("no player"));
    // Every deed was written down, and nothing else.
    let audit = rows(folder.path(), Ask::Audit).await;
    let deeds: Vec<Value> = audit.iter().map(|row| serde_json::from_str(&row[1]).unwrap()).collect();
    assert_eq!(deeds.len(), 4, "{deeds:?}");
    assert_eq!(deeds[0]["ask"], json!({ "remove-name": "Ada Lovelace" }));
    server.end().await;
    assert!(!folder.path().join("admin.sock").exists());
}

#[tokio::test]
async fn nothing_new_begins_or_nothing_is_stored() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    let begins = async || pair.white.post("/api/games", with_friend("chess", Value::Null)).await;
    rows(folder.path(), Ask::Mode(Mode::Drain)).await;
    assert_eq!(begins().await.refused(), (503, "draining".to_owned()));
    assert_eq!(server.player().get("/readyz").await.refused(), (503, "draining".to_owned()));
    pair.at_white.make(0, "e2e4").await;
    rows(folder.path(), Ask::Mode(Mode::ReadOnly)).await;
    let answer = pair.at_black.refused(json!({ "type": "move", "ply": 1, "text": "e7e5" })).await;
    assert_eq!(answer, "read-only");
    rows(folder.path(), Ask::Mode(Mode::Normal)).await;
    pair.at_black.make(1, "e7e5").await;
    pair.white.post("/api/games", with_friend("chess", Value::Null)).await.good();
    server.end().await;
}

#[tokio::test]
async fn a_published_game_is_taken_down_and_put_back() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let player = server.player();
    player.post("/api/accounts", credentials("Ada Lovelace")).await.good();
    let game = player.post("/api/published", json!({ "text": TEXT })).await.good();
    let id = game["variant"]["id"].as_str().unwrap().to_owned();
    let shelf = rows(folder.path(), Ask::Shelf(ShelfFilter::default())).await;
    rows(folder.path(), Ask::Approve(id.clone())).await;
    assert_eq!((shelf.len(), &shelf[0][0], &*shelf[0][1], &*shelf[0][4]), (1, &id, "T", ""));
    assert!(shelf[0][2].starts_with("Ada Lovelace ("));
    let report = json!({ "reason": "other", "text": "Rude" });
    let path = format!("/api/published/{id}/report");
    server.player().post(&path, report.clone()).await.good();
    let told = &rows(folder.path(), Ask::Reports(ReportFilter::default())).await[0];
    assert_eq!((&told[2], &told[4], &*told[6]), (&shelf[0][2], &id, "Rude"));

    rows(folder.path(), Ask::TakeDown(id.clone())).await;
    assert!(asked(folder.path(), Ask::TakeDown("w-x".to_owned())).await.unwrap_err().contains("no definition"));
    assert_eq!(server.player().get("/api/published").await.good(), json!({ "games": [] }));
    assert_eq!(server.player().post(&path, report).await.refused(), (404, "not-published".to_owned()));
    // Whose it is sees why, and can't undo it.
    let mine = player.get("/api/published?mine=true").await.good();
    assert_eq!((&mine["games"][0]["takenDown"], &mine["games"][0]["yours"]), (&json!(true), &json!(true)));
    let taken = (403, "taken-down".to_owned());
    assert_eq!(player.post("/api/published", json!({ "text": TEXT })).await.refused(), taken);
    let new = json!({ "text": TEXT.replace("\"T\"", "\"New\""), "replaces": id });
    assert_eq!(player.post("/api/published", new).await.refused(), taken);
    let path = format!("/api/published/{id}");
    assert_eq!(player.send(spielraum_loadtest::Method::DELETE, &path, None).await.refused(), taken);
    rows(folder.path(), Ask::PutBack(id.clone())).await;
    assert_eq!(server.player().get("/api/published").await.good()["games"][0]["variant"]["id"], id.as_str());
    // What a barred account has published is not shown either.
    rows(folder.path(), Ask::Bar("Ada Lovelace".to_owned())).await;
    assert_eq!(server.player().get("/api/published").await.good(), json!({ "games": [] }));
    server.end().await;
}

#[tokio::test]
async fn a_definition_goes_with_its_games_if_that_is_said() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let player = server.player();
    let id = player.post("/api/workshop", json!({ "text": TEXT })).await.good()["id"].as_str().unwrap().to_owned();
    let request = json!({ "variant": id, "opponent": { "kind": "self" }, "side": "white" });
    let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
    let mut socket = player.sit_down(&game).await;
    let remove = |with_games| Ask::RemoveDefinition { id: id.clone(), with_games };
    assert!(asked(folder.path(), remove(false)).await.unwrap_err().contains("1 games"));
    rows(folder.path(), remove(true)).await;
    while socket.next().await.is_some() {}
    assert_eq!(player.get(&format!("/api/games/{game}")).await.refused().0, 404);
    assert_eq!(player.get(&format!("/api/variants/{id}")).await.refused().0, 404);
    assert!(asked(folder.path(), remove(true)).await.unwrap_err().contains("no definition"));
    server.end().await;
}

/// A player of a network of the test's own.
fn from_network(server: &Running, network: u8) -> Player {
    Player::from_address(&server.base, Some([127, 90, network, 1].into()))
}

#[tokio::test]
async fn what_was_taken_down_is_neither_named_nor_begun() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (ada, friend) = (server.player(), server.player());
    ada.post("/api/accounts", credentials("Ada Lovelace")).await.good();
    let text = TEXT.replace("\"T\"", "\"Rude words\"").replace("piece \"R\"", "summary \"Ruder ones\"\npiece \"R\"");
    let game = ada.post("/api/published", json!({ "text": text })).await.good();
    let id = game["variant"]["id"].as_str().unwrap().to_owned();
    let request = |kind: &str| json!({ "variant": id, "opponent": { "kind": kind }, "side": "white" });
    let open = ada.begin(request("friend")).await["id"].as_str().unwrap().to_owned();
    let over = ada.begin(request("friend")).await["id"].as_str().unwrap().to_owned();
    friend.post(&format!("/api/games/{over}/join"), json!({})).await.good();
    let running = friend.begin(request("self")).await["id"].as_str().unwrap().to_owned();
    let (mut at_over, mut at_running) = (ada.sit_down(&over).await, friend.sit_down(&running).await);
    rows(folder.path(), Ask::TakeDown(id.clone())).await;

    let (taken, join) = ((403, "taken-down".to_owned()), format!("/api/games/{open}/join"));
    for path in [
        format!("/api/variants/{id}"),
        format!("/api/variants/{id}/picture.png"),
        format!("/api/variants/{id}/picture.svg"),
        format!("/api/games/{running}/picture.png"),
    ] {
        assert_eq!(friend.get(&path).await.refused(), taken, "{path}");
    }
    for (path, body) in [
        ("/api/games", request("self")),
        ("/api/positions", json!({ "variant": id })),
        ("/api/workshop", json!({ "text": text })),
        ("/api/workshop/check", json!({ "text": text })),
        (&*join, json!({})),
    ] {
        assert_eq!(friend.post(path, body).await.refused(), taken, "{path}");
    }
    // The title is nowhere: not on its links, nor in games, nor in their texts, nor in lists.
    let variant = friend.get(&format!("/api/games/{running}/variant")).await.good();
    assert_eq!((&variant["title"], &variant["definition"]), (&json!("A game that was taken down"), &json!("")));
    for path in [
        format!("/workshop/{id}"),
        format!("/new/{id}"),
        format!("/rules/{id}"),
        format!("/game/{running}"),
        format!("/api/games/{running}"),
        format!("/api/games/{running}/variant"),
        format!("/api/games/{running}/text"),
        "/api/games".to_owned(),
        "/api/games?mine=true".to_owned(),
    ] {
        let told = friend.get(&path).await.good().to_string();
        assert!(!told.contains("Rude"), "{path}: {told}");
    }
    // Games that are being played go on, and have no rematch.
    at_running.make(0, "c1b1").await;
    at_over.ask(json!({ "type": "resign" })).await;
    assert_eq!(at_over.refused(json!({ "type": "offer", "what": "rematch" })).await, "taken-down");
    // It stays so over a restart, until it is put back.
    server.end().await;
    let server = start(&folder).await;
    assert_eq!(server.player().get(&format!("/api/variants/{id}")).await.refused(), taken);
    rows(folder.path(), Ask::PutBack(id.clone())).await;
    assert_eq!(server.player().get(&format!("/api/variants/{id}")).await.good()["title"], "Rude words");
    assert_eq!(server.player().get(&format!("/api/games/{running}")).await.good()["title"], "Rude words");
    server.end().await;
}

#[tokio::test]
async fn the_barred_are_gone_at_once() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let ada = server.player();
    ada.post("/api/accounts", credentials("Ada Lovelace")).await.good();
    let game = ada.begin(with_friend("chess", Value::Null)).await["id"].as_str().unwrap().to_owned();
    let mut sockets = [ada.sit_down(&game).await, ada.socket("/api/analysis").await.unwrap()];
    rows(folder.path(), Ask::Bar("Ada Lovelace".to_owned())).await;
    for socket in &mut sockets {
        while socket.next().await.is_some() {}
    }
    assert_eq!(ada.post("/api/published", json!({ "text": TEXT })).await.refused(), (403, "no-account".to_owned()));
    let barred = (403, "barred".to_owned());
    assert_eq!(ada.post("/api/session", credentials("Ada Lovelace")).await.refused(), barred);
    // Nor is there another account in the same browser.
    assert_eq!(ada.post("/api/accounts", credentials("Grace Hopper")).await.refused(), barred);
    server.end().await;
}

#[tokio::test]
async fn reports_by_guests_bury_no_report_by_an_account() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let rude = server.player();
    rude.post("/api/accounts", credentials("Rude Person")).await.good();
    let published = rude.post("/api/published", json!({ "text": TEXT })).await.good();
    let path = format!("/api/published/{}/report", published["variant"]["id"].as_str().unwrap());
    let report = |text: &str| json!({ "reason": "other", "text": text });
    for n in 0..60 {
        server.player().post(&path, report(&format!("spam {n}"))).await.good();
    }
    let real = server.player();
    real.post("/api/accounts", credentials("Ada Lovelace")).await.good();
    // Twice the same is once.
    real.post(&path, report("real")).await.good();
    real.post(&path, report("real")).await.good();
    let all = rows(folder.path(), Ask::Reports(ReportFilter::default())).await;
    assert_eq!((&*all[0][6], all.len()), ("real", 21));
    assert!(all[0][3].starts_with("Ada Lovelace (") && all[1][3].ends_with(", guest)"), "{all:?}");
    let reported = rows(folder.path(), Ask::Reported { page: 1 }).await;
    assert_eq!((reported.len(), &*reported[0][1], &*reported[0][2]), (1, "1", "20"));
    let of = Some("Rude Person".to_owned());
    let guests = || ReportFilter { of: of.clone(), account: Some(false), ..ReportFilter::default() };
    assert_eq!(rows(folder.path(), Ask::Reports(ReportFilter { page: 2, ..guests() })).await.len(), 0);
    let done = rows(folder.path(), Ask::Dismiss(Dismissal::All(guests()))).await;
    assert_eq!(done, [["20"]]);
    let left = rows(folder.path(), Ask::Reports(ReportFilter::default())).await;
    assert_eq!((left.len(), &*left[0][6]), (1, "real"));
    let none = ReportFilter { reason: Some("cheating".to_owned()), ..ReportFilter::default() };
    assert!(rows(folder.path(), Ask::Reports(none)).await.is_empty());
    server.end().await;
}

#[tokio::test]
async fn the_shelf_shows_what_somebody_else_has_played_or_an_administrator_approved() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let titled = |title: &str| json!({ "text": TEXT.replace("\"T\"", &format!("\"{title}\"")) });
    let titles = async |query: &str| {
        let shelf = server.player().get(&format!("/api/published{query}")).await.good();
        let title = |game: &Value| game["variant"]["title"].as_str().unwrap().to_owned();
        shelf["games"].as_array().unwrap().iter().map(title).collect::<Vec<String>>()
    };
    let mut spammers = Vec::new();
    let mut ids = Vec::new();
    for n in 0..4 {
        let spammer = from_network(&server, n);
        spammer.post("/api/accounts", credentials(&format!("Spammer {n}00"))).await.good();
        for game in 0..4 {
            let published = spammer.post("/api/published", titled(&format!("Spam {n} {game}"))).await.good();
            assert_eq!(published["waiting"], true);
            ids.push(published["variant"]["id"].as_str().unwrap().to_owned());
        }
        spammers.push(spammer);
    }
    let play = |id: &str| json!({ "variant": id, "opponent": { "kind": "self" }, "side": "white" });
    // To play one's own shows nothing.
    spammers[0].begin(play(&ids[0])).await;
    assert_eq!(titles("").await, [""; 0]);
    // Of one network, however many play, few games are shown in a day.
    for id in &ids[4..] {
        spammers[0].begin(play(id)).await;
        from_network(&server, 0).begin(play(id)).await;
    }
    assert_eq!(titles("").await.len(), 3);
    // Somebody else who plays shows one, also as the opponent in a game of its publisher.
    let game = spammers[0].begin(json!({ "variant": ids[0], "opponent": { "kind": "friend" }, "side": "white" })).await;
    let other = from_network(&server, 100);
    other.post(&format!("/api/games/{}/join", game["id"].as_str().unwrap()), json!({})).await.good();
    assert_eq!(titles("").await[0], "Spam 0 0");
    let waiting = || Ask::Shelf(ShelfFilter { waiting: true, page: 1 });
    assert_eq!(rows(folder.path(), waiting()).await.len(), 12);
    rows(folder.path(), Ask::Approve(ids[15].clone())).await;
    assert_eq!(titles("").await[0], "Spam 3 3");
    assert_eq!(rows(folder.path(), waiting()).await.len(), 11);
    let off = spammers[0].send(Method::DELETE, &format!("/api/published/{}", ids[0]), None).await;
    assert_eq!(off.status.as_u16(), 204);
    server.end().await;
}
