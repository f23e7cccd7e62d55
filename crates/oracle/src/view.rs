//! What a side may know of a position (V1).

use crate::State;
use crate::moves::{attempts, passed_cells};
use spielraum_geometry::CellSet;
use spielraum_spec::{Color, Owner, Sight, Spec};

impl State {
    /// The cells that a side sees, and the position as far as it knows it; what it does not know is left out.
    pub fn seen_by(&self, spec: &Spec, side: Color) -> (CellSet, State) {
        if spec.sight == Sight::Everything {
            return (spec.board.all(), self.clone());
        }
        let looking = if self.side == side { self.clone() } else { self.passed() };
        let legal: Vec<String> = looking.legal(spec, true).into_iter().map(|(text, _)| text).collect();
        let mut seen: CellSet = self.pieces(side).into_iter().map(|(cell, _)| cell).collect();
        let mut knows_passed = false;
        for attempt in attempts(spec, &looking) {
            // Only pieces on the board look.
            if attempt.done.left.is_empty() || !legal.contains(&attempt.text) {
                continue;
            }
            for cell in spec.board.cells() {
                if attempt.after.at(cell) != looking.at(cell) {
                    seen.insert(cell);
                }
            }
            let is_en_passant = looking.ep.is_some_and(|ep| {
                passed_cells(spec, &looking, ep).contains(&attempt.done.end) && attempt.after.at(ep.pawn).is_none()
            });
            knows_passed |= is_en_passant;
        }
        let mut known = self.clone();
        for cell in spec.board.cells() {
            if !seen.contains(cell) {
                known.placement[cell.index()] = None;
            }
            if !matches!(known.at(cell), Some((owner, _)) if owner == Owner::from(side)) {
                known.unmoved.remove(&cell);
            }
        }
        known.hands[!side] = vec![0; spec.pieces.len()];
        known.castling.retain(|right| spec.castlings.iter().any(|one| one.right == *right && one.color == side));
        if !knows_passed {
            known.ep = None;
        }
        known.halfmove = 0;
        known.checks = Default::default();
        known.passed = Default::default();
        known.countdown = Default::default();
        known.series = Default::default();
        (seen, known)
    }
}
