//! The positions of `shared/cases` (all legal moves and the result), for every game of the catalogue.
//!
//! The folder lies beside the repository where the project is developed; elsewhere the tests say that
//! it is missing, and pass.

use serde_json::Value;
use spielraum_catalogue::{Source, load};
use spielraum_oracle::{State, perft};
use spielraum_rules::Color;
use spielraum_rules::spec::Spec;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Counts up to this size are counted.
const PERFT_LIMIT: u64 = 40_000;

fn cases() -> Option<Vec<PathBuf>> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/cases"));
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: there is no folder {}", folder.display());
        return None;
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    Some(files)
}

fn lines(file: &PathBuf) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn spec(case: &Value) -> Result<Spec, String> {
    let mut settings = Vec::new();
    for (name, value) in case["opt"].as_object().into_iter().flatten() {
        // The files say 1 where an option is switched on.
        let value = value.as_str().unwrap().replace('1', "on");
        settings.push((name.clone(), value));
    }
    let id = case["game"].as_str().unwrap();
    load(Source::Builtin(id), &settings).map(|game| game.spec().clone()).map_err(|report| format!("{id}: {report}"))
}

/// What is wrong with one case.
fn check(spec: &Spec, case: &Value) -> Result<(), String> {
    let fen = case["fen"].as_str().unwrap();
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
    let wanted: BTreeSet<&str> = case["moves"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    if got != wanted {
        let (extra, missing): (Vec<_>, Vec<_>) = (got.difference(&wanted).collect(), wanted.difference(&got).collect());
        return Err(format!("extra {extra:?}\n missing {missing:?}"));
    }
    let result = state.result(spec).map(|(winner, _)| match winner {
        Some(Color::White) => "w",
        Some(Color::Black) => "b",
        None => "d",
    });
    if result != case["result"].as_str() {
        return Err(format!("result {:?}, not {}", state.result(spec), case["result"]));
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
fn check_file(file: &PathBuf) -> Vec<String> {
    let cases = lines(file);
    let spec = match spec(&cases[0]) {
        Ok(spec) => spec,
        Err(error) => return vec![error],
    };
    let fault = |case: &Value| {
        let error = check(&spec, case).err()?;
        Some(format!("{} {}\n {error}", case["game"], case["fen"]))
    };
    cases.iter().filter_map(fault).collect()
}

#[test]
fn moves_and_results() {
    let Some(files) = cases() else { return };
    let games = files.iter().filter(|file| !file.ends_with("perft.jsonl"));
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let checks: Vec<_> = games.map(|file| scope.spawn(|| check_file(file))).collect();
        checks.into_iter().flat_map(|check| check.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{} cases differ\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn perft_counts() {
    let Some(files) = cases() else { return };
    let mut wrong = Vec::new();
    for case in files.iter().filter(|file| file.ends_with("perft.jsonl")).flat_map(lines) {
        let spec = match spec(&case) {
            Ok(spec) => spec,
            Err(error) => {
                wrong.push(error);
                continue;
            }
        };
        if spec.start != case["fen"].as_str().unwrap() {
            wrong.push(format!("{} starts from {}", case["game"], spec.start));
        }
        let state = State::parse(&spec, case["fen"].as_str().unwrap()).unwrap();
        let counts = case["perft"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap());
        for (depth, count) in (1..).zip(counts).filter(|(_, count)| *count <= PERFT_LIMIT) {
            let got = perft(&spec, &state, depth);
            if got != count {
                wrong.push(format!("{} perft({depth}) = {got}, not {count}", case["game"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
