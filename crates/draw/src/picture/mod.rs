//! Pictures of positions.

mod canvas;
#[cfg(feature = "sets")]
mod card;
mod diagram;
mod hands;
mod lettering;
mod scene;
mod slabs;
mod slices;
mod style;

#[cfg(feature = "sets")]
pub use card::{CARD, card};
pub use diagram::{Caption, diagram};
pub use style::{Style, View};

use crate::glyph;
use crate::theme::Theme;
use canvas::Canvas;
use scene::Scene;
use spielraum_rules::spec::{PieceType, Spec};
use spielraum_rules::{Color, Owner, Position};

/// A position as SVG. The move that led to it is shown if it was made on the position, and so is a royal in check;
/// what the sides have in hand stands above and below the board.
///
/// The same position and style give the same text, byte for byte.
pub fn picture(position: &Position, view: View, style: &Style) -> String {
    let style = style.bounded();
    let side = position.rules().spec().sides.of(position.side_to_move());
    drawn(position, view, &style, style.labels).finish(
        style.cell * 0.3,
        style.ground,
        &format!("A position, {side} to move"),
    )
}

/// A position in a style that is within its bounds; `turn`: with a dot that shows whose turn it is.
fn drawn<'a>(position: &'a Position, view: View, style: &'a Style, turn: bool) -> Canvas<'a> {
    let scene = Scene::new(position, style);
    let mut canvas = Canvas::new(position.rules().spec(), style);
    match view {
        View::Slices => slices::draw(&mut canvas, &scene),
        View::Stack if scene.is_flat() => slices::draw(&mut canvas, &scene),
        View::Stack => slabs::stack(&mut canvas, &scene),
        View::Space => slabs::space(&mut canvas, &scene),
    }
    hands::draw(&mut canvas, &scene, turn);
    canvas
}

/// One piece as SVG, `size` pixels wide and high, on transparent ground. Whose one is that belongs to nobody does not matter.
///
/// # Panics
///
/// If the type is not one of the game's.
pub fn portrait(spec: &Spec, kind: PieceType, color: Color, theme: Theme, size: u16) -> String {
    let owner = if spec.is_neutral(kind) { Owner::Nobody } else { color.into() };
    let sign = canvas::painted(owner, &glyph(spec, kind, owner), &theme.palette().with_sides(spec.sides));
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 104 104" width="{size}" height="{size}">{sign}</svg>
"#
    )
}
