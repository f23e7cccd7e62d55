//! The server's time, which never goes back.

use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

static BEGIN: LazyLock<(Instant, Duration)> =
    LazyLock::new(|| (Instant::now(), SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()));

/// When the program began.
pub(crate) fn begin() -> i64 {
    milliseconds(BEGIN.1)
}

/// Milliseconds since 1970 for people, in UTC.
pub(crate) fn written(time: i64) -> String {
    httpdate::fmt_http_date(UNIX_EPOCH + duration(time))
}

/// Milliseconds since 1970: the system's time when the program began, and what has passed since by a clock that nobody
/// sets.
pub(crate) fn now() -> i64 {
    let (instant, time) = *BEGIN;
    i64::try_from((time + instant.elapsed()).as_millis()).unwrap_or(i64::MAX)
}

/// A point in time by two clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Milliseconds since 1970, which may be wrong.
    pub time: i64,
    /// Milliseconds for which servers have run on the database, which show how old something is.
    pub lived: i64,
}

/// A number of milliseconds since 1970 as a point in time of a game.
pub(crate) fn point(milliseconds: i64) -> spielraum_play::Time {
    duration(milliseconds)
}

/// A number of milliseconds as a time; less than none is none.
pub(crate) fn duration(milliseconds: i64) -> Duration {
    Duration::from_millis(milliseconds.max(0).unsigned_abs())
}

/// A time as milliseconds.
pub(crate) fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
