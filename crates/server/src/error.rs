//! What a request is answered that can't be fulfilled.

use crate::store::StoreError;
use crate::wire::Problem;
use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use std::fmt::Display;

/// A refusal: an HTTP status, a word for programs and a sentence for people.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub status: StatusCode,
    pub code: &'static str,
    pub message: String,
    pub details: Option<Value>,
}

/// What a handler gives back.
pub(crate) type Answer<T> = Result<T, Refusal>;

impl Refusal {
    pub fn new(status: StatusCode, code: &'static str, message: impl Display) -> Self {
        Self { status, code, message: message.to_string(), details: None }
    }

    /// The request itself is wrong.
    pub fn bad(code: &'static str, message: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// The request is well-formed, but what it says is impossible by the rules.
    pub fn impossible(code: &'static str, message: impl Display) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    pub fn not_found(code: &'static str, message: impl Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, message)
    }

    pub fn forbidden(code: &'static str, message: impl Display) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    /// It can't be done in the present state of things.
    pub fn conflict(code: &'static str, message: impl Display) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    pub fn busy(message: impl Display) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// The server can't store anything of this kind at present.
    pub fn unstored(code: &'static str, message: impl Display) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, code, message)
    }

    pub fn too_many(message: impl Display) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", message)
    }

    /// A fault of the server. The cause is logged and not told.
    pub fn internal(cause: impl Display) -> Self {
        tracing::error!(%cause, "a request failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "The server could not do this because of a fault of its own. Try again; if it stays so, tell its keeper.",
        )
    }

    /// A message that can't be read; `types` are those that there are.
    pub fn unreadable(error: &serde_json::Error, types: &str) -> Self {
        let what = plain(&error.to_string());
        Self::bad(
            "bad-message",
            format!("This message can't be read ({what}). It is a JSON object whose type is {types}."),
        )
    }

    pub fn with_details(mut self, details: Value) -> Self {
        self.details = Some(details);
        self
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::internal(error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let wait = matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
        let body = Problem { code: self.code.to_owned(), message: self.message, details: self.details };
        let mut response = (self.status, Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if wait {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// What a library says, in the words of this program, in which a variant is a game.
fn plain(text: &str) -> String {
    text.replace("Failed to deserialize the JSON body into the target type: ", "The body does not fit: ")
        .replace("Failed to parse the request body as JSON", "The body is no JSON")
        .replace("Failed to deserialize query string: ", "The query does not fit: ")
        .replace("unknown variant", "unknown word")
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Self {
        let code = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => "too-large",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => "not-json",
            _ => "bad-body",
        };
        Self::new(rejection.status(), code, plain(&rejection.body_text()))
    }
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Self {
        Self::bad("bad-query", plain(&rejection.body_text()))
    }
}

impl From<PathRejection> for Refusal {
    fn from(rejection: PathRejection) -> Self {
        Self::bad("bad-path", rejection.body_text())
    }
}
