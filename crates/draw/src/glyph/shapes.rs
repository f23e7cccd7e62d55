//! The shapes of marks, each a filled outline.
//!
//! The middle of a sign is the middle of its box; lengths count from there along the direction of the mark's slot.
//! What only moves is hollow, what only captures has a sharp end, what does both is solid and round.

use super::sign::{Prongs, Way};
use crate::path::{Frame, Path, Point, band};
use spielraum_rules::spec::Mode;
use std::f64::consts::PI;

/// Where long lines end.
pub(crate) const RIM: f64 = 38.0;

/// A cell at `u`: a dot to move and capture, a ring to move, a diamond to capture.
pub(crate) fn dot(frame: Frame, u: f64, radius: f64, mode: Mode) -> String {
    let centre = frame.at((u, 0.0));
    let radius = frame.length(radius);
    match mode {
        Mode::Both => Path::new().circle(centre, radius),
        Mode::Quiet => Path::new().circle(centre, radius * 1.06).circle(centre, radius * 0.52),
        Mode::Capture => {
            let reach = radius * 1.5;
            let (x, y) = centre;
            Path::new().polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)])
        }
    }
    .finish()
}

/// A piece of the curve that a way follows on a sign, as wide as it is there: from `from` to `to` of its length.
/// Ends at the rim are pointed.
pub(crate) fn line(frame: Frame, way: Way, (from, to): (f64, f64), mode: Mode) -> Vec<String> {
    match way {
        Way::Straight => vec![straight(frame, (from, to), mode, 1.0)],
        Way::Fan => vec![
            straight(frame.turned(24.0), (from, to), mode, 0.72),
            straight(frame.turned(-24.0), (from, to), mode, 0.72),
        ],
        Way::Corner => vec![bracket(frame, RIM + 1.0, 25.0, 7.4, mode)],
        Way::Keep => vec![arc(frame, (from, to), mode)],
        Way::Cross => {
            vec![dart(frame, (5.0 + (RIM - 4.0) * from, 5.0 + (RIM - 4.0) * to), 5.2 * (to - from).sqrt(), mode)]
        }
    }
}

/// A straight arm that widens outward.
fn straight(frame: Frame, (from, to): (f64, f64), mode: Mode, width: f64) -> String {
    let half = |u: f64| (3.5 + 3.4 * u / RIM) * width;
    let (start, end) = (from * RIM, to * RIM);
    let tip = if to >= 1.0 { 7.0 } else { 0.0 };
    let outline = |inset: f64| {
        let shoulder = end - tip;
        let (h0, h1) = (half(start) - inset, half(shoulder) - inset);
        let mut points = vec![(start + inset, -h0), (shoulder, -h1)];
        if tip > 0.0 {
            points.push((end - inset * 1.4, 0.0));
        } else {
            points[1].0 -= inset;
        }
        points.extend([(points[1].0, h1), (start + inset, h0)]);
        points.into_iter().map(|p| frame.at(p)).collect::<Vec<_>>()
    };
    let path = Path::new().polygon(outline(0.0));
    match mode {
        Mode::Quiet => path.polygon(outline(2.3)),
        _ => path,
    }
    .finish()
}

/// A bar from the middle to `u`, for what must find its way free.
pub(crate) fn stem(frame: Frame, (from, to): (f64, f64), half: f64) -> String {
    let points = [(from, -half), (to, -half), (to, half), (from, half)];
    Path::new().polygon(points.map(|p| frame.at(p))).finish()
}

/// The sign of a corner: two legs that meet at `u`.
pub(crate) fn bracket(frame: Frame, u: f64, leg: f64, thickness: f64, mode: Mode) -> String {
    let side = leg / 2f64.sqrt();
    if mode == Mode::Capture {
        let points = [(u, 0.0), (u - side, side), (u - side, -side)];
        return Path::new().polygon(points.map(|p| frame.at(p))).finish();
    }
    let thickness = if mode == Mode::Quiet { thickness * 0.5 } else { thickness };
    let (across, depth) = (thickness / 2f64.sqrt(), thickness * 2f64.sqrt());
    let points = [
        (u, 0.0),
        (u - side, side),
        (u - side - across, side - across),
        (u - depth, 0.0),
        (u - side - across, across - side),
        (u - side, -side),
    ];
    Path::new().polygon(points.map(|p| frame.at(p))).finish()
}

/// An arc round the middle.
pub(crate) fn arc(frame: Frame, (from, to): (f64, f64), mode: Mode) -> String {
    arc_at(frame, 29.0, 66.0, 4.0, (from, to), mode)
}

/// An arc of this many degrees at a distance from the middle, `half` its greatest half width.
pub(crate) fn arc_at(frame: Frame, radius: f64, degrees: f64, half: f64, (from, to): (f64, f64), mode: Mode) -> String {
    let centre = |t: f64| -> Point {
        let angle = (from + (to - from) * t - 0.5) * degrees * PI / 180.0;
        (radius * angle.cos(), radius * angle.sin())
    };
    let width = move |t: f64| half * (0.35 + 0.65 * (PI * (from + (to - from) * t)).sin().max(0.0).sqrt());
    ribbon(frame, centre, width, 12, mode)
}

fn ribbon(frame: Frame, centre: impl Fn(f64) -> Point, half: impl Fn(f64) -> f64, steps: usize, mode: Mode) -> String {
    let at = |points: Vec<Point>| points.into_iter().map(|p| frame.at(p)).collect::<Vec<_>>();
    let path = Path::new().polygon(at(band(&centre, &half, steps)));
    match mode {
        Mode::Quiet => {
            let inner = |t: f64| centre(0.1 + 0.8 * t);
            path.polygon(at(band(inner, |t| (half(0.1 + 0.8 * t) - 2.1).max(0.4), steps)))
        }
        _ => path,
    }
    .finish()
}

/// A ring on a line: the piece that a hop goes over.
pub(crate) fn hurdle(centre: Point, radius: f64) -> String {
    Path::new().circle(centre, radius).circle(centre, radius * 0.5).finish()
}

/// The prongs of a fork: from `(foot, 0)` they lead to `(top, side)` on either side, bent where it turns with the
/// rings.
pub(crate) fn prongs(
    frame: Frame,
    foot: f64,
    top: f64,
    side: f64,
    which: Prongs,
    turning: bool,
    mode: Mode,
) -> Vec<String> {
    let half = if mode == Mode::Quiet { 1.8 } else { 3.3 };
    let one = |sign: f64| {
        let centre = move |t: f64| -> Point {
            if turning {
                let angle = t * PI / 2.0;
                (foot + (top - foot) * (1.0 - angle.cos()), sign * side * angle.sin())
            } else {
                (foot + (top - foot) * t, sign * side * t)
            }
        };
        let outline = band(centre, |_| half, if turning { 8 } else { 1 });
        Path::new().polygon(outline.into_iter().map(|p| frame.at(p))).finish()
    };
    if which.left && which.right && mode == Mode::Capture {
        let points = [(foot - 3.0, 0.0), (top, side + 2.0), (top, -side - 2.0)];
        return vec![Path::new().polygon(points.map(|p| frame.at(p))).finish()];
    }
    if which.left && which.right && !turning {
        // One outline, so that the point where both meet is no notch.
        let length = (top - foot).hypot(side);
        let (across, along) = (half * (top - foot) / length, half * side / length);
        let depth = half * length / side;
        let points = [
            (foot - depth, 0.0),
            (top - along, -side - across),
            (top + along, -side + across),
            (foot + depth, 0.0),
            (top + along, side - across),
            (top - along, side + across),
        ];
        return vec![Path::new().polygon(points.map(|p| frame.at(p))).finish()];
    }
    let chosen = [(which.left, -1.0), (which.right, 1.0)];
    chosen.into_iter().filter(|(exists, _)| *exists).map(|(_, sign)| one(sign)).collect()
}

/// The bar across the end of a wide fork.
pub(crate) fn crossbar(frame: Frame, u: f64, side: f64, which: Prongs, mode: Mode) -> String {
    let half = if mode == Mode::Quiet { 1.8 } else { 3.3 };
    let (left, right) = (if which.left { -side } else { -half }, if which.right { side } else { half });
    let points = [(u - half, left), (u + half, left), (u + half, right), (u - half, right)];
    Path::new().polygon(points.map(|p| frame.at(p))).finish()
}

/// A blade with a point at either end.
pub(crate) fn dart(frame: Frame, (from, to): (f64, f64), half: f64, mode: Mode) -> String {
    let waist = (from + to) / 2.0;
    let outline = |inset: f64| {
        let slant = (to - from) / (2.0 * half);
        let points =
            [(from + slant * inset, 0.0), (waist, half - inset), (to - slant * inset, 0.0), (waist, inset - half)];
        points.map(|p| frame.at(p))
    };
    let path = Path::new().polygon(outline(0.0));
    match mode {
        Mode::Quiet => path.polygon(outline(half * 0.5)),
        _ => path,
    }
    .finish()
}
