//! A game between players of any kind, at any place: its moves, clocks, offers and end.
//!
//! A [`GameState`] changes by [`Action`]s only, which are data; [`GameState::apply`] does what one says, or reports why
//! not and changes nothing. Nothing here reads a clock, waits or stores: the time is passed in.

mod action;
mod clock;
mod ending;
mod pairing;
mod plan;
mod state;

pub use action::{Action, Effect, Offer, Offers, Refused};
pub use clock::{Clocks, Time, TimeControl};
pub use ending::Ending;
pub use pairing::{Pairing, Role, Seat};
pub use plan::{MOST_LINES, MOST_PLIES, Plan, PlanFault};
pub use state::{GameState, Opponent, Players, Progress, Shown, Status};
