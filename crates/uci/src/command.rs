//! What a program says to an engine, line by line.

use std::time::Duration;
use thiserror::Error;

/// A line understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Identify yourself and what can be set.
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
    /// This many plies deep.
    pub depth: Option<u32>,
    /// This many positions.
    pub nodes: Option<u64>,
    /// For so long.
    pub move_time: Option<Duration>,
    /// White's and Black's time left; either may be missing.
    pub time: [Option<Duration>; 2],
    /// White's and Black's increments.
    pub increment: [Duration; 2],
    /// The moves until there is more time.
    pub moves_to_go: Option<u32>,
    /// Until stopped.
    pub infinite: bool,
    /// In the enemy's time.
    pub ponder: bool,
    /// Until a win in this many moves is found.
    pub mate: Option<u32>,
    /// Only these moves.
    pub search_moves: Option<Vec<String>>,
    /// Don't think: count the move sequences of this length.
    pub perft: Option<u32>,
    /// What is wrong with the line. A `go` is obeyed all the same, since the other program waits for its `bestmove`.
    pub faults: Vec<CommandError>,
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

/// The most faults of one `go` that are kept.
const MOST_FAULTS: usize = 8;

impl Command {
    /// Understands a line.
    pub fn parse(line: &str) -> Result<Self, CommandError> {
        let mut words = line.trim_start_matches('\u{feff}').split_whitespace();
        let Some(word) = words.next() else { return Ok(Self::Nothing) };
        let rest: Vec<&str> = words.collect();
        Ok(match word {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "setoption" => set_option(&rest)?,
            "position" => Self::Position(position(&rest)?),
            "go" => Self::Go(Go::parse(&rest)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" => Self::Quit,
            "d" => Self::Display,
            "debug" | "register" => Self::Nothing,
            _ => return Err(CommandError::Unknown(shorten(word))),
        })
    }

    /// Whether it needs an engine that does not think.
    pub(crate) fn needs_idle_engine(&self) -> bool {
        matches!(self, Self::NewGame | Self::SetOption { .. } | Self::Position(_) | Self::Go(_))
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
        ["fen" | "sfen"] => return Err(CommandError::Missing("position fen", "a FEN")),
        ["fen", fields @ ..] => Base::Fen(fields.join(" ")),
        ["sfen", ..] => Base::Fen(rest[..end].join(" ")),
        _ => return Err(CommandError::Missing("position", "`startpos`, or `fen` and a FEN")),
    };
    Ok(Position { base, moves: rest.iter().skip(end + 1).map(|word| (*word).to_owned()).collect() })
}

/// The words of `go`.
const GO_WORDS: [&str; 13] = [
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

impl Go {
    /// Reads the words of `go`, each followed by a number or by nothing, `searchmoves` by moves. Whatever is wrong is noted; a
    /// number that can't be read or is out of range becomes the nearest that is possible.
    fn parse(rest: &[&str]) -> Self {
        let mut go = Self::default();
        let mut words = rest.iter().copied().peekable();
        while let Some(word) = words.next() {
            let Some(word) = GO_WORDS.into_iter().find(|known| *known == word) else {
                go.note(CommandError::Unexpected(shorten(word), "go"));
                continue;
            };
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let moves = go.search_moves.get_or_insert_default();
                    while let Some(text) = words.next_if(|next| !GO_WORDS.contains(next)) {
                        moves.push(text.to_owned());
                    }
                }
                _ => {
                    let number = words.next_if(|next| !GO_WORDS.contains(next));
                    go.set_number(word, number);
                }
            }
        }
        go
    }

    fn note(&mut self, fault: CommandError) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        }
    }

    fn set_number(&mut self, word: &'static str, text: Option<&str>) {
        let least = u64::from(matches!(word, "depth" | "nodes" | "mate"));
        let number = match text {
            Some(text) => count(text, least, word.ends_with("time") || word.ends_with("inc")),
            None => Err(least),
        };
        let is_faulty = number.is_err();
        let number = number.unwrap_or_else(|nearest| {
            let expected = if least == 0 { "a whole number" } else { "a whole number from 1" };
            self.note(match text {
                Some(text) => CommandError::Number(word, shorten(text), expected),
                None => CommandError::Missing(word, "a number"),
            });
            nearest
        });
        let time = Duration::from_millis(number).min(LONGEST);
        match word {
            "depth" => self.depth = Some(small(number)),
            "nodes" => self.nodes = Some(number),
            // A mate that nobody asked for might be looked for without end.
            "mate" => self.mate = Some(small(number)).filter(|_| !is_faulty),
            "perft" => self.perft = Some(small(number)),
            // Some programs send 0 where there is no such limit.
            "movestogo" => self.moves_to_go = Some(small(number)).filter(|moves| *moves > 0),
            "movetime" => self.move_time = Some(time),
            "wtime" => self.time[0] = Some(time),
            "btime" => self.time[1] = Some(time),
            "winc" => self.increment[0] = time,
            _ => self.increment[1] = time,
        }
    }

    /// Whether it says how long to think, or that there is no limit.
    pub(crate) fn has_limit(&self) -> bool {
        let measured = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        measured || self.move_time.is_some() || self.time.iter().any(Option::is_some) || self.infinite
    }

    /// Whether nothing is said but which moves to search and in whose time.
    pub(crate) fn is_bare(&self) -> bool {
        *self == Self { search_moves: self.search_moves.clone(), ponder: self.ponder, ..Self::default() }
    }
}

/// A whole number of any length, cut off where it is beyond all use; or, if the text is none or it is less than `least`,
/// the nearest possible number. A clock that has run out may be below zero.
fn count(text: &str, least: u64, may_be_negative: bool) -> Result<u64, u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let value = if negative || end == 0 { 0 } else { digits[..end].parse().unwrap_or(u64::MAX) };
    let is_number = end > 0 && end == digits.len() && (may_be_negative || !negative);
    if is_number && value >= least { Ok(value) } else { Err(value.max(least)) }
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
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
    fn a_faulty_go_is_read_as_far_as_possible() {
        for (line, expected, told) in [
            ("go depth", Go { depth: Some(1), ..Go::default() }, "`depth` needs a number"),
            (
                "go depth zero",
                Go { depth: Some(1), ..Go::default() },
                "`depth zero`: a whole number from 1 was expected",
            ),
            ("go depth 0", Go { depth: Some(1), ..Go::default() }, "from 1"),
            ("go nodes -5", Go { nodes: Some(1), ..Go::default() }, "from 1"),
            ("go mate 0", Go::default(), "`mate 0`: a whole number from 1 was expected"),
            ("go movestogo -5", Go::default(), "`movestogo -5`: a whole number was expected"),
            ("go movetime 50ms", Go { move_time: Some(Duration::from_millis(50)), ..Go::default() }, "`movetime 50ms`"),
            ("go wtime infinite", Go { time: [Some(Duration::ZERO), None], infinite: true, ..Go::default() }, "wtime"),
            ("go fast depth 3", Go { depth: Some(3), ..Go::default() }, "`fast` has no place in `go`"),
        ] {
            let go = go_of(line);
            assert_eq!(go.faults.len(), 1, "{line}");
            assert!(go.faults[0].to_string().contains(told), "{line}: {}", go.faults[0]);
            assert_eq!(Go { faults: Vec::new(), ..go }, expected, "{line}");
        }
        assert_eq!(go_of(&format!("go {}", "x ".repeat(1_000))).faults.len(), MOST_FAULTS);
        let go = go_of("go wtime -250 btime -3 winc 0 binc 0 movestogo 0 movetime -1");
        assert_eq!((go.faults.len(), go.time[0], go.move_time), (0, Some(Duration::ZERO), Some(Duration::ZERO)));
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
        let parsed = Command::parse("\u{feff}position sfen 9/9 b - 1");
        assert_eq!(parsed, Ok(Command::Position(Position { base: Base::Fen("sfen 9/9 b - 1".into()), moves: vec![] })));
        let parsed = Command::parse("position startpos");
        assert_eq!(parsed, Ok(Command::Position(Position { base: Base::Start, moves: Vec::new() })));
    }

    #[test]
    fn malformed_lines_are_told() {
        for (line, told) in [
            ("gibberish", "`gibberish` is not a command"),
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
