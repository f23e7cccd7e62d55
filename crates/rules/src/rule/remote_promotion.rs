//! Moves that change another piece than the mover (Q16).

use super::{MoveRule, Rule, hand};
use crate::spec::{PieceType, Spec, type_bits};
use crate::state::State;
use crate::state::sink::{Flow, Sink};
use crate::state::stage::Stage;
use crate::tables::{CompileError, Tables};
use crate::validate::{Check, symbol};
use crate::{ByColor, Change, Move};
use spielraum_geometry::{BitBoard, Cell, CellSet};

/// A move of one piece that changes another of the same side into a piece from the prison (Q16).
#[derive(Clone, Debug, PartialEq)]
pub struct RemotePromotion {
    /// Which mover allows which changes.
    pub changes: Vec<RemoteChange>,
    /// The move must enter these cells from outside.
    pub zone: ByColor<CellSet>,
    /// What the changed piece may become, if in the prison.
    pub into: Vec<PieceType>,
    /// Afterwards these cells must hold one of the side's `guards`.
    pub guarded: ByColor<CellSet>,
    /// The types that count as guards.
    pub guards: Vec<PieceType>,
}

/// Part of a [`RemotePromotion`]: a move of one of `movers` may change one of `changed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteChange {
    /// The types that move.
    pub movers: Vec<PieceType>,
    /// The types that may be changed.
    pub changed: Vec<PieceType>,
}

pub(crate) struct RemotePromotionRule;

impl Rule for RemotePromotionRule {
    fn validate(check: &mut Check<'_>) {
        let Some(remote) = &check.spec.remote_promotion else { return };
        let prison = hand::has_prison(check.spec);
        check.require(prison, || CompileError::Hand("a promotion of another piece needs a prison"));
        check.types("a promotion of another piece", &remote.into);
        check.types("a promotion of another piece", &remote.guards);
        let fault = "a promotion of another piece can't make a royal or change one";
        check.no_royal(&remote.into, fault);
        let held = |kind: &&PieceType| check.spec.hands.as_ref().is_some_and(|hands| hands.order.contains(kind));
        let letters: Vec<char> = remote
            .into
            .iter()
            .filter(held)
            .filter_map(|&kind| symbol(check.spec, kind).chars().find(char::is_ascii_uppercase))
            .collect();
        check.unique("the letter of what another piece is promoted to", letters.into_iter(), |_, letter| {
            letter.to_string()
        });
        for change in &remote.changes {
            check.types("a promotion of another piece", &change.movers);
            check.types("a promotion of another piece", &change.changed);
            check.no_royal(&change.changed, fault);
        }
    }
}

/// It makes no moves of its own: others are [settled](State::settle) by it.
impl MoveRule for RemotePromotionRule {}

/// The table of the rule.
pub(crate) struct RemotePromotionTable<const W: usize> {
    /// For each type that moves: the types that may be changed, as bits.
    changed_by: Vec<u64>,
    zone: ByColor<BitBoard<W>>,
    into: Vec<PieceType>,
    guarded: ByColor<BitBoard<W>>,
    /// The guarding types, as bits.
    guards: u64,
}

/// Compiles the rule, if the game has it.
pub(crate) fn compile<const W: usize>(spec: &Spec) -> Option<RemotePromotionTable<W>> {
    let remote = spec.remote_promotion.as_ref()?;
    let mut changed_by = vec![0; spec.pieces.len()];
    for change in &remote.changes {
        for mover in &change.movers {
            changed_by[mover.index()] |= type_bits(&change.changed);
        }
    }
    Some(RemotePromotionTable {
        changed_by,
        zone: remote.zone.map(|zone| BitBoard::from_set(&zone)),
        into: remote.into.clone(),
        guarded: remote.guarded.map(|region| BitBoard::from_set(&region)),
        guards: type_bits(&remote.guards),
    })
}

/// What a move's remote promotion changes.
#[inline(always)]
pub(crate) fn expand<const W: usize>(stage: &mut impl Stage<W>, m: Move) {
    if let Some((cell, kind)) = m.remote_promotion() {
        let (us, changed) = (stage.state().side, stage.state().at(cell).kind());
        stage.change(Change::Leaves(us.into(), changed, cell));
        stage.change(Change::Comes(us.into(), kind, cell));
        stage.change(Change::Hand(us, kind, -1));
    }
}

impl<const W: usize> State<W> {
    /// Whether moves of a type may change another piece now, and a sink wants those that do: the prison must hold what it
    /// would become.
    #[inline(always)]
    pub(crate) fn promotes_remotely<S: Sink<W>>(&self, t: &Tables<W>, kind: PieceType, sink: &S) -> bool {
        t.remote_promotion.as_ref().is_some_and(|table| {
            sink.wants_remote_promotions()
                && table.changed_by[kind.index()] != 0
                && table.into.iter().any(|&into| self.in_hand(t, self.side, into) > 0)
        })
    }

    /// A move of a `kind` with each change of another piece that it allows. The move itself must be legal.
    pub(crate) fn remote_promotions(
        &self,
        t: &Tables<W>,
        kind: PieceType,
        m: Move,
        give: &mut dyn FnMut(Move) -> Flow,
    ) -> Flow {
        let Some(table) = &t.remote_promotion else { return Flow::Continue(()) };
        let (us, from, to) = (self.side, m.origin(), m.to());
        let changed = table.changed_by[kind.index()];
        if changed == 0 || table.zone[us].contains(from) || !table.zone[us].contains(to) {
            return Flow::Continue(());
        }
        let own_of = |types: u64| {
            (0..t.types() as u8)
                .filter(|kind| types >> kind & 1 != 0)
                .fold(BitBoard::EMPTY, |all, kind| all | self.of(us, PieceType(kind)))
        };
        let mut candidates = own_of(changed);
        candidates.remove(from);
        let mut guards = own_of(table.guards) & table.guarded[us];
        guards.remove(from);
        let guard = |cell: Cell, kind: PieceType| table.guards >> kind.0 & 1 != 0 && table.guarded[us].contains(cell);
        let arrives_as_guard = guard(to, m.promotion().unwrap_or(kind));
        // What the mover itself becomes is no longer in the prison.
        let taken = |into: PieceType| {
            let from_prison = t.promotions[us][kind.index()].as_ref().is_some_and(|table| table.from_prison);
            u16::from(from_prison && m.promotion() == Some(into))
        };
        for cell in candidates {
            let mut left = guards;
            left.remove(cell);
            let guarded = arrives_as_guard || !left.is_empty();
            for &into in table.into.iter().filter(|&&into| self.in_hand(t, us, into) > taken(into)) {
                if guarded || guard(cell, into) {
                    give(m.with_remote_promotion(cell, into))?;
                }
            }
        }
        Flow::Continue(())
    }
}
