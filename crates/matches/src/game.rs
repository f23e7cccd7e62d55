//! One game between two players.

use crate::player::Player;
use spielraum_engine::{Clock, Score, ScoreKind};
use spielraum_play::{Action, Ending, GameState, Players, Time, TimeControl};
use spielraum_rules::{ByColor, Color, Move, Position};
use std::time::Instant;

/// Rules of a match beyond those of the game, so that games end that are decided or go on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// After this many plies a game is a draw.
    pub max_plies: usize,
    /// A player that holds itself so far behind gives up.
    pub resign: Option<Threshold>,
    /// Players that both hold a game so nearly even share the point.
    pub draw: Option<Threshold>,
}

/// A score that both or one of the players must show for some moves in a row.
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

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The moves, those of the opening first, in the order they were made.
    pub moves: Vec<Move>,
    /// How many of them were the opening.
    pub opening: usize,
    /// How it ended.
    pub ending: Ending,
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
    let ending = loop {
        if let Some(ending) = course.state.ending() {
            break ending.clone();
        }
        let side = course.state.side_to_move();
        let action = if course.state.position().ply() >= rules.max_plies {
            Action::Adjudicate(Ending::TooLong)
        } else if called_off() {
            Action::Abort
        } else {
            course.choose(players[side], side)
        };
        course.act(side, action);
        if let Some(action) = course.adjudicate(side, rules) {
            course.act(side, action);
        }
    };
    let last = course.state.position().clone();
    PlayedGame { moves: last.moves_made(), opening: opening.ply(), ending, last }
}

/// A game in progress.
struct Course {
    state: GameState,
    /// When its first player began to think.
    began: Instant,
    /// For how many moves in a row each side has held itself lost, and the game even.
    lost: ByColor<u32>,
    even: ByColor<u32>,
    score: ByColor<Option<Score>>,
}

impl Course {
    fn new(opening: &Position, players: &ByColor<&mut Player>) -> Self {
        let clock = |(initial, increment)| TimeControl::Fischer { initial, increment };
        let control = ByColor::new(|color| players[color].budget().clock.map(clock));
        let mut state = GameState::new(opening.clone(), Players::Two).with_clocks(control);
        state.run_clock(Time::ZERO);
        Self {
            state,
            began: Instant::now(),
            lost: ByColor::default(),
            even: ByColor::default(),
            score: ByColor::default(),
        }
    }

    /// What the clocks show at a point in time, for a player who has one. A side without a clock looks to the other as if
    /// it had as much time.
    fn clocks(&self, side: Color, now: Time) -> Option<ByColor<Clock>> {
        let shown = |color| {
            let clocks = self.state.progress().clocks.as_ref()?;
            let increment = clocks.control(color)?.increment();
            Some(Clock { remaining: clocks.left(color, now)?, increment, moves_to_go: None })
        };
        let own = shown(side)?;
        Some(ByColor::new(|color| shown(color).unwrap_or(own)))
    }

    /// What the player whose turn it is does.
    fn choose(&mut self, player: &mut Player, side: Color) -> Action {
        let clocks = self.clocks(side, self.began.elapsed());
        match player.choose(self.state.position(), clocks) {
            Ok(Some(choice)) => {
                self.score[side] = choice.score;
                Action::Move(choice.chosen)
            }
            Ok(None) => Action::Adjudicate(Ending::Failed(side, "the player found no move".into())),
            Err(error) => Action::Adjudicate(Ending::Failed(side, error.to_string())),
        }
    }

    /// Does what a side does. If its time is up, that is the end; what can't be done is its player's fault.
    fn act(&mut self, side: Color, action: Action) {
        let now = self.began.elapsed();
        if self.state.apply(side, Action::Flag, now).is_ok() {
            return;
        }
        if let Err(refused) = self.state.apply(side, action, now) {
            let failed = Action::Adjudicate(Ending::Failed(side, refused.to_string()));
            // Only what is over refuses this.
            let _ = self.state.apply(side, failed, now);
        }
    }

    /// Counts what the side that has moved thinks of the game, and says what follows if that is enough.
    fn adjudicate(&mut self, side: Color, rules: &Adjudication) -> Option<Action> {
        if self.state.ending().is_some() {
            return None;
        }
        let centipawns = self.score[side].map(|score| match score.kind() {
            ScoreKind::Centipawns(value) => value,
            ScoreKind::WinIn(_) => i32::MAX,
            ScoreKind::LossIn(_) => i32::MIN,
        });
        let ply = self.state.position().ply();
        let count = |so_far: u32, threshold: Option<Threshold>, holds: &dyn Fn(i32, i32) -> bool| match threshold {
            Some(t) if ply >= t.from_ply && centipawns.is_some_and(|score| holds(score, t.centipawns)) => so_far + 1,
            _ => 0,
        };
        self.lost[side] = count(self.lost[side], rules.resign, &|score, behind| score <= -behind);
        self.even[side] =
            count(self.even[side], rules.draw, &|score, near| score.unsigned_abs() <= near.unsigned_abs());
        if rules.resign.is_some_and(|resign| self.lost[side] >= resign.moves) {
            return Some(Action::Resign);
        }
        let agreed = |draw: Threshold| Color::BOTH.into_iter().all(|color| self.even[color] >= draw.moves);
        rules.draw.is_some_and(agreed).then_some(Action::Adjudicate(Ending::Agreed))
    }
}
