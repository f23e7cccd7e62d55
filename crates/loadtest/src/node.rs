//! Servers on one PostgreSQL.

use crate::Program;
use rand::Rng;
use std::path::Path;

/// What a server is started with to which all clients come from one address.
pub const LIMITS: [&str; 6] = ["--rate", "1000000", "--newcomers", "1000000", "--network-connections", "1000000"];

/// A port on which nobody listens, below those that systems give to connections and where any port will do, so that a node
/// that comes back finds it free.
///
/// # Panics
///
/// If there is none.
pub fn free_port() -> u16 {
    let free = |port: &u16| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let mut ports = std::iter::repeat_with(|| rand::rng().random_range(10_000..32_000)).take(1_000);
    ports.find(free).expect("a free port")
}

/// Starts a node with its data in a folder.
///
/// # Panics
///
/// If it does not start.
pub fn start_node(program: &Path, data: &Path, store: &str, port: u16) -> Program {
    let url = format!("http://127.0.0.1:{port}");
    let arguments = ["--store", store, "--node-url", &url];
    let arguments: Vec<&str> = arguments.into_iter().chain(LIMITS).collect();
    Program::start_at(port, program, data, &arguments, |command| {
        command.env("SPIELRAUM_NODE_SECRET", "0123456789abcdef0123456789abcdef");
        // Most of what they would say is what is done to them.
        if std::env::var_os("RUST_LOG").is_none() {
            command.env("RUST_LOG", "off");
        }
    })
}

/// Starts a worker that searches for the nodes, two searches at once.
///
/// # Panics
///
/// If it does not start.
pub fn start_worker(program: &Path, store: &str) -> Program {
    Program::worker(program, &["--store", store, "--engines", "2", "--hash", "1"])
}
