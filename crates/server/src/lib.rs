//! The server of Spielraum: variants, positions, games and analysis over HTTP and WebSocket, and the web client.

pub mod admin;
mod app;
mod cards;
mod config;
mod domain;
#[cfg(test)]
mod engine_fails;
mod engine_pool;
mod error;
mod grants;
mod housekeeping;
mod html;
mod http;
mod keys;
mod lobby;
mod mail;
mod memory;
mod metrics;
mod openings;
mod passwords;
mod present;
mod privacy;
mod push;
mod ratings;
mod resources;
mod rooms;
mod shelf;
mod store;
mod studies;
mod time;
mod tls;
mod tournaments;
pub mod traces;
mod upkeep;
mod variants;
mod webhooks;
mod wire;
mod worker;

pub use config::{Config, Limits, Mail, MailServer, Node, Postgres, Push, Sender, Stored, Webhooks};
pub use http::{Ended, Server, StartError};
pub use store::{backup, restore};
pub use upkeep::{Copied, Findings, export, fsck, import, migrate};
pub use variants::vetting;
pub use worker::{Worker, WorkerSettings};

/// The description of the interface (OpenAPI 3.1) as JSON, from which the web client's types are made.
pub fn openapi() -> String {
    let mut text = http::api().1.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}
