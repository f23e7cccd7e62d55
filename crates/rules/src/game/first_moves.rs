//! What comes of it that pieces have not moved: who comes from the hand to the cells they leave (G15), and when it is over.

use super::tables::Tables;
use crate::board::State;
use crate::board::part::Part;
use crate::board::piece::Piece;
use crate::board::sink::{Flow, Visit};
use crate::{Change, MAX_MOVES, Move, MoveKind};
use spielraum_geometry::{BitBoard, Cell};

impl<const W: usize> State<W> {
    /// The legal moves of a part, with everything that may come to the cells they leave.
    #[cold]
    #[inline(never)]
    pub(super) fn generate_gating<P: Part>(&self, t: &Tables<W>, give: &mut dyn FnMut(Move) -> Flow) -> Flow {
        let each: &mut dyn FnMut(Move) -> Flow = &mut |m| {
            give(m)?;
            self.gatings(t, m, &mut *give)
        };
        self.generate_ungated::<P, _>(t, &mut Visit(each))
    }

    /// Appends to the moves from `first` on, which are legal, the same with everything that may come to the cells they leave; as
    /// many as a list may have.
    #[cold]
    #[inline(never)]
    pub(super) fn append_gatings(&self, t: &Tables<W>, moves: &mut Vec<Move>, first: usize) {
        for index in first..moves.len() {
            let flow = self.gatings(t, moves[index], &mut |m| {
                if moves.len() - first >= MAX_MOVES {
                    return Flow::Break(());
                }
                moves.push(m);
                Flow::Continue(())
            });
            if flow.is_break() {
                return;
            }
        }
    }

    /// A move with each piece that may come to a cell it leaves; the move must be legal without.
    fn gatings(&self, t: &Tables<W>, m: Move, give: &mut dyn FnMut(Move) -> Flow) -> Flow {
        let us = self.side;
        // One more piece is in the way of everything but hops.
        let doubtful = t.attacks.has_hops || t.safety.tries_moves();
        for cell in self.left_by(t, m).into_iter().flatten().filter(|&cell| self.unmoved.contains(cell)) {
            for gate in &t.firsts.gates[us] {
                if !gate.cells.contains(cell) || self.in_hand(t, us, gate.kind) == 0 {
                    continue;
                }
                if t.safety.tries_moves() && !self.on_copy(|copy| copy.survives(t, m)) {
                    return Flow::Continue(());
                }
                let m = m.with_gate(cell, gate.kind);
                if !doubtful || self.on_copy(|copy| copy.survives(t, m)) {
                    give(m)?;
                }
            }
        }
        Flow::Continue(())
    }

    /// The cells that a move leaves empty.
    fn left_by(&self, t: &Tables<W>, m: Move) -> [Option<Cell>; 2] {
        match m.kind() {
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant => [Some(m.origin()), None],
            MoveKind::Promotion => [Some(m.origin()).filter(|&from| from != m.to()), None],
            MoveKind::Castling => {
                let castling = &t.rules.castling.moves[m.castling_index()];
                let ends = [castling.royal.1, castling.partner.1];
                [castling.royal.0, castling.partner.0].map(|cell| Some(cell).filter(|cell| !ends.contains(cell)))
            }
            MoveKind::Drop | MoveKind::Swap | MoveKind::Placing | MoveKind::Pass => [None, None],
        }
    }

    /// Whether a move with which a piece comes to the cell it leaves is one of those that the position has.
    #[cold]
    pub(super) fn accepts_gating(&self, t: &Tables<W>, m: Move, alone: Move) -> bool {
        self.gatings(t, alone, &mut Visit::finding(m).0).is_break()
    }

    /// Notes which pieces can't be said any more not to have moved: those that left their cells by the move just made, those
    /// whose right it took, and those for which it does not matter any more.
    #[cold]
    #[inline(never)]
    pub(super) fn forget_first_moves(&mut self, t: &Tables<W>, first_change: usize) {
        let (mut gone, mut taken) = (BitBoard::<W>::EMPTY, BitBoard::<W>::EMPTY);
        for change in &self.changes[first_change..] {
            match *change {
                Change::Leaves(_, _, cell) => gone.insert(cell),
                // What has become another since does not count.
                Change::Comes(owner, kind, cell) if self.at(cell) == Piece::of(owner, kind) => {
                    let Some(color) = owner.color() else { continue };
                    for first in t.firsts.moves[!color].iter().filter(|first| first.lost_to.contains(&kind)) {
                        let pieces = self.of(!color, first.kind) & first.from;
                        taken |= pieces & t.movers[color][kind.index()].reach(&t.lines, cell);
                    }
                }
                _ => {}
            }
        }
        for cell in self.unmoved & taken {
            self.change_rights(t, self.rights & t.rules.castling.rights_kept[cell.index()]);
        }
        let gone = self.unmoved & (gone | taken | !self.live(t));
        for cell in gone {
            self.toggle_unmoved(cell);
            self.hash ^= t.zobrist.unmoved(cell);
            self.changes.push(Change::FirstMove(cell));
        }
    }

    /// Notes that the pieces have not moved with which castling rights have just been won (G19, K4).
    #[cold]
    pub(super) fn regain_first_moves(&mut self, t: &Tables<W>, won: u32) {
        let castlings = t.rules.castling.moves.iter().enumerate();
        for (_, castling) in castlings.filter(|(index, _)| won >> index & 1 != 0) {
            for cell in [castling.royal.0, castling.partner.0] {
                if t.firsts.cells[castling.color].contains(cell)
                    && self.live(t).contains(cell)
                    && !self.unmoved.contains(cell)
                {
                    self.toggle_unmoved(cell);
                    self.hash ^= t.zobrist.unmoved(cell);
                    self.changes.push(Change::FirstMove(cell));
                }
            }
        }
    }

    /// Appends the moves of [`select`](Self::select) of a part that are such, in a game with first moves.
    #[cold]
    #[inline(never)]
    pub(super) fn select_such<P: Part>(&self, t: &Tables<W>, moves: &mut Vec<Move>, such: &dyn Fn(Move) -> bool) {
        let first = moves.len();
        self.select::<P>(t, moves);
        super::selected::retain(moves, first, such);
    }
}
