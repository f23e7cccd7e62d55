//! The handcrafted evaluation, as it follows the moves of a search.

use super::accumulator::Accumulator;
use super::{Evaluate, Evaluator};
use crate::attack::AttackCache;
use crate::score::MAX_PLY;
use spielraum_rules::{Move, Position};

/// The handcrafted evaluation with its stack of accumulators.
pub(crate) struct Evaluation<'a> {
    evaluator: &'a Evaluator,
    /// The accumulators; the last one is that of the present position.
    stack: Vec<Accumulator>,
    cache: AttackCache,
}

impl<'a> Evaluation<'a> {
    pub(crate) fn new(evaluator: &'a Evaluator, position: &Position) -> Self {
        let mut stack = Vec::with_capacity(MAX_PLY + 2);
        stack.push(evaluator.accumulator(position));
        Self { evaluator, stack, cache: AttackCache::default() }
    }

    #[inline(always)]
    fn top(&self) -> Accumulator {
        self.stack[self.stack.len() - 1]
    }
}

impl Evaluate for Evaluation<'_> {
    #[inline(always)]
    fn push(&mut self, position: &Position, m: Move) {
        let mut accumulator = self.top();
        position.changes(m, |change| self.evaluator.change(&mut accumulator, change));
        self.stack.push(accumulator);
    }

    fn push_null(&mut self) {
        self.stack.push(self.top());
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.stack.pop();
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        let accumulator = self.top();
        self.evaluator.evaluate(position, &accumulator, &mut self.cache)
    }

    #[inline(always)]
    fn estimate(&self, position: &Position) -> i32 {
        self.evaluator.estimate(position, &self.top())
    }

    #[inline(always)]
    fn material_key(&self) -> u64 {
        self.top().material_key()
    }
}
