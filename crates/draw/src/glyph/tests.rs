use super::{Glyph, Head, figure, glyph};
use crate::png::pixmap;
use spielraum_catalogue::{Definition, Source, ids, load};
use spielraum_rules::Color;
use spielraum_rules::spec::PieceType;
use std::collections::BTreeSet;

/// How much ink, in pixels, must differ between two signs that are 24 pixels high: hardly less than a bead has.
const LEAST_DIFFERENCE: f64 = 3.4;

fn game(id: &str) -> Definition {
    load(Source::Builtin(id), &[]).unwrap_or_else(|report| panic!("{report}"))
}

fn sign(game: &Definition, symbol: &str, color: Color) -> Glyph {
    let index = game.spec().pieces.iter().position(|piece| piece.symbol.to_string() == symbol).expect(symbol);
    glyph(game.spec(), PieceType(index as u8), color)
}

/// The marks of a piece of a little game of its own, on a flat board or in space.
fn white_marks(moves: &str, levels: &str) -> Glyph {
    let text = format!(
        "title \"Test\"\nboard {levels} files=7 ranks=7\npiece \"K\" \"King\" royal=#true {{ step \"orthogonal\" }}\n\
         piece \"X\" \"Tested\" {{ {moves} }}\nstart \"k6/7/7/7/7/7/X5K{}\"",
        if levels.is_empty() { "" } else { "|7/7/7/7/7/7/7|7/7/7/7/7/7/7" }
    );
    let game = load(Source::Text { name: "test", text: &text }, &[]).unwrap_or_else(|report| panic!("{report}"));
    sign(&game, "X", Color::White)
}

fn flat(moves: &str) -> Glyph {
    white_marks(moves, "")
}

fn space(moves: &str) -> Glyph {
    white_marks(moves, "levels=\"A B C\"")
}

fn pixels(sign: &Glyph, size: u32) -> Vec<u8> {
    let marks: String = sign.marks.iter().map(|mark| format!(r#"<path d="{mark}"/>"#)).collect();
    let svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="{size}" height="{size}"><path fill="#fff" d="{}"/><g fill-rule="evenodd">{marks}</g></svg>"##,
        sign.body
    );
    pixmap(&svg, 1.0).expect("a sign is an SVG").pixels().iter().map(|pixel| pixel.red()).collect()
}

fn difference(one: &[u8], other: &[u8]) -> f64 {
    one.iter().zip(other).map(|(&a, &b)| f64::from(a.abs_diff(b)) / 255.0).sum()
}

#[test]
fn no_two_pieces_of_a_game_look_alike() {
    for id in ids() {
        let game = game(id);
        for color in Color::BOTH {
            let types = game.spec().piece_types();
            let signs: Vec<Glyph> = types.map(|kind| glyph(game.spec(), kind, color)).collect();
            let pictures: Vec<Vec<u8>> = signs.iter().map(|sign| pixels(sign, 24)).collect();
            for one in 0..signs.len() {
                for other in 0..one {
                    let symbol = |index: usize| game.spec().pieces[index].symbol;
                    let differs = difference(&pictures[one], &pictures[other]);
                    let who = format!("{id}: {} and {} of {}", symbol(one), symbol(other), color.name());
                    assert!(signs[one] != signs[other] && differs >= LEAST_DIFFERENCE, "{who} differ by {differs:.1}");
                }
            }
        }
    }
}

#[test]
fn sides_differ_in_outline() {
    for id in ids() {
        let game = game(id);
        // What belongs to nobody looks the same to both.
        for index in (0..game.spec().pieces.len()).filter(|&index| !game.spec().pieces[index].is_neutral()) {
            let bodies = Color::BOTH.map(|color| {
                let body = glyph(game.spec(), PieceType(index as u8), color).body;
                pixels(&Glyph { body, marks: Vec::new() }, 24)
            });
            assert!(difference(&bodies[0], &bodies[1]) >= 12.0, "{id}, type {index}");
        }
    }
}

#[test]
fn marks_stay_on_their_piece() {
    for id in ids() {
        let game = game(id);
        for (index, color) in (0..game.spec().pieces.len()).flat_map(|index| Color::BOTH.map(|color| (index, color))) {
            let sign = glyph(game.spec(), PieceType(index as u8), color);
            let alpha = |sign: &Glyph| -> Vec<u8> {
                let all: String = sign.marks.iter().map(|mark| format!(r#"<path d="{mark}"/>"#)).collect();
                let svg = format!(
                    r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><path d="{}"/>{all}</svg>"#,
                    sign.body
                );
                pixmap(&svg, 1.0).expect("an SVG").pixels().iter().map(|pixel| pixel.alpha()).collect()
            };
            let body = Glyph { body: sign.body.clone(), marks: Vec::new() };
            let beyond = difference(&alpha(&sign), &alpha(&body));
            assert!(beyond < 0.5, "{id}: {} of {}: {beyond}", game.spec().pieces[index].symbol, color.name());
        }
    }
}

#[test]
fn a_way_to_move_has_one_sign_everywhere() {
    assert_eq!(flat("slide \"orthogonal\""), space("slide \"orthogonal\""));
    assert_eq!(flat("slide \"diagonal\""), space("slide \"diagonal\""));
    assert_eq!(flat("leap \"(1,2)\""), space("leap \"(1,2)\""));
    assert_eq!(flat("slide \"orthogonal\"").marks, sign(&game("chess"), "R", Color::White).marks);
}

#[test]
fn a_compound_has_the_marks_of_its_parts() {
    let game = game("nichtschach");
    for (whole, parts) in [("Q", "RB"), ("D", "RU"), ("G", "BU"), ("C", "NS"), ("A", "NJ"), ("O", "JS")] {
        let marks = |symbol: &str| sign(&game, symbol, Color::White).marks.into_iter().collect::<BTreeSet<_>>();
        let union: BTreeSet<String> = parts.chars().flat_map(|part| marks(&part.to_string())).collect();
        assert_eq!(marks(whole), union, "{whole}");
    }
}

#[test]
fn different_ways_to_move_differ() {
    let moves = [
        "slide \"orthogonal\"",
        "slide \"diagonal\"",
        "slide \"radial\"",
        "slide \"forward\"",
        "slide \"orthogonal\" distance=\"1-2\"",
        "slide \"orthogonal\" distance=2",
        "slide \"orthogonal\" distance=\"odd\"",
        "step \"orthogonal\"",
        "step \"diagonal\"",
        "step \"forward\"",
        "leap \"orthogonal\" length=2",
        "leap \"(1,2)\"",
        "leap \"(1,3)\"",
        "leap \"(2,3)\"",
        "leap \"2forward+sideways\"",
        "hop \"orthogonal\"",
        "hop \"orthogonal\" landing=\"next\"",
        "route { step \"orthogonal\"; step \"diagonal\"; }",
        "move-only { step \"forward\" }",
        "capture-only { step \"forward\" }",
        "move-only { slide \"orthogonal\" }",
    ];
    let signs: Vec<Glyph> = moves.iter().map(|moves| flat(moves)).collect();
    for one in 0..signs.len() {
        for other in 0..one {
            let differs = difference(&pixels(&signs[one], 24), &pixels(&signs[other], 24));
            assert!(differs >= LEAST_DIFFERENCE, "{} and {} differ by {differs:.1}", moves[one], moves[other]);
        }
    }
}

#[test]
fn signs_point_where_the_piece_goes() {
    let forward = flat("step \"forward\"");
    let middle = |sign: &Glyph| {
        let rows = pixels(sign, 100);
        let inked =
            (0..100).filter(|row| rows[row * 100..(row + 1) * 100].iter().skip(40).take(20).any(|&red| red < 40));
        let rows: Vec<usize> = inked.filter(|row| (12..88).contains(row)).collect();
        rows.iter().sum::<usize>() / rows.len()
    };
    assert!(middle(&forward) < 45);
    let chess = game("chess");
    assert!(middle(&sign(&chess, "P", Color::White)) < 45 && middle(&sign(&chess, "P", Color::Black)) > 55);
}

#[test]
fn heads_of_figures_say_how_a_piece_moves() {
    let heads = |id: &str, symbol: &str, color| {
        let game = game(id);
        let index = game.spec().pieces.iter().position(|piece| piece.symbol.to_string() == symbol).expect(symbol);
        figure(game.spec(), PieceType(index as u8), color)
    };
    let expected = [
        ("K", vec![Head::Cross]),
        ("Q", vec![Head::Coronet]),
        ("R", vec![Head::Tower]),
        ("B", vec![Head::Mitre]),
        ("N", vec![Head::Horse]),
        ("P", vec![Head::Ball]),
    ];
    for (symbol, wanted) in expected {
        for (id, color) in ["chess", "raumschach", "stereo-chess", "capablanca"].iter().zip(Color::BOTH.iter().cycle())
        {
            assert_eq!(heads(id, symbol, *color), wanted, "{id} {symbol}");
        }
    }
    assert_eq!(heads("raumschach", "U", Color::White), [Head::Horn]);
    assert_eq!(heads("capablanca", "A", Color::Black), [Head::Mitre, Head::Horse]);
    assert_eq!(heads("capablanca", "C", Color::White), [Head::Tower, Head::Horse]);
    let others = [
        ("nichtschach", "D", vec![Head::Tower, Head::Horn]),
        ("nichtschach", "C", vec![Head::Horse, Head::Eagle]),
        ("nichtschach", "O", vec![Head::Eagle, Head::Ram]),
        ("elefantnichtschach", "K", vec![Head::Turret, Head::Cap]),
        ("springernichtschach-crossover", "H", vec![Head::Horn, Head::Ram]),
        ("stockgi", "R", vec![Head::Tower]),
        ("stockgi", "+R", vec![Head::Tower, Head::Cap]),
        ("stockgi", "W", vec![Head::Merlon]),
        ("stock-taijitu", "S", vec![Head::Wheel, Head::Mitre]),
        ("stock-taijitu", "N", vec![Head::Cap, Head::Horse]),
        ("stock-taijitu", "D", vec![Head::Turret, Head::Ring]),
        ("shogi", "G", vec![Head::Turret, Head::Leaf]),
        ("xiangqi", "K", vec![Head::Turret, Head::Cross]),
    ];
    for (id, symbol, wanted) in others {
        assert_eq!(heads(id, symbol, Color::White), wanted, "{id} {symbol}");
    }
}

#[test]
fn no_two_figures_of_a_game_wear_the_same() {
    for id in ids() {
        let game = game(id);
        for color in Color::BOTH {
            let mut seen = BTreeSet::new();
            let sides = game.spec().pieces.iter().enumerate().filter(|(_, piece)| !piece.is_neutral());
            for (index, piece) in sides {
                let heads = figure(game.spec(), PieceType(index as u8), color);
                assert!(!heads.is_empty(), "{id} {}", piece.symbol);
                let mark = format!("{:?}", piece.symbol.mark);
                assert!(seen.insert((heads.clone(), mark)), "{id} {}: {heads:?}", piece.symbol);
            }
        }
    }
}
