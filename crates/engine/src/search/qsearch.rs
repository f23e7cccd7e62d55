//! Quiescence search: captures and promotions until the position is quiet; in its first ply also checks.

use super::board::Made;
use super::movepick::{MovePicker, Picked, Wanted};
use super::thread::SearchThread;
use crate::Bound;
use crate::eval::Evaluate;
use crate::params::Params;
use crate::score::{INFINITE, MAX_PLY, WIN_BOUND};
use crate::tt::Entry;

/// The depth in the transposition table of a quiescence search that looks at quiet checks, or at all moves.
const TT_DEPTH_CHECKS: i32 = 0;
/// The depth in the transposition table of one that looks at captures and promotions alone.
const TT_DEPTH_NO_CHECKS: i32 = -1;

impl<E: Evaluate> SearchThread<'_, E> {
    /// The score of the position at `ply` when only captures and promotions are looked at, or all moves in check and where the side
    /// must make certain moves; in deep searches quiet moves that give check, too, in the first ply.
    /// `far`: how many plies of such moves have been made already. In games in which each side can always take
    /// something somewhere, looking at everything would never end: the farther, the fewer moves are tried.
    pub(crate) fn qsearch(&mut self, ply: usize, far: usize, mut alpha: i32, beta: i32) -> i32 {
        let params = self.shared.params;
        self.stack[ply].pv.clear();
        if self.count_node() {
            return 0;
        }
        self.root.seldepth = self.root.seldepth.max(ply);
        if ply + 1 >= MAX_PLY || far >= params.qsearch_max_plies as usize {
            return self.board.evaluate();
        }
        let with_checks = far == 0 && self.looks_at_checks();
        let tt_depth = if with_checks { TT_DEPTH_CHECKS } else { TT_DEPTH_NO_CHECKS };
        let hash = self.board.position.hash();
        let entry = self.shared.tt.probe(hash, ply);
        let is_pv = beta - alpha > 1;
        if let Some(entry) = entry
            && !is_pv
            && entry.depth >= tt_depth
            && entry.cuts(alpha, beta)
        {
            return entry.score;
        }
        // A side that must capture can't stand pat, as one in check can't.
        let forced = far < params.qsearch_check_plies as usize && (self.in_check(ply) || self.is_compelled());
        let StandPat { mut best, eval, raw_eval } = match forced {
            true => StandPat { best: -INFINITE, eval: -INFINITE, raw_eval: -INFINITE },
            false => self.stand_pat(ply, entry, alpha, beta),
        };
        if best >= beta {
            return best;
        }
        let first_alpha = alpha;
        alpha = alpha.max(best);
        let position = &self.board.position;
        let side = position.side_to_move();
        let tt_move = entry.and_then(|entry| entry.best).filter(|&m| {
            let is_wanted = forced
                || self.board.is_capture(m)
                || m.promotion().is_some()
                || with_checks && m.dropped().is_none() && self.board.gives_check(m);
            is_wanted && position.is_pseudo_legal(m)
        });
        let wanted = match forced {
            true => Wanted::All,
            false if with_checks => Wanted::NoisyAndChecks,
            false => Wanted::Noisy,
        };
        let last = self.stack[ply].piece_to.map(|last| self.shared.history.after(last));
        let previous = [last, None, None, None];
        let list = std::mem::take(&mut self.stack[ply].moves);
        let mut picker = MovePicker::new(wanted, tt_move, [None; 3], previous, list);
        let (mut best_move, mut legal) = (None, 0);
        while let Some((m, picked)) = picker.next(&mut self.board, self.shared.history) {
            if !forced && self.board.overlooks(m) {
                continue;
            }
            // Late move pruning of evasions.
            if forced && best > -WIN_BOUND && legal > 0 {
                let is_late = picked == Picked::Quiet && legal >= params.qsearch_evasions as usize;
                if is_late || picked == Picked::BadCapture {
                    break;
                }
            }
            let is_noisy = picked != Picked::Quiet;
            if !forced && is_noisy && legal >= most_captures(params, far, picker.generated()) {
                picker.skip_captures();
                continue;
            }
            // A quiet check must not lose the piece that gives it.
            if !forced && !is_noisy && !self.board.see_ge(m, 0) {
                continue;
            }
            // Delta pruning.
            if !forced && is_noisy && eval + params.delta_margin <= alpha && !self.board.captures_last(m) {
                let most = eval + params.delta_margin + self.board.game.gain(&self.board.position, m);
                if most <= alpha && !(with_checks && self.board.gives_check(m)) {
                    best = best.max(most);
                    continue;
                }
            }
            let score = match self.make(m, ply) {
                Made::Banned => continue,
                Made::Ended(score) => score,
                Made::Open => {
                    let score = match self.board.position.side_to_move() == side {
                        true => self.qsearch(ply + 1, far + 1, alpha, beta),
                        false => -self.qsearch(ply + 1, far + 1, -beta, -alpha),
                    };
                    self.board.unmake();
                    score
                }
            };
            legal += 1;
            if self.stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(m);
                    if is_pv {
                        self.set_pv(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.stack[ply].moves = picker.into_list();
        if self.stopped() {
            return 0;
        }
        if forced && legal == 0 {
            return self.board.score_without_moves(ply);
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > first_alpha && is_pv => Bound::Exact,
            _ => Bound::Upper,
        };
        let was_pv = is_pv || entry.is_some_and(|entry| entry.was_pv);
        let depth = if forced { TT_DEPTH_CHECKS } else { tt_depth };
        let entry = Entry { best: best_move, score: best, eval: raw_eval, depth, bound, was_pv };
        self.shared.tt.store(hash, ply, entry);
        best
    }

    /// Stand pat: what a position is worth if the side to move captures nothing.
    fn stand_pat(&mut self, ply: usize, entry: Option<Entry>, alpha: i32, beta: i32) -> StandPat {
        let known = entry.map(|entry| entry.eval).filter(|&eval| eval > -INFINITE);
        if known.is_none() {
            // Lazy evaluation.
            let estimate = self.corrected(self.board.estimate(), ply);
            let margin = self.lazy_margin.get(self.shared.params);
            if estimate - margin >= beta {
                return StandPat { best: estimate - margin, eval: estimate, raw_eval: -INFINITE };
            }
            if estimate + margin <= alpha {
                return StandPat { best: estimate + margin, eval: estimate, raw_eval: -INFINITE };
            }
        }
        let raw_eval = known.unwrap_or_else(|| self.board.evaluate());
        if known.is_none() {
            self.lazy_margin.update(raw_eval - self.board.estimate());
        }
        let eval = self.corrected(raw_eval, ply);
        let best = entry.filter(|entry| entry.cuts(eval, eval + 1)).map_or(eval, |entry| entry.score);
        StandPat { best, eval, raw_eval }
    }
}

/// What a position is worth if the side to move captures nothing.
struct StandPat {
    /// A bound for it, if that decides, or else what is thought of it.
    best: i32,
    eval: i32,
    /// What the evaluation alone says; `-INFINITE` if it wasn't asked.
    raw_eval: i32,
}

/// How many of the captures and promotions of a position are tried, where there are `moves`.
fn most_captures(params: &Params, far: usize, moves: usize) -> usize {
    match far {
        _ if moves > params.qsearch_wide as usize => 1 + usize::from(far == 0),
        0..4 => 3,
        4..8 => 2,
        _ => 1,
    }
}
