//! What is looked for.

use super::theme::Theme;
use crate::Stipulation;
use spielraum_rules::Color;
use spielraum_rules::spec::PieceType;

/// What a composer asks for.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// What is to be solved.
    pub stipulation: Stipulation,
    /// The fewest and the most pieces on the board.
    pub pieces: (usize, usize),
    /// The pieces, where they are given; only their places are looked for then.
    pub material: Option<Vec<(Color, PieceType)>>,
    /// The themes that are to be shown.
    pub themes: Vec<Theme>,
    /// The fewest different last moves.
    pub variations: usize,
    /// The number of solutions in help play and series.
    pub solutions: usize,
    /// Whether the key may give check or capture.
    pub any_key: bool,
    /// Whether duals are allowed.
    pub duals: bool,
    /// A climb ends when this many changes made nothing better.
    pub patience: u32,
    /// The random numbers; the same number gives the same problems.
    pub seed: u64,
}
