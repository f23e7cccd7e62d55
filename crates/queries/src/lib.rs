//! What the web client asks, answered: about positions and the lines of pieces, analyses, problems, games to begin and their
//! texts, set-ups and variants. Rules go in, and answers come out as the shapes of [`spielraum_wire`]; nothing here stores,
//! waits or knows who asks, so that the server and the module for browsers answer alike.

pub mod analysis;
mod base32;
pub mod game;
pub mod positions;
pub mod record;
mod refusal;
pub mod replay;
pub mod setups;
#[cfg(feature = "solve")]
pub mod solve;
pub mod threats;
pub mod variants;
pub mod workshop;

pub use base32::base32;
pub use refusal::Refusal;
pub use spielraum_language::{Dictionary, Locale, Translation};

/// Refuses to go on when an answer takes too long.
pub type Patience<'p> = &'p dyn Fn() -> Result<(), Refusal>;
