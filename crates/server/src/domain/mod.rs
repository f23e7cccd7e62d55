//! What the server is about: games, players, their names and ids. Nothing here knows how it is sent or stored.

mod event;
pub(crate) mod ids;
mod moderation;
pub(crate) mod names;
pub(crate) mod passwords;
mod record;

pub(crate) use event::GameEvent;
pub(crate) use ids::{DefinitionId, GameId, PlayerId, SessionId};
pub use moderation::{ReportFilter, ShelfFilter};
pub(crate) use record::{LEFT, Record, STALLED};

/// The options of a variant, by name.
pub(crate) type Options = std::collections::BTreeMap<String, String>;
