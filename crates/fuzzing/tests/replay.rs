//! The fuzz targets on their seeds and on random changes of them, for a bounded time.

use spielraum_fuzzing::{mutate::mutated, seeds};
use std::time::{Duration, Instant};

/// How long each target is tried; `SPIELRAUM_FUZZ_SECONDS` makes it longer.
fn budget() -> Duration {
    let seconds = std::env::var("SPIELRAUM_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(3))
}

fn replay(target: fn(&[u8]), seeds: &[Vec<u8>]) {
    assert!(!seeds.is_empty());
    seeds.iter().for_each(|seed| target(seed));
    let started = Instant::now();
    let mut tried = 0;
    for number in 0.. {
        for seed in seeds {
            if started.elapsed() > budget() {
                println!("{tried} changes of {} seeds tried", seeds.len());
                return;
            }
            let input = mutated(seed, number);
            let outcome = std::panic::catch_unwind(|| target(&input));
            assert!(outcome.is_ok(), "fails with {:?}", String::from_utf8_lossy(&input));
            tried += 1;
        }
    }
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
