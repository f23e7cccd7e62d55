//! What was played in openings, by the games that have ended.

use crate::server::{Pair, Running, with_friend};
use serde_json::{Value, json};
use std::time::Duration;
use tempfile::TempDir;

/// What is known of a position by one sort of games.
async fn known(server: &Running, place: &str, source: &str) -> Option<Value> {
    let found = server.player().get(&format!("/api/explorer/{place}")).await.good();
    found["sources"].as_array().unwrap().iter().find(|one| one["source"] == source).cloned()
}

/// Waits until this many games are counted at the start.
pub async fn counted(server: &Running, variant: &str, source: &str, games: i64) -> Value {
    for _ in 0..600 {
        if let Some(found) = known(server, variant, source).await {
            let count: i64 = ["white", "drawn", "black"].iter().map(|end| found[*end].as_i64().unwrap()).sum();
            if count == games {
                return found;
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{games} games are not counted");
}

#[tokio::test]
async fn games_that_have_ended_are_counted_once_by_position() {
    let folder = TempDir::new().unwrap();
    let server = Running::start_in(folder.path(), |_| {}).await;
    // The fool's mate by two orders of moves.
    for moves in [["f2f3", "e7e5", "g2g4", "d8h4"], ["g2g4", "e7e5", "f2f3", "d8h4"]] {
        Pair::sit_down(&server, with_friend("chess", Value::Null)).await.play(&moves).await;
    }
    // One that goes on says nothing.
    let mut running = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    running.play(&["e2e4", "e7e5"]).await;

    let start = counted(&server, "chess", "casual", 2).await;
    let first = |text: &str| start["moves"].as_array().unwrap().iter().find(|one| one["text"] == text).cloned();
    let f3 = first("f2f3").unwrap();
    assert_eq!(
        (&f3["black"], &f3["white"], &f3["san"], &f3["rating"]),
        (&json!(1), &json!(0), &json!("f3"), &Value::Null)
    );
    assert_eq!(first("e2e4"), None);
    assert_eq!(start["games"].as_array().unwrap().len(), 2);
    assert_eq!(start["games"][0]["winner"], "black");
    // Both come to one position, whatever the counts of moves in its FEN.
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR_b_KQkq_-_7_9";
    let before_mate = known(&server, &format!("chess?fen={fen}"), "casual").await.unwrap();
    assert_eq!(before_mate["moves"], json!([{ "text": "d8h4", "san": "Qh4#", "white": 0, "drawn": 0, "black": 2 }]));
    // Other sorts of games are kept apart, and other games.
    for (place, source) in [("chess", "rated"), ("chess", "engine"), ("fogofwar", "casual")] {
        assert_eq!(known(&server, place, source).await, None, "{place} {source}");
    }

    // Of a game in which something is hidden nothing is known before it ends.
    let mut hidden = Pair::sit_down(&server, with_friend("fogofwar", Value::Null)).await;
    hidden.at_white.make(0, "e2e4").await;
    hidden.at_black.next_of("move").await;
    hidden.at_black.make(1, "e7e5").await;
    for _ in 0..2 {
        hidden.at_white.next_of("move").await;
    }
    Pair::sit_down(&server, with_friend("chess", Value::Null)).await.play(&["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    counted(&server, "chess", "casual", 3).await;
    assert_eq!(known(&server, "fogofwar", "casual").await, None);
    hidden.at_black.ask(json!({ "type": "resign" })).await;
    let found = counted(&server, "fogofwar", "casual", 1).await;
    assert_eq!((&found["moves"][0]["text"], &found["moves"][0]["white"]), (&json!("e2e4"), &json!(1)));
    server.end().await;

    // A restart counts nothing again.
    let server = Running::start_in(folder.path(), |_| {}).await;
    counted(&server, "chess", "casual", 3).await;
    server.end().await;
}
