//! The verdict: whether a game is over, for whom, and why. Nobody else decides it. In the middle of a turn nothing ends the
//! game but having no legal move.

use super::tables::Tables;
use crate::Color;
use crate::board::State;
use crate::outcome::{Outcome, Reason, Standing};
use crate::rule::{Verdict, mates};

impl<const W: usize> State<W> {
    /// Whether a side has won by the position alone, moves not considered.
    #[inline(always)]
    pub(crate) fn is_won(&self, t: &Tables<W>) -> bool {
        self.won(t).is_some()
    }

    #[inline(always)]
    fn won(&self, t: &Tables<W>) -> Option<Verdict> {
        if self.is_within_turn() { None } else { t.endings.won(t, self) }
    }

    #[inline(always)]
    fn drawn(&self, t: &Tables<W>) -> Option<Verdict> {
        if self.is_within_turn() { None } else { t.endings.drawn(t, self) }
    }

    /// Who has won, or `Some(None)` for a draw, if the position alone decides, moves not considered.
    #[inline(always)]
    pub(crate) fn decided(&self, t: &Tables<W>) -> Option<Option<Color>> {
        let verdict = self.won(t).or_else(|| self.drawn(t));
        verdict.map(|verdict| verdict.winner)
    }

    /// The side that has won already in the middle of its turn: what is left of the turn places pieces that are nobody's, and the
    /// enemy has too few pieces of a family. The turn must be completed for all that.
    #[inline(always)]
    pub(crate) fn foregone(&self, t: &Tables<W>) -> Option<Color> {
        let (us, them) = (self.side as usize, !self.side as usize);
        let is_won = self.is_within_turn()
            && self.deficits[them] > 0
            && self.deficits[us] == 0
            && t.turn.only_places_from(self.part);
        is_won.then_some(self.side)
    }

    /// The outcome that the position alone decides.
    pub(crate) fn outcome_of_position(&self, t: &Tables<W>) -> Option<Outcome> {
        match self.won(t).or_else(|| self.drawn(t)) {
            Some(verdict) => Some(Outcome { winner: verdict.winner, reason: verdict.reason(t, self) }),
            None if self.has_legal(t) => None,
            None => Some(self.outcome_without_moves(t)),
        }
    }

    /// The outcome that the position and the game so far decide.
    pub(crate) fn outcome(&self, t: &Tables<W>) -> Option<Outcome> {
        let by_limit = || {
            let verdict = t.endings.at_limit(t, self)?;
            Some((verdict.winner, verdict.reason(t, self)))
        };
        self.outcome_of_position(t).or_else(|| {
            if self.is_within_turn() {
                return None;
            }
            let (winner, reason) = self.ended_by_repetition(t).or_else(by_limit)?;
            Some(Outcome { winner, reason })
        })
    }

    /// The outcome of a position that nothing else decides and in which there is no legal move.
    pub(crate) fn outcome_without_moves(&self, t: &Tables<W>) -> Outcome {
        let us = self.side;
        let goals = &t.spec.goals;
        if self.in_check(t, us) {
            let exception = if goals.mates.is_empty() { None } else { mates::meaning(self, t, us) };
            let winner = exception.unwrap_or(goals.checkmate.0).winner(us).or_else(|| self.winner_of_draw(t));
            return Outcome { winner, reason: Reason::Checkmate };
        }
        if let Some(reason) = t.rules.neglected(self, t) {
            return Outcome::win(!us, reason);
        }
        match t.endings.without_moves(t, self) {
            Some(verdict) => Outcome { winner: verdict.winner, reason: verdict.reason(t, self) },
            None => Outcome { winner: self.winner_of_draw(t), reason: Reason::no_moves() },
        }
    }

    /// How the game stands for a search that began when `root` moves had been made. Whether there is a legal move is asked
    /// only where a limit is reached, since having none comes first.
    #[inline(always)]
    pub(crate) fn standing(&self, t: &Tables<W>, root: usize) -> Standing {
        if self.is_within_turn() {
            return Standing::Open;
        }
        if let Some(winner) = self.decided(t) {
            return Standing::Over(winner);
        }
        match self.repetition(t, root) {
            Standing::Open if t.endings.has_limits() => self.standing_by_limits(t),
            standing => standing,
        }
    }

    fn standing_by_limits(&self, t: &Tables<W>) -> Standing {
        match t.endings.at_limit(t, self) {
            None => Standing::Open,
            Some(verdict) if self.has_legal(t) => Standing::Over(verdict.winner),
            Some(_) => Standing::Over(self.outcome_without_moves(t).winner),
        }
    }
}
