//! What the results of a match say about the strength of two players.
//!
//! Games are played in pairs from the same opening with colours swapped, and a pair is the unit of the statistics:
//! what an unbalanced opening adds to one game it takes from the other, so the five possible scores of a pair
//! (the *pentanomial* counts) vary less than two independent games would. Error bars made from single games
//! would be too wide, and a test would need more games than necessary.

use serde::Serialize;

/// How often a pair of games gave the first player 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs(pub [u64; 5]);

/// The results of single games, from the first player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// An estimate with the ends of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A normal distribution has 95 % of its mass within this many standard deviations.
const NORMAL_95: f64 = 1.959_963_985;

impl Tally {
    /// Counts a game that gave the first player this many half points (0, 1 or 2).
    pub fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// How many games there were.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The first player's share of the points, from 0 to 1; a half if there were no games.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }
}

impl Pairs {
    /// Counts a pair that gave the first player this many half points (0 to 4).
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// How many pairs there were.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, from 0 to 1, and the variance of a pair's mean score around it.
    fn moments(&self) -> Option<(f64, f64)> {
        let pairs = self.count();
        if pairs == 0 {
            return None;
        }
        let share = |of: u64| of as f64 / pairs as f64;
        let scores = || (0..5).map(|half_points| half_points as f64 / 4.0).zip(self.0);
        let mean: f64 = scores().map(|(score, of)| score * share(of)).sum();
        let variance = scores().map(|(score, of)| (score - mean).powi(2) * share(of)).sum();
        Some((mean, variance))
    }

    /// The score with its confidence interval; `None` without games.
    pub fn score(&self) -> Option<Interval> {
        let (mean, variance) = self.moments()?;
        let reach = NORMAL_95 * (variance / self.count() as f64).sqrt();
        Some(Interval { value: mean, low: (mean - reach).max(0.0), high: (mean + reach).min(1.0) })
    }

    /// The difference in Elo with its confidence interval. Infinite where a score is 0 or 1: this many games can't
    /// show how much stronger a player is who has won them all.
    pub fn elo(&self) -> Option<Interval> {
        let score = self.score()?;
        Some(Interval {
            value: elo_of_score(score.value),
            low: elo_of_score(score.low),
            high: elo_of_score(score.high),
        })
    }

    /// The likelihood that the first player is the stronger one, from 0 to 1.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let (mean, variance) = self.moments()?;
        let deviation = (variance / self.count() as f64).sqrt();
        Some(match mean - 0.5 {
            0.0 => 0.5,
            lead if deviation == 0.0 => f64::from(u8::from(lead > 0.0)),
            lead => normal_distribution(lead / deviation),
        })
    }
}

/// The difference in Elo that makes a score likely (A. Elo, logistic form).
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that a difference in Elo makes likely.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The normal distribution's cumulative function (M. Abramowitz, I. Stegun 1964, 7.1.26; error below 2e-7).
fn normal_distribution(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let poly =
        t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let erf = 1.0 - poly * (-z * z).exp();
    if x < 0.0 { (1.0 - erf) / 2.0 } else { (1.0 + erf) / 2.0 }
}

/// A sequential probability ratio test of the hypothesis that the first player is `elo1` stronger against that of
/// `elo0`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The difference of the null hypothesis, in Elo.
    pub elo0: f64,
    /// The difference of the alternative, in Elo; above `elo0`.
    pub elo1: f64,
    /// How often the alternative may be accepted wrongly.
    pub alpha: f64,
    /// How often the null hypothesis may be accepted wrongly.
    pub beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The null hypothesis: the difference is nearer `elo0`.
    Null,
    /// The alternative: the difference is nearer `elo1`.
    Alternative,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio at which the test ends (A. Wald 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the generalized test on pairs (M. Van den Bergh 2017, "The generalized sequential
    /// probability ratio test for chess"): under each hypothesis the five frequencies are the likeliest ones that
    /// have its expected score.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        let count = pairs.count();
        if count == 0 {
            return 0.0;
        }
        // A count of zero would make a frequency impossible for ever; as is usual, it counts as nearly nothing.
        let counts = pairs.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let frequencies = counts.map(|count| count / total);
        let null = likeliest(&frequencies, score_of_elo(self.elo0));
        let alternative = likeliest(&frequencies, score_of_elo(self.elo1));
        let ratio = |at: usize| frequencies[at] * (alternative[at] / null[at]).ln();
        total * (0..5).map(ratio).sum::<f64>()
    }

    /// What the test says.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (low, high) = self.bounds();
        match self.llr(pairs) {
            llr if llr <= low => Verdict::Null,
            llr if llr >= high => Verdict::Alternative,
            _ => Verdict::Open,
        }
    }
}

/// The frequencies likeliest to have given those observed, among those with the expected score `score`.
///
/// With a Lagrange multiplier x they are f / (1 + x (a - score)) for scores a, where x is the zero of a falling function.
fn likeliest(frequencies: &[f64; 5], score: f64) -> [f64; 5] {
    let lead = |at: usize| at as f64 / 4.0 - score;
    let excess = |x: f64| (0..5).map(|at| frequencies[at] * lead(at) / (1.0 + x * lead(at))).sum::<f64>();
    // At these ends the highest and the lowest score would get infinite weight.
    let (mut low, mut high) = (-1.0 / lead(4), -1.0 / lead(0));
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|at| frequencies[at] / (1.0 + x * lead(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-3 * b.abs().max(1.0)
    }

    #[test]
    fn elo_and_score_are_inverse() {
        assert!(near(elo_of_score(0.75), 190.848_5) && near(score_of_elo(190.848_5), 0.75));
        for elo in [-300.0, -1.0, 0.0, 40.0] {
            assert!(near(elo_of_score(score_of_elo(elo)), elo));
        }
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (x, share) in [(0.0, 0.5), (1.0, 0.841_345), (-1.0, 0.158_655), (1.959_964, 0.975), (-3.0, 0.001_350)] {
            assert!((normal_distribution(x) - share).abs() < 1e-5, "{x}");
        }
    }

    #[test]
    fn pairs_give_narrower_bars_than_games_where_openings_are_unfair() {
        // Every opening is won by White: each pair is even, and nothing is left to chance.
        let mut pairs = Pairs::default();
        (0..50).for_each(|_| pairs.add(2));
        assert_eq!(pairs.elo(), Some(Interval { value: 0.0, low: 0.0, high: 0.0 }));
        assert_eq!(pairs.likelihood_of_superiority(), Some(0.5));
    }

    #[test]
    fn scores_have_the_bars_of_the_textbook() {
        // 100 pairs with the scores 0 (10), 1/4 (20), 1/2 (30), 3/4 (30) and 1 (10): mean 0.525, variance 0.081875.
        let score = Pairs([10, 20, 30, 30, 10]).score().unwrap();
        assert!(near(score.value, 0.525));
        assert!(near(score.high - score.value, 1.959_964 * (0.081_875f64 / 100.0).sqrt()));
        assert_eq!(Pairs::default().elo(), None);
        assert_eq!(Pairs([0, 0, 0, 0, 3]).elo().map(|elo| elo.low), Some(f64::INFINITY));
    }

    #[test]
    fn the_test_has_the_bounds_of_wald() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let (low, high) = sprt.bounds();
        assert!(near(low, -2.944_44) && near(high, 2.944_44));
    }

    #[test]
    fn the_likelihood_ratio_is_that_of_the_normal_approximation_for_many_games() {
        // For small differences the exact ratio approaches (s1 - s0)(2 m - s0 - s1) n / (2 v).
        let pairs = Pairs([900, 4_800, 12_000, 5_300, 1_000]);
        let sprt = Sprt { elo0: 0.0, elo1: 4.0, alpha: 0.05, beta: 0.05 };
        let (mean, variance) = pairs.moments().unwrap();
        let (s0, s1) = (score_of_elo(0.0), score_of_elo(4.0));
        let expected = (s1 - s0) * (2.0 * mean - s0 - s1) * pairs.count() as f64 / (2.0 * variance);
        let llr = sprt.llr(&pairs);
        assert!((llr - expected).abs() < 0.02 * expected.abs(), "{llr} {expected}");
        assert_eq!(sprt.verdict(&pairs), Verdict::Alternative);
        let mirrored = Pairs([1_000, 5_300, 12_000, 4_800, 900]);
        assert_eq!(sprt.verdict(&mirrored), Verdict::Null);
        assert_eq!(sprt.verdict(&Pairs([0, 1, 2, 1, 0])), Verdict::Open);
        assert_eq!(sprt.llr(&Pairs::default()), 0.0);
    }

    #[test]
    fn the_likeliest_frequencies_have_the_expected_score() {
        let frequencies = [0.1, 0.2, 0.4, 0.2, 0.1];
        for score in [0.4, 0.5, 0.6] {
            let found = likeliest(&frequencies, score);
            let mean: f64 = (0..5).map(|at| at as f64 / 4.0 * found[at]).sum();
            assert!(near(mean, score) && near(found.iter().sum(), 1.0), "{found:?}");
        }
    }
}
