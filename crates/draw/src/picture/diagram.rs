//! A position with words round it, as problem journals print it.

use super::canvas::{Anchor, Canvas};
use super::{Style, View, drawn};
use spielraum_rules::Position;

/// The words of a diagram; what is empty is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// Lines above the board, the first of them bold: who composed it, where it was published.
    pub above: Vec<String>,
    /// Below the board on the left: what is asked.
    pub left: String,
    /// On the right: how many pieces there are.
    pub right: String,
    /// Lines below these, all letters equally wide: the solution.
    pub below: Vec<String>,
}

/// How a text is set: its font, and how wide a letter is about, in parts of the font's size.
#[derive(Clone, Copy)]
enum Hand {
    Plain,
    Bold,
    Even,
}

impl Hand {
    fn attributes(self) -> (&'static str, f64) {
        match self {
            Self::Plain => (r#"font-family="serif""#, 0.5),
            Self::Bold => (r#"font-family="serif" font-weight="bold""#, 0.55),
            Self::Even => (r#"font-family="monospace" xml:space="preserve""#, 0.61),
        }
    }
}

/// A position as SVG with its caption, like [`picture`](super::picture). The words are text, so that they can be searched,
/// in whatever serif and monospace fonts there are.
pub fn diagram(position: &Position, view: View, style: &Style, caption: &Caption) -> String {
    let style = style.bounded();
    let mut canvas = drawn(position, view, &style, style.labels);
    let (low, high) = canvas.bounds();
    let size = style.cell * 0.42;
    let mut y = low.1 - size * (0.4 + 1.25 * caption.above.len().saturating_sub(1) as f64);
    for (number, line) in caption.above.iter().enumerate() {
        let hand = if number == 0 { Hand::Bold } else { Hand::Plain };
        canvas.words(line, (low.0, y), size, Anchor::Start, hand);
        y += size * 1.25;
    }
    y = high.1 + size * 1.5;
    // Beside each other if there is room.
    let (_, letter) = Hand::Plain.attributes();
    let beside = (caption.left.chars().count() + caption.right.chars().count() + 2) as f64 * letter * size;
    canvas.words(&caption.left, (low.0, y), size, Anchor::Start, Hand::Plain);
    if !caption.left.is_empty() && beside > high.0 - low.0 {
        y += size * 1.25;
    }
    canvas.words(&caption.right, (high.0, y), size, Anchor::End, Hand::Plain);
    y += size * 0.4;
    for line in &caption.below {
        y += size;
        canvas.words(line, (low.0, y), size * 0.75, Anchor::Start, Hand::Even);
    }
    canvas.finish(style.cell * 0.3, style.ground, &escaped(&format!("{} {}", caption.left, caption.right)))
}

impl Canvas<'_> {
    /// A line of text in a font, `size` high; `at` is on its base line.
    fn words(&mut self, text: &str, at: (f64, f64), size: f64, anchor: Anchor, hand: Hand) {
        if !text.is_empty() {
            let (attributes, letter) = hand.attributes();
            let width = text.chars().count() as f64 * letter * size;
            self.written(&escaped(text), at, (size, width), anchor, attributes);
        }
    }
}

/// A text in which no character has a meaning for XML, and none is forbidden there.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
