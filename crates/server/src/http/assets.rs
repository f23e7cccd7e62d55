//! The web client, which is part of the program.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, OnceLock};

/// The files that `npm run build` leaves in `web/dist`.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// What is shown when the program was built without the web client.
const NOT_BUILT: &str = include_str!("not-built.html");

/// Kept for a year: the names of these files tell their content.
const FOREVER: &str = "public, max-age=31536000, immutable";

/// A file, packed when it is first asked for.
struct Asset {
    content: Cow<'static, [u8]>,
    mime: HeaderValue,
    tag: HeaderValue,
    packed: OnceLock<Vec<u8>>,
}

static ASSETS: LazyLock<HashMap<String, Asset>> = LazyLock::new(|| {
    let asset = |path: Cow<'static, str>| {
        let file = Files::get(&path)?;
        let mime = mime_guess::from_path(&*path).first_or_octet_stream();
        let mime = if mime.type_() == "text" { format!("{mime}; charset=utf-8") } else { mime.to_string() };
        let tag = format!("\"{}\"", crate::wire::base32(&file.metadata.sha256_hash()[..15]));
        let asset = Asset {
            content: file.data,
            mime: HeaderValue::from_str(&mime).ok()?,
            tag: HeaderValue::from_str(&tag).ok()?,
            packed: OnceLock::new(),
        };
        Some((path.into_owned(), asset))
    };
    Files::iter().filter_map(asset).collect()
});

/// Answers whatever is no part of the interface: a file of the client, or its page, which finds out for itself what
/// the path means.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return crate::error::ApiError::not_found(
            "no-such-path",
            "There is nothing here; /api/openapi.json tells all paths.",
        )
        .into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    if let Some(asset) = ASSETS.get(path) {
        let hashed = path.starts_with("assets/");
        return asset.answer(&headers, if hashed { FOREVER } else { "no-cache" });
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    match ASSETS.get("index.html") {
        _ if is_file => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
        Some(page) => page.answer(&headers, "no-cache"),
        None => (StatusCode::OK, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], NOT_BUILT).into_response(),
    }
}

/// The page of the client, which finds out for itself what its address means.
pub(super) fn page() -> Cow<'static, str> {
    match ASSETS.get("index.html") {
        Some(asset) => String::from_utf8_lossy(&asset.content),
        None => NOT_BUILT.into(),
    }
}

impl Asset {
    fn answer(&'static self, request: &HeaderMap, keep: &'static str) -> Response {
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        headers.insert(header::ETAG, self.tag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if request.get(header::IF_NONE_MATCH) == Some(&self.tag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        headers.insert(header::CONTENT_TYPE, self.mime.clone());
        let packed = takes_gzip(request).then(|| self.packed()).filter(|packed| packed.len() < self.content.len());
        *response.body_mut() = match packed {
            Some(packed) => {
                response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                Body::from(packed)
            }
            None => match &self.content {
                Cow::Borrowed(content) => Body::from(*content),
                Cow::Owned(content) => Body::from(content.clone()),
            },
        };
        response
    }

    fn packed(&'static self) -> &'static [u8] {
        self.packed.get_or_init(|| {
            let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            // Writing to memory does not fail; an empty answer would mean that it did, and is not used.
            match packer.write_all(&self.content) {
                Ok(()) => packer.finish().unwrap_or_default(),
                Err(_) => Vec::new(),
            }
        })
    }
}

fn takes_gzip(request: &HeaderMap) -> bool {
    request
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|coding| {
            let mut parts = coding.split(';');
            let named = parts.next().is_some_and(|name| name.trim().eq_ignore_ascii_case("gzip"));
            named && !parts.any(|part| matches!(part.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        let takes = |value: &'static str| {
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]))
        };
        assert!(takes("gzip, br") && takes("br;q=1.0, GZIP;q=0.5"));
        assert!(!takes("br") && !takes("gzip;q=0") && !takes(""));
    }
}
