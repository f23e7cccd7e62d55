//! Definitions made by players.

use super::Variant;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<Box<Variant>>,
}

/// One thing that is wrong with a definition.
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
