//! The position being searched, with all that follows its moves.

use super::game::Game;
use crate::eval::Evaluate;
use crate::level::EvalNoise;
use crate::params::Tunable;
use crate::score::{INFINITE, WIN};
use spielraum_rules::{Color, Move, Position, Recurrence};

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

    /// Makes a move, the one after `ply` others, and looks whether it ends the game by what was before, or by
    /// extinction. As soon as its hash is known, `prefetch` is told.
    #[inline(always)]
    pub(crate) fn make(&mut self, m: Move, ply: usize, prefetch: impl FnOnce(u64)) -> Made {
        let side = self.position.side_to_move();
        self.evaluation.push(&self.position, m);
        self.position.make_selected(m);
        prefetch(self.position.hash());
        let made = self.judge(side, ply);
        if !matches!(made, Made::Open) {
            self.unmake();
        }
        made
    }

    /// What a move of `side` that has just been made comes to.
    #[inline(always)]
    fn judge(&mut self, side: Color, ply: usize) -> Made {
        let (win, loss) = (WIN - ply as i32 - 1, ply as i32 + 1 - WIN);
        if self.game.has_extinction() {
            // The rules look at the side to move first.
            for (loser, score) in [(!side, win), (side, loss)] {
                if self.position.is_extinct(loser) {
                    return Made::Ended(score);
                }
            }
        }
        if self.game.has_repetition {
            match self.position.recurrence(self.root) {
                Recurrence::New => {}
                Recurrence::Banned => return Made::Banned,
                Recurrence::Over(None) => return Made::Ended(0),
                Recurrence::Over(Some(winner)) => return Made::Ended(if winner == side { win } else { loss }),
            }
        }
        if self.game.has_royal && self.position.is_bare() {
            return Made::Ended(0);
        }
        Made::Open
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

    /// A cheap approximation of the static evaluation.
    #[inline(always)]
    pub(crate) fn estimate(&self) -> i32 {
        self.evaluation.estimate(&self.position)
    }

    /// A number that goes with the material of both sides and the side to move.
    pub(crate) fn material_key(&self) -> u64 {
        self.evaluation.material_key() ^ self.position.side_to_move() as u64
    }

    /// Whether a move gains at least `threshold` in the exchange on its target cell (static exchange evaluation).
    pub(crate) fn see_ge(&mut self, m: Move, threshold: i32) -> bool {
        self.position.exchange_gains(m, &self.game.piece_values, threshold)
    }

    /// How early a capture or promotion should be searched: most valuable victim, least valuable attacker.
    pub(crate) fn capture_score(&self, m: Move) -> i32 {
        let (game, position) = (self.game, &self.position);
        let attacker = game.value(position.side_to_move(), position.moved_by(m));
        let mut score = -attacker.min(MAX_ATTACKER) / self.params.capture_attacker_divisor;
        if let Some((color, kind)) = position.captured_by(m) {
            if game.is_last(position, color, kind) {
                return INFINITE * 4;
            }
            score += game.value(color, kind);
        }
        score + game.promotion_gain(position, m)
    }

    /// Whether a capture or promotion does not lose material, or wins at once.
    pub(crate) fn does_not_lose(&mut self, m: Move) -> bool {
        let is_capture = |board: &Self| board.position.captured_by(m).is_some();
        self.see_ge(m, 0) && (is_capture(self) || self.game.promotion_gain(&self.position, m) > 0)
            || self.captures_last(m)
    }

    /// Whether a capture ends the game by extinction.
    pub(crate) fn captures_last(&self, m: Move) -> bool {
        self.game.captures_last(&self.position, m)
    }

    /// The score of a position without legal moves, after `ply` moves of the search.
    pub(crate) fn score_without_moves(&mut self, ply: usize, in_check: bool) -> i32 {
        score_without_moves(&mut self.position, ply, in_check)
    }
}

/// No capturing piece counts for more in the order of captures: royals are worth more than everything else.
const MAX_ATTACKER: i32 = 10_000;

/// The score of a position without legal moves, after `ply` moves of the search.
pub(super) fn score_without_moves(position: &mut Position, ply: usize, in_check: bool) -> i32 {
    if in_check {
        return ply as i32 - WIN;
    }
    let side = position.side_to_move();
    match position.result().and_then(|outcome| outcome.winner) {
        None => 0,
        Some(winner) if winner == side => WIN - ply as i32,
        Some(_) => ply as i32 - WIN,
    }
}
