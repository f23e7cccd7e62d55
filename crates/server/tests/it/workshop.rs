//! Definitions made by players.

use crate::server::Running;
use serde_json::json;

const TEXT: &str = "title \"Two Rooks\"\nboard files=4 ranks=4\npiece \"K\" \"King\" royal=#true { step \"radial\" }\n\
    piece \"R\" \"Rook\" { slide \"orthogonal\" }\nstart \"rk2/4/4/RK2\"\n";

#[tokio::test]
async fn a_definition_is_checked_kept_and_played() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let player = server.player();
    let faulty = player.post("/api/workshop/check", json!({ "text": TEXT.replace("slide", "slyde") })).await.good();
    assert_eq!((&faulty["faults"][0]["line"], &faulty["faults"][0]["length"]), (&json!(4), &json!(5)));
    assert!(faulty.get("variant").is_none());
    let sound = player.post("/api/workshop/check", json!({ "text": TEXT })).await.good();
    assert_eq!((&sound["faults"], &sound["variant"]["title"]), (&json!([]), &json!("Two Rooks")));
    let id = sound["variant"]["id"].as_str().unwrap().to_owned();
    // It can be tried at once, without being kept.
    let start = player.post("/api/positions", json!({ "variant": id })).await.good();
    assert_eq!(start["fen"], "rk2/4/4/RK2 w - - 0 1");
    let kept = player.post("/api/workshop", json!({ "text": TEXT })).await.good();
    assert_eq!(kept["id"], id.as_str());
    let request = json!({ "variant": id, "opponent": { "kind": "self" }, "side": "white" });
    let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
    player.sit_down(&game).await.make(0, "a1a4").await;
    server.end().await;
    let server = Running::start_in(folder.path(), |_| {}).await;
    let found = server.player().get(&format!("/api/games/{game}")).await.good();
    assert_eq!((&found["moves"], &found["title"]), (&json!(["a1a4"]), &json!("Two Rooks")));
    assert_eq!(server.player().get(&format!("/api/variants/{id}")).await.good()["definition"], TEXT);
    server.end().await;
}

#[tokio::test]
async fn a_game_keeps_a_definition_that_was_only_checked() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let player = server.player();
    let sound = player.post("/api/workshop/check", json!({ "text": TEXT })).await.good();
    let request = json!({ "variant": sound["variant"]["id"], "opponent": { "kind": "self" }, "side": "white" });
    let game = player.begin(request).await["id"].as_str().unwrap().to_owned();
    server.end().await;
    let server = Running::start_in(folder.path(), |_| {}).await;
    assert_eq!(server.player().get(&format!("/api/games/{game}")).await.good()["title"], "Two Rooks");
    server.end().await;
}

#[tokio::test]
async fn what_can_not_be_a_game_is_not_kept() {
    let server = Running::start().await;
    let player = server.player();
    let faulty = player.post("/api/workshop", json!({ "text": "title \"x\"" })).await;
    assert!(!faulty.body["details"].as_array().unwrap().is_empty());
    assert_eq!(faulty.refused(), (422, "bad-definition".to_owned()));
    let large = player.post("/api/workshop/check", json!({ "text": "x".repeat(300 * 1024) })).await;
    assert_eq!(large.refused(), (413, "too-large".to_owned()));
    let missing = "w-00000000000000000000000000";
    assert_eq!(player.get(&format!("/api/variants/{missing}")).await.refused(), (404, "no-such-variant".to_owned()));
    server.end().await;
}
