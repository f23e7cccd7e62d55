//! Many games stepped together.

use crate::game::{Ended, Ending, Game, Slices};
use crate::{Actions, Layout, Views};
use rayon::ThreadPool;
use rayon::prelude::*;
use spielraum_rules::{Outcome, Position, Rules};
use std::sync::Arc;
use thiserror::Error;

/// The most bytes that the arrays of a batch may have.
const MAX_BYTES: usize = 16 << 30;

/// How a [`Batch`] is made.
#[derive(Clone, Copy, Debug)]
pub struct BatchOptions {
    /// How many games, 1 to 1,000,000.
    pub games: usize,
    /// How many threads step them, 1 to 256.
    pub threads: usize,
    /// After how many plies a game is broken off.
    pub max_plies: u32,
}

impl Default for BatchOptions {
    fn default() -> Self {
        Self { games: 1, threads: 1, max_plies: 1_000 }
    }
}

/// Why there is no such batch.
#[derive(Debug, Error)]
pub enum NewBatchError {
    /// A number is out of its range.
    #[error("{name} must be from 1 to {most}, not {given}")]
    Range {
        /// What the number is.
        name: &'static str,
        /// The largest it may be.
        most: usize,
        /// What it is.
        given: usize,
    },
    /// The arrays would be larger than 16 GB.
    #[error("{games} games need {bytes} bytes of arrays: choose fewer")]
    Memory {
        /// The number of games.
        games: usize,
        /// What their arrays need.
        bytes: usize,
    },
    /// No piece of the game can ever move.
    #[error("no piece of this game can move")]
    NoActions,
    /// The system has no more threads.
    #[error("the threads can't be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// An action that is not legal in its game. No game has been stepped.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("action {action} is not legal in game {game}: see the mask or the lists of legal actions")]
pub struct IllegalAction {
    /// The number of the game.
    pub game: usize,
    /// The action.
    pub action: i64,
}

/// Why a batch was not stepped.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum StepError {
    /// There is not one action for each game.
    #[error("{games} games need {games} actions, not {given}")]
    Number {
        /// The number of games.
        games: usize,
        /// The number of actions.
        given: usize,
    },
    /// An action is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
    /// The games have not been begun.
    #[error("the games have not begun: reset first")]
    NotBegun,
}

/// Many games of one kind, stepped together. A game that ends begins anew in the same step: its arrays then show the new
/// game, and what ended is told by the rewards and by [`ended`](Self::ended).
pub struct Batch {
    start: Position,
    start_board: Vec<u8>,
    start_features: Vec<i16>,
    actions: Arc<Actions>,
    layout: Arc<Layout>,
    games: Vec<Game>,
    ended: Vec<Option<Ended>>,
    begun: bool,
    max_plies: u32,
    pool: Option<ThreadPool>,
}

impl Batch {
    /// Games that have yet to be [begun](Self::reset).
    pub fn new(rules: &Rules, options: BatchOptions) -> Result<Self, NewBatchError> {
        Self::with(rules, Arc::new(Actions::of(rules)), Arc::new(Layout::of(rules)), options)
    }

    /// The same, with actions and layout that were made for these rules before.
    pub fn with(
        rules: &Rules,
        actions: Arc<Actions>,
        layout: Arc<Layout>,
        options: BatchOptions,
    ) -> Result<Self, NewBatchError> {
        in_range("the number of games", options.games, 1_000_000)?;
        in_range("the number of threads", options.threads, 256)?;
        in_range("the number of plies", options.max_plies as usize, u32::MAX as usize)?;
        if actions.is_empty() {
            return Err(NewBatchError::NoActions);
        }
        let bytes = options.games * (layout.board_len() + 2 * layout.features().len() + actions.len());
        if bytes > MAX_BYTES {
            return Err(NewBatchError::Memory { games: options.games, bytes });
        }
        let start = rules.start();
        let mut start_board = vec![0; layout.board_len()];
        let mut start_features = vec![0; layout.features().len()];
        layout.write(&start, &mut start_board, &mut start_features);
        let threads = rayon::ThreadPoolBuilder::new().num_threads(options.threads);
        Ok(Self {
            games: (0..options.games).map(|_| Game::new(&start)).collect(),
            ended: vec![None; options.games],
            pool: if options.threads > 1 { Some(threads.build()?) } else { None },
            begun: false,
            max_plies: options.max_plies,
            start,
            start_board,
            start_features,
            actions,
            layout,
        })
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Never: there is a game at least.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The numbers of the moves.
    pub fn actions(&self) -> &Arc<Actions> {
        &self.actions
    }

    /// What the arrays hold.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The position of a game.
    ///
    /// # Panics
    ///
    /// If there is no game with this number.
    pub fn position(&self, game: usize) -> &Position {
        self.games[game].position()
    }

    /// The legal actions of a game, sorted; none before the first [`reset`](Self::reset).
    ///
    /// # Panics
    ///
    /// If there is no game with this number.
    pub fn legal_actions(&self, game: usize) -> &[u32] {
        self.games[game].legal()
    }

    /// The game that the last action ended, where now another one has begun; `None` if it goes on.
    ///
    /// # Panics
    ///
    /// If there is no game with this number.
    pub fn ended(&self, game: usize) -> Option<&Ended> {
        self.ended[game].as_ref()
    }

    /// Begins all games anew.
    ///
    /// # Panics
    ///
    /// If the arrays are not as long as this batch needs.
    pub fn reset(&mut self, views: &mut Views<'_>) {
        assert!(self.fits(views), "the arrays belong to this batch");
        views.mask.fill(false);
        self.ended.fill(None);
        self.begun = true;
        let Self { start, start_board, start_features, actions, layout, games, ended, pool, .. } = self;
        for_each(pool.as_ref(), parts(games, ended, views, layout, actions), |part| {
            part.forget_mask();
            part.begin(start, start_board, start_features, actions);
            (*part.reward, *part.terminated, *part.truncated) = (0.0, false, false);
        });
    }

    /// Takes an action in every game. Nothing happens in any if one is not legal.
    ///
    /// # Panics
    ///
    /// If the arrays are not as long as this batch needs.
    pub fn step(&mut self, chosen: &[i64], views: &mut Views<'_>) -> Result<(), StepError> {
        assert!(self.fits(views), "the arrays belong to this batch");
        if !self.begun {
            return Err(StepError::NotBegun);
        }
        if chosen.len() != self.games.len() {
            return Err(StepError::Number { games: self.games.len(), given: chosen.len() });
        }
        let legal = |(game, &action): (&Game, &i64)| u32::try_from(action).is_ok_and(|action| game.is_legal(action));
        if let Some(game) = self.games.iter().zip(chosen).position(|pair| !legal(pair)) {
            return Err(IllegalAction { game, action: chosen[game] }.into());
        }
        let Self { start, start_board, start_features, actions, layout, games, ended, pool, max_plies, .. } = self;
        let max_plies = *max_plies;
        for_each(pool.as_ref(), parts(games, ended, views, layout, actions), |part| {
            let (ending, mover) =
                part.game.step(chosen[part.number] as u32, layout, actions, &mut part.slices, max_plies);
            *part.terminated = matches!(ending, Some(Ending::Over(_)));
            *part.truncated = matches!(ending, Some(Ending::Truncated));
            *part.reward = match &ending {
                Some(Ending::Over(Outcome { winner: Some(winner), .. })) if *winner == mover => 1.0,
                Some(Ending::Over(Outcome { winner: Some(_), .. })) => -1.0,
                _ => 0.0,
            };
            *part.ended = ending.map(|ending| part.game.ended(ending));
            if part.ended.is_some() {
                part.begin(start, start_board, start_features, actions);
            }
        });
        Ok(())
    }

    /// Whether the arrays are as long as it needs.
    fn fits(&self, views: &Views<'_>) -> bool {
        let (games, layout) = (self.len(), self.layout());
        views.boards.len() == games * layout.board_len()
            && views.features.len() == games * layout.features().len()
            && views.mask.len() == games * self.actions().len()
            && [views.rewards.len(), views.terminated.len(), views.truncated.len()] == [games; 3]
    }
}

/// One game of a batch with its part of the arrays.
struct Part<'a> {
    number: usize,
    game: &'a mut Game,
    ended: &'a mut Option<Ended>,
    slices: Slices<'a>,
    reward: &'a mut f32,
    terminated: &'a mut bool,
    truncated: &'a mut bool,
}

impl Part<'_> {
    fn begin(&mut self, start: &Position, board: &[u8], features: &[i16], actions: &Actions) {
        self.slices.board.copy_from_slice(board);
        self.slices.features.copy_from_slice(features);
        self.game.reset(start, actions, self.slices.mask);
    }

    /// Drops what the game remembers of its mask, which has been cleared.
    fn forget_mask(&mut self) {
        self.game.forget_legal();
    }
}

fn parts<'a>(
    games: &'a mut [Game],
    ended: &'a mut [Option<Ended>],
    views: &'a mut Views<'_>,
    layout: &Layout,
    actions: &Actions,
) -> Vec<Part<'a>> {
    let boards = views.boards.chunks_exact_mut(layout.board_len());
    let features = views.features.chunks_exact_mut(layout.features().len());
    let masks = views.mask.chunks_exact_mut(actions.len());
    let slices = boards.zip(features).zip(masks);
    let slices = slices.map(|((board, features), mask)| Slices { board, features, mask });
    let results = views.rewards.iter_mut().zip(views.terminated.iter_mut()).zip(views.truncated.iter_mut());
    let games = games.iter_mut().zip(ended).enumerate();
    let zipped = games.zip(slices).zip(results);
    zipped
        .map(|(((number, (game, ended)), slices), ((reward, terminated), truncated))| Part {
            number,
            game,
            ended,
            slices,
            reward,
            terminated,
            truncated,
        })
        .collect()
}

/// Does the same for every game, on all threads if there are several.
fn for_each(pool: Option<&ThreadPool>, mut parts: Vec<Part<'_>>, work: impl Fn(&mut Part<'_>) + Sync + Send) {
    match pool {
        Some(pool) => pool.install(|| parts.par_iter_mut().with_min_len(8).for_each(work)),
        None => parts.iter_mut().for_each(work),
    }
}

fn in_range(name: &'static str, given: usize, most: usize) -> Result<(), NewBatchError> {
    if (1..=most).contains(&given) { Ok(()) } else { Err(NewBatchError::Range { name, most, given }) }
}
