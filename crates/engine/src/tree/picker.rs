//! Moves in the order in which they are searched, generated no earlier than they are needed.

use super::worker::Worker;
use crate::history::Deed;
use spielraum_rules::{Move, MoveKind, Selection};

/// A move and how early it should be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) m: Move,
    pub(crate) score: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Hash,
    Captures,
    GoodCaptures,
    Refutation(usize),
    Quiets,
    GoodQuiets,
    BadCaptures,
    Done,
}

/// What kind of move the picker gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Picked {
    /// Tried first since it was best before.
    Hash,
    /// A capture that does not lose material.
    Capture,
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
}

/// Gives the moves of one position, each once.
pub(crate) struct Picker {
    wanted: Wanted,
    stage: Stage,
    hash_move: Option<Move>,
    refutations: [Option<Move>; 3],
    earlier: [Option<Deed>; 2],
    moves: Vec<Scored>,
    at: usize,
    /// Captures that lose material are kept at the front of the list until the end.
    bad: usize,
    end_of_captures: usize,
    quiets_given: usize,
}

/// After so many quiet moves the others are sorted at once.
const SELECTED: usize = 12;

/// What a drop that gives check gains among quiet moves: there are few of them among many drops.
const CHECKING_DROP: i32 = 8_000;

/// The score of promotions among quiet moves.
const PROMOTION: i32 = 1 << 20;

impl Picker {
    /// `moves` is an empty list to use.
    pub(crate) fn new(
        wanted: Wanted,
        hash_move: Option<Move>,
        refutations: [Option<Move>; 3],
        earlier: [Option<Deed>; 2],
        moves: Vec<Scored>,
    ) -> Self {
        let stage = if hash_move.is_some() { Stage::Hash } else { Stage::Captures };
        Self {
            wanted,
            stage,
            hash_move,
            refutations,
            earlier,
            moves,
            at: 0,
            bad: 0,
            end_of_captures: 0,
            quiets_given: 0,
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

    /// No more quiet moves are wanted.
    pub(crate) fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Refutation(_) | Stage::Quiets | Stage::GoodQuiets) {
            self.start_bad_captures();
        }
    }

    fn start_bad_captures(&mut self) {
        self.stage = Stage::BadCaptures;
        self.at = 0;
    }

    /// The next move of the worker's position.
    pub(crate) fn next(&mut self, worker: &mut Worker<'_>) -> Option<(Move, Picked)> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Stage::Captures;
                    return self.hash_move.map(|m| (m, Picked::Hash));
                }
                Stage::Captures => self.generate_captures(worker),
                Stage::GoodCaptures => {
                    if let Some(m) = self.next_capture(worker) {
                        return Some((m, Picked::Capture));
                    }
                    self.stage = match self.wanted {
                        Wanted::All => Stage::Refutation(0),
                        Wanted::Noisy => Stage::Done,
                    };
                }
                Stage::Refutation(index) => {
                    self.stage = if index < 2 { Stage::Refutation(index + 1) } else { Stage::Quiets };
                    if let Some(m) = self.refutation(index, worker) {
                        return Some((m, Picked::Quiet));
                    }
                }
                Stage::Quiets => self.generate_quiets(worker),
                Stage::GoodQuiets => {
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

    fn generate_captures(&mut self, worker: &mut Worker<'_>) {
        worker.fresh.clear();
        worker.position.select(Selection::Captures, &mut worker.fresh);
        if self.wanted == Wanted::Noisy && worker.game.promotes {
            worker.position.select(Selection::QuietPromotions, &mut worker.fresh);
        }
        for index in 0..worker.fresh.len() {
            let m = worker.fresh[index];
            // Captures that also change another piece come by the hundred, and the plain one is among them.
            let duplicate = self.wanted == Wanted::Noisy && m.elsewhere().is_some();
            if Some(m) != self.hash_move && !duplicate {
                self.moves.push(Scored { m, score: worker.capture_score(m) });
            }
        }
        self.end_of_captures = self.moves.len();
        self.stage = Stage::GoodCaptures;
    }

    /// The best capture left that does not lose material; those that do are put aside.
    fn next_capture(&mut self, worker: &mut Worker<'_>) -> Option<Move> {
        while self.at < self.end_of_captures {
            let best = self.select_best(self.end_of_captures);
            if worker.does_not_lose(best.m) {
                return Some(best.m);
            }
            self.moves.swap(self.bad, self.at - 1);
            self.bad += 1;
        }
        None
    }

    /// Brings the best move from `at` on to `at`, and passes it.
    fn select_best(&mut self, end: usize) -> Scored {
        let mut best = self.at;
        for index in self.at + 1..end {
            if self.moves[index].score > self.moves[best].score {
                best = index;
            }
        }
        self.moves.swap(self.at, best);
        self.at += 1;
        self.moves[self.at - 1]
    }

    fn refutation(&self, index: usize, worker: &mut Worker<'_>) -> Option<Move> {
        let m = self.refutations[index]?;
        let known = Some(m) == self.hash_move || self.refutations[..index].contains(&Some(m));
        (!known && worker.position.captured_by(m).is_none() && worker.position.accepts(m)).then_some(m)
    }

    fn generate_quiets(&mut self, worker: &mut Worker<'_>) {
        worker.fresh.clear();
        worker.position.select(Selection::Quiets, &mut worker.fresh);
        if worker.game.drops {
            worker.position.select(Selection::Drops, &mut worker.fresh);
        }
        let given = [self.hash_move, self.refutations[0], self.refutations[1], self.refutations[2]];
        let side = worker.position.side_to_move();
        for index in 0..worker.fresh.len() {
            let m = worker.fresh[index];
            if given.contains(&Some(m)) {
                continue;
            }
            let kind = worker.position.moved_by(m);
            let mut score = worker.shared.history.score(worker.shared.history.deed(side, kind, m), self.earlier);
            if m.kind() == MoveKind::Drop {
                let checks = worker.game.royal && worker.position.aims_at_royal(side, kind, m.to());
                score += if checks { CHECKING_DROP } else { 0 };
            } else if m.promotion().is_some() {
                score += (worker.promotion_gain(m) * 64).clamp(-PROMOTION, PROMOTION);
            }
            self.moves.push(Scored { m, score });
        }
        self.at = self.end_of_captures;
        self.stage = Stage::GoodQuiets;
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
