//! An SVG in the making. It knows how far what is drawn reaches, and keeps each sign once.

use super::lettering;
use super::style::Style;
use crate::path::{Path, Point, push_number};
use crate::theme::Palette;
use crate::{Glyph, glyph};
use spielraum_rules::Owner;
use spielraum_rules::spec::{PieceType, Spec};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What is drawn so far.
pub(crate) struct Canvas<'a> {
    spec: &'a Spec,
    #[cfg(feature = "sets")]
    looks: &'a crate::Looks,
    palette: Palette,
    body: String,
    /// The pieces that are used, painted.
    pieces: BTreeMap<(u8, Owner), String>,
    low: Point,
    high: Point,
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl<'a> Canvas<'a> {
    pub fn new(spec: &'a Spec, style: &'a Style) -> Self {
        let (low, high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        Self {
            spec,
            #[cfg(feature = "sets")]
            looks: &style.looks,
            palette: style.theme.palette().with_sides(spec.sides),
            body: String::new(),
            pieces: BTreeMap::new(),
            low,
            high,
        }
    }

    pub fn palette(&self) -> Palette {
        self.palette
    }

    fn reach(&mut self, (x, y): Point) {
        self.low = (self.low.0.min(x), self.low.1.min(y));
        self.high = (self.high.0.max(x), self.high.1.max(y));
    }

    /// Polygons of one colour, as one path.
    pub fn polygons(&mut self, polygons: impl IntoIterator<Item = Vec<Point>>, attributes: &str) {
        let mut path = Path::new();
        let mut any = false;
        for polygon in polygons {
            polygon.iter().for_each(|&point| self.reach(point));
            path = path.polygon(polygon);
            any = true;
        }
        if any {
            let _ = write!(self.body, r#"<path {attributes} d="{}"/>"#, path.finish());
        }
    }

    /// Lines of one colour, as one path.
    pub fn lines(&mut self, lines: impl IntoIterator<Item = (Point, Point)>, attributes: &str) {
        let mut path = Path::new();
        let mut any = false;
        for (from, to) in lines {
            self.reach(from);
            self.reach(to);
            path = path.start(from).line(to);
            any = true;
        }
        if any {
            let _ = write!(self.body, r#"<path fill="none" {attributes} d="{}"/>"#, path.finish());
        }
    }

    /// An outline around its own middle, moved to a place and made this many times as large.
    #[cfg(feature = "sets")]
    pub fn outline(&mut self, outline: &str, (x, y): Point, scale: f64, colour: &str) {
        let _ = write!(
            self.body,
            r#"<path fill="{colour}" transform="translate({x:.1} {y:.1}) scale({scale:.3})" d="{outline}"/>"#
        );
    }

    /// An ellipse.
    pub fn ellipse(&mut self, (x, y): Point, (across, down): Point, attributes: &str) {
        self.reach((x - across, y - down));
        self.reach((x + across, y + down));
        let _ = write!(self.body, r#"<ellipse {attributes}"#);
        for (name, value) in [("cx", x), ("cy", y), ("rx", across), ("ry", down)] {
            let _ = write!(self.body, r#" {name}=""#);
            push_number(&mut self.body, value);
            self.body.push('"');
        }
        self.body.push_str("/>");
    }

    /// A piece in a box of `size` whose upper left corner is at `at`.
    pub fn piece(&mut self, kind: PieceType, owner: Owner, at: Point, size: f64) {
        let Self { spec, palette, .. } = *self;
        #[cfg(feature = "sets")]
        let looks = self.looks;
        self.pieces.entry((kind.0, owner)).or_insert_with(|| {
            #[cfg(feature = "sets")]
            if let Some(look) = looks.painted(kind, owner, &palette) {
                return look;
            }
            painted(owner, &glyph(spec, kind, owner), &palette)
        });
        self.reach(at);
        self.reach((at.0 + size, at.1 + size));
        let _ = write!(self.body, r##"<use href="#{}" transform="translate("##, sign_id(kind.0, owner));
        push_number(&mut self.body, at.0);
        self.body.push(' ');
        push_number(&mut self.body, at.1);
        let _ = write!(self.body, r#") scale({:.3})"/>"#, size / 100.0);
    }

    /// A text whose capitals are `height` high; `at` is on its base line.
    pub fn text(&mut self, text: &str, at: Point, height: f64, anchor: Anchor, colour: &str) {
        let scale = height / 8.0;
        let width = lettering::width(text) * scale;
        let x = match anchor {
            Anchor::Start => at.0,
            Anchor::Middle => at.0 - width / 2.0,
            Anchor::End => at.0 - width,
        };
        self.reach((x, at.1 - height));
        self.reach((x + width, at.1 + height * 0.3));
        let _ = write!(
            self.body,
            r#"<g fill="none" stroke="{colour}" stroke-width="1.15" stroke-linecap="round" stroke-linejoin="round" transform="translate("#
        );
        push_number(&mut self.body, x);
        self.body.push(' ');
        push_number(&mut self.body, at.1 - height);
        let _ = write!(self.body, r#") scale({scale:.3})">"#);
        for (offset, path) in lettering::strokes(text) {
            if offset == 0.0 {
                let _ = write!(self.body, r#"<path d="{path}"/>"#);
            } else {
                let _ = write!(self.body, r#"<path transform="translate({offset:.1})" d="{path}"/>"#);
            }
        }
        self.body.push_str("</g>");
    }

    /// A line in a font, whose letters are `size` high and which is about as wide as given; `at` is on its base line. No
    /// character of the text has a meaning for XML.
    pub fn written(&mut self, text: &str, at: Point, (size, width): (f64, f64), anchor: Anchor, attributes: &str) {
        let (x, anchor) = match anchor {
            Anchor::Start => (at.0, "start"),
            Anchor::Middle => (at.0 - width / 2.0, "middle"),
            Anchor::End => (at.0 - width, "end"),
        };
        self.reach((x, at.1 - size));
        self.reach((x + width, at.1 + size * 0.3));
        let _ = write!(self.body, r#"<text {attributes} fill="{}" text-anchor="{anchor}""#, self.palette.ink);
        for (name, value) in [("x", at.0), ("y", at.1), ("font-size", size)] {
            let _ = write!(self.body, r#" {name}=""#);
            push_number(&mut self.body, value);
            self.body.push('"');
        }
        let _ = write!(self.body, ">{text}</text>");
    }

    /// The lowest and the highest corner of what is drawn.
    pub fn bounds(&self) -> (Point, Point) {
        (self.low, self.high)
    }

    /// The finished picture, `margin` wider than what is drawn on each side, on the paper if `ground`.
    pub fn finish(self, margin: f64, ground: bool, title: &str) -> String {
        let (x, y) = (self.low.0 - margin, self.low.1 - margin);
        let (width, height) = (self.high.0 - self.low.0 + 2.0 * margin, self.high.1 - self.low.1 + 2.0 * margin);
        let [x, y, width, height] = [x.floor(), y.floor(), width.ceil(), height.ceil()];
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}" width="{width}" height="{height}" role="img" aria-label="{title}">"#
        );
        if ground {
            let _ = write!(svg, r#"<path fill="{}" d="M{x} {y}h{width}v{height}h{}z"/>"#, self.palette.paper, -width);
        }
        svg.push_str(&self.content());
        svg.push_str("</svg>\n");
        svg
    }

    /// What is drawn, without a picture round it.
    pub fn content(&self) -> String {
        let mut svg = String::from("<defs>");
        for (&(kind, owner), piece) in &self.pieces {
            let _ = write!(svg, r#"<g id="{}">{piece}</g>"#, sign_id(kind, owner));
        }
        svg.push_str("</defs>");
        svg.push_str(&self.body);
        svg
    }
}

fn sign_id(kind: u8, owner: Owner) -> String {
    format!("{}{kind}", &owner.name()[..1])
}

/// A sign in the colours of its owner.
pub(crate) fn painted(owner: Owner, sign: &Glyph, palette: &Palette) -> String {
    let [body, edge, ink] = palette.of(owner);
    let marks: String = sign.marks.iter().map(|mark| format!(r#"<path d="{mark}"/>"#)).collect();
    format!(
        r#"<path fill="{body}" stroke="{edge}" stroke-width="3" stroke-linejoin="round" d="{}"/><g fill="{ink}" fill-rule="evenodd">{marks}</g>"#,
        sign.body
    )
}
