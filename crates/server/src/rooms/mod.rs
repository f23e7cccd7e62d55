//! Game rooms: games that somebody looks at, or in which something happens soon by itself, in memory.

mod actions;
mod broadcast;
mod crowd;
mod engine_turn;
mod life;
mod opening;
mod outbox;
mod registry;
mod room;
#[cfg(test)]
mod tests;

pub(crate) use actions::may_plan;
#[cfg(test)]
pub(crate) use engine_turn::faults;
pub(crate) use outbox::{Inbox, Outbox, WeakOutbox, outbox};
pub(crate) use registry::Rooms;
pub(crate) use room::{Command, Room};
