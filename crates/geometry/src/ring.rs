//! Rings: how far out from the middle a file line runs.

use crate::{Board, Coord};

/// Which steps between neighbouring file lines a movement may take (docs/rulings.md, "Words":
/// ring, turning line; Charles Gilman's "Stock" pieces).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RingFilter {
    /// Any step.
    #[default]
    Any,
    /// Only to a file line of the same ring.
    Keep,
    /// Only to a file line of another ring.
    Cross,
}

impl RingFilter {
    /// Whether a step from `from` to `to` is allowed on `board`.
    pub fn allows(self, board: &Board, from: Coord, to: Coord) -> bool {
        match self {
            Self::Any => true,
            Self::Keep => board.ring(from) == board.ring(to),
            Self::Cross => board.ring(from) != board.ring(to),
        }
    }
}

/// The ring of the file line at `level`, `file` in a rank of `levels` x `files` cells: its
/// Chebyshev distance from the centre, from 0. In a rank of odd side ring 0 is one file line, in
/// one of even side it is four.
pub(crate) fn ring(level: i16, file: i16, levels: i16, files: i16) -> i16 {
    let twice_from_centre = |at: i16, of: i16| (2 * at - (of - 1)).abs();
    twice_from_centre(level, levels).max(twice_from_centre(file, files)) / 2
}

#[cfg(test)]
mod tests {
    use super::ring;

    #[test]
    fn rings_of_even_and_odd_boards() {
        let row = |level, side| (0..side).map(|file| ring(level, file, side, side)).collect::<Vec<_>>();
        assert_eq!(row(2, 6), [2, 1, 0, 0, 1, 2]);
        assert_eq!(row(0, 6), [2; 6]);
        assert_eq!(row(3, 7), [3, 2, 1, 0, 1, 2, 3]);
        assert_eq!(row(1, 7), [3, 2, 2, 2, 2, 2, 3]);
    }
}
