//! Games that were played, as text: a few lines of `name: value`, then the moves.
//!
//! ```text
//! # Lines that begin so are remarks.
//! game: chess
//! set: castling=off
//! start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! result: white (White wins: Black resigned)
//!
//! 1. e2e4 e7e5
//! 2. d1h5
//! black resigns
//! ```
//!
//! All but the game may be left out. Whether there is such a game, and whether the moves are legal, is not known here.

use spielraum_rules::{Color, Move, Position};
use std::fmt;
use thiserror::Error;

/// The word that says that a side has given up.
const RESIGNATION: &str = "resigns";

/// A game to be written; its text is what it displays.
#[derive(Clone, Debug)]
pub struct Written<'w> {
    /// Remarks before it, a line each.
    pub remarks: Vec<String>,
    /// Which game it is.
    pub game: &'w str,
    /// The options that were chosen, with what is chosen.
    pub options: Vec<(&'w str, &'w str)>,
    /// The position it started from.
    pub start: &'w Position,
    /// What it came to, for people.
    pub result: String,
    /// Its moves, each legal where it is made.
    pub moves: &'w [Move],
    /// Who gave up at its end.
    pub resigned: Option<Color>,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for remark in &self.remarks {
            writeln!(f, "# {remark}")?;
        }
        writeln!(f, "game: {}", self.game)?;
        for (name, value) in &self.options {
            writeln!(f, "set: {name}={value}")?;
        }
        writeln!(f, "start: {}", self.start.fen())?;
        writeln!(f, "result: {}", self.result)?;
        let mut position = self.start.clone();
        for (ply, &m) in self.moves.iter().enumerate() {
            let made = position.move_text(m);
            let goes_on = position.side_to_move() == Color::Black || position.is_within_turn();
            match goes_on && ply > 0 {
                true => write!(f, " {made}")?,
                false => write!(f, "\n{} {made}", move_number(&position))?,
            }
            position.make(m);
        }
        if !self.moves.is_empty() {
            writeln!(f)?;
        }
        match self.resigned {
            Some(loser) if self.moves.is_empty() => writeln!(f, "\n{} {RESIGNATION}", loser.name()),
            Some(loser) => writeln!(f, "{} {RESIGNATION}", loser.name()),
            None => Ok(()),
        }
    }
}

/// The number written before a move that is made in a position, as in `3.` or `3...`.
pub fn move_number(position: &Position) -> String {
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.fullmove_number())
}

/// What a text says, before it is known whether it is possible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Which game it is.
    pub game: String,
    /// The options that are chosen.
    pub options: Vec<(String, String)>,
    /// The FEN it starts from.
    pub start: Option<Placed>,
    /// Its moves.
    pub moves: Vec<Placed>,
    /// Who gives up after them.
    pub resigned: Option<Color>,
}

/// A part of a text, and the line where it stands, counting from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The line.
    pub line: usize,
    /// The part.
    pub text: String,
}

/// Why a text is no game record.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{}{what}", line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct NoRecord {
    /// The line where it is wrong, counting from 1.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl Told {
    /// Reads a text.
    pub fn read(text: &str) -> Result<Self, NoRecord> {
        let mut told = Self::default();
        for (line, content) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let content = content.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            match content.split_once(": ") {
                Some((name, value)) => told.head(line, name, value.trim()),
                None => told.body(line, content),
            }
            .map_err(|what| NoRecord { line: Some(line), what })?;
        }
        if told.game.is_empty() {
            return Err(NoRecord { line: None, what: "no line `game: ...` says which game it is".to_owned() });
        }
        Ok(told)
    }

    fn head(&mut self, line: usize, name: &str, value: &str) -> Result<(), String> {
        match name {
            "game" => self.game = value.to_owned(),
            "start" => self.start = Some(Placed { line, text: value.to_owned() }),
            "set" => match value.split_once('=').map(|(name, value)| (name.trim(), value.trim())) {
                Some((name, value)) if !name.is_empty() && !value.is_empty() => {
                    self.options.push((name.to_owned(), value.to_owned()));
                }
                _ => return Err("an option is written `set: name=value`".to_owned()),
            },
            // What the moves come to is worked out anew.
            "result" => {}
            _ => {
                let shown: String = name.chars().take(40).collect();
                let words = "the words are game, set, start and result";
                return Err(format!("`{shown}` is not a word of game records; {words}"));
            }
        }
        Ok(())
    }

    fn body(&mut self, line: usize, content: &str) -> Result<(), String> {
        if let Some(side) = Color::BOTH.into_iter().find(|side| content == format!("{} {RESIGNATION}", side.name())) {
            self.resigned = Some(side);
            return Ok(());
        }
        let is_number =
            |word: &&str| word.ends_with('.') && word.trim_end_matches('.').chars().all(|c| c.is_ascii_digit());
        for word in content.split_whitespace().filter(|word| !is_number(word)) {
            if let Some(loser) = self.resigned {
                let shown: String = word.chars().take(40).collect();
                return Err(format!("`{shown}` follows the end of the game: {} {RESIGNATION}", loser.name()));
            }
            self.moves.push(Placed { line, text: word.to_owned() });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_catalogue::{Compile, Source, load};

    /// The text of a game of the moves given.
    fn written(start: &str, moves: &[&str], resigned: Option<Color>) -> String {
        let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
        let start = Position::from_fen(&rules, start).unwrap();
        let mut position = start.clone();
        for made in moves {
            position.make(position.parse_move(made).unwrap());
        }
        let (remarks, options) = (vec!["a: remark".to_owned()], vec![("castling", "on")]);
        let (moves, result) = (position.moves_made(), "unfinished".to_owned());
        Written { remarks, game: "g", options, start: &start, result, moves: &moves, resigned }.to_string()
    }

    const WHITE: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    const BLACK: &str = "4k3/8/8/8/8/8/8/R3K3 b - - 0 9";

    #[test]
    fn games_are_written_move_by_move() {
        let head =
            |start: &str| format!("# a: remark\ngame: g\nset: castling=on\nstart: {start}\nresult: unfinished\n");
        for (start, moves, resigned, body) in [
            (WHITE, &[][..], None, ""),
            (WHITE, &["e1d1", "e8d8", "d1e1"], None, "\n1. e1d1 e8d8\n2. d1e1\n"),
            (BLACK, &["e8d8", "e1d1", "d8e8"], None, "\n9... e8d8\n10. e1d1 d8e8\n"),
            (WHITE, &["e1d1"], Some(Color::Black), "\n1. e1d1\nblack resigns\n"),
            (WHITE, &[], Some(Color::White), "\nwhite resigns\n"),
        ] {
            assert_eq!(written(start, moves, resigned), head(start) + body);
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let text = written(BLACK, &["e8d8", "e1d1", "d8e8"], Some(Color::White));
        let told = Told::read(&text).unwrap();
        assert_eq!(Told::read(&format!("\u{feff}{text}")).as_ref(), Ok(&told));
        assert_eq!((&*told.game, told.resigned), ("g", Some(Color::White)));
        assert_eq!(told.options, [("castling".to_owned(), "on".to_owned())]);
        assert_eq!(told.start, Some(Placed { line: 4, text: BLACK.to_owned() }));
        let moves: Vec<(usize, &str)> = told.moves.iter().map(|made| (made.line, &*made.text)).collect();
        assert_eq!(moves, [(7, "e8d8"), (8, "e1d1"), (8, "d8e8")]);
    }

    #[test]
    fn other_texts_are_refused_with_the_line() {
        for (text, told) in [
            ("", "no line `game: ...`"),
            ("1. e2e4", "no line `game: ...`"),
            ("game: g\n\nplayer: me", "line 3: `player` is not a word"),
            ("game: g\nset: castling", "line 2: an option is written"),
            ("game: g\nset: =on", "line 2: an option is written"),
            ("game: g\n1. a\nwhite resigns\n2. b", "line 4: `b` follows the end of the game: white resigns"),
        ] {
            let error = Told::read(text).unwrap_err().to_string();
            assert!(error.starts_with(told), "{text:?}: {error}");
        }
    }
}
