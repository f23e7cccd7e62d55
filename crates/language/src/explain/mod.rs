//! A game in words, made from its definition and its `Spec`.

mod moves;
mod page;

use crate::locale::say;
use crate::prose::Prose;
use crate::rule::{RULES, Topic};
use crate::{Definition, Listing};
use page::Page;
use spielraum_spec::{ByColor, Color, PieceType};

/// Some rules of a game in words, under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What the sentences are about.
    pub heading: &'static str,
    /// The sentences, one or more.
    pub items: Vec<String>,
}

impl Definition {
    /// What each piece can do and how the game is won, in words.
    pub fn explain(&self) -> String {
        page_of(self)
    }

    /// What the game's rules say besides its pieces' moves, in words, section by section.
    pub fn sections(&self) -> Vec<Section> {
        sections(self)
    }

    /// How a side's piece moves, in words, a sentence for each way.
    ///
    /// # Panics
    ///
    /// If the game has no such type.
    pub fn moves_in_words(&self, piece: PieceType, color: Color) -> Vec<String> {
        moves::sentences(self, piece, color)
    }

    /// Which cells a piece may not leave, in words; `None` if it may go anywhere.
    ///
    /// # Panics
    ///
    /// If the game has no such type.
    pub fn confinement_in_words(&self, piece: PieceType) -> Option<String> {
        confinement(self, piece)
    }
}

/// What there is to say about a game as a whole, in words: everything but its pieces, options and notes.
fn sections(game: &Definition) -> Vec<Section> {
    let prose = game.prose();
    let locale = prose.locale;
    let sections = [
        Section {
            heading: locale.pick("How the game begins", "Wie es beginnt"),
            items: game.shuffle.iter().map(|shuffle| shuffle.sentence(prose)).collect(),
        },
        Section { heading: locale.pick("Directions", "Richtungen"), items: moves::directions(game) },
        Section {
            heading: locale.pick("Captures and other moves", "Schlagen und andere Züge"),
            items: rules(prose, Topic::Moves),
        },
        Section { heading: locale.pick("What a side sees", "Was eine Seite sieht"), items: rules(prose, Topic::Sight) },
        Section { heading: locale.pick("How the game ends", "Wie es endet"), items: rules(prose, Topic::End) },
    ];
    sections.into_iter().filter(|section| !section.items.is_empty()).collect()
}

/// The sentences of all rules about a topic.
fn rules(prose: Prose<'_>, topic: Topic) -> Vec<String> {
    RULES.iter().filter(|rule| rule.topic == topic).flat_map(|rule| (rule.explain)(prose)).collect()
}

/// The cells to which a piece is confined, in words.
fn confinement(game: &Definition, piece: PieceType) -> Option<String> {
    let (prose, cells) = (game.prose(), &game.spec().pieces[piece.index()].may_enter);
    let cells = prose.by_side(cells)?;
    Some(say!(prose.locale, "may not leave {cells}", "nur auf {cells}"))
}

/// Writes the page of a game.
fn page_of(game: &Definition) -> String {
    let mut page = Page::default();
    head(game, &mut page);
    options(game, &mut page);
    pieces(game, &mut page);
    for section in sections(game) {
        page.section(section.heading, section.items);
    }
    let notes = game.meta().notes.iter().map(|note| format!("{}: {}", note.number, note.text)).collect();
    let decisions = game.prose().locale.pick(
        "Interpretations of the published rules",
        "Entscheidungen, wo die veröffentlichten Regeln etwas offenlassen",
    );
    page.section(decisions, notes);
    page.section(game.prose().locale.pick("Starting position", "Anfang"), vec![game.spec().start_fen()]);
    page.section(game.prose().locale.pick("Sources", "Quellen"), game.meta().sources.clone());
    page.finish()
}

fn head(game: &Definition, page: &mut Page) {
    let (meta, listing) = (game.meta(), Listing::of(game));
    page.title(&meta.title);
    let origin: Vec<&str> = [&meta.inventor, &meta.year].into_iter().flatten().map(String::as_str).collect();
    if !origin.is_empty() {
        page.line(&origin.join(", "));
    }
    let (prose, Listing { board, cells, .. }) = (game.prose(), &listing);
    let levels = prose.levels();
    page.line(&say!(prose.locale, "Board {board}, {cells} cells: {levels}", "Brett {board}, {cells} Felder: {levels}"));
    if let Some(base) = &meta.based_on {
        page.line(&say!(
            prose.locale,
            "Based on {base}: its interpretations and sources apply unless stated otherwise",
            "Beruht auf {base}, dessen Entscheidungen und Quellen gelten, wo nichts anderes gesagt ist"
        ));
    }
    for text in [&meta.summary, &meta.description].into_iter().flatten() {
        page.paragraph(text);
    }
}

fn options(game: &Definition, page: &mut Page) {
    let prose = game.prose();
    let free = game.options().iter().filter(|option| !option.fixed);
    let lines = free
        .map(|option| {
            let about =
                if option.description.is_empty() { String::new() } else { format!(" - {}", option.description) };
            let choices = match option.range {
                Some((least, most)) => say!(prose.locale, "{least} to {most}", "{least} bis {most}"),
                None => prose.or(&option.values),
            };
            format!("{}={}{about} ({choices})", option.name, option.value)
        })
        .collect();
    page.section(prose.locale.pick("Options", "Optionen"), lines);
}

fn pieces(game: &Definition, page: &mut Page) {
    let prose = game.prose();
    let called = |color| prose.side(color);
    page.heading(prose.locale.pick("Pieces", "Figuren"));
    for (at, piece) in game.spec().pieces.iter().enumerate() {
        let kind = PieceType(at as u8);
        let sides = ByColor::new(|color| moves::sentences(game, kind, color));
        let ByColor { white, black } = &piece.name;
        let names = match white == black {
            true => white.clone(),
            false => format!("{white} ({}), {black} ({})", called(Color::White), called(Color::Black)),
        };
        let royal = if piece.royal { prose.locale.pick(", royal", ", königlich") } else { "" };
        page.item(&format!("{} {names}{royal}", piece.symbol));
        if sides.white == sides.black {
            sides.white.iter().for_each(|sentence| page.detail(sentence));
        } else {
            for color in Color::BOTH {
                sides[color].iter().for_each(|sentence| page.detail(&format!("{}: {sentence}", called(color))));
            }
        }
        if let Some(sentence) = confinement(game, kind) {
            page.detail(&sentence);
        }
    }
}
