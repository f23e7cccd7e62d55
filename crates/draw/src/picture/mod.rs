//! Pictures of positions.

mod canvas;
mod hands;
mod lettering;
mod scene;
mod slabs;
mod slices;

use crate::glyph;
use crate::theme::Theme;
use canvas::Canvas;
use scene::Scene;
use spielraum_geometry::Cell;
use spielraum_rules::spec::{PieceType, Spec};
use spielraum_rules::{Color, Owner, Position};
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
    /// Cells that stand out.
    pub marked: Vec<Cell>,
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
            marked: Vec::new(),
        }
    }
}

/// A position as SVG. The move that led to it is shown if it was made on the position, and so is a royal in check;
/// what the sides have in hand stands above and below the board.
///
/// The same position and style give the same text, byte for byte.
pub fn picture(position: &Position, view: View, style: &Style) -> String {
    let bounded = |value: f64, low: f64, high: f64, otherwise: f64| {
        if value.is_nan() { otherwise } else { value.clamp(low, high) }
    };
    let style = Style {
        cell: bounded(style.cell, 8.0, 200.0, 48.0),
        aspect: bounded(style.aspect, 0.1, 10.0, 1.5),
        ..style.clone()
    };
    let scene = Scene::new(position, &style);
    let mut canvas = Canvas::new(position.rules().spec(), style.theme.palette());
    match view {
        View::Slices => slices::draw(&mut canvas, &scene),
        View::Stack if scene.is_flat() => slices::draw(&mut canvas, &scene),
        View::Stack => slabs::stack(&mut canvas, &scene),
        View::Space => slabs::space(&mut canvas, &scene),
    }
    hands::draw(&mut canvas, &scene);
    let side = position.side_to_move().capital_name();
    canvas.finish(style.cell * 0.3, style.ground, &format!("A position, {side} to move"))
}

/// One piece as SVG, `size` pixels wide and high, on transparent ground. Whose one is that belongs to nobody does not matter.
///
/// # Panics
///
/// If the type is not one of the game's.
pub fn portrait(spec: &Spec, kind: PieceType, color: Color, theme: Theme, size: u16) -> String {
    let owner = if spec.is_neutral(kind) { Owner::Nobody } else { color.into() };
    let sign = canvas::painted(owner, &glyph(spec, kind, owner), &theme.palette());
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 104 104" width="{size}" height="{size}">{sign}</svg>
"#
    )
}
