//! A game in words, made from its definition and its `Spec`.

mod effects;
mod goals;
mod moves;
mod words;

use crate::{Game, Listing};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color};
use words::{Page, capital, list};

/// Writes the page of a game.
pub(crate) fn explain(game: &Game) -> String {
    let mut page = Page::default();
    head(game, &mut page);
    options(game, &mut page);
    pieces(game, &mut page);
    page.section("Directions", moves::directions(game));
    page.section("Captures and other moves", effects::sentences(game));
    page.section("How it ends", goals::sentences(game));
    let notes = game.meta().notes.iter().map(|note| format!("{}: {}", note.number, note.text)).collect();
    page.section("Decisions where the published rules leave something open", notes);
    page.section("Start", vec![game.spec().start.clone()]);
    page.section("Sources", game.meta().sources.clone());
    page.finish()
}

fn head(game: &Game, page: &mut Page) {
    let (meta, listing) = (game.meta(), Listing::of(game));
    page.title(&meta.title);
    let origin: Vec<&str> = [&meta.inventor, &meta.year].into_iter().flatten().map(String::as_str).collect();
    if !origin.is_empty() {
        page.line(&origin.join(", "));
    }
    page.line(&format!("Board {}, {} cells: {}", listing.board, listing.cells, words::levels(&game.spec().board)));
    for text in [&meta.summary, &meta.description].into_iter().flatten() {
        page.paragraph(text);
    }
}

fn options(game: &Game, page: &mut Page) {
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

fn pieces(game: &Game, page: &mut Page) {
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
        if let Some(sentence) = words::by_side(game, &piece.may_enter).filter(|_| confined(game, kind)) {
            page.detail(&format!("only on {sentence}"));
        }
    }
}

fn confined(game: &Game, piece: PieceType) -> bool {
    let all = game.spec().board.all();
    Color::BOTH.iter().any(|color| game.spec().pieces[piece.index()].may_enter[*color] != all)
}
