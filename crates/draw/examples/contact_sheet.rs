//! Draws the signs of all pieces of games in several sizes: `cargo run -p spielraum-draw --example contact_sheet --
//! light sheet.png raumschach shogi`; without games, of the whole catalogue.

use spielraum_catalogue::{Source, ids, load};
use spielraum_draw::{Glyph, Theme, glyph, png};
use spielraum_rules::Color;
use spielraum_rules::spec::PieceType;
use std::fmt::Write;

const SIZES: [f64; 3] = [24.0, 48.0, 96.0];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (Some(theme), Some(file)) = (args.first(), args.get(1)) else {
        return Err("arguments: light|dark FILE.png [GAME...]".into());
    };
    let theme = if theme == "dark" { Theme::Dark } else { Theme::Light };
    let games: Vec<&str> =
        if args.len() > 2 { args[2..].iter().map(String::as_str).collect() } else { ids().collect() };
    let palette = theme.palette();
    let (mut body, mut y, mut width) = (String::new(), 8.0, 0.0_f64);
    for id in games {
        let game = load(Source::Builtin(id), &[]).map_err(|report| report.to_string())?;
        for color in Color::BOTH {
            for size in SIZES {
                let mut x = 8.0;
                for index in 0..game.spec().pieces.len() {
                    let sign = glyph(game.spec(), PieceType(index as u8), color);
                    let ground = if index % 2 == 0 { palette.cell_light } else { palette.cell_dark };
                    draw(&mut body, &sign, (x, y), size, ground, color, theme);
                    x += size * 1.15;
                }
                width = width.max(x);
                y += size * 1.15 + 4.0;
            }
        }
        y += 12.0;
    }
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}"><rect width="100%" height="100%" fill="{}"/>{body}</svg>"#,
        palette.paper
    );
    std::fs::write(file, png(&svg, 1.0)?)?;
    Ok(())
}

fn draw(out: &mut String, sign: &Glyph, at: (f64, f64), size: f64, ground: &str, color: Color, theme: Theme) {
    let palette = theme.palette();
    let (body, edge, ink) = match color {
        Color::White => (palette.white_body, palette.white_edge, palette.white_ink),
        Color::Black => (palette.black_body, palette.black_edge, palette.black_ink),
    };
    let (x, y) = at;
    let marks: String = sign.marks.iter().map(|mark| format!(r#"<path d="{mark}"/>"#)).collect();
    let _ = write!(
        out,
        r#"<g transform="translate({x} {y}) scale({})"><path d="M-7 -7H107V107H-7Z" fill="{ground}"/><path d="{}" fill="{body}" stroke="{edge}" stroke-width="3"/><g fill="{ink}" fill-rule="evenodd">{marks}</g></g>"#,
        size / 100.0,
        sign.body,
    );
}
