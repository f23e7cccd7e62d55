//! The search of one node and all below it.
//!
//! Principal variation search (Marsland and Campbell, 1982). The numbers of its techniques are in [`crate::params`] and
//! were found by playing.

use super::board::Made;
use super::movepick::{MovePicker, Picked, Wanted};
use super::stack::{Candidate, Frame, MAX_QUIETS};
use super::thread::SearchThread;
use crate::Bound;
use crate::eval::Evaluate;
use crate::history::{LOOK_BACK, PieceTo, Previous};
use crate::score::{INFINITE, MAX_PLY, WIN, WIN_BOUND};
use crate::tt::Entry;
use spielraum_rules::{Color, Move};

/// What is known of a node before its moves are searched.
struct Node {
    /// The side to move.
    side: Color,
    depth: i32,
    ply: usize,
    alpha: i32,
    beta: i32,
    is_pv: bool,
    /// Whether the position is or was on a principal variation.
    was_pv: bool,
    /// Whether the numbers of deep nodes apply.
    is_deep: bool,
    /// Whether the node is expected to fail high.
    is_cut: bool,
    in_check: bool,
    /// In check, or a piece that the side to move can't spare is attacked.
    in_danger: bool,
    /// Whether the static evaluation is better than when the side was to move before.
    improving: bool,
    /// The static evaluation, or the score of the transposition table where that is a better bound.
    eval: i32,
    hash: u64,
    entry: Option<Entry>,
    tt_move: Option<Move>,
    /// By how many plies the table move is extended.
    extension: i32,
}

/// The moves of a node that are still to be searched.
struct Candidates {
    picker: MovePicker,
    /// The moves that led to the position, the last one first.
    previous: Previous,
    excluded: Option<Move>,
    /// Moves put off, since another thread searched them when their turn came.
    deferred: Vec<Candidate>,
    /// How many of them have been taken up again.
    resumed: usize,
}

/// What the moves of a node have come to so far.
struct Found {
    best: i32,
    best_move: Option<Move>,
    alpha: i32,
    /// How many moves have been searched.
    legal: usize,
    /// Whether a weak level has overlooked a move.
    overlooked: bool,
}

impl<E: Evaluate> SearchThread<'_, E> {
    /// The score of the position at `ply`, searched `depth` plies deep, as far as it lies between `alpha` and `beta`.
    /// `is_cut`: whether it is expected to be at least `beta`.
    pub(crate) fn search(&mut self, depth: i32, ply: usize, mut alpha: i32, beta: i32, is_cut: bool) -> i32 {
        // Upcoming repetition: the side to move has a draw.
        if alpha < 0 && self.board.has_upcoming_repetition() {
            alpha = 0;
            if alpha >= beta {
                self.stack[ply].pv.clear();
                return alpha;
            }
        }
        if depth <= 0 {
            return self.qsearch(ply, 0, alpha, beta);
        }
        self.stack[ply].pv.clear();
        if self.count_node() {
            return 0;
        }
        self.root.seldepth = self.root.seldepth.max(ply);
        // Mate distance pruning: a win found elsewhere may be nearer than any that this position can give.
        let (alpha, beta) = (alpha.max(ply as i32 - WIN), beta.min(WIN - ply as i32 - 1));
        if alpha >= beta {
            return alpha;
        }
        if let Some(score) = self.probe_tables(ply) {
            return score;
        }
        let in_check = self.in_check(ply);
        if ply + 1 >= MAX_PLY {
            return if in_check { 0 } else { self.board.evaluate() };
        }
        let mut node = self.enter(depth, ply, alpha, beta, is_cut, in_check);
        // A sufficient entry of the transposition table.
        if let Some(entry) = node.entry
            && !node.is_pv
            && self.stack[ply].excluded.is_none()
            && entry.depth >= depth
            && entry.cuts(alpha, beta)
        {
            self.learn_from_table(&node, entry.score >= beta);
            return entry.score;
        }
        self.judge_last_move(&node);
        if let Some(score) = self.prune_node(&node) {
            return score;
        }
        if let Some(score) = self.prob_cut(&node) {
            return score;
        }
        // Internal iterative reduction: without a table move the order is poor, and the next iteration brings one.
        if node.depth >= self.shared.params.iir_depth && node.tt_move.is_none() && (node.is_pv || node.is_cut) {
            node.depth -= 1;
        }
        match self.singular_extension(&node) {
            Some(extension) => node.extension = extension,
            None => return beta,
        }
        self.search_moves(&node)
    }

    /// The score for `side` of the position at `ply`, as [`search`](Self::search) has it for the side to move there.
    pub(crate) fn search_for(
        &mut self,
        side: Color,
        depth: i32,
        ply: usize,
        (alpha, beta): (i32, i32),
        is_cut: bool,
    ) -> i32 {
        if self.board.position.side_to_move() == side {
            self.search(depth, ply, alpha, beta, is_cut)
        } else {
            -self.search(depth, ply, -beta, -alpha, is_cut)
        }
    }

    /// What is known about a node before its moves are searched: its table entry and static evaluation.
    fn enter(&mut self, depth: i32, ply: usize, alpha: i32, beta: i32, is_cut: bool, in_check: bool) -> Node {
        let hash = self.board.position.hash();
        let excluded = self.stack[ply].excluded;
        let entry = if excluded.is_some() { None } else { self.shared.tt.probe(hash, ply) };
        let tt_move = entry.and_then(|entry| entry.best).filter(|&m| self.board.position.is_pseudo_legal(m));
        let raw_eval = match (in_check, excluded, entry) {
            (true, _, _) => -INFINITE,
            (_, Some(_), _) => self.stack[ply].raw_eval,
            (_, _, Some(entry)) if entry.eval > -INFINITE => entry.eval,
            _ => self.board.evaluate(),
        };
        self.stack[ply].raw_eval = raw_eval;
        let static_eval = if in_check { raw_eval } else { self.corrected(raw_eval, ply) };
        self.stack[ply].static_eval = static_eval;
        let side = self.board.position.side_to_move();
        self.stack[ply].side = Some(side);
        let before = self.stack[..ply].iter().rev().find(|frame| frame.side == Some(side));
        let before = before.map_or(-INFINITE, |frame| frame.static_eval);
        let bound = entry.filter(|entry| !in_check && entry.cuts(static_eval, static_eval + 1));
        let eval = bound.map_or(static_eval, |entry| entry.score);
        let improving = !in_check && static_eval > before;
        let is_pv = beta - alpha > 1;
        let was_pv = match excluded {
            Some(_) => self.stack[ply].was_pv,
            None => is_pv || entry.is_some_and(|entry| entry.was_pv),
        };
        self.stack[ply].was_pv = was_pv;
        self.stack[ply + 1].killers = [None; 2];
        let in_danger = self.in_danger(ply);
        Node {
            side,
            depth,
            ply,
            alpha,
            beta,
            is_pv,
            was_pv,
            is_deep: depth >= self.shared.params.deep_depth,
            is_cut,
            in_check,
            in_danger,
            improving,
            eval,
            hash,
            entry,
            tt_move,
            extension: 0,
        }
    }

    /// Learns of the quiet move that led to a position by how much the static evaluation has changed.
    fn judge_last_move(&self, node: &Node) {
        let Some(before) = node.ply.checked_sub(1).map(|before| &self.stack[before]) else { return };
        let now = &self.stack[node.ply];
        let is_known = !node.in_check && before.static_eval > -INFINITE && now.excluded.is_none();
        if let Some(last) = now.piece_to.filter(|_| now.after_quiet && is_known && before.side != Some(node.side)) {
            let params = self.shared.params;
            let gain = -(before.static_eval + now.static_eval);
            let bonus = (params.eval_history_factor * gain).clamp(-params.eval_history_max, params.eval_history_max);
            self.shared.history.update_quiet(last, bonus);
        }
    }

    /// The moves that led to a position, as the continuation history sees them.
    fn previous(&self, ply: usize) -> Previous {
        let history = self.shared.history;
        let earlier = |back| ply.checked_sub(back).and_then(|ply| self.stack[ply].piece_to);
        LOOK_BACK.map(|back| earlier(back).map(|earlier| history.after(earlier)))
    }

    /// The score of a node that need not be searched in full.
    fn prune_node(&mut self, node: &Node) -> Option<i32> {
        let &Node { depth, ply, alpha, beta, is_pv, in_danger, improving, eval, .. } = node;
        let params = self.shared.params;
        if is_pv || in_danger || self.stack[ply].excluded.is_some() || beta.abs() >= WIN_BOUND {
            return None;
        }
        // Reverse futility pruning.
        let margin = params.rfp_margin * (depth - i32::from(improving));
        if depth <= params.rfp_depth && eval - margin >= beta && eval < WIN_BOUND {
            return Some((eval + beta) / 2);
        }
        // Razoring.
        if depth <= params.razor_depth && eval + params.razor_margin * depth <= alpha {
            let score = self.qsearch(ply, 0, alpha, alpha + 1);
            if score <= alpha || self.stopped() {
                return Some(score);
            }
        }
        let can_be_good = depth >= params.nmp_depth && eval >= beta && self.stack[ply].piece_to.is_some();
        if !can_be_good || !self.shared.game.allows_null_move(&self.board.position) {
            return None;
        }
        self.prune_by_null_move(node)
    }

    /// Null-move pruning (Beal, 1989): the score if the side to move would stand well enough even if it passed.
    fn prune_by_null_move(&mut self, node: &Node) -> Option<i32> {
        let &Node { depth, ply, beta, eval, .. } = node;
        let params = self.shared.params;
        let by_eval = ((eval - beta) / params.nmp_eval_divisor).min(params.nmp_eval_max);
        let reduction = params.nmp_base + depth / params.nmp_depth_divisor + by_eval;
        self.make_null(ply);
        let score = self.search_for(node.side, depth - reduction, ply + 1, (beta - 1, beta), !node.is_cut);
        self.board.unmake();
        if self.stopped() {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        let score = if score >= WIN_BOUND { beta } else { score };
        if depth < params.nmp_verify_depth {
            return Some(score);
        }
        // Verification: zugzwang is no rarity in small games.
        let piece_to = self.stack[ply].piece_to.take();
        let verified = self.search((depth - reduction).max(1), ply, beta - 1, beta, false);
        self.stack[ply].piece_to = piece_to;
        (verified >= beta || self.stopped()).then_some(score)
    }

    /// Searches the moves of a node, the most promising first.
    fn search_moves(&mut self, node: &Node) -> i32 {
        let ply = node.ply;
        let history = self.shared.history;
        let previous = self.previous(ply);
        let countermove = self.stack[ply].piece_to.and_then(|last| history.countermove(last));
        let [first, second] = self.stack[ply].killers;
        let frame = &mut self.stack[ply];
        frame.quiets.clear();
        let (list, deferred) = (std::mem::take(&mut frame.moves), std::mem::take(&mut frame.deferred));
        let picker = MovePicker::new(Wanted::All, node.tt_move, [first, second, countermove], previous, list);
        let mut candidates = Candidates { picker, previous, excluded: frame.excluded, deferred, resumed: 0 };
        let mut found = Found { best: -INFINITE, best_move: None, alpha: node.alpha, legal: 0, overlooked: false };
        while let Some(candidate) = self.next_candidate(node, &found, &mut candidates) {
            if candidates.resumed > 0
                && let Some(entry) = self.known_by_now(node, found.alpha)
            {
                (found.best, found.best_move) = (entry.score, entry.best);
                break;
            }
            let Candidate { m, is_quiet, .. } = candidate;
            if !node.in_check && self.board.overlooks(m) {
                found.overlooked = true;
                continue;
            }
            let piece_to = self.piece_to(m);
            let history_score = history.score(piece_to, previous);
            let score = match self.make(m, ply) {
                Made::Banned => continue,
                Made::Ended(score) => score,
                Made::Open => {
                    let score = self.search_move(node, found.alpha, &candidate, history_score);
                    self.board.unmake();
                    score
                }
            };
            found.legal += 1;
            if self.stopped() {
                break;
            }
            if score > found.best {
                found.best = score;
                if score > found.alpha {
                    found.alpha = score;
                    found.best_move = Some(m);
                    if node.is_pv {
                        self.set_pv(ply, m);
                    }
                    if score >= node.beta {
                        if is_quiet {
                            self.reward(node, m, piece_to, previous);
                        }
                        self.punish_last_move(node);
                        break;
                    }
                }
            }
            if is_quiet && self.stack[ply].quiets.len() < MAX_QUIETS {
                self.stack[ply].quiets.push(piece_to);
            }
        }
        let Candidates { picker, mut deferred, excluded, .. } = candidates;
        deferred.clear();
        let frame = &mut self.stack[ply];
        (frame.moves, frame.deferred) = (picker.into_list(), deferred);
        self.conclude(node, found, excluded)
    }

    /// The next move to search: first those that no other thread searches, then the others (ABDADA).
    fn next_candidate(&mut self, node: &Node, found: &Found, candidates: &mut Candidates) -> Option<Candidate> {
        let shared = self.shared;
        while let Some((m, picked)) = candidates.picker.next(&mut self.board, shared.history) {
            if Some(m) == candidates.excluded {
                continue;
            }
            let is_quiet = match picked {
                Picked::TtMove => !self.board.is_capture(m),
                picked => picked == Picked::Quiet,
            };
            let number = found.legal + candidates.deferred.len();
            let promotes = self.board.promotes(m);
            let mut candidate = Candidate { m, picked, is_quiet, promotes, number, key: None };
            if found.best > -WIN_BOUND && self.prune_move(node, found, candidates, &candidate) {
                continue;
            }
            let in_flight = &shared.in_flight;
            // The first move is searched by all threads together: everything depends on it.
            let is_first = found.legal == 0;
            let hash = node.hash ^ candidates.excluded.map_or(0, |m| m.to_bits().rotate_left(32));
            candidate.key = if is_first { None } else { in_flight.key(hash, m, node.depth) };
            if candidate.key.and_then(|key| in_flight.reduction(key)).is_none() {
                return Some(candidate);
            }
            candidates.deferred.push(candidate);
        }
        candidates.resumed += 1;
        candidates.deferred.get(candidates.resumed - 1).copied()
    }

    /// What another thread has found meanwhile, if it decides the node.
    fn known_by_now(&self, node: &Node, alpha: i32) -> Option<Entry> {
        let entry = self.shared.tt.probe(node.hash, node.ply).filter(|_| !node.is_pv)?;
        (entry.depth >= node.depth && entry.cuts(alpha, node.beta)).then_some(entry)
    }

    /// The score of a node whose moves have been searched.
    fn conclude(&mut self, node: &Node, found: Found, excluded: Option<Move>) -> i32 {
        if self.stopped() {
            return 0;
        }
        if found.legal == 0 {
            return match excluded {
                Some(_) => node.alpha,
                None if found.overlooked => self.board.evaluate(),
                None => self.board.score_without_moves(node.ply),
            };
        }
        if excluded.is_none() {
            self.reward_last_move(node, found.best);
            let bound = match found.best {
                best if best >= node.beta => Bound::Lower,
                best if best > node.alpha && node.is_pv => Bound::Exact,
                _ => Bound::Upper,
            };
            let best = found.best_move.or(node.tt_move);
            let Frame { raw_eval: eval, static_eval, .. } = self.stack[node.ply];
            let is_quiet = found.best_move.is_none_or(|m| !self.board.is_capture(m));
            // A bound on the side of the evaluation where it lies says nothing of its error.
            let tells = match bound {
                Bound::Lower => found.best > static_eval,
                Bound::Upper => found.best < static_eval,
                Bound::Exact => true,
            };
            if !node.in_check && is_quiet && tells && found.best.abs() < WIN_BOUND {
                self.update_correction(node.ply, node.depth, found.best);
            }
            let entry = Entry { best, score: found.best, eval, depth: node.depth, bound, was_pv: node.was_pv };
            self.shared.tt.store(node.hash, node.ply, entry);
        }
        found.best
    }

    /// Whether quiet moves that give check are looked at near the leaves.
    #[inline(always)]
    pub(crate) fn looks_at_checks(&self) -> bool {
        self.board.game.has_royal && self.watch.iteration >= self.shared.params.checks_iteration
    }

    /// Whether a move is too unpromising to be searched; informs the picker when all quiet ones that follow are, or all but
    /// those that give check.
    fn prune_move(
        &mut self,
        node: &Node,
        found: &Found,
        candidates: &mut Candidates,
        &Candidate { m, picked, is_quiet, promotes, number, .. }: &Candidate,
    ) -> bool {
        let (params, history) = (self.shared.params, self.shared.history);
        let depth = node.depth;
        // SEE pruning of captures and promotions.
        if picked == Picked::BadCapture || promotes {
            return !self.board.see_ge(m, -params.see_capture_margin * depth);
        }
        if !is_quiet || node.in_danger {
            return false;
        }
        // Late move pruning.
        let width = if candidates.picker.generated() > params.lmp_wide as usize { 2 } else { 1 };
        let most = width * (params.lmp_base + depth * depth) / if node.improving { 1 } else { 2 };
        let deferred_quiets = candidates.deferred.iter().filter(|candidate| candidate.is_quiet).count();
        let quiets = self.stack[node.ply].quiets.len() + deferred_quiets;
        let can_prune = node.is_deep || !node.is_pv;
        if can_prune && depth <= params.lmp_depth && quiets as i32 >= most {
            candidates.picker.skip_quiets();
            return true;
        }
        // Futility pruning.
        let lmr_depth = (depth - self.reductions.get(depth, number)).max(0);
        if node.is_deep {
            return self.prune_deep(node, found.alpha, candidates, m, (lmr_depth - 1).max(0));
        }
        // In deep searches, moves that give check are pruned by SEE alone, as captures are.
        let looks_at_checks = self.looks_at_checks();
        let checks = || looks_at_checks && self.board.gives_check(m);
        let margin = params.futility_base + params.futility_margin * lmr_depth;
        if !node.is_pv && node.eval + margin <= found.alpha && !checks() {
            if m.promotion().is_none() {
                match looks_at_checks {
                    true => candidates.picker.skip_quiets_but_checks(&self.board),
                    false => candidates.picker.skip_quiets(),
                }
            }
            return true;
        }
        // History pruning.
        let piece_to = self.piece_to(m);
        if depth <= params.history_pruning_depth
            && history.score(piece_to, candidates.previous) < -params.history_pruning_margin * depth
            && !checks()
        {
            return true;
        }
        // SEE pruning of quiet moves.
        let loss = params.see_quiet_margin * lmr_depth * lmr_depth;
        number > 0
            && !self.board.see_ge(m, -loss)
            && !(checks() && self.board.see_ge(m, -params.see_capture_margin * depth))
    }

    /// Whether a quiet move of a deep node is too unpromising to be searched, by the depth to which it would be; moves that
    /// give check are not.
    fn prune_deep(&self, node: &Node, alpha: i32, candidates: &Candidates, m: Move, lmr_depth: i32) -> bool {
        let params = self.shared.params;
        if self.board.gives_check(m) {
            return false;
        }
        let futile = params.deep_futility_base + params.deep_futility_margin * lmr_depth;
        lmr_depth < params.deep_history_depth && self.shared.history.is_bad_reply(self.piece_to(m), candidates.previous)
            || lmr_depth < params.deep_futility_depth && node.eval + futile <= alpha
            || !self.board.see_ge(m, -params.deep_see_margin * lmr_depth * lmr_depth)
    }

    /// ProbCut (Michael Buro, 1995): the score if a capture that brings a position well above beta does so in a less deep
    /// search too.
    fn prob_cut(&mut self, node: &Node) -> Option<i32> {
        let &Node { side, depth, ply, beta, .. } = node;
        let params = self.shared.params;
        let is_excluded = self.stack[ply].excluded.is_some();
        if !node.is_deep || node.is_pv || node.in_danger || is_excluded || beta.abs() >= WIN_BOUND {
            return None;
        }
        let bound = beta + params.probcut_margin - if node.improving { params.probcut_improving } else { 0 };
        let depth = depth - params.probcut_reduction;
        if node.entry.is_some_and(|entry| entry.depth > depth && entry.score < bound) {
            return None;
        }
        let Frame { static_eval, raw_eval: eval, .. } = self.stack[ply];
        let tt_move = node.tt_move.filter(|&m| self.board.is_capture(m));
        let list = std::mem::take(&mut self.stack[ply].moves);
        let mut picker = MovePicker::new(Wanted::Noisy, tt_move, [None; 3], self.previous(ply), list);
        let (mut left, mut cut) = (params.probcut_captures * if node.is_cut { 2 } else { 1 }, None);
        while left > 0
            && cut.is_none()
            && !self.stopped()
            && let Some((m, _)) = picker.next(&mut self.board, self.shared.history)
        {
            if !self.board.see_ge(m, bound - static_eval) {
                continue;
            }
            let score = match self.make(m, ply) {
                Made::Banned => continue,
                Made::Ended(score) => score,
                Made::Open => {
                    let mut score = self.search_for(side, 0, ply + 1, (bound - 1, bound), false);
                    if score >= bound && !self.stopped() {
                        score = self.search_for(side, depth, ply + 1, (bound - 1, bound), !node.is_cut);
                    }
                    self.board.unmake();
                    score
                }
            };
            left -= 1;
            cut = (score >= bound).then_some((m, score));
        }
        self.stack[ply].moves = picker.into_list();
        if self.stopped() {
            return Some(0);
        }
        let (m, score) = cut?;
        let was_pv = node.was_pv;
        let entry = Entry { best: Some(m), score, eval, depth: depth + 1, bound: Bound::Lower, was_pv };
        self.shared.tt.store(node.hash, ply, entry);
        Some(score)
    }

    /// Singular extension (Anantharaman, Campbell and Hsu, 1988): by how much deeper the table move is searched, if all
    /// others are worse, or less deep if it is one of several good ones. `None`: several are so good that the node fails
    /// high (multi-cut; Yngvi Björnsson and Tony Marsland, 2001).
    fn singular_extension(&mut self, node: &Node) -> Option<i32> {
        let &Node { depth, ply, .. } = node;
        let params = self.shared.params;
        let (Some(entry), Some(m)) = (node.entry, node.tt_move) else { return Some(0) };
        let is_bound = entry.depth >= depth - params.singular_tt_depth && entry.bound != Bound::Upper;
        let is_candidate = is_bound && entry.score.abs() < WIN_BOUND;
        if depth < params.singular_depth || !is_candidate || self.stack[ply].excluded.is_some() || !self.may_extend(ply)
        {
            return Some(0);
        }
        // Singular moves are those of one search of the position.
        let in_flight = &self.shared.in_flight;
        let key = in_flight.key(node.hash ^ u64::from(self.watch.task()).rotate_left(48), m, depth);
        if let Some(known) = key.and_then(|key| in_flight.extension(key)) {
            return Some(known);
        }
        let bound = entry.score - params.singular_margin * depth;
        self.stack[ply].excluded = Some(m);
        let score = self.search((depth - 1) / 2, ply, bound - 1, bound, node.is_cut);
        self.stack[ply].excluded = None;
        let extension = match score {
            // Double extension.
            score if score < bound - params.double_extension_margin && !node.is_pv => 2,
            score if score < bound => 1,
            _ if bound >= node.beta && !node.is_pv => return None,
            // Negative extension: other moves fail high too.
            _ if entry.score >= node.beta => -1,
            _ => 0,
        };
        let Some(key) = key.filter(|_| !self.stopped()) else { return Some(extension) };
        if let Some(known) = in_flight.extension(key) {
            return Some(known);
        }
        in_flight.extend(key, extension);
        Some(extension)
    }

    /// Whether the line that leads to `ply` is not too long for extensions.
    fn may_extend(&self, ply: usize) -> bool {
        (ply as i32) < self.shared.params.extension_limit * self.watch.iteration
    }

    /// Searches the position after a move that has just been made: late ones reduced and with a null window first.
    fn search_move(&mut self, node: &Node, alpha: i32, candidate: &Candidate, history_score: i32) -> i32 {
        let &Candidate { m, is_quiet, number, key, .. } = candidate;
        let &Node { side, ply, beta, is_pv, .. } = node;
        let (params, in_flight) = (self.shared.params, &self.shared.in_flight);
        self.stack[ply + 1].number = number;
        let gives_check = self.in_danger(ply + 1);
        let extension = if node.tt_move == Some(m) { node.extension } else { 0 };
        // Check extension.
        let extends_check = gives_check && node.depth <= params.check_extension_depth && self.may_extend(ply);
        let extended = if extension < 0 { extension } else { extension.max(i32::from(extends_check)) };
        let depth = node.depth - 1 + extended;
        if number == 0 {
            let is_cut = !is_pv && !node.is_cut;
            return self.search_for(side, depth, ply + 1, (alpha, beta), is_cut);
        }
        let mut reduction = self.late_move_reduction(node, candidate, history_score, gives_check);
        reduction = reduction.clamp(0, (depth - 1).max(0));
        if let Some(key) = key {
            reduction = in_flight.reduction(key).unwrap_or(reduction).min((depth - 1).max(0));
            in_flight.start(key, reduction);
        }
        let null_window = (alpha, alpha + 1);
        let mut score = self.search_for(side, depth - reduction, ply + 1, null_window, true);
        if score > alpha && reduction > 0 && !self.stopped() {
            if let Some(key) = key {
                in_flight.start(key, 0);
            }
            score = self.search_for(side, depth, ply + 1, null_window, !node.is_cut);
            if let Some(piece_to) = self.stack[ply + 1].piece_to.filter(|_| is_quiet && !self.stopped()) {
                let bonus = if score > alpha { self.bonus(depth) } else { -self.bonus(depth) };
                self.shared.history.update_continuation(piece_to, self.previous(ply), bonus);
            }
        }
        if score > alpha && is_pv && !self.stopped() {
            score = self.search_for(side, depth, ply + 1, (alpha, beta), false);
        }
        if let Some(key) = key {
            in_flight.end(key);
        }
        score
    }

    /// Late move reductions: by how many plies a move is searched less deep.
    fn late_move_reduction(&self, node: &Node, candidate: &Candidate, history_score: i32, gives_check: bool) -> i32 {
        let &Candidate { picked, promotes, number, .. } = candidate;
        let params = self.shared.params;
        let is_good_capture = picked == Picked::GoodCapture;
        let is_late = number > usize::from(node.is_pv) && !promotes;
        if node.depth < params.lmr_depth || !is_late || is_good_capture && !(node.is_deep && node.is_cut) {
            return 0;
        }
        let mut reduction = self.reductions.get(node.depth, number);
        reduction += i32::from(!node.is_pv) + i32::from(node.is_cut) - i32::from(gives_check);
        reduction -= i32::from(node.improving);
        if node.is_deep {
            reduction += i32::from(node.is_cut) - i32::from(node.was_pv);
        }
        reduction - if is_good_capture { 0 } else { history_score / params.lmr_history_divisor }
    }

    /// Updates histories where the table has the answer: its move, if it is quiet, and the move that led to the position.
    fn learn_from_table(&self, node: &Node, fails_high: bool) {
        if let Some(m) = node.tt_move.filter(|&m| !self.board.is_capture(m)) {
            let bonus = if fails_high { self.bonus(node.depth) } else { -self.bonus(node.depth) };
            self.shared.history.update(self.piece_to(m), self.previous(node.ply), bonus);
        }
        if fails_high {
            self.punish_last_move(node);
        }
    }

    /// Updates the continuation history: a quiet move that was searched early led to a position that fails high.
    fn punish_last_move(&self, node: &Node) {
        if self.stack[node.ply].number <= 1 {
            self.update_last_move(node, -self.bonus(node.depth));
        }
    }

    /// Updates the continuation history of the move that led to a position, if it was quiet.
    fn update_last_move(&self, node: &Node, bonus: i32) {
        let frame = &self.stack[node.ply];
        if let (Some(last), Some(before)) = (frame.piece_to, node.ply.checked_sub(1))
            && frame.after_quiet
        {
            self.shared.history.update_continuation(last, self.previous(before), bonus);
        }
    }

    /// Updates killers, countermove and histories: a quiet move was good enough, and those before it were not.
    fn reward(&mut self, node: &Node, m: Move, piece_to: PieceTo, previous: Previous) {
        let (bonus, history) = (self.bonus(node.depth), self.shared.history);
        let frame = &mut self.stack[node.ply];
        if frame.killers[0] != Some(m) {
            frame.killers[1] = frame.killers[0];
            frame.killers[0] = Some(m);
        }
        if let Some(last) = frame.piece_to {
            history.set_countermove(last, m);
        }
        history.update(piece_to, previous, bonus);
        for &other in frame.quiets.iter().filter(|&&other| other != piece_to) {
            history.update(other, previous, -bonus);
        }
    }

    /// Updates the continuation history where all moves of a node have failed low: a quiet move that led there was good.
    fn reward_last_move(&self, node: &Node, best: i32) {
        if best <= node.alpha && (node.is_pv || node.depth >= self.shared.params.last_move_depth) {
            self.update_last_move(node, self.bonus(node.depth));
        }
    }

    /// By how much histories change when a move decides a node.
    fn bonus(&self, depth: i32) -> i32 {
        let params = self.shared.params;
        let bonus = params.history_bonus_square * depth * depth + params.history_bonus_depth * depth;
        (bonus - params.history_bonus_offset).min(params.history_bonus_max)
    }
}
