//! Networks: learned, and played with.

use super::{scratch, spielraum, spielraum_with_input};

const GAME: &str = "minixiangqi";

/// A network learned in a moment.
fn network(name: &str) -> String {
    let [games, network] = ["games", "nnue"].map(|extension| scratch(&format!("{name}.{extension}")));
    let data = ["learn", "data", GAME, "--games", "8", "--nodes", "40", "--max-plies", "60", "--out", &games];
    let told = spielraum(&data).well().stdout;
    assert!(told.starts_with("8 games, "), "{told}");
    let train = ["learn", "train", GAME, "--data", &games, "--out", &network, "--hidden", "16", "--epochs", "3"];
    let epochs = spielraum(&train).well().json();
    assert_eq!(epochs.len(), 4);
    assert!(epochs[3]["loss"].as_f64() < epochs[1]["loss"].as_f64(), "{epochs:?}");
    network
}

/// The best line of an analysis of this many positions.
fn analysis(more: &[&str]) -> serde_json::Value {
    let args = ["analyse", GAME, "--nodes", "3000", "--hash", "16", "--json"];
    let mut lines = spielraum(&[&args[..], more].concat()).well().json();
    let mut last = lines.pop().unwrap();
    for changing in ["seconds", "nps"] {
        last.as_object_mut().unwrap().remove(changing);
    }
    last
}

/// The last move and score that the engine reports over UCI with these options.
fn over_uci(options: &str) -> (String, String) {
    let input = format!("setoption name UCI_Variant value {GAME}\n{options}\ngo nodes 3000\n");
    let out = spielraum_with_input(&["uci"], &input).well().stdout;
    let last = |word: &str| out.lines().rfind(|line| line.starts_with(word)).unwrap_or_default().to_owned();
    let word_after = |line: &str, word: &str| {
        line.split_whitespace().skip_while(|at| *at != word).nth(1).unwrap_or_default().to_owned()
    };
    (word_after(&last("bestmove"), "bestmove"), word_after(&last("info depth"), "cp"))
}

#[test]
fn a_network_is_learned_and_played_with_alike_everywhere() {
    let network = network("played-with");
    let (with, without) = (analysis(&["--eval-file", &network]), analysis(&["--no-nnue"]));
    assert_ne!(with["score"], without["score"]);
    assert_eq!(analysis(&["--eval-file", &network]), with, "the same search is the same");
    let (best, score) = over_uci(&format!("setoption name EvalFile value {network}"));
    assert_eq!(with["moves"][0], best.as_str());
    assert_eq!(with["score"]["cp"].to_string(), score);
    let off = format!("setoption name EvalFile value {network}\nsetoption name Use NNUE value false");
    assert_eq!(without["score"]["cp"].to_string(), over_uci(&off).1);
    let option = format!("EvalFile={network}");
    let play = ["match", GAME, "--engine2", "engine", "--games", "4", "--limit", "nodes=60", "--json"];
    let line =
        &spielraum(&[&play[..], &["--option1", &option, "--option2", "Use NNUE=false"]].concat()).well().json()[0];
    assert_eq!((&line["games"], &line["failures"]), (&4.into(), &0.into()), "{line}");
    let trial = ["learn", "match", GAME, "--network", &network, "--pairs", "2", "--limit", "nodes=40"];
    let run = spielraum(&trial);
    assert!(
        run.stdout.contains("2 pairs") && run.code == i32::from(!run.stdout.starts_with("better")),
        "{}",
        run.stdout
    );
}

#[test]
fn networks_that_do_not_fit_are_refused_with_the_reason() {
    let network = network("refused");
    let other = spielraum(&["analyse", "chess", "--eval-file", &network, "--nodes", "100"]);
    assert!(other.code == 2 && other.stderr.contains("another game"), "{}", other.stderr);
    let bytes = std::fs::read(&network).unwrap();
    std::fs::write(&network, &bytes[..bytes.len() / 2]).unwrap();
    let cut = spielraum(&["learn", "match", GAME, "--network", &network]);
    assert!(cut.code == 2 && cut.stderr.contains("damaged"), "{}", cut.stderr);
    let input =
        format!("setoption name UCI_Variant value {GAME}\nsetoption name EvalFile value {network}\ngo nodes 100\n");
    let out = spielraum_with_input(&["uci"], &input).well().stdout;
    assert!(out.contains("error: EvalFile") && out.contains("bestmove"), "{out}");
    let missing = spielraum(&["learn", "train", GAME, "--data", "no-such.games", "--out", "x.nnue"]);
    assert!(missing.code == 2 && missing.stderr.contains("no-such.games"), "{}", missing.stderr);
}

#[test]
fn all_of_it_is_one_command_that_goes_on_where_it_was() {
    let folder = scratch("all.learn");
    let _ = std::fs::remove_dir_all(&folder);
    let args = ["learn", GAME, "--folder", &folder, "--games", "8", "--nodes", "40", "--max-plies", "60"];
    let more = ["--hidden", "16", "--epochs", "2", "--limit", "nodes=30", "--pairs", "2", "--generations", "1"];
    let run = spielraum(&[&args[..], &more].concat());
    assert!(
        run.stdout.starts_with("generation 0: ") && run.stdout.contains("\nbest: "),
        "{}{}",
        run.stdout,
        run.stderr
    );
    let again = spielraum(&[&args[..], &more].concat());
    assert_eq!((again.code, again.stdout.lines().next()), (run.code, run.stdout.lines().nth(1)));
    // A run that begins with the network of that one, and is no better.
    let (next, start) = (scratch("next.learn"), format!("{folder}/generation-000.nnue"));
    let _ = std::fs::remove_dir_all(&next);
    let args = ["learn", GAME, "--folder", &next, "--games", "8", "--nodes", "40", "--max-plies", "60"];
    let more = ["--limit", "nodes=30", "--pairs", "2", "--generations", "1", "--start", &start];
    let run = spielraum(&[&args[..], &more].concat());
    let best = format!("best: {start}");
    assert_eq!((run.code, run.stdout.lines().nth(1)), (1, Some(&best[..])), "{}{}", run.stdout, run.stderr);
}
