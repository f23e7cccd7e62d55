//! Problems solved by the server.

use crate::server::Running;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Three moves of both sides, two solutions: some hundreds of thousands of positions.
const HELPMATE: &str = "8/8/7B/1Pp1PR1p/1rp2Pkp/b1Kppp1p/b5r1/3q4 b - - 0 1";

#[tokio::test]
async fn a_problem_is_solved_as_the_program_solves_it() {
    let server = Running::start().await;
    let player = server.player();
    let ask = async |stipulation: &str, fen: &str| {
        let body = json!({ "variant": "chess", "fen": fen, "stipulation": stipulation, "tries": 1, "set_play": true });
        player.post("/api/solve", body).await.good()
    };
    // Whatever the king does, the rook mates.
    let two = ask("#2", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1").await;
    assert_eq!((&two["first_moves"], &two["complete"]), (&json!(["f6f7"]), &json!(true)));
    let key = &two["solutions"][0];
    assert_eq!((&key["key"], &key["moves"], &key["goal"]), (&json!("f6f7"), &json!(2), &json!(false)));
    assert_eq!(key["threats"][0], json!({ "key": "g1h1", "san": "Rh1#", "moves": 1, "goal": true }));
    assert!(two["text"].as_str().unwrap().contains("1.Kf6-f7!  threat:"), "{two}");
    let help = ask("h#3", HELPMATE).await;
    assert_eq!(help["first_moves"], json!(["b4b3", "g2g3"]));
    let lines = help["solutions"].as_array().unwrap();
    assert_eq!(lines.iter().map(|line| line["moves"].as_array().unwrap().len()).collect::<Vec<_>>(), [6, 6]);
    // A series: the other side's turns are passed.
    let series = ask("ser-#8", "4Q3/8/k5q1/8/8/8/8/7K").await;
    assert_eq!((&series["complete"], &series["solutions"][0]["moves"][1]), (&json!(true), &Value::Null), "{series}");
    let none = ask("#1", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1").await;
    assert_eq!((&none["solutions"], &none["complete"]), (&json!([]), &json!(true)));
    server.end().await;
}

#[tokio::test]
async fn other_games_and_definitions_of_the_workshop_are_solved() {
    let server = Running::start().await;
    let player = server.player();
    // A published problem of the pages.
    let fen = "5/5/5/5/5|1k3/5/5/5/5|5/5/4Q/5/5|5/5/5/5/5|K4/4P/5/5/5 b - - 0 1";
    let asked = json!({ "variant": "raumschach", "fen": fen, "stipulation": "h#2" });
    let told = player.post("/api/solve", asked).await.good();
    assert_eq!(
        told["solutions"],
        json!([{
            "moves": ["Bb5Cc4", "Ee4Ee5=U", "Cc4Dd5", "Ce3Dd4"],
            "sans": ["KCc4", "PEe5=U", "KDd5", "QDd4#"]
        }])
    );
    let text = spielraum_catalogue::definition_text("chess").unwrap();
    let id = player.post("/api/workshop", json!({ "text": text })).await.good()["id"].clone();
    let asked = json!({ "variant": id, "fen": "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "stipulation": "#2" });
    let told = player.post("/api/solve", asked).await.good();
    assert_eq!((&told["game"], told["solutions"].as_array().unwrap().len()), (&id, 1));
    server.end().await;
}

#[tokio::test]
async fn what_can_not_be_solved_is_refused_with_a_reason() {
    let server = Running::start().await;
    let player = server.player();
    let mate = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1";
    let good = json!({ "variant": "chess", "fen": mate, "stipulation": "#2" });
    let with = |field: &str, value: Value| {
        let mut body = good.clone();
        body[field] = value;
        body
    };
    let text = r#"
title "Walls"
summary "Chess with two walls in the middle."
based-on "chess"
piece "W" "Wall" owner="nobody"
start "rnbqkbnr/pppppppp/8/8/3!W!W3/8/PPPPPPPP/RNBQKBNR"
"#;
    let walls = player.post("/api/workshop", json!({ "text": text })).await.good()["id"].clone();
    let walls = json!({ "variant": walls, "stipulation": "#2" });
    for (body, code) in [
        (with("stipulation", json!("mate in two")), "bad-stipulation"),
        (with("stipulation", json!("")), "bad-stipulation"),
        (with("stipulation", json!("#1000")), "bad-stipulation"),
        (with("stipulation", json!("a=>b2")), "bad-stipulation"),
        (with("stipulation", json!("#".repeat(65))), "bad-stipulation"),
        (with("to", json!(mate)), "bad-stipulation"),
        (with("fen", json!("8/8")), "bad-fen"),
        (with("fen", json!("8/8/8/8/8/8/8/8 w - - 0 1")), "bad-fen"),
        (with("fen", json!("8".repeat(20_000))), "bad-fen"),
        (with("seconds", json!(0)), "bad-limits"),
        (with("seconds", json!(21)), "bad-limits"),
        (with("tries", json!(5)), "bad-limits"),
        (with("stipulation", json!("s##2")), "not-solvable"),
        (walls, "not-solvable"),
        (json!({ "variant": "nichtschach", "stipulation": "#2" }), "not-solvable"),
    ] {
        let (status, said) = player.post("/api/solve", body.clone()).await.refused();
        assert_eq!((status, said.as_str()), (422, code), "{body}");
    }
    assert_eq!(player.post("/api/solve", with("variant", json!("nothing"))).await.refused().0, 404);
    assert_eq!(player.post("/api/solve", json!({ "variant": "chess" })).await.refused().1, "bad-body");
    server.end().await;
}

#[tokio::test]
async fn what_takes_too_long_says_so() {
    let server = Running::start().await;
    let player = server.player();
    let ask = async |stipulation: &str, fen: &str, more: Value| {
        let mut body = json!({ "variant": "chess", "fen": fen, "stipulation": stipulation, "seconds": 1 });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        player.post("/api/solve", body).await.good()
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let stopped = ask("#9", start, json!({})).await;
    assert_eq!((&stopped["complete"], &stopped["stopped"]), (&json!("the time ran out"), &json!("time")));
    let stopped = ask("h#3", HELPMATE, json!({ "nodes": 5_000 })).await;
    assert_eq!(stopped["stopped"], "nodes");
    // Lines of nearly two thousand half moves, as deep as any problem goes, and more of them than are reported.
    let deep = ask("exact-ser-#999", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", json!({ "seconds": 20 })).await;
    assert_eq!(deep["stopped"], "solutions", "{deep}");
    assert_eq!(deep["solutions"][0]["moves"].as_array().unwrap().len(), 1_997);
    let help = ask("exact-hs~999", "8/8/8/8/8/1k6/8/K6Q w - - 0 1", json!({ "seconds": 20 })).await;
    assert_eq!(help["stopped"], "solutions");
    let keys = ask("~1", start.replace("pppppppp", "8").replace("PPPPPPPP", "8").as_str(), json!({})).await;
    assert_eq!((&keys["stopped"], keys["solutions"].as_array().unwrap().len()), (&json!("solutions"), 32));
    server.end().await;
}

#[tokio::test]
async fn who_goes_frees_the_engine() {
    let server = Running::start_with(|config| config.engines = 2).await;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let long = json!({ "variant": "chess", "fen": start, "stipulation": "#9" });
    // Of two threads one is for analyses: the second problem begins when the first one's client has gone.
    let first = server.player();
    let gone = tokio::time::timeout(Duration::from_millis(500), first.post("/api/solve", long)).await;
    assert!(gone.is_err());
    drop(first);
    let asked = Instant::now();
    let short =
        json!({ "variant": "chess", "fen": "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "stipulation": "#2", "seconds": 1 });
    assert_eq!(server.player().post("/api/solve", short).await.good()["complete"], true);
    // The first one would have gone on for ten seconds before it made room.
    assert!(asked.elapsed() < Duration::from_secs(8), "{:?}", asked.elapsed());
    server.end().await;
}
