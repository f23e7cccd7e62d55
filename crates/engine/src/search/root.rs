//! The root: iterative deepening within aspiration windows.

use super::board::Made;
use super::probe::AtRoot;
use super::root_moves::{with_noise, without_noise};
use super::shared::Task;
use super::thread::SearchThread;
use crate::eval::Evaluate;
use crate::score::{INFINITE, MAX_PLY, WIN, WIN_BOUND};
use crate::{Bound, Info, Score};
use spielraum_rules::Color;
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// After this many nodes bounds are reported too: exact scores may be long in coming.
const MANY_NODES: u64 = 2_000_000;

/// No search is deeper, so that its extensions have room.
const DEEPEST: u32 = MAX_PLY as u32 - 8;

impl<E: Evaluate> SearchThread<'_, E> {
    /// Iterative deepening, which is the main thread's: searches deeper and deeper until something says to end; reports
    /// `observer` each best line. Gives the last depth that was searched in full.
    pub(crate) fn deepen(&mut self, lines: usize, observer: &mut dyn FnMut(&Info)) -> u32 {
        let deepest = self.shared.limits.depth.unwrap_or(u32::MAX).clamp(1, DEEPEST);
        let lines = lines.clamp(1, self.root.moves.len().max(1));
        self.order_root_moves();
        if let Some(dfpn) = self.dfpn.as_mut() {
            dfpn.begin(&self.board.position);
        }
        let mut done = 0;
        let (mut steady, mut before) = (0u32, (None, 0));
        while done < deepest && !self.stopped() {
            let depth = done + 1;
            self.watch.iteration = depth as i32;
            for root in &mut self.root.moves {
                root.score = -INFINITE;
            }
            for line in 0..lines {
                self.root.seldepth = 0;
                self.search_line(line, depth as i32, observer);
                if self.stopped() {
                    break;
                }
            }
            if std::mem::take(&mut self.root.is_interrupted) {
                self.tell_forced(observer);
                self.watch.stopped = self.shared.halt.load(Relaxed);
                continue;
            }
            if self.stopped() {
                break;
            }
            // Each line is searched by itself, so that a later one may come out better.
            if !self.root.are_sorted(lines) {
                self.root.sort(0);
                for line in 0..lines {
                    observer(&self.info(line, depth as i32, Bound::Exact));
                }
            }
            done = depth;
            let best = (Some(self.root.moves[0].m), self.root.moves[0].last);
            steady = if best.0 == before.0 { steady + 1 } else { 0 };
            let falls = (before.1 - best.1).clamp(0, 100) as u32;
            before = best;
            if self.has_enough(steady, falls, depth, lines) {
                break;
            }
        }
        done
    }

    /// Helps the main thread with what it searches, until the search ends: what this one finds, the main one finds in
    /// the transposition table. Where this one is done sooner, it goes on deeper.
    pub(crate) fn help(&mut self) {
        while !self.shared.halt.load(Relaxed) {
            if !self.take_task() {
                std::thread::sleep(Duration::from_micros(50));
            }
        }
    }

    /// Takes part in the main thread's search; `false` if there is nothing new to do.
    fn take_task(&mut self) -> bool {
        let Some(task) = self.shared.new_task(self.watch.task) else { return false };
        let Task { number, mut iteration, depth, alpha, beta, moves, line } = task;
        (self.watch.task, self.root.moves, self.watch.iteration) = (number, moves, iteration as i32);
        self.search_root(line, depth, alpha, beta);
        while !self.stopped() && iteration < DEEPEST {
            self.root.sort(line);
            iteration += 1;
            self.watch.iteration = iteration as i32;
            self.search_line(line, iteration as i32, &mut |_| {});
        }
        self.watch.stopped = false;
        true
    }

    /// Reports the forced win, if it is better than the best line.
    fn tell_forced(&mut self, observer: &mut dyn FnMut(&Info)) {
        if self.root.prefer_forced() {
            observer(&self.info(0, self.watch.iteration, Bound::Exact));
        }
    }

    /// Puts captures that pay first, so that even a search that ends at once does something sensible.
    fn order_root_moves(&mut self) {
        let mut moves = std::mem::take(&mut self.root.moves);
        moves.sort_by_cached_key(|root| {
            let pays = match self.board.does_not_lose(root.m) {
                true => -1 - self.board.capture_score(root.m).max(0),
                false => i32::from(self.board.position.captured_by(root.m).is_some()),
            };
            (Reverse(root.known.unwrap_or(0)), pays)
        });
        self.root.moves = moves;
    }

    /// Whether another depth is not worth its time.
    fn has_enough(&self, steady: u32, falls: u32, depth: u32, lines: usize) -> bool {
        let shared = self.shared;
        if shared.at_root == AtRoot::Decided {
            return true;
        }
        if shared.time.must_wait(shared.stop) {
            return false;
        }
        let best = self.root.moves[0].last;
        let plies = WIN - best.abs() + shared.params.shorter_win_plies;
        let is_decided = best.abs() >= WIN_BOUND && plies <= depth as i32 && lines == 1;
        let is_only_move = self.root.moves.len() == 1 && shared.time.is_on_clock();
        let stretch = shared.params.time_unstable - shared.params.time_stable * steady.min(6) as i32;
        let stretch = stretch.max(0) as u32 + falls;
        is_decided && shared.limits.depth.is_none() || is_only_move || shared.time.is_enough(shared.stop, stretch)
    }

    /// Finds the best of the moves from number `line` on, within an aspiration window that grows until it holds the
    /// score.
    fn search_line(&mut self, line: usize, depth: i32, observer: &mut dyn FnMut(&Info)) {
        let params = self.shared.params;
        let (first, last) = (self.root.moves[line].m, self.root.moves[line].last);
        let (mut alpha, mut beta, mut width) = (-INFINITE, INFINITE, params.aspiration_window);
        if depth >= params.aspiration_depth && last.abs() < WIN_BOUND {
            (alpha, beta) = (last - width, last + width);
        }
        let (mut failed_high, mut bound) = (0, Bound::Exact);
        loop {
            let searched = (depth - failed_high).max(1);
            if self.watch.is_main() {
                self.shared.announce(self.watch.iteration as u32, searched, (alpha, beta), &self.root.moves, line);
            }
            let mut score = self.search_root(line, searched, alpha, beta);
            self.root.sort(line);
            if line == 0 && self.root.prefer_forced() {
                score = self.root.moves[0].score;
                (alpha, beta) = (-INFINITE, INFINITE);
            }
            bound = match score {
                // Stopped before the first move was searched: what was known before stands.
                score if score == -INFINITE => bound,
                score if score <= alpha => Bound::Upper,
                score if score >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            // A move that turned out to be better just before the end is the answer, so it is reported too.
            let telling = match self.stopped() {
                true => self.root.moves[line].m != first,
                false => bound == Bound::Exact || self.watch.all_nodes() > MANY_NODES,
            };
            if telling {
                observer(&self.info(line, depth, bound));
            }
            if self.stopped() {
                return;
            }
            width += width / 2 + params.aspiration_growth;
            let is_open = width > params.aspiration_max;
            match bound {
                Bound::Exact => return,
                Bound::Upper => {
                    beta = (alpha + beta) / 2;
                    alpha = if is_open { -INFINITE } else { (score - width).max(-INFINITE) };
                    failed_high = 0;
                }
                Bound::Lower => {
                    beta = if is_open { INFINITE } else { (score + width).min(INFINITE) };
                    failed_high = (failed_high + 1).min(params.aspiration_fail_high_reduction);
                }
            }
        }
    }

    /// Searches the moves from number `line` on with a window; those that are not better than the best get the lowest
    /// score.
    fn search_root(&mut self, line: usize, depth: i32, mut alpha: i32, beta: i32) -> i32 {
        self.stack[0].pv.clear();
        let side = self.board.position.side_to_move();
        self.stack[0].side = Some(side);
        self.stack[0].static_eval = if self.in_check(0) { -INFINITE } else { self.board.evaluate() };
        let mut best = -INFINITE;
        let hash = self.board.position.hash();
        let in_flight = &self.shared.in_flight;
        // Moves that another thread searches when their turn comes are put off.
        let mut queue: VecDeque<(usize, bool)> = (line..self.root.moves.len()).map(|index| (index, true)).collect();
        while let Some((index, can_wait)) = queue.pop_front() {
            let (m, noise) = (self.root.moves[index].m, self.root.moves[index].noise);
            if let Some(score) = self.known_score(index) {
                let root = &mut self.root.moves[index];
                root.score = if score > alpha || index == line { score } else { -INFINITE };
                root.last = score;
                best = best.max(score);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
                continue;
            }
            let key = in_flight.key(hash, m, depth).filter(|_| index > line);
            if can_wait && key.is_some_and(|key| in_flight.reduction(key).is_some()) {
                queue.push_back((index, false));
                continue;
            }
            // The window, as it is for this move's score without the noise.
            let (low, high) = (without_noise(alpha, noise), without_noise(beta, noise));
            let score = match self.make(m, 0) {
                // The list of moves has been made with regard to bans.
                Made::Banned => continue,
                Made::Ended(score) => {
                    self.stack[1].pv.clear();
                    score
                }
                Made::Open => {
                    let score = self.search_root_move(side, depth, index - line, (low, high), key);
                    self.board.unmake();
                    score
                }
            };
            if self.stopped() {
                break;
            }
            let rank = with_noise(score, noise);
            let root = &mut self.root.moves[index];
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

    /// The score of a root move that need not be searched, since endgame tables know it.
    fn known_score(&self, index: usize) -> Option<i32> {
        self.root.moves[index].known.filter(|&score| score != 0 || self.shared.at_root != AtRoot::Drawn)
    }

    /// Searches the position after a root move that has just been made.
    fn search_root_move(
        &mut self,
        side: Color,
        depth: i32,
        number: usize,
        (alpha, beta): (i32, i32),
        key: Option<u64>,
    ) -> i32 {
        self.stack[1].number = number;
        if number == 0 {
            return self.search_for(side, depth - 1, 1, (alpha, beta), false);
        }
        let (params, in_flight) = (self.shared.params, &self.shared.in_flight);
        // Late move reductions.
        let mut reduction = 0;
        let count = number as i32;
        if depth >= params.root_lmr_depth && count >= params.root_lmr_first && !self.in_check(1) {
            let is_deep = depth >= params.root_lmr_deep && count >= params.root_lmr_deep_first;
            reduction = 1 + i32::from(count >= params.root_lmr_second) + i32::from(is_deep);
        }
        if let Some(key) = key {
            reduction = in_flight.reduction(key).unwrap_or(reduction);
            in_flight.start(key, reduction);
        }
        let null_window = (alpha, alpha + 1);
        let mut score = self.search_for(side, depth - 1 - reduction, 1, null_window, true);
        if score > alpha && reduction > 0 && !self.stopped() {
            if let Some(key) = key {
                in_flight.start(key, 0);
            }
            score = self.search_for(side, depth - 1, 1, null_window, true);
        }
        if score > alpha && !self.stopped() {
            score = self.search_for(side, depth - 1, 1, (alpha, beta), false);
        }
        if let Some(key) = key {
            in_flight.end(key);
        }
        score
    }

    /// What is known about a line.
    fn info(&self, line: usize, depth: i32, bound: Bound) -> Info {
        let root = &self.root.moves[line];
        let (time, nodes) = (self.shared.time.elapsed(), self.watch.all_nodes());
        Info {
            depth: depth as u32,
            seldepth: (self.root.seldepth as u32).max(depth as u32),
            line,
            score: Score(root.told()),
            bound,
            nodes,
            time,
            nps: (nodes as f64 / time.as_secs_f64().max(1e-4)) as u64,
            hash_full: self.shared.tt.hashfull(),
            table_hits: self.shared.table_hits(),
            learned: self.board.is_learned(),
            pv: root.pv.clone(),
        }
    }
}
