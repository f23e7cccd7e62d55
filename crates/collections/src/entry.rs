//! A problem of a collection, with its twins.

use crate::document::{self, Fields};
use spielraum_arcade::{Game, Source};
use spielraum_solve::{Options, PopeyeError, PopeyeProblem, Problem, read_popeye};
use thiserror::Error;

/// Why a problem can't be solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct Unread {
    /// The line of the collection, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// A problem of a collection, with its twins.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line in which it begins, from 1.
    pub line: usize,
    /// Its fields as YACPDB names them.
    pub(crate) fields: Fields,
    /// The problem, or one for each twin; what can't be read is named.
    pub twins: Vec<Result<PopeyeProblem, Unread>>,
}

/// A twin in its game, ready to be solved.
pub struct Posed {
    /// Its game.
    pub game: Game,
    /// The problem.
    pub problem: Problem,
}

impl Entry {
    /// The problem that these fields say.
    pub(crate) fn of_fields(line: usize, fields: Fields) -> Self {
        let twins = match document::for_popeye(&fields) {
            Ok(text) => read_popeye(&text).into_iter().map(|read| placed(read, line)).collect(),
            Err(what) => vec![Err(Unread { line, what })],
        };
        Self { line, fields, twins }
    }

    /// A text that is no problem.
    pub(crate) fn unread(line: usize, what: String) -> Self {
        Self { line, fields: Fields::new(), twins: vec![Err(Unread { line, what })] }
    }

    /// Its authors.
    pub fn authors(&self) -> Vec<String> {
        document::texts(&self.fields, "authors")
    }

    /// Where it was published, as far as it says: the source with its year.
    pub fn source(&self) -> Option<String> {
        let source = self.fields.get("source");
        let within = |name: &str| source.and_then(|source| source.get(name));
        let name = within("name").or(source).and_then(document::text);
        let year = within("date").and_then(|date| date.get("year")).or_else(|| self.fields.get("date"));
        let parts: Vec<String> = name.into_iter().chain(year.and_then(document::text)).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// The stipulation as it is written.
    pub fn stipulation(&self) -> Option<String> {
        self.fields.get("stipulation").and_then(document::text)
    }

    /// The number of solutions that the author intends, where it is stated.
    pub fn intended(&self) -> Option<usize> {
        document::intended(&self.fields)
    }

    /// Sets a twin up in its game: `orthodox`, or one made of its pieces and conditions.
    ///
    /// # Errors
    ///
    /// If pieces and conditions make no game, or the problem has no meaning in it.
    pub fn set_up(&self, twin: &PopeyeProblem, orthodox: &Game, options: Options) -> Result<Posed, Unread> {
        Posed::new(twin, orthodox, options).map_err(|error| Unread { line: self.line, what: error.what })
    }
}

impl Posed {
    /// A problem in its game: `orthodox`, or one made of its pieces and conditions.
    ///
    /// # Errors
    ///
    /// If pieces and conditions make no game, or the problem has no meaning in it.
    pub fn new(read: &PopeyeProblem, orthodox: &Game, options: Options) -> Result<Self, PopeyeError> {
        let game = match &read.definition {
            None => orthodox.clone(),
            Some(text) => Game::load(Source::Text { name: orthodox.id(), text }, &[]).map_err(|report| {
                let what = format!("its pieces and conditions make no game:\n{report}");
                PopeyeError { line: read.line, what }
            })?,
        };
        let problem = read.problem(game.rules(), options)?;
        Ok(Self { game, problem })
    }
}

/// A problem whose text stands in one line of the collection.
fn placed(read: Result<PopeyeProblem, PopeyeError>, line: usize) -> Result<PopeyeProblem, Unread> {
    match read {
        Ok(problem) => Ok(PopeyeProblem { line, stipulation_line: line, ..problem }),
        Err(error) => Err(Unread { line, what: error.what }),
    }
}
