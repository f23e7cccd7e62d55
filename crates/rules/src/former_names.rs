//! Former names of the façade.

use crate::{Color, Outcome, Position, Standing};

/// Former name of [`Standing`].
pub type Recurrence = Standing;

impl Standing {
    /// Former name of [`Open`](Self::Open).
    #[allow(non_upper_case_globals)]
    pub const New: Self = Self::Open;
}

impl Position {
    /// Former name of [`outcome`](Self::outcome).
    pub fn game_result(&mut self) -> Option<Outcome> {
        self.outcome()
    }

    /// Former name of [`outcome_of_position`](Self::outcome_of_position).
    pub fn result(&mut self) -> Option<Outcome> {
        self.outcome_of_position()
    }

    /// Former name of [`repetition`](Self::repetition).
    pub fn recurrence(&self, root: usize) -> Standing {
        self.repetition(root)
    }

    /// Part of [`decided`](Self::decided).
    pub fn is_bare(&self) -> bool {
        self.decided() == Some(None)
    }

    /// Part of [`decided`](Self::decided).
    pub fn is_extinct(&self, color: Color) -> bool {
        let families = self.rules().spec().goals.families.iter().zip(self.family_counts(color));
        families.into_iter().any(|(family, count)| count < family.least)
    }
}
