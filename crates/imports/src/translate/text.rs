//! Texts and comments of KDL.

/// A text of KDL.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        if matches!(letter, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted.push('"');
    quoted
}

/// A comment of KDL, without what can't be seen.
pub(crate) fn comment(text: &str) -> String {
    let seen = |letter: &char| !letter.is_control() && !spielraum_language::is_hidden(*letter);
    format!("// {}", text.chars().filter(seen).collect::<String>())
}
