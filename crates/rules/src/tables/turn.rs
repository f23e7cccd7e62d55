//! The parts of a turn, as far as everything that changes or reads a position must know them.

use crate::spec::Spec;

/// The parts of a turn, by their numbers.
#[derive(Clone, Copy)]
pub(crate) struct TurnParts {
    /// The number of the last part, from 0.
    last: u8,
    /// The parts that place pieces, as bits.
    placings: u8,
    /// The parts from which on it matters which piece the side has moved, as bits.
    ask_mover: u8,
}

impl TurnParts {
    pub(super) fn of(spec: &Spec) -> Self {
        let placings = spec.turn.placings().fold(0, |bits, (at, _)| bits | 1 << at);
        let ask_mover = (0..spec.turn.parts.len()).filter(|&part| spec.turn.asks_mover(part));
        let ask_mover = ask_mover.fold(0, |bits, part| bits | 1 << part);
        Self { last: (spec.turn.parts.len() - 1) as u8, placings, ask_mover }
    }

    /// Whether a turn has several parts.
    #[inline(always)]
    pub(crate) fn are_several(self) -> bool {
        self.last > 0
    }

    /// Whether a part is the last one of a turn.
    #[inline(always)]
    pub(crate) fn is_last(self, part: u8) -> bool {
        part >= self.last
    }

    /// Whether a part places a piece.
    #[inline(always)]
    pub(crate) fn places(self, part: u8) -> bool {
        self.placings >> part & 1 != 0
    }

    /// Whether a part and all after it place pieces.
    pub(crate) fn only_places_from(self, part: u8) -> bool {
        (part..=self.last).all(|part| self.places(part))
    }

    /// Whether it ever matters which piece the side has moved in its turn.
    #[inline(always)]
    pub(crate) fn ask_mover(self) -> bool {
        self.ask_mover != 0
    }

    /// Whether that matters from a part on.
    pub(crate) fn asks_mover(self, part: u8) -> bool {
        self.ask_mover >> part & 1 != 0
    }

    /// The number of the last part, from 0.
    pub(crate) fn last(self) -> u8 {
        self.last
    }
}
