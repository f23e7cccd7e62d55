//! The shapes of the web client's questions and answers, by the server or by the same code in the browser: the JSON bodies and
//! messages, from which the OpenAPI description and the web client's types are made, and how the rules' types become those
//! ([`translate`]). Nothing here works anything out; `spielraum_queries` answers.
//!
//! Cells are indices into a variant's `board.cells`, piece types indices into its `pieces`.
// The types are described for the client, in the description that is made of them.
#![allow(missing_docs)]

mod analysis;
mod chat;
mod game;
mod lobby;
mod mail;
mod oauth;
mod opening;
mod player;
mod position;
mod rating;
mod solve;
mod study;
mod token;
mod tournament;
pub mod translate;
mod variant;
mod webhook;
mod workshop;

pub use analysis::*;
pub use chat::*;
pub use game::*;
pub use lobby::*;
pub use mail::*;
pub use oauth::*;
pub use opening::*;
pub use player::*;
pub use position::*;
pub use rating::*;
pub use solve::*;
pub use study::*;
pub use token::*;
pub use tournament::*;
pub use variant::*;
pub use webhook::*;
pub use workshop::*;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The options of a variant, by name.
pub type Options = std::collections::BTreeMap<String, String>;

/// Why a request was refused.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
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
pub enum Color {
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

/// What a game calls a side, which is also the colour of its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideName {
    White,
    Black,
    Red,
    Blue,
    Green,
}

impl From<spielraum_rules::spec::SideName> for SideName {
    fn from(name: spielraum_rules::spec::SideName) -> Self {
        use spielraum_rules::spec::SideName as Name;
        match name {
            Name::White => Self::White,
            Name::Black => Self::Black,
            Name::Red => Self::Red,
            Name::Blue => Self::Blue,
            Name::Green => Self::Green,
        }
    }
}

impl From<spielraum_rules::spec::SideNames> for Sides<SideName> {
    fn from(names: spielraum_rules::spec::SideNames) -> Self {
        Self::new(|color| names[color].into())
    }
}

/// Whom a piece belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Owner {
    White,
    Black,
    Nobody,
}

impl From<spielraum_rules::Owner> for Owner {
    fn from(owner: spielraum_rules::Owner) -> Self {
        match owner {
            spielraum_rules::Owner::White => Self::White,
            spielraum_rules::Owner::Black => Self::Black,
            spielraum_rules::Owner::Nobody => Self::Nobody,
        }
    }
}

impl From<Owner> for spielraum_rules::Owner {
    fn from(owner: Owner) -> Self {
        match owner {
            Owner::White => Self::White,
            Owner::Black => Self::Black,
            Owner::Nobody => Self::Nobody,
        }
    }
}

/// Something for each side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Sides<T> {
    pub white: T,
    pub black: T,
}

impl<T> Sides<T> {
    pub fn new(mut make: impl FnMut(spielraum_rules::Color) -> T) -> Self {
        Self { white: make(spielraum_rules::Color::White), black: make(spielraum_rules::Color::Black) }
    }
}
