//! Endgame tables at the root and in the tree.

use super::root_moves::RootMove;
use crate::score::{WIN, WIN_BOUND};
use crate::{Score, ScoreKind, Tablebase};
use spielraum_rules::spec::{Repetition, Spec};
use spielraum_rules::{Color, Move, Position};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Whether there can be tables: a browser has no files to read them from, and nothing that would ask them is compiled for it.
pub(crate) const POSSIBLE: bool = !cfg!(target_family = "wasm");

/// Endgame tables in use by a search.
pub(crate) struct Probe<'a> {
    tables: &'a dyn Tablebase,
    max_pieces: u32,
    /// After how many plies without progress the game is a draw.
    limit: Option<u32>,
    /// Whether a draw by the tables is one whatever moves have been made.
    draws_hold: bool,
    /// How many positions were found in tables.
    hits: AtomicU64,
}

/// What tables say of the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum AtRoot {
    /// Not all that the choice depends on.
    #[default]
    Unknown,
    /// The best move is known.
    Decided,
    /// The best moves draw; the search chooses among them.
    Drawn,
}

/// What a move is worth by the tables.
#[derive(Clone, Copy)]
struct Rated {
    /// For the side that makes it.
    score: Score,
    /// Whether neither the move count nor the game's record can change that.
    is_certain: bool,
}

impl<'a> Probe<'a> {
    pub(crate) fn new(tables: &'a dyn Tablebase, spec: &Spec) -> Self {
        let draws_hold = match spec.goals.repetition {
            Repetition::Ignored => true,
            Repetition::Banned => false,
            Repetition::Counted { loser, perpetual_check_loses, .. } => loser.is_none() && !perpetual_check_loses,
        };
        let limit = spec.goals.move_count().map(u32::from);
        Self { tables, max_pieces: tables.max_pieces(), limit, draws_hold, hits: AtomicU64::new(0) }
    }

    /// How many positions were found in tables.
    pub(crate) fn hits(&self) -> u64 {
        self.hits.load(Relaxed)
    }

    /// The value of a position that is not over, if it is certain, after `ply` moves of the search.
    pub(crate) fn score(&self, position: &Position, ply: usize) -> Option<i32> {
        let value = self.value(position)?;
        let ply = ply as i32;
        self.is_certain(position, value).then(|| match value.0 {
            score if score >= WIN_BOUND => score - ply,
            score if score <= -WIN_BOUND => score + ply,
            score => score,
        })
    }

    fn value(&self, position: &Position) -> Option<Score> {
        if position.count_all(Color::White) + position.count_all(Color::Black) > self.max_pieces {
            return None;
        }
        let value = self.tables.probe(position)?;
        self.hits.fetch_add(1, Relaxed);
        Some(value)
    }

    /// Whether a win ends the game before the draw by move count, and a draw can't be won by repetition.
    fn is_certain(&self, position: &Position, value: Score) -> bool {
        match value.kind() {
            ScoreKind::WinIn(plies) | ScoreKind::LossIn(plies) => {
                self.limit.is_none_or(|limit| position.halfmove_clock() + plies <= limit)
            }
            ScoreKind::Centipawns(_) => self.draws_hold,
        }
    }

    /// Rates the moves to choose from. Where all are in tables, what loses the value of the position is left out or known to
    /// be worse. The first `lines` moves that are known get their lines to the end of the game.
    pub(crate) fn rate(&self, position: &Position, moves: &mut Vec<RootMove>, lines: usize) -> AtRoot {
        let mut position = position.clone();
        let rated: Vec<Option<Rated>> = moves.iter().map(|root| self.rate_move(&mut position, root.m)).collect();
        let Some(all) = rated.iter().copied().collect::<Option<Vec<Rated>>>() else {
            for (root, rated) in moves.iter_mut().zip(rated) {
                root.known = rated.filter(|rated| rated.is_certain).map(|rated| rated.score.0);
            }
            return AtRoot::Unknown;
        };
        let Some(best) = all.iter().copied().max_by_key(|rated| (rated.score, rated.is_certain)) else {
            return AtRoot::Unknown;
        };
        if !best.is_certain {
            // The draw by move count may come first, or a repetition decide: the tables' best is the best try.
            let mut all = all.iter();
            moves.retain(|_| all.next().is_none_or(|rated| rated.score == best.score));
            return AtRoot::Unknown;
        }
        for (root, rated) in moves.iter_mut().zip(&all) {
            root.known = Some(rated.score.0);
            root.last = rated.score.0;
        }
        moves.sort_by_key(|root| Reverse(root.known));
        if best.score == Score::DRAW {
            return AtRoot::Drawn;
        }
        for root in moves.iter_mut().take(lines) {
            root.pv = self.line(&mut position, root.m);
        }
        AtRoot::Decided
    }

    /// What a move is worth to the side that makes it, the game's record considered for it and the answers to it.
    fn rate_move(&self, position: &mut Position, m: Move) -> Option<Rated> {
        let side = position.side_to_move();
        position.make(m);
        let rated = match position.outcome() {
            Some(outcome) => Some(Rated { score: ended(outcome.winner, side), is_certain: true }),
            None => self.value(position).map(|value| {
                let is_certain = self.is_certain(position, value);
                let score = match after_a_move(value) {
                    score if score.0 >= WIN_BOUND && saves_itself(position, side) => Score::DRAW,
                    score => score,
                };
                Rated { score, is_certain }
            }),
        };
        position.unmake();
        rated
    }

    /// A move and what follows it to the end of the game with best play of both.
    fn line(&self, position: &mut Position, first: Move) -> Vec<Move> {
        let (mut line, mut next) = (Vec::new(), Some(first));
        while let Some(m) = next {
            position.make(m);
            line.push(m);
            next = if position.outcome().is_some() { None } else { self.best(position) };
        }
        line.iter().for_each(|_| _ = position.unmake());
        line
    }

    /// The best move of a position by the tables, if it is won or lost.
    fn best(&self, position: &mut Position) -> Option<Move> {
        let side = position.side_to_move();
        let mut best: Option<(Score, Move)> = None;
        for m in position.legal_moves() {
            position.make(m);
            let score = match position.outcome() {
                Some(outcome) => Some(ended(outcome.winner, side)),
                None => self.value(position).map(after_a_move),
            };
            position.unmake();
            let score = score?;
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, m));
            }
        }
        best.filter(|(score, _)| *score != Score::DRAW).map(|(_, m)| m)
    }
}

/// Whether the side to move can end the game at once so that `winner` does not win it: a position recurs.
fn saves_itself(position: &mut Position, winner: Color) -> bool {
    position.legal_moves().into_iter().any(|m| {
        position.make(m);
        let outcome = position.outcome();
        position.unmake();
        outcome.is_some_and(|outcome| outcome.winner != Some(winner))
    })
}

/// The score of a game that a move of `side` has ended.
fn ended(winner: Option<Color>, side: Color) -> Score {
    match winner {
        None => Score::DRAW,
        Some(winner) if winner == side => Score(WIN - 1),
        Some(_) => Score(1 - WIN),
    }
}

/// What the value of the position after a move means for the side that made it.
fn after_a_move(value: Score) -> Score {
    match value.kind() {
        ScoreKind::LossIn(plies) => Score::win_in(plies + 1),
        ScoreKind::WinIn(plies) => Score::loss_in(plies + 1),
        ScoreKind::Centipawns(_) => Score::DRAW,
    }
}
