//! One game of a batch.

use crate::observation::{ends, repetitions};
use crate::{Actions, Layout};
use spielraum_rules::{Color, Move, Outcome, Position, Standing};

/// How a game of a batch ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game.
    Over(Outcome),
    /// It was broken off after the largest number of plies.
    Truncated,
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// How.
    pub ending: Ending,
    /// After how many plies.
    pub plies: u32,
    /// The position it ended with, and its moves.
    pub position: Position,
}

/// The slices of one game in the arrays of a batch.
pub(crate) struct Slices<'a> {
    pub(crate) board: &'a mut [u8],
    pub(crate) features: &'a mut [i16],
    pub(crate) mask: &'a mut [bool],
}

/// One game, with its legal moves and their actions.
#[derive(Clone)]
pub(crate) struct Game {
    position: Position,
    moves: Vec<Move>,
    /// The legal actions, sorted, each once.
    legal: Vec<u32>,
    /// The legal moves that share a chosen action and differ in what they promote elsewhere.
    pending: Vec<Move>,
    /// The hash of every position of this game.
    hashes: Vec<u64>,
}

impl Game {
    pub(crate) fn new(start: &Position) -> Self {
        Self { position: start.clone(), moves: Vec::new(), legal: Vec::new(), pending: Vec::new(), hashes: Vec::new() }
    }

    /// Begins anew. The arrays but the mask must hold what the start's observation does.
    pub(crate) fn reset(&mut self, start: &Start, actions: &Actions, mask: &mut [bool]) {
        self.position.clone_from(&start.position);
        self.pending.clear();
        self.hashes.clone_from(&start.hashes);
        self.find_moves(actions, mask);
    }

    /// Takes an action that leaves open what is promoted elsewhere.
    pub(crate) fn begin_pending(&mut self, action: u32, layout: &Layout, actions: &Actions, slices: &mut Slices<'_>) {
        self.pending = actions.moves_of(&self.moves, action);
        self.show_pending(layout, actions, slices);
    }

    /// The action that was taken, if it left open what is promoted elsewhere.
    pub(crate) fn pending(&self, actions: &Actions) -> Option<u32> {
        self.pending.first().map(|&m| actions.of_move(m))
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// The legal actions, sorted.
    pub(crate) fn legal(&self) -> &[u32] {
        &self.legal
    }

    /// Forgets which actions the mask shows.
    pub(crate) fn forget_legal(&mut self) {
        self.legal.clear();
    }

    /// The game as it has ended.
    pub(crate) fn ended(&self, ending: Ending) -> Ended {
        Ended { ending, plies: self.plies(), position: self.position.clone() }
    }

    /// How many moves have been made.
    fn plies(&self) -> u32 {
        u32::try_from(self.position.ply()).unwrap_or(u32::MAX)
    }

    pub(crate) fn is_legal(&self, action: u32) -> bool {
        self.legal.binary_search(&action).is_ok()
    }

    /// Takes a legal action; says how the game has ended, if it has, and who made the move.
    pub(crate) fn step(
        &mut self,
        action: u32,
        layout: &Layout,
        actions: &Actions,
        slices: &mut Slices<'_>,
        max_plies: u32,
    ) -> (Option<Ending>, Color) {
        let mover = self.position.side_to_move();
        let Some(m) = self.chosen(action, actions) else {
            self.show_pending(layout, actions, slices);
            return (None, mover);
        };
        if !self.pending.is_empty() {
            layout.set_pending(ends(m), 0, slices.board);
            self.pending.clear();
        }
        self.position.make_unchecked(m);
        layout.update(&self.position.last_changes(), slices.board, slices.features);
        layout.set_repetitions(repetitions(self.hashes.iter().rev().copied(), &self.position), slices.features);
        self.hashes.push(self.position.hash());
        self.find_moves(actions, slices.mask);
        let ending = match outcome(&self.position, &self.moves) {
            Some(outcome) => Some(Ending::Over(outcome)),
            None if self.plies() >= max_plies => Some(Ending::Truncated),
            None => None,
        };
        (ending, mover)
    }

    /// The one move that a legal action makes; `None` if it leaves open what is promoted elsewhere, which is then pending.
    fn chosen(&mut self, action: u32, actions: &Actions) -> Option<Move> {
        if !self.pending.is_empty() {
            return self.pending.iter().copied().find(|&m| actions.of_remote(m) == Some(action));
        }
        let mut fitting = self.moves.iter().copied().filter(|&m| actions.of_move(m) == action);
        let first = fitting.next()?;
        if fitting.next().is_none() {
            return Some(first);
        }
        self.pending = actions.moves_of(&self.moves, action);
        None
    }

    fn find_moves(&mut self, actions: &Actions, mask: &mut [bool]) {
        self.hide(mask);
        self.moves = self.position.legal_moves();
        actions.of_moves(&self.moves, &mut self.legal);
        self.show(mask);
    }

    /// Shows the move that is being completed, and the actions that complete it.
    fn show_pending(&mut self, layout: &Layout, actions: &Actions, slices: &mut Slices<'_>) {
        layout.set_pending(ends(self.pending[0]), 1, slices.board);
        self.hide(slices.mask);
        self.legal.extend(self.pending.iter().filter_map(|&m| actions.of_remote(m)));
        self.legal.sort_unstable();
        self.show(slices.mask);
    }

    fn hide(&mut self, mask: &mut [bool]) {
        for action in self.legal.drain(..) {
            mask[action as usize] = false;
        }
    }

    fn show(&self, mask: &mut [bool]) {
        for &action in &self.legal {
            mask[action as usize] = true;
        }
    }
}

/// A position from which games begin, and what the arrays show of it.
#[derive(Clone)]
pub(crate) struct Start {
    position: Position,
    hashes: Vec<u64>,
    pub(crate) board: Vec<u8>,
    pub(crate) features: Vec<i16>,
}

impl Start {
    /// A position with the moves made on it.
    pub(crate) fn new(position: &Position, layout: &Layout) -> Self {
        let (mut board, mut features) = (vec![0; layout.board_len()], vec![0; layout.features().len()]);
        layout.write(position, &mut board, &mut features);
        let mut earlier = position.clone();
        let mut hashes = Vec::new();
        while earlier.unmake().is_some() {
            hashes.push(earlier.hash());
        }
        hashes.reverse();
        layout.set_repetitions(repetitions(hashes.iter().rev().copied(), position), &mut features);
        hashes.push(position.hash());
        Self { position: position.clone(), hashes, board, features }
    }
}

/// The outcome of a position with these legal moves. Which moves there are is not found out again, as
/// [`Position::outcome`] alone would.
pub fn outcome(position: &Position, legal: &[Move]) -> Option<Outcome> {
    let goes_on = !legal.is_empty() && position.standing(position.ply()) == Standing::Open;
    if goes_on { None } else { position.outcome() }
}
