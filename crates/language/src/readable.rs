//! What a definition may say in words: as much as there is room for, and nothing that can't be seen.

use crate::limits::{MARKS, Words};

/// Why a text may not stand where somebody reads it, if it may not.
pub(crate) fn fault(what: &str, text: &str, most: Words) -> Option<String> {
    if text.chars().count() > most.letters {
        return Some(format!("the {what} is longer than {} characters", most.letters));
    }
    if text.lines().count() > most.lines {
        return Some(match most.lines {
            1 => format!("the {what} has more than one line"),
            lines => format!("the {what} has more than {lines} lines"),
        });
    }
    let (mut before, mut marks) = (' ', 0);
    for c in text.chars() {
        if is_hidden(c) && c != '\n' && !(joins(c) && before.is_alphabetic() && !before.is_ascii()) {
            return Some(format!(
                "the {what} has the character U+{:04X}, which can't be seen; leave it out",
                u32::from(c)
            ));
        }
        marks = if is_mark(c) { marks + 1 } else { 0 };
        if marks > MARKS {
            return Some(format!("a letter of the {what} has more than {MARKS} marks"));
        }
        before = c;
    }
    None
}

/// Whether a character can't be seen, or changes how what stands around it is read: control characters, those that turn
/// the direction, blanks of no width, fillers, tags.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character, not to be seen itself, says how the letters beside it are joined, as Persian and Hindi need it.
fn joins(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// Whether a character is put over or under the one before.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_can_be_seen() {
        let most = Words { letters: 20, lines: 1 };
        for fine in ["Lotus Chess", "三次元将棋", "Việt", "می\u{200c}خواهم", "a\u{301}b", ""] {
            assert_eq!(fault("title", fine, most), None, "{fine:?}");
        }
        let hidden =
            ["a\u{202e}b", "a\u{7}b", "a\u{200b}b", "\u{feff}a", "a\u{2066}b", "a\u{e0041}", "a\u{200d}b", "\u{3164}"];
        for bad in hidden.into_iter().chain(["a\nb", "a\u{301}\u{302}\u{303}", &"x".repeat(21)]) {
            assert!(fault("title", bad, most).is_some(), "{bad:?}");
        }
        assert_eq!(fault("description", "a\n\nb", Words { letters: 20, lines: 3 }), None);
    }
}
