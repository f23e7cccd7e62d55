//! The position being searched, with all that follows its moves.

use super::game::Game;
use crate::eval::Evaluate;
use crate::level::EvalNoise;
use crate::params::Tunable;
use crate::score::{INFINITE, WIN};
use spielraum_rules::{Move, Position, Standing};

/// The position being searched, its evaluation and the rules of its game.
pub(crate) struct Board<'a, E> {
    pub(crate) game: &'a Game,
    pub(crate) params: &'a Tunable,
    pub(crate) position: Position,
    /// Where moves are generated.
    pub(crate) generated: Vec<Move>,
    evaluation: E,
    noise: EvalNoise,
    /// The number of moves made before the search.
    root: usize,
}

/// What became of a move.
pub(crate) enum Made {
    /// It is banned; it has been taken back.
    Banned,
    /// It ends the game with this score for the side that made it; it has been taken back.
    Ended(i32),
    /// The position after it must be searched.
    Open,
}

impl<'a, E: Evaluate> Board<'a, E> {
    pub(crate) fn new(
        game: &'a Game,
        params: &'a Tunable,
        position: &Position,
        evaluation: E,
        noise: EvalNoise,
    ) -> Self {
        Self {
            game,
            params,
            position: position.clone(),
            generated: Vec::with_capacity(256),
            evaluation,
            noise,
            root: position.ply(),
        }
    }

    /// Makes a move, the one after `ply` others, and asks for the verdict on it. As soon as its hash is known, `prefetch`
    /// is called with it.
    #[inline(always)]
    pub(crate) fn make(&mut self, m: Move, ply: usize, prefetch: impl FnOnce(u64)) -> Made {
        let side = self.position.side_to_move();
        self.position.make_unchecked(m);
        prefetch(self.position.hash());
        let made = match self.position.standing(self.root) {
            // Nothing that is left of the turn changes who has won.
            Standing::Open if self.position.foregone().is_some() => Made::Ended(WIN - ply as i32 - 1),
            Standing::Open => {
                self.evaluation.push(self.position.last_piece_changes());
                return Made::Open;
            }
            Standing::Banned => Made::Banned,
            Standing::Over(None) => Made::Ended(0),
            Standing::Over(Some(winner)) if winner == side => Made::Ended(WIN - ply as i32 - 1),
            Standing::Over(Some(_)) => Made::Ended(ply as i32 + 1 - WIN),
        };
        self.position.unmake();
        made
    }

    /// Whether the side to move can draw by bringing back a position of the search.
    #[inline(always)]
    pub(crate) fn has_upcoming_repetition(&self) -> bool {
        self.position.has_upcoming_repetition(self.root)
    }

    /// Takes back the last move.
    #[inline(always)]
    pub(crate) fn unmake(&mut self) {
        self.position.unmake();
        self.evaluation.pop();
    }

    /// Passes the turn; [`unmake`](Self::unmake) takes it back.
    pub(crate) fn make_null(&mut self) {
        self.evaluation.push_null();
        self.position.make_null();
    }

    /// The static evaluation for the side to move, with the noise of a level.
    pub(crate) fn evaluate(&mut self) -> i32 {
        let eval = self.evaluation.evaluate(&self.position);
        self.noise.disturb(eval, &self.position)
    }

    /// Whether a weak level overlooks a capture that could be made.
    #[inline(always)]
    pub(crate) fn overlooks(&self, m: Move) -> bool {
        self.noise.is_blind() && self.is_capture(m) && self.noise.overlooks(&self.position, m)
    }

    /// Whether a network evaluates, and not the classical terms.
    pub(crate) fn is_learned(&self) -> bool {
        self.evaluation.is_learned()
    }

    /// A cheap approximation of the static evaluation.
    #[inline(always)]
    pub(crate) fn estimate(&self) -> i32 {
        self.evaluation.estimate(&self.position)
    }

    /// Numbers that go with the side to move and the material of both sides, where the zeroing pieces are, and the other
    /// pieces of each side.
    #[inline(always)]
    pub(crate) fn keys(&self) -> [u64; 4] {
        self.evaluation.keys().map(|key| key ^ self.position.side_to_move() as u64)
    }

    /// Whether a move gains at least `threshold` in the exchange on its target cell (static exchange evaluation).
    /// Where sides must capture, an exchange is no matter of choice, and says nothing.
    pub(crate) fn see_ge(&self, m: Move, threshold: i32) -> bool {
        if self.game.compels {
            return threshold <= 0;
        }
        self.position.see_ge(m, &self.game.piece_values, threshold)
    }

    /// How early a capture or promotion should be searched: most valuable victim, least valuable attacker.
    pub(crate) fn capture_score(&self, m: Move) -> i32 {
        let (game, position) = (self.game, &self.position);
        let attacker = game.value(position.side_to_move(), position.moved_by(m));
        let taken = game.taken(position, m);
        if taken.last {
            return INFINITE * 4;
        }
        taken.value + game.promotion_gain(position, m)
            - attacker.min(MAX_ATTACKER) / self.params.capture_attacker_divisor
    }

    /// Whether a move captures something.
    #[inline(always)]
    pub(crate) fn is_capture(&self, m: Move) -> bool {
        self.position.captured_by(m).is_some()
    }

    /// Whether a move makes a better piece of the one that it moves.
    #[inline(always)]
    pub(crate) fn promotes(&self, m: Move) -> bool {
        self.game.promotion_gain(&self.position, m) > 0
    }

    /// Whether the piece that a move moves or drops attacks a royal of the enemy by it, leaping or sliding.
    #[inline(always)]
    pub(crate) fn gives_check(&self, m: Move) -> bool {
        let position = &self.position;
        self.game.has_royal && position.aims_at_royal(position.side_to_move(), position.moved_by(m), m.to())
    }

    /// Whether a capture or promotion does not lose material, or wins at once.
    pub(crate) fn does_not_lose(&self, m: Move) -> bool {
        self.see_ge(m, 0) && (self.is_capture(m) || self.promotes(m)) || self.captures_last(m)
    }

    /// Whether a capture ends the game by extinction.
    pub(crate) fn captures_last(&self, m: Move) -> bool {
        self.game.captures_last(&self.position, m)
    }

    /// The score of a position without legal moves, after `ply` moves of the search.
    pub(crate) fn score_without_moves(&self, ply: usize) -> i32 {
        match self.position.outcome_without_moves().winner {
            None => 0,
            Some(winner) if winner == self.position.side_to_move() => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
        }
    }
}

/// No capturing piece counts for more in the order of captures: royals are worth more than everything else.
const MAX_ATTACKER: i32 = 10_000;
