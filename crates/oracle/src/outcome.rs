//! How the game stands, and perft.

use crate::State;
use spielraum_spec::{BareRoyals, Color, NoMoves, Reach, Spec};

impl State {
    /// Every legal move, sorted by its text, with the position after it. None if the game is over.
    ///
    /// Repetition and move count, which need more than the position, are not considered.
    pub fn moves(&self, spec: &Spec) -> Vec<(String, State)> {
        if self.has_bare_royals(spec) { Vec::new() } else { self.continuations(spec) }
    }

    /// The position after the legal move that is written `text`.
    pub fn play(&self, spec: &Spec, text: &str) -> Option<State> {
        self.moves(spec).into_iter().find(|(written, _)| written == text).map(|(_, after)| after)
    }

    /// How the game has ended, so far as the position alone tells: the winner (`None`: a draw) and why.
    pub fn result(&self, spec: &Spec) -> Option<(Option<Color>, &'static str)> {
        if let Some(loser) = self.extinct(spec) {
            return Some((Some(!loser), "extinction"));
        }
        if let Some(winner) = [!self.side, self.side].into_iter().find(|&color| self.has_reached(spec, color)) {
            return Some((Some(winner), "reach"));
        }
        if let Some(winner) = [!self.side, self.side].into_iter().find(|&color| self.has_checked_enough(spec, color)) {
            return Some((Some(winner), "check-count"));
        }
        if self.has_bare_royals(spec) {
            return Some((None, "bare royals"));
        }
        if !self.continuations(spec).is_empty() {
            return None;
        }
        let (own, enemy) = (self.side, !self.side);
        if self.in_check(spec, own) {
            return Some((Some(enemy), "checkmate"));
        }
        // At its last chance a side that has moves but for the obligation has lost, though it is not attacked (Q17).
        if self.obligation[own] == Some(1) && !self.continuations_without_obligation(spec).is_empty() {
            return Some((Some(enemy), "duty"));
        }
        match spec.goals.no_moves {
            NoMoves::Draw => Some((None, "no moves")),
            NoMoves::Loss => Some((Some(enemy), "no moves")),
            NoMoves::Win => Some((Some(own), "no moves")),
        }
    }

    /// Whether a piece of a side's stands where it wins.
    fn has_reached(&self, spec: &Spec, color: Color) -> bool {
        let reached = |reach: &Reach| self.count_within(color, &reach.pieces, &reach.region[color]) > 0;
        spec.goals.reach.as_ref().is_some_and(reached)
    }

    /// Whether a side has given the checks that win.
    fn has_checked_enough(&self, spec: &Spec, color: Color) -> bool {
        spec.goals.check_count.is_some_and(|checks| self.checks[color] >= checks)
    }

    /// Whether a side has won, its moves not considered.
    pub(crate) fn is_won(&self, spec: &Spec) -> bool {
        let won = |color| self.has_reached(spec, color) || self.has_checked_enough(spec, color);
        self.extinct(spec).is_some() || Color::BOTH.into_iter().any(won)
    }

    /// The side that has too few pieces of some family (X3, F3); the side to move, if both have.
    pub(crate) fn extinct(&self, spec: &Spec) -> Option<Color> {
        [self.side, !self.side].into_iter().find(|&color| self.is_extinct(spec, color))
    }

    /// Whether a side has too few pieces of some family.
    pub(crate) fn is_extinct(&self, spec: &Spec, color: Color) -> bool {
        let families = &spec.goals.families;
        families.iter().any(|family| self.count(color, &family.members[color]) < usize::from(family.least))
    }

    /// Whether there are only royals and nothing to drop, and the game is over for it (G6).
    fn has_bare_royals(&self, spec: &Spec) -> bool {
        let droppable = |color: Color| {
            spec.hands.iter().flat_map(|hands| &hands.drops).any(|drop| self.hands[color][drop.piece.index()] > 0)
        };
        let bare = |color: Color| self.royals(spec, color).len() == self.pieces(color).len() && !droppable(color);
        let has_royals = spec.pieces.iter().any(|piece| piece.royal);
        has_royals && spec.goals.bare_royals == BareRoyals::Draw && bare(Color::White) && bare(Color::Black)
    }
}

/// The number of sequences of `depth` moves (docs/notation.md, "Perft"): draws do not stop it.
pub fn perft(spec: &Spec, state: &State, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => state.continuations(spec).len() as u64,
        _ => state.continuations(spec).iter().map(|(_, after)| perft(spec, after, depth - 1)).sum(),
    }
}
