//! When a computation must end.

use spielraum_queries::Refusal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// When a computation must end.
#[derive(Clone, Debug)]
pub(crate) struct Deadline {
    until: Instant,
    abandoned: Arc<AtomicBool>,
}

/// Lets a deadline pass when it is dropped.
pub(crate) struct Abandon(Deadline);

impl Drop for Abandon {
    fn drop(&mut self) {
        self.0.abandoned.store(true, Relaxed);
    }
}

impl Deadline {
    pub fn after(time: Duration) -> Self {
        Self { until: Instant::now() + time, abandoned: Arc::default() }
    }

    pub(super) fn passes_when_dropped(self) -> Abandon {
        Abandon(self)
    }

    /// The time that is left.
    pub fn left(&self) -> Duration {
        if self.abandoned.load(Relaxed) {
            return Duration::ZERO;
        }
        self.until.saturating_duration_since(Instant::now())
    }

    /// Refuses to go on when it has passed.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.left().is_zero() {
            let message = "This takes too long to work out. Ask about a shorter game or a simpler position.";
            return Err(Refusal::new("too-costly", message));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_nobody_waits_for_ends() {
        let deadline = Deadline::after(Duration::from_secs(60));
        let waits = deadline.clone().passes_when_dropped();
        assert!(deadline.check().is_ok());
        drop(waits);
        assert_eq!(deadline.check().unwrap_err().code, "too-costly");
        assert!(Deadline::after(Duration::ZERO).check().is_err());
    }
}
