//! Who receives generated moves: a counter need not look at each of them.

use crate::Move;
use crate::bitboard::BitBoard;
use crate::spec::PieceType;
use crate::tables::LineTable;
use spielraum_geometry::Cell;
use std::ops::ControlFlow;

/// Whether to go on generating.
pub(crate) type Flow = ControlFlow<()>;

/// Takes the legal moves of a position, in groups where they come in groups.
pub(crate) trait Sink<const W: usize> {
    /// A plain move, or any other single one.
    fn one(&mut self, m: Move) -> Flow;

    /// Plain moves from a cell to each of the targets.
    #[inline(always)]
    fn moves(&mut self, from: Cell, targets: BitBoard<W>) -> Flow {
        for to in targets {
            self.one(Move::normal(from, to, None))?;
        }
        Flow::Continue(())
    }

    /// Plain moves from a cell to places of a line.
    #[inline(always)]
    fn moves_along(&mut self, lines: &LineTable, from: Cell, line: u16, places: u32) -> Flow {
        for to in lines.cells(line, places) {
            self.one(Move::normal(from, to, None))?;
        }
        Flow::Continue(())
    }

    /// Drops of a type on each of the targets.
    #[inline(always)]
    fn drops(&mut self, kind: PieceType, targets: BitBoard<W>) -> Flow {
        for to in targets {
            self.one(Move::drop(kind, to))?;
        }
        Flow::Continue(())
    }
}

/// Counts moves without looking at them.
#[derive(Default)]
pub(crate) struct Count(pub(crate) u64);

impl<const W: usize> Sink<W> for Count {
    #[inline(always)]
    fn one(&mut self, _: Move) -> Flow {
        self.0 += 1;
        Flow::Continue(())
    }

    #[inline(always)]
    fn moves(&mut self, _: Cell, targets: BitBoard<W>) -> Flow {
        self.0 += u64::from(targets.count());
        Flow::Continue(())
    }

    #[inline(always)]
    fn moves_along(&mut self, _: &LineTable, _: Cell, _: u16, places: u32) -> Flow {
        self.0 += u64::from(places.count_ones());
        Flow::Continue(())
    }

    #[inline(always)]
    fn drops(&mut self, _: PieceType, targets: BitBoard<W>) -> Flow {
        self.0 += u64::from(targets.count());
        Flow::Continue(())
    }
}

/// Puts moves in a list.
pub(crate) struct Collect<'a>(pub(crate) &'a mut Vec<Move>);

impl<const W: usize> Sink<W> for Collect<'_> {
    #[inline(always)]
    fn one(&mut self, m: Move) -> Flow {
        self.0.push(m);
        Flow::Continue(())
    }
}

/// Hands each move to a function, which may stop.
pub(crate) struct Visit<F>(pub(crate) F);

impl<const W: usize, F: FnMut(Move) -> Flow> Sink<W> for Visit<F> {
    #[inline(always)]
    fn one(&mut self, m: Move) -> Flow {
        (self.0)(m)
    }
}
