//! Positions as bitboards, below the façade: for evaluations and others that look at every piece of very many positions.
//!
//! Bitboards are as wide as the board needs, so what looks at them is a [`Viewer`], which is compiled for each width.

pub use crate::tables::lines::{Bits, Slot};
pub use crate::tables::{Hop, Mover, Ride, Route};
pub use spielraum_geometry::{BitBoard, Cells};

use crate::board::State;
use crate::board::piece::Piece;
use crate::game::Tables;
use crate::position::{Position, with_state};
use crate::rules::{Rules, with_tables};
use crate::spec::PieceType;
use crate::tables::LineTable;
use crate::{ByColor, Color};
use spielraum_geometry::Cell;
use spielraum_geometry::line_word::{hop, hop_next, slide};

/// Looks at the bitboards of a position.
pub trait Viewer {
    /// What comes of it.
    type Output;

    /// Looks at them.
    fn view<const W: usize>(self, view: View<'_, W>) -> Self::Output;
}

/// Looks at the move tables of a game.
pub trait MoverViewer {
    /// What comes of it.
    type Output;

    /// Looks at the tables of each type, by side and type number.
    fn view<const W: usize>(self, movers: &ByColor<Vec<Mover<W>>>) -> Self::Output;
}

/// The bitboards of a position.
#[derive(Clone, Copy)]
pub struct View<'a, const W: usize> {
    t: &'a Tables<W>,
    s: &'a State<W>,
}

impl Position {
    /// Looks at the bitboards of the position.
    #[inline]
    pub fn view<V: Viewer>(&self, viewer: V) -> V::Output {
        with_state!(&self.state, |t, s| viewer.view(View { t, s }))
    }
}

impl Rules {
    /// Looks at the tables of how pieces move.
    pub fn view_movers<V: MoverViewer>(&self, viewer: V) -> V::Output {
        with_tables!(self, tables => viewer.view(&tables.movers))
    }
}

impl<'a, const W: usize> View<'a, W> {
    /// The pieces of a type and side; those that belong to nobody are White's here.
    #[inline(always)]
    pub fn pieces(self, color: Color, kind: PieceType) -> BitBoard<W> {
        self.s.of(color, kind)
    }

    /// All pieces of a side, and those that belong to nobody.
    #[inline(always)]
    pub fn side(self, color: Color) -> BitBoard<W> {
        self.s.by_color[color as usize]
    }

    /// The type of the piece on a cell, which must not be empty.
    #[inline(always)]
    pub fn type_on(self, cell: Cell) -> PieceType {
        self.s.at(cell).kind()
    }

    /// [`piece_index`](crate::piece_index) of the piece on a cell, which must not be empty.
    #[inline(always)]
    pub fn index_on(self, cell: Cell) -> usize {
        let piece: Piece = self.s.at(cell);
        piece.index()
    }

    /// Whether a type is royal.
    #[inline(always)]
    pub fn is_royal(self, kind: PieceType) -> bool {
        self.t.royals.has(kind)
    }

    /// The royals of a side.
    #[inline(always)]
    pub fn royals(self, color: Color) -> BitBoard<W> {
        self.s.royals(self.t, color)
    }

    /// The number of piece types.
    #[inline(always)]
    pub fn types(self) -> usize {
        self.t.types()
    }

    /// How the pieces of a type and side move.
    #[inline(always)]
    pub fn mover(self, color: Color, kind: PieceType) -> &'a Mover<W> {
        &self.t.movers[color][kind.index()]
    }

    /// The number of lines.
    #[inline(always)]
    pub fn line_count(self) -> usize {
        self.t.lines.len()
    }

    /// A cell's place on each line through it.
    #[inline(always)]
    pub fn slots(self, cell: Cell) -> &'a [Slot] {
        let lines: &LineTable = &self.t.lines;
        lines.slots(cell)
    }

    /// The cell at a place of a line.
    #[inline(always)]
    pub fn line_cell(self, line: u16, place: u32) -> Cell {
        self.t.lines.cell(line, place)
    }

    /// The places on a line where each side's pieces stand, or such as belong to nobody.
    #[inline(always)]
    pub fn on_line(self, line: u16) -> [u32; 2] {
        self.s.lines[usize::from(line)].pieces
    }
}

impl Ride {
    /// The places that a piece slides to, its own pieces and the ride's masks not considered.
    #[inline(always)]
    pub fn slide(&self, occupied: u32) -> u32 {
        slide(occupied, u32::from(self.pos))
    }

    /// The places that a piece hops to, its own pieces and the ride's masks not considered.
    #[inline(always)]
    pub fn hop(&self, occupied: u32) -> u32 {
        let pos = u32::from(self.pos);
        if self.hop.is_next() { hop_next(occupied, pos) } else { hop(occupied, pos) }
    }
}

impl<const W: usize> Mover<W> {
    /// Targets from a cell that nothing can block and that may be empty or hold an enemy; none if no cell has any.
    #[inline(always)]
    pub fn leaps_both(&self, from: Cell) -> Option<&BitBoard<W>> {
        self.leaps_both.get(from.index())
    }

    /// The same for targets that must be empty.
    #[inline(always)]
    pub fn leaps_quiet(&self, from: Cell) -> Option<&BitBoard<W>> {
        self.leaps_quiet.get(from.index())
    }

    /// The same for targets that must hold an enemy.
    #[inline(always)]
    pub fn leaps_capture(&self, from: Cell) -> Option<&BitBoard<W>> {
        self.leaps_capture.get(from.index())
    }

    /// The lines to slide along from a cell.
    #[inline(always)]
    pub fn slides(&self, from: Cell) -> &[Ride] {
        self.slides.get(from)
    }

    /// The lines to hop along from a cell.
    #[inline(always)]
    pub fn hops(&self, from: Cell) -> &[Ride] {
        self.hops.get(from)
    }

    /// The targets from a cell that single cells can block.
    #[inline(always)]
    pub fn routes(&self, from: Cell) -> &[Route<W>] {
        self.routes.get(from)
    }

    /// Whether there are routes from any cell.
    #[inline(always)]
    pub fn has_routes(&self) -> bool {
        !self.routes.is_empty()
    }
}
