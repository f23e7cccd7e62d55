//! Clients of the server: players with cookies and sockets, as the tests and the measurement under load need them.
//!
//! All of this is for tests: whatever goes wrong is reported with what was expected, and ends the test.

#[cfg(unix)]
pub mod history;
mod node;
mod player;
mod postgresql;
mod program;
pub mod raw;
mod socket;

use std::process::ExitCode;

pub use node::{LIMITS, free_port, start_node, start_worker};
pub use player::{Answer, Lines, Player};
pub use postgresql::Cluster;
pub use program::Program;
pub use reqwest::Method;
pub use socket::Socket;

/// Runs a measurement to its end. The exit code says whether all was as it should be, or that it could not begin.
pub fn measured(work: impl Future<Output = bool>) -> ExitCode {
    match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) if runtime.block_on(work) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
