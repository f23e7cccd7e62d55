//! What a picture looks like.

use crate::theme::Theme;
use spielraum_geometry::Cell;
use spielraum_rules::Color;
use std::fmt;
use std::str::FromStr;

/// How a board is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// Every level from above, side by side.
    #[default]
    Slices,
    /// All levels at their places in space.
    Space,
    /// Levels as slabs with standing pieces, one above the other, without hiding anything. A flat board is seen from
    /// above.
    Stack,
}

impl View {
    /// All views.
    pub const ALL: [Self; 3] = [Self::Slices, Self::Space, Self::Stack];

    /// The view's name: `slices`, `space` or `stack`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slices => "slices",
            Self::Space => "space",
            Self::Stack => "stack",
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for View {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|view| view.name() == text)
            .ok_or(format!("there is no view `{text}`: choose slices, space or stack"))
    }
}

/// What a picture looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// The colours.
    pub theme: Theme,
    /// The side of a cell in pixels, 8 to 200; what lies beyond counts as the nearest of these.
    pub cell: f64,
    /// About how many times as wide as high the picture should be; levels are arranged to come near it.
    /// From 0.1 to 10.
    pub aspect: f64,
    /// Whether levels, files and ranks are named, and the side to move is marked.
    pub labels: bool,
    /// Whether the ground is painted; otherwise it is transparent.
    pub ground: bool,
    /// Whether Black sits at the bottom.
    pub turned: bool,
    /// The side whose view is shown, in a game in which something is hidden; without one everything is.
    pub seen_by: Option<Color>,
    /// Cells that stand out.
    pub marked: Vec<Cell>,
    /// Whether all cells are alike, with lines between them, as where the pieces of a game are tiles.
    pub plain: bool,
    /// The lines that are drawn where cells are the points at which lines cross: the first and last point of each. Such cells are
    /// all alike.
    pub lines: Vec<[Cell; 2]>,
    /// What is written on the board: each character with the place of its middle, by file and rank from 0. Characters without an
    /// outline are left out.
    #[cfg(feature = "sets")]
    pub inscription: Vec<(char, [f64; 2])>,
    /// How the pieces look.
    #[cfg(feature = "sets")]
    pub looks: crate::Looks,
}

impl Style {
    /// The same with numbers that lie within their bounds.
    pub(super) fn bounded(&self) -> Self {
        let bounded = |value: f64, low: f64, high: f64, otherwise: f64| {
            if value.is_nan() { otherwise } else { value.clamp(low, high) }
        };
        let cell = bounded(self.cell, 8.0, 200.0, 48.0);
        Self { cell, aspect: bounded(self.aspect, 0.1, 10.0, 1.5), ..self.clone() }
    }
}

impl Default for Style {
    fn default() -> Self {
        Self {
            theme: Theme::Light,
            cell: 48.0,
            aspect: 1.5,
            labels: true,
            ground: true,
            turned: false,
            seen_by: None,
            marked: Vec::new(),
            plain: false,
            lines: Vec::new(),
            #[cfg(feature = "sets")]
            inscription: Vec::new(),
            #[cfg(feature = "sets")]
            looks: crate::Looks::default(),
        }
    }
}
