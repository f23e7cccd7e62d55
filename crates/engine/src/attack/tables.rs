//! The tables of a game by which attacks are found.

use super::pawns::Pawns;
use super::sets::CellSets;
use spielraum_geometry::{Board, Cell};
use spielraum_rules::bitboards::{BitBoard, Mover, MoverViewer};
use spielraum_rules::{ByColor, Rules};

/// The tables of a game by which attacks are found.
#[derive(Clone, Debug)]
pub struct Attacks {
    pub(super) pawns: Pawns,
    /// For each cell, it and the cells next to it; empty if there is no royal.
    pub(super) king_zone: CellSets,
}

/// For each cell, it and the cells next to it.
fn king_zones<const W: usize>(board: &Board) -> Vec<BitBoard<W>> {
    let near = |cell: Cell| {
        board.neighbours(cell).into_iter().fold(BitBoard::of(cell), |mut near, neighbour| {
            near.insert(neighbour);
            near
        })
    };
    board.cells().map(near).collect()
}

impl Attacks {
    /// The tables of a game.
    pub fn new(rules: &Rules) -> Self {
        rules.view_movers(Build(rules))
    }
}

/// Makes the tables of a game.
struct Build<'a>(&'a Rules);

impl MoverViewer for Build<'_> {
    type Output = Attacks;

    fn view<const W: usize>(self, movers: &ByColor<Vec<Mover<W>>>) -> Attacks {
        let spec = self.0.spec();
        let king_zone = match spec.has_royals() {
            true => CellSets::new::<W>(king_zones(&spec.board).into_iter().map(|cells| [cells])),
            false => CellSets::default(),
        };
        Attacks { pawns: Pawns::new(spec, movers), king_zone }
    }
}
