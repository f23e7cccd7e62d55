//! Other people's texts in HTML.

/// A text in one line, without the characters that turn the direction of what follows; others that can't be seen are spaces.
pub(crate) fn plain(text: &str) -> String {
    let turns =
        |character| matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let kept = text.chars().filter(|&character| !turns(character));
    kept.map(|character| if character.is_control() { ' ' } else { character }).collect()
}

/// The same as it stands in HTML, also between quotation marks.
pub(crate) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in plain(text).chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            _ => html.push(character),
        }
    }
    html
}
