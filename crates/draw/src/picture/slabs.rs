//! Levels seen at an angle, with pieces that stand on them.

use super::canvas::{Anchor, Canvas};
use super::scene::{Scene, Standout};
use crate::path::Point;
use spielraum_geometry::Cell;

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
        let extent = scene.extent(level);
        let (files, ranks) = extent.size();
        Self { level, left: extent.left, bottom: extent.bottom, files, ranks }
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

/// The slabs in this many columns of about the same height.
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
    let shape = scene.board().shape();
    let rise = (0.34 * shape.ranks as f64 + 0.28 * shape.files.len() as f64).clamp(1.4, 2.6);
    let projection = Projection {
        column: (0.93, 0.2),
        row: (0.5, -0.36),
        level: (0.0, -rise),
        thickness: 0.0,
        filled: false,
        piece: 0.74,
    };
    if !scene.board().lattice().is_hexagonal() {
        posts(canvas, scene, &projection);
    }
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
        for column in [below.left.max(above.left), below.right.min(above.right)] {
            for row in [below.bottom.max(above.bottom), below.top.min(above.top)] {
                let end = |level: usize| {
                    let (x, y) = projection.at(column, row, level as f64);
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
    let face = |cell: Cell, inset: f64| {
        scene.outline(cell, inset).into_iter().map(|(column, row)| at(column, row)).collect::<Vec<_>>()
    };
    let cells = scene.cells(level);
    if projection.thickness > 0.0 {
        let depth = projection.thickness * side;
        let sides = cells.iter().map(|&cell| side_of(&face(cell, 0.0), depth));
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
    let opacity = |shade: usize| match (projection.filled, shade) {
        (true, _) => "",
        (false, 0) => r#" fill-opacity=".4""#,
        (false, _) => r#" fill-opacity=".15""#,
    };
    for shade in (0..scene.shades()).rev() {
        let faces = cells.iter().filter(|&&cell| scene.shade(cell) == shade).map(|&cell| face(cell, 0.0));
        canvas.polygons(faces, &format!(r#"fill="{}"{}"#, palette.cell(shade, scene.shades()), opacity(shade)));
    }
    canvas.lines(
        scene.lines(level).map(|(from, to)| (at(from.0, from.1), at(to.0, to.1))),
        &format!(r#"stroke="{}" stroke-width="{:.1}""#, palette.cell_line, side * 0.04),
    );
    if !scene.has_points() && (!projection.filled || scene.style.plain) {
        let edges = cells.iter().map(|&cell| face(cell, 0.0));
        canvas.polygons(
            edges,
            &format!(
                r#"fill="none" stroke="{}" stroke-width="{:.1}" stroke-opacity=".6""#,
                palette.cell_line,
                side * 0.02
            ),
        );
    }
    for &cell in &cells {
        mark(canvas, scene, cell, face(cell, 0.0), face(cell, 0.06));
    }
    for &cell in &cells {
        if let Some((owner, kind)) = scene.piece(cell) {
            let (column, row) = scene.place(cell);
            let (x, y) = at(column, row - 0.08);
            let size = projection.piece * side;
            canvas.ellipse((x, y), (size * 0.47, size * 0.16), r##"fill="#000" fill-opacity=".16""##);
            canvas.piece(kind, owner, (x - size / 2.0, y - size * 0.93), size);
        }
    }
    if scene.style.labels {
        labels(canvas, scene, level, named, &at);
    }
}

/// The side of a slab under a face: its farthest edge, and the nearest ones with what is below them.
fn side_of(face: &[Point], depth: f64) -> Vec<Point> {
    let below = |(x, y): Point| (x, y + depth);
    let by = |of: fn(&Point) -> f64, index: usize| of(&face[index]);
    let indices = || 0..face.len();
    let leftmost = indices().min_by(|&a, &b| by(|p| p.0, a).total_cmp(&by(|p| p.0, b))).unwrap_or(0);
    // From the leftmost corner counterclockwise runs the near edge.
    let around: Vec<Point> = indices().map(|step| face[(leftmost + step) % face.len()]).collect();
    let rightmost = (0..around.len()).max_by(|&a, &b| around[a].0.total_cmp(&around[b].0)).unwrap_or(0);
    let near = around[..=rightmost].iter().rev().map(|&corner| below(corner));
    let far = around[rightmost..].iter().rev().copied();
    std::iter::once(around[0]).chain(far).chain(near).collect()
}

fn mark(canvas: &mut Canvas<'_>, scene: &Scene<'_>, cell: Cell, face: Vec<Point>, inner: Vec<Point>) {
    let palette = canvas.palette();
    match scene.standout(cell) {
        Some(Standout::Hidden) => canvas.polygons([face], &format!(r#"fill="{}" fill-opacity=".75""#, palette.muted)),
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
    let palette = canvas.palette();
    let (x, y) = at(extent.left, extent.bottom);
    canvas.text(scene.level_name(level), (x - side * 0.3, y), side * 0.3, Anchor::End, palette.ink);
    if !named {
        return;
    }
    let at_edge = !scene.board().lattice().is_hexagonal();
    let (files, ranks) = scene.named(level);
    for cell in files {
        let (column, row) = scene.place(cell);
        let (x, y) = at(column, if at_edge { extent.bottom } else { row - 0.5 });
        canvas.text(scene.file_name(cell), (x, y + side * 0.5), side * 0.2, Anchor::Middle, palette.muted);
    }
    for cell in ranks {
        let (column, row) = scene.place(cell);
        let rank = (scene.board().rank(cell) + 1).to_string();
        let (x, y, anchor) = match at_edge {
            true => (at(extent.right, row).0 + side * 0.18, at(extent.right, row).1, Anchor::Start),
            false => (at(column - 0.5, row).0 - side * 0.1, at(column - 0.5, row).1, Anchor::End),
        };
        canvas.text(&rank, (x, y + side * 0.12), side * 0.2, anchor, palette.muted);
    }
}
