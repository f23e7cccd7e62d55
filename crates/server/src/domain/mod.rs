//! What the server is about: games, players, their names and ids.

mod clock;
pub(crate) mod ids;
pub(crate) mod names;
mod record;

pub(crate) use clock::{Clocks, Control};
pub(crate) use record::{PlayerId, Record, Seat, agreement, out_of_time, resignation};

/// The options of a variant, by name.
pub(crate) type Options = std::collections::BTreeMap<String, String>;
