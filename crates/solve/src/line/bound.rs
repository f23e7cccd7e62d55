//! Lower bounds of the moves that a goal still needs.

use crate::goal::Judge;
use crate::mate_bound::{End, MateBound};
use crate::placement_bound::PlacementBound;
use crate::{Aim, Goal, Manner, Problem};
use spielraum_rules::{MoveList, Position};

/// What is known in advance of the moves that a goal needs.
pub(super) enum Bound {
    /// Nothing.
    None,
    /// A placement is to be reached.
    Placement(Box<PlacementBound>),
    /// A royal is to be mated or stalemated; in reciprocal play, the other one, too.
    Mate(Vec<(MateBound, Turns)>),
}

/// Who moves how often while this many half moves are left.
#[derive(Clone, Copy)]
pub(super) enum Turns {
    /// Both in turn, the mating side last.
    Alternate,
    /// Both in turn, then once the mating side.
    AlternateAndOnce,
    /// The mating side alone.
    Attack,
    /// The other side alone, then once the mating side.
    HelpAndOnce,
    /// Both in turn, the mating side with the last half move but one.
    AlternateButOne,
}

impl Turns {
    fn of(manner: Manner, aim: Aim) -> Self {
        match (manner, aim) {
            (Manner::Series, Aim::Direct) => Self::Attack,
            (Manner::Series, _) => Self::HelpAndOnce,
            (_, Aim::Direct | Aim::Help | Aim::Reciprocal) => Self::Alternate,
            _ => Self::AlternateAndOnce,
        }
    }

    /// The moves of the mating side and of the other one.
    fn split(self, left: u16, own_last: bool) -> (u16, u16) {
        match self {
            Self::Alternate => (left.div_ceil(2), left / 2),
            Self::AlternateAndOnce => (left / 2 + 1, left.div_ceil(2)),
            Self::Attack => (left.div_ceil(2), 0),
            Self::HelpAndOnce if own_last => (1, left / 2),
            Self::HelpAndOnce => (1, left.div_ceil(2)),
            Self::AlternateButOne => (left / 2, left.saturating_sub(1) / 2),
        }
    }
}

impl Bound {
    pub(super) fn new(problem: &Problem, judge: &Judge) -> Self {
        if !problem.options.bounds {
            return Self::None;
        }
        match judge.goal() {
            Goal::Position => PlacementBound::new(problem, judge.target())
                .map_or(Self::None, |bound| Self::Placement(Box::new(bound))),
            goal => End::of(goal).map_or(Self::None, |end| Self::mate(problem, end)),
        }
    }

    fn mate(problem: &Problem, end: End) -> Self {
        let stipulation = &problem.stipulation;
        let (manner, aim, plies) = (stipulation.manner, stipulation.aim, stipulation.plies());
        let starter = problem.position.side_to_move();
        let mated = match (manner, aim) {
            (Manner::Help, Aim::Direct) if plies % 2 == 1 => !starter,
            (Manner::Help, Aim::Compel | Aim::Reflex) if plies % 2 == 0 => !starter,
            (Manner::Series | Manner::ParrySeries, Aim::Direct) => !starter,
            _ => starter,
        };
        let mated = if problem.is_set { !mated } else { mated };
        let mut wanted = vec![(mated, Turns::of(manner, aim))];
        if (manner, aim) == (Manner::Help, Aim::Reciprocal) {
            wanted.push((!mated, Turns::AlternateButOne));
        }
        let bound = |(mated, turns)| {
            MateBound::new(problem.position.rules(), mated, end, plies / 2 + 1).map(|bound| (bound, turns))
        };
        wanted.into_iter().map(bound).collect::<Option<Vec<_>>>().map_or(Self::None, Self::Mate)
    }

    /// Whether the goal certainly can't be reached in exactly this many half moves; `depth` as in
    /// [`MateBound::is_out_of_reach`].
    pub(super) fn is_out_of_reach(&mut self, position: &Position, left: u16, own_last: bool, depth: usize) -> bool {
        match self {
            Self::None => false,
            Self::Placement(bound) => bound.is_out_of_reach(position, left),
            Self::Mate(bounds) => bounds.iter_mut().any(|(bound, turns)| {
                let (attacks, helps) = turns.split(left, own_last);
                let is_over = matches!(turns, Turns::AlternateButOne) && left == 1;
                !is_over && bound.is_out_of_reach(position, attacks, helps, depth)
            }),
        }
    }

    /// Of the moves of the position keeps those after which the goal is not excluded at once; `depth` as in
    /// [`MateBound::retain_helps`].
    pub(super) fn retain_helps(
        &mut self,
        position: &Position,
        left: u16,
        own_last: bool,
        depth: usize,
        moves: &mut MoveList,
    ) {
        match self {
            Self::None => (),
            Self::Placement(bound) => bound.retain_useful(position, left, moves),
            Self::Mate(bounds) => {
                for (bound, turns) in bounds {
                    let (attacks, helps) = turns.split(left, own_last);
                    bound.retain_helps(position, attacks, helps, depth, moves);
                }
            }
        }
    }
}
