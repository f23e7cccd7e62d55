//! Why something can't be done, for the caller.

use serde_json::Value;
use spielraum_queries::Refusal;
use std::fmt::Display;
use std::time::Duration;

/// What sort of error it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorKind {
    /// The request itself is wrong.
    Bad,
    /// The request is well-formed, but what it says is impossible by the rules.
    Impossible,
    NotFound,
    Forbidden,
    /// It can't be done in the present state of things.
    Conflict,
    TooLarge,
    /// The body is of another type than JSON.
    NotJson,
    /// The request is meant for another server.
    Misdirected,
    /// The method is not used here.
    Method,
    TooMany,
    /// It can't be done at present, by no fault of the request.
    Unavailable,
    /// A fault of the server.
    Internal,
}

/// An API error: its kind, a word for programs and a sentence for people.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub kind: ErrorKind,
    pub code: &'static str,
    pub message: String,
    pub details: Option<Value>,
    /// After how long it may be tried again, if that is known.
    pub wait: Option<Duration>,
}

/// What is asked for, or why it can't be done.
pub(crate) type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    pub fn new(kind: ErrorKind, code: &'static str, message: impl Display) -> Self {
        Self { kind, code, message: message.to_string(), details: None, wait: None }
    }

    /// The request itself is wrong.
    pub fn bad(code: &'static str, message: impl Display) -> Self {
        Self::new(ErrorKind::Bad, code, message)
    }

    /// The request is well-formed, but what it says is impossible by the rules.
    pub fn impossible(code: &'static str, message: impl Display) -> Self {
        Self::new(ErrorKind::Impossible, code, message)
    }

    pub fn not_found(code: &'static str, message: impl Display) -> Self {
        Self::new(ErrorKind::NotFound, code, message)
    }

    pub fn forbidden(code: &'static str, message: impl Display) -> Self {
        Self::new(ErrorKind::Forbidden, code, message)
    }

    /// It can't be done in the present state of things.
    pub fn conflict(code: &'static str, message: impl Display) -> Self {
        Self::new(ErrorKind::Conflict, code, message)
    }

    /// A game in which something is hidden goes on.
    pub fn hidden() -> Self {
        Self::conflict("hidden", "What happens in this game is hidden from its players: wait until it is over.")
    }

    pub fn busy(message: impl Display) -> Self {
        Self::new(ErrorKind::Unavailable, "busy", message)
    }

    /// The server can't store anything of this kind at present.
    pub fn unstored(code: &'static str, message: impl Display) -> Self {
        Self::new(ErrorKind::Unavailable, code, message)
    }

    /// Another node of the server is in charge, and it can't be asked.
    pub fn elsewhere() -> Self {
        let message = "The servers of this site are changing places. Nothing is lost; try again in a moment.";
        Self::unstored("elsewhere", message)
    }

    /// The definition with which something was to begin was taken down.
    pub fn taken_down() -> Self {
        let message = "An administrator of this server has taken this game down. Games that are being played go on.";
        Self::forbidden("taken-down", message)
    }

    pub fn too_many(message: impl Display) -> Self {
        Self::new(ErrorKind::TooMany, "too-many-requests", message)
    }

    /// An internal error. The cause is logged and not sent.
    pub fn internal(cause: impl Display) -> Self {
        tracing::error!(%cause, "a request failed");
        Self::new(
            ErrorKind::Internal,
            "internal",
            "The server failed because of an internal error. Try again; if the error persists, contact the administrator.",
        )
    }

    /// Whether the same may succeed later, though nobody does anything else.
    pub fn may_pass(&self) -> bool {
        matches!(self.kind, ErrorKind::TooMany | ErrorKind::Unavailable | ErrorKind::Internal)
    }

    /// The same, to be tried again after some time.
    pub fn after(self, wait: Duration) -> Self {
        Self { wait: Some(wait), ..self }
    }

    pub fn with_details(mut self, details: Value) -> Self {
        self.details = Some(details);
        self
    }
}

impl From<Refusal> for ApiError {
    fn from(Refusal { code, message, details }: Refusal) -> Self {
        Self { kind: ErrorKind::Impossible, code, message, details, wait: None }
    }
}
