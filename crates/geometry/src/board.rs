//! The board: which cells exist, what they are called, which is next to which.

use crate::{Cell, CellSet, Coord, MAX_CELLS, Offset};
use std::collections::HashMap;
use thiserror::Error;

/// The largest number of levels, of files and of ranks.
pub const MAX_SIDE: usize = 32;

/// One level of a [`BoardShape`]: its name and the cells that exist on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelShape {
    /// The letters before the file in a cell's name; may be empty for one level of the board.
    pub name: String,
    /// The file of the leftmost and the rank of the lowest cell of `rows`, from 0.
    pub origin: (usize, usize),
    /// Rows from the lowest rank to the highest, each from left to right: does the cell exist?
    pub rows: Vec<Vec<bool>>,
}

/// What a board is made of, as a definition gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardShape {
    /// The levels in board order (bottom to top).
    pub levels: Vec<LevelShape>,
    /// The names of the files, left to right: one or more lower-case letters each.
    pub files: Vec<String>,
    /// How many ranks there are; their names are 1, 2, ….
    pub ranks: usize,
}

impl BoardShape {
    /// A full cuboid with the given level names (one empty name for a flat board).
    pub fn cuboid<const L: usize>(levels: [&str; L], files: usize, ranks: usize) -> Self {
        Self {
            levels: levels
                .iter()
                .map(|name| LevelShape { name: (*name).into(), origin: (0, 0), rows: vec![vec![true; files]; ranks] })
                .collect(),
            files: Self::default_file_names(files),
            ranks,
        }
    }

    /// `a`, `b`, … `z`, `aa`, `ab`, …: as many names as there are files.
    pub fn default_file_names(files: usize) -> Vec<String> {
        let letter = |index: usize| char::from(b'a' + (index % 26) as u8);
        (0..files)
            .map(|file| match file / 26 {
                0 => letter(file).to_string(),
                above => format!("{}{}", letter(above - 1), letter(file)),
            })
            .collect()
    }
}

/// Why a [`BoardShape`] is no board.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BoardError {
    /// No cell exists.
    #[error("the board has no cells")]
    NoCells,
    /// More cells than [`MAX_CELLS`].
    #[error("the board has {0} cells; at most {MAX_CELLS} are possible")]
    TooManyCells(usize),
    /// More levels, files or ranks than [`MAX_SIDE`].
    #[error("the board has {count} {axis}; at most {MAX_SIDE} are possible")]
    TooLong {
        /// `levels`, `files` or `ranks`.
        axis: &'static str,
        /// How many were asked for.
        count: usize,
    },
    /// A level reaches past the files or ranks of the board.
    #[error("level `{0}` reaches beyond the board's files or ranks")]
    OutOfBounds(String),
    /// A name of a level or file is not made of letters.
    #[error("`{0}` can't name a level or a file: use letters only")]
    BadName(String),
    /// Two cells would have the same name.
    #[error("two cells are called `{0}`")]
    AmbiguousName(String),
}

/// A board: cells numbered from 0, their places and names. Immutable.
#[derive(Clone, Debug)]
pub struct Board {
    shape: BoardShape,
    coords: Vec<Coord>,
    names: Vec<String>,
    by_coord: Vec<Option<Cell>>,
    by_name: HashMap<String, Cell>,
    extent: Coord,
}

impl PartialEq for Board {
    /// Boards of the same shape are the same board: all else follows from it.
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape
    }
}

impl Eq for Board {}

impl Board {
    /// Builds a board, or tells every reason why it can't be built.
    pub fn new(shape: &BoardShape) -> Result<Self, Vec<BoardError>> {
        let errors = shape_errors(shape);
        if !errors.is_empty() {
            return Err(errors);
        }
        let extent = Coord::new(shape.levels.len() as i16, shape.files.len() as i16, shape.ranks as i16);
        let mut board = Self {
            shape: shape.clone(),
            coords: Vec::new(),
            names: Vec::new(),
            by_coord: vec![None; shape.levels.len() * shape.files.len() * shape.ranks],
            by_name: HashMap::new(),
            extent,
        };
        let mut errors = Vec::new();
        for (level, level_shape) in shape.levels.iter().enumerate() {
            for (row, exists) in level_shape.rows.iter().enumerate() {
                for (column, _) in exists.iter().enumerate().filter(|(_, exists)| **exists) {
                    let (file, rank) = (level_shape.origin.0 + column, level_shape.origin.1 + row);
                    let coord = Coord::new(level as i16, file as i16, rank as i16);
                    let name = format!("{}{}{}", level_shape.name, shape.files[file], rank + 1);
                    let cell = Cell(board.coords.len() as u16);
                    if board.by_name.insert(name.clone(), cell).is_some() {
                        errors.push(BoardError::AmbiguousName(name.clone()));
                    }
                    let at = board.coord_index(coord).expect("checked by shape_errors");
                    board.by_coord[at] = Some(cell);
                    board.coords.push(coord);
                    board.names.push(name);
                }
            }
        }
        if errors.is_empty() { Ok(board) } else { Err(errors) }
    }

    /// What the board was made of.
    pub fn shape(&self) -> &BoardShape {
        &self.shape
    }

    /// How many cells there are, 1 to [`MAX_CELLS`].
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.coords.len()
    }

    /// All cells in the order of their numbers.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.coords.len() as u16).map(Cell)
    }

    /// The set of all cells.
    pub fn all(&self) -> CellSet {
        self.cells().collect()
    }

    /// How many levels, files and ranks there are.
    pub fn extent(&self) -> Coord {
        self.extent
    }

    /// Where a cell is.
    pub fn coord(&self, cell: Cell) -> Coord {
        self.coords[cell.index()]
    }

    /// The cell at a place, if there is one.
    pub fn at(&self, coord: Coord) -> Option<Cell> {
        self.by_coord[self.coord_index(coord)?]
    }

    /// A cell's name, such as `wc3` (docs/notation.md, "Cells").
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// The cell with exactly this name.
    pub fn find(&self, name: &str) -> Option<Cell> {
        self.by_name.get(name).copied()
    }

    /// The cell that lies at `offset` from `cell`, if there is one.
    pub fn step(&self, cell: Cell, offset: Offset) -> Option<Cell> {
        self.at(self.coord(cell) + offset)
    }

    /// The ring of the file line through a place (whether or not the cell exists): 0 in the middle.
    pub fn ring(&self, coord: Coord) -> i16 {
        ring(coord.level, coord.file, self.extent.level, self.extent.file)
    }

    /// The rows of a level as a position is written: from the highest rank to the lowest, the
    /// existing cells of each from left to right. Ranks without cells are left out.
    pub fn rows(&self, level: usize) -> Vec<Vec<Cell>> {
        (0..self.extent.rank)
            .rev()
            .map(|rank| {
                (0..self.extent.file).filter_map(|file| self.at(Coord::new(level as i16, file, rank))).collect()
            })
            .filter(|row: &Vec<Cell>| !row.is_empty())
            .collect()
    }

    fn coord_index(&self, coord: Coord) -> Option<usize> {
        let Coord { level, file, rank } = coord;
        let inside = |at: i16, extent: i16| (0..extent).contains(&at);
        (inside(level, self.extent.level) && inside(file, self.extent.file) && inside(rank, self.extent.rank)).then(
            || (level as usize * self.extent.rank as usize + rank as usize) * self.extent.file as usize + file as usize,
        )
    }
}

fn shape_errors(shape: &BoardShape) -> Vec<BoardError> {
    let mut errors = Vec::new();
    for (axis, count) in [("levels", shape.levels.len()), ("files", shape.files.len()), ("ranks", shape.ranks)] {
        if count > MAX_SIDE {
            errors.push(BoardError::TooLong { axis, count });
        }
    }
    for level in &shape.levels {
        let widest = level.rows.iter().map(Vec::len).max().unwrap_or(0);
        let past = |origin: usize, size: usize, end: usize| origin.checked_add(size).is_none_or(|sum| sum > end);
        if past(level.origin.0, widest, shape.files.len()) || past(level.origin.1, level.rows.len(), shape.ranks) {
            errors.push(BoardError::OutOfBounds(level.name.clone()));
        }
    }
    let letters = |name: &str| name.chars().all(|c| c.is_ascii_alphabetic());
    errors.extend(
        shape
            .levels
            .iter()
            .map(|level| &level.name)
            .filter(|name| !letters(name))
            .chain(shape.files.iter().filter(|name| name.is_empty() || !letters(name)))
            .map(|name| BoardError::BadName(name.clone())),
    );
    let cells = shape.levels.iter().flat_map(|level| level.rows.iter().flatten()).filter(|exists| **exists).count();
    if cells == 0 {
        errors.push(BoardError::NoCells);
    } else if cells > MAX_CELLS {
        errors.push(BoardError::TooManyCells(cells));
    }
    errors
}

/// The ring of the file line at `level`, `file` in a rank of `levels` x `files` cells: its
/// Chebyshev distance from the centre, from 0. In a rank of odd side ring 0 is one file line, in
/// one of even side it is four.
fn ring(level: i16, file: i16, levels: i16, files: i16) -> i16 {
    let twice_from_centre = |at: i16, of: i16| (2 * at - (of - 1)).abs();
    twice_from_centre(level, levels).max(twice_from_centre(file, files)) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cuboid_names_its_cells() {
        let board = Board::new(&BoardShape::cuboid(["u", "v"], 3, 10)).unwrap();
        assert_eq!(board.len(), 60);
        assert_eq!(board.name(Cell(0)), "ua1");
        assert_eq!(board.name(Cell(59)), "vc10");
        assert_eq!(board.find("va10").map(|c| board.coord(c)), Some(Coord::new(1, 0, 9)));
        assert_eq!(board.find("vd1"), None);
    }

    #[test]
    fn levels_of_different_size_share_coordinates() {
        let mut shape = BoardShape::cuboid(["", "A"], 8, 8);
        shape.levels[1] = LevelShape { name: "A".into(), origin: (2, 2), rows: vec![vec![true; 4]; 4] };
        let board = Board::new(&shape).unwrap();
        assert_eq!(board.len(), 80);
        let up = Offset::new(1, 0, 0);
        assert_eq!(board.step(board.find("d4").unwrap(), up), board.find("Ad4"));
        assert_eq!(board.step(board.find("b4").unwrap(), up), None);
        assert_eq!(board.rows(1).len(), 4);
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let mut shape = BoardShape::cuboid(["1", ""], 40, 3);
        shape.levels[1].origin = (0, 1);
        let errors = Board::new(&shape).unwrap_err();
        assert!(errors.contains(&BoardError::TooLong { axis: "files", count: 40 }));
        assert!(errors.contains(&BoardError::BadName("1".into())));
        assert!(errors.contains(&BoardError::OutOfBounds(String::new())));
        let double = Board::new(&BoardShape::cuboid(["a", "a"], 3, 3)).unwrap_err();
        assert_eq!(double[0], BoardError::AmbiguousName("aa1".into()));
    }

    #[test]
    fn rings_of_even_and_odd_boards() {
        let row = |level, side| (0..side).map(|file| ring(level, file, side, side)).collect::<Vec<_>>();
        assert_eq!(row(2, 6), [2, 1, 0, 0, 1, 2]);
        assert_eq!(row(0, 6), [2; 6]);
        assert_eq!(row(3, 7), [3, 2, 1, 0, 1, 2, 3]);
        assert_eq!(row(1, 7), [3, 2, 2, 2, 2, 2, 3]);
    }
}
