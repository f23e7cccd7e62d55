//! What all views show of a position.

use super::style::Style;
use spielraum_geometry::{Board, Cell, CellSet, Coord};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Owner, Position};

/// A position and how it is to be shown.
pub(crate) struct Scene<'a> {
    pub position: &'a Position,
    pub style: &'a Style,
    last: Vec<Cell>,
    checks: CellSet,
}

/// Why a cell stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standout {
    LastMove,
    Check,
    Marked,
}

/// The files and ranks that a level has, ends included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub files: (i16, i16),
    pub ranks: (i16, i16),
}

impl Extent {
    /// How many files and ranks.
    pub fn size(self) -> (f64, f64) {
        (f64::from(self.files.1 - self.files.0 + 1), f64::from(self.ranks.1 - self.ranks.0 + 1))
    }
}

impl<'a> Scene<'a> {
    pub fn new(position: &'a Position, style: &'a Style) -> Self {
        let last = position.moves_made().last().map_or(Vec::new(), |m| m.from().into_iter().chain([m.to()]).collect());
        Self { position, style, last, checks: position.checked_royals() }
    }

    pub fn board(&self) -> &'a Board {
        self.position.rules().board()
    }

    pub fn is_flat(&self) -> bool {
        self.board().extent().level == 1
    }

    pub fn levels(&self) -> Vec<usize> {
        (0..self.board().shape().levels.len()).collect()
    }

    pub fn level_name(&self, level: usize) -> &'a str {
        &self.board().shape().levels[level].name
    }

    /// The cells of a level in the order in which they may be painted, those that are farther away first.
    pub fn cells(&self, level: usize) -> Vec<(Cell, Coord)> {
        let (board, extent) = (self.board(), self.board().extent());
        let row = |rank| (0..extent.file).map(move |file| Coord::new(level as i16, file, rank));
        let mut cells: Vec<(Cell, Coord)> =
            (0..extent.rank).rev().flat_map(row).filter_map(|coord| Some((board.at(coord)?, coord))).collect();
        if self.style.turned {
            cells.reverse();
        }
        cells
    }

    /// How far a level reaches.
    pub fn extent(&self, level: usize) -> Extent {
        let cells = self.cells(level);
        let range = |of: fn(Coord) -> i16| {
            let values = || cells.iter().map(|&(_, coord)| of(coord));
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        Extent { files: range(|coord| coord.file), ranks: range(|coord| coord.rank) }
    }

    /// The place of the leftmost and lowest cell that a level reaches.
    pub fn corner(&self, level: usize) -> (f64, f64) {
        let Extent { files, ranks } = self.extent(level);
        let place = |file, rank| self.place(Coord::new(level as i16, file, rank));
        let (one, other) = (place(files.0, ranks.0), place(files.1, ranks.1));
        (one.0.min(other.0), one.1.min(other.1))
    }

    /// Columns from the left and rows from the bottom, as the picture has them.
    pub fn place(&self, coord: Coord) -> (f64, f64) {
        let extent = self.board().extent();
        let (file, rank) = match self.style.turned {
            false => (coord.file, coord.rank),
            true => (extent.file - 1 - coord.file, extent.rank - 1 - coord.rank),
        };
        (f64::from(file), f64::from(rank))
    }

    /// Whether a cell is one of the dark ones.
    pub fn is_dark(&self, coord: Coord) -> bool {
        !self.style.plain && (coord.level + coord.file + coord.rank) % 2 == 0
    }

    pub fn piece(&self, cell: Cell) -> Option<(Owner, PieceType)> {
        self.position.piece_at(cell)
    }

    pub fn standout(&self, cell: Cell) -> Option<Standout> {
        if self.style.marked.contains(&cell) {
            Some(Standout::Marked)
        } else if self.checks.contains(cell) {
            Some(Standout::Check)
        } else if self.last.contains(&cell) {
            Some(Standout::LastMove)
        } else {
            None
        }
    }

    pub fn file_name(&self, file: i16) -> &'a str {
        &self.board().shape().files[file as usize]
    }
}

/// How many things of a size stand in a row so that the whole comes near an aspect: `extent(columns)` tells width
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
