//! `compose`, and the problems that are kept with their solutions.

use super::spielraum;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The games of which a problem must be there.
const GAMES: [&str; 10] = [
    "nacht-schach",
    "stereo-chess",
    "nichtschach",
    "flipped-return",
    "raumschach",
    "stockgi",
    "stock-qi",
    "stockyang",
    "stockhorn",
    "stock-taijitu",
];

fn kept() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|kind| kind == "kdl")).collect();
    files.sort();
    files
}

#[test]
fn kept_problems_are_solved_as_they_say() {
    let files: Vec<String> = kept().iter().map(|path| path.display().to_string()).collect();
    let mut args = vec!["solve", "--problem"];
    args.extend(files.iter().map(String::as_str));
    let run = spielraum(&args).well();
    assert_eq!(run.stdout.lines().filter(|line| line.ends_with("the solution is as it says")).count(), files.len());
}

#[test]
fn kept_problems_are_sound_and_of_every_old_game() {
    let texts: Vec<String> = kept().iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    for game in GAMES {
        assert!(texts.iter().any(|text| text.contains(&format!("game \"{game}\"\n"))), "{game}");
    }
    for text in texts.iter().filter(|text| text.contains("composed by this program")) {
        assert_eq!(text.matches("\n    key ").count() + text.matches("\n    line ").count(), 1, "{text}");
    }
}

#[test]
fn compose_finds_a_problem_and_keeps_it() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().display().to_string();
    let args = ["compose", "chess", "#2", "--material", "KQk", "--patience", "60", "--save", &place, "--json"];
    let run = spielraum(&args).well();
    let told: &Value = &run.json()[0];
    assert_eq!(told["solutions"].as_array().unwrap().len(), 1, "{told}");
    let file = folder.path().join("chess-1-1.kdl");
    let name = file.display().to_string();
    spielraum(&["solve", "--problem", &name]).well();
    let text = std::fs::read_to_string(&file).unwrap();
    let key = told["solutions"][0]["key"].as_str().unwrap();
    std::fs::write(&file, text.replace(&format!("key \"{key}\""), "key \"a1a1\"")).unwrap();
    let run = spielraum(&["solve", "--problem", &name]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("is not found") && run.stdout.contains("is found, too"), "{}", run.stdout);
    std::fs::write(&file, text.replace("stipulation", "stipulated")).unwrap();
    let run = spielraum(&["solve", "--problem", &name]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("`stipulated` is no word of a problem"), "{}", run.stderr);
    std::fs::write(&file, "a {\n".repeat(20_000)).unwrap();
    let run = spielraum(&["solve", "--problem", &name]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("nested too deeply"), "{}", run.stderr);
    std::fs::write(&file, text).unwrap();
    let run = spielraum(&["solve", "--problem", &name, "--nodes", "1"]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("not searched to the end"), "{}", run.stdout);
}

#[test]
fn compose_says_what_is_wrong() {
    for (args, word) in [
        (["compose", "chess", "#2", "--theme", "beauty"], "model mate"),
        (["compose", "chess", "#2", "--material", "KXk"], "no piece `X`"),
        (["compose", "chess", "#2", "--pieces", "8-5"], "5-8"),
        (["compose", "nichtschach", "#2", "--pieces", "8"], "win"),
    ] {
        let run = spielraum(&args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.stderr.contains(word), "{args:?}: {}", run.stderr);
    }
}
