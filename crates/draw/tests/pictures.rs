//! Pictures of every game, of positions in the middle of games and of hostile ones.

use spielraum_catalogue::{Compile, Source, ids, load};
use spielraum_draw::{Caption, Style, Theme, View, diagram, picture, png};
use spielraum_rules::{Color, Position, Rules};

fn rules(id: &str) -> Rules {
    let game = load(Source::Builtin(id), &[]).unwrap_or_else(|report| panic!("{report}"));
    game.rules().unwrap_or_else(|report| panic!("{report}"))
}

/// The position after some moves, chosen by a simple rule so that they are always the same.
fn played(rules: &Rules, plies: usize) -> Position {
    let mut position = rules.start();
    for ply in 0..plies {
        let mut moves = position.legal_moves();
        moves.sort_by_key(|m| m.to_bits());
        let captures = position.legal_captures();
        match captures.first().copied().or(moves.get((ply * 7919 + 13) % moves.len().max(1)).copied()) {
            Some(m) => position.make(m),
            None => break,
        }
    }
    position
}

fn small(theme: Theme, turned: bool) -> Style {
    Style { theme, turned, cell: 10.0, ..Style::default() }
}

fn count(svg: &str, what: &str) -> usize {
    svg.matches(what).count()
}

#[test]
fn every_game_has_its_pictures() {
    for id in ids() {
        let rules = rules(id);
        for plies in [0, 40] {
            let position = played(&rules, plies);
            let standing = rules.board().cells().filter(|&cell| position.piece_at(cell).is_some()).count();
            let in_hand = spielraum_rules::Color::BOTH.into_iter().map(|color| {
                let order = rules.spec().hands.as_ref().map_or(&[][..], |hands| &hands.order);
                order.iter().filter(|&&kind| position.in_hand(color, kind) > 0).count()
            });
            let pieces = standing + in_hand.sum::<usize>();
            for view in View::ALL {
                for theme in [Theme::Light, Theme::Dark] {
                    let style = small(theme, plies > 0 && view == View::Stack);
                    let svg = picture(&position, view, &style);
                    assert_eq!(count(&svg, "<use "), pieces, "{id} {view}");
                    assert_eq!(svg, picture(&position, view, &style), "{id} {view} is drawn alike twice");
                    assert!(svg.len() < 200_000, "{id} {view}: {} bytes", svg.len());
                    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{id} {view}");
                    // The themes differ in colours alone; drawing pixels takes most of the time.
                    if theme == Theme::Light && plies == 0 {
                        png(&svg, 0.5).unwrap_or_else(|error| panic!("{id} {view}: {error}"));
                    }
                }
            }
        }
    }
}

#[test]
fn the_examples_of_the_documentation_are_drawn() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut count = 0;
    for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "kdl")) {
        let rules = load(Source::File(&path), &[]).unwrap_or_else(|report| panic!("{report}")).rules().unwrap();
        for view in View::ALL {
            png(&picture(&played(&rules, 6), view, &small(Theme::Dark, false)), 1.0).unwrap();
        }
        count += 1;
    }
    assert!(count >= 2);
}

/// How many pixels of a picture have exactly this colour.
fn pixels_of(svg: &str, colour: &str) -> usize {
    let image = png(svg, 1.0).unwrap();
    let decoded = resvg::tiny_skia::Pixmap::decode_png(&image).unwrap();
    let part = |at: usize| u8::from_str_radix(&colour[at..at + 2], 16).unwrap();
    let wanted = [part(1), part(3), part(5)];
    decoded.pixels().iter().filter(|pixel| [pixel.red(), pixel.green(), pixel.blue()] == wanted).count()
}

#[test]
fn what_stands_out_is_seen() {
    let rules = rules("chess");
    let check = "4k3/8/8/8/7q/8/8/4K3 w - - 0 1";
    let quiet = "4k3/8/8/8/8/7q/8/4K3 w - - 0 1";
    let mark = |fen: &str, marked: &[&str]| {
        let position = Position::from_fen(&rules, fen).unwrap();
        let marked = marked.iter().map(|name| rules.board().find(name).unwrap()).collect();
        picture(&position, View::Slices, &Style { marked, labels: false, ..Style::default() })
    };
    let palette = Theme::Light.palette();
    assert_eq!(count(&mark(check, &[]), palette.check), 1);
    assert_eq!(count(&mark(quiet, &[]), palette.check), 0);
    assert_eq!(count(&mark(quiet, &["a1", "b1", "c3"]), palette.selected), 6);
    let mut position = rules.start();
    let plain = picture(&position, View::Slices, &Style::default());
    let m = position.parse_move("e2e4").unwrap();
    position.make(m);
    let moved = picture(&position, View::Slices, &Style::default());
    assert_eq!(count(&plain, palette.last_move), 0);
    assert_eq!(count(&moved, palette.last_move), 2);
    assert!(pixels_of(&plain, palette.white_body) > 5_000);
}

#[test]
fn pieces_have_the_colours_of_which_their_sides_are_called() {
    let signs = |id: &str| picture(&rules(id).start(), View::Slices, &Style::default());
    let of = Theme::Light.palette();
    for (id, first, second) in [
        ("chess", of.white_body, of.black_body),
        ("shogi", of.black_body, of.white_body),
        ("janggi", of.blue_body, of.red_body),
    ] {
        let picture = signs(id);
        let sign = |side: &str| picture.split(&format!("<g id=\"{side}0\">")).nth(1).unwrap()[..40].to_owned();
        assert!(sign("w").contains(first) && sign("b").contains(second), "{id}");
    }
    assert!(signs("janggi").contains("Blue to move"));
}

#[test]
fn the_ground_may_be_transparent() {
    let position = rules("minishogi").start();
    let paper = Theme::Light.palette().paper;
    let with = |ground| picture(&position, View::Slices, &Style { ground, ..Style::default() });
    assert!(pixels_of(&with(true), paper) > 1_000);
    assert_eq!(count(&with(false), paper), 0);
}

#[test]
fn black_may_sit_at_the_bottom() {
    let rules = rules("chess");
    let rook = rules.spec().pieces.iter().position(|piece| piece.symbol.letters == 'R').unwrap();
    let position = Position::from_fen(&rules, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    let place_of_rook = |turned| -> (f64, f64) {
        let svg = picture(&position, View::Slices, &Style { turned, labels: false, ..Style::default() });
        let (_, rest) = svg.split_once(&format!("href=\"#w{rook}\" transform=\"translate(")).unwrap();
        let (x, y) = rest.split_once(')').unwrap().0.split_once(' ').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    // The rook on a1 is at the lower left, and turned at the upper right.
    let (plain, turned) = (place_of_rook(false), place_of_rook(true));
    assert!(plain.0 < turned.0 && plain.1 > turned.1, "{plain:?} {turned:?}");
}

#[test]
fn odd_boards_and_styles_are_drawn() {
    let odd = r#"
        title "Odd"
        board levels="A B C" files=27 ranks=12
        piece "K" "King" royal=#true { step "radial" }
        start {
            level "A" "k26/27/27/27/27/27/27/27/27/27/27/27"
            level "B" "27/27/27/27/27/27/27/27/27/27/27/27"
            level "C" "27/27/27/27/27/27/27/27/27/27/27/26K"
        }
    "#;
    let rules = load(Source::Text { name: "odd", text: odd }, &[]).unwrap().rules().unwrap();
    for (cell, aspect) in [(f64::NAN, 0.0), (0.0, f64::NAN), (1e9, 1e9), (8.0, -3.0)] {
        for view in View::ALL {
            let style = Style { cell, aspect, ..Style::default() };
            let svg = picture(&rules.start(), view, &style);
            assert!(!svg.contains("NaN"), "{cell} {aspect} {view}");
            png(&svg, 0.1).unwrap();
        }
    }
}

#[test]
fn views_are_known_by_name() {
    for view in View::ALL {
        assert_eq!(view.to_string().parse(), Ok(view));
    }
    assert!("side".parse::<View>().unwrap_err().contains("slices"));
}

#[test]
fn a_diagram_has_its_words_whatever_they_are() {
    let position = rules("raumschach").start();
    let lines = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let caption = Caption {
        above: lines(&["A. & B. <Author>", "\u{1}Source \u{7a7a}"]),
        left: "#2 \"quoted\"".into(),
        right: "20 + 20".into(),
        below: lines(&["    1.a1-b2!", &"long ".repeat(80)]),
    };
    for view in View::ALL {
        let svg = diagram(&position, view, &small(Theme::Light, false), &caption);
        assert_eq!(count(&svg, "<text "), 6, "{view}");
        assert!(svg.contains(">A. &amp; B. &lt;Author&gt;</text>") && svg.contains(">    1.a1-b2!</text>"), "{view}");
        assert_eq!(count(&svg, "<use "), 40, "{view}");
        // The picture is as wide as the longest line.
        let width = svg.split("width=\"").nth(1).and_then(|rest| rest.split('"').next());
        let width: f64 = width.unwrap().parse().unwrap();
        assert!(width > 400.0 * 0.6 * 10.0 * 0.42 * 0.75, "{view}: {width}");
        png(&svg, 0.5).unwrap_or_else(|error| panic!("{view}: {error}"));
    }
    let bare = diagram(&position, View::Slices, &small(Theme::Light, false), &Caption::default());
    assert_eq!(count(&bare, "<text "), 0);
}

/// How many of a path's fills have a colour.
fn filled(svg: &str, colour: &str) -> usize {
    count(svg, &format!(r#"fill="{colour}""#))
}

#[test]
fn points_are_joined_by_lines() {
    let game = load(Source::Builtin("xiangqi"), &[]).unwrap_or_else(|report| panic!("{report}"));
    let start = rules("xiangqi").start();
    let squares = Style { plain: true, labels: false, cell: 10.0, ..Style::default() };
    let points = Style { lines: game.lines().to_vec(), ..squares.clone() };
    // Ten ranks, two files at the edges, seven on both sides of the river, two diagonals in each palace.
    let drawn = |style: &Style| {
        let svg = picture(&start, View::Slices, style);
        let paths = svg.split(r#"stroke-linecap="square""#).nth(1);
        paths.and_then(|rest| rest.split('>').next()).map_or(0, |path| path.matches('M').count())
    };
    assert_eq!((drawn(&squares), drawn(&points)), (0, 30));
}

#[test]
fn cells_are_all_alike_where_pieces_are_tiles() {
    let dark = Theme::Light.palette().cell_dark;
    for (id, tiled) in [("shogi", true), ("xiangqi", true), ("chess", false), ("raumschach", false)] {
        let game = load(Source::Builtin(id), &[]).unwrap_or_else(|report| panic!("{report}"));
        assert_eq!(game.is_tiled(), tiled, "{id}");
        let start = rules(id).start();
        for view in View::ALL {
            let style = Style { plain: game.is_tiled(), ..Style::default() };
            assert_eq!(filled(&picture(&start, view, &style), dark) == 0, tiled, "{id} {view}");
        }
    }
}

/// How wide a cell is in a picture that is fitted into a card of the gallery, 320 by 240 pixels.
fn cell_in_card(id: &str) -> f64 {
    let style = Style::default();
    let svg = picture(&rules(id).start(), View::Stack, &style);
    let number = |name: &str| -> f64 {
        let (_, rest) = svg.split_once(&format!(r#" {name}=""#)).unwrap();
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    style.cell * (320.0 / number("width")).min(240.0 / number("height"))
}

#[test]
fn stacks_use_the_room_of_a_card() {
    for (id, least) in [("stockgi", 11.5), ("stock-taijitu", 10.6), ("nichtschach", 16.5), ("stereo-chess", 18.0)] {
        let cell = cell_in_card(id);
        assert!(cell >= least, "{id}: cells of {cell:.1} pixels");
    }
}

#[test]
fn what_a_side_does_not_see_is_not_in_its_picture() {
    let rules = rules("fogofwar");
    let played = |texts: &str| {
        let mut position = rules.start();
        for text in texts.split_whitespace() {
            let m = position.parse_move(text).unwrap();
            position.make(m);
        }
        position
    };
    let (one, other) = (played("e2e4 h7h6 g1f3 g8f6"), played("e2e4 g7g6 g1f3 b8c6"));
    for view in View::ALL {
        let seen = |side| Style { seen_by: side, ..Style::default() };
        let drawn = |side| [&one, &other].map(|position| picture(position, view, &seen(side)));
        let [white, other_white] = drawn(Some(Color::White));
        assert_eq!(white, other_white, "{view}");
        for side in [Some(Color::Black), None] {
            let [some, others] = drawn(side);
            assert_ne!(some, others, "{view} {side:?}");
        }
    }
}
