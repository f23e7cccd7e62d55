//! Iterative deepening alpha-beta.

use crate::score::{INFINITE, MAX_PLY, WIN};
use crate::{Best, Bound, Info, Limits, Line, Score, Stop, Weights};
use spielraum_geometry::Cell;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Move, Position};
use std::time::{Duration, Instant};

pub(crate) struct Searcher<'a> {
    position: Position,
    weights: &'a Weights,
    limits: &'a Limits,
    stop: &'a Stop,
    started: Instant,
    budget: Option<Duration>,
    nodes: u64,
    stopped: bool,
    cells: Vec<Cell>,
    pv: Vec<Vec<Move>>,
}

impl<'a> Searcher<'a> {
    pub(crate) fn new(position: &Position, weights: &'a Weights, limits: &'a Limits, stop: &'a Stop) -> Self {
        let clock = limits.clock.map(|clock| clock[position.side_to_move()]);
        let budget = limits.time.or(clock.map(|clock| clock.remaining / 30 + clock.increment / 2));
        Self {
            position: position.clone(),
            weights,
            limits,
            stop,
            started: Instant::now(),
            budget,
            nodes: 0,
            stopped: false,
            cells: position.rules().board().cells().collect(),
            pv: vec![Vec::new(); MAX_PLY + 1],
        }
    }

    pub(crate) fn run(mut self, observer: &mut dyn FnMut(&Info)) -> Best {
        let legal = self.position.legal_moves();
        let wanted = |m: &Move| self.limits.moves.is_empty() || self.limits.moves.contains(m);
        let mut moves: Vec<(Move, i32, Vec<Move>)> =
            legal.into_iter().filter(wanted).map(|m| (m, 0, vec![m])).collect();
        let mut best = Best { best: moves.first().map(|entry| entry.0), ..Best::default() };
        let deepest = self.limits.depth.unwrap_or(64).clamp(1, 64);
        for depth in 1..=deepest {
            if moves.is_empty() || !self.deepen(depth, &mut moves, observer) {
                break;
            }
            best.depth = depth;
            best.lines = moves
                .iter()
                .take(self.limits.multi_pv.max(1))
                .map(|(_, score, pv)| Line { score: Score(*score), moves: pv.clone() })
                .collect();
        }
        if let Some(line) = best.lines.first() {
            best.best = line.moves.first().copied();
            best.ponder = line.moves.get(1).copied();
        }
        (best.nodes, best.time) = (self.nodes, self.started.elapsed());
        best
    }

    fn deepen(&mut self, depth: u32, moves: &mut [(Move, i32, Vec<Move>)], observer: &mut dyn FnMut(&Info)) -> bool {
        let wide = self.limits.multi_pv.max(1);
        for index in 0..moves.len() {
            let alpha = if index < wide { -INFINITE } else { moves[wide - 1].1 };
            self.position.make(moves[index].0);
            let score = -self.negamax(depth as i32 - 1, 1, -INFINITE, -alpha);
            self.position.unmake();
            if self.stopped {
                return false;
            }
            let mut pv = vec![moves[index].0];
            pv.extend(&self.pv[1]);
            moves[index] = (moves[index].0, score.min(if score <= alpha { alpha } else { INFINITE }), pv);
            let place = moves[..index].partition_point(|entry| entry.1 >= score);
            moves[place..=index].rotate_right(1);
        }
        for (line, (_, score, pv)) in moves.iter().take(wide).enumerate() {
            let time = self.started.elapsed();
            observer(&Info {
                depth,
                seldepth: depth,
                line,
                score: Score(*score),
                bound: Bound::Exact,
                nodes: self.nodes,
                time,
                nps: (self.nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
                hash_full: 0,
                pv: pv.clone(),
            });
        }
        true
    }

    fn out_of_time(&mut self) -> bool {
        if self.nodes.is_multiple_of(256) {
            let late = !self.limits.infinite && self.budget.is_some_and(|budget| self.started.elapsed() >= budget);
            self.stopped |= late || self.stop.is_stopped();
        }
        self.stopped |= self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes);
        self.stopped
    }

    fn negamax(&mut self, depth: i32, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        self.pv[ply].clear();
        if self.out_of_time() {
            return 0;
        }
        if let Some(outcome) = self.position.game_result() {
            return match outcome.winner {
                None => 0,
                Some(winner) if winner == self.position.side_to_move() => WIN - ply as i32,
                Some(_) => ply as i32 - WIN,
            };
        }
        if ply + 1 >= MAX_PLY {
            return self.evaluate();
        }
        let quiet = depth <= 0;
        let mut best = -INFINITE;
        if quiet {
            best = self.evaluate();
            alpha = alpha.max(best);
            if alpha >= beta || depth < -6 {
                return best;
            }
        }
        let mut moves = if quiet { self.position.captures() } else { self.position.legal_moves() };
        moves.sort_by_cached_key(|&m| -self.gain(m));
        for m in moves {
            self.position.make(m);
            let score = -self.negamax(depth - 1, ply + 1, -beta, -alpha);
            self.position.unmake();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    let (upper, lower) = self.pv.split_at_mut(ply + 1);
                    upper[ply].clear();
                    upper[ply].push(m);
                    upper[ply].extend_from_slice(&lower[0]);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    fn gain(&self, m: Move) -> i32 {
        let Some((color, taken)) = self.position.piece_at(m.to()) else { return 0 };
        let mover = m.from().and_then(|from| self.position.piece_at(from));
        let own = mover.map_or(0, |(color, kind)| self.weights.values[color][kind.index()]);
        16 * self.weights.values[color][taken.index()] - own
    }

    fn evaluate(&self) -> i32 {
        let us = self.position.side_to_move();
        let mut sum = 0;
        for &cell in &self.cells {
            if let Some((color, kind)) = self.position.piece_at(cell) {
                let value = self.weights.values[color][kind.index()];
                sum += if color == us { value } else { -value };
            }
        }
        for color in Color::BOTH {
            for kind in 0..self.weights.values[color].len() {
                let held = i32::from(self.position.in_hand(color, PieceType(kind as u8)));
                let value = held * self.weights.values[color][kind] / 2;
                sum += if color == us { value } else { -value };
            }
        }
        Score::centipawns(sum).0
    }
}
