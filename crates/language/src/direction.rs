//! Phrases that name directions: `"forward diagonal"`, `"2forward+sideways"`, `"(1,2)"`.
//!
//! A phrase is a noun, perhaps with adjectives before it. The noun names ways to go; each adjective
//! keeps some of them. Everything is said from White's side.

use crate::board::Mirror;
use crate::limits;
use crate::report::Diagnostics;
use crate::span::Span;
use crate::suggest::shorten;
use crate::syntax::{Node, Value};
use spielraum_geometry::{LineDirection, Offset, RingFilter};
use spielraum_rules::Color;
use std::collections::HashMap;

/// One way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Way {
    /// By an offset, perhaps only if the ring stays the same or changes.
    Offset(Offset, Ring),
    /// Round the ring, gaining so many ranks with each step.
    Keep(i16),
    /// In and out, gaining so many ranks with each step.
    Cross(i16),
}

/// [`RingFilter`] with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Ring {
    Any,
    Keep,
    Cross,
}

impl From<Ring> for RingFilter {
    fn from(ring: Ring) -> Self {
        match ring {
            Ring::Any => Self::Any,
            Ring::Keep => Self::Keep,
            Ring::Cross => Self::Cross,
        }
    }
}

impl Way {
    /// The ways of a side that correspond to White's.
    pub fn of(self, color: Color, mirror: Mirror) -> Self {
        let rank = |rank: i16| mirror.offset_of(color, Offset::new(0, 0, rank)).rank;
        match self {
            Self::Offset(offset, ring) => Self::Offset(mirror.offset_of(color, offset), ring),
            Self::Keep(ranks) => Self::Keep(rank(ranks)),
            Self::Cross(ranks) => Self::Cross(rank(ranks)),
        }
    }

    /// The line along which a slide in this direction runs.
    pub fn line(self) -> Option<LineDirection> {
        match self {
            Self::Offset(offset, Ring::Any) => Some(LineDirection::Straight(offset)),
            Self::Offset(..) => None,
            Self::Keep(rank) => Some(LineDirection::Keep { rank }),
            Self::Cross(rank) => Some(LineDirection::Cross { rank }),
        }
    }

    /// The first steps in this direction: of a turning line, those to the neighbouring file lines.
    pub fn steps(self) -> Vec<(Offset, Ring)> {
        let sideways = |rank: i16, ring: Ring| {
            [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(level, file)| (Offset::new(level, file, rank), ring)).to_vec()
        };
        match self {
            Self::Offset(offset, ring) => vec![(offset, ring)],
            Self::Keep(rank) => sideways(rank, Ring::Keep),
            Self::Cross(rank) => sideways(rank, Ring::Cross),
        }
    }

    fn rank(self) -> i16 {
        match self {
            Self::Offset(offset, _) => offset.rank,
            Self::Keep(rank) | Self::Cross(rank) => rank,
        }
    }
}

/// The directions that a game has given names to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Directions {
    named: HashMap<String, Vec<Way>>,
    /// The names in the order in which they were given, with the phrases behind them.
    given: Vec<(String, Vec<Value>)>,
}

const ADJECTIVES: [&str; 12] = [
    "forward",
    "backward",
    "same-rank",
    "upward",
    "downward",
    "same-level",
    "leftward",
    "rightward",
    "same-file",
    "keeping",
    "crossing",
    "non-forward",
];

const NOUNS: [&str; 6] = ["orthogonal", "diagonal", "triagonal", "radial", "keep-line", "cross-line"];

const UNITS: [&str; 8] = ["forward", "backward", "left", "right", "sideways", "up", "down", "vertical"];

impl Directions {
    /// Reads the `directions` nodes, in their order; one may use those before it.
    pub fn read<'n>(nodes: impl Iterator<Item = &'n Node>, diagnostics: &mut Diagnostics) -> Self {
        let mut directions = Self::default();
        for node in nodes {
            let Some(name) = node.name() else { continue };
            let usable = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
            if !usable || UNITS.contains(&name) || NOUNS.contains(&name) {
                diagnostics.add(
                    node.span,
                    "a name of directions consists of letters and hyphens and is not one of the language's own",
                );
                continue;
            }
            let ways = directions.ways(&node.args[1..], diagnostics);
            directions.named.insert(name.to_owned(), ways);
            directions.given.push((name.to_owned(), node.args[1..].to_vec()));
        }
        directions
    }

    /// The ways that several phrases mean together, each once.
    pub fn ways(&self, phrases: &[Value], diagnostics: &mut Diagnostics) -> Vec<Way> {
        let mut ways: Vec<Way> =
            phrases.iter().flat_map(|phrase| self.phrase(phrase, diagnostics)).take(4 * limits::WAYS).collect();
        ways.sort_unstable();
        ways.dedup();
        if ways.len() > limits::WAYS {
            diagnostics.add(phrases[0].span, format!("these are more than {} directions", limits::WAYS));
            ways.clear();
        }
        ways
    }

    /// Whether a game has given this name to directions.
    pub fn is_named(&self, name: &str) -> bool {
        self.named.contains_key(name)
    }

    /// The names and what they stand for, in order.
    pub fn given(&self) -> impl Iterator<Item = (&str, &[Value])> {
        self.given.iter().map(|(name, phrases)| (name.as_str(), phrases.as_slice()))
    }

    /// Whether some of the directions follow turning lines.
    pub fn turn(&self) -> bool {
        self.named.values().flatten().any(|way| !matches!(way, Way::Offset(..)))
    }

    /// The ways of a phrase that has been checked already.
    pub fn known_ways(&self, phrase: &Value) -> Vec<Way> {
        self.ways(std::slice::from_ref(phrase), &mut Diagnostics::default())
    }

    fn phrase(&self, value: &Value, diagnostics: &mut Diagnostics) -> Vec<Way> {
        let words = value.words();
        let Some(((noun, noun_span), adjectives)) = words.split_last() else {
            diagnostics.add(value.span, "a direction is needed here");
            return Vec::new();
        };
        let Some(mut ways) = self.noun(noun, *noun_span, diagnostics) else { return Vec::new() };
        for (adjective, span) in adjectives {
            ways = match ways.into_iter().map(|way| filter(way, adjective)).collect::<Option<Vec<_>>>() {
                Some(kept) => kept.into_iter().flatten().collect(),
                None if ADJECTIVES.contains(adjective) => {
                    diagnostics.add(*span, format!("`{adjective}` can't be said of these directions"));
                    return Vec::new();
                }
                None => {
                    diagnostics.unknown(*span, "before directions", adjective, ADJECTIVES);
                    return Vec::new();
                }
            };
        }
        if ways.is_empty() {
            diagnostics.add(value.span, "there are no such directions");
        }
        ways
    }

    fn noun(&self, noun: &str, span: Span, diagnostics: &mut Diagnostics) -> Option<Vec<Way>> {
        let all = |shapes: &[[i16; 3]]| Some(offsets(shapes.iter().flat_map(|shape| Offset::all_of(*shape)).collect()));
        match noun {
            "orthogonal" => all(&[[0, 0, 1]]),
            "diagonal" => all(&[[0, 1, 1]]),
            "triagonal" => all(&[[1, 1, 1]]),
            "radial" => all(&[[0, 0, 1], [0, 1, 1], [1, 1, 1]]),
            "keep-line" => Some(vec![Way::Keep(1), Way::Keep(-1)]),
            "cross-line" => Some(vec![Way::Cross(0), Way::Cross(1), Way::Cross(-1)]),
            shape if shape.starts_with('(') => match leaper(shape) {
                Some(shape) => all(&[shape]),
                None => {
                    diagnostics.add_with_help(
                        span,
                        "this is no leap",
                        format!("as in `(1,2)` or `(2,1,1)`, with numbers up to {}", limits::COMPONENT),
                    );
                    None
                }
            },
            name => match self.named.get(name) {
                Some(ways) => Some(ways.clone()),
                None => self.sum(name, span, diagnostics),
            },
        }
    }

    /// `forward+sideways`, `2forward+left`: each unit one of its directions, added up.
    fn sum(&self, text: &str, span: Span, diagnostics: &mut Diagnostics) -> Option<Vec<Way>> {
        let mut sums = vec![Offset::new(0, 0, 0)];
        for term in text.split('+').take(9) {
            let letters = term.find(|c: char| !c.is_ascii_digit()).unwrap_or(term.len());
            let (times, unit) = term.split_at(letters);
            let times = if times.is_empty() {
                Some(1)
            } else {
                times.parse().ok().filter(|times| (1..=limits::COMPONENT).contains(times))
            };
            let Some(times) = times else {
                diagnostics.add(span, format!("numbers before directions are 1 to {}", limits::COMPONENT));
                return None;
            };
            let units: &[(i16, i16, i16)] = match unit {
                "forward" => &[(0, 0, 1)],
                "backward" => &[(0, 0, -1)],
                "left" => &[(0, -1, 0)],
                "right" => &[(0, 1, 0)],
                "sideways" => &[(0, -1, 0), (0, 1, 0)],
                "up" => &[(1, 0, 0)],
                "down" => &[(-1, 0, 0)],
                "vertical" => &[(-1, 0, 0), (1, 0, 0)],
                _ => {
                    let known = NOUNS.into_iter().chain(UNITS).chain(self.given().map(|(name, _)| name));
                    diagnostics.unknown(span, "the direction", unit, known);
                    return None;
                }
            };
            sums = sums
                .iter()
                .flat_map(|sum| {
                    units.iter().map(|&(level, file, rank)| *sum + Offset::new(level, file, rank).times(times))
                })
                .collect();
        }
        let bad = sums.iter().any(|sum| sum.is_zero() || sum.longest() > limits::COMPONENT);
        if bad || text.split('+').count() > 8 {
            diagnostics.add(span, format!("`{}` leads nowhere, or too far", shorten(text)));
            return None;
        }
        Some(offsets(sums))
    }
}

fn offsets(offsets: Vec<Offset>) -> Vec<Way> {
    offsets.into_iter().map(|offset| Way::Offset(offset, Ring::Any)).collect()
}

/// The numbers of `(1,2)` or `(2,1,0)`.
fn leaper(text: &str) -> Option<[i16; 3]> {
    let numbers: Vec<i16> = text
        .strip_prefix('(')?
        .strip_suffix(')')?
        .split(',')
        .map(|number| number.trim().parse().ok().filter(|number| (0..=limits::COMPONENT).contains(number)))
        .collect::<Option<_>>()?;
    let shape = match numbers[..] {
        [a, b] => [a, b, 0],
        [a, b, c] => [a, b, c],
        _ => return None,
    };
    (shape != [0, 0, 0]).then_some(shape)
}

/// The way if the adjective holds of it; `None` outside if it can't be said of it.
fn filter(way: Way, adjective: &str) -> Option<Option<Way>> {
    let ring = |wanted: Ring| match way {
        Way::Offset(offset, Ring::Any) if (offset.level, offset.file) == (0, 0) => {
            Some((wanted == Ring::Keep).then_some(way))
        }
        Way::Offset(offset, Ring::Any) => Some(Some(Way::Offset(offset, wanted))),
        Way::Offset(_, other) => Some((other == wanted).then_some(way)),
        Way::Keep(_) => Some((wanted == Ring::Keep).then_some(way)),
        Way::Cross(_) => Some((wanted == Ring::Cross).then_some(way)),
    };
    let straight = |holds: fn(Offset) -> bool| match way {
        Way::Offset(offset, _) => Some(holds(offset).then_some(way)),
        Way::Keep(_) | Way::Cross(_) => None,
    };
    match adjective {
        "forward" => Some((way.rank() > 0).then_some(way)),
        "non-forward" => Some((way.rank() <= 0).then_some(way)),
        "backward" => Some((way.rank() < 0).then_some(way)),
        "same-rank" => Some((way.rank() == 0).then_some(way)),
        "upward" => straight(|offset| offset.level > 0),
        "downward" => straight(|offset| offset.level < 0),
        "same-level" => straight(|offset| offset.level == 0),
        "leftward" => straight(|offset| offset.file < 0),
        "rightward" => straight(|offset| offset.file > 0),
        "same-file" => straight(|offset| offset.file == 0),
        "keeping" => ring(Ring::Keep),
        "crossing" => ring(Ring::Cross),
        _ => None,
    }
}
