//! Studies: several people write chapters at once.
//!
//! The database has everything: each chapter as it was at some time, and the changes since then, numbered in the order in which they
//! were made. A study is changed at its desk, one change after the other; a change is stored, then announced to all who
//! look at the study. Of two changes of one comment the later one holds.

mod chapters;
mod desk;
mod editing;

pub(crate) use chapters::{legal, taken_up};
pub(crate) use desk::{Desk, Studies};
pub(crate) use editing::Edit;
