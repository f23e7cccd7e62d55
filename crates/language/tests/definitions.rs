//! What definitions mean.

use spielraum_language::{Definition, Library, NoLibrary, Source, load};
use spielraum_rules::Color;
use spielraum_rules::spec::{PieceType, Spec};

/// A library of one game, `base`.
struct Base;

impl Library for Base {
    fn text(&self, name: &str) -> Option<&str> {
        (name == "base").then_some(BASE)
    }

    fn names(&self) -> Vec<&str> {
        vec!["base"]
    }
}

const BASE: &str = r#"
title "The Base"
inventor "Somebody"
year 1900
summary "A small game."
description "It is small."
source "a book"
note "B1" "A decision."
board files=4 ranks=6
piece "K" "King" royal=#true { step "radial" }
piece "Q" "Queen" { slide "radial" }
piece "P" "Pawn" { step "forward" }
promotion "P" into="Q" ends-in="last-rank"
double-step "P" along="forward" from="second-rank"
region "second-rank" ranks=2
start "kq2/pppp/4/4/PPPP/KQ2"
"#;

fn based(text: &str) -> Result<Definition, String> {
    let text = format!("based-on \"base\"\n{text}");
    load(Source::Text { name: "test", text: &text }, &Base, &[]).map_err(|report| report.to_string())
}

fn alone(text: &str) -> Result<Definition, String> {
    load(Source::Text { name: "test", text }, &NoLibrary, &[]).map_err(|report| report.to_string())
}

const PIECES: &str = "piece \"K\" royal=#true { step \"radial\" }\npiece \"R\" { slide \"orthogonal\" }\n";

/// The names of the cells of a region for a side, as a piece that stays in it shows them.
fn cells(board: &str, region: &str, color: Color) -> Vec<String> {
    let text = format!("{board}\n{PIECES}piece \"S\" stays-in=\"{region}\" {{ step \"radial\" }}\n");
    let spec = alone(&text).unwrap_or_else(|report| panic!("{report}")).spec().clone();
    let piece = spec.pieces.iter().find(|piece| piece.symbol.letter == 'S').unwrap();
    piece.may_enter[color].iter().map(|cell| spec.board.name(cell).to_owned()).collect()
}

#[test]
fn what_a_later_file_overrides_is_not_read() {
    let text = r#"
        remove "piece" "Q"
        remove "region" "second-rank"
        piece "R" "Rook" { slide "orthogonal" }
        region "pawns" ranks=2
        start "kr2/pppp/4/4/PPPP/KR2"
    "#;
    let overriding = "promotion \"P\" into=\"R\" ends-in=\"last-rank\"\n\
        double-step \"P\" along=\"forward\" from=\"pawns\"\n";
    let game = based(&format!("{text}\n{overriding}")).unwrap_or_else(|report| panic!("{report}"));
    let Spec { pieces, promotions, double_steps, .. } = game.spec();
    assert_eq!(pieces[promotions[0].into[0].index()].symbol.letter, 'R');
    assert_eq!((promotions.len(), double_steps.len()), (1, 1));
    // What does not fit and is not overridden is told, with what to do about it.
    let report = based(text).unwrap_err();
    assert!(report.starts_with("base.kdl:13:21: the piece `Q` is not known"), "{report}");
    assert!(report.contains("this is inherited: say it anew in your definition, or take it out"), "{report}");
}

#[test]
fn ranks_are_seen_from_each_side_even_where_the_board_has_no_mirror_image() {
    // Level A lies over the middle of the ground; turned upside down it would hang under the board.
    let board = "board files=4 ranks=5 {\n level \"\"\n level \"A\" from=\"b2\" files=2 ranks=4\n}\n\
        mirror \"ranks\" \"levels\"\nstart \"k3/4/4/4/K3|2/2/2/2\"\nregion \"home\" ranks=\"1-2\" files=\"a\"";
    assert_eq!(cells(board, "first-rank", Color::White), ["a1", "b1", "c1", "d1"]);
    assert_eq!(cells(board, "first-rank", Color::Black), ["a5", "b5", "c5", "d5", "Ab5", "Ac5"]);
    assert_eq!(cells(board, "last-rank", Color::Black), ["a1", "b1", "c1", "d1"]);
    assert_eq!(cells(board, "home", Color::White), ["a1", "a2"]);
    assert_eq!(cells(board, "home", Color::Black), ["a4", "a5"]);
    let report = alone(&format!("{board}\n{PIECES}region \"r\" cells=\"a1\"\n")).map(|_| ()).unwrap_err();
    assert!(report.contains("seen from Black's side this region has places without cells"), "{report}");
}

#[test]
fn the_level_without_letters_is_called_ground() {
    let board = "board files=2 ranks=2 {\n level \"\"\n level \"A\"\n}\nregion \"low\" levels=\"ground\"\n";
    let start = "start {\n level \"ground\" \"k./.K\"\n level \"A\" \"r./.R\"\n}";
    assert_eq!(cells(&format!("{board}{start}"), "low", Color::White), ["a1", "b1", "a2", "b2"]);
    let both = format!("{board}{start}").replace("levels=\"ground\"", "levels=\"ground-A\"");
    assert_eq!(cells(&both, "low", Color::White).len(), 8);
    let report = alone(&format!("{board}region \"x\" levels=\"B\"\n{start}\n{PIECES}")).unwrap_err();
    assert!(report.contains("the level `B` is not known (known are `ground`, `A`)"), "{report}");
}

#[test]
fn places_without_cells_may_be_drawn_in_the_start_position() {
    let board = "board {\n level \"\" picture=\"*..* / .... / .... / *..*\"\n}\n";
    let start = |rows: &str| alone(&format!("{board}{PIECES}start {{ level \"{rows}\" }}\n"));
    for rows in ["*kr* / .... / .... / *RK*", "kr / 4 / .... / RK"] {
        let game = start(rows).unwrap_or_else(|report| panic!("{report}"));
        assert_eq!(game.spec().start, "kr/4/4/RK w - - 0 1");
    }
    let report = start("kr** / .... / .... / *RK*").unwrap_err();
    assert!(
        report.contains("this rank has its cells elsewhere (`*` stands where there is no cell: `*..*`"),
        "{report}"
    );
    let report = alone(&format!("{board}{PIECES}start \"*kr*/4/4/*RK*\"\n")).unwrap_err();
    assert!(report.contains("`*` has no meaning in a FEN (in a FEN only cells that exist are written"), "{report}");
}

#[test]
fn levels_tell_the_size_of_the_board() {
    let rest = format!("{PIECES}start {{ level \"A\" \"k.../..../...K\"; level \"B\" \"..../....\" }}");
    let levels = "level \"A\" files=4 ranks=3; level \"B\" from=\"c4\" files=4 ranks=2";
    let game = alone(&format!("board {{ {levels} }}\n{rest}")).unwrap_or_else(|report| panic!("{report}"));
    let extent = game.spec().board.extent();
    assert_eq!((extent.file, extent.rank, extent.level), (6, 5, 2));
    let report = alone(&format!("board {{ level \"A\" files=4 }}\n{PIECES}")).unwrap_err();
    assert!(report.contains("a board needs `files` and `ranks`"), "{report}");
}

#[test]
fn what_a_base_says_of_itself_is_not_said_of_the_new_game() {
    let meta = based("title \"New\"\nnote \"N1\" \"Mine.\"").unwrap().meta().clone();
    assert_eq!((meta.title.as_str(), meta.based_on.as_deref()), ("New", Some("base")));
    assert_eq!((meta.summary, meta.description, meta.inventor, meta.year), (None, None, None, None));
    assert!(meta.sources.is_empty(), "{:?}", meta.sources);
    assert_eq!(meta.notes.iter().map(|note| note.number.as_str()).collect::<Vec<_>>(), ["N1"]);
    let unnamed = based("").unwrap();
    assert_eq!(unnamed.title(), "test");
    assert!(unnamed.explain().contains("Based on base"), "{}", unnamed.explain());
}

#[test]
fn a_piece_has_a_character_for_both_sides_or_one_each() {
    let game = based("piece \"Q\" character=\"后\"\npiece \"P\" character=\"兵 卒\"")
        .unwrap_or_else(|report| panic!("{report}"));
    let of = |kind| Color::BOTH.map(|color| game.character(PieceType(kind), color));
    assert_eq!([of(0), of(1), of(2)], [[None; 2], [Some("后"); 2], [Some("兵"), Some("卒")]]);
}
