//! A move in 64 bits.

use crate::spec::PieceType;
use spielraum_geometry::Cell;
use std::fmt;

/// A move of a position. It says everything that [`Position::make`](crate::Position::make) needs, but
/// means something only in the position it was generated for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u64);

/// What sort of move a [`Move`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece goes from one cell to another, capturing what stands there.
    Normal = 0,
    /// A piece in hand is put on an empty cell.
    Drop = 1,
    /// Two steps at once; [`Move::via`] is the cell passed.
    DoubleStep = 2,
    /// A capture on the cell that the enemy's double step passed.
    EnPassant = 3,
    /// The royal's castling; from and to are the royal's.
    Castling = 4,
    /// The royal on the from cell changes places with the piece on the to cell.
    Swap = 5,
    /// A piece that belongs to nobody is put on an empty cell, as a part of a turn; from where it stood, or from outside.
    Placing = 6,
    /// Nothing changes but whose turn it is; from and to are a cell of the side's (O7).
    Pass = 7,
    /// A piece becomes another where it stands, or on an empty cell to which it goes as that (G21).
    Promotion = 8,
}

// Layout, from the lowest bit: from 10, to 10, aux 10, kind 3 (a pass that promotes is a promotion), promotion 9 (type + 1, or 0),
// other cell 10, other type 10: 0 for none, a type + 1 that the piece there becomes, or GATE + a type + 1 that comes there
// from the hand.
const TO: u32 = 10;
const AUX: u32 = 20;
const KIND: u32 = 30;
const TYPE: u32 = 33;
const OTHER_CELL: u32 = 42;
const OTHER_TYPE: u32 = 52;
const GATE: u64 = 1 << 8;

impl Move {
    #[inline(always)]
    fn encode(kind: MoveKind, from: Cell, to: Cell, aux: u16, piece: Option<PieceType>) -> Self {
        let piece = piece.map_or(0, |piece| u64::from(piece.0) + 1);
        Self(u64::from(from.0) | u64::from(to.0) << TO | u64::from(aux) << AUX | (kind as u64) << KIND | piece << TYPE)
    }

    #[inline(always)]
    pub(crate) fn normal(from: Cell, to: Cell, promotion: Option<PieceType>) -> Self {
        Self::encode(MoveKind::Normal, from, to, 0, promotion)
    }

    #[inline(always)]
    pub(crate) fn drop(piece: PieceType, to: Cell) -> Self {
        Self::encode(MoveKind::Drop, to, to, 0, Some(piece))
    }

    pub(crate) fn en_passant(from: Cell, to: Cell) -> Self {
        Self::encode(MoveKind::EnPassant, from, to, 0, None)
    }

    pub(crate) fn double_step(from: Cell, via: Cell, to: Cell) -> Self {
        Self::encode(MoveKind::DoubleStep, from, to, via.0, None)
    }

    pub(crate) fn castling(from: Cell, to: Cell, index: usize) -> Self {
        Self::encode(MoveKind::Castling, from, to, index as u16, None)
    }

    pub(crate) fn swap(royal: Cell, partner: Cell) -> Self {
        Self::encode(MoveKind::Swap, royal, partner, 0, None)
    }

    /// Without a cell that it leaves, the piece comes from outside.
    #[inline(always)]
    pub(crate) fn placing(piece: PieceType, from: Option<Cell>, to: Cell) -> Self {
        Self::encode(MoveKind::Placing, from.unwrap_or(to), to, 0, Some(piece))
    }

    /// Said of a piece that stands on a cell.
    pub(crate) fn pass(home: Cell) -> Self {
        Self::encode(MoveKind::Pass, home, home, 0, None)
    }

    /// A promotion that is a move of its own.
    pub(crate) fn promotion_to(from: Cell, to: Cell, into: PieceType) -> Self {
        Self::encode(MoveKind::Pass, from, to, 0, Some(into))
    }

    /// This move, the piece becoming `into`.
    #[inline(always)]
    pub(crate) fn with_promotion(self, into: PieceType) -> Self {
        Self(self.0 | (u64::from(into.0) + 1) << TYPE)
    }

    /// This move alone: it changes no other piece, and none comes to the cell that it leaves.
    pub(crate) fn alone(self) -> Self {
        Self(self.0 & ((1 << OTHER_CELL) - 1))
    }

    /// This move, which also turns the piece on `cell` into a `piece` from the prison.
    pub(crate) fn with_remote_promotion(self, cell: Cell, piece: PieceType) -> Self {
        Self(self.0 | u64::from(cell.0) << OTHER_CELL | (u64::from(piece.0) + 1) << OTHER_TYPE)
    }

    /// This move, with which a `piece` comes from the hand to `cell`, which the move leaves.
    pub(crate) fn with_gate(self, cell: Cell, piece: PieceType) -> Self {
        Self(self.0 | u64::from(cell.0) << OTHER_CELL | (GATE + u64::from(piece.0) + 1) << OTHER_TYPE)
    }

    #[inline(always)]
    fn cell_at(self, shift: u32) -> Cell {
        Cell((self.0 >> shift & 0x3FF) as u16)
    }

    #[inline(always)]
    fn type_at(self, shift: u32) -> Option<PieceType> {
        match self.0 >> shift & 0x1FF {
            0 => None,
            above => Some(PieceType((above - 1) as u8)),
        }
    }

    /// What sort of move it is.
    #[inline(always)]
    pub fn kind(self) -> MoveKind {
        match self.0 >> KIND & 7 {
            0 => MoveKind::Normal,
            1 => MoveKind::Drop,
            2 => MoveKind::DoubleStep,
            3 => MoveKind::EnPassant,
            4 => MoveKind::Castling,
            5 => MoveKind::Swap,
            6 => MoveKind::Placing,
            _ if self.0 >> TYPE & 0x1FF != 0 => MoveKind::Promotion,
            _ => MoveKind::Pass,
        }
    }

    /// The cell it starts from; none for a drop, and for a piece that is placed from outside.
    #[inline]
    pub fn from(self) -> Option<Cell> {
        let comes = match self.kind() {
            MoveKind::Drop => true,
            MoveKind::Placing => self.origin() == self.to(),
            _ => false,
        };
        (!comes).then(|| self.origin())
    }

    /// The cell it starts from; the target of what comes to the board.
    #[inline(always)]
    pub(crate) fn origin(self) -> Cell {
        self.cell_at(0)
    }

    /// The cell it ends on.
    #[inline(always)]
    pub fn to(self) -> Cell {
        self.cell_at(TO)
    }

    /// The cell that a double step passes.
    #[inline]
    pub fn via(self) -> Option<Cell> {
        (self.kind() == MoveKind::DoubleStep).then(|| self.cell_at(AUX))
    }

    /// The index of a castling move among those of the game.
    pub(crate) fn castling_index(self) -> usize {
        self.cell_at(AUX).index()
    }

    /// What the moving piece becomes, if it changes its type.
    #[inline(always)]
    pub fn promotion(self) -> Option<PieceType> {
        if self.brings() { None } else { self.type_at(TYPE) }
    }

    /// What is dropped.
    #[inline]
    pub fn dropped(self) -> Option<PieceType> {
        if self.kind() == MoveKind::Drop { self.type_at(TYPE) } else { None }
    }

    /// What is placed.
    #[inline]
    pub fn placed(self) -> Option<PieceType> {
        if self.kind() == MoveKind::Placing { self.type_at(TYPE) } else { None }
    }

    /// What is dropped or placed.
    #[inline(always)]
    pub(crate) fn brought(self) -> Option<PieceType> {
        if self.brings() { self.type_at(TYPE) } else { None }
    }

    /// Whether it drops or places a piece.
    #[inline(always)]
    fn brings(self) -> bool {
        matches!(self.kind(), MoveKind::Drop | MoveKind::Placing)
    }

    /// The other piece that the move changes, and into what (Q16).
    #[inline(always)]
    pub fn remote_promotion(self) -> Option<(Cell, PieceType)> {
        let piece = (self.0 >> OTHER_TYPE).checked_sub(1).filter(|piece| *piece < GATE)?;
        Some((self.cell_at(OTHER_CELL), PieceType(piece as u8)))
    }

    /// What comes from the hand to a cell that the move leaves, and to which (G15).
    #[inline]
    pub fn gate(self) -> Option<(Cell, PieceType)> {
        let piece = (self.0 >> OTHER_TYPE).checked_sub(GATE + 1).filter(|piece| *piece < GATE)?;
        Some((self.cell_at(OTHER_CELL), PieceType(piece as u8)))
    }

    /// Whether the move changes another piece or brings one.
    #[inline(always)]
    pub(crate) fn does_more(self) -> bool {
        self.0 >> OTHER_CELL != 0
    }

    /// The move as a number, for tables and storage within one version of the program.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// use spielraum_rules::Move;
    /// let m = rules.start().parse_move("e2e4").unwrap();
    /// assert_eq!(Move::from_bits(m.to_bits()), Some(m));
    /// ```
    #[inline]
    pub fn to_bits(self) -> u64 {
        self.0
    }

    /// The move with a number that [`to_bits`](Self::to_bits) gave; `None` for 0, which is no move's. Whether it is a
    /// move of some position only [`Position::is_pseudo_legal`](crate::Position::is_pseudo_legal) decides.
    #[inline]
    pub fn from_bits(bits: u64) -> Option<Self> {
        (bits != 0).then_some(Self(bits))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}-{}", self.kind(), self.origin().0, self.to().0)?;
        if let Some(piece) = self.type_at(TYPE) {
            write!(f, "={}", piece.0)?;
        }
        if let Some((cell, piece)) = self.remote_promotion() {
            write!(f, ",{}={}", cell.0, piece.0)?;
        }
        if let Some((cell, piece)) = self.gate() {
            write!(f, "/{}{}", piece.0, cell.0)?;
        }
        Ok(())
    }
}

/// A list of moves; [`Position::generate`](crate::Position::generate) appends to it, so that it can be used again.
pub type MoveList = Vec<Move>;

/// The kinds of moves that are generated together; see [`Position::generate`](crate::Position::generate).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GenType {
    /// All of them.
    All,
    /// Those that capture.
    Captures,
    /// Those of them that promote no other piece (Q16).
    PlainCaptures,
    /// Those of pieces on the board that don't capture.
    Quiets,
    /// Those of them that promote.
    QuietPromotions,
    /// Those of them after which the piece that moves attacks a royal of the enemy by leaping or sliding; plain moves without
    /// promotion alone.
    QuietChecks,
    /// Drops.
    Drops,
    /// Moves of all kinds after which a royal of the enemy may be attacked, or one of its pieces that it can't spare: taking
    /// it would leave too few of a family (X3, F3). All moves that do this are among them, and some that don't.
    Threats,
}
