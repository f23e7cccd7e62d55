//! Every value of small endgames against the independent solver.

use crate::slow::{Slow, positions};
use crate::{material, rules, rules_of, tables};
use spielraum_rules::{Color, Rules};

/// Compares every position of a material, and what is counted.
fn compare(rules: &Rules, text: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = tables(rules, text, folder.path());
    let material = material(rules, text);
    let slow = Slow::solve(rules, &material);
    assert_eq!(tables.statistics(&material).expect("a table"), slow.statistics(rules, &material), "{text}");
    positions(rules, &material, |position| {
        let value = tables.probe(&position).expect("a sound table");
        assert_eq!(value, Some(slow.value(&position)), "{text}: {}", position.fen());
    });
}

/// Chess on a smaller board, with some of its words replaced.
fn small_chess(files: usize, ranks: usize, more: &str) -> Rules {
    rules_of(&format!(
        r#"
        title "Small"
        summary "A small board"
        include "lib/chess-pieces" "lib/general-decisions"
        board files={files} ranks={ranks}
        piece "K" "King" royal=#true {{ as "king" }}
        piece "Q" "Queen" {{ as "queen" }}
        piece "R" "Rook" {{ as "rook" }}
        piece "B" "Bishop" {{ as "bishop" }}
        piece "N" "Knight" {{ as "knight" }}
        piece "P" "Pawn" resets-clock=#true {{ as "pawn" }}
        promotion "P" into="Q R" ends-in="last-rank"
        {more}
        start "k{between}n/{middle}N{between}K"
        "#,
        between = files - 2,
        middle = format!("{files}/").repeat(ranks - 2),
    ))
}

#[test]
fn pieces_without_pawns_agree() {
    let rules = small_chess(4, 4, "");
    for text in ["KQ v K", "K v KR", "KNN v K"] {
        compare(&rules, text);
    }
}

#[test]
fn a_board_with_less_symmetry_agrees() {
    let rules = small_chess(4, 3, "");
    for text in ["KR v K", "KR v KN"] {
        compare(&rules, text);
    }
}

#[test]
fn promotions_agree() {
    let rules = small_chess(3, 4, "");
    for text in ["KP v K", "KP v KP"] {
        compare(&rules, text);
    }
}

#[test]
fn exchanged_colours_agree() {
    let rules = small_chess(3, 4, "");
    for text in ["K v KP", "KR v KQ"] {
        compare(&rules, text);
    }
}

/// The names of the tables in a folder.
fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").file_name());
    let mut names: Vec<String> = entries.filter_map(|name| name.into_string().ok()).collect();
    names.sort();
    names
}

#[test]
fn one_table_serves_both_colours_where_the_rules_allow() {
    let (folder, rules) = (tempfile::tempdir().expect("a folder"), small_chess(3, 4, ""));
    let tables = tables(&rules, "K v KP", folder.path());
    assert_eq!(names(folder.path()), ["KPvK.endgame", "KQvK.endgame", "KRvK.endgame"]);
    let [asked, other] = ["K v KP", "KP v K"].map(|text| material(&rules, text));
    let [a, b] = [&asked, &other].map(|material| tables.statistics(material).expect("a table"));
    assert_eq!((&a.white_to_move, &a.black_to_move), (&b.black_to_move, &b.white_to_move));
    assert!(a.black_to_move.won > 0 && a.white_to_move.won == 0);
    let (value, positions) = tables.longest(&asked, Color::Black, false, 1).expect("a table").expect("a win");
    assert_eq!((value.plies(), positions[0].side_to_move()), (a.black_to_move.longest_win, Color::Black));
    assert_eq!(tables.probe(&positions[0]).expect("a table"), Some(value));
    let [(a, squeezed), (b, _)] = [&asked, &other].map(|material| tables.zugzwangs(material, 1).expect("a table"));
    assert_eq!((a.white_wins_else, a.black_wins_else), (b.black_wins_else, b.white_wins_else));
    assert!(squeezed.iter().all(|position| position.side_to_move() == Color::White));
    assert_eq!(squeezed.len() as u64, (a.white_wins_else + a.black_wins_else + a.full_point).min(1));
}

#[test]
fn sides_that_the_rules_treat_unlike_have_tables_of_their_own() {
    // The region of White cannot be laid on that of Black, or the pawns step away from it.
    let goal = "region \"goal\" { white cells=\"b2\"; black cells=\"a1\" }";
    let rules = small_chess(4, 4, &format!("{goal}\nreach \"K\" in=\"goal\"\nbare-royals \"play-on\""));
    for text in ["K v KR", "KR v K"] {
        compare(&rules, text);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let _ = tables(&rules, "K v KR", folder.path());
    assert!(names(folder.path()).contains(&"KvKR.endgame".to_owned()));
}

#[test]
fn en_passant_agrees() {
    let rules =
        small_chess(3, 5, "region \"pawn-rank\" ranks=\"2\"\ndouble-step \"P\" along=\"forward\" from=\"pawn-rank\"");
    compare(&rules, "KP v KP");
}

#[test]
fn stalemate_means_what_the_game_says() {
    for meaning in ["loss", "win"] {
        let rules = small_chess(4, 4, &format!("stalemate \"{meaning}\""));
        for text in ["KQ v K", "KN v K"] {
            compare(&rules, text);
        }
    }
}

#[test]
fn kings_that_may_not_face_agree() {
    let rules = small_chess(4, 4, "no-facing \"forward\" \"sideways\"\nbare-royals \"play-on\"\nstalemate \"loss\"");
    for text in ["K v K", "KN v K", "KR v KB"] {
        compare(&rules, text);
    }
}

#[test]
fn a_hill_agrees() {
    let rules = small_chess(4, 4, "region \"hill\" cells=\"b2-c3\"\nreach \"K\" in=\"hill\"\nbare-royals \"play-on\"");
    for text in ["K v K", "KR v K"] {
        compare(&rules, text);
    }
}

#[test]
fn a_cube_agrees() {
    let rules = rules_of(
        r#"
        title "Small cube"
        summary "A cube of 27 cells"
        include "lib/chess-pieces" "lib/general-decisions"
        board levels="A B C" files=3 ranks=3
        piece "K" "King" royal=#true { as "king" }
        piece "Q" "Queen" { as "queen" }
        piece "R" "Rook" { as "rook" }
        piece "U" "Unicorn" { as "unicorn" }
        start "1uk/3/3|3/3/3|3/3/KU1"
        "#,
    );
    for text in ["KQ v K", "KR v K", "KU v K"] {
        compare(&rules, text);
    }
}

#[test]
fn hoppers_and_palaces_agree() {
    let rules = rules("minixiangqi");
    compare(&rules, "KC v K");
}

#[test]
fn extinction_agrees() {
    let rules = rules_of(
        r#"
        title "Two knights each"
        summary "A player without knights has lost"
        include "lib/chess-pieces" "lib/general-decisions"
        board files=4 ranks=4
        piece "N" "Knight" { as "knight" }
        piece "R" "Rook" { as "rook" }
        extinction "Knight" members="N"
        start "n3/4/4/3N"
        "#,
    );
    for text in ["N v N", "NR v N", "NN v N"] {
        compare(&rules, text);
    }
}

#[test]
fn boards_have_the_symmetries_of_what_moves_on_them() {
    // Files can be mirrored wherever only pawns distinguish directions; where they step forward and upward alike, ranks
    // and levels can change places, too.
    for (id, wanted) in [("chess", 2), ("xiangqi", 2), ("shogi", 2), ("raumschach", 4), ("nacht-schach", 2)] {
        let rules = rules(id);
        let found = spielraum_endgames::board_symmetries(&rules);
        assert_eq!(found.len(), wanted, "{id}");
        let cells = rules.board().cells().count() as u16;
        assert_eq!(found[0], (0..cells).collect::<Vec<u16>>(), "{id}");
        for symmetry in &found {
            let mut images = symmetry.clone();
            images.sort_unstable();
            assert_eq!(images, found[0], "{id}");
        }
    }
}
