//! The past of a position: which moves can have led to it, and what that proves.
//!
//! Nothing here knows the rules of a game backwards. `origins` lists positions that may have come before, generously, and the
//! rules themselves confirm each: a legal move of it must lead to the position that is asked about. So whatever is found is
//! true, in any game; and it is everything unless moves have effects, which [`Past::gap`] then says.

mod confirm;
mod explained;
mod known;
mod origins;
mod possible;
mod proof;
mod roads;
mod search;

pub use known::{Diagram, UnMove};
pub use possible::Illegal;
pub use proof::Proof;
pub use search::{Gap, Past, past};
