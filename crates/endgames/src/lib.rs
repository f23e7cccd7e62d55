//! Endgame tables: for every position of a few pieces, who wins and in how many plies, by retrograde analysis (Thompson
//! 1986). They are made from compiled rules alone, for any game whose positions a board and a turn describe.
//!
//! A [`Material`] such as `KQ v K` has one table with a value for each placement and turn. Captures and promotions lead to
//! tables of other material, which [`build`] makes first. Distances count the plies to the end of the game, as the game's
//! verdict has it; what the moves before a position decide (repetition, move count) is not part of a table.
//! [`Tables`] are asked for values; they are the engine's [`Tablebase`](spielraum_engine::Tablebase).

mod build;
mod code;
mod digest;
mod error;
mod evaluate;
mod exchange;
mod file;
mod find;
mod index;
mod judge;
mod kernel;
mod material;
mod piece;
mod placed;
mod retrograde;
mod scope;
mod statistics;
mod stencil;
mod symmetry;
mod tables;
mod value;

pub use build::{BuildOptions, Built, Progress, build, build_while, needs, path_of};
pub use error::EndgameError;
pub use find::folder_of;
pub use material::{MAX_PIECES, Material};
pub use scope::caveats;
pub use statistics::{SideStatistics, Statistics, Zugzwangs};
pub use symmetry::{board_exchanges, board_symmetries, symmetries};
pub use tables::{MoveValue, Tables};
pub use value::Value;
