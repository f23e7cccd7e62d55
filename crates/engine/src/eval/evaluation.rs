//! The static evaluation, as it follows the moves of a search.

use super::accumulator::Accumulator;
use super::{Evaluate, Evaluator};
use crate::attack::AttackCache;
use crate::score::MAX_PLY;
use spielraum_nnue::{Accumulators, Network};
use spielraum_rules::{Change, Position};

/// The evaluation by a network, or else by the classical terms, with its stack of accumulators. What pieces are worth where
/// they stand is kept in both: it is the cheap estimate, distinguishes material, and says when a lead is hard to win.
pub(crate) struct Evaluation<'a> {
    evaluator: &'a Evaluator,
    /// The accumulators; the last one is that of the present position.
    stack: Vec<Accumulator>,
    cache: AttackCache,
    network: Option<Accumulators<'a>>,
}

impl<'a> Evaluation<'a> {
    pub(crate) fn new(evaluator: &'a Evaluator, network: Option<&'a Network>, position: &Position) -> Self {
        let mut stack = Vec::with_capacity(MAX_PLY + 2);
        stack.push(evaluator.accumulator(position));
        let network = network.map(|network| Accumulators::new(network, position, MAX_PLY + 1));
        Self { evaluator, stack, cache: AttackCache::default(), network }
    }

    #[inline(always)]
    fn top(&self) -> Accumulator {
        self.stack[self.stack.len() - 1]
    }
}

impl Evaluate for Evaluation<'_> {
    #[inline(always)]
    fn push(&mut self, changes: &[Change]) {
        let mut accumulator = self.top();
        changes.iter().for_each(|&change| self.evaluator.change(&mut accumulator, change));
        self.stack.push(accumulator);
        if let Some(network) = &mut self.network {
            network.push(changes);
        }
    }

    fn push_null(&mut self) {
        self.stack.push(self.top());
        if let Some(network) = &mut self.network {
            network.push_null();
        }
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.stack.pop();
        if let Some(network) = &mut self.network {
            network.pop();
        }
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        let accumulator = self.top();
        match &mut self.network {
            Some(network) => self.evaluator.finish_learned(position, &accumulator, network.evaluate(position)),
            None => self.evaluator.evaluate(position, &accumulator, &mut self.cache),
        }
    }

    #[inline(always)]
    fn estimate(&self, position: &Position) -> i32 {
        self.evaluator.estimate(position, &self.top())
    }

    fn is_learned(&self) -> bool {
        self.network.is_some()
    }

    #[inline(always)]
    fn keys(&self) -> [u64; 4] {
        self.top().keys()
    }
}
