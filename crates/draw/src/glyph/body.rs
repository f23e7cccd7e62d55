//! The bodies of pieces, which stand on a flat foot: White's are round, Black's have edges, nobody's are eight-sided stones. A
//! royal wears a crown.

use crate::path::{Path, Point};
use spielraum_rules::Owner;
use std::f64::consts::PI;

/// Half the width of a body, and where its foot is.
const HALF: f64 = 43.0;
const FOOT: f64 = 94.0;
/// How far the corners of White's foot are rounded.
const ROUND: f64 = 13.0;
/// How much of the width of a stone its foot is.
const STONE: f64 = 0.45;

/// The silhouette.
pub(crate) fn outline(owner: Owner, royal: bool) -> String {
    Path::new().polygon(points(owner, royal, 0.0)).finish()
}

/// A line just inside the silhouette of a piece that is no royal: whole, or with gaps.
pub(crate) fn rim(owner: Owner, whole: bool) -> Vec<String> {
    let (outer, inner) = (points(owner, false, 3.6), points(owner, false, 7.0));
    if whole {
        return vec![Path::new().polygon(outer).polygon(inner).finish()];
    }
    let inside = |&(x, y): &Point| {
        let turn = (x - 50.0).atan2(50.0 - y) * 6.0 / PI;
        turn.rem_euclid(2.0) < 1.2
    };
    let both: Vec<(Point, Point)> = dense(&outer).into_iter().zip(dense(&inner)).collect();
    both.split(|(point, _)| !inside(point))
        .filter(|run| run.len() > 1)
        .map(|run| {
            let out = run.iter().map(|(outer, _)| *outer);
            Path::new().polygon(out.chain(run.iter().rev().map(|(_, inner)| *inner)).collect::<Vec<_>>()).finish()
        })
        .collect()
}

/// The same outline with points close to each other, equally many between any two corners.
fn dense(points: &[Point]) -> Vec<Point> {
    const PARTS: usize = 12;
    let next = points.iter().cycle().skip(1);
    let between = |(from, to): (&Point, &Point)| {
        let (from, to) = (*from, *to);
        (0..PARTS).map(move |part| {
            let t = part as f64 / PARTS as f64;
            (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t)
        })
    };
    points.iter().zip(next).flat_map(between).collect()
}

/// The corners of a silhouette, `inset` inside the edge, clockwise from the right end of the foot.
fn points(owner: Owner, royal: bool, inset: f64) -> Vec<Point> {
    let mut points = foot(owner, inset);
    match (owner, royal) {
        (Owner::White, false) => points.extend(arc((50.0, 48.0), HALF - inset, (-90.0, 90.0), 24)),
        (Owner::White, true) => {
            points.push((50.0 - HALF, 40.0));
            points.extend(round_crown());
            points.push((50.0 + HALF, 40.0));
        }
        (Owner::Black, royal) => {
            let top = 5.0 + inset;
            let (side, shoulder) = (HALF - inset, 24.0 - inset * 0.45);
            points.push((50.0 - side, 36.0 + inset * 0.3));
            if royal {
                points.extend(CROWN);
            } else {
                points.extend([(50.0 - shoulder, top), (50.0 + shoulder, top)]);
            }
            points.push((50.0 + side, 36.0 + inset * 0.3));
        }
        (Owner::Nobody, _) => {
            let (side, edge) = (HALF - inset, STONE * (HALF - inset));
            let (top, bottom) = (100.0 - FOOT + inset, FOOT - inset);
            let cut = side - edge;
            points.extend([(50.0 - side, bottom - cut), (50.0 - side, top + cut), (50.0 - edge, top)]);
            points.extend([(50.0 + edge, top), (50.0 + side, top + cut), (50.0 + side, bottom - cut)]);
        }
    }
    points
}

/// The points of Black's crown and the dents between, left to right.
const CROWN: [Point; 5] = [(12.0, 2.0), (32.0, 17.0), (50.0, 0.5), (68.0, 17.0), (88.0, 2.0)];

/// White's crown has the same points and round dents.
fn round_crown() -> Vec<Point> {
    let dent = |(from, to): (Point, Point)| {
        (0..8).map(move |step| {
            let t = f64::from(step) / 8.0;
            let straight = (from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t);
            (straight.0, straight.1 + 15.0 * (1.0 - (2.0 * t - 1.0).powi(2)))
        })
    };
    let [left, _, middle, _, right] = CROWN;
    dent((left, middle)).chain(dent((middle, right))).chain([right]).collect()
}

fn foot(owner: Owner, inset: f64) -> Vec<Point> {
    let (left, right, bottom) = (50.0 - HALF + inset, 50.0 + HALF - inset, FOOT - inset);
    match owner {
        Owner::White => {
            let round = ROUND - inset;
            let mut points = arc((right - round, bottom - round), round, (90.0, 180.0), 5);
            points.extend(arc((left + round, bottom - round), round, (180.0, 270.0), 5));
            points
        }
        Owner::Black => vec![(right, bottom), (left, bottom)],
        Owner::Nobody => {
            let edge = STONE * (HALF - inset);
            vec![(50.0 + edge, bottom), (50.0 - edge, bottom)]
        }
    }
}

/// Points of an arc, in degrees clockwise from straight up.
fn arc(centre: Point, radius: f64, (from, to): (f64, f64), steps: usize) -> Vec<Point> {
    (0..=steps)
        .map(|step| {
            let (sin, cos) = ((from + (to - from) * step as f64 / steps as f64) * PI / 180.0).sin_cos();
            (centre.0 + radius * sin, centre.1 - radius * cos)
        })
        .collect()
}

/// A number of beads near the foot of the piece; on the rim where there is one.
pub(crate) fn beads(count: usize, rimmed: bool) -> Vec<String> {
    let (y, radius) = if rimmed { (83.5, 5.0) } else { (87.0, 4.6) };
    (0..count)
        .map(|bead| {
            let x = 50.0 + 13.5 * (bead as f64 - (count as f64 - 1.0) / 2.0);
            Path::new().circle((x, y), radius).finish()
        })
        .collect()
}
