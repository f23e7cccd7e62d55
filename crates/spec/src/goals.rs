//! What is derived from the end rules of a game.

use crate::rule::check_count::most as most_checks;
use crate::rule::counting::limits;
use crate::{CountLimit, Draws, EndResult, EndRule, Family, Goals, NoMoves, Reach};

/// What programs must know of a game's ends, derived from the rules.
impl Goals {
    /// The families of types of which each side must keep some, in the order of their rules (X3, F3).
    pub fn families(&self) -> Vec<Family> {
        self.ends.iter().filter_map(EndRule::as_family).collect()
    }

    /// Where pieces win by standing there, in the order of their rules.
    pub fn reaches(&self) -> Vec<Reach> {
        self.ends.iter().filter_map(EndRule::as_reach).collect()
    }

    /// The largest number of checks that some condition asks for; `None` where none does.
    pub fn check_count(&self) -> Option<u8> {
        most_checks(&self.ends)
    }

    /// Whether every checkmate loses, as in most games.
    pub fn mate_loses(&self) -> bool {
        self.checkmate.loses() && self.mates.is_empty()
    }

    /// How many moves are counted where few pieces are left, if the game counts them (C4).
    pub fn count_limits(&self) -> Option<&[CountLimit]> {
        limits(&self.ends)
    }

    /// Whether a game with nothing but the royals is a draw (G6).
    pub fn bare_royals_draw(&self) -> bool {
        self.ends.iter().any(EndRule::is_bare_royals)
    }

    /// What having no legal move means when it is not checkmate and no other condition holds (G2, G3, N3).
    pub fn no_moves(&self) -> NoMoves {
        self.ends.iter().find_map(EndRule::as_stalemate).unwrap_or_default()
    }

    /// Whether no rule lets a side win but by captures, checkmate left aside.
    pub fn only_captures_win(&self) -> bool {
        let needs_captures = |end: &EndRule| {
            end.result == EndResult::Draw || end.is_family() || end.as_stalemate() == Some(NoMoves::Win)
        };
        self.draws == Draws::Drawn && self.ends.iter().all(needs_captures)
    }

    /// The halfmove clock at which the game is a draw (G5); `None`: never.
    pub fn move_count(&self) -> Option<u16> {
        self.ends.iter().filter_map(EndRule::as_move_count).min()
    }

    /// The rules that no short word of the language says.
    pub fn other_ends(&self) -> impl Iterator<Item = &EndRule> {
        self.ends.iter().filter(|end| end.short_form().is_none())
    }
}

impl EndRule {
    /// The same rule as the short word for it makes it, with the code and text of that word; `None` if no word says it.
    pub fn short_form(&self) -> Option<EndRule> {
        let family = self.as_family().map(EndRule::from);
        family
            .or_else(|| self.as_reach().map(EndRule::from))
            .or_else(|| self.as_check_count().map(EndRule::check_count))
            .or_else(|| self.as_stalemate().map(EndRule::stalemate))
            .or_else(|| self.as_move_count().map(EndRule::move_count))
            .or_else(|| self.as_counting().map(|limits| EndRule::counting(limits.to_vec())))
            .or_else(|| self.is_bare_royals().then(EndRule::bare_royals))
    }
}
