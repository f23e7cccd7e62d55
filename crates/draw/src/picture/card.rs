//! A card with a position and some words, as other sites show where somebody links to it.

use super::drawn;
use super::{Style, View};
use crate::sets::{fitted, written};
use spielraum_rules::{Color, Position};
use std::fmt::Write;

/// Width and height of a card in pixels.
pub const CARD: (u32, u32) = (1200, 630);

/// Where the board is: left, top, width and height.
const BOARD: (f64, f64, f64, f64) = (468.0, 36.0, 696.0, 558.0);
/// Where the words begin, and how wide they may be.
const WORDS: (f64, f64) = (60.0, 370.0);
/// Shapes that levels are arranged in; the one is taken in which cells are largest.
const ASPECTS: [f64; 6] = [0.5, 0.75, 1.0, 1.25, 1.7, 2.4];

/// A position with the name of its game and a line below that, by which `side` has its mark, as SVG. Levels are laid out
/// to fill the card.
pub fn card(position: &Position, style: &Style, title: &str, line: &str, side: Option<Color>) -> String {
    let palette = style.theme.palette().with_sides(position.rules().spec().sides);
    let (across, height) = CARD;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {height}" width="{across}" height="{height}"><path fill="{}" d="M0 0H{across}V{height}H0z"/>"#,
        palette.paper
    );
    let (left, room) = WORDS;
    let (size, lines) = fitted(title, room, 3, &[84.0, 72.0, 62.0, 54.0, 46.0, 40.0]);
    let mut y = 236.0 - size * 0.5 * lines.len() as f64;
    for text in &lines {
        y += size * 1.02;
        svg.push_str(&written(text, (left, y), size, palette.ink));
    }
    let (size, lines) = fitted(line, room - 34.0, 3, &[36.0, 30.0]);
    y += 24.0;
    if let Some(side) = side {
        let [body, edge, _] = palette.of(side.into());
        let _ = write!(
            svg,
            r#"<circle cx="{:.1}" cy="{:.1}" r="11" fill="{body}" stroke="{edge}" stroke-width="3"/>"#,
            left + 12.0,
            y + size * 0.72
        );
    }
    let indent = if side.is_some() { 36.0 } else { 0.0 };
    for text in &lines {
        y += size;
        svg.push_str(&written(text, (left + indent, y), size, palette.muted));
        y += size * 0.15;
    }
    svg.push_str(&sign(palette.accent, (left, 538.0)));
    svg.push_str(&written("Spielraum", (left + 52.0, 566.0), 38.0, palette.ink));
    svg.push_str(&board(position, style));
    svg.push_str("</svg>\n");
    svg
}

/// The position as large as the room allows.
fn board(position: &Position, style: &Style) -> String {
    let (left, top, wide, high) = BOARD;
    let mut best: Option<(f64, String)> = None;
    for aspect in ASPECTS {
        let style = Style { aspect, ..style.bounded() };
        let canvas = drawn(position, View::Stack, &style, false);
        let (low, far) = canvas.bounds();
        let (width, height) = (far.0 - low.0, far.1 - low.1);
        let scale = (wide / width).min(high / height);
        if best.as_ref().is_some_and(|(largest, _)| *largest >= scale) {
            continue;
        }
        let x = left + (wide - width * scale) / 2.0 - low.0 * scale;
        let y = top + (high - height * scale) / 2.0 - low.1 * scale;
        let content = canvas.content();
        best = Some((scale, format!(r#"<g transform="translate({x:.2} {y:.2}) scale({scale:.4})">{content}</g>"#)));
    }
    best.map_or(String::new(), |(_, svg)| svg)
}

/// Three levels of a board, which is the sign of the program.
fn sign(colour: &str, (x, y): (f64, f64)) -> String {
    let levels = [
        ("M16 2.500 30 9.500 16 16.500 2 9.500z", "1"),
        ("M5 14.500 2 16l14 7 14-7-3-1.500-11 5.500z", ".7"),
        ("M5 21 2 22.500l14 7 14-7L27 21l-11 5.500z", ".45"),
    ];
    let paths: String =
        levels.iter().map(|(path, opacity)| format!(r#"<path fill-opacity="{opacity}" d="{path}"/>"#)).collect();
    format!(r#"<g fill="{colour}" transform="translate({x} {y}) scale(1.25)">{paths}</g>"#)
}
