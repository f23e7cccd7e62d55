//! A file system for SQLite that fails or hangs at a given call, once or for ever after, and that can lose power: what was
//! written and not synced is gone then, or some of it. For tests of what a program makes of that.
//!
//! It is a layer over SQLite's own ("VFS", <https://sqlite.org/vfs.html>), and the default of the process from the first
//! [`Disk`] on. Files outside of the folders of disks, and everything that threads do within [`unharmed`], pass it
//! unchanged.

mod disk;
mod image;
mod vfs;

pub use disk::{Calls, Disk, Failure, Plan, unharmed};
