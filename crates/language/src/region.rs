//! Regions: named sets of cells, given as White sees them.

use crate::board::{self, HOLE, level_index, level_names};
use crate::direction::{Directions, Way};
use crate::report::Diagnostics;
use crate::span::Span;
use crate::syntax::{Content, Node, Value};
use spielraum_geometry::{Board, Cell, CellSet, MAX_SIDE, Mirror};
use spielraum_spec::{ByColor, Color};
use std::collections::HashMap;

/// The regions of a game, for each side.
pub(crate) struct Regions<'g> {
    board: &'g Board,
    mirror: Mirror,
    directions: &'g Directions,
    named: HashMap<String, ByColor<CellSet>>,
}

impl<'g> Regions<'g> {
    /// Reads the `region` nodes, in their order; a region may use those before it.
    pub fn read<'n>(
        board: &'g Board,
        mirror: Mirror,
        directions: &'g Directions,
        nodes: impl Iterator<Item = &'n Node>,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut regions = Self { board, mirror, directions, named: HashMap::new() };
        let sides = |white: i16| {
            ByColor::new(|color| {
                let on_rank = |cell: &Cell| regions.seen_by(color, *cell).is_some_and(|seen| seen.rank == white);
                board.cells().filter(on_rank).collect::<CellSet>()
            })
        };
        let ranks = [("first-rank", sides(0)), ("last-rank", sides(board.shape().ranks as i16 - 1))];
        regions.named.insert("anywhere".to_owned(), ByColor::both(board.all()));
        regions.named.extend(ranks.map(|(name, cells)| (name.to_owned(), cells)));
        for node in nodes {
            regions.add(node, diagnostics);
        }
        regions
    }

    /// Where a cell is as a side sees the board: the place itself for White, its counterpart for Black; on hexagons that may
    /// be between cells.
    fn seen_by(&self, color: Color, cell: Cell) -> Option<Seen> {
        let at = self.board.coord(cell);
        let at = if color == Color::White { at } else { self.mirror.coord(self.board, at)? };
        Some(Seen { level: self.board.level_at(at), file: at.file, rank: self.board.rank_at(at) })
    }

    fn add(&mut self, node: &Node, diagnostics: &mut Diagnostics) {
        let Some(name) = node.name() else { return };
        if name.starts_with("enemy ")
            || name.starts_with("not ")
            || name.contains(',')
            || name.trim() != name
            || name.is_empty()
        {
            diagnostics.add(node.span, "a region's name has no comma in it and does not begin with `enemy` or `not`");
        }
        let name = name.to_owned();
        let side = |word: &'static str| node.all(word).next();
        match (side("white"), side("black")) {
            (None, None) => {
                let side = |color| Side { color, mirrored: color == Color::Black };
                let white = self.steps(node, side(Color::White), diagnostics);
                let black = self.steps(node, side(Color::Black), diagnostics);
                if let (Some(white), Some(black)) = (white, black) {
                    if white.is_empty() {
                        diagnostics.add(node.span, "this region has no cells");
                    }
                    self.named.insert(name, ByColor { white, black });
                }
            }
            (Some(white), Some(black)) => {
                let side = |color| Side { color, mirrored: false };
                let sets = (
                    self.steps(white, side(Color::White), diagnostics),
                    self.steps(black, side(Color::Black), diagnostics),
                );
                if let (Some(white), Some(black)) = sets {
                    self.named.insert(name, ByColor { white, black });
                }
            }
            (Some(one), None) | (None, Some(one)) => {
                diagnostics.add(one.span, "a region given for one side must be given for the other too")
            }
        }
    }

    /// The node's own selectors, then `add`, `only` and `without` in order.
    fn steps(&self, node: &Node, side: Side, diagnostics: &mut Diagnostics) -> Option<CellSet> {
        let mut cells = match (node.props.is_empty(), node.children.first()) {
            (false, _) => self.select(node, side, diagnostics)?,
            (true, Some(first)) if first.word == "add" => CellSet::EMPTY,
            (true, Some(_)) => self.board.all(),
            (true, None) => {
                diagnostics.missing(
                    node,
                    "this region is empty",
                    "select cells, as in `ranks=\"1-3\"` or `cells=\"a1 c1-e3\"`",
                );
                return None;
            }
        };
        for step in &node.children {
            let selected = self.select(step, side, diagnostics)?;
            match step.word.as_str() {
                "add" => cells |= selected,
                "only" => cells = cells & selected,
                "without" => cells = cells - selected,
                _ => {}
            }
        }
        Some(cells)
    }

    /// The cells that fit all selectors of a node.
    fn select(&self, node: &Node, side: Side, diagnostics: &mut Diagnostics) -> Option<CellSet> {
        let mut cells = self.board.all();
        let mut sound = true;
        if node.props.is_empty() {
            diagnostics.add(
                node.span,
                "cells must be selected: `levels`, `files`, `ranks`, `cells`, `in`, `ends-of` or `picture`",
            );
            return None;
        }
        for (name, _, value) in &node.props {
            let selected = match name.as_str() {
                "levels" => self.by_axis(value, Axis::Level, side, diagnostics),
                "files" => self.by_axis(value, Axis::File, side, diagnostics),
                "ranks" => self.by_axis(value, Axis::Rank, side, diagnostics),
                "cells" => {
                    self.by_cells(value, diagnostics).and_then(|cells| self.turned(cells, value, side, diagnostics))
                }
                "picture" => {
                    self.by_picture(value, diagnostics).and_then(|cells| self.turned(cells, value, side, diagnostics))
                }
                "ends-of" => Some(self.by_ends(value, side, diagnostics)),
                _ => self.find(value, diagnostics).map(|set| set[side.color]),
            };
            match selected {
                Some(selected) => cells = cells & selected,
                None => sound = false,
            }
        }
        sound.then_some(cells)
    }

    /// `files="a c-e"`, `ranks="1-3"`, `ranks=7`, `ranks="last"`.
    fn by_axis(&self, value: &Value, axis: Axis, side: Side, diagnostics: &mut Diagnostics) -> Option<CellSet> {
        if let Content::Number(number) = value.content {
            let at = self.rank_index(&number.to_string());
            if at.is_none() {
                diagnostics.add(value.span, "there is no such rank");
            }
            return at.map(|at| self.between(axis, side, at, at));
        }
        let mut cells = CellSet::EMPTY;
        for (word, span) in value.words() {
            let (from, to) = word.split_once('-').unwrap_or((word, word));
            match (self.index(axis, from), self.index(axis, to)) {
                (Some(from), Some(to)) => cells |= self.between(axis, side, from.min(to), from.max(to)),
                _ => {
                    let shape = self.board.shape();
                    match axis {
                        Axis::Level => diagnostics.unknown(span, "the level", word, level_names(self.board)),
                        Axis::File => {
                            diagnostics.unknown(span, "the file", word, shape.files.iter().map(String::as_str))
                        }
                        Axis::Rank => diagnostics
                            .add(span, format!("the board's ranks are 1 to {}, `first` and `last`", shape.ranks)),
                    }
                    return None;
                }
            }
        }
        Some(cells)
    }

    fn index(&self, axis: Axis, name: &str) -> Option<i16> {
        let shape = self.board.shape();
        match axis {
            Axis::Level => level_index(self.board, name).filter(|_| !name.is_empty()).map(|at| at as i16),
            Axis::File => shape.files.iter().position(|file| file == name).map(|at| at as i16),
            Axis::Rank => self.rank_index(name),
        }
    }

    fn rank_index(&self, name: &str) -> Option<i16> {
        match name {
            "first" => Some(0),
            "last" => Some(self.board.shape().ranks as i16 - 1),
            number => number
                .parse()
                .ok()
                .filter(|rank| (1..=self.board.shape().ranks as i16).contains(rank))
                .map(|rank: i16| rank - 1),
        }
    }

    fn between(&self, axis: Axis, side: Side, from: i16, to: i16) -> CellSet {
        let seen_by = if side.mirrored { Color::Black } else { Color::White };
        let on_axis = |seen: Seen| match axis {
            Axis::Level => seen.level,
            Axis::File => seen.file,
            Axis::Rank => seen.rank,
        };
        let within =
            |cell: &Cell| self.seen_by(seen_by, *cell).is_some_and(|seen| (from..=to).contains(&on_axis(seen)));
        self.board.cells().filter(within).collect()
    }

    /// Cells that were named as White sees them, as a side has them.
    fn turned(&self, cells: CellSet, value: &Value, side: Side, diagnostics: &mut Diagnostics) -> Option<CellSet> {
        if !side.mirrored {
            return Some(cells);
        }
        let turned = self.mirror.cells(self.board, &cells);
        if turned.is_none() {
            diagnostics.add_with_help(
                value.span,
                "seen from Black's side this region has places without cells",
                "give it for each side: `white cells=\"...\"` and `black cells=\"...\"` in its block",
            );
        }
        turned
    }

    /// `cells="a1 c1-e3 Dc6-Df6"`: cells, and boxes given by two corners.
    fn by_cells(&self, value: &Value, diagnostics: &mut Diagnostics) -> Option<CellSet> {
        let mut cells = CellSet::EMPTY;
        for (word, span) in value.words() {
            let (from, to) = word.split_once('-').unwrap_or((word, word));
            let (from, to) = (cell(self.board, from, span, diagnostics)?, cell(self.board, to, span, diagnostics)?);
            let within = |at: usize, a: usize, b: usize| (a.min(b)..=a.max(b)).contains(&at);
            let board = self.board;
            let in_box = |&cell: &Cell| {
                within(board.level(cell), board.level(from), board.level(to))
                    && within(board.file(cell), board.file(from), board.file(to))
                    && within(board.rank(cell), board.rank(from), board.rank(to))
            };
            cells |= board.cells().filter(in_box).collect();
        }
        Some(cells)
    }

    /// A picture of one level, which holds for all.
    fn by_picture(&self, value: &Value, diagnostics: &mut Diagnostics) -> Option<CellSet> {
        let picture = board::picture_of(value, diagnostics)?;
        let (files, ranks) = (self.board.shape().files.len(), self.board.shape().ranks);
        let fits = picture.rows.len() == ranks && picture.rows.iter().all(|row| row.len() == files);
        if !fits {
            diagnostics.add(value.span, format!("the picture needs {ranks} rows of {files} places"));
            return None;
        }
        let marked = |cell: &Cell| {
            let row = picture.rows.get(ranks - 1 - self.board.rank(*cell));
            row.and_then(|row| row.get(self.board.file(*cell))).is_some_and(|mark| *mark != HOLE && *mark == 'x')
        };
        Some(self.board.cells().filter(marked).collect())
    }

    /// `ends-of="forward"`: the cells from which none of the directions leads to another cell, as the side sees them.
    fn by_ends(&self, value: &Value, side: Side, diagnostics: &mut Diagnostics) -> CellSet {
        let ways = self.directions.ways(std::slice::from_ref(value), diagnostics);
        let seen_by = if side.mirrored { Color::Black } else { Color::White };
        let steps: Vec<_> = ways
            .into_iter()
            .flat_map(|way: Way| way.of(seen_by, self.mirror, self.board.lattice()).steps())
            .map(|(offset, _)| offset)
            .collect();
        let ends = |cell: &Cell| steps.iter().all(|&step| self.board.step(*cell, step).is_none());
        self.board.cells().filter(ends).collect()
    }

    /// The region that a value names: `camp`, `enemy camp`, `not camp`, or several between commas.
    pub fn find(&self, value: &Value, diagnostics: &mut Diagnostics) -> Option<ByColor<CellSet>> {
        let mut found = ByColor::both(CellSet::EMPTY);
        let names = value.split(|c| c == ',');
        if names.is_empty() {
            diagnostics.add(value.span, "a region's name is needed here");
            return None;
        }
        for (name, span) in names {
            let (not, name) = prefix(name, "not ");
            let (enemy, name) = prefix(name, "enemy ");
            let Some(cells) = self.named.get(name) else {
                let mut known: Vec<&str> = self.named.keys().map(String::as_str).collect();
                known.sort_unstable();
                diagnostics.unknown(span, "the region", name, known);
                return None;
            };
            for color in Color::BOTH {
                let cells = cells[if enemy { !color } else { color }];
                found[color] |= if not { self.board.all() - cells } else { cells };
            }
        }
        Some(found)
    }

    /// The board.
    pub fn board(&self) -> &'g Board {
        self.board
    }
}

fn prefix<'w>(word: &'w str, prefix: &str) -> (bool, &'w str) {
    match word.strip_prefix(prefix) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, word),
    }
}

/// For whom cells are selected.
#[derive(Clone, Copy)]
struct Side {
    color: Color,
    /// Whether the selectors are said as White sees the board and meant as Black does.
    mirrored: bool,
}

/// Where a cell is as a side sees the board.
struct Seen {
    level: i16,
    file: i16,
    /// As the cell's name has it, from 0.
    rank: i16,
}

#[derive(Clone, Copy)]
enum Axis {
    Level,
    File,
    Rank,
}

/// The cell of this name.
pub(crate) fn cell(board: &Board, name: &str, span: Span, diagnostics: &mut Diagnostics) -> Option<Cell> {
    let found = board.find(name);
    if found.is_none() {
        let shape = board.shape();
        let example = board.name(Cell(0));
        let help = format!("the board's cells are called {example} to {}", board.name(Cell(board.len() as u16 - 1)));
        debug_assert!(shape.ranks <= MAX_SIDE);
        diagnostics.add_with_help(span, format!("the board has no cell `{}`", crate::suggest::shorten(name)), help);
    }
    found
}
