//! The royal's obligation to be inside a region (Q17).

use crate::rule::Counter;
use crate::state::State;
use crate::tables::{RoyalObligationTable, Tables};
use crate::{Color, Move};

impl<const W: usize> State<W> {
    fn is_released(&self, obligation: &RoyalObligationTable<W>, color: Color) -> bool {
        obligation.released_by.iter().any(|&kind| !self.of(color, kind).is_empty())
    }

    fn is_inside(&self, obligation: &RoyalObligationTable<W>, color: Color) -> bool {
        obligation.region[color].contains(self.royal[color as usize])
    }

    /// Whether the obligation of the side to move forbids some moves: its royal must stay inside, or has to be
    /// there after this move.
    #[inline(always)]
    pub(crate) fn obligation_limits(&self, t: &Tables<W>) -> bool {
        t.royal_obligation.as_ref().is_some_and(|obligation| {
            !self.is_released(obligation, self.side)
                && (self.counter(Counter::Obligation, self.side) == 1 || self.is_inside(obligation, self.side))
        })
    }

    /// Whether a move of the side to move is one that its obligation allows.
    pub(crate) fn fulfils_obligation(&self, t: &Tables<W>, m: Move) -> bool {
        let Some(obligation) = &t.royal_obligation else { return true };
        if !self.obligation_limits(t) {
            return true;
        }
        let royal = self.royal[self.side as usize];
        let ends = if m.from() == Some(royal) { m.to() } else { royal };
        let new_types = [m.promotion(), m.dropped(), m.remote_promotion().map(|(_, kind)| kind)];
        obligation.region[self.side].contains(ends)
            || new_types.into_iter().flatten().any(|kind| obligation.released_by.contains(&kind))
    }

    /// Starts, counts down and ends obligations after a move of `mover`.
    #[inline(always)]
    pub(crate) fn update_obligations(&mut self, t: &Tables<W>, mover: Color) {
        let Some(obligation) = &t.royal_obligation else { return };
        for color in Color::BOTH {
            let left = self.counter(Counter::Obligation, color);
            let next = match (self.is_obliged(t, color), left) {
                (false, _) => 0,
                (true, 0) => obligation.within,
                (true, _) => left - u8::from(color == mover),
            };
            self.set_counter(t, Counter::Obligation, color, next);
        }
    }

    /// Whether the royal of a side must go inside.
    pub(crate) fn is_obliged(&self, t: &Tables<W>, color: Color) -> bool {
        t.royal_obligation
            .as_ref()
            .is_some_and(|obligation| !self.is_released(obligation, color) && !self.is_inside(obligation, color))
    }
}
