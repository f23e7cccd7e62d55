//! A UCI engine in a process of its own.

use spielraum_engine::Score;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long an engine may take to start, and to answer `isready`.
const PATIENCE: Duration = Duration::from_secs(60);

/// The longest line that is read; what is beyond is cut off.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// Why an engine does not play.
#[derive(Debug, Error)]
pub enum ClientError {
    /// Its command line can't be taken apart, or is empty.
    #[error("`{0}` is not a command line: name a program, and quote what has spaces")]
    CommandLine(String),
    /// It can't be started.
    #[error("can't start `{0}`: {1}")]
    Start(String, std::io::Error),
    /// It has ended, or closed its input or output.
    #[error("the engine `{0}` has ended while {1}")]
    Ended(String, &'static str),
    /// It does not answer.
    #[error("the engine `{0}` has not answered for {1} s while {2}")]
    Silent(String, u64, &'static str),
    /// It says something that can't be understood.
    #[error("the engine `{0}` answers `{1}`; {2} was expected")]
    Nonsense(String, String, &'static str),
    /// It has no such option.
    #[error("the engine `{0}` has no option `{1}`; its options are: {2}")]
    NoOption(String, String, String),
}

/// What an engine has reported about its best line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What the position is worth to it.
    pub score: Option<Score>,
    /// How deep it looked, in plies.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
}

/// A UCI engine in a process of its own, which ends with this.
pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    name: String,
    options: Vec<String>,
}

impl Client {
    /// Starts an engine. Its command line is split at spaces as a shell does, with quotes, but no shell sees it.
    pub fn start(command_line: &str) -> Result<Self, ClientError> {
        let words = shlex::split(command_line).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| ClientError::CommandLine(command_line.to_owned()))?;
        let failed = |error| ClientError::Start(words[0].clone(), error);
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(std::io::ErrorKind::BrokenPipe.into()));
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(line) = read_line(&mut output) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut client = Self { child, input, lines, name: words[0].clone(), options: Vec::new() };
        client.greet()?;
        Ok(client)
    }

    fn greet(&mut self) -> Result<(), ClientError> {
        const DOING: &str = "it was asked who it is";
        self.say("uci", DOING)?;
        loop {
            let line = self.hear(PATIENCE, DOING)?;
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.trim().to_owned();
            } else if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or(option);
                self.options.push(name.trim().to_owned());
            } else if line.trim() == "uciok" {
                return Ok(());
            }
        }
    }

    /// What the engine calls itself.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the engine has an option of this name.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Sets an option.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        if !self.has_option(name) {
            return Err(ClientError::NoOption(self.name.clone(), name.to_owned(), self.options.join(", ")));
        }
        self.say(&format!("setoption name {name} value {value}"), "an option was set")
    }

    /// Announces another game, and waits until it is ready.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        const DOING: &str = "a game was to begin";
        self.say("ucinewgame", DOING)?;
        self.say("isready", DOING)?;
        while self.hear(PATIENCE, DOING)?.trim() != "readyok" {}
        Ok(())
    }

    /// Lets it think about a position (`startpos moves ...` or `fen ...`) with the limits `go`; gives the text of its
    /// move and what it said last about it. After `patience` it is asked to stop, and a little later given up.
    pub fn think(&mut self, position: &str, go: &str, patience: Duration) -> Result<(String, Report), ClientError> {
        self.think_until(position, go, patience, &|| false)
    }

    /// The same, and it is asked to stop as soon as `stopped` says so.
    pub fn think_until(
        &mut self,
        position: &str,
        go: &str,
        patience: Duration,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(String, Report), ClientError> {
        /// How often `stopped` is asked.
        const BEAT: Duration = Duration::from_millis(50);
        const DOING: &str = "it was thinking";
        self.say(&format!("position {position}"), DOING)?;
        self.say(&format!("go {go}"), DOING)?;
        let mut report = Report::default();
        let (mut told_to_stop, mut until) = (false, Instant::now() + patience);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = match self.hear(left.min(BEAT), DOING) {
                Err(ClientError::Silent(..)) if left > BEAT && (told_to_stop || !stopped()) => continue,
                Err(ClientError::Silent(name, ..)) if told_to_stop => {
                    return Err(ClientError::Silent(name, PATIENCE.as_secs(), DOING));
                }
                Err(ClientError::Silent(..)) => {
                    self.say("stop", DOING)?;
                    (told_to_stop, until) = (true, Instant::now() + PATIENCE);
                    continue;
                }
                other => other?,
            };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => report.read(&line),
                Some("bestmove") => {
                    let nonsense = || ClientError::Nonsense(self.name.clone(), line.clone(), "a move");
                    return Ok((words.next().ok_or_else(nonsense)?.to_owned(), report));
                }
                _ => {}
            }
        }
    }

    fn say(&mut self, line: &str, doing: &'static str) -> Result<(), ClientError> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|_| ClientError::Ended(self.name.clone(), doing))
    }

    fn hear(&mut self, patience: Duration, doing: &'static str) -> Result<String, ClientError> {
        self.lines.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => ClientError::Silent(self.name.clone(), patience.as_secs(), doing),
            RecvTimeoutError::Disconnected => ClientError::Ended(self.name.clone(), doing),
        })
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.say("quit", "");
        // An engine that is asked to go has a moment to do so.
        for _ in 0..50 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Report {
    /// Takes over what a line `info ...` says about the best line.
    fn read(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |word: &str| words.iter().position(|w| *w == word).and_then(|at| words.get(at + 1)).copied();
        if after("multipv").is_some_and(|number| number != "1") || words.get(1) == Some(&"string") {
            return;
        }
        let number = |word: &str| after(word).and_then(|text| text.parse::<i64>().ok());
        if let Some(depth) = number("depth") {
            self.depth = u32::try_from(depth).unwrap_or(0);
        }
        if let Some(nodes) = number("nodes") {
            self.nodes = u64::try_from(nodes).unwrap_or(0);
        }
        let of_centipawns = |value: i64| Score::centipawns(value.clamp(-100_000, 100_000) as i32);
        // A win in n moves is one in 2n - 1 plies.
        let of_mate = |moves: i64| {
            let plies = (moves.unsigned_abs().min(400) * 2) as u32;
            if moves > 0 { Score::win_in(plies - 1) } else { Score::loss_in(plies) }
        };
        self.score = number("cp").map(of_centipawns).or_else(|| number("mate").map(of_mate)).or(self.score);
    }
}

/// A line without its end, at most as long as is allowed; `None` at the end.
fn read_line(output: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let count = output.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line).ok()?;
    (count > 0).then(|| String::from_utf8_lossy(&line).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_keep_the_best_line() {
        let mut report = Report::default();
        report.read("info depth 7 seldepth 9 multipv 1 score cp -31 nodes 1234 pv e2e4");
        report.read("info depth 7 multipv 2 score cp -99 nodes 2345 pv d2d4");
        report.read("info string depth 50");
        assert_eq!(report, Report { score: Some(Score::centipawns(-31)), depth: 7, nodes: 1234 });
        report.read("info depth 8 score mate -2");
        assert_eq!(report.score.and_then(Score::moves_to_end), Some(-2));
        report.read("info depth 8 score mate 3");
        assert_eq!(report.score.and_then(Score::moves_to_end), Some(3));
    }

    #[test]
    fn what_can_not_be_started_is_told() {
        assert!(matches!(Client::start(""), Err(ClientError::CommandLine(_))));
        assert!(matches!(Client::start("'unclosed"), Err(ClientError::CommandLine(_))));
        assert!(matches!(Client::start("no-such-program-here"), Err(ClientError::Start(..))));
    }

    #[test]
    fn a_program_that_is_no_engine_is_given_up() {
        assert!(matches!(Client::start("true"), Err(ClientError::Ended(..))));
    }
}
