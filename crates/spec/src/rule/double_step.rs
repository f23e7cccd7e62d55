//! Double steps (S2, Q11) and the en passant captures that answer them.

use super::data::RuleData;
use crate::check::Check;
use crate::fen::error::FenError;
use crate::{ByColor, Color, PieceType, SpecError};
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
    /// The cells among them from which each side's may also make the same step three times; `None`: there are none.
    pub thrice_from: Option<ByColor<CellSet>>,
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

    /// Whether a side's may make the same step three times from a cell.
    pub fn goes_thrice(&self, color: Color, from: Cell) -> bool {
        self.from[color].contains(from) && self.thrice_from.as_ref().is_some_and(|cells| cells[color].contains(from))
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
                    let doubled = |offset: &Offset| offsets[color].contains(&offset.times(2));
                    check.require(step.thrice_from.is_none() || !offsets[color].iter().any(doubled), || {
                        SpecError::DoubleStep("made three times may not go along the line of another twice as long")
                    });
                }
            }
            let bent_thrice = step.path == DoubleStepPath::Bent && step.thrice_from.is_some();
            check.require(!bent_thrice, || SpecError::DoubleStep("that bends is not made three times"));
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
