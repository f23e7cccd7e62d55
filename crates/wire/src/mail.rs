//! E-mail to players.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A language in which e-mail is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum Language {
    #[serde(rename = "en")]
    English,
    #[serde(rename = "de")]
    German,
}

/// How often somebody is notified that it is their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TurnNotices {
    /// When it has become their turn.
    AtOnce,
    /// Once a day, of all games together.
    Daily,
    Never,
}

/// Which notices an account gets of games without a clock for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NoticeChoices {
    pub turns: TurnNotices,
    /// That games begin and end.
    pub games: bool,
    /// That time runs out.
    pub deadlines: bool,
}

/// Where an account gets e-mail, and which.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MailSettings {
    /// Without one nothing is sent.
    pub address: Option<String>,
    /// Whether the link in the letter was followed; before that nothing else is sent.
    pub confirmed: bool,
    pub language: Language,
    pub notices: NoticeChoices,
}

/// An address for an account.
#[derive(Deserialize, ToSchema)]
pub struct MailAddressRequest {
    #[schema(max_length = 254)]
    pub address: String,
    /// The account's password.
    pub password: String,
    /// A two-factor code, if the account asks for them.
    pub code: Option<String>,
    pub language: Language,
}

/// Which notices an account gets, and in which language.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NoticesRequest {
    pub notices: NoticeChoices,
    pub language: Language,
}

/// The secret of a link in a letter.
#[derive(Deserialize, ToSchema)]
pub struct LinkRequest {
    pub secret: String,
}

/// Where to send a link for another password.
#[derive(Deserialize, ToSchema)]
pub struct ForgottenRequest {
    pub address: String,
}

/// Another password, by a link in a letter.
#[derive(Deserialize, ToSchema)]
pub struct ResetRequest {
    pub secret: String,
    /// 8 to 128 characters that are not guessed early.
    pub password: String,
}

/// A browser that shows notices also while no page is open.
#[derive(Debug, Serialize, ToSchema)]
pub struct Device {
    pub id: String,
    /// Where its push service takes messages, as the browser has given it.
    pub endpoint: String,
}

/// A player's devices.
#[derive(Debug, Serialize, ToSchema)]
pub struct Devices {
    /// The server's key, with which a browser subscribes (base64url).
    pub key: String,
    pub devices: Vec<Device>,
}

/// What a browser gives of a subscription.
#[derive(Deserialize, ToSchema)]
pub struct DeviceRequest {
    /// Where its push service takes messages.
    #[schema(max_length = 1000)]
    pub endpoint: String,
    /// The keys `p256dh` and `auth` (base64url).
    pub public: String,
    pub auth: String,
    pub language: Language,
}
