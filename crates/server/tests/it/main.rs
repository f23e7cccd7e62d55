//! The server as its clients see it: a real one for each test, on a port of its own.

mod alone;
mod analysis;
mod attacks;
mod bots;
mod chat;
mod clocks;
mod correspondence;
mod description;
mod endgames;
mod hidden;
mod hostile;
mod hostile_data;
#[cfg(unix)]
mod keeper;
mod leaving;
mod lobby;
mod mail;
mod many;
mod pages;
mod people;
mod players;
mod positions;
mod postbox;
mod push;
mod ratings;
mod server;
mod sessions;
mod shelf;
mod slow_disk;
mod solve;
mod spectators;
mod studies;
mod tournaments;
mod two_factor;
mod vacation;
mod workshop;
