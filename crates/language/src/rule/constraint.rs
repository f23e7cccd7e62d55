//! `must "capture"`, `may-not "give-check"`, `may-not "flee"`, `may-not "move" if="observed"`: what a side must do before all else, and
//! what it may not do (O1 to O3, O10, K6 to K9).

use super::declaration::{Rule, Topic};
use super::effect::{OCCASIONS, occasions};
use super::scope::{Scope, outcome, side};
use crate::prose::{any_of, list, piece_list};
use crate::report::Diagnostics;
use crate::syntax::Node;
use crate::word::{Key, Kind, ONE, SOME, word};
use spielraum_spec::{
    Circumstance, Constraint, Demand, MAX_CONSTRAINTS, Observers, Occasion, PieceType, Relation, Spec, Subject, Whose,
};

pub(super) const RULE: Rule = Rule {
    words: &[
        word("must", SOME).props(&[("by", Kind::Text), ("for", Kind::Text)]).key(Key::List),
        word("may-not", ONE)
            .props(&[
                ("on", Kind::Text),
                ("of", Kind::Text),
                ("by", Kind::Text),
                ("for", Kind::Text),
                ("if", Kind::Text),
                ("unless", Kind::Text),
                ("from", Kind::Text),
                ("with", Kind::Text),
                ("along", Kind::Text),
                ("spares-royals", Kind::Flag),
            ])
            .key(Key::List),
    ],
    topic: Topic::Moves,
    read,
    explain,
};

/// What may be forbidden.
const BANS: &[(&str, Ban)] = &[
    ("give-check", Ban::Check),
    ("capture", Ban::Capture),
    ("flee", Ban::Flight),
    ("move", Ban::Move),
    ("mate", Ban::Mate),
];

#[derive(Clone, Copy, PartialEq)]
enum Ban {
    Check,
    Capture,
    Flight,
    Move,
    Mate,
}

/// What makes a check one that may be given, and a checkmate one that may not.
const MATE: &str = "mate";
const SEVERAL: &str = "several";

/// The properties that only `may-not "move"` has.
const OF_MOVES: [&str; 6] = ["if", "unless", "from", "with", "along", "spares-royals"];

/// What `if` and `unless` may ask: of which piece, and whether it is observed; otherwise whether something stands beside it.
const CIRCUMSTANCES: &[(&str, (Subject, bool))] = &[
    ("observed", (Subject::Mover, true)),
    ("ends-observed", (Subject::MoverAfter, true)),
    ("any-observed", (Subject::AnyAfter, true)),
    ("target-observed", (Subject::Captured, true)),
    ("beside", (Subject::Mover, false)),
    ("ends-beside", (Subject::MoverAfter, false)),
];

/// The value of `with` that means pieces of the same type.
const ALIKE: &str = "alike";

/// The words of `must` that compare lengths.
const LENGTHS: &[(&str, bool)] = &[("longest", true), ("shortest", false)];

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    for node in scope.all("may-not") {
        let ban = outcome(Some(node), BANS, diagnostics);
        if ban == Some(Ban::Move) {
            if let Some(when) = circumstance(scope, node, diagnostics) {
                let words = node.prop("on").map_or_else(Vec::new, |value| value.split(char::is_whitespace));
                let kinds = occasions(words.into_iter(), diagnostics);
                let demand = Demand::Only { when, holds: node.prop("unless").is_some() };
                add(scope, spec, node, demand, kinds, diagnostics);
            }
            continue;
        }
        if ban == Some(Ban::Mate) {
            if node.prop_text("if") == Some(SEVERAL) && node.props.len() == 1 + usize::from(node.prop("for").is_some())
            {
                add(scope, spec, node, Demand::OneMate, Vec::new(), diagnostics);
            } else {
                diagnostics.add(node.span, "say `may-not \"mate\" if=\"several\"`, for one side by `for`");
            }
            continue;
        }
        let but_mate = ban == Some(Ban::Check) && node.prop_text("unless") == Some(MATE);
        let mut strange = OF_MOVES.iter().filter(|name| !(but_mate && **name == "unless"));
        if let Some((name, value)) = strange.find_map(|name| Some((name, node.prop(name)?))) {
            diagnostics.add(value.span, format!("`{name}` has a meaning only in `may-not \"move\"`"));
        }
        for (prop, owner, whose) in [("on", Ban::Check, "give-check"), ("of", Ban::Capture, "capture")] {
            if let Some(value) = node.prop(prop).filter(|_| ban.is_some_and(|ban| ban != owner)) {
                diagnostics.add(value.span, format!("`{prop}` has a meaning only in `may-not \"{whose}\"`"));
            }
        }
        if ban == Some(Ban::Capture) {
            let types = match node.prop("of") {
                Some(types) => scope.pieces.list(types, diagnostics),
                None => spec.piece_types().filter(|kind| !spec.pieces[kind.index()].royal).collect(),
            };
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
            let demand = if ban == Ban::Flight { Demand::NoFlight } else { Demand::NoCheck { but_mate } };
            add(scope, spec, node, demand, kinds, diagnostics);
        }
    }
    for node in scope.all("must") {
        if let [value] = &node.args[..]
            && let Some((_, longest)) = LENGTHS.iter().find(|(word, _)| Some(*word) == value.text())
        {
            add(scope, spec, node, Demand::Far { longest: *longest }, Vec::new(), diagnostics);
            continue;
        }
        let words = node.args.iter().map(|value| (value.text().unwrap_or_default(), value.span));
        let kinds = occasions(words, diagnostics);
        add(scope, spec, node, Demand::Must, kinds, diagnostics);
    }
}

/// What `may-not "move"` asks.
fn circumstance(scope: &Scope<'_>, node: &Node, diagnostics: &mut Diagnostics) -> Option<Circumstance> {
    let ((Some(value), None) | (None, Some(value))) = (node.prop("if"), node.prop("unless")) else {
        diagnostics.missing(
            node,
            "`may-not \"move\"` needs one of `if` and `unless`".to_owned(),
            "as in `may-not \"move\" if=\"observed\" from=\"enemy\" with=\"alike\"`".to_owned(),
        );
        return None;
    };
    let text = value.text().unwrap_or_default();
    let Some((_, (of, is_observation))) = CIRCUMSTANCES.iter().find(|(word, _)| *word == text) else {
        diagnostics.unknown(value.span, "what may hold", text, CIRCUMSTANCES.iter().map(|(word, _)| *word));
        return None;
    };
    let strange: &[&str] = if *is_observation { &["along"] } else { &["from", "with"] };
    if let Some((name, value)) = strange.iter().find_map(|name| Some((name, node.prop(name)?))) {
        diagnostics.add(value.span, format!("`{name}` does not belong to `{text}`"));
        return None;
    }
    let what = match is_observation {
        true => observed(scope, node, diagnostics)?,
        false => {
            let fault = "what is beside a piece is found by steps or leaps, whatever the rings";
            Relation::Beside(scope.along(node, fault, diagnostics)?)
        }
    };
    let types = node.prop("of").map_or_else(Vec::new, |value| scope.pieces.list(value, diagnostics));
    Some(Circumstance { of: *of, types, spares_royals: node.prop_flag("spares-royals"), what })
}

fn observed(scope: &Scope<'_>, node: &Node, diagnostics: &mut Diagnostics) -> Option<Relation> {
    let from = scope.needed(node, "from", "\"enemy\"", diagnostics)?;
    let by = match from.text() {
        Some("own") => Whose::Own,
        Some("enemy") => Whose::Enemy,
        other => {
            diagnostics.unknown(from.span, "the observers' side", other.unwrap_or_default(), ["own", "enemy"]);
            return None;
        }
    };
    let with = match node.prop("with") {
        None => Observers::Any,
        Some(value) if value.text() == Some(ALIKE) => Observers::Alike,
        Some(value) => Observers::Types(scope.pieces.list(value, diagnostics)),
    };
    Some(Relation::Observed { by, with })
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
        moves += &format!(" by {}", any_of(spec, &constraint.movers));
    }
    let says_all = constraint.kinds.is_empty() && constraint.movers.is_empty();
    let who = constraint.only.map_or("A side", |side| spec.sides.of(side));
    match (&constraint.demand, constraint.only) {
        (Demand::Must, None) => format!("A side that can make {moves} must do so."),
        (Demand::Must, Some(_)) => format!("If {who} can make {moves}, it must do so."),
        (Demand::NoCapture(types), _) if types.len() == spec.pieces.iter().filter(|piece| !piece.royal).count() => {
            let by = match constraint.movers.is_empty() {
                true => String::new(),
                false => format!(" with {}", any_of(spec, &constraint.movers)),
            };
            format!("{who} may not capture{by}.")
        }
        (Demand::NoCapture(types), _) => {
            let by = match constraint.movers.is_empty() {
                true => String::new(),
                false => format!(" with {}", any_of(spec, &constraint.movers)),
            };
            format!("{who} may not capture {}{by}.", any_of(spec, types))
        }
        (Demand::Far { longest }, _) => {
            let far = if *longest { "longest" } else { "shortest" };
            format!("{who} must make one of its {far} moves.")
        }
        (Demand::Only { when, holds }, _) => only(spec, who, &moves, when, *holds),
        (Demand::NoCheck { but_mate }, _) => {
            let by = if says_all { String::new() } else { format!(" by {moves}") };
            format!("{who} may not give check{by}{}.", if *but_mate { ", unless it is checkmate" } else { "" })
        }
        (Demand::OneMate, _) => format!("{who} may not give checkmate by a move if another would, too."),
        (Demand::NoFlight, _) => {
            let royals: Vec<PieceType> = spec.royals().collect();
            let movers = if constraint.movers.is_empty() { &royals } else { &constraint.movers };
            let royal = piece_list(spec, movers, "or");
            format!("In check {who} may not move its {royal}, except to capture the only piece that gives check.")
        }
    }
}

fn only(spec: &Spec, who: &str, moves: &str, when: &Circumstance, holds: bool) -> String {
    let royal = if when.spares_royals { ", unless it is royal," } else { "" };
    let which = match when.types.is_empty() {
        true => royal.to_owned(),
        false => format!(", if it is {},{royal}", any_of(spec, &when.types)),
    };
    let piece = match when.of {
        Subject::Mover => "the piece that moves",
        Subject::MoverAfter => "the piece, where it ends,",
        Subject::Captured => "the captured piece",
        Subject::AnyAfter => "any piece, after the move,",
    };
    let held = match &when.what {
        Relation::Beside(_) => "stands beside another".to_owned(),
        Relation::Observed { by, with } => {
            let side = if *by == Whose::Own { "its own side" } else { "the enemy" };
            match with {
                Observers::Any => format!("is attacked by a piece of {side}"),
                Observers::Alike => format!("is attacked by a piece of its type of {side}"),
                Observers::Types(types) => format!("is attacked by {} of {side}", any_of(spec, types)),
            }
        }
    };
    let word = if holds { "unless" } else { "if" };
    format!("{who} may not make {moves} {word} {piece}{which} {held}.")
}
