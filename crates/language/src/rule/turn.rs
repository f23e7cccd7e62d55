//! `turn { move; place "D" }`: a turn of several parts.

use super::declaration::{Rule, Topic};
use super::scope::Scope;
use crate::locale::say;
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::syntax::Node;
use crate::word::{Block, Key, Kind, NONE, ONE, Word, word};
use spielraum_spec::{ByColor, MAX_TURN_PARTS, Placing, Spec, Turn, TurnPart};

pub(super) const RULE: Rule =
    Rule { words: &[word("turn", NONE).block(Block::Words(PARTS))], topic: Topic::Moves, read, explain };

/// The value of `by` that means the piece that the side has moved.
const MOVER: &str = "mover";

const PARTS: &[Word] = &[
    word("move", NONE).key(Key::Many),
    word("place", ONE).props(&[("in", Kind::Text), ("by", Kind::Text), ("new", Kind::Flag)]).key(Key::Many),
];

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let Some(node) = scope.one("turn") else { return };
    if node.children.first().is_none_or(|part| part.word != "move") {
        diagnostics.missing(
            node,
            "a turn begins with a `move`".to_owned(),
            "as in `turn { move; place \"D\" }`".to_owned(),
        );
        return;
    }
    if let Some(extra) = node.children.get(MAX_TURN_PARTS) {
        diagnostics.add(extra.span, format!("a turn has {MAX_TURN_PARTS} parts at most"));
        return;
    }
    if let Some(royal) = spec.royals().next().filter(|_| node.children.len() > 1) {
        diagnostics.add_with_help(
            node.span,
            format!(
                "a game with turns of several parts has no royal piece, and `{}` is one",
                scope.pieces.symbol(royal)
            ),
            "say `royal=#false` of it, and `extinction` if losing it loses the game",
        );
        return;
    }
    // Each part is read, so that each fault is reported.
    let parts: Vec<Option<TurnPart>> =
        node.children.iter().map(|part| read_part(scope, spec, part, diagnostics)).collect();
    if let Some(parts) = parts.into_iter().collect() {
        spec.turn = Turn { parts };
    }
}

fn read_part(scope: &Scope<'_>, spec: &Spec, node: &Node, diagnostics: &mut Diagnostics) -> Option<TurnPart> {
    if node.word == "move" {
        return Some(TurnPart::Move);
    }
    let value = node.first()?;
    let piece = scope.pieces.find_any(value.text().unwrap_or_default(), value.span, diagnostics)?;
    if !spec.is_neutral(piece) {
        diagnostics.add_with_help(
            value.span,
            format!(
                "`{}` is a side's piece, and only one that belongs to nobody can be placed",
                scope.pieces.symbol(piece)
            ),
            "as in `piece \"S\" \"Stone\" owner=\"nobody\"`",
        );
        return None;
    }
    let cells = match node.prop("in") {
        None => ByColor::both(scope.regions.board().all()),
        Some(value) => scope.regions.find(value, diagnostics)?,
    };
    let by = node.prop("by");
    if let Some(value) = by.filter(|value| value.text() != Some(MOVER)) {
        diagnostics.unknown(value.span, "what reaches the cell", value.text().unwrap_or_default(), [MOVER]);
    }
    Some(TurnPart::Place(Placing { piece, cells, by_mover: by.is_some(), new: node.prop_flag("new") }))
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    if spec.turn.is_plain() {
        return Vec::new();
    }
    let parts: Vec<String> = spec.turn.parts.iter().map(|part| in_a_turn(prose, part)).collect();
    let (number, parts) = (prose.number(parts.len()), parts.join(locale.pick(", then ", ", dann ")));
    let mut sentences =
        vec![say!(locale, "A turn has {number} parts: {parts}.", "Ein Zug hat {number} Teile: {parts}.")];
    if spec.turn.single().next().is_some() {
        let outside = locale.pick(
            "A piece that is not on the board yet enters from outside.",
            "Was noch nicht auf dem Brett ist, kommt von außen.",
        );
        sentences.push(outside.to_owned());
    }
    let ends = locale.pick(
        "The game ends between turns only, unless a side can't make the next part of its turn.",
        "Die Partie endet nur zwischen ganzen Zügen, außer wenn eine Seite den nächsten Teil ihres Zugs nicht machen kann.",
    );
    sentences.push(ends.to_owned());
    sentences
}

/// A part of a turn in words.
fn in_a_turn(prose: Prose<'_>, part: &TurnPart) -> String {
    let Prose { spec, locale } = prose;
    let TurnPart::Place(placing) = part else { return locale.pick("a move", "eine Figur zieht").to_owned() };
    let name = &spec.pieces[placing.piece.index()].name.white;
    let of =
        prose.by_side(&placing.cells).map_or_else(String::new, |cells| say!(locale, " of {cells}", " von {cells}"));
    let reach = match placing.by_mover {
        true => {
            locale.pick(", to which the piece that has moved could go", ", auf das die gezogene Figur ziehen könnte")
        }
        false => "",
    };
    match placing.new {
        true => say!(
            locale,
            "a new {name} is put on an empty cell{of}{reach}",
            "{name} kommt neu auf ein leeres Feld{of}{reach}"
        ),
        false => say!(
            locale,
            "the {name} is put on another empty cell{of}{reach}",
            "{name} kommt auf ein anderes leeres Feld{of}{reach}"
        ),
    }
}
