//! Counts the moves of a side where few pieces are left (C4).

use super::ending::Test;
use super::traits::{Game, Goal, Rule};
use crate::Color;
use crate::board::State;
use crate::spec::{CountLimit, Counter};
use crate::tables::{Budget, CompileError, Core};

pub(crate) struct Counting;

/// A limit, and when it holds; `None`: always.
type Limit<const W: usize> = (Option<Test<W>>, CountLimit);

impl Rule for Counting {
    type Table<const W: usize> = Vec<Limit<W>>;

    fn compile<const W: usize>(core: &Core<W>, _: &mut Budget) -> Result<Vec<Limit<W>>, CompileError> {
        let limits = core.spec.goals.count_limits().unwrap_or_default().iter();
        let test = |limit: &CountLimit| limit.when.as_ref().map(|when| Test::of(&core.spec, when));
        Ok(limits.map(|limit| (test(limit), limit.clone())).collect())
    }
}

impl Goal for Counting {
    fn after_move<const W: usize>(
        state: &mut State<W>,
        game: &impl Game<W>,
        limits: &Vec<Limit<W>>,
        mover: Color,
        _: bool,
    ) {
        if !limits.is_empty() {
            count(state, game, limits, mover);
        }
    }
}

#[cold]
#[inline(never)]
fn count<const W: usize>(state: &mut State<W>, game: &impl Game<W>, limits: &[Limit<W>], mover: Color) {
    let core = game.core();
    let limit = |state: &State<W>, side: Color| {
        let applies = |(when, _): &&Limit<W>| when.as_ref().is_none_or(|when| when.holds(game, state, side));
        limits.iter().find(applies).map(|(_, limit)| limit).filter(|limit| limit.moves > 0)
    };
    let is_by_pieces = |state: &State<W>, side: Color| limit(state, side).is_some_and(|limit| limit.less_pieces);
    let now: &State<W> = state;
    let mut left = Color::BOTH.map(|color| match now.counter(Counter::Countdown, color) {
        // It has run out, or there is none.
        left @ 0..=1 => left,
        left => left - 1,
    });
    let changed = now.last_changed_types();
    let pieces = Color::BOTH.into_iter().map(|color| now.own(color).count()).sum::<u32>();
    let mut start = |side: Color, limit: &CountLimit, made: u32| {
        left = [0; 2];
        left[side as usize] = limit.plies(if limit.less_pieces { made } else { 0 });
    };
    let mut runs = Color::BOTH.into_iter().any(|color| now.counter(Counter::Countdown, color) > 0);
    if changed
        && let Some(limit) = limit(now, mover).filter(|limit| limit.less_pieces)
        && !game.held_before(now, &mut |before| is_by_pieces(before, mover))
    {
        start(mover, limit, (2 * pieces).saturating_sub(1));
        runs = true;
    }
    if let Some(limit) = limit(now, !mover).filter(|limit| !runs || changed && limit.less_pieces) {
        start(!mover, limit, 2 * pieces);
    }
    for color in Color::BOTH {
        state.set_counter(core, Counter::Countdown, color, left[color as usize]);
    }
}
