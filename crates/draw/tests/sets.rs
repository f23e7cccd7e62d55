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
        let looks = Looks::usual(game.spec(), game.has_octagons(), |kind, color| game.character(kind, color));
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
fn whatever_a_game_is_called_its_card_is_drawn() {
    let rules = load(Source::Builtin("minishogi"), &[]).unwrap().rules().unwrap();
    let start = rules.start();
    for title in ["", " ", "<&\"'>", "Ω漢字\u{202e}\n\0", &"W".repeat(5_000), &"a ".repeat(5_000)] {
        let svg = card(&start, &Style::default(), title, title, None);
        assert!(svg.len() < 400_000, "{} bytes", svg.len());
        assert_eq!(size(&png(&svg, 1.0).unwrap()), CARD);
    }
}
