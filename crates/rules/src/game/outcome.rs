//! The verdict: whether a game is over, for whom, and why. Nobody else decides it.

use super::tables::Tables;
use crate::Color;
use crate::board::State;
use crate::outcome::{Outcome, Reason, Standing};
use crate::rule::{EndCondition, EndConditions, stalemate};

/// What a game's conditions say: the first that holds.
fn first<'e, const W: usize>(
    conditions: &'e EndConditions<W>,
    t: &Tables<W>,
    state: &State<W>,
) -> Option<(Option<Color>, &'e dyn EndCondition<W>)> {
    conditions.iter().find_map(|condition| condition.winner(t, state).map(|winner| (winner, &**condition)))
}

impl<const W: usize> State<W> {
    /// Whether a side has won by the position alone, moves not considered.
    #[inline(always)]
    pub(crate) fn is_won(&self, t: &Tables<W>) -> bool {
        !t.endings.wins.is_empty() && first(&t.endings.wins, t, self).is_some()
    }

    /// Who has won, or `Some(None)` for a draw, if the position alone decides, moves not considered.
    #[inline(always)]
    pub(crate) fn decided(&self, t: &Tables<W>) -> Option<Option<Color>> {
        let conditions = t.endings.wins.iter().chain(&t.endings.draws);
        conditions.map(|condition| condition.winner(t, self)).find(Option::is_some).flatten()
    }

    /// The outcome that the position alone decides.
    pub(crate) fn outcome_of_position(&self, t: &Tables<W>) -> Option<Outcome> {
        let decided = first(&t.endings.wins, t, self).or_else(|| first(&t.endings.draws, t, self));
        match decided {
            Some((winner, condition)) => Some(Outcome { winner, reason: condition.reason(t, self, winner) }),
            None if self.has_legal(t) => None,
            None => Some(self.outcome_without_moves(t)),
        }
    }

    /// The outcome that the position and the game so far decide.
    pub(crate) fn outcome(&self, t: &Tables<W>) -> Option<Outcome> {
        self.outcome_of_position(t).or_else(|| {
            let (winner, condition) =
                first(&t.endings.repetitions, t, self).or_else(|| first(&t.endings.limits, t, self))?;
            Some(Outcome { winner, reason: condition.reason(t, self, winner) })
        })
    }

    /// The outcome of a position that nothing else decides and in which there is no legal move.
    pub(crate) fn outcome_without_moves(&self, t: &Tables<W>) -> Outcome {
        let us = self.side;
        if self.in_check(t, us) {
            return Outcome::win(!us, Reason::Checkmate);
        }
        match t.rules.neglected(self, t) {
            Some(reason) => Outcome::win(!us, reason),
            None => stalemate::outcome(&t.spec, us),
        }
    }

    /// How the game stands for a search that began when `root` moves had been made. Whether there is a legal move is asked
    /// only where a limit is reached, since having none comes first.
    #[inline(always)]
    pub(crate) fn standing(&self, t: &Tables<W>, root: usize) -> Standing {
        if let Some(winner) = self.decided(t) {
            return Standing::Over(winner);
        }
        match self.repetition(t, root) {
            Standing::Open if !t.endings.limits.is_empty() => self.standing_by_limits(t),
            standing => standing,
        }
    }

    fn standing_by_limits(&self, t: &Tables<W>) -> Standing {
        match first(&t.endings.limits, t, self) {
            None => Standing::Open,
            Some((winner, _)) if self.has_legal(t) => Standing::Over(winner),
            Some(_) => Standing::Over(self.outcome_without_moves(t).winner),
        }
    }
}
