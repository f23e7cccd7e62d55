//! The lines of pieces.

use crate::Refusal;
use spielraum_geometry::{Cell, CellSet, sort_few};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Position, Rules};
use spielraum_wire::{Lines, Sides, Sight, translate};

/// The lines of the piece on a cell of a position, what it reaches, and what attacks it.
pub fn lines(position: &Position, cell: u16) -> Result<Lines, Refusal> {
    let cell = cell_of(position.rules(), cell)?;
    let lines = translate::lines(position.lines_from(cell));
    Ok(Lines { lines, sight: Some(sight(position, cell)) })
}

fn sight(position: &Position, cell: Cell) -> Sight {
    let mut moves = Vec::new();
    if let Some((owner, _)) = position.piece_at(cell) {
        let legal = match owner == position.side_to_move() {
            true => position.legal_moves(),
            false => position.after_pass().map_or(Vec::new(), |passed| passed.legal_moves()),
        };
        moves.extend(legal.into_iter().filter(|m| m.from() == Some(cell)).map(|m| m.to().0));
        sort_few(&mut moves, Ord::cmp);
        moves.dedup();
    }
    Sight {
        moves,
        attacks: numbers(position.attacks_from(cell)),
        attackers: Sides::new(|color| numbers(position.attackers(cell, color))),
    }
}

fn numbers(cells: CellSet) -> Vec<u16> {
    cells.iter().map(|cell| cell.0).collect()
}

/// The lines of a piece that stands alone on the board.
pub fn lines_alone(rules: &Rules, color: Color, piece: u8, cell: u16) -> Result<Lines, Refusal> {
    let (cell, piece) = (cell_of(rules, cell)?, piece_of(rules, piece)?);
    Ok(Lines { lines: translate::lines(rules.lines_alone(color, piece, cell)), sight: None })
}

pub(crate) fn cell_of(rules: &Rules, cell: u16) -> Result<Cell, Refusal> {
    let cells = rules.board().len();
    if usize::from(cell) < cells {
        return Ok(Cell(cell));
    }
    Err(Refusal::new("no-such-cell", format!("There is no cell {cell}: the board has {cells}, from 0.")))
}

pub(crate) fn piece_of(rules: &Rules, piece: u8) -> Result<PieceType, Refusal> {
    let pieces = rules.spec().pieces.len();
    if usize::from(piece) < pieces {
        return Ok(PieceType(piece));
    }
    Err(Refusal::new("no-such-piece", format!("There is no piece type {piece}: the game has {pieces}, from 0.")))
}
