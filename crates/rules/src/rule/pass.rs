//! Passing: a move that changes nothing but whose turn it is (O7).

use super::traits::{Game, MoveRule, Rule};
use crate::board::State;
use crate::board::check_mask::CheckMasks;
use crate::board::part::Part;
use crate::board::sink::{Flow, Sink};
use crate::board::targets::Occupancy;
use crate::spec::Pass;
use crate::tables::{Budget, CompileError, Core};
use crate::{ByColor, Move};

pub(crate) struct PassRule;

impl Rule for PassRule {
    /// When each side may pass.
    type Table<const W: usize> = ByColor<Option<Pass>>;

    fn compile<const W: usize>(core: &Core<W>, _: &mut Budget) -> Result<Self::Table<W>, CompileError> {
        Ok(core.spec.pass)
    }
}

impl MoveRule for PassRule {
    #[inline(always)]
    fn generate<P: Part, S: Sink<W>, const W: usize>(
        state: &State<W>,
        game: &impl Game<W>,
        table: &Self::Table<W>,
        _: &CheckMasks<W>,
        _: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        if !P::QUIETS || table[state.side].is_none() {
            return Flow::Continue(());
        }
        state.pass(game, table).map_or(Flow::Continue(()), |m| sink.one(m))
    }
}

impl<const W: usize> State<W> {
    /// The pass of the side to move, if it may pass. It is said of the side's first royal, or else of its first piece; a side
    /// without a piece on the board can't pass. In check it may pass only where the royals face each other
    /// and passing ends the game (O9).
    #[cold]
    #[inline(never)]
    pub(crate) fn pass(&self, game: &impl Game<W>, table: &ByColor<Option<Pass>>) -> Option<Move> {
        let core = game.core();
        let pass = table[self.side].filter(|_| !self.bars_pass)?;
        let home = self.royals(core, self.side).into_iter().chain(self.own(self.side)).next()?;
        let answers = core.spec.goals.answers_facing && self.royals_face(core);
        let m = Move::pass(home);
        let is_safe = !self.in_check(core, self.side) || answers && game.decides(self, m);
        let may = is_safe && (pass == Pass::Always || !game.has_move_but_pass(self));
        may.then_some(m)
    }
}
