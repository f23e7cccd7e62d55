//! Every value against those of the positions after each legal move, as the rules make them. Wins that are one ply longer
//! than the shortest of the losses they lead to, losses one ply longer than the longest of the wins, and draws that lead to
//! no loss: such values can only be right.

use crate::slow::empty;
use crate::{material, rules, tables};
use spielraum_endgames::Value;
use spielraum_rules::{Color, Position};
use spielraum_testkit::rand::Rng;
use spielraum_testkit::{from_env, random};

/// Looks at some random positions of a table.
fn check(game: &str, text: &str) {
    let rules = rules(game);
    let folder = tempfile::tempdir().expect("a folder");
    let tables = tables(&rules, text, folder.path());
    let mut random = random(19);
    let (wanted, mut looked) = (from_env("SPIELRAUM_ENDGAME_POSITIONS", 400), 0);
    while looked < wanted {
        let mut setup = empty(&rules, Color::BOTH[random.random_range(0..2)]);
        for &piece in material(&rules, text).pieces() {
            let cell = random.random_range(0..setup.placement.len());
            setup.placement[cell] = Some((piece.0.into(), piece.1));
        }
        let count = setup.placement.iter().flatten().count();
        let Ok(position) = Position::new(&rules, setup) else { continue };
        if count < material(&rules, text).pieces().len() {
            continue;
        }
        looked += 1;
        let value = tables.probe(&position).expect("a sound table").expect("a table");
        if position.outcome_of_position().is_some() {
            assert!(matches!(value, Value::Win(0) | Value::Draw | Value::Loss(0)), "{}", position.fen());
            continue;
        }
        let moves = tables.moves(&position).expect("sound tables");
        let best = moves.iter().map(|known| known.value.expect("a table")).max();
        assert_eq!(Some(value), best, "{game} {text}: {}", position.fen());
    }
}

#[test]
fn chess_values_follow_from_moves() {
    check("chess", "KQ v K");
    check("chess", "KP v K");
}

#[test]
fn raumschach_values_follow_from_moves() {
    check("raumschach", "KQ v K");
    check("raumschach", "KP v K");
}

#[test]
fn values_on_a_board_of_several_sizes_follow_from_moves() {
    check("stereo-chess", "KR v K");
}

#[test]
fn values_of_hoppers_follow_from_moves() {
    check("minixiangqi", "KCP v K");
}

#[test]
fn values_where_kings_may_not_face_follow_from_moves() {
    check("nacht-schach", "KR v K");
}

#[test]
fn values_on_a_hill_follow_from_moves() {
    check("kingofthehill", "KN v K");
}
