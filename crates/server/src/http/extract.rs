//! What handlers take out of requests.

use crate::error::ApiError;
use axum::extract::{FromRequest, FromRequestParts};

/// Like [`axum::Json`] and [`axum::extract::Query`], but what can't be read is refused like everything else.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(ApiError))]
pub(crate) struct Json<T>(pub T);

#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ApiError))]
pub(crate) struct Query<T>(pub T);
