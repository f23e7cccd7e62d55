//! Which moves win at once. Where captures alone win, most moves need not be tried.

use crate::dice::sorted;
use spielraum_rules::{Color, Move, Position, Rules};

/// How the games of some rules are won.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finish {
    by_captures_only: bool,
}

impl Finish {
    pub(crate) fn new(rules: &Rules) -> Self {
        Self { by_captures_only: rules.is_won_by_captures_only() }
    }

    /// Whether a side can lose in no other way than by too few pieces of a family.
    pub(crate) fn by_families_only(self) -> bool {
        self.by_captures_only
    }

    /// The moves that may win at once.
    pub(crate) fn candidates(self, position: &Position) -> Vec<Move> {
        if !self.by_captures_only {
            return position.legal_moves();
        }
        if captures_to_win(position, !position.side_to_move()) != Some(1) {
            return Vec::new();
        }
        let mut captures = position.legal_captures();
        captures.retain(|&m| captures_to_win_with(position, m) == Some(1));
        captures
    }

    /// A move that wins at once.
    pub(crate) fn winning_move(self, position: &Position) -> Option<Move> {
        let (candidates, mut tried) = (sorted(self.candidates(position), position), position.clone());
        candidates.into_iter().find(|&m| self.wins(&mut tried, m))
    }

    /// Whether a legal move wins at once.
    pub(crate) fn wins(self, position: &mut Position, m: Move) -> bool {
        let side = position.side_to_move();
        position.make_unchecked(m);
        let wins = position.outcome_of_position().is_some_and(|outcome| outcome.winner == Some(side));
        position.unmake();
        wins
    }
}

/// By how many captures a side would lose a family; `None` in games in which sides don't lose so.
pub(crate) fn captures_to_win(position: &Position, loser: Color) -> Option<u16> {
    let families = position.rules().families().iter().enumerate();
    families.map(|(index, family)| left(position, loser, index, family.least)).min()
}

/// How many captures, this one counted, would lose the enemy the scarcest family of the piece that a move captures.
pub(crate) fn captures_to_win_with(position: &Position, m: Move) -> Option<u16> {
    let (owner, kind) = position.captured_by(m)?;
    let color = owner.color().filter(|&color| color != position.side_to_move())?;
    let families = position.rules().families().iter().enumerate();
    families
        .filter(|(_, family)| family.members[color].contains(&kind))
        .map(|(index, family)| left(position, color, index, family.least))
        .min()
}

fn left(position: &Position, color: Color, family: usize, least: u16) -> u16 {
    (position.family_count(color, family) + 1).saturating_sub(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::dice;
    use crate::greedy::{Values, greedy};
    use spielraum_catalogue::{Compile, Source, ids, load};

    /// Greedy games come to their ends, and their ends are where it matters.
    #[test]
    fn nothing_that_wins_at_once_is_overlooked() {
        let mut won = 0;
        for id in ids() {
            let rules = load(Source::Builtin(id), &[]).unwrap().rules().unwrap();
            let (finish, values) = (Finish::new(&rules), Values::new(&rules));
            let (mut position, mut dice) = (rules.start(), dice(5, 1));
            for _ in 0..80 {
                let side = position.side_to_move();
                let wins = |position: &mut Position, m: Move| {
                    position.make(m);
                    let outcome = position.outcome_of_position();
                    position.unmake();
                    outcome.is_some_and(|outcome| outcome.winner == Some(side))
                };
                let moves = sorted(position.legal_moves(), &position);
                let first = moves.into_iter().find(|&m| wins(&mut position, m));
                assert_eq!(finish.winning_move(&position), first, "{id} {}", position.fen());
                won += usize::from(first.is_some());
                let Some(m) = greedy(&position, &values, &mut dice) else { break };
                position.make(m);
                if position.outcome().is_some() {
                    break;
                }
            }
        }
        assert!(won > 5, "{won}");
    }
}
