//! How a piece moves.

use spielraum_geometry::{CellSet, LineDirection, Offset, RingFilter};
use std::fmt;

/// One way in which a piece moves.
#[derive(Clone, PartialEq)]
pub struct MovePart {
    /// Where it leads and what blocks it.
    pub pattern: Pattern,
    /// Whether it may move to empty cells, capture, or both.
    pub mode: Mode,
    /// The cells from which this part is available; `None`: all.
    pub origin: Option<CellSet>,
    /// The cells to which this part leads; `None`: all. What lies on the way may be anywhere.
    pub target: Option<CellSet>,
}

/// Files of games that there were before parts named their targets keep their games.
impl fmt::Debug for MovePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pattern, mode, origin, target } = self;
        let mut text = f.debug_struct("MovePart");
        text.field("pattern", pattern).field("mode", mode).field("origin", origin);
        if let Some(target) = target {
            text.field("target", target);
        }
        text.finish()
    }
}

impl MovePart {
    /// A part that moves and captures alike, from anywhere.
    pub fn new(pattern: Pattern) -> Self {
        Self { pattern, mode: Mode::Both, origin: None, target: None }
    }
}

/// What a move may find on its target cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Nothing or an enemy piece.
    #[default]
    Both,
    /// Nothing.
    Quiet,
    /// An enemy piece.
    Capture,
}

impl Mode {
    /// Whether it may go to an empty cell.
    #[inline]
    pub fn quiet(self) -> bool {
        self != Self::Capture
    }

    /// Whether it may capture.
    #[inline]
    pub fn captures(self) -> bool {
        self != Self::Quiet
    }
}

/// Where a move leads and what blocks it.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// Leap to a cell at one of the offsets: what lies between does not matter. A step is a leap of
    /// one cell.
    Leap(StepSet),
    /// Slide along a line. Every cell before the target must be empty, the target's distance one of
    /// `distances`.
    Slide {
        /// The lines, both ways of which are named singly.
        lines: Vec<LineDirection>,
        /// How many cells along the line the target may be.
        distances: Distances,
    },
    /// Go along a line over exactly one piece of either side, the hurdle; every other cell before the
    /// target must be empty (the Cannon's capture, the Grasshopper).
    Hop {
        /// The lines, both ways of which are named singly.
        lines: Vec<LineDirection>,
        /// How far beyond the hurdle the target may be.
        landing: Landing,
    },
    /// Several steps in one move, each from the cell where the one before ended, away from the start:
    /// no component of the whole move has both signs (Q1b). The Xiangqi Horse is an orthogonal step
    /// and then a diagonal one.
    Route {
        /// The steps, in order; two to four.
        stages: Vec<StepSet>,
        /// `true`: the cells passed through need only exist. `false`: they must be empty; of several
        /// routes to one cell any open one will do (Q2).
        leaping: bool,
    },
}

/// A set of steps or leaps, each of which may be required to keep or to change the ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepSet {
    /// The offsets; none is zero.
    pub offsets: Vec<Offset>,
    /// Which of them are possible from a cell, by the rings of the two ends.
    pub ring: RingFilter,
}

impl StepSet {
    /// These offsets, whatever the rings.
    pub fn any(offsets: Vec<Offset>) -> Self {
        Self { offsets, ring: RingFilter::Any }
    }
}

/// How far a slide may go: `min`, `min + every`, … up to `max` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Distances {
    /// The shortest distance, 1 or more.
    pub min: u8,
    /// The longest distance; [`Distances::FAR`] for no limit.
    pub max: u8,
    /// The difference between two neighbouring distances, 1 or more.
    pub every: u8,
}

impl Distances {
    /// More cells than any board has in a line.
    pub const FAR: u8 = u8::MAX;

    /// Any number of cells.
    pub const ANY: Self = Self { min: 1, max: Self::FAR, every: 1 };

    /// Exactly `distance` cells.
    pub const fn exactly(distance: u8) -> Self {
        Self { min: distance, max: distance, every: 1 }
    }

    /// An odd number of cells.
    pub const ODD: Self = Self { min: 1, max: Self::FAR, every: 2 };

    /// Whether a slide may end `distance` cells away.
    #[inline]
    pub fn contains(self, distance: usize) -> bool {
        let (min, max, every) = (usize::from(self.min), usize::from(self.max), usize::from(self.every));
        (min..=max).contains(&distance) && (distance - min).is_multiple_of(every)
    }
}

/// Where a hop may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Landing {
    /// Any cell beyond the hurdle, as far as the way is empty: the Cannon's capture takes the first
    /// piece beyond.
    Beyond,
    /// Only the cell just beyond the hurdle: the Grasshopper.
    Next,
}
