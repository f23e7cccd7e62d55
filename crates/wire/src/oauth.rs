//! Access for programs of others (OAuth 2.0, RFC 6749): an authorization code with PKCE (RFC 7636).

use super::TokenScope;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a program asks for by the address of the page `/oauth`, and what the player says to that.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct AuthorizationRequest {
    /// `code`.
    pub response_type: String,
    /// What the program calls itself: 1 to 60 characters. It is not registered anywhere.
    #[schema(min_length = 1, max_length = 60)]
    pub client_id: String,
    /// Where the player is sent afterwards: HTTPS, HTTP to the player's own machine, or the scheme of an app, such as
    /// `com.example.app:/back`.
    #[schema(max_length = 500)]
    pub redirect_uri: String,
    /// The SHA-256 hash of the program's secret for this request, in Base64 for URLs without padding.
    #[schema(min_length = 43, max_length = 43)]
    pub code_challenge: String,
    /// `S256`.
    pub code_challenge_method: String,
    /// The words of scopes with spaces between them; without any the program only reads.
    #[serde(default)]
    pub scope: String,
    /// Comes back to the program as it is.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub state: Option<String>,
    /// What the player says. Without it the request is only checked.
    #[serde(default)]
    pub allow: Option<bool>,
}

/// A request of a program that can be granted.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Authorization {
    pub client_id: String,
    /// The site to which the player is sent, or the scheme of the app.
    pub site: String,
    pub scopes: Vec<TokenScope>,
    /// Where the player is to be sent, with the code or the refusal, once the player has said something.
    pub location: Option<String>,
}

/// What a program sends for a token, as a form.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub struct AccessRequest {
    /// `authorization_code`.
    pub grant_type: String,
    /// The code that came with the player; it serves once, within two minutes.
    pub code: String,
    /// The secret whose hash was sent.
    pub code_verifier: String,
    /// The same as before.
    pub redirect_uri: String,
    /// The same as before.
    pub client_id: String,
}

/// A token for a program.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Access {
    /// `Bearer`.
    pub token_type: String,
    /// What the program sends in `Authorization: Bearer SECRET`.
    pub access_token: String,
    /// Seconds until it ends, unless it is revoked or not used for 60 days.
    pub expires_in: u64,
    /// The words of its scopes.
    pub scope: String,
}

/// Why a program gets no token.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessProblem {
    /// `invalid_request`, `invalid_grant` or `unsupported_grant_type`.
    pub error: String,
    pub error_description: String,
}
