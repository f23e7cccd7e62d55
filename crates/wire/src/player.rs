//! Who one is.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who one is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    pub name: String,
    /// Whether there is an account.
    pub account: bool,
}

/// A new name to be shown to others.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NameRequest {
    /// 1 to 32 characters; with an account at least 3.
    pub name: String,
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    /// 3 to 32 characters.
    pub name: String,
    /// 8 to 128 characters, at least four of them different.
    pub password: String,
}

/// Another password.
#[derive(Deserialize, ToSchema)]
pub struct PasswordChange {
    /// The one so far.
    pub old: String,
    /// 8 to 128 characters, at least four of them different.
    pub new: String,
}
