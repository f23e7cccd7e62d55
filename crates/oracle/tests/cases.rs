//! Positions with all their legal moves and results, and perft counts, that an independent program made.

use spielraum_oracle::{State, perft};
use spielraum_rules::Color;
use spielraum_rules::spec::Spec;
use spielraum_testkit::cases::{self, Case};
use std::collections::BTreeSet;

/// Counts up to this size are counted.
const PERFT_LIMIT: u64 = 40_000;

fn spec(id: &str, settings: &[(String, String)]) -> Spec {
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    spielraum_testkit::game(id, &settings).spec().clone()
}

/// What is wrong with one case.
fn check(spec: &Spec, case: &Case) -> Result<(), String> {
    let fen = case.fen.as_str();
    let state = State::parse(spec, fen)?;
    if state.fen(spec) != fen {
        return Err(format!("it is printed as {}", state.fen(spec)));
    }
    if let faults = state.faults(spec)
        && !faults.is_empty()
    {
        return Err(faults.join(", "));
    }
    let moves = state.moves(spec);
    let got: BTreeSet<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
    let wanted: BTreeSet<&str> = case.moves.iter().map(String::as_str).collect();
    if got != wanted {
        let (extra, missing): (Vec<_>, Vec<_>) = (got.difference(&wanted).collect(), wanted.difference(&got).collect());
        return Err(format!("extra {extra:?}\n missing {missing:?}"));
    }
    let result = state.result(spec).map(|(winner, _)| match winner {
        Some(Color::White) => "w",
        Some(Color::Black) => "b",
        None => "d",
    });
    if result != case.result.as_deref() {
        return Err(format!("result {:?}, not {:?}", state.result(spec), case.result));
    }
    for (text, after) in moves.iter().step_by(20) {
        let read = State::parse(spec, &after.fen(spec)).map_err(|error| format!("after {text}: {error}"))?;
        if read.fen(spec) != after.fen(spec) || !read.faults(spec).is_empty() {
            return Err(format!("after {text}: {} {:?}", after.fen(spec), read.faults(spec)));
        }
    }
    Ok(())
}

/// What is wrong with the cases of one file, all of one game with the same options.
fn check_all(cases: &[Case]) -> Vec<String> {
    let spec = spec(&cases[0].game, &cases[0].settings);
    let fault = |case: &Case| {
        let error = check(&spec, case).err()?;
        Some(format!("{} {}\n {error}", case.game, case.fen))
    };
    cases.iter().filter_map(fault).collect()
}

#[test]
fn moves_and_results() {
    let games = cases::positions();
    let checked: usize = games.iter().map(Vec::len).sum();
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let checks: Vec<_> = games.iter().map(|cases| scope.spawn(|| check_all(cases))).collect();
        checks.into_iter().flat_map(|check| check.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{} cases differ\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked >= 72, "{checked} cases were checked");
}

#[test]
fn perft_counts() {
    let (mut wrong, mut counted) = (Vec::new(), 0);
    for case in cases::perft() {
        let spec = spec(&case.game, &case.settings);
        let start = State::parse(&spec, &spec.start_fen()).unwrap().fen(&spec);
        if start != case.fen {
            wrong.push(format!("{} starts from {start}", case.game));
        }
        let state = State::parse(&spec, &case.fen).unwrap();
        for (depth, count) in (1..).zip(case.counts).filter(|(_, count)| *count <= PERFT_LIMIT) {
            counted += 1;
            let got = perft(&spec, &state, depth);
            if got != count {
                wrong.push(format!("{} perft({depth}) = {got}, not {count}", case.game));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counted >= 35, "{counted} counts were compared");
}
