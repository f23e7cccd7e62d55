//! Lower bounds of the moves that a goal still needs.

use crate::goal::{Judge, Placement};
use crate::mate_bound::MateBound;
use crate::travel::{FAR, Travel};
use crate::{Aim, Goal, Manner, Problem};
use spielraum_geometry::Cell;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Position};

/// What is known in advance of the moves that a goal needs.
pub(super) enum Bound {
    /// Nothing.
    None,
    /// A placement is to be reached.
    Placement(Box<PlacementBound>),
    /// A royal is to be mated.
    Mate(Box<MateBound>, Turns),
}

/// Who moves how often while so many half moves are left.
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
        }
    }
}

impl Bound {
    pub(super) fn new(problem: &Problem, judge: &Judge) -> Self {
        match judge.goal() {
            Goal::Position => PlacementBound::new(problem, judge.target())
                .map_or(Self::None, |bound| Self::Placement(Box::new(bound))),
            Goal::Mate => Self::mate(problem).unwrap_or(Self::None),
            _ => Self::None,
        }
    }

    fn mate(problem: &Problem) -> Option<Self> {
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
        let bound = MateBound::new(problem.position.rules(), mated, plies / 2 + 1)?;
        Some(Self::Mate(Box::new(bound), Turns::of(manner, aim)))
    }

    /// Whether the goal certainly can't be reached in exactly so many half moves.
    pub(super) fn is_out_of_reach(&mut self, position: &Position, left: u16, own_last: bool) -> bool {
        match self {
            Self::None => false,
            Self::Placement(bound) => bound.is_out_of_reach(position, left),
            Self::Mate(bound, turns) => {
                let (attacks, helps) = turns.split(left, own_last);
                bound.is_out_of_reach(position, attacks, helps)
            }
        }
    }
}

/// How far the pieces are from where they are to be: each piece of the target came from one that stands on the board, in as
/// many moves at least as it needs alone on the board. Castling moves two pieces at once.
pub(super) struct PlacementBound {
    target: Placement,
    travel: [Travel; 2],
    series: bool,
    /// The royal's cells before and after castling, for each side.
    castlings: [Vec<(Cell, Cell)>; 2],
}

impl PlacementBound {
    /// `None` where the game's rules allow no such bound.
    fn new(problem: &Problem, target: &Placement) -> Option<Self> {
        let rules = problem.position.rules();
        let spec = rules.spec();
        if spec.hands.is_some() || spec.remote_promotion.is_some() || spec.swap.is_some() {
            return None;
        }
        let [white, black] = Color::BOTH.map(|color| Travel::new(rules, color));
        Some(Self {
            target: target.clone(),
            travel: [white?, black?],
            series: problem.stipulation.manner != Manner::Help,
            castlings: Color::BOTH.map(|color| {
                let own = spec.castlings.iter().filter(|castling| castling.color == color);
                own.map(|castling| castling.royal).collect()
            }),
        })
    }

    fn is_out_of_reach(&self, position: &Position, left: u16) -> bool {
        let mover = position.side_to_move();
        let moves = |color: Color| match (self.series, color == mover) {
            (false, true) => left.div_ceil(2),
            (false, false) => left / 2,
            (true, true) => left.div_ceil(2),
            (true, false) => 0,
        };
        Color::BOTH.into_iter().any(|color| {
            let needed = self.needed(position, color, u32::from(moves(color)));
            let others = position.count_all(!color);
            let target_others = self.target.iter().flatten().filter(|(owner, _)| *owner == !color).count() as u32;
            let captures = others.checked_sub(target_others);
            needed > u32::from(moves(color)) || captures.is_none_or(|captures| captures > u32::from(moves(color)))
        })
    }

    /// The least number of moves that a side needs, or something greater than `enough`.
    fn needed(&self, position: &Position, color: Color, enough: u32) -> u32 {
        let royal_to = |cell: Cell| self.target[cell.index()].is_some_and(|(owner, _)| owner == color);
        let castles = |(from, to): &(Cell, Cell)| position.royal(color) == Some(*from) && royal_to(*to);
        // Castling counts as one move of the royal and one of its partner.
        let castling = u32::from(self.castlings[color as usize].iter().any(castles));
        let mut needed = 0;
        for (to, kind) in self.wanted(color) {
            if position.piece_at(to) == Some((color, kind)) {
                continue;
            }
            let mut least = FAR;
            position.for_each_piece(|owner, now, from| {
                if owner == color {
                    least = least.min(self.travel[color as usize].moves_as((now, from), (kind, to)));
                }
            });
            needed += u32::from(least);
            if needed > enough + castling {
                return needed;
            }
        }
        needed.saturating_sub(castling)
    }

    fn wanted(&self, color: Color) -> impl Iterator<Item = (Cell, PieceType)> {
        let pieces = self.target.iter().enumerate();
        pieces.filter_map(move |(cell, piece)| {
            piece.filter(|&(owner, _)| owner == color).map(|(_, kind)| (Cell(cell as u16), kind))
        })
    }
}
