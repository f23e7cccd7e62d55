//! Who one is.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who one is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    pub name: String,
    /// Whether there is an account.
    pub account: bool,
    /// Whether the account asks for two-factor codes besides its password; left out if it does not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub two_factor: bool,
    /// Whether the server sends e-mail; left out if it does not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mail: bool,
    /// Whether it sends notices to devices; left out if it does not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub push: bool,
    /// Whether it calls webhooks; left out if it does not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub webhooks: bool,
}

/// A new name to be shown to others.
#[derive(Deserialize, ToSchema)]
pub struct NameRequest {
    /// 1 to 32 characters; with an account at least 3.
    pub name: String,
    /// The password, if there is an account.
    pub password: Option<String>,
    /// A two-factor code, if the account asks for them.
    pub code: Option<String>,
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
pub struct Credentials {
    /// 3 to 32 characters.
    pub name: String,
    /// 8 to 128 characters that are not guessed early.
    pub password: String,
    /// To log in to an account that asks for two-factor codes: one of its app's, or a recovery code.
    pub code: Option<String>,
}

/// Another password.
#[derive(Deserialize, ToSchema)]
pub struct PasswordChange {
    /// The one so far.
    pub old: String,
    /// 8 to 128 characters that are not guessed early.
    pub new: String,
    /// A two-factor code, if the account asks for them.
    pub code: Option<String>,
}

/// That one wants to be forgotten.
#[derive(Default, Deserialize, ToSchema)]
pub struct Deletion {
    /// The password, if there is an account.
    pub password: Option<String>,
    /// A two-factor code, if the account asks for them.
    pub code: Option<String>,
}

/// A player whom the caller has blocked.
#[derive(Debug, Serialize, ToSchema)]
pub struct Blocked {
    /// By which the block is ended.
    pub id: String,
    pub name: String,
    /// Milliseconds since 1970.
    pub created: i64,
}

/// A report about the caller's opponent in a game.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReportRequest {
    pub reason: ReportReason,
    /// What has happened.
    #[serde(default)]
    #[schema(max_length = 1000)]
    pub text: String,
}

/// What is wrong with somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportReason {
    /// The name.
    Name,
    /// An engine, or another person, has made the moves.
    Cheating,
    /// Anything else.
    Other,
}

/// A part of what the server stores.
#[derive(Debug, Serialize, ToSchema)]
pub struct StoredPart {
    /// The table of the database; empty: in none.
    pub table: String,
    /// What it is.
    pub what: String,
    /// What is stored of it, a sentence each.
    pub stored: Vec<String>,
    /// For how long.
    pub kept: String,
}

/// The days of vacation of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Vacation {
    /// Until when it goes on, in milliseconds since 1970; none: the account is not on vacation.
    pub until: Option<i64>,
    /// Whole days that are left of those of a year.
    pub days: u32,
}

/// A vacation that begins now.
#[derive(Debug, Deserialize, ToSchema)]
pub struct VacationRequest {
    /// 1 to 30.
    #[schema(minimum = 1, maximum = 30)]
    pub days: u32,
}

/// A browser in which an account is logged in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Login {
    pub id: String,
    /// The browser and the system, such as `Firefox, Linux`, as far as they are known.
    pub device: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// When it was last used, noted within ten minutes.
    pub used: i64,
    /// Whether it is the one that asks.
    pub here: bool,
}

/// Whether an account asks for two-factor codes besides its password.
#[derive(Debug, Serialize, ToSchema)]
pub struct TwoFactor {
    pub on: bool,
    /// How many recovery codes are left.
    pub recovery_codes: usize,
}

/// A secret of which an app makes codes (RFC 6238: SHA-1, 6 digits, 30 seconds).
#[derive(Debug, Serialize, ToSchema)]
pub struct TwoFactorSecret {
    /// In Base32.
    pub secret: String,
    /// The same for an app, to be shown as a QR code.
    pub uri: String,
}

/// That an account is to ask for codes from now on.
#[derive(Deserialize, ToSchema)]
pub struct TwoFactorRequest {
    pub password: String,
    /// The secret that the app knows.
    pub secret: String,
    /// The code that the app shows.
    pub code: String,
}

/// What proves that somebody is the owner of an account.
#[derive(Deserialize, ToSchema)]
pub struct Confirmation {
    pub password: String,
    /// A two-factor code, if the account asks for them.
    pub code: Option<String>,
}

/// Codes for the day when the app is lost. Each is taken once.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecoveryCodes {
    pub codes: Vec<String>,
}
