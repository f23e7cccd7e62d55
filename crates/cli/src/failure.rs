//! What can go wrong in a command, how it is reported and which exit code it gives.

use spielraum_arcade::{NetworkFileError, OpenError, WeightsFileError};
use spielraum_language::{Diagnostic, Report};
use std::fmt::Display;
use std::io;
use std::process::ExitCode;
use thiserror::Error;

/// What a command that ran to its end answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Done, or yes: exit code 0.
    Yes,
    /// A definite no, already printed: exit code 1.
    No,
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Yes => Self::SUCCESS,
            Answer::No => Self::from(1),
        }
    }
}

/// What a command gives back.
pub type CommandResult<T = Answer> = Result<T, Failure>;

/// Why a command could not do its work.
#[derive(Debug, Error)]
pub enum Failure {
    /// Something given to the command can't be used: exit code 2.
    #[error("{what}")]
    Input {
        /// What is wrong.
        what: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// A definition is faulty, reported with the places of its diagnostics: exit code 2.
    #[error("the definition is faulty")]
    Definition(Report),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Failure {
    /// Something that can't be used.
    pub fn input(what: impl Display) -> Self {
        Self::Input { what: what.to_string(), help: None }
    }

    /// The same with a word on what to do.
    pub fn with_help(self, advice: impl Display) -> Self {
        match self {
            Self::Input { what, .. } => Self::Input { what, help: Some(advice.to_string()) },
            other => other,
        }
    }

    /// A file that can't be read or written.
    pub fn file(verb: &str, path: impl Display, error: &io::Error) -> Self {
        Self::input(format!("can't {verb} `{path}`: {error}"))
    }

    /// Whether the reader of our output has gone, which is no failure (`spielraum games | head`).
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Reports it on stderr.
    pub fn print(&self) {
        match self {
            Self::Definition(report) => print_report(report),
            Self::Input { what, help } => print_error(what, help.as_deref()),
            Self::Io(error) => print_error(&error.to_string(), None),
        }
    }

    /// The exit code it gives.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Input { .. } | Self::Definition(_) => ExitCode::from(2),
            Self::Io(_) => ExitCode::from(1),
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        let advice = match &error {
            OpenError::NoGame { near, .. } if near.is_empty() => {
                "`spielraum games` lists them; the path of a definition file ends in .kdl".to_owned()
            }
            OpenError::NoGame { near, .. } => format!("did you mean {}? `spielraum games` lists all", or_list(near)),
            OpenError::NoFile(_) => {
                "a game of the catalogue is named by its id alone; `spielraum games` lists them".to_owned()
            }
            OpenError::Definition(report) => return Self::Definition(report.clone()),
        };
        Self::input(error).with_help(advice)
    }
}

impl From<WeightsFileError> for Failure {
    fn from(error: WeightsFileError) -> Self {
        match error {
            WeightsFileError::Read { .. } => Self::input(error),
            WeightsFileError::Parse { .. } => {
                Self::input(error).with_help("`spielraum tune GAME` makes weights; they are for one game")
            }
        }
    }
}

impl From<NetworkFileError> for Failure {
    fn from(error: NetworkFileError) -> Self {
        match error {
            NetworkFileError::Read { .. } => Self::input(error),
            NetworkFileError::Network { .. } => Self::input(error).with_help(
                "`spielraum learn GAME` makes networks; each is for one game, or for the armies that share it",
            ),
        }
    }
}

/// Reports every diagnostic of a definition on stderr, each with its line.
pub fn print_report(report: &Report) {
    report.diagnostics().iter().for_each(print_diagnostic);
    // A report of very many diagnostics ends with the number of those it leaves out.
    if let Some(more) = report.to_string().lines().last().filter(|line| line.starts_with("... ")) {
        eprintln!("{more}");
    }
}

/// Reports a diagnostic on stderr, with its line.
pub fn print_diagnostic(diagnostic: &Diagnostic) {
    match diagnostic.place() {
        Some(_) => eprintln!("{:?}", miette::Report::new(diagnostic.clone())),
        None => print_error(diagnostic.message(), diagnostic.advice()),
    }
}

fn print_error(what: &str, help: Option<&str>) {
    let bold_red = anstyle::AnsiColor::Red.on_default().bold();
    anstream::eprintln!("{bold_red}error:{bold_red:#} {what}");
    if let Some(help) = help {
        anstream::eprintln!("  help: {help}");
    }
}

/// Prints something that the user should know, though all went on.
pub fn warn(what: impl Display) {
    let bold_yellow = anstyle::AnsiColor::Yellow.on_default().bold();
    anstream::eprintln!("{bold_yellow}warning:{bold_yellow:#} {what}");
}

/// `a`, `b` or `c`.
pub fn or_list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_listed() {
        assert_eq!(or_list(&["a", "b", "c"]), "`a`, `b` or `c`");
        assert_eq!(or_list(&["a"]), "`a`");
    }
}
