//! `pass`, `pass when="stuck" for="white"`: a side may pass (O7).

use super::declaration::{Rule, Topic};
use super::scope::{Scope, side};
use crate::locale::say;
use crate::prose::Prose;
use crate::report::Diagnostics;
use crate::word::{Key, Kind, NONE, word};
use spielraum_spec::{Color, Pass, Spec};

pub(super) const RULE: Rule = Rule {
    words: &[word("pass", NONE).props(&[("when", Kind::Text), ("for", Kind::Text)]).key(Key::List)],
    topic: Topic::Moves,
    read,
    explain,
};

const WHEN: &[(&str, Pass)] = &[("always", Pass::Always), ("stuck", Pass::Stuck)];

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    for node in scope.all("pass") {
        let pass = match node.prop("when") {
            None => Some(Pass::Always),
            Some(value) => {
                let text = value.text().unwrap_or_default();
                let found = WHEN.iter().find(|(word, _)| *word == text).map(|(_, pass)| *pass);
                if found.is_none() {
                    diagnostics.unknown(value.span, "the time to pass", text, WHEN.iter().map(|(word, _)| *word));
                }
                found
            }
        };
        let (Some(pass), Some(only)) = (pass, side(node, diagnostics)) else { continue };
        for color in Color::BOTH.into_iter().filter(|color| only.is_none_or(|only| only == *color)) {
            if spec.pass[color].replace(pass).is_some() {
                diagnostics.add(node.span, format!("when {} may pass is said twice", spec.sides.of(color)));
            }
        }
    }
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let sentence = |who: &str, pass: Pass| match pass {
        Pass::Always => say!(
            locale,
            "{who} may pass instead of making a move, unless it is in check.",
            "{who} darf passen, statt zu ziehen, außer im Schach."
        ),
        Pass::Stuck => say!(
            locale,
            "{who} without a legal move passes, unless it is in check.",
            "{who} passt ohne legalen Zug, außer im Schach."
        ),
    };
    if spec.pass.white == spec.pass.black {
        let who = locale.pick("A side", "Eine Seite");
        return spec.pass.white.map(|pass| sentence(who, pass)).into_iter().collect();
    }
    Color::BOTH.into_iter().filter_map(|color| Some(sentence(prose.side(color), spec.pass[color]?))).collect()
}
