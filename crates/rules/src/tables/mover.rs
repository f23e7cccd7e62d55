//! The tables of one piece type of one side: where it goes from each cell.

use super::budget::Budget;
use super::csr::Csr;
use super::error::CompileError;
use super::from_cell::FromCell;
use super::lines::LineTable;
use super::ride::{Ride, Route};
use spielraum_geometry::{BitBoard, Board, Cell};

/// How one type of one side moves, cell by cell.
///
/// No target occurs twice, except from `overlapping` cells.
pub struct Mover<const W: usize> {
    /// Targets that nothing can block and that may be empty or hold an enemy; no entries when no cell
    /// has any.
    pub(crate) leaps_both: Vec<BitBoard<W>>,
    /// The same for targets that must be empty.
    pub(crate) leaps_quiet: Vec<BitBoard<W>>,
    /// The same for targets that must hold an enemy.
    pub(crate) leaps_capture: Vec<BitBoard<W>>,
    /// Lines to slide along.
    pub(crate) slides: Csr<Ride>,
    /// Lines to hop along.
    pub(crate) hops: Csr<Ride>,
    /// Targets that single cells can block.
    pub(crate) routes: Csr<Route<W>>,
    /// The cells from which several rides or routes lead to one target.
    pub(crate) overlapping: BitBoard<W>,
    /// The cells from which it can't move on a board that is empty but for the hurdle that a hop needs.
    pub(crate) stuck: BitBoard<W>,
}

impl<const W: usize> Mover<W> {
    /// Puts the moves from all cells together.
    #[inline(never)]
    pub(super) fn assemble(
        from_cells: Vec<FromCell>,
        board: &Board,
        lines: &LineTable,
        budget: &mut Budget,
    ) -> Result<Self, CompileError> {
        let mut mover = Self {
            leaps_both: Vec::new(),
            leaps_quiet: Vec::new(),
            leaps_capture: Vec::new(),
            slides: Csr::default(),
            hops: Csr::default(),
            routes: Csr::default(),
            overlapping: BitBoard::EMPTY,
            stuck: BitBoard::EMPTY,
        };
        let (mut slides, mut hops, mut routes) = (Vec::new(), Vec::new(), Vec::new());
        for (cell, mut from) in board.cells().zip(from_cells) {
            from.remove_duplicates(lines);
            if from.overlaps(lines) {
                mover.overlapping.insert(cell);
            }
            if from.is_stuck() {
                mover.stuck.insert(cell);
            }
            let both = from.quiet_leaps & from.capture_leaps;
            set_leaps(&mut mover.leaps_both, board, cell, both, budget)?;
            set_leaps(&mut mover.leaps_quiet, board, cell, from.quiet_leaps - both, budget)?;
            set_leaps(&mut mover.leaps_capture, board, cell, from.capture_leaps - both, budget)?;
            budget.spend((from.slides.len() + from.hops.len()) * size_of::<Ride>())?;
            slides.push(from.slides);
            hops.push(from.hops);
            let found: Vec<Route<W>> = from.routes.into_iter().map(|route| route.compile()).collect();
            let ways: usize = found.iter().map(|route| route.ways.len()).sum();
            budget.spend(found.len() * size_of::<Route<W>>() + ways * size_of::<BitBoard<W>>())?;
            routes.push(found);
        }
        (mover.slides, mover.hops, mover.routes) = (Csr::new(slides), Csr::new(hops), Csr::new(routes));
        Ok(mover)
    }

    /// Whether nothing can block its moves.
    #[inline(always)]
    pub fn only_leaps(&self) -> bool {
        self.slides.is_empty() && self.hops.is_empty() && self.routes.is_empty()
    }

    /// The cells that a piece on `cell` can go to in some position.
    pub(crate) fn reach(&self, lines: &LineTable, cell: Cell) -> BitBoard<W> {
        let mut reach = self.quiet_leaps(cell) | self.attack_leaps(cell);
        for ride in self.slides.get(cell).iter().chain(self.hops.get(cell)) {
            for target in lines.cells(ride.line, ride.quiet | ride.capture) {
                reach.insert(target);
            }
        }
        for route in self.routes.get(cell) {
            reach.insert(route.target);
        }
        reach
    }

    /// The most targets that a piece has on `cell`.
    pub(super) fn most_targets(&self, cell: Cell) -> usize {
        let rides = self.slides.get(cell).iter().chain(self.hops.get(cell));
        let leaps = self.quiet_leaps(cell) | self.attack_leaps(cell);
        let along = rides.map(|ride| (ride.quiet | ride.capture).count_ones()).sum::<u32>();
        (leaps.count() + along) as usize + self.routes.get(cell).len()
    }

    /// The cells that a piece on `cell` attacks by leaps.
    pub fn attack_leaps(&self, cell: Cell) -> BitBoard<W> {
        let of = |table: &[BitBoard<W>]| table.get(cell.index()).copied().unwrap_or(BitBoard::EMPTY);
        of(&self.leaps_both) | of(&self.leaps_capture)
    }

    /// The empty cells that a piece on `cell` may leap to.
    pub fn quiet_leaps(&self, cell: Cell) -> BitBoard<W> {
        let of = |table: &[BitBoard<W>]| table.get(cell.index()).copied().unwrap_or(BitBoard::EMPTY);
        of(&self.leaps_both) | of(&self.leaps_quiet)
    }
}

/// Enters the leaps of a cell; a table that would hold nothing stays without entries.
fn set_leaps<const W: usize>(
    table: &mut Vec<BitBoard<W>>,
    board: &Board,
    cell: Cell,
    targets: spielraum_geometry::CellSet,
    budget: &mut Budget,
) -> Result<(), CompileError> {
    if targets.is_empty() {
        return Ok(());
    }
    if table.is_empty() {
        budget.spend(board.len() * size_of::<BitBoard<W>>())?;
        table.resize(board.len(), BitBoard::EMPTY);
    }
    table[cell.index()] = BitBoard::from_set(&targets);
    Ok(())
}
