//! A match: many games between two players, in pairs from the same opening with colours swapped.

use crate::dice::mixed;
use crate::elo::{Pairs, Sprt, Tally, Verdict};
use crate::game::{Adjudication, PlayedGame, play};
use crate::openings::opening;
use crate::player::{Player, PlayerError, PlayerSpec};
use spielraum_arcade::Game;
use spielraum_play::Ending;
use spielraum_rules::{ByColor, Color, Position};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The position from which the openings begin.
    pub start: Position,
    /// The game.
    pub game: Game,
    /// The two players.
    pub players: [PlayerSpec; 2],
    /// How many pairs of games are played at most.
    pub pairs: u64,
    /// How many random plies an opening has.
    pub opening_plies: u32,
    /// On what openings and the players' choices depend.
    pub seed: u64,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// The test that ends the match as soon as its question is answered.
    pub sprt: Option<Sprt>,
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// Its number, from 0; the games of a pair follow each other.
    pub number: u64,
    /// The colour of the first player.
    pub first_plays: Color,
    /// The game.
    pub game: PlayedGame,
}

/// How a match stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The games that were finished, from the first player's side.
    pub tally: Tally,
    /// The pairs that were finished.
    pub pairs: Pairs,
    /// The same games from White's side.
    pub white: Tally,
    /// Games that ended because a player failed.
    pub failures: u64,
    /// Games that ended because they became too long or a clock ran out.
    pub cut_short: u64,
}

impl MatchGame {
    /// The half points of the first player.
    pub fn half_points(&self) -> usize {
        match self.game.ending.winner() {
            None => 1,
            Some(winner) => {
                if winner == self.first_plays {
                    2
                } else {
                    0
                }
            }
        }
    }
}

impl Standing {
    fn add(&mut self, pair: &[MatchGame; 2]) {
        let mut sum = 0;
        for game in pair {
            let half_points = game.half_points();
            sum += half_points;
            self.tally.add(half_points);
            self.white.add(if game.first_plays == Color::White { half_points } else { 2 - half_points });
            match game.game.ending {
                Ending::Failed(..) => self.failures += 1,
                Ending::TooLong | Ending::TimeOut(_) | Ending::TimeOutDraw(_) => self.cut_short += 1,
                _ => {}
            }
        }
        self.pairs.add(sum);
    }
}

impl Match {
    /// Plays the match, reports to `observer` every pair of games as it is finished, and gives the final standing.
    /// Setting `called_off` ends it early; games that are running then don't count.
    pub fn run(
        &self,
        called_off: &AtomicBool,
        observer: &mut dyn FnMut(&[MatchGame; 2], &Standing),
    ) -> Result<Standing, PlayerError> {
        let next = AtomicU64::new(0);
        let over = AtomicBool::new(false);
        let mut standing = Standing::default();
        let mut failure = None;
        std::thread::scope(|scope| {
            let (sender, finished) = channel();
            for _ in 0..self.concurrency.clamp(1, self.pairs.clamp(1, 1024) as usize) {
                let sender = sender.clone();
                let (next, over) = (&next, &over);
                scope.spawn(move || {
                    self.work(next, &|| over.load(Ordering::Relaxed) || called_off.load(Ordering::Relaxed), &sender)
                });
            }
            drop(sender);
            for pair in finished {
                match pair {
                    // What comes in after the end of a test must not change its answer.
                    Ok(_) if over.load(Ordering::Relaxed) => {}
                    Ok(pair) => {
                        standing.add(&pair);
                        observer(&pair, &standing);
                        if self.sprt.is_some_and(|test| test.verdict(&standing.pairs) != Verdict::Open) {
                            over.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(error) => {
                        over.store(true, Ordering::Relaxed);
                        failure.get_or_insert(error);
                    }
                }
            }
        });
        failure.map_or(Ok(standing), Err)
    }

    /// Plays pair after pair until there are no more, or the match is over. Nobody listens any more once that is so,
    /// and then it does not matter that something can't be sent.
    fn work(&self, next: &AtomicU64, over: &dyn Fn() -> bool, sender: &Sender<Result<[MatchGame; 2], PlayerError>>) {
        let mut players = match self.make_players() {
            Ok(players) => players,
            Err(error) => {
                let _ = sender.send(Err(error));
                return;
            }
        };
        while !over() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.pairs {
                return;
            }
            let Some(pair) = self.play_pair(number, &mut players, over).transpose() else { return };
            let failed = pair.is_err();
            if sender.send(pair).is_err() || failed {
                return;
            }
        }
    }

    /// Makes the two players, who may play pair after pair.
    pub fn make_players(&self) -> Result<[Player; 2], PlayerError> {
        let make = |at: usize| self.players[at].make(&self.game);
        Ok([make(0)?, make(1)?])
    }

    /// Both games of a pair; `None` if the match was called off before they were finished. A player that failed is made anew.
    pub fn play_pair(
        &self,
        number: u64,
        pair: &mut [Player; 2],
        over: &dyn Fn() -> bool,
    ) -> Result<Option<[MatchGame; 2]>, PlayerError> {
        let mut play_one = |first_plays: Color| {
            let game = number * 2 + u64::from(first_plays == Color::Black);
            self.play_game(game, number, first_plays, pair, over)
        };
        let pair = [play_one(Color::White)?, play_one(Color::Black)?];
        let complete = pair.iter().all(|game| game.game.ending != Ending::Aborted);
        Ok(complete.then_some(pair))
    }

    /// One game, by its number, from the opening with a number; it is aborted if the match was called off before it was
    /// finished. A player that failed is made anew.
    pub fn play_game(
        &self,
        number: u64,
        opening_number: u64,
        first_plays: Color,
        pair: &mut [Player; 2],
        over: &dyn Fn() -> bool,
    ) -> Result<MatchGame, PlayerError> {
        let opening = opening(&self.start, self.opening_plies, self.seed, opening_number);
        for (at, player) in (0..).zip(pair.iter_mut()) {
            player.new_game(mixed(self.seed, number), at)?;
        }
        let [first, second] = &mut *pair;
        let players = match first_plays {
            Color::White => ByColor { white: first, black: second },
            Color::Black => ByColor { white: second, black: first },
        };
        let game = play(&opening, players, &self.adjudication, over);
        if matches!(game.ending, Ending::Failed(..)) {
            // A player that failed gets a fresh start, if it can start at all.
            *pair = self.make_players()?;
        }
        Ok(MatchGame { number, first_plays, game })
    }
}
