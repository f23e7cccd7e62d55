//! The word `show`: boards whose cells are the points at which lines cross.

use crate::region::Regions;
use crate::report::Diagnostics;
use crate::syntax::{Node, Value};
use spielraum_geometry::{Cell, CellSet, Lattice};
use spielraum_spec::ByColor;

/// Reads `show "points" river=5 diagonals="palace"`: the lines between points, each as long as it runs straight. Without the word
/// there are none.
pub(crate) fn lines(node: Option<&Node>, regions: &Regions<'_>, diagnostics: &mut Diagnostics) -> Vec<[Cell; 2]> {
    let Some((node, value)) = node.and_then(|node| Some((node, node.first()?))) else { return Vec::new() };
    let shown = value.text().unwrap_or_default();
    if shown != "points" {
        diagnostics.unknown(value.span, "what cells are,", shown, ["points"]);
        return Vec::new();
    }
    let shape = regions.board().shape();
    if shape.lattice != Lattice::Squares || shape.cubes > 1 {
        diagnostics.add_with_help(node.span, "only squares can be points", "leave `show` out");
        return Vec::new();
    }
    let river = node.prop("river").and_then(|value| river(value, shape.ranks, diagnostics));
    let diagonals = node.prop("diagonals").and_then(|value| regions.find(value, diagnostics));
    Points { regions, river, diagonals }.lines()
}

/// The rank, counted from 0, beyond which the river flows.
fn river(value: &Value, ranks: usize, diagnostics: &mut Diagnostics) -> Option<usize> {
    let rank = value.number().and_then(|rank| usize::try_from(rank).ok()).filter(|rank| (1..ranks).contains(rank));
    if rank.is_none() {
        let message = "the river flows between two ranks";
        diagnostics.add_with_help(value.span, message, "give the lower one, as in `river=5`");
    }
    rank.map(|rank| rank - 1)
}

struct Points<'r> {
    regions: &'r Regions<'r>,
    river: Option<usize>,
    diagonals: Option<ByColor<CellSet>>,
}

impl Points<'_> {
    fn lines(&self) -> Vec<[Cell; 2]> {
        let mut lines = Vec::new();
        for along in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let back = (-along.0, -along.1);
            for from in self.regions.board().cells() {
                let starts = self.next(from, back).is_none();
                let mut to = from;
                while let Some(next) = self.next(to, along).filter(|_| starts) {
                    to = next;
                }
                if to != from {
                    lines.push([from, to]);
                }
            }
        }
        lines
    }

    /// The next point along a line, if a line leads there.
    fn next(&self, from: Cell, along: (i64, i64)) -> Option<Cell> {
        let board = self.regions.board();
        let moved = |at: usize, by: i64| usize::try_from(at as i64 + by).ok();
        let (file, rank) = (moved(board.file(from), along.0)?, moved(board.rank(from), along.1)?);
        let to = board.printed_at(board.level(from), file, rank)?;
        let joined = match along {
            (0, _) => file == 0 || file + 1 == board.shape().files.len() || !self.is_river(board.rank(from), rank),
            (_, 0) => true,
            _ => {
                let both = |cells: CellSet| cells.contains(from) && cells.contains(to);
                self.diagonals.as_ref().is_some_and(|sides| both(sides.white) || both(sides.black))
            }
        };
        joined.then_some(to)
    }

    fn is_river(&self, one: usize, other: usize) -> bool {
        self.river == Some(one.min(other))
    }
}
