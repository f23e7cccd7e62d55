//! The `board` and `mirror` words.

use crate::report::{Faults, Spot};
use crate::suggest::shorten;
use crate::syntax::{Content, Node, Value};
use spielraum_geometry::{Board, BoardShape, Cell, CellSet, Coord, LevelShape, MAX_SIDE, Offset};
use spielraum_rules::Color;
use std::sync::Arc;

/// Reads `board files=8 ranks=8 levels="A B" { level ... }`.
pub(crate) fn read(node: &Node, faults: &mut Faults) -> Option<Arc<Board>> {
    let mut shapes: Vec<(LevelShape, Option<Spot>)> = Vec::new();
    let files = file_names(node.prop("files"), faults)?;
    let ranks = side(node.prop("ranks"), "ranks", faults);
    let pictures: Vec<(&Node, Picture)> =
        node.all("level").filter_map(|level| Some((level, picture_of(level.prop("picture")?, faults)?))).collect();
    // Pictures tell the size of the board where it is not given.
    let drawn = |size: fn(&Picture) -> usize| pictures.iter().map(|(_, picture)| size(picture)).max();
    let ranks = ranks.or_else(|| drawn(Picture::height));
    let files =
        files.or_else(|| drawn(Picture::width).map(|width| BoardShape::default_file_names(width.min(MAX_SIDE + 1))));
    let (Some(ranks), Some(files)) = (ranks, files) else {
        faults.missing(node, "a board needs `files` and `ranks`", "as in `board files=8 ranks=8`");
        return None;
    };
    let full =
        |name: &str| LevelShape { name: name.into(), origin: (0, 0), rows: vec![vec![true; files.len()]; ranks] };
    if let Some(levels) = node.prop("levels") {
        shapes.extend(levels.words().iter().map(|(name, spot)| (full(name), Some(*spot))));
    }
    for level in node.all("level") {
        let shape = match pictures.iter().find(|(drawn, _)| std::ptr::eq(*drawn, level)) {
            Some((_, picture)) => drawn_level(level, picture, &files, faults),
            None => sized_level(level, &files, ranks, full, faults),
        };
        shapes.push((shape?, level.first().map(|value| value.spot)));
    }
    if shapes.is_empty() {
        shapes.push((full(""), None));
    }
    let shape = BoardShape { levels: shapes.into_iter().map(|(shape, _)| shape).collect(), files, ranks };
    match Board::new(&shape) {
        Ok(board) => Some(Arc::new(board)),
        Err(errors) => {
            for error in errors.iter().take(8) {
                faults.add(node.spot, shorten(&error.to_string()));
            }
            None
        }
    }
}

/// A number from 1 to [`MAX_SIDE`].
fn side(value: Option<&Value>, what: &str, faults: &mut Faults) -> Option<usize> {
    let value = value?;
    match value.number() {
        Some(number) if (1..=MAX_SIDE as i64).contains(&number) => Some(number as usize),
        _ => {
            faults.add(value.spot, format!("a board can have 1 to {MAX_SIDE} {what}"));
            None
        }
    }
}

/// `files=8` or `files="a b c"`; `None` outside for a fault, inside for no value.
fn file_names(value: Option<&Value>, faults: &mut Faults) -> Option<Option<Vec<String>>> {
    let Some(value) = value else { return Some(None) };
    match value.content {
        Content::Number(_) => {
            side(Some(value), "files", faults).map(|count| Some(BoardShape::default_file_names(count)))
        }
        _ => Some(Some(value.words().iter().map(|(name, _)| (*name).to_owned()).collect())),
    }
}

/// `level "A" from="c3" files=4 ranks=4`.
fn sized_level(
    level: &Node,
    files: &[String],
    ranks: usize,
    full: impl Fn(&str) -> LevelShape,
    faults: &mut Faults,
) -> Option<LevelShape> {
    let name = level.name()?;
    let mut shape = full(name);
    shape.origin = corner(level, files, faults)?;
    let left = |size: usize, origin: usize| size.saturating_sub(origin);
    let size = |prop: &str, rest: usize, faults: &mut Faults| match level.prop(prop) {
        None => Some(rest),
        Some(value) => side(Some(value), prop, faults),
    };
    let width = size("files", left(files.len(), shape.origin.0), faults)?;
    let height = size("ranks", left(ranks, shape.origin.1), faults)?;
    shape.rows = vec![vec![true; width]; height];
    Some(shape)
}

fn drawn_level(level: &Node, picture: &Picture, files: &[String], faults: &mut Faults) -> Option<LevelShape> {
    let rows = picture.rows.iter().rev().map(|row| row.iter().map(|&mark| mark != HOLE).collect()).collect();
    Some(LevelShape { name: level.name()?.to_owned(), origin: corner(level, files, faults)?, rows })
}

/// The `from` of a level: the place of its lowest and leftmost cell, such as `c3`.
fn corner(level: &Node, files: &[String], faults: &mut Faults) -> Option<(usize, usize)> {
    let Some(value) = level.prop("from") else { return Some((0, 0)) };
    let text = value.text()?;
    let (file, rank) = text.split_at(text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len()));
    match (files.iter().position(|name| name == file), rank.parse::<usize>()) {
        (Some(file), Ok(rank)) if (1..=MAX_SIDE).contains(&rank) => Some((file, rank - 1)),
        _ => {
            faults.add_with_help(
                value.spot,
                "this is no place on the board",
                "give a file and a rank, as in `from=\"c3\"`",
            );
            None
        }
    }
}

/// The mark of a place without a cell.
pub(crate) const HOLE: char = '*';

/// Rows of marks from the highest rank down, spaces left out.
pub(crate) struct Picture {
    pub rows: Vec<Vec<char>>,
}

impl Picture {
    fn height(&self) -> usize {
        self.rows.len()
    }

    fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// Reads a picture: `.` an ordinary cell, `*` no cell, `x` a cell of a region.
pub(crate) fn picture_of(value: &Value, faults: &mut Faults) -> Option<Picture> {
    let mut rows = Vec::new();
    for (line, spot) in value.split(|c| c == '\n' || c == '/') {
        let row: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
        if let Some(bad) = row.iter().find(|mark| !['.', HOLE, 'x'].contains(mark)) {
            faults.add_with_help(
                spot,
                format!("`{bad}` has no meaning in a picture"),
                "`.` is a cell, `*` none, `x` a cell of the region",
            );
            return None;
        }
        rows.push(row);
    }
    if rows.is_empty() || rows.len() > MAX_SIDE || rows.iter().any(|row| row.len() > MAX_SIDE) {
        faults.add(value.spot, format!("a picture has 1 to {MAX_SIDE} rows of 1 to {MAX_SIDE} places"));
        return None;
    }
    Some(Picture { rows })
}

/// How White's directions and regions become Black's: which axes are reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mirror {
    pub levels: bool,
    pub files: bool,
    pub ranks: bool,
}

impl Mirror {
    /// Reads `mirror "ranks" "levels"`; without it, ranks are reversed.
    pub fn read(node: Option<&Node>, faults: &mut Faults) -> Self {
        let mut mirror = Self { levels: false, files: false, ranks: node.is_none() };
        for value in node.map_or(&[][..], |node| &node.args) {
            match value.text().unwrap_or_default() {
                "levels" => mirror.levels = true,
                "files" => mirror.files = true,
                "ranks" => mirror.ranks = true,
                other => faults.unknown(value.spot, "the axis", other, ["ranks", "levels", "files"]),
            }
        }
        mirror
    }

    /// A direction of White's as Black's counterpart.
    pub fn offset(self, offset: Offset) -> Offset {
        let turn = |reversed: bool, component: i16| if reversed { -component } else { component };
        Offset::new(turn(self.levels, offset.level), turn(self.files, offset.file), turn(self.ranks, offset.rank))
    }

    /// A direction of White's as that of a side.
    pub fn offset_of(self, color: Color, offset: Offset) -> Offset {
        if color == Color::White { offset } else { self.offset(offset) }
    }

    /// The counterpart of a cell; on a board without symmetry it may not exist.
    pub fn cell(self, board: &Board, cell: Cell) -> Option<Cell> {
        let (Coord { level, file, rank }, extent) = (board.coord(cell), board.extent());
        let turn = |reversed: bool, at: i16, extent: i16| if reversed { extent - 1 - at } else { at };
        board.at(Coord::new(
            turn(self.levels, level, extent.level),
            turn(self.files, file, extent.file),
            turn(self.ranks, rank, extent.rank),
        ))
    }

    /// The counterparts of cells, if all exist.
    pub fn cells(self, board: &Board, cells: &CellSet) -> Option<CellSet> {
        cells.iter().map(|cell| self.cell(board, cell)).collect()
    }
}
