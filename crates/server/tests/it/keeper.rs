//! What the server's keeper can do while it runs.

use crate::server::{Pair, Running, with_friend};
use serde_json::{Value, json};
use spielraum_server::admin::{self, Ask, Mode, Table};
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

/// A server that answers its keeper.
async fn start(folder: &TempDir) -> Running {
    let server = Running::start_in(folder.path(), |_| {}).await;
    while !folder.path().join("admin.sock").exists() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    server
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
    let reports = rows(folder.path(), Ask::Reports).await;
    assert_eq!((reports.len(), &*reports[0][5], &*reports[0][6]), (1, "name", "Rude"));
    assert!(asked(folder.path(), Ask::Dismiss("x".to_owned())).await.unwrap_err().contains("no report"));
    rows(folder.path(), Ask::Dismiss(reports[0][0].clone())).await;
    assert!(rows(folder.path(), Ask::Reports).await.is_empty());

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
    let shelf = rows(folder.path(), Ask::Shelf).await;
    assert_eq!((shelf.len(), &shelf[0][0], &*shelf[0][1], &*shelf[0][4]), (1, &id, "T", ""));
    assert!(shelf[0][2].starts_with("Ada Lovelace ("));
    let report = json!({ "reason": "other", "text": "Rude" });
    let path = format!("/api/published/{id}/report");
    server.player().post(&path, report.clone()).await.good();
    let told = &rows(folder.path(), Ask::Reports).await[0];
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
