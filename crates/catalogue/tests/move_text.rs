//! Moves as text: what is written is read, and nothing that is read does harm.

use spielraum_rules::spec::PieceType;
use spielraum_rules::{Move, MoveKind, Position};
use spielraum_testkit::rand::Rng;
use spielraum_testkit::rand::rngs::StdRng;
use spielraum_testkit::{all_rules, cases, position, random, random_game, rules};
use std::collections::HashMap;

/// Positions of each game, and texts made of each.
const POSITIONS: usize = 6;
const CHANGED: usize = 30;

/// A text with one or two changes.
fn changed(random: &mut StdRng, text: &str) -> String {
    const TELLING: &[char] =
        &['a', 'e', 'A', 'K', 'q', '1', '9', '0', '@', '~', '=', '+', ',', ' ', '-', 'ß', '\u{202e}'];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.random_range(0..2) {
        let at = random.random_range(0..=chars.len());
        let letter = TELLING[random.random_range(0..TELLING.len())];
        match random.random_range(0..4) {
            0 => chars.insert(at, letter),
            1 if at < chars.len() => drop(chars.remove(at)),
            2 if at < chars.len() => chars[at] = letter,
            _ => chars.extend_from_within(at.min(chars.len())..),
        }
    }
    chars.into_iter().collect()
}

fn check(random: &mut StdRng, position: &mut Position) -> usize {
    let fen = position.fen();
    let legal = position.legal_moves();
    let texts: Vec<String> = legal.iter().map(|&m| position.move_text(m)).collect();
    for (&m, text) in legal.iter().zip(&texts) {
        assert_eq!(position.parse_move(text), Ok(m), "{text} in {fen}");
    }
    for _ in 0..if texts.is_empty() { 0 } else { CHANGED } {
        let at = random.random_range(0..texts.len());
        let changed = changed(random, &texts[at]);
        match position.parse_move(&changed) {
            // Nothing but the other ways to write a promotion, a gate and what is placed means a move without being its text.
            Ok(m) => {
                let written = position.move_text(m);
                assert!(legal.contains(&m), "{changed} in {fen}");
                assert!(
                    written == changed
                        || written.replace(['=', '/'], "").to_lowercase() == changed.to_lowercase()
                        || m.kind() == MoveKind::Placing && written.ends_with(&format!("@{changed}")),
                    "{changed}"
                );
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert!(!texts.contains(&changed), "{changed} in {fen}");
            }
        }
        assert_eq!(position.fen(), fen, "{changed}");
    }
    legal.len()
}

#[test]
fn every_legal_move_of_every_game_is_read_as_it_was_written() {
    let mut random = random(1);
    let (mut moves, mut games) = (0, 0);
    for (_, rules) in all_rules() {
        games += 1;
        for _ in 0..POSITIONS {
            let plies = random.random_range(0..60);
            let mut position = random_game(&mut random, &rules, plies);
            moves += check(&mut random, &mut position);
        }
    }
    assert!(moves > 100 * games, "{moves} moves were read");
}

/// What a move can be asked for.
type Place = Option<(u16, PieceType)>;
type Parts = (MoveKind, [Option<u16>; 2], u16, [Option<PieceType>; 2], Place, Place);

#[test]
fn moves_of_a_position_differ_in_their_parts() {
    let (mut promotions, mut remote, mut bent, mut drops) = (0, 0, 0, 0);
    let mut check = |position: Position| {
        let mut known: HashMap<Parts, Move> = HashMap::new();
        for m in position.legal_moves() {
            let places = [m.from(), m.via()].map(|cell| cell.map(|cell| cell.0));
            let remote_promotion = m.remote_promotion().map(|(cell, kind)| (cell.0, kind));
            let gate = m.gate().map(|(cell, kind)| (cell.0, kind));
            let parts = (m.kind(), places, m.to().0, [m.promotion(), m.dropped()], remote_promotion, gate);
            assert_eq!(known.insert(parts, m), None, "{parts:?} in {}", position.fen());
            promotions += usize::from(m.promotion().is_some());
            remote += usize::from(remote_promotion.is_some());
            bent += usize::from(m.kind() == MoveKind::DoubleStep && m.via().is_some());
            drops += usize::from(m.dropped().is_some());
        }
    };
    let mut random = random(17);
    for (_, rules) in all_rules() {
        for plies in [10, 40, 160] {
            check(random_game(&mut random, &rules, plies));
        }
    }
    for case in cases::positions().into_iter().flatten().filter(|case| case.settings.is_empty()) {
        check(position(&rules(&case.game), &case.fen));
    }
    assert!([promotions, remote, bent, drops].iter().all(|&count| count > 10), "{promotions} {remote} {bent} {drops}");
}
