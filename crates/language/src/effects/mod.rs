//! What a move can do besides carrying a piece from one cell to another: one file for each effect.

mod castling;
mod double_step;
mod elsewhere;
mod hands;
mod promotion;
mod swap;

use crate::board::Mirror;
use crate::direction::Directions;
use crate::pieces::Pieces;
use crate::region::Regions;
use crate::report::Faults;
use crate::syntax::{Node, Value};
use spielraum_geometry::CellSet;
use spielraum_rules::ByColor;

pub(crate) use castling::castlings;
pub(crate) use double_step::double_steps;
pub(crate) use elsewhere::elsewhere;
pub(crate) use hands::hands;
pub(crate) use promotion::promotions;
pub(crate) use swap::swap;

/// What effects and goals refer to.
pub(crate) struct Scope<'s> {
    pub nodes: &'s [Node],
    pub regions: &'s Regions<'s>,
    pub directions: &'s Directions,
    pub mirror: Mirror,
    pub pieces: &'s Pieces,
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
    pub fn needed<'n>(&self, node: &'n Node, prop: &str, example: &str, faults: &mut Faults) -> Option<&'n Value> {
        let value = node.prop(prop);
        if value.is_none() {
            faults.missing(node, format!("`{}` needs `{prop}`", node.word), format!("as in `{prop}={example}`"));
        }
        value
    }

    /// The region that a needed property names.
    pub fn region(&self, node: &Node, prop: &str, faults: &mut Faults) -> Option<ByColor<CellSet>> {
        let value = self.needed(node, prop, "\"last-rank\"", faults)?;
        self.regions.find(value, faults)
    }
}
