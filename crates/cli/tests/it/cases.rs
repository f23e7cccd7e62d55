//! Cases that an independent program made.

use super::{spielraum, spielraum_with_input};
use serde_json::Value;
use spielraum_testkit::cases::{self, Case};

/// Tables are compared up to this count, to keep the test short.
const MOST_NODES: u64 = 1_500_000;

/// The arguments that name a game and its options.
fn game_args(id: &str, settings: &[(String, String)]) -> Vec<String> {
    let chosen = settings.iter().flat_map(|(name, value)| ["--set".to_owned(), format!("{name}={value}")]);
    std::iter::once(id.to_owned()).chain(chosen).collect()
}

#[test]
fn all_legal_moves_and_results_agree() {
    let (mut faults, mut compared) = (Vec::new(), 0);
    for cases in cases::positions() {
        let game = game_args(&cases[0].game, &cases[0].settings);
        let wrong = disagreements(&game, &cases);
        compared += cases.len();
        println!("{}: {} of {} agree", game.join(" "), cases.len() - wrong.len(), cases.len());
        faults.extend(wrong.into_iter().take(2));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(compared >= 70, "{compared} cases were compared");
}

fn disagreements(game: &[String], cases: &[Case]) -> Vec<String> {
    let mut args = vec!["legal", "--stdin"];
    args.extend(game.iter().map(String::as_str));
    let input: String = cases.iter().map(|case| format!("{}\n", case.fen)).collect();
    let run = spielraum_with_input(&args, &input);
    let answers = if run.code == 0 { run.json() } else { Vec::new() };
    let result_of = |case: &Case| match case.result.as_deref() {
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
        .filter(|(case, answer)| {
            answer["moves"] != Value::from(case.moves.as_slice()) || answer["result"] != result_of(case)
        })
        .map(|(case, answer)| format!("{}\n  expected {case:?}\n  found    {answer}", game.join(" ")))
        .collect()
}

#[test]
fn the_perft_tables_agree() {
    let mut compared = 0;
    for case in cases::perft() {
        for (depth, count) in (1..).zip(case.counts).take_while(|(_, count)| *count <= MOST_NODES) {
            compared += 1;
            let game = game_args(&case.game, &case.settings);
            let mut args: Vec<&str> = game.iter().map(String::as_str).collect();
            let depth = i32::to_string(&depth);
            args.splice(0..0, ["perft"]);
            args.extend(["--depth", &depth, "--fen", &case.fen]);
            assert_eq!(spielraum(&args).well().stdout, format!("nodes {count}\n"), "{args:?}");
        }
    }
    assert!(compared >= 40, "{compared} counts were compared");
}
