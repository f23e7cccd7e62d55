//! Collections of chess problems: read, solved, judged and written.
//!
//! [`read`] takes what composers keep their problems in: YAML as YACPDB and Olive have it (`.olv`), a table with a heading
//! (`.csv`), or what is written for Popeye. Every problem becomes an [`Entry`]; what can't be read is named in its place.
//! [`Entry::set_up`] makes problems of it that [`spielraum_solve`] solves, [`Judgement`] says what came of one, and [`write()`]
//! writes the collection with the solutions found.

mod document;
mod entry;
mod error;
mod judgement;
mod reading;
mod table;
mod writing;

pub use entry::{Entry, Posed, Unread};
pub use error::ReadError;
pub use judgement::Judgement;
pub use reading::{Format, read};
pub use writing::write;
