//! Cases that independent programs made, if they stand beside the repository: `../shared/cases`.

use super::{spielraum, spielraum_with_input};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Tables are compared up to this count, to keep the test short.
const MOST_NODES: u64 = 1_500_000;

fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases");
    folder.is_dir().then_some(folder)
}

fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("the cases can be read");
    text.lines().map(|line| serde_json::from_str(line).expect("a case is JSON")).collect()
}

/// The arguments that name the case's game and options.
fn game_of(case: &Value) -> Vec<String> {
    let mut args = vec![case["game"].as_str().expect("a case names its game").to_owned()];
    for (name, value) in case["opt"].as_object().into_iter().flatten() {
        let value = value.as_str().map_or(value.to_string(), str::to_owned);
        args.extend(["--set".to_owned(), format!("{name}={}", if value == "1" { "on" } else { &value })]);
    }
    args
}

#[test]
fn all_legal_moves_and_results_agree() {
    let Some(folder) = folder() else { return };
    let mut by_game: BTreeMap<Vec<String>, Vec<Value>> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("so can its entries").path();
        if path.extension().is_some_and(|e| e == "jsonl") && path.file_name().is_some_and(|n| n != "perft.jsonl") {
            lines(&path).into_iter().for_each(|case| by_game.entry(game_of(&case)).or_default().push(case));
        }
    }
    let mut faults = Vec::new();
    for (game, cases) in &by_game {
        let wrong = disagreements(game, cases);
        println!("{}: {} of {} agree", game.join(" "), cases.len() - wrong.len(), cases.len());
        faults.extend(wrong.into_iter().take(2));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn disagreements(game: &[String], cases: &[Value]) -> Vec<String> {
    let mut args = vec!["legal", "--stdin"];
    args.extend(game.iter().map(String::as_str));
    let input: String = cases.iter().map(|case| format!("{}\n", case["fen"].as_str().unwrap_or_default())).collect();
    let run = spielraum_with_input(&args, &input);
    let answers = if run.code == 0 { run.json() } else { Vec::new() };
    let result_of = |case: &Value| match case["result"].as_str() {
        Some("w") => Value::from("white"),
        Some("b") => Value::from("black"),
        Some(_) => Value::from("draw"),
        None => Value::Null,
    };
    let missing = Value::from(run.stderr.lines().next().unwrap_or("no answer"));
    let answers = answers.iter().chain(std::iter::repeat(&missing));
    cases
        .iter()
        .zip(answers)
        .filter(|(case, answer)| answer["moves"] != case["moves"] || answer["result"] != result_of(case))
        .map(|(case, answer)| format!("{}\n  expected {case}\n  found    {answer}", game.join(" ")))
        .collect()
}

#[test]
fn the_perft_tables_agree() {
    let Some(folder) = folder() else { return };
    for case in lines(&folder.join("perft.jsonl")) {
        let counts = case["perft"].as_array().expect("a table has counts").iter().filter_map(Value::as_u64);
        for (depth, count) in (1..).zip(counts).take_while(|(_, count)| *count <= MOST_NODES) {
            let game = game_of(&case);
            let mut args: Vec<&str> = game.iter().map(String::as_str).collect();
            let depth = i32::to_string(&depth);
            args.splice(0..0, ["perft"]);
            args.extend(["--depth", &depth, "--fen", case["fen"].as_str().unwrap_or_default()]);
            assert_eq!(spielraum(&args).well().stdout, format!("nodes {count}\n"), "{args:?}");
        }
    }
}
