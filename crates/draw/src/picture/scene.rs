//! What all views show of a position.

use super::style::Style;
use crate::path::Point;
use spielraum_geometry::{Board, Cell, CellSet};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Owner, Position};

/// A position and how it is to be shown.
pub(crate) struct Scene<'a> {
    pub position: &'a Position,
    pub style: &'a Style,
    last: Vec<Cell>,
    checks: CellSet,
    /// What the side whose view is shown does not see.
    hidden: CellSet,
    /// The corners of every cell around its middle.
    polygon: Vec<Point>,
    /// What the places of two cells add up to that change places when the board is turned.
    turning: Point,
}

/// Why a cell stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standout {
    Hidden,
    LastMove,
    Check,
    Marked,
}

/// How far a level reaches, in cells of the picture: to the right and up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub left: f64,
    pub right: f64,
    pub bottom: f64,
    pub top: f64,
}

impl Extent {
    /// How wide and how high.
    pub fn size(self) -> (f64, f64) {
        (self.right - self.left, self.top - self.bottom)
    }
}

impl<'a> Scene<'a> {
    pub fn new(position: &'a Position, style: &'a Style) -> Self {
        let last = position.moves_made().last().map_or(Vec::new(), |m| m.from().into_iter().chain([m.to()]).collect());
        let board = position.rules().board();
        let sum = |of: fn(Point) -> f64| {
            let places = || board.cells().map(|cell| of(board.place(cell)));
            places().fold(f64::MAX, f64::min) + places().fold(f64::MIN, f64::max)
        };
        Self {
            position,
            style,
            last,
            checks: position.checked_royals(),
            hidden: style.seen_by.map_or(CellSet::EMPTY, |side| position.seen_by(side).hidden()),
            polygon: board.lattice().polygon(),
            turning: (sum(|place| place.0) + 1.0, sum(|place| place.1) + 1.0),
        }
    }

    pub fn board(&self) -> &'a Board {
        self.position.rules().board()
    }

    pub fn is_flat(&self) -> bool {
        self.board().axes() == 2
    }

    pub fn levels(&self) -> Vec<usize> {
        (0..self.board().shape().levels.len()).collect()
    }

    pub fn level_name(&self, level: usize) -> &'a str {
        &self.board().shape().levels[level].name
    }

    /// The cells of a level in the order in which they may be painted, those that are farther away first.
    pub fn cells(&self, level: usize) -> Vec<Cell> {
        let board = self.board();
        let mut cells: Vec<Cell> = board.cells().filter(|&cell| board.level(cell) == level).collect();
        let place = |cell: &Cell| board.place(*cell);
        cells.sort_by(|a, b| {
            let ((ax, ay), (bx, by)) = (place(a), place(b));
            by.total_cmp(&ay).then(ax.total_cmp(&bx))
        });
        if self.style.turned {
            cells.reverse();
        }
        cells
    }

    /// How far a level reaches.
    pub fn extent(&self, level: usize) -> Extent {
        let corners: Vec<Point> = self.cells(level).into_iter().flat_map(|cell| self.outline(cell, 0.0)).collect();
        let range = |of: fn(&Point) -> f64| {
            let values = || corners.iter().map(of);
            (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max))
        };
        let ((left, right), (bottom, top)) = (range(|corner| corner.0), range(|corner| corner.1));
        Extent { left, right, bottom, top }
    }

    /// The middle of a cell as the picture has it, in cells to the right and up.
    pub fn place(&self, cell: Cell) -> Point {
        let (right, forward) = self.board().place(cell);
        match self.style.turned {
            false => (right + 0.5, forward + 0.5),
            true => (self.turning.0 - right - 0.5, self.turning.1 - forward - 0.5),
        }
    }

    /// The corners of a cell, counterclockwise from the lowest left one, each moved by this part of a cell toward its middle.
    pub fn outline(&self, cell: Cell, inset: f64) -> Vec<Point> {
        let (x, y) = self.place(cell);
        let shrunk = 1.0 - 2.0 * inset;
        self.polygon.iter().map(|corner| (x + corner.0 * shrunk, y + corner.1 * shrunk)).collect()
    }

    /// Which of the colours of cells one has: 0 is the darkest of those that the board's lattice needs.
    pub fn shade(&self, cell: Cell) -> usize {
        if self.style.plain || self.has_points() { self.shades() - 1 } else { usize::from(self.board().shade(cell)) }
    }

    /// Whether cells are points at which lines cross.
    pub fn has_points(&self) -> bool {
        !self.style.lines.is_empty()
    }

    /// The lines between points of a level.
    pub fn lines(&self, level: usize) -> impl Iterator<Item = (Point, Point)> {
        let here = move |line: &&[Cell; 2]| self.board().level(line[0]) == level;
        self.style.lines.iter().filter(here).map(|&[from, to]| (self.place(from), self.place(to)))
    }

    /// The outlines of what is written on the board, 100 to the em around their middles, and where those lie.
    #[cfg(feature = "sets")]
    pub fn inscription(&self) -> impl Iterator<Item = (&'static str, Point)> {
        self.style.inscription.iter().filter_map(|&(character, [right, forward])| {
            let at = match self.style.turned {
                false => (right + 0.5, forward + 0.5),
                true => (self.turning.0 - right - 0.5, self.turning.1 - forward - 0.5),
            };
            Some((crate::sets::outline(character)?, at))
        })
    }

    /// How many colours of cells there are.
    pub fn shades(&self) -> usize {
        if self.board().lattice().is_hexagonal() { 3 } else { 2 }
    }

    /// The cells that say how files are called, and those that say how ranks are: of each file the lowest and of each rank the
    /// leftmost that a level has, as the picture shows it.
    pub fn named(&self, level: usize) -> (Vec<Cell>, Vec<Cell>) {
        let (board, cells) = (self.board(), self.cells(level));
        let first = |line: &dyn Fn(Cell) -> usize, along: &dyn Fn(Point) -> f64| {
            let mut found: Vec<Cell> = Vec::new();
            let mut sorted = cells.clone();
            sorted.sort_by(|&a, &b| along(self.place(a)).total_cmp(&along(self.place(b))));
            for cell in sorted {
                if found.iter().all(|&other| line(other) != line(cell)) {
                    found.push(cell);
                }
            }
            found
        };
        let files = first(&|cell| board.file(cell), &|place| place.1);
        (files, first(&|cell| board.rank(cell), &|place| place.0))
    }

    pub fn piece(&self, cell: Cell) -> Option<(Owner, PieceType)> {
        self.position.piece_at(cell).filter(|_| !self.hidden.contains(cell))
    }

    pub fn standout(&self, cell: Cell) -> Option<Standout> {
        if self.style.marked.contains(&cell) {
            Some(Standout::Marked)
        } else if self.hidden.contains(cell) {
            Some(Standout::Hidden)
        } else if self.checks.contains(cell) {
            Some(Standout::Check)
        } else if self.last.contains(&cell) {
            Some(Standout::LastMove)
        } else {
            None
        }
    }

    pub fn file_name(&self, cell: Cell) -> &'a str {
        &self.board().shape().files[self.board().file(cell)]
    }
}

/// How many things of a size stand in a row so that the whole comes near an aspect: `extent(columns)` returns width
/// and height.
pub(crate) fn columns(count: usize, aspect: f64, extent: impl Fn(usize) -> (f64, f64)) -> usize {
    let cost = |columns: usize| {
        let (width, height) = extent(columns);
        // An incomplete last row costs a little.
        let gaps = columns * count.div_ceil(columns) - count;
        (width / height / aspect).ln().abs() + 0.12 * gaps as f64
    };
    (1..=count).min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn boards_are_arranged_near_the_wanted_shape() {
        let squares = |count: usize| move |columns: usize| (columns as f64, count.div_ceil(columns) as f64);
        assert_eq!(columns(6, 1.5, squares(6)), 3);
        assert_eq!(columns(6, 8.0, squares(6)), 6);
        assert_eq!(columns(6, 0.2, squares(6)), 1);
        assert_eq!(columns(1, 1.0, squares(1)), 1);
        assert_eq!(columns(4, 1.0, squares(4)), 2);
    }
}
