//! Reading stipulations.

use super::{Aim, Length, Manner, PLAYS, Stipulation};
use crate::Goal;
use spielraum_geometry::Board;
use thiserror::Error;

/// Why a text is no stipulation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StipulationError {
    /// Nothing is there.
    #[error("the stipulation is empty: write for instance `#2`, `s#3`, `h#2.5` or `ser-h=7`")]
    Empty,
    /// No goal follows the manner of play.
    #[error("`{0}` does not begin with a goal: use # = ## == #= + x ep 00 win, or z and a cell")]
    NoGoal(String),
    /// The board has no such cell.
    #[error("`{0}` does not begin with z and a cell of this board, as in `z{1}`")]
    NoCell(String, String),
    /// No length, or not one.
    #[error("`{0}` is not a length: write a number of moves from 1 to {max}, or `.5` more in help play", max = Stipulation::MAX_MOVES)]
    Length(String),
    /// Half a move where both sides don't help.
    #[error("half a move more is possible in help play only")]
    Half,
}

/// The goals that are signs or words; a prefix of another one comes after it.
const GOALS: [(&str, Goal); 12] = [
    ("##", Goal::DoubleMate),
    ("#=", Goal::MateOrStalemate),
    ("==", Goal::DoubleStalemate),
    ("#", Goal::Mate),
    ("=", Goal::Stalemate),
    ("+", Goal::Check),
    ("win", Goal::Win),
    ("x", Goal::Capture),
    ("*", Goal::Capture),
    ("ep", Goal::EnPassant),
    ("00", Goal::Castling),
    ("~", Goal::Any),
];

impl Stipulation {
    /// Reads a stipulation of a game on this board, as problem journals and Popeye write it; capital letters and spaces
    /// before the length don't matter.
    pub fn parse(text: &str, board: &Board) -> Result<Self, StipulationError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(StipulationError::Empty);
        }
        let (exact, rest) = match strip(text, "exact-") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let positions = [("ser-dia", Manner::Series, true), ("dia", Manner::Help, true), ("a=>b", Manner::Help, false)];
        for (word, manner, from_start) in positions {
            if let Some(rest) = strip(rest, word) {
                let length = parse_length(rest, manner)?;
                return Ok(Self { manner, aim: Aim::Direct, goal: Goal::Position, length, exact, from_start });
            }
        }
        let play = PLAYS.iter().find_map(|&(word, manner, aim)| Some((manner, aim, strip(rest, word)?)));
        let (manner, aim, rest) = play.unwrap_or((Manner::Battle, Aim::Direct, rest));
        let (goal, length) = parse_goal(rest, board, manner)?;
        Ok(Self { manner, aim, goal, length, exact, from_start: false })
    }
}

fn parse_goal(text: &str, board: &Board, manner: Manner) -> Result<(Goal, Length), StipulationError> {
    if let Some((goal, rest)) = GOALS.iter().find_map(|(word, goal)| Some((goal, strip(text, word)?))) {
        return Ok((goal.clone(), parse_length(rest, manner)?));
    }
    let Some(rest) = strip(text, "z") else { return Err(StipulationError::NoGoal(text.into())) };
    let rest = rest.trim_start();
    // A cell's name may end in digits, as the length does: the shortest name after which a length follows is meant.
    let ends = rest.char_indices().map(|(at, _)| at).skip(1).chain([rest.len()]);
    let mut first_error = None;
    for end in ends {
        let cell = [rest[..end].to_owned(), rest[..end].to_lowercase()].iter().find_map(|name| board.find(name));
        match cell.map(|cell| (cell, parse_length(&rest[end..], manner))) {
            Some((cell, Ok(length))) => return Ok((Goal::Cell(cell), length)),
            Some((_, Err(error))) => first_error = first_error.or(Some(error)),
            None => (),
        }
    }
    let example = || board.cells().next().map_or("", |cell| board.name(cell)).to_owned();
    Err(first_error.unwrap_or_else(|| StipulationError::NoCell(text.into(), example())))
}

fn parse_length(text: &str, manner: Manner) -> Result<Length, StipulationError> {
    let text = text.trim().trim_start_matches(':').trim_start();
    let (whole, half) = match text.strip_suffix(".5") {
        Some(whole) => (whole, true),
        None if manner == Manner::Help => (text.strip_suffix(".0").unwrap_or(text), false),
        None => (text, false),
    };
    let wrong = || StipulationError::Length(text.into());
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    let moves: u16 = whole.parse().map_err(|_| wrong())?;
    if half && manner != Manner::Help {
        return Err(StipulationError::Half);
    }
    if moves > Stipulation::MAX_MOVES || (moves == 0 && !half) {
        return Err(wrong());
    }
    Ok(Length { moves, half })
}

/// What follows a word, whatever the size of its letters.
fn strip<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(word.len())?;
    start.eq_ignore_ascii_case(word).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Stipulation, StipulationError> {
        Stipulation::parse(text, spielraum_testkit::rules("chess").board())
    }

    #[test]
    fn every_manner_and_goal_is_read_as_it_is_written() {
        let rules = spielraum_testkit::rules("chess");
        let board = rules.board();
        let plays = PLAYS.iter().map(|play| (play.0, play.1, play.2)).chain([("", Manner::Battle, Aim::Direct)]);
        for (prefix, manner, aim) in plays {
            for (sign, goal) in GOALS.iter().filter(|(sign, _)| *sign != "*") {
                for length in ["1", "3", "17"] {
                    let gap = if goal.ends_in_word() { " " } else { "" };
                    let text = format!("{prefix}{sign}{gap}{length}");
                    let read = Stipulation::parse(&text, board).unwrap();
                    assert_eq!((read.manner, read.aim, &read.goal), (manner, aim, goal), "{text}");
                    assert_eq!(read.text(board), text);
                }
            }
        }
    }

    #[test]
    fn lengths_cells_and_diagrams_are_read() {
        assert_eq!(read("h#2.5").unwrap().length, Length { moves: 2, half: true });
        assert_eq!(read(" S#4 ").unwrap().aim, Aim::Compel);
        assert_eq!(read("dia 8.5").unwrap().plies(), 17);
        assert_eq!(read("a=>b16").unwrap().plies(), 32);
        assert!(read("exact-h#3").unwrap().exact);
        let rules = spielraum_testkit::rules("chess");
        let board = rules.board();
        assert_eq!(read("za12").unwrap().text(board), "za1 2");
        assert_eq!(read("zh8:2").unwrap().text(board), "zh8 2");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for text in ["", "2", "h", "#", "#0", "#1000", "#two", "#2.5", "zj5 2", "za1", "h#-1", "ser-", "#\u{e9}"] {
            let error = read(text).expect_err(text).to_string();
            assert!(!error.is_empty(), "{text}");
        }
    }
}
