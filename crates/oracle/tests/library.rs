//! The generators agree on the pieces of problem chess and on the conditions that the library has.

use spielraum_catalogue::{Compile, Source, conditions, load};
use spielraum_oracle::State;
use spielraum_rules::Rules;
use spielraum_testkit::rand::seq::IndexedRandom;
use spielraum_testkit::random;

/// The half moves of each game.
const PLIES: usize = 24;

fn rules(text: &str) -> Option<Rules> {
    load(Source::Text { name: "test", text }, &[]).ok()?.rules().ok()
}

fn compare(name: &str, rules: &Rules, seed: u64) {
    let mut random = random(seed);
    let mut fast = rules.start();
    let mut slow = State::parse(rules.spec(), &fast.fen()).unwrap();
    for _ in 0..PLIES {
        let mut moves = slow.moves(rules.spec());
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        let mut found: Vec<String> = fast.legal_moves().iter().map(|&m| fast.move_text(m)).collect();
        found.sort_unstable();
        let expected: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(found, expected, "{name} {}", fast.fen());
        let Some((text, after)) = moves.choose(&mut random) else { return };
        let m = fast.parse_move(text).unwrap();
        fast.make(m);
        slow = after.clone();
    }
}

#[test]
fn every_condition_is_played_alike() {
    for (seed, condition) in conditions().enumerate() {
        let text = format!("based-on \"chess\"\ninclude \"lib/fairy\"\ninclude \"lib/conditions/{condition}\"\n");
        let rules = rules(&text).unwrap_or_else(|| panic!("{condition} makes no game"));
        compare(condition, &rules, seed as u64);
    }
}

#[test]
fn every_fairy_piece_is_played_alike() {
    let library = include_str!("../../../games/lib/fairy.kdl");
    let names: Vec<&str> =
        library.lines().filter_map(|line| line.strip_prefix("movement \"")?.split('"').next()).collect();
    assert!(names.len() >= 60, "{} pieces", names.len());
    for (seed, chunk) in names.chunks(7).enumerate() {
        // Where a piece would attack the enemy's king at the start, the pieces are placed in another order.
        let game = |turn: usize| {
            let mut text = String::from("based-on \"chess\"\ninclude \"lib/fairy\"\nremove \"castling\"\n");
            let mut rank = String::new();
            for file in 0..7 {
                if file == 4 {
                    rank += "K";
                }
                let place = (file + turn) % 7;
                match chunk.get(place) {
                    Some(name) => {
                        let letter = (b'A' + place as u8) as char;
                        text += &format!("piece \"X{letter}\" \"{name}\" {{ as \"{name}\" }}\n");
                        rank += &format!("{{X{letter}}}");
                    }
                    None => rank += "N",
                }
            }
            let black = rank.to_lowercase();
            rules(&format!("{text}start \"{black}/8/pp1p2pp/8/8/PP1P2PP/8/{rank}\"\n"))
        };
        let rules = (0..7).find_map(game).unwrap_or_else(|| panic!("{chunk:?} make no game"));
        compare(&format!("{chunk:?}"), &rules, seed as u64);
    }
}
