//! Rate limits that a restart does not renew: what is spent of them comes back evenly, over an hour or a day.

use crate::error::{ApiError, ApiResult};
use crate::time::{duration, now};
use rate_limiter::clock::Clock;
use rate_limiter::middleware::NoOpMiddleware;
use rate_limiter::nanos::Nanos;
use rate_limiter::state::StateStore;
use rate_limiter::{Quota, RateLimiter};
use std::collections::{HashMap, HashSet};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What somebody has spent of a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spent {
    /// Which limit it is.
    pub kind: &'static str,
    pub who: String,
    /// When all of it is there again, in milliseconds since 1970.
    pub until: i64,
}

/// A rate limit for each of many.
pub(super) struct KeptLimit {
    kind: &'static str,
    /// After how long without a charge everything is there again.
    whole: Duration,
    /// The refusal when everything is spent.
    message: &'static str,
    limiter: RateLimiter<String, Ledger, Since, NoOpMiddleware<Duration>>,
    ledger: Ledger,
    since: Since,
}

impl KeptLimit {
    pub fn new(kind: &'static str, quota: Quota, message: &'static str) -> Self {
        let (ledger, since) = (Ledger::default(), Since(now()));
        let whole = quota.burst_size_replenished_in();
        Self { kind, whole, message, limiter: RateLimiter::new(quota, ledger.clone(), since), ledger, since }
    }

    /// Charges `who` with `cost`, or refuses it.
    pub fn charge(&self, who: &str, cost: u32) -> ApiResult<()> {
        let charged = self.limiter.check_key_n(&who.to_owned(), at_least_one(cost));
        charged.ok().and_then(Result::ok).ok_or_else(|| ApiError::too_many(self.message))
    }

    /// Gives `who` back what one charge of 1 has cost, which is this much time.
    pub fn refund(&self, who: &str, time: Duration) {
        let mut state = self.ledger.state();
        if let Some(until) = state.until.get_mut(who) {
            *until = until.saturating_sub(nanos(time));
            state.changed.insert(who.to_owned());
        }
    }

    /// Forgets those that have everything left.
    pub fn sweep(&self) {
        let now = nanos(self.since.now());
        self.ledger.state().until.retain(|_, until| until.as_u64() > now.as_u64());
    }

    /// What has been spent since this was asked last.
    pub fn changes(&self) -> Vec<Spent> {
        let mut state = self.ledger.state();
        let changed = std::mem::take(&mut state.changed);
        let spent = |who: String| {
            let after = Duration::from_nanos(state.until.get(&who)?.as_u64());
            Some(Spent { kind: self.kind, who, until: self.since.0 + crate::time::milliseconds(after) })
        };
        changed.into_iter().filter_map(spent).collect()
    }

    /// Takes up what was spent before, if it is of this limit. Nobody has spent more than all of it, which a clock may
    /// say that was ahead when it was spent.
    pub fn take_up(&self, kind: &str, who: &str, until: i64) {
        if kind == self.kind && until > self.since.0 {
            let until = duration(until - self.since.0).min(self.whole);
            self.ledger.state().until.insert(who.to_owned(), nanos(until));
        }
    }
}

/// The server's time since a point, in milliseconds since 1970.
#[derive(Clone, Copy)]
struct Since(i64);

impl Clock for Since {
    type Instant = Duration;

    fn now(&self) -> Duration {
        duration(now() - self.0)
    }
}

fn nanos(time: Duration) -> Nanos {
    Nanos::new(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
}

/// When whom has everything again, by the time of [`Since`].
#[derive(Clone, Default)]
struct Ledger(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    until: HashMap<String, Nanos>,
    changed: HashSet<String>,
}

impl Ledger {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StateStore for Ledger {
    type Key = String;

    fn measure_and_replace<T, F, E>(&self, key: &String, f: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut state = self.state();
        let (answer, until) = f(state.until.get(key).copied())?;
        state.until.insert(key.clone(), until);
        state.changed.insert(key.clone());
        Ok(answer)
    }
}

pub(super) fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit() -> KeptLimit {
        KeptLimit::new("tries", Quota::per_hour(at_least_one(3)), "Too many.")
    }

    #[test]
    fn what_was_spent_is_spent_after_a_restart() {
        let before = limit();
        assert!((0..3).all(|_| before.charge("ada", 1).is_ok()) && before.charge("ada", 1).is_err());
        assert!(before.charge("bob", 1).is_ok());
        let mut spent = before.changes();
        spent.sort_by(|a, b| a.who.cmp(&b.who));
        assert_eq!(spent.iter().map(|spent| &*spent.who).collect::<Vec<_>>(), ["ada", "bob"]);
        assert!(before.changes().is_empty());
        let after = limit();
        for Spent { kind, who, until } in &spent {
            after.take_up(kind, who, *until);
            after.take_up("another limit", who, until * 2);
        }
        // A token may have come back meanwhile only after twenty minutes.
        assert!(after.charge("ada", 1).is_err());
        assert!((0..2).all(|_| after.charge("bob", 1).is_ok()) && after.charge("bob", 1).is_err());
        // What is long ago does not count.
        after.take_up("tries", "eve", 1);
        assert!((0..3).all(|_| after.charge("eve", 1).is_ok()));
        after.sweep();
        assert!(after.charge("bob", 1).is_err());
        // A clock that was years ahead locks nobody out for years.
        after.take_up("tries", "ivy", i64::MAX);
        assert!(after.ledger.state().until["ivy"].as_u64() <= Duration::from_secs(3_600).as_nanos() as u64);
    }
}
