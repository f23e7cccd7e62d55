//! Words in lines and columns that fit the terminal.

/// The words, separated by spaces, in as few lines of at most `width` characters as they need; all
/// lines but the first begin with `indent` spaces.
pub fn wrapped<'a>(words: impl IntoIterator<Item = &'a str>, width: usize, indent: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for word in words {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            used = indent;
        } else if used > 0 {
            text.push(' ');
            used += 1;
        }
        text.push_str(word);
        used += length;
    }
    text
}

/// A text that begins after `indent` columns, wrapped at spaces to lines of at most `width`.
pub fn wrapped_after(indent: usize, text: &str, width: usize) -> String {
    let room = width.saturating_sub(indent).max(20);
    let newline = format!("\n{:indent$}", "");
    wrapped(text.split_whitespace(), room, 0).replace('\n', &newline)
}

/// The words in columns of equal width, read line by line.
pub fn in_columns(words: &[String], width: usize) -> String {
    let column = words.iter().map(|word| word.chars().count()).max().unwrap_or(0) + 2;
    let per_line = (width / column).max(1);
    let lines = words.chunks(per_line).map(|line| {
        let line: String = line.iter().map(|word| format!("{word:column$}")).collect();
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_before_the_edge() {
        assert_eq!(wrapped(["one", "two", "three"], 7, 2), "one two\n  three");
        assert_eq!(wrapped(["extraordinary", "b"], 5, 0), "extraordinary\nb");
        assert_eq!(wrapped([], 5, 0), "");
    }

    #[test]
    fn columns_have_the_width_of_the_longest_word() {
        let words: Vec<String> = ["a1", "b10", "c1"].map(String::from).into();
        assert_eq!(in_columns(&words, 11), "a1   b10\nc1");
        assert_eq!(in_columns(&words, 1), "a1\nb10\nc1");
    }
}
