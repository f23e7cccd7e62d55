//! Letters and digits as single strokes, so that pictures need no font.

/// Path data of a character and its width. Lower-case letters stand between 3 and 8, capitals and digits between 0
/// and 8, y down.
fn stroke(character: char) -> (&'static str, f64) {
    match character {
        'a' => ("M4 3V8M4 5.5a2 2.5 0 1 0-4 0a2 2.5 0 1 0 4 0", 4.0),
        'b' => ("M0 0V8M0 5.5a2 2.5 0 1 0 4 0a2 2.5 0 1 0-4 0", 4.0),
        'c' => ("M3.6 3.8A2 2.5 0 1 0 3.6 7.2", 3.6),
        'd' => ("M4 0V8M4 5.5a2 2.5 0 1 0-4 0a2 2.5 0 1 0 4 0", 4.0),
        'e' => ("M0 5.5H4a2 2.5 0 1 0-.6 1.8", 4.0),
        'f' => ("M3 .3A1.7 1.7 0 0 0 1.1 2V8M0 3H2.8", 3.0),
        'g' => ("M4 3V8.6a2 2 0 0 1-3.7 1M4 5.5a2 2.5 0 1 0-4 0a2 2.5 0 1 0 4 0", 4.0),
        'h' => ("M0 0V8M0 5a2 2 0 0 1 4 0V8", 4.0),
        'i' => ("M.5 3V8M.5.8v.1", 1.0),
        'j' => ("M1.4 3V9a1.5 1.5 0 0 1-1.4 1.5M1.4.8v.1", 1.6),
        'k' => ("M0 0V8M3.6 3L0 6M1.4 5L3.8 8", 3.8),
        'l' => ("M.5 0V8", 1.0),
        'm' => ("M0 3V8M0 5a1.6 2 0 0 1 3.2 0V8M3.2 5a1.6 2 0 0 1 3.2 0V8", 6.4),
        'n' => ("M0 3V8M0 5a2 2 0 0 1 4 0V8", 4.0),
        'o' => ("M2 3a2 2.5 0 1 0 0 5a2 2.5 0 1 0 0-5", 4.0),
        'p' => ("M0 3V11M0 5.5a2 2.5 0 1 0 4 0a2 2.5 0 1 0-4 0", 4.0),
        'q' => ("M4 3V11M4 5.5a2 2.5 0 1 0-4 0a2 2.5 0 1 0 4 0", 4.0),
        'r' => ("M0 3V8M0 5a2 2 0 0 1 2.6-1.9", 2.6),
        's' => ("M3.2 3.8C2.6 2.8.2 2.7.2 4.2C.2 6 3.4 5 3.4 6.8C3.4 8.4.6 8.3 0 7.1", 3.4),
        't' => ("M1.2 1V6.6A1.4 1.4 0 0 0 3.1 7.8M0 3H2.9", 3.1),
        'u' => ("M0 3V6a2 2 0 0 0 4 0M4 3V8", 4.0),
        'v' => ("M0 3L2 8L4 3", 4.0),
        'w' => ("M0 3L1.5 8L3 3.6L4.5 8L6 3", 6.0),
        'x' => ("M0 3L4 8M4 3L0 8", 4.0),
        'y' => ("M0 3L2.1 7.6M4 3L1.5 9.4A1.6 1.6 0 0 1 0 10.4", 4.0),
        'z' => ("M0 3H4L0 8H4", 4.0),
        'A' => ("M0 8L2.5 0L5 8M.9 5.2H4.1", 5.0),
        'B' => ("M0 0V8H2.6A2.1 2.1 0 0 0 2.6 3.8H0M0 0H2.3A1.9 1.9 0 0 1 2.3 3.8", 4.7),
        'C' => ("M5 1.4A3 4 0 1 0 5 6.6", 5.0),
        'D' => ("M0 0V8H1.6A3.6 4 0 0 0 1.6 0Z", 5.2),
        'E' => ("M4 0H0V8H4M0 3.9H3.4", 4.0),
        'F' => ("M4 0H0V8M0 3.9H3.4", 4.0),
        'G' => ("M5 1.4A3 4 0 1 0 5.2 6.4V4.2H3", 5.2),
        'H' => ("M0 0V8M5 0V8M0 3.9H5", 5.0),
        'I' => ("M.5 0V8", 1.0),
        'J' => ("M3 0V5.6A1.7 2.3 0 0 1 0 6.8", 3.0),
        'K' => ("M0 0V8M4.4 0L0 4.6M1.7 2.9L4.6 8", 4.6),
        'L' => ("M0 0V8H4", 4.0),
        'M' => ("M0 8V0L3 5L6 0V8", 6.0),
        'N' => ("M0 8V0L5 8V0", 5.0),
        'O' => ("M2.8 0A2.8 4 0 1 0 2.8 8A2.8 4 0 1 0 2.8 0", 5.6),
        'P' => ("M0 8V0H2.4A2.2 2.2 0 0 1 2.4 4.4H0", 4.6),
        'Q' => ("M2.8 0A2.8 4 0 1 0 2.8 8A2.8 4 0 1 0 2.8 0M3.4 6L5.4 8.4", 5.6),
        'R' => ("M0 8V0H2.4A2.2 2.2 0 0 1 2.4 4.4H0M2.2 4.4L4.6 8", 4.6),
        'S' => ("M4.4 1.4C3.4-.5.2-.3.2 2C.2 4.6 4.6 3.2 4.6 6C4.6 8.5 1 8.6 0 6.6", 4.6),
        'T' => ("M0 0H5M2.5 0V8", 5.0),
        'U' => ("M0 0V5.4A2.4 2.6 0 0 0 4.8 5.4V0", 4.8),
        'V' => ("M0 0L2.5 8L5 0", 5.0),
        'W' => ("M0 0L1.8 8L3.5 1.5L5.2 8L7 0", 7.0),
        'X' => ("M0 0L5 8M5 0L0 8", 5.0),
        'Y' => ("M0 0L2.4 4L4.8 0M2.4 4V8", 4.8),
        'Z' => ("M0 0H4.6L0 8H4.6", 4.6),
        '0' => ("M2.2 0A2.2 4 0 1 0 2.2 8A2.2 4 0 1 0 2.2 0", 4.4),
        '1' => ("M.4 1.4L2.4 0V8", 2.6),
        '2' => ("M.2 2A2 2 0 0 1 4.2 2.2C4.2 4 .6 5.6 0 8H4.4", 4.4),
        '3' => ("M.3 1.2A2 1.9 0 1 1 2 3.8A2.1 2.1 0 1 1 0 6.8", 4.1),
        '4' => ("M3.4 8V0L0 5.6H4.6", 4.6),
        '5' => ("M4 0H.8L.4 3.6A2.3 2.4 0 1 1 0 6.9", 4.5),
        '6' => ("M3.8.4C1.5.1.1 3 .1 5.6A2.1 2.3 0 1 0 4.4 5.6A2.1 2.3 0 0 0 .1 5.6", 4.4),
        '7' => ("M0 0H4.4L1.4 8", 4.4),
        '8' => ("M2.2 3.8A1.8 1.9 0 1 1 2.2 0A1.8 1.9 0 1 1 2.2 3.8A2.1 2.1 0 1 1 2.2 8A2.1 2.1 0 1 1 2.2 3.8", 4.4),
        '9' => ("M.6 7.6C2.9 7.9 4.3 5 4.3 2.4A2.1 2.3 0 1 0 0 2.4A2.1 2.3 0 0 0 4.3 2.4", 4.4),
        '×' => ("M0 4L3.4 7.4M3.4 4L0 7.4", 3.4),
        _ => ("M0 8.1h3", 3.0),
    }
}

/// Space between two characters.
const GAP: f64 = 1.9;

/// How wide a text is, in the units of [`strokes`].
pub(crate) fn width(text: &str) -> f64 {
    let widths: f64 = text.chars().map(|character| stroke(character).1 + GAP).sum();
    (widths - GAP).max(0.0)
}

/// The strokes of a text: path data and where each begins.
pub(crate) fn strokes(text: &str) -> Vec<(f64, &'static str)> {
    let mut x = 0.0;
    text.chars()
        .map(|character| {
            let (path, width) = stroke(character);
            let at = x;
            x += width + GAP;
            (at, path)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_and_digit_has_a_sign_of_its_own() {
        let mut signs: Vec<_> = ('a'..='z').chain('A'..='Z').chain('0'..='9').map(|c| stroke(c).0).collect();
        let count = signs.len();
        signs.retain(|sign| *sign != stroke('?').0);
        signs.sort_unstable();
        signs.dedup();
        // A small l and a capital I are the same stroke.
        assert_eq!((count, signs.len()), (62, 61));
        assert!(width("wc10") > width("wc3") && width("") == 0.0);
    }
}
