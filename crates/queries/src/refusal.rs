//! Why something that is well-formed is impossible by the rules.

use serde_json::Value;
use spielraum_wire::Problem;
use std::fmt::Display;

/// A word for programs and a sentence for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// A word for programs, such as `illegal-move`.
    pub code: &'static str,
    /// What is wrong and what to do.
    pub message: String,
    /// What else is known, depending on the code.
    pub details: Option<Value>,
}

impl Refusal {
    /// One without details.
    pub fn new(code: &'static str, message: impl Display) -> Self {
        Self { code, message: message.to_string(), details: None }
    }

    /// The same, with what else is known.
    #[must_use]
    pub fn with_details(mut self, details: Value) -> Self {
        self.details = Some(details);
        self
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Self { code: refusal.code.to_owned(), message: refusal.message, details: refusal.details }
    }
}

impl From<spielraum_play::Refused> for Refusal {
    fn from(refused: spielraum_play::Refused) -> Self {
        Self::new(refused.code(), refused)
    }
}
