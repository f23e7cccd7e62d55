//! The problem solver: chess problems in any game that compiles, solved completely.
//!
//! A [`Stipulation`] says in plain data who plays how and what is to be reached. There are two kernels: one for battle
//! play (`battle`), where a side wants the goal and the other does not, and one for lines (`line`), where a sequence of
//! moves is looked for: help play, series and proof games. [`solve`] runs them on a [`Problem`] and gives a [`Report`].
//!
//! Counting and repetition end no problem, and neither do draws; a game that is won is over.

mod battle;
mod caption;
mod compose;
mod diagram;
mod goal;
mod immobility;
mod journal;
mod latex;
mod line;
mod matching;
mod mate_bound;
mod moves;
mod parry;
mod part;
mod phases;
mod placement_bound;
mod popeye;
mod problem;
mod report;
mod retro;
mod solver;
mod soundness;
mod stipulation;
mod table;
mod travel;
mod watch;

pub use caption::Caption;
pub use compose::{Composition, Merit, Theme, Wishes, compose, themes};
pub use diagram::{DiagramError, read_diagram, rules_without_royals};
pub use goal::Goal;
pub use journal::{Journal, move_in_full};
pub use latex::latex;
pub use part::Part;
pub use phases::{Phase, Phases};
pub use popeye::{PopeyeError, PopeyeProblem, ends_popeye_problem, is_popeye_option, popeye_piece, read_popeye};
pub use problem::{Options, Problem, ProblemError};
pub use report::{Attack, Defence, Line, Report, Solution, Try};
pub use retro::{Diagram, Gap, Illegal, Past, Proof, UnMove, past};
pub use solver::{Checkpoint, FirstMove, solve};
pub use soundness::{Soundness, Verdict};
pub use stipulation::{Aim, Length, Manner, Stipulation, StipulationError};
pub use watch::{Limits, Progress, Stopped, Wanted, Watch};
