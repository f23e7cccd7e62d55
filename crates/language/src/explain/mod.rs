//! A game in words, made from its definition and its `Spec`.

mod moves;
mod words;

use crate::rule::Topic;
use crate::{Definition, Listing};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color};
use words::Page;

pub(crate) use moves::sentences as moves_in_words;
pub(crate) use words::{by_side, capital, letter, list, number, ordinal, pieces as piece_list, zone};

/// Some rules of a game in words, under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What the sentences are about.
    pub heading: &'static str,
    /// The sentences, one or more.
    pub items: Vec<String>,
}

/// What there is to say about a game as a whole, in words: everything but its pieces, options and notes.
pub(crate) fn sections(game: &Definition) -> Vec<Section> {
    let sections = [
        Section { heading: "Directions", items: moves::directions(game) },
        Section { heading: "Captures and other moves", items: Topic::Moves.sentences(game) },
        Section { heading: "How it ends", items: Topic::End.sentences(game) },
    ];
    sections.into_iter().filter(|section| !section.items.is_empty()).collect()
}

/// The cells to which a piece is confined, in words.
pub(crate) fn confinement(game: &Definition, piece: PieceType) -> Option<String> {
    let sentence = words::by_side(game, &game.spec().pieces[piece.index()].may_enter)?;
    Some(format!("only on {sentence}"))
}

/// Writes the page of a game.
pub(crate) fn explain(game: &Definition) -> String {
    let mut page = Page::default();
    head(game, &mut page);
    options(game, &mut page);
    pieces(game, &mut page);
    for section in sections(game) {
        page.section(section.heading, section.items);
    }
    let notes = game.meta().notes.iter().map(|note| format!("{}: {}", note.number, note.text)).collect();
    page.section("Decisions where the published rules leave something open", notes);
    page.section("Start", vec![game.spec().start.clone()]);
    page.section("Sources", game.meta().sources.clone());
    page.finish()
}

fn head(game: &Definition, page: &mut Page) {
    let (meta, listing) = (game.meta(), Listing::of(game));
    page.title(&meta.title);
    let origin: Vec<&str> = [&meta.inventor, &meta.year].into_iter().flatten().map(String::as_str).collect();
    if !origin.is_empty() {
        page.line(&origin.join(", "));
    }
    page.line(&format!("Board {}, {} cells: {}", listing.board, listing.cells, words::levels(&game.spec().board)));
    if let Some(base) = &meta.based_on {
        page.line(&format!("Based on {base}, whose decisions and sources hold where nothing else is said"));
    }
    for text in [&meta.summary, &meta.description].into_iter().flatten() {
        page.paragraph(text);
    }
}

fn options(game: &Definition, page: &mut Page) {
    let free = game.options().iter().filter(|option| !option.fixed);
    let lines = free
        .map(|option| {
            let about =
                if option.description.is_empty() { String::new() } else { format!(" - {}", option.description) };
            format!("{}={}{about} ({})", option.name, option.value, list(&option.values, "or"))
        })
        .collect();
    page.section("Options", lines);
}

fn pieces(game: &Definition, page: &mut Page) {
    page.heading("Pieces");
    for (at, piece) in game.spec().pieces.iter().enumerate() {
        let kind = PieceType(at as u8);
        let sides = ByColor::new(|color| moves::sentences(game, kind, color));
        let ByColor { white, black } = &piece.name;
        let names = if white == black { white.clone() } else { format!("{white} (White), {black} (Black)") };
        let royal = if piece.royal { ", royal" } else { "" };
        page.item(&format!("{} {names}{royal}", piece.symbol));
        if sides.white == sides.black {
            sides.white.iter().for_each(|sentence| page.detail(sentence));
        } else {
            for color in Color::BOTH {
                sides[color].iter().for_each(|sentence| page.detail(&format!("{}: {sentence}", capital(color.name()))));
            }
        }
        if let Some(sentence) = confinement(game, kind) {
            page.detail(&sentence);
        }
    }
}
