//! Openings: what was played from positions, by what games it is known.

use super::{GameId, Options, Record};
use sha2::{Digest, Sha256};
use spielraum_play::Opponent;
use spielraum_queries::base32;
use spielraum_rules::spec::Setup;
use spielraum_rules::{ByColor, Color, Position};

/// How many plies of a game are looked at.
pub(crate) const DEPTH: usize = 30;

/// From how many plies on a game says something about its opening.
const FROM: u32 = 2;

/// By which games something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Rated ones of two people.
    Rated,
    /// Others of two people.
    Casual,
    /// Those of a person against the engine.
    Engine,
}

impl Source {
    pub const ALL: [Self; 3] = [Self::Rated, Self::Casual, Self::Engine];

    /// The word for it in the database.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rated => "rated",
            Self::Casual => "casual",
            Self::Engine => "engine",
        }
    }

    /// What was written by [`word`](Self::word).
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.word() == word)
    }
}

/// What a game says about openings.
#[derive(Clone, Debug)]
pub(crate) struct Explored {
    pub game: GameId,
    /// Where it counts; nowhere: it has said nothing, and is not looked at again.
    pub source: Option<Source>,
    pub winner: Option<Color>,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    pub steps: Vec<Step>,
}

/// A move that was made in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The position's [`key`].
    pub position: String,
    /// The move's text.
    pub text: String,
    /// The rating of the player who made it.
    pub points: i64,
}

/// A move that was made in a position, and how the games went on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpeningMove {
    pub source: Source,
    pub text: String,
    pub white: i64,
    pub drawn: i64,
    pub black: i64,
    /// The ratings of those who made it, added up.
    pub points: i64,
}

impl OpeningMove {
    /// How many games.
    pub fn games(&self) -> i64 {
        self.white + self.drawn + self.black
    }
}

/// A game in which a position was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OpeningGame {
    pub source: Source,
    pub game: GameId,
    pub text: String,
    pub at: i64,
    pub winner: Option<Color>,
    /// The players' names, as others see them.
    pub names: ByColor<String>,
}

/// Where a game counts that has ended with ratings of its players, or without.
pub(crate) fn source(record: &Record, rated: bool) -> Option<Source> {
    let ending = record.progress.ending.as_ref()?;
    if record.plies < FROM || ending.code() == "aborted" {
        return None;
    }
    match record.pairing.opponent {
        Opponent::Friend if rated => Some(Source::Rated),
        Opponent::Friend => Some(Source::Casual),
        Opponent::Engine { .. } => Some(Source::Engine),
        Opponent::OneScreen => None,
    }
}

/// What a position is known by: a hash of its game with all its options, and of its FEN without the counts of moves, and without
/// a cell for capturing en passant where nothing captures so.
pub(crate) fn key(variant: &str, options: &Options, position: &Position) -> String {
    let mut setup = position.setup();
    (setup.halfmove, setup.fullmove) = (0, 1);
    if setup.en_passant.is_some() {
        let without = Setup { en_passant: None, ..setup.clone() };
        let same = Position::new(position.rules(), without.clone()).is_ok_and(|other| other.hash() == position.hash());
        setup = if same { without } else { setup };
    }
    let mut digest = Sha256::new();
    digest.update(variant);
    for (name, value) in options {
        digest.update(format!("\n{name}={value}"));
    }
    digest.update(format!("\n\n{}", setup.fen(position.rules().spec())));
    let hash: [u8; 32] = digest.finalize().into();
    base32(&hash[..15])
}
