//! API errors as answers over HTTP.

use crate::error::{ApiError, ErrorKind};
use crate::wire::Problem;
use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

impl ErrorKind {
    fn status(self) -> StatusCode {
        match self {
            Self::Bad => StatusCode::BAD_REQUEST,
            Self::Impossible => StatusCode::UNPROCESSABLE_ENTITY,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::Conflict => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Misdirected => StatusCode::MISDIRECTED_REQUEST,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let wait = matches!(self.kind, ErrorKind::TooMany | ErrorKind::Unavailable)
            .then(|| self.wait.map_or(1, |wait| wait.as_secs().max(1)));
        let body = Problem { code: self.code.to_owned(), message: self.message, details: self.details };
        let mut response = (self.kind.status(), Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = wait {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// The error for a message of a socket that can't be read; `types` are those that there are.
pub(super) fn unreadable(error: &serde_json::Error, types: &str) -> ApiError {
    let what = plain(&error.to_string());
    ApiError::bad(
        "bad-message",
        format!("This message can't be read ({what}). It is a JSON object whose type is {types}."),
    )
}

/// What a library says, in the words of this program, in which a variant is a game.
fn plain(text: &str) -> String {
    text.replace("Failed to deserialize the JSON body into the target type: ", "The body does not fit: ")
        .replace("Failed to parse the request body as JSON", "The body is no JSON")
        .replace("Failed to deserialize query string: ", "The query does not fit: ")
        .replace("unknown variant", "unknown word")
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        let (kind, code) = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => (ErrorKind::TooLarge, "too-large"),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => (ErrorKind::NotJson, "not-json"),
            StatusCode::UNPROCESSABLE_ENTITY => (ErrorKind::Impossible, "bad-body"),
            _ => (ErrorKind::Bad, "bad-body"),
        };
        Self::new(kind, code, plain(&rejection.body_text()))
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        Self::bad("bad-query", plain(&rejection.body_text()))
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        Self::bad("bad-path", rejection.body_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_may_be_tried_again_says_when() {
        let after = |error: ApiError| error.into_response().headers().get(header::RETRY_AFTER).cloned();
        assert_eq!(after(ApiError::busy("Wait.")).unwrap(), "1");
        assert_eq!(after(ApiError::busy("Wait.").after(Duration::from_millis(7_900))).unwrap(), "7");
        assert_eq!(after(ApiError::not_found("nothing", "No.")), None);
    }
}
