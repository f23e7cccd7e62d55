//! Drops of pieces in hand (F2, Q6).

use crate::Move;
use crate::bitboard::BitBoard;
use crate::state::State;
use crate::state::check_mask::CheckMasks;
use crate::state::sink::{Flow, Sink};
use crate::state::targets::Occupancy;
use crate::tables::{DropTable, Tables};
use spielraum_geometry::Cell;

impl<const W: usize> State<W> {
    /// The legal drops.
    pub(crate) fn drops<S: Sink<W>>(
        &self,
        t: &Tables<W>,
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        let us = self.side;
        for table in &t.drops[us] {
            if self.hands[us as usize][table.hand_index] == 0 {
                continue;
            }
            let mut targets = table.cells & cells.empty & masks.check_mask;
            if table.file_line_limit.is_some() {
                targets = targets.without(self.full_file_lines(table));
            }
            let to_try = if masks.try_all { targets } else { targets & masks.hurdles };
            for to in to_try {
                if !self.keeps_royal_safe(t, Move::drop(table.piece, to)) {
                    targets.remove(to);
                }
            }
            if table.no_mate {
                for to in targets {
                    if self.drop_mates(t, table, to) {
                        targets.remove(to);
                    }
                }
            }
            sink.drops(table.piece, targets)?;
        }
        Flow::Continue(())
    }

    /// Whether the side to move may drop a type on a cell, any cell of the board.
    pub(crate) fn may_drop(&self, t: &Tables<W>, table: &DropTable<W>, to: Cell) -> bool {
        self.hands[self.side as usize][table.hand_index] > 0
            && table.cells.contains(to)
            && self.at(to).is_none()
            && (table.file_line_limit.is_none() || !self.full_file_lines(table).contains(to))
            && self.keeps_royal_safe(t, Move::drop(table.piece, to))
            && !(table.no_mate && self.drop_mates(t, table, to))
    }

    /// The cells of file lines that hold as many of the type as they may.
    fn full_file_lines(&self, table: &DropTable<W>) -> BitBoard<W> {
        let Some((limit, file_lines)) = &table.file_line_limit else { return BitBoard::EMPTY };
        let own = self.of(self.side, table.piece);
        own.into_iter()
            .map(|cell| file_lines[cell.index()])
            .filter(|file_line| (own & *file_line).count() >= u32::from(*limit))
            .fold(BitBoard::EMPTY, |full, file_line| full | file_line)
    }

    /// Whether a drop would checkmate.
    fn drop_mates(&self, t: &Tables<W>, table: &DropTable<W>, to: Cell) -> bool {
        let may_check = t.attacks.has_hops || t.attacks.has_routes;
        if t.royal.is_none() || !may_check && !self.aims_at_royal(t, self.side, table.piece, to) {
            return false;
        }
        self.on_copy(t, |after| {
            after.make(t, Move::drop(table.piece, to));
            after.in_check(t, after.side) && !after.has_legal(t)
        })
    }
}
