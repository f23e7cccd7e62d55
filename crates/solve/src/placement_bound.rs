//! Lower bounds for proof games: how far the pieces are from where they are to be.

use crate::goal::Placement;
use crate::matching::Matching;
use crate::travel::{FAR, Roads, Travel};
use crate::{Manner, Problem};
use spielraum_geometry::{Cell, CellSet};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color, MoveKind, MoveList, Position, Rules};

/// Each piece of the target is one that stands on the board, and came there in as many moves at least as it needs alone
/// with those that never move: who is whom is shared out so that the sum is least. Castling moves two pieces at once.
pub(crate) struct PlacementBound {
    /// What stands on each cell of a piece that never moves; those pieces are left out below.
    fixed: Placement,
    /// The number of those pieces.
    stay: usize,
    target: ByColor<Vec<(PieceType, Cell)>>,
    /// Without and with captures, for each side.
    travel: [[Travel; 2]; 2],
    series: bool,
    /// The royal's cells before castling, for each side, but for those where it stands in the end: to come back costs more than
    /// castling spares.
    castlings: [Vec<Cell>; 2],
    /// The pieces of the position that is looked at.
    pieces: ByColor<Vec<(PieceType, Cell)>>,
    /// The nearest piece to each cell of the target, its distance and the next one's.
    nearest: Vec<(usize, u8, u8)>,
    matching: Matching,
}

impl PlacementBound {
    /// `None` where the game's rules allow no such bound.
    pub(crate) fn new(problem: &Problem, placement: &Placement) -> Option<Self> {
        let rules = problem.position.rules();
        let spec = rules.spec();
        let changes_elsewhere = spec.remote_promotion.is_some() || spec.has_own_promotions();
        if spec.hands.is_some() || changes_elsewhere || !spec.firsts.is_empty() || spec.swap.is_some() {
            return None;
        }
        let mut target: ByColor<Vec<(PieceType, Cell)>> = ByColor::default();
        for (cell, piece) in placement.iter().enumerate() {
            if let Some((color, kind)) = *piece {
                target[color].push((kind, Cell(cell as u16)));
            }
        }
        let (fixed, travel) = travel_past_the_fixed(rules, &problem.position, &target)?;
        for color in Color::BOTH {
            target[color].retain(|&(_, cell)| !fixed.contains(cell));
        }
        let fixed: Placement =
            rules.board().cells().map(|cell| placement[cell.index()].filter(|_| fixed.contains(cell))).collect();
        Some(Self {
            stay: fixed.iter().flatten().count(),
            fixed,
            target,
            travel,
            series: problem.stipulation.manner != Manner::Help,
            castlings: Color::BOTH.map(|color| {
                let own = spec.castlings.iter().filter(|castling| castling.color == color);
                let leaves =
                    own.filter(|castling| placement[castling.royal.0.index()] != Some((color, castling.royal_type)));
                leaves.map(|castling| castling.royal.0).collect()
            }),
            pieces: ByColor::default(),
            nearest: Vec::new(),
            matching: Matching::default(),
        })
    }

    /// Whether the target certainly can't be reached in exactly this many half moves.
    pub(crate) fn is_out_of_reach(&mut self, position: &Position, left: u16) -> bool {
        let mover = position.side_to_move();
        let moves = |color: Color| match (self.series, color == mover) {
            (_, true) => left.div_ceil(2),
            (false, false) => left / 2,
            (true, false) => 0,
        };
        let moves = Color::BOTH.map(|color| u32::from(moves(color)));
        for color in Color::BOTH {
            self.pieces[color].clear();
        }
        let mut stay = 0;
        position.for_each_piece(|color, kind, cell| {
            if self.fixed[usize::from(cell.0)] == Some((color, kind)) {
                stay += 1;
            } else {
                self.pieces[color].push((kind, cell));
            }
        });
        if stay < self.stay {
            return true;
        }
        // What each side is to capture.
        let captures = Color::BOTH.map(|color| self.pieces[!color].len().checked_sub(self.target[!color].len()));
        Color::BOTH.into_iter().any(|color| {
            let most = moves[color as usize];
            captures[color as usize].is_none_or(|captures| {
                captures as u32 > most || self.needs_more_than(position, color, most, captures > 0)
            })
        })
    }

    /// Of the moves of a position that was found to be within reach keeps those after which the target is not excluded at
    /// once.
    pub(crate) fn retain_useful(&mut self, position: &Position, left: u16, moves: &mut MoveList) {
        let color = position.side_to_move();
        let (target, pieces) = (&self.target[color], &self.pieces[color]);
        let captures = self.pieces[!color].len() > self.target[!color].len();
        let most = u32::from(left.div_ceil(2)) - 1 + self.castling(position, color);
        let travel = &self.travel[color as usize][usize::from(captures)];
        // For each cell of the target the piece that is nearest, and how far it and the next one are.
        self.nearest.clear();
        self.nearest.extend(target.iter().map(|&to| {
            let (mut nearest, mut near, mut next) = (usize::MAX, FAR, FAR);
            for (at, &piece) in pieces.iter().enumerate() {
                let moves = travel.moves_as(piece, to);
                if moves < near {
                    (nearest, near, next) = (at, moves, near);
                } else {
                    next = next.min(moves);
                }
            }
            (nearest, near, next)
        }));
        moves.retain(|&m| {
            if m.kind() == MoveKind::Castling {
                return true;
            }
            let Some(at) = pieces.iter().position(|&(_, cell)| m.from() == Some(cell)) else { return false };
            let moved = (m.promotion().unwrap_or(pieces[at].0), m.to());
            let needed = self.nearest.iter().zip(target).map(|(&(nearest, near, next), &to)| {
                let others = if nearest == at { next } else { near };
                u32::from(others.min(travel.moves_as(moved, to)))
            });
            (captures || position.captured_cell(m).is_none()) && needed.sum::<u32>() <= most
        });
    }

    /// Castling counts as one move of the royal and one of its partner, wherever they go afterwards: the moves that it may
    /// spare.
    fn castling(&self, position: &Position, color: Color) -> u32 {
        let homes = &self.castlings[color as usize];
        u32::from(homes.iter().any(|&home| position.royals(color).contains(home)))
    }

    fn needs_more_than(&mut self, position: &Position, color: Color, most: u32, captures: bool) -> bool {
        let castling = self.castling(position, color);
        let (target, pieces) = (&self.target[color], &self.pieces[color]);
        let travel = &self.travel[color as usize][usize::from(captures)];
        self.matching.is_dearer_than(most + castling, target.len(), pieces.len(), |to, from| {
            u32::from(travel.moves_as(pieces[from], target[to]))
        })
    }
}

/// The pieces that stand where they are to be, can't come back there, and can't be replaced by others; and how pieces travel
/// when those are in the way.
fn travel_past_the_fixed(
    rules: &Rules,
    start: &Position,
    target: &ByColor<Vec<(PieceType, Cell)>>,
) -> Option<(CellSet, [[Travel; 2]; 2])> {
    let mut blocked = CellSet::EMPTY;
    loop {
        let travel = |color, captures| Travel::new(rules, color, Roads { blocked: &blocked, captures });
        let free = Color::BOTH.map(|color| travel(color, true));
        let [Some(white), Some(black)] = free else { return None };
        let free = [white, black];
        let mut fixed = blocked;
        for color in Color::BOTH {
            let is_fixed = |&(kind, cell): &(PieceType, Cell)| {
                start.piece_at(cell) == Some((color.into(), kind))
                    && !blocked.contains(cell)
                    && is_irreplaceable(start, &free[color as usize], color, (kind, cell))
            };
            fixed |= target[color].iter().filter(|piece| is_fixed(piece)).map(|&(_, cell)| cell).collect();
        }
        if fixed == blocked {
            let [white, black] = free;
            let travel = [[travel(Color::White, false)?, white], [travel(Color::Black, false)?, black]];
            return Some((fixed, travel));
        }
        blocked = fixed;
    }
}

/// Whether nothing can get to a piece's state: not itself after leaving it, and no other piece of its side.
fn is_irreplaceable(start: &Position, travel: &Travel, color: Color, state: (PieceType, Cell)) -> bool {
    let mut alone = travel.moves_back(state) == FAR;
    start.for_each_piece(|owner, kind, cell| {
        let other = owner == color && (kind, cell) != state;
        alone &= !other || travel.moves_as((kind, cell), state) == FAR;
    });
    alone
}
