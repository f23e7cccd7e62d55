//! Answers about positions, analyses, games to begin and games' texts that need nothing but rules.

pub mod analysis;
pub mod game;
pub mod positions;
pub mod record;
pub mod replay;
pub mod setups;
#[cfg(feature = "solve")]
pub mod solve;
pub mod threats;

use crate::Refusal;

/// Refuses to go on when an answer takes too long.
pub type Patience<'p> = &'p dyn Fn() -> Result<(), Refusal>;
