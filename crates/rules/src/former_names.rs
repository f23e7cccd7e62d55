//! Former names of the façade.

use crate::{Color, GenType, Move, MoveList, Outcome, Position, Standing};
use spielraum_geometry::Cell;

/// Former name of [`Standing`].
pub type Recurrence = Standing;

/// Former name of [`GenType`].
pub type Selection = GenType;

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

    /// Former name of [`generate`](Self::generate).
    pub fn select(&mut self, kind: GenType, moves: &mut MoveList) {
        self.generate(kind, moves);
    }

    /// Former name of [`is_pseudo_legal`](Self::is_pseudo_legal).
    pub fn accepts(&mut self, m: Move) -> bool {
        self.is_pseudo_legal(m)
    }

    /// Former name of [`make_unchecked`](Self::make_unchecked).
    pub fn make_selected(&mut self, m: Move) {
        self.make_unchecked(m);
    }

    /// Former name of [`see_ge`](Self::see_ge).
    pub fn exchange_gains(&mut self, m: Move, worth: &[i32], threshold: i32) -> bool {
        self.see_ge(m, worth, threshold)
    }

    /// Former name of [`royal`](Self::royal).
    pub fn royal_cell(&self, color: Color) -> Option<Cell> {
        self.royal(color)
    }

    /// Part of [`generate`](Self::generate).
    pub fn captures(&mut self) -> MoveList {
        let mut moves = MoveList::new();
        if self.decided().is_none() {
            self.generate(GenType::Captures, &mut moves);
        }
        moves.retain(|&m| self.is_legal(m));
        moves
    }
}
