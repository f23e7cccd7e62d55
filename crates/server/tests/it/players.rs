//! Names, accounts, logging in and out.

use crate::server::{Pair, Running, with_friend};
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
async fn games_of_before_go_over_into_the_account() {
    let server = Running::start().await;
    let ada = json!({ "name": "Ada", "password": "analytical engine" });
    let registered = server.player();
    registered.post("/api/accounts", ada.clone()).await.good();

    // Somebody without an account plays, and the account's owner is the opponent in another game.
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    pair.play(&["e2e4"]).await;
    let alone = pair.white.begin(with_friend("raumschach", Value::Null)).await["id"].clone();
    let against = registered.begin(with_friend("chess", Value::Null)).await["id"].as_str().unwrap().to_owned();
    pair.white.post(&format!("/api/games/{against}/join"), json!({})).await.good();
    assert_eq!(pair.white.post("/api/session", ada.clone()).await.good()["name"], "Ada");

    let game = pair.white.get(&format!("/api/games/{}", pair.game)).await.good();
    assert_eq!((&game["you"], &game["players"]["white"]["name"]), (&json!("white"), &json!("Ada")));
    let mine = registered.get("/api/games?mine=true").await.good();
    let ids: Vec<&str> = mine["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 3);
    assert!([&*pair.game, alone.as_str().unwrap(), &against].iter().all(|id| ids.contains(id)));
    // Whoever was at the table as the former is sent away, to come again as the latter.
    while pair.at_white.next().await.is_some() {}
    // What is stored next is by the new owner: the table has learned of it too.
    let mut at_white = pair.white.sit_down(&pair.game).await;
    at_white.next_of("game").await;
    pair.at_black.make(1, "e7e5").await;
    at_white.make(2, "g1f3").await;
    assert_eq!(registered.get(&format!("/api/games/{}", pair.game)).await.good()["you"], "white");
    // Who has both sides now plays at one screen.
    let both = registered.get(&format!("/api/games/{against}")).await.good();
    assert_eq!((&both["you"], &both["opponent"]), (&json!("both"), &json!({ "kind": "self" })));
    // And what was begun can be removed.
    let remove = registered.send(Method::DELETE, &format!("/api/games/{}", alone.as_str().unwrap()), None).await;
    assert_eq!(remove.status.as_u16(), 204);
    server.end().await;
}

#[tokio::test]
async fn games_of_one_account_do_not_go_over_into_another() {
    let server = Running::start().await;
    let (ada, grace) = (server.player(), server.player());
    let credentials = |name: &str| json!({ "name": name, "password": "analytical engine" });
    ada.post("/api/accounts", credentials("Ada")).await.good();
    ada.begin(with_friend("chess", Value::Null)).await;
    grace.post("/api/accounts", credentials("Grace")).await.good();
    ada.post("/api/session", credentials("Grace")).await.good();
    assert_eq!(ada.get("/api/games?mine=true").await.good()["games"], json!([]));
    ada.post("/api/session", credentials("Ada")).await.good();
    assert_eq!(ada.get("/api/games?mine=true").await.good()["games"].as_array().unwrap().len(), 1);
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
