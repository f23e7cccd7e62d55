//! `move-count 100`, `move-count "off"`: a draw after this many plies without progress; if nothing is said, 100 where
//! nothing can be dropped (G5).

use super::declaration::{Rule, Topic};
use super::scope::{Scope, number};
use crate::locale::say;
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::syntax::{Content, Node};
use crate::word::{Kind, word};
use spielraum_spec::{EndRule, PieceType, Spec};

pub(super) const RULE: Rule =
    Rule { words: &[word("move-count", (1, 1, Kind::TextOrNumber))], topic: Topic::End, read, explain };

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    spec.goals.ends.extend(move_count(scope, spec.has_drops(), diagnostics).map(EndRule::move_count));
}

fn move_count(scope: &Scope<'_>, drops: bool, diagnostics: &mut Diagnostics) -> Option<u16> {
    let normal = (!drops).then_some(100);
    let Some(value) = scope.one("move-count").and_then(Node::first) else { return normal };
    match &value.content {
        Content::Text(text) if text == "off" => None,
        Content::Number(_) => number(value, 1, 9999, diagnostics).map(|plies| plies as u16),
        _ => {
            diagnostics.add_with_help(
                value.span,
                "a number of plies or `\"off\"` is needed here",
                "100 plies are 50 moves of each side",
            );
            None
        }
    }
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let Some(plies) = spec.goals.move_count() else { return Vec::new() };
    let resets: Vec<PieceType> = spec.piece_types().filter(|piece| spec.pieces[piece.index()].resets_clock).collect();
    let pieces = prose.any_of(&resets);
    let moves = match plies % 2 {
        0 => format!("{} moves by each side", plies / 2),
        _ => format!("{plies} plies"),
    };
    let drop = if spec.has_drops() { locale.pick(", drop", ", Einsetzen") } else { "" };
    vec![match resets.is_empty() {
        true => say!(
            locale,
            "The game is a draw after {moves} without a capture{drop} or promotion.",
            "{plies} Halbzüge ohne Schlagen{drop} oder Umwandlung sind remis."
        ),
        false => say!(
            locale,
            "The game is a draw after {moves} without a capture{drop}, promotion or move of {pieces}.",
            "{plies} Halbzüge ohne Schlagen{drop}, Umwandlung oder einen Zug mit {pieces} sind remis."
        ),
    }]
}
