//! How strong a player is: Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013). The server rates each game when it
//! ends. A rating period is a length of time, so that the uncertainty about somebody who does not play grows with it.

/// What a player begins with, in points.
const FIRST: f64 = 1500.0;
const FIRST_VOLATILITY: f64 = 0.06;

/// Between these a deviation stays, in points: nobody is known exactly, and nobody less than a newcomer.
const LEAST_DEVIATION: f64 = 45.0;
const MOST_DEVIATION: f64 = 350.0;

/// Between these a rating stays, in points, and up to this a volatility.
const LOWEST: f64 = 100.0;
const HIGHEST: f64 = 4000.0;
const MOST_VOLATILITY: f64 = 0.1;

/// A rating with a larger deviation is provisional, in points.
const PROVISIONAL: f64 = 110.0;

/// A rating period in milliseconds: five days.
const PERIOD: f64 = 5.0 * 24.0 * 60.0 * 60.0 * 1000.0;

/// How much volatilities may change (the paper's tau).
const RESTRAINT: f64 = 0.5;

/// Points for one unit of the paper's scale.
const SCALE: f64 = 173.7178;

/// How exactly a volatility is found, and after how many steps it is exact enough in any case.
const EXACT: f64 = 1e-6;
const STEPS: usize = 100;

/// How a game ended for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Score {
    Loss,
    Draw,
    Win,
}

impl Score {
    /// How it ended for the other side.
    pub fn of_opponent(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// In halves: 0, 1 or 2.
    pub fn halves(self) -> u8 {
        self as u8
    }

    /// What a number of halves means.
    pub fn of_halves(halves: u8) -> Option<Self> {
        [Self::Loss, Self::Draw, Self::Win].get(usize::from(halves)).copied()
    }
}

/// A rating as it is stored. Each step rounds, so that all who compute it again get the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rating {
    /// In hundredths of a point.
    pub points: i32,
    /// In hundredths of a point.
    pub deviation: i32,
    /// In millionths.
    pub volatility: i32,
    /// When it last changed, in milliseconds since 1970; `None`: no game has counted yet.
    pub at: Option<i64>,
}

/// A rating as people see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub points: i32,
    pub provisional: bool,
    /// By how much the game changed it that is looked at, if it did.
    pub change: Option<i32>,
}

impl Standing {
    /// A rating at a time.
    pub fn of(rating: Rating, at: i64) -> Self {
        Self { points: rating.shown(), provisional: rating.is_provisional(at), change: None }
    }

    /// What a game made of a rating.
    pub fn changed(before: Rating, after: Rating) -> Self {
        let at = after.at.unwrap_or_default();
        Self { change: Some(after.shown() - before.shown()), ..Self::of(after, at) }
    }
}

/// A rating on the paper's scale.
#[derive(Clone, Copy, Debug)]
struct Scaled {
    mu: f64,
    phi: f64,
    sigma: f64,
}

impl Rating {
    /// The rating of a player before the first game.
    pub fn first() -> Self {
        let first = Scaled { mu: 0.0, phi: MOST_DEVIATION / SCALE, sigma: FIRST_VOLATILITY };
        first.rounded(None)
    }

    /// The rating after a game against somebody, at a time in milliseconds since 1970.
    pub fn after(self, score: Score, opponent: Self, at: i64) -> Self {
        let opponent = Scaled { phi: opponent.phi_at(at), ..opponent.scaled() };
        let score = f64::from(score.halves()) / 2.0;
        self.scaled().after(&[(opponent, score)], self.periods(at)).rounded(Some(at))
    }

    /// The deviation at a time in milliseconds since 1970, in points: it grows while a player does not play.
    pub fn deviation_at(self, at: i64) -> f64 {
        (self.phi_at(at) * SCALE).min(MOST_DEVIATION)
    }

    /// Whether too little is known of the player at a time for the rating to say much.
    pub fn is_provisional(self, at: i64) -> bool {
        self.deviation_at(at) > PROVISIONAL
    }

    /// The rating for people.
    pub fn shown(self) -> i32 {
        rounded(f64::from(self.points) / 100.0)
    }

    /// Whether both are the same, but for what other machines may round differently.
    pub fn is_close_to(self, other: Self) -> bool {
        let pairs =
            [(self.points, other.points), (self.deviation, other.deviation), (self.volatility, other.volatility)];
        self.at == other.at && pairs.into_iter().all(|(one, other)| one.abs_diff(other) <= 1)
    }

    fn phi_at(self, at: i64) -> f64 {
        let Scaled { phi, sigma, .. } = self.scaled();
        (phi * phi + self.periods(at) * sigma * sigma).sqrt().min(MOST_DEVIATION / SCALE)
    }

    /// How many rating periods have passed since it last changed.
    fn periods(self, at: i64) -> f64 {
        self.at.map_or(0.0, |since| at.saturating_sub(since).max(0) as f64 / PERIOD)
    }

    fn scaled(self) -> Scaled {
        Scaled {
            mu: (f64::from(self.points) / 100.0 - FIRST) / SCALE,
            phi: f64::from(self.deviation) / 100.0 / SCALE,
            sigma: f64::from(self.volatility) / 1e6,
        }
    }
}

/// What a query multiplies a squared volatility and a number of milliseconds with, so that together with a squared deviation they
/// are at most [`settled`] where a rating is not provisional.
pub(crate) fn growth() -> f64 {
    let scale = SCALE * 100.0 / 1e6;
    scale * scale / PERIOD
}

/// The square of the largest deviation that is not provisional, in hundredths of a point.
pub(crate) fn settled() -> f64 {
    (PROVISIONAL * 100.0).powi(2)
}

/// The nearest whole number, which the callers have bounded.
fn rounded(number: f64) -> i32 {
    number.round() as i32
}

/// The paper's g: how much the result against somebody says whose rating is not known exactly.
fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (std::f64::consts::PI * std::f64::consts::PI)).sqrt()
}

impl Scaled {
    fn rounded(self, at: Option<i64>) -> Rating {
        let points = (self.mu * SCALE + FIRST).clamp(LOWEST, HIGHEST);
        let deviation = (self.phi * SCALE).clamp(LEAST_DEVIATION, MOST_DEVIATION);
        Rating {
            points: rounded(points * 100.0),
            deviation: rounded(deviation * 100.0),
            volatility: rounded(self.sigma.min(MOST_VOLATILITY) * 1e6),
            at,
        }
    }

    /// The rating after results against opponents, `periods` after the last ones: steps 3 to 7 of the paper, where it is 1.
    fn after(self, results: &[(Self, f64)], periods: f64) -> Self {
        let (mut information, mut gain) = (0.0, 0.0);
        for (opponent, score) in results {
            let weight = weight(opponent.phi);
            let expected = 1.0 / (1.0 + (-weight * (self.mu - opponent.mu)).exp());
            information += weight * weight * expected * (1.0 - expected);
            gain += weight * (score - expected);
        }
        // Against somebody far away the result says nothing; it is certain then.
        let variance = 1.0 / information.max(1e-9);
        let sigma = self.new_volatility(variance * gain, variance);
        let before = self.phi * self.phi + periods * sigma * sigma;
        let phi_squared = 1.0 / (1.0 / before + 1.0 / variance);
        Self { mu: self.mu + phi_squared * gain, phi: phi_squared.sqrt(), sigma }
    }

    /// Step 5 of the paper: the Illinois algorithm.
    fn new_volatility(self, delta: f64, variance: f64) -> f64 {
        let (phi_squared, a) = (self.phi * self.phi, (self.sigma * self.sigma).ln());
        let f = |x: f64| {
            let (e, d) = (x.exp(), phi_squared + variance + x.exp());
            e * (delta * delta - d) / (2.0 * d * d) - (x - a) / (RESTRAINT * RESTRAINT)
        };
        let mut low = a;
        let surplus = delta * delta - phi_squared - variance;
        let mut high = if surplus > 0.0 {
            surplus.ln()
        } else {
            let below = (1..=STEPS).map(|k| a - k as f64 * RESTRAINT).find(|x| f(*x) >= 0.0);
            below.unwrap_or(a)
        };
        let (mut f_low, mut f_high) = (f(low), f(high));
        for _ in 0..STEPS {
            if (high - low).abs() <= EXACT || f_high == f_low {
                break;
            }
            let next = low + (low - high) * f_low / (f_high - f_low);
            let f_next = f(next);
            if f_next * f_high <= 0.0 {
                (low, f_low) = (high, f_high);
            } else {
                f_low /= 2.0;
            }
            (high, f_high) = (next, f_next);
        }
        (low / 2.0).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn scaled(rating: f64, deviation: f64) -> Scaled {
        Scaled { mu: (rating - FIRST) / SCALE, phi: deviation / SCALE, sigma: 0.06 }
    }

    #[test]
    fn the_papers_example_is_computed_as_the_paper_does() {
        let player = scaled(1500.0, 200.0);
        let results = [(scaled(1400.0, 30.0), 1.0), (scaled(1550.0, 100.0), 0.0), (scaled(1700.0, 300.0), 0.0)];
        let after = player.after(&results, 1.0);
        assert!((after.mu * SCALE + FIRST - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.phi * SCALE - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.sigma - 0.05999).abs() < 0.00001, "{after:?}");
        // Its table of intermediate values.
        for (deviation, g) in [(30.0, 0.9955), (100.0, 0.9531), (300.0, 0.7242)] {
            assert!((weight(deviation / SCALE) - g).abs() < 0.0001);
        }
    }

    #[test]
    fn a_first_rating_becomes_known_by_playing_and_unknown_by_waiting() {
        let first = Rating::first();
        assert_eq!((first.shown(), first.deviation, first.is_provisional(0)), (1500, 35_000, true));
        let won = first.after(Score::Win, first, 0);
        let lost = first.after(Score::Loss, first, 0);
        assert_eq!((won.shown(), lost.shown()), (1662, 1338));
        assert!(won.deviation < first.deviation);
        let drawn = first.after(Score::Draw, first, 0);
        assert_eq!(drawn.points, first.points);
        let (mut one, mut other, mut games) = (first, first, 0);
        while one.is_provisional(0) {
            let score = if games % 2 == 0 { Score::Win } else { Score::Loss };
            (one, other) = (one.after(score, other, 0), other.after(score.of_opponent(), one, 0));
            games += 1;
            assert!(games < 30, "{one:?}");
        }
        let day = 24 * 60 * 60 * 1000;
        assert!(one.is_provisional(200 * day) && one.deviation_at(100_000 * day) <= MOST_DEVIATION);
        // A clock that was put back makes nobody better known.
        assert_eq!(one.deviation_at(-day), f64::from(one.deviation) / 100.0);
    }

    #[test]
    fn queries_and_ratings_agree_on_what_is_provisional() {
        let day = 24 * 60 * 60 * 1000;
        for deviation in [4_500, 9_000, 10_999, 11_000, 11_001] {
            for days in [0, 1, 10, 30, 100, 365] {
                let rating = Rating { points: 150_000, deviation, volatility: 60_000, at: Some(0) };
                let squared = |number: i32| f64::from(number).powi(2);
                let asked = squared(deviation) + growth() * squared(rating.volatility) * (days * day) as f64;
                assert_eq!(asked > settled(), rating.is_provisional(days * day), "{deviation} {days}");
            }
        }
    }

    proptest! {
        #[test]
        fn whatever_is_played_ratings_stay_within_bounds(
            games in prop::collection::vec((0u8..3, 10_000..400_000i32, 4_500..35_000i32, 0..1_000_000_000i64), 1..40),
        ) {
            let mut rating = Rating::first();
            let mut at = 0;
            for (halves, points, deviation, later) in games {
                at += later;
                let opponent = Rating { points, deviation, volatility: 60_000, at: None };
                let score = Score::of_halves(halves).unwrap();
                let after = rating.after(score, opponent, at);
                match score {
                    Score::Win => prop_assert!(after.points >= rating.points),
                    Score::Loss => prop_assert!(after.points <= rating.points),
                    Score::Draw => {}
                }
                prop_assert!((10_000..=400_000).contains(&after.points), "{after:?}");
                prop_assert!((4_500..=35_000).contains(&after.deviation), "{after:?}");
                prop_assert!((1..=100_000).contains(&after.volatility), "{after:?}");
                rating = after;
            }
        }
    }
}
