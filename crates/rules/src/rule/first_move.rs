//! Moves that pieces have only as long as they have not moved (G14).

use super::traits::{Game, MoveRule, Rule};
use crate::board::State;
use crate::board::check_mask::CheckMasks;
use crate::board::part::{Part, Quiets};
use crate::board::sink::{Flow, Sink, Visit};
use crate::board::targets::Occupancy;
use crate::setup::SetupReason;
use crate::spec::Setup;
use crate::tables::{Budget, CompileError, Core};
use crate::{Color, Move};
use spielraum_geometry::{BitBoard, Cell};

/// Its tables are in the [`Core`], since they need lines.
pub(crate) struct FirstMoveRule;

impl Rule for FirstMoveRule {
    type Table<const W: usize> = ();

    fn compile<const W: usize>(_: &Core<W>, _: &mut Budget) -> Result<Self::Table<W>, CompileError> {
        Ok(())
    }

    /// Castling rights and hands must have been set up before.
    fn set_up<const W: usize>(
        state: &mut State<W>,
        game: &impl Game<W>,
        (): &Self::Table<W>,
        setup: &Setup,
        reasons: &mut Vec<SetupReason>,
    ) {
        let core = game.core();
        for cell in setup.unmoved.iter() {
            let at = |color: &Color| core.firsts.cells[*color].contains(cell) && state.at(cell).is(*color);
            match cell.index() < core.spec.board.len() && Color::BOTH.iter().any(at) {
                true => state.unmoved.insert(cell),
                false => reasons.push(SetupReason::Unmoved(cell)),
            }
        }
        for (index, castling) in core.spec.castlings.iter().enumerate() {
            if state.rights >> index & 1 != 0 {
                let cells = [castling.royal.0, castling.partner.0].into_iter();
                cells.filter(|&cell| core.firsts.cells[castling.color].contains(cell)).for_each(|cell| {
                    state.unmoved.insert(cell);
                });
            }
        }
        state.unmoved &= state.live(core);
        for cell in state.unmoved {
            state.hash ^= core.zobrist.unmoved(cell);
        }
    }
}

impl MoveRule for FirstMoveRule {
    #[inline(always)]
    fn generate<P: Part, S: Sink<W>, const W: usize>(
        state: &State<W>,
        game: &impl Game<W>,
        (): &Self::Table<W>,
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        if !P::QUIETS || game.core().firsts.moves[state.side].is_empty() {
            return Flow::Continue(());
        }
        state.first_moves(game, masks.check, cells, &mut |m| sink.one(m))
    }
}

impl<const W: usize> State<W> {
    /// The legal first moves.
    #[cold]
    #[inline(never)]
    fn first_moves(
        &self,
        game: &impl Game<W>,
        in_check: bool,
        cells: &Occupancy<W>,
        give: &mut dyn FnMut(Move) -> Flow,
    ) -> Flow {
        let (core, us) = (game.core(), self.side);
        for first in &core.firsts.moves[us] {
            if in_check && core.royals.has(first.kind) {
                continue;
            }
            for from in self.of(us, first.kind) & self.unmoved & first.from {
                let [targets, ordinary] = [&first.mover, &core.movers[us][first.kind.index()]]
                    .map(|mover| self.targets_of::<Quiets>(core, mover, from, cells));
                for to in targets.without(ordinary) {
                    if self.may_go(core, from, to) {
                        game.settle(self, first.kind, Move::normal(from, to, None), &mut Visit(&mut *give))?;
                    }
                }
            }
        }
        Flow::Continue(())
    }

    /// Whether a move is a legal first move here.
    #[cold]
    pub(crate) fn accepts_first_move(&self, game: &impl Game<W>, m: Move) -> bool {
        let core = game.core();
        let cells = self.occupancy(core);
        !core.firsts.moves[self.side].is_empty()
            && self.unmoved.contains(m.origin())
            && self.first_moves(game, self.in_check(core, self.side), &cells, &mut Visit::finding(m).0).is_break()
    }

    /// The cells on which it matters still whether the piece has moved that stands there.
    pub(crate) fn live(&self, core: &Core<W>) -> BitBoard<W> {
        let of = |color: Color| {
            let holds = core.firsts.gates[color].iter().any(|gate| self.in_hand(core, color, gate.kind) > 0);
            core.firsts.live_cells(color, holds) & self.own(color)
        };
        of(Color::White) | of(Color::Black)
    }

    /// Notes that the piece on a cell has made its first move, or takes that back, but not in the hash.
    pub(crate) fn toggle_unmoved(&mut self, cell: Cell) {
        self.unmoved.toggle(cell);
    }
}
