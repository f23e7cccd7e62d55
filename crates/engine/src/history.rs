//! What moves did well in other positions of the search.

use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Move, MoveKind, Rules, piece_index};
use std::sync::atomic::{AtomicI16, AtomicU64, Ordering::Relaxed};

/// No number is larger.
pub(crate) const MAX_HISTORY: i32 = 16_384;

/// No table of move after move has more entries.
const MAX_CONTINUATIONS: usize = 1 << 22;

/// A move as the tables see it: who goes where. Drops count as moves of other pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deed(u32);

/// Scores of quiet moves, learned by all threads together.
pub(crate) struct History {
    cells: usize,
    pieces: usize,
    /// By deed.
    plain: Vec<AtomicI16>,
    /// By an earlier deed and a deed.
    after: Vec<AtomicI16>,
    earlier: usize,
    /// The answer that refuted each deed.
    answers: Vec<AtomicU64>,
    errors: Errors,
}

/// By how much estimates were wrong (correction history; C. Conkright and others, 2023).
struct Errors {
    /// By the side to move and what both sides have.
    material: Vec<AtomicI16>,
    /// By the deed that led to the position.
    deeds: Vec<AtomicI16>,
}

/// The number of entries for the material, a power of two.
const MATERIALS: usize = 1 << 15;

/// No entry of [`Errors`] is larger.
const MAX_ERROR: i32 = 1024;

/// So much of an entry is a centipawn.
const ERROR_GRAIN: i32 = 16;

impl History {
    pub(crate) fn new(rules: &Rules) -> Self {
        let (cells, types) = (rules.board().len(), rules.spec().pieces.len());
        let pieces = 2 * types * if rules.spec().has_drops() { 2 } else { 1 };
        let deeds = pieces * cells;
        let earlier = deeds.min(MAX_CONTINUATIONS / deeds).max(1);
        Self {
            cells,
            pieces,
            plain: zeros(deeds),
            after: zeros(earlier * deeds),
            earlier,
            answers: (0..deeds).map(|_| AtomicU64::new(0)).collect(),
            errors: Errors { material: zeros(MATERIALS), deeds: zeros(deeds) },
        }
    }

    pub(crate) fn clear(&mut self) {
        let Self { plain, after, answers, errors: Errors { material, deeds }, .. } = self;
        for score in [plain, after, material, deeds].into_iter().flatten() {
            *score.get_mut() = 0;
        }
        for answer in answers {
            *answer.get_mut() = 0;
        }
    }

    /// Makes room for what a new search finds.
    pub(crate) fn fade(&mut self) {
        for score in &mut self.plain {
            *score.get_mut() /= 2;
        }
    }

    #[inline(always)]
    pub(crate) fn deed(&self, color: Color, kind: PieceType, m: Move) -> Deed {
        let piece = piece_index(color, kind);
        let piece = if m.kind() == MoveKind::Drop { piece + self.pieces / 2 } else { piece };
        Deed((piece * self.cells + m.to().index()) as u32)
    }

    #[inline(always)]
    fn after(&self, earlier: Deed, deed: Deed) -> usize {
        earlier.0 as usize % self.earlier * self.plain.len() + deed.0 as usize
    }

    /// How well a deed did, by itself and after earlier ones.
    #[inline(always)]
    pub(crate) fn score(&self, deed: Deed, earlier: [Option<Deed>; 2]) -> i32 {
        let mut score = i32::from(self.plain[deed.0 as usize].load(Relaxed));
        for earlier in earlier.into_iter().flatten() {
            score += i32::from(self.after[self.after(earlier, deed)].load(Relaxed));
        }
        score
    }

    /// Notes that a deed did well (or, with a negative bonus, badly).
    pub(crate) fn learn(&self, deed: Deed, earlier: [Option<Deed>; 2], bonus: i32) {
        shift(&self.plain[deed.0 as usize], bonus, MAX_HISTORY);
        for earlier in earlier.into_iter().flatten() {
            shift(&self.after[self.after(earlier, deed)], bonus, MAX_HISTORY);
        }
    }

    /// By how many centipawns positions with such material, after such a deed, turned out better than estimated.
    /// `material`: any number that goes with the material and the side to move.
    #[inline(always)]
    pub(crate) fn correction(&self, material: u64, deed: Option<Deed>) -> i32 {
        let known = i32::from(self.errors.material[material as usize % MATERIALS].load(Relaxed));
        let after = deed.map_or(0, |deed| i32::from(self.errors.deeds[deed.0 as usize].load(Relaxed)));
        (known + after) / ERROR_GRAIN
    }

    /// Notes by how many centipawns a position searched so deep turned out better than estimated.
    pub(crate) fn learn_error(&self, material: u64, deed: Option<Deed>, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-MAX_ERROR / 4, MAX_ERROR / 4);
        shift(&self.errors.material[material as usize % MATERIALS], bonus, MAX_ERROR);
        if let Some(deed) = deed {
            shift(&self.errors.deeds[deed.0 as usize], bonus, MAX_ERROR);
        }
    }

    /// The answer that refuted a deed last.
    pub(crate) fn answer(&self, to: Deed) -> Option<Move> {
        Move::from_bits(self.answers[to.0 as usize].load(Relaxed))
    }

    pub(crate) fn set_answer(&self, to: Deed, answer: Move) {
        self.answers[to.0 as usize].store(answer.to_bits(), Relaxed);
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
