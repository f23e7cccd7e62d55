//! What is sound but surely not meant: names that nothing uses, rules that never apply, sides that can't lose.

use crate::report::Diagnostics;
use crate::span::Span;
use crate::syntax::{Node, Value};
use spielraum_geometry::Offset;
use spielraum_spec::{Color, Consequence, EndResult, Pattern, PieceType, RebornAs, Repetition, Spec, TurnPart};
use std::collections::{HashMap, HashSet};

/// Looks over a game without faults; `found` has its texts.
pub(crate) fn look(nodes: &[Node], spec: &Spec, found: &mut Diagnostics) {
    unused_names(nodes, found);
    unused_pieces(nodes, spec, found);
    flat_boards(nodes, spec, found);
    promotions(nodes, spec, found);
    castlings(nodes, spec, found);
    drops(nodes, spec, found);
    royals(nodes, spec, found);
    outcomes(nodes, spec, found);
}

/// Whether a node stands in the definition itself, not in what it is based on.
fn is_own(node: &&Node) -> bool {
    node.span.file == 0
}

/// Every text of a node, the word and its name left out, and of what stands in its block.
fn texts<'n>(node: &'n Node, skip_name: bool, found: &mut Vec<&'n Value>) {
    found.extend(node.args.iter().skip(usize::from(skip_name)));
    found.extend(node.props.iter().map(|(.., value)| value));
    node.children.iter().for_each(|child| texts(child, false, found));
}

/// The names in a value, as words of a kind name them.
fn names_in(word: &str, value: &Value) -> Vec<String> {
    match word {
        "region" => {
            let parts = value.split(|letter| letter == ',').into_iter();
            parts.map(|(part, _)| part.trim_start_matches("not ").trim_start_matches("enemy ").to_owned()).collect()
        }
        _ => value.words().into_iter().map(|(part, _)| part.to_owned()).collect(),
    }
}

fn unused_names(nodes: &[Node], found: &mut Diagnostics) {
    let mut values = Vec::new();
    nodes.iter().for_each(|node| texts(node, false, &mut values));
    for (word, what) in [("region", "region"), ("movement", "movement"), ("directions", "set of directions")] {
        let mut uses: HashMap<String, usize> = HashMap::new();
        for name in values.iter().flat_map(|value| names_in(word, value)) {
            *uses.entry(name).or_default() += 1;
        }
        for node in nodes.iter().filter(is_own).filter(|node| node.word == word) {
            let (Some(name), Some(value)) = (node.name(), node.first()) else { continue };
            // The node names itself.
            let own = names_in(word, value).iter().filter(|part| *part == name).count();
            if uses.get(name).copied().unwrap_or_default() <= own {
                let help = "take it out, or name it where it is meant";
                found.add_with_help(node.span, format!("nothing uses the {what} `{name}`"), help);
            }
        }
    }
}

/// The types that can ever be on the board or in a hand.
fn met(spec: &Spec) -> HashSet<PieceType> {
    let mut met: HashSet<PieceType> = spec.start.placement.iter().flatten().map(|(_, kind)| *kind).collect();
    for color in Color::BOTH {
        met.extend(spec.start.hands[color].iter().map(|(kind, _)| *kind));
    }
    met.extend(spec.promotions.iter().flat_map(|promotion| promotion.into.iter().copied()));
    met.extend(spec.hands.iter().flat_map(|hands| hands.order.iter().copied()));
    met.extend(spec.effects.iter().filter_map(|effect| match &effect.what {
        Consequence::Become { into } => Some(*into),
        Consequence::Rebirth(rebirth) => match rebirth.into {
            RebornAs::Type(into) => Some(into),
            RebornAs::Itself | RebornAs::Captor => None,
        },
        _ => None,
    }));
    met.extend(spec.turn.parts.iter().filter_map(|part| match part {
        TurnPart::Place(placing) => Some(placing.piece),
        TurnPart::Move => None,
    }));
    if spec.remote_promotion.is_some() {
        met.extend(spec.piece_types());
    }
    met
}

fn unused_pieces(nodes: &[Node], spec: &Spec, found: &mut Diagnostics) {
    let met = met(spec);
    let mut values = Vec::new();
    nodes.iter().for_each(|node| texts(node, true, &mut values));
    let named: HashSet<&str> = values.into_iter().filter_map(Value::text).collect();
    for kind in spec.piece_types().filter(|kind| !met.contains(kind)) {
        let symbol = spec.pieces[kind.index()].symbol.to_string();
        let is_it = |node: &&Node| node.word == "piece" && node.name() == Some(symbol.as_str());
        // Others may move like it.
        let is_model = named.contains(symbol.as_str());
        if let Some(node) = nodes.iter().filter(is_own).find(is_it).filter(|_| !is_model) {
            let help = "put it into `start`, or let something become it";
            found.add_with_help(node.span, format!("the piece `{symbol}` never comes into the game"), help);
        }
    }
}

fn flat_boards(nodes: &[Node], spec: &Spec, found: &mut Diagnostics) {
    if spec.board.extent().level > 1 {
        return;
    }
    const UP: [&str; 7] = ["up", "down", "vertical", "upward", "downward", "same-level", "triagonal"];
    for node in nodes.iter().filter(is_own) {
        up(node, &UP, found);
    }
}

fn up(node: &Node, words: &[&str], found: &mut Diagnostics) {
    if matches!(node.word.as_str(), "step" | "leap" | "slide" | "hop" | "directions") {
        for value in &node.args {
            for (part, span) in value.words() {
                if let Some(word) = part
                    .split('+')
                    .map(|term| term.trim_start_matches(|c: char| c.is_ascii_digit()))
                    .find(|term| words.contains(term))
                {
                    found.add_with_help(
                        span,
                        format!("`{word}` leads nowhere on a flat board"),
                        "take it out, or give the board `levels`",
                    );
                }
            }
        }
    }
    node.children.iter().for_each(|child| up(child, words, found));
}

/// The node of a word that names a piece, or the word's first.
fn node_of<'n>(nodes: &'n [Node], word: &str, symbol: &str) -> Option<&'n Node> {
    let named = |node: &&Node| node.args.iter().any(|value| value.text() == Some(symbol));
    let mut of_word = nodes.iter().filter(|node| node.word == word);
    of_word.clone().rfind(|node| named(node)).or_else(|| of_word.next())
}

fn promotions(nodes: &[Node], spec: &Spec, found: &mut Diagnostics) {
    for promotion in &spec.promotions {
        let piece = &spec.pieces[promotion.piece.index()];
        let symbol = piece.symbol.to_string();
        let Some(node) = node_of(nodes, "promotion", &symbol).filter(is_own) else { continue };
        for color in Color::BOTH {
            let has = spec.start.placement.iter().flatten().any(|placed| *placed == (color.into(), promotion.piece))
                || spec.hands.is_some();
            // It is the other side's alone.
            if promotion.zone[color].is_empty() && !promotion.zone[!color].is_empty() {
                continue;
            }
            let zone = promotion.zone[color] & piece.may_enter[color];
            if has && zone.is_empty() {
                let message = format!("`{symbol}` of {} can never be promoted", spec.sides.of(color));
                found.add_with_help(node.span, message, "no cell of the region is one that the piece may enter");
                break;
            }
            // Only forward, and all that counts lies behind.
            let offsets = ahead(&piece.moves[color]);
            let board = &spec.board;
            let forward = |offset: &Offset| if color == Color::White { offset.rank > 0 } else { offset.rank < 0 };
            let last = |cell| match color {
                Color::White => board.rank(cell) == 0,
                Color::Black => board.rank(cell) + 1 == board.shape().ranks,
            };
            if has && !offsets.is_empty() && offsets.iter().all(forward) && zone.iter().all(last) {
                let message = format!(
                    "`{symbol}` of {} goes forward and is promoted on its own first rank",
                    spec.sides.of(color)
                );
                found.add_with_help(node.span, message, "as in `ends-in=\"last-rank\"`");
                break;
            }
        }
    }
}

/// The offsets of all the ways, unless some go elsewhere than along offsets.
fn ahead(parts: &[spielraum_spec::MovePart]) -> Vec<Offset> {
    use spielraum_geometry::LineDirection;
    let mut offsets = Vec::new();
    for part in parts {
        match &part.pattern {
            Pattern::Leap(set) => offsets.extend(&set.offsets),
            Pattern::Slide { lines, .. } | Pattern::Hop { lines, .. } => {
                for line in lines {
                    match line {
                        LineDirection::Straight(offset) => offsets.push(*offset),
                        _ => return Vec::new(),
                    }
                }
            }
            Pattern::Route { .. } => return Vec::new(),
        }
    }
    offsets
}

fn castlings(nodes: &[Node], spec: &Spec, found: &mut Diagnostics) {
    for castling in
        spec.castlings.iter().filter(|castling| !castling.dropped && !spec.start.castling.contains(&castling.right))
    {
        let right = castling.right.to_string();
        // Black's are mirrored, and named where they have a line of their own alone.
        let is_it = |node: &&Node| node.word == "castling" && node.name() == Some(&right);
        if let Some(node) = nodes.iter().filter(is_own).find(is_it) {
            let help = "the start position lacks this right: add it there, or take the castling out";
            found.add_with_help(node.span, format!("the castling `{right}` can never be made"), help);
        }
    }
}

fn drops(nodes: &[Node], spec: &Spec, found: &mut Diagnostics) {
    let Some(hands) = &spec.hands else { return };
    let Some(node) = nodes.iter().filter(is_own).find(|node| node.word == "hand") else { return };
    for drop in &hands.drops {
        let symbol = spec.pieces[drop.piece.index()].symbol.to_string();
        if Color::BOTH.into_iter().all(|color| drop.cells[color].is_empty()) {
            let span = node
                .all("drop")
                .find(|drop| drop.args.iter().any(|value| value.text() == Some(symbol.as_str())))
                .map_or(node.span, |drop| drop.span);
            found.add_with_help(span, format!("`{symbol}` can never be dropped"), "no cell is left for it");
        }
    }
}

/// Where the start position is said.
fn start(nodes: &[Node]) -> Option<Span> {
    nodes.iter().find(|node| node.word == "start").map(|node| node.span)
}

fn royals(nodes: &[Node], spec: &Spec, found: &mut Diagnostics) {
    let Some(start) = start(nodes) else { return };
    for (cell, (owner, kind)) in
        spec.board.cells().zip(&spec.start.placement).filter_map(|(cell, placed)| Some((cell, placed.as_ref()?)))
    {
        let piece = &spec.pieces[kind.index()];
        if let Some(color) = owner.color()
            && piece.royal
            && !piece.may_enter[color].contains(cell)
        {
            let message = format!("the royal on {} stands outside of its region", spec.board.name(cell));
            found.add_with_help(start, message, "it may never come back there: see its `stays-in` and `never-enters`");
        }
    }
}

/// Sides that nothing lets lose, or win.
fn outcomes(nodes: &[Node], spec: &Spec, found: &mut Diagnostics) {
    let Some(start) = start(nodes) else { return };
    let has_royal = |color: Color| {
        spec.start
            .placement
            .iter()
            .flatten()
            .any(|(owner, kind)| owner.color() == Some(color) && spec.pieces[kind.index()].royal)
            || spec.start.hands[color].iter().any(|(kind, _)| spec.pieces[kind.index()].royal)
    };
    let decided = |color: Color, result: EndResult| {
        spec.goals.ends.iter().any(|end| end.result == result && end.only.is_none_or(|only| only == color))
    };
    let by_repetition = |color: Color| match spec.goals.repetition {
        Repetition::Counted { loser, perpetual_check_loses, .. } => {
            loser.is_some_and(|loser| Color::BOTH.iter().any(|mover| loser.side(*mover) == color))
                || (perpetual_check_loses && has_royal(!color))
        }
        _ => false,
    };
    let loses = |color: Color| {
        has_royal(color)
            || decided(color, EndResult::Loss)
            || decided(!color, EndResult::Win)
            || by_repetition(color)
            || spec.goals.draws.may_win(!color)
            || spec.goals.royal_obligation.is_some()
    };
    let beatable: Vec<Color> = Color::BOTH.into_iter().filter(|&color| loses(color)).collect();
    let help = "as in `royal=#true` of a piece, `extinction` or `end`";
    match beatable[..] {
        [] => found.add_with_help(start, "neither side can lose", help),
        [one] => {
            let (winner, loser) = (spec.sides.of(!one), spec.sides.of(one));
            found.add_with_help(start, format!("{winner} can't lose, and {loser} can't win"), help);
        }
        _ => {}
    }
}
