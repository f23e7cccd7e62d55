//! What an evaluation is written to: a score, or a trace for tuning.

use super::weights::{Layout, Term, Weight};
use spielraum_rules::Color;
use spielraum_rules::spec::PieceType;

/// The sums of an evaluation. Each is kept in its own fraction of a centipawn and rounded by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sum {
    /// Most terms, in centipawns.
    Plain,
    /// Mobility: its weights are hundredths, targets are counted in sixteenths.
    Mobility,
    /// King-passer proximity, in tenths.
    KingProximity,
    /// King-zone attacks by White, in tenths; counted in sixteenths by the number of attackers.
    WhiteKingZone,
    /// King-zone attacks by Black.
    BlackKingZone,
}

impl Sum {
    const COUNT: usize = 5;

    const ALL: [Self; Self::COUNT] =
        [Self::Plain, Self::Mobility, Self::KingProximity, Self::WhiteKingZone, Self::BlackKingZone];

    /// The king-zone attacks of a side.
    #[inline(always)]
    pub(super) fn king_zone(color: Color) -> Self {
        if color == Color::White { Self::WhiteKingZone } else { Self::BlackKingZone }
    }

    /// This many units are a centipawn.
    const fn divisor(self) -> i32 {
        match self {
            Self::Plain => 1,
            Self::Mobility => 1600,
            Self::KingProximity => 10,
            Self::WhiteKingZone | Self::BlackKingZone => 160,
        }
    }
}

/// Which weight it is that is added: the term, the type and the index.
pub(super) type Place = (Term, PieceType, usize);

/// What the terms of an evaluation are written to.
pub(super) trait Output {
    /// Whether terms are wanted too whose weights are all nought.
    const WANTS_ALL: bool;

    /// Adds `factor` times a weight to a sum, as White sees it; `place` is the number of the weight.
    fn add(&mut self, sum: Sum, weight: Weight, factor: i32, place: impl FnOnce() -> Place);

    /// Multiplies a sum when all has been added; other sums are multiplied by 1.
    fn scale(&mut self, sum: Sum, factor: i32);
}

/// An evaluation's sums.
#[derive(Clone, Copy, Debug)]
pub(super) struct Score {
    sums: [Weight; Sum::COUNT],
    scales: [i32; Sum::COUNT],
}

impl Score {
    /// A score that begins with what the accumulator has.
    #[inline(always)]
    pub(super) fn new(accumulated: Weight) -> Self {
        let mut score = Self { sums: [Weight::default(); Sum::COUNT], scales: [1; Sum::COUNT] };
        score.sums[Sum::Plain as usize] = accumulated;
        score
    }

    /// All sums together, in centipawns, each rounded towards nought.
    #[inline(always)]
    pub(super) fn total(&self) -> Weight {
        let mut total = Weight::default();
        for sum in Sum::ALL {
            let (Weight { early, late }, scale) = (self.sums[sum as usize], self.scales[sum as usize]);
            total += Weight { early: early * scale / sum.divisor(), late: late * scale / sum.divisor() };
        }
        total
    }
}

impl Output for Score {
    const WANTS_ALL: bool = false;

    #[inline(always)]
    fn add(&mut self, sum: Sum, weight: Weight, factor: i32, _: impl FnOnce() -> Place) {
        self.sums[sum as usize] += weight * factor;
    }

    #[inline(always)]
    fn scale(&mut self, sum: Sum, factor: i32) {
        self.scales[sum as usize] = factor;
    }
}

/// Which weights an evaluation is made of, and how often each counts.
pub(crate) struct Trace<'a> {
    layout: &'a Layout,
    /// The sum, the weight's place and its factor.
    terms: Vec<(Sum, usize, i32)>,
    scales: [i32; Sum::COUNT],
}

impl<'a> Trace<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        Self { layout, terms: Vec::new(), scales: [1; Sum::COUNT] }
    }

    /// What the evaluation comes to with these weights: exactly what it is when it is written to a score.
    #[cfg(test)]
    pub(super) fn total(&self, weights: &[Weight]) -> Weight {
        let mut score = Score { scales: self.scales, ..Score::new(Weight::default()) };
        for &(sum, place, factor) in &self.terms {
            score.sums[sum as usize] += weights[place] * factor;
        }
        score.total()
    }

    /// With which factor each weight goes into the evaluation, but for rounding.
    pub(crate) fn factors(&self) -> Vec<f64> {
        let mut factors = vec![0.0; self.layout.len()];
        for &(sum, place, factor) in &self.terms {
            let scale = f64::from(self.scales[sum as usize]) / f64::from(sum.divisor());
            factors[place] += f64::from(factor) * scale;
        }
        factors
    }
}

impl Output for Trace<'_> {
    const WANTS_ALL: bool = true;

    fn add(&mut self, sum: Sum, _: Weight, factor: i32, place: impl FnOnce() -> Place) {
        let (term, kind, index) = place();
        if factor != 0
            && let Some(place) = self.layout.place(term, kind, index)
        {
            self.terms.push((sum, place, factor));
        }
    }

    fn scale(&mut self, sum: Sum, factor: i32) {
        self.scales[sum as usize] = factor;
    }
}
