//! Answers that clients keep.

use crate::error::{ApiError, ApiResult};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use spielraum_queries::Locale;

/// JSON that clients keep, and ask for again only to hear that it is still the same.
pub(super) fn versioned(request: &HeaderMap, body: &impl Serialize) -> ApiResult<Response> {
    let json = serde_json::to_vec(body).map_err(ApiError::internal)?;
    Ok(tagged(request, "application/json", json))
}

/// The language that a client prefers.
pub(super) fn locale(request: &HeaderMap) -> Locale {
    let tags = request.get(header::ACCEPT_LANGUAGE).and_then(|tags| tags.to_str().ok());
    tags.map(Locale::preferred).unwrap_or_default()
}

/// An answer that depends on the language that the client prefers.
pub(super) fn translated(mut answer: Response, locale: Locale) -> Response {
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(locale.tag()));
    headers.append(header::VARY, HeaderValue::from_static("accept-language"));
    answer
}

/// A body with a tag that identifies its content.
pub(super) fn tagged(request: &HeaderMap, kind: &'static str, body: Vec<u8>) -> Response {
    use sha2::{Digest, Sha256};
    let hash: [u8; 32] = Sha256::digest(&body).into();
    // Weak, since the body may be compressed on its way.
    let tag = format!("W/\"{}\"", spielraum_queries::base32(&hash[..15]));
    let known = request.get_all(header::IF_NONE_MATCH).iter().any(|seen| seen.as_bytes() == tag.as_bytes());
    let tag = HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("W/\"\""));
    let headers = [(header::ETAG, tag), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(header::CONTENT_TYPE, kind)], body).into_response()
}
