//! How a game looks, which means nothing to its rules: boards of points (`show`), and what the sides are called (`sides`).

use crate::pieces::Pieces;
use crate::region::Regions;
use crate::report::Diagnostics;
use crate::syntax::{Node, Value};
use spielraum_geometry::{Cell, CellSet, Lattice};
use spielraum_spec::{ByColor, PieceType, SideName, SideNames};

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

/// Reads `inscription="楚河 漢界"` of the word `show`: what is written in the river. Each word has an equal part of the river, the
/// first on the left of the side that moves first. Of each character it gives the place of its middle, by file and rank from 0.
pub(crate) fn inscription(
    node: Option<&Node>,
    regions: &Regions<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<(char, [f64; 2])> {
    let Some((node, value)) = node.and_then(|node| Some((node, node.prop("inscription")?))) else { return Vec::new() };
    let shape = regions.board().shape();
    let Some(bank) = node.prop("river").and_then(Value::number) else {
        diagnostics.add_with_help(value.span, "there is no river to write in", "name its lower bank, as in `river=5`");
        return Vec::new();
    };
    let words: Vec<Vec<char>> = value.words().into_iter().map(|(word, _)| word.chars().collect()).collect();
    let written: usize = words.iter().map(Vec::len).sum();
    if written == 0 || written >= shape.files.len() {
        let message = "the river has room for at least one character, and for one fewer than there are files";
        diagnostics.add(value.span, message);
        return Vec::new();
    }
    let (part, middle) = ((shape.files.len() - 1) as f64 / words.len() as f64, bank as f64 - 0.5);
    let places = words.iter().enumerate().flat_map(|(at, word)| {
        let gap = part / (word.len() as f64 + 0.5);
        word.iter().enumerate().map(move |(k, &character)| {
            let from_middle = k as f64 - (word.len() - 1) as f64 / 2.0;
            (character, [(at as f64 + 0.5) * part + from_middle * gap, middle])
        })
    });
    places.collect()
}

/// Reads `large="K" small="A P"` of the word `show`: how large each piece is where pieces are tiles, beside one that fills its place.
pub(crate) fn tile_sizes(node: Option<&Node>, pieces: &Pieces, diagnostics: &mut Diagnostics) -> Vec<f64> {
    let named = |word: &str, diagnostics: &mut Diagnostics| -> Vec<PieceType> {
        let value = node.and_then(|node| node.prop(word));
        value.map(|value| pieces.list(value, diagnostics)).unwrap_or_default()
    };
    let (large, small) = (named("large", diagnostics), named("small", diagnostics));
    if let Some(both) = large.iter().find(|piece| small.contains(piece))
        && let Some(value) = node.and_then(|node| node.prop("small"))
    {
        diagnostics.add(value.span, format!("the piece `{}` is large and small", pieces.symbol(*both)));
    }
    // Beside large ones the others make room.
    let [top, usual, least] = if large.is_empty() { [1.0, 1.0, 0.8] } else { [1.05, 0.88, 0.7] };
    let size = |piece: PieceType| match (large.contains(&piece), small.contains(&piece)) {
        (true, _) => top,
        (_, true) => least,
        _ => usual,
    };
    (0..pieces.len()).map(|piece| size(PieceType(piece as u8))).collect()
}

/// Reads `tiles="octagons"` of the word `show`: whether pieces that are tiles have eight sides.
pub(crate) fn octagons(node: Option<&Node>, diagnostics: &mut Diagnostics) -> bool {
    let Some(value) = node.and_then(|node| node.prop("tiles")) else { return false };
    let shape = value.text().unwrap_or_default();
    if shape != "octagons" {
        diagnostics.unknown(value.span, "the shape of tiles", shape, ["octagons"]);
    }
    true
}

/// Reads `sides "red" "black"`: what the sides are called, and the colours of their pieces.
pub(crate) fn sides(node: Option<&Node>, diagnostics: &mut Diagnostics) -> SideNames {
    let usual = SideNames::default();
    let Some(node) = node else { return usual };
    let mut named = node.args.iter().map(|value| {
        let text = value.text().unwrap_or_default();
        let name = SideName::ALL.into_iter().find(|name| name.name() == text);
        if name.is_none() {
            diagnostics.unknown(value.span, "the name of a side", text, SideName::ALL.map(SideName::name));
        }
        name
    });
    let (Some(Some(first)), Some(Some(second))) = (named.next(), named.next()) else { return usual };
    if first == second {
        let help = "the side that moves first comes first, as in `sides \"red\" \"black\"`";
        diagnostics.add_with_help(node.span, "both sides have the same name", help);
    }
    SideNames { first, second }
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
