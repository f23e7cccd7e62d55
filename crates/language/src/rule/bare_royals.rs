//! `bare-royals "play-on"`: whether a game with nothing but the royals is over; a draw if nothing is said, unless a royal
//! wins by reaching a region (G6).

use super::declaration::{Rule, Topic};
use super::scope::{Scope, outcome};
use crate::locale::say;
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::word::{ONE, word};
use spielraum_spec::{Color, Condition, EndResult, EndRule, PieceType, Spec};

pub(super) const RULE: Rule = Rule { words: &[word("bare-royals", ONE)], topic: Topic::End, read, explain };

/// Whether the game is a draw.
const OUTCOMES: &[(&str, bool)] = &[("draw", true), ("play-on", false)];

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let given = outcome(scope.one("bare-royals"), OUTCOMES, diagnostics);
    if given.unwrap_or(!royals_win_by_place(spec)) {
        spec.goals.ends.push(EndRule::bare_royals());
    }
}

/// Whether a royal wins by standing somewhere, so that a side with nothing else may win.
fn royals_win_by_place(spec: &Spec) -> bool {
    let is_royal = |kind: &PieceType| spec.pieces[kind.index()].royal;
    let parts = spec.goals.ends.iter().filter(|end| end.result != EndResult::Draw).flat_map(|end| end.when.parts());
    parts.into_iter().any(|part| match part {
        Condition::Pieces { types, region: Some(_), .. } | Condition::Safe { types, region: Some(_), .. } => {
            Color::BOTH.iter().any(|&color| types[color].iter().any(is_royal))
        }
        _ => false,
    })
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    if !prose.spec.has_royals() || !prose.spec.goals.bare_royals_draw() {
        return Vec::new();
    }
    let royals = prose.all_of(&prose.spec.royals().collect::<Vec<_>>());
    let sentence = match prose.spec.has_drops() {
        false => say!(
            prose.locale,
            "If only {royals} are left, the game is a draw.",
            "Sind nur noch königliche Figuren auf dem Brett, ist die Partie remis."
        ),
        true => say!(
            prose.locale,
            "If only {royals} are left and no piece is in hand, the game is a draw.",
            "Sind nur noch königliche Figuren auf dem Brett und ist nichts einzusetzen, ist die Partie remis."
        ),
    };
    vec![sentence]
}
