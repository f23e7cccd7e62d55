//! Shares that are left to chance.

use rand::Rng;

/// This many shares, which add up to 1, as a symmetric Dirichlet distribution gives them.
pub(crate) fn dirichlet(random: &mut impl Rng, alpha: f32, count: usize) -> Vec<f32> {
    let parts: Vec<f64> = (0..count).map(|_| gamma(random, f64::from(alpha))).collect();
    let sum: f64 = parts.iter().sum();
    // All are 0 where alpha is so small that one gets everything: then it is the first, which is as good as any.
    let share = |(place, part): (usize, f64)| if sum > 0.0 { (part / sum) as f32 } else { f32::from(place == 0) };
    parts.into_iter().enumerate().map(share).collect()
}

/// A number of the gamma distribution with this shape (Marsaglia and Tsang, 2000).
fn gamma(random: &mut impl Rng, shape: f64) -> f64 {
    if shape < 1.0 {
        let larger = gamma(random, shape + 1.0);
        return larger * uniform(random).powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(random);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && uniform(random).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A number above 0 and below 1 or just 1.
fn uniform(random: &mut impl Rng) -> f64 {
    1.0 - random.random::<f64>()
}

/// A number of the normal distribution (Box and Muller, 1958).
fn normal(random: &mut impl Rng) -> f64 {
    (-2.0 * uniform(random).ln()).sqrt() * (std::f64::consts::TAU * uniform(random)).cos()
}
