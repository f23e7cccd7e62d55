//! Learning what positions of a game are worth, from nothing but its rules.
//!
//! [`play_games`] lets the engine play against itself and keeps quiet positions with their scores and results in a
//! [`Shard`]; [`Training`] fits a network to them; [`Trial`] lets the network play against what was before. [`Run`] does one
//! after the other, generation by generation, in a folder in which it goes on where it was ended. All of it follows from
//! the seeds, whatever the number of threads. Nothing is printed here: what happens is reported as [`Event`]s.

mod crew;
mod curve;
mod data;
mod error;
mod event;
mod files;
mod model;
mod play;
mod run;
mod sample;
mod shard;
mod trainer;
mod trial;

pub use crew::{Crew, Keep, Threads};
pub use curve::learning_curve;
pub use data::{DataPlan, SelfPlayer};
pub use error::LearnError;
pub use event::Event;
pub use files::write_whole;
pub use play::play_games;
pub use run::{Run, RunPlan, Summary};
pub use sample::{Packing, Sample};
pub use shard::{Shard, ShardHeader};
pub use trainer::{Samples, Training, TrainingPlan};
pub use trial::{Trial, TrialOutcome, TrialPlan};
