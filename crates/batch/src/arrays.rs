//! The arrays that a batch writes.

use crate::Batch;

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

/// Arrays that a [`Batch`] writes to, whoever owns them. They must be the same at each call, as it left them.
#[derive(Debug)]
pub struct Views<'a> {
    /// The board arrays, `[games, planes, levels, ranks, files]`; see [`Layout`](crate::Layout).
    pub boards: &'a mut [u8],
    /// The feature arrays, `[games, features]`.
    pub features: &'a mut [i16],
    /// Which actions are legal, `[games, actions]`.
    pub mask: &'a mut [bool],
    /// What the last action won for the side that took it, `[games]`: 1, 0 or -1; 0 while the game goes on.
    pub rewards: &'a mut [f32],
    /// Whether the last action ended the game by its rules, `[games]`.
    pub terminated: &'a mut [bool],
    /// Whether the game was broken off after the last action, `[games]`.
    pub truncated: &'a mut [bool],
}

impl Views<'_> {
    pub(crate) fn fit(&self, batch: &Batch) -> bool {
        let (games, layout) = (batch.len(), batch.layout());
        self.boards.len() == games * layout.board_len()
            && self.features.len() == games * layout.features().len()
            && self.mask.len() == games * batch.actions().len()
            && [self.rewards.len(), self.terminated.len(), self.truncated.len()] == [games; 3]
    }
}
