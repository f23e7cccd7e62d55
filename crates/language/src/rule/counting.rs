//! `counting { limit 64 { ... } }`: moves are counted where few pieces are left, and the game is a draw when they have run out
//! (C4).

use super::declaration::{Rule, Topic};
use super::end::{condition, conditions};
use super::scope::{Scope, number};
use crate::locale::say;
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::syntax::Node;
use crate::word::{Block, Key, Kind, NONE, Word, word};
use spielraum_spec::{CountLimit, EndRule, MAX_COUNTED_MOVES, Spec};

pub(super) const RULE: Rule =
    Rule { words: &[word("counting", NONE).block(Block::Words(LIMITS))], topic: Topic::End, read, explain };

static LIMITS: &[Word] = &[word("limit", (1, 1, Kind::Number))
    .props(&[("less-pieces", Kind::Flag)])
    .block(Block::Conditions)
    .key(Key::Many)];

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let Some(node) = scope.one("counting") else { return };
    if node.children.is_empty() {
        let help = "as in `counting { limit 16 { bare } }`; `remove \"counting\"` takes it back";
        diagnostics.missing(node, "`counting` needs a block of limits", help.to_owned());
        return;
    }
    let limits: Vec<CountLimit> =
        node.children.iter().filter_map(|child| limit(scope, spec, child, diagnostics)).collect();
    spec.goals.ends.push(EndRule::counting(limits));
}

fn limit(scope: &Scope<'_>, spec: &Spec, node: &Node, diagnostics: &mut Diagnostics) -> Option<CountLimit> {
    let moves = number(node.first()?, 0, MAX_COUNTED_MOVES.into(), diagnostics)? as u8;
    let when = match node.children.is_empty() {
        true => None,
        false => Some(conditions(scope, spec, node, diagnostics)?),
    };
    Some(CountLimit { when, moves, less_pieces: node.prop_flag("less-pieces") })
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let Some(limits) = spec.goals.count_limits() else { return Vec::new() };
    let counted = locale.pick(
        "With few pieces left, moves are counted, and the game is a draw once they have run out. The first of these cases that applies to the side to move sets their number.",
        "Sind nur noch wenige Figuren übrig, werden Züge gezählt; sind sie verbraucht, ist die Partie remis. Wie viele es sind, sagt der erste dieser Fälle, der für die Seite am Zug zutrifft.",
    );
    let mut sentences = vec![counted.to_owned()];
    sentences.extend(limits.iter().map(|limit| {
        let when = match &limit.when {
            None => locale.pick("Otherwise", "Sonst").to_owned(),
            Some(when) => format!("{} {}", locale.pick("If", "Wenn"), condition(prose, when, None)),
        };
        match (limit.moves, limit.less_pieces) {
            (0, _) => say!(locale, "{when}: no moves are counted.", "{when}: Es wird nicht gezählt."),
            (moves, false) => say!(locale, "{when}: {moves} moves.", "{when}: {moves} Züge."),
            (moves, true) => say!(
                locale,
                "{when}: {moves} moves, less the number of pieces on the board; the count starts again when the enemy captures or promotes.",
                "{when}: {moves} Züge, abzüglich der Zahl der Figuren auf dem Brett; schlägt der Gegner oder wandelt er um, beginnt die Zählung neu."
            ),
        }
    }));
    sentences
}
