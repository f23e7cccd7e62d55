//! Changes of type of the moving piece.

use super::traits::{MoveRule, Rule};
use crate::board::State;
use crate::board::sink::{Flow, Sink};
use crate::board::stage::Stage;
use crate::spec::{PieceType, Promotion, PromotionForce, PromotionTrigger, TypeSet};
use crate::tables::{Budget, CompileError, Core};
use crate::{ByColor, Change, Color, Move, MoveKind};
use spielraum_geometry::{BitBoard, Cell};

pub(crate) struct PromotionRule;

impl Rule for PromotionRule {
    /// For each side, how each type promotes, if it does.
    type Table<const W: usize> = ByColor<Vec<Option<PromotionTable<W>>>>;

    fn compile<const W: usize>(core: &Core<W>, _: &mut Budget) -> Result<Self::Table<W>, CompileError> {
        Ok(ByColor::new(|color| compile(core, color)))
    }
}

/// It makes no moves of its own: others are [settled](super::Game::settle) by it.
impl MoveRule for PromotionRule {}

/// How a type of one side promotes.
pub(crate) struct PromotionTable<const W: usize> {
    /// The cells that count.
    zone: BitBoard<W>,
    /// The cells from which some move can promote.
    pub(crate) origins: BitBoard<W>,
    trigger: PromotionTrigger,
    pub(crate) into: Vec<PieceType>,
    /// Of how many of each of them, and of which types together, the side must have fewer, if that is limited; nothing where none
    /// is.
    limits: Vec<Option<(u8, TypeSet)>>,
    pub(crate) force: PromotionForce,
    pub(crate) from_prison: bool,
    by_capture: bool,
    en_passant: bool,
}

impl<const W: usize> PromotionTable<W> {
    /// A promotion of a side, of which it is not known yet from where moves can promote.
    pub(super) fn of(promotion: &Promotion, color: Color) -> Self {
        Self {
            zone: BitBoard::from_set(&promotion.zone[color]),
            origins: BitBoard::EMPTY,
            trigger: promotion.trigger,
            into: promotion.into.clone(),
            limits: Vec::new(),
            force: promotion.force,
            from_prison: promotion.from_prison,
            by_capture: promotion.by_capture,
            en_passant: promotion.en_passant,
        }
    }

    /// The same with the limits of the game.
    pub(super) fn limited(mut self, core: &Core<W>) -> Self {
        if !core.spec.promotion_limits.is_empty() {
            let limit = |&into: &PieceType| {
                core.spec.promotion_limit(into).map(|most| (most, core.spec.counted_together(into).collect()))
            };
            self.limits = self.into.iter().map(limit).collect();
        }
        self
    }

    /// The targets to which a move from `from` promotes or may promote.
    #[inline(always)]
    pub(crate) fn targets(&self, from: Cell) -> BitBoard<W> {
        let inside = self.zone.contains(from);
        match self.trigger {
            PromotionTrigger::Stands { .. } => BitBoard::EMPTY,
            PromotionTrigger::Enters if inside => BitBoard::EMPTY,
            PromotionTrigger::Touches if inside => !BitBoard::EMPTY,
            _ => self.zone,
        }
    }

    /// A move of a `kind` to one of the [targets](Self::targets) as it promotes: each way, and without where it needn't.
    pub(crate) fn moves<S: Sink<W>>(
        &self,
        state: &State<W>,
        core: &Core<W>,
        kind: PieceType,
        m: Move,
        sink: &mut S,
    ) -> Flow {
        let excepted =
            m.kind() == MoveKind::EnPassant && !self.en_passant || self.by_capture && state.captured_by(m).0.is_none();
        if excepted {
            return sink.one(m);
        }
        for (index, &into) in self.into.iter().enumerate() {
            if self.allows(state, core, index, into) {
                sink.one(m.with_promotion(into))?;
            }
        }
        let must = match self.force {
            PromotionForce::Always => true,
            PromotionForce::WhenStuck => core.stuck(state.side, kind).contains(m.to()),
            PromotionForce::Never => false,
        };
        if must { Flow::Continue(()) } else { sink.one(m) }
    }
}

impl<const W: usize> PromotionTable<W> {
    /// Whether a piece may become the type at an index now.
    #[inline(always)]
    fn allows(&self, state: &State<W>, core: &Core<W>, index: usize, into: PieceType) -> bool {
        let limit = self.limits.get(index).copied().flatten();
        let count = |types: TypeSet| types.iter().map(|kind| state.of(state.side, kind).count()).sum::<u32>();
        limit.is_none_or(|(most, types)| count(types) < u32::from(most))
            && (!self.from_prison || state.in_hand(core, state.side, into) > 0)
    }

    /// What a piece may become now.
    pub(super) fn allowed<'s>(
        &'s self,
        state: &'s State<W>,
        core: &'s Core<W>,
    ) -> impl Iterator<Item = PieceType> + 's {
        let all = self.into.iter().copied().enumerate();
        all.filter(|&(index, into)| self.allows(state, core, index, into)).map(|(_, into)| into)
    }
}

/// Compiles the promotions of each type of a side.
fn compile<const W: usize>(core: &Core<W>, color: Color) -> Vec<Option<PromotionTable<W>>> {
    let of = |kind: usize| {
        let promotion = core.spec.promotion(PieceType(kind as u8), color)?;
        let mut table = PromotionTable::of(promotion, color).limited(core);
        let mover = &core.movers[color][kind];
        for cell in core.spec.board.cells() {
            if mover.reach(&core.lines, cell).meets(&table.targets(cell)) {
                table.origins.insert(cell);
            }
        }
        Some(table)
    };
    (0..core.spec.pieces.len()).map(of).collect()
}

/// What a promotion changes besides the moving piece: a new piece from the prison leaves it.
#[inline(always)]
pub(crate) fn expand<const W: usize>(
    stage: &mut impl Stage<W>,
    tables: &ByColor<Vec<Option<PromotionTable<W>>>>,
    m: Move,
    moved: PieceType,
) {
    let us = stage.state().side;
    if let Some(kind) = m.promotion()
        && tables[us][moved.index()].as_ref().is_some_and(|table| table.from_prison)
    {
        stage.change(Change::Hand(us, kind, -1));
    }
}
