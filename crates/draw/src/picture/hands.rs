//! What the sides have in hand or in prison, and whose turn it is.

use super::canvas::{Anchor, Canvas};
use super::scene::Scene;
use crate::path::Point;
use spielraum_rules::Color;
use spielraum_rules::spec::PieceType;

/// Draws a strip above the board for the side at the top and one below for the side at the bottom, where there is
/// something to show. `turn`: with a dot where it is a side's turn.
pub(crate) fn draw(canvas: &mut Canvas<'_>, scene: &Scene<'_>, turn: bool) {
    let side = scene.style.cell;
    let (low, high) = canvas.bounds();
    let below = if scene.style.turned { Color::Black } else { Color::White };
    for color in Color::BOTH {
        let bottom = color == below;
        if turn && scene.position.side_to_move() == color {
            let y = if bottom { high.1 - side * 0.12 } else { low.1 + side * 0.12 };
            turn_mark(canvas, color, (low.0 + side * 0.05, y), side * 0.11);
        }
        let held = held(scene, color);
        if !held.is_empty() {
            let y = if bottom { high.1 + side * 0.25 } else { low.1 - side * 1.25 };
            strip(canvas, scene, color, &held, (low.0, y), high.0 - low.0);
        }
    }
}

/// A dot in the colour of the side whose turn it is.
fn turn_mark(canvas: &mut Canvas<'_>, color: Color, centre: Point, radius: f64) {
    let palette = canvas.palette();
    let (body, edge) = match color {
        Color::White => (palette.white_body, palette.white_edge),
        Color::Black => (palette.black_body, palette.black_edge),
    };
    let width = radius * 0.4;
    canvas.ellipse(centre, (radius, radius), &format!(r#"fill="{body}" stroke="{edge}" stroke-width="{width:.1}""#));
}

fn held(scene: &Scene<'_>, color: Color) -> Vec<(PieceType, u16)> {
    let Some(hands) = &scene.position.rules().spec().hands else { return Vec::new() };
    if scene.style.seen_by.is_some_and(|side| side != color && scene.position.rules().spec().hides()) {
        return Vec::new();
    }
    let with_count = hands.order.iter().map(|&kind| (kind, scene.position.in_hand(color, kind)));
    with_count.filter(|&(_, count)| count > 0).collect()
}

fn strip(canvas: &mut Canvas<'_>, scene: &Scene<'_>, color: Color, held: &[(PieceType, u16)], at: Point, room: f64) {
    let side = scene.style.cell;
    let ink = canvas.palette().ink;
    // Where there are many, they are drawn smaller.
    let step = |count: u16| if count > 1 { 1.75 } else { 1.1 };
    let needed: f64 = held.iter().map(|&(_, count)| step(count)).sum();
    let size = (room / needed).min(side * 0.82);
    let mut x = at.0;
    for &(kind, count) in held {
        canvas.piece(kind, color.into(), (x, at.1 + (side - size) / 2.0), size);
        if count > 1 {
            let at = (x + size * 1.04, at.1 + side / 2.0 + size * 0.16);
            canvas.text(&format!("×{count}"), at, size * 0.3, Anchor::Start, ink);
        }
        x += step(count) * size;
    }
}
