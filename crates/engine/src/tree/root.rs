//! The moves of the position that is thought about, searched deeper and deeper.

use super::worker::{Made, Task, Worker};
use crate::score::{INFINITE, MAX_PLY, WIN, WIN_BOUND};
use crate::{Bound, Info, Score};
use spielraum_rules::Move;
use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// A move of the position that is thought about.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) m: Move,
    /// Its score at this depth, or the lowest of all where it is known only not to be better than others.
    pub(crate) score: i32,
    /// Its last score that is more than a bound.
    pub(crate) last: i32,
    /// How much more it is liked than its score says (see [`crate::level`]).
    pub(crate) liking: i32,
    pub(crate) pv: Vec<Move>,
}

impl RootMove {
    pub(crate) fn new(m: Move, liking: i32) -> Self {
        Self { m, score: -INFINITE, last: -INFINITE, liking, pv: vec![m] }
    }

    /// By what moves are compared: wins and losses are nobody's liking.
    fn rank(&self) -> i32 {
        liked(self.score, self.liking)
    }
}

/// A score with a liking added.
fn liked(score: i32, liking: i32) -> i32 {
    if score.abs() >= WIN_BOUND { score } else { (score + liking).clamp(1 - WIN_BOUND, WIN_BOUND - 1) }
}

/// After so many positions bounds are told too: exact scores may be long in coming.
const MUCH: u64 = 2_000_000;

/// No search is deeper, so that its extensions have room.
const DEEPEST: u32 = MAX_PLY as u32 - 8;

/// The first window's half width in centipawns.
const WINDOW: i32 = 18;

impl Worker<'_> {
    /// Searches deeper and deeper until something says to end; tells `observer` each best line. This is for the first
    /// thread.
    pub(crate) fn deepen(&mut self, lines: usize, observer: &mut dyn FnMut(&Info)) -> u32 {
        let deepest = self.shared.limits.depth.unwrap_or(u32::MAX).clamp(1, DEEPEST);
        let lines = lines.clamp(1, self.root_moves.len().max(1));
        self.order_root_moves();
        self.begin_forcing();
        let mut done = 0;
        let (mut steady, mut before) = (0u32, (None, 0));
        while done < deepest && !self.stopped {
            let depth = done + 1;
            self.root_depth = depth as i32;
            for root in &mut self.root_moves {
                root.score = -INFINITE;
            }
            for line in 0..lines {
                self.seldepth = 0;
                self.search_line(line, depth as i32, observer);
                if self.stopped {
                    break;
                }
            }
            if std::mem::take(&mut self.is_interrupted) {
                self.tell_forced(observer);
                self.stopped = self.shared.halt.load(Relaxed);
                continue;
            }
            if self.stopped {
                break;
            }
            done = depth;
            let best = (Some(self.root_moves[0].m), self.root_moves[0].last);
            steady = if best.0 == before.0 { steady + 1 } else { 0 };
            let falls = (before.1 - best.1).clamp(0, 100) as u32;
            before = best;
            if self.has_enough(steady, falls, depth, lines) {
                break;
            }
        }
        done
    }

    /// Helps the first thread with what it searches, until the search ends: what this one finds, the first finds in the
    /// table. Where this one is done sooner, it goes on deeper.
    pub(crate) fn help(&mut self) {
        while !self.shared.halt.load(Relaxed) {
            if !self.take_task() {
                std::thread::sleep(Duration::from_micros(50));
            }
        }
    }

    /// Takes part in the first thread's search; `false` if there is nothing new to do.
    fn take_task(&mut self) -> bool {
        if self.shared.task_number.load(Relaxed) == self.task_number {
            return false;
        }
        let task = match self.shared.task.lock() {
            Ok(task) => task.clone(),
            Err(_) => return false,
        };
        let Task { number, mut depth, searched, alpha, beta, moves, line } = task;
        (self.task_number, self.root_moves, self.root_depth) = (number, moves, depth as i32);
        self.search_root(line, searched, alpha, beta);
        while !self.stopped && depth < DEEPEST {
            self.root_moves[line..].sort_by_key(|root| -root.rank());
            depth += 1;
            self.root_depth = depth as i32;
            self.search_line(line, depth as i32, &mut |_| {});
        }
        self.stopped = false;
        true
    }

    /// Lets the other threads know what this one, the first, searches now.
    fn announce(&mut self, line: usize, searched: i32, alpha: i32, beta: i32) {
        if !self.is_first || !self.shared.busy.has_helpers() {
            return;
        }
        if let Ok(mut task) = self.shared.task.lock() {
            task.number += 1;
            (task.depth, task.searched) = (self.root_depth as u32, searched);
            (task.alpha, task.beta, task.line) = (alpha, beta, line);
            task.moves.clone_from(&self.root_moves);
            self.shared.task_number.store(task.number, Relaxed);
        }
    }

    /// Tells of the win found by forcing moves, if it is better than the best line.
    fn tell_forced(&mut self, observer: &mut dyn FnMut(&Info)) {
        if self.prefer_forced() {
            observer(&self.info(0, self.root_depth, Bound::Exact));
        }
    }

    /// Puts the win found by forcing moves first, if it is better than the best line; says whether it did.
    fn prefer_forced(&mut self) -> bool {
        let Some(forced) = &self.forced else { return false };
        let better = |root: &RootMove| root.rank() >= forced.rank();
        let Some(index) = self.root_moves.iter().position(|root| root.m == forced.m || better(root)) else {
            return false;
        };
        if better(&self.root_moves[index]) {
            return false;
        }
        let forced = forced.clone();
        self.root_moves[..=index].rotate_right(1);
        self.root_moves[0] = forced;
        true
    }

    /// Puts captures that pay first, so that even a search that ends at once does something sensible.
    fn order_root_moves(&mut self) {
        let mut moves = std::mem::take(&mut self.root_moves);
        moves.sort_by_cached_key(|root| match self.does_not_lose(root.m) {
            true => -1 - self.capture_score(root.m).max(0),
            false => i32::from(self.position.captured_by(root.m).is_some()),
        });
        self.root_moves = moves;
    }

    /// Whether another depth is not worth its time.
    fn has_enough(&self, steady: u32, falls: u32, depth: u32, lines: usize) -> bool {
        let shared = self.shared;
        if shared.timer.must_wait(shared.stop) {
            return false;
        }
        let best = self.root_moves[0].last;
        let decided = best.abs() >= WIN_BOUND && (WIN - best.abs()) as u32 <= depth && lines == 1;
        let forced = self.root_moves.len() == 1 && shared.timer.is_on_clock();
        let stretch = 145 - 12 * steady.min(6) + falls;
        decided && shared.limits.depth.is_none() || forced || shared.timer.is_enough(shared.stop, stretch)
    }

    /// Finds the best of the moves from number `line` on.
    fn search_line(&mut self, line: usize, depth: i32, observer: &mut dyn FnMut(&Info)) {
        let (first, last) = (self.root_moves[line].m, self.root_moves[line].last);
        let (mut alpha, mut beta, mut width) = (-INFINITE, INFINITE, WINDOW);
        if depth >= 5 && last.abs() < WIN_BOUND {
            (alpha, beta) = (last - width, last + width);
        }
        let (mut failed_high, mut bound) = (0, Bound::Exact);
        loop {
            let searched = (depth - failed_high).max(1);
            self.announce(line, searched, alpha, beta);
            let mut score = self.search_root(line, searched, alpha, beta);
            self.root_moves[line..].sort_by_key(|root| -root.rank());
            if line == 0 && self.prefer_forced() {
                score = self.root_moves[0].score;
                (alpha, beta) = (-INFINITE, INFINITE);
            }
            bound = match score {
                // Stopped before the first move was searched: what was known before stands.
                score if score == -INFINITE => bound,
                score if score <= alpha => Bound::Upper,
                score if score >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            // A move that turned out to be better just before the end is the answer, so it is told too.
            let telling = match self.stopped {
                true => self.root_moves[line].m != first,
                false => bound == Bound::Exact || self.all_nodes() > MUCH,
            };
            if telling {
                observer(&self.info(line, depth, bound));
            }
            if self.stopped {
                return;
            }
            width += width / 2 + 5;
            match bound {
                Bound::Exact => return,
                Bound::Upper => {
                    beta = (alpha + beta) / 2;
                    alpha = if width > 600 { -INFINITE } else { (score - width).max(-INFINITE) };
                    failed_high = 0;
                }
                Bound::Lower => {
                    beta = if width > 600 { INFINITE } else { (score + width).min(INFINITE) };
                    failed_high = (failed_high + 1).min(2);
                }
            }
        }
    }

    /// Searches the moves from number `line` on with a window; those that are not better than the best get the lowest
    /// score.
    fn search_root(&mut self, line: usize, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        self.stack[0].pv.clear();
        self.stack[0].eval = if self.in_check(0) { -INFINITE } else { self.evaluate(0) };
        let mut best = -INFINITE;
        let hash = self.position.hash();
        // Moves that another thread searches when their turn comes are put off.
        let mut queue: VecDeque<(usize, bool)> = (line..self.root_moves.len()).map(|index| (index, true)).collect();
        while let Some((index, can_wait)) = queue.pop_front() {
            let (m, liking) = (self.root_moves[index].m, self.root_moves[index].liking);
            let key = self.shared.busy.key(hash, m, depth).filter(|_| index > line);
            if can_wait && key.is_some_and(|key| self.shared.busy.reduction(key).is_some()) {
                queue.push_back((index, false));
                continue;
            }
            // The window, as it is for this move's score without the liking.
            let (low, high) = (unliked(alpha, liking), unliked(beta, liking));
            let score = match self.make(m, 0) {
                // The list of moves has been made with regard to bans.
                Made::Banned => continue,
                Made::Ended(score) => {
                    self.stack[1].pv.clear();
                    score
                }
                Made::Open => {
                    let score = self.search_root_move(depth, index - line, low, high, key);
                    self.position.unmake();
                    score
                }
            };
            if self.stopped {
                break;
            }
            let rank = liked(score, liking);
            let root = &mut self.root_moves[index];
            if rank > alpha || index == line {
                root.score = score;
                root.last = score;
                root.pv.clear();
                root.pv.push(m);
                root.pv.extend_from_slice(&self.stack[1].pv);
            } else {
                root.score = -INFINITE;
            }
            best = best.max(rank);
            alpha = alpha.max(rank);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn search_root_move(&mut self, depth: i32, number: usize, alpha: i32, beta: i32, key: Option<u64>) -> i32 {
        if number == 0 {
            return -self.search(depth - 1, 1, -beta, -alpha, false);
        }
        let mut reduced = 0;
        if depth >= 4 && number >= 4 && !self.in_check(1) {
            reduced = 1 + i32::from(number >= 16) + i32::from(depth >= 9 && number >= 8);
        }
        if let Some(key) = key {
            reduced = self.shared.busy.reduction(key).unwrap_or(reduced);
            self.shared.busy.start(key, reduced);
        }
        let mut score = -self.search(depth - 1 - reduced, 1, -alpha - 1, -alpha, true);
        if score > alpha && reduced > 0 && !self.stopped {
            if let Some(key) = key {
                self.shared.busy.start(key, 0);
            }
            score = -self.search(depth - 1, 1, -alpha - 1, -alpha, true);
        }
        if score > alpha && !self.stopped {
            score = -self.search(depth - 1, 1, -beta, -alpha, false);
        }
        if let Some(key) = key {
            self.shared.busy.end(key);
        }
        score
    }

    /// What is known about a line.
    pub(crate) fn info(&self, line: usize, depth: i32, bound: Bound) -> Info {
        let root = &self.root_moves[line];
        let (time, nodes) = (self.shared.timer.elapsed(), self.all_nodes());
        Info {
            depth: depth as u32,
            seldepth: (self.seldepth as u32).max(depth as u32),
            line,
            score: Score(root.last),
            bound,
            nodes,
            time,
            nps: (nodes as f64 / time.as_secs_f64().max(1e-4)) as u64,
            hash_full: self.shared.table.fullness(),
            pv: root.pv.clone(),
        }
    }
}

/// A bound for scores with a liking added, as one for scores without.
fn unliked(bound: i32, liking: i32) -> i32 {
    if bound.abs() >= WIN_BOUND { bound } else { (bound - liking).clamp(1 - WIN_BOUND, WIN_BOUND - 1) }
}
