//! From a definition to rules.

use spielraum_language::{Definition, Part, Report};
use spielraum_rules::{CompileError, Rules};

/// Compiles the rules of a definition.
pub trait Compile {
    /// The rules, ready to be played. A report has what only compiling finds, such as an impossible start position or a
    /// game too complex for the tables.
    fn rules(&self) -> Result<Rules, Report>;

    /// The rules of a game that can begin: a report says so, too, if the game is over before the first move.
    fn playable(&self) -> Result<Rules, Report>;
}

impl Compile for Definition {
    fn rules(&self) -> Result<Rules, Report> {
        Rules::compile(self.spec().clone()).map_err(|errors| {
            let part = |error: &CompileError| match error {
                CompileError::Start(_) => Part::Start,
                _ => Part::Whole,
            };
            self.report(errors.0.iter().map(|error| (part(error), error.to_string())))
        })
    }

    fn playable(&self) -> Result<Rules, Report> {
        let rules = self.rules()?;
        match rules.start().outcome() {
            None => Ok(rules),
            Some(outcome) => {
                let outcome = outcome.said(rules.spec().sides);
                let message = format!("the game is over before the first move ({outcome})");
                Err(self.report([(Part::Start, message)]))
            }
        }
    }
}
