//! The search of one position and all below it.
//!
//! Principal variation search (Marsland and Campbell, 1982) with the prunings of today's chess programs: null move
//! (Beal, 1989), late move reductions, futility in both directions, late move pruning, internal iterative reduction
//! and singular extensions. Margins are in centipawns and were found by playing.

use super::picker::{Picked, Picker, Wanted};
use super::quiescence::cuts;
use super::worker::{MAX_QUIETS, Made, Passing, Worker};
use crate::Bound;
use crate::history::Deed;
use crate::score::{INFINITE, MAX_PLY, WIN, WIN_BOUND};
use crate::table::Entry;
use spielraum_rules::Move;

/// How the position being searched looks.
struct Here {
    depth: i32,
    ply: usize,
    alpha: i32,
    beta: i32,
    is_pv: bool,
    cut: bool,
    in_check: bool,
    /// In check, or a piece that it can't spare is attacked.
    in_danger: bool,
    improving: bool,
    eval: i32,
    hash: u64,
    entry: Option<Entry>,
    hash_move: Option<Move>,
}

/// A move whose turn has come.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    m: Move,
    picked: Picked,
    quiet: bool,
    /// How many moves come before it.
    number: usize,
    /// By what other threads know that it is being searched.
    key: Option<u64>,
}

/// The moves of a position that are still to be searched.
struct Queue {
    picker: Picker,
    /// The deeds that led to the position.
    earlier: [Option<Deed>; 2],
    excluded: Option<Move>,
    /// Moves put off, since another thread searched them when their turn came.
    deferred: Vec<Turn>,
    /// How many of them have been taken up again.
    late: usize,
}

/// What the moves of a position have come to so far.
struct Found {
    best: i32,
    best_move: Option<Move>,
    alpha: i32,
    legal: usize,
}

impl Worker<'_> {
    /// The score of the position at `ply`, searched `depth` plies deep, as far as it lies between `alpha` and `beta`.
    /// `cut`: whether it is expected to be at least `beta`.
    pub(crate) fn search(&mut self, depth: i32, ply: usize, alpha: i32, beta: i32, cut: bool) -> i32 {
        if depth <= 0 {
            return self.quiescence(ply, 0, alpha, beta);
        }
        self.stack[ply].pv.clear();
        if self.count_node() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        // A win found elsewhere may be nearer than any that this position can give.
        let (alpha, beta) = (alpha.max(ply as i32 - WIN), beta.min(WIN - ply as i32 - 1));
        if alpha >= beta {
            return alpha;
        }
        let in_check = self.in_check(ply);
        if ply + 1 >= MAX_PLY {
            return if in_check { 0 } else { self.evaluate(ply) };
        }
        if self.game.move_count.is_some_and(|limit| self.position.halfmove_clock() >= limit) {
            let lost = in_check && self.position.count_legal() == 0;
            return if lost { ply as i32 - WIN } else { 0 };
        }
        let mut here = self.look(depth, ply, alpha, beta, cut, in_check);
        if let Some(entry) = here.entry
            && !here.is_pv
            && self.stack[ply].excluded.is_none()
            && entry.depth >= depth
            && cuts(entry, alpha, beta)
        {
            return entry.score;
        }
        if let Some(score) = self.prune(&mut here) {
            return score;
        }
        if here.depth >= 4 && here.hash_move.is_none() && (here.is_pv || here.cut) {
            here.depth -= 1;
        }
        self.search_moves(&here)
    }

    /// What is known about a position before its moves are searched.
    fn look(&mut self, depth: i32, ply: usize, alpha: i32, beta: i32, cut: bool, in_check: bool) -> Here {
        let hash = self.position.hash();
        let excluded = self.stack[ply].excluded;
        let entry = if excluded.is_some() { None } else { self.shared.table.probe(hash, ply) };
        let hash_move = entry.and_then(|entry| entry.best).filter(|&m| self.position.accepts(m));
        let raw = match (in_check, excluded, entry) {
            (true, _, _) => -INFINITE,
            (_, Some(_), _) => self.stack[ply].raw,
            (_, _, Some(entry)) if entry.eval > -INFINITE => entry.eval,
            _ => self.evaluate(ply),
        };
        self.stack[ply].raw = raw;
        let corrected = if in_check { raw } else { self.corrected(raw, ply) };
        self.stack[ply].eval = corrected;
        let before = if ply >= 2 { self.stack[ply - 2].eval } else { -INFINITE };
        let told = entry.filter(|entry| !in_check && cuts(*entry, corrected, corrected + 1));
        let eval = told.map_or(corrected, |entry| entry.score);
        let improving = !in_check && corrected > before;
        let is_pv = beta - alpha > 1;
        self.stack[ply + 1].killers = [None; 2];
        let in_danger = self.in_danger(ply);
        Here { depth, ply, alpha, beta, is_pv, cut, in_check, in_danger, improving, eval, hash, entry, hash_move }
    }

    /// The score of a position that need not be searched in full.
    fn prune(&mut self, here: &mut Here) -> Option<i32> {
        let &mut Here { depth, ply, alpha, beta, is_pv, in_danger, improving, eval, .. } = here;
        if is_pv || in_danger || self.stack[ply].excluded.is_some() || beta.abs() >= WIN_BOUND {
            return None;
        }
        if depth <= 8 && eval - 80 * (depth - i32::from(improving)) >= beta && eval < WIN_BOUND {
            return Some((eval + beta) / 2);
        }
        if depth <= 3 && eval + 250 * depth <= alpha {
            let score = self.quiescence(ply, 0, alpha, alpha + 1);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        if depth < 2 || eval < beta || self.stack[ply].deed.is_none() {
            return None;
        }
        match self.may_pass() {
            Passing::Never => None,
            passing => self.try_null(here, passing == Passing::WithProof),
        }
    }

    /// Whether the side to move would stand well enough even if it passed.
    fn try_null(&mut self, here: &Here, prove: bool) -> Option<i32> {
        let &Here { depth, ply, beta, eval, .. } = here;
        let reduction = 3 + depth / 4 + ((eval - beta) / 200).min(3);
        self.make_null(ply);
        let score = -self.search(depth - reduction, ply + 1, -beta, 1 - beta, !here.cut);
        self.position.unmake();
        if self.stopped {
            return Some(0);
        }
        if score < beta {
            return None;
        }
        let score = if score >= WIN_BOUND { beta } else { score };
        if depth < 12 && !prove {
            return Some(score);
        }
        // Zugzwang is no rarity in small games: look again without passing.
        let deed = self.stack[ply].deed.take();
        let check = self.search((depth - reduction).max(1), ply, beta - 1, beta, false);
        self.stack[ply].deed = deed;
        (check >= beta || self.stopped).then_some(score)
    }

    /// Searches the moves of a position, the most promising first.
    fn search_moves(&mut self, here: &Here) -> i32 {
        let ply = here.ply;
        let earlier = [self.stack[ply].deed, if ply >= 1 { self.stack[ply - 1].deed } else { None }];
        let answer = earlier[0].and_then(|deed| self.shared.history.answer(deed));
        let [first, second] = self.stack[ply].killers;
        let frame = &mut self.stack[ply];
        frame.quiets.clear();
        let (list, deferred) = (std::mem::take(&mut frame.moves), std::mem::take(&mut frame.deferred));
        let picker = Picker::new(Wanted::All, here.hash_move, [first, second, answer], earlier, list);
        let mut queue = Queue { picker, earlier, excluded: frame.excluded, deferred, late: 0 };
        let mut found = Found { best: -INFINITE, best_move: None, alpha: here.alpha, legal: 0 };
        while let Some(turn) = self.next_turn(here, &found, &mut queue) {
            if queue.late > 0
                && let Some(entry) = self.known_by_now(here, found.alpha)
            {
                (found.best, found.best_move) = (entry.score, entry.best);
                break;
            }
            let Turn { m, quiet, .. } = turn;
            let extension = self.extension(here, m);
            let side = self.position.side_to_move();
            let deed = self.shared.history.deed(side, self.position.moved_by(m), m);
            let merit = self.shared.history.score(deed, earlier);
            let score = match self.make(m, ply) {
                Made::Banned => continue,
                Made::Ended(score) => score,
                Made::Open => {
                    let score = self.search_move(here, found.alpha, &turn, merit, extension);
                    self.position.unmake();
                    score
                }
            };
            found.legal += 1;
            if self.stopped {
                break;
            }
            if score > found.best {
                found.best = score;
                if score > found.alpha {
                    found.alpha = score;
                    found.best_move = Some(m);
                    if here.is_pv {
                        self.set_pv(ply, m);
                    }
                    if score >= here.beta {
                        if quiet {
                            self.reward(here, m, deed, earlier);
                        }
                        break;
                    }
                }
            }
            if quiet && self.stack[ply].quiets.len() < MAX_QUIETS {
                self.stack[ply].quiets.push(deed);
            }
        }
        let Queue { picker, mut deferred, excluded, .. } = queue;
        deferred.clear();
        let frame = &mut self.stack[ply];
        (frame.moves, frame.deferred) = (picker.into_list(), deferred);
        self.conclude(here, found, excluded)
    }

    /// The next move to search: first those that no other thread searches, then the others.
    fn next_turn(&mut self, here: &Here, found: &Found, queue: &mut Queue) -> Option<Turn> {
        while let Some((m, picked)) = queue.picker.next(self) {
            if Some(m) == queue.excluded {
                continue;
            }
            let quiet = picked == Picked::Quiet || picked == Picked::Hash && self.position.captured_by(m).is_none();
            if found.best > -WIN_BOUND && self.skips(here, found, queue, m, picked, quiet) {
                continue;
            }
            let busy = &self.shared.busy;
            // The first move is searched by all threads together: everything depends on it.
            let alone = found.legal == 0;
            let hash = here.hash ^ queue.excluded.map_or(0, |m| m.to_bits().rotate_left(32));
            let key = if alone { None } else { busy.key(hash, m, here.depth) };
            let turn = Turn { m, picked, quiet, number: found.legal + queue.deferred.len(), key };
            if key.and_then(|key| busy.reduction(key)).is_none() {
                return Some(turn);
            }
            queue.deferred.push(turn);
        }
        queue.late += 1;
        queue.deferred.get(queue.late - 1).copied()
    }

    /// What another thread has found meanwhile, if it decides the position.
    fn known_by_now(&self, here: &Here, alpha: i32) -> Option<Entry> {
        let entry = self.shared.table.probe(here.hash, here.ply).filter(|_| !here.is_pv)?;
        (entry.depth >= here.depth && cuts(entry, alpha, here.beta)).then_some(entry)
    }

    /// The score of a position whose moves have been searched.
    fn conclude(&mut self, here: &Here, found: Found, excluded: Option<Move>) -> i32 {
        if self.stopped {
            return 0;
        }
        if found.legal == 0 {
            return match excluded {
                Some(_) => here.alpha,
                None => self.score_without_moves(here.ply, here.in_check),
            };
        }
        if excluded.is_none() {
            let bound = match found.best {
                best if best >= here.beta => Bound::Lower,
                best if best > here.alpha && here.is_pv => Bound::Exact,
                _ => Bound::Upper,
            };
            let best = found.best_move.or(here.hash_move);
            let eval = self.stack[here.ply].raw;
            let quiet = found.best_move.is_none_or(|m| self.position.captured_by(m).is_none());
            let (below, above) = (found.best < self.stack[here.ply].eval, found.best > self.stack[here.ply].eval);
            let tells = match bound {
                Bound::Lower => above,
                Bound::Upper => below,
                Bound::Exact => true,
            };
            if !here.in_check && quiet && tells && found.best.abs() < WIN_BOUND {
                self.learn_error(here.ply, here.depth, found.best);
            }
            let entry = Entry { best, score: found.best, eval, depth: here.depth, bound };
            self.shared.table.store(here.hash, here.ply, entry);
        }
        found.best
    }

    /// Whether a move is too unpromising to be searched; tells the picker when all quiet ones that follow are.
    fn skips(&mut self, here: &Here, found: &Found, queue: &mut Queue, m: Move, picked: Picked, quiet: bool) -> bool {
        let depth = here.depth;
        if picked == Picked::BadCapture {
            return depth <= 6 && !self.exchange_gains(m, -110 * depth);
        }
        if !quiet || here.in_danger {
            return false;
        }
        // Wide games have more good moves, but not in proportion.
        let width = if queue.picker.generated() > 120 { 2 } else { 1 };
        let most = width * (4 + depth * depth) / if here.improving { 1 } else { 2 };
        let quiets = self.stack[here.ply].quiets.len() + queue.deferred.iter().filter(|turn| turn.quiet).count();
        if !here.is_pv && depth <= 8 && quiets as i32 >= most {
            queue.picker.skip_quiets();
            return true;
        }
        let number = found.legal + queue.deferred.len();
        let reduced = (depth - self.reduction(depth, number)).max(0);
        if reduced <= 6 && !here.is_pv && here.eval + 110 + 100 * reduced <= found.alpha {
            if m.promotion().is_none() {
                queue.picker.skip_quiets();
            }
            return true;
        }
        let deed = self.shared.history.deed(self.position.side_to_move(), self.position.moved_by(m), m);
        if depth <= 4 && self.shared.history.score(deed, queue.earlier) < -3500 * depth {
            return true;
        }
        reduced <= 6 && number > 0 && !self.exchange_gains(m, -25 * reduced * reduced)
    }

    /// By how much deeper a move is searched.
    fn extension(&mut self, here: &Here, m: Move) -> i32 {
        let &Here { depth, ply, hash_move, .. } = here;
        let Some(entry) = here.entry.filter(|_| Some(m) == hash_move && depth >= 7) else { return 0 };
        let singular = entry.depth >= depth - 3 && entry.bound != Bound::Upper && entry.score.abs() < WIN_BOUND;
        if !singular || self.stack[ply].excluded.is_some() || ply as i32 >= 2 * self.root_depth {
            return 0;
        }
        // Singular moves are those of one search of the position.
        let key = self.shared.busy.key(here.hash ^ u64::from(self.task()).rotate_left(48), m, depth);
        if let Some(known) = key.and_then(|key| self.shared.busy.extension(key)) {
            return known;
        }
        let bound = entry.score - 2 * depth;
        self.stack[ply].excluded = Some(m);
        let frame = &mut self.stack[ply];
        frame.moves = std::mem::take(&mut frame.spare);
        let score = self.search((depth - 1) / 2, ply, bound - 1, bound, here.cut);
        let frame = &mut self.stack[ply];
        frame.spare = std::mem::take(&mut frame.moves);
        frame.quiets.clear();
        frame.excluded = None;
        let extension = match score {
            score if score < bound - 40 && !here.is_pv => 2,
            score if score < bound => 1,
            _ if entry.score >= here.beta => -1,
            _ => 0,
        };
        let Some(key) = key.filter(|_| !self.stopped) else { return extension };
        if let Some(known) = self.shared.busy.extension(key) {
            return known;
        }
        self.shared.busy.extend(key, extension);
        extension
    }

    /// Searches the position after a move that has just been made.
    fn search_move(&mut self, here: &Here, alpha: i32, turn: &Turn, merit: i32, extension: i32) -> i32 {
        let &Turn { picked, quiet, number, .. } = turn;
        let &Here { ply, beta, is_pv, .. } = here;
        let gives_check = self.in_danger(ply + 1);
        let extended = extension.max(i32::from(gives_check && here.depth <= 8 && (ply as i32) < 2 * self.root_depth));
        let depth = here.depth - 1 + if extension < 0 { extension } else { extended };
        if number == 0 {
            let cut = !is_pv && !here.cut;
            return -self.search(depth, ply + 1, -beta, -alpha, cut);
        }
        let mut reduced = 0;
        if here.depth >= 3 && number > usize::from(is_pv) && (quiet || picked == Picked::BadCapture) {
            reduced = self.reduction(here.depth, number);
            reduced += i32::from(!is_pv) + i32::from(here.cut) - i32::from(gives_check);
            reduced -= i32::from(here.improving);
            reduced -= merit / 8192;
            reduced = reduced.clamp(0, (depth - 1).max(0));
        }
        if let Some(key) = turn.key {
            reduced = self.shared.busy.reduction(key).unwrap_or(reduced).min((depth - 1).max(0));
            self.shared.busy.start(key, reduced);
        }
        let mut score = -self.search(depth - reduced, ply + 1, -alpha - 1, -alpha, true);
        if score > alpha && reduced > 0 && !self.stopped {
            if let Some(key) = turn.key {
                self.shared.busy.start(key, 0);
            }
            score = -self.search(depth, ply + 1, -alpha - 1, -alpha, !here.cut);
        }
        if score > alpha && is_pv && !self.stopped {
            score = -self.search(depth, ply + 1, -beta, -alpha, false);
        }
        if let Some(key) = turn.key {
            self.shared.busy.end(key);
        }
        score
    }

    /// Notes that a quiet move was good enough, and that those before it were not.
    fn reward(&mut self, here: &Here, m: Move, deed: Deed, earlier: [Option<Deed>; 2]) {
        let frame = &mut self.stack[here.ply];
        if frame.killers[0] != Some(m) {
            frame.killers[1] = frame.killers[0];
            frame.killers[0] = Some(m);
        }
        if let Some(deed) = earlier[0] {
            self.shared.history.set_answer(deed, m);
        }
        let bonus = (16 * here.depth * here.depth + 64 * here.depth).min(1600);
        self.shared.history.learn(deed, earlier, bonus);
        for index in 0..self.stack[here.ply].quiets.len() {
            let other = self.stack[here.ply].quiets[index];
            if other != deed {
                self.shared.history.learn(other, earlier, -bonus);
            }
        }
    }
}
