//! A learned evaluation, as it follows the moves of a search.

use super::accumulator::Accumulator;
use super::{Evaluate, Evaluator};
use crate::score::MAX_PLY;
use spielraum_nnue::{Accumulators, Network};
use spielraum_rules::{Move, Position};

/// A network in place of the handcrafted terms. What pieces are worth where they stand is kept as well: it is the cheap
/// estimate, tells material apart, and says when a lead is hard to win.
pub(crate) struct LearnedEvaluation<'a> {
    evaluator: &'a Evaluator,
    stack: Vec<Accumulator>,
    network: Accumulators<'a>,
}

impl<'a> LearnedEvaluation<'a> {
    pub(crate) fn new(evaluator: &'a Evaluator, network: &'a Network, position: &Position) -> Self {
        let mut stack = Vec::with_capacity(MAX_PLY + 2);
        stack.push(evaluator.accumulator(position));
        Self { evaluator, stack, network: Accumulators::new(network, position, MAX_PLY + 1) }
    }

    #[inline(always)]
    fn top(&self) -> Accumulator {
        self.stack[self.stack.len() - 1]
    }
}

impl Evaluate for LearnedEvaluation<'_> {
    fn push(&mut self, position: &Position, m: Move) {
        let mut accumulator = self.top();
        self.network.push(position, m, |change| self.evaluator.change(&mut accumulator, change));
        self.stack.push(accumulator);
    }

    fn push_null(&mut self) {
        self.stack.push(self.top());
        self.network.push_null();
    }

    fn pop(&mut self) {
        self.stack.pop();
        self.network.pop();
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        let value = self.network.evaluate(position);
        self.evaluator.finish_learned(position, &self.top(), value)
    }

    fn estimate(&self, position: &Position) -> i32 {
        self.evaluator.estimate(position, &self.top())
    }

    fn material_key(&self) -> u64 {
        self.top().material_key()
    }
}
