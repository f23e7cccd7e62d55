//! Pictures with the pieces that boards show, and cards.
#![cfg(feature = "sets")]

use spielraum_catalogue::{Compile, Source, ids, load};
use spielraum_draw::{CARD, Looks, Style, View, card, picture, png};

/// The size that a PNG shows.
fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn every_game_is_drawn_with_the_pieces_of_its_boards() {
    let mut alone = Vec::new();
    for (index, id) in ids().enumerate() {
        let game = load(Source::Builtin(id), &[]).unwrap_or_else(|report| panic!("{report}"));
        let rules = game.rules().unwrap_or_else(|report| panic!("{report}"));
        let looks = Looks::usual(
            game.spec(),
            game.has_octagons(),
            |kind, color| game.character(kind, color),
            |kind| game.tile_size(kind),
        );
        // Not every way to move has a figure.
        let has_signs_alone = looks == Looks::default();
        alone.extend(has_signs_alone.then_some(id));
        let start = rules.start();
        let signs = picture(&start, View::Stack, &Style { cell: 10.0, ..Style::default() });
        let style = Style { cell: 10.0, looks, ..Style::default() };
        let dressed = picture(&start, View::Stack, &style);
        assert_eq!(dressed.matches("<use ").count(), signs.matches("<use ").count(), "{id}");
        assert_eq!(dressed == signs, has_signs_alone, "{id}");
        let svg = card(&start, &style, game.title(), "White to move", Some(start.side_to_move()));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{id}");
        // Pixels take most of the time.
        if index % 4 == 0 {
            assert_eq!(size(&png(&svg, 1.0).unwrap_or_else(|error| panic!("{id}: {error}"))), CARD, "{id}");
        }
    }
    assert!(alone.len() * 5 < ids().count(), "{alone:?}");
}

#[test]
fn rivers_are_written_in_and_tiles_have_sizes() {
    let drawn = |id: &str, turned: bool| {
        let game = load(Source::Builtin(id), &[]).unwrap_or_else(|report| panic!("{report}"));
        let start = game.rules().unwrap_or_else(|report| panic!("{report}")).start();
        let character = |kind, color| game.character(kind, color);
        let looks = Looks::usual(game.spec(), game.has_octagons(), character, |kind| game.tile_size(kind));
        let (lines, inscription) = (game.lines().to_vec(), game.inscription().to_vec());
        let style = Style { cell: 10.0, labels: false, turned, lines, inscription, looks, ..Style::default() };
        picture(&start, View::Stack, &style)
    };
    // Each character around its middle in the middle of the river, wherever one sits.
    let places = |svg: &str| -> Vec<(f64, f64)> {
        let written = svg.split(r#"transform="translate("#).skip(1).filter(|rest| rest.contains("scale(0.062)"));
        let number = |text: &str| text.trim_end_matches(')').parse().unwrap();
        let place = |rest: &str| {
            rest.split_once(')').and_then(|(at, _)| at.split_once(' ')).map(|(x, y)| (number(x), number(y)))
        };
        written.filter_map(place).take(4).collect()
    };
    let (upright, turned) = (places(&drawn("xiangqi", false)), places(&drawn("xiangqi", true)));
    assert_eq!(upright.len(), 4);
    for (one, other) in upright.iter().zip(&turned) {
        assert_eq!((one.0 - 45.0, one.1), (45.0 - other.0, other.1));
    }
    let janggi = drawn("janggi", false);
    // Seven types for each side: one large, four of the middle size, two small.
    for (size, types) in [("1.05", 1), ("0.88", 4), ("0.7", 2)] {
        assert_eq!(janggi.matches(&format!(")scale({size})")).count(), 2 * types, "{size}");
    }
    assert!(!drawn("xiangqi", false).contains(")scale("));
}

#[test]
fn whatever_a_game_is_called_its_card_is_drawn() {
    let rules = load(Source::Builtin("minishogi"), &[]).unwrap().rules().unwrap();
    let start = rules.start();
    for title in ["", " ", "<&\"'>", "Ω漢字\u{202e}\n\0", &"W".repeat(5_000), &"a ".repeat(5_000)] {
        let svg = card(&start, &Style::default(), title, title, None);
        assert!(svg.len() < 400_000, "{} bytes", svg.len());
        assert_eq!(size(&png(&svg, 1.0).unwrap()), CARD);
    }
}
