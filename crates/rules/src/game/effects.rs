//! Which moves the royals allow in a game where more may follow a move (E2 to E5), or royals come and go (G13), may face each
//! other (O9), or are hopped at over some pieces only.

use super::expand::{expand, expand_alone};
use super::tables::Tables;
use crate::board::State;
use crate::board::effects::RoyalsLost;
use crate::board::overlay::{Moved, Unchanged};
use crate::board::piece::Piece;
use crate::board::stage::{Listening, Stage};
use crate::spec::PieceType;
use crate::{Change, Move, MoveKind, Owner};
use spielraum_geometry::{BitBoard, Cell};
use std::mem::take;

impl<const W: usize> State<W> {
    /// Takes out the moves from `first` on after which a royal is lost or in danger.
    pub(super) fn drop_deadly(&self, t: &Tables<W>, moves: &mut Vec<Move>, first: usize) {
        self.on_copy(|copy| super::selected::retain(moves, first, |m| copy.survives(t, m)));
    }

    /// Whether a move that is legal but for royals leaves those of the side to move unharmed: none is lost, and none can be
    /// captured afterwards, unless the enemy has lost one. The state must be a copy on which moves may be tried.
    pub(super) fn survives(&mut self, t: &Tables<W>, m: Move) -> bool {
        let (us, mut lost) = (self.side, RoyalsLost::default());
        // Whether a side may pass does not depend on what follows.
        if m.kind() == MoveKind::Pass {
            return true;
        }
        let mut changes = take(&mut self.changes);
        let first = changes.len();
        let possible = self.changes_to(t, m, |change| {
            lost.note(t, change);
            changes.push(change);
        });
        // A royal that is one of several may be captured (G13).
        let ends = !t.royals.exist() || lost.any(!us) && !t.royals.vary();
        if !possible || lost.any(us) || ends || t.effects.carry && self.passes_danger(t, m) {
            changes.truncate(first);
            self.changes = changes;
            return possible && !lost.any(us) && ends;
        }
        let answers = t.spec.goals.answers_facing && self.royals_face(t);
        self.changed(t, changes, first, &|after| {
            let faces = after.any_royal(t, us, |royal| after.faces(t, royal, !us, &Unchanged));
            let stays = answers && after.royals_face(t);
            !faces && !stays && !after.in_check(t, us)
        })
    }

    /// Whether a royal that moves is attacked where the move itself has put it, before it goes on (E5).
    #[inline(never)]
    fn passes_danger(&self, t: &Tables<W>, m: Move) -> bool {
        let (us, mut between, mut moved) = (self.side, Moved::nothing(self), BitBoard::<W>::EMPTY);
        let note = |change| {
            between.add(self, t, change);
            if let Change::Comes(owner, kind, cell) = change
                && owner == us
                && t.royals.has(kind)
            {
                moved.insert(cell);
            }
        };
        expand_alone(&mut Listening { state: self, tell: note }, t, m);
        moved.into_iter().any(|royal| self.attacked(t, royal, !us, &between))
    }

    /// What a move is worth that captures: the enemy's pieces that leave, less the mover's own, and what pieces become.
    #[cold]
    pub(super) fn gain_with_effects(&self, t: &Tables<W>, m: Move, worth: &[i32]) -> i32 {
        let mut gain = 0;
        let value = |owner: Owner, kind| match owner.color() {
            None => 0,
            Some(color) if color == self.side => worth[Piece::of(owner, kind).index()],
            Some(_) => -worth[Piece::of(owner, kind).index()],
        };
        self.changes_to(t, m, |change| match change {
            Change::Leaves(owner, kind, _) => gain -= value(owner, kind),
            Change::Comes(owner, kind, _) => gain += value(owner, kind),
            _ => {}
        });
        gain
    }

    /// Passes on the pieces that a move takes off the board for good, and where they stand: what it captures itself comes first,
    /// and what explodes follows, own pieces included.
    #[inline(always)]
    pub(crate) fn taken_by(&self, t: &Tables<W>, m: Move, mut tell: impl FnMut(Owner, PieceType, Cell)) {
        let (captured, cell) = self.captured_by(m);
        if !captured.is_none() {
            tell(t.neutrals.owner(captured), captured.kind(), cell);
        }
        if t.effects.exist() {
            let tell: &mut dyn FnMut(Owner, PieceType, Cell) = &mut tell;
            expand(&mut Removing { state: self, tell }, t, m);
        }
    }
}

/// A stage that makes no changes and passes on what is removed.
struct Removing<'a, F, const W: usize> {
    state: &'a State<W>,
    tell: F,
}

impl<F: FnMut(Owner, PieceType, Cell), const W: usize> Stage<W> for Removing<'_, F, W> {
    fn state(&self) -> &State<W> {
        self.state
    }

    fn change(&mut self, _: Change) {}

    fn removed(&mut self, owner: Owner, kind: PieceType, cell: Cell) {
        (self.tell)(owner, kind, cell);
    }
}
