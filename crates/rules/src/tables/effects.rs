//! What happens after moves, compiled (E1 to E5, K1 to K5).

use crate::spec::{Consequence, Effect, Enemies, Occasion, PieceType, Spec, TypeSet};
use crate::tables::{Budget, CompileError, RebirthTable};
use crate::{ByColor, Color};
use spielraum_geometry::{BitBoard, Board, Cell, Offset};

/// The effects of a game, in their order.
pub(crate) struct Effects<const W: usize> {
    list: Vec<EffectTable<W>>,
    /// After which moves anything may follow, as bits in the order of [`Occasion`].
    after: u8,
    /// Whether one of them carries pieces on, so that not every move is possible.
    pub(crate) carry: bool,
    /// Whether one of them brings pieces to a side, so that nothing is gone for ever.
    pub(crate) revive: bool,
}

/// One effect.
pub(crate) struct EffectTable<const W: usize> {
    /// After which moves, as bits in the order of [`Occasion`].
    after: u8,
    /// After moves of which types.
    movers: TypeSet,
    pub(crate) what: What<W>,
}

/// What an effect does.
pub(crate) enum What<const W: usize> {
    RemoveMover,
    RemoveAround {
        /// For each side and each cell on which a move may end: the cells around it.
        around: ByColor<Vec<BitBoard<W>>>,
        /// The types that stay.
        spared: TypeSet,
    },
    Enemies {
        enemies: Enemies,
        /// The types to which nothing happens.
        spared: TypeSet,
    },
    /// For each side and cell: where a piece goes on to.
    Go(ByColor<Vec<Option<Cell>>>),
    /// The type, and whether it belongs to nobody.
    Become(PieceType, bool),
    Leave(PieceType),
    Rebirth(Box<RebirthTable>),
    ChangeSide,
}

impl<const W: usize> Effects<W> {
    pub(super) fn build(spec: &Spec, budget: &mut Budget) -> Result<Self, CompileError> {
        let list = spec.effects.iter().map(|effect| EffectTable::build(spec, effect, budget));
        let list = list.collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            carry: list.iter().any(|effect| matches!(effect.what, What::Go(_))),
            revive: spec.effects.iter().any(Effect::gives),
            after: list.iter().fold(0, |bits, effect| bits | effect.after),
            list,
        })
    }

    /// Whether moves may do more than carry a piece, so that each must be tried to see whether it is legal.
    #[inline(always)]
    pub(crate) fn exist(&self) -> bool {
        !self.list.is_empty()
    }

    /// Whether anything may follow moves of a kind.
    #[inline(always)]
    pub(crate) fn may_follow(&self, occasion: Occasion) -> bool {
        self.after >> occasion as u8 & 1 != 0
    }

    /// What follows moves of a kind.
    pub(crate) fn after(&self, occasion: Occasion) -> impl Iterator<Item = &EffectTable<W>> {
        self.list.iter().filter(move |effect| effect.after >> occasion as u8 & 1 != 0)
    }
}

impl<const W: usize> EffectTable<W> {
    fn build(spec: &Spec, effect: &Effect, budget: &mut Budget) -> Result<Self, CompileError> {
        let cells = spec.board.len();
        let what = match &effect.what {
            Consequence::RemoveMover => What::RemoveMover,
            Consequence::RemoveAround { steps, spared } => {
                budget.spend(2 * cells * size_of::<BitBoard<W>>())?;
                let stays = |kind: &PieceType| spared.contains(kind) || !spec.is_capturable(*kind);
                let spared = spec.piece_types().filter(stays).collect();
                What::RemoveAround { around: ByColor::new(|color| around(&spec.board, &steps[color])), spared }
            }
            Consequence::Enemies(enemies) => {
                let stays = |kind: &PieceType| {
                    enemies.spared.contains(kind) || enemies.converts && spec.pieces[kind.index()].royal
                };
                What::Enemies { enemies: (**enemies).clone(), spared: spec.piece_types().filter(stays).collect() }
            }
            Consequence::Go { steps } => {
                budget.spend(2 * cells * size_of::<Option<Cell>>())?;
                let target = |color: Color, cell| steps[color].iter().find_map(|&step| spec.board.step(cell, step));
                What::Go(ByColor::new(|color| spec.board.cells().map(|cell| target(color, cell)).collect()))
            }
            Consequence::Become { into } => What::Become(*into, spec.is_neutral(*into)),
            Consequence::Leave { piece } => What::Leave(*piece),
            Consequence::Rebirth(rebirth) => What::Rebirth(Box::new(RebirthTable::build(spec, rebirth, budget)?)),
            Consequence::ChangeSide => What::ChangeSide,
        };
        Ok(Self {
            after: effect.after.iter().fold(0, |bits, occasion| bits | 1 << *occasion as u8),
            movers: if effect.movers.is_empty() { TypeSet::ALL } else { effect.movers.iter().collect() },
            what,
        })
    }

    /// Whether it follows moves of a type.
    pub(crate) fn concerns(&self, kind: PieceType) -> bool {
        self.movers.has(kind)
    }
}

fn around<const W: usize>(board: &Board, steps: &[Offset]) -> Vec<BitBoard<W>> {
    let of = |cell: Cell| {
        let mut cells = BitBoard::EMPTY;
        steps.iter().filter_map(|&step| board.step(cell, step)).for_each(|cell| cells.insert(cell));
        cells
    };
    board.cells().map(of).collect()
}
