//! Saved games: a few lines of `name: value`, then the moves.
//!
//! ```text
//! # A game of Spielraum; go on with it by `spielraum play --load FILE`.
//! game: raumschach
//! start: rnknr/ppppp/…
//! result: unfinished
//!
//! 1. Ab2Ab3 Eb4Eb3
//! ```

use super::session::Session;
use crate::failure::{CommandResult, Failure};
use crate::game_args::{LoadedGame, parse_setting};
use spielraum_rules::{Color, Position};
use std::fmt::Write;
use std::io::Read;
use std::path::Path;

const HEADER: &str = "# A game of Spielraum; go on with it by `spielraum play --load FILE`.";

/// The largest saved game that is read.
const MAX_BYTES: u64 = 1 << 20;

/// The word that says that a side has given up.
const RESIGNATION: &str = "resigns";

/// Writes a game to a file. A file that is no saved game is not overwritten.
pub fn save(session: &mut Session, path: &Path) -> CommandResult<()> {
    if path.exists() && !read_limited(path).is_ok_and(|text| text.starts_with(HEADER)) {
        return Err(Failure::input(format!("`{}` exists and is not a saved game", path.display()))
            .with_help("choose another name"));
    }
    std::fs::write(path, text(session)).map_err(|error| Failure::file("write", path.display(), &error))
}

/// Reads a game from a file and makes its moves again.
pub fn load(path: &Path) -> CommandResult<Session> {
    parse(&read_limited(path)?).map_err(|failure| match failure {
        Failure::Input { what, help } => Failure::Input { what: format!("{}: {what}", path.display()), help },
        other => other,
    })
}

fn read_limited(path: &Path) -> CommandResult<String> {
    let mut text = String::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_string(&mut text))
        .map_err(|error| Failure::file("read", path.display(), &error))?;
    if text.len() as u64 > MAX_BYTES {
        return Err(Failure::input(format!("`{}` is too large for a saved game", path.display())));
    }
    Ok(text)
}

fn text(session: &mut Session) -> String {
    text_with_remarks(session, &[])
}

/// The text of a game; the remarks, a line each, come before it.
pub fn text_with_remarks(session: &mut Session, remarks: &[String]) -> String {
    let mut text = format!("{HEADER}\n");
    for remark in remarks {
        let _ = writeln!(text, "# {remark}");
    }
    let _ = writeln!(text, "game: {}", session.loaded.name);
    for (name, value) in &session.loaded.settings {
        let _ = writeln!(text, "set: {name}={value}");
    }
    let _ = writeln!(text, "start: {}", session.start.fen());
    let ending = session.ending();
    let result = ending.as_ref().map_or("unfinished".to_owned(), |e| format!("{} ({})", e.result(), e.in_words()));
    let _ = writeln!(text, "result: {result}\n");
    for (ply, move_text) in session.texts().enumerate() {
        let number = session.move_number(ply);
        if ply == 0 || !number.ends_with("...") {
            let _ = write!(text, "{}{number}", if ply == 0 { "" } else { "\n" });
        }
        let _ = write!(text, " {move_text}");
    }
    if session.texts().len() > 0 {
        text.push('\n');
    }
    if let Some(super::session::Ending::Resigned(loser)) = ending {
        let _ = writeln!(text, "{} {RESIGNATION}", loser.name());
    }
    text
}

/// What the lines before the moves say.
#[derive(Default)]
struct Head {
    game: Option<String>,
    settings: Vec<(String, String)>,
    start: Option<(usize, String)>,
}

fn parse(text: &str) -> CommandResult<Session> {
    let lines = || (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
    let is_told = |line: &str| !line.is_empty() && !line.starts_with('#');
    let mut head = Head::default();
    let body_from =
        lines().find(|(_, line)| is_told(line) && !line.contains(": ")).map_or(usize::MAX, |(number, _)| number);
    for (number, line) in lines().filter(|&(number, line)| number < body_from && is_told(line)) {
        head.read(number, line)?;
    }
    let mut session = head.open()?;
    for (number, line) in lines().filter(|&(number, line)| number >= body_from && is_told(line)) {
        read_moves(&mut session, number, line)?;
    }
    Ok(session)
}

impl Head {
    fn read(&mut self, number: usize, line: &str) -> CommandResult<()> {
        let (name, value) = line.split_once(": ").unwrap_or((line, ""));
        let value = value.trim();
        match name {
            "game" => self.game = Some(value.to_owned()),
            "set" => self.settings.push(parse_setting(value).map_err(|error| at_line(number, error))?),
            "start" => self.start = Some((number, value.to_owned())),
            // What the moves come to is worked out anew.
            "result" => {}
            _ => {
                return Err(at_line(number, format!("`{name}` is not a word of saved games"))
                    .with_help("the words are game, set, start and result, each followed by a colon"));
            }
        }
        Ok(())
    }

    fn open(self) -> CommandResult<Session> {
        let no_game = || Failure::input("no line `game: ...` says which game it is").with_help("is this a saved game?");
        let loaded = LoadedGame::new(&self.game.ok_or_else(no_game)?, &self.settings)?;
        let start = match self.start {
            None => loaded.rules.start(),
            Some((number, fen)) => Position::from_fen(&loaded.rules, &fen).map_err(|error| at_line(number, error))?,
        };
        Ok(Session::new(loaded, start))
    }
}

fn read_moves(session: &mut Session, number: usize, line: &str) -> CommandResult<()> {
    if let Some(side) = Color::BOTH.into_iter().find(|side| line == format!("{} {RESIGNATION}", side.name())) {
        session.resign(side);
        return Ok(());
    }
    let is_number = |word: &&str| word.ends_with('.') && word.trim_end_matches('.').chars().all(|c| c.is_ascii_digit());
    for word in line.split_whitespace().filter(|word| !is_number(word)) {
        if let Some(ending) = session.ending() {
            return Err(at_line(number, format!("`{word}` follows the end of the game: {}", ending.in_words())));
        }
        let m = session.position.parse_move(word).map_err(|error| at_line(number, error))?;
        session.make(m);
    }
    Ok(())
}

fn at_line(number: usize, error: impl std::fmt::Display) -> Failure {
    Failure::input(format!("line {number}: {error}"))
}
