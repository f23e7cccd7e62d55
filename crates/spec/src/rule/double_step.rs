//! Double steps (S2, Q11) and the en passant captures that answer them.

use super::data::RuleData;
use crate::check::Check;
use crate::fen::error::FenError;
use crate::{ByColor, Color, PieceType};
use spielraum_geometry::{Board, Cell, CellSet, Offset};

/// A first move of two non-capturing steps, and the en passant capture that answers it.
#[derive(Clone, Debug, PartialEq)]
pub struct DoubleStep {
    /// The type.
    pub piece: PieceType,
    /// The cells from which each side's may do it.
    pub from: ByColor<CellSet>,
    /// How the two steps go.
    pub path: DoubleStepPath,
    /// Whether enemy pieces may capture it on the cell passed, as if it had made the first step only, with the move that
    /// follows at once.
    pub en_passant: bool,
    /// The types that may capture it so; those of the same type if the list is empty.
    pub answered_by: Vec<PieceType>,
    /// The cells from which it can't be captured so all the same, for each side; `None`: it can from all.
    pub unanswered_from: Option<ByColor<CellSet>>,
}

impl DoubleStep {
    /// The types that may capture it en passant.
    pub fn answering(&self) -> &[PieceType] {
        if self.answered_by.is_empty() { std::slice::from_ref(&self.piece) } else { &self.answered_by }
    }

    /// Whether a double step of a side from a cell may be answered en passant.
    pub fn is_answered(&self, color: Color, from: Cell) -> bool {
        self.en_passant && self.unanswered_from.as_ref().is_none_or(|cells| !cells[color].contains(from))
    }
}

/// The steps of a [`DoubleStep`].
#[derive(Clone, Debug, PartialEq)]
pub enum DoubleStepPath {
    /// Twice the same step, one of these; written from-to.
    Straight(ByColor<Vec<Offset>>),
    /// Two of the piece's own non-capturing leaps (of one cell or more), alike or not; always written
    /// from-via-to, and two routes to one cell are two moves (Q11).
    Bent,
}

pub(crate) struct DoubleStepRule;

impl RuleData for DoubleStepRule {
    type Data = Vec<DoubleStep>;

    fn validate(check: &mut Check<'_>, steps: &Self::Data) {
        for step in steps {
            if !check.types("a double step", &[step.piece]) {
                return;
            }
            if step.en_passant {
                check
                    .no_royal(&[step.piece], "a royal can't be captured en passant: give its double step without that");
            }
            check.types("the pieces that take en passant", &step.answered_by);
            if let DoubleStepPath::Straight(offsets) = &step.path {
                for color in Color::BOTH {
                    check.offsets("the length of a double step", &offsets[color]);
                }
            }
        }
        check.unique("a double step", steps.iter().map(|step| step.piece), Check::symbol);
    }
}

/// Reads the field of the FEN: the cell passed, and where its piece stands if that is given.
pub(crate) fn parse_en_passant(board: &Board, text: &str) -> Result<Option<(Cell, Option<Cell>)>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    let cell = |name: &str| board.find(name).ok_or_else(|| FenError::EnPassant(text.into()));
    match text.split_once(':') {
        None => Ok(Some((cell(text)?, None))),
        Some((via, pawn)) => Ok(Some((cell(via)?, Some(cell(pawn)?)))),
    }
}

/// Writes the field of the FEN.
pub(crate) fn en_passant_field(board: &Board, passed: Option<(Cell, Option<Cell>)>) -> String {
    match passed {
        None => "-".to_owned(),
        Some((via, None)) => board.name(via).to_owned(),
        Some((via, Some(pawn))) => format!("{}:{}", board.name(via), board.name(pawn)),
    }
}
