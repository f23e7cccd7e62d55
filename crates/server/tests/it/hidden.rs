//! Games in which something is hidden: what is sent to a player depends on nothing that the player does not see, and a spectator
//! sees nothing before the game is over.

use crate::server::{Pair, Running, with_friend};
use serde_json::{Value, json};
use spielraum_loadtest::{Method, Player, Socket};

const GAME: &str = "fogofwar";

/// What differs from game to game, and is hidden from nobody.
const OWN: [&str; 6] = ["id", "created", "updated", "at", "claim", "name"];

/// An answer or message without what belongs to one game alone.
fn plain(mut value: Value, names: &[String]) -> Value {
    match &mut value {
        Value::Object(fields) => {
            fields.retain(|name, _| !OWN.contains(&name.as_str()));
            fields.values_mut().for_each(|field| *field = plain(field.take(), names));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = plain(item.take(), names)),
        Value::String(text) => names.iter().for_each(|name| *text = text.replace(name, "_")),
        _ => {}
    }
    value
}

/// All that a client gets to know by asking.
async fn asked(player: &Player, game: &str) -> Vec<Value> {
    let mut answers = Vec::new();
    for path in ["", "/text", "/picture.png", "/picture.png?ply=3", "/variant", "/chat"] {
        let answer = player.get(&format!("/api/games/{game}{path}")).await;
        answers.push(json!([path, answer.status.as_u16(), answer.body]));
    }
    for path in [format!("/game/{game}"), format!("/embed/{game}"), "/api/games?mine=true".to_owned()] {
        answers.push(json!([player.get(&path).await.body]));
    }
    let plan = json!({ "ply": 4, "lines": [["e7e5", "d2d4"]] });
    answers.push(json!(player.send(Method::PUT, &format!("/api/games/{game}/plan"), Some(&plan)).await.refused()));
    answers
}

/// What came on a socket so far: everything before the answer to a ping.
async fn heard(socket: &mut Socket) -> Vec<Value> {
    socket.send(&json!({ "type": "ping" })).await;
    let mut messages = Vec::new();
    loop {
        let message = socket.next().await.expect("the socket stays open");
        match message["type"].as_str() {
            Some("pong") => return messages,
            // Who is there when is chance.
            Some("presence") => {}
            _ => messages.push(message),
        }
    }
}

/// Everything that White, Black and a spectator learned of a game, and an account of what each may know.
async fn played(server: &Running, moves: [&str; 4]) -> [Vec<Value>; 3] {
    let mut pair = Pair::sit_down(server, with_friend(GAME, Value::Null)).await;
    let watcher = server.player();
    let mut watching = watcher.sit_down(&pair.game).await;
    watching.next_of("game").await;
    let mut sent: [Vec<Value>; 3] = Default::default();
    for (ply, text) in moves.into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut pair.at_white } else { &mut pair.at_black };
        mover.make(ply as u64, text).await;
        for (socket, sent) in [&mut pair.at_white, &mut pair.at_black, &mut watching].into_iter().zip(&mut sent) {
            loop {
                let message = socket.next().await.expect("the socket stays open");
                if message["type"] == "presence" || message["type"] == "ack" {
                    continue;
                }
                let is_move = message["type"] == "move";
                sent.push(message);
                if is_move {
                    break;
                }
            }
        }
    }
    // An offer makes the server send the whole game again.
    pair.at_white.send(&json!({ "type": "offer", "id": "draw", "what": "draw" })).await;
    for (socket, sent) in [&mut pair.at_white, &mut pair.at_black, &mut watching].into_iter().zip(&mut sent) {
        sent.push(socket.next_of("game").await);
        sent.extend(heard(socket).await.into_iter().filter(|message| message["type"] != "ack"));
    }
    for (player, sent) in [&pair.white, &pair.black, &watcher].into_iter().zip(&mut sent) {
        sent.extend(asked(player, &pair.game).await);
    }
    let players = pair.seen().await["players"].take();
    let name = |side: &str| players[side]["name"].as_str().unwrap().to_owned();
    let own = [pair.game.clone(), server.base.clone(), name("white"), name("black")];
    let sent = sent.map(|sent| sent.into_iter().map(|value| plain(value, &own)).collect());

    // When it is over everybody sees everything.
    pair.at_black.ask(json!({ "type": "resign" })).await;
    let seen = pair.seen().await;
    assert_eq!(seen["moves"], json!(moves));
    assert!(seen["position"].get("hidden").is_none() && !seen["position"]["fen"].as_str().unwrap().contains('?'));
    assert_eq!(seen["position"]["history"][1]["text"], moves[1]);
    let text = watcher.get(&format!("/api/games/{}/text", pair.game)).await.good();
    assert!(text.as_str().unwrap().contains(moves[3]), "{text}");
    sent
}

/// Fails at the first of several things that differs.
fn alike(some: &[Value], others: &[Value]) {
    assert_eq!(some.len(), others.len());
    for (one, other) in some.iter().zip(others) {
        let [one, other] = [one, other].map(Value::to_string);
        let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        let from = one.floor_char_boundary(at.saturating_sub(80));
        assert!(one == other, "{}\n{}", &one[from..], &other[other.floor_char_boundary(from)..]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_is_sent_depends_on_what_is_hidden() {
    let server = Running::start().await;
    let [white, black, watcher] = played(&server, ["e2e4", "h7h6", "g1f3", "g8f6"]).await;
    // Black moves differently where White sees nothing.
    let [other_white, other_black, other_watcher] = played(&server, ["e2e4", "g7g6", "g1f3", "b8c6"]).await;
    alike(&white, &other_white);
    assert_ne!(black, other_black);
    alike(&watcher, &other_watcher);
    // And White where Black does not.
    let [last_white, last_black, last_watcher] = played(&server, ["e2e4", "h7h6", "b1c3", "g8f6"]).await;
    alike(&black, &last_black);
    assert_ne!(white, last_white);
    alike(&watcher, &last_watcher);

    let told = |sent: &[Value]| serde_json::to_string(sent).unwrap();
    assert!(told(&white).contains("e2e4") && !told(&white).contains("h7h6"));
    assert!(!told(&watcher).contains("e2e4") && !told(&watcher).contains("PPPP/RNBQKB1R"));
    server.end().await;
}

#[tokio::test]
async fn a_player_learns_what_was_captured_and_sees_the_rest_as_before() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend(GAME, Value::Null)).await;
    for (ply, text) in ["e2e4", "d7d5", "a2a3", "d5e4"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut pair.at_white } else { &mut pair.at_black };
        mover.make(ply as u64, text).await;
        pair.at_white.next_of("move").await;
        if ply == 1 {
            // The pawn on d5 can be captured, so it is seen, though its move was not.
            let seen = pair.white.get(&format!("/api/games/{}", pair.game)).await.good();
            assert_eq!(seen["moves"], json!(["e2e4", "?"]));
            let fen = seen["position"]["fen"].as_str().unwrap();
            assert!(fen.starts_with("????????/????????/"), "{fen}");
            assert!(fen.contains("p"), "{fen}");
        }
    }
    let seen = pair.white.get(&format!("/api/games/{}", pair.game)).await.good();
    let last = &seen["position"]["last"];
    let e4 = 3 * 8 + 4;
    assert_eq!((&last["kind"], &last["to"], &last["text"]), (&json!("unseen"), &json!(e4), &json!("?")));
    assert_eq!(last["changes"]["off"][0][2], "white");
    assert_eq!(last["changes"]["on"], json!([]));
    // Files of one's own games leave out those that go on.
    let files = pair.white.get("/api/me/games?format=jsonl").await;
    assert_eq!((files.status.as_u16(), files.body), (200, Value::Null));
    assert!(seen["legal"]["steps"].as_array().is_some_and(|steps| !steps.is_empty()));
    server.end().await;
}
