//! `double-step "P" along="forward" from="pawn-rank"`.

use super::declaration::{Rule, Topic};
use super::scope::{Scope, latest};
use crate::locale::say;
use crate::prose::{Prose, capital};
use crate::report::Diagnostics;
use crate::syntax::Node;
use crate::word::{Key, Kind, SOME, word};
use spielraum_spec::{ByColor, DoubleStep, DoubleStepPath, PieceType, Spec};

pub(super) const RULE: Rule = Rule {
    words: &[word("double-step", SOME)
        .props(&[
            ("from", Kind::Text),
            ("along", Kind::Text),
            ("thrice-from", Kind::Text),
            ("bent", Kind::Flag),
            ("en-passant", Kind::Flag),
            ("answered-from", Kind::Text),
            ("answered-by", Kind::Text),
        ])
        .key(Key::Many)],
    topic: Topic::Moves,
    read,
    explain,
};

/// Reads the double steps, at most one for each piece: that of the latest layer.
fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let latest = latest(scope, "double-step", diagnostics);
    spec.double_steps =
        latest.into_iter().filter_map(|(piece, node)| double_step(scope, node, piece, diagnostics)).collect();
}

fn double_step(scope: &Scope<'_>, node: &Node, piece: PieceType, diagnostics: &mut Diagnostics) -> Option<DoubleStep> {
    let from = scope.region(node, "from", diagnostics);
    let path = path(scope, node, diagnostics);
    let en_passant = node.prop("en-passant").is_none() || node.prop_flag("en-passant");
    let answered_by = match node.prop("answered-by") {
        Some(value) if !en_passant => {
            diagnostics.add(value.span, "`en-passant=#false` says already that no double step can be answered");
            Vec::new()
        }
        Some(value) => scope.pieces.list(value, diagnostics),
        None => Vec::new(),
    };
    let answered = match node.prop("answered-from") {
        Some(value) if !en_passant => {
            diagnostics.add(value.span, "`en-passant=#false` says already that no double step can be answered");
            None
        }
        Some(value) => Some(scope.regions.find(value, diagnostics)?),
        None => None,
    };
    let thrice_from = match node.prop("thrice-from") {
        Some(value) => Some(scope.regions.find(value, diagnostics)?),
        None => None,
    };
    let from = from?;
    let unanswered_from = answered.map(|answered| ByColor::new(|color| from[color] - answered[color]));
    Some(DoubleStep { piece, from, path: path?, thrice_from, en_passant, answered_by, unanswered_from })
}

fn path(scope: &Scope<'_>, node: &Node, diagnostics: &mut Diagnostics) -> Option<DoubleStepPath> {
    match (node.prop("along"), node.prop_flag("bent")) {
        (None, true) => Some(DoubleStepPath::Bent),
        (Some(along), false) => {
            let fault = "a straight double step goes along a straight line";
            let offsets = scope.steps(std::slice::from_ref(along), along.span, fault, diagnostics);
            (!offsets.is_empty()).then(|| DoubleStepPath::Straight(scope.of_both(&offsets)))
        }
        _ => {
            diagnostics.missing(node, "a double step is straight or bent", "say `along=\"forward\"` or `bent=#true`");
            None
        }
    }
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let sentence = |step: &DoubleStep| {
        let how = match &step.path {
            DoubleStepPath::Straight(_) => locale.pick(
                "may move two steps at once over empty cells",
                "darf denselben Schritt zweimal machen, über leere Felder",
            ),
            DoubleStepPath::Bent => locale.pick(
                "may make two non-capturing steps at once, straight on or bent",
                "darf zwei Schritte ohne Schlagen, geradeaus oder abgewinkelt, als einen Zug machen",
            ),
        };
        let by = match &step.answered_by[..] {
            [] => String::new(),
            types => format!(" {} {}", locale.pick("by", "durch"), prose.any_of(types)),
        };
        let thrice = step.thrice_from.as_ref().map_or_else(String::new, |cells| {
            let cells = prose.zone(&ByColor::new(|color| step.from[color] & cells[color]));
            say!(locale, ", or three from {cells}", ", und auf {cells} dreimal")
        });
        let except = step.unanswered_from.as_ref().map(|cells| prose.zone(cells));
        let except =
            except.map_or_else(String::new, |cells| say!(locale, ", except from {cells}", ", außer von {cells} aus"));
        let answer = match step.en_passant {
            false => String::new(),
            true => say!(
                locale,
                " It can be captured en passant{by} on the next move{except}.",
                " Gleich danach ist Schlagen en passant{by} möglich{except}."
            ),
        };
        let (piece, from) = (capital(&prose.any_of(&[step.piece])), prose.zone(&step.from));
        say!(locale, "{piece} on {from} {how}{thrice}.{answer}", "{piece} auf {from} {how}{thrice}.{answer}")
    };
    spec.double_steps.iter().map(sentence).collect()
}
