//! The arrays to which a batch writes.

/// Arrays that a [`Batch`](crate::Batch) writes to, of any owner. They must be the same at each call, as it left them.
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
