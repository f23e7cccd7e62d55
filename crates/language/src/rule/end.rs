//! `end "win" { pieces "K" in="hill" }`: how the game ends, by conditions that must all hold. Words such as `extinction` and
//! `reach` are short forms.

use super::declaration::{Rule, Topic};
use super::effect::around;
use super::no_facing::lines;
use super::scope::{Scope, number, outcome, side};
use crate::dictionary::Dictionary;
use crate::limits;
use crate::locale::{Locale, say};
use crate::prose::Prose;
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
        None => rule.text = condition(Prose { spec, locale: Locale::En }, &rule.when, only),
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

/// Whether these are all types that sides own.
fn is_every(spec: &Spec, types: &[PieceType]) -> bool {
    types.len() > 1 && types == every_type(spec)
}

/// The names of some types, or `pieces` for all of them.
fn names(prose: Prose<'_>, types: &[PieceType]) -> String {
    if is_every(prose.spec, types) {
        return prose.locale.pick("pieces", "Figuren").to_owned();
    }
    let names: Vec<&str> = types.iter().map(|kind| &*prose.spec.pieces[kind.index()].name.white).collect();
    prose.or(&names)
}

fn family_name(spec: &Spec, when: &Condition) -> String {
    match when {
        Condition::Pieces { types, .. } => names(Prose { spec, locale: Locale::En }, &types.white),
        _ => String::new(),
    }
}

fn explain(prose: Prose<'_>) -> Vec<String> {
    let Prose { spec, locale } = prose;
    let sentence = |end: &EndRule| {
        let when = condition(prose, &end.when, end.only);
        let side = end.only.map_or(locale.pick("A side", "Eine Seite"), |side| prose.side(side));
        match (end.result, end.only) {
            (EndResult::Draw, None) => say!(
                locale,
                "The game is a draw if, for either side, {when}.",
                "Die Partie ist remis, wenn für eine Seite gilt, dass {when}."
            ),
            (EndResult::Draw, _) => say!(locale, "The game is a draw if {when}.", "Die Partie ist remis, wenn {when}."),
            (EndResult::Win, _) => say!(locale, "{side} wins if {when}.", "{side} hat gewonnen, wenn {when}."),
            (EndResult::Loss, _) => say!(locale, "{side} loses if {when}.", "{side} hat verloren, wenn {when}."),
        }
    };
    spec.goals.other_ends().map(sentence).collect()
}

/// A number of pieces in words.
fn in_number(prose: Prose<'_>, number: Bound, types: &[PieceType]) -> String {
    let (pieces, locale) = (names(prose, types), prose.locale);
    let (Bound::AtLeast(count) | Bound::AtMost(count)) = number;
    let many = several(prose, count, types);
    match number {
        Bound::AtLeast(0) => say!(locale, "any number of {pieces}", "{pieces} in beliebiger Zahl"),
        Bound::AtLeast(1) => say!(locale, "a {pieces}", "{pieces}"),
        Bound::AtLeast(_) => say!(locale, "at least {many}", "mindestens {many}"),
        Bound::AtMost(0) => say!(locale, "no {pieces}", "ohne {pieces}"),
        Bound::AtMost(_) => say!(locale, "at most {many}", "höchstens {many}"),
    }
}

/// `two Rooks or Knights`; in German, where nothing says the plural of a name, `zweimal Turm oder Springer`.
fn several(prose: Prose<'_>, count: u16, types: &[PieceType]) -> String {
    let (number, pieces) = (prose.number(count.into()), names(prose, types));
    match (prose.locale, is_every(prose.spec, types)) {
        (Locale::En, false) if count != 1 => format!("{number} {}", prose.plurals_or(types)),
        (Locale::En, true) if count == 1 => "one piece".to_owned(),
        (Locale::De, false) => format!("{} {pieces}", prose.times(count.into())),
        (Locale::De, true) if count == 1 => "eine Figur".to_owned(),
        _ => format!("{number} {pieces}"),
    }
}

/// A condition in words, asked of a side, or of any. In German it is a clause with its verb at the end, as after "wenn".
pub(super) fn condition(prose: Prose<'_>, when: &Condition, only: Option<Color>) -> String {
    let Prose { spec, locale } = prose;
    let side = |whose: Whose| match (only, whose) {
        (Some(color), whose) => prose.side(whose.of(color)),
        (None, Whose::Own) => locale.pick("it", "sie"),
        (None, Whose::Enemy) => locale.pick("its enemy", "ihr Gegner"),
    };
    let color = |whose: Whose| only.map_or(Color::White, |only| whose.of(only));
    let place = |region: &Option<ByColor<CellSet>>| {
        let place = region.as_ref().and_then(|region| prose.by_side(region));
        place.map_or_else(String::new, |place| format!(" {} {place}", locale.pick("on", "auf")))
    };
    let join = |parts: &[Condition], before: &str, between: &str| {
        let parts: Vec<String> = parts.iter().map(|part| format!("{before}{}", condition(prose, part, only))).collect();
        parts.join(between)
    };
    match when {
        Condition::Pieces { whose, types, region, number } => {
            let (who, place) = (side(*whose), place(region));
            let pieces = in_number(prose, *number, &types[color(*whose)]);
            let has = if matches!(number, Bound::AtMost(0)) { "ist" } else { "hat" };
            say!(locale, "{who} has {pieces}{place}", "{who} {pieces}{place} {has}")
        }
        Condition::Owned { whose, types, number } => {
            let (who, pieces) = (side(*whose), in_number(prose, *number, &types[color(*whose)]));
            let has = if matches!(number, Bound::AtMost(0)) { "ist" } else { "hat" };
            say!(
                locale,
                "{who} has {pieces} on the board and in hand together",
                "{who} auf dem Brett und in der Hand zusammen {pieces} {has}"
            )
        }
        Condition::Safe { whose, types, region, least } => {
            let (who, place, types) = (side(*whose), place(region), &types[color(*whose)]);
            match least {
                1 => {
                    let pieces = names(prose, types);
                    say!(
                        locale,
                        "{who} has a {pieces}{place} that is not attacked",
                        "{who} {pieces}{place} unangegriffen stehen hat"
                    )
                }
                least => {
                    let pieces = several(prose, *least, types);
                    say!(
                        locale,
                        "{who} has at least {pieces}{place} that are not attacked",
                        "{who} mindestens {pieces}{place} unangegriffen stehen hat"
                    )
                }
            }
        }
        Condition::Row { whose, types, steps, least } => {
            let (who, pieces) = (side(*whose), several(prose, *least, &types[color(*whose)]));
            let lines = prose.or(&lines(locale, &steps[color(*whose)]));
            say!(
                locale,
                "{who} has {pieces} side by side on a {lines}",
                "{who} {pieces} nebeneinander auf einer {lines} stehen hat"
            )
        }
        Condition::Connected { whose, types, steps, regions } => {
            let (who, [from, to]) = (side(*whose), regions.each_ref().map(|cells| prose.zone(cells)));
            let names = names(prose, &types[color(*whose)]);
            let cells = around(locale, &steps[color(*whose)]);
            say!(
                locale,
                "{who} has a chain of {names} from {from} to {to}, each on {cells} of the last",
                "{who} eine Kette aus {names} von {from} bis {to} hat, jede Figur auf {cells} der vorigen"
            )
        }
        Condition::Fewer { whose, types } => {
            let (color, enemy) = match whose {
                Whose::Own => (only.unwrap_or(Color::White), Whose::Enemy),
                Whose::Enemy => (only.map_or(Color::White, |only| !only), Whose::Own),
            };
            let types = &types[color];
            let counted = match *types == every_type(spec) {
                true => locale.pick("pieces", "Figuren").to_owned(),
                false => names(prose, types),
            };
            let (who, enemy) = (side(*whose), side(enemy));
            say!(locale, "{who} has fewer {counted} than {enemy}", "{who} weniger {counted} als {enemy} hat")
        }
        Condition::Can { whose, then } => {
            let (who, then) = (side(*whose), condition(prose, then, only));
            say!(
                locale,
                "{who} is to move and has a legal move after which {then}",
                "{who} am Zug ist und einen legalen Zug hat, nach dem {then}"
            )
        }
        Condition::Counted { whose, counter: Counter::Passes, .. } => {
            let who = side(*whose);
            say!(locale, "{who} has just passed", "{who} gerade gepasst hat")
        }
        Condition::Facing => {
            locale.pick("the royals face each other", "königliche Figuren einander gegenüberstehen").to_owned()
        }
        Condition::Empty { whose, region, number } => {
            let place = match region.as_ref().and_then(|region| Some((region, prose.by_side(region)?))) {
                Some((region, place)) if region.white == region.black => say!(locale, " on {place}", " auf {place}"),
                Some((_, place)) => {
                    let who = side(*whose);
                    say!(locale, " of {who} on {place}", " auf {place}")
                }
                None => String::new(),
            };
            let (Bound::AtLeast(count) | Bound::AtMost(count)) = *number;
            let count = prose.number(count.into());
            match *number {
                Bound::AtMost(0) => say!(locale, "no cell{place} is empty", "kein Feld{place} leer ist"),
                Bound::AtMost(1) => {
                    say!(locale, "at most one cell{place} is empty", "höchstens ein Feld{place} leer ist")
                }
                Bound::AtMost(_) => {
                    say!(locale, "at most {count} cells{place} are empty", "höchstens {count} Felder{place} leer sind")
                }
                Bound::AtLeast(1) => say!(locale, "a cell{place} is empty", "ein Feld{place} leer ist"),
                Bound::AtLeast(_) => {
                    say!(
                        locale,
                        "at least {count} cells{place} are empty",
                        "mindestens {count} Felder{place} leer sind"
                    )
                }
            }
        }
        Condition::Counted { whose, least: 1, .. } => {
            let who = side(*whose);
            say!(locale, "{who} has given check", "{who} Schach geboten hat")
        }
        Condition::Counted { whose, least, .. } => {
            let (who, times) = (side(*whose), prose.times((*least).into()));
            say!(locale, "{who} has given {times} checks", "{who} {times} Schach geboten hat")
        }
        Condition::Bare(whose) => {
            let who = side(*whose);
            say!(locale, "{who} has nothing but its royals", "{who} nur noch königliche Figuren hat")
        }
        Condition::InCheck(whose) => {
            let who = side(*whose);
            say!(locale, "{who} is in check", "{who} im Schach steht")
        }
        Condition::ToMove(whose) => {
            let who = side(*whose);
            say!(locale, "{who} is to move", "{who} am Zug ist")
        }
        Condition::NoMoves(whose) => {
            let who = side(*whose);
            say!(locale, "{who} has no legal move", "{who} keinen legalen Zug hat")
        }
        Condition::Clock(plies) => say!(
            locale,
            "{plies} plies have been made without progress",
            "{plies} Halbzüge ohne Fortschritt gemacht worden sind"
        ),
        Condition::CountedOut(_) => {
            let who = side(Whose::Own);
            say!(
                locale,
                "the moves that are counted for {who} have run out",
                "die Züge, die für {who} gezählt werden, verbraucht sind"
            )
        }
        Condition::All(parts) => join(parts, "", locale.pick(" and ", " und ")),
        Condition::Any(parts) => {
            let ways = alternatives(parts);
            match (locale, &ways[..]) {
                (_, [one]) => condition(prose, one, only),
                (Locale::En, ways) => {
                    let ways: Vec<String> = ways.iter().map(|way| condition(prose, way, only)).collect();
                    format!("either {}", ways.join(" or "))
                }
                (Locale::De, ways) => {
                    let ways: Vec<String> =
                        ways.iter().map(|way| format!("dass {}", condition(prose, way, only))).collect();
                    format!("eines davon gilt: {}", ways.join("; "))
                }
            }
        }
        Condition::Not(part) => match (&**part, opposite(part)) {
            (_, Some(opposite)) => condition(prose, &opposite, only),
            (Condition::Bare(whose), _) => {
                let who = side(*whose);
                say!(locale, "{who} has more than its royals", "{who} nicht nur königliche Figuren hat")
            }
            (Condition::InCheck(whose), _) => {
                let who = side(*whose);
                say!(locale, "{who} is not in check", "{who} nicht im Schach steht")
            }
            (Condition::ToMove(whose), _) => {
                let who = side(*whose);
                say!(locale, "{who} is not to move", "{who} nicht am Zug ist")
            }
            (Condition::NoMoves(whose), _) => {
                let who = side(*whose);
                say!(locale, "{who} has a legal move", "{who} einen legalen Zug hat")
            }
            (Condition::Facing, _) => locale
                .pick("the royals do not face each other", "königliche Figuren einander nicht gegenüberstehen")
                .to_owned(),
            _ => {
                let part = condition(prose, part, only);
                say!(locale, "it is not the case that {part}", "nicht gilt, dass {part}")
            }
        },
    }
}

/// Conditions of which one must hold, without any within another.
fn alternatives(parts: &[Condition]) -> Vec<&Condition> {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Condition::Any(parts) => flat.extend(alternatives(parts)),
            part => flat.push(part),
        }
    }
    flat
}

/// What holds where a condition does not, if a condition says it.
fn opposite(when: &Condition) -> Option<Condition> {
    let without = |number: Bound| match number {
        Bound::AtLeast(least) => least.checked_sub(1).map(Bound::AtMost),
        Bound::AtMost(most) => most.checked_add(1).map(Bound::AtLeast),
    };
    let not = |parts: &[Condition]| parts.iter().map(|part| Condition::Not(Box::new(part.clone()))).collect();
    Some(match when {
        Condition::Pieces { whose, types, region, number } => {
            Condition::Pieces { whose: *whose, types: types.clone(), region: *region, number: without(*number)? }
        }
        Condition::Owned { whose, types, number } => {
            Condition::Owned { whose: *whose, types: types.clone(), number: without(*number)? }
        }
        Condition::All(parts) => Condition::Any(not(parts)),
        Condition::Any(parts) => Condition::All(not(parts)),
        Condition::Not(part) => (**part).clone(),
        _ => return None,
    })
}

/// The ends of a game with their texts in the language of its prose, from a dictionary where that has them.
pub(crate) fn retell(english: &Spec, prose: Prose<'_>, dictionary: &Dictionary) -> Vec<EndRule> {
    let english = Prose { spec: english, locale: Locale::En };
    let told = |end: &EndRule| {
        let mut told = end.clone();
        if let Some(text) = dictionary.get(&end.text) {
            told.text = text.to_owned();
        } else if end.short_form().is_none() && end.text == condition(english, &end.when, end.only) {
            told.text = condition(prose, &end.when, end.only);
        }
        if let Some(name) = dictionary.get(&end.name) {
            told.name = name.to_owned();
        }
        told
    };
    english.spec.goals.ends.iter().map(told).collect()
}
