//! What of a file is prose: all of a page, comments and texts of a program.

use std::path::Path;

/// How a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Prose throughout, such as Markdown and definitions of games.
    Page,
    Rust,
    TypeScript,
    Python,
}

impl Language {
    /// The language of a file with prose.
    pub fn of(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()? {
            "md" | "kdl" => Self::Page,
            // The program's help.
            "txt" if path.parent()?.ends_with("help") => Self::Page,
            "rs" => Self::Rust,
            "ts" | "tsx" | "mjs" => Self::TypeScript,
            "py" | "pyi" => Self::Python,
            _ => return None,
        })
    }

    fn line_comment(self) -> &'static str {
        if self == Self::Python { "#" } else { "//" }
    }
}

/// What replaces everything that is no prose; it separates what stands before and after.
const CODE: char = '|';

/// A text of the same lines in which only prose is left: comments, and string literals where `texts` is set. What stands
/// between backquotes in pages and comments is code.
pub fn mask(text: &str, language: Language, texts: bool) -> String {
    if language == Language::Page {
        return without_code(text);
    }
    let mut out = String::with_capacity(text.len());
    // Comments on successive lines are read as one, so that phrases and code in backquotes may go on.
    let mut comment = String::new();
    let mut before = '\n';
    let mut rest = text;
    while !rest.is_empty() {
        let (kind, length) = next(rest, language, before);
        let (piece, tail) = rest.split_at(length);
        rest = tail;
        match kind {
            Kind::Comment => comment.push_str(piece.trim_start_matches(['/', '*', '!', '#'])),
            Kind::Space => comment.push_str(piece),
            Kind::Text | Kind::Code => {
                out.push_str(&without_code(&std::mem::take(&mut comment)));
                out.push(CODE);
                if kind == Kind::Text && texts && !is_name(piece) {
                    let piece = piece.replace("\\n", "  ").replace("\\\n", " \n");
                    out.push_str(&if language == Language::TypeScript { piece } else { without_values(&piece) });
                } else {
                    out.extend(piece.chars().filter(|c| *c == '\n'));
                }
                out.push(CODE);
                before = piece.chars().next_back().unwrap_or(before);
            }
        }
    }
    out.push_str(&without_code(&comment));
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Comment,
    Text,
    Space,
    Code,
}

/// The next piece of a program, which is not empty: its kind and length. `before` is the last character of code before it.
fn next(text: &str, language: Language, before: char) -> (Kind, usize) {
    let space = text.find(|c: char| !c.is_whitespace()).unwrap_or(text.len());
    if space > 0 {
        return (Kind::Space, space);
    }
    if text.starts_with(language.line_comment()) {
        return (Kind::Comment, text.find('\n').unwrap_or(text.len()));
    }
    if language != Language::Python && text.starts_with("/*") {
        return (Kind::Comment, text.find("*/").map_or(text.len(), |end| end + 2));
    }
    let in_a_word = before.is_alphanumeric() || before == '_';
    if let (Language::Rust, false) = (language, in_a_word)
        && let Some(length) = raw_text(text)
    {
        return (Kind::Text, length);
    }
    let quote = text.chars().next().unwrap_or_default();
    match (language, quote) {
        (Language::Rust, '\'') => (Kind::Code, character(text)),
        (Language::Rust, '"') => (Kind::Text, quoted(text, '"', true)),
        (Language::Python, '"' | '\'') => {
            let three = [quote; 3].iter().collect::<String>();
            match text.strip_prefix(&three) {
                Some(inner) => (Kind::Text, inner.find(&three).map_or(text.len(), |end| end + 6)),
                None => (Kind::Text, quoted(text, quote, false)),
            }
        }
        (Language::TypeScript, '"' | '\'') => (Kind::Text, quoted(text, quote, false)),
        (Language::TypeScript, '`') => (Kind::Text, quoted(text, quote, true)),
        // After these a slash begins a pattern, whose quotes begin no text.
        (Language::TypeScript, '/') if "\n(,=:[!&|?{};".contains(before) => (Kind::Code, quoted(text, '/', false)),
        _ => (Kind::Code, quote.len_utf8()),
    }
}

/// Whether a text is a single word in small letters: a key, a class or an identifier.
fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-\"'`".contains(c))
}

/// A text of Rust or Python without the names of values in braces.
fn without_values(text: &str) -> String {
    let mut in_braces = false;
    text.chars()
        .map(|c| {
            in_braces = c == '{' || in_braces && c != '}';
            if in_braces && c != '\n' { CODE } else { c }
        })
        .collect()
}

/// The length of a literal up to the closing quote, or to the end of the line where it may not go on.
fn quoted(text: &str, quote: char, lines: bool) -> usize {
    let mut escaped = true;
    for (index, c) in text.char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == quote {
            return index + c.len_utf8();
        } else if c == '\n' && !lines {
            return index;
        }
    }
    text.len()
}

/// The length of a raw string of Rust.
fn raw_text(text: &str) -> Option<usize> {
    let start = text.strip_prefix("br").or_else(|| text.strip_prefix('r'))?;
    let hashes = start.find(|c| c != '#')?;
    let inner = start[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", &start[..hashes]);
    Some(inner.find(&end).map_or(text.len(), |at| text.len() - inner.len() + at + end.len()))
}

/// The length of a character of Rust, or 1 for the mark of a lifetime.
fn character(text: &str) -> usize {
    let mut inner = text[1..].chars();
    match inner.next() {
        Some('\\') => text.get(3..).and_then(|rest| rest.find('\'')).map_or(1, |end| end + 4),
        Some(c) if inner.next() == Some('\'') => c.len_utf8() + 2,
        _ => 1,
    }
}

/// A text with `CODE` for everything between backquotes, fenced blocks as well. As in Markdown, as many close as open.
fn without_code(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let fence = rest.find(|c| c != '`').unwrap_or(rest.len());
        let code = closing(&rest[fence..], fence).unwrap_or(0);
        out.push(CODE);
        out.extend(rest[..fence + code].chars().filter(|c| *c == '\n'));
        rest = &rest[fence + code..];
    }
    out + rest
}

/// Where code ends that a run of backquotes began, those that close it included. A single paragraph has all of it, unless
/// the run is a fence.
fn closing(text: &str, fence: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(start) = text[at..].find('`') {
        let start = at + start;
        let length = text[start..].find(|c| c != '`').unwrap_or(text.len() - start);
        if fence < 3 && text[..start].contains("\n\n") {
            return None;
        }
        at = start + length;
        if length == fence {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Language, mask};

    /// The words that are left.
    fn left(text: &str, language: Language, texts: bool) -> String {
        let masked = mask(text, language, texts);
        assert_eq!(masked.matches('\n').count(), text.matches('\n').count(), "lines are kept: {masked:?}");
        masked.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comments_and_texts_of_rust_are_prose() {
        let code = "/// A `name\n/// on` two lines.\nfn f<'a>(x: &'a str) { // why\n  g('\"', \"a \\\" b\", br#\"c \" d\"#, '\\'') /* e */ }";
        assert_eq!(left(code, Language::Rust, true), "A two lines why a b br c d e");
        assert_eq!(left(code, Language::Rust, false), "A two lines why e");
        assert_eq!(left("let r = \"For\"; number\"X {value:?} y\"; a(\"key\")", Language::Rust, true), "For X y");
    }

    #[test]
    fn comments_and_texts_of_scripts_are_prose() {
        let script = "const a = /[\"']/ // one\nb = c / 2 + `two ${\"d\"}\nthree` + 'Four'\n/* five\n * six */ <p>don't</p>\ne // seven";
        assert_eq!(left(script, Language::TypeScript, true), "one two d three Four five six t p seven");
        assert_eq!(
            left("def f():\n    \"\"\"one\n    'two\"\"\"\n    g(\"Three\", '#') # four", Language::Python, true),
            "one two Three four"
        );
    }

    #[test]
    fn code_of_pages_is_none() {
        assert_eq!(
            left("one `code` two\n```\ncode `x`\n```\nthree ``a`b`` four ` five\n\nsix ` seven", Language::Page, true),
            "one two three four five six seven"
        );
    }
}
