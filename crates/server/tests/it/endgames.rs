//! Endgame tables on the server.

use crate::pages::Page;
use crate::server::Running;
use serde_json::json;
use spielraum_arcade::Game;
use spielraum_endgames::{BuildOptions, Material, build};

/// Mate in 10, the longest with a queen; 19 plies.
const LONGEST: &str = "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1";

#[tokio::test]
async fn every_move_is_told_with_what_it_comes_to() {
    let folder = tempfile::tempdir().unwrap();
    let chess = Game::open("chess", &[]).unwrap();
    let material = Material::parse(chess.rules(), "KQ v K").unwrap();
    build(chess.rules(), &material, &folder.path().join("chess"), &BuildOptions::default(), &|_| {}).unwrap();
    let server = Running::start_with(|config| config.endgames = Some(folder.path().to_owned())).await;
    let player = server.player();
    assert_eq!(player.get("/api/variants/chess").await.good()["endgamePieces"], 3);
    assert_eq!(player.get("/api/variants/raumschach").await.good()["endgamePieces"], json!(null));

    let ask = async |variant: &str, fen: &str| {
        player.post("/api/endgames", json!({ "variant": variant, "fen": fen })).await.good()
    };
    let told = ask("chess", LONGEST).await;
    assert_eq!(told["value"], json!({ "result": "win", "plies": 19, "late": false }));
    let moves = told["moves"].as_array().unwrap();
    let position = player.post("/api/positions", json!({ "variant": "chess", "fen": LONGEST })).await.good();
    assert_eq!(moves.len(), position["moves"].as_array().unwrap().len());
    assert_eq!(moves[0]["value"], json!({ "result": "win", "plies": 19, "late": false }));
    assert!(moves[1]["value"]["plies"].as_u64() >= Some(19), "{told}");
    // Ten plies are left, and the queen can be lost.
    let late = ask("chess", "8/8/8/5k2/8/8/1Q6/K7 w - - 90 80").await;
    assert_eq!(late["value"], json!({ "result": "win", "plies": 19, "late": true }));
    assert_eq!(late["moves"].as_array().unwrap().last().unwrap()["value"]["result"], "draw");
    assert_eq!(ask("chess", "8/8/8/5k2/8/8/1R6/K7 w - - 0 1").await, json!({ "moves": [] }));

    // The same in the words of Lichess' tablebase, for pages of other sites.
    let table = async |query: &str| player.get(&format!("/api/tables/chess?fen={query}")).await;
    let path = format!("/api/tables/chess?fen={}", LONGEST.replace(' ', "_"));
    let page = Page::get(&server, &path, "Origin: https://other.example\r\n").await;
    assert_eq!(page.header("access-control-allow-origin"), Some("*"));
    assert_eq!(page.header("cache-control"), Some("public, max-age=3600"));
    let found = player.get(&path).await.good();
    assert_eq!((&found["category"], &found["dtm"], &found["fen"]), (&json!("win"), &json!(19), &json!(LONGEST)));
    let best = &found["moves"][0];
    assert_eq!((&best["category"], &best["dtm"], &best["zeroing"]), (&json!("loss"), &json!(-18), &json!(false)));
    assert_eq!(best["uci"], told["moves"][0]["text"]);
    let last = table("7k/8/6K1/8/8/1Q6/8/8_w").await.good();
    let mate = last["moves"].as_array().unwrap().iter().find(|found| found["uci"] == "b3b8").unwrap();
    assert_eq!((&mate["checkmate"], &mate["dtm"], &mate["category"]), (&json!(true), &json!(0), &json!("loss")));
    let stale = last["moves"].as_array().unwrap().iter().find(|found| found["uci"] == "b3f7").unwrap();
    assert_eq!((&stale["stalemate"], &stale["category"], &stale["dtm"]), (&json!(true), &json!("draw"), &json!(null)));
    let counted = table("8/8/8/5k2/8/8/1Q6/K7_w_-_-_90_80").await.good();
    assert_eq!(counted["category"], "maybe-win");
    let unknown = table("8/8/8/5k2/8/8/1R6/K7_w").await.good();
    assert_eq!((&unknown["category"], &unknown["moves"][0]["category"]), (&json!("unknown"), &json!("unknown")));
    assert_eq!(table("nonsense").await.status, 422);
    assert_eq!(player.get("/api/tables/chess").await.status, 400);
    assert_eq!(player.get("/api/tables/raumschach?fen=_").await.status, 404);

    // An analysis there reports the same.
    let mut socket = player.socket("/api/analysis").await.unwrap();
    socket.send(&json!({ "type": "start", "variant": "chess", "fen": LONGEST, "multipv": 3 })).await;
    let info = loop {
        let info = socket.next_of("info").await;
        if info["lines"].as_array().unwrap().len() == 3 {
            break info;
        }
    };
    assert_eq!(info["lines"][0]["score"]["mate"], 10, "{info}");
    assert_eq!(info["lines"][0]["pv"].as_array().unwrap().len(), 19, "{info}");
    server.end().await;
}
