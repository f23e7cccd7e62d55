//! Phrases that name directions: `"forward diagonal"`, `"2forward+sideways"`, `"(1,2)"`.
//!
//! A phrase is a noun, perhaps with adjectives before it. The noun names ways to go; each adjective
//! keeps some of them. Everything is said from White's side.

use crate::limits;
use crate::report::Diagnostics;
use crate::span::Span;
use crate::suggest::shorten;
use crate::syntax::{Node, Value};
use spielraum_geometry::{Board, Lattice, LineDirection, Mirror, Offset, RingFilter};
use spielraum_spec::Color;
use std::collections::HashMap;

/// One way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Way {
    /// By an offset, perhaps only if the ring stays the same or changes.
    Offset(Offset, Ring),
    /// Round the ring, gaining this many ranks with each step.
    Keep(i16),
    /// In and out, gaining this many ranks with each step.
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
    pub fn of(self, color: Color, mirror: Mirror, lattice: Lattice) -> Self {
        if color == Color::White {
            return self;
        }
        let rank = |rank: i16| if mirror.ranks { -rank } else { rank };
        match self {
            Self::Offset(offset, ring) => Self::Offset(mirror.offset(lattice, offset), ring),
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

    /// How far forward it leads.
    fn forward(self, lattice: Lattice) -> i16 {
        match self {
            Self::Offset(offset, _) => lattice.plane(offset.file, offset.rank).1,
            Self::Keep(rank) | Self::Cross(rank) => rank,
        }
    }
}

/// The directions that a game has given names to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Directions {
    lattice: Lattice,
    /// Whether the board has a fourth axis.
    four_axes: bool,
    named: HashMap<String, Vec<Way>>,
    /// The names in the order in which they were given, with the phrases behind them.
    given: Vec<(String, Vec<Value>)>,
}

const ADJECTIVES: [&str; 13] = [
    "forward",
    "backward",
    "same-rank",
    "upward",
    "downward",
    "same-level",
    "leftward",
    "rightward",
    "same-file",
    "same-cube",
    "keeping",
    "crossing",
    "non-forward",
];

const NOUNS: [&str; 9] =
    ["orthogonal", "diagonal", "triagonal", "tetragonal", "radial", "edge", "corner", "keep-line", "cross-line"];

const UNITS: [&str; 14] = [
    "forward",
    "backward",
    "left",
    "right",
    "sideways",
    "forward-left",
    "forward-right",
    "backward-left",
    "backward-right",
    "up",
    "down",
    "vertical",
    "ana",
    "kata",
];

impl Directions {
    /// Reads the `directions` nodes, in their order; one may use those before it.
    pub fn read<'n>(
        board: Option<&Board>,
        nodes: impl Iterator<Item = &'n Node>,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut directions = Self {
            lattice: board.map(Board::lattice).unwrap_or_default(),
            four_axes: board.is_some_and(|board| board.axes() == 4),
            ..Self::default()
        };
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
            ways = match ways.into_iter().map(|way| filter(way, adjective, self.lattice)).collect::<Option<Vec<_>>>() {
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
        match noun {
            shape if shape.starts_with('(') => match leaper(shape) {
                Some([_, _, _, cubes]) if cubes != 0 && !self.four_axes => {
                    diagnostics.add(span, "a leap of four numbers needs a board with `cubes`");
                    None
                }
                Some([file, rank, levels, _]) if self.lattice.is_hexagonal() => {
                    Some(offsets(Lattice::hexagon_offsets([file, rank], levels)))
                }
                Some(shape) => Some(self.on_squares(&[shape])),
                None => {
                    diagnostics.add_with_help(
                        span,
                        "this is no leap",
                        format!("as in `(1,2)` or `(2,1,1)`, with numbers up to {}", limits::COMPONENT),
                    );
                    None
                }
            },
            "edge" | "corner" if !self.lattice.is_hexagonal() => {
                diagnostics.add_with_help(
                    span,
                    format!("squares have no `{noun}` directions"),
                    "say `orthogonal` or `diagonal`, or give the board `hexagons`",
                );
                None
            }
            "orthogonal" | "diagonal" | "triagonal" | "tetragonal" | "keep-line" | "cross-line"
                if self.lattice.is_hexagonal() =>
            {
                diagnostics.add_with_help(
                    span,
                    format!("hexagons have no `{noun}` directions"),
                    "say `edge` for the six through sides, `corner` for the six through corners, `radial` for both",
                );
                None
            }
            "tetragonal" if !self.four_axes => {
                diagnostics.add(span, "`tetragonal` directions need a board with `cubes`");
                None
            }
            "edge" => Some(offsets(Lattice::hexagon_offsets([0, 1], 0))),
            "corner" => Some(offsets(Lattice::hexagon_offsets([1, 1], 0))),
            "radial" if self.lattice.is_hexagonal() => {
                Some(offsets([[0, 1], [1, 1]].into_iter().flat_map(|leap| Lattice::hexagon_offsets(leap, 0)).collect()))
            }
            "orthogonal" => Some(self.on_squares(&[[1, 0, 0, 0]])),
            "diagonal" => Some(self.on_squares(&[[1, 1, 0, 0]])),
            "triagonal" => Some(self.on_squares(&[[1, 1, 1, 0]])),
            "tetragonal" => Some(self.on_squares(&[[1; 4]])),
            "radial" => {
                let shapes = [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1; 4]];
                Some(self.on_squares(&shapes[..if self.four_axes { 4 } else { 3 }]))
            }
            "keep-line" => Some(vec![Way::Keep(1), Way::Keep(-1)]),
            "cross-line" => Some(vec![Way::Cross(0), Way::Cross(1), Way::Cross(-1)]),
            name => match self.named.get(name) {
                Some(ways) => Some(ways.clone()),
                None => self.sum(name, span, diagnostics),
            },
        }
    }

    /// The offsets with these components in any order, along all axes that the board has.
    fn on_squares(&self, shapes: &[[i16; 4]]) -> Vec<Way> {
        let all = |&[a, b, c, d]: &[i16; 4]| match self.four_axes {
            true => Offset::all_of([a, b, c, d]),
            false => Offset::all_of([a, b, c]),
        };
        offsets(shapes.iter().flat_map(all).collect())
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
            let Some(units) = units(unit, self.lattice) else {
                let known = NOUNS.into_iter().chain(UNITS).chain(self.given().map(|(name, _)| name));
                diagnostics.unknown(span, "the direction", unit, known);
                return None;
            };
            sums = sums.iter().flat_map(|sum| units.iter().map(|unit| *sum + unit.times(times))).collect();
        }
        let bad = sums.iter().any(|sum| sum.is_zero() || sum.longest() > limits::COMPONENT);
        if bad || text.split('+').count() > 8 {
            diagnostics.add(span, format!("`{}` leads nowhere, or too far", shorten(text)));
            return None;
        }
        Some(offsets(sums))
    }
}

/// What a unit of a sum means: one step, or several of which each is meant. On hexagons straight ahead, back, left and right
/// lead through a side where one lies there, and otherwise through a corner.
fn units(unit: &str, lattice: Lattice) -> Option<Vec<Offset>> {
    let within = |file: i16, rank: i16| Offset::new(0, file, rank);
    let (forward, right, forward_right, forward_left) = match lattice {
        Lattice::Squares => (within(0, 1), within(1, 0), within(1, 1), within(-1, 1)),
        Lattice::HexagonFiles => (within(0, 1), within(2, -1), within(1, 0), within(-1, 1)),
        Lattice::HexagonRanks => (within(-1, 2), within(1, 0), within(0, 1), within(-1, 1)),
    };
    let (up, ana) = (Offset::new(1, 0, 0), Offset::new(0, 0, 0).ana(1));
    Some(match unit {
        "forward" => vec![forward],
        "backward" => vec![-forward],
        "left" => vec![-right],
        "right" => vec![right],
        "sideways" => vec![-right, right],
        "forward-left" => vec![forward_left],
        "forward-right" => vec![forward_right],
        "backward-left" => vec![-forward_right],
        "backward-right" => vec![-forward_left],
        "up" => vec![up],
        "down" => vec![-up],
        "vertical" => vec![-up, up],
        "ana" => vec![ana],
        "kata" => vec![-ana],
        _ => return None,
    })
}

fn offsets(offsets: Vec<Offset>) -> Vec<Way> {
    offsets.into_iter().map(|offset| Way::Offset(offset, Ring::Any)).collect()
}

/// The numbers of `(1,2)`, `(2,1,0)` or `(1,1,1,2)`.
fn leaper(text: &str) -> Option<[i16; 4]> {
    let numbers: Vec<i16> = text
        .strip_prefix('(')?
        .strip_suffix(')')?
        .split(',')
        .map(|number| number.trim().parse().ok().filter(|number| (0..=limits::COMPONENT).contains(number)))
        .collect::<Option<_>>()?;
    let shape = match numbers[..] {
        [a, b] => [a, b, 0, 0],
        [a, b, c] => [a, b, c, 0],
        [a, b, c, d] => [a, b, c, d],
        _ => return None,
    };
    (shape != [0; 4]).then_some(shape)
}

/// The way if the adjective holds of it; `None` outside if it can't be said of it.
fn filter(way: Way, adjective: &str, lattice: Lattice) -> Option<Option<Way>> {
    let ring = |wanted: Ring| match way {
        Way::Offset(offset, Ring::Any) if (offset.level, offset.file) == (0, 0) => {
            Some((wanted == Ring::Keep).then_some(way))
        }
        Way::Offset(offset, Ring::Any) => Some(Some(Way::Offset(offset, wanted))),
        Way::Offset(_, other) => Some((other == wanted).then_some(way)),
        Way::Keep(_) => Some((wanted == Ring::Keep).then_some(way)),
        Way::Cross(_) => Some((wanted == Ring::Cross).then_some(way)),
    };
    let forward = way.forward(lattice);
    let straight = |holds: &dyn Fn(Offset) -> bool| match way {
        Way::Offset(offset, _) => Some(holds(offset).then_some(way)),
        Way::Keep(_) | Way::Cross(_) => None,
    };
    let right = |offset: Offset| lattice.plane(offset.file, offset.rank).0;
    match adjective {
        "forward" => Some((forward > 0).then_some(way)),
        "non-forward" => Some((forward <= 0).then_some(way)),
        "backward" => Some((forward < 0).then_some(way)),
        "same-rank" => Some((forward == 0).then_some(way)),
        "upward" => straight(&|offset| offset.level > 0),
        "downward" => straight(&|offset| offset.level < 0),
        "same-level" => straight(&|offset| offset.level == 0),
        "leftward" => straight(&|offset| right(offset) < 0),
        "rightward" => straight(&|offset| right(offset) > 0),
        "same-file" => straight(&|offset| right(offset) == 0),
        "same-cube" => straight(&|offset| offset.cube == 0),
        "keeping" => ring(Ring::Keep),
        "crossing" => ring(Ring::Cross),
        _ => None,
    }
}
