//! What a search keeps for each ply of the line being searched.

use super::movepick::{Picked, Scored};
use crate::history::PieceTo;
use crate::score::MAX_PLY;
use spielraum_rules::{Color, Move};

/// What is kept for each ply of the line being searched.
#[derive(Default)]
pub(crate) struct Frame {
    pub(crate) moves: Vec<Scored>,
    /// The quiet moves searched so far.
    pub(crate) quiets: Vec<PieceTo>,
    /// Moves put off, since another thread searched them.
    pub(crate) deferred: Vec<Candidate>,
    /// The side to move, once the position has been entered.
    pub(crate) side: Option<Color>,
    /// What the evaluation alone says.
    pub(crate) raw_eval: i32,
    /// The evaluation, corrected by the correction history.
    pub(crate) static_eval: i32,
    pub(crate) killers: [Option<Move>; 2],
    /// The move that led to the position; none for the first and after a null move.
    pub(crate) piece_to: Option<PieceTo>,
    /// How many moves were searched before it.
    pub(crate) number: usize,
    /// Whether it captures nothing.
    pub(crate) after_quiet: bool,
    /// The table move while a singular search leaves it out.
    pub(crate) excluded: Option<Move>,
    /// Whether the side to move is in check, and whether it is in danger, once that has been asked.
    pub(crate) is_check: Option<bool>,
    pub(crate) is_danger: Option<bool>,
    /// Whether the position is or was on a principal variation.
    pub(crate) was_pv: bool,
    /// The principal variation.
    pub(crate) pv: Vec<Move>,
}

/// A move whose turn has come.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) m: Move,
    pub(crate) picked: Picked,
    pub(crate) is_quiet: bool,
    /// Whether it promotes a piece to a better one.
    pub(crate) promotes: bool,
    /// How many moves come before it.
    pub(crate) number: usize,
    /// By what other threads know that it is being searched.
    pub(crate) key: Option<u64>,
}

/// This many quiet moves of a node are remembered, to be marked down.
pub(crate) const MAX_QUIETS: usize = 48;

/// Frames for a whole line. Their lists get memory when they are first needed, and keep it: a short search of a few nodes
/// does not pay for plies that it never reaches.
pub(crate) fn stack() -> Vec<Frame> {
    std::iter::repeat_with(Frame::default).take(MAX_PLY + 2).collect()
}

/// Makes the principal variation from `ply` on: a move and the best line after it.
pub(crate) fn set_pv(stack: &mut [Frame], ply: usize, m: Move) {
    let (upper, lower) = stack.split_at_mut(ply + 1);
    let pv = &mut upper[ply].pv;
    pv.clear();
    pv.push(m);
    pv.extend_from_slice(&lower[0].pv);
}
