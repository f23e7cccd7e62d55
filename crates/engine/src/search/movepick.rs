//! Moves in the order in which they are searched, generated no earlier than they are needed: the table move, captures
//! that don't lose material, killers and the countermove, other quiet moves by their history, losing captures.

use super::board::Board;
use crate::eval::Evaluate;
use crate::history::{History, Previous};
use spielraum_rules::{GenType, Move, MoveKind};

/// A move and how early it should be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) m: Move,
    pub(crate) score: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateCaptures,
    GoodCaptures,
    Refutation(usize),
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// What kind of move the picker gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Picked {
    /// The move from the transposition table.
    TtMove,
    /// A capture that does not lose material.
    GoodCapture,
    /// A move that does not capture.
    Quiet,
    /// A capture that loses material.
    BadCapture,
}

/// Which moves a picker gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All legal ones.
    All,
    /// Captures that don't lose material, and promotions.
    Noisy,
    /// The same, then quiet moves that give check.
    NoisyAndChecks,
}

/// Gives the moves of one position, each once.
pub(crate) struct MovePicker {
    wanted: Wanted,
    stage: Stage,
    tt_move: Option<Move>,
    /// Two killers and the countermove.
    refutations: [Option<Move>; 3],
    /// The moves that led to the position, the last one first.
    previous: Previous,
    moves: Vec<Scored>,
    at: usize,
    /// Captures that lose material are kept at the front of the list until the end.
    bad: usize,
    end_of_captures: usize,
    quiets_given: usize,
    /// Whether no other quiet moves are wanted than those that give check.
    only_checks: bool,
}

/// A list has room for this many moves from the first time on.
const USUAL_MOVES: usize = 256;

/// After this many quiet moves the others are sorted at once.
const SELECTED: usize = 12;

/// The largest score of promotions among quiet moves.
const MAX_PROMOTION: i32 = 1 << 20;

impl MovePicker {
    /// `moves` is an empty list to use.
    pub(crate) fn new(
        wanted: Wanted,
        tt_move: Option<Move>,
        refutations: [Option<Move>; 3],
        previous: Previous,
        mut moves: Vec<Scored>,
    ) -> Self {
        moves.reserve(USUAL_MOVES);
        let stage = if tt_move.is_some() { Stage::TtMove } else { Stage::GenerateCaptures };
        Self {
            wanted,
            stage,
            tt_move,
            refutations,
            previous,
            moves,
            at: 0,
            bad: 0,
            end_of_captures: 0,
            quiets_given: 0,
            only_checks: wanted == Wanted::NoisyAndChecks,
        }
    }

    /// The list, to be used again.
    pub(crate) fn into_list(self) -> Vec<Scored> {
        let mut moves = self.moves;
        moves.clear();
        moves
    }

    /// How many moves have been generated so far.
    pub(crate) fn generated(&self) -> usize {
        self.moves.len()
    }

    /// No more captures are wanted.
    pub(crate) fn skip_captures(&mut self) {
        if self.stage == Stage::GoodCaptures {
            self.start_quiets();
        }
    }

    /// No more quiet moves are wanted.
    pub(crate) fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Refutation(_) | Stage::GenerateQuiets | Stage::Quiets) {
            self.start_bad_captures();
        }
    }

    /// Of the quiet moves only those that give check are still wanted.
    pub(crate) fn skip_quiets_but_checks<E: Evaluate>(&mut self, board: &Board<'_, E>) {
        if self.stage == Stage::Quiets && !self.only_checks {
            let mut kept = self.at;
            for index in self.at..self.moves.len() {
                if board.gives_check(self.moves[index].m) {
                    self.moves.swap(kept, index);
                    kept += 1;
                }
            }
            self.moves.truncate(kept);
        }
        self.only_checks = true;
    }

    fn start_quiets(&mut self) {
        self.stage = match self.wanted {
            Wanted::All => Stage::Refutation(0),
            Wanted::Noisy => Stage::Done,
            Wanted::NoisyAndChecks => Stage::GenerateQuiets,
        };
    }

    fn start_bad_captures(&mut self) {
        self.stage = if self.wanted == Wanted::All { Stage::BadCaptures } else { Stage::Done };
        self.at = 0;
    }

    /// The next move of the board's position.
    pub(crate) fn next<E: Evaluate>(&mut self, board: &mut Board<'_, E>, history: &History) -> Option<(Move, Picked)> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateCaptures;
                    return self.tt_move.map(|m| (m, Picked::TtMove));
                }
                Stage::GenerateCaptures => self.generate_captures(board),
                Stage::GoodCaptures => {
                    if let Some(m) = self.next_capture(board) {
                        return Some((m, Picked::GoodCapture));
                    }
                    self.start_quiets();
                }
                Stage::Refutation(index) => {
                    self.stage = if index < 2 { Stage::Refutation(index + 1) } else { Stage::GenerateQuiets };
                    if let Some(m) = self.refutation(index, board) {
                        return Some((m, Picked::Quiet));
                    }
                }
                Stage::GenerateQuiets => self.generate_quiets(board, history),
                Stage::Quiets => {
                    if let Some(m) = self.next_quiet() {
                        return Some((m, Picked::Quiet));
                    }
                    self.start_bad_captures();
                }
                Stage::BadCaptures => {
                    if self.at < self.bad {
                        self.at += 1;
                        return Some((self.moves[self.at - 1].m, Picked::BadCapture));
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn generate_captures<E: Evaluate>(&mut self, board: &mut Board<'_, E>) {
        board.generated.clear();
        match self.wanted {
            Wanted::All => board.position.generate(GenType::Captures, &mut board.generated),
            Wanted::Noisy | Wanted::NoisyAndChecks => {
                // Captures that also promote another piece come by the hundred, and the plain one is among them.
                board.position.generate(GenType::PlainCaptures, &mut board.generated);
                if board.game.has_promotions {
                    board.position.generate(GenType::QuietPromotions, &mut board.generated);
                }
            }
        }
        for index in 0..board.generated.len() {
            let m = board.generated[index];
            if Some(m) != self.tt_move {
                self.moves.push(Scored { m, score: board.capture_score(m) });
            }
        }
        self.end_of_captures = self.moves.len();
        self.stage = Stage::GoodCaptures;
    }

    /// The best capture left that does not lose material; those that do are put aside.
    fn next_capture<E: Evaluate>(&mut self, board: &mut Board<'_, E>) -> Option<Move> {
        while self.at < self.end_of_captures {
            let best = self.select_best(self.end_of_captures);
            if board.does_not_lose(best.m) {
                return Some(best.m);
            }
            self.moves.swap(self.bad, self.at - 1);
            self.bad += 1;
        }
        None
    }

    /// Brings the best move from `at` on to `at`, and passes it.
    fn select_best(&mut self, end: usize) -> Scored {
        let left = &mut self.moves[self.at..end];
        let (mut best, mut highest) = (0, i32::MIN);
        for (index, &Scored { score, .. }) in left.iter().enumerate() {
            (best, highest) = if score > highest { (index, score) } else { (best, highest) };
        }
        left.swap(0, best);
        self.at += 1;
        left[0]
    }

    fn refutation<E: Evaluate>(&self, index: usize, board: &mut Board<'_, E>) -> Option<Move> {
        let m = self.refutations[index]?;
        let known = Some(m) == self.tt_move || self.refutations[..index].contains(&Some(m));
        (!known && !board.is_capture(m) && board.position.is_pseudo_legal(m)).then_some(m)
    }

    fn generate_quiets<E: Evaluate>(&mut self, board: &mut Board<'_, E>, history: &History) {
        let Board { game, position, generated, .. } = board;
        generated.clear();
        if self.only_checks {
            position.generate(GenType::QuietChecks, generated);
        } else {
            position.generate(GenType::Quiets, generated);
            if game.has_drops {
                position.generate(GenType::Drops, generated);
            }
        }
        let board = &*board;
        let (params, position) = (board.params, &board.position);
        let given = [self.tt_move, self.refutations[0], self.refutations[1], self.refutations[2]];
        let side = position.side_to_move();
        for &m in &board.generated {
            if given.contains(&Some(m)) {
                continue;
            }
            let kind = position.moved_by(m);
            let mut score = history.order(history.piece_to(side, kind, m), self.previous);
            if m.kind() == MoveKind::Drop {
                score += if board.gives_check(m) { params.checking_drop_bonus } else { 0 };
            } else if m.promotion().is_some() {
                let gain = board.game.promotion_gain(position, m);
                score += (gain * params.promotion_bonus).clamp(-MAX_PROMOTION, MAX_PROMOTION);
            }
            self.moves.push(Scored { m, score });
        }
        self.at = self.end_of_captures;
        self.stage = Stage::Quiets;
    }

    fn next_quiet(&mut self) -> Option<Move> {
        if self.at >= self.moves.len() {
            return None;
        }
        self.quiets_given += 1;
        if self.quiets_given <= SELECTED {
            return Some(self.select_best(self.moves.len()).m);
        }
        if self.quiets_given == SELECTED + 1 {
            self.moves[self.at..].sort_unstable_by_key(|scored| -scored.score);
        }
        self.at += 1;
        Some(self.moves[self.at - 1].m)
    }
}
