//! SVG path data: points in a frame of one's own, written with one decimal.

use std::f64::consts::PI;
use std::fmt::Write;

/// A point of a picture: x to the right, y down.
pub(crate) type Point = (f64, f64);

/// A frame round a centre: `u` leads away from it in one direction, `v` to the right of that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    centre: Point,
    degrees: f64,
    flip: bool,
    scale: f64,
}

impl Frame {
    /// The frame whose `u` points `degrees` clockwise from straight up. `flip` turns `v` to the left, so that
    /// signs on the left half are mirror images of those on the right.
    pub fn new(centre: Point, degrees: f64, flip: bool, scale: f64) -> Self {
        Self { centre, degrees, flip, scale }
    }

    /// The frame turned this many degrees toward its `v`.
    pub fn turned(self, degrees: f64) -> Self {
        Self { degrees: self.degrees + if self.flip { -degrees } else { degrees }, ..self }
    }

    /// Where a point of the frame lies in the box.
    pub fn at(self, (u, v): Point) -> Point {
        let (sin, cos) = (self.degrees * PI / 180.0).sin_cos();
        let (u, v) = (u * self.scale, v * self.scale * if self.flip { -1.0 } else { 1.0 });
        (self.centre.0 + u * sin + v * cos, self.centre.1 - u * cos + v * sin)
    }

    /// A length of the frame in the box.
    pub fn length(self, length: f64) -> f64 {
        length * self.scale
    }
}

/// Path data in the making.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path(String);

impl Path {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn start(mut self, at: Point) -> Self {
        self.command('M', &[at.0, at.1]);
        self
    }

    pub fn line(mut self, to: Point) -> Self {
        self.command('L', &[to.0, to.1]);
        self
    }

    pub fn close(mut self) -> Self {
        self.0.push('Z');
        self
    }

    /// A closed polygon.
    pub fn polygon(self, points: impl IntoIterator<Item = Point>) -> Self {
        let mut points = points.into_iter();
        let Some(first) = points.next() else { return self };
        points.fold(self.start(first), Self::line).close()
    }

    /// A full circle.
    pub fn circle(mut self, (x, y): Point, radius: f64) -> Self {
        self.command('M', &[x - radius, y]);
        for across in [2.0 * radius, -2.0 * radius] {
            self.command('a', &[radius, radius, 0.0, 1.0, 0.0, across, 0.0]);
        }
        self.close()
    }

    pub fn finish(self) -> String {
        self.0
    }

    fn command(&mut self, letter: char, numbers: &[f64]) {
        self.0.push(letter);
        for (index, &number) in numbers.iter().enumerate() {
            if index > 0 {
                self.0.push(' ');
            }
            push_number(&mut self.0, number);
        }
    }
}

/// Writes a number with at most one decimal and no trailing zero.
pub(crate) fn push_number(out: &mut String, number: f64) {
    let tenths = (number * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
    let _ = if rest == 0 { write!(out, "{sign}{whole}") } else { write!(out, "{sign}{whole}.{rest}") };
}

/// The outline of a band along a curve: `centre(t)` is its middle line, `half(t)` half its width, for `t` from 0
/// to 1 in `steps` steps.
pub(crate) fn band(centre: impl Fn(f64) -> Point, half: impl Fn(f64) -> f64, steps: usize) -> Vec<Point> {
    let side = |t: f64, sign: f64| {
        let (before, after) = (centre((t - 0.01).max(0.0)), centre((t + 0.01).min(1.0)));
        let (du, dv) = (after.0 - before.0, after.1 - before.1);
        let length = du.hypot(dv).max(1e-9);
        let (u, v) = centre(t);
        (u - sign * dv / length * half(t), v + sign * du / length * half(t))
    };
    let times = (0..=steps).map(|step| step as f64 / steps as f64);
    let mut outline: Vec<Point> = times.clone().map(|t| side(t, 1.0)).collect();
    outline.extend(times.rev().map(|t| side(t, -1.0)));
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_decimal_at_most() {
        let text = |n: f64| {
            let mut text = String::new();
            push_number(&mut text, n);
            text
        };
        assert_eq!(text(12.0), "12");
        assert_eq!(text(-0.04), "0");
        assert_eq!(text(-0.06), "-0.1");
        assert_eq!(text(3.25), "3.3");
    }

    #[test]
    fn a_frame_points_where_its_angle_says() {
        assert_eq!(Frame::new((50.0, 50.0), 0.0, false, 1.0).at((10.0, 0.0)), (50.0, 40.0));
        let (x, y) = Frame::new((50.0, 50.0), 90.0, false, 0.5).at((10.0, 4.0));
        assert!((x - 55.0).abs() < 1e-9 && (y - 52.0).abs() < 1e-9);
    }
}
