//! Positions of one material: which are legal, and the moves to and from them.

use crate::error::EndgameError;
use crate::material::{MAX_PIECES, Material};
use crate::piece::Piece;
use crate::stencil::{MAX_WAYS, Stencil};
use crate::symmetry::facing_ways;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color, Rules};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Where each piece of a material stands, by its place in [`Material::pieces`].
pub(crate) type Cells = [u16; MAX_PIECES];

/// The cell of a piece that has been captured.
pub(crate) const GONE: u16 = u16::MAX;

/// What each type of a game needs, read once.
pub(crate) type Pieces = HashMap<(Color, PieceType), Arc<Piece>>;

/// One piece of a material.
pub(crate) struct Slot {
    pub(crate) color: Color,
    pub(crate) kind: PieceType,
    pub(crate) piece: Arc<Piece>,
}

/// The moves of one material.
pub(crate) struct Kernel {
    pub(crate) slots: Vec<Slot>,
    royals: ByColor<Vec<usize>>,
    /// How royals face each other where that is banned.
    facing: Option<Stencil>,
    /// Whether a double step may be answered en passant.
    pub(crate) en_passant: bool,
}

/// The cells that are occupied.
pub(crate) struct Occupied {
    cells: Cells,
    count: usize,
}

impl Occupied {
    #[inline(always)]
    pub(crate) fn of(slots: usize, cells: &Cells) -> Self {
        let mut occupied = Self { cells: [0; MAX_PIECES], count: 0 };
        for &cell in cells[..slots].iter().filter(|&&cell| cell != GONE) {
            occupied.cells[occupied.count] = cell;
            occupied.count += 1;
        }
        occupied
    }

    #[inline(always)]
    pub(crate) fn cells(&self) -> &[u16] {
        &self.cells[..self.count]
    }
}

/// A move to other material: what is captured, and what the mover becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Leaving {
    pub(crate) captured: Option<u8>,
    pub(crate) promoted: Option<(u8, PieceType)>,
}

/// A double step that was made: by whom and over which cell.
#[derive(Clone, Copy)]
pub(crate) struct Passed {
    pub(crate) slot: usize,
    pub(crate) via: u16,
}

impl Kernel {
    /// The moves of a material; `pieces` keeps what was read of types for other materials of the game.
    pub(crate) fn new(rules: &Rules, material: &Material, pieces: &mut Pieces) -> Result<Self, EndgameError> {
        let spec = rules.spec();
        let mut slots = Vec::new();
        for &(color, kind) in material.pieces() {
            let piece = match pieces.get(&(color, kind)) {
                Some(piece) => piece.clone(),
                None => {
                    let piece = Arc::new(Piece::new(rules, color, kind)?);
                    pieces.insert((color, kind), piece.clone());
                    piece
                }
            };
            slots.push(Slot { color, kind, piece });
        }
        let is_royal = |slot: &usize| spec.pieces[slots[*slot].kind.index()].royal;
        let royals = ByColor::new(|color| {
            (0..slots.len()).filter(|slot| slots[*slot].color == color && is_royal(slot)).collect()
        });
        let ways: Vec<_> = rules.board().cells().map(|cell| facing_ways(rules, cell)).collect();
        let facing = if ways.iter().all(Vec::is_empty) {
            None
        } else {
            let crowded = |_| EndgameError::Game("royals face each other in more than 128 ways from one cell");
            Some(Stencil::new(&ways).map_err(crowded)?)
        };
        let meets = |slot: &Slot| slot.piece.en_passant && material.has(!slot.color, slot.kind);
        let en_passant = slots.iter().any(meets);
        debug_assert!(slots.len() <= MAX_PIECES && MAX_WAYS <= 128);
        Ok(Self { slots, royals, facing, en_passant })
    }

    #[inline(always)]
    pub(crate) fn occupied(&self, cells: &Cells) -> Occupied {
        Occupied::of(self.slots.len(), cells)
    }

    /// The pieces of a side that are on the board.
    #[inline(always)]
    pub(crate) fn of<'a>(&'a self, color: Color, cells: &'a Cells) -> impl Iterator<Item = (usize, &'a Slot)> + 'a {
        self.slots.iter().enumerate().filter(move |(slot, piece)| piece.color == color && cells[*slot] != GONE)
    }

    /// Whether no royal of a side is attacked or faces another.
    #[inline(always)]
    pub(crate) fn is_safe(&self, cells: &Cells, color: Color) -> bool {
        if self.royals[color].is_empty() {
            return true;
        }
        let occupied = self.occupied(cells);
        self.royals[color].iter().map(|&slot| cells[slot]).all(|royal| {
            let attacks = |slot: usize, enemy: &Slot| enemy.piece.forward.attacks(cells[slot], royal, occupied.cells());
            !self.of(!color, cells).any(|(slot, enemy)| attacks(slot, enemy))
                && !self.faces(cells, royal, color, &occupied)
        })
    }

    #[inline(always)]
    fn faces(&self, cells: &Cells, royal: u16, color: Color, occupied: &Occupied) -> bool {
        let Some(facing) = &self.facing else { return false };
        self.royals[!color].iter().any(|&other| facing.attacks(royal, cells[other], occupied.cells()))
    }

    /// Whether a position is legal: the side that has moved is safe.
    #[inline(always)]
    pub(crate) fn is_legal(&self, cells: &Cells, side: Color) -> bool {
        self.is_safe(cells, !side)
    }

    /// Whether the only royals of both sides on these cells can never be in a legal position: each attacks the other, whatever else there is.
    pub(crate) fn royals_exclude(&self, white: u16, black: u16) -> bool {
        let Some((w, b)) = self.sole_royals() else { return false };
        let attacks = |slot: usize, from, to| self.slots[slot].piece.forward.always_attacks(from, to);
        attacks(w, white, black) && attacks(b, black, white)
    }

    /// The places of the royals, if both sides have one each.
    pub(crate) fn sole_royals(&self) -> Option<(usize, usize)> {
        match (&self.royals.white[..], &self.royals.black[..]) {
            (&[white], &[black]) => Some((white, black)),
            _ => None,
        }
    }

    /// Gives the position after each legal move that keeps the material, and the double step that can be answered.
    #[inline(always)]
    pub(crate) fn stay(
        &self,
        cells: &Cells,
        side: Color,
        mut visit: impl FnMut(&Cells, Option<Passed>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let occupied = self.occupied(cells);
        let mut after = *cells;
        for (slot, mover) in self.of(side, cells) {
            let from = cells[slot];
            let piece = &*mover.piece;
            for to in piece.forward.ends(from, piece.forward.quiet(from, occupied.cells())) {
                after[slot] = to;
                if piece.choice(from, to).stays && self.is_safe(&after, side) {
                    visit(&after, None)?;
                }
            }
            for (via, to) in self.double_steps(piece, from, &occupied) {
                after[slot] = to;
                if piece.choice(from, to).stays && self.is_safe(&after, side) {
                    let answered = self.en_passant && piece.en_passant;
                    visit(&after, answered.then_some(Passed { slot, via }))?;
                }
            }
            after[slot] = from;
        }
        ControlFlow::Continue(())
    }

    /// The double steps of a piece that the board allows.
    #[inline(always)]
    fn double_steps<'a>(
        &self,
        piece: &'a Piece,
        from: u16,
        occupied: &'a Occupied,
    ) -> impl Iterator<Item = (u16, u16)> + 'a {
        let is_free = |cell: u16| !occupied.cells().contains(&cell);
        piece.double_steps[usize::from(from)]
            .iter()
            .copied()
            .filter(move |&(via, to)| is_free(via) && is_free(to) && !piece.forward.goes(from, to, occupied.cells()))
    }

    /// Gives each legal move to other material with the position after it.
    #[inline(always)]
    pub(crate) fn leave(
        &self,
        cells: &Cells,
        side: Color,
        mut visit: impl FnMut(Leaving, &Cells) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let occupied = self.occupied(cells);
        for (slot, mover) in self.of(side, cells) {
            let from = cells[slot];
            let piece = &*mover.piece;
            for (victim, _) in self.of(!side, cells) {
                let to = cells[victim];
                if piece.forward.attacks(from, to, occupied.cells()) {
                    let mut after = *cells;
                    (after[slot], after[victim]) = (to, GONE);
                    self.settle(side, slot, from, &after, Some(victim as u8), &mut visit)?;
                }
            }
            if piece.promotion.is_some() {
                let quiet = piece.forward.ends(from, piece.forward.quiet(from, occupied.cells()));
                let ends = quiet.chain(self.double_steps(piece, from, &occupied).map(|(_, to)| to));
                for to in ends.filter(|&to| piece.choice(from, to).promotes) {
                    let mut after = *cells;
                    after[slot] = to;
                    self.settle(side, slot, from, &after, None, &mut visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Gives a move with every choice of promotion that leads to other material, if the move is legal.
    #[inline(always)]
    fn settle(
        &self,
        side: Color,
        slot: usize,
        from: u16,
        after: &Cells,
        captured: Option<u8>,
        visit: &mut impl FnMut(Leaving, &Cells) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.is_safe(after, side) {
            return ControlFlow::Continue(());
        }
        let piece = &*self.slots[slot].piece;
        let choice = piece.choice(from, after[slot]);
        if choice.stays && captured.is_some() {
            visit(Leaving { captured, promoted: None }, after)?;
        }
        if choice.promotes {
            for &into in piece.promotion.iter().flat_map(|rule| &rule.into) {
                visit(Leaving { captured, promoted: Some((slot as u8, into)) }, after)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Gives each en passant capture that answers a double step, made on these cells, with the position after it.
    pub(crate) fn capture_en_passant(
        &self,
        cells: &Cells,
        side: Color,
        passed: Passed,
        mut visit: impl FnMut(Leaving, &Cells) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let occupied = self.occupied(cells);
        let kind = self.slots[passed.slot].kind;
        for (slot, mover) in self.of(side, cells).filter(|(_, mover)| mover.kind == kind) {
            let (from, stencil) = (cells[slot], &mover.piece.forward);
            let captures = stencil.onto(from, passed.via) & stencil.open(from, occupied.cells());
            if !stencil.captures(from, captures) {
                continue;
            }
            let mut quiet = *cells;
            quiet[slot] = passed.via;
            if stencil.goes(from, passed.via, occupied.cells()) && self.is_safe(&quiet, side) {
                continue;
            }
            let mut after = quiet;
            after[passed.slot] = GONE;
            self.settle(side, slot, from, &after, Some(passed.slot as u8), &mut visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the side to move has a legal move, en passant apart.
    pub(crate) fn has_move(&self, cells: &Cells, side: Color) -> bool {
        self.stay(cells, side, |_, _| ControlFlow::Break(())).is_break()
            || self.leave(cells, side, |_, _| ControlFlow::Break(())).is_break()
    }

    /// Gives each placement from which a move that keeps the material may have led here, `side` being to move now; with
    /// it, whether the move can be answered en passant. Whether the position before is legal is not asked.
    #[inline(always)]
    pub(crate) fn come_from(&self, cells: &Cells, side: Color, mut visit: impl FnMut(&Cells, bool)) {
        let occupied = self.occupied(cells);
        let mut before = *cells;
        for (slot, mover) in self.of(!side, cells) {
            let to = cells[slot];
            let piece = &*mover.piece;
            for from in piece.backward.ends(to, piece.backward.quiet(to, occupied.cells())) {
                if piece.choice(from, to).stays {
                    before[slot] = from;
                    visit(&before, false);
                }
            }
            for &(via, from) in &piece.double_steps_to[usize::from(to)] {
                let is_free = |cell: u16| !occupied.cells().contains(&cell);
                let ordinary = piece.forward.goes(from, to, occupied.cells());
                if is_free(via) && is_free(from) && !ordinary && piece.choice(from, to).stays {
                    before[slot] = from;
                    visit(&before, self.en_passant && piece.en_passant);
                }
            }
            before[slot] = to;
        }
    }
}
