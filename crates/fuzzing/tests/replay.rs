//! The fuzz targets on their seeds and on random changes of them, for a bounded time.

use spielraum_fuzzing::{Fate, mutate::mutated, seeds};
use std::time::{Duration, Instant};

/// After this number of changes some must have been accepted and some refused, however slow the machine is.
const ENOUGH: usize = 20_000;

/// For how long each target is tried; `SPIELRAUM_FUZZ_SECONDS` makes it longer.
fn budget() -> Duration {
    let seconds = std::env::var("SPIELRAUM_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(3))
}

/// Tries a target with seeds, many of which it must understand, and with changes of them, some of which it must understand
/// and some refuse: otherwise little is tried.
fn replay(target: fn(&[u8]) -> Fate, seeds: &[Vec<u8>]) {
    let understood = seeds.iter().filter(|seed| target(seed) == Fate::Accepted).count();
    assert!(4 * understood > seeds.len(), "{understood} of {} seeds are understood", seeds.len());
    let started = Instant::now();
    let (mut accepted, mut refused, mut unread) = (0, 0, 0);
    let inputs = (0..).flat_map(|number| seeds.iter().map(move |seed| mutated(seed, number)));
    for input in inputs {
        let seen_both = accepted > 0 && refused > 0;
        if (seen_both || accepted + refused + unread >= ENOUGH) && started.elapsed() > budget() {
            break;
        }
        match std::panic::catch_unwind(|| target(&input)) {
            Ok(Fate::Accepted) => accepted += 1,
            Ok(Fate::Refused) => refused += 1,
            Ok(Fate::Unread) => unread += 1,
            Err(_) => panic!("fails with {:?}", String::from_utf8_lossy(&input)),
        }
    }
    println!("of changes of {} seeds {accepted} are accepted, {refused} refused, {unread} not read", seeds.len());
    assert!(accepted > 0 && refused > 0, "{accepted} accepted, {refused} refused, {unread} not read");
}

#[test]
fn definitions() {
    replay(spielraum_fuzzing::definition, &seeds::definitions());
}

#[test]
fn positions() {
    replay(spielraum_fuzzing::fen, &seeds::fens());
}

#[test]
fn moves() {
    replay(spielraum_fuzzing::moves, &seeds::moves());
}

#[test]
fn problems() {
    replay(spielraum_fuzzing::problem, &seeds::problems());
}

#[test]
fn commands() {
    replay(spielraum_fuzzing::commands, &seeds::commands());
}
