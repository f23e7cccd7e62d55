//! Games that are being played: their clocks, what players may do, the tables that they are played at.

mod actions;
mod clock;
mod hub;
mod outbox;
mod record;
mod table;
mod telling;
mod turn;

pub(crate) use clock::{Clocks, Control};
pub(crate) use hub::{Beginning, Hub};
pub(crate) use outbox::{Inbox, Outbox, WeakOutbox, outbox};
pub(crate) use record::{PlayerId, Record, Seat};
pub(crate) use table::{Action, Table, written};
