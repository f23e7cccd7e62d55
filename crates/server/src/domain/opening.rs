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

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_arcade::Game;
    use spielraum_play::{Ending, Pairing, Seat};
    use std::collections::BTreeMap;

    fn key_of(variant: &str, options: &Options, fen: &str) -> String {
        let game = Game::load(spielraum_arcade::Source::Builtin("chess"), &[]).unwrap();
        key(variant, options, &Position::from_fen(game.rules(), fen).unwrap())
    }

    #[test]
    fn a_position_has_one_key_however_it_came_about() {
        let none = Options::new();
        let chess = |fen| key_of("chess", &none, fen);
        let start = chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(start.len(), 24);
        assert_eq!(chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3"), start);
        assert_ne!(chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"), start);
        assert_ne!(chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"), start);
        // A cell passed by counts where a pawn can capture on it.
        let passed = chess("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
        assert_eq!(chess("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), passed);
        let capturable = chess("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
        assert_ne!(chess("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), capturable);
        // The same cells in another game are another position.
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let option = |value: &str| Options::from([("castling".to_owned(), value.to_owned())]);
        let keys =
            [key_of("other", &none, fen), key_of("chess", &option("on"), fen), key_of("chess", &option("off"), fen)];
        assert!(!keys.contains(&start) && keys[1] != keys[2]);
    }

    #[test]
    fn games_count_by_who_played_them() {
        assert!(Source::ALL.into_iter().all(|source| Source::read(source.word()) == Some(source)));
        assert_eq!(Source::read("other"), None);
        let ended = |opponent, plies, ending: Option<Ending>| {
            let pairing = Pairing {
                variant: "chess".to_owned(),
                options: BTreeMap::new(),
                title: String::new(),
                start: String::new(),
                opponent,
                seats: Seat::all(&"ada".into(), Color::White, opponent),
                control: None,
            };
            let mut record = Record::begin(pairing, "ada".into(), crate::time::Moment::default());
            (record.plies, record.progress.ending) = (plies, ending);
            record
        };
        let agreed = || Some(Ending::Agreed);
        for (record, expected) in [
            (ended(Opponent::Friend, FROM, agreed()), [Some(Source::Casual), Some(Source::Rated)]),
            (ended(Opponent::Engine { level: 1 }, FROM, agreed()), [Some(Source::Engine); 2]),
            (ended(Opponent::OneScreen, FROM, agreed()), [None; 2]),
            (ended(Opponent::Friend, FROM - 1, agreed()), [None; 2]),
            (ended(Opponent::Friend, FROM, Some(Ending::Aborted)), [None; 2]),
            (ended(Opponent::Friend, FROM, None), [None; 2]),
        ] {
            assert_eq!([false, true].map(|rated| source(&record, rated)), expected);
        }
        let played =
            OpeningMove { source: Source::Rated, text: "e2e4".to_owned(), white: 100, drawn: 20, black: 3, points: 0 };
        assert_eq!(played.games(), 123);
    }
}
