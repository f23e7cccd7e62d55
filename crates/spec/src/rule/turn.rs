//! A turn of several parts: each is an ordinary move or puts a piece that belongs to nobody on an empty cell. A position in the
//! middle of a turn has one more field in its FEN (docs/notation.md, "Positions").

use super::data::RuleData;
use crate::check::Check;
use crate::fen::error::FenError;
use crate::{ByColor, PieceType, SpecError};
use spielraum_geometry::{Board, Cell, CellSet};

/// The largest number of parts of a turn.
pub const MAX_TURN_PARTS: usize = 8;

/// What a side does before its enemy is to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The parts in order, at least one; the first is a move.
    ///
    /// Between two parts nothing ends the game but having no legal move in the next one. A game with turns of several parts has
    /// no royals.
    pub parts: Vec<TurnPart>,
}

/// One part of a turn.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a game has few, and nobody moves them about")]
pub enum TurnPart {
    /// A move: whatever a game with turns of one part allows.
    Move,
    /// A piece that belongs to nobody comes to an empty cell.
    Place(Placing),
}

/// How a piece that belongs to nobody is placed. The halfmove clock does not count it.
#[derive(Clone, Debug, PartialEq)]
pub struct Placing {
    /// The type.
    pub piece: PieceType,
    /// The cells on which each side may put it.
    pub cells: ByColor<CellSet>,
    /// Whether it comes to a cell only to which the piece could go without capturing that the side has moved last in this turn (G11).
    pub by_mover: bool,
    /// Whether a new piece comes from outside each time. Otherwise the board has one at most: the one that is there goes to
    /// another cell, and comes from outside if it is not there.
    pub new: bool,
}

impl Default for Turn {
    fn default() -> Self {
        Self { parts: vec![TurnPart::Move] }
    }
}

impl Turn {
    /// Whether a turn is one ordinary move.
    pub fn is_plain(&self) -> bool {
        matches!(self.parts[..], [TurnPart::Move])
    }

    /// The parts that place pieces, with their places in the turn.
    pub fn placings(&self) -> impl Iterator<Item = (usize, &Placing)> {
        self.parts.iter().enumerate().filter_map(|(at, part)| match part {
            TurnPart::Move => None,
            TurnPart::Place(placing) => Some((at, placing)),
        })
    }

    /// Whether from a part of the turn on it matters which piece the side has moved.
    pub fn asks_mover(&self, part: usize) -> bool {
        part > 0 && self.placings().any(|(at, placing)| at >= part && placing.by_mover)
    }

    /// The types of which the board has one piece at most, since placing moves it.
    pub fn single(&self) -> impl Iterator<Item = PieceType> {
        self.placings().filter(|(_, placing)| !placing.new).map(|(_, placing)| placing.piece)
    }
}

pub(crate) struct TurnRule;

impl RuleData for TurnRule {
    type Data = Turn;

    fn validate(check: &mut Check<'_>, turn: &Turn) {
        check.range("the number of parts of a turn", turn.parts.len() as i64, 1, MAX_TURN_PARTS as i64);
        let begins = matches!(turn.parts.first(), Some(TurnPart::Move));
        check.require(begins, || SpecError::Turn("a turn begins with a move"));
        let royal = turn.parts.len() > 1 && check.pieces.iter().any(|piece| piece.royal);
        check.require(!royal, || {
            SpecError::Turn("turns of several parts need a game without royal pieces: let a side lose by `extinction`")
        });
        for (_, placing) in turn.placings() {
            match check.pieces.get(placing.piece.index()) {
                None => check.faults.push(SpecError::NoSuchType("placing")),
                Some(piece) if !piece.is_neutral() => {
                    check.faults.push(SpecError::Turn("only a piece that belongs to nobody can be placed"));
                }
                Some(_) => {}
            }
        }
        let both = |kind: PieceType| turn.placings().any(|(_, placing)| placing.new && placing.piece == kind);
        check.require(!turn.single().any(both), || {
            SpecError::Turn("a type can't be placed anew by one part of a turn and moved by another")
        });
    }
}

/// Reads the field of the part of the turn that comes next: `-` for the first, otherwise its number, and behind a colon the cell of
/// the piece that the side has moved, where that matters.
pub(crate) fn parse_part(board: &Board, turn: &Turn, text: &str) -> Result<(u8, Option<Cell>), FenError> {
    let (number, cell) = match text.split_once(':') {
        Some((number, cell)) => (number, Some(cell)),
        None => (text, None),
    };
    let number = match number {
        "-" => Some(1),
        _ => number.parse::<usize>().ok().filter(|number| (1..=turn.parts.len()).contains(number)),
    };
    let read = || {
        let part = number? - 1;
        let moved = match cell {
            None => None,
            Some(cell) => Some(board.find(cell).filter(|_| turn.asks_mover(part))?),
        };
        Some((part as u8, moved))
    };
    read().ok_or_else(|| {
        let mover = match (1..turn.parts.len()).any(|part| turn.asks_mover(part)) {
            true => ", with the cell of the piece that has moved where it matters, as in `2:d4`",
            false => "",
        };
        FenError::Field {
            text: text.into(),
            form: format!(
                "part of a turn: use `-`, or in the middle of a turn the number of the next part, up to {}{mover}",
                turn.parts.len()
            ),
        }
    })
}

/// Writes the field.
pub(crate) fn part_field(board: &Board, part: u8, moved: Option<Cell>) -> String {
    match (part, moved) {
        (0, _) => "-".to_owned(),
        (part, None) => (part + 1).to_string(),
        (part, Some(cell)) => format!("{}:{}", part + 1, board.name(cell)),
    }
}
