//! Games as text, in the form of the games that the terminal program saves: a few lines of `name: value`, then the
//! moves.

use crate::error::{Answer, Refusal};
use crate::play::Record;
use crate::variants::Options;
use std::fmt::Write;

/// What a text says, before it is known whether it is possible.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Told {
    pub variant: String,
    pub options: Options,
    pub fen: Option<String>,
    pub moves: Vec<String>,
}

/// The text of a game.
pub(crate) fn write(record: &Record, moves: &[String], players: [&str; 2], link: &str) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "# {}: {} - {}, {link}", record.title, players[0], players[1]);
    let _ = writeln!(text, "game: {}", record.variant);
    for (name, value) in &record.options {
        let _ = writeln!(text, "set: {name}={value}");
    }
    let _ = writeln!(text, "start: {}", record.start);
    let result = record.result.as_ref();
    let score = result.map_or("unfinished".to_owned(), |result| {
        let score = match result.winner {
            Some(crate::wire::Color::White) => "1-0",
            Some(crate::wire::Color::Black) => "0-1",
            None => "1/2-1/2",
        };
        format!("{score} ({})", result.text)
    });
    let _ = writeln!(text, "result: {score}\n");
    let mut fields = record.start.split(' ').skip(1);
    let black_begins = fields.next() == Some("b");
    let first: usize = record.start.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(1);
    for (ply, made) in moves.iter().enumerate() {
        let half = ply + usize::from(black_begins);
        let number = first + half / 2;
        let _ = match (half % 2, ply) {
            (0, 0) => write!(text, "{number}. {made}"),
            (0, _) => write!(text, "\n{number}. {made}"),
            (_, 0) => write!(text, "{number}... {made}"),
            _ => write!(text, " {made}"),
        };
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Reads a text.
pub(crate) fn read(text: &str) -> Answer<Told> {
    let mut told = Told::default();
    let wrong = |number: usize, what: String| Refusal::impossible("bad-record", format!("Line {}: {what}", number + 1));
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some((name, value)) = line.split_once(": ") {
            let value = value.trim().to_owned();
            match name {
                "game" => told.variant = value,
                "start" => told.fen = Some(value),
                "set" => {
                    let Some((name, value)) = value.split_once('=') else {
                        return Err(wrong(number, "an option is written `set: name=value`".to_owned()));
                    };
                    told.options.insert(name.trim().to_owned(), value.trim().to_owned());
                }
                // What the moves come to is worked out anew.
                "result" => {}
                _ => {
                    let shown: String = name.chars().take(40).collect();
                    let what =
                        format!("`{shown}` is not a word of game records; the words are game, set, start and result");
                    return Err(wrong(number, what));
                }
            }
            continue;
        }
        let is_number =
            |word: &&str| word.ends_with('.') && word.trim_end_matches('.').chars().all(|c| c.is_ascii_digit());
        if line.ends_with(" resigns") {
            continue;
        }
        told.moves.extend(line.split_whitespace().filter(|word| !is_number(word)).map(str::to_owned));
    }
    if told.variant.is_empty() {
        return Err(Refusal::impossible("bad-record", "No line `game: ...` says which game it is."));
    }
    Ok(told)
}
