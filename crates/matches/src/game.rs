//! One game between two players.

use crate::player::{Player, PlayerError};
use spielraum_engine::{Clock, Score, ScoreKind};
use spielraum_rules::{ByColor, Color, Move, Outcome, Position};
use std::time::{Duration, Instant};

/// Rules of a match beyond those of the game, so that games end that are decided or go on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// After so many plies a game is a draw.
    pub max_plies: usize,
    /// A player that holds itself so far behind gives up.
    pub resign: Option<Threshold>,
    /// Players that both hold a game so nearly even share the point.
    pub draw: Option<Threshold>,
}

/// A score that both or one of the players must tell for some moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// The score in centipawns: behind by it (to resign), or at most so far from even (for a draw).
    pub centipawns: i32,
    /// For how many of its moves in a row a player must say so.
    pub moves: u32,
    /// From which ply on it counts.
    pub from_ply: usize,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self { max_plies: 1_000, resign: None, draw: None }
    }
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By its rules.
    Rules(Outcome),
    /// This side's player resigned.
    Resigned(Color),
    /// The players agreed that it is even.
    Even,
    /// It became too long.
    TooLong,
    /// This side's time ran out.
    TimeOut(Color),
    /// This side's player failed: an illegal move, a crash.
    Failed(Color, String),
    /// The match was called off.
    CalledOff,
}

impl End {
    /// Who won, if anybody.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Self::Rules(outcome) => outcome.winner,
            Self::Resigned(loser) | Self::TimeOut(loser) | Self::Failed(loser, _) => Some(!*loser),
            Self::Even | Self::TooLong | Self::CalledOff => None,
        }
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |color: Color| if color == Color::White { "White" } else { "Black" };
        match self {
            Self::Rules(outcome) => outcome.fmt(f),
            Self::Resigned(loser) => write!(f, "{} wins: {} resigns", name(!*loser), name(*loser)),
            Self::Even => f.write_str("Draw: both hold it to be even"),
            Self::TooLong => f.write_str("Draw: the game is too long"),
            Self::TimeOut(loser) => write!(f, "{} wins: {} has no time left", name(!*loser), name(*loser)),
            Self::Failed(loser, why) => write!(f, "{} wins: {why}", name(!*loser)),
            Self::CalledOff => f.write_str("unfinished: the match was called off"),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The moves, those of the opening first, in the order they were made.
    pub moves: Vec<Move>,
    /// How many of them were the opening.
    pub opening: usize,
    /// How it ended.
    pub end: End,
    /// The last position, with all moves made on it.
    pub last: Position,
}

/// Plays a game from an opening, which is a position with moves made on it. `called_off` is asked before each move.
pub fn play(
    opening: &Position,
    mut players: ByColor<&mut Player>,
    rules: &Adjudication,
    called_off: &dyn Fn() -> bool,
) -> PlayedGame {
    let mut course = Course::new(opening, &players);
    let end = loop {
        if let Some(outcome) = course.position.outcome() {
            break End::Rules(outcome);
        }
        if course.position.ply() >= rules.max_plies {
            break End::TooLong;
        }
        if called_off() {
            break End::CalledOff;
        }
        let side = course.position.side_to_move();
        match course.ask(players[side]) {
            Ok(None) => {}
            Ok(Some(end)) => break end,
            Err(error) => break End::Failed(side, error.to_string()),
        }
        if let Some(end) = course.adjudicate(side, rules) {
            break end;
        }
    };
    PlayedGame { moves: course.position.moves_made(), opening: opening.ply(), end, last: course.position }
}

/// A game in progress.
struct Course {
    position: Position,
    clocks: ByColor<Option<Clock>>,
    /// For how many moves in a row each side has held itself lost, and the game even.
    lost: ByColor<u32>,
    even: ByColor<u32>,
    score: ByColor<Option<Score>>,
}

impl Course {
    fn new(opening: &Position, players: &ByColor<&mut Player>) -> Self {
        let clock = |(remaining, increment): (Duration, Duration)| Clock { remaining, increment, moves_to_go: None };
        Self {
            position: opening.clone(),
            clocks: ByColor::new(|color| players[color].budget().clock.map(clock)),
            lost: ByColor::default(),
            even: ByColor::default(),
            score: ByColor::default(),
        }
    }

    /// Lets the player whose turn it is make a move; tells if the game ended instead.
    fn ask(&mut self, player: &mut Player) -> Result<Option<End>, PlayerError> {
        let side = self.position.side_to_move();
        // A side without a clock looks to the other as if it had as much time as that.
        let clocks = self.clocks[side].map(|own| ByColor::new(|color| self.clocks[color].unwrap_or(own)));
        let started = Instant::now();
        let choice = player.choose(&self.position, clocks)?;
        if let Some(clock) = &mut self.clocks[side] {
            match clock.remaining.checked_sub(started.elapsed()) {
                Some(left) => clock.remaining = left + clock.increment,
                None => return Ok(Some(End::TimeOut(side))),
            }
        }
        let Some(choice) = choice else {
            return Ok(Some(End::Failed(side, "the player found no move".into())));
        };
        self.position.make(choice.chosen);
        self.score[side] = choice.score;
        Ok(None)
    }

    /// Counts what the side that has moved thinks of the game, and ends it if that is enough.
    fn adjudicate(&mut self, side: Color, rules: &Adjudication) -> Option<End> {
        let centipawns = self.score[side].map(|score| match score.kind() {
            ScoreKind::Centipawns(value) => value,
            ScoreKind::WinIn(_) => i32::MAX,
            ScoreKind::LossIn(_) => i32::MIN,
        });
        let ply = self.position.ply();
        let count = |so_far: u32, threshold: Option<Threshold>, holds: &dyn Fn(i32, i32) -> bool| match threshold {
            Some(t) if ply >= t.from_ply && centipawns.is_some_and(|score| holds(score, t.centipawns)) => so_far + 1,
            _ => 0,
        };
        self.lost[side] = count(self.lost[side], rules.resign, &|score, behind| score <= -behind);
        self.even[side] =
            count(self.even[side], rules.draw, &|score, near| score.unsigned_abs() <= near.unsigned_abs());
        if rules.resign.is_some_and(|resign| self.lost[side] >= resign.moves) {
            return Some(End::Resigned(side));
        }
        let agreed = |draw: Threshold| Color::BOTH.into_iter().all(|color| self.even[color] >= draw.moves);
        rules.draw.is_some_and(agreed).then_some(End::Even)
    }
}
