//! What turns one side's view of the board into the other's.

use crate::{Lattice, Offset};

/// What turns one side's view of the board into the other's: the axes that are counted from the other end. On hexagons
/// `files` exchanges left and right and `ranks` forward and backward; both together turn the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mirror {
    /// Whether cubes are.
    pub cubes: bool,
    /// Whether levels are.
    pub levels: bool,
    /// Whether files are.
    pub files: bool,
    /// Whether ranks are.
    pub ranks: bool,
}

impl Mirror {
    /// Nothing is counted from the other end.
    pub const NONE: Self = Self { cubes: false, levels: false, files: false, ranks: false };

    /// The direction that corresponds to one of the other side.
    pub fn offset(self, lattice: Lattice, offset: Offset) -> Offset {
        let turn = |reversed: bool, component: i16| if reversed { -component } else { component };
        let (right, forward) = lattice.plane(offset.file, offset.rank);
        let (file, rank) = lattice
            .at_plane(turn(self.files, right), turn(self.ranks, forward))
            .unwrap_or((turn(self.files, offset.file), turn(self.ranks, offset.rank)));
        Offset::new(turn(self.levels, offset.level), file, rank).ana(turn(self.cubes, offset.cube))
    }
}
