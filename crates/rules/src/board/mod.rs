//! Pieces on a board, and what else belongs to a position; no rule is known here.
//!
//! Every method takes the game's [`Core`]; a state without its tables means nothing.

pub(crate) mod attack;
mod attackers;
pub(crate) mod check_mask;
mod circumstances;
pub(crate) mod effects;
pub(crate) mod overlay;
pub(crate) mod part;
pub(crate) mod piece;
mod royal;
pub(crate) mod sink;
pub(crate) mod stage;
pub(crate) mod targets;
mod turn;

use crate::spec::{Counter, Counters, MAX_FAMILIES, MAX_HAND, Occasion, PieceType};
use crate::tables::Core;
use crate::{Change, Color, Move, MoveKind, Owner};
use piece::Piece;
use spielraum_geometry::{BitBoard, Cell, MAX_CELLS};
use std::mem::take;
use std::sync::{Mutex, PoisonError};

/// The cell passed by the double step just made, and where its piece stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnPassant {
    pub(crate) via: Cell,
    pub(crate) pawn: Cell,
}

/// What is needed to take a move back, beside the list of its changes.
#[derive(Clone, Copy)]
pub(crate) struct Undo {
    /// The move; `None`: the side passed its turn.
    pub(crate) played: Option<Move>,
    /// Who made it.
    pub(crate) mover: Color,
    /// The part of the turn that it was.
    pub(crate) part: u8,
    /// Where the piece stands that the side has moved last in this turn, as long as that matters (G11).
    pub(crate) moved: Option<Cell>,
    /// Where its changes begin in the list of all.
    pub(crate) first_change: u32,
    pub(crate) rights: u32,
    pub(crate) en_passant: Option<EnPassant>,
    pub(crate) en_passant_hash: u64,
    pub(crate) halfmove: u32,
    pub(crate) fullmove: u32,
    pub(crate) counters: Counters,
    pub(crate) since_capture: u32,
    /// The hash of the position in which the move was made.
    pub(crate) hash: u64,
    /// Whether the move gave check; known only in games that ask for it.
    pub(crate) gave_check: bool,
}

/// Each side's pieces on a line, as places on it.
#[derive(Clone, Copy, Default)]
pub(crate) struct OnLine {
    /// All of them.
    pub(crate) pieces: [u32; 2],
    /// Those that attack along lines of this direction, from some cells at least.
    pub(crate) riders: [u32; 2],
}

impl OnLine {
    /// The places that are occupied.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u32 {
        self.pieces[0] | self.pieces[1]
    }
}

/// A position and how it came about.
#[derive(Clone)]
pub(crate) struct State<const W: usize> {
    /// What stands on each cell.
    pub(crate) board: [Piece; MAX_CELLS],
    /// Where each piece stands, by [`Piece::index`].
    pub(crate) by_piece: Vec<BitBoard<W>>,
    /// Where each side's pieces stand, and those that belong to nobody.
    pub(crate) by_color: [BitBoard<W>; 2],
    /// The same for each line.
    pub(crate) lines: Vec<OnLine>,
    /// Where each side's royal stands, if it has only one.
    pub(crate) sole_royal: [Cell; 2],
    /// How many of each type are in each side's hand, in the order of the hand field.
    pub(crate) hands: [[u16; MAX_HAND]; 2],
    /// How many pieces each side has in each family of types.
    pub(crate) families: [[u16; MAX_FAMILIES]; 2],
    /// In how many families each side has fewer than it must.
    pub(crate) deficits: [u8; 2],
    pub(crate) side: Color,
    /// The part of the turn that comes next, from 0.
    pub(crate) part: u8,
    /// Where the piece stands that the side has moved last in this turn, as long as that matters (G11).
    pub(crate) moved: Option<Cell>,
    /// Castling rights as bits, in the order of the game's castling moves.
    pub(crate) rights: u32,
    /// The cells of the pieces that have not moved, as far as that matters (G14, G15).
    pub(crate) unmoved: BitBoard<W>,
    pub(crate) en_passant: Option<EnPassant>,
    /// What `en_passant` contributes to the hash.
    pub(crate) en_passant_hash: u64,
    pub(crate) halfmove: u32,
    /// Plies since the last capture, or since the position was set up.
    pub(crate) since_capture: u32,
    pub(crate) fullmove: u32,
    /// What the game's rules count for each side.
    pub(crate) counters: Counters,
    pub(crate) hash: u64,
    /// Whether passing is left aside, which is so only on a copy.
    pub(crate) bars_pass: bool,
    pub(crate) history: Vec<Undo>,
    /// What the moves of the history changed on the board and in the hands, one after the other.
    pub(crate) changes: Vec<Change>,
    /// How many moves one after the other have been tried already to see whether one is checkmate (K10, K11).
    pub(crate) ahead: u8,
    /// A list to use again where moves are tried on a copy.
    pub(crate) moves: Vec<Move>,
    /// Where a copy is made when one is needed to look ahead.
    spare: Spare<W>,
}

/// The memory of a state that is not in use, kept to be used again.
struct Spare<const W: usize>(Mutex<Option<Box<State<W>>>>);

impl<const W: usize> Spare<W> {
    fn take(&self) -> Option<Box<State<W>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put(&self, state: Box<State<W>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(state);
    }
}

impl<const W: usize> Default for Spare<W> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

/// A copy has none until it needs one.
impl<const W: usize> Clone for Spare<W> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<const W: usize> State<W> {
    /// A board without pieces, White to move.
    pub(crate) fn empty(core: &Core<W>) -> Self {
        let mut state = Self {
            board: [Piece::NONE; MAX_CELLS],
            by_piece: vec![BitBoard::EMPTY; 2 * core.types()],
            by_color: [BitBoard::EMPTY; 2],
            lines: vec![OnLine::default(); core.lines.len()],
            sole_royal: [Cell(0); 2],
            hands: [[0; MAX_HAND]; 2],
            families: [[0; MAX_FAMILIES]; 2],
            deficits: [0; 2],
            side: Color::White,
            part: 0,
            moved: None,
            rights: 0,
            unmoved: BitBoard::EMPTY,
            en_passant: None,
            en_passant_hash: 0,
            halfmove: 0,
            since_capture: 0,
            fullmove: 1,
            counters: Counters::default(),
            hash: 0,
            bars_pass: false,
            history: Vec::new(),
            changes: Vec::new(),
            ahead: 0,
            moves: Vec::new(),
            spare: Spare::default(),
        };
        state.deficits = [core.families.len() as u8; 2];
        state
    }

    /// Works on a copy, on which moves may be made. It does not know the moves that led here.
    pub(crate) fn on_copy<R>(&self, work: impl FnOnce(&mut Self) -> R) -> R {
        let mut copy = self.copied();
        let result = work(&mut copy);
        self.spare.put(copy);
        result
    }

    #[inline(never)]
    fn copied(&self) -> Box<Self> {
        let Some(mut copy) = self.spare.take() else {
            let (by_piece, lines, spare) = (self.by_piece.clone(), self.lines.clone(), Spare::default());
            let (history, changes, moves) = (Vec::new(), Vec::new(), Vec::new());
            return Box::new(Self { by_piece, lines, history, changes, moves, spare, ..*self });
        };
        copy.copy_from(self);
        copy
    }

    /// Becomes a copy of another state; uses its own memory again.
    fn copy_from(&mut self, other: &Self) {
        let (mut by_piece, mut lines) = (take(&mut self.by_piece), take(&mut self.lines));
        let (mut history, mut changes) = (take(&mut self.history), take(&mut self.changes));
        by_piece.clone_from(&other.by_piece);
        lines.clone_from(&other.lines);
        history.clear();
        changes.clear();
        let (moves, spare) = (take(&mut self.moves), take(&mut self.spare));
        *self = Self { by_piece, lines, history, changes, moves, spare, ..*other };
    }

    #[inline(always)]
    pub(crate) fn at(&self, cell: Cell) -> Piece {
        self.board[cell.index() & (MAX_CELLS - 1)]
    }

    /// What stands on a cell.
    pub(crate) fn piece_at(&self, core: &Core<W>, cell: Cell) -> Option<(Owner, PieceType)> {
        let piece = self.at(cell);
        (!piece.is_none()).then(|| (core.neutrals.owner(piece), piece.kind()))
    }

    #[inline(always)]
    pub(crate) fn of(&self, color: Color, kind: PieceType) -> BitBoard<W> {
        self.by_piece[Piece::new(color, kind).index()]
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> BitBoard<W> {
        self.by_color[0] | self.by_color[1]
    }

    /// The pieces of a side, those that belong to nobody left out.
    #[inline(always)]
    pub(crate) fn own(&self, color: Color) -> BitBoard<W> {
        self.by_color[color as usize].without(self.by_color[!color as usize])
    }

    /// The pieces that nobody may capture.
    pub(crate) fn uncapturable(&self, core: &Core<W>) -> BitBoard<W> {
        let of = |kind: &PieceType| self.by_piece[Piece::of(Owner::Nobody, *kind).index()];
        core.neutrals.uncapturable().iter().map(of).fold(BitBoard::EMPTY, |all, pieces| all | pieces)
    }

    /// Puts a piece on an empty cell.
    #[inline(always)]
    pub(crate) fn place(&mut self, core: &Core<W>, owner: Owner, kind: PieceType, cell: Cell) {
        let piece = Piece::of(owner, kind);
        self.set_down(core, owner, kind, cell);
        self.hash ^= core.zobrist.placed(piece, cell);
        self.count_families(core, piece, 1);
    }

    /// Takes a piece off its cell.
    #[inline(always)]
    pub(crate) fn remove(&mut self, core: &Core<W>, owner: Owner, kind: PieceType, cell: Cell) {
        let piece = Piece::of(owner, kind);
        self.lift(core, owner, kind, cell);
        self.hash ^= core.zobrist.placed(piece, cell);
        self.count_families(core, piece, -1);
    }

    /// Puts a piece on an empty cell of the board, without a trace in hash and counts.
    #[inline(always)]
    pub(crate) fn set_down(&mut self, core: &Core<W>, owner: Owner, kind: PieceType, cell: Cell) {
        let piece = Piece::of(owner, kind);
        self.board[cell.index() & (MAX_CELLS - 1)] = piece;
        self.toggle_occupancy(core, owner, kind, cell);
        if core.royals.is_sole(piece) {
            self.sole_royal[piece.color() as usize] = cell;
        }
    }

    /// Takes a piece off the board, without a trace in hash and counts.
    #[inline(always)]
    pub(crate) fn lift(&mut self, core: &Core<W>, owner: Owner, kind: PieceType, cell: Cell) {
        self.board[cell.index() & (MAX_CELLS - 1)] = Piece::NONE;
        self.toggle_occupancy(core, owner, kind, cell);
    }

    /// Changes where pieces stand, but neither the board nor the hash.
    #[inline(always)]
    pub(crate) fn toggle_occupancy(&mut self, core: &Core<W>, owner: Owner, kind: PieceType, cell: Cell) {
        let piece = Piece::of(owner, kind);
        self.by_piece[piece.index()].toggle(cell);
        let ridden = core.attacks.directions_of_piece(piece);
        match owner {
            Owner::White => self.toggle_side(core, Color::White, cell, ridden),
            Owner::Black => self.toggle_side(core, Color::Black, cell, ridden),
            Owner::Nobody => Color::BOTH.into_iter().for_each(|color| self.toggle_side(core, color, cell, ridden)),
        }
    }

    /// Changes where a side's pieces stand: one that attacks along the directions of lines that are `ridden`.
    #[inline(always)]
    fn toggle_side(&mut self, core: &Core<W>, color: Color, cell: Cell, ridden: u64) {
        self.by_color[color as usize].toggle(cell);
        for slot in core.lines.slots(cell) {
            let on_line = &mut self.lines[usize::from(slot.line)];
            on_line.pieces[color as usize] ^= 1 << slot.pos;
            on_line.riders[color as usize] ^= ((ridden >> slot.direction & 1) as u32) << slot.pos;
        }
    }

    /// Keeps the numbers of pieces in families of types (X3, F3).
    #[inline(always)]
    pub(crate) fn count_families(&mut self, core: &Core<W>, piece: Piece, change: i16) {
        let mut families = core.family_bits[piece.color()][piece.kind().index()];
        while families != 0 {
            let family = families.trailing_zeros() as usize;
            families &= families - 1;
            let (color, least) = (piece.color() as usize, core.families[family].least);
            let count = &mut self.families[color][family];
            let before = *count;
            *count = before.wrapping_add_signed(change);
            match (before < least, *count < least) {
                (false, true) => self.deficits[color] += 1,
                (true, false) => self.deficits[color] -= 1,
                _ => {}
            }
        }
    }

    /// Changes the number of a type in a hand.
    #[inline(always)]
    pub(crate) fn change_hand(&mut self, core: &Core<W>, color: Color, index: usize, change: i16) {
        let color = color as usize;
        let count = &mut self.hands[color][index];
        self.hash ^= core.zobrist.in_hand(color, index, *count);
        *count = count.wrapping_add_signed(change);
        self.hash ^= core.zobrist.in_hand(color, index, *count);
    }

    /// What is counted for a side.
    #[inline(always)]
    pub(crate) fn counter(&self, counter: Counter, color: Color) -> u8 {
        self.counters[counter][color]
    }

    /// Sets what is counted for a side.
    #[inline(always)]
    pub(crate) fn set_counter(&mut self, core: &Core<W>, counter: Counter, color: Color, value: u8) {
        let count = &mut self.counters[counter][color];
        self.hash ^= core.zobrist.counter(counter, color, *count) ^ core.zobrist.counter(counter, color, value);
        *count = value;
    }

    /// What a move captures, and where it stands; [`Piece::NONE`] if it captures nothing.
    #[inline(always)]
    pub(crate) fn captured_by(&self, m: Move) -> (Piece, Cell) {
        match (m.kind(), self.en_passant) {
            (MoveKind::Normal, _) => (self.at(m.to()), m.to()),
            (MoveKind::EnPassant, Some(EnPassant { pawn, .. })) => (self.at(pawn), pawn),
            _ => (Piece::NONE, m.to()),
        }
    }

    /// What kind of move this is; none for a part of a turn that places a piece, and for a pass.
    pub(crate) fn occasion(&self, m: Move) -> Option<Occasion> {
        Some(match m.kind() {
            MoveKind::Placing | MoveKind::Pass => return None,
            MoveKind::Drop => Occasion::Drop,
            MoveKind::Castling => Occasion::Castling,
            MoveKind::Swap => Occasion::Swap,
            MoveKind::Promotion => Occasion::Move,
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant => match self.captured_by(m).0.is_none() {
                true => Occasion::Move,
                false => Occasion::Capture,
            },
        })
    }

    /// How many of a type are in a side's hand.
    pub(crate) fn in_hand(&self, core: &Core<W>, color: Color, kind: PieceType) -> u16 {
        core.hand_index(kind).map_or(0, |index| self.hands[color as usize][index])
    }
}
