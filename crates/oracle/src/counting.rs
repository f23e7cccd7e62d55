//! Moves that are counted where few pieces are left (C4).

use crate::State;
use spielraum_spec::{ByColor, Color, CountLimit, Spec};

impl State {
    /// Counts the move that has led here from another position.
    pub(crate) fn count_moves(&mut self, spec: &Spec, before: &State) {
        let Some(limits) = spec.goals.count_limits() else { return };
        let (mover, enemy) = (before.side, self.side);
        self.countdown = before.countdown.as_ref().map(|&left| if left > 1 { left - 1 } else { left });
        let changed = self.men() != before.men();
        let pieces = self.pieces(Color::White).len() + self.pieces(Color::Black).len();
        if changed
            && let Some(limit) = self.limit(spec, limits, mover).filter(|limit| limit.less_pieces)
            && !before.limit(spec, limits, mover).is_some_and(|limit| limit.less_pieces)
        {
            self.start_count(limit, mover, 2 * pieces - 1);
        }
        let runs = self.countdown != ByColor::default();
        if let Some(limit) = self.limit(spec, limits, enemy)
            && (!runs || changed && limit.less_pieces)
        {
            self.start_count(limit, enemy, 2 * pieces);
        }
    }

    /// What stands on the board, wherever.
    fn men(&self) -> Vec<String> {
        let mut men: Vec<String> = self.placement.iter().flatten().map(|piece| format!("{piece:?}")).collect();
        men.sort();
        men
    }

    /// The first limit that holds for a side, if it has moves.
    fn limit<'l>(&self, spec: &Spec, limits: &'l [CountLimit], side: Color) -> Option<&'l CountLimit> {
        let holds = |limit: &&CountLimit| match &limit.when {
            None => true,
            Some(when) => self.holds(spec, when, side),
        };
        limits.iter().find(holds).filter(|limit| limit.moves > 0)
    }

    /// Begins the count of a side; what the pieces count is `made` plies.
    fn start_count(&mut self, limit: &CountLimit, side: Color, made: usize) {
        let made = if limit.less_pieces { made } else { 0 };
        let left = (2 * usize::from(limit.moves) + 2).saturating_sub(made).max(1);
        self.countdown = ByColor::default();
        self.countdown[side] = left as u8;
    }
}
