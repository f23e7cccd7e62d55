//! Rules that are a file each: their plain data, what makes it wrong, their tables, what they count and write into a
//! position, and how they end the game. This page has one line for each of them in each list that concerns it.

pub(crate) mod bare_royals;
pub(crate) mod castling;
pub(crate) mod check_count;
pub(crate) mod double_step;
pub(crate) mod extinction;
pub(crate) mod hand;
pub(crate) mod promotion;
pub(crate) mod reach;
pub(crate) mod remote_promotion;
pub(crate) mod repetition;
pub(crate) mod royal_obligation;
pub(crate) mod swap;

use crate::spec::Spec;
use crate::state::State;
use crate::tables::{CompileError, Tables};
use crate::{Color, Reason};

/// A condition that ends the game; made for a game once, and only if the game has it.
pub(crate) trait EndCondition<const W: usize>: Send + Sync {
    /// Whether it holds, and who has won then; `Some(None)`: a draw.
    fn winner(&self, t: &Tables<W>, state: &State<W>) -> Option<Option<Color>>;

    /// Whether only captures bring a side nearer to winning by it.
    fn needs_captures(&self) -> bool {
        false
    }

    /// What to tell of it, where it holds.
    fn reason(&self, t: &Tables<W>, state: &State<W>, winner: Option<Color>) -> Reason;
}

/// Some end conditions, in the order in which they are asked.
pub(crate) type EndConditions<const W: usize> = Vec<Box<dyn EndCondition<W>>>;

/// The end conditions of a game. They are asked in this order: what wins by the position alone, what draws by the
/// position alone, having no legal move, what has been there before, and how long it has gone on.
pub(crate) struct Endings<const W: usize> {
    /// A side has won by what stands where and by what is counted. No move may be made then, in a perft either.
    pub(crate) wins: EndConditions<W>,
    /// A draw by what stands where.
    pub(crate) draws: EndConditions<W>,
    /// Decided by what has been there before.
    pub(crate) repetitions: EndConditions<W>,
    /// Decided by how long the game has gone on.
    pub(crate) limits: EndConditions<W>,
}

impl<const W: usize> Endings<W> {
    /// The conditions that a game has.
    pub(crate) fn of(spec: &Spec) -> Self {
        Self {
            wins: [extinction::ending(spec), reach::ending(spec), check_count::ending(spec)]
                .into_iter()
                .flatten()
                .collect(),
            draws: [bare_royals::ending(spec)].into_iter().flatten().collect(),
            repetitions: repetition::ending(spec).into_iter().collect(),
            limits: repetition::move_count(spec).into_iter().collect(),
        }
    }
}

/// What is wrong with the rules' data.
pub(crate) fn faults(spec: &Spec) -> Vec<CompileError> {
    [reach::faults(spec), check_count::faults(spec)].concat()
}

/// Something that a position counts for each side, and that is part of its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Counter {
    /// The moves left to fulfil the royal's obligation; 0: it has none (Q17).
    Obligation,
    /// The checks given.
    Checks,
}

impl Counter {
    /// All there are.
    pub(crate) const ALL: [Self; 2] = [Self::Obligation, Self::Checks];
}

/// What a position counts: for each [`Counter`], White's and Black's number.
pub(crate) type Counters = [[u8; 2]; Counter::ALL.len()];

/// Whether a move may change more than pieces, rights and clocks: positions after it are not told by those alone.
pub(crate) fn counts_something(spec: &Spec) -> bool {
    spec.goals.royal_obligation.is_some() || spec.goals.check_count.is_some()
}
