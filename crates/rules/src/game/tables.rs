//! Compiled rules: a [`Spec`] turned into flat tables, once.
//!
//! Move generation reads these tables; it interprets nothing and allocates nothing. What a game does
//! not have costs it a test per position, never one per move.

use crate::rule::{self, Endings, RuleTables};
use crate::spec::{Repetition, Spec};
use crate::tables::{Budget, CompileError, Core};
use std::ops::Deref;

/// The tables of a game on a board of at most `64 * W` cells: those of the board and its pieces, and what the rules add.
pub(crate) struct Tables<const W: usize> {
    pub(crate) core: Core<W>,
    pub(crate) rules: RuleTables<W>,
    /// What ends the game.
    pub(crate) endings: Endings<W>,
    /// Whether it matters that a move gives check.
    pub(crate) watches_checks: bool,
    /// Whether positions count more than clocks.
    pub(crate) counts_something: bool,
    /// Whether positions made must be remembered for their side (N4).
    pub(crate) repetition_banned: bool,
    bytes: usize,
}

impl<const W: usize> Tables<W> {
    /// Compiles a specification that has been validated.
    pub(crate) fn build(spec: Spec) -> Result<Self, CompileError> {
        let mut budget = Budget::new();
        let core = Core::build(spec, &mut budget)?;
        Ok(Self {
            rules: RuleTables::build(&core, &mut budget)?,
            endings: Endings::of(&core),
            watches_checks: rule::watches_checks(&core.spec),
            counts_something: core.spec.goals.counts().next().is_some(),
            repetition_banned: core.spec.goals.repetition == Repetition::Banned,
            bytes: budget.spent(),
            core,
        })
    }

    /// Bytes used by the tables.
    pub(crate) fn memory(&self) -> usize {
        self.bytes
    }
}

/// What works with the board alone takes the tables of a game for those of its board.
impl<const W: usize> Deref for Tables<W> {
    type Target = Core<W>;

    #[inline(always)]
    fn deref(&self) -> &Core<W> {
        &self.core
    }
}
