//! `repetition "draw" times=3 perpetual-check="loses"`, `repetition "white-loses"`, `repetition "banned"`,
//! `repetition "ignored"`; if nothing is said, the third time is a draw (G4).

use super::declaration::{Rule, Topic};
use super::scope::{Scope, number, outcome};
use crate::locale::say;
use crate::prose::Prose;
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

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let sentence = match spec.goals.repetition {
        Repetition::Counted { times, loser, perpetual_check_loses } => {
            let but = match perpetual_check_loses {
                true => locale.pick(
                    ", but a side that gave check with every move in between loses",
                    "; eine Seite, die dazwischen mit jedem Zug Schach geboten hat, hat aber verloren",
                ),
                false => "",
            };
            let side = |side: Color| {
                let side = prose.side(side);
                say!(locale, "{side} loses", "hat {side} verloren")
            };
            let outcome = match loser {
                None => locale.pick("the game is a draw", "ist die Partie remis").to_owned(),
                Some(Repeater::White) => side(Color::White),
                Some(Repeater::Black) => side(Color::Black),
                Some(Repeater::Mover) => locale
                    .pick("the side that brought it about loses", "hat die Seite verloren, die sie herbeigeführt hat")
                    .to_owned(),
                Some(Repeater::Enemy) => locale
                    .pick("the side that brought it about wins", "hat die Seite gewonnen, die sie herbeigeführt hat")
                    .to_owned(),
            };
            let time = prose.ordinal(times);
            say!(
                locale,
                "When a position occurs for the {time} time, {outcome}{but}.",
                "Entsteht dieselbe Stellung zum {time} Mal, {outcome}{but}."
            )
        }
        Repetition::Banned => locale
            .pick(
                "A move may not bring about a position that an earlier move of the same side brought about.",
                "Niemand darf eine Stellung herbeiführen, die durch einen eigenen früheren Zug schon einmal entstanden ist.",
            )
            .to_owned(),
        Repetition::Ignored => {
            locale.pick("Repeating a position has no effect.", "Wiederholte Stellungen bedeuten nichts.").to_owned()
        }
    };
    vec![sentence]
}
