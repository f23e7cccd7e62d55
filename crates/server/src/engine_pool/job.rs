//! A search as text, for a worker in another process, and what it says.

use super::work::Task;
use crate::variants::{Options, Variant, Variants};
use serde::{Deserialize, Serialize};
use spielraum_catalogue::definition_text;
use spielraum_engine::{Best, Bound, Clock, Info, Level, Limits, Line, Score, ScoreKind};
use spielraum_rules::{ByColor, Move, Position, Rules};
use std::sync::Arc;
use std::time::Duration;

/// The ranks of searches: those of a lower one come first.
pub(crate) const QUICK_MOVE: i64 = 0;
pub(crate) const MOVE: i64 = 1;
pub(crate) const ANALYSIS: i64 = 2;

/// How many moves of a line are reported while a search goes on: a notice of PostgreSQL has at most 8,000 bytes.
const TOLD: usize = 64;

/// A search. Moves are the numbers that `rules` gives them.
#[derive(Serialize, Deserialize)]
pub(crate) struct Job {
    variant: String,
    options: Options,
    /// The text of a definition that is not in the catalogue.
    definition: Option<String>,
    fen: String,
    moves: Vec<u64>,
    pub analysis: bool,
    /// Up to which depth the client knows what was found.
    pub known: u32,
    limits: Bounds,
}

/// When a search ends, as far as servers say it.
#[derive(Serialize, Deserialize)]
struct Bounds {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    clocks: Option<[(Duration, Duration); 2]>,
    overhead: Duration,
    lines: usize,
    level: Option<u8>,
    seed: u64,
}

/// A score.
#[derive(Serialize, Deserialize)]
enum Worth {
    Cp(i32),
    Win(u32),
    Loss(u32),
}

/// What is reported while a search goes on.
#[derive(Serialize, Deserialize)]
pub(crate) struct News {
    depth: u32,
    seldepth: u32,
    line: usize,
    score: Worth,
    /// Less than 0: at most the score; more: at least.
    bound: i8,
    nodes: u64,
    time: Duration,
    nps: u64,
    hash_full: u32,
    table_hits: u64,
    learned: bool,
    pv: Vec<u64>,
}

/// How a search ended.
#[derive(Serialize, Deserialize)]
pub(crate) enum Answer {
    Found(Found),
    /// It can't be done there.
    Failed(String),
}

/// What was found.
#[derive(Serialize, Deserialize)]
pub(crate) struct Found {
    best: Option<u64>,
    ponder: Option<u64>,
    lines: Vec<(Worth, Vec<u64>)>,
    nodes: u64,
    depth: u32,
    time: Duration,
    /// Whether the search was ended to make way for others, and is to go on.
    pub makes_way: bool,
}

impl Job {
    /// A task within limits, of which what was found up to a depth is known.
    pub fn of(task: &Task, limits: &Limits, known: u32) -> Self {
        let Variant { view, chosen, .. } = &*task.variant;
        let moves = task.position.moves_made();
        let mut start = task.position.clone();
        while start.unmake().is_some() {}
        let side = |clock: &Clock| (clock.remaining, clock.increment);
        Self {
            variant: view.id.clone(),
            options: chosen.clone(),
            definition: definition_text(&view.id).is_none().then(|| view.definition.clone()),
            fen: start.fen(),
            moves: numbers(&moves),
            analysis: task.analysis,
            known,
            limits: Bounds {
                depth: limits.depth,
                nodes: limits.nodes,
                time: limits.time,
                clocks: limits.clock.as_ref().map(|clocks| [side(&clocks.white), side(&clocks.black)]),
                overhead: limits.overhead,
                lines: limits.multi_pv,
                level: limits.level.map(Level::number),
                seed: limits.seed,
            },
        }
    }

    /// The variant, compiled if it was not.
    pub fn variant(&self, variants: &Variants) -> Result<Arc<Variant>, String> {
        let compiled = variants.compile(&self.variant, self.definition.as_deref(), &self.options);
        compiled.map_err(|error| error.message)
    }

    /// The position.
    pub fn position(&self, rules: &Rules) -> Result<Position, String> {
        let mut position = Position::from_fen(rules, &self.fen).map_err(|error| error.to_string())?;
        for m in &self.moves {
            let m = Move::from_bits(*m).ok_or("a move is none")?;
            position.try_make(m).map_err(|error| error.to_string())?;
        }
        Ok(position)
    }

    /// The limits for one who begins after a time, in which a clock has run.
    pub fn limits(&self, position: &Position, waited: Duration) -> Limits {
        let Bounds { depth, nodes, time, clocks, overhead, lines, level, seed } = &self.limits;
        let side = |(remaining, increment)| Clock { remaining, increment, moves_to_go: None };
        let mut clock = clocks.map(|[white, black]| ByColor { white: side(white), black: side(black) });
        if let Some(clock) = &mut clock {
            let running = &mut clock[position.side_to_move()];
            running.remaining = running.remaining.saturating_sub(waited);
        }
        Limits {
            depth: *depth,
            nodes: *nodes,
            time: *time,
            clock,
            overhead: *overhead,
            multi_pv: *lines,
            level: level.and_then(Level::new),
            seed: *seed,
            ..Limits::default()
        }
    }
}

impl From<&Info> for News {
    fn from(info: &Info) -> Self {
        Self {
            depth: info.depth,
            seldepth: info.seldepth,
            line: info.line,
            score: info.score.into(),
            bound: match info.bound {
                Bound::Exact => 0,
                Bound::Lower => 1,
                Bound::Upper => -1,
            },
            nodes: info.nodes,
            time: info.time,
            nps: info.nps,
            hash_full: info.hash_full,
            table_hits: info.table_hits,
            learned: info.learned,
            pv: numbers(&info.pv[..info.pv.len().min(TOLD)]),
        }
    }
}

impl News {
    /// What was reported.
    pub fn info(&self) -> Info {
        Info {
            depth: self.depth,
            seldepth: self.seldepth,
            line: self.line,
            score: self.score.score(),
            bound: match self.bound {
                0 => Bound::Exact,
                1.. => Bound::Lower,
                _ => Bound::Upper,
            },
            nodes: self.nodes,
            time: self.time,
            nps: self.nps,
            hash_full: self.hash_full,
            table_hits: self.table_hits,
            learned: self.learned,
            pv: moves(&self.pv),
        }
    }
}

impl Found {
    /// What a search has found.
    pub fn of(best: &Best, makes_way: bool) -> Self {
        let number = |m: Option<Move>| m.map(Move::to_bits);
        let lines = best.lines.iter().map(|line| (line.score.into(), numbers(&line.moves))).collect();
        let Best { nodes, depth, time, .. } = *best;
        Self { best: number(best.best), ponder: number(best.ponder), lines, nodes, depth, time, makes_way }
    }

    /// The same of a position; nothing if the move is not legal there.
    pub fn best(self, position: &Position) -> Option<Best> {
        let best = match self.best {
            Some(best) => Some(Move::from_bits(best).filter(|m| position.is_legal(*m))?),
            None => None,
        };
        let lines = self.lines.iter().map(|(score, line)| Line { score: score.score(), moves: moves(line) }).collect();
        let ponder = self.ponder.and_then(Move::from_bits);
        Some(Best { best, ponder, lines, nodes: self.nodes, depth: self.depth, time: self.time })
    }
}

impl From<Score> for Worth {
    fn from(score: Score) -> Self {
        match score.kind() {
            ScoreKind::Centipawns(value) => Self::Cp(value),
            ScoreKind::WinIn(plies) => Self::Win(plies),
            ScoreKind::LossIn(plies) => Self::Loss(plies),
        }
    }
}

impl Worth {
    fn score(&self) -> Score {
        match *self {
            Self::Cp(value) => Score::centipawns(value),
            Self::Win(plies) => Score::win_in(plies),
            Self::Loss(plies) => Score::loss_in(plies),
        }
    }
}

fn numbers(moves: &[Move]) -> Vec<u64> {
    moves.iter().map(|m| m.to_bits()).collect()
}

/// Moves of a line, up to a number that is none.
fn moves(numbers: &[u64]) -> Vec<Move> {
    numbers.iter().map_while(|number| Move::from_bits(*number)).collect()
}
