//! Captures and promotions until the position is quiet.

use super::picker::{Picked, Picker, Wanted};
use super::worker::{Made, Worker};
use crate::Bound;
use crate::score::{INFINITE, MAX_PLY, WIN, WIN_BOUND};
use crate::table::Entry;

/// A capture must be able to bring a position to within so many centipawns of the bound.
const MARGIN: i32 = 180;

impl Worker<'_> {
    /// The score of the position at `ply` when only captures and promotions are looked at, or all moves in check.
    /// `far`: how many plies of such moves have been made already. In games in which each side can always take
    /// something somewhere, looking at everything would never end: the farther, the fewer moves are tried.
    pub(crate) fn quiescence(&mut self, ply: usize, far: usize, mut alpha: i32, beta: i32) -> i32 {
        self.stack[ply].pv.clear();
        if self.count_node() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if ply + 1 >= MAX_PLY || far >= FARTHEST {
            return self.evaluate(ply);
        }
        let hash = self.position.hash();
        let entry = self.shared.table.probe(hash, ply);
        let is_pv = beta - alpha > 1;
        if let Some(entry) = entry
            && !is_pv
            && entry.depth >= 0
            && cuts(entry, alpha, beta)
        {
            return entry.score;
        }
        let in_check = far < 8 && self.in_check(ply);
        let Standing { mut best, eval, raw } = match in_check {
            true => Standing { best: -INFINITE, eval: -INFINITE, raw: -INFINITE },
            false => self.stand(ply, entry, alpha, beta),
        };
        if best >= beta {
            return best;
        }
        let first_alpha = alpha;
        alpha = alpha.max(best);
        let hash_move = entry.and_then(|entry| entry.best).filter(|&m| {
            (in_check || self.position.captured_by(m).is_some() || m.promotion().is_some()) && self.position.accepts(m)
        });
        let wanted = if in_check { Wanted::All } else { Wanted::Noisy };
        let earlier = [self.stack[ply].deed, None];
        let list = std::mem::take(&mut self.stack[ply].moves);
        let mut picker = Picker::new(wanted, hash_move, [None; 3], earlier, list);
        let (mut best_move, mut legal) = (None, 0);
        while let Some((m, picked)) = picker.next(self) {
            if best > -WIN_BOUND && legal > 0 {
                if in_check && picked == Picked::Quiet && legal >= 3 {
                    break;
                }
                if in_check && picked == Picked::BadCapture {
                    break;
                }
            }
            if !in_check && legal >= most_tries(far, picker.generated()) {
                break;
            }
            if !in_check && eval + MARGIN <= alpha && !self.captures_last(m) {
                let gain = self.capture_score_alone(m);
                if eval + MARGIN + gain <= alpha {
                    best = best.max(eval + MARGIN + gain);
                    continue;
                }
            }
            let score = match self.make(m, ply) {
                Made::Banned => continue,
                Made::Ended(score) => score,
                Made::Open => {
                    let score = -self.quiescence(ply + 1, far + 1, -beta, -alpha);
                    self.position.unmake();
                    score
                }
            };
            legal += 1;
            if self.stopped {
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
        if self.stopped {
            return 0;
        }
        if in_check && legal == 0 {
            return ply as i32 - WIN;
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > first_alpha && is_pv => Bound::Exact,
            _ => Bound::Upper,
        };
        self.shared.table.store(hash, ply, Entry { best: best_move, score: best, eval: raw, depth: 0, bound });
        best
    }

    /// What a position is worth if the side to move captures nothing.
    fn stand(&mut self, ply: usize, entry: Option<Entry>, alpha: i32, beta: i32) -> Standing {
        let known = entry.map(|entry| entry.eval).filter(|&eval| eval > -INFINITE);
        if known.is_none() {
            let estimate = self.corrected(self.estimate(ply), ply);
            let margin = self.surprise.margin();
            if estimate - margin >= beta {
                return Standing { best: estimate - margin, eval: estimate, raw: -INFINITE };
            }
            if estimate + margin <= alpha {
                return Standing { best: estimate + margin, eval: estimate, raw: -INFINITE };
            }
        }
        let raw = known.unwrap_or_else(|| self.evaluate(ply));
        if known.is_none() {
            self.surprise.learn(raw - self.estimate(ply));
        }
        let eval = self.corrected(raw, ply);
        let best = entry.filter(|entry| cuts(*entry, eval, eval + 1)).map_or(eval, |entry| entry.score);
        Standing { best, eval, raw }
    }

    /// What a capture or promotion gains if nothing answers it.
    fn capture_score_alone(&self, m: spielraum_rules::Move) -> i32 {
        let worth = self.shared.evaluator.worth();
        let captured = self.position.captured_by(m);
        captured.map_or(0, |(color, kind)| worth[spielraum_rules::piece_index(color, kind)])
            + self.promotion_gain(m).max(0)
    }
}

/// What a position is worth if the side to move captures nothing.
struct Standing {
    /// A bound for it, if that decides, or else what is thought of it.
    best: i32,
    eval: i32,
    /// What the evaluation alone says; `-INFINITE` if it wasn't asked.
    raw: i32,
}

/// How far the evaluation comes out from what the pieces' places alone let expect. Where that lies beyond the window by
/// much more, the evaluation need not be asked (lazy evaluation; here with a margin that each search finds for its
/// game).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surprise {
    /// The mean distance, in 256ths of a centipawn.
    mean: i32,
}

impl Surprise {
    /// So many times the mean distance are out of the question.
    const CERTAIN: i32 = 6;

    /// Before anything has been learned: larger than games have it.
    pub(crate) fn new() -> Self {
        Self { mean: 200 << 8 }
    }

    #[inline(always)]
    fn margin(self) -> i32 {
        (self.mean * Self::CERTAIN) >> 8
    }

    #[inline(always)]
    fn learn(&mut self, distance: i32) {
        self.mean += (distance.abs().min(4000) * 256 - self.mean) / 256;
    }
}

/// So many captures and promotions in a row are looked at.
const FARTHEST: usize = 24;

/// A position with more captures than this is a wide one, in which not all can be followed.
const WIDE: usize = 16;

/// How many of the captures and promotions of a position are tried, where there are `moves`.
fn most_tries(far: usize, moves: usize) -> usize {
    match far {
        _ if moves > WIDE => 1 + usize::from(far == 0),
        0..4 => 3,
        4..8 => 2,
        _ => 1,
    }
}

/// Whether a known score decides a position for a window.
#[inline(always)]
pub(crate) fn cuts(entry: Entry, alpha: i32, beta: i32) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}
