//! Names, accounts, logging in and out.

use crate::server::{Running, with_friend};
use serde_json::{Value, json};
use spielraum_loadtest::Method;

#[tokio::test]
async fn an_account_keeps_the_games() {
    let server = Running::start().await;
    let player = server.player();
    assert_eq!(player.get("/api/me").await.good(), json!({ "name": "Guest", "account": false }));
    let game = player.begin(with_friend("chess", Value::Null)).await["id"].clone();
    let credentials = json!({ "name": "Ada", "password": "analytical engine" });
    assert_eq!(
        player.post("/api/accounts", credentials.clone()).await.good(),
        json!({ "name": "Ada", "account": true })
    );
    let elsewhere = server.player();
    let wrong = json!({ "name": "Ada", "password": "difference engine" });
    assert_eq!(elsewhere.post("/api/session", wrong).await.refused(), (403, "wrong-password".to_owned()));
    let nobody = json!({ "name": "Babbage", "password": "difference engine" });
    assert_eq!(elsewhere.post("/api/session", nobody).await.refused(), (403, "wrong-password".to_owned()));
    // Upper and lower case are the same.
    let lower = json!({ "name": "ada", "password": "analytical engine" });
    assert_eq!(elsewhere.post("/api/session", lower).await.good()["name"], "Ada");
    assert_eq!(elsewhere.get("/api/games?mine=true").await.good()["games"][0]["id"], game);
    assert_eq!(server.player().post("/api/accounts", credentials).await.refused(), (409, "taken".to_owned()));
    let out = elsewhere.send(Method::DELETE, "/api/session", None).await;
    assert_eq!(out.status.as_u16(), 204);
    assert_eq!(elsewhere.get("/api/games?mine=true").await.good()["games"], json!([]));
    server.end().await;
}

#[tokio::test]
async fn a_name_is_chosen_and_shown() {
    let server = Running::start().await;
    let player = server.player();
    let named = player.send(Method::PUT, "/api/me", Some(&json!({ "name": " Grace  Hopper " }))).await.good();
    assert_eq!(named, json!({ "name": "Grace Hopper", "account": false }));
    let game = player.begin(with_friend("chess", Value::Null)).await;
    assert_eq!(game["players"]["white"]["name"], "Grace Hopper");
    for bad in ["", " ", "a\u{202e}b", &"x".repeat(33)] {
        let refused = player.send(Method::PUT, "/api/me", Some(&json!({ "name": bad }))).await;
        assert_eq!(refused.refused(), (422, "bad-name".to_owned()));
    }
    server.end().await;
}

#[tokio::test]
async fn passwords_can_be_tried_a_few_times_only() {
    let server = Running::start().await;
    let player = server.player();
    let mut codes = Vec::new();
    for _ in 0..11 {
        let guess = json!({ "name": "Ada", "password": "guess" });
        codes.push(player.post("/api/session", guess).await.refused().0);
    }
    assert_eq!((codes[0], codes[10]), (403, 429));
    server.end().await;
}
