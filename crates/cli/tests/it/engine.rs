//! What measures the engine and is measured by it: `match`, `analyse`, `bench`, `balance`, `tactics`, `tune`.

use super::{scratch, spielraum, spielraum_with_input};
use serde_json::json;

#[test]
fn a_match_can_be_repeated_whatever_plays_at_a_time() {
    let args = ["match", "minixiangqi", "--games", "8", "--limit", "nodes=200", "--seed", "5", "--json"];
    let first = spielraum(&args).well().json();
    assert_eq!(spielraum(&[&args[..], &["--concurrency", "3"]].concat()).well().json(), first);
    assert_eq!(first[0]["games"], 8);
    assert_eq!(first[0]["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 4);
    let result = &first[0]["result"];
    let points = ["wins", "draws", "losses"].map(|name| result[name].as_u64().unwrap());
    assert_eq!(points.iter().sum::<u64>(), 8);
    assert!(points[0] > points[2], "the engine beats the greedy player: {result}");
}

#[test]
fn players_of_one_strength_share_the_points_of_a_pair() {
    let args = ["match", "minixiangqi", "--games", "4", "--engine2", "engine", "--limit", "nodes=150", "--json"];
    let line = &spielraum(&args).well().json()[0];
    // The same player on both sides plays the same game twice.
    assert_eq!(line["pairs"], json!([0, 0, 2, 0, 0]));
    assert_eq!(line["elo"]["value"], 0.0);
}

#[test]
fn a_test_ends_a_match_when_it_is_decided() {
    let args = ["match", "minixiangqi", "--games", "2000", "--engine1", "engine", "--engine2", "random"];
    let more = ["--limit", "nodes=60", "--sprt", "0:200", "--json"];
    let line = &spielraum(&[&args[..], &more].concat()).well().json()[0];
    assert_eq!(line["sprt"]["verdict"], "alternative");
    assert!(line["games"].as_u64().unwrap() < 200, "{line}");
}

#[test]
fn games_of_a_match_are_saved_and_can_be_loaded() {
    let folder = scratch("games-of-a-match");
    let _ = std::fs::remove_dir_all(&folder);
    let args =
        ["match", "minixiangqi", "--games", "2", "--limit", "nodes=50", "--engine2", "random", "--save", &folder];
    spielraum(&args).well();
    for (number, first) in [("000001", "# Red: engine (50 nodes)"), ("000002", "# Black: engine (50 nodes)")] {
        let file = format!("{folder}/{number}.game");
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains(first), "{text}");
        let loaded = spielraum_with_input(&["play", "--load", &file, "--black", "human"], "fen\n").well();
        assert!(loaded.stdout.contains("Minixiangqi") || loaded.stdout.contains("plys"), "{}", loaded.stdout);
    }
}

#[test]
fn engines_of_others_play_too() {
    let own = format!("uci:{} uci", env!("CARGO_BIN_EXE_spielraum"));
    let args =
        ["match", "nacht-schach", "--set", "castling=on", "--games", "2", "--engine1", &own, "--engine2", "greedy"];
    let more = ["--limit", "nodes=60", "--option1", "Hash=1", "--max-plies", "60", "--json"];
    let run = spielraum(&[&args[..], &more].concat()).well();
    assert_eq!(
        (run.json()[0]["games"].as_u64(), run.json()[0]["failures"].as_u64()),
        (Some(2), Some(0)),
        "{}",
        run.stderr
    );
    for (engine, told) in [("uci:no-such-engine-here", "can't start"), ("uci:true", "has ended")] {
        let run = spielraum(&["match", "chess", "--games", "2", "--engine1", engine]);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains(told), "{}", run.stderr);
    }
}

/// An engine of somebody else whose only move promotes, with a capital letter.
#[cfg(unix)]
#[test]
fn promotions_with_capital_letters_are_read_from_an_engine() {
    let folder = tempfile::TempDir::new().unwrap();
    let (script, game) = (folder.path().join("engine"), folder.path().join("race.kdl"));
    let rules = "title \"Race\"\nboard files=4 ranks=3\npiece \"K\" \"King\" royal=#true { step \"radial\" }\n\
        piece \"P\" \"Pawn\" { step \"forward\" }\npiece \"Q\" \"Queen\" { slide \"radial\" }\n\
        promotion \"P\" into=\"Q\" ends-in=\"last-rank\"\nstart \"3k/P3/3K\"\n";
    std::fs::write(&game, rules).unwrap();
    let engine = "while read -r word rest; do case $word in uci) echo uciok ;; isready) echo readyok ;; \
        go) echo bestmove a2a3Q ;; quit) exit ;; esac; done\n";
    std::fs::write(&script, engine).unwrap();
    let (engine, game) = (format!("uci:sh {}", script.display()), game.display().to_string());
    let args = ["match", &game, "--games", "2", "--openings", "0", "--engine1", &engine, "--engine2", "engine:1"];
    let run = spielraum(&[&args[..], &["--limit", "nodes=10", "--max-plies", "1", "--json"]].concat()).well();
    assert_eq!(run.json()[0]["failures"].as_u64(), Some(0), "{}", run.stderr);
}

#[test]
fn slips_in_the_arguments_of_a_match_are_told() {
    for (args, told) in [
        (["--engine1", "engine:21"], "1 to 20"),
        (["--engine2", "stockfish"], "uci:COMMAND"),
        (["--limit", "fast"], "time=100ms"),
        (["--sprt", "5:0"], "lesser first"),
        (["--resign", "1000"], "CENTIPAWNS:MOVES"),
        (["--option1", "Hush=3"], "no option `Hush`"),
        (["--weights1", "/no/such/file"], "can't read"),
        (["--option2", "Hash=3"], "it has none"),
    ] {
        let run = spielraum(&[&["match", "chess", "--games", "2"], &args[..]].concat());
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.stderr.contains(told), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn analysis_finds_a_mate_and_tells_it_from_white() {
    let fen = "3r2k1/8/8/8/8/8/5PPP/7K b - - 0 1";
    let run = spielraum(&["analyse", "chess", "--fen", fen, "--depth", "3", "--json"]).well();
    let last = run.json().pop().unwrap();
    assert_eq!((&last["score"], &last["moves"]), (&json!({ "win": -1 }), &json!(["d8d1"])));
    let run = spielraum(&["analyse", "chess", "--moves", "e2e4", "--multipv", "2", "--nodes", "2000"]).well();
    assert!(run.stdout.contains("depth") && run.stdout.contains("b KQkq e3 0 1"), "{}", run.stdout);
    let bad = spielraum(&["analyse", "chess", "--moves", "e2e5"]);
    assert!(bad.code == 2 && bad.stderr.contains("not legal"), "{}", bad.stderr);
}

#[test]
fn the_engine_behaves_as_it_did_when_it_was_last_measured() {
    let run = spielraum(&["bench", "--check"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("behaves as it did"), "{}", run.stdout);
    assert_eq!(spielraum(&["bench", "cheese"]).code, 2);
}

#[test]
fn the_engine_finds_the_forced_wins() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/tactics");
    let files: Vec<String> = std::fs::read_dir(folder)
        .expect("there is the folder")
        .map(|entry| entry.expect("it can be read").path().display().to_string())
        .filter(|path| path.ends_with(".txt"))
        .collect();
    assert!(files.len() > 5, "{files:?}");
    let args: Vec<&str> = ["tactics", "solve", "--limit", "nodes=3000000", "--one-in", "5", "--missed"]
        .into_iter()
        .chain(files.iter().map(String::as_str))
        .collect();
    let run = spielraum(&args);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
}

#[test]
fn forced_wins_are_found_in_random_games() {
    let args = ["tactics", "find", "minixiangqi", "--to", "2", "--each", "1", "--games", "40", "--effort", "20000"];
    let run = spielraum(&args).well();
    let file = scratch("minixiangqi.txt");
    std::fs::write(&file, &run.stdout).unwrap();
    assert!(run.stdout.lines().any(|line| line.starts_with("1 ")), "{}", run.stdout);
    let solved = spielraum(&["tactics", "solve", &file, "--limit", "nodes=50000"]).well();
    assert!(solved.stdout.contains("solved"), "{}", solved.stdout);
    std::fs::write(&file, "1 8/8 w - - 0 1\n").unwrap();
    assert_eq!(spielraum(&["tactics", "solve", &file]).code, 2);
}

#[test]
fn balance_gives_figures_and_a_picture() {
    let picture = scratch("balance.svg");
    let args = ["balance", "nacht-schach-reverse", "--games", "2", "--limit", "nodes=60", "--max-plies", "80"];
    let line = &spielraum(&[&args[..], &["--json", "--svg", &picture]].concat()).well().json()[0];
    assert_eq!(line["games"], 2);
    assert!(line["branching"].as_f64().unwrap() > 1.0 && !line["pieces"].as_array().unwrap().is_empty(), "{line}");
    assert!(std::fs::read_to_string(&picture).unwrap().starts_with("<svg"));
    let report = spielraum(&args).well().stdout;
    assert!(report.contains("Length: median") && report.contains("How games end:"), "{report}");
}

#[test]
fn weights_are_learned_the_same_way_each_time_and_can_be_used() {
    let file = scratch("learned.weights");
    let args = ["tune", "minixiangqi", "--games", "12", "--nodes", "60", "--rounds", "10", "--max-plies", "80"];
    let run = spielraum(&args).well();
    assert!(run.stdout.contains("#   spielraum tune minixiangqi --games 12"), "{}", run.stdout);
    let again = spielraum(&[&args[..], &["--concurrency", "2", "--write", &file]].concat()).well();
    assert_eq!(again.stdout, "");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), run.stdout);
    spielraum(&["match", "minixiangqi", "--games", "2", "--weights1", &file, "--limit", "nodes=50"]).well();
    let other = spielraum(&["match", "chess", "--games", "2", "--weights1", &file, "--limit", "nodes=50"]);
    assert!(other.code == 2 && other.stderr.contains("they are for one game"), "{}", other.stderr);
}
