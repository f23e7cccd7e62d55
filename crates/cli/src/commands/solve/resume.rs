//! The file in which a search keeps what is done: a line that names the problem, and a line of JSON for each first move.

use crate::failure::{CommandResult, Failure};
use serde::{Deserialize, Serialize};
use spielraum_rules::{Move, Position};
use spielraum_solve::{Checkpoint, FirstMove, Line, Part, Problem};
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A larger file is none of ours.
const MOST_BYTES: u64 = 1 << 30;

/// A piece of work that is done. Moves are numbers, as one version of the program writes and reads them; 0: the turn is
/// passed.
#[derive(Serialize, Deserialize)]
struct Done {
    set_play: bool,
    length: u16,
    first: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<Vec<u64>>>,
}

/// The file, open for more.
pub struct Resume {
    path: PathBuf,
    file: Mutex<(File, io::Result<()>)>,
}

/// Opens a file that keeps what is done, a line for each piece of work, and reads it.
pub(in crate::commands) fn open_lines(path: &Path) -> CommandResult<(File, String)> {
    let failed = |error| Failure::file("read", path.display(), &error);
    let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.len() > MOST_BYTES {
        let advice = "name another file";
        return Err(Failure::input(format!("`{}` is too large to be one of ours", path.display())).with_help(advice));
    }
    let mut text = String::new();
    (&file).read_to_string(&mut text).map_err(failed)?;
    Ok((file, text))
}

/// The whole lines of such a file; the last one may be cut short where the program was killed, and goes. Only for a file that is
/// known to be one of ours.
pub(in crate::commands) fn keep_whole_lines<'t>(path: &Path, file: &File, text: &'t str) -> CommandResult<&'t str> {
    let whole = whole_lines(text);
    if whole.len() < text.len() {
        file.set_len(whole.len() as u64).map_err(|error| Failure::file("write", path.display(), &error))?;
    }
    Ok(whole)
}

/// The lines of a text that end.
pub(in crate::commands) fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

impl Resume {
    /// Reads what is there, or begins a new file.
    pub fn open(path: &Path, problem: &Problem) -> CommandResult<(Checkpoint, Self)> {
        let (mut file, text) = open_lines(path)?;
        let header = header(problem);
        let wrong = |what| {
            let advice = "name another file, or delete this one to begin anew";
            Failure::input(format!("`{}` {what}", path.display())).with_help(advice)
        };
        if !text.is_empty() && text.lines().next() != Some(&header) {
            return Err(wrong("does not belong to this problem and these options"));
        }
        let whole = keep_whole_lines(path, &file, &text)?;
        if whole.is_empty() {
            writeln!(file, "{header}").map_err(|error| Failure::file("write", path.display(), &error))?;
        }
        let done: Option<Vec<_>> = whole.lines().skip(1).map(|line| read(line, problem)).collect();
        let checkpoint = Checkpoint { done: done.ok_or_else(|| wrong("is damaged"))? };
        Ok((checkpoint, Self { path: path.to_owned(), file: Mutex::new((file, Ok(()))) }))
    }

    /// Keeps a piece of work.
    pub fn keep(&self, part: Part, found: &FirstMove) {
        let (moves, lines) = match found {
            FirstMove::Battle(moves) => (*moves, None),
            FirstMove::Lines(lines) => (None, Some(lines.iter().map(|line| numbers(&line.moves)).collect())),
        };
        let Part { set_play, length, .. } = part;
        let [first, second] = [part.first, part.second].map(|m| m.map_or(0, Move::to_bits));
        let done = Done { set_play, length, first, second, moves, lines };
        let Ok(mut file) = self.file.lock() else { return };
        if let (Ok(mut text), Ok(())) = (serde_json::to_string(&done), &file.1) {
            text.push('\n');
            file.1 = file.0.write_all(text.as_bytes());
        }
    }

    /// Reports whether everything could be kept.
    pub fn close(self) -> CommandResult<()> {
        let (file, written) = self.file.into_inner().unwrap_or_else(|error| error.into_inner());
        written.and_then(|()| file.sync_all()).map_err(|error| Failure::file("write", self.path.display(), &error))
    }
}

fn numbers(moves: &[Option<Move>]) -> Vec<u64> {
    moves.iter().map(|m| m.map_or(0, Move::to_bits)).collect()
}

/// What the file is for: the game, the position and what was asked.
fn header(problem: &Problem) -> String {
    let mut hasher = DefaultHasher::new();
    let options = &problem.options;
    problem.position.rules().spec().fingerprint().hash(&mut hasher);
    let asked = (options.set_play, options.max_solutions);
    format!("{:?} {:?} {asked:?}", problem.stipulation, problem.target()).hash(&mut hasher);
    format!("spielraum solve {} {:016x} {}", env!("CARGO_PKG_VERSION"), hasher.finish(), problem.position.fen())
}

/// Reads a line; `None` if it can't have been written for this problem.
fn read(line: &str, problem: &Problem) -> Option<(Part, FirstMove)> {
    let done: Done = serde_json::from_str(line).ok()?;
    let mut start = problem.position.clone();
    let first = Move::from_bits(done.first);
    if first.is_some_and(|m| !start.is_legal(m)) {
        return None;
    }
    let second = Move::from_bits(done.second);
    if second.is_some_and(|m| !can_follow(start.clone(), first, m)) {
        return None;
    }
    let part = Part { set_play: done.set_play, length: done.length, first, second };
    let Some(lines) = done.lines else { return Some((part, FirstMove::Battle(done.moves))) };
    if done.set_play {
        start.make_null();
    }
    let lines: Option<Vec<Line>> = lines.iter().map(|moves| read_line(moves, &mut start.clone())).collect();
    Some((part, FirstMove::Lines(lines?)))
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Whether a move can follow a first one, at once or after a turn is passed.
fn can_follow(mut position: Position, first: Option<Move>, m: Move) -> bool {
    let Some(first) = first else { return false };
    position.make_unchecked(first);
    if position.is_legal(m) {
        return true;
    }
    let passes = !position.in_check();
    if passes {
        position.make_null();
    }
    passes && position.is_legal(m)
}

fn read_line(numbers: &[u64], position: &mut Position) -> Option<Line> {
    let mut moves = Vec::new();
    for &number in numbers {
        let m = Move::from_bits(number);
        match m {
            Some(m) if position.is_legal(m) => position.make_unchecked(m),
            Some(_) => return None,
            None if position.in_check() => return None,
            None => position.make_null(),
        }
        moves.push(m);
    }
    Some(Line { moves })
}
