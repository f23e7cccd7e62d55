//! What a program says to an engine, line by line.

use std::time::Duration;
use thiserror::Error;

/// A line understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Tell who you are and what can be set.
    Uci,
    /// Answer when you are listening.
    IsReady,
    /// What follows is another game.
    NewGame,
    /// Change a setting; buttons have no value.
    SetOption {
        /// Its name.
        name: String,
        /// Its new value.
        value: Option<String>,
    },
    /// What to think about.
    Position(Position),
    /// Think.
    Go(Go),
    /// Answer now.
    Stop,
    /// The expected move was made.
    PonderHit,
    /// End the program.
    Quit,
    /// Show the position.
    Display,
    /// Nothing that concerns us: an empty line, `debug`, `register`.
    Nothing,
}

/// A position and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Where it began.
    pub base: Base,
    /// The moves made since.
    pub moves: Vec<String>,
}

/// Where a position began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// At the start of the game.
    Start,
    /// At this position.
    Fen(String),
}

/// How long to think and what about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// So many plies deep.
    pub depth: Option<u32>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// For so long.
    pub move_time: Option<Duration>,
    /// White's and Black's time left; either may be missing.
    pub time: [Option<Duration>; 2],
    /// White's and Black's increments.
    pub increment: [Duration; 2],
    /// The moves until there is more time.
    pub moves_to_go: Option<u32>,
    /// Until told to stop.
    pub infinite: bool,
    /// In the enemy's time.
    pub ponder: bool,
    /// Until a win in so many moves is found.
    pub mate: Option<u32>,
    /// Only these moves.
    pub search_moves: Option<Vec<String>>,
    /// Don't think: count the move sequences of this length.
    pub perft: Option<u32>,
}

/// Why a line is not understood.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CommandError {
    /// It begins with no word of the protocol.
    #[error(
        "`{0}` is not a command: known are uci, isready, ucinewgame, setoption, position, go, stop, ponderhit, d, quit"
    )]
    Unknown(String),
    /// A word is missing.
    #[error("`{0}` needs {1}")]
    Missing(&'static str, &'static str),
    /// A word stands where it can't.
    #[error("`{0}` has no place in `{1}`")]
    Unexpected(String, &'static str),
    /// A number is none, or out of range.
    #[error("`{0} {1}`: {2} was expected")]
    Number(&'static str, String, &'static str),
}

/// No clock needs more: about 31 years.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

impl Command {
    /// Understands a line.
    pub fn parse(line: &str) -> Result<Self, CommandError> {
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else { return Ok(Self::Nothing) };
        let rest: Vec<&str> = words.collect();
        Ok(match word {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "setoption" => set_option(&rest)?,
            "position" => Self::Position(position(&rest)?),
            "go" => Self::Go(go(&rest)?),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "d" => Self::Display,
            "debug" | "register" => Self::Nothing,
            _ => return Err(CommandError::Unknown(shorten(word))),
        })
    }
}

/// A word cut to a length that fits a message.
fn shorten(word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

/// `name <words> [value <words>]`; a name may have several words, and a value may be empty.
fn set_option(rest: &[&str]) -> Result<Command, CommandError> {
    let Some(("name", rest)) = rest.split_first().map(|(first, rest)| (*first, rest)) else {
        return Err(CommandError::Missing("setoption", "`name` and the name of an option"));
    };
    let end = rest.iter().position(|word| *word == "value");
    let name = rest[..end.unwrap_or(rest.len())].join(" ");
    if name.is_empty() {
        return Err(CommandError::Missing("setoption name", "the name of an option"));
    }
    Ok(Command::SetOption { name, value: end.map(|end| rest[end + 1..].join(" ")) })
}

fn position(rest: &[&str]) -> Result<Position, CommandError> {
    let end = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
    let base = match &rest[..end] {
        ["startpos"] => Base::Start,
        ["startpos", word, ..] => return Err(CommandError::Unexpected(shorten(word), "position startpos")),
        ["fen"] => return Err(CommandError::Missing("position fen", "a FEN")),
        ["fen", fields @ ..] => Base::Fen(fields.join(" ")),
        _ => return Err(CommandError::Missing("position", "`startpos`, or `fen` and a FEN")),
    };
    Ok(Position { base, moves: rest.iter().skip(end + 1).map(|word| (*word).to_owned()).collect() })
}

/// The words of `go`, each followed by a number or by nothing, `searchmoves` by moves.
fn go(rest: &[&str]) -> Result<Go, CommandError> {
    const WORDS: [&str; 13] = [
        "depth",
        "nodes",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "infinite",
        "ponder",
        "mate",
        "searchmoves",
        "perft",
    ];
    let mut go = Go::default();
    let mut words = rest.iter().copied().peekable();
    while let Some(word) = words.next() {
        let Some(word) = WORDS.into_iter().find(|known| *known == word) else {
            return Err(CommandError::Unexpected(shorten(word), "go"));
        };
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                let moves = go.search_moves.get_or_insert_default();
                while let Some(text) = words.next_if(|next| !WORDS.contains(next)) {
                    moves.push(text.to_owned());
                }
            }
            _ => {
                let Some(number) = words.next() else { return Err(CommandError::Missing(word, "a number")) };
                set_number(&mut go, word, number)?;
            }
        }
    }
    Ok(go)
}

fn set_number(go: &mut Go, word: &'static str, number: &str) -> Result<(), CommandError> {
    let positive = || count(word, number, 1);
    match word {
        "depth" => go.depth = Some(small(positive()?)),
        "nodes" => go.nodes = Some(positive()?),
        "mate" => go.mate = Some(small(positive()?)),
        "perft" => go.perft = Some(small(count(word, number, 0)?)),
        // Some programs send 0 where there is no such limit.
        "movestogo" => go.moves_to_go = Some(small(count(word, number, 0)?)).filter(|moves| *moves > 0),
        "movetime" => go.move_time = Some(milliseconds(word, number)?),
        "wtime" => go.time[0] = Some(milliseconds(word, number)?),
        "btime" => go.time[1] = Some(milliseconds(word, number)?),
        "winc" => go.increment[0] = milliseconds(word, number)?,
        _ => go.increment[1] = milliseconds(word, number)?,
    }
    Ok(())
}

/// A whole number of any length; what is beyond all use is cut off.
fn count(word: &'static str, number: &str, least: u64) -> Result<u64, CommandError> {
    let digits = number.strip_prefix('+').unwrap_or(number);
    let wrong = || {
        let expected = if least == 0 { "a whole number" } else { "a whole number from 1" };
        CommandError::Number(word, shorten(number), expected)
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    let value = digits.parse().unwrap_or(u64::MAX);
    if value < least { Err(wrong()) } else { Ok(value) }
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A time; a clock that has run out may be negative and counts as 0.
fn milliseconds(word: &'static str, number: &str) -> Result<Duration, CommandError> {
    match number.strip_prefix('-') {
        Some(digits) => count(word, digits, 0).map(|_| Duration::ZERO),
        None => Ok(Duration::from_millis(count(word, number, 0)?).min(LONGEST)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_of(line: &str) -> Go {
        match Command::parse(line) {
            Ok(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn clocks_are_read() {
        let go = go_of("go wtime 60000 btime -5 winc 1000 binc 0 movestogo 0");
        assert_eq!(go.time, [Some(Duration::from_secs(60)), Some(Duration::ZERO)]);
        assert_eq!((go.increment[0], go.moves_to_go), (Duration::from_secs(1), None));
        assert_eq!(go_of("go wtime 99999999999999999999999").time[0], Some(LONGEST));
    }

    #[test]
    fn limits_and_moves_are_read_in_any_order() {
        let go = go_of("go searchmoves e2e4 P@e5 depth 6 nodes 1000 infinite");
        assert_eq!(go.search_moves, Some(vec!["e2e4".to_owned(), "P@e5".to_owned()]));
        assert_eq!((go.depth, go.nodes, go.infinite), (Some(6), Some(1000), true));
        assert_eq!(go_of("go"), Go::default());
    }

    #[test]
    fn options_have_names_of_several_words() {
        let set = |line| match Command::parse(line) {
            Ok(Command::SetOption { name, value }) => (name, value),
            other => panic!("{other:?}"),
        };
        assert_eq!(set("setoption name Skill Level value 3"), ("Skill Level".into(), Some("3".into())));
        assert_eq!(set("setoption name Clear Hash"), ("Clear Hash".into(), None));
        assert_eq!(set("setoption name Path value "), ("Path".into(), Some(String::new())));
    }

    #[test]
    fn positions_are_read() {
        let parsed = Command::parse("position  fen 8/8 w - - 0 1 moves a1a2  a3a4");
        let moves = vec!["a1a2".to_owned(), "a3a4".to_owned()];
        assert_eq!(parsed, Ok(Command::Position(Position { base: Base::Fen("8/8 w - - 0 1".into()), moves })));
        let parsed = Command::parse("position startpos");
        assert_eq!(parsed, Ok(Command::Position(Position { base: Base::Start, moves: Vec::new() })));
    }

    #[test]
    fn malformed_lines_are_told() {
        for (line, told) in [
            ("gibberish", "`gibberish` is not a command"),
            ("go depth", "`depth` needs a number"),
            ("go depth zero", "`depth zero`: a whole number from 1 was expected"),
            ("go depth 0", "from 1"),
            ("go wtime 1.5", "`wtime 1.5`"),
            ("go fast", "`fast` has no place in `go`"),
            ("position", "needs `startpos`"),
            ("position fen", "a FEN"),
            ("position fen moves e2e4", "a FEN"),
            ("position startpos e2e4", "`e2e4` has no place"),
            ("setoption Hash value 3", "needs `name`"),
            ("setoption name value 3", "name of an option"),
        ] {
            let error = Command::parse(line).expect_err(line).to_string();
            assert!(error.contains(told), "{line}: {error}");
        }
        assert_eq!(Command::parse("  \t "), Ok(Command::Nothing));
        let long = Command::parse(&"é".repeat(100_000)).expect_err("no command").to_string();
        assert!(long.len() < 300);
    }
}
