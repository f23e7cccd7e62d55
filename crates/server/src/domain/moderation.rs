//! What an administrator asks for.

use serde::{Deserialize, Serialize};

/// Which published games are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct ShelfFilter {
    /// Only those that wait for their first play or an approval.
    pub waiting: bool,
    /// Which page, from 1 on; 0 is the first, too.
    pub page: u32,
}

/// Which reports are asked for; what is not said lets all through.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct ReportFilter {
    /// Of whom.
    pub of: Option<String>,
    /// By whom.
    pub by: Option<String>,
    /// The game, or the published definition.
    pub game: Option<String>,
    /// The reason: `name`, `cheating`, `chat` or `other`.
    pub reason: Option<String>,
    /// Whether the reporter has an account.
    pub account: Option<bool>,
    /// Which page, from 1 on; 0 is the first, too.
    pub page: u32,
}
