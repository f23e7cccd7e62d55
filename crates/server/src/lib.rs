//! The server of Spielraum: variants, positions, games and analysis over HTTP and WebSocket, and the web client.

mod app;
mod assets;
mod config;
mod error;
mod identity;
mod ids;
mod listen;
mod logins;
mod metrics;
mod names;
mod play;
mod quotas;
mod replay;
mod resources;
mod routes;
mod store;
mod thinkers;
mod time;
mod variants;
mod views;
mod wire;
pub mod worker;
mod workshop;

pub use config::{Config, Limits};
pub use listen::{Server, StartError};
pub use store::backup;

/// The description of the interface (OpenAPI 3.1) as JSON, from which the web client's types are made.
pub fn openapi() -> String {
    let mut text = routes::api().1.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}
