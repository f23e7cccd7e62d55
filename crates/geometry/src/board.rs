//! The board: which cells exist, what they are called, which is next to which.

use crate::lattice::Turn;
use crate::{Cell, CellSet, Coord, Lattice, MAX_CELLS, Mirror, Offset};
use std::collections::HashMap;
use std::fmt;
use thiserror::Error;

/// The largest number of levels (in all cubes), of files and of ranks.
pub const MAX_SIDE: usize = 32;

/// One level of a [`BoardShape`]: its name and the cells that exist on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelShape {
    /// The letters before the file in a cell's name; may be empty for one level of the board.
    pub name: String,
    /// The file of the leftmost and the rank of the lowest cell of `rows`, from 0.
    pub origin: (usize, usize),
    /// Rows from the lowest printed rank to the highest, each from left to right: does the cell exist?
    pub rows: Vec<Vec<bool>>,
}

/// What a board is made of, as a definition gives it.
#[derive(Clone, PartialEq, Eq)]
pub struct BoardShape {
    /// How the cells of a level lie beside each other.
    pub lattice: Lattice,
    /// How many cubes there are along the fourth axis, each with as many levels; 1 on a board of up to three dimensions.
    pub cubes: usize,
    /// The levels in board order (bottom to top), cube by cube.
    pub levels: Vec<LevelShape>,
    /// The names of the files, left to right: one or more lower-case letters each.
    pub files: Vec<String>,
    /// How many ranks there are; their names are 1, 2, ….
    pub ranks: usize,
    /// For each file, at which point of the lattice's rank axis its rank 1 lies; all 0 where the list is empty. So the cells
    /// of a hexagon's files are counted from the edge.
    pub first_ranks: Vec<i16>,
}

impl fmt::Debug for BoardShape {
    /// Digests of rules are made of this text, and files that belong to a game have them: what most boards don't have shows
    /// only where it is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lattice, cubes, levels, files, ranks, first_ranks } = self;
        let mut text = f.debug_struct("BoardShape");
        if lattice.is_hexagonal() {
            text.field("lattice", lattice).field("first_ranks", first_ranks);
        }
        if *cubes > 1 {
            text.field("cubes", cubes);
        }
        text.field("levels", levels).field("files", files).field("ranks", ranks).finish()
    }
}

impl BoardShape {
    /// A full cuboid with the given level names (one empty name for a flat board).
    ///
    /// ```
    /// use spielraum_geometry::{Board, BoardShape};
    ///
    /// let cube = Board::new(&BoardShape::cuboid(["A", "B", "C", "D", "E"], 5, 5)).unwrap();
    /// assert_eq!((cube.len(), cube.axes()), (125, 3));
    /// ```
    pub fn cuboid<const L: usize>(levels: [&str; L], files: usize, ranks: usize) -> Self {
        Self {
            lattice: Lattice::Squares,
            cubes: 1,
            levels: levels
                .iter()
                .map(|name| LevelShape { name: (*name).into(), origin: (0, 0), rows: vec![vec![true; files]; ranks] })
                .collect(),
            files: Self::default_file_names(files),
            ranks,
            first_ranks: Vec::new(),
        }
    }

    /// A hexagon of hexagons with `side` cells along each side, flat; the cells of each file are counted from White's edge.
    ///
    /// ```
    /// use spielraum_geometry::{Board, BoardShape};
    /// let board = Board::new(&BoardShape::hexagon(6)).unwrap();
    /// assert_eq!(board.len(), 91);
    /// assert!(board.find("f11").is_some() && board.find("a7").is_none());
    /// ```
    pub fn hexagon(side: usize) -> Self {
        let files = 2 * side - 1;
        let before = |file: usize| (side - 1).saturating_sub(file);
        let height = |file: usize| files - (side - 1).abs_diff(file);
        let row = |rank: usize| (0..files).map(|file| rank < height(file)).collect();
        Self {
            lattice: Lattice::HexagonFiles,
            cubes: 1,
            levels: vec![LevelShape { name: String::new(), origin: (0, 0), rows: (0..files).map(row).collect() }],
            files: Self::default_file_names(files),
            ranks: files,
            first_ranks: (0..files).map(|file| before(file) as i16).collect(),
        }
    }

    /// `a`, `b`, … `z`, `aa`, `ab`, …: one name for each file.
    ///
    /// ```
    /// use spielraum_geometry::BoardShape;
    ///
    /// let names = BoardShape::default_file_names(28);
    /// assert_eq!((names[0].as_str(), names[27].as_str()), ("a", "ab"));
    /// ```
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
#[non_exhaustive]
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
    /// The levels can't be shared out among the cubes.
    #[error("{levels} levels can't make {cubes} cubes of the same height")]
    UnevenCubes {
        /// How many levels there are.
        levels: usize,
        /// How many cubes were asked for.
        cubes: usize,
    },
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
    /// What the places of two cells that mirror each other add up to, to the right and forward in the lattice's plane.
    plane_sum: (i16, i16),
}

impl PartialEq for Board {
    /// Boards of the same shape are the same board: all else follows from it.
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape
    }
}

impl Eq for Board {}

impl Board {
    /// Builds a board, or reports every reason why it can't be built.
    pub fn new(shape: &BoardShape) -> Result<Self, Vec<BoardError>> {
        let errors = shape_errors(shape);
        if !errors.is_empty() {
            return Err(errors);
        }
        let levels = shape.levels.len() / shape.cubes;
        let first_rank = |file: usize| shape.first_ranks.get(file).copied().unwrap_or(0);
        let end_of = |(row, cells): (usize, &Vec<bool>), origin: (usize, usize)| {
            let exists = |(column, _): (usize, &bool)| (origin.1 + row) as i16 + first_rank(origin.0 + column) + 1;
            cells.iter().enumerate().filter(|(_, exists)| **exists).map(exists).max()
        };
        let ends = shape
            .levels
            .iter()
            .flat_map(|level| level.rows.iter().enumerate().filter_map(move |row| end_of(row, level.origin)));
        let ranks = ends.max().unwrap_or(0).max(shape.ranks as i16);
        let extent = Coord::new(levels as i16, shape.files.len() as i16, ranks).in_cube(shape.cubes as i16);
        let mut board = Self {
            shape: shape.clone(),
            coords: Vec::new(),
            names: Vec::new(),
            by_coord: vec![None; shape.levels.len() * shape.files.len() * ranks as usize],
            by_name: HashMap::new(),
            extent,
            plane_sum: (extent.file - 1, extent.rank - 1),
        };
        let mut errors = Vec::new();
        for (index, level_shape) in shape.levels.iter().enumerate() {
            for (row, exists) in level_shape.rows.iter().enumerate() {
                for (column, _) in exists.iter().enumerate().filter(|(_, exists)| **exists) {
                    let (file, rank) = (level_shape.origin.0 + column, level_shape.origin.1 + row);
                    let coord = Coord::new((index % levels) as i16, file as i16, rank as i16 + first_rank(file))
                        .in_cube((index / levels) as i16);
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
        if shape.lattice.is_hexagonal() {
            let sum = |of: fn((i16, i16)) -> i16| {
                let places = || board.coords.iter().map(|at| of(shape.lattice.plane(at.file, at.rank)));
                places().min().unwrap_or(0) + places().max().unwrap_or(0)
            };
            board.plane_sum = (sum(|place| place.0), sum(|place| place.1));
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
    ///
    /// ```
    /// use spielraum_geometry::{Board, BoardShape};
    ///
    /// let board = Board::new(&BoardShape::cuboid([""], 8, 8)).unwrap();
    /// let names: Vec<&str> = board.cells().take(3).map(|cell| board.name(cell)).collect();
    /// assert_eq!(names, ["a1", "b1", "c1"]);
    /// ```
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.coords.len() as u16).map(Cell)
    }

    /// The set of all cells.
    pub fn all(&self) -> CellSet {
        self.cells().collect()
    }

    /// How many cubes, levels in each, files and points of the rank axis there are. On squares these are the ranks.
    pub fn extent(&self) -> Coord {
        self.extent
    }

    /// Where a cell is.
    pub fn coord(&self, cell: Cell) -> Coord {
        self.coords[cell.index()]
    }

    /// The cell at a place, if there is one.
    ///
    /// ```
    /// use spielraum_geometry::{Board, BoardShape, Coord};
    ///
    /// let board = Board::new(&BoardShape::cuboid(["A", "B"], 4, 4)).unwrap();
    /// let cell = board.at(Coord::new(1, 0, 3)).unwrap();
    /// assert_eq!(board.name(cell), "Ba4");
    /// assert!(board.at(Coord::new(2, 0, 0)).is_none());
    /// ```
    pub fn at(&self, coord: Coord) -> Option<Cell> {
        self.by_coord[self.coord_index(coord)?]
    }

    /// A cell's name, such as `wc3` (docs/notation.md, "Cells").
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// The cell with exactly this name.
    ///
    /// ```
    /// use spielraum_geometry::{Board, BoardShape};
    ///
    /// let board = Board::new(&BoardShape::cuboid([""], 8, 8)).unwrap();
    /// assert!(board.find("h8").is_some() && board.find("h9").is_none());
    /// ```
    pub fn find(&self, name: &str) -> Option<Cell> {
        self.by_name.get(name).copied()
    }

    /// The cell that lies at `offset` from `cell`, if there is one.
    ///
    /// ```
    /// use spielraum_geometry::{Board, BoardShape, Offset};
    ///
    /// let board = Board::new(&BoardShape::cuboid([""], 8, 8)).unwrap();
    /// let knight = Offset::new(0, 1, 2);
    /// let from = board.find("g1").unwrap();
    /// assert_eq!(board.step(from, knight).map(|cell| board.name(cell)), Some("h3"));
    /// assert!(board.step(from, knight + knight).is_none());
    /// ```
    pub fn step(&self, cell: Cell, offset: Offset) -> Option<Cell> {
        self.at(self.coord(cell) + offset)
    }

    /// How the cells of a level lie beside each other.
    pub fn lattice(&self) -> Lattice {
        self.shape.lattice
    }

    /// Whether two cells may be this far apart: on a flat board nothing goes up.
    pub fn fits(&self, offset: Offset) -> bool {
        let (by, size) = (offset, self.extent);
        by.cube.abs() < size.cube
            && by.level.abs() < size.level
            && by.file.abs() < size.file
            && by.rank.abs() < size.rank
    }

    /// How many axes there are: 2, 3 or 4.
    pub fn axes(&self) -> usize {
        match (self.extent.cube, self.extent.level) {
            (1, 1) => 2,
            (1, _) => 3,
            _ => 4,
        }
    }

    /// Which of the [shape](Self::shape)'s levels a cell belongs to.
    pub fn level(&self, cell: Cell) -> usize {
        self.level_at(self.coord(cell)) as usize
    }

    /// Which of the [shape](Self::shape)'s levels a place belongs to.
    pub fn level_at(&self, at: Coord) -> i16 {
        at.cube * self.extent.level + at.level
    }

    /// A cell's file, from 0.
    pub fn file(&self, cell: Cell) -> usize {
        self.coord(cell).file as usize
    }

    /// The rank that a cell's name has, from 0: on most boards the place along the rank axis, on a hexagon the place in
    /// its file.
    pub fn rank(&self, cell: Cell) -> usize {
        self.rank_at(self.coord(cell)) as usize
    }

    /// The rank that the name of a cell at a place has or would have, from 0.
    pub fn rank_at(&self, at: Coord) -> i16 {
        at.rank - self.shape.first_ranks.get(at.file.max(0) as usize).copied().unwrap_or(0)
    }

    /// Where the middle of a cell lies in a picture of its level: to the right and forward, in widths of a cell between
    /// opposite sides. [`Lattice::polygon`] has the corners around it.
    pub fn place(&self, cell: Cell) -> (f64, f64) {
        let at = self.coord(cell);
        self.shape.lattice.place(at.file, at.rank)
    }

    /// The shade of a cell, so that neighbours differ: 0 is dark. Squares have two shades, hexagons three.
    ///
    /// ```
    /// use spielraum_geometry::{Board, BoardShape};
    ///
    /// let board = Board::new(&BoardShape::cuboid([""], 8, 8)).unwrap();
    /// assert_eq!(board.shade(board.find("a1").unwrap()), 0);
    /// assert_ne!(board.shade(board.find("a2").unwrap()), 0);
    /// ```
    pub fn shade(&self, cell: Cell) -> u8 {
        self.shape.lattice.shade(self.coord(cell))
    }

    /// How many steps of a king it takes from one cell to another on an empty lattice without holes.
    ///
    /// ```
    /// use spielraum_geometry::{Board, BoardShape};
    ///
    /// let cube = Board::new(&BoardShape::cuboid(["A", "B", "C", "D", "E"], 5, 5)).unwrap();
    /// assert_eq!(cube.steps(cube.find("Aa1").unwrap(), cube.find("Ee3").unwrap()), 4);
    /// ```
    pub fn steps(&self, from: Cell, to: Cell) -> i16 {
        self.shape.lattice.steps(self.coord(to) - self.coord(from))
    }

    /// The square of the distance between two cells, from centre to centre, in steps to a neighbour through a side.
    pub fn squared_distance(&self, from: Cell, to: Cell) -> u32 {
        let (from, to) = (self.coord(from), self.coord(to));
        let [cube, level, file, rank] =
            [to.cube - from.cube, to.level - from.level, to.file - from.file, to.rank - from.rank].map(i32::from);
        let across = if self.lattice().is_hexagonal() { file * rank } else { 0 };
        (cube * cube + level * level + file * file + rank * rank + across).unsigned_abs()
    }

    /// The cells to which a king could go in one step on an empty board, in no particular order.
    ///
    /// ```
    /// use spielraum_geometry::{Board, BoardShape};
    ///
    /// let cube = Board::new(&BoardShape::cuboid(["A", "B", "C"], 3, 3)).unwrap();
    /// assert_eq!(cube.neighbours(cube.find("Bb2").unwrap()).len(), 26);
    /// assert_eq!(cube.neighbours(cube.find("Aa1").unwrap()).len(), 7);
    /// ```
    pub fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let one = |extent: i16| if extent > 1 { -1..=1 } else { 0..=0 };
        let (cubes, levels) = (one(self.extent.cube), one(self.extent.level));
        let around = cubes.flat_map(|cube| levels.clone().map(move |level| Offset::new(level, 0, 0).ana(cube)));
        let within = self.shape.lattice.around();
        around
            .flat_map(|by| within.iter().map(move |&step| by + step))
            .filter(|step| !step.is_zero())
            .filter_map(|step| self.step(cell, step))
            .collect()
    }

    /// Where the mirror brings a place, whether there is a cell or not; `None` between the points of the lattice.
    pub(crate) fn mirrored(&self, mirror: Mirror, at: Coord) -> Option<Coord> {
        let turn = |reversed: bool, at: i16, sum: i16| if reversed { sum - at } else { at };
        let (right, forward) = self.shape.lattice.plane(at.file, at.rank);
        let (file, rank) = self
            .shape
            .lattice
            .at_plane(turn(mirror.files, right, self.plane_sum.0), turn(mirror.ranks, forward, self.plane_sum.1))?;
        let level = turn(mirror.levels, at.level, self.extent.level - 1);
        Some(Coord::new(level, file, rank).in_cube(turn(mirror.cubes, at.cube, self.extent.cube - 1)))
    }

    /// The ways to turn and mirror the board that map its cells to its cells: for each cell the one that it becomes.
    /// Sorted; the identity is the first.
    ///
    /// ```
    /// use spielraum_geometry::{Board, BoardShape};
    ///
    /// let square = Board::new(&BoardShape::cuboid([""], 8, 8)).unwrap();
    /// assert_eq!(square.isometries().len(), 8);
    /// let hexagon = Board::new(&BoardShape::hexagon(6)).unwrap();
    /// assert_eq!(hexagon.isometries().len(), 12);
    /// ```
    pub fn isometries(&self) -> Vec<Vec<u16>> {
        let least = |places: &[Coord]| {
            let of = |axis: fn(&Coord) -> i16| places.iter().map(axis).min().unwrap_or(0);
            Coord::new(of(|at| at.level), of(|at| at.file), of(|at| at.rank)).in_cube(of(|at| at.cube))
        };
        let origin = least(&self.coords);
        let image = |turn: &Turn| -> Option<Vec<u16>> {
            let turned: Vec<Coord> = self.coords.iter().map(|&at| turn.of(at)).collect();
            let back = origin - least(&turned);
            turned.into_iter().map(|at| Some(self.at(at + back)?.0)).collect()
        };
        let mut found: Vec<Vec<u16>> = self.shape.lattice.turns().iter().filter_map(image).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The ring of the file line through a place (whether or not the cell exists): 0 in the middle.
    pub fn ring(&self, coord: Coord) -> i16 {
        ring(coord.level, coord.file, self.extent.level, self.extent.file)
    }

    /// The rows of a level as a position is written: from the highest printed rank to the lowest, the
    /// existing cells of each from left to right. Ranks without cells are left out.
    ///
    /// ```
    /// use spielraum_geometry::{Board, BoardShape};
    ///
    /// let board = Board::new(&BoardShape::cuboid([""], 3, 2)).unwrap();
    /// let rows = board.rows(0);
    /// assert_eq!(board.name(rows[0][0]), "a2");
    /// assert_eq!(rows.len(), 2);
    /// ```
    pub fn rows(&self, level: usize) -> Vec<Vec<Cell>> {
        (0..self.shape.ranks)
            .rev()
            .map(|rank| (0..self.shape.files.len()).filter_map(|file| self.printed_at(level, file, rank)).collect())
            .filter(|row: &Vec<Cell>| !row.is_empty())
            .collect()
    }

    /// The cell of one of the [shape](Self::shape)'s levels whose name has this file and this rank, each from 0.
    pub fn printed_at(&self, level: usize, file: usize, rank: usize) -> Option<Cell> {
        let levels = self.extent.level as usize;
        let first = self.shape.first_ranks.get(file).copied().unwrap_or(0);
        self.at(Coord::new((level % levels) as i16, file as i16, rank as i16 + first).in_cube((level / levels) as i16))
    }

    fn coord_index(&self, coord: Coord) -> Option<usize> {
        let Coord { cube, level, file, rank } = coord;
        let inside = |at: i16, extent: i16| (0..extent).contains(&at);
        let all_inside = inside(cube, self.extent.cube)
            && inside(level, self.extent.level)
            && inside(file, self.extent.file)
            && inside(rank, self.extent.rank);
        all_inside.then(|| {
            let level = cube as usize * self.extent.level as usize + level as usize;
            (level * self.extent.rank as usize + rank as usize) * self.extent.file as usize + file as usize
        })
    }
}

impl Mirror {
    /// The place that corresponds to one of the other side, whether there is a cell or not; `None` between the points of
    /// the lattice.
    pub fn coord(self, board: &Board, at: Coord) -> Option<Coord> {
        board.mirrored(self, at)
    }

    /// The counterpart of a cell; on a board without symmetry it may not exist.
    pub fn cell(self, board: &Board, cell: Cell) -> Option<Cell> {
        board.at(self.coord(board, board.coord(cell))?)
    }

    /// The counterparts of cells, if all exist.
    pub fn cells(self, board: &Board, cells: &CellSet) -> Option<CellSet> {
        cells.iter().map(|cell| self.cell(board, cell)).collect()
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
    if shape.cubes == 0 || shape.levels.is_empty() || !shape.levels.len().is_multiple_of(shape.cubes) {
        errors.push(BoardError::UnevenCubes { levels: shape.levels.len(), cubes: shape.cubes });
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
    fn steps_lead_from_cube_to_cube_and_off_the_board() {
        let mut shape = BoardShape::cuboid(["pA", "pB", "qA", "qB"], 2, 2);
        shape.cubes = 2;
        let board = Board::new(&shape).unwrap();
        let from = board.find("qAa1").unwrap();
        let to = |level, cube| board.step(from, Offset::new(level, 0, 0).ana(cube)).map(|cell| board.name(cell));
        assert_eq!((to(1, 0), to(0, -1), to(1, -1)), (Some("qBa1"), Some("pAa1"), Some("pBa1")));
        assert_eq!((to(-1, 0), to(0, 1), to(-1, 1), to(0, -2)), (None, None, None, None));
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
    fn a_hexagon_counts_its_files_from_the_edge() {
        let board = Board::new(&BoardShape::hexagon(6)).unwrap();
        assert_eq!(board.len(), 91);
        let rows: Vec<usize> = board.rows(0).iter().map(Vec::len).collect();
        assert_eq!(rows, [1, 3, 5, 7, 9, 11, 11, 11, 11, 11, 11]);
        let to = |from: &str, file, rank| {
            let to = board.step(board.find(from).unwrap(), Offset::new(0, file, rank));
            to.map(|cell| board.name(cell).to_owned())
        };
        assert_eq!(to("f6", 0, 1).as_deref(), Some("f7"));
        assert_eq!(to("e6", 1, 0).as_deref(), Some("f7"));
        assert_eq!(to("e6", 1, -1).as_deref(), Some("f6"));
        assert_eq!(to("f6", 1, 0).as_deref(), Some("g6"));
        assert_eq!(to("f6", 1, -1).as_deref(), Some("g5"));
        assert_eq!(to("f11", 1, 0), None);
        assert_eq!(board.isometries().len(), 12);
        let mirror =
            |mirror: Mirror, from: &str| board.name(mirror.cell(&board, board.find(from).unwrap()).unwrap()).to_owned();
        let ranks = Mirror { ranks: true, ..Mirror::NONE };
        assert_eq!([mirror(ranks, "g1"), mirror(ranks, "a6"), mirror(ranks, "f6")], ["g10", "a1", "f6"]);
        let turned = Mirror { files: true, ..ranks };
        assert_eq!([mirror(turned, "g1"), mirror(turned, "a6")], ["e10", "k1"]);
        assert_eq!(mirror(Mirror { files: true, ..Mirror::NONE }, "b3"), "j3");
    }

    #[test]
    fn a_tesseract_has_four_axes() {
        let mut shape = BoardShape::cuboid(["pA", "pB", "qA", "qB"], 2, 2);
        shape.cubes = 2;
        let board = Board::new(&shape).unwrap();
        assert_eq!((board.len(), board.axes(), board.isometries().len()), (16, 4, 384));
        let ana = Offset::new(0, 0, 0).ana(1);
        assert_eq!(board.step(board.find("pBa2").unwrap(), ana), board.find("qBa2"));
        assert_eq!(board.level(board.find("qAa1").unwrap()), 2);
        shape.cubes = 3;
        assert_eq!(Board::new(&shape).unwrap_err(), [BoardError::UnevenCubes { levels: 4, cubes: 3 }]);
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
