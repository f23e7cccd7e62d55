//! A side wins by giving a number of checks: three-check. A position writes how many are left to each side, as `3+3` behind
//! the en passant field (as Fairy-Stockfish does).

use super::{Counter, EndCondition};
use crate::fen::FenError;
use crate::spec::Spec;
use crate::state::State;
use crate::tables::{CompileError, Tables};
use crate::{ByColor, Color, Reason};
use std::iter::Peekable;

/// What is wrong with the data.
pub(super) fn faults(spec: &Spec) -> Vec<CompileError> {
    let Some(checks) = spec.goals.check_count else { return Vec::new() };
    let mut faults = Vec::new();
    if !(1..=9).contains(&checks) {
        faults.push(CompileError::OutOfRange { what: "the number of checks", value: checks.into(), least: 1, most: 9 });
    }
    if spec.royal().is_none() {
        faults.push(CompileError::NeedsRoyal("counting checks"));
    }
    faults
}

struct CheckCount(u8);

/// The condition, if the game has it.
pub(super) fn ending<const W: usize>(spec: &Spec) -> Option<Box<dyn EndCondition<W>>> {
    spec.goals.check_count.map(|checks| Box::new(CheckCount(checks)) as _)
}

impl<const W: usize> EndCondition<W> for CheckCount {
    fn winner(&self, _: &Tables<W>, state: &State<W>) -> Option<Option<Color>> {
        let given = |color: &Color| state.counter(Counter::Checks, *color) >= self.0;
        [!state.side, state.side].into_iter().find(given).map(Some)
    }

    fn reason(&self, _: &Tables<W>, _: &State<W>, _: Option<Color>) -> Reason {
        Reason::Rule { code: "check-count", text: "all checks are given" }
    }
}

/// Counts the check that `mover` has just given.
#[inline(always)]
pub(crate) fn count<const W: usize>(t: &Tables<W>, state: &mut State<W>, mover: Color) {
    if t.spec.goals.check_count.is_some() {
        let given = state.counter(Counter::Checks, mover);
        state.set_counter(t, Counter::Checks, mover, given.saturating_add(1));
    }
}

/// The checks given, from the field with those that are left. Without the field none are given.
pub(crate) fn parse<'f>(
    spec: &Spec,
    fields: &mut Peekable<impl Iterator<Item = &'f str>>,
) -> Result<ByColor<u8>, FenError> {
    let Some(limit) = spec.goals.check_count else { return Ok(ByColor::default()) };
    let Some(text) = fields.next_if(|field| field.contains('+')) else { return Ok(ByColor::default()) };
    let given = |left: &str| left.parse().ok().and_then(|left| limit.checked_sub(left));
    let sides = text.split_once('+').and_then(|(white, black)| Some((given(white)?, given(black)?)));
    let (white, black) = sides.ok_or_else(|| FenError::Checks(text.into(), limit))?;
    Ok(ByColor { white, black })
}

/// The field, with a space before it; empty in games without.
pub(crate) fn field(spec: &Spec, given: ByColor<u8>) -> String {
    let Some(limit) = spec.goals.check_count else { return String::new() };
    format!(" {}+{}", limit.saturating_sub(given.white), limit.saturating_sub(given.black))
}
