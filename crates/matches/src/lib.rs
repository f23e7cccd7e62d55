//! Players and matches between them.
//!
//! A [`Player`] is chance, greed, our engine, or any engine that speaks UCI. [`Match`] lets two of them play many
//! games, [`Pairs`] and [`Sprt`] say what the results mean. Nothing is printed here.

mod balance;
mod budget;
mod dice;
mod elo;
mod finish;
mod game;
mod greedy;
mod hunter;
mod matches;
mod openings;
mod player;
mod proof;
mod tactics;

pub use balance::Figures;
pub use budget::{Budget, BudgetError, duration};
pub use dice::{dice, mixed, sorted};
pub use elo::{Interval, Pairs, Sprt, Tally, Verdict, elo_of_score, score_of_elo};
pub use game::{Adjudication, PlayedGame, Threshold, play};
pub use greedy::{Values, greedy, random};
pub use matches::{Match, MatchGame, Standing};
pub use openings::opening;
pub use player::{Choice, Player, PlayerError, PlayerKind, PlayerKindError, PlayerSpec};
pub use proof::{Proof, forced_win};
pub use tactics::{Tactic, Wanted, find_tactics};
