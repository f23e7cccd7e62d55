//! Regions: named sets of cells, given as White sees them.

use crate::board::{self, HOLE, Mirror, level_index, level_names};
use crate::report::Diagnostics;
use crate::span::Span;
use crate::syntax::{Content, Node, Value};
use spielraum_geometry::{Board, Cell, CellSet, Coord, MAX_SIDE};
use spielraum_rules::{ByColor, Color};
use std::collections::HashMap;

/// The regions of a game, for each side.
pub(crate) struct Regions<'g> {
    board: &'g Board,
    mirror: Mirror,
    named: HashMap<String, ByColor<CellSet>>,
}

impl<'g> Regions<'g> {
    /// Reads the `region` nodes, in their order; a region may use those before it.
    pub fn read<'n>(
        board: &'g Board,
        mirror: Mirror,
        nodes: impl Iterator<Item = &'n Node>,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut regions = Self { board, mirror, named: HashMap::new() };
        let sides = |white: i16| {
            ByColor::new(|color| {
                let on_rank = |cell: &Cell| regions.seen_by(color, *cell).rank == white;
                board.cells().filter(on_rank).collect::<CellSet>()
            })
        };
        let ranks = [("first-rank", sides(0)), ("last-rank", sides(board.extent().rank - 1))];
        regions.named.insert("anywhere".to_owned(), ByColor::both(board.all()));
        regions.named.extend(ranks.map(|(name, cells)| (name.to_owned(), cells)));
        for node in nodes {
            regions.add(node, diagnostics);
        }
        regions
    }

    /// Where a cell is as a side sees the board: the place itself for White, its counterpart for Black.
    fn seen_by(&self, color: Color, cell: Cell) -> Coord {
        let at = self.board.coord(cell);
        if color == Color::White { at } else { self.mirror.coord(self.board, at) }
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
            diagnostics
                .add(node.span, "cells must be selected: `levels`, `files`, `ranks`, `cells`, `in` or `picture`");
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
            "last" => Some(self.board.extent().rank - 1),
            number => number
                .parse()
                .ok()
                .filter(|rank| (1..=self.board.extent().rank).contains(rank))
                .map(|rank: i16| rank - 1),
        }
    }

    fn between(&self, axis: Axis, side: Side, from: i16, to: i16) -> CellSet {
        let seen_by = if side.mirrored { Color::Black } else { Color::White };
        let on_axis = |cell: Cell| {
            let coord = self.seen_by(seen_by, cell);
            match axis {
                Axis::Level => coord.level,
                Axis::File => coord.file,
                Axis::Rank => coord.rank,
            }
        };
        self.board.cells().filter(|cell| (from..=to).contains(&on_axis(*cell))).collect()
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
            let (a, b) = (self.board.coord(from), self.board.coord(to));
            let within = |at: i16, a: i16, b: i16| (a.min(b)..=a.max(b)).contains(&at);
            cells |= self
                .board
                .cells()
                .filter(|cell| {
                    let at = self.board.coord(*cell);
                    within(at.level, a.level, b.level)
                        && within(at.file, a.file, b.file)
                        && within(at.rank, a.rank, b.rank)
                })
                .collect();
        }
        Some(cells)
    }

    /// A picture of one level, which holds for all.
    fn by_picture(&self, value: &Value, diagnostics: &mut Diagnostics) -> Option<CellSet> {
        let picture = board::picture_of(value, diagnostics)?;
        let extent = self.board.extent();
        let fits = picture.rows.len() == extent.rank as usize
            && picture.rows.iter().all(|row| row.len() == extent.file as usize);
        if !fits {
            diagnostics.add(value.span, format!("the picture needs {} rows of {} places", extent.rank, extent.file));
            return None;
        }
        let marked = |cell: &Cell| {
            let at = self.board.coord(*cell);
            let row = picture.rows.get((extent.rank - 1 - at.rank) as usize);
            row.and_then(|row| row.get(at.file as usize)).is_some_and(|mark| *mark != HOLE && *mark == 'x')
        };
        Some(self.board.cells().filter(marked).collect())
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
