//! Whether a series of captures on one cell pays.

use super::tables::Tables;
use crate::board::State;
use crate::board::overlay::{Overlay, WithoutAll};
use crate::board::piece::Piece;
use crate::tables::lines::Slot;
use crate::{Color, Move, MoveKind};
use spielraum_geometry::line_word::between;
use spielraum_geometry::{BitBoard, Cell};

/// The attacker of least value so far.
struct Least {
    value: i32,
    from: Option<Cell>,
}

impl Least {
    /// Whether it is worth more than this.
    #[inline(always)]
    fn is_more(&self, value: i32) -> bool {
        self.from.is_none() || value < self.value
    }

    #[inline(always)]
    fn consider(&mut self, value: i32, from: Cell) {
        if self.is_more(value) {
            *self = Self { value, from: Some(from) };
        }
    }
}

impl<const W: usize> State<W> {
    /// Whether a move gains at least `threshold` when both sides go on capturing on its target cell, each with its
    /// least valuable piece, as long as it pays. `worth` has a value for each [`Piece::index`].
    ///
    /// The pieces are thought off the board one by one, so that lines open and hurdles vanish as they would in the
    /// game, whatever the pieces' movements. A piece pinned to a sole royal captures only along the line of its pin, in
    /// games whose pins are certain. (Static exchange evaluation, after the swap algorithm of early chess programs; with a
    /// threshold as Stockfish does it.)
    pub(crate) fn see_ge(&self, t: &Tables<W>, m: Move, worth: &[i32], threshold: i32) -> bool {
        if matches!(m.kind(), MoveKind::Castling | MoveKind::Swap | MoveKind::Placing) {
            return threshold <= 0;
        }
        if t.effects.exist() && !self.captured_by(m).0.is_none() {
            return self.gain_with_effects(t, m, worth) >= threshold;
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
        let mut gone = BitBoard::EMPTY;
        if !captured.is_none() {
            gone.insert(captured_on);
        }
        if m.kind() != MoveKind::Drop {
            gone.insert(m.origin());
        }
        self.play_out(t, m.to(), worth, swap, WithoutAll(gone))
    }

    /// The exchange after the first capture: `swap` is what the enemy's recapture would leave the mover short of.
    fn play_out(&self, t: &Tables<W>, cell: Cell, worth: &[i32], mut swap: i32, mut rest: WithoutAll<W>) -> bool {
        let mut side = self.side;
        let mut gains = true;
        loop {
            side = !side;
            let Some(from) = self.least_attacker(t, cell, side, worth, &rest) else { break };
            let piece = self.at(from);
            gains = !gains;
            rest.0.insert(from);
            if t.royals.has(piece.kind()) {
                // A royal may not capture what is defended.
                let defended = self.attacked(t, cell, !side, &rest);
                return gains != defended;
            }
            swap = worth[piece.index()] - swap;
            if swap < i32::from(gains) {
                break;
            }
        }
        gains
    }

    /// The piece of `by` of least value that attacks a cell and is not pinned elsewhere.
    fn least_attacker(
        &self,
        t: &Tables<W>,
        cell: Cell,
        by: Color,
        worth: &[i32],
        rest: &WithoutAll<W>,
    ) -> Option<Cell> {
        let mut least = Least { value: i32::MAX, from: None };
        let value = |from| worth[self.at(from).index()];
        let may_be_pinned = t.safety.pins_hold && t.royals.has_sole(by);
        let is_free = |from| !may_be_pinned || !self.lays_royal_open(t, by, from, cell, rest);
        for (kind, sources) in t.attacks.leapers(by, cell) {
            let mut standing = (*sources & rest.remaining(self.of(by, kind))).into_iter();
            if let Some(from) = standing.find(|&from| is_free(from)) {
                least.consider(value(from), from);
            }
        }
        let distant = t.attacks.distant(by);
        if least.from.is_none() || distant.iter().any(|piece| worth[piece.index()] < least.value) {
            self.each_distant_attacker(t, cell, by, rest, |from| {
                if least.is_more(value(from)) && is_free(from) {
                    least.consider(value(from), from);
                }
            });
        }
        least.from
    }

    /// Whether a piece of `by` that goes from one cell to another lays its sole royal open to a slider.
    fn lays_royal_open(&self, t: &Tables<W>, by: Color, from: Cell, to: Cell, rest: &WithoutAll<W>) -> bool {
        t.lines.slots(self.sole_royal[by as usize]).iter().any(|&slot| {
            self.lays_ray_open::<true>(t, slot, by, from, to, rest)
                || self.lays_ray_open::<false>(t, slot, by, from, to, rest)
        })
    }

    /// The same along a line, above (`UP`) or below the royal.
    #[inline(always)]
    fn lays_ray_open<const UP: bool>(
        &self,
        t: &Tables<W>,
        slot: Slot,
        by: Color,
        from: Cell,
        to: Cell,
        rest: &WithoutAll<W>,
    ) -> bool {
        let (pos, riders) = (u32::from(slot.pos), self.lines[usize::from(slot.line)].riders[!by as usize]);
        let first = self.first_before_rider::<UP, _>(t, slot, riders, rest);
        let Some(first) = first.filter(|&first| t.lines.cell(slot.line, first) == from) else { return false };
        let second = self.next_piece::<UP, _>(t, slot.line, first, rest);
        let Some(pinning) = second.filter(|&second| riders >> second & 1 != 0) else { return false };
        let pin = between(pos, pinning) | 1 << pinning;
        self.slides_to(t, slot, pinning, pos) && t.lines.cells(slot.line, pin).all(|cell| cell != to)
    }
}
