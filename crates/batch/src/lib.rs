//! Games for programs that learn: every move has a number, every position an array, and many games are stepped together.
//!
//! [`Actions`] numbers the moves of a game, the same in every run; [`Layout`] says what the arrays of an observation hold;
//! [`Batch`] plays many games at once into arrays that its caller owns. Nothing here knows where those arrays come from.
//!
//! ```
//! use spielraum_batch::{Arrays, Batch, BatchOptions};
//!
//! let rules = spielraum_testkit::rules("chess");
//! let mut batch = Batch::new(&rules, BatchOptions { games: 8, ..BatchOptions::default() }).unwrap();
//! let mut arrays = Arrays::new(&batch);
//! batch.reset(&mut arrays.views()).unwrap();
//! let first: Vec<i64> = (0..8).map(|game| i64::from(batch.legal_actions(game)[0])).collect();
//! batch.step(&first, &mut arrays.views()).unwrap();
//! assert!(arrays.terminated.iter().all(|&over| !over));
//! ```

mod actions;
mod arrays;
mod batch;
mod game;
mod noise;
mod observation;
mod playouts;
mod pool;
mod symmetry;
mod tree;
mod views;

pub use actions::{ActionKind, ActionParts, Actions};
pub use arrays::Arrays;
pub use batch::{Batch, BatchOptions, IllegalAction, NewBatchError, StepError};
pub use game::{Ended, Ending, outcome};
pub use observation::{Feature, Layout, Plane};
pub use playouts::{Playouts, random_playouts};
pub use symmetry::Symmetry;
pub use tree::{EvaluationError, NewTreeError, Noise, Round, TreeOptions, TreeSearch, Tried};
pub use views::Views;
