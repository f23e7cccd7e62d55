//! A parser of [KDL 2](https://kdl.dev) without comments in blocks (`/*`), slashdashes (`/-`) and types.
//!
//! It reads the text once from front to back and recurses only into blocks, of which [`limits::NESTING`] may lie within
//! each other, so that it needs little stack and linear time whatever the text. What is wrong with a value is reported and
//! reading goes on; what is wrong with the structure ends it.

use crate::limits;
use crate::report::Diagnostics;
use crate::span::Span;
use crate::suggest::shorten;
use crate::syntax::{Content, Node, Value};

/// Reads a text; nothing if its syntax is wrong, which is reported.
pub(crate) fn parse(text: &str, file: u16, diagnostics: &mut Diagnostics) -> Vec<Node> {
    let before = Span { file, start: 0, len: 0 };
    if text.len() > limits::BYTES {
        diagnostics.add(before, format!("the text has {} bytes; at most {} are read", text.len(), limits::BYTES));
        return Vec::new();
    }
    let mut start = 0;
    for line in text.split('\n') {
        if line.len() > limits::LINE {
            let message = format!("this line has more than {} bytes", limits::LINE);
            diagnostics.add_with_help(before.part(start, 1), message, "break it into several");
            return Vec::new();
        }
        start += line.len() + 1;
    }
    document(text, file, diagnostics).unwrap_or_default()
}

/// Reads a text of any length; `None` after something was wrong, which has been reported.
fn document(text: &str, file: u16, diagnostics: &mut Diagnostics) -> Option<Vec<Node>> {
    let mut parser = Parser { text, at: 0, file, diagnostics, sound: true, met_marks: false };
    parser.eat('\u{feff}');
    let nodes = parser.nodes(None)?;
    parser.sound.then_some(nodes)
}

struct Parser<'t, 'd> {
    text: &'t str,
    /// The next byte to read.
    at: usize,
    file: u16,
    diagnostics: &'d mut Diagnostics,
    /// Whether nothing was wrong so far.
    sound: bool,
    /// Whether marks that are no quotation marks were met: one fault says it of all.
    met_marks: bool,
}

impl Parser<'_, '_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn eat_while(&mut self, wanted: impl Fn(char) -> bool) -> &str {
        let start = self.at;
        while let Some(c) = self.peek().filter(|c| wanted(*c)) {
            self.at += c.len_utf8();
        }
        &self.text[start..self.at]
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: start as u32, len: (end - start) as u32 }
    }

    /// Reports what is wrong between two bytes.
    fn wrong(&mut self, start: usize, end: usize, message: impl Into<String>, help: impl Into<String>) {
        self.sound = false;
        let span = self.span(floor(self.text, start), floor(self.text, end));
        self.diagnostics.add_with_help(span, message, help);
    }

    /// The nodes up to the end of the text or of the block that begins at `open.0`, within `open.1` others.
    fn nodes(&mut self, open: Option<(usize, usize)>) -> Option<Vec<Node>> {
        let mut nodes = Vec::new();
        loop {
            self.skip_space()?;
            let at = self.at;
            match self.peek() {
                None => {
                    if let Some((start, _)) = open {
                        self.wrong(start, start + 1, "missing closing brace", "close this block with `}`");
                        return None;
                    }
                    return Some(nodes);
                }
                Some(c) if is_newline(c) => self.at += c.len_utf8(),
                Some(';') => {
                    self.at += 1;
                    self.wrong(at, at + 1, "this `;` ends nothing", "take it out");
                }
                Some('}') => {
                    self.at += 1;
                    if open.is_none() {
                        self.wrong(at, at + 1, "this `}` closes nothing", "take it out, or open the block with `{`");
                        return None;
                    }
                    return Some(nodes);
                }
                Some(_) => nodes.push(self.node(open.map_or(0, |(_, depth)| depth + 1))?),
            }
        }
    }

    /// A word, its values, and its block.
    fn node(&mut self, depth: usize) -> Option<Node> {
        let start = self.at;
        let word = match self.peek() {
            Some('{') => {
                self.wrong(start, start + 1, "a word is needed before this block", "as in `start { ... }`");
                return None;
            }
            _ => self.value()?,
        };
        let span = self.span(start, self.at);
        let word = match word {
            Some(Value { content: Content::Text(text), .. }) => text,
            Some(_) => {
                self.wrong(start, self.at, "a word is needed here", "a line begins with a word, as in `board files=8`");
                String::new()
            }
            None => String::new(),
        };
        let mut node = Node { word, span, args: Vec::new(), props: Vec::new(), children: Vec::new(), end: 0, layer: 0 };
        let (mut values, mut closed) = (0, false);
        loop {
            let before = self.at;
            self.skip_space()?;
            let apart = self.at > before;
            let at = self.at;
            match self.peek() {
                None | Some('}' | ';') => break,
                Some(c) if is_newline(c) => break,
                Some('{') => {
                    if closed {
                        self.wrong(at, at + 1, "this is a second block", "a word has one block at most");
                    }
                    if depth >= limits::NESTING {
                        let help = "no game needs blocks nested this deep";
                        self.wrong(at, at + 1, "the blocks are nested too deeply", help);
                        return None;
                    }
                    self.at += 1;
                    node.children.extend(self.nodes(Some((at, depth)))?);
                    closed = true;
                }
                Some(_) if closed => {
                    self.wrong(at, at + 1, "a word's values stand before its block", "put `;` behind the block");
                    return None;
                }
                Some(_) => {
                    if !apart {
                        self.wrong(at, at + 1, "a space is missing here", "values are separated by spaces");
                    }
                    values += 1;
                    if values == 2 * limits::ITEMS + 1 {
                        let help = "make it shorter";
                        self.wrong(at, at + 1, format!("this node has more than {} values", 2 * limits::ITEMS), help);
                    }
                    self.entry(&mut node, values <= 2 * limits::ITEMS)?;
                }
            }
        }
        node.end = self.at as u32;
        self.eat(';');
        Some(node)
    }

    /// An argument, or a property with its name. It is kept if there is room for it.
    fn entry(&mut self, node: &mut Node, keep: bool) -> Option<()> {
        let start = self.at;
        let first = self.value()?;
        let (end, name_span) = (self.at, self.span(start, self.at));
        self.skip_blanks();
        if !self.eat('=') {
            self.at = end;
            if let Some(value) = first.filter(|_| keep) {
                node.args.push(value);
            }
            return Some(());
        }
        self.skip_blanks();
        if self.peek().is_none_or(|c| is_newline(c) || matches!(c, ';' | '{' | '}')) {
            self.wrong(start, self.at, "a value is needed behind `=`", "as in `files=8`");
            return Some(());
        }
        let value = self.value()?;
        match first.map(|value| value.content) {
            Some(Content::Text(name)) => {
                if node.prop(&name).is_some() {
                    self.sound = false;
                    self.diagnostics.add(name_span, format!("`{}` is given twice", shorten(&name)));
                } else if let Some(value) = value.filter(|_| keep) {
                    node.props.push((name, name_span, value));
                }
            }
            Some(_) => self.wrong(start, end, "a property's name is a word", "as in `files=8`"),
            None => {}
        }
        Some(())
    }

    /// A value; `None` inside if it is none, which has been reported.
    fn value(&mut self) -> Option<Option<Value>> {
        let start = self.at;
        let content = match self.peek() {
            Some('"') => Some(Content::Text(self.quoted(0)?)),
            Some('#') => self.hash()?,
            Some('(') => {
                let end = self.rest().find(')').map_or(self.at + 1, |at| self.at + at + 1);
                let help = "put it in quotation marks, as in `leap \"(1,2)\"`";
                self.wrong(start, end.min(start + limits::NAME), "brackets have no meaning here", help);
                self.at = end;
                None
            }
            Some('/') => {
                let help = "begin each line of a comment with `//`";
                self.wrong(start, start + 2, "comments of this kind are not read here", help);
                return None;
            }
            Some(c) if is_mark(c) => {
                self.marked();
                None
            }
            Some(c) if is_word_char(c) => self.bare(),
            Some(c) => {
                self.at += c.len_utf8();
                let help = "put texts in quotation marks";
                self.wrong(start, self.at, format!("`{}` has no meaning here", c.escape_default()), help);
                None
            }
            None => None,
        };
        let span = self.span(start, self.at);
        let raw = &self.text[start..self.at];
        let inside = match &content {
            Some(Content::Text(content)) if !content.is_empty() => {
                raw.find(content.as_str()).map(|at| (start + at) as u32)
            }
            _ => None,
        };
        Some(content.map(|content| Value { content, span, inside }))
    }

    /// A text between marks that are no quotation marks here.
    fn marked(&mut self) {
        let start = self.at;
        let mut letters = self.rest().char_indices().skip(1).take_while(|(_, c)| !is_newline(*c));
        let length = letters.find(|(_, c)| is_mark(*c)).map(|(at, c)| at + c.len_utf8());
        let word: usize = self.rest().chars().take_while(|c| is_word_char(*c)).map(char::len_utf8).sum();
        self.at += length.unwrap_or(word);
        if self.met_marks {
            self.sound = false;
            return;
        }
        self.met_marks = true;
        let shown = shorten(&self.text[start..self.at]);
        let help = "write straight double marks, as in `title \"My game\"`, here and everywhere in the text";
        self.wrong(start, self.at, format!("`{shown}` does not stand in quotation marks"), help);
    }

    /// A number or a word without quotation marks.
    fn bare(&mut self) -> Option<Content> {
        let start = self.at;
        let word = self.eat_while(is_word_char).to_owned();
        if matches!(word.as_str(), "true" | "false" | "null" | "inf" | "-inf" | "nan") {
            self.wrong(start, self.at, format!("`{word}` is not a valid value"), format!("write `#{word}`"));
            return None;
        }
        let unsigned = word.strip_prefix(['+', '-']).unwrap_or(&word);
        if !unsigned.strip_prefix('.').unwrap_or(unsigned).starts_with(|c: char| c.is_ascii_digit()) {
            return Some(Content::Text(word));
        }
        match number(&word) {
            Ok(number) => Some(Content::Number(number)),
            Err((message, help)) => {
                self.wrong(start, self.at, message, help);
                None
            }
        }
    }

    /// `#true`, `#false`, or a raw text such as `#"..."#`.
    fn hash(&mut self) -> Option<Option<Content>> {
        let start = self.at;
        let hashes = self.eat_while(|c| c == '#').len();
        if hashes > 8 {
            let help = "one is enough before a raw text, `true` or `false`";
            self.wrong(start, self.at, "more than one `#` here has no meaning", help);
            return None;
        }
        if self.peek() == Some('"') {
            return Some(Some(Content::Text(self.quoted(hashes)?)));
        }
        let word = self.eat_while(is_word_char).to_owned();
        Some(match (hashes, word.as_str()) {
            (1, "true") => Some(Content::Flag(true)),
            (1, "false") => Some(Content::Flag(false)),
            _ => {
                let help = "`#true` and `#false` are values; leave out what has none";
                let shown = shorten(&self.text[start..self.at]);
                self.wrong(start, self.at, format!("`{shown}` is not a valid value"), help);
                None
            }
        })
    }

    /// A text in one or three quotation marks, with the same number of `#` before and behind it.
    fn quoted(&mut self, hashes: usize) -> Option<String> {
        let start = self.at;
        let marks = if self.rest().starts_with("\"\"\"") { 3 } else { 1 };
        let end = ["\"".repeat(marks), "#".repeat(hashes)].concat();
        self.at += marks;
        let inside = self.at;
        let found = loop {
            match self.peek() {
                Some('\\') if hashes == 0 => {
                    self.at += 1;
                    let escaped = self.peek();
                    self.at += escaped.map_or(0, char::len_utf8);
                    // A line that ends in a backslash goes on after the spaces of the next.
                    if escaped.is_some_and(|c| c.is_whitespace()) {
                        self.eat_while(char::is_whitespace);
                    }
                }
                Some('"') if self.rest().starts_with(&end) => break Some(self.at),
                Some(c) if marks == 1 && is_newline(c) => break None,
                None => break None,
                Some(c) => self.at += c.len_utf8(),
            }
        };
        let Some(last) = found else {
            let help = if hashes > 0 {
                "end it with a quotation mark and as many `#`"
            } else {
                "end it with the same quotation marks; a text of one line ends on its line"
            };
            self.wrong(start, start + marks, "missing closing quotation mark", help);
            return None;
        };
        self.at = last + end.len();
        let raw = &self.text[inside..last];
        let lines = if marks == 3 { self.dedented(raw, start)? } else { raw.to_owned() };
        Some(if hashes == 0 { self.unescaped(&lines, start) } else { lines })
    }

    /// The lines of a text in three quotation marks, without the spaces that stand before its end.
    fn dedented(&mut self, raw: &str, start: usize) -> Option<String> {
        let raw = raw.replace("\r\n", "\n").replace(is_newline, "\n");
        let mut lines: Vec<&str> = raw.split('\n').collect();
        let (first, last) = (lines.first().copied().unwrap_or(""), lines.last().copied().unwrap_or(""));
        if lines.len() < 2 || !first.is_empty() || !last.chars().all(char::is_whitespace) {
            let help = "write `\"\"\"`, the lines, and `\"\"\"` on a line of its own";
            self.wrong(start, start + 3, "a text in three quotation marks has lines of its own", help);
            return None;
        }
        lines.remove(0);
        lines.pop();
        let mut dedented = Vec::new();
        for line in lines {
            match line.strip_prefix(last) {
                _ if line.chars().all(char::is_whitespace) => dedented.push(""),
                Some(rest) => dedented.push(rest),
                None => {
                    let help = "begin each line with the spaces that stand before the last `\"\"\"`";
                    self.wrong(start, start + 3, "a line of this text is not indented like its end", help);
                    return None;
                }
            }
        }
        Some(dedented.join("\n"))
    }

    fn unescaped(&mut self, text: &str, start: usize) -> String {
        let mut unescaped = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if c != '\\' {
                unescaped.push(c);
                continue;
            }
            let known = match chars.next() {
                Some('n') => Some('\n'),
                Some('r') => Some('\r'),
                Some('t') => Some('\t'),
                Some('b') => Some('\u{8}'),
                Some('f') => Some('\u{c}'),
                Some('s') => Some(' '),
                Some(c @ ('"' | '\\')) => Some(c),
                Some(c) if c.is_whitespace() => {
                    while chars.next_if(|c| c.is_whitespace()).is_some() {}
                    continue;
                }
                Some('u') if chars.next_if_eq(&'{').is_some() => {
                    let mut digits = String::new();
                    while let Some(digit) = chars.next_if(|c| c.is_ascii_hexdigit() && digits.len() < 6) {
                        digits.push(digit);
                    }
                    let closed = chars.next_if_eq(&'}').is_some();
                    u32::from_str_radix(&digits, 16).ok().filter(|_| closed).and_then(char::from_u32)
                }
                _ => None,
            };
            match known {
                Some(c) => unescaped.push(c),
                None => {
                    let help = "write `\\\\` for a backslash; others are `\\\"`, `\\n`, `\\t`, `\\s` and `\\u{...}`";
                    self.wrong(start, start + 1, "a backslash in this text has no meaning", help);
                }
            }
        }
        unescaped
    }

    /// Goes past spaces on this line.
    fn skip_blanks(&mut self) {
        self.eat_while(is_blank);
    }

    /// Goes past spaces, comments and ends of lines behind a backslash.
    fn skip_space(&mut self) -> Option<()> {
        loop {
            self.skip_blanks();
            let at = self.at;
            if self.rest().starts_with("//") {
                self.eat_while(|c| !is_newline(c));
            } else if self.eat('\\') {
                self.skip_blanks();
                if self.rest().starts_with("//") {
                    self.eat_while(|c| !is_newline(c));
                }
                match self.peek() {
                    Some(c) if is_newline(c) => {
                        let crlf = self.rest().starts_with("\r\n");
                        self.at += if crlf { 2 } else { c.len_utf8() };
                    }
                    None => {}
                    Some(_) => {
                        let help = "it stands at the end of a line that goes on in the next";
                        self.wrong(at, at + 1, "this backslash has no meaning", help);
                        return None;
                    }
                }
            } else {
                return Some(());
            }
        }
    }
}

/// The next lower boundary of a character.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// A whole number as it is written, or what is wrong with it and what to do.
fn number(word: &str) -> Result<i64, (&'static str, &'static str)> {
    const NO_NUMBER: (&str, &str) = ("this is no number", "put texts that begin with a digit in quotation marks");
    let (negative, digits) = match word.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        _ => (10, digits),
    };
    if digits.starts_with('_') {
        return Err(NO_NUMBER);
    }
    if let Some(before) = digits.strip_suffix(',')
        && before.chars().all(|c| c.is_digit(radix))
    {
        return Err(("no comma may follow a number", "separate values by spaces, without commas"));
    }
    let plain: String = digits.chars().filter(|c| *c != '_').collect();
    if plain.is_empty() || !plain.chars().all(|c| c.is_digit(radix)) {
        let float = radix == 10 && plain.parse::<f64>().is_ok();
        return Err(if float { ("a whole number is needed", "leave out the fraction") } else { NO_NUMBER });
    }
    match i64::from_str_radix(&plain, radix) {
        Ok(number) if number < 1 << 31 => Ok(if negative { -number } else { number }),
        _ => Err(("this number is too large", "no number of a game needs that many digits")),
    }
}

fn is_newline(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() && !is_newline(c)
}

/// Whether a character can be part of a word or a number without quotation marks.
fn is_word_char(c: char) -> bool {
    let control = c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    !control
        && !c.is_whitespace()
        && !matches!(c, '\\' | '/' | '(' | ')' | '{' | '}' | '[' | ']' | ';' | '"' | '#' | '=')
}

/// Whether a character opens or closes quotations elsewhere, as word processors write them; a definition has no such marks.
fn is_mark(c: char) -> bool {
    matches!(c, '\'' | '\u{ab}' | '\u{bb}' | '\u{2018}'..='\u{201f}' | '\u{2039}' | '\u{203a}' | '\u{300c}'..='\u{300f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use kdl::{KdlDocument, KdlNode, KdlValue};
    use std::path::Path;

    /// A tree without places.
    #[derive(Debug, PartialEq)]
    struct Tree(String, Vec<Content>, Vec<(String, Content)>, Vec<Tree>);

    fn ours(text: &str) -> Option<Vec<Tree>> {
        fn tree(node: Node) -> Tree {
            let args = node.args.into_iter().map(|value| value.content).collect();
            let props = node.props.into_iter().map(|(name, _, value)| (name, value.content)).collect();
            Tree(node.word, args, props, node.children.into_iter().map(tree).collect())
        }
        let mut diagnostics = Diagnostics::default();
        let file = diagnostics.add_text("test", text.into());
        let nodes = document(text, file, &mut diagnostics);
        assert_eq!(nodes.is_some(), diagnostics.none(), "{text}");
        Some(nodes?.into_iter().map(tree).collect())
    }

    /// What the crate `kdl` reads; `None` inside where the text has what the language leaves out.
    fn theirs(text: &str) -> Option<Option<Vec<Tree>>> {
        fn content(value: &KdlValue) -> Option<Content> {
            match value {
                KdlValue::String(text) => Some(Content::Text(text.clone())),
                KdlValue::Integer(number) if number.abs() < 1 << 31 => Some(Content::Number(*number as i64)),
                KdlValue::Bool(flag) => Some(Content::Flag(*flag)),
                _ => None,
            }
        }
        fn tree(node: &KdlNode) -> Option<Tree> {
            let (mut args, mut props) = (Vec::new(), Vec::<(String, Content)>::new());
            for entry in node.entries() {
                match entry.name() {
                    None => args.push(content(entry.value())?),
                    // What is given twice is refused here.
                    Some(name) if props.iter().any(|(known, _)| known == name.value()) => return None,
                    Some(name) => props.push((name.value().to_owned(), content(entry.value())?)),
                }
            }
            let children = node.children().map_or(&[][..], KdlDocument::nodes);
            let children: Option<Vec<Tree>> = children.iter().map(tree).collect();
            Some(Tree(node.name().value().to_owned(), args, props, children?))
        }
        Some(KdlDocument::parse_v2(text).ok()?.nodes().iter().map(tree).collect())
    }

    fn agree(text: &str) -> bool {
        let left_out = ["/*", "/-", "("].iter().any(|left_out| text.contains(left_out)) || text.contains(is_mark);
        match (ours(text), theirs(text)) {
            (Some(ours), Some(Some(theirs))) => assert_eq!(ours, theirs, "{text}"),
            (Some(_), theirs) => panic!("accepted, which kdl does not: {text:?} {theirs:?}"),
            (None, Some(Some(_))) if !left_out => panic!("refused, which kdl does not: {text:?}"),
            (None, _) => return false,
        }
        true
    }

    #[test]
    fn what_is_accepted_means_what_kdl_says() {
        for text in [
            "",
            "a",
            "a b c",
            "a 1 -2 +3 0x1f 0b11 0o17 1_000",
            "a b=1 c = 2",
            "a { b; c { d } }; e",
            "a \\\n  b",
            "\"a b\" \"c\"=\"d\\n\\u{e9}\\s\\\\\"",
            "a #\"x\"y\"#",
            "a ##\"x\"#y\"##",
            "a #true x=#false",
            "// only this",
            "a // and more\nb",
            "a \"\"\"\n    one\n      two\n\n    three\n    \"\"\"",
            "a #\"\"\"\n  \\\n  \"\"\"#",
            "a \"one \\   two\"",
            "- + .",
            "a -b",
            "\u{feff}a",
            "a{b}",
            "a \\ // c\n b",
            "a;b;c",
            "a\r\nb\u{85}c",
        ] {
            assert!(agree(text), "{text:?}");
        }
        for text in [
            "a true",
            "a 1x",
            "a .5x",
            "a \"b",
            "a \"b\nc\"",
            "a \"\\x\"",
            "a {",
            "}",
            "a } b",
            "a=1",
            "a b=",
            "a \"\"\"x\"\"\"",
            "a \"\"\"\n x\n  \"\"\"",
            "a \\ b",
            "a]",
            "a;;b",
            "a \"b\"c",
            "a #maybe",
            "a { b } c",
            "a { } { }",
            "a \u{202e}",
            "= 1",
            "a \"\\u{110000}\"",
        ] {
            assert!(!agree(text), "{text:?}");
        }
    }

    #[test]
    fn games_are_read_as_kdl_reads_them() {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let mut texts = Vec::new();
        let folders = std::fs::read_dir(games).unwrap().map(|entry| entry.unwrap().path());
        for folder in folders.filter(|path| path.is_dir()) {
            for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
                if entry.path().extension().is_some_and(|extension| extension == "kdl") {
                    texts.push(std::fs::read_to_string(entry.path()).unwrap());
                }
            }
        }
        assert!(texts.len() > 30 && texts.iter().all(|text| agree(text)));
        // Lines with a character put in or taken out.
        let lines: Vec<&str> = texts.iter().flat_map(|text| text.lines()).collect();
        let (mut state, mut accepted) = (0x5eed_u64, 0);
        for _ in 0..4_000 {
            let mut below = |limit: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as usize % limit.max(1)
            };
            let mut line: Vec<char> = lines[below(lines.len())].chars().collect();
            let at = below(line.len() + 1);
            if below(2) == 0 && at < line.len() {
                line.remove(at);
            } else {
                line.insert(at, ['"', '{', '}', ';', '=', '#', '\\', ' ', '1', 'x', '-', '.'][below(12)]);
            }
            accepted += usize::from(agree(&line.into_iter().collect::<String>()));
        }
        assert!(accepted > 1_000, "{accepted}");
    }
}
