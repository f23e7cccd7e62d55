//! Which of a position's moves are generated.

/// Some of the moves of a position.
pub(crate) trait Part {
    /// Those that capture.
    const CAPTURES: bool;
    /// Those that don't, drops excepted.
    const QUIETS: bool;
    /// Drops.
    const DROPS: bool;
}

/// All moves.
pub(crate) struct All;
/// The moves that capture.
pub(crate) struct Captures;
/// The moves of pieces on the board that don't capture.
pub(crate) struct Quiets;
/// The drops.
pub(crate) struct Drops;

impl Part for All {
    const CAPTURES: bool = true;
    const QUIETS: bool = true;
    const DROPS: bool = true;
}

impl Part for Captures {
    const CAPTURES: bool = true;
    const QUIETS: bool = false;
    const DROPS: bool = false;
}

impl Part for Quiets {
    const CAPTURES: bool = false;
    const QUIETS: bool = true;
    const DROPS: bool = false;
}

impl Part for Drops {
    const CAPTURES: bool = false;
    const QUIETS: bool = false;
    const DROPS: bool = true;
}
