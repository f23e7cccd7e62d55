//! How a piece moves, as the definition says it.

use crate::betza::{self, BetzaMove, BetzaWay};
use crate::report::Diagnostics;
use crate::span::Span;
use crate::syntax::{Content, Node, Value};
use spielraum_spec::{Color, Distances, Landing, Mode};
use std::collections::HashMap;

/// The property that says moves in Betza's notation.
pub(crate) const BETZA: &str = "betza";

/// The parts of a movement.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    pub parts: Vec<Part>,
}

/// One way of moving.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub kind: PartKind,
    pub mode: Mode,
    /// The region from which it is available.
    pub from: Option<Value>,
    /// The region to which it leads.
    pub to: Option<Value>,
    /// The side that has it.
    pub side: SidePart,
    pub span: Span,
}

/// Which side has a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SidePart {
    Both,
    Only(Color),
}

#[derive(Clone, Debug)]
pub(crate) enum PartKind {
    /// One step in each of these directions.
    Step(Vec<Value>),
    /// A leap in each of these directions, this many times as far.
    Leap(Vec<Value>, i16),
    Slide(Vec<Value>, Distances),
    Hop(Vec<Value>, Landing),
    /// Several steps in one move.
    Route {
        stages: Vec<(Vec<Value>, i16)>,
        leaping: bool,
    },
    /// As other movements and pieces.
    As(Vec<Value>),
}

impl Body {
    /// Reads a `piece` or `movement`: what is said in Betza's notation, and the block.
    pub fn read(node: &Node, diagnostics: &mut Diagnostics) -> Self {
        let mut body = Self::default();
        if let Some(value) = node.prop(BETZA) {
            body.add_betza(value, diagnostics);
        }
        body.add(&node.children, Mode::Both, SidePart::Both, diagnostics);
        body
    }

    fn add_betza(&mut self, value: &Value, diagnostics: &mut Diagnostics) {
        match betza::read(value.text().unwrap_or_default()) {
            Ok(moves) => {
                for one in &moves {
                    let span = value.span_of(one.place.start, one.place.len());
                    if refuse(one, span, diagnostics) {
                        continue;
                    }
                    let part = |way| Part {
                        kind: of_way(way, span),
                        mode: one.mode,
                        from: None,
                        to: None,
                        side: SidePart::Both,
                        span,
                    };
                    self.parts.extend(one.ways.iter().map(part));
                }
            }
            Err(fault) => {
                let span = if fault.len == 0 { value.span } else { value.span_of(fault.at, fault.len) };
                diagnostics.add_with_help(span, fault.message, fault.help);
            }
        }
    }

    fn add(&mut self, nodes: &[Node], mode: Mode, side: SidePart, diagnostics: &mut Diagnostics) {
        for node in nodes {
            let inner_mode = match (node.word.as_str(), mode) {
                ("move-only", Mode::Both) => Mode::Quiet,
                ("capture-only", Mode::Both) => Mode::Capture,
                ("move-only" | "capture-only", _) => {
                    diagnostics
                        .add(node.span, format!("`{}` has no meaning inside `move-only` or `capture-only`", node.word));
                    continue;
                }
                _ => mode,
            };
            let inner_side = match (node.word.as_str(), side) {
                ("white", SidePart::Both) => SidePart::Only(Color::White),
                ("black", SidePart::Both) => SidePart::Only(Color::Black),
                ("white" | "black", _) => {
                    diagnostics.add(node.span, format!("`{}` has no meaning inside `white` or `black`", node.word));
                    continue;
                }
                _ => side,
            };
            if matches!(node.word.as_str(), "move-only" | "capture-only" | "white" | "black") {
                self.add(&node.children, inner_mode, inner_side, diagnostics);
            } else if let Some(kind) = kind(node, diagnostics) {
                let (from, to) = (node.prop("from").cloned(), node.prop("to").cloned());
                self.parts.push(Part { kind, mode, from, to, side, span: node.span });
            }
        }
    }
}

/// Reports what is no part of a piece's moves here.
fn refuse(one: &BetzaMove, span: Span, diagnostics: &mut Diagnostics) -> bool {
    if one.initial {
        let help =
            "say `double-step \"P\" along=\"forward\" from=\"pawn-rank\"`, or the moves in the block with `from`";
        diagnostics.add_with_help(span, "a piece's first move is said elsewhere", help);
    }
    if one.en_passant && one.mode != Mode::Capture {
        let help = "as in `fceF`; whether there is something to take en passant says `double-step`";
        diagnostics.add_with_help(span, "`e` belongs to a capture", help);
    }
    one.initial || (one.en_passant && one.mode != Mode::Capture)
}

/// A way of Betza's notation as the language has it.
fn of_way(way: &BetzaWay, span: Span) -> PartKind {
    let values = |phrases: &[String]| -> Vec<Value> {
        phrases.iter().map(|phrase| Value { content: Content::Text(phrase.clone()), span, inside: None }).collect()
    };
    match way {
        BetzaWay::Step(phrases) => PartKind::Step(values(phrases)),
        BetzaWay::Leap(phrases) => PartKind::Leap(values(phrases), 1),
        BetzaWay::Slide(phrases, distances) => PartKind::Slide(values(phrases), *distances),
        BetzaWay::Hop(phrases, landing) => PartKind::Hop(values(phrases), *landing),
        BetzaWay::Route(stages) => {
            let stages = stages.iter().map(|stage| (values(stage), 1)).collect();
            PartKind::Route { stages, leaping: false }
        }
    }
}

fn kind(node: &Node, diagnostics: &mut Diagnostics) -> Option<PartKind> {
    let phrases = node.args.clone();
    Some(match node.word.as_str() {
        "step" => PartKind::Step(phrases),
        "leap" => PartKind::Leap(phrases, length(node, diagnostics)?),
        "slide" => PartKind::Slide(phrases, distances(node.prop("distance"), diagnostics)?),
        "hop" => PartKind::Hop(phrases, landing(node.prop("landing"), diagnostics)?),
        "as" => PartKind::As(phrases),
        "route" => {
            let stages: Vec<(Vec<Value>, i16)> = node
                .children
                .iter()
                .filter_map(|stage| Some((stage.args.clone(), length(stage, diagnostics)?)))
                .collect();
            if !(2..=4).contains(&stages.len()) {
                diagnostics.add(node.span, "a route consists of two to four steps");
                return None;
            }
            PartKind::Route { stages, leaping: node.prop_flag("leaping") }
        }
        _ => return None,
    })
}

fn length(node: &Node, diagnostics: &mut Diagnostics) -> Option<i16> {
    let Some(value) = node.prop("length") else { return Some(1) };
    match value.number() {
        Some(number) if (1..=i64::from(crate::limits::COMPONENT)).contains(&number) => Some(number as i16),
        _ => {
            diagnostics.add(value.span, format!("a length is 1 to {}", crate::limits::COMPONENT));
            None
        }
    }
}

/// `distance=2`, `distance="2-4"`, `distance="3-"`, `distance="odd"`, `distance="even"`.
fn distances(value: Option<&Value>, diagnostics: &mut Diagnostics) -> Option<Distances> {
    let Some(value) = value else { return Some(Distances::ANY) };
    let number = |text: &str| text.trim().parse::<u8>().ok().filter(|number| (1..=31).contains(number));
    let found = match &value.content {
        Content::Number(count) => number(&count.to_string()).map(Distances::exactly),
        Content::Text(text) => match text.as_str() {
            "odd" => Some(Distances::ODD),
            "even" => Some(Distances { min: 2, max: Distances::FAR, every: 2 }),
            "any" => Some(Distances::ANY),
            other => other.split_once('-').and_then(|(from, to)| {
                let max = if to.is_empty() { Some(Distances::FAR) } else { number(to) };
                let (min, max) = (number(from)?, max?);
                (min <= max).then_some(Distances { min, max, every: 1 })
            }),
        },
        Content::Flag(_) => None,
    };
    if found.is_none() {
        diagnostics.add_with_help(
            value.span,
            "this is no distance",
            "give a number, a range as in `\"1-3\"`, `\"odd\"`, `\"even\"` or `\"any\"`",
        );
    }
    found
}

fn landing(value: Option<&Value>, diagnostics: &mut Diagnostics) -> Option<Landing> {
    let Some(value) = value else { return Some(Landing::Beyond) };
    match value.text().unwrap_or_default() {
        "beyond" => Some(Landing::Beyond),
        "next" => Some(Landing::Next),
        other => {
            diagnostics.unknown(value.span, "the landing", other, ["beyond", "next"]);
            None
        }
    }
}

/// The `movement` nodes.
pub(crate) fn bodies(nodes: &[Node], diagnostics: &mut Diagnostics) -> HashMap<String, Body> {
    let mut bodies = HashMap::new();
    for node in nodes.iter().filter(|node| node.word == "movement") {
        let Some(value) = node.first() else { continue };
        let name = value.text().unwrap_or_default();
        if super::symbol::read_symbol(name).is_some() || name.is_empty() || name.chars().count() > crate::limits::NAME {
            diagnostics.add(value.span, "a movement's name is a word, not the letter of a piece");
        } else if node.children.is_empty() && node.prop(BETZA).is_none() {
            diagnostics.add(node.span, "this movement is empty");
        } else {
            bodies.insert(name.to_owned(), Body::read(node, diagnostics));
        }
    }
    bodies
}
