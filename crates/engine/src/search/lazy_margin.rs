//! Lazy evaluation: how far its cheap estimate may err.

use crate::params::Params;

/// How far the evaluation comes out from its cheap estimate. Where that lies beyond the window by much more, the
/// evaluation need not be asked (lazy evaluation; here with a margin that each search finds for its game).
#[derive(Clone, Copy, Debug)]
pub(crate) struct LazyMargin {
    /// The mean distance, in 256ths of a centipawn.
    mean: i32,
}

impl LazyMargin {
    /// Before anything has been learned: larger than games have it.
    pub(crate) fn new() -> Self {
        Self { mean: 200 << 8 }
    }

    #[inline(always)]
    pub(super) fn get(self, params: &Params) -> i32 {
        (self.mean * params.lazy_margin_factor) >> 8
    }

    #[inline(always)]
    pub(super) fn update(&mut self, distance: i32) {
        self.mean += (distance.abs().min(4000) * 256 - self.mean) / 256;
    }
}
