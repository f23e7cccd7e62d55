//! Making moves and taking them back.

use super::{EnPassant, State};
use crate::piece::Piece;
use crate::tables::{NO_HAND, Tables};
use crate::{Color, Move, MoveKind};

/// What a move did to the pieces, so that it can be undone.
#[derive(Clone, Copy)]
pub(crate) struct Applied {
    /// The piece on the from cell before.
    moved: Piece,
    /// What the move captured.
    pub(crate) captured: Piece,
    /// What the piece changed elsewhere was (Q16).
    elsewhere: Piece,
}

/// What is needed to take a move back.
#[derive(Clone, Copy)]
pub(crate) struct Undo {
    pub(crate) played: Move,
    /// What it did; `None` for a null move.
    applied: Option<Applied>,
    rights: u32,
    en_passant: Option<EnPassant>,
    en_passant_hash: u64,
    halfmove: u32,
    duty: [u8; 2],
    since_capture: u32,
    /// The hash of the position in which the move was made.
    pub(crate) hash: u64,
    /// Whether the move gave check; known only in games that ask for it.
    pub(crate) gave_check: bool,
}

impl Undo {
    /// Whether nothing was moved.
    pub(crate) fn is_null(&self) -> bool {
        self.applied.is_none()
    }
}

impl<const W: usize> State<W> {
    /// Makes a legal move.
    pub(crate) fn make(&mut self, t: &Tables<W>, m: Move) {
        let us = self.side;
        let mut undo = self.undo_for(m);
        self.forget_en_passant();
        let applied = self.apply(t, m, undo.en_passant);
        undo.applied = Some(applied);
        if self.rights != 0 {
            let elsewhere = m.elsewhere().map_or(!0, |(cell, _)| t.rights_kept[cell.index()]);
            let kept = t.rights_kept[m.origin().index()] & t.rights_kept[m.to().index()] & elsewhere;
            self.change_rights(t, undo.rights & kept);
        }
        self.halfmove = if self.is_irreversible(t, m, applied) { 0 } else { self.halfmove.saturating_add(1) };
        self.since_capture = if applied.captured.is_none() { self.since_capture.saturating_add(1) } else { 0 };
        self.fullmove = self.fullmove.saturating_add(u32::from(us == Color::Black));
        self.update_duty(t, us);
        self.side = !us;
        self.hash ^= t.zobrist.black_to_move();
        self.history.push(undo);
        // A piece that has become another is not taken en passant.
        let stays = m.promotion().is_none();
        if let Some(via) =
            m.via().filter(|_| stays && t.double_step(applied.moved.kind()).is_some_and(|table| table.en_passant))
        {
            self.en_passant = Some(EnPassant { via, pawn: m.to() });
            self.hash_en_passant(t);
        }
        self.note_check(t);
    }

    /// Takes back the last move; nothing happens if none was made.
    pub(crate) fn unmake(&mut self, t: &Tables<W>) {
        let Some(undo) = self.history.pop() else { return };
        self.side = !self.side;
        if let Some(applied) = undo.applied {
            self.revert(t, undo.played, applied, undo.en_passant);
            self.fullmove = self.fullmove.saturating_sub(u32::from(self.side == Color::Black)).max(1);
        }
        self.restore(&undo);
    }

    /// What is needed to take back a move that is about to be made.
    #[inline(always)]
    pub(super) fn undo_for(&self, played: Move) -> Undo {
        Undo {
            played,
            applied: None,
            rights: self.rights,
            en_passant: self.en_passant,
            en_passant_hash: self.en_passant_hash,
            halfmove: self.halfmove,
            duty: self.duty,
            since_capture: self.since_capture,
            hash: self.hash,
            gave_check: false,
        }
    }

    /// Puts back everything but the pieces, the side and the number of the move.
    #[inline(always)]
    pub(super) fn restore(&mut self, undo: &Undo) {
        self.rights = undo.rights;
        self.en_passant = undo.en_passant;
        self.en_passant_hash = undo.en_passant_hash;
        self.halfmove = undo.halfmove;
        self.duty = undo.duty;
        self.since_capture = undo.since_capture;
        self.hash = undo.hash;
    }

    /// Moves the pieces as a move of the side to move does, and nothing else.
    #[inline]
    pub(crate) fn apply(&mut self, t: &Tables<W>, m: Move, en_passant: Option<EnPassant>) -> Applied {
        let us = self.side;
        let (from, to) = (m.origin(), m.to());
        let moved = self.at(from);
        let mut applied = Applied { moved, captured: Piece::NONE, elsewhere: Piece::NONE };
        match m.kind() {
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant => {
                let target = captured_on(m, en_passant);
                applied.captured = self.at(target);
                if !applied.captured.is_none() {
                    self.remove(t, target);
                    self.imprison(t, applied.captured, 1);
                }
                self.remove(t, from);
                match m.promotion() {
                    None => self.place(t, moved, to),
                    Some(kind) => {
                        self.place(t, Piece::new(us, kind), to);
                        self.take_for_promotion(t, moved, kind, -1);
                    }
                }
                if let Some((cell, kind)) = m.elsewhere() {
                    applied.elsewhere = self.at(cell);
                    self.remove(t, cell);
                    self.place(t, Piece::new(us, kind), cell);
                    self.take_from_prison(t, kind, -1);
                }
            }
            MoveKind::Drop => {
                if let Some(kind) = m.dropped() {
                    self.place(t, Piece::new(us, kind), to);
                    self.take_from_prison(t, kind, -1);
                }
            }
            MoveKind::Castling => {
                let castling = &t.castlings[m.castling_index()];
                self.remove(t, castling.royal.0);
                self.remove(t, castling.partner.0);
                self.place(t, moved, castling.royal.1);
                self.place(t, Piece::new(us, castling.partner_type), castling.partner.1);
            }
            MoveKind::Swap => self.exchange(t, m),
        }
        applied
    }

    /// Undoes [`apply`](Self::apply).
    #[inline]
    pub(crate) fn revert(&mut self, t: &Tables<W>, m: Move, applied: Applied, en_passant: Option<EnPassant>) {
        let (from, to) = (m.origin(), m.to());
        match m.kind() {
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant => {
                if let Some((cell, kind)) = m.elsewhere() {
                    self.take_from_prison(t, kind, 1);
                    self.remove(t, cell);
                    self.place(t, applied.elsewhere, cell);
                }
                if let Some(kind) = m.promotion() {
                    self.take_for_promotion(t, applied.moved, kind, 1);
                }
                self.remove(t, to);
                self.place(t, applied.moved, from);
                if !applied.captured.is_none() {
                    self.imprison(t, applied.captured, -1);
                    self.place(t, applied.captured, captured_on(m, en_passant));
                }
            }
            MoveKind::Drop => {
                if let Some(kind) = m.dropped() {
                    self.take_from_prison(t, kind, 1);
                    self.remove(t, to);
                }
            }
            MoveKind::Castling => {
                let castling = &t.castlings[m.castling_index()];
                self.remove(t, castling.royal.1);
                self.remove(t, castling.partner.1);
                self.place(t, applied.moved, castling.royal.0);
                self.place(t, Piece::new(self.side, castling.partner_type), castling.partner.0);
            }
            MoveKind::Swap => self.exchange(t, m),
        }
    }

    fn exchange(&mut self, t: &Tables<W>, m: Move) {
        let (a, b) = (m.origin(), m.to());
        let (first, second) = (self.at(a), self.at(b));
        self.remove(t, a);
        self.remove(t, b);
        self.place(t, first, b);
        self.place(t, second, a);
    }

    /// Puts a captured piece where captured pieces go (F2, Q6, N1), or takes it out again.
    #[inline(always)]
    fn imprison(&mut self, t: &Tables<W>, captured: Piece, change: i16) {
        let Some(table) = &t.captured else { return };
        let owner = if table.to_owner { captured.color() } else { !captured.color() };
        let index = table.becomes[owner][captured.kind().index()];
        if index != NO_HAND {
            self.change_hand(t, owner, usize::from(index), change);
        }
    }

    fn take_from_prison(&mut self, t: &Tables<W>, kind: crate::spec::PieceType, change: i16) {
        if let Some(index) = t.hand_index(kind) {
            self.change_hand(t, self.side, index, change);
        }
    }

    fn take_for_promotion(&mut self, t: &Tables<W>, moved: Piece, kind: crate::spec::PieceType, change: i16) {
        if t.promotions[self.side][moved.kind().index()].as_ref().is_some_and(|table| table.from_prison) {
            self.take_from_prison(t, kind, change);
        }
    }

    /// Whether the halfmove clock goes to 0: a capture, a drop, a change of type, a move of a pawn-type
    /// piece (G5).
    #[inline(always)]
    fn is_irreversible(&self, t: &Tables<W>, m: Move, applied: Applied) -> bool {
        !applied.captured.is_none()
            || m.kind() == MoveKind::Drop
            || m.promotion().is_some()
            || m.elsewhere().is_some()
            || t.spec.pieces[applied.moved.kind().index()].resets_clock
            || self.second_moved(t, m).is_some_and(|kind| t.spec.pieces[kind.index()].resets_clock)
    }

    /// The type of the second piece that a castling or swap has just moved.
    #[inline(always)]
    fn second_moved(&self, t: &Tables<W>, m: Move) -> Option<crate::spec::PieceType> {
        match m.kind() {
            MoveKind::Castling => Some(t.castlings[m.castling_index()].partner_type),
            MoveKind::Swap => Some(self.at(m.origin()).kind()),
            _ => None,
        }
    }

    #[inline(always)]
    fn change_rights(&mut self, t: &Tables<W>, rights: u32) {
        if rights != self.rights {
            self.hash ^= t.zobrist.rights(self.rights) ^ t.zobrist.rights(rights);
            self.rights = rights;
        }
    }
}

/// The cell of the piece that a move captures, if it captures.
#[inline(always)]
pub(super) fn captured_on(m: Move, en_passant: Option<EnPassant>) -> spielraum_geometry::Cell {
    match (m.kind(), en_passant) {
        (MoveKind::EnPassant, Some(en_passant)) => en_passant.pawn,
        _ => m.to(),
    }
}
