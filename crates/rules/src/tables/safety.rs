//! How it is found out which moves leave a side's royals safe.

use super::AttackTables;
use super::lines::LineTable;
use crate::spec::Spec;
use spielraum_geometry::LineDirection;

/// How a game's rules let royals be attacked, and what that means for the generator; compiled once.
pub(crate) struct Safety {
    pub(crate) method: Method,
    /// The number of each line direction along which royals may not face (N2, Q10), as a bit.
    pub(crate) facing: u64,
    /// The same for lines along which royals face each other, whether they may (O9) or not.
    pub(crate) faced: u64,
    /// Whether a check blocked on one line is parried: no two cells lie on more than one, and nothing hops or goes by routes.
    pub(crate) one_line: bool,
    /// Whether a pinned piece is pinned for certain and may go along the line of its pin, and nowhere else.
    pub(crate) pins_hold: bool,
}

/// What says which moves the royals allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// Masks of checks and pins: a piece that attacks a royal gives check.
    Masks,
    /// Each move is tried as a whole: royals come and go (G13) or may face each other (O9), or not every piece is a hurdle.
    Trial,
    /// Each move is tried as a whole, and a piece that attacks a royal need not give check: something follows captures (E3), or
    /// constraints limit them (K7).
    Judgement,
}

impl Safety {
    pub(super) fn build<const W: usize>(
        spec: &Spec,
        lines: &LineTable,
        attacks: &AttackTables<W>,
        several_royals: bool,
    ) -> Self {
        let is_choosy = attacks.has_hops && !spec.no_hurdles.is_empty();
        let method = match spec.judges_checks() {
            true => Method::Judgement,
            false if spec.royals_vary() || spec.goals.answers_facing || is_choosy => Method::Trial,
            false => Method::Masks,
        };
        let faced = facing(spec, lines);
        let one_line = !lines.meet_again(spec.board.len()) && !attacks.has_hops && !attacks.has_routes;
        Self {
            method,
            facing: if spec.goals.answers_facing { 0 } else { faced },
            faced,
            one_line,
            pins_hold: one_line && !several_royals,
        }
    }

    /// Whether each move is tried as a whole.
    #[inline(always)]
    pub(crate) fn tries_moves(&self) -> bool {
        self.method != Method::Masks
    }

    /// Whether a piece that attacks a royal need not give check.
    #[inline(always)]
    pub(crate) fn judges_checks(&self) -> bool {
        self.method == Method::Judgement
    }
}

/// The number of each line direction along which royals may not face, as a bit.
fn facing(spec: &Spec, lines: &LineTable) -> u64 {
    let directions = spec.goals.facing.iter().filter_map(|&offset| lines.direction(LineDirection::Straight(offset)));
    directions.fold(0, |directions, direction| directions | 1 << direction)
}
