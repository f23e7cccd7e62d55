//! Where captured pieces and captors are reborn (K1 to K4).

use crate::State;
use spielraum_geometry::{Cell, Coord};
use spielraum_spec::{Choice, Color, Home, Owner, PieceType, Place, Rebirth, Shared, Spec};

/// A capture, as far as a rebirth asks.
pub(crate) struct Capture {
    /// The captured piece, if one has been captured in earnest.
    pub captured: Option<(Color, PieceType)>,
    /// Where it stood.
    pub cell: Cell,
    /// The side that captures.
    pub side: Color,
    /// The type that captures, when the move itself is done.
    pub captor_after: PieceType,
    /// Where it came from.
    pub from: Cell,
}

/// Where a piece of a side is reborn as a type, if anywhere; `None`: the line does not speak of it.
pub(crate) fn cell(
    spec: &Spec,
    rebirth: &Rebirth,
    color: Color,
    kind: PieceType,
    capture: &Capture,
) -> Option<Option<Cell>> {
    let board = &spec.board;
    let cell = match &rebirth.place {
        Place::Start { whose, choice } => {
            let (owner, kind) = match whose {
                Home::Own => (color, kind),
                Home::Enemy => (!color, kind),
                Home::Captor => (capture.side, capture.captor_after),
            };
            let piece = Some((Owner::from(owner), kind));
            let homes: Vec<Cell> = board.cells().filter(|home| spec.start.placement[home.index()] == piece).collect();
            if homes.is_empty() {
                return None;
            }
            choose(spec, homes, choice, capture.cell)
        }
        Place::Region { cells, choice } => choose(spec, cells[color].iter().collect(), choice, capture.cell),
        Place::Capture => Some(capture.cell),
        Place::Departure => Some(capture.from),
        Place::Beyond => {
            let (from, to) = (board.coord(capture.from), board.coord(capture.cell));
            board.at(Coord {
                cube: 2 * to.cube - from.cube,
                level: 2 * to.level - from.level,
                file: 2 * to.file - from.file,
                rank: 2 * to.rank - from.rank,
            })
        }
        Place::Steps(steps) => steps[color].iter().filter_map(|&step| board.step(capture.cell, step)).next(),
    };
    Some(cell.and_then(|cell| rebirth.reflected.of(board, cell)))
}

/// The nearest of the cells that share what is asked with the cell of the capture, or of all if none does.
fn choose(spec: &Spec, mut homes: Vec<Cell>, choice: &Choice, capture: Cell) -> Option<Cell> {
    let board = &spec.board;
    let at = board.coord(capture);
    if choice.on_rank {
        let moved = |home: Cell| {
            let home = board.coord(home);
            board.at(Coord { cube: home.cube, level: home.level, file: home.file, rank: at.rank })
        };
        homes = homes.into_iter().filter_map(moved).collect();
    }
    let is_alike = |home: &Cell| {
        choice.same.iter().all(|what| match what {
            Shared::Level => board.level(*home) == board.level(capture),
            Shared::File => board.file(*home) == board.file(capture),
            Shared::Rank => board.rank(*home) == board.rank(capture),
            Shared::Shade => board.shade(*home) == board.shade(capture),
        })
    };
    if homes.iter().any(is_alike) {
        homes.retain(is_alike);
    }
    homes.sort_by_key(|&home| (board.steps(home, capture), home));
    homes.first().copied()
}

impl State {
    /// Wins castling rights back whose pieces stand at home, one of them since it has been reborn there.
    pub(crate) fn regain_rights(&mut self, spec: &Spec, reborn: &[Cell]) {
        for castling in &spec.castlings {
            let home = [(castling.royal.0, castling.royal_type), (castling.partner.0, castling.partner_type)];
            let stand = home.iter().all(|&(cell, kind)| self.at(cell) == Some((castling.color.into(), kind)));
            if stand && home.iter().any(|(cell, _)| reborn.contains(cell)) {
                self.castling.insert(castling.right);
            }
        }
    }
}
