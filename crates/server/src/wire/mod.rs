//! What goes over the wire: the types of the JSON bodies and messages, from which the OpenAPI description and the
//! web client's types are made. Cells are indices into a variant's `board.cells`, piece types indices into its
//! `pieces`. Nothing here has behaviour.

mod analysis;
mod game;
mod player;
mod position;
pub(crate) mod translate;
mod variant;
mod workshop;

pub(crate) use analysis::*;
pub(crate) use game::*;
pub(crate) use player::*;
pub(crate) use position::*;
pub(crate) use variant::*;
pub(crate) use workshop::*;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a request was refused.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// A word for programs, such as `illegal-move`.
    pub code: String,
    /// A sentence for people: what is wrong and what to do.
    pub message: String,
    /// What else is known, depending on the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<serde_json::Value>,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Color {
    White,
    Black,
}

impl From<spielraum_rules::Color> for Color {
    fn from(color: spielraum_rules::Color) -> Self {
        match color {
            spielraum_rules::Color::White => Self::White,
            spielraum_rules::Color::Black => Self::Black,
        }
    }
}

impl From<Color> for spielraum_rules::Color {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

/// Something for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Sides<T> {
    pub white: T,
    pub black: T,
}

impl<T> Sides<T> {
    pub fn new(mut make: impl FnMut(spielraum_rules::Color) -> T) -> Self {
        Self { white: make(spielraum_rules::Color::White), black: make(spielraum_rules::Color::Black) }
    }
}
