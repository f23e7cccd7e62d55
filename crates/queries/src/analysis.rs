//! What an analysis reports.

use crate::Refusal;
use spielraum_engine::{Bound, Info, Score, ScoreKind};
use spielraum_rules::{Move, Position};
use spielraum_wire::{AnalysisLine, AnalysisMessage, AnalysisScore, translate};
use std::time::Duration;

/// How long a position is analysed.
pub const LONGEST: Duration = Duration::from_secs(60);

/// How often what is found is reported at most.
const PAUSE: Duration = Duration::from_millis(150);

/// Lines at once.
const LINES: u8 = 5;

/// Moves of a line that are reported.
const MOVES: usize = 24;

/// Reports what a search finds, not too often.
pub struct Findings {
    id: Option<u32>,
    position: Position,
    lines: Vec<Option<(Score, Vec<Move>)>>,
    told: Option<Duration>,
    depth: u32,
}

impl Findings {
    /// Those about a position, in an analysis with this id; refuses what can't be analysed.
    pub fn about(position: &Position, multipv: u8, id: Option<u32>) -> Result<Self, Refusal> {
        if !(1..=LINES).contains(&multipv) {
            return Err(Refusal::new("bad-multipv", format!("1 to {LINES} lines can be asked for.")));
        }
        if let Some(outcome) = position.outcome() {
            return Err(Refusal::new(
                "over",
                format!("The game is over. {}.", outcome.said(position.rules().spec().sides)),
            ));
        }
        Ok(Self { id, position: position.clone(), lines: vec![None; multipv.into()], told: None, depth: 0 })
    }

    /// What is to be reported after news of the search, if anything.
    pub fn after(&mut self, info: &Info) -> Option<AnalysisMessage> {
        let line = self.lines.get_mut(info.line)?;
        // A search that knows all at once has no other depth to report it with.
        let first = line.is_none();
        if info.bound == Bound::Exact && !info.pv.is_empty() {
            *line = Some((info.score, info.pv.clone()));
        }
        let last = self.lines.iter().rposition(Option::is_some).unwrap_or(0);
        let deeper = info.depth > self.depth;
        let soon = self.told.is_some_and(|told| info.time < told + PAUSE);
        // All lines of a depth are reported together, with the last of them.
        if soon && !deeper && !first || info.line < last {
            return None;
        }
        (self.told, self.depth) = (Some(info.time), info.depth);
        let lines: Vec<(Score, Vec<Move>)> = self.lines.iter().flatten().cloned().collect();
        Some(AnalysisMessage::Info {
            id: self.id,
            depth: info.depth,
            nodes: info.nodes,
            nps: info.nps,
            learned: info.learned,
            side: self.position.side_to_move().into(),
            lines: lines.iter().map(|(score, moves)| self.view(*score, moves)).collect(),
        })
    }

    fn view(&mut self, score: Score, moves: &[Move]) -> AnalysisLine {
        let score = match (score.kind(), score.moves_to_end()) {
            (_, Some(moves)) => AnalysisScore::Mate(moves),
            (ScoreKind::Centipawns(value), None) => AnalysisScore::Cp(value),
            (ScoreKind::WinIn(plies), None) => AnalysisScore::Mate(plies.div_ceil(2) as i32),
            (ScoreKind::LossIn(plies), None) => AnalysisScore::Mate(-(plies.div_ceil(2) as i32)),
        };
        let mut pv = Vec::new();
        for &m in moves.iter().take(MOVES) {
            if !self.position.is_legal(m) {
                break;
            }
            pv.push(translate::made(&self.position, m));
            self.position.make(m);
        }
        pv.iter().for_each(|_| _ = self.position.unmake());
        AnalysisLine { score, pv }
    }
}
