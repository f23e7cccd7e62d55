//! The rules of games: one file for each, which declares its words, reads them and explains them.
//!
//! Adding a rule takes a file with a [`Rule`] and one line in [`RULES`].

mod bare_royals;
mod castling;
mod check_count;
mod double_step;
mod duty;
mod extinction;
mod hand;
mod move_count;
mod no_facing;
mod promotion;
mod promotion_elsewhere;
mod reach;
mod repetition;
mod stalemate;
mod swap;

use crate::Definition;
use crate::board::Mirror;
use crate::direction::Directions;
use crate::grammar::Word;
use crate::pieces::Pieces;
use crate::region::Regions;
use crate::report::Diagnostics;
use crate::start::Start;
use crate::syntax::{Node, Value};
use spielraum_geometry::CellSet;
use spielraum_rules::ByColor;
use spielraum_rules::spec::{PieceType, Spec};

/// All rules, in the order in which they are read and explained.
pub(crate) static RULES: &[Rule] = &[
    promotion::RULE,
    hand::RULE,
    promotion_elsewhere::RULE,
    double_step::RULE,
    castling::RULE,
    swap::RULE,
    stalemate::RULE,
    extinction::RULE,
    reach::RULE,
    check_count::RULE,
    no_facing::RULE,
    repetition::RULE,
    move_count::RULE,
    bare_royals::RULE,
    duty::RULE,
];

/// A rule of the language.
pub(crate) struct Rule {
    /// Its words at the outermost level of a definition.
    pub words: &'static [Word],
    /// What it is about.
    pub topic: Topic,
    /// Reads what a definition says of it, if anything, into the `Spec`.
    pub read: fn(&Scope<'_>, &mut Spec, &mut Diagnostics),
    /// The sentences about it; none where the game does not have it.
    pub explain: fn(&Definition) -> Vec<String>,
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    /// What a move can do besides carrying a piece from one cell to another.
    Moves,
    /// How a game ends, and what is forbidden.
    End,
}

impl Topic {
    /// The sentences of all its rules.
    pub fn sentences(self, definition: &Definition) -> Vec<String> {
        RULES.iter().filter(|rule| rule.topic == self).flat_map(|rule| (rule.explain)(definition)).collect()
    }
}

/// What rules refer to.
pub(crate) struct Scope<'s> {
    pub nodes: &'s [Node],
    pub regions: &'s Regions<'s>,
    pub directions: &'s Directions,
    pub mirror: Mirror,
    pub pieces: &'s Pieces,
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

    /// The region that a needed property names.
    pub fn region(&self, node: &Node, prop: &str, diagnostics: &mut Diagnostics) -> Option<ByColor<CellSet>> {
        let value = self.needed(node, prop, "\"last-rank\"", diagnostics)?;
        self.regions.find(value, diagnostics)
    }
}

/// The pieces that the nodes of a word name, each with the node of the latest layer that names it. What a later layer has
/// overridden need not fit the game any more; nobody should read it.
fn latest<'s>(scope: &Scope<'s>, word: &'static str, diagnostics: &mut Diagnostics) -> Vec<(PieceType, &'s Node)> {
    let mut latest: Vec<(PieceType, &Node)> = Vec::new();
    for node in scope.all(word) {
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
fn outcome<T: Copy>(node: Option<&Node>, known: &[(&str, T)], diagnostics: &mut Diagnostics) -> Option<T> {
    let value = node?.first()?;
    let text = value.text()?;
    let found = known.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
    if found.is_none() {
        diagnostics.unknown(value.span, "the outcome", text, known.iter().map(|(word, _)| *word));
    }
    found
}

/// A number between two others.
fn number(value: &Value, least: i64, most: i64, diagnostics: &mut Diagnostics) -> Option<i64> {
    let found = value.number().filter(|number| (least..=most).contains(number));
    if found.is_none() {
        diagnostics.add(value.span, format!("a number from {least} to {most} is needed here"));
    }
    found
}
