//! What can be set.

use crate::variants::Variants;
use spielraum_engine::{Level, MAX_HASH_MB, MAX_THREADS, Param, Params};
use std::fmt::Write;
use std::time::Duration;

/// What was set, besides the game.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The size of the transposition table, in megabytes.
    pub hash: usize,
    /// The number of threads.
    pub threads: usize,
    /// How many lines to report.
    pub multi_pv: usize,
    /// How strong to play; `None`: at full strength.
    pub level: Option<Level>,
    /// Whether to play as strong as [`elo`](Self::elo) says, whatever the level.
    pub limit_strength: bool,
    /// How strong to play then.
    pub elo: usize,
    /// What is lost on the way to the clock, for each move.
    pub overhead: Duration,
    /// Whether somebody looks at a game rather than plays one.
    pub analyse: bool,
    /// A file of weights for this game; empty: those that come with the program.
    pub weights: String,
    /// A file with a network for this game; empty: the one that comes with the program, unless [`weights`](Self::weights) are
    /// set.
    pub eval_file: String,
    /// Whether a network may say what positions are worth.
    pub use_nnue: bool,
    /// A folder of endgame tables; empty: none.
    pub endgame_path: String,
    /// The numbers of the search techniques; constants unless the engine was built with the feature `tune`.
    pub params: Params,
}

/// The most lines that can be reported.
const MAX_MULTI_PV: usize = 256;

/// The longest overhead, in milliseconds.
const MAX_OVERHEAD: usize = 10_000;

/// The strength of the lowest level, and how much stronger each is than the one below it (docs/uci.md, "Strength").
const LOWEST_ELO: usize = 600;
const ELO_OF_A_LEVEL: usize = 125;

/// The options whose values are numbers, with the least and the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// See [`Settings::hash`].
    Hash,
    /// See [`Settings::threads`].
    Threads,
    /// See [`Settings::multi_pv`].
    MultiPv,
    /// See [`Settings::level`].
    Level,
    /// See [`Settings::elo`].
    Elo,
    /// See [`Settings::overhead`].
    Overhead,
}

/// An option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// One with a number.
    Number(Number),
    /// `Clear Hash`.
    Clear,
    /// `Ponder`: whether the other program will let us ponder; nothing depends on it.
    Ponder,
    /// `UCI_AnalyseMode`.
    Analyse,
    /// `UCI_LimitStrength`.
    LimitStrength,
    /// `UCI_Variant`.
    Variant,
    /// `VariantPath`.
    VariantPath,
    /// `Weights`.
    Weights,
    /// `EvalFile`.
    EvalFile,
    /// `Use NNUE`.
    UseNnue,
    /// `EndgamePath`.
    EndgamePath,
    /// A number of the search techniques.
    Param(&'static Param),
}

const ALL: [(&str, Known); 16] = [
    ("Hash", Known::Number(Number::Hash)),
    ("Clear Hash", Known::Clear),
    ("Threads", Known::Number(Number::Threads)),
    ("MultiPV", Known::Number(Number::MultiPv)),
    ("Skill Level", Known::Number(Number::Level)),
    ("UCI_LimitStrength", Known::LimitStrength),
    ("UCI_Elo", Known::Number(Number::Elo)),
    ("Move Overhead", Known::Number(Number::Overhead)),
    ("Ponder", Known::Ponder),
    ("UCI_AnalyseMode", Known::Analyse),
    ("UCI_Variant", Known::Variant),
    ("VariantPath", Known::VariantPath),
    ("Weights", Known::Weights),
    ("EvalFile", Known::EvalFile),
    ("Use NNUE", Known::UseNnue),
    ("EndgamePath", Known::EndgamePath),
];

/// What programs write for an empty text.
pub const EMPTY: &str = "<empty>";

impl Known {
    /// The option of this name; upper and lower case are the same, as the protocol demands.
    pub fn find(name: &str) -> Option<Self> {
        all().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, option)| option)
    }

    /// Whether a server has the option; one that is [`alone`](crate::Host::alone) has none that needs files or threads.
    pub fn exists(self, alone: bool) -> bool {
        let needs_threads = matches!(self, Self::Number(Number::Threads) | Self::Ponder);
        let needs_files = matches!(self, Self::VariantPath | Self::Weights | Self::EvalFile | Self::EndgamePath);
        !alone || !(needs_threads || needs_files)
    }

    /// The names of all options but those of the games.
    pub fn names<'a>(alone: bool) -> impl Iterator<Item = &'a str> {
        all().filter(move |(_, option)| option.exists(alone)).map(|(name, _)| name)
    }
}

/// All options but those of the games: with the numbers of the search, where this build can set them.
fn all() -> impl Iterator<Item = (&'static str, Known)> {
    let params = Params::LIST.iter().filter(|_| Params::TUNABLE);
    ALL.into_iter().chain(params.map(|param| (param.name, Known::Param(param))))
}

impl Number {
    fn range(self) -> (usize, usize) {
        match self {
            Self::Hash => (1, MAX_HASH_MB),
            Self::Threads => (1, MAX_THREADS),
            Self::MultiPv => (1, MAX_MULTI_PV),
            Self::Level => (usize::from(Level::MIN), usize::from(Level::MAX)),
            Self::Elo => (LOWEST_ELO, LOWEST_ELO + ELO_OF_A_LEVEL * usize::from(Level::MAX - Level::MIN)),
            Self::Overhead => (0, MAX_OVERHEAD),
        }
    }

    /// Reads a value.
    pub fn read(self, value: &str) -> Result<usize, String> {
        let (least, most) = self.range();
        value
            .parse()
            .ok()
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| format!("`{value}` is not a number from {least} to {most}"))
    }
}

impl Default for Settings {
    fn default() -> Self {
        let overhead = spielraum_engine::Limits::default().overhead;
        let engine = spielraum_engine::EngineOptions::default();
        Self {
            hash: engine.hash_mb,
            threads: engine.threads,
            multi_pv: 1,
            level: None,
            limit_strength: false,
            elo: Number::Elo.range().1,
            overhead,
            analyse: false,
            weights: String::new(),
            eval_file: String::new(),
            use_nnue: true,
            endgame_path: String::new(),
            params: Params::DEFAULT,
        }
    }
}

impl Settings {
    fn number(&self, number: Number) -> usize {
        match number {
            Number::Hash => self.hash,
            Number::Threads => self.threads,
            Number::MultiPv => self.multi_pv,
            Number::Level => usize::from(self.level.map_or(Level::MAX, Level::number)),
            Number::Elo => self.elo,
            Number::Overhead => self.overhead.as_millis() as usize,
        }
    }

    /// How strong to play now; `None`: at full strength.
    pub fn playing_level(&self) -> Option<Level> {
        match (self.analyse, self.limit_strength) {
            (true, _) => None,
            (false, false) => self.level,
            (false, true) => {
                let above = (self.elo.saturating_sub(LOWEST_ELO) + ELO_OF_A_LEVEL / 2) / ELO_OF_A_LEVEL;
                u8::try_from(above).ok().and_then(|above| Level::new(Level::MIN.saturating_add(above)))
            }
        }
    }

    /// All options, as `uci` is answered. `variant` is the game that is chosen.
    pub fn declaration(&self, variants: &Variants, variant: &str, alone: bool) -> String {
        let mut lines = String::new();
        for (name, option) in all().filter(|(_, option)| option.exists(alone)) {
            let kind = match option {
                Known::Number(number) => {
                    let (least, most) = number.range();
                    format!("spin default {} min {least} max {most}", self.number(number))
                }
                Known::Clear => "button".into(),
                Known::Ponder | Known::Analyse => "check default false".into(),
                Known::LimitStrength => format!("check default {}", self.limit_strength),
                Known::UseNnue => format!("check default {}", self.use_nnue),
                Known::Variant => choice(variant, variants.names()),
                Known::VariantPath | Known::Weights | Known::EvalFile | Known::EndgamePath => {
                    format!("string default {EMPTY}")
                }
                Known::Param(Param { default, min, max, .. }) => {
                    format!("spin default {default} min {min} max {max}")
                }
            };
            let _ = writeln!(lines, "option name {name} type {kind}");
        }
        for (name, option) in variants.options() {
            let kind = match option.range {
                Some((least, most)) => format!("spin default {} min {least} max {most}", option.value),
                None => choice(&option.value, option.values.iter().map(String::as_str)),
            };
            let _ = writeln!(lines, "option name {name} type {kind}");
        }
        lines.truncate(lines.trim_end().len());
        lines
    }
}

/// A choice among words.
fn choice<'a>(default: &str, values: impl Iterator<Item = &'a str>) -> String {
    values.fold(format!("combo default {default}"), |line, value| format!("{line} var {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strength_is_that_of_the_nearest_level() {
        let level = |elo| {
            let settings = Settings { limit_strength: true, elo, ..Settings::default() };
            settings.playing_level().map(Level::number)
        };
        assert_eq!([600, 662, 663, 1600, 2850, 2975].map(level), [1, 1, 2, 9, 19, 20].map(Some));
        let mut settings = Settings { level: Level::new(3), elo: 600, ..Settings::default() };
        assert_eq!(settings.playing_level(), Level::new(3));
        settings.limit_strength = true;
        assert_eq!(settings.playing_level(), Level::new(1));
        settings.analyse = true;
        assert_eq!(settings.playing_level(), None);
    }

    #[test]
    fn numbers_of_the_search_are_options_where_they_are_no_constants() {
        let found = Params::LIST.iter().filter(|param| Known::find(&param.name.to_uppercase()).is_some()).count();
        assert_eq!(found, if Params::TUNABLE { Params::LIST.len() } else { 0 });
        assert_eq!(Known::names(false).count(), ALL.len() + found);
        assert_eq!(Known::find("hash"), Some(Known::Number(Number::Hash)));
    }
}
