//! Makes tables and writes what they say as docs/endgames.md:
//! `cargo run --release -p spielraum-endgames --example report -- FOLDER > docs/endgames.md`. The tables stay in the folder,
//! one folder for each game, so that a second run only reads them.

use spielraum_arcade::Game;
use spielraum_endgames::{BuildOptions, Material, SideStatistics, Tables, Value, build, caveats};
use spielraum_rules::Color;
use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The games, and the endgames of each.
const ENDGAMES: [(&str, &[&str]); 6] = [
    (
        "raumschach",
        &[
            "KQ v K", "KR v K", "KB v K", "KU v K", "KN v K", "KP v K", "KBB v K", "KBU v K", "KBN v K", "KUU v K",
            "KUN v K", "KNN v K", "KRR v K", "KRB v K", "KRU v K", "KRN v K", "KQ v KR",
        ],
    ),
    (
        "stereo-chess",
        &[
            "KQ v K", "KR v K", "KB v K", "KN v K", "KP v K", "KRR v K", "KRB v K", "KRN v K", "KBB v K", "KBN v K",
            "KNN v K", "KQ v KR", "KR v KB", "KR v KN",
        ],
    ),
    (
        "chess",
        &[
            "KQ v K", "KR v K", "KB v K", "KN v K", "KP v K", "KBB v K", "KBN v K", "KNN v K", "KQ v KR", "KR v KB",
            "KR v KN",
        ],
    ),
    (
        "nacht-schach",
        &[
            "K v K", "KQ v K", "KR v K", "KB v K", "KN v K", "KQQ v K", "KQR v K", "KQB v K", "KQN v K", "KRR v K",
            "KRB v K", "KRN v K", "KBB v K", "KBN v K", "KNN v K", "KQ v KQ", "KQ v KR", "KQ v KB", "KQ v KN",
            "KR v KR", "KR v KB", "KR v KN", "KB v KB", "KB v KN", "KN v KN",
        ],
    ),
    ("xiangqi", &["KR v K", "KN v K", "KC v K", "KP v K", "KCA v K", "KCB v K"]),
    ("minixiangqi", &["KR v K", "KN v K", "KC v K", "KP v K"]),
];

/// The longest line that is reported.
const LONGEST_LINE: usize = 600;

fn main() -> Result<(), Box<dyn Error>> {
    let folder: PathBuf = std::env::args().nth(1).ok_or("which folder takes the tables?")?.into();
    let mut text = include_str!("endgames-head.md").to_owned();
    for (id, endgames) in ENDGAMES {
        let game = Game::open(id, &[])?;
        text.push_str(&section(&game, &folder.join(id), endgames)?);
    }
    print!("{text}");
    Ok(())
}

fn section(game: &Game, folder: &Path, endgames: &[&str]) -> Result<String, Box<dyn Error>> {
    let mut text = format!("\n## {}\n\n", game.title());
    for caveat in caveats(game.rules()) {
        writeln!(text, "{caveat}\n")?;
    }
    writeln!(
        text,
        "| endgame | legal positions | White to move wins | Black to move loses | longest win | mutual zugzwangs |"
    )?;
    writeln!(text, "|---|---|---|---|---|---|")?;
    let mut lines = String::new();
    for endgame in endgames {
        eprint!("{}: {endgame}", game.title());
        let begun = Instant::now();
        let material = Material::parse(game.rules(), endgame)?;
        build(game.rules(), &material, folder, &BuildOptions::default(), &|_| {})?;
        eprintln!(", {:.1} s", begun.elapsed().as_secs_f64());
        let tables = Tables::new(game.rules(), folder)?;
        let found = tables.statistics(&material)?;
        let (zugzwangs, _) = tables.zugzwangs(&material, 0)?;
        let longest = found.white_to_move.longest_win;
        writeln!(
            text,
            "| {material} | {} | {} | {} | {} | {} |",
            thousands(found.white_to_move.legal + found.black_to_move.legal),
            percent(found.white_to_move.won, &found.white_to_move),
            percent(found.black_to_move.lost, &found.black_to_move),
            longest.map_or("none".into(), |plies| format!("{} moves ({plies} plies)", plies.div_ceil(2))),
            thousands(zugzwangs.white_wins_else + zugzwangs.black_wins_else + zugzwangs.full_point),
        )?;
        if let Some((Value::Win(plies), positions)) = tables.longest(&material, Color::White, false, 1)?
            && let Some(position) = positions.first()
            && plies > 1
        {
            let line = tables.line_texts(position, LONGEST_LINE)?;
            writeln!(lines, "- **{material}**: `{}`: {}", position.fen(), line.join(" "))?;
        }
    }
    if !lines.is_empty() {
        write!(text, "\nLongest wins, with best play of both:\n\n{lines}")?;
    }
    Ok(text)
}

fn percent(part: u64, of: &SideStatistics) -> String {
    format!("{} ({:.2} %)", thousands(part), 100.0 * part as f64 / of.legal.max(1) as f64)
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
