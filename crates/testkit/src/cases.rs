//! Positions with all their legal moves and results, and perft counts, made by an independent program: the sample in
//! `tests/cases`, or what stands in the folder that `CASES` in the environment names.

use serde_json::Value;
use std::path::{Path, PathBuf};

/// The file of perft counts.
const PERFT: &str = "perft.jsonl";

/// The number of files of the sample, so that a missing one is noticed.
const FILES: usize = 25;

/// Counts of one game's sequences of moves.
#[derive(Debug)]
pub struct Perft {
    /// The game's id.
    pub game: String,
    /// The options chosen.
    pub settings: Vec<(String, String)>,
    /// The position.
    pub fen: String,
    /// The counts from depth 1.
    pub counts: Vec<u64>,
}

/// A position and what is true of it.
#[derive(Debug)]
pub struct Case {
    /// The game's id.
    pub game: String,
    /// The options chosen.
    pub settings: Vec<(String, String)>,
    /// The position.
    pub fen: String,
    /// All legal moves, sorted.
    pub moves: Vec<String>,
    /// `w`, `b` or `d`; `None` if the game goes on as far as the position alone decides.
    pub result: Option<String>,
}

/// A position and all its moves in SAN, as python-chess writes it.
#[derive(Debug)]
pub struct Written {
    /// The game's id.
    pub game: String,
    /// The position.
    pub fen: String,
    /// Each move as every game's are written, and in SAN.
    pub sans: Vec<(String, String)>,
}

/// What python-chess writes.
pub fn sans() -> Vec<Written> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/san/python-chess.jsonl");
    let written = |line: &Value| {
        let sans = line["san"].as_object().expect("a case has moves");
        let sans = sans.iter().map(|(move_text, san)| (move_text.clone(), text(san))).collect();
        Written { game: text(&line["game"]), fen: text(&line["fen"]), sans }
    };
    lines(&file).iter().map(written).collect()
}

/// The cases, those of one game with one choice of options together.
pub fn positions() -> Vec<Vec<Case>> {
    files().iter().filter(|file| !file.ends_with(PERFT)).map(|file| lines(file).iter().map(case).collect()).collect()
}

/// The perft counts.
pub fn perft() -> Vec<Perft> {
    files().iter().filter(|file| file.ends_with(PERFT)).flat_map(|file| lines(file)).map(|line| counts(&line)).collect()
}

/// All files: those of the folder that `CASES` in the environment names, or else the sample in the repository.
fn files() -> Vec<PathBuf> {
    if let Some(folder) = std::env::var_os("CASES").map(PathBuf::from) {
        let files = jsonl(&folder);
        assert!(!files.is_empty(), "there are no cases in {}", folder.display());
        return files;
    }
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    let sampled = jsonl(&sample);
    assert_eq!(sampled.len(), FILES, "files of {}", sample.display());
    sampled
}

fn jsonl(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder can be read").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    files
}

fn lines(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a case is JSON")).collect();
    assert!(!lines.is_empty(), "{} is empty", file.display());
    lines
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is a text")).to_owned()
}

fn game(line: &Value) -> (String, Vec<(String, String)>) {
    let mut settings = Vec::new();
    for (name, value) in line["opt"].as_object().into_iter().flatten() {
        // The files say 1 where an option is switched on.
        let value = if text(value) == "1" { "on".to_owned() } else { text(value) };
        settings.push((name.clone(), value));
    }
    (text(&line["game"]), settings)
}

fn case(line: &Value) -> Case {
    let (game, settings) = game(line);
    let moves: Vec<String> = line["moves"].as_array().expect("a case has moves").iter().map(text).collect();
    Case { game, settings, fen: text(&line["fen"]), moves, result: line["result"].as_str().map(str::to_owned) }
}

fn counts(line: &Value) -> Perft {
    let (game, settings) = game(line);
    let count = |count: &Value| count.as_u64().expect("a count is a number");
    let counts: Vec<u64> = line["perft"].as_array().expect("a table has counts").iter().map(count).collect();
    assert!(!counts.is_empty(), "{game} has no counts");
    Perft { game, settings, fen: text(&line["fen"]), counts }
}
