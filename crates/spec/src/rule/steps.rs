//! Steps that rules name.

use crate::check::Check;
use crate::{ByColor, SpecError};
use spielraum_geometry::Offset;

/// Steps that lead somewhere, from each cell to one at most.
pub(super) fn check_steps_lead_to_one(check: &mut Check<'_>, steps: &ByColor<Vec<Offset>>) {
    check_steps(check, steps);
    check_targets(check, steps);
}

/// Steps that lead somewhere.
pub(super) fn check_steps(check: &mut Check<'_>, steps: &ByColor<Vec<Offset>>) {
    for steps in [&steps.white, &steps.black] {
        check.require(!steps.is_empty(), || SpecError::Effect("leads nowhere"));
        check.offsets("the distance of an effect", steps);
    }
}

/// A piece must know where it goes on.
fn check_targets(check: &mut Check<'_>, steps: &ByColor<Vec<Offset>>) {
    for steps in [&steps.white, &steps.black] {
        let targets = |cell| steps.iter().filter(|&&step| check.board.step(cell, step).is_some()).count();
        let clear = check.board.cells().all(|cell| targets(cell) <= 1);
        check.require(clear, || SpecError::Effect("leads to several cells at once"));
    }
}
