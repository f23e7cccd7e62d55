//! Whether a series of captures on one cell pays.

use super::State;
use super::attack::{highest, lowest};
use crate::piece::Piece;
use crate::tables::Tables;
use crate::tables::lines::{Slot, above, below};
use crate::{Color, Move, MoveKind};
use spielraum_geometry::Cell;

/// More captures than this in one exchange are not looked at.
const MAX_CAPTURES: usize = 64;

impl<const W: usize> State<W> {
    /// Whether a move gains at least `threshold` when both sides go on capturing on its target cell, each with its
    /// least valuable piece, as long as it pays. `worth` has a value for each [`Piece::index`].
    ///
    /// The pieces are taken off the board one by one, so that lines open and hurdles vanish as they would in the
    /// game, whatever the pieces' movements; pins are not considered. (Static exchange evaluation, after the swap
    /// algorithm of early chess programs; with a threshold as Stockfish does it.)
    pub(crate) fn exchange_gains(&mut self, t: &Tables<W>, m: Move, worth: &[i32], threshold: i32) -> bool {
        if matches!(m.kind(), MoveKind::Castling | MoveKind::Swap) {
            return threshold <= 0;
        }
        let us = self.side;
        let (captured, captured_on) = self.captured_by(m);
        let mover = match m.dropped().or(m.promotion()) {
            Some(kind) => Piece::new(us, kind),
            None => self.at(m.origin()),
        };
        let mut gain = if captured.is_none() { 0 } else { worth[captured.index()] };
        if m.promotion().is_some() {
            gain += worth[mover.index()] - worth[self.at(m.origin()).index()];
        }
        let mut swap = gain - threshold;
        if swap < 0 {
            return false;
        }
        swap = worth[mover.index()] - swap;
        if swap <= 0 {
            return true;
        }
        let mut lifted = Lifted::new();
        if !captured.is_none() {
            self.lift_off(t, captured_on, &mut lifted);
        }
        if m.kind() != MoveKind::Drop {
            self.lift_off(t, m.origin(), &mut lifted);
        }
        let gains = self.play_out(t, m.to(), worth, swap, &mut lifted);
        self.put_back(t, &lifted);
        gains
    }

    /// The exchange after the first capture: `swap` is what the enemy's recapture would leave the mover short of.
    fn play_out(&mut self, t: &Tables<W>, cell: Cell, worth: &[i32], mut swap: i32, lifted: &mut Lifted) -> bool {
        let mut side = self.side;
        let mut gains = true;
        while lifted.len < MAX_CAPTURES {
            side = !side;
            let Some(from) = self.least_attacker(t, cell, side, worth) else { break };
            let piece = self.at(from);
            gains = !gains;
            if t.royal == Some(piece.kind()) {
                // A royal may not capture what is defended.
                let defended = self.attacked(t, cell, !side, from);
                return gains != defended;
            }
            swap = worth[piece.index()] - swap;
            if swap < i32::from(gains) {
                break;
            }
            self.lift_off(t, from, lifted);
        }
        gains
    }

    /// The piece of `by` of least value that attacks a cell.
    fn least_attacker(&self, t: &Tables<W>, cell: Cell, by: Color, worth: &[i32]) -> Option<Cell> {
        let mut least = None;
        let mut consider = |from: Cell| {
            let value = worth[self.at(from).index()];
            if least.is_none_or(|(lowest, _)| value < lowest) {
                least = Some((value, from));
            }
        };
        for (kind, sources) in t.attacks.leapers(by, cell) {
            if let Some(from) = (*sources & self.of(by, kind)).into_iter().next() {
                consider(from);
            }
        }
        for &slot in t.lines.slots(cell) {
            let on_line = self.lines[usize::from(slot.line)];
            if on_line[by as usize] != 0 && t.attacks.families_of(by) >> slot.family & 1 != 0 {
                self.line_attackers(t, slot, by, &mut consider);
            }
        }
        if t.attacks.has_routes {
            let occupied = self.occupied();
            for attack in t.attacks.routes(by, cell) {
                if self.of(by, attack.kind).contains(attack.source)
                    && attack.ways.iter().any(|way| !way.meets(&occupied))
                {
                    consider(attack.source);
                }
            }
        }
        least.map(|(_, from)| from)
    }

    /// Tells the pieces of `by` that attack the cell of a slot along its line.
    #[inline(always)]
    fn line_attackers(&self, t: &Tables<W>, slot: Slot, by: Color, tell: &mut impl FnMut(Cell)) {
        let on_line = self.lines[usize::from(slot.line)];
        let (pos, occupied, enemies) = (u32::from(slot.pos), on_line[0] | on_line[1], on_line[by as usize]);
        let enemy = |place: u32| enemies >> place & 1 != 0;
        let first_up = lowest(occupied & above(pos));
        let first_down = highest(occupied & below(pos));
        let second_up = || first_up.and_then(|first| lowest(occupied & above(first)));
        let second_down = || first_down.and_then(|first| highest(occupied & below(first)));
        for first in [first_up, first_down].into_iter().flatten() {
            if enemy(first) && self.slides_to(t, slot, first, pos) {
                tell(t.lines.cell(slot.line, first));
            }
        }
        if t.attacks.has_hops {
            for (first, second) in [(first_up, second_up()), (first_down, second_down())] {
                if let (Some(first), Some(second)) = (first, second)
                    && enemy(second)
                    && self.hops_to(t, slot, second, first, pos)
                {
                    tell(t.lines.cell(slot.line, second));
                }
            }
        }
    }

    /// Takes the piece off a cell for the time being.
    #[inline(always)]
    fn lift_off(&mut self, t: &Tables<W>, cell: Cell, lifted: &mut Lifted) {
        let piece = self.at(cell);
        self.lift(t, piece, cell);
        lifted.pieces[lifted.len] = (cell, piece);
        lifted.len += 1;
    }

    /// Puts the pieces back.
    fn put_back(&mut self, t: &Tables<W>, lifted: &Lifted) {
        for &(cell, piece) in lifted.pieces[..lifted.len].iter().rev() {
            self.set_down(t, piece, cell);
        }
    }
}

/// Pieces taken off the board for the time being.
struct Lifted {
    pieces: [(Cell, Piece); MAX_CAPTURES + 2],
    len: usize,
}

impl Lifted {
    #[inline(always)]
    fn new() -> Self {
        Self { pieces: [(Cell(0), Piece::NONE); MAX_CAPTURES + 2], len: 0 }
    }
}
