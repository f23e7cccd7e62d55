//! What moves did well in other positions of the search.

use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Move, MoveKind, Rules, piece_index};

/// No number is larger.
pub(crate) const MAX_HISTORY: i32 = 16_384;

/// No table of move after move has more entries.
const MAX_CONTINUATIONS: usize = 1 << 22;

/// A move as the tables see it: who goes where. Drops count as moves of other pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deed(u32);

/// Scores of quiet moves.
pub(crate) struct History {
    cells: usize,
    pieces: usize,
    /// By deed.
    plain: Vec<i16>,
    /// By an earlier deed and a deed.
    after: Vec<i16>,
    earlier: usize,
    /// The answer that refuted each deed.
    answers: Vec<Option<Move>>,
}

impl History {
    pub(crate) fn new(rules: &Rules) -> Self {
        let (cells, types) = (rules.board().len(), rules.spec().pieces.len());
        let has_drops = rules.spec().hands.as_ref().is_some_and(|hands| !hands.drops.is_empty());
        let pieces = 2 * types * if has_drops { 2 } else { 1 };
        let deeds = pieces * cells;
        let earlier = deeds.min(MAX_CONTINUATIONS / deeds).max(1);
        Self {
            cells,
            pieces,
            plain: vec![0; deeds],
            after: vec![0; earlier * deeds],
            earlier,
            answers: vec![None; deeds],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.plain.fill(0);
        self.after.fill(0);
        self.answers.fill(None);
    }

    /// Makes room for what a new search finds.
    pub(crate) fn fade(&mut self) {
        for score in &mut self.plain {
            *score /= 2;
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
        let mut score = i32::from(self.plain[deed.0 as usize]);
        for earlier in earlier.into_iter().flatten() {
            score += i32::from(self.after[self.after(earlier, deed)]);
        }
        score
    }

    /// Notes that a deed did well (or, with a negative bonus, badly).
    pub(crate) fn learn(&mut self, deed: Deed, earlier: [Option<Deed>; 2], bonus: i32) {
        shift(&mut self.plain[deed.0 as usize], bonus);
        for earlier in earlier.into_iter().flatten() {
            let index = self.after(earlier, deed);
            shift(&mut self.after[index], bonus);
        }
    }

    /// The answer that refuted a deed last.
    pub(crate) fn answer(&self, to: Deed) -> Option<Move> {
        self.answers[to.0 as usize]
    }

    pub(crate) fn set_answer(&mut self, to: Deed, answer: Move) {
        self.answers[to.0 as usize] = Some(answer);
    }
}

/// Moves a score towards a bound, more slowly the nearer it is.
#[inline(always)]
fn shift(score: &mut i16, bonus: i32) {
    let now = i32::from(*score);
    *score = (now + bonus - now * bonus.abs() / MAX_HISTORY) as i16;
}
