//! What distinguishes the rules of a game from others.

use crate::{Castling, Consequence, DoubleStep, Draws, Effect, EndRule, Goals, Promotion, RoyalSet, Spec};
use std::fmt;

impl Spec {
    /// A text that distinguishes these rules from others, but not the position in which games start: for files that belong to a
    /// game. One version of the program always writes the same.
    pub fn fingerprint(&self) -> String {
        let Self {
            board,
            pieces,
            sides: _,
            no_hurdles,
            aliases: _,
            start,
            hands,
            promotions,
            promotion_limits,
            remote_promotion,
            castlings,
            double_steps,
            firsts,
            swap,
            pass,
            effects,
            turn,
            constraints,
            royal_set,
            sight: _,
            goals,
        } = self;
        // Files of games whose turns are plain keep their games.
        let turn = if turn.is_plain() { String::new() } else { format!(" {turn:?}") };
        // The board itself has tables whose order differs from run to run.
        let mut text = format!(
            "{:?} {pieces:?} {hands:?} {:?} {remote_promotion:?} {:?} {:?} {swap:?} {:?}",
            board.shape(),
            promotions.iter().map(Promotes).collect::<Vec<_>>(),
            castlings.iter().map(Ways).collect::<Vec<_>>(),
            double_steps.iter().map(Steps).collect::<Vec<_>>(),
            Words(goals)
        );
        text += &turn;
        if !effects.is_empty() {
            text += &format!(" {effects:?}");
        }
        let asks_start =
            |effect: &Effect| matches!(&effect.what, Consequence::Rebirth(rebirth) if rebirth.asks_start());
        if effects.iter().any(asks_start) {
            text += &format!(" {:?}", start.placement);
        }
        if !constraints.is_empty() {
            text += &format!(" {constraints:?}");
        }
        if self.has_passes() {
            text += &format!(" {pass:?}");
        }
        if !no_hurdles.is_empty() {
            text += &format!(" {no_hurdles:?}");
        }
        if !promotion_limits.is_empty() {
            text += &format!(" {promotion_limits:?}");
        }
        if !firsts.is_empty() {
            text += &format!(" {firsts:?}");
        }
        if *royal_set != RoyalSet::Each {
            text += &format!(" {royal_set:?}");
        }
        text
    }
}

/// Promotions, and what can be said of them since there were files only where a game says it.
struct Promotes<'s>(&'s Promotion);

impl fmt::Debug for Promotes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Promotion { piece, zone, trigger, into, force, from_prison, by_capture, en_passant, text } = self.0;
        let mut said = f.debug_struct("Promotion");
        said.field("piece", piece)
            .field("zone", zone)
            .field("trigger", trigger)
            .field("into", into)
            .field("force", force)
            .field("from_prison", from_prison)
            .field("text", text);
        if !en_passant {
            said.field("en_passant", en_passant);
        }
        if *by_capture {
            said.field("by_capture", by_capture);
        }
        said.finish()
    }
}

/// Castling, however it is written.
struct Ways<'s>(&'s Castling);

impl fmt::Debug for Ways<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Castling { right, color, royal_type, royal, partner, partner_type, by_partner: _, dropped } = self.0;
        let mut text = f.debug_struct("Castling");
        text.field("right", right)
            .field("color", color)
            .field("royal_type", royal_type)
            .field("royal", royal)
            .field("partner", partner)
            .field("partner_type", partner_type);
        if *dropped {
            text.field("dropped", dropped);
        }
        text.finish()
    }
}

/// Double steps, and what can be said of them since there were files only where a game says it.
struct Steps<'s>(&'s DoubleStep);

impl fmt::Debug for Steps<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DoubleStep { piece, from, path, thrice_from, en_passant, answered_by, unanswered_from } = self.0;
        let mut text = f.debug_struct("DoubleStep");
        text.field("piece", piece).field("from", from).field("path", path).field("en_passant", en_passant);
        if !answered_by.is_empty() {
            text.field("answered_by", answered_by);
        }
        if let Some(cells) = unanswered_from {
            text.field("unanswered_from", cells);
        }
        if let Some(cells) = thrice_from {
            text.field("thrice_from", cells);
        }
        text.finish()
    }
}

/// Goals by the words for them, and whatever no word says: files of games that there were before other conditions keep
/// their games.
struct Words<'g>(&'g Goals);

impl fmt::Debug for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Goals { royal_obligation, facing, answers_facing, ends, repetition, checkmate, mates, draws } = self.0;
        let mut reaches = ends.iter().filter(|end| end.as_reach().is_some());
        let mut checks = ends.iter().filter(|end| end.as_check_count().is_some());
        let counting = ends.iter().filter(|end| end.as_counting().is_some());
        let (reach, check_count) = (reaches.next(), checks.next());
        f.debug_struct("Goals")
            .field("royal_obligation", royal_obligation)
            .field("facing", facing)
            .field("families", &self.0.families())
            .field("reach", &reach.and_then(EndRule::as_reach))
            .field("check_count", &check_count.and_then(EndRule::as_check_count))
            .field("bare_royals", &format_args!("{}", if self.0.bare_royals_draw() { "Draw" } else { "PlayOn" }))
            .field("no_moves", &self.0.no_moves())
            .field("repetition", repetition)
            .field("move_count", &self.0.move_count())
            .finish()?;
        for EndRule { when, result, only, .. } in self.0.other_ends().chain(reaches).chain(checks).chain(counting) {
            write!(f, " {result:?} {only:?} {when:?}")?;
        }
        if !checkmate.loses() {
            write!(f, " {checkmate:?}")?;
        }
        if !mates.is_empty() {
            write!(f, " {mates:?}")?;
        }
        if *answers_facing {
            write!(f, " answers_facing")?;
        }
        match draws {
            Draws::Drawn => Ok(()),
            Draws::Won(winner) => write!(f, " draws: {winner:?}"),
            Draws::Points(points) => write!(f, " draws: {points:?}"),
        }
    }
}
