//! What moves did well in other positions of the search: the history heuristic, continuation history, countermoves; and
//! by how much evaluations were wrong: correction history.

use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Move, MoveKind, Rules, piece_index};
use std::sync::atomic::{AtomicI16, AtomicU64, Ordering::Relaxed};

/// No score of a move by itself is larger.
const MAX_QUIET: i32 = 16_384;

/// No score of a move after an earlier one is larger.
const MAX_CONTINUATION: i32 = 30_000;

/// The continuation history has no more entries.
const CONTINUATIONS: usize = 1 << 22;

/// How many plies before a move those are at which a continuation history looks back, counted from the last one.
pub(crate) const LOOK_BACK: [usize; 4] = [0, 1, 3, 5];

/// Where the continuation history has what it knows of the moves after those at which it looks back.
pub(crate) type Previous = [Option<After>; LOOK_BACK.len()];

/// A move as histories see it: which piece goes where. Drops count as moves of other pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u32);

/// A place in the continuation history: scores of the moves after an earlier one begin there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct After(u32);

/// Scores of quiet moves, learned by all threads together.
pub(crate) struct History {
    cells: usize,
    pieces: usize,
    /// How well each move did (history heuristic; Jonathan Schaeffer, 1983).
    quiet: Vec<AtomicI16>,
    /// How well each move did after an earlier one: for each of the earlier ones, which share places where there are too
    /// many, a score for each move.
    continuation: Vec<AtomicI16>,
    /// The number of places for earlier moves.
    earlier: usize,
    /// The move that refuted each move last (Jos Uiterwijk, 1992).
    countermoves: Vec<AtomicU64>,
    correction: Correction,
}

/// By how much evaluations were wrong (correction history; C. Conkright and others, 2023).
struct Correction {
    /// By the side to move and each of the position's keys: what both sides have, where the zeroing pieces are, and the other
    /// pieces of each side.
    keys: [Vec<AtomicI16>; 4],
    /// By the move that led to the position.
    piece_to: Vec<AtomicI16>,
}

/// The number of corrections by each key, a power of two.
const KEYS: usize = 1 << 15;

/// How much a correction by each key counts, in halves of that by the move.
const KEY_WEIGHTS: [i32; 4] = [2, 2, 1, 1];

/// No entry of [`Correction`] is larger.
const MAX_CORRECTION: i32 = 1024;

/// So much of an entry is a centipawn.
const CORRECTION_GRAIN: i32 = 16;

impl History {
    pub(crate) fn new(rules: &Rules) -> Self {
        let (cells, types) = (rules.board().len(), rules.spec().pieces.len());
        let pieces = 2 * types * if rules.spec().has_drops() { 2 } else { 1 };
        let moves = pieces * cells;
        let earlier = moves.min(CONTINUATIONS / moves).max(1);
        Self {
            cells,
            pieces,
            quiet: zeros(moves),
            continuation: zeros(earlier * moves),
            earlier,
            countermoves: (0..moves).map(|_| AtomicU64::new(0)).collect(),
            correction: Correction { keys: std::array::from_fn(|_| zeros(KEYS)), piece_to: zeros(moves) },
        }
    }

    pub(crate) fn clear(&mut self) {
        let Self { quiet, continuation, countermoves, correction: Correction { keys, piece_to }, .. } = self;
        for score in [quiet, continuation, piece_to].into_iter().chain(keys).flatten() {
            *score.get_mut() = 0;
        }
        for countermove in countermoves {
            *countermove.get_mut() = 0;
        }
    }

    /// Makes room for what a new search finds (ageing).
    pub(crate) fn age(&mut self) {
        for score in &mut self.quiet {
            *score.get_mut() /= 2;
        }
    }

    #[inline(always)]
    pub(crate) fn piece_to(&self, color: Color, kind: PieceType, m: Move) -> PieceTo {
        let piece = piece_index(color, kind);
        let piece = if m.kind() == MoveKind::Drop { piece + self.pieces / 2 } else { piece };
        PieceTo((piece * self.cells + m.to().index()) as u32)
    }

    /// Where the scores of the moves after an earlier one are.
    #[inline(always)]
    pub(crate) fn after(&self, earlier: PieceTo) -> After {
        let earlier = earlier.0 as usize;
        let place = if earlier < self.earlier { earlier } else { earlier % self.earlier };
        After((place * self.quiet.len()) as u32)
    }

    #[inline(always)]
    fn continuation(&self, after: After, piece_to: PieceTo) -> &AtomicI16 {
        &self.continuation[after.0 as usize + piece_to.0 as usize]
    }

    /// How well a move did, by itself and after the previous ones.
    #[inline(always)]
    pub(crate) fn score(&self, piece_to: PieceTo, previous: Previous) -> i32 {
        let quiet = i32::from(self.quiet[piece_to.0 as usize].load(Relaxed));
        quiet + previous.into_iter().map(|after| self.reply_score(after, piece_to)).sum::<i32>()
    }

    /// How well a move did after an earlier one; 0 if there is none.
    #[inline(always)]
    fn reply_score(&self, after: Option<After>, piece_to: PieceTo) -> i32 {
        after.map_or(0, |after| i32::from(self.continuation(after, piece_to).load(Relaxed)))
    }

    /// How early a quiet move should be searched: as [`score`](Self::score), the last move counted twice.
    #[inline(always)]
    pub(crate) fn order(&self, piece_to: PieceTo, previous: Previous) -> i32 {
        self.score(piece_to, previous) + self.reply_score(previous[0], piece_to)
    }

    /// Whether a move did badly after the last move and after the one before it.
    #[inline(always)]
    pub(crate) fn is_bad_reply(&self, piece_to: PieceTo, previous: Previous) -> bool {
        previous[..2].iter().all(|&after| self.reply_score(after, piece_to) < 0)
    }

    /// Notes that a quiet move did well (or, with a negative bonus, badly), whatever came before.
    pub(crate) fn update_quiet(&self, piece_to: PieceTo, bonus: i32) {
        shift(&self.quiet[piece_to.0 as usize], bonus, MAX_QUIET);
    }

    /// Notes that a move did well (or, with a negative bonus, badly).
    pub(crate) fn update(&self, piece_to: PieceTo, previous: Previous, bonus: i32) {
        self.update_quiet(piece_to, bonus);
        self.update_continuation(piece_to, previous, bonus);
    }

    /// Notes that a move did well (or, with a negative bonus, badly) after the previous ones.
    pub(crate) fn update_continuation(&self, piece_to: PieceTo, previous: Previous, bonus: i32) {
        for after in previous.into_iter().flatten() {
            shift(self.continuation(after, piece_to), bonus, MAX_CONTINUATION);
        }
    }

    /// By how many centipawns positions with such keys, after such a move, turned out better than evaluated.
    #[inline(always)]
    pub(crate) fn correction(&self, keys: [u64; 4], piece_to: Option<PieceTo>) -> i32 {
        let by_keys =
            self.corrections(keys).zip(KEY_WEIGHTS).map(|(entry, weight)| i32::from(entry.load(Relaxed)) * weight);
        let by_move = piece_to.map_or(0, |m| i32::from(self.correction.piece_to[m.0 as usize].load(Relaxed)));
        (by_keys.sum::<i32>() + 2 * by_move) / (2 * CORRECTION_GRAIN)
    }

    /// Notes that a position turned out better than evaluated, by a bonus that grows with the error and the depth.
    pub(crate) fn update_correction(&self, keys: [u64; 4], piece_to: Option<PieceTo>, bonus: i32) {
        let bonus = bonus.clamp(-MAX_CORRECTION / 4, MAX_CORRECTION / 4);
        let by_move = piece_to.map(|m| &self.correction.piece_to[m.0 as usize]);
        for entry in self.corrections(keys).chain(by_move) {
            shift(entry, bonus, MAX_CORRECTION);
        }
    }

    #[inline(always)]
    fn corrections(&self, keys: [u64; 4]) -> impl Iterator<Item = &AtomicI16> {
        self.correction.keys.iter().zip(keys).map(|(entries, key)| &entries[key as usize % KEYS])
    }

    /// The move that refuted a move last.
    pub(crate) fn countermove(&self, to: PieceTo) -> Option<Move> {
        Move::from_bits(self.countermoves[to.0 as usize].load(Relaxed))
    }

    pub(crate) fn set_countermove(&self, to: PieceTo, countermove: Move) {
        self.countermoves[to.0 as usize].store(countermove.to_bits(), Relaxed);
    }
}

/// Moves a score towards a bound, more slowly the nearer it is. What another thread does at the same moment may be lost.
#[inline(always)]
fn shift(score: &AtomicI16, bonus: i32, bound: i32) {
    let now = i32::from(score.load(Relaxed));
    score.store((now + bonus - now * bonus.abs() / bound) as i16, Relaxed);
}

fn zeros(count: usize) -> Vec<AtomicI16> {
    (0..count).map(|_| AtomicI16::new(0)).collect()
}
