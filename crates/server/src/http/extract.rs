//! What handlers take out of requests.

use crate::domain::GameId;
use crate::error::ApiError;
use axum::extract::{FromRequest, FromRequestParts, Path};
use axum::http::request::Parts;

/// Like [`axum::Json`] and [`axum::extract::Query`], but what can't be read is refused like everything else.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(ApiError))]
pub(crate) struct Json<T>(pub T);

#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ApiError))]
pub(crate) struct Query<T>(pub T);

/// The game that a path names.
pub(crate) struct Game(pub GameId);

impl<S: Send + Sync> FromRequestParts<S> for Game {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(id) = Path::<String>::from_request_parts(parts, state).await?;
        GameId::parse(&id).map(Self)
    }
}
