//! What pieces may do as long as they have not moved (G14, G15).

use super::budget::Budget;
use super::error::CompileError;
use super::from_cell::Drafter;
use super::lines::LineTable;
use super::mover::Mover;
use crate::spec::{CapturedPieces, FirstMove, PieceType, Spec};
use crate::{ByColor, Color};
use spielraum_geometry::{BitBoard, Cell};

/// The rights of first moves in a game.
pub(crate) struct Firsts<const W: usize> {
    /// Whether there are any.
    pub(crate) exist: bool,
    /// Each side's types that have moves of their own as long as they have not moved.
    pub(crate) moves: ByColor<Vec<FirstTable<W>>>,
    /// What each side may let come from its hand to the cells that its pieces leave.
    pub(crate) gates: ByColor<Vec<GateTable<W>>>,
    /// The cells on which it matters whether a side's piece has moved.
    pub(crate) cells: ByColor<BitBoard<W>>,
    /// Whether a hand may be filled again.
    refills: bool,
}

/// The first moves of a type of one side.
pub(crate) struct FirstTable<const W: usize> {
    pub(crate) kind: PieceType,
    pub(crate) from: BitBoard<W>,
    pub(crate) mover: Mover<W>,
    pub(crate) lost_to: Vec<PieceType>,
}

/// A type of one side that may come from the hand.
pub(crate) struct GateTable<const W: usize> {
    pub(crate) kind: PieceType,
    pub(crate) cells: BitBoard<W>,
}

impl<const W: usize> Firsts<W> {
    pub(super) fn build(spec: &Spec, lines: &LineTable, budget: &mut Budget) -> Result<Self, CompileError> {
        let mut moves = ByColor { white: Vec::new(), black: Vec::new() };
        let mut drafter = Drafter::new(&spec.board, lines, !spec.no_hurdles.is_empty());
        for color in Color::BOTH {
            for FirstMove { piece, from, moves: parts, lost_to } in &spec.firsts.moves {
                let may_enter = &spec.pieces[piece.index()].may_enter[color];
                let drafts = spec.board.cells().map(|cell| drafter.draft(&parts[color], may_enter, cell)).collect();
                moves[color].push(FirstTable {
                    kind: *piece,
                    from: BitBoard::from_set(&from[color]),
                    mover: Mover::assemble(drafts, &spec.board, lines, budget)?,
                    lost_to: lost_to.clone(),
                });
            }
        }
        let gates = |color| {
            let gates = spec.firsts.gates.iter();
            gates.map(|gate| GateTable { kind: gate.piece, cells: BitBoard::from_set(&gate.cells[color]) }).collect()
        };
        let refills = spec.hands.as_ref().is_some_and(|hands| {
            let (CapturedPieces::ToCaptor(becomes) | CapturedPieces::ToPrison(becomes)) = &hands.captured;
            Color::BOTH.into_iter().any(|color| becomes[color].iter().any(Option::is_some))
        });
        Ok(Self {
            exist: !spec.firsts.is_empty(),
            moves,
            gates: ByColor::new(gates),
            cells: ByColor::new(|color| BitBoard::from_set(&spec.firsts.cells(color))),
            refills,
        })
    }

    /// The cells on which it matters still whether a side's piece has moved, if its hand `holds` something that could come
    /// there.
    pub(crate) fn live_cells(&self, color: Color, holds: bool) -> BitBoard<W> {
        match holds || self.refills {
            true => self.cells[color],
            false => self.moves[color].iter().fold(BitBoard::EMPTY, |all, first| all | first.from),
        }
    }

    /// The cells that a piece on a cell can go to in some position with its first move.
    pub(crate) fn reach(&self, lines: &LineTable, color: Color, kind: PieceType, from: Cell) -> BitBoard<W> {
        let of_kind = self.moves[color].iter().filter(|first| first.kind == kind && first.from.contains(from));
        of_kind.fold(BitBoard::EMPTY, |all, first| all | first.mover.reach(lines, from))
    }
}
