//! What a move puts where: the one place where moves are taken apart into [changes](Change).

use super::tables::Tables;
use crate::board::State;
use crate::board::effects::Consequences;
use crate::board::stage::{Listening, Stage};
use crate::rule::{castling, hand, placing, promotion, swap};
use crate::spec::{Occasion, PieceType};
use crate::{Change, Move, MoveKind};
use spielraum_geometry::Cell;

/// Takes a move of the side to move apart into what happens to pieces on the board and in hand, in an order in which
/// every piece comes to an empty cell. Says whether what follows the move (E1) is possible.
#[inline(always)]
pub(crate) fn expand<const W: usize>(stage: &mut impl Stage<W>, t: &Tables<W>, m: Move) -> bool {
    if t.effects.exist()
        && let Some(occasion) = stage.state().occasion(m)
        && t.effects.may_follow(occasion)
    {
        return expand_with_effects(stage, t, m, occasion);
    }
    expand_alone(stage, t, m);
    true
}

/// The same for a move that something may follow. It is a lot of code, which a module for browsers has once for all stages.
#[cold]
fn expand_with_effects<const W: usize>(stage: &mut impl Stage<W>, t: &Tables<W>, m: Move, occasion: Occasion) -> bool {
    #[cfg(target_family = "wasm")]
    let stage: &mut dyn Stage<W> = stage;
    expand_with_consequences(stage, t, m, occasion)
}

#[inline(never)]
fn expand_with_consequences<const W: usize>(
    stage: &mut (impl Stage<W> + ?Sized),
    t: &Tables<W>,
    m: Move,
    occasion: Occasion,
) -> bool {
    let us = stage.state().side;
    let mut consequences = Consequences::of(stage, us, Some(m), occasion);
    expand_alone(&mut consequences, t, m);
    consequences.follow(t, m.to())
}

/// Takes a move apart but for what follows it.
#[inline(always)]
pub(super) fn expand_alone<const W: usize>(stage: &mut impl Stage<W>, t: &Tables<W>, m: Move) {
    match m.kind() {
        MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Promotion => {
            let (us, from) = (stage.state().side.into(), m.origin());
            let moved = stage.state().at(from).kind();
            let (captured, cell) = stage.state().captured_by(m);
            if !captured.is_none() {
                let (owner, kind) = (t.neutrals.owner(captured), captured.kind());
                stage.change(Change::Leaves(owner, kind, cell));
                hand::expand_capture(stage, t, &t.rules.hand, owner, kind);
            }
            stage.change(Change::Leaves(us, moved, from));
            stage.change(Change::Comes(us, m.promotion().unwrap_or(moved), m.to()));
            promotion::expand(stage, &t.rules.promotion, m, moved);
            expand_further(stage, m);
        }
        MoveKind::Drop => hand::expand(stage, &t.rules.hand, m),
        MoveKind::Castling => {
            castling::expand(stage, &t.rules.castling, m);
            expand_further(stage, m);
        }
        MoveKind::Swap => swap::expand(stage, m),
        MoveKind::Placing => placing::expand(stage, m),
        MoveKind::Pass => {}
    }
}

/// What a move changes besides: another piece becomes one of the prison (Q16), or one comes from the hand to a cell that is left
/// (G15).
#[inline(always)]
fn expand_further<const W: usize>(stage: &mut impl Stage<W>, m: Move) {
    if m.does_more() {
        further(stage.state(), m).into_iter().flatten().for_each(|change| stage.change(change));
    }
}

// A module for browsers has it once.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
#[cfg_attr(target_family = "wasm", inline(never))]
fn further<const W: usize>(state: &State<W>, m: Move) -> [Option<Change>; 3] {
    let us = state.side;
    let came = |(cell, kind)| [Some(Change::Comes(us.into(), kind, cell)), Some(Change::Hand(us, kind, -1))];
    if let Some((cell, kind)) = m.remote_promotion() {
        let [comes, hand] = came((cell, kind));
        return [Some(Change::Leaves(us.into(), state.at(cell).kind(), cell)), comes, hand];
    }
    let [comes, hand] = m.gate().map_or([None; 2], came);
    [comes, hand, None]
}

impl<const W: usize> State<W> {
    /// Passes on what a move of the side to move would change on the board and in the hands; says whether what follows it is
    /// possible.
    #[inline(always)]
    pub(crate) fn changes(&self, t: &Tables<W>, m: Move, tell: impl FnMut(Change)) -> bool {
        expand(&mut Listening { state: self, tell }, t, m)
    }

    /// The same, which a module for browsers has once for all who listen.
    pub(crate) fn changes_to(&self, t: &Tables<W>, m: Move, tell: impl FnMut(Change)) -> bool {
        #[cfg(target_family = "wasm")]
        let tell: &mut dyn FnMut(Change) = &mut { tell };
        self.changes_here(t, m, tell)
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn changes_here(&self, t: &Tables<W>, m: Move, tell: impl FnMut(Change)) -> bool {
        self.changes(t, m, tell)
    }

    /// Where a piece of the mover's side that the move carries along starts and ends.
    pub(crate) fn second_piece(&self, t: &Tables<W>, m: Move) -> Option<(Cell, Cell)> {
        let (mut left, mut came): (Option<(PieceType, Cell)>, _) = (None, None);
        self.changes_to(t, m, |change| match change {
            Change::Leaves(owner, kind, cell) if owner == self.side && cell != m.origin() => left = Some((kind, cell)),
            Change::Comes(_, kind, cell) if left.is_some_and(|(left, _)| left == kind) && cell != m.to() => {
                came = Some(cell);
            }
            _ => {}
        });
        left.map(|(_, cell)| cell).zip(came)
    }
}
