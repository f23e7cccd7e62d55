//! Where fuzzing begins: texts that mean something.

use crate::dice::Dice;
use crate::games;
use spielraum_rules::Position;
use spielraum_uci::{description, move_text};

/// How many positions of each game are seeds.
const POSITIONS: usize = 4;

/// How many moves lie between two of them.
const MOVES_BETWEEN: usize = 12;

/// The definitions of the catalogue.
pub fn definitions() -> Vec<Vec<u8>> {
    let text = |id: &&str| spielraum_catalogue::definition_text(id).expect("a game of the catalogue has its text");
    games::ids().iter().map(|id| text(id).as_bytes().to_vec()).collect()
}

/// Positions from random games of the whole catalogue.
pub fn fens() -> Vec<Vec<u8>> {
    random_games(|id, position, _| format!("{id}\n{}", position.fen()))
}

/// Moves of random games of the whole catalogue.
pub fn moves() -> Vec<Vec<u8>> {
    random_games(|id, _, moves| format!("{id}\n{}", moves.join(" ")))
}

/// Problems of the whole catalogue, one of a random game of each, one manner and goal after the other.
pub fn problems() -> Vec<Vec<u8>> {
    const ASKED: [&str; 18] = [
        "#2",
        "=2",
        "win 2",
        "s#2",
        "r#2",
        "semi-r=2",
        "h#1.5",
        "hs#2",
        "hr#2",
        "reci-h#2",
        "ser-#3",
        "ser-h#2",
        "ser-s=2",
        "pser-h#2",
        "dia 2.5",
        "exact-x 2",
        "##1",
        "h~999",
    ];
    let mut number = 0;
    let all = random_games(|id, position, _| {
        number += 1;
        format!("{id}\n{}\n{}", ASKED[number / POSITIONS % ASKED.len()], position.fen())
    });
    all.into_iter().skip(1).step_by(POSITIONS).collect()
}

/// Conversations with an engine about random games of the whole catalogue, with every word of the protocol.
pub fn commands() -> Vec<Vec<u8>> {
    random_games(|id, position, moves| {
        let searched: Vec<String> =
            position.clone().legal_moves().into_iter().take(2).map(|m| move_text(position, m)).collect();
        [
            id,
            "uci",
            "setoption name UCI_Variant value a b",
            &format!("position {}", description(position)),
            &format!("position fen {} moves {}", position.fen(), searched.join(" ")),
            &format!("position startpos moves {}", moves.join(" ")),
            "go wtime 60000 btime -5 winc 18446744073709551616 binc 1000 movestogo 0",
            &format!("go searchmoves {} depth 3 nodes 100 infinite ponder mate 2 movetime 5", searched.join(" ")),
            "stop",
            "ponderhit",
        ]
        .join("\n")
    })
}

fn random_games(mut seed: impl FnMut(&str, &Position, &[String]) -> String) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (index, id) in games::ids().iter().enumerate() {
        let Some(rules) = games::rules(index) else { continue };
        let mut position = rules.start();
        let mut dice = Dice::new(id.as_bytes());
        let mut texts = Vec::new();
        for _ in 0..POSITIONS {
            seeds.push(seed(id, &position, &texts).into_bytes());
            for _ in 0..MOVES_BETWEEN {
                let moves = position.legal_moves();
                let Some(&m) = dice.pick(&moves) else { break };
                texts.push(position.move_text(m));
                position.make(m);
            }
        }
    }
    seeds
}
