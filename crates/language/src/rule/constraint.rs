//! `must "capture"`, `may-not "give-check"`, `may-not "flee"`, `may-not "move" if="observed"`: what a side must do before all else, and
//! what it may not do (O1 to O3, O10, K6 to K9).

use super::declaration::{Rule, Topic};
use super::effect::{kinds, occasions};
use super::scope::{Scope, outcome, side};
use crate::locale::{Locale, say};
use crate::prose::{Prose, capital};
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

fn explain(prose: Prose<'_>) -> Vec<String> {
    let constraints = &prose.spec.constraints;
    let mut sentences: Vec<String> = constraints.iter().map(|constraint| sentence(prose, constraint)).collect();
    if constraints.iter().filter(|constraint| constraint.demand == Demand::Must).nth(1).is_some() {
        let order = prose.locale.pick(
            "Of what it must do, each narrows the choice that those before it leave.",
            "Diese Pflichten gelten der Reihe nach: Jede schränkt die Auswahl ein, die die vorigen lassen.",
        );
        sentences.push(order.to_owned());
    }
    sentences
}

fn sentence(prose: Prose<'_>, constraint: &Constraint) -> String {
    let Prose { spec, locale } = prose;
    let movers = |en: &str, de: &str| match &constraint.movers[..] {
        [] => String::new(),
        movers => format!(" {} {}", locale.pick(en, de), prose.any_of(movers)),
    };
    let (moves, german) = match constraint.kinds.is_empty() {
        true => (locale.pick("a move", "ein Zug").to_owned(), "einem Zug".to_owned()),
        false => kinds(prose, &constraint.kinds),
    };
    let moves = format!("{moves}{}", movers("by", "mit"));
    let says_all = constraint.kinds.is_empty() && constraint.movers.is_empty();
    let who = constraint.only.map_or(locale.pick("A side", "eine Seite"), |side| prose.side(side));
    match (&constraint.demand, constraint.only) {
        (Demand::Must, None) => say!(
            locale,
            "A side that can make {moves} must do so.",
            "Wenn einer Seite {moves} möglich ist, muss sie so ziehen."
        ),
        (Demand::Must, Some(_)) => say!(
            locale,
            "If {who} can make {moves}, it must do so.",
            "Wenn {who} {moves} möglich ist, muss {who} so ziehen."
        ),
        (Demand::NoCapture(types), _) if types.len() == spec.pieces.iter().filter(|piece| !piece.royal).count() => {
            let with = movers("with", "mit");
            capital(&say!(locale, "{who} may not capture{with}.", "{who} darf nicht{with} schlagen."))
        }
        (Demand::NoCapture(types), _) => {
            let (captured, with) = (prose.any_of(types), movers("with", "mit"));
            capital(&say!(
                locale,
                "{who} may not capture {captured}{with}.",
                "{who} darf {captured} nicht{with} schlagen."
            ))
        }
        (Demand::Far { longest }, _) => {
            let far =
                if *longest { locale.pick("longest", "längsten") } else { locale.pick("shortest", "kürzesten") };
            capital(&say!(locale, "{who} must make one of its {far} moves.", "{who} muss einen der {far} Züge machen."))
        }
        (Demand::Only { when, holds }, _) => only(prose, who, &moves, when, *holds),
        (Demand::NoCheck { but_mate }, _) => {
            let by = match (says_all, locale) {
                (true, _) => String::new(),
                (false, Locale::En) => format!(" by {moves}"),
                (false, Locale::De) => format!(" mit {german}{}", movers("by", "von")),
            };
            let but =
                if *but_mate { locale.pick(", unless it is checkmate", ", außer es ist Schachmatt") } else { "" };
            capital(&say!(locale, "{who} may not give check{by}{but}.", "{who} darf{by} kein Schach bieten{but}."))
        }
        (Demand::OneMate, _) => capital(&say!(
            locale,
            "{who} may not give checkmate by a move if another would, too.",
            "{who} darf nicht mattsetzen, wenn auch ein anderer Zug mattsetzen würde."
        )),
        (Demand::NoFlight, _) => {
            let royals: Vec<PieceType> = spec.royals().collect();
            let royal = prose.names_or(if constraint.movers.is_empty() { &royals } else { &constraint.movers });
            say!(
                locale,
                "{who} may not move its {royal} while in check, except to capture the only piece that gives check.",
                "Im Schach darf {who} nicht mit {royal} ziehen, außer um die einzige Figur zu schlagen, die Schach bietet."
            )
        }
    }
}

fn only(prose: Prose<'_>, who: &str, moves: &str, when: &Circumstance, holds: bool) -> String {
    let locale = prose.locale;
    let types = prose.any_of(&when.types);
    let which = match (when.types.is_empty(), when.spares_royals) {
        (true, false) => String::new(),
        (true, true) => locale.pick(", unless it is royal,", ", sofern sie nicht königlich ist,").to_owned(),
        (false, false) => say!(locale, ", if it is {types},", ", sofern sie {types} ist,"),
        (false, true) => {
            say!(locale, ", if it is {types}, unless it is royal,", ", sofern sie {types} und nicht königlich ist,")
        }
    };
    let piece = match when.of {
        Subject::Mover => locale.pick("the piece that moves", "die Figur, die zieht,"),
        Subject::MoverAfter => locale.pick("the piece, where it ends,", "die Figur auf ihrem Zielfeld"),
        Subject::Captured => locale.pick("the captured piece", "die geschlagene Figur"),
        Subject::AnyAfter => locale.pick("any piece, after the move,", "irgendeine Figur nach dem Zug"),
    };
    let held = match &when.what {
        Relation::Beside(_) => locale.pick("stands beside another", "neben einer anderen steht").to_owned(),
        Relation::Observed { by, with } => {
            let own = *by == Whose::Own;
            let side =
                if own { locale.pick("its own side", "eigenen") } else { locale.pick("the enemy", "gegnerischen") };
            match with {
                Observers::Any => {
                    say!(locale, "is attacked by a piece of {side}", "von einer {side} Figur angegriffen ist")
                }
                Observers::Alike => say!(
                    locale,
                    "is attacked by a piece of its type of {side}",
                    "von einer {side} Figur der gleichen Art angegriffen ist"
                ),
                Observers::Types(types) => {
                    let types = prose.any_of(types);
                    say!(locale, "is attacked by {types} of {side}", "von einer {side} Figur ({types}) angegriffen ist")
                }
            }
        }
    };
    let word = if holds { locale.pick("unless", "außer wenn") } else { locale.pick("if", "wenn") };
    // Two commas beside each other are one.
    let (piece, which) = (if which.is_empty() { piece } else { piece.trim_end_matches(',') }, which);
    capital(&say!(
        locale,
        "{who} may not make {moves} {word} {piece}{which} {held}.",
        "für {who} ist {moves} nicht erlaubt, {word} {piece}{which} {held}."
    ))
}
