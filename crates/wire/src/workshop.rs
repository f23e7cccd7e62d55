//! Definitions made by players.

use super::{Variant, VariantSummary};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A definition.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Definition {
    /// Its text in the definition language.
    #[schema(max_length = 262144)]
    pub text: String,
}

/// What is wrong with a definition, or the variant that it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Checked {
    pub faults: Vec<Fault>,
    /// What is sound but surely not meant, such as a region that nothing uses; empty where there are faults.
    pub warnings: Vec<Fault>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<Box<Variant>>,
}

/// One thing that is wrong with a definition, or surely not meant.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct Fault {
    pub message: String,
    /// How it may be put right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// Its line, from 1; 0: it has no place in the text.
    pub line: u32,
    /// Its column in characters, from 1.
    pub column: u32,
    /// Its length in characters.
    pub length: u32,
}

/// A definition that was kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct Kept {
    /// Its id, to be used as a variant's.
    pub id: String,
}

/// A definition to be published.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Publication {
    /// Its text in the definition language.
    #[schema(max_length = 262144)]
    pub text: String,
    /// The id of the caller's published game that it is a new version of; without it a game of its own.
    pub replaces: Option<String>,
}

/// A game of the workshop that somebody has published.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Published {
    /// What its definition says of it; its id is the definition's.
    pub variant: VariantSummary,
    /// The name of the account that has published it.
    pub publisher: String,
    /// Whether that is the caller.
    pub yours: bool,
    /// When the game was published, in milliseconds since 1970.
    pub created: i64,
    /// When this version of it was.
    pub updated: i64,
    /// Whether an administrator has taken it down; only its publisher sees this.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub taken_down: bool,
    /// Whether the shelf does not show it yet, because nobody but its publisher has played it; only its publisher sees this.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub waiting: bool,
}

/// A page of the shelf, the newest game first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Shelf {
    pub games: Vec<Published>,
    /// To be sent as `page` for the next one; left out on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Which page of the shelf is asked for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ShelfQuery {
    /// Only what one has published oneself.
    #[serde(default)]
    pub mine: bool,
    /// What the previous page returned as `next`; without it the first page.
    pub page: Option<String>,
}
