//! Moves that how pieces stand to each other forbids (K6 to K8).

use super::State;
use crate::Color;
use crate::spec::{Occasion, PieceType, Subject};
use crate::tables::{Ban, Core, Seen};
use spielraum_geometry::Cell;

impl<const W: usize> State<W> {
    /// Whether a side may make a move, as far as that is asked before it: of the piece that moves from a cell, and of what it
    /// captures on one.
    #[cold]
    pub(crate) fn permits_before(
        &self,
        core: &Core<W>,
        side: Color,
        kind: Occasion,
        mover: PieceType,
        [from, captured]: [Option<Cell>; 2],
    ) -> bool {
        core.constraints.bans(side, kind, mover).all(|ban| match (ban.of, from, captured) {
            (Subject::Mover, Some(cell), _) | (Subject::Captured, _, Some(cell)) => self.permits_at(core, ban, cell),
            _ => true,
        })
    }

    /// The same as far as it is asked when the move has been made, which ended on a cell.
    #[cold]
    pub(crate) fn permits_after(
        &self,
        core: &Core<W>,
        side: Color,
        kind: Occasion,
        mover: PieceType,
        end: Cell,
    ) -> bool {
        core.constraints.bans(side, kind, mover).all(|ban| match ban.of {
            Subject::Mover | Subject::Captured => true,
            Subject::MoverAfter => self.permits_at(core, ban, end),
            Subject::AnyAfter => {
                let mut pieces = self.occupied().into_iter();
                let found = pieces.any(|cell| ban.types.has(self.at(cell).kind()) && self.holds(core, ban, cell));
                found == ban.holds
            }
        })
    }

    fn permits_at(&self, core: &Core<W>, ban: &Ban, cell: Cell) -> bool {
        let piece = self.at(cell);
        !piece.is_none() && !ban.types.has(piece.kind()) || self.holds(core, ban, cell) == ban.holds
    }

    /// Whether what a ban asks holds for the piece on a cell; for none it does not.
    fn holds(&self, core: &Core<W>, ban: &Ban, cell: Cell) -> bool {
        let Some((owner, kind)) = self.piece_at(core, cell) else { return false };
        let Some(color) = owner.color() else { return false };
        match &ban.what {
            Seen::Observed { by_own, alike, with } => {
                let by = if *by_own { color } else { !color };
                let counts = |from: Cell| {
                    let observer = self.at(from).kind();
                    if *alike { observer == kind } else { with.has(observer) }
                };
                self.attackers(core, cell, by).into_iter().any(counts)
            }
            Seen::Beside(steps) => {
                let mut neighbours = steps[color].iter().filter_map(|&step| core.spec.board.step(cell, step));
                neighbours.any(|cell| !self.at(cell).is_none())
            }
        }
    }
}
