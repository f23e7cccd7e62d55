//! What a side may try, and what it has done by it.

use crate::State;
use spielraum_geometry::Cell;
use spielraum_spec::Occasion;

/// Something the side to move may try, and the board and hands after it. The rest of `after` (side,
/// castling rights, clocks, obligation) is still as before; see `legality`.
pub(crate) struct Attempt {
    /// How it is written.
    pub text: String,
    /// The position with the pieces where they come to stand.
    pub after: State,
    /// Whether it sets the halfmove clock to 0 (G5).
    pub resets_clock: bool,
    /// Whether it is forbidden if it gives checkmate (a drop of Shogi's pawn).
    pub may_not_mate: bool,
    /// Whether another piece, be it of the same type, has taken the place of the one that moved.
    pub promoted: bool,
    /// What has been done, for what follows it.
    pub done: Done,
}

/// What a move itself has done, as far as effects ask.
#[derive(Clone)]
pub(crate) struct Done {
    /// `None` for a piece that is placed, after which nothing happens.
    pub occasion: Option<Occasion>,
    /// The cell on which the move ended.
    pub end: Cell,
    /// The cells to which pieces have moved.
    pub moved: Vec<Cell>,
    /// The cells from which they have moved.
    pub left: Vec<Cell>,
    /// Where another piece was put for one of the side's, by a promotion elsewhere.
    pub changed: Option<Cell>,
}
