//! A position.

use spielraum_geometry::{Cell, CellSet};
use spielraum_spec::{ByColor, Color, Owner, PieceType, Repetition, Spec};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What stands on each cell, by the cell's number.
pub type Placement = Vec<Option<(Owner, PieceType)>>;

/// A double step that was just made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnPassant {
    /// The cell that the piece passed over.
    pub passed: Cell,
    /// The cell on which it stands.
    pub pawn: Cell,
}

/// What the repetition ban compares (N4): placement, hands, castling rights, pieces that have not moved, obligation, checks,
/// passes and series of checks.
///
/// N4 itself says "placement, castling rights"; the others can't differ in the games that have the ban.
/// En passant is left out.
pub(crate) type Resulted = (
    Placement,
    ByColor<Vec<u16>>,
    BTreeSet<char>,
    BTreeSet<Cell>,
    ByColor<Option<u8>>,
    ByColor<u8>,
    [ByColor<bool>; 2],
);

/// A position, and as much of the game's past as forbids moves.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// What stands where.
    pub placement: Placement,
    /// How many pieces of each type (by its number) each side can drop or promote to.
    pub hands: ByColor<Vec<u16>>,
    /// Whose turn it is.
    pub side: Color,
    /// The part of the turn that comes next, from 0.
    pub part: usize,
    /// Where the piece stands that the side has moved last in this turn, as long as that matters (G11).
    pub moved: Option<Cell>,
    /// The castling rights left, as letters of the FEN.
    pub castling: BTreeSet<char>,
    /// The cells of the pieces that have not moved, as far as that matters (G14, G15).
    pub unmoved: BTreeSet<Cell>,
    /// The double step of the last move, if it was one.
    pub ep: Option<EnPassant>,
    /// Plies since the last capture, drop, change of type or pawn move.
    pub halfmove: u32,
    /// The number of the move, from 1.
    pub fullmove: u32,
    /// By the end of how many of its own moves each side's royal must be in its region (Q17).
    pub obligation: ByColor<Option<u8>>,
    /// How many checks each side has given, where they are counted.
    pub checks: ByColor<u8>,
    /// How many moves one after the other have been tried to see whether one is checkmate (K10, K11).
    pub(crate) ahead: u8,
    /// Whether the last move of each side was a pass, where that is asked.
    pub passed: ByColor<bool>,
    /// The plies until the moves that are counted for each side have run out, and one (C4); 0: none are counted.
    pub countdown: ByColor<u8>,
    /// Whether one of the checks that each side is giving without a break counts for mate (C9).
    pub series: ByColor<bool>,
    /// What resulted from the moves that each side has made; kept only under the repetition ban.
    pub(crate) past: ByColor<Vec<Arc<Resulted>>>,
}

impl State {
    /// An empty board, White to move.
    pub(crate) fn empty(spec: &Spec) -> Self {
        Self {
            placement: vec![None; spec.board.len()],
            hands: ByColor::both(vec![0; spec.pieces.len()]),
            side: Color::White,
            part: 0,
            moved: None,
            castling: BTreeSet::new(),
            unmoved: BTreeSet::new(),
            ep: None,
            halfmove: 0,
            fullmove: 1,
            obligation: ByColor::default(),
            checks: ByColor::default(),
            ahead: 0,
            passed: ByColor::default(),
            countdown: ByColor::default(),
            series: ByColor::default(),
            past: ByColor::default(),
        }
    }

    /// A copy to make a move on. The chance to capture en passant is gone.
    pub(crate) fn to_change(&self) -> Self {
        Self { ep: None, ..self.clone() }
    }

    /// The position if the side to move passed.
    pub fn passed(&self) -> Self {
        Self { side: !self.side, part: 0, moved: None, ..self.to_change() }
    }

    /// What stands on a cell.
    pub fn at(&self, cell: Cell) -> Option<(Owner, PieceType)> {
        self.placement[cell.index()]
    }

    /// The cells of one side's pieces, and their types.
    pub fn pieces(&self, color: Color) -> Vec<(Cell, PieceType)> {
        let mut pieces = Vec::new();
        for (index, piece) in self.placement.iter().enumerate() {
            if let Some((owner, kind)) = *piece
                && owner == color
            {
                pieces.push((Cell(index as u16), kind));
            }
        }
        pieces
    }

    /// How many pieces of these types a side has on the board.
    pub fn count(&self, color: Color, kinds: &[PieceType]) -> usize {
        self.pieces(color).iter().filter(|(_, kind)| kinds.contains(kind)).count()
    }

    /// Whether a piece of one of these types of a side stands on a cell.
    pub fn has(&self, color: Color, kinds: &[PieceType], cell: Cell) -> bool {
        self.pieces(color).iter().any(|&(at, kind)| at == cell && kinds.contains(&kind))
    }

    /// How many pieces of these types a side has on these cells.
    pub fn count_within(&self, color: Color, kinds: &[PieceType], cells: &CellSet) -> usize {
        self.pieces(color).iter().filter(|(cell, kind)| kinds.contains(kind) && cells.contains(*cell)).count()
    }

    /// Where a side's royals are.
    pub fn royals(&self, spec: &Spec, color: Color) -> Vec<Cell> {
        let pieces = self.pieces(color).into_iter();
        pieces.filter(|(_, kind)| spec.pieces[kind.index()].royal).map(|(cell, _)| cell).collect()
    }

    /// Notes that `mover` has just brought about this position.
    pub(crate) fn remember(&mut self, spec: &Spec, mover: Color) {
        if spec.goals.repetition == Repetition::Banned {
            let resulted = Arc::new(self.resulted());
            self.past[mover].push(resulted);
        }
    }

    /// Whether `mover` has brought about this position before.
    pub(crate) fn is_repeated(&self, mover: Color) -> bool {
        let resulted = self.resulted();
        self.past[mover].iter().any(|earlier| **earlier == resulted)
    }

    fn resulted(&self) -> Resulted {
        let (placement, hands, castling) = (self.placement.clone(), self.hands.clone(), self.castling.clone());
        (placement, hands, castling, self.unmoved.clone(), self.obligation, self.checks, [self.passed, self.series])
    }
}
