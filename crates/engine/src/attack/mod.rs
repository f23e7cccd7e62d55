//! What the pieces of a position attack, all together: mobility, king-zone attacks, threats and pawn structure.

mod info;
mod pawns;
mod sets;
mod tables;
mod visitor;

pub use info::AttackCache;
pub use pawns::is_pawn;
pub use tables::Attacks;
pub use visitor::{AttackInfo, AttackVisitor, Pawn, Threat};
