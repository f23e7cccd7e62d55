//! Pieces: the `piece`, `movement` and `army` words.

mod lower;
mod movement;
mod piece;
mod symbol;

pub(crate) use lower::lower;
pub(crate) use movement::{BETZA, Body, Part, PartKind, SidePart, bodies};
pub(crate) use piece::{Piece, PieceSide, Pieces};
pub(crate) use symbol::read_symbol;

use crate::limits;
use crate::options::GameOption;
use crate::report::Diagnostics;
use crate::suggest::shorten;
use crate::syntax::{Node, Value};
use spielraum_spec::{ByColor, Color, Letters, MAX_PIECE_TYPES, Ownership, Symbol};
use std::collections::HashMap;

/// Puts the `piece` nodes of all layers together and lays the chosen armies over them.
pub(crate) fn collect(nodes: &[Node], options: &[GameOption], diagnostics: &mut Diagnostics) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut said: HashMap<Symbol, u16> = HashMap::new();
    for node in nodes.iter().filter(|node| node.word == "piece") {
        let Some(symbol) = declared(node, diagnostics) else { continue };
        if said.insert(symbol, node.layer) == Some(node.layer) {
            diagnostics.add(node.span, format!("the piece `{symbol}` is given twice"));
            continue;
        }
        if !pieces.iter().any(|piece| piece.symbol == symbol) {
            if pieces.len() == MAX_PIECE_TYPES {
                diagnostics.add(node.span, format!("a game can have at most {MAX_PIECE_TYPES} kinds of pieces"));
                break;
            }
            let side = PieceSide { name: symbol.to_string(), body: Body::default() };
            let (royal, resets_clock, stays_in, never_enters, character) = (false, false, None, None, None);
            pieces.push(Piece {
                symbol,
                span: node.span,
                end: node.end,
                sides: ByColor::both(side),
                ownership: Ownership::Sides,
                royal,
                resets_clock,
                is_no_hurdle: false,
                immobile: false,
                stays_in,
                never_enters,
                character,
                aliases: Vec::new(),
            });
        }
        if let Some(piece) = pieces.iter_mut().find(|piece| piece.symbol == symbol) {
            let body = Body::read(node, diagnostics);
            for color in Color::BOTH {
                overlay(&mut piece.sides[color], node, &body, diagnostics);
            }
            (piece.span, piece.end) = (node.span, node.end);
            set_ownership(&mut piece.ownership, node, diagnostics);
            set_flag(&mut piece.royal, node, "royal");
            set_flag(&mut piece.resets_clock, node, "resets-clock");
            if node.prop("immobile").is_some() {
                piece.immobile = node.prop_flag("immobile");
            }
            if node.prop("hurdle").is_some() {
                piece.is_no_hurdle = !node.prop_flag("hurdle");
            }
            set_region(&mut piece.stays_in, node, "stays-in");
            set_region(&mut piece.never_enters, node, "never-enters");
            set_character(&mut piece.character, node, diagnostics);
            set_aliases(&mut piece.aliases, node, diagnostics);
        }
    }
    for color in Color::BOTH {
        if let Some(option) = options.iter().find(|option| option.army_of == Some(color)) {
            lay_army(&mut pieces, nodes, &option.value, color, diagnostics);
        }
    }
    check_armies(nodes, &pieces, diagnostics);
    pieces
}

fn set_ownership(ownership: &mut Ownership, node: &Node, diagnostics: &mut Diagnostics) {
    if let Some(owner) = node.prop("owner") {
        match owner.text().unwrap_or_default() {
            "nobody" => *ownership = Ownership::Nobody { capturable: false },
            "sides" => *ownership = Ownership::Sides,
            other => diagnostics.unknown(owner.span, "the owner", other, ["nobody", "sides"]),
        }
    }
    if let Some(value) = node.prop("capturable") {
        match ownership {
            Ownership::Nobody { capturable } => *capturable = node.prop_flag("capturable"),
            Ownership::Sides => diagnostics.add_with_help(
                value.span,
                "`capturable` is said of pieces that belong to nobody",
                "as in `owner=\"nobody\" capturable=#true`",
            ),
        }
    }
}

fn set_flag(flag: &mut bool, node: &Node, name: &str) {
    if node.prop(name).is_some() {
        *flag = node.prop_flag(name);
    }
}

fn set_region(region: &mut Option<Value>, node: &Node, name: &str) {
    if let Some(value) = node.prop(name) {
        *region = Some(value.clone());
    }
}

/// One character for both sides, or White's and Black's.
fn set_character(character: &mut Option<ByColor<String>>, node: &Node, diagnostics: &mut Diagnostics) {
    let Some(value) = node.prop("character") else { return };
    let words: Vec<&str> = value.text().unwrap_or_default().split_whitespace().collect();
    let short = |word: &&str| word.chars().count() <= limits::CHARACTER && !word.contains(char::is_control);
    match words[..] {
        [both] if short(&both) => *character = Some(ByColor::both(both.to_owned())),
        [white, black] if short(&white) && short(&black) => {
            *character = Some(ByColor { white: white.to_owned(), black: black.to_owned() });
        }
        _ => diagnostics.add_with_help(
            value.span,
            format!("a piece has one character, or White's and Black's, each of at most {} letters", limits::CHARACTER),
            "as in `character=\"帥 將\"`",
        ),
    }
}

/// Letters, of which none may stand for two pieces.
fn set_aliases(aliases: &mut Vec<Letters>, node: &Node, diagnostics: &mut Diagnostics) {
    let Some(value) = node.prop("alias") else { return };
    let words = value.text().unwrap_or_default().split_whitespace();
    match words.map(Letters::read).collect() {
        Some(letters) => *aliases = letters,
        None => diagnostics.add_with_help(
            value.span,
            "an alias is a capital letter or several, without a mark",
            "as in `alias=\"E\"`; several are separated by spaces",
        ),
    }
}

/// The letters that others write for pieces, and ours. A letter that a piece of the game has is that piece's.
pub(crate) fn aliases(pieces: &[Piece], diagnostics: &mut Diagnostics) -> Vec<(Letters, Letters)> {
    let mut all: Vec<(Letters, Letters)> = Vec::new();
    for piece in pieces {
        let ours = piece.symbol.letters;
        for &theirs in &piece.aliases {
            match all.iter().find(|(known, _)| *known == theirs) {
                _ if pieces.iter().any(|other| other.symbol.letters == theirs) => {}
                Some((_, other)) if *other != ours => {
                    diagnostics.add(piece.span, format!("the alias `{theirs}` stands for `{other}` and for `{ours}`"));
                }
                Some(_) => {}
                None => all.push((theirs, ours)),
            }
        }
    }
    all
}

fn declared(node: &Node, diagnostics: &mut Diagnostics) -> Option<Symbol> {
    let value = node.first()?;
    let symbol = read_symbol(value.text()?);
    if symbol.is_none() {
        diagnostics.add_with_help(
            value.span,
            format!("`{}` can't stand for a piece", shorten(value.text().unwrap_or_default())),
            "use one to three capital letters, with `+` before them or `~` behind them for a promoted form",
        );
    }
    symbol
}

/// A later node gives a new name, a new body, or both.
fn overlay(side: &mut PieceSide, node: &Node, body: &Body, diagnostics: &mut Diagnostics) {
    if let Some(value) = node.args.get(1) {
        let name = value.text().unwrap_or_default();
        if name.is_empty() || name.chars().count() > limits::NAME {
            diagnostics.add(value.span, format!("a piece's name has 1 to {} letters", limits::NAME));
        }
        side.name = shorten(name);
    }
    if !node.children.is_empty() || node.prop(BETZA).is_some() {
        side.body = body.clone();
    }
}

/// Lays an army, and before it the one that it is based on, over the pieces of a side.
fn lay_army(pieces: &mut [Piece], nodes: &[Node], name: &str, color: Color, diagnostics: &mut Diagnostics) {
    let find = |name: &str| nodes.iter().find(|node| node.word == "army" && node.name() == Some(name));
    let mut chain: Vec<&Node> = Vec::new();
    let mut next = find(name);
    while let Some(army) = next {
        if chain.iter().any(|other| std::ptr::eq(*other, army)) {
            diagnostics.add(army.span, "this army is based on itself");
            break;
        }
        chain.push(army);
        next = army.prop("based-on").and_then(|value| {
            let base = find(value.text()?);
            if base.is_none() {
                let known = nodes.iter().filter(|node| node.word == "army").filter_map(Node::name);
                diagnostics.unknown(value.span, "the army", value.text()?, known);
            }
            base
        });
    }
    for node in chain.iter().rev().flat_map(|army| army.all("piece")) {
        let Some(symbol) = node.name().and_then(read_symbol) else { continue };
        if let Some(piece) = pieces.iter_mut().find(|piece| piece.symbol == symbol) {
            let body = Body::read(node, diagnostics);
            overlay(&mut piece.sides[color], node, &body, diagnostics);
        }
    }
}

/// Reports the diagnostics of all armies, chosen or not.
fn check_armies(nodes: &[Node], pieces: &[Piece], diagnostics: &mut Diagnostics) {
    for node in nodes.iter().filter(|node| node.word == "army").flat_map(|army| army.all("piece")) {
        let Some(symbol) = declared(node, diagnostics) else { continue };
        if !pieces.iter().any(|piece| piece.symbol == symbol) {
            let span = node.first().map_or(node.span, |value| value.span);
            let known: Vec<String> = pieces.iter().map(|piece| piece.symbol.to_string()).collect();
            diagnostics.unknown(
                span,
                "outside the armies the piece",
                &symbol.to_string(),
                known.iter().map(String::as_str),
            );
        }
        for (name, span, _) in node.props.iter().filter(|(name, ..)| name != BETZA) {
            diagnostics.add(*span, format!("`{name}` is said of a piece outside the armies"));
        }
        Body::read(node, diagnostics);
    }
}
