//! The engine: finds good moves in any game that compiles, knowing only the rules.
//!
//! An [`Engine`] belongs to one game. [`Engine::search`] thinks about a [`Position`](spielraum_rules::Position)
//! within [`Limits`] until it is done or a [`Stop`] is set, reports to an observer what it finds as [`Info`], and
//! answers with the [`Best`] it found. What positions are worth comes from [`Weights`], which
//! [`Weights::default_for`] derives from the way the game's pieces move, or from a
//! [network](Engine::set_network) that was learned; what a few pieces come to, from a [`Tablebase`] if there is one.

pub mod attack;
mod bench;
mod engine;
mod eval;
mod hidden;
mod history;
mod info;
mod level;
mod limits;
mod memory;
mod options;
mod params;
mod score;
mod search;
mod stop;
mod tablebase;
mod time;
mod tt;
mod tune;

pub use bench::{Bench, bench, bench_positions};
pub use engine::Engine;
pub use eval::{Term, Weight, Weights, WeightsError, piece_values};
pub use info::{Best, Bound, Info, Line};
pub use level::Level;
pub use limits::{Clock, Limits};
pub use options::{EngineError, EngineOptions, MAX_HASH_MB, MAX_THREADS};
pub use params::{Param, ParamError, Params};
pub use score::{Score, ScoreKind};
pub use spielraum_nnue::{Network, NetworkError};
pub use stop::Stop;
pub use tablebase::Tablebase;
pub use time::Timer;
pub use tune::{Fit, Judged, Sample, Sampler, SelfPlay, Tuner};
