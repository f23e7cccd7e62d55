//! Clients of the server: players with cookies and sockets, as the tests and the measurement under load need them.
//!
//! All of this is for tests: whatever goes wrong is told with what was expected, and ends the test.

mod player;
mod program;
pub mod raw;
mod socket;

pub use player::{Answer, Player};
pub use program::Program;
pub use reqwest::Method;
pub use socket::Socket;
