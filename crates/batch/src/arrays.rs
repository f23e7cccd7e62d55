//! Arrays of one's own for a batch to write to.

use crate::{Batch, Views};

/// Arrays of a batch of `games` games, one game after the other in each.
#[derive(Debug, Default)]
pub struct Arrays {
    /// See [`Views::boards`].
    pub boards: Vec<u8>,
    /// See [`Views::features`].
    pub features: Vec<i16>,
    /// See [`Views::mask`].
    pub mask: Vec<bool>,
    /// See [`Views::rewards`].
    pub rewards: Vec<f32>,
    /// See [`Views::terminated`].
    pub terminated: Vec<bool>,
    /// See [`Views::truncated`].
    pub truncated: Vec<bool>,
}

impl Arrays {
    /// Arrays for a batch.
    pub fn new(batch: &Batch) -> Self {
        let (games, layout) = (batch.len(), batch.layout());
        Self {
            boards: vec![0; games * layout.board_len()],
            features: vec![0; games * layout.features().len()],
            mask: vec![false; games * batch.actions().len()],
            rewards: vec![0.0; games],
            terminated: vec![false; games],
            truncated: vec![false; games],
        }
    }

    /// The arrays to write to.
    pub fn views(&mut self) -> Views<'_> {
        Views {
            boards: &mut self.boards,
            features: &mut self.features,
            mask: &mut self.mask,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
        }
    }
}
