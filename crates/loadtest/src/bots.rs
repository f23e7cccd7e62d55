//! Bots that play random moves.

use rand::Rng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};
use spielraum_catalogue::{Compile, Source, load};
use spielraum_loadtest::{Player, Socket};
use spielraum_rules::{Color, Position, Rules};
use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// A game between two bots, about to begin.
pub struct Seated {
    id: String,
    position: Position,
    sockets: [Socket; 2],
}

/// What became of a game.
pub struct Played {
    /// The game's id.
    pub id: String,
    /// The moves that the server has acknowledged.
    pub moves: Vec<String>,
    /// The time of each acknowledgement.
    pub times: Vec<Duration>,
    /// What was refused or broke.
    pub errors: Vec<String>,
}

/// Seats the bots of this many games, of the variants in turn, which come from this many networks. The two of a game are at
/// different servers, if there are several.
pub async fn seat(bases: &[String], variants: &[String], games: usize, networks: u8) -> Vec<Seated> {
    let mut rules: HashMap<&str, Rules> = HashMap::new();
    for variant in variants {
        let game = load(Source::Builtin(variant), &[]).unwrap_or_else(|report| panic!("{report}"));
        rules.insert(variant, game.rules().unwrap_or_else(|report| panic!("{report}")));
    }
    let mut seated = Vec::new();
    let networks = (0..networks).cycle().map(|network| (networks > 1).then(|| IpAddr::from([127, 0, network, 1])));
    for (number, (variant, address)) in variants.iter().cycle().zip(networks).take(games).enumerate() {
        let [white, black] = [0, 1].map(|side| Player::from_address(&bases[(number + side) % bases.len()], address));
        let request = json!({
            "variant": variant, "opponent": { "kind": "friend" }, "side": "white",
            "clock": { "initial": 3600, "increment": 1 },
        });
        let id = white.begin(request).await["id"].as_str().expect("an id").to_owned();
        black.post(&format!("/api/games/{id}/join"), json!({})).await.good();
        let sockets = [white.sit_down(&id).await, black.sit_down(&id).await];
        seated.push(Seated { id, position: rules[variant.as_str()].start(), sockets });
    }
    seated
}

/// Lets all games be played at once, a move each `pause`, for a time.
pub async fn play(games: Vec<Seated>, pause: Duration, time: Duration) -> Vec<Played> {
    let end = Instant::now() + time;
    let tasks: Vec<_> = games.into_iter().map(|game| tokio::spawn(play_one(game, pause, end))).collect();
    let mut played = Vec::new();
    for task in tasks {
        match task.await {
            Ok(game) => played.push(game),
            Err(error) => eprintln!("a bot broke: {error}"),
        }
    }
    played
}

async fn play_one(game: Seated, pause: Duration, end: Instant) -> Played {
    let Seated { id, mut position, sockets: [mut white, mut black] } = game;
    let mut played = Played { id, moves: Vec::new(), times: Vec::new(), errors: Vec::new() };
    // The games don't all move at the same moment.
    let first = rand::rng().random_range(Duration::ZERO..pause);
    tokio::time::sleep(first).await;
    let mut ticks = tokio::time::interval(pause);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
    loop {
        ticks.tick().await;
        let legal = position.legal_moves();
        if Instant::now() >= end || position.outcome().is_some() || legal.is_empty() {
            break;
        }
        let Some(&m) = legal.choose(&mut rand::rng()) else { break };
        let text = position.move_text(m);
        let (mover, other) = match position.side_to_move() {
            Color::White => (&mut white, &mut black),
            Color::Black => (&mut black, &mut white),
        };
        let asked = Instant::now();
        let answer = mover.ask(json!({ "type": "move", "ply": played.moves.len(), "text": text })).await;
        played.times.push(asked.elapsed());
        if answer["type"] != "ack" {
            played.errors.push(format!("{text}: {answer}"));
            break;
        }
        position.make(m);
        played.moves.push(text.clone());
        if let Err(error) = heard(other, &text).await {
            played.errors.push(error);
            break;
        }
        // What the mover hears of its own move.
        if let Err(error) = heard(mover, &text).await {
            played.errors.push(error);
            break;
        }
    }
    played
}

/// Waits until a player has heard of a move.
async fn heard(socket: &mut Socket, text: &str) -> Result<(), String> {
    loop {
        let message: Value = socket.next().await.ok_or("a socket was closed")?;
        if message["type"] == "move" {
            let heard = message["move"]["text"].as_str().unwrap_or_default();
            return if heard == text { Ok(()) } else { Err(format!("heard {heard} instead of {text}")) };
        }
    }
}
