//! Who receives generated moves: a counter need not look at each of them.

use crate::spec::PieceType;
use crate::tables::LineTable;
use crate::{MAX_MOVES, Move};
use spielraum_geometry::{BitBoard, Cell, MAX_CELLS};
use std::ops::ControlFlow;

/// Whether to go on generating.
pub(crate) type Flow = ControlFlow<()>;

/// Takes the legal moves of a position, in groups where they come in groups.
pub(crate) trait Sink<const W: usize> {
    /// A plain move, or any other single one.
    fn one(&mut self, m: Move) -> Flow;

    /// Whether moves that promote another piece (Q16) are wanted, too.
    #[inline(always)]
    fn wants_remote_promotions(&self) -> bool {
        true
    }

    /// A move to each of the targets.
    #[inline(always)]
    fn each(&mut self, targets: BitBoard<W>, to_move: impl Fn(Cell) -> Move) -> Flow {
        for to in targets {
            self.one(to_move(to))?;
        }
        Flow::Continue(())
    }

    /// Plain moves from a cell to each of the targets.
    #[inline(always)]
    fn moves(&mut self, from: Cell, targets: BitBoard<W>) -> Flow {
        self.each(targets, |to| Move::normal(from, to, None))
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
        self.each(targets, |to| Move::drop(kind, to))
    }
}

/// Counts moves without looking at them, up to [`MAX_MOVES`].
#[derive(Default)]
pub(crate) struct Count(u64);

impl Count {
    /// The number of moves.
    pub(crate) fn total(&self) -> u64 {
        self.0.min(MAX_MOVES as u64)
    }

    /// Adds a group, which takes no longer than one move: only single moves can be too many.
    #[inline(always)]
    fn group(&mut self, size: u32) -> Flow {
        self.0 += u64::from(size);
        Flow::Continue(())
    }
}

impl<const W: usize> Sink<W> for Count {
    #[inline(always)]
    fn one(&mut self, _: Move) -> Flow {
        self.0 += 1;
        if self.0 < MAX_MOVES as u64 { Flow::Continue(()) } else { Flow::Break(()) }
    }

    #[inline(always)]
    fn each(&mut self, targets: BitBoard<W>, _: impl Fn(Cell) -> Move) -> Flow {
        self.group(targets.count())
    }

    #[inline(always)]
    fn moves_along(&mut self, _: &LineTable, _: Cell, _: u16, places: u32) -> Flow {
        self.group(places.count_ones())
    }
}

/// Appends moves to a list, at most [`MAX_MOVES`].
pub(crate) struct Collect<'a> {
    moves: &'a mut Vec<Move>,
    /// The length that the list may reach.
    limit: usize,
    /// Whether it takes moves that promote another piece (Q16).
    pub(crate) remote_promotions: bool,
}

impl<'a> Collect<'a> {
    pub(crate) fn new(moves: &'a mut Vec<Move>) -> Self {
        let limit = moves.len() + MAX_MOVES;
        Self { moves, limit, remote_promotions: true }
    }

    /// Appends a group, which has no more moves than the board has cells.
    #[inline(always)]
    fn group(&mut self, mut group: impl Iterator<Item = Move>) -> Flow {
        if self.moves.len() + MAX_CELLS < self.limit {
            group.for_each(|m| self.moves.push(m));
            return Flow::Continue(());
        }
        group.try_for_each(|m| self.push(m))
    }

    #[inline(always)]
    fn push(&mut self, m: Move) -> Flow {
        self.moves.push(m);
        if self.moves.len() < self.limit { Flow::Continue(()) } else { Flow::Break(()) }
    }
}

impl<const W: usize> Sink<W> for Collect<'_> {
    #[inline(always)]
    fn one(&mut self, m: Move) -> Flow {
        self.push(m)
    }

    #[inline(always)]
    fn wants_remote_promotions(&self) -> bool {
        self.remote_promotions
    }

    #[inline(always)]
    fn each(&mut self, targets: BitBoard<W>, to_move: impl Fn(Cell) -> Move) -> Flow {
        self.group(targets.into_iter().map(to_move))
    }

    #[inline(always)]
    fn moves_along(&mut self, lines: &LineTable, from: Cell, line: u16, places: u32) -> Flow {
        self.group(lines.cells(line, places).map(|to| Move::normal(from, to, None)))
    }
}

/// Stops at the first move.
pub(crate) struct Any;

impl<const W: usize> Sink<W> for Any {
    #[inline(always)]
    fn one(&mut self, _: Move) -> Flow {
        Flow::Break(())
    }
}

/// Hands each move to a function, which may stop.
pub(crate) struct Visit<F>(pub(crate) F);

impl Visit<()> {
    /// Stops at one move.
    pub(crate) fn finding(wanted: Move) -> Visit<impl FnMut(Move) -> Flow> {
        Visit(move |m| if m == wanted { Flow::Break(()) } else { Flow::Continue(()) })
    }
}

impl<const W: usize, F: FnMut(Move) -> Flow> Sink<W> for Visit<F> {
    #[inline(always)]
    fn one(&mut self, m: Move) -> Flow {
        (self.0)(m)
    }
}
