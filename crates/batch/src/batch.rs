//! Many games stepped together.

use crate::game::{Ended, Ending, Game, Slices, Start};
use crate::pool::Pool;
use crate::{Actions, Layout, Views};
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
    /// There is no position to begin with.
    #[error("there is no position to begin with")]
    NoStarts,
    /// A game can't begin with a position.
    #[error("the game is over in start {0}")]
    StartIsOver(usize),
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
    /// The arrays are not as long as this batch needs.
    #[error("the arrays are not those of this batch")]
    Arrays,
    /// A game that is over can't go on.
    #[error("the game is over in this position")]
    Over,
    /// An action leaves nothing open.
    #[error("action {0} leaves no promotion elsewhere open")]
    NotPending(u32),
}

/// Many games of one kind, stepped together. A game that ends begins anew in the same step: its arrays then show the new
/// game, and what ended is reported by the rewards and by [`ended`](Self::ended).
pub struct Batch {
    starts: Vec<Start>,
    /// How many games each game has been.
    begun: Vec<usize>,
    actions: Arc<Actions>,
    layout: Arc<Layout>,
    games: Vec<Game>,
    ended: Vec<Option<Ended>>,
    is_begun: bool,
    max_plies: u32,
    pool: Pool,
}

impl Batch {
    /// Games that have yet to be [begun](Self::reset).
    pub fn new(rules: &Rules, options: BatchOptions) -> Result<Self, NewBatchError> {
        Self::with(&[rules.start()], Arc::new(Actions::of(rules)), Arc::new(Layout::of(rules)), options)
    }

    /// The same, with actions and layout that were made for these rules before. Games begin with the positions of `starts`, of
    /// which the moves made on them count as moves of the game, one after the other: with `n` games, game `i` begins with start
    /// `i`, then with start `i + n`, and so on.
    pub fn with(
        starts: &[Position],
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
        let shown = layout.board_len() + 2 * layout.features().len();
        let bytes = options.games * (shown + actions.len()) + starts.len() * shown;
        if bytes > MAX_BYTES {
            return Err(NewBatchError::Memory { games: options.games, bytes });
        }
        let Some(first) = starts.first() else { return Err(NewBatchError::NoStarts) };
        if let Some(over) = starts.iter().position(|start| start.outcome().is_some()) {
            return Err(NewBatchError::StartIsOver(over));
        }
        Ok(Self {
            games: (0..options.games).map(|_| Game::new(first)).collect(),
            ended: vec![None; options.games],
            begun: vec![0; options.games],
            pool: Pool::new(options.threads)?,
            is_begun: false,
            max_plies: options.max_plies,
            starts: starts.iter().map(|start| Start::new(start, &layout)).collect(),
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

    /// The action that was taken in a game, if it left open what is promoted elsewhere: the legal actions complete it.
    ///
    /// # Panics
    ///
    /// If there is no game with this number.
    pub fn pending(&self, game: usize) -> Option<u32> {
        self.games[game].pending(&self.actions)
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
    /// # Errors
    ///
    /// [`StepError::Arrays`].
    pub fn reset(&mut self, views: &mut Views<'_>) -> Result<(), StepError> {
        self.check(views)?;
        views.mask.fill(false);
        self.ended.fill(None);
        self.begun.fill(0);
        self.is_begun = true;
        self.pool.renew();
        let Self { starts, actions, layout, games, ended, begun, pool, .. } = self;
        pool.for_each(&mut parts(games, ended, begun, views, layout, actions), 8, |part| {
            part.forget_mask();
            part.begin(starts, actions);
            (*part.reward, *part.terminated, *part.truncated) = (0.0, false, false);
        });
        Ok(())
    }

    /// Lets a game go on from a position, with the moves made on it. `pending` is the action that was taken in it, if that left
    /// open what is promoted elsewhere.
    ///
    /// # Panics
    ///
    /// If there is no game with this number, or the position is another game's.
    pub fn set_position(
        &mut self,
        game: usize,
        position: &Position,
        pending: Option<u32>,
        views: &mut Views<'_>,
    ) -> Result<(), StepError> {
        self.check(views)?;
        if !self.is_begun {
            return Err(StepError::NotBegun);
        }
        if position.outcome().is_some() {
            return Err(StepError::Over);
        }
        let Self { actions, layout, games, ended, begun, .. } = self;
        let leaves_open = |&action: &u32| actions.moves_of(&position.legal_moves(), action).len() > 1;
        if let Some(action) = pending.filter(|action| !leaves_open(action)) {
            return Err(StepError::NotPending(action));
        }
        let mut parts = parts(games, ended, begun, views, layout, actions);
        let part = &mut parts[game];
        part.begin_with(&Start::new(position, layout), actions);
        if let Some(action) = pending {
            part.game.begin_pending(action, layout, actions, &mut part.slices);
        }
        *part.ended = None;
        (*part.reward, *part.terminated, *part.truncated) = (0.0, false, false);
        Ok(())
    }

    /// Takes an action in every game. Nothing happens in any if one is not legal.
    pub fn step(&mut self, chosen: &[i64], views: &mut Views<'_>) -> Result<(), StepError> {
        self.check(views)?;
        if !self.is_begun {
            return Err(StepError::NotBegun);
        }
        if chosen.len() != self.games.len() {
            return Err(StepError::Number { games: self.games.len(), given: chosen.len() });
        }
        let legal = |(game, &action): (&Game, &i64)| u32::try_from(action).is_ok_and(|action| game.is_legal(action));
        if let Some(game) = self.games.iter().zip(chosen).position(|pair| !legal(pair)) {
            return Err(IllegalAction { game, action: chosen[game] }.into());
        }
        self.pool.renew();
        let Self { starts, actions, layout, games, ended, begun, pool, max_plies, .. } = self;
        let max_plies = *max_plies;
        pool.for_each(&mut parts(games, ended, begun, views, layout, actions), 8, |part| {
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
                part.begin(starts, actions);
            }
        });
        Ok(())
    }

    /// Whether the arrays are as long as it needs.
    fn check(&self, views: &Views<'_>) -> Result<(), StepError> {
        let (games, layout) = (self.len(), self.layout());
        let fits = views.boards.len() == games * layout.board_len()
            && views.features.len() == games * layout.features().len()
            && views.mask.len() == games * self.actions().len()
            && [views.rewards.len(), views.terminated.len(), views.truncated.len()] == [games; 3];
        if fits { Ok(()) } else { Err(StepError::Arrays) }
    }

    /// A batch of its own whose games stand as these do.
    pub fn try_clone(&self) -> Result<Self, NewBatchError> {
        Ok(Self {
            starts: self.starts.clone(),
            begun: self.begun.clone(),
            actions: self.actions.clone(),
            layout: self.layout.clone(),
            games: self.games.clone(),
            ended: self.ended.clone(),
            is_begun: self.is_begun,
            max_plies: self.max_plies,
            pool: Pool::new(self.pool.threads())?,
        })
    }
}

/// One game of a batch with its part of the arrays.
struct Part<'a> {
    number: usize,
    game: &'a mut Game,
    ended: &'a mut Option<Ended>,
    begun: &'a mut usize,
    games: usize,
    slices: Slices<'a>,
    reward: &'a mut f32,
    terminated: &'a mut bool,
    truncated: &'a mut bool,
}

impl Part<'_> {
    /// Begins with the next start.
    fn begin(&mut self, starts: &[Start], actions: &Actions) {
        let next = (self.number + self.begun.wrapping_mul(self.games)) % starts.len();
        *self.begun = self.begun.wrapping_add(1);
        self.begin_with(&starts[next], actions);
    }

    fn begin_with(&mut self, start: &Start, actions: &Actions) {
        self.slices.board.copy_from_slice(&start.board);
        self.slices.features.copy_from_slice(&start.features);
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
    begun: &'a mut [usize],
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
    let count = games.len();
    let games = games.iter_mut().zip(ended).zip(begun).enumerate();
    let zipped = games.zip(slices).zip(results);
    zipped
        .map(|(((number, ((game, ended), begun)), slices), ((reward, terminated), truncated))| Part {
            number,
            game,
            ended,
            begun,
            games: count,
            slices,
            reward,
            terminated,
            truncated,
        })
        .collect()
}

pub(crate) fn in_range(name: &'static str, given: usize, most: usize) -> Result<(), NewBatchError> {
    if (1..=most).contains(&given) { Ok(()) } else { Err(NewBatchError::Range { name, most, given }) }
}
