//! What a move puts where: the one place where moves are taken apart into [changes](Change).

use super::{EnPassant, State};
use crate::piece::Piece;
use crate::spec::PieceType;
use crate::tables::{NO_HAND, Tables};
use crate::{Change, Move, MoveKind};
use spielraum_geometry::Cell;

/// Takes the changes of a move one after the other; may make them on the state at once.
pub(crate) trait Stage<const W: usize> {
    /// The state, with the changes so far if they are made.
    fn state(&self) -> &State<W>;

    /// Takes a change.
    fn change(&mut self, change: Change);
}

/// Takes a move of the side to move apart into what happens to pieces on the board and in hand, in an order in which
/// every piece comes to an empty cell.
#[inline(always)]
pub(crate) fn expand<const W: usize>(stage: &mut impl Stage<W>, t: &Tables<W>, m: Move) {
    let us = stage.state().side;
    let (from, to) = (m.origin(), m.to());
    match m.kind() {
        MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant => {
            let moved = stage.state().at(from).kind();
            expand_capture(stage, t, m);
            stage.change(Change::Leaves(us, moved, from));
            stage.change(Change::Comes(us, m.promotion().unwrap_or(moved), to));
            if let Some(kind) = m.promotion()
                && t.promotions[us][moved.index()].as_ref().is_some_and(|table| table.from_prison)
            {
                stage.change(Change::Hand(us, kind, -1));
            }
            if let Some((cell, kind)) = m.remote_promotion() {
                let changed = stage.state().at(cell).kind();
                stage.change(Change::Leaves(us, changed, cell));
                stage.change(Change::Comes(us, kind, cell));
                stage.change(Change::Hand(us, kind, -1));
            }
        }
        MoveKind::Drop => {
            if let Some(kind) = m.dropped() {
                stage.change(Change::Comes(us, kind, to));
                stage.change(Change::Hand(us, kind, -1));
            }
        }
        MoveKind::Castling => {
            let castling = &t.castlings[m.castling_index()];
            let (royal, partner) = (stage.state().at(from).kind(), castling.partner_type);
            stage.change(Change::Leaves(us, royal, castling.royal.0));
            stage.change(Change::Leaves(us, partner, castling.partner.0));
            stage.change(Change::Comes(us, royal, castling.royal.1));
            stage.change(Change::Comes(us, partner, castling.partner.1));
        }
        MoveKind::Swap => {
            let (royal, partner) = (stage.state().at(from).kind(), stage.state().at(to).kind());
            stage.change(Change::Leaves(us, royal, from));
            stage.change(Change::Leaves(us, partner, to));
            stage.change(Change::Comes(us, royal, to));
            stage.change(Change::Comes(us, partner, from));
        }
    }
}

/// The first part of [`expand`]: what is captured leaves the board and goes where captured pieces go (F2, Q6, N1).
#[inline(always)]
fn expand_capture<const W: usize>(stage: &mut impl Stage<W>, t: &Tables<W>, m: Move) {
    let (captured, cell) = stage.state().captured_by(m);
    if captured.is_none() {
        return;
    }
    let (color, kind) = (captured.color(), captured.kind());
    stage.change(Change::Leaves(color, kind, cell));
    if let (Some(table), Some(hands)) = (&t.captured, &t.spec.hands) {
        let owner = if table.to_owner { color } else { !color };
        let index = table.becomes[owner][kind.index()];
        if index != NO_HAND {
            stage.change(Change::Hand(owner, hands.order[usize::from(index)], 1));
        }
    }
}

/// A stage that only listens.
struct Telling<'a, F, const W: usize> {
    state: &'a State<W>,
    tell: F,
}

impl<F: FnMut(Change), const W: usize> Stage<W> for Telling<'_, F, W> {
    #[inline(always)]
    fn state(&self) -> &State<W> {
        self.state
    }

    #[inline(always)]
    fn change(&mut self, change: Change) {
        (self.tell)(change);
    }
}

impl<const W: usize> State<W> {
    /// What a move captures, and where it stands; [`Piece::NONE`] if it captures nothing.
    #[inline(always)]
    pub(crate) fn captured_by(&self, m: Move) -> (Piece, Cell) {
        match (m.kind(), self.en_passant) {
            (MoveKind::Normal, _) => (self.at(m.to()), m.to()),
            (MoveKind::EnPassant, Some(EnPassant { pawn, .. })) => (self.at(pawn), pawn),
            _ => (Piece::NONE, m.to()),
        }
    }

    /// Tells what a move of the side to move would change on the board and in the hands.
    #[inline(always)]
    pub(crate) fn changes(&self, t: &Tables<W>, m: Move, tell: impl FnMut(Change)) {
        expand(&mut Telling { state: self, tell }, t, m);
    }

    /// Where a piece of the mover's side that the move carries along starts and ends.
    pub(crate) fn second_piece(&self, t: &Tables<W>, m: Move) -> Option<(Cell, Cell)> {
        let (mut left, mut came): (Option<(PieceType, Cell)>, _) = (None, None);
        self.changes(t, m, |change| match change {
            Change::Leaves(color, kind, cell) if color == self.side && cell != m.origin() => left = Some((kind, cell)),
            Change::Comes(_, kind, cell) if left.is_some_and(|(left, _)| left == kind) && cell != m.to() => {
                came = Some(cell);
            }
            _ => {}
        });
        left.map(|(_, cell)| cell).zip(came)
    }
}
