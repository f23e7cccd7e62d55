//! What happens after a move, as changes that follow those of the move itself (E1 to E5, K1 to K5).

use super::State;
use super::overlay::WithoutAll;
use super::stage::{Listening, Stage};
use crate::spec::{Enemies, MAX_EFFECTS, Occasion, PieceType, PromotionForce, Reborn, TypeSet};
use crate::tables::effects::{EffectTable, What};
use crate::tables::{Core, Occurrence, RebirthTable, Revival};
use crate::{Change, Color, Move, Owner};
use spielraum_geometry::{BitBoard, Cell, Offset};

/// The most pieces that come to cells by a move itself and by what it leaves.
const MOST_COMING: usize = 4 + MAX_EFFECTS;

/// A piece that a move has put on a cell.
#[derive(Clone, Copy)]
struct Placed {
    owner: Owner,
    /// Its type when the move itself was done; effects may have changed it.
    moved_as: PieceType,
    kind: PieceType,
    cell: Cell,
    /// Whether it has moved, rather than changed where it stood (Q16).
    moved: bool,
    /// Whether it still stands there.
    stands: bool,
}

/// Hands the changes of a move to a stage and remembers them, so that it can work out what follows whether the stage makes the
/// changes or only listens.
pub(crate) struct Consequences<'a, T: ?Sized, const W: usize> {
    stage: &'a mut T,
    us: Color,
    /// The move; `None` for a capture that is only thought of.
    m: Option<Move>,
    emptied: BitBoard<W>,
    /// Where enemy pieces stood that belong to the mover's side by now.
    converted: BitBoard<W>,
    placed: [Option<Placed>; MOST_COMING],
    occasion: Occasion,
    /// What the move itself captures, and where.
    captured: Option<(Owner, PieceType, Cell)>,
    /// The piece that moves, as it was before, and where it started.
    mover: Option<(PieceType, Cell)>,
    /// Whether a line has spoken of the rebirth of what is captured, and of what has captured it.
    reborn: [bool; 2],
}

impl<const W: usize, T: Stage<W> + ?Sized> Stage<W> for Consequences<'_, T, W> {
    #[inline(always)]
    fn state(&self) -> &State<W> {
        self.stage.state()
    }

    fn change(&mut self, change: Change) {
        match change {
            Change::Leaves(owner, kind, cell) => {
                if owner == self.us {
                    self.mover.get_or_insert((kind, cell));
                } else {
                    self.captured.get_or_insert((owner, kind, cell));
                }
                self.leave(cell);
            }
            Change::Comes(owner, kind, cell) => {
                let elsewhere = self.m.and_then(Move::remote_promotion).is_some_and(|(remote, _)| remote == cell);
                let placed = Placed { owner, moved_as: kind, kind, cell, moved: !elsewhere, stands: true };
                self.emptied.remove(cell);
                if let Some(free) = self.placed.iter_mut().find(|slot| slot.is_none()) {
                    *free = Some(placed);
                }
            }
            _ => {}
        }
        self.stage.change(change);
    }

    fn reborn(&mut self, cell: Cell) {
        self.stage.reborn(cell);
    }
}

impl<'a, const W: usize, T: Stage<W> + ?Sized> Consequences<'a, T, W> {
    /// Those of a move of a side, whose changes are still to come.
    pub(crate) fn of(stage: &'a mut T, us: Color, m: Option<Move>, occasion: Occasion) -> Self {
        let (placed, reborn) = ([None; MOST_COMING], [false; 2]);
        let (emptied, converted) = (BitBoard::EMPTY, BitBoard::EMPTY);
        Self { stage, us, m, emptied, converted, placed, occasion, captured: None, mover: None, reborn }
    }

    /// Lets happen what follows the move, which ended on a cell; says whether all of it is possible. What is impossible is
    /// left out.
    pub(crate) fn follow(mut self, core: &Core<W>, end: Cell) -> bool {
        let mut possible = true;
        for effect in core.effects.after(self.occasion) {
            if let What::RemoveAround { around, spared } = &effect.what {
                if self.placed.iter().flatten().any(|placed| concerns(effect, placed)) {
                    self.clear(core, around[self.us][end.index()], *spared);
                }
                continue;
            }
            if let What::Enemies { enemies, spared } = &effect.what {
                if self.placed.iter().flatten().any(|placed| concerns(effect, placed)) {
                    self.overcome(core, enemies, *spared, end);
                }
                continue;
            }
            if let What::Leave(piece) = effect.what {
                let from = self.m.and_then(Move::from).filter(|&from| self.at(core, from).is_none());
                if let Some(from) = from.filter(|_| self.placed.iter().flatten().any(|placed| concerns(effect, placed)))
                {
                    self.leave_behind(piece, from);
                }
                continue;
            }
            if let What::Rebirth(rebirth) = &effect.what {
                if let Some(captor) = self.placed.iter().flatten().find(|placed| concerns(effect, placed)).copied() {
                    possible &= self.revive(core, rebirth, captor, end);
                }
                continue;
            }
            let spares_royals = matches!(effect.what, What::ChangeSide);
            for slot in 0..MOST_COMING {
                let Some(mover) = self.placed[slot].filter(|placed| placed.stands && concerns(effect, placed)) else {
                    continue;
                };
                if spares_royals && core.royals.has(mover.kind) {
                    continue;
                }
                let next = match &effect.what {
                    What::Go(targets) => {
                        let target = targets[self.us][mover.cell.index()];
                        let Some(to) = target.filter(|&to| self.at(core, to).is_none()) else {
                            possible = false;
                            continue;
                        };
                        Some(Placed { cell: to, ..mover })
                    }
                    What::Become(into, neutral) => {
                        let owner = if *neutral { Owner::Nobody } else { mover.owner };
                        Some(Placed { owner, kind: *into, ..mover })
                    }
                    What::ChangeSide => {
                        let owner = mover.owner.color().map_or(mover.owner, |color| (!color).into());
                        Some(Placed { owner, ..mover })
                    }
                    What::RemoveMover
                    | What::RemoveAround { .. }
                    | What::Enemies { .. }
                    | What::Leave(_)
                    | What::Rebirth(_) => None,
                };
                self.take_off(mover.owner, mover.kind, mover.cell);
                match next {
                    Some(next) => {
                        self.emptied.remove(next.cell);
                        self.placed[slot] = Some(next);
                        self.stage.change(Change::Comes(next.owner, next.kind, next.cell));
                        if matches!(effect.what, What::ChangeSide) {
                            self.stage.reborn(next.cell);
                        }
                    }
                    None => self.stage.removed(mover.owner, mover.kind, mover.cell),
                }
            }
        }
        possible
    }

    /// Lets what is captured be reborn, or what has captured it, on `end`; says whether that is possible (K1 to K3).
    #[cold]
    fn revive(&mut self, core: &Core<W>, rebirth: &RebirthTable, captor: Placed, end: Cell) -> bool {
        let Some(mover) = self.mover else { return true };
        let number = usize::from(rebirth.who != Reborn::Captured);
        if self.reborn[number] {
            return true;
        }
        let occurrence = Occurrence {
            side: self.us,
            captured: self.captured,
            mover,
            moved_as: captor.moved_as,
            captor: captor.stands.then_some((captor.kind, captor.cell)),
            end,
        };
        let is_empty = |cell| self.at(core, cell).is_none();
        let revival = rebirth.revive(&core.spec.board, &core.royals, &occurrence, &is_empty);
        self.reborn[number] = revival != Revival::Unspoken;
        match revival {
            Revival::Unspoken | Revival::Settled => return true,
            Revival::Impossible => return false,
            Revival::Captured(color, kind, to) => {
                self.put(color.into(), kind, to);
                self.stage.reborn(to);
            }
            Revival::Captor(to) => {
                let stands = |placed: &Placed| placed.stands && placed.cell == captor.cell;
                let slot = self.placed.iter().position(|slot| slot.as_ref().is_some_and(stands));
                self.take_off(captor.owner, captor.kind, captor.cell);
                self.emptied.remove(to);
                if let Some(slot) = slot {
                    self.placed[slot] = Some(Placed { cell: to, ..captor });
                }
                self.stage.change(Change::Comes(captor.owner, captor.kind, to));
                self.stage.reborn(to);
            }
        }
        true
    }

    /// Puts a piece that has not moved on an empty cell.
    fn put(&mut self, owner: Owner, kind: PieceType, cell: Cell) {
        self.emptied.remove(cell);
        if let Some(free) = self.placed.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(Placed { owner, moved_as: kind, kind, cell, moved: false, stands: true });
        }
        self.stage.change(Change::Comes(owner, kind, cell));
    }

    /// Puts a piece of nobody on an empty cell.
    fn leave_behind(&mut self, kind: PieceType, cell: Cell) {
        self.put(Owner::Nobody, kind, cell);
    }

    /// Takes everything off some cells but the types that are spared.
    fn clear(&mut self, core: &Core<W>, cells: BitBoard<W>, spared: TypeSet) {
        for cell in cells {
            if let Some((owner, kind)) = self.at(core, cell)
                && !spared.has(kind)
            {
                self.take_off(owner, kind, cell);
                self.stage.removed(owner, kind, cell);
            }
        }
    }

    /// Takes enemy pieces around a cell off the board, or over to the mover's side.
    #[cold]
    #[inline(never)]
    fn overcome(&mut self, core: &Core<W>, enemies: &Enemies, spared: TypeSet, end: Cell) {
        let (us, them) = (self.us, !self.us);
        let owner = |cell| self.at(core, cell).and_then(|(owner, _)| owner.color());
        let has_moved = |cell| self.placed.iter().flatten().any(|placed| placed.moved && placed.cell == cell);
        let joins = |&step: &Offset| {
            core.spec.board.step(end, step).is_some_and(|cell| owner(cell) == Some(us) && !has_moved(cell))
        };
        if enemies.joined && !enemies.steps[us].iter().any(joins) {
            return;
        }
        let mut found = BitBoard::<W>::EMPTY;
        for &step in &enemies.steps[us] {
            let mut line = BitBoard::<W>::EMPTY;
            let mut next = core.spec.board.step(end, step);
            while let Some(cell) = next.filter(|&cell| owner(cell) == Some(them)) {
                line.insert(cell);
                next = core.spec.board.step(cell, step).filter(|_| enemies.enclosed);
            }
            if !enemies.enclosed || next.is_some_and(|cell| owner(cell) == Some(us)) {
                found |= line;
            }
        }
        if !enemies.converts {
            return self.clear(core, found, spared);
        }
        for cell in found {
            let Some((owner, kind)) = self.at(core, cell).filter(|(_, kind)| !spared.has(*kind)) else { continue };
            self.stage.change(Change::Leaves(owner, kind, cell));
            self.stage.change(Change::Comes(us.into(), kind, cell));
            match self.placed.iter_mut().flatten().find(|placed| placed.stands && placed.cell == cell) {
                Some(placed) => placed.owner = us.into(),
                None => self.converted.insert(cell),
            }
        }
    }

    fn take_off(&mut self, owner: Owner, kind: PieceType, cell: Cell) {
        self.leave(cell);
        self.stage.change(Change::Leaves(owner, kind, cell));
    }

    fn leave(&mut self, cell: Cell) {
        self.emptied.insert(cell);
        for placed in self.placed.iter_mut().flatten().filter(|placed| placed.cell == cell) {
            placed.stands = false;
        }
    }

    /// What stands on a cell by now.
    fn at(&self, core: &Core<W>, cell: Cell) -> Option<(Owner, PieceType)> {
        match self.placed.iter().flatten().find(|placed| placed.stands && placed.cell == cell) {
            Some(placed) => Some((placed.owner, placed.kind)),
            None if self.emptied.contains(cell) => None,
            None if self.converted.contains(cell) => {
                self.stage.state().piece_at(core, cell).map(|(_, kind)| (self.us.into(), kind))
            }
            None => self.stage.state().piece_at(core, cell),
        }
    }
}

/// Whether an effect follows the move of a piece.
fn concerns<const W: usize>(effect: &EffectTable<W>, placed: &Placed) -> bool {
    placed.moved && effect.concerns(placed.moved_as)
}

/// How many royals each side loses by changes.
#[derive(Default)]
pub(crate) struct RoyalsLost([i32; 2]);

impl RoyalsLost {
    /// Counts a change.
    pub(crate) fn note<const W: usize>(&mut self, core: &Core<W>, change: Change) {
        let (owner, kind, lost) = match change {
            Change::Leaves(owner, kind, _) => (owner, kind, 1),
            Change::Comes(owner, kind, _) => (owner, kind, -1),
            _ => return,
        };
        if let Some(color) = owner.color()
            && core.royals.has(kind)
        {
            self.0[color as usize] += lost;
        }
    }

    /// Whether a side has lost one.
    pub(crate) fn any(&self, color: Color) -> bool {
        self.0[color as usize] > 0
    }
}

impl<const W: usize> State<W> {
    /// Whether a side could capture an enemy on a cell, if one stood there and some cells were empty, without losing a royal of
    /// its own by what follows (E3). Where constraints limit captures (K7), an enemy must stand there and no other cell be empty.
    #[cold]
    pub(crate) fn threatened(&self, core: &Core<W>, cell: Cell, by: Color, without: BitBoard<W>) -> bool {
        let rest = WithoutAll(without);
        self.attackers_but(core, cell, by, &rest).into_iter().any(|from| {
            let kind = self.at(from).kind();
            let cells = [Some(from), Some(cell)];
            if core.constraints.limit_checks && !self.permits_before(core, by, Occasion::Capture, kind, cells) {
                return false;
            }
            let could = |into| self.could_capture(core, by, [from, cell], into, without);
            match core.spec.promotion(kind, by).filter(|promotion| promotion.touches(by, from, cell)) {
                None => could(kind),
                Some(promotion) => {
                    let stays = promotion.force != PromotionForce::Always;
                    stays && could(kind) || promotion.into.iter().any(|&into| could(into))
                }
            }
        })
    }

    /// Whether a piece of a side could go from a cell to another, capture there and be of a type then.
    fn could_capture(
        &self,
        core: &Core<W>,
        by: Color,
        [from, cell]: [Cell; 2],
        into: PieceType,
        without: BitBoard<W>,
    ) -> bool {
        let (kind, mut lost) = (self.at(from).kind(), RoyalsLost::default());
        let asks_after = core.constraints.limit_checks && core.constraints.ask_after(by);
        let mut changes = Vec::new();
        let tell = |change| {
            lost.note(core, change);
            if asks_after {
                changes.push(change);
            }
        };
        let mut listening = Listening { state: self, tell };
        #[cfg(not(target_family = "wasm"))]
        let stage = &mut listening;
        // As in `expand_with_effects`.
        #[cfg(target_family = "wasm")]
        let stage: &mut dyn Stage<W> = &mut listening;
        let mut captures = Consequences::of(stage, by, None, Occasion::Capture);
        captures.emptied = without;
        captures.change(Change::Leaves(by.into(), kind, from));
        captures.change(Change::Comes(by.into(), into, cell));
        let possible = captures.follow(core, cell);
        let is_allowed = |copy: &mut Self| {
            if let Some((owner, kind)) = copy.piece_at(core, cell) {
                copy.lift(core, owner, kind, cell);
            }
            changes.iter().for_each(|&change| copy.shift(core, change));
            copy.permits_after(core, by, Occasion::Capture, kind, cell)
        };
        possible && !lost.any(by) && (!asks_after || self.on_copy(is_allowed))
    }

    /// Makes a change on the board and nowhere else.
    #[inline(always)]
    pub(crate) fn shift(&mut self, core: &Core<W>, change: Change) {
        match change {
            Change::Leaves(owner, kind, cell) => self.lift(core, owner, kind, cell),
            Change::Comes(owner, kind, cell) => self.set_down(core, owner, kind, cell),
            _ => {}
        }
    }
}
