//! What rules are read from, and how.

use crate::direction::{Directions, Ring, Way};
use crate::pieces::Pieces;
use crate::region::Regions;
use crate::report::Diagnostics;
use crate::span::Span;
use crate::start::Start;
use crate::syntax::{Node, Value};
use spielraum_geometry::{CellSet, Mirror, Offset};
use spielraum_spec::{ByColor, Color, MovePart, PieceType};

/// What rules refer to.
pub(crate) struct Scope<'s> {
    pub nodes: &'s [Node],
    pub regions: &'s Regions<'s>,
    pub directions: &'s Directions,
    pub mirror: Mirror,
    pub pieces: &'s Pieces,
    /// How the pieces move that the `first-move` lines speak of, line by line.
    pub first_moves: &'s [ByColor<Vec<MovePart>>],
    /// The start position, if it could be read.
    pub start: Option<&'s Start>,
}

impl<'s> Scope<'s> {
    /// The node of a word of which there is at most one.
    pub fn one(&self, word: &str) -> Option<&'s Node> {
        self.nodes.iter().find(|node| node.word == word)
    }

    /// All nodes of a word.
    pub fn all(&self, word: &'static str) -> impl Iterator<Item = &'s Node> {
        self.nodes.iter().filter(move |node| node.word == word)
    }

    /// A property that must be there.
    pub fn needed<'n>(
        &self,
        node: &'n Node,
        prop: &str,
        example: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<&'n Value> {
        let value = node.prop(prop);
        if value.is_none() {
            diagnostics.missing(node, format!("`{}` needs `{prop}`", node.word), format!("as in `{prop}={example}`"));
        }
        value
    }

    /// A direction of White's as that of a side.
    pub fn offset_of(&self, color: Color, offset: Offset) -> Offset {
        if color == Color::White { offset } else { self.mirror.offset(self.regions.board().lattice(), offset) }
    }

    /// The steps and leaps of White's that values name; `fault` is reported at `span` of each way that is neither.
    pub fn steps(&self, values: &[Value], span: Span, fault: &str, diagnostics: &mut Diagnostics) -> Vec<Offset> {
        let ways = self.directions.ways(values, diagnostics);
        let mut step = |way| match way {
            Way::Offset(offset, Ring::Any) => Some(offset),
            _ => {
                diagnostics.add(span, fault);
                None
            }
        };
        ways.into_iter().filter_map(&mut step).collect()
    }

    /// The steps of each side that `along` names, those that stay on the board; `fault` is reported of other ways.
    pub fn along(&self, node: &Node, fault: &str, diagnostics: &mut Diagnostics) -> Option<ByColor<Vec<Offset>>> {
        let along = self.needed(node, "along", "\"radial\"", diagnostics)?;
        let mut white = self.steps(std::slice::from_ref(along), along.span, fault, diagnostics);
        white.retain(|offset| self.regions.board().fits(*offset));
        if white.is_empty() {
            if diagnostics.none() {
                diagnostics.add(along.span, "no such step stays on this board");
            }
            return None;
        }
        Some(self.of_both(&white))
    }

    /// Steps of White's as those of each side.
    pub fn of_both(&self, steps: &[Offset]) -> ByColor<Vec<Offset>> {
        ByColor::new(|color| steps.iter().map(|&step| self.offset_of(color, step)).collect())
    }

    /// The region that a needed property names.
    pub fn region(&self, node: &Node, prop: &str, diagnostics: &mut Diagnostics) -> Option<ByColor<CellSet>> {
        let value = self.needed(node, prop, "\"last-rank\"", diagnostics)?;
        self.regions.find(value, diagnostics)
    }
}

/// The pieces that the nodes of a word name, each with the node of the latest layer that names it. What a later layer has
/// overridden need not fit the game any more; nobody should read it.
pub(super) fn latest<'s>(
    scope: &Scope<'s>,
    word: &'static str,
    diagnostics: &mut Diagnostics,
) -> Vec<(PieceType, &'s Node)> {
    latest_of(scope, word, &|_| true, diagnostics)
}

/// The same of those nodes that count.
pub(super) fn latest_of<'s>(
    scope: &Scope<'s>,
    word: &'static str,
    counts: &dyn Fn(&Node) -> bool,
    diagnostics: &mut Diagnostics,
) -> Vec<(PieceType, &'s Node)> {
    let mut latest: Vec<(PieceType, &Node)> = Vec::new();
    for node in scope.all(word).filter(|node| counts(node)) {
        for value in &node.args {
            let Some(piece) = scope.pieces.find(value.text().unwrap_or_default(), value.span, diagnostics) else {
                continue;
            };
            if latest.iter().any(|(other, earlier)| *other == piece && earlier.layer == node.layer) {
                let (word, piece) = (word.replace('-', " "), scope.pieces.symbol(piece));
                diagnostics.add(value.span, format!("the {word} of `{piece}` is given twice"));
            }
            latest.retain(|(other, _)| *other != piece);
            latest.push((piece, node));
        }
    }
    latest
}

/// The meaning of a node's one argument.
pub(super) fn outcome<T: Copy>(node: Option<&Node>, known: &[(&str, T)], diagnostics: &mut Diagnostics) -> Option<T> {
    let value = node?.first()?;
    let text = value.text()?;
    let found = known.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
    if found.is_none() {
        diagnostics.unknown(value.span, "the outcome", text, known.iter().map(|(word, _)| *word));
    }
    found
}

/// The side that the property `for` names: `Some(None)` without it, `None` if it names none.
pub(super) fn side(node: &Node, diagnostics: &mut Diagnostics) -> Option<Option<Color>> {
    let Some(value) = node.prop("for") else { return Some(None) };
    match value.text() {
        Some("white") => Some(Some(Color::White)),
        Some("black") => Some(Some(Color::Black)),
        other => {
            diagnostics.unknown(value.span, "the side", other.unwrap_or_default(), ["white", "black"]);
            None
        }
    }
}

/// A number between two others.
pub(super) fn number(value: &Value, least: i64, most: i64, diagnostics: &mut Diagnostics) -> Option<i64> {
    let found = value.number().filter(|number| (least..=most).contains(number));
    if found.is_none() {
        diagnostics.add(value.span, format!("a number from {least} to {most} is needed here"));
    }
    found
}
