//! The start position: `start "FEN"` or `start { level "u" "..." }`.

use crate::board::{HOLE, level_index, level_names};
use crate::pieces::Pieces;
use crate::report::Diagnostics;
use crate::span::Span;
use crate::syntax::{Node, Value};
use spielraum_geometry::{Board, Cell};
use spielraum_spec::{Color, FenError, Owner, PieceType, Setup, Spec, Symbol, fen_fields};
use std::collections::HashMap;

/// Which pieces stand where at the start, and what else was said.
#[derive(Default)]
pub(crate) struct Start {
    placed: HashMap<Cell, (Owner, PieceType)>,
    /// The fields behind the placement, if given.
    fields: Option<String>,
    castling: Option<String>,
    hand: Option<String>,
}

impl Start {
    /// Reads the `start` node.
    pub fn read(node: &Node, board: &Board, pieces: &Pieces, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut start = Self {
            castling: node.prop_text("castling").map(str::to_owned),
            hand: node.prop_text("hand").map(str::to_owned),
            ..Self::default()
        };
        match (node.first(), node.children.is_empty()) {
            (Some(fen), true) => start.read_fen(fen, board, pieces, diagnostics)?,
            (None, false) => start.read_levels(node, board, pieces, diagnostics)?,
            _ => {
                diagnostics.add(node.span, "`start` needs a position: a FEN, or a block with a picture of each level");
                return None;
            }
        }
        Some(start)
    }

    /// What stands on a cell.
    pub fn at(&self, cell: Cell) -> Option<(Owner, PieceType)> {
        self.placed.get(&cell).copied()
    }

    /// Puts a piece where another stands.
    pub fn put(&mut self, cell: Cell, color: Color, piece: PieceType) {
        self.placed.insert(cell, (color.into(), piece));
    }

    /// The cells on which a side's pieces of a type stand.
    pub fn cells_of(&self, color: Color, piece: PieceType) -> Vec<Cell> {
        let stands = |(cell, placed): (&Cell, &(Owner, PieceType))| (*placed == (color.into(), piece)).then_some(*cell);
        let mut cells: Vec<Cell> = self.placed.iter().filter_map(stands).collect();
        cells.sort_unstable();
        cells
    }

    /// How many pieces of a type a side has.
    pub fn count(&self, color: Color, piece: PieceType) -> usize {
        self.placed.values().filter(|placed| **placed == (color.into(), piece)).count()
    }

    /// The start as a setup. Fields that were not given are those of a game's beginning: all castling rights, and no piece has moved.
    pub fn setup(&self, spec: &Spec) -> Result<Setup, FenError> {
        let given = self.fields.as_deref().unwrap_or_default();
        let (hand, given) = given.split_at(given.find(char::is_whitespace).unwrap_or(given.len()));
        let hand = match hand.strip_prefix('[') {
            None if spec.hands.is_none() => "",
            None => self.hand.as_deref().unwrap_or_default(),
            Some(hand) => hand.strip_suffix(']').ok_or(FenError::Brackets)?,
        };
        let all: String =
            spec.castlings.iter().filter(|castling| !castling.dropped).map(|castling| castling.right).collect();
        let rights = match self.castling.as_deref().unwrap_or(&all) {
            "" => "-",
            rights => rights,
        };
        // A number, or two of checks, is none of the castling rights.
        let is_count = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit() || byte == b'+');
        let mut given = fen_fields(given);
        let says_rights = given.get(1).is_some_and(|field| !is_count(field));
        if given.is_empty() {
            given = vec!["w", rights, "-", "0", "1"];
        } else if given.get(1).is_none_or(is_count) {
            given.insert(1, rights);
        }
        let placement = spec.board.cells().map(|cell| self.at(cell)).collect();
        let mut setup = Setup::with_fields(placement, hand, &given, spec)?;
        if !says_rights {
            setup.unmoved = spec.all_unmoved(&|cell| self.at(cell).map(|(owner, _)| owner));
        }
        Ok(setup)
    }

    fn read_fen(&mut self, value: &Value, board: &Board, pieces: &Pieces, diagnostics: &mut Diagnostics) -> Option<()> {
        let text = value.text()?;
        let end = text.find([' ', '[']).unwrap_or(text.len());
        let (placement, fields) = text.split_at(end);
        if !fields.trim().is_empty() {
            self.fields = Some(fields.trim_end().to_owned());
        }
        if placement.contains(HOLE) {
            let help = "in a FEN only cells that exist are written; a picture in a block may have it";
            diagnostics.add_with_help(value.span, format!("`{HOLE}` has no meaning in a FEN"), help);
            return None;
        }
        let levels: Vec<&str> = placement.split('|').collect();
        if levels.len() != board.shape().levels.len() {
            let (given, needed) = (levels.len(), board.shape().levels.len());
            diagnostics.add_with_help(
                value.span,
                format!("the position has {given} levels, the board {needed}"),
                "levels are separated by `|`",
            );
            return None;
        }
        for (index, level) in levels.iter().enumerate() {
            self.read_rows(
                &level.split('/').map(|row| (row, value.span)).collect::<Vec<_>>(),
                index,
                board,
                pieces,
                diagnostics,
            )?;
        }
        Some(())
    }

    fn read_levels(
        &mut self,
        node: &Node,
        board: &Board,
        pieces: &Pieces,
        diagnostics: &mut Diagnostics,
    ) -> Option<()> {
        let shape = board.shape();
        let mut drawn = Vec::new();
        for level in node.all("level") {
            let (picture, names) = level.args.split_last()?;
            let unnamed = names.is_empty() && shape.levels.len() == 1;
            if names.is_empty() && !unnamed {
                diagnostics.add_with_help(
                    level.span,
                    "a level needs its name and its picture",
                    "as in `level \"A\" \"....\"`",
                );
            }
            let mut indices: Vec<usize> = if unnamed { vec![0] } else { Vec::new() };
            for name in names {
                match level_index(board, name.text().unwrap_or_default()) {
                    Some(index) if drawn.contains(&index) => diagnostics.add(name.span, "this level is given twice"),
                    Some(index) => indices.push(index),
                    None => {
                        let name_text = name.text().unwrap_or_default();
                        diagnostics.unknown(name.span, "the level", name_text, level_names(board));
                    }
                }
            }
            for index in indices {
                let mut rows = picture.split(|c| c == '\n' || c == '/');
                // Ranks of which the level has no cell are not counted.
                rows.retain(|(row, _)| !row.chars().all(|c| c == HOLE || c.is_whitespace()));
                self.read_rows(&rows, index, board, pieces, diagnostics)?;
                drawn.push(index);
            }
        }
        Some(())
    }

    /// Reads rows from the highest rank down: letters, numbers of empty cells, `.` for one, `*` where there is no cell.
    fn read_rows(
        &mut self,
        rows: &[(&str, Span)],
        level: usize,
        board: &Board,
        pieces: &Pieces,
        diagnostics: &mut Diagnostics,
    ) -> Option<()> {
        let cells = board.rows(level);
        let name = &board.shape().levels[level].name;
        let of_level = if name.is_empty() { String::new() } else { format!(" of level `{name}`") };
        let first = rows.first().map(|(_, span)| *span)?;
        if rows.len() != cells.len() {
            diagnostics.add(first, format!("{} ranks{of_level} are given, the board has {}", rows.len(), cells.len()));
            return None;
        }
        for ((row, span), cells) in rows.iter().zip(&cells) {
            let mut found = read_row(row, *span, pieces, diagnostics)?;
            if found.contains(&Place::Hole) {
                let pattern = pattern(board, level, cells);
                if pattern.len() != found.len() || pattern.iter().zip(&found).any(|(e, f)| *e == (*f == Place::Hole)) {
                    let drawn: String = pattern.iter().map(|exists| if *exists { '.' } else { HOLE }).collect();
                    diagnostics.add_with_help(
                        *span,
                        format!("this rank{of_level} has its cells elsewhere"),
                        format!("`{HOLE}` stands where there is no cell: `{drawn}`, or is left out"),
                    );
                    return None;
                }
                found.retain(|place| *place != Place::Hole);
            }
            if found.len() != cells.len() {
                diagnostics.add(
                    *span,
                    format!(
                        "`{}` has {} cells, this rank{of_level} has {}",
                        crate::suggest::shorten(row),
                        found.len(),
                        cells.len()
                    ),
                );
                return None;
            }
            let placed = cells.iter().zip(found).filter_map(|(cell, place)| match place {
                Place::Piece(owner, piece) => Some((*cell, (owner, piece))),
                Place::Hole | Place::Empty => None,
            });
            self.placed.extend(placed);
        }
        Some(())
    }
}

/// What a picture shows at a place of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// There is no cell.
    Hole,
    Empty,
    Piece(Owner, PieceType),
}

/// Which places of a rank have cells, from the level's leftmost file to its rightmost.
fn pattern(board: &Board, level: usize, cells: &[Cell]) -> Vec<bool> {
    let shape = &board.shape().levels[level];
    let rank = cells.first().map_or(0, |cell| board.rank(*cell));
    rank.checked_sub(shape.origin.1).and_then(|row| shape.rows.get(row)).cloned().unwrap_or_default()
}

/// One rank: what stands on each of its places.
fn read_row(row: &str, span: Span, pieces: &Pieces, diagnostics: &mut Diagnostics) -> Option<Vec<Place>> {
    let mut found = Vec::new();
    let mut rest = row;
    while let Some(c) = rest.chars().next().filter(|_| found.len() <= spielraum_geometry::MAX_SIDE) {
        let after = &rest[c.len_utf8()..];
        match c {
            '.' => found.push(Place::Empty),
            HOLE => found.push(Place::Hole),
            c if c.is_whitespace() => {}
            '0'..='9' => {
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let most = spielraum_geometry::MAX_SIDE + 1;
                let empty = rest[..end].parse().map_or(most, |empty: usize| empty.min(most));
                found.extend(std::iter::repeat_n(Place::Empty, empty));
                rest = &rest[end..];
                continue;
            }
            _ => {
                let (piece, after) = read_piece(rest, span, pieces, diagnostics)?;
                found.push(piece);
                rest = after;
                continue;
            }
        }
        rest = after;
    }
    Some(found)
}

/// The piece at the beginning of a text, and what comes after it.
fn read_piece<'t>(
    text: &'t str,
    span: Span,
    pieces: &Pieces,
    diagnostics: &mut Diagnostics,
) -> Option<(Place, &'t str)> {
    let Some(((owner, symbol), after)) = Symbol::read_owned(text) else {
        let shown: String = text.chars().take(2).collect();
        diagnostics.add(span, format!("`{shown}` is no piece"));
        return None;
    };
    let piece = pieces.find_any(&symbol.to_string(), span, diagnostics)?;
    if pieces.is_neutral(piece) != owner.color().is_none() {
        let (whose, form) = match pieces.is_neutral(piece) {
            true => ("nobody", symbol.owned_by(Owner::Nobody)),
            false => ("the sides", symbol.owned_by(Owner::White)),
        };
        let help = format!("it is written `{form}`");
        diagnostics.add_with_help(span, format!("the piece `{symbol}` belongs to {whose}"), help);
        return None;
    }
    Some((Place::Piece(owner, piece), after))
}
