//! What distinguishes the rules of a game from others.

use crate::{EndRule, Goals, Spec};
use std::fmt;

impl Spec {
    /// A text that distinguishes these rules from others, but not the position in which games start: for files that belong to a
    /// game. One version of the program always writes the same.
    pub fn fingerprint(&self) -> String {
        let Self {
            board,
            pieces,
            aliases: _,
            start: _,
            hands,
            promotions,
            remote_promotion,
            castlings,
            double_steps,
            swap,
            goals,
        } = self;
        // The board itself has tables whose order differs from run to run.
        format!(
            "{:?} {pieces:?} {hands:?} {promotions:?} {remote_promotion:?} {castlings:?} {double_steps:?} {swap:?} {:?}",
            board.shape(),
            Words(goals)
        )
    }
}

/// Goals by the words for them, and whatever no word says: files of games that there were before other conditions keep
/// their games.
struct Words<'g>(&'g Goals);

impl fmt::Debug for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Goals { royal_obligation, facing, ends, repetition } = self.0;
        let mut said = Vec::new();
        let first_reach = ends.iter().position(|end| end.as_reach().is_some());
        let checks = ends.iter().position(|end| end.as_check_count().is_some());
        said.extend([first_reach, checks].into_iter().flatten());
        let is_said = |(at, end): &(usize, &EndRule)| {
            said.contains(at)
                || end.as_family().is_some()
                || end.as_stalemate().is_some()
                || end.as_move_count().is_some()
                || end.is_bare_royals()
        };
        let others: Vec<_> = ends.iter().enumerate().filter(|end| !is_said(end)).collect();
        f.debug_struct("Goals")
            .field("royal_obligation", royal_obligation)
            .field("facing", facing)
            .field("families", &self.0.families())
            .field("reach", &first_reach.and_then(|at| ends[at].as_reach()))
            .field("check_count", &checks.and_then(|at| ends[at].as_check_count()))
            .field("bare_royals", &format_args!("{}", if self.0.bare_royals_draw() { "Draw" } else { "PlayOn" }))
            .field("no_moves", &self.0.no_moves())
            .field("repetition", repetition)
            .field("move_count", &self.0.move_count())
            .finish()?;
        for (_, EndRule { when, result, only, .. }) in others {
            write!(f, " {result:?} {only:?} {when:?}")?;
        }
        Ok(())
    }
}
