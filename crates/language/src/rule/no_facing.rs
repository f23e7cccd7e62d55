//! `no-facing "forward" "sideways"`: royals may not see each other along some lines; `answer-facing "orthogonal"`: they may, and
//! the side to move must end that, or pass (O9).

use super::declaration::{Rule, Topic};
use super::scope::Scope;
use crate::direction::{Ring, Way};
use crate::locale::{Locale, say};
use crate::prose::{Prose, capital};
use crate::report::Diagnostics;
use crate::syntax::Node;
use crate::word::{SOME, word};
use spielraum_geometry::Offset;
use spielraum_spec::Spec;

pub(super) const RULE: Rule =
    Rule { words: &[word("no-facing", SOME), word("answer-facing", SOME)], topic: Topic::End, read, explain };

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let (banned, answered) = (scope.one("no-facing"), scope.one("answer-facing"));
    if let (Some(_), Some(node)) = (banned, answered) {
        diagnostics.add(
            node.span,
            "royals that may not face each other (`no-facing`) need no answer: leave out one of the two",
        );
    }
    spec.goals.answers_facing = banned.is_none() && answered.is_some();
    spec.goals.facing = banned.or(answered).map(|node| facing(scope, node, diagnostics)).unwrap_or_default();
}

/// One direction for each line.
fn facing(scope: &Scope<'_>, node: &Node, diagnostics: &mut Diagnostics) -> Vec<Offset> {
    let mut lines: Vec<Offset> = Vec::new();
    let board = scope.regions.board();
    for way in scope.directions.ways(&node.args, diagnostics) {
        match way {
            Way::Offset(offset, Ring::Any) if lines.contains(&-offset) => {}
            Way::Offset(offset, Ring::Any) => {
                if board.fits(offset) {
                    lines.push(offset);
                }
            }
            _ => diagnostics.add(node.span, "royals face each other along straight lines"),
        }
    }
    lines
}

/// What lines of these steps are called, each kind once; in the German dative.
pub(super) fn lines(locale: Locale, steps: &[Offset]) -> Vec<&'static str> {
    let name = |step: &Offset| match (step.level, step.file, step.rank) {
        (0, 0, _) => locale.pick("file", "Linie"),
        (0, _, 0) => locale.pick("rank", "Reihe"),
        (_, 0, 0) => locale.pick("vertical", "Senkrechten"),
        _ => locale.pick("diagonal", "Diagonalen"),
    };
    let mut names = Vec::new();
    for name in steps.iter().map(name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let facing = &spec.goals.facing;
    if facing.is_empty() {
        return Vec::new();
    }
    let lines = prose.or(&lines(locale, facing));
    let royals = prose.all_of(&spec.royals().collect::<Vec<_>>());
    if !spec.goals.answers_facing {
        let capitals = capital(&royals);
        return vec![say!(
            locale,
            "{capitals} may not face each other on a {lines} with no piece between them.",
            "Königliche Figuren dürfen einander auf derselben {lines} nicht ohne etwas dazwischen gegenüberstehen."
        )];
    }
    let or_pass = match spec.has_passes() {
        true => locale.pick(", or pass, even in check", ", oder passen, auch im Schach"),
        false => "",
    };
    vec![say!(
        locale,
        "If {royals} face each other on a {lines} with no piece between them, the side to move must part them{or_pass}.",
        "Wer am Zug ist, muss königliche Figuren trennen, die einander auf derselben {lines} ohne etwas dazwischen gegenüberstehen{or_pass}."
    )]
}
