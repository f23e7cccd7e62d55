//! Positions in which a generator that takes the usual for the general goes wrong, by small definitions of their own.

use spielraum_catalogue::{Compile, Source, load};
use spielraum_oracle::State;
use spielraum_rules::spec::Spec;
use spielraum_rules::{Color, Position, Rules};

/// A game on a flat board.
struct Game {
    spec: Spec,
    rules: Rules,
}

fn game(text: &str) -> Game {
    let loaded = load(Source::Text { name: "corner", text }, &[]).unwrap_or_else(|report| panic!("{report}"));
    let spec = loaded.spec().clone();
    let rules = Rules::compile(spec.clone()).unwrap_or_else(|errors| panic!("{errors}"));
    Game { spec, rules }
}

impl Game {
    fn position(&self, fen: &str) -> Position {
        Position::from_fen(&self.rules, fen).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The legal moves from a cell, or of a drop that begins so, by both generators, which must agree on all.
    #[track_caller]
    fn moves(&self, fen: &str, first: &str) -> Vec<String> {
        let fast = self.position(fen);
        let legal = fast.legal_moves();
        let mut texts: Vec<String> = legal.iter().map(|&m| fast.move_text(m)).collect();
        texts.sort();
        let slow: Vec<String> =
            State::parse(&self.spec, fen).unwrap().moves(&self.spec).into_iter().map(|(text, _)| text).collect();
        assert_eq!(texts, slow, "{fen}");
        for (&m, text) in legal.iter().zip(legal.iter().map(|&m| fast.move_text(m)).collect::<Vec<_>>()) {
            assert_eq!(fast.parse_move(&text), Ok(m), "{text} in {fen}");
        }
        texts.retain(|text| text.starts_with(first));
        texts
    }

    /// The position after a move.
    fn after(&self, fen: &str, text: &str) -> String {
        let mut position = self.position(fen);
        let m = position.parse_move(text).unwrap_or_else(|error| panic!("{error}"));
        position.make(m);
        position.fen()
    }
}

#[test]
fn the_only_hurdle_may_not_go_next_to_its_own_king() {
    let game = game(
        r#"
        board files=8 ranks=8
        piece "K" "King" royal=#true { step "radial" }
        piece "G" "Grasshopper" { hop "radial" landing="next" }
        piece "R" "Rook" { slide "orthogonal" }
        start "k7/8/8/8/8/8/r7/G6K"
        "#,
    );
    let fen = "k7/8/8/8/8/8/r7/G6K b - - 0 1";
    let moves = game.moves(fen, "a2");
    assert!(!moves.contains(&"a2a7".to_owned()), "the rook would be the grasshopper's hurdle: {moves:?}");
    assert!(moves.contains(&"a2a6".to_owned()) && moves.contains(&"a2a1".to_owned()), "{moves:?}");
}

#[test]
fn a_double_step_onto_a_promotion_cell_promotes() {
    let text = |required: &str| {
        format!(
            r#"
            board files=4 ranks=4
            piece "K" "King" royal=#true {{ step "radial" }}
            piece "Q" "Queen" {{ slide "radial" }}
            piece "P" "Pawn" {{ move-only {{ step "forward" }}; capture-only {{ step "forward diagonal" }} }}
            region "second" ranks=2
            double-step "P" along="forward" from="second"
            promotion "P" into="Q" ends-in="last-rank" required="{required}"
            start "k3/4/3P/K3"
            "#
        )
    };
    let fen = "k3/4/3P/K3 w - - 0 1";
    let must = game(&text("always"));
    assert_eq!(must.moves(fen, "d2"), ["d2d3", "d2d4=Q"]);
    // What promoted is no pawn to be taken en passant.
    assert_eq!(must.after(fen, "d2d4=Q"), "k2Q/4/4/K3 b - - 0 1");
    let may = game(&text("never"));
    assert_eq!(may.moves(fen, "d2"), ["d2d3", "d2d4", "d2d4=Q"]);
    assert_eq!(may.after(fen, "d2d4"), "k2P/4/4/K3 b - d3 1 1");
}

#[test]
fn castling_that_ends_where_the_king_may_step_is_written_with_the_rook() {
    let text = |king: &str| {
        format!(
            r#"
            board files=8 ranks=8
            piece "K" "King" royal=#true {{ {king} }}
            piece "R" "Rook" {{ slide "orthogonal" }}
            castling "K" king="e1-g1" rook="h1-f1"
            castling "Q" king="e1-c1" rook="a1-d1"
            start "r3k2r/8/8/8/8/8/8/R3K2R" castling="KQkq"
            "#
        )
    };
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let ordinary = game(&text(r#"step "radial""#));
    assert_eq!(ordinary.moves(fen, "e1"), ["e1c1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1g1"]);
    let strong = game(&text(r#"step "radial"; leap "(0,2)""#));
    let moves = strong.moves(fen, "e1");
    assert!(["e1a1", "e1c1", "e1g1", "e1h1"].iter().all(|text| moves.contains(&(*text).to_owned())), "{moves:?}");
    assert_eq!(strong.after(fen, "e1h1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    assert_eq!(strong.after(fen, "e1g1"), "r3k2r/8/8/8/8/8/8/R5KR b kq - 1 1");
    // The text depends on the game alone: it is the same where the step is not possible.
    assert!(strong.moves("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1").contains(&"e1a1".to_owned()));
}

#[test]
fn castlings_that_would_be_written_alike_are_refused() {
    let text = r#"
        board files=8 ranks=8
        piece "K" "King" royal=#true { slide "radial" }
        piece "R" "Rook" { slide "orthogonal" }
        castling "K" king="e1-g1" rook="h1-f1"
        castling "L" king="e1-f1" rook="h1-e1"
        start "r3k2r/8/8/8/8/8/8/R3K2R"
    "#;
    let loaded = load(Source::Text { name: "corner", text }, &[]);
    let told = match loaded {
        Ok(game) => game.rules().map(|_| ()).unwrap_err().to_string(),
        Err(report) => report.to_string(),
    };
    assert!(told.contains("the text of a castling move is given twice for `e1h1`"), "{told}");
}

#[test]
fn a_hopper_is_stuck_only_where_no_hurdle_can_help_it() {
    let game = game(
        r#"
        board files=4 ranks=4
        piece "K" "King" royal=#true { step "radial" }
        piece "G" "Grasshopper" { hop "forward" landing="next" }
        piece "Q" "Queen" { slide "radial" }
        hand order="G" { drop "G" needs-move=#true }
        promotion "G" into="Q" ends-in="enemy half" required="when-stuck"
        region "half" ranks="1-2"
        start "k3/4/4/K3"
        "#,
    );
    // Over a hurdle it may go on from the first two ranks.
    let drops = game.moves("k3/4/4/K3[G] w - - 0 1", "G@");
    assert_eq!(drops, ["G@a2", "G@b1", "G@b2", "G@c1", "G@c2", "G@d1", "G@d2"]);
    // On the third and fourth no hurdle helps, so it must promote there.
    assert_eq!(game.moves("k3/4/1G2/KG2[] w - - 0 1", "b1"), ["b1b3=Q"]);
}

#[test]
fn a_hop_may_promote_where_it_could_go_on() {
    let game = game(
        r#"
        board files=4 ranks=6
        piece "K" "King" royal=#true { step "radial" }
        piece "G" "Grasshopper" { hop "forward" landing="next" }
        piece "Q" "Queen" { slide "radial" }
        region "half" ranks="1-3"
        promotion "G" into="Q" ends-in="enemy half" required="when-stuck"
        start "k3/4/4/1G2/1G2/K3"
        "#,
    );
    assert_eq!(game.moves("k3/4/4/1G2/1G2/K3 w - - 0 1", "b2"), ["b2b4", "b2b4=Q"]);
}

#[test]
fn a_slider_takes_en_passant() {
    let game = game(
        r#"
        board files=4 ranks=5
        piece "K" "King" royal=#true { step "radial" }
        piece "P" "Pawn" { move-only { step "forward" }; capture-only { slide "forward diagonal" } }
        region "second" ranks=2
        double-step "P" along="forward" from="second"
        start "k1p1/4/4/P3/3K"
        "#,
    );
    assert_eq!(game.after("k1p1/4/4/P3/3K w - - 0 1", "a2a4"), "k1p1/P3/4/4/3K b - a3 1 1");
    let far = "k1p1/P3/4/4/3K b - a3 0 1";
    assert_eq!(game.moves(far, "c5"), ["c5a3", "c5c4"]);
    assert_eq!(game.after(far, "c5a3"), "k3/4/p3/4/3K w - - 0 2");
    let blocked = "k1p1/Pp2/4/4/3K b - a3 0 1";
    assert_eq!(game.moves(blocked, "c5"), ["c5c4"]);
    assert_eq!(game.moves(blocked, "b4"), ["b4a3", "b4b2", "b4b3"]);
}

#[test]
fn a_royal_stays_out_of_hands_and_is_not_taken_in_passing() {
    let refused = |rest: &str, wanted: &str| {
        let text = format!(
            "board files=4 ranks=4\npiece \"K\" \"King\" royal=#true {{ step \"radial\" }}\n\
             piece \"N\" \"Knight\" {{ leap \"(1,2)\" }}\nregion \"home\" ranks=1\nstart \"k3/4/4/K3\"\n{rest}"
        );
        let told = match load(Source::Text { name: "corner", text: &text }, &[]) {
            Ok(game) => game.rules().map(|_| ()).unwrap_err().to_string(),
            Err(report) => report.to_string(),
        };
        assert!(told.contains(wanted), "{told}");
    };
    refused("hand order=\"K N\" { returns \"N\" as=\"K\" }", "a captured piece can't become a royal in hand");
    refused("double-step \"K\" along=\"forward\" from=\"home\"", "a royal can't be captured en passant");
}

#[test]
fn a_royal_that_stays_where_it_is_castles_only_if_it_is_not_attacked() {
    let game = game(
        r#"
        board files=4 ranks=3
        piece "K" "King" royal=#true { step "radial" }
        piece "R" "Rook" { slide "orthogonal" }
        royals "all"
        castling "K" king="b1-b1" rook="d1-c1" for="white"
        start "k1r1/3K/1K1R"
        "#,
    );
    assert!(game.moves("k1r1/3K/1K1R w K - 0 1", "b1").contains(&"b1d1".to_owned()));
    // One of two kings may be attacked, but it does not castle then.
    assert!(!game.moves("kr2/3K/1K1R w K - 0 1", "b1").contains(&"b1d1".to_owned()));
}

#[test]
fn what_could_be_taken_en_passant_depends_on_the_prison() {
    let game = game(
        r#"
        board files=4 ranks=5
        piece "K" "King" royal=#true { step "radial" }
        piece "P" "Pawn" { move-only { step "forward" }; capture-only { step "forward diagonal" } }
        piece "N" "Knight" { leap "(1,2)" }
        prison order="N"
        region "second" ranks=2
        region "third" ranks=3
        double-step "P" along="forward" from="second"
        promotion "P" into="N" ends-in="third" from-prison=#true
        start "k3/4/1p2/P3/3K"
        "#,
    );
    for (prison, takes) in [("[n]", true), ("[]", false)] {
        let fen = format!("k3/1p2/4/P3/3K{prison} w - - 0 1");
        let mut position = game.position(&fen);
        position.make(position.parse_move("a2a4").unwrap());
        let after = position.fen();
        assert_eq!(!game.moves(&after, "b4a3").is_empty(), takes, "{after}");
        assert_eq!(position.hash(), game.position(&after).hash(), "{after}");
        let without = game.position(&after.replace(" a3 ", " - "));
        assert_eq!(position.hash() != without.hash(), takes, "{after}");
    }
}

#[test]
fn en_passant_may_promote_where_a_step_to_the_same_cell_does_not() {
    let game = game(
        r#"
        board files=4 ranks=5
        piece "K" "King" royal=#true { step "radial" }
        piece "P" "Pawn" { step "forward" "forward diagonal" }
        piece "N" "Knight" { leap "(1,2)" }
        region "second" ranks=2
        region "third" ranks=3
        double-step "P" along="forward" from="second"
        promotion "P" into="N" ends-in="third" on="capture" required="never"
        start "3k/1p2/4/P3/3K"
        "#,
    );
    let fen = "3k/Pp2/4/4/3K b - a3 0 1";
    assert_eq!(game.moves(fen, "b4"), ["b4a3", "b4a3=N", "b4b2", "b4b3", "b4c3"]);
    assert_eq!(game.after(fen, "b4a3"), "3k/P3/p3/4/3K w - - 1 2");
    assert_eq!(game.after(fen, "b4a3=N"), "3k/4/n3/4/3K w - - 0 2");
}

#[test]
fn a_duty_is_neglected_by_what_would_not_repeat_a_position() {
    let game = game(
        r#"
        board files=3 ranks=6
        piece "K" "King" royal=#true { step "forward" }
        piece "N" "Knight" { leap "(1,2)" }
        region "home" ranks="1-2"
        duty in="home" released-by="N" within=2
        repetition "banned"
        pass
        bare-royals "play-on"
        start "2k/3/3/3/3/K2"
        "#,
    );
    let fen = "3/3/3/3/3/k1K b - - 0 1 b2";
    let (mut fast, mut slow) = (game.position(fen), State::parse(&game.spec, fen).unwrap());
    for text in ["a1a1", "c1c1"] {
        fast.make(fast.parse_move(text).unwrap());
        slow = slow.play(&game.spec, text).unwrap_or_else(|| panic!("{text}"));
    }
    // Another pass leaves the board as it was, but no duty to fulfil.
    assert_eq!(slow.result(&game.spec), Some((Some(Color::White), "duty")));
    assert_eq!(fast.outcome_of_position().map(|outcome| outcome.winner), Some(Some(Color::White)));
}
