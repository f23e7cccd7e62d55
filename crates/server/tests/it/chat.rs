//! What people say beside games: who hears it, what it may be, and that it stays.

use crate::server::{Pair, Running, with_friend};
use serde_json::{Value, json};
use spielraum_loadtest::{Player, Socket};
use tempfile::TempDir;

async fn say(socket: &mut Socket, channel: &str, text: &str) -> Value {
    socket.ask(json!({ "type": "say", "channel": channel, "text": text })).await
}

/// The texts that somebody can read, with their channels.
async fn read(player: &Player, game: &str) -> Vec<(String, String)> {
    let chat = player.get(&format!("/api/games/{game}/chat")).await.good();
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    chat.as_array().unwrap().iter().map(|one| (word(&one["channel"]), word(&one["text"]))).collect()
}

fn both(texts: &[(&str, &str)]) -> Vec<(String, String)> {
    texts.iter().map(|(channel, text)| ((*channel).to_owned(), (*text).to_owned())).collect()
}

/// A player who looks on.
async fn spectator(server: &Running, game: &str) -> (Player, Socket) {
    let player = server.player();
    // Who has done nothing yet has no name.
    player.begin(json!({ "variant": "chess", "opponent": { "kind": "self" }, "side": "white" })).await;
    let mut socket = player.sit_down(game).await;
    socket.next_of("game").await;
    (player, socket)
}

#[tokio::test]
async fn players_and_spectators_hear_their_own_until_the_game_is_over() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| ()).await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    let game = pair.game.clone();
    let (eve, mut at_eve) = spectator(&server, &game).await;
    let (zoe, mut at_zoe) = spectator(&server, &game).await;
    assert_eq!(say(&mut pair.at_white, "players", " Good   luck ").await["type"], "ack");
    for socket in [&mut pair.at_white, &mut pair.at_black] {
        let message = socket.next_of("said").await["message"].take();
        assert_eq!((&message["text"], &message["side"]), (&json!("Good luck"), &json!("white")));
        assert_eq!((&message["number"], &message["channel"]), (&json!(1), &json!("players")));
        assert!(message["name"].as_str().unwrap().starts_with("Guest"));
    }
    assert_eq!(say(&mut at_eve, "spectators", "e5 loses").await["type"], "ack");
    for socket in [&mut at_eve, &mut at_zoe] {
        // The first thing that they hear is not the players'.
        let message = socket.next_of("said").await["message"].take();
        assert_eq!((&message["text"], &message["side"]), (&json!("e5 loses"), &Value::Null));
    }
    for (socket, channel) in [(&mut at_eve, "players"), (&mut pair.at_black, "spectators")] {
        let refused = say(socket, channel, "Hello").await;
        assert_eq!((&refused["type"], &refused["code"]), (&json!("refused"), &json!("other-channel")));
    }
    let nobody = server.player();
    let refused = say(&mut nobody.sit_down(&game).await, "spectators", "Hello").await;
    assert_eq!(refused["code"], "nobody");
    assert_eq!(read(&pair.black, &game).await, both(&[("players", "Good luck")]));
    for player in [&eve, &zoe, &nobody] {
        assert_eq!(read(player, &game).await, both(&[("spectators", "e5 loses")]));
    }

    // What players hear next is that the game is over, and then all of it.
    assert_eq!(pair.at_black.ask(json!({ "type": "resign" })).await["type"], "ack");
    assert_eq!(say(&mut pair.at_black, "spectators", "It did").await["type"], "ack");
    assert_eq!(pair.at_white.next_of("said").await["message"]["text"], "It did");
    assert_eq!(at_zoe.next_of("said").await["message"]["side"], "black");
    let all = both(&[("players", "Good luck"), ("spectators", "e5 loses"), ("spectators", "It did")]);
    assert_eq!(read(&pair.white, &game).await, all);

    // It is there after a restart, and goes on in order.
    let cookies = format!("{}; Path=/", pair.white.cookies().unwrap());
    server.end().await;
    let server = Running::start_in(folder.path(), |_| ()).await;
    let white = server.player();
    white.set_cookie(&cookies);
    assert_eq!(read(&white, &game).await, all);
    let mut socket = white.sit_down(&game).await;
    assert_eq!(say(&mut socket, "players", "Thank you").await["type"], "ack");
    assert_eq!(socket.next_of("said").await["message"]["number"], 2);
    server.end().await;
}

#[tokio::test]
async fn messages_are_limited_and_can_be_read() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    for text in ["", " \n ", "a\u{202e}b", "\u{200b}", &"x".repeat(301)] {
        assert_eq!(say(&mut pair.at_white, "players", text).await["code"], "bad-message", "{text:?}");
    }
    // One player writes so much, and the other still can.
    let mut written = 0;
    let refused = loop {
        let answer = say(&mut pair.at_white, "players", "Hello").await;
        if answer["type"] == "refused" {
            break answer;
        }
        written += 1;
        assert!(written < 60, "there is a limit");
    };
    assert_eq!(refused["code"], "too-many-requests");
    assert_eq!(say(&mut pair.at_black, "players", "Hello").await["type"], "ack");
    assert_eq!(read(&pair.white, &pair.game).await.len(), written + 1);

    // Games against the engine have no chat.
    let alone = server.player();
    let game = json!({ "variant": "chess", "opponent": { "kind": "engine", "level": 1 }, "side": "white" });
    let game = alone.begin(game).await["id"].as_str().unwrap().to_owned();
    assert_eq!(say(&mut alone.sit_down(&game).await, "players", "Hello").await["code"], "other-channel");
    server.end().await;
}

#[tokio::test]
async fn a_message_is_reported_with_its_text_and_a_blocked_player_is_not_heard() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| ()).await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    let game = pair.game.clone();
    assert_eq!(say(&mut pair.at_black, "players", "You are a fool").await["type"], "ack");
    let path = |channel: &str, number: u32| format!("/api/games/{game}/chat/{channel}/{number}/report");
    for (player, path, code) in [
        (&pair.white, path("players", 3), "no-such-message"),
        (&pair.white, path("spectators", 1), "no-such-message"),
        (&pair.white, path("nobody", 1), "no-such-message"),
        (&pair.black, path("players", 1), "own-message"),
        (&server.player(), path("players", 1), "nobody"),
    ] {
        assert_eq!(player.post(&path, json!({})).await.refused().1, code, "{path}");
    }
    // A spectator can't report what was not said to spectators.
    let (eve, _) = spectator(&server, &game).await;
    assert_eq!(eve.post(&path("players", 1), json!({})).await.refused().1, "no-such-message");
    assert_eq!(say(&mut pair.at_black, "players", "Again").await["type"], "ack");
    for number in [1, 2, 2] {
        assert_eq!(pair.white.post(&path("players", number), json!({})).await.status.as_u16(), 204);
    }

    assert_eq!(pair.white.post(&format!("/api/games/{game}/block"), json!({})).await.status.as_u16(), 204);
    assert_eq!(say(&mut pair.at_black, "players", "Hello?").await["code"], "blocked");
    server.end().await;
    let database = rusqlite::Connection::open(folder.path().join("spielraum.sqlite")).unwrap();
    let report =
        "SELECT reports.reason, group_concat(reports.text ORDER BY reports.text DESC), games.black = reports.player
        FROM reports JOIN games ON games.id = game";
    let told = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let expected = ("chat".to_owned(), "You are a fool,Again".to_owned(), true);
    assert_eq!(database.query_row(report, [], told).unwrap(), expected);
}
