//! What a sign is made of, before it has a shape.

use spielraum_rules::spec::Mode;

/// Where on the piece a mark stands: the eight directions of a compass, and the middle. North is away from
/// White's side, east to White's right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Slot {
    N,
    NE,
    E,
    SE,
    S,
    SW,
    W,
    NW,
    Centre,
}

impl Slot {
    /// The slot that lies this many ranks up and files to the right, by their signs.
    pub fn toward(rank: i16, file: i16) -> Self {
        match (rank.signum(), file.signum()) {
            (1, 0) => Self::N,
            (1, 1) => Self::NE,
            (0, 1) => Self::E,
            (-1, 1) => Self::SE,
            (-1, 0) => Self::S,
            (-1, -1) => Self::SW,
            (0, -1) => Self::W,
            (1, -1) => Self::NW,
            _ => Self::Centre,
        }
    }

    /// Degrees clockwise from north.
    pub fn degrees(self) -> f64 {
        match self {
            Self::Centre => 0.0,
            other => f64::from(other as u8) * 45.0,
        }
    }

    /// Whether it lies on the left.
    pub fn is_left(self) -> bool {
        matches!(self, Self::SW | Self::W | Self::NW)
    }
}

/// What a way is like, apart from where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Way {
    /// Straight along one axis, or along two equally.
    Straight,
    /// Straight within a rank along both its axes, in a game where that is not every diagonal.
    Fan,
    /// Keeping its distance from the middle of the rank.
    Keep,
    /// Changing its distance from the middle of the rank.
    Cross,
    /// Straight along all three axes equally: the corners of a cube.
    Corner,
}

/// How far a line reaches and what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Gait {
    /// Any distance.
    Far,
    /// Any distance up to a few cells.
    Near,
    /// Some distances and not others between them.
    Broken,
    /// Over one piece, any distance beyond it.
    HopFar,
    /// Over one piece, to the cell behind it.
    HopNext,
}

/// A mark of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// One cell, `cells` away. `bound`: the cells between must be empty.
    Point { way: Way, cells: u8, bound: bool },
    /// Many cells of a line.
    Line { way: Way, gait: Gait },
    /// A cell off every line, `long` cells along the slot's direction and `aside` to its sides.
    Fork {
        long: u8,
        aside: u8,
        /// Whether it goes aside along two axes at once.
        wide: bool,
        /// Whether it turns with the rings.
        turning: bool,
        /// Whether pieces between block it.
        bound: bool,
        /// The prongs that exist.
        prongs: Prongs,
    },
}

/// Which prongs a fork has, seen from the centre of the sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Prongs {
    pub left: bool,
    pub right: bool,
}

/// [`Mode`] as a mark shows it, and whether the move is possible from some cells only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub slot: Slot,
    pub kind: Kind,
    pub mode: Mode,
    pub sometimes: bool,
}
