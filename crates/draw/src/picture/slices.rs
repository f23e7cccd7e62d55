//! Every level from above.

use super::canvas::{Anchor, Canvas};
use super::scene::{Extent, Scene, Standout, columns};
use crate::path::Point;
use spielraum_geometry::Cell;

/// Levels that stand above each other in one column of a row of the picture.
struct Block {
    levels: Vec<usize>,
    width: f64,
    height: f64,
}

/// Draws the levels in rows, the lowest first. Levels much smaller than the largest stand above each other.
pub(crate) fn draw(canvas: &mut Canvas<'_>, scene: &Scene<'_>) {
    let cell = scene.style.cell;
    let (gap, spare) = if scene.style.labels { (1.0, 1.45) } else { (0.6, 0.6) };
    let blocks = blocks(scene, spare);
    let row_height = |row: &[Block]| row.iter().map(|block| block.height).fold(0.0, f64::max) + spare;
    let row_width = |row: &[Block]| row.iter().map(|block| block.width + gap).sum::<f64>() - gap;
    let count = columns(blocks.len(), scene.style.aspect, |columns| {
        let rows = || blocks.chunks(columns);
        (rows().map(row_width).fold(0.0, f64::max), rows().map(row_height).sum())
    });
    let mut bottom = 0.0;
    for row in blocks.chunks(count) {
        let height = row_height(row);
        bottom += height;
        let mut x = 0.0;
        for block in row {
            // A block that is lower than its row stands in the middle of it.
            let mut y = bottom - (height - spare - block.height) / 2.0;
            for &level in &block.levels {
                let extent = scene.extent(level);
                draw_level(canvas, scene, level, extent, (x * cell, y * cell));
                y -= extent.size().1 + spare;
            }
            x += block.width + gap;
        }
    }
}

fn blocks(scene: &Scene<'_>, spare: f64) -> Vec<Block> {
    let sizes: Vec<(f64, f64)> = scene.levels().into_iter().map(|level| scene.extent(level).size()).collect();
    let tallest = sizes.iter().map(|size| size.1).fold(0.0, f64::max);
    let mut blocks: Vec<Block> = Vec::new();
    for (level, &(width, height)) in sizes.iter().enumerate() {
        match blocks.last_mut() {
            Some(block) if block.width == width && block.height + spare + height <= tallest * 1.2 => {
                block.levels.push(level);
                block.height += spare + height;
            }
            _ => blocks.push(Block { levels: vec![level], width, height }),
        }
    }
    blocks
}

/// A level whose lower left corner is at `origin`.
fn draw_level(canvas: &mut Canvas<'_>, scene: &Scene<'_>, level: usize, extent: Extent, origin: Point) {
    let side = scene.style.cell;
    let palette = canvas.palette();
    let at = |(x, y): Point| (origin.0 + (x - extent.left) * side, origin.1 - (y - extent.bottom) * side);
    let face = |cell: Cell, inset: f64| scene.outline(cell, inset).into_iter().rev().map(at).collect::<Vec<_>>();
    let cells = scene.cells(level);
    canvas.polygons(
        cells.iter().map(|&cell| face(cell, 0.0)),
        &format!(
            r#"fill="{0}" stroke="{0}" stroke-width="{1:.1}" stroke-linejoin="round""#,
            palette.cell_line,
            side * 0.07
        ),
    );
    for shade in (0..scene.shades()).rev() {
        let faces = cells.iter().filter(|&&cell| scene.shade(cell) == shade).map(|&cell| face(cell, 0.0));
        let lines = match scene.style.plain && !scene.has_points() {
            true => format!(r#" stroke="{}" stroke-width="{:.1}""#, palette.cell_line, side * 0.035),
            false => String::new(),
        };
        canvas.polygons(faces, &format!(r#"fill="{}"{lines}"#, palette.cell(shade, scene.shades())));
    }
    canvas.lines(
        scene.lines(level).map(|(from, to)| (at(from), at(to))),
        &format!(r#"stroke="{}" stroke-width="{:.1}" stroke-linecap="square""#, palette.cell_line, side * 0.04),
    );
    #[cfg(feature = "sets")]
    for (outline, middle) in scene.inscription() {
        canvas.outline(outline, at(middle), side * 0.0062, palette.cell_line);
    }
    for &cell in &cells {
        match scene.standout(cell) {
            Some(Standout::Hidden) => {
                canvas.polygons([face(cell, 0.0)], &format!(r#"fill="{}" fill-opacity=".75""#, palette.muted))
            }
            Some(Standout::LastMove) => {
                canvas.polygons([face(cell, 0.0)], &format!(r#"fill="{}" fill-opacity=".75""#, palette.last_move))
            }
            Some(Standout::Check) => {
                canvas.polygons([face(cell, 0.0)], &format!(r#"fill="{}" fill-opacity=".7""#, palette.check))
            }
            Some(Standout::Marked) => canvas.polygons(
                [face(cell, 0.05)],
                &format!(
                    r#"fill="{0}" fill-opacity=".45" stroke="{0}" stroke-width="{1:.1}""#,
                    palette.selected,
                    side * 0.08
                ),
            ),
            None => {}
        }
        if let Some((owner, kind)) = scene.piece(cell) {
            let (x, y) = at(scene.place(cell));
            canvas.piece(kind, owner, (x - side * 0.43, y - side * 0.44), side * 0.86);
        }
    }
    if scene.style.labels {
        draw_labels(canvas, scene, level, extent, &at);
    }
}

fn draw_labels(canvas: &mut Canvas<'_>, scene: &Scene<'_>, level: usize, extent: Extent, at: &dyn Fn(Point) -> Point) {
    let (side, colour) = (scene.style.cell, canvas.palette().muted);
    let height = side * 0.2;
    // On squares names stand at the edge of the level, on hexagons at the cells that begin a file or rank.
    let at_edge = !scene.board().lattice().is_hexagonal();
    let (files, ranks) = scene.named(level);
    for cell in ranks {
        let (x, y) = scene.place(cell);
        let (x, y) = at((if at_edge { extent.left } else { x - 0.5 }, y));
        let rank = (scene.board().rank(cell) + 1).to_string();
        canvas.text(&rank, (x - side * 0.16, y + height / 2.0), height, Anchor::End, colour);
    }
    for cell in files {
        let (x, y) = scene.place(cell);
        let (x, y) = at((x, if at_edge { extent.bottom } else { y - 0.5 }));
        canvas.text(scene.file_name(cell), (x, y + side * 0.36), height, Anchor::Middle, colour);
    }
    let (x, y) = at((extent.left, extent.top));
    canvas.text(
        scene.level_name(level),
        (x + side * 0.04, y - side * 0.2),
        side * 0.28,
        Anchor::Start,
        canvas.palette().ink,
    );
}
