//! `repetition "draw" times=3 perpetual-check="loses"`, `repetition "white-loses"`, `repetition "banned"`,
//! `repetition "ignored"`; if nothing is said, the third time is a draw (G4).

use super::declaration::{Rule, Topic};
use super::scope::{Scope, number, outcome};
use crate::prose::ordinal;
use crate::report::Diagnostics;
use crate::word::{Kind, ONE, word};
use spielraum_spec::{Color, Repeater, Repetition, Spec};

pub(super) const RULE: Rule = Rule {
    words: &[word("repetition", ONE).props(&[("times", Kind::Number), ("perpetual-check", Kind::Text)])],
    topic: Topic::End,
    read,
    explain,
};

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    spec.goals.repetition = repetition(scope, diagnostics);
}

fn repetition(scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> Repetition {
    let normal = Repetition::Counted { times: 3, loser: None, perpetual_check_loses: false };
    let Some(node) = scope.one("repetition") else { return normal };
    let times = node.prop("times").and_then(|value| number(value, 2, 99, diagnostics)).map_or(3, |times| times as u8);
    let perpetual_check_loses = match node.prop("perpetual-check") {
        None => false,
        Some(value) => match value.text() {
            Some("loses") => true,
            Some("draws") => false,
            other => {
                diagnostics.unknown(value.span, "the outcome", other.unwrap_or_default(), ["loses", "draws"]);
                false
            }
        },
    };
    let counted = |loser| Repetition::Counted { times, loser, perpetual_check_loses };
    let known = [
        ("draw", counted(None)),
        ("white-loses", counted(Some(Repeater::White))),
        ("black-loses", counted(Some(Repeater::Black))),
        ("mover-loses", counted(Some(Repeater::Mover))),
        ("mover-wins", counted(Some(Repeater::Enemy))),
        ("banned", Repetition::Banned),
        ("ignored", Repetition::Ignored),
    ];
    let meaning = outcome(Some(node), &known, diagnostics).unwrap_or(normal);
    if !matches!(meaning, Repetition::Counted { .. }) {
        for (name, span, _) in &node.props {
            diagnostics.add(
                *span,
                format!("`{name}` has a meaning only where repetitions are counted, as in `repetition \"draw\"`"),
            );
        }
    }
    meaning
}

fn explain(spec: &Spec) -> Vec<String> {
    let sentence = match spec.goals.repetition {
        Repetition::Counted { times, loser, perpetual_check_loses } => {
            let but = if perpetual_check_loses {
                ", but a side that has given check with each move between has lost"
            } else {
                ""
            };
            let outcome = match loser {
                None => "is a draw".to_owned(),
                Some(Repeater::White) => format!("loses for {}", spec.sides.of(Color::White)),
                Some(Repeater::Black) => format!("loses for {}", spec.sides.of(Color::Black)),
                Some(Repeater::Mover) => "loses for the side that has brought it about".to_owned(),
                Some(Repeater::Enemy) => "wins for the side that has brought it about".to_owned(),
            };
            format!("The same position for the {} time {outcome}{but}.", ordinal(times))
        }
        Repetition::Banned => {
            "A player may not bring about a position that an earlier move of the same player has brought about."
                .to_owned()
        }
        Repetition::Ignored => "Repeated positions mean nothing.".to_owned(),
    };
    vec![sentence]
}
