//! The analysis socket.

use crate::server::Running;
use serde_json::json;

#[tokio::test]
async fn a_position_is_analysed() {
    let server = Running::start().await;
    let mut socket = server.player().socket("/api/analysis").await.unwrap();
    // White mates with the rook: Ra8.
    let fen = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    socket.send(&json!({ "type": "start", "id": 7, "variant": "chess", "fen": fen, "multipv": 2 })).await;
    loop {
        let info = socket.next_of("info").await;
        assert_eq!((&info["id"], &info["side"]), (&json!(7), &json!("white")));
        if info["lines"][0]["score"]["mate"] == 1 {
            assert_eq!(info["lines"][0]["pv"][0]["text"], "a1a8");
            break;
        }
    }
    socket.send(&json!({ "type": "stop" })).await;
    for (request, code) in [
        (json!({ "type": "start", "variant": "chess", "multipv": 6 }), "bad-multipv"),
        (json!({ "type": "start", "variant": "nothing" }), "no-such-variant"),
        (json!({ "type": "start", "variant": "chess", "moves": ["e2e5"] }), "illegal-move"),
        (json!({ "type": "start", "variant": "chess", "moves": ["f2f3", "e7e5", "g2g4", "d8h4"] }), "over"),
        (json!({ "type": "dance" }), "bad-message"),
    ] {
        socket.send(&request).await;
        assert_eq!(socket.next_of("refused").await["code"], code, "{request}");
    }
    server.end().await;
}

#[tokio::test]
async fn who_goes_frees_the_engine() {
    let server = Running::start().await;
    let start = json!({ "type": "start", "variant": "chess" });
    // Two threads, one of them free of analyses: the second analysis begins when the first one's client goes.
    let mut first = server.player().socket("/api/analysis").await.unwrap();
    first.send(&start).await;
    first.next_of("info").await;
    let mut second = server.player().socket("/api/analysis").await.unwrap();
    second.send(&start).await;
    first.close().await;
    second.next_of("info").await;
    server.end().await;
}
