//! Two people play each other.

use crate::server::{Pair, Running, with_friend};
use serde_json::{Value, json};

const NO_CLOCK: Value = Value::Null;

#[tokio::test]
async fn two_people_play_to_mate_while_others_watch() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", NO_CLOCK)).await;
    let mut watching = server.player().sit_down(&pair.game).await;
    let seen = watching.next_of("game").await;
    assert_eq!((&seen["game"]["you"], &seen["game"]["spectators"]), (&Value::Null, &json!(1)));
    pair.play(&["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    let mut last = Value::Null;
    for _ in 0..4 {
        last = watching.next_of("move").await;
    }
    assert_eq!((&last["result"]["reason"], &last["result"]["winner"]), (&json!("checkmate"), &json!("black")));
    assert!(last["position"].get("history").is_none());
    assert_eq!(pair.at_white.refused(json!({ "type": "move", "ply": 4, "text": "a2a3" })).await, "over");
    let game = pair.seen().await;
    assert_eq!((&game["status"], &game["moves"]), (&json!("finished"), &json!(["f2f3", "e7e5", "g2g4", "d8h4"])));
    server.end().await;
}

/// The texts of the legal moves that came along, as a client works them out.
fn legal(told: &Value, variant: &Value) -> Vec<String> {
    let name = |cell: &Value| variant["board"]["cells"][cell.as_u64().unwrap() as usize]["name"].as_str().unwrap();
    let symbol = |piece: &Value| variant["pieces"][piece.as_u64().unwrap() as usize]["symbol"].as_str().unwrap();
    let list = |value: &Value| value.as_array().unwrap().clone();
    let mut texts = Vec::new();
    for step in list(&told["legal"]["steps"]) {
        texts.extend(list(&step[2]).iter().map(|to| format!("{}{}", name(&step[0]), name(to))));
    }
    for drop in list(&told["legal"]["drops"]) {
        texts.extend(list(&drop[1]).iter().map(|to| format!("{}@{}", symbol(&drop[0]), name(to))));
    }
    texts.extend(list(&told["legal"]["others"]).iter().map(|m| m["text"].as_str().unwrap().to_owned()));
    texts.sort_unstable();
    texts
}

#[tokio::test]
async fn legal_moves_travel_with_the_position_to_whoever_may_move() {
    for id in ["crazyhouse", "raumschach"] {
        let server = Running::start().await;
        let mut pair = Pair::sit_down(&server, with_friend(id, NO_CLOCK)).await;
        let variant = server.player().get(&format!("/api/variants/{id}")).await.good();
        let mut watching = server.player().sit_down(&pair.game).await;
        assert!(watching.next_of("game").await["game"].get("legal").is_none());
        let mut moves: Vec<String> = Vec::new();
        let mut told = pair.white.get(&format!("/api/games/{}", pair.game)).await.good();
        for ply in 0..24 {
            let asked = json!({ "variant": id, "moves": moves });
            let position = server.player().post("/api/positions", asked).await.good();
            let known = position["moves"].as_array().unwrap();
            let mut expected: Vec<String> = known.iter().map(|m| m["text"].as_str().unwrap().to_owned()).collect();
            expected.sort_unstable();
            assert_eq!(legal(&told, &variant), expected, "{id} after {moves:?}");
            // Captures lead to hands, from which pieces are dropped.
            let capture = known.iter().find(|m| m["changes"]["off"].as_array().unwrap().len() > 1);
            let chosen = capture.unwrap_or(&known[known.len() / 2])["text"].as_str().unwrap().to_owned();
            let (mover, other) = match ply % 2 {
                0 => (&mut pair.at_white, &mut pair.at_black),
                _ => (&mut pair.at_black, &mut pair.at_white),
            };
            assert_eq!(mover.ask(json!({ "type": "move", "ply": ply, "text": chosen })).await["type"], "ack");
            moves.push(chosen);
            for socket in [mover, &mut watching] {
                let seen = socket.next_of("move").await;
                assert_eq!((seen["ply"].as_u64(), seen.get("legal")), (Some(ply + 1), None));
            }
            told = other.next_of("move").await;
            assert_eq!(told["ply"].as_u64(), Some(ply + 1));
            if !told["result"].is_null() {
                break;
            }
        }
        assert!(moves.len() > 10);
        server.end().await;
    }
}

#[tokio::test]
async fn strangers_and_the_wrong_side_change_nothing() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", NO_CLOCK)).await;
    let stranger = server.player();
    stranger.begin(with_friend("chess", NO_CLOCK)).await;
    let mut at_stranger = stranger.sit_down(&pair.game).await;
    for wish in [
        json!({ "type": "move", "ply": 0, "text": "e2e4" }),
        json!({ "type": "resign" }),
        json!({ "type": "offer", "what": "draw" }),
        json!({ "type": "accept", "what": "draw" }),
        json!({ "type": "decline", "what": "draw" }),
        json!({ "type": "offer", "what": "takeback" }),
        json!({ "type": "offer", "what": "rematch" }),
    ] {
        assert_eq!(at_stranger.refused(wish).await, "not-a-player");
    }
    assert_eq!(stranger.post(&format!("/api/games/{}/join", pair.game), json!({})).await.refused().1, "full");
    let remove = stranger.send(reqwest_delete(), &format!("/api/games/{}", pair.game), None).await;
    assert_eq!(remove.refused(), (403, "not-yours".to_owned()));
    let moves = [
        (json!({ "type": "move", "ply": 0, "text": "e7e5" }), "not-your-turn", false),
        (json!({ "type": "move", "ply": 0, "text": "e2e5" }), "illegal-move", true),
        (json!({ "type": "move", "ply": 1, "text": "e2e4" }), "stale", true),
        (json!({ "type": "move", "ply": 0, "text": "" }), "illegal-move", true),
    ];
    for (wish, code, by_white) in moves {
        let socket = if by_white { &mut pair.at_white } else { &mut pair.at_black };
        assert_eq!(socket.refused(wish).await, code);
    }
    let game = pair.seen().await;
    assert_eq!((&game["moves"], &game["status"]), (&json!([]), &json!("playing")));
    server.end().await;
}

fn reqwest_delete() -> spielraum_loadtest::Method {
    spielraum_loadtest::Method::DELETE
}

#[tokio::test]
async fn a_forged_cookie_is_no_cookie() {
    let server = Running::start().await;
    let owner = server.player();
    let game = owner.begin(with_friend("chess", NO_CLOCK)).await["id"].as_str().unwrap().to_owned();
    let cookie = owner.cookies().unwrap();
    let seen_by = async |cookie: String| {
        let player = server.player();
        player.set_cookie(&cookie);
        player.get(&format!("/api/games/{game}")).await.good()["you"].clone()
    };
    assert_eq!(seen_by(cookie.clone()).await, "white");
    // The id without the signature, with a changed signature, with another id.
    let (name, value) = cookie.split_once('=').unwrap();
    let id = &value[value.len() - 24..];
    let changed = if value.starts_with('A') { value.replacen('A', "B", 1) } else { format!("A{}", &value[1..]) };
    let other = format!("{}{}", &value[..value.len() - 1], if value.ends_with('0') { '1' } else { '0' });
    for forged in [id.to_owned(), changed, other, String::new(), "x".repeat(3000)] {
        assert_eq!(seen_by(format!("{name}={forged}")).await, Value::Null, "{forged}");
    }
    server.end().await;
}

#[tokio::test]
async fn a_draw_is_agreed_or_not() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", NO_CLOCK)).await;
    pair.play(&["e2e4"]).await;
    assert_eq!(pair.at_white.ask(json!({ "type": "offer", "what": "draw" })).await["type"], "ack");
    assert_eq!(pair.at_black.next_of("game").await["game"]["offers"]["draw"], "white");
    assert_eq!(pair.at_white.refused(json!({ "type": "accept", "what": "draw" })).await, "no-offer");
    // A move is an answer, too.
    pair.play(&["e7e5"]).await;
    assert_eq!(pair.seen().await["offers"]["draw"], Value::Null);
    pair.at_white.ask(json!({ "type": "offer", "what": "draw" })).await;
    assert_eq!(pair.at_black.ask(json!({ "type": "decline", "what": "draw" })).await["type"], "ack");
    assert_eq!(pair.at_black.refused(json!({ "type": "accept", "what": "draw" })).await, "no-offer");
    pair.at_black.ask(json!({ "type": "offer", "what": "draw" })).await;
    assert_eq!(pair.at_white.ask(json!({ "type": "accept", "what": "draw" })).await["type"], "ack");
    let result = pair.seen().await["result"].clone();
    assert_eq!(result, json!({ "winner": null, "reason": "agreement", "text": "Draw: agreed" }));
    server.end().await;
}

#[tokio::test]
async fn moves_are_taken_back_by_consent() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", NO_CLOCK)).await;
    assert_eq!(pair.at_white.refused(json!({ "type": "offer", "what": "takeback" })).await, "nothing-to-take-back");
    pair.play(&["e2e4", "e7e5"]).await;
    // White is to move: its last move goes, and Black's after it.
    pair.at_white.ask(json!({ "type": "offer", "what": "takeback" })).await;
    assert_eq!(pair.seen().await["moves"], json!(["e2e4", "e7e5"]));
    pair.at_black.ask(json!({ "type": "accept", "what": "takeback" })).await;
    assert_eq!(pair.seen().await["moves"], json!([]));
    pair.play(&["d2d4"]).await;
    pair.at_white.ask(json!({ "type": "offer", "what": "takeback" })).await;
    pair.at_black.ask(json!({ "type": "accept", "what": "takeback" })).await;
    pair.play(&["c2c4", "c7c5"]).await;
    let game = pair.seen().await;
    assert_eq!(game["moves"], json!(["c2c4", "c7c5"]));
    server.end().await;
}

#[tokio::test]
async fn one_resigns_and_has_a_rematch_with_sides_changed() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("raumschach", NO_CLOCK)).await;
    assert_eq!(pair.at_white.refused(json!({ "type": "offer", "what": "rematch" })).await, "not-over");
    pair.at_black.ask(json!({ "type": "resign" })).await;
    let game = pair.seen().await;
    assert_eq!(game["result"]["text"], "White wins: Black resigned");
    pair.at_black.ask(json!({ "type": "offer", "what": "rematch" })).await;
    pair.at_white.ask(json!({ "type": "accept", "what": "rematch" })).await;
    let next = pair.seen().await["next"].as_str().unwrap().to_owned();
    let game = pair.black.get(&format!("/api/games/{next}")).await.good();
    assert_eq!(
        (&game["you"], &game["status"], &game["variant"]),
        (&json!("white"), &json!("playing"), &json!("raumschach"))
    );
    server.end().await;
}

#[tokio::test]
async fn clocks_run_and_fall() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", json!({ "initial": 1, "increment": 0 }))).await;
    assert_eq!(pair.seen().await["clock"]["running"], Value::Null);
    pair.play(&["e2e4"]).await;
    assert_eq!(pair.seen().await["clock"]["running"], "black");
    // Nobody moves: the server itself ends the game.
    let ended = pair.at_white.next_of("game").await["game"].clone();
    assert_eq!(
        ended["result"],
        json!({ "winner": "white", "reason": "time", "text": "White wins: Black's time is up" })
    );
    assert_eq!((&ended["clock"]["black"], &ended["clock"]["running"]), (&json!(0), &Value::Null));
    assert_eq!(pair.at_black.refused(json!({ "type": "move", "ply": 1, "text": "e7e5" })).await, "over");
    server.end().await;
}

#[tokio::test]
async fn who_comes_again_finds_everything() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", json!({ "initial": 600, "increment": 5 }))).await;
    pair.play(&["e2e4"]).await;
    let Pair { white, black, at_white, mut at_black, game } = pair;
    at_white.close().await;
    let gone = at_black.next_of("presence").await;
    assert_eq!(gone["online"], json!({ "white": false, "black": true }));
    at_black.make(1, "e7e5").await;
    let mut again = white.sit_down(&game).await;
    let found = again.next_of("game").await["game"].clone();
    assert_eq!((&found["you"], &found["moves"]), (&json!("white"), &json!(["e2e4", "e7e5"])));
    assert_eq!(found["position"]["history"].as_array().unwrap().len(), 2);
    assert!(found["clock"]["black"].as_i64().unwrap() > 600_000, "the increment: {}", found["clock"]);
    again.make(2, "g1f3").await;
    drop(black);
    server.end().await;
}

#[tokio::test]
async fn an_orderly_end_keeps_everything() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    let mut pair = Pair::sit_down(&server, with_friend("stockgi", json!({ "initial": 600, "increment": 5 }))).await;
    let first = pair.white.post("/api/positions", json!({ "variant": "stockgi" })).await.good();
    let text = first["moves"][0]["text"].as_str().unwrap().to_owned();
    pair.play(&[&text]).await;
    let (cookie, game) = (pair.white.cookies().unwrap(), pair.game.clone());
    server.end().await;
    let server = Running::start_in(folder.path(), |_| {}).await;
    let white = server.player();
    white.set_cookie(&cookie);
    let found = white.get(&format!("/api/games/{game}")).await.good();
    assert_eq!((&found["you"], &found["moves"]), (&json!("white"), &json!([text])));
    assert_eq!((&found["clock"]["running"], &found["status"]), (&json!("black"), &json!("playing")));
    let mine = white.get("/api/games?mine=true").await.good();
    assert_eq!(mine["games"][0]["id"], game.as_str());
    server.end().await;
}

#[tokio::test]
async fn a_game_is_told_as_text_and_read_again() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("crazyhouse", NO_CLOCK)).await;
    pair.play(&["e2e4", "d7d5", "e4d5", "d8d5", "P@e6"]).await;
    let text = pair.white.get(&format!("/api/games/{}/text", pair.game)).await.good();
    let read = pair.white.post("/api/import", json!({ "text": text })).await.good();
    assert_eq!(read["moves"], json!(["e2e4", "d7d5", "e4d5", "d8d5", "P@e6"]));
    assert_eq!(read["variant"], "crazyhouse");
    for bad in ["", "game: nothing\n", "game: chess\n\n1. e2e5\n", "game: chess\nfoo: bar\n"] {
        pair.white.post("/api/import", json!({ "text": bad })).await.refused();
    }
    server.end().await;
}
