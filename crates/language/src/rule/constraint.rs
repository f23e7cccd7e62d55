//! `must "capture"`, `may-not "give-check"`, `may-not "capture"`, `may-not "flee"`: what a side must do before all else, and what it may not do (O1 to O3).

use super::declaration::{Rule, Topic};
use super::effect::{OCCASIONS, occasions};
use super::scope::{Scope, outcome, side};
use crate::prose::{list, piece_list};
use crate::report::Diagnostics;
use crate::syntax::Node;
use crate::word::{Key, Kind, ONE, SOME, word};
use spielraum_spec::{Color, Constraint, Demand, MAX_CONSTRAINTS, Occasion, PieceType, Spec};

pub(super) const RULE: Rule = Rule {
    words: &[
        word("must", SOME).props(&[("by", Kind::Text), ("for", Kind::Text)]).key(Key::List),
        word("may-not", ONE)
            .props(&[("on", Kind::Text), ("of", Kind::Text), ("by", Kind::Text), ("for", Kind::Text)])
            .key(Key::List),
    ],
    topic: Topic::Moves,
    read,
    explain,
};

/// What may be forbidden.
const BANS: &[(&str, Ban)] = &[("give-check", Ban::Check), ("capture", Ban::Capture), ("flee", Ban::Flight)];

#[derive(Clone, Copy, PartialEq)]
enum Ban {
    Check,
    Capture,
    Flight,
}

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    for node in scope.all("may-not") {
        let ban = outcome(Some(node), BANS, diagnostics);
        for (prop, owner, whose) in [("on", Ban::Check, "give-check"), ("of", Ban::Capture, "capture")] {
            if let Some(value) = node.prop(prop).filter(|_| ban.is_some_and(|ban| ban != owner)) {
                diagnostics.add(value.span, format!("`{prop}` has a meaning only in `may-not \"{whose}\"`"));
            }
        }
        if ban == Some(Ban::Capture) {
            let Some(types) = scope.needed(node, "of", "\"K\"", diagnostics) else { continue };
            let types = scope.pieces.list(types, diagnostics);
            add(scope, spec, node, Demand::NoCapture(types), Vec::new(), diagnostics);
            continue;
        }
        let words: Vec<_> = node.prop("on").map_or_else(Vec::new, |value| value.split(char::is_whitespace));
        let kinds = occasions(words.into_iter(), diagnostics);
        if !spec.has_royals() {
            diagnostics.add_with_help(
                node.span,
                "a game without a royal piece has no check",
                "as in `piece \"K\" \"King\" royal=#true { step \"radial\" }`",
            );
        } else if let Some(ban) = ban {
            let demand = if ban == Ban::Flight { Demand::NoFlight } else { Demand::NoCheck };
            add(scope, spec, node, demand, kinds, diagnostics);
        }
    }
    for node in scope.all("must") {
        let words = node.args.iter().map(|value| (value.text().unwrap_or_default(), value.span));
        let kinds = occasions(words, diagnostics);
        add(scope, spec, node, Demand::Must, kinds, diagnostics);
    }
}

fn add(
    scope: &Scope<'_>,
    spec: &mut Spec,
    node: &Node,
    demand: Demand,
    kinds: Vec<Occasion>,
    diagnostics: &mut Diagnostics,
) {
    let movers = node.prop("by").map_or_else(Vec::new, |value| scope.pieces.list(value, diagnostics));
    let Some(only) = side(node, diagnostics) else { return };
    if spec.constraints.len() == MAX_CONSTRAINTS {
        diagnostics.add(node.span, format!("a game has {MAX_CONSTRAINTS} lines of `must` and `may-not` at most"));
        return;
    }
    spec.constraints.push(Constraint { demand, only, kinds, movers });
}

fn explain(spec: &Spec) -> Vec<String> {
    let mut sentences: Vec<String> = spec.constraints.iter().map(|constraint| sentence(spec, constraint)).collect();
    if spec.constraints.iter().filter(|constraint| constraint.demand == Demand::Must).nth(1).is_some() {
        sentences.push("Of what it must do, each narrows the choice that those before it leave.".to_owned());
    }
    sentences
}

fn sentence(spec: &Spec, constraint: &Constraint) -> String {
    let kinds = OCCASIONS.iter().filter(|(_, kind, _)| constraint.kinds.contains(kind));
    let mut moves = match constraint.kinds.is_empty() {
        true => "a move".to_owned(),
        false => list(&kinds.map(|(.., words)| *words).collect::<Vec<_>>(), "or"),
    };
    if !constraint.movers.is_empty() {
        moves += &format!(" by {}", piece_list(spec, &constraint.movers, "or"));
    }
    let says_all = constraint.kinds.is_empty() && constraint.movers.is_empty();
    let who = constraint.only.map_or("A side", Color::capital_name);
    match (&constraint.demand, constraint.only) {
        (Demand::Must, None) => format!("A side that can make {moves} must do so."),
        (Demand::Must, Some(_)) => format!("If {who} can make {moves}, it must do so."),
        (Demand::NoCapture(types), _) => {
            let by = match constraint.movers.is_empty() {
                true => String::new(),
                false => format!(" with {}", piece_list(spec, &constraint.movers, "or")),
            };
            format!("{who} may not capture {}{by}.", piece_list(spec, types, "or"))
        }
        (Demand::NoFlight, _) => {
            let royals: Vec<PieceType> = spec.royals().collect();
            let movers = if constraint.movers.is_empty() { &royals } else { &constraint.movers };
            let royal = piece_list(spec, movers, "or");
            format!("In check {who} may not move {royal}, except to capture the only piece that gives check.")
        }
        (Demand::NoCheck, _) if says_all => format!("{who} may not give check."),
        (Demand::NoCheck, _) => format!("{who} may not give check by {moves}."),
    }
}
