//! The royal's duty to be inside a region (Q17).

use super::State;
use crate::rule::Counter;
use crate::tables::{DutyTable, Tables};
use crate::{Color, Move};

impl<const W: usize> State<W> {
    fn is_released(&self, duty: &DutyTable<W>, color: Color) -> bool {
        duty.released_by.iter().any(|&kind| !self.of(color, kind).is_empty())
    }

    fn is_inside(&self, duty: &DutyTable<W>, color: Color) -> bool {
        duty.region[color].contains(self.royal[color as usize])
    }

    /// Whether the duty of the side to move forbids some moves: its royal must stay inside, or has to be
    /// there after this move.
    #[inline(always)]
    pub(crate) fn duty_limits(&self, t: &Tables<W>) -> bool {
        t.duty.as_ref().is_some_and(|duty| {
            !self.is_released(duty, self.side)
                && (self.counter(Counter::Obligation, self.side) == 1 || self.is_inside(duty, self.side))
        })
    }

    /// Whether a move of the side to move is one that its duty allows.
    pub(crate) fn fulfils_duty(&self, t: &Tables<W>, m: Move) -> bool {
        let Some(duty) = &t.duty else { return true };
        if !self.duty_limits(t) {
            return true;
        }
        let royal = self.royal[self.side as usize];
        let ends = if m.from() == Some(royal) { m.to() } else { royal };
        let new_types = [m.promotion(), m.dropped(), m.elsewhere().map(|(_, kind)| kind)];
        duty.region[self.side].contains(ends)
            || new_types.into_iter().flatten().any(|kind| duty.released_by.contains(&kind))
    }

    /// Starts, counts down and ends duties after a move of `mover`.
    #[inline(always)]
    pub(crate) fn update_duty(&mut self, t: &Tables<W>, mover: Color) {
        let Some(duty) = &t.duty else { return };
        for color in Color::BOTH {
            let left = self.counter(Counter::Obligation, color);
            let next = match (self.has_duty(t, color), left) {
                (false, _) => 0,
                (true, 0) => duty.within,
                (true, _) => left - u8::from(color == mover),
            };
            self.set_counter(t, Counter::Obligation, color, next);
        }
    }

    /// Whether the royal of a side must go inside.
    pub(crate) fn has_duty(&self, t: &Tables<W>, color: Color) -> bool {
        t.duty.as_ref().is_some_and(|duty| !self.is_released(duty, color) && !self.is_inside(duty, color))
    }
}
