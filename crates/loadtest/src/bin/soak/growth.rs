//! How memory grows.

use std::time::Duration;

/// The memory at several times.
#[derive(Default)]
pub struct Growth(Vec<(f64, f64)>);

impl Growth {
    /// Adds the memory at a time, in bytes.
    pub fn add(&mut self, at: Duration, bytes: u64) {
        self.0.push((at.as_secs_f64() / 3600.0, bytes as f64 / f64::from(1 << 20)));
    }

    /// The slope of the straight line that fits the last two thirds of the time best (least squares), in MB an hour.
    pub fn of_last_two_thirds(&self) -> f64 {
        let last = self.0.last().map_or(0.0, |(at, _)| *at);
        let part: Vec<_> = self.0.iter().filter(|(at, _)| *at >= last / 3.0).collect();
        let mean = |of: fn(&(f64, f64)) -> f64| part.iter().map(|sample| of(sample)).sum::<f64>() / part.len() as f64;
        let (time, memory) = (mean(|sample| sample.0), mean(|sample| sample.1));
        let both: f64 = part.iter().map(|(at, bytes)| (at - time) * (bytes - memory)).sum();
        let spread: f64 = part.iter().map(|(at, _)| (at - time).powi(2)).sum();
        if spread > 0.0 { both / spread } else { 0.0 }
    }
}
