//! Answers are packed (gzip) for clients that take that: small ones at once, large ones when it is the client's turn
//! for a processor, at the client's expense. Files of the web client are packed once, in `assets`.

use crate::app::App;
use crate::resources::Lane;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Shorter answers gain nothing by being packed; longer ones are sent as they are.
const LEAST: u64 = 1 << 10;
const MOST: u64 = 8 << 20;

/// Longer answers are packed on a thread for computations.
const AT_ONCE: usize = 32 << 10;

/// Packs an answer if the client takes it packed.
pub(super) async fn pack(State(app): State<App>, request: Request, next: Next) -> Response {
    let takes = takes_gzip(request.headers());
    let response = next.run(request).await;
    if response.headers().contains_key(header::CONTENT_ENCODING) || !is_text(response.headers()) {
        return response;
    }
    let length = response.body().size_hint().exact();
    let (mut head, body) = response.into_parts();
    if !head.headers.get_all(header::VARY).iter().any(|named| named == "accept-encoding") {
        head.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if !takes || !length.is_some_and(|length| (LEAST..=MOST).contains(&length)) {
        return Response::from_parts(head, body);
    }
    let body = match axum::body::to_bytes(body, MOST as usize).await {
        Ok(body) => body,
        Err(error) => {
            tracing::error!(%error, "an answer broke off");
            return Response::from_parts(head, Body::empty());
        }
    };
    let packed = match body.len() <= AT_ONCE {
        true => packed(&body, Compression::default()),
        false => {
            let work = body.clone();
            // Where no processor is free the answer goes as it is.
            app.resources
                .compute(Lane::Analysis, move |_| Ok(packed(&work, Compression::default())))
                .await
                .ok()
                .flatten()
        }
    };
    let Some(packed) = packed else { return Response::from_parts(head, Body::from(body)) };
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    Response::from_parts(head, Body::from(packed))
}

/// The same bytes packed, if they are fewer then.
pub(super) fn packed(content: &[u8], level: Compression) -> Option<Bytes> {
    let mut packer = GzEncoder::new(Vec::new(), level);
    packer.write_all(content).ok()?;
    let packed = packer.finish().ok()?;
    (packed.len() < content.len()).then(|| packed.into())
}

/// Whether a client takes answers packed by gzip, and would not rather have them as they are (RFC 9110, 12.5.3).
pub(super) fn takes_gzip(request: &HeaderMap) -> bool {
    let (mut gzip, mut any, mut plain) = (None, None, None);
    let values = request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    for coding in values.flat_map(|value| value.split(',')) {
        let mut parts = coding.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        // A client whose weight can't be read does not say that the coding is taken.
        let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
        let weight = weight.map_or(1.0, |weight| weight.parse::<f32>().unwrap_or(0.0).clamp(0.0, 1.0));
        match name.to_ascii_lowercase().as_str() {
            // Two names of one coding.
            "gzip" | "x-gzip" => gzip = Some(gzip.unwrap_or(0.0_f32).max(weight)),
            "*" => any = Some(weight),
            "identity" => plain = Some(weight),
            _ => {}
        }
    }
    let gzip = gzip.or(any).unwrap_or(0.0);
    gzip > 0.0 && gzip >= plain.unwrap_or(0.0)
}

fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    ["application/json", "application/problem+json", "text/", "image/svg+xml"].iter().any(|text| kind.starts_with(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        let takes = |value: &'static str| {
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]))
        };
        for value in
            ["gzip, br", "br;q=1.0, GZIP;q=0.5", "x-gzip", "X-Gzip ; q=0.001", "*", "br, *;q=0.1", "identity;q=0, gzip"]
        {
            assert!(takes(value), "{value}");
        }
        for value in [
            "br",
            "gzip;q=0",
            "gzip;q=0.000",
            "",
            "gzip;q=0, *",
            "*;q=0",
            "identity",
            "identity, gzip;q=0.5",
            "gzip;q=x",
            "gzip2",
        ] {
            assert!(!takes(value), "{value}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
