//! Levels seen at an angle, with pieces that stand on them.

use super::canvas::{Anchor, Canvas};
use super::scene::{Scene, Standout};
use crate::path::Point;
use spielraum_geometry::{Cell, Coord};

/// How space is brought onto the paper: what one column, one row and one level mean there, in cells.
#[derive(Clone, Copy)]
struct Projection {
    column: Point,
    row: Point,
    level: Point,
    /// How thick a level is.
    thickness: f64,
    /// Whether cells are filled.
    filled: bool,
    /// How large a piece is.
    piece: f64,
}

impl Projection {
    /// A place in space on the paper.
    fn at(&self, column: f64, row: f64, level: f64) -> Point {
        let sum = |of: fn(Point) -> f64| of(self.column) * column + of(self.row) * row + of(self.level) * level;
        (sum(|p| p.0), sum(|p| p.1))
    }
}

/// Levels as slabs that hide nothing of each other, in columns; the lowest is at the bottom of the first. There are as many
/// columns as make the cells largest in a picture of the wanted shape.
pub(crate) fn stack(canvas: &mut Canvas<'_>, scene: &Scene<'_>) {
    let slabs: Vec<Slab> = scene.levels().into_iter().map(|level| Slab::new(scene, level)).collect();
    let plans = (1..=slabs.len()).map(|count| Plan::new(&slabs, count, scene.style.labels));
    let aspect = scene.style.aspect;
    let Some(plan) = plans.min_by(|a, b| a.cost(aspect).total_cmp(&b.cost(aspect))) else { return };
    for &(slab, at, lowest) in &plan.placed {
        // The slab's own corner is put there, not that of the board.
        let corner = SLABS.at(slab.left, slab.bottom, 0.0);
        draw_level(canvas, scene, &SLABS, slab.level, (at.0 - corner.0, at.1 - corner.1), lowest);
    }
}

const SLABS: Projection =
    Projection { column: (1.0, 0.0), row: (0.24, -0.64), level: (0.0, 0.0), thickness: 0.1, filled: true, piece: 0.82 };

/// Room above a slab for the pieces in its last row, in cells.
const HEADROOM: f64 = 0.7;

/// The cells that a level has, as a slab.
#[derive(Clone, Copy)]
struct Slab {
    level: usize,
    /// The first column and row of the board that it has.
    left: f64,
    bottom: f64,
    files: f64,
    ranks: f64,
}

impl Slab {
    fn new(scene: &Scene<'_>, level: usize) -> Self {
        let (left, bottom) = scene.corner(level);
        let (files, ranks) = scene.extent(level).size();
        Self { level, left, bottom, files, ranks }
    }

    /// How high it is with the pieces on it.
    fn height(&self) -> f64 {
        -SLABS.row.1 * self.ranks + HEADROOM
    }

    /// How far its last row lies to the right of the first.
    fn lean(&self) -> f64 {
        SLABS.row.0 * self.ranks
    }
}

/// Slabs in columns, in cells.
struct Plan {
    /// Each with the place of its near left corner, and whether it is the lowest of its column.
    placed: Vec<(Slab, Point, bool)>,
    width: f64,
    height: f64,
}

impl Plan {
    fn new(slabs: &[Slab], count: usize, labels: bool) -> Self {
        let gap = if labels { 1.2 } else { 0.5 };
        let mut placed: Vec<(Slab, Point, bool)> = Vec::new();
        let mut height = 0.0_f64;
        for run in shared_out(slabs, count) {
            let left = run.iter().map(|slab| slab.left).fold(f64::MAX, f64::min);
            let mut column = Vec::new();
            let mut y = 0.0;
            for slab in run {
                column.push((*slab, (slab.left - left, y), column.is_empty()));
                y -= slab.height();
            }
            height = height.max(-y);
            // Slabs lean alike, so that a column may reach into the one before it, beside its last rows.
            let x = placed
                .iter()
                .flat_map(|before| column.iter().map(|after| apart(before, after, gap)))
                .fold(0.0, f64::max);
            placed.extend(column.into_iter().map(|(slab, at, lowest)| (slab, (at.0 + x, at.1), lowest)));
        }
        let width = placed.iter().map(|(slab, at, _)| at.0 + slab.files + slab.lean()).fold(0.0, f64::max);
        Self { placed, width, height }
    }

    /// What one cell takes of a picture that is `aspect` times as wide as high.
    fn cost(&self, aspect: f64) -> f64 {
        (self.width / aspect).max(self.height)
    }
}

/// How far the column of one slab must be moved to the right to be beside another one.
fn apart((before, from, _): &(Slab, Point, bool), (after, to, _): &(Slab, Point, bool), gap: f64) -> f64 {
    if from.1 - before.height() >= to.1 || to.1 - after.height() >= from.1 {
        return 0.0;
    }
    // Both edges lean alike: they are as far from each other at every height.
    let lean = SLABS.row.0 / -SLABS.row.1;
    from.0 + before.files + gap - to.0 + lean * (from.1 - to.1)
}

/// The slabs in so many columns of about the same height.
fn shared_out(slabs: &[Slab], count: usize) -> impl Iterator<Item = &[Slab]> {
    let whole: f64 = slabs.iter().map(Slab::height).sum();
    let mut below = 0.0;
    let columns: Vec<usize> = slabs
        .iter()
        .map(|slab| {
            below += slab.height();
            ((below - slab.height() / 2.0) / whole * count as f64) as usize
        })
        .collect();
    let mut rest = slabs;
    (0..count)
        .map(move |column| {
            let (run, after) = rest.split_at(columns.iter().filter(|&&each| each == column).count());
            rest = after;
            run
        })
        .filter(|run| !run.is_empty())
}

/// Levels at their places in space, thin, one above the other.
pub(crate) fn space(canvas: &mut Canvas<'_>, scene: &Scene<'_>) {
    let extent = scene.board().extent();
    let ranks = f64::from(extent.rank);
    let rise = (0.34 * ranks + 0.28 * f64::from(extent.file)).clamp(1.4, 2.6);
    let projection = Projection {
        column: (0.93, 0.2),
        row: (0.5, -0.36),
        level: (0.0, -rise),
        thickness: 0.0,
        filled: false,
        piece: 0.74,
    };
    posts(canvas, scene, &projection);
    for level in scene.levels() {
        let origin = projection.at(0.0, 0.0, level as f64);
        draw_level(canvas, scene, &projection, level, origin, level == 0);
    }
}

/// Upright lines at the corners that levels above each other share.
fn posts(canvas: &mut Canvas<'_>, scene: &Scene<'_>, projection: &Projection) {
    let side = scene.style.cell;
    let levels = scene.levels();
    let mut posts = Vec::new();
    for pair in levels.windows(2) {
        let (below, above) = (scene.extent(pair[0]), scene.extent(pair[1]));
        let files = [below.files.0.max(above.files.0), below.files.1.min(above.files.1) + 1];
        let ranks = [below.ranks.0.max(above.ranks.0), below.ranks.1.min(above.ranks.1) + 1];
        for file in files {
            for rank in ranks {
                let end = |level: usize| {
                    let (x, y) = projection.at(f64::from(file), f64::from(rank), level as f64);
                    (x * side, y * side)
                };
                posts.push((end(pair[0]), end(pair[1])));
            }
        }
    }
    let colour = canvas.palette().cell_line;
    canvas.lines(posts, &format!(r#"stroke="{colour}" stroke-width="{:.1}""#, side * 0.025));
}

/// Draws a level; `named`: with the names of its files and ranks.
fn draw_level(
    canvas: &mut Canvas<'_>,
    scene: &Scene<'_>,
    projection: &Projection,
    level: usize,
    origin: Point,
    named: bool,
) {
    let side = scene.style.cell;
    let palette = canvas.palette();
    let at = |column: f64, row: f64| {
        let (x, y) = projection.at(column, row, 0.0);
        ((origin.0 + x) * side, (origin.1 + y) * side)
    };
    let face = |coord: Coord, inset: f64| {
        let (c, r) = scene.place(coord);
        let (low, high) = (inset, 1.0 - inset);
        vec![at(c + low, r + low), at(c + high, r + low), at(c + high, r + high), at(c + low, r + high)]
    };
    let cells = scene.cells(level);
    if projection.thickness > 0.0 {
        let depth = projection.thickness * side;
        let sides = cells.iter().map(|&(_, coord)| face(coord, 0.0)).map(|face| {
            let below = |(x, y): Point| (x, y + depth);
            vec![face[3], face[2], below(face[2]), below(face[1]), below(face[0]), below(face[3])]
        });
        canvas.polygons(
            sides,
            &format!(
                r#"fill="{0}" stroke="{0}" stroke-width="{1:.1}" stroke-linejoin="round""#,
                palette.cell_line,
                side * 0.05
            ),
        );
    }
    // In space most of a level is left open, so that what lies behind it is seen.
    let opacity = |dark: bool| match (projection.filled, dark) {
        (true, _) => "",
        (false, true) => r#" fill-opacity=".4""#,
        (false, false) => r#" fill-opacity=".15""#,
    };
    for (dark, colour) in [(false, palette.cell_light), (true, palette.cell_dark)] {
        let faces = cells.iter().filter(|(_, coord)| scene.is_dark(*coord) == dark).map(|&(_, coord)| face(coord, 0.0));
        canvas.polygons(faces, &format!(r#"fill="{colour}"{}"#, opacity(dark)));
    }
    if !projection.filled || scene.style.plain {
        let edges = cells.iter().map(|&(_, coord)| face(coord, 0.0));
        canvas.polygons(
            edges,
            &format!(
                r#"fill="none" stroke="{}" stroke-width="{:.1}" stroke-opacity=".6""#,
                palette.cell_line,
                side * 0.02
            ),
        );
    }
    for &(cell, coord) in &cells {
        mark(canvas, scene, cell, face(coord, 0.0), face(coord, 0.06));
    }
    for &(cell, coord) in &cells {
        if let Some((owner, kind)) = scene.piece(cell) {
            let (c, r) = scene.place(coord);
            let (x, y) = at(c + 0.5, r + 0.42);
            let size = projection.piece * side;
            canvas.ellipse((x, y), (size * 0.47, size * 0.16), r##"fill="#000" fill-opacity=".16""##);
            canvas.piece(kind, owner, (x - size / 2.0, y - size * 0.93), size);
        }
    }
    if scene.style.labels {
        labels(canvas, scene, level, named, &at);
    }
}

fn mark(canvas: &mut Canvas<'_>, scene: &Scene<'_>, cell: Cell, face: Vec<Point>, inner: Vec<Point>) {
    let palette = canvas.palette();
    match scene.standout(cell) {
        Some(Standout::LastMove) => {
            canvas.polygons([face], &format!(r#"fill="{}" fill-opacity=".75""#, palette.last_move))
        }
        Some(Standout::Check) => canvas.polygons([face], &format!(r#"fill="{}" fill-opacity=".7""#, palette.check)),
        Some(Standout::Marked) => canvas.polygons(
            [inner],
            &format!(
                r#"fill="{0}" fill-opacity=".45" stroke="{0}" stroke-width="{1:.1}""#,
                palette.selected,
                scene.style.cell * 0.07
            ),
        ),
        None => {}
    }
}

fn labels(canvas: &mut Canvas<'_>, scene: &Scene<'_>, level: usize, named: bool, at: &dyn Fn(f64, f64) -> Point) {
    let side = scene.style.cell;
    let extent = scene.extent(level);
    let corner = |file: i16, rank: i16| scene.place(Coord::new(level as i16, file, rank));
    let (left, bottom) = scene.corner(level);
    let palette = canvas.palette();
    let (x, y) = at(left, bottom);
    canvas.text(scene.level_name(level), (x - side * 0.3, y), side * 0.3, Anchor::End, palette.ink);
    if !named {
        return;
    }
    for file in extent.files.0..=extent.files.1 {
        let (x, y) = at(corner(file, extent.ranks.0).0 + 0.5, bottom);
        canvas.text(scene.file_name(file), (x, y + side * 0.5), side * 0.2, Anchor::Middle, palette.muted);
    }
    let right = left + extent.size().0;
    for rank in extent.ranks.0..=extent.ranks.1 {
        let (x, y) = at(right, corner(extent.files.0, rank).1 + 0.5);
        canvas.text(
            &(rank + 1).to_string(),
            (x + side * 0.18, y + side * 0.12),
            side * 0.2,
            Anchor::Start,
            palette.muted,
        );
    }
}
