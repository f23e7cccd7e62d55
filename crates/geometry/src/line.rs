//! Lines: the ways along which pieces slide.

use crate::{Board, Cell, Offset, RingFilter};

/// A direction in which lines run. From a cell, it leads along one or more *rays*.
///
/// Turning lines walk from file line to orthogonally neighbouring file line, each step in the
/// direction of the one before or at a right angle to it, never back, and change rank by the same
/// amount with each step (docs/rulings.md, "Words"; Charles Gilman).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LineDirection {
    /// The same step again and again.
    Straight(Offset),
    /// Round the ring: every step to a file line of the same ring. With `rank` 0 it would never
    /// end; there are no such lines.
    Keep {
        /// Ranks gained with each step.
        rank: i16,
    },
    /// In toward the centre and out again: every step to a file line of another ring. Where several
    /// steps lead on (the single middle file line of a rank of odd side, Q1), the line branches.
    Cross {
        /// Ranks gained with each step.
        rank: i16,
    },
}

const SIDEWAYS: [(i16, i16); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

impl LineDirection {
    /// The direction that runs along the same lines the other way.
    pub fn reversed(self) -> Self {
        match self {
            Self::Straight(step) => Self::Straight(-step),
            Self::Keep { rank } => Self::Keep { rank: -rank },
            Self::Cross { rank } => Self::Cross { rank: -rank },
        }
    }

    /// One name for the direction and its [reverse](Self::reversed).
    pub fn undirected(self) -> Self {
        self.max(self.reversed())
    }

    /// Every way in the direction that leads away from `from`: the cells in the order in which a piece
    /// passes them, up to the edge. Where a line branches, each branch is a ray of its own, which
    /// repeats the cells before the branch. Rays are not empty.
    ///
    /// ```
    /// use spielraum_geometry::{Board, BoardShape, LineDirection, Offset};
    /// let board = Board::new(&BoardShape::cuboid([""], 8, 8)).unwrap();
    /// let forward = LineDirection::Straight(Offset::new(0, 0, 1));
    /// let rays = forward.rays(&board, board.find("e5").unwrap());
    /// let names: Vec<&str> = rays[0].iter().map(|&cell| board.name(cell)).collect();
    /// assert_eq!(names, ["e6", "e7", "e8"]);
    /// ```
    pub fn rays(self, board: &Board, from: Cell) -> Vec<Vec<Cell>> {
        let mut rays = Vec::new();
        for step in self.steps_after(board, from, None) {
            self.extend(board, vec![from], step, &mut rays);
        }
        rays
    }

    /// Every complete line of the direction: its cells in order, the first and the last being those
    /// from which it leads no further. Lines have two cells or more; of two that are each other's
    /// reverse one is given.
    pub fn lines(self, board: &Board) -> Vec<Vec<Cell>> {
        let mut lines = Vec::new();
        for cell in board.cells() {
            for ray in self.rays(board, cell) {
                let mut line = vec![cell];
                line.extend(ray);
                if self.begins(board, &line) {
                    lines.push(line);
                }
            }
        }
        if self.reversed() == self {
            for line in &mut lines {
                if line.first() > line.last() {
                    line.reverse();
                }
            }
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Whether no step of the direction leads to the first cell of `line` and on along it.
    fn begins(self, board: &Board, line: &[Cell]) -> bool {
        let back = self.reversed();
        let first_step = difference(board, line[1], line[0]);
        back.steps_after(board, line[0], Some(first_step)).is_empty()
    }

    fn extend(self, board: &Board, walked: Vec<Cell>, step: Offset, rays: &mut Vec<Vec<Cell>>) {
        let last = *walked.last().expect("a walk starts somewhere");
        let next = board.step(last, step).expect("only existing steps are taken");
        let mut walked = walked;
        walked.push(next);
        let onward = self.steps_after(board, next, Some(step));
        if onward.is_empty() {
            walked.remove(0);
            rays.push(walked);
            return;
        }
        for step in onward {
            self.extend(board, walked.clone(), step, rays);
        }
    }

    /// The steps that lead on from `at`, having come there by `came`.
    fn steps_after(self, board: &Board, at: Cell, came: Option<Offset>) -> Vec<Offset> {
        let turning = |rank: i16, filter: RingFilter| {
            SIDEWAYS
                .iter()
                .map(|&(level, file)| Offset::new(level, file, rank))
                .filter(|step| came.is_none_or(|came| (came.level, came.file) != (-step.level, -step.file)))
                .filter(|&step| {
                    let from = board.coord(at);
                    board.at(from + step).is_some() && filter.allows(board, from, from + step)
                })
                .collect()
        };
        match self {
            Self::Straight(step) if step.is_zero() => Vec::new(),
            Self::Straight(step) => board.step(at, step).map(|_| step).into_iter().collect(),
            Self::Keep { rank: 0 } => Vec::new(),
            Self::Keep { rank } => turning(rank, RingFilter::Keep),
            Self::Cross { rank } => turning(rank, RingFilter::Cross),
        }
    }
}

fn difference(board: &Board, from: Cell, to: Cell) -> Offset {
    board.coord(to) - board.coord(from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoardShape;

    fn stock_board() -> Board {
        Board::new(&BoardShape::cuboid(["t", "u", "v", "w", "x", "y", "z"], 7, 9)).unwrap()
    }

    fn rays(board: &Board, direction: LineDirection, from: &str) -> Vec<String> {
        let mut rays: Vec<String> = direction
            .rays(board, board.find(from).unwrap())
            .iter()
            .map(|ray| ray.iter().map(|&cell| board.name(cell)).collect::<Vec<_>>().join(" "))
            .collect();
        rays.sort();
        rays
    }

    #[test]
    fn keeping_lines_wind_round_the_ring_both_ways() {
        let board = stock_board();
        assert_eq!(rays(&board, LineDirection::Keep { rank: 1 }, "vd6"), ["vc7 wc8 xc9", "ve7 we8 xe9"]);
        assert!(rays(&board, LineDirection::Keep { rank: 1 }, "wd5").is_empty());
    }

    #[test]
    fn crossing_lines_turn_outward_on_the_frame_and_any_way_at_the_centre() {
        let board = stock_board();
        assert_eq!(rays(&board, LineDirection::Cross { rank: 0 }, "uc5"), ["tc5", "vc5 vb5 va5"]);
        assert_eq!(
            rays(&board, LineDirection::Cross { rank: 0 }, "vd5"),
            ["ud5 td5", "wd5 wc5 wb5 wa5", "wd5 we5 wf5 wg5", "wd5 xd5 yd5 zd5"]
        );
        assert_eq!(rays(&board, LineDirection::Cross { rank: -1 }, "ud2"), ["td1", "vd1"]);
    }

    #[test]
    fn lines_cover_every_ray() {
        let board = stock_board();
        for direction in [
            LineDirection::Straight(Offset::new(1, -1, 1)),
            LineDirection::Keep { rank: 1 },
            LineDirection::Cross { rank: 0 },
            LineDirection::Cross { rank: 1 },
        ] {
            let lines = direction.lines(&board);
            for cell in board.cells() {
                for ray in direction.rays(&board, cell) {
                    let on_a_line = lines.iter().any(|line| {
                        line.iter()
                            .position(|&c| c == cell)
                            .is_some_and(|at| line[at + 1..] == ray[..] || line[..at].iter().rev().eq(ray.iter()))
                    });
                    assert!(on_a_line, "{direction:?} from {}", board.name(cell));
                }
            }
        }
    }
}
