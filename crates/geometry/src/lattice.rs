//! How the cells of a level lie beside each other.

use crate::offset::permutations;
use crate::{Coord, Offset};

/// How the cells of a level lie beside each other.
///
/// On hexagons, file and rank are two axes at an angle of 60 degrees ("axial" coordinates): the six neighbours through
/// sides lie at `(1, 0)`, `(0, 1)`, `(-1, 1)` and their opposites, the six nearest cells through corners at `(1, 1)`,
/// `(2, -1)`, `(-1, 2)` and their opposites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lattice {
    /// Squares.
    #[default]
    Squares,
    /// Hexagons whose files run straight away from White, as in Gliński's game. A step along the file axis leads to the
    /// right and half a cell forward.
    HexagonFiles,
    /// Hexagons whose ranks run straight across, as in Brusky's game. A step along the rank axis leads forward and half a
    /// cell to the right.
    HexagonRanks,
}

/// A linear map of file and rank: the new file and rank, each as what it takes of the old file and of the old rank.
type Plane = [[i16; 2]; 2];

/// A way to turn or mirror the lattice about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn([[i16; 4]; 4]);

impl Turn {
    /// Where a place goes.
    pub(crate) fn of(&self, at: Coord) -> Coord {
        let from = [at.cube, at.level, at.file, at.rank];
        let [cube, level, file, rank] = self.0.map(|row| row.iter().zip(from).map(|(a, b)| a * b).sum());
        Coord { cube, level, file, rank }
    }
}

impl Lattice {
    /// Whether the cells are hexagons.
    pub fn is_hexagonal(self) -> bool {
        self != Self::Squares
    }

    /// All offsets within a level of hexagons to which turning and mirroring brings the leap of `shape` (along the file and
    /// along the rank axis), combined with this many levels up or down; sorted, each once.
    ///
    /// ```
    /// use spielraum_geometry::Lattice;
    /// assert_eq!(Lattice::hexagon_offsets([0, 1], 0).len(), 6); // through sides
    /// assert_eq!(Lattice::hexagon_offsets([1, 1], 0).len(), 6); // through corners
    /// assert_eq!(Lattice::hexagon_offsets([1, 2], 0).len(), 12); // the knight's leaps
    /// ```
    pub fn hexagon_offsets(shape: [i16; 2], levels: i16) -> Vec<Offset> {
        let mut all: Vec<Offset> = hexagon_turns()
            .into_iter()
            .flat_map(|turn| {
                let [file, rank] = turn.map(|[of_file, of_rank]| of_file * shape[0] + of_rank * shape[1]);
                [levels, -levels].map(|level| Offset::new(level, file, rank))
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// No step, and the steps to the nearest cells of a level through sides and corners.
    pub(crate) fn around(self) -> Vec<Offset> {
        match self {
            Self::Squares => (-1..=1).flat_map(|file| (-1..=1).map(move |rank| Offset::new(0, file, rank))).collect(),
            Self::HexagonFiles | Self::HexagonRanks => {
                [[0, 0], [0, 1], [1, 1]].into_iter().flat_map(|leap| Self::hexagon_offsets(leap, 0)).collect()
            }
        }
    }

    /// How far to the right an offset or a place lies, and how far forward, in whole units of the lattice: cells on squares,
    /// on hexagons whose files run straight files and half cells, otherwise half cells and ranks.
    pub fn plane(self, file: i16, rank: i16) -> (i16, i16) {
        match self {
            Self::Squares => (file, rank),
            Self::HexagonFiles => (file, 2 * rank + file),
            Self::HexagonRanks => (2 * file + rank, rank),
        }
    }

    /// The file and rank at a place of the [plane](Self::plane), if the lattice has a point there.
    pub(crate) fn at_plane(self, right: i16, forward: i16) -> Option<(i16, i16)> {
        let half = |twice: i16| (twice % 2 == 0).then_some(twice / 2);
        match self {
            Self::Squares => Some((right, forward)),
            Self::HexagonFiles => Some((right, half(forward - right)?)),
            Self::HexagonRanks => Some((half(right - forward)?, forward)),
        }
    }

    /// Where a place of a level lies in a picture: to the right and forward, in widths of a square, or in widths of a
    /// hexagon between two opposite sides.
    pub(crate) fn place(self, file: i16, rank: i16) -> (f64, f64) {
        let (right, forward) = self.plane(file, rank);
        let (right, forward) = (f64::from(right), f64::from(forward));
        match self {
            Self::Squares => (right, forward),
            Self::HexagonFiles => (right * SIDE_OF_HEXAGON * 1.5, forward / 2.0),
            Self::HexagonRanks => (right / 2.0, forward * SIDE_OF_HEXAGON * 1.5),
        }
    }

    /// The corners of a cell around its middle, counterclockwise, in the same unit as its place.
    pub fn polygon(self) -> Vec<(f64, f64)> {
        match self {
            Self::Squares => vec![(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)],
            Self::HexagonFiles | Self::HexagonRanks => {
                let first = if self == Self::HexagonFiles { 0.0 } else { 30.0 };
                let corner = |index: u8| {
                    let angle = (first + 60.0 * f64::from(index)).to_radians();
                    (angle.cos() * SIDE_OF_HEXAGON, angle.sin() * SIDE_OF_HEXAGON)
                };
                (0..6).map(corner).collect()
            }
        }
    }

    /// The shade of a cell, so that neighbours differ: 0 is dark. Squares have two shades, hexagons three.
    pub fn shade(self, at: Coord) -> u8 {
        match self {
            Self::Squares => (at.cube + at.level + at.file + at.rank).rem_euclid(2) as u8,
            Self::HexagonFiles | Self::HexagonRanks => (at.file - at.rank + at.level + at.cube).rem_euclid(3) as u8,
        }
    }

    /// How many steps to the nearest cells, through sides or corners, an offset takes.
    pub fn steps(self, by: Offset) -> i16 {
        if !self.is_hexagonal() {
            return by.longest();
        }
        // A step through a corner leads farthest: in the lattice of those the distance is the largest of three coordinates,
        // each a third of what stands here.
        let (file, rank) = (by.file, by.rank);
        let thrice = (2 * file + rank).abs().max((rank - file).abs()).max((file + 2 * rank).abs());
        ((thrice + 2) / 3).max(by.level.abs()).max(by.cube.abs())
    }

    /// All ways to turn and mirror the lattice about a cell.
    pub(crate) fn turns(self) -> Vec<Turn> {
        let mut turns = Vec::new();
        match self {
            Self::Squares => {
                for order in permutations::<4>() {
                    for flips in 0..16 {
                        let mut turn = [[0; 4]; 4];
                        for (axis, row) in turn.iter_mut().enumerate() {
                            row[order[axis]] = if flips >> axis & 1 == 1 { -1 } else { 1 };
                        }
                        turns.push(Turn(turn));
                    }
                }
            }
            Self::HexagonFiles | Self::HexagonRanks => {
                for [file, rank] in hexagon_turns() {
                    for (cube, level) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                        turns.push(Turn([
                            [cube, 0, 0, 0],
                            [0, level, 0, 0],
                            [0, 0, file[0], file[1]],
                            [0, 0, rank[0], rank[1]],
                        ]));
                    }
                }
            }
        }
        turns
    }
}

/// The side of a hexagon that is one wide between opposite sides.
const SIDE_OF_HEXAGON: f64 = 0.577_350_269_189_625_8;

/// The 12 ways to turn and mirror hexagons about a cell.
fn hexagon_turns() -> Vec<Plane> {
    let product = |a: Plane, b: Plane| a.map(|row| [0, 1].map(|column| row[0] * b[0][column] + row[1] * b[1][column]));
    let sixth: Plane = [[0, -1], [1, 1]];
    let mut turns = Vec::new();
    let mut turn: Plane = [[1, 0], [0, 1]];
    for _ in 0..6 {
        turns.push(turn);
        turns.push(product(turn, [[0, 1], [1, 0]]));
        turn = product(sixth, turn);
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexagons_have_the_known_numbers_of_directions() {
        for (shape, count) in [([0, 1], 6), ([1, 1], 6), ([0, 2], 6), ([1, 2], 12), ([2, 2], 6), ([1, 3], 12)] {
            let offsets = Lattice::hexagon_offsets(shape, 0);
            assert_eq!(offsets.len(), count, "{shape:?}");
            let length = |offset: &Offset| {
                let (x, y) = Lattice::HexagonFiles.place(offset.file, offset.rank);
                x.hypot(y)
            };
            assert!(offsets.iter().all(|offset| (length(offset) - length(&offsets[0])).abs() < 1e-9), "{shape:?}");
        }
        assert_eq!(Lattice::hexagon_offsets([0, 1], 1).len(), 12);
    }

    #[test]
    fn neighbours_are_one_wide_apart_and_no_two_share_a_shade() {
        for lattice in [Lattice::HexagonFiles, Lattice::HexagonRanks] {
            for step in Lattice::hexagon_offsets([0, 1], 0) {
                let (x, y) = lattice.place(step.file, step.rank);
                assert!((x.hypot(y) - 1.0).abs() < 1e-9);
                assert_ne!(lattice.shade(Coord::new(0, 0, 0) + step), lattice.shade(Coord::new(0, 0, 0)));
                assert_eq!(lattice.steps(step), 1);
            }
            for step in Lattice::hexagon_offsets([1, 1], 0) {
                assert_eq!(lattice.shade(Coord::new(0, 0, 0) + step), lattice.shade(Coord::new(0, 0, 0)));
                assert_eq!(lattice.steps(step), 1);
            }
        }
    }

    #[test]
    fn steps_are_those_of_a_king() {
        let steps: Vec<Offset> =
            [[0, 1], [1, 1]].into_iter().flat_map(|shape| Lattice::hexagon_offsets(shape, 0)).collect();
        let mut reached = std::collections::HashMap::from([(Coord::new(0, 0, 0), 0)]);
        let mut last = vec![Coord::new(0, 0, 0)];
        for distance in 1..=4 {
            let next: Vec<Coord> = last.iter().flat_map(|&at| steps.iter().map(move |&step| at + step)).collect();
            last = next
                .into_iter()
                .filter(|&at| {
                    reached.insert(at, distance).is_none_or(|earlier| {
                        reached.insert(at, earlier);
                        false
                    })
                })
                .collect();
        }
        for (at, distance) in reached {
            assert_eq!(Lattice::HexagonFiles.steps(at - Coord::new(0, 0, 0)), distance, "{at:?}");
        }
    }

    #[test]
    fn planes_are_read_as_they_are_written() {
        for lattice in [Lattice::Squares, Lattice::HexagonFiles, Lattice::HexagonRanks] {
            for (file, rank) in (-3..4).flat_map(|file| (-3..4).map(move |rank| (file, rank))) {
                let (right, forward) = lattice.plane(file, rank);
                assert_eq!(lattice.at_plane(right, forward), Some((file, rank)));
            }
        }
        assert_eq!(Lattice::HexagonFiles.at_plane(0, 1), None);
    }

    #[test]
    fn there_are_as_many_turns_as_the_shapes_have() {
        assert_eq!(Lattice::Squares.turns().len(), 384);
        assert_eq!(Lattice::HexagonRanks.turns().len(), 48);
    }
}
