//! Games that many watch.

use crate::server::{Pair, Running, with_friend};
use serde_json::Value;
use spielraum_loadtest::Player;
use std::time::{Duration, Instant};

/// More than one player may have sockets.
const MANY: usize = 120;

#[tokio::test(flavor = "multi_thread")]
async fn many_of_one_network_watch_and_who_comes_is_told_in_batches() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    let begun = Instant::now();
    let mut watching = Vec::new();
    for _ in 0..MANY {
        let mut socket = Player::new(&server.base).sit_down(&pair.game).await;
        socket.next_of("game").await;
        watching.push(socket);
    }
    while pair.at_white.next_of("presence").await["spectators"] != MANY {}
    let came = begun.elapsed();
    pair.at_white.make(0, "e2e4").await;
    let mut heard = 0;
    for (number, socket) in watching.iter_mut().enumerate() {
        loop {
            let message = socket.next().await.expect("the socket stays open");
            match message["type"].as_str() {
                Some("move") => break,
                Some("presence") if number == 0 => heard += 1,
                _ => {}
            }
        }
    }
    // Once in half a second at most, and not with each who came.
    assert!(heard <= 2 + came.as_millis() as usize / 400, "{heard} in {came:?}");
    assert_eq!(pair.at_black.next_of("move").await["move"]["text"], "e2e4");
    drop(watching);
    while pair.at_white.next_of("presence").await["spectators"] != 0 {}
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_come_to_those_who_watch_in_their_order() {
    let server = Running::start().await;
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    let mut watching = Vec::new();
    for _ in 0..100 {
        let mut socket = Player::new(&server.base).sit_down(&pair.game).await;
        socket.next_of("game").await;
        watching.push(socket);
    }
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"];
    for (ply, text) in moves.into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut pair.at_white } else { &mut pair.at_black };
        mover.make(ply as u64, text).await;
    }
    for socket in &mut watching {
        for text in moves {
            assert_eq!(socket.next_of("move").await["move"]["text"], text);
        }
    }
    server.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_make_room_for_newcomers() {
    let server = Running::start_with(|config| {
        config.limits.connections = 32;
        config.limits.patience = Duration::from_secs(120);
    })
    .await;
    let address = server.base.strip_prefix("http://").unwrap().to_owned();
    let mut pair = Pair::sit_down(&server, with_friend("chess", Value::Null)).await;
    let mut silent = Vec::new();
    let opening = async {
        for _ in 0..200 {
            silent.push(tokio::net::TcpStream::connect(&address).await.unwrap());
        }
    };
    tokio::time::timeout(Duration::from_secs(60), opening).await.expect("connections are taken");
    // Newcomers are answered, and the players play on.
    for _ in 0..20 {
        let newcomer = server.player();
        let answer = tokio::time::timeout(Duration::from_secs(60), newcomer.get("/api/variants")).await;
        answer.expect("an answer in time").good();
    }
    pair.play(&["e2e4", "e7e5"]).await;
    server.end().await;
}
