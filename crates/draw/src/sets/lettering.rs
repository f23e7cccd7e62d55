//! Text in the typeface of the pages' headings (Instrument Serif, SIL Open Font License; web/src/styles/fonts).

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

/// How far each character goes on, and its outline; 100 is the height of an em. Written by web/scripts/outlines.py.
static SERIF: LazyLock<HashMap<String, (f64, String)>> =
    LazyLock::new(|| serde_json::from_str(include_str!("serif.json")).unwrap_or_default());

/// What stands for characters that the typeface does not have.
const UNKNOWN: &str = "\u{b7}";

fn character(of: char) -> Option<&'static (f64, String)> {
    SERIF.get(of.encode_utf8(&mut [0; 4]) as &str).or_else(|| SERIF.get(UNKNOWN))
}

/// How wide a text is in a size.
fn width(text: &str, size: f64) -> f64 {
    text.chars().filter_map(character).map(|(advance, _)| advance).sum::<f64>() * size / 100.0
}

/// A text as SVG; `x`, `y`: where its base line begins.
pub(crate) fn written(text: &str, (x, y): (f64, f64), size: f64, colour: &str) -> String {
    let mut svg = format!(r#"<g fill="{colour}" transform="translate({x:.1} {y:.1}) scale({:.3})">"#, size / 100.0);
    let mut at = 0.0;
    for (advance, outline) in text.chars().filter_map(character) {
        if !outline.is_empty() {
            let _ = write!(svg, r#"<path transform="translate({at:.1})" d="{outline}"/>"#);
        }
        at += advance;
    }
    svg.push_str("</g>");
    svg
}

/// A text in lines of a width, with the largest of some sizes in which it takes at most this many lines; what does not fit
/// in the smallest is left out.
pub(crate) fn fitted(text: &str, wide: f64, most: usize, sizes: &[f64]) -> (f64, Vec<String>) {
    let mut found = (0.0, Vec::new());
    for &size in sizes {
        let (lines, whole) = broken(text, wide, size);
        found = (size, lines);
        if whole && found.1.len() <= most {
            return found;
        }
    }
    if found.1.len() > most {
        found.1.truncate(most);
        if let Some(last) = found.1.last_mut() {
            last.push('…');
        }
    }
    found
}

/// A text in lines, and whether no word had to be broken.
fn broken(text: &str, wide: f64, size: f64) -> (Vec<String>, bool) {
    let (mut lines, mut whole) = (Vec::<String>::new(), true);
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= wide => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
        while let Some(line) = lines.last().filter(|line| width(line, size) > wide && line.chars().nth(1).is_some()) {
            whole = false;
            let fits = line.char_indices().map(|(at, _)| at).skip(1).take_while(|&at| width(&line[..at], size) <= wide);
            let cut = fits.last().unwrap_or(line.chars().next().map_or(1, char::len_utf8));
            let rest = line[cut..].to_owned();
            if let Some(line) = lines.last_mut() {
                line.truncate(cut);
            }
            lines.push(rest);
        }
    }
    (lines, whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_broken_into_lines_that_fit() {
        let sizes = [80.0, 60.0, 40.0];
        let (size, lines) = fitted("Springernichtschach with crossover", 380.0, 3, &sizes);
        assert!(size < 80.0 && lines.len() <= 3 && lines.join(" ").ends_with("with crossover"), "{size} {lines:?}");
        assert!(lines.iter().all(|line| width(line, size) <= 380.0));
        let (_, lines) = fitted(&"Ж".repeat(4_000), 380.0, 3, &sizes);
        assert!(lines.len() == 3 && lines[2].ends_with('…'));
        assert!(fitted("", 380.0, 3, &sizes).1.is_empty());
        assert!(width("Yáng Qí – Bär’s", 50.0) > 5.0 * width("·", 50.0));
    }
}
