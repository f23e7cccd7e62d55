//! Moves that change another piece than the mover (Q16).

use super::traits::{MoveRule, Rule};
use crate::board::State;
use crate::board::sink::Flow;
use crate::spec::{PieceType, Spec, TypeSet};
use crate::tables::{Budget, CompileError, Core};
use crate::{ByColor, Move};
use spielraum_geometry::{BitBoard, Cell};

pub(crate) struct RemotePromotionRule;

impl Rule for RemotePromotionRule {
    type Table<const W: usize> = Option<RemotePromotionTable<W>>;

    fn compile<const W: usize>(core: &Core<W>, _: &mut Budget) -> Result<Self::Table<W>, CompileError> {
        Ok(compile(&core.spec))
    }
}

/// It makes no moves of its own: others are [settled](super::Game::settle) by it.
impl MoveRule for RemotePromotionRule {}

/// The table of the rule.
pub(crate) struct RemotePromotionTable<const W: usize> {
    /// For each type that moves: the types that may be changed.
    changed_by: Vec<TypeSet>,
    zone: ByColor<BitBoard<W>>,
    into: Vec<PieceType>,
    guarded: ByColor<BitBoard<W>>,
    /// The guarding types.
    guards: TypeSet,
}

/// Compiles the rule, if the game has it.
fn compile<const W: usize>(spec: &Spec) -> Option<RemotePromotionTable<W>> {
    let remote = spec.remote_promotion.as_ref()?;
    let mut changed_by = vec![TypeSet::NONE; spec.pieces.len()];
    for change in &remote.changes {
        for mover in &change.movers {
            change.changed.iter().for_each(|&kind| changed_by[mover.index()].insert(kind));
        }
    }
    Some(RemotePromotionTable {
        changed_by,
        zone: remote.zone.map(|zone| BitBoard::from_set(&zone)),
        into: remote.into.clone(),
        guarded: remote.guarded.map(|region| BitBoard::from_set(&region)),
        guards: remote.guards.iter().collect(),
    })
}

impl<const W: usize> RemotePromotionTable<W> {
    /// Whether moves of a type may change another piece now: the prison must hold what it would become.
    #[inline(always)]
    pub(crate) fn may_change(&self, state: &State<W>, core: &Core<W>, kind: PieceType) -> bool {
        !self.changed_by[kind.index()].is_empty()
            && self.into.iter().any(|&into| state.in_hand(core, state.side, into) > 0)
    }

    /// A move of a `kind` with each change of another piece that it allows. The move itself must be legal; `spent` is what
    /// it takes out of the prison already.
    pub(crate) fn moves(
        &self,
        state: &State<W>,
        core: &Core<W>,
        kind: PieceType,
        m: Move,
        spent: Option<PieceType>,
        give: &mut dyn FnMut(Move) -> Flow,
    ) -> Flow {
        let (us, from, to) = (state.side, m.origin(), m.to());
        let changed = self.changed_by[kind.index()];
        if changed.is_empty() || self.zone[us].contains(from) || !self.zone[us].contains(to) {
            return Flow::Continue(());
        }
        let own_of = |types: TypeSet| types.iter().fold(BitBoard::EMPTY, |all, kind| all | state.of(us, kind));
        let mut candidates = own_of(changed);
        candidates.remove(from);
        let mut guards = own_of(self.guards) & self.guarded[us];
        guards.remove(from);
        let guard = |cell: Cell, kind: PieceType| self.guards.has(kind) && self.guarded[us].contains(cell);
        let arrives_as_guard = guard(to, m.promotion().unwrap_or(kind));
        let taken = |into: PieceType| u16::from(spent == Some(into));
        for cell in candidates {
            let mut left = guards;
            left.remove(cell);
            let guarded = arrives_as_guard || !left.is_empty();
            for &into in self.into.iter().filter(|&&into| state.in_hand(core, us, into) > taken(into)) {
                if guarded || guard(cell, into) {
                    give(m.with_remote_promotion(cell, into))?;
                }
            }
        }
        Flow::Continue(())
    }
}
