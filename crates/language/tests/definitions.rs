//! What definitions mean.

use spielraum_catalogue::{Catalogue, Compile};
use spielraum_geometry::Cell;
use spielraum_language::{Definition, Library, NoLibrary, Source, load};
use spielraum_rules::spec::{PieceType, Spec};
use spielraum_rules::{Color, Position, Rules};

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
    let piece = spec.pieces.iter().find(|piece| piece.symbol.letters == 'S').unwrap();
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
    assert_eq!(pieces[promotions[0].into[0].index()].symbol.letters, 'R');
    assert_eq!((promotions.len(), double_steps.len()), (1, 1));
    // What does not fit and is not overridden is reported, with what to do about it.
    let report = based(text).unwrap_err();
    assert!(report.starts_with("base.kdl:13:21: the piece `Q` is not known"), "{report}");
    assert!(report.contains("this is inherited: say it anew in your definition, or take it out"), "{report}");
}

#[test]
fn what_is_kept_is_added_to_what_was_said() {
    let said = |text: &str| {
        let text = format!("based-on \"chess\"\ninclude \"lib/conditions/madrasi\"\n{text}");
        let game = load(Source::Text { name: "test", text: &text }, &Catalogue, &[]).unwrap();
        game.spec().constraints.len()
    };
    let capture = "may-not \"capture\" by=\"Q\"";
    assert_eq!(said(""), 1);
    assert_eq!(said(capture), 1);
    assert_eq!(said(&format!("keep \"may-not\"\n{capture}")), 2);
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
        assert_eq!(game.spec().start_fen(), "kr/4/4/RK w - - 0 1");
    }
    let report = start("kr** / .... / .... / *RK*").unwrap_err();
    assert!(
        report.contains("this rank has its cells elsewhere (`*` stands where there is no cell: `*..*`"),
        "{report}"
    );
    let report = alone(&format!("{board}{PIECES}start \"*kr*/4/4/*RK*\"\n")).unwrap_err();
    assert!(report.contains("`*` has no meaning in a FEN (in a FEN only cells that exist are written"), "{report}");
}

/// The lines of a game as `a1-a5`, those along files and ranks and the diagonal ones.
fn lines_of(id: &str) -> [Vec<String>; 2] {
    let game = load(Source::Builtin(id), &Catalogue, &[]).unwrap_or_else(|report| panic!("{report}"));
    let board = &game.spec().board;
    let is_diagonal =
        |&[from, to]: &[Cell; 2]| board.file(from) != board.file(to) && board.rank(from) != board.rank(to);
    let named = |[from, to]: [Cell; 2]| format!("{}-{}", board.name(from), board.name(to));
    let (diagonal, straight): (Vec<_>, Vec<_>) = game.lines().iter().copied().partition(is_diagonal);
    [straight, diagonal].map(|lines| {
        let mut names: Vec<String> = lines.into_iter().map(named).collect();
        names.sort();
        names
    })
}

#[test]
fn lines_join_the_points_of_a_board() {
    let palaces = ["d1-f3", "d10-f8", "d3-f1", "d8-f10"];
    let ranks: Vec<String> = (1..=10).map(|rank| format!("a{rank}-i{rank}")).collect();
    // Only the lines at the edges cross the river of Xiangqi; Janggi has none.
    let [straight, diagonal] = lines_of("xiangqi");
    let files = ["b", "c", "d", "e", "f", "g", "h"].iter().flat_map(|f| [format!("{f}1-{f}5"), format!("{f}6-{f}10")]);
    let edges = ["a1-a10".to_owned(), "i1-i10".to_owned()];
    let mut expected: Vec<String> = ranks.iter().cloned().chain(files).chain(edges).collect();
    expected.sort();
    assert_eq!((straight, diagonal), (expected, palaces.map(str::to_owned).to_vec()));
    for id in ["janggi", "janggicasual", "janggimodern", "janggitraditional"] {
        let [straight, diagonal] = lines_of(id);
        let mut expected: Vec<String> =
            ranks.iter().cloned().chain(('a'..='i').map(|f| format!("{f}1-{f}10"))).collect();
        expected.sort();
        assert_eq!((straight, diagonal), (expected, palaces.map(str::to_owned).to_vec()), "{id}");
    }
    assert_eq!(lines_of("minixiangqi").map(|lines| lines.len()), [14, 4]);
    assert_eq!(lines_of("shogi").map(|lines| lines.len()), [0, 0]);
}

#[test]
fn rivers_are_written_in_and_tiles_have_sizes() {
    let load = |id: &str| load(Source::Builtin(id), &Catalogue, &[]).unwrap_or_else(|report| panic!("{report}"));
    let written = load("xiangqi").inscription().to_vec();
    assert_eq!(written.iter().map(|(character, _)| character).collect::<String>(), "楚河漢界");
    // The river is between the fifth and the sixth rank, each word about the middle of its half.
    assert!(written.iter().all(|(_, [_, rank])| *rank == 4.5));
    let files: Vec<f64> = written.iter().map(|(_, [file, _])| *file).collect();
    assert_eq!(files, [1.2, 2.8, 5.2, 6.8]);
    assert!(load("minixiangqi").inscription().is_empty());
    let sizes = |id: &str| {
        let game = load(id);
        let sized = |kind| (game.spec().pieces[usize::from(kind)].symbol.to_string(), game.tile_size(PieceType(kind)));
        (0..game.spec().pieces.len() as u8).map(sized).collect::<Vec<_>>()
    };
    for id in ["janggi", "janggicasual", "janggimodern", "janggitraditional"] {
        for (symbol, size) in sizes(id) {
            let expected = match symbol.as_str() {
                "K" => 1.05,
                "A" | "P" => 0.7,
                _ => 0.88,
            };
            assert_eq!(size, expected, "{id} {symbol}");
        }
    }
    assert!(sizes("xiangqi").iter().all(|(_, size)| *size == 1.0));
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

/// The FEN of the position in which a game starts.
fn start_of(text: &str) -> String {
    let rules = alone(text).unwrap_or_else(|report| panic!("{report}")).rules();
    rules.unwrap_or_else(|report| panic!("{report}")).start().fen()
}

#[test]
fn a_start_says_as_much_of_a_fen_as_its_author_wants() {
    let game = |hand: &str, start: &str| {
        start_of(&format!(
            "board files=4 ranks=4\n{PIECES}piece \"N\" {{ leap \"(1,2)\" }}\n{hand}\n\
             castling \"K\" king=\"a1-b1\" rook=\"d1-c1\"\n{start}\n"
        ))
    };
    let (hand, placement) = ("hand order=\"N R\"", "k2r/4/4/K2R");
    for (start, fen) in [
        ("", "[] w Kk - 0 1"),
        ("[N]", "[N] w Kk - 0 1"),
        ("[Nr] b", "[Nr] b Kk - 0 1"),
        (" b", "[] b Kk - 0 1"),
        (" b 3 7", "[] b Kk - 3 7"),
        (" b -", "[] b - - 0 1"),
        (" b k", "[] b k - 0 1"),
        ("[N] w - - 3", "[N] w - - 3 1"),
        ("[N] w K - 3 7", "[N] w K - 3 7"),
    ] {
        assert_eq!(game(hand, &format!("start \"{placement}{start}\"")), format!("{placement}{fen}"), "{start}");
    }
    assert_eq!(game("", &format!("start \"{placement} b\"")), format!("{placement} b Kk - 0 1"));
    assert_eq!(
        game(hand, &format!("start \"{placement} b\" castling=\"K\" hand=\"n\"")),
        format!("{placement}[n] b K - 0 1")
    );
}

#[test]
fn a_castling_that_ends_on_one_cell_is_refused_by_the_rules_too() {
    let mut spec = alone(&format!(
        "board files=4 ranks=4\n{PIECES}castling \"K\" king=\"a1-b1\" rook=\"d1-c1\"\nstart \"k2r/4/4/K2R\"\n"
    ))
    .unwrap()
    .spec()
    .clone();
    spec.castlings[0].partner.1 = spec.castlings[0].royal.1;
    let errors = Rules::compile(spec).unwrap_err();
    assert_eq!(errors.to_string(), "the castling `K` ends with both pieces on one cell");
}

/// Chess with pawns that move diagonally and capture straight ahead.
const BEROLINA: &str = r#"
board files=8 ranks=8
piece "K" "King" royal=#true { step "radial" }
piece "P" "Pawn" resets-clock=#true {
    move-only { step "forward+sideways" }
    capture-only { step "forward" }
}
region "second-rank" ranks=2
double-step "P" along="forward+sideways" from="second-rank"
start "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3"
"#;

#[test]
fn an_en_passant_field_tells_which_piece_it_means() {
    let rules = alone(BEROLINA).unwrap().rules().unwrap();
    let read = |fen: &str| Position::from_fen(&rules, fen);
    let mut position = read("4k3/8/8/8/3Pp3/8/3P4/4K3 w - - 0 3").unwrap();
    let m = position.parse_move("d2f4").unwrap();
    position.make(m);
    assert_eq!(position.fen(), "4k3/8/8/8/3PpP2/8/8/4K3 b - e3:f4 0 3");
    let again = read(&position.fen()).unwrap();
    assert_eq!((again.fen(), again.hash()), (position.fen(), position.hash()));
    // The other one that may have passed e3.
    let other = read("4k3/8/8/8/3PpP2/8/8/4K3 b - e3:d4 0 3").unwrap();
    assert_eq!(other.fen(), "4k3/8/8/8/3PpP2/8/8/4K3 b - e3:d4 0 3");
    assert_ne!(other.hash(), position.hash());
    for (position, taken) in [(again, "f4"), (other, "d4")] {
        let capture = position.parse_move("e4e3").unwrap();
        assert_eq!(position.captured_cell(capture).map(|cell| rules.board().name(cell)), Some(taken));
    }
    let unclear = read("4k3/8/8/8/3PpP2/8/8/4K3 b - e3 0 3").unwrap_err().to_string();
    assert!(unclear.contains("write which, as in `e3:d4`"), "{unclear}");
    // Where there is but one, its cell need not be said and is not written.
    for field in ["e3", "e3:f4"] {
        let fen = format!("4k3/8/8/8/4pP2/8/8/4K3 b - {field} 0 3");
        assert_eq!(read(&fen).unwrap().fen(), "4k3/8/8/8/4pP2/8/8/4K3 b - e3 0 3");
    }
}

#[test]
fn the_rights_of_a_rook_that_two_kings_share_are_lost_together() {
    let text = format!(
        "board files=8 ranks=4\n{PIECES}castling \"K\" king=\"e1-g1\" rook=\"h1-f1\"\n\
         castling \"L\" king=\"c1-d1\" rook=\"h1-e1\"\nstart \"2k1k2r/8/8/2K1K2R w KLkl - 0 1\"\n"
    );
    let mut position = alone(&text).unwrap().rules().unwrap().start();
    let m = position.parse_move("e1g1").unwrap();
    position.make(m);
    assert_eq!(position.fen(), "2k1k2r/8/8/2K2RK1 b kl - 1 1");
}

#[test]
fn a_king_that_wins_by_reaching_a_region_is_no_draw_alone() {
    let text = format!("board files=4 ranks=4\n{PIECES}reach \"K\" in=\"last-rank\"\nstart \"K2k/4/4/4\"\n");
    let over = alone(&text).unwrap().playable().unwrap_err().to_string();
    assert!(over.contains("reached its goal"), "{over}");
    let text = text.replace("K2k/4/4/4", "4/K2k/4/4");
    assert!(alone(&text).unwrap().rules().unwrap().start().outcome().is_none());
    assert!(alone(&format!("{text}bare-royals \"draw\"\n")).unwrap().playable().is_err());
}

#[test]
fn a_file_knows_its_neighbours_by_either_name() {
    let folder = std::env::temp_dir().join(format!("spielraum-neighbours-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("base.kdl"), BASE).unwrap();
    let path = folder.join("game.kdl");
    let titles = ["base", "./base", "../base", ".//base"].map(|name| {
        std::fs::write(&path, format!("based-on \"{name}\"\n")).unwrap();
        load(Source::File(&path), &NoLibrary, &[]).ok().and_then(|game| game.meta().based_on.clone())
    });
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(titles.map(|title| title.is_some()), [true, true, false, false]);
}

#[test]
fn betza_says_the_same_as_the_words() {
    let game = |moves: &str| {
        let board = "board files=6 ranks=6\npiece \"K\" \"King\" royal=#true { step \"radial\" }";
        let text = format!("{board}\npiece \"X\" \"Piece\" {moves}\nstart \"kx4/6/6/6/6/KX4\"");
        alone(&text).unwrap_or_else(|report| panic!("{moves}: {report}")).spec().clone()
    };
    for (betza, words) in [
        ("W", "step \"orthogonal\""),
        ("FfW", "step \"diagonal\"; step \"forward\""),
        ("mRcpR", "move-only { slide \"orthogonal\"; }; capture-only { hop \"orthogonal\"; }"),
        ("fN", "leap \"2forward+sideways\""),
        ("R3", "slide \"orthogonal\" distance=\"1-3\""),
        ("nN", "route { step \"orthogonal\"; step \"diagonal\"; }"),
        ("gQ", "hop \"orthogonal\" landing=\"next\"; hop \"diagonal\" landing=\"next\""),
        ("AD", "leap \"(2,2)\"; leap \"(2,0)\""),
    ] {
        let (one, other) = (game(&format!("betza=\"{betza}\"")), game(&format!("{{ {words}; }}")));
        assert_eq!(one.pieces, other.pieces, "{betza}");
    }
    // What stands in the block is added.
    let both = game("betza=\"W\" { leap \"(1,2)\"; }");
    assert_eq!(both.pieces, game("betza=\"WN\"").pieces);
}

#[test]
fn armies_are_described_and_say_which_pieces_they_change() {
    let armies = "option \"white\" army-of=\"white\" default=\"long\"\n\
        army \"long\" description=\"Slides.\" { piece \"Q\" \"Duke\" { slide \"orthogonal\" } }\n\
        army \"short\" { piece \"Q\" \"Page\" { step \"orthogonal\" }; piece \"P\" \"Boy\" }\n\
        option \"fast\" default=\"off\"\n";
    let game = based(armies).unwrap();
    let [white, fast] = game.options() else { panic!("two options") };
    assert_eq!(
        (white.values.join(" "), &white.texts[..]),
        ("long short".to_owned(), &["Slides.".to_owned(), String::new()][..])
    );
    assert_eq!(white.pieces, ["Q", "P"]);
    assert!(fast.army_of.is_none() && fast.texts.is_empty() && fast.pieces.is_empty());
}
