//! The words `board` and `mirror`.

use crate::report::Diagnostics;
use crate::span::Span;
use crate::suggest::shorten;
use crate::syntax::{Content, Node, Value};
use spielraum_geometry::{Board, BoardShape, Lattice, LevelShape, MAX_SIDE, Mirror};
use std::sync::Arc;

/// Reads `board files=8 ranks=8 levels="A B" { level ... }`.
pub(crate) fn read(node: &Node, diagnostics: &mut Diagnostics) -> Option<Arc<Board>> {
    let lattice = lattice(node, diagnostics)?;
    if let Some(value) = node.prop("shape") {
        return hexagon(node, value, diagnostics);
    }
    if let Some(value) = node.prop("side") {
        let help = "as in `board shape=\"hexagon\" side=6`";
        diagnostics.add_with_help(value.span, "`side` belongs to a `shape`", help);
        return None;
    }
    let mut shapes: Vec<(LevelShape, Option<Span>)> = Vec::new();
    let files = file_names(node.prop("files"), diagnostics)?;
    let ranks = side(node.prop("ranks"), "ranks", diagnostics);
    let pictures: Vec<(&Node, Picture)> =
        node.all("level").filter_map(|level| Some((level, picture_of(level.prop("picture")?, diagnostics)?))).collect();
    // Levels give the size of the board where it is not given.
    let files = match files {
        Some(files) => Some(files),
        None => {
            let origin = |level: &Node| Some(corner(level, &BoardShape::default_file_names(MAX_SIDE), diagnostics)?.0);
            let files = extent(node, &pictures, "files", Picture::width, origin);
            files.map(|count| BoardShape::default_file_names(count.min(MAX_SIDE + 1)))
        }
    };
    let ranks = ranks.or_else(|| {
        let default = BoardShape::default_file_names(MAX_SIDE);
        let files = files.as_deref().unwrap_or(&default);
        extent(node, &pictures, "ranks", Picture::height, |level| Some(corner(level, files, diagnostics)?.1))
    });
    let (Some(ranks), Some(files)) = (ranks, files) else {
        diagnostics.missing(
            node,
            "a board needs `files` and `ranks`",
            "as in `board files=8 ranks=8`, or give them or a `picture` with each `level`",
        );
        return None;
    };
    let full =
        |name: &str| LevelShape { name: name.into(), origin: (0, 0), rows: vec![vec![true; files.len()]; ranks] };
    if let Some(levels) = node.prop("levels") {
        shapes.extend(levels.words().iter().map(|(name, span)| (full(name), Some(*span))));
    }
    for level in node.all("level") {
        let shape = match pictures.iter().find(|(drawn, _)| std::ptr::eq(*drawn, level)) {
            Some((_, picture)) => drawn_level(level, picture, &files, diagnostics),
            None => sized_level(level, &files, ranks, full, diagnostics),
        };
        shapes.push((shape?, level.first().map(|value| value.span)));
    }
    if shapes.is_empty() {
        shapes.push((full(""), None));
    }
    let mut levels: Vec<LevelShape> = shapes.into_iter().map(|(shape, _)| shape).collect();
    let cubes = match node.prop("cubes") {
        None => 1,
        Some(value) => in_cubes(&mut levels, value, diagnostics)?,
    };
    build(node, &BoardShape { lattice, cubes, levels, files, ranks, first_ranks: Vec::new() }, diagnostics)
}

fn build(node: &Node, shape: &BoardShape, diagnostics: &mut Diagnostics) -> Option<Arc<Board>> {
    match Board::new(shape) {
        Ok(board) => Some(Arc::new(board)),
        Err(errors) => {
            for error in errors.iter().take(8) {
                diagnostics.add(node.span, shorten(&error.to_string()));
            }
            None
        }
    }
}

/// Reads `hexagons="files"` or `hexagons="ranks"`: which of the two run straight.
fn lattice(node: &Node, diagnostics: &mut Diagnostics) -> Option<Lattice> {
    let Some(value) = node.prop("hexagons") else { return Some(Lattice::Squares) };
    match value.text().unwrap_or_default() {
        "files" => Some(Lattice::HexagonFiles),
        "ranks" => Some(Lattice::HexagonRanks),
        other => {
            diagnostics.unknown(value.span, "what runs straight,", other, ["files", "ranks"]);
            None
        }
    }
}

/// Reads `board shape="hexagon" side=6 files="a b c d e f g h i k l"`.
fn hexagon(node: &Node, value: &Value, diagnostics: &mut Diagnostics) -> Option<Arc<Board>> {
    let shape = value.text().unwrap_or_default();
    if shape != "hexagon" {
        diagnostics.unknown(value.span, "the shape", shape, ["hexagon"]);
        return None;
    }
    for other in ["ranks", "levels", "cubes", "hexagons"] {
        if let Some(value) = node.prop(other) {
            diagnostics.add(value.span, format!("a hexagon has no `{other}`: its `side` says all"));
            return None;
        }
    }
    let most = MAX_SIDE.div_ceil(2);
    let Some(side) = node.prop("side") else {
        let help = "as in `board shape=\"hexagon\" side=6`";
        diagnostics.missing(node, "a hexagon needs the length of its `side`", help);
        return None;
    };
    let Some(length) = side.number().and_then(|n| usize::try_from(n).ok()).filter(|n| (2..=most).contains(n)) else {
        diagnostics.add(side.span, format!("the side of a hexagon has 2 to {most} cells"));
        return None;
    };
    let mut shape = BoardShape::hexagon(length);
    if let (Some(files), Some(given)) = (file_names(node.prop("files"), diagnostics)?, node.prop("files")) {
        if files.len() != shape.files.len() {
            let (found, needed) = (files.len(), shape.files.len());
            diagnostics.add(given.span, format!("this hexagon has {needed} files, here are {found}"));
            return None;
        }
        shape.files = files;
    }
    for level in node.all("level") {
        diagnostics.add(level.span, "a hexagon is flat");
    }
    build(node, &shape, diagnostics)
}

/// Reads `cubes="p q r"`: each cube has all the levels, whose names begin with the cube's.
fn in_cubes(levels: &mut Vec<LevelShape>, value: &Value, diagnostics: &mut Diagnostics) -> Option<usize> {
    let names = value.words();
    if names.is_empty() || names.len() * levels.len() > MAX_SIDE {
        diagnostics.add(value.span, format!("cubes need names, and all their levels together are at most {MAX_SIDE}"));
        return None;
    }
    let named = |(cube, _): &(&str, Span)| {
        let of_cube = |level: &LevelShape| LevelShape { name: format!("{cube}{}", level.name), ..level.clone() };
        levels.iter().map(of_cube).collect::<Vec<_>>()
    };
    let all = names.iter().flat_map(named).collect();
    *levels = all;
    Some(names.len())
}

/// How far the levels reach along files or ranks; `None` unless at least one of them says so.
fn extent(
    board: &Node,
    pictures: &[(&Node, Picture)],
    prop: &str,
    drawn: fn(&Picture) -> usize,
    mut origin: impl FnMut(&Node) -> Option<usize>,
) -> Option<usize> {
    let reach = |level: &Node| {
        let picture = pictures.iter().find(|(other, _)| std::ptr::eq(*other, level));
        let given = level.prop(prop).and_then(Value::number).and_then(|number| usize::try_from(number).ok());
        let size = picture.map(|(_, picture)| drawn(picture)).or(given)?;
        Some(size.min(MAX_SIDE + 1) + origin(level)?)
    };
    board.all("level").filter_map(reach).max()
}

/// A number from 1 to [`MAX_SIDE`].
fn side(value: Option<&Value>, what: &str, diagnostics: &mut Diagnostics) -> Option<usize> {
    let value = value?;
    match value.number() {
        Some(number) if (1..=MAX_SIDE as i64).contains(&number) => Some(number as usize),
        _ => {
            diagnostics.add(value.span, format!("a board can have 1 to {MAX_SIDE} {what}"));
            None
        }
    }
}

/// `files=8` or `files="a b c"`; `None` outside for a fault, inside for no value.
fn file_names(value: Option<&Value>, diagnostics: &mut Diagnostics) -> Option<Option<Vec<String>>> {
    let Some(value) = value else { return Some(None) };
    match value.content {
        Content::Number(_) => {
            side(Some(value), "files", diagnostics).map(|count| Some(BoardShape::default_file_names(count)))
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
    diagnostics: &mut Diagnostics,
) -> Option<LevelShape> {
    let name = level.name()?;
    let mut shape = full(name);
    shape.origin = corner(level, files, diagnostics)?;
    let left = |size: usize, origin: usize| size.saturating_sub(origin);
    let size = |prop: &str, rest: usize, diagnostics: &mut Diagnostics| match level.prop(prop) {
        None => Some(rest),
        Some(value) => side(Some(value), prop, diagnostics),
    };
    let width = size("files", left(files.len(), shape.origin.0), diagnostics)?;
    let height = size("ranks", left(ranks, shape.origin.1), diagnostics)?;
    shape.rows = vec![vec![true; width]; height];
    Some(shape)
}

fn drawn_level(level: &Node, picture: &Picture, files: &[String], diagnostics: &mut Diagnostics) -> Option<LevelShape> {
    let rows = picture.rows.iter().rev().map(|row| row.iter().map(|&mark| mark != HOLE).collect()).collect();
    Some(LevelShape { name: level.name()?.to_owned(), origin: corner(level, files, diagnostics)?, rows })
}

/// The `from` of a level: the place of its lowest and leftmost cell, such as `c3`.
fn corner(level: &Node, files: &[String], diagnostics: &mut Diagnostics) -> Option<(usize, usize)> {
    let Some(value) = level.prop("from") else { return Some((0, 0)) };
    let text = value.text()?;
    let (file, rank) = text.split_at(text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len()));
    match (files.iter().position(|name| name == file), rank.parse::<usize>()) {
        (Some(file), Ok(rank)) if (1..=MAX_SIDE).contains(&rank) => Some((file, rank - 1)),
        _ => {
            diagnostics.add_with_help(
                value.span,
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
pub(crate) fn picture_of(value: &Value, diagnostics: &mut Diagnostics) -> Option<Picture> {
    let mut rows = Vec::new();
    for (line, span) in value.split(|c| c == '\n' || c == '/') {
        let row: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
        if let Some(bad) = row.iter().find(|mark| !['.', HOLE, 'x'].contains(mark)) {
            diagnostics.add_with_help(
                span,
                format!("`{bad}` has no meaning in a picture"),
                "`.` is a cell, `*` none, `x` a cell of the region",
            );
            return None;
        }
        rows.push(row);
    }
    if rows.is_empty() || rows.len() > MAX_SIDE || rows.iter().any(|row| row.len() > MAX_SIDE) {
        diagnostics.add(value.span, format!("a picture has 1 to {MAX_SIDE} rows of 1 to {MAX_SIDE} places"));
        return None;
    }
    Some(Picture { rows })
}

/// Reads `mirror "ranks" "levels"`, how White's directions and regions become Black's; without it, ranks are reversed.
pub(crate) fn mirror(node: Option<&Node>, diagnostics: &mut Diagnostics) -> Mirror {
    let mut mirror = Mirror { ranks: node.is_none(), ..Mirror::NONE };
    for value in node.map_or(&[][..], |node| &node.args) {
        match value.text().unwrap_or_default() {
            "cubes" => mirror.cubes = true,
            "levels" => mirror.levels = true,
            "files" => mirror.files = true,
            "ranks" => mirror.ranks = true,
            "turned" => (mirror.files, mirror.ranks) = (true, true),
            other => {
                diagnostics.unknown(value.span, "the axis", other, ["ranks", "levels", "files", "cubes", "turned"])
            }
        }
    }
    mirror
}

/// How the level without letters is called where levels are named.
pub(crate) const GROUND: &str = "ground";

/// The names of the levels, [`GROUND`] for the one without letters.
pub(crate) fn level_names(board: &Board) -> impl Iterator<Item = &str> {
    board.shape().levels.iter().map(|level| if level.name.is_empty() { GROUND } else { level.name.as_str() })
}

/// The level of this name. The one without letters has two: none and [`GROUND`].
pub(crate) fn level_index(board: &Board, name: &str) -> Option<usize> {
    let exact = board.shape().levels.iter().position(|level| level.name == name);
    exact.or_else(|| level_names(board).position(|known| known == name))
}
