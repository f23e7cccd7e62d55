//! Whether a game is over, and why.

use super::State;
use super::Visit;
use super::part::All;
use crate::Color;
use crate::outcome::{Outcome, Reason};
use crate::spec::{BareRoyals, NoMoves, Repetition};
use crate::tables::Tables;

impl<const W: usize> State<W> {
    /// Whether only the royals are left and nothing can be dropped (G6), in games that end then.
    #[inline(always)]
    pub(crate) fn is_bare(&self, t: &Tables<W>) -> bool {
        t.royal.is_some()
            && t.spec.goals.bare_royals == BareRoyals::Draw
            && self.by_color[0].count() == 1
            && self.by_color[1].count() == 1
            && Color::BOTH
                .iter()
                .all(|&color| t.drops[color].iter().all(|drop| self.hands[color as usize][drop.hand_index] == 0))
    }

    /// The outcome that the position alone decides.
    pub(crate) fn result(&mut self, t: &Tables<W>) -> Option<Outcome> {
        let us = self.side;
        for loser in [us, !us] {
            if self.deficits[loser as usize] > 0 {
                return Some(Outcome::win(!loser, self.extinction(t, loser)));
            }
        }
        if self.is_bare(t) {
            return Some(Outcome::draw(Reason::BareRoyals));
        }
        if self.has_legal(t) {
            return None;
        }
        if self.in_check(t, us) {
            return Some(Outcome::win(!us, Reason::Checkmate));
        }
        if self.duty[us as usize] == 1 && self.has_move_without_duty(t) {
            return Some(Outcome::win(!us, Reason::DutyNeglected));
        }
        Some(match t.spec.goals.no_moves {
            NoMoves::Draw => Outcome::draw(Reason::NoMoves),
            NoMoves::Loss => Outcome::win(!us, Reason::NoMoves),
            NoMoves::Win => Outcome::win(us, Reason::NoMoves),
        })
    }

    /// The outcome that the position and the game so far decide.
    pub(crate) fn game_result(&mut self, t: &Tables<W>) -> Option<Outcome> {
        self.result(t).or_else(|| self.repetition_result(t)).or_else(|| {
            let limit = u32::from(t.spec.goals.move_count?);
            (self.halfmove >= limit).then(|| Outcome::draw(Reason::MoveCount))
        })
    }

    fn repetition_result(&self, t: &Tables<W>) -> Option<Outcome> {
        let Repetition::Counted { times, loser, perpetual_check_loses } = t.spec.goals.repetition else { return None };
        if self.occurrences() < usize::from(times) {
            return None;
        }
        let checker = if perpetual_check_loses { self.perpetual_checker() } else { None };
        Some(match (checker, loser) {
            (Some(checker), _) => Outcome::win(!checker, Reason::PerpetualCheck),
            (None, Some(loser)) => Outcome::win(!loser, Reason::Repetition(times)),
            (None, None) => Outcome::draw(Reason::Repetition(times)),
        })
    }

    fn extinction(&self, t: &Tables<W>, loser: Color) -> Reason {
        let counts = &self.families[loser as usize];
        let families = t.spec.goals.families.iter().zip(counts);
        let lost: Vec<&str> =
            families.filter(|(family, count)| **count < family.least).map(|(f, _)| &*f.name).collect();
        Reason::Extinction(lost.join(", "))
    }

    /// Whether the side to move would have a legal move if it had no duty.
    fn has_move_without_duty(&mut self, t: &Tables<W>) -> bool {
        self.generate_ordinary::<All, _>(t, &mut Visit(|_| std::ops::ControlFlow::Break(()))).is_break()
    }
}
