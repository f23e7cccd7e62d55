//! `end "win" { pieces "K" in="hill" }`: how the game ends, by conditions that must all hold. Words such as `extinction` and
//! `reach` are short forms.

use super::declaration::{Rule, Topic};
use super::effect::around;
use super::no_facing::lines;
use super::scope::{Scope, number, outcome, side};
use crate::limits;
use crate::prose::{by_side, list, number as in_words};
use crate::report::Diagnostics;
use crate::suggest::shorten;
use crate::syntax::Node;
use crate::word::{Block, Key, Kind, NONE, ONE, SOME, Word, word};
use spielraum_geometry::CellSet;
use spielraum_spec::{Bound, ByColor, Color, Condition, Counter, EndResult, EndRule, PieceType, Spec, Whose};

pub(super) const RULE: Rule = Rule {
    words: &[word("end", ONE)
        .props(&[("for", Kind::Text), ("code", Kind::Text), ("text", Kind::Text)])
        .block(Block::Conditions)
        .key(Key::List)],
    topic: Topic::End,
    read,
    explain,
};

/// The conditions that may stand in the block of `end`.
pub(crate) static CONDITIONS: &[Word] = &[
    word("pieces", SOME)
        .props(&[
            ("in", Kind::Text),
            ("least", Kind::Number),
            ("most", Kind::Number),
            ("safe", Kind::Flag),
            ("with-hand", Kind::Flag),
        ])
        .key(Key::Many),
    word("row", SOME).props(&[("along", Kind::Text), ("least", Kind::Number)]).key(Key::Many),
    word("connected", SOME).props(&[("along", Kind::Text), ("from", Kind::Text), ("to", Kind::Text)]).key(Key::Many),
    word("fewer", SOME).key(Key::Many),
    word("can", NONE).block(Block::Conditions).key(Key::Many),
    word("checks", (1, 1, Kind::Number)).key(Key::Many),
    word("bare", NONE).key(Key::Many),
    word("in-check", NONE).key(Key::Many),
    word("passed", NONE).key(Key::Many),
    word("facing", NONE).key(Key::Many),
    word("empty", NONE).props(&[("in", Kind::Text), ("least", Kind::Number), ("most", Kind::Number)]).key(Key::Many),
    word("to-move", NONE).key(Key::Many),
    word("no-moves", NONE).key(Key::Many),
    word("plies", (1, 1, Kind::Number)).key(Key::Many),
    word("enemy", NONE).block(Block::Conditions).key(Key::Many),
    word("all", NONE).block(Block::Conditions).key(Key::Many),
    word("any", NONE).block(Block::Conditions).key(Key::Many),
    word("not", NONE).block(Block::Conditions).key(Key::Many),
];

const RESULTS: &[(&str, EndResult)] = &[("win", EndResult::Win), ("loss", EndResult::Loss), ("draw", EndResult::Draw)];

/// The list of `pieces` that means every type.
const ANY: &str = "any";

fn read(scope: &Scope<'_>, spec: &mut Spec, diagnostics: &mut Diagnostics) {
    let ends: Vec<EndRule> = scope.all("end").filter_map(|node| end(scope, spec, node, diagnostics)).collect();
    // They are asked before the short forms, which say what holds otherwise.
    spec.goals.ends.splice(0..0, ends);
}

fn end(scope: &Scope<'_>, spec: &Spec, node: &Node, diagnostics: &mut Diagnostics) -> Option<EndRule> {
    let result = outcome(Some(node), RESULTS, diagnostics);
    let only = side(node, diagnostics);
    let when = conditions(scope, spec, node, diagnostics)?;
    let (result, only) = (result?, only?);
    let mut rule = EndRule { only, ..EndRule::new(result, "end", String::new(), when) };
    // A rule that a short form says reads like it, unless the definition says otherwise.
    match rule.short_form() {
        Some(short) => (rule.code, rule.text) = (short.code, short.text),
        None => rule.text = condition(spec, &rule.when, only),
    }
    if rule.is_family() {
        rule.name = family_name(spec, &rule.when);
    }
    if let Some(code) = node.prop("code") {
        rule.code = code_word(code.text().unwrap_or_default(), code.span, diagnostics)?;
    }
    if let Some(text) = node.prop("text") {
        rule.text = shorten(text.text().unwrap_or_default());
    }
    Some(rule)
}

/// A word for programs: letters, digits and hyphens.
fn code_word(text: &str, span: crate::span::Span, diagnostics: &mut Diagnostics) -> Option<String> {
    let is_word = |text: &str| {
        let letters = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        letters && (1..=limits::NAME).contains(&text.len())
    };
    if !is_word(text) {
        diagnostics.add_with_help(
            span,
            format!("`{}` is no word for programs", shorten(text)),
            "use lower-case letters, digits and hyphens, as in `code=\"hill\"`",
        );
        return None;
    }
    Some(text.to_owned())
}

/// The conditions of a node's block, all of which must hold for a side; `None` if there are none, or one of them is wrong.
pub(super) fn conditions(
    scope: &Scope<'_>,
    spec: &Spec,
    node: &Node,
    diagnostics: &mut Diagnostics,
) -> Option<Condition> {
    Reader { scope, spec }.all_of(node, Whose::Own, 1, diagnostics)
}

/// Reads conditions.
struct Reader<'s> {
    scope: &'s Scope<'s>,
    spec: &'s Spec,
}

impl Reader<'_> {
    /// The conditions of a block, all of which must hold.
    fn all_of(&self, node: &Node, whose: Whose, depth: usize, diagnostics: &mut Diagnostics) -> Option<Condition> {
        let mut parts = self.parts(node, whose, depth, diagnostics)?;
        Some(if parts.len() == 1 { parts.remove(0) } else { Condition::All(parts) })
    }

    /// The conditions of a block; `None` if there are none, or one of them is wrong.
    fn parts(&self, node: &Node, whose: Whose, depth: usize, diagnostics: &mut Diagnostics) -> Option<Vec<Condition>> {
        if node.children.is_empty() {
            let help = format!("as in `{} {{ pieces \"K\" in=\"hill\" }}`", node.word);
            diagnostics.missing(node, format!("`{}` needs a block of conditions", node.word), help);
            return None;
        }
        if depth >= spielraum_spec::MAX_CONDITION_DEPTH {
            diagnostics.add(node.span, "conditions stand too deep within others");
            return None;
        }
        // Each is read, so that each fault is reported.
        let read: Vec<Option<Condition>> =
            node.children.iter().map(|child| self.condition(child, whose, depth, diagnostics)).collect();
        read.into_iter().collect()
    }

    fn condition(&self, node: &Node, whose: Whose, depth: usize, diagnostics: &mut Diagnostics) -> Option<Condition> {
        let turned = match whose {
            Whose::Own => Whose::Enemy,
            Whose::Enemy => Whose::Own,
        };
        Some(match node.word.as_str() {
            "pieces" => self.pieces(node, whose, diagnostics)?,
            "row" => {
                let types = ByColor::both(self.types(node, diagnostics));
                let fault = "pieces in a row are found by steps or leaps, whatever the rings";
                let steps = self.scope.along(node, fault, diagnostics)?;
                let least = number(self.scope.needed(node, "least", "3", diagnostics)?, 2, 999, diagnostics)? as u16;
                Condition::Row { whose, types, steps, least }
            }
            "connected" => {
                let types = ByColor::both(self.types(node, diagnostics));
                let fault = "the pieces of a chain are found by steps or leaps, whatever the rings";
                let steps = self.scope.along(node, fault, diagnostics)?;
                let from = self.scope.region(node, "from", diagnostics)?;
                let to = self.scope.region(node, "to", diagnostics)?;
                Condition::Connected { whose, types, steps, regions: Box::new([from, to]) }
            }
            "fewer" => Condition::Fewer { whose, types: ByColor::both(self.types(node, diagnostics)) },
            "can" => {
                let then = self.all_of(node, whose, depth + 1, diagnostics)?;
                self.looks_ahead(node, &then, diagnostics)?;
                Condition::Can { whose, then: Box::new(then) }
            }
            "checks" => {
                let least = number(node.first()?, 1, 9, diagnostics)? as u8;
                Condition::Counted { whose, counter: Counter::Checks, least }
            }
            "bare" => Condition::Bare(whose),
            "in-check" => Condition::InCheck(whose),
            "passed" => {
                if !self.spec.has_passes() {
                    diagnostics.add_with_help(node.span, "nobody may pass in this game", "as in `pass`");
                    return None;
                }
                Condition::Counted { whose, counter: Counter::Passes, least: 1 }
            }
            "facing" => {
                let named = ["no-facing", "answer-facing"].into_iter().any(|word| self.scope.one(word).is_some());
                if !named {
                    let help = "say along which lines, as in `answer-facing \"orthogonal\"`";
                    diagnostics.add_with_help(node.span, "royals do not face each other in this game", help);
                    return None;
                }
                Condition::Facing
            }
            "empty" => self.empty(node, whose, diagnostics)?,
            "to-move" => Condition::ToMove(whose),
            "no-moves" => Condition::NoMoves(whose),
            "plies" => Condition::Clock(number(node.first()?, 1, 9999, diagnostics)? as u16),
            "enemy" => self.all_of(node, turned, depth + 1, diagnostics)?,
            "all" => self.all_of(node, whose, depth + 1, diagnostics)?,
            "any" => Condition::Any(self.parts(node, whose, depth + 1, diagnostics)?),
            _ => Condition::Not(Box::new(self.all_of(node, whose, depth + 1, diagnostics)?)),
        })
    }

    /// Reports what can't be asked of the position after a move.
    fn looks_ahead(&self, node: &Node, then: &Condition, diagnostics: &mut Diagnostics) -> Option<()> {
        let asks_more =
            |part: &&Condition| matches!(part, Condition::Can { .. } | Condition::NoMoves(_) | Condition::Clock(_));
        if then.parts().iter().any(asks_more) {
            let help = "as in `can { pieces \"K\" in=\"hill\" }`";
            diagnostics.add_with_help(
                node.span,
                "`can` looks one move ahead: no `can`, `no-moves` or `plies` within",
                help,
            );
            return None;
        }
        if self.spec.hands.iter().flat_map(|hands| &hands.drops).any(|drop| drop.no_mate) {
            let text = "`can` is not possible in a game in which a drop may not give checkmate (`no-mate`)";
            diagnostics.add(node.span, text);
            return None;
        }
        Some(())
    }

    /// The types that a condition names.
    fn types(&self, node: &Node, diagnostics: &mut Diagnostics) -> Vec<PieceType> {
        match &node.args[..] {
            [any] if any.text() == Some(ANY) => every_type(self.spec),
            args => self.scope.pieces.args(args, diagnostics),
        }
    }

    /// The region that a condition names.
    fn region(&self, node: &Node, diagnostics: &mut Diagnostics) -> Option<Option<ByColor<CellSet>>> {
        match node.prop("in") {
            None => Some(None),
            Some(value) => self.scope.regions.find(value, diagnostics).map(Some),
        }
    }

    fn empty(&self, node: &Node, whose: Whose, diagnostics: &mut Diagnostics) -> Option<Condition> {
        let region = self.region(node, diagnostics)?;
        let empty = |number| Condition::Empty { whose, region, number };
        Some(match bounds(node, diagnostics)? {
            (None, None) => empty(Bound::AtLeast(1)),
            (Some(least), None) => empty(Bound::AtLeast(least)),
            (None, Some(most)) => empty(Bound::AtMost(most)),
            (Some(least), Some(most)) => Condition::All(vec![empty(Bound::AtLeast(least)), empty(Bound::AtMost(most))]),
        })
    }

    fn pieces(&self, node: &Node, whose: Whose, diagnostics: &mut Diagnostics) -> Option<Condition> {
        let types = self.types(node, diagnostics);
        let region = self.region(node, diagnostics)?;
        let (least, most) = bounds(node, diagnostics)?;
        let held = node.prop_flag("with-hand");
        if held && (region.is_some() || node.prop_flag("safe")) {
            diagnostics.add(node.span, "pieces in hand stand nowhere: leave out `in` and `safe`, or `with-hand`");
            return None;
        }
        if held && self.spec.hands.is_none() {
            diagnostics.add_with_help(node.span, "no side has a hand in this game", "leave out `with-hand`");
            return None;
        }
        if node.prop_flag("safe") {
            if let Some(value) = node.prop("most").or(node.prop("least").filter(|_| least == Some(0))) {
                diagnostics.add(value.span, "of safe pieces at least some are asked for, 1 or more");
                return None;
            }
            return Some(Condition::Safe { whose, types: ByColor::both(types), region, least: least.unwrap_or(1) });
        }
        let types = ByColor::both(types);
        let bound = |number| match held {
            true => Condition::Owned { whose, types: types.clone(), number },
            false => Condition::Pieces { whose, types: types.clone(), region, number },
        };
        let number = match (least, most) {
            (None, None) => Bound::AtLeast(1),
            (Some(least), None) => Bound::AtLeast(least),
            (None, Some(most)) => Bound::AtMost(most),
            (Some(least), Some(most)) => {
                return Some(Condition::All(vec![bound(Bound::AtLeast(least)), bound(Bound::AtMost(most))]));
            }
        };
        Some(bound(number))
    }
}

/// The least and the largest number that a condition names.
fn bounds(node: &Node, diagnostics: &mut Diagnostics) -> Option<(Option<u16>, Option<u16>)> {
    let mut bound = |name| match node.prop(name) {
        None => Some(None),
        Some(value) => number(value, 0, 999, diagnostics).map(|number| Some(number as u16)),
    };
    Some((bound("least")?, bound("most")?))
}

/// The types that sides own.
fn every_type(spec: &Spec) -> Vec<PieceType> {
    spec.piece_types().filter(|&kind| !spec.is_neutral(kind)).collect()
}

/// The names of some types, or `pieces` for all of them.
fn names(spec: &Spec, types: &[PieceType], last: &str) -> String {
    if types.len() > 1 && types == every_type(spec) {
        return "pieces".to_owned();
    }
    let names: Vec<&str> = types.iter().map(|kind| &*spec.pieces[kind.index()].name.white).collect();
    list(&names, last)
}

fn family_name(spec: &Spec, when: &Condition) -> String {
    match when {
        Condition::Pieces { types, .. } => names(spec, &types.white, "or"),
        _ => String::new(),
    }
}

fn explain(spec: &Spec) -> Vec<String> {
    let sentence = |end: &EndRule| {
        let what = match (end.result, end.only) {
            (EndResult::Draw, _) => "The game is a draw".to_owned(),
            (result, only) => {
                let who = only.map_or("A side", |side| spec.sides.of(side));
                format!("{who} has {}", if result == EndResult::Win { "won" } else { "lost" })
            }
        };
        format!("{what} if {}.", condition(spec, &end.when, end.only))
    };
    spec.goals.other_ends().map(sentence).collect()
}

/// A number of pieces in words.
fn in_number(number: Bound, pieces: &str) -> String {
    match number {
        Bound::AtLeast(0) => format!("any number of {pieces}"),
        Bound::AtLeast(1) => format!("a {pieces}"),
        Bound::AtLeast(least) => format!("at least {} {pieces}", in_words(least.into())),
        Bound::AtMost(0) => format!("no {pieces}"),
        Bound::AtMost(most) => format!("at most {} {pieces}", in_words(most.into())),
    }
}

/// A condition in words, asked of a side, or of any.
pub(super) fn condition(spec: &Spec, when: &Condition, only: Option<Color>) -> String {
    let side = |whose: Whose| match (only, whose) {
        (Some(color), whose) => spec.sides.of(whose.of(color)),
        (None, Whose::Own) => "it",
        (None, Whose::Enemy) => "its enemy",
    };
    let join = |parts: &[Condition], word: &str| {
        let parts: Vec<String> = parts.iter().map(|part| condition(spec, part, only)).collect();
        parts.join(word)
    };
    match when {
        Condition::Pieces { whose, types, region, number } => {
            let color = only.map_or(Color::White, |only| whose.of(only));
            let place = region.as_ref().and_then(|region| by_side(spec, region));
            let place = place.map_or_else(String::new, |place| format!(" on {place}"));
            format!("{} has {}{place}", side(*whose), in_number(*number, &names(spec, &types[color], "or")))
        }
        Condition::Owned { whose, types, number } => {
            let color = only.map_or(Color::White, |only| whose.of(only));
            let pieces = in_number(*number, &names(spec, &types[color], "or"));
            format!("{} has {pieces} on the board and in hand together", side(*whose))
        }
        Condition::Safe { whose, types, region, least } => {
            let color = only.map_or(Color::White, |only| whose.of(only));
            let place = region.as_ref().and_then(|region| by_side(spec, region));
            let place = place.map_or_else(String::new, |place| format!(" on {place}"));
            let (number, are) = match least {
                1 => ("a".to_owned(), "is"),
                least => (format!("at least {}", in_words((*least).into())), "are"),
            };
            format!("{} has {number} {}{place} that {are} not attacked", side(*whose), names(spec, &types[color], "or"))
        }
        Condition::Row { whose, types, steps, least } => {
            let color = only.map_or(Color::White, |only| whose.of(only));
            let (names, lines) = (names(spec, &types[color], "or"), list(&lines(&steps[color]), "or"));
            format!("{} has {} {names} side by side on a {lines}", side(*whose), in_words((*least).into()))
        }
        Condition::Connected { whose, types, steps, regions } => {
            let color = only.map_or(Color::White, |only| whose.of(only));
            let [from, to] =
                regions.each_ref().map(|cells| by_side(spec, cells).unwrap_or_else(|| "any cell".to_owned()));
            let (names, cells) = (names(spec, &types[color], "or"), around(&steps[color]));
            format!("{} has a chain of {names} from {from} to {to}, each on {cells} of the last", side(*whose))
        }
        Condition::Fewer { whose, types } => {
            let (color, enemy) = match whose {
                Whose::Own => (only.unwrap_or(Color::White), Whose::Enemy),
                Whose::Enemy => (only.map_or(Color::White, |only| !only), Whose::Own),
            };
            let types = &types[color];
            let counted = if *types == every_type(spec) { "pieces".to_owned() } else { names(spec, types, "or") };
            format!("{} has fewer {counted} than {}", side(*whose), side(enemy))
        }
        Condition::Can { whose, then } => {
            let then = condition(spec, then, only);
            format!("{} is to move and has a legal move after which {then}", side(*whose))
        }
        Condition::Counted { whose, counter: Counter::Passes, .. } => format!("{} has just passed", side(*whose)),
        Condition::Facing => "the royals face each other".to_owned(),
        Condition::Empty { whose, region, number } => {
            let place = match region.as_ref().and_then(|region| Some((region, by_side(spec, region)?))) {
                Some((region, place)) if region.white == region.black => format!(" on {place}"),
                Some((_, place)) => format!(" of {} on {place}", side(*whose)),
                None => String::new(),
            };
            match *number {
                Bound::AtMost(0) => format!("no cell{place} is empty"),
                Bound::AtMost(most) => format!("at most {} cells{place} are empty", in_words(most.into())),
                Bound::AtLeast(1) => format!("a cell{place} is empty"),
                Bound::AtLeast(least) => format!("at least {} cells{place} are empty", in_words(least.into())),
            }
        }
        Condition::Counted { whose, least: 1, .. } => format!("{} has given check", side(*whose)),
        Condition::Counted { whose, least, .. } => {
            format!("{} has given {} checks", side(*whose), in_words((*least).into()))
        }
        Condition::Bare(whose) => format!("{} has nothing but its royals", side(*whose)),
        Condition::InCheck(whose) => format!("{} is in check", side(*whose)),
        Condition::ToMove(whose) => format!("{} is to move", side(*whose)),
        Condition::NoMoves(whose) => format!("{} has no legal move", side(*whose)),
        Condition::Clock(plies) => format!("{plies} plies have been made without progress"),
        Condition::CountedOut(_) => format!("the moves that are counted for {} have run out", side(Whose::Own)),
        Condition::All(parts) => join(parts, " and "),
        Condition::Any(parts) => format!("one of these holds: {}", join(parts, "; ")),
        Condition::Not(part) => format!("it is not so that {}", condition(spec, part, only)),
    }
}
