//! The web client, which is part of the program.

use super::packing::{packed, takes_gzip};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

/// The files that `npm run build` leaves in `web/dist`.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// What is shown when the program was built without the web client.
const NOT_BUILT: &str = include_str!("not-built.html");

/// Kept for a year: the names of these files identify their content.
const FOREVER: &str = "public, max-age=31536000, immutable";

/// A file, packed when it is first asked for.
struct Asset {
    content: Cow<'static, [u8]>,
    mime: HeaderValue,
    tag: HeaderValue,
    packed: OnceLock<Option<Bytes>>,
}

static ASSETS: LazyLock<HashMap<String, Asset>> = LazyLock::new(|| {
    let asset = |path: Cow<'static, str>| {
        let file = Files::get(&path)?;
        let mime = mime_guess::from_path(&*path).first_or_octet_stream();
        let mime = if mime.type_() == "text" { format!("{mime}; charset=utf-8") } else { mime.to_string() };
        Some((path.into_owned(), Asset::new(file.data, &mime)?))
    };
    Files::iter().filter_map(asset).collect()
});

/// The description of the interface.
static DESCRIPTION: LazyLock<Option<Asset>> = LazyLock::new(|| {
    let description = super::api().1.to_json().unwrap_or_default();
    Asset::new(description.into_bytes().into(), "application/json")
});

/// Answers whatever is no part of the interface: a file of the client, or its page, which finds out for itself what
/// the path means.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return crate::error::ApiError::not_found("no-such-path", "Not found: /api/openapi.json lists all paths.")
            .into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    if let Some(asset) = ASSETS.get(path) {
        let hashed = path.starts_with("assets/");
        return asset.answer(&headers, if hashed { FOREVER } else { "no-cache" }).await;
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    match ASSETS.get("index.html") {
        _ if is_file => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
        Some(page) => page.answer(&headers, "no-cache").await,
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

/// Answers with the description of the interface.
pub(super) async fn description(headers: HeaderMap) -> Response {
    match &*DESCRIPTION {
        Some(description) => description.answer(&headers, "no-cache").await,
        None => crate::error::ApiError::internal("the interface has no description").into_response(),
    }
}

impl Asset {
    fn new(content: Cow<'static, [u8]>, mime: &str) -> Option<Self> {
        let hash: [u8; 32] = Sha256::digest(&content).into();
        let tag = format!("\"{}\"", spielraum_queries::base32(&hash[..15]));
        Some(Self {
            content,
            mime: HeaderValue::from_str(mime).ok()?,
            tag: HeaderValue::from_str(&tag).ok()?,
            packed: OnceLock::new(),
        })
    }

    async fn answer(&'static self, request: &HeaderMap, keep: &'static str) -> Response {
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
        let packed = if takes_gzip(request) { self.packed().await } else { None };
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

    /// The content packed, which is done once.
    async fn packed(&'static self) -> Option<Bytes> {
        if let Some(packed) = self.packed.get() {
            return packed.clone();
        }
        let pack = || self.packed.get_or_init(|| packed(&self.content, Compression::best())).clone();
        tokio::task::spawn_blocking(pack).await.unwrap_or_default()
    }
}
