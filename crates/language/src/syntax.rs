//! From text to nodes: guards, the KDL parser, and a light tree in which everything has its place.

use crate::guard;
use crate::limits;
use crate::report::{Diagnostics, Span};
use kdl::{KdlDocument, KdlEntry, KdlNode, KdlValue};

/// A node: a word, its arguments, its properties, and a block of nodes.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The word with which it begins.
    pub word: String,
    /// Where the word stands.
    pub span: Span,
    /// Its arguments in order.
    pub args: Vec<Value>,
    /// Its properties in order, with the places of their names.
    pub props: Vec<(String, Span, Value)>,
    /// The nodes of its block.
    pub children: Vec<Node>,
    /// The byte behind its end.
    pub end: u32,
    /// Which layer it belongs to; a later layer overrides an earlier one (see `layers`).
    pub layer: u16,
}

impl Node {
    /// The property of this name.
    pub fn prop(&self, name: &str) -> Option<&Value> {
        self.props.iter().find(|(known, ..)| known == name).map(|(.., value)| value)
    }

    /// The first argument.
    pub fn first(&self) -> Option<&Value> {
        self.args.first()
    }

    /// The text of the first argument, if it is one.
    pub fn name(&self) -> Option<&str> {
        self.first().and_then(Value::text)
    }

    /// The nodes of the block that begin with this word.
    pub fn all<'n>(&'n self, word: &'n str) -> impl Iterator<Item = &'n Node> {
        self.children.iter().filter(move |child| child.word == word)
    }

    /// The text of a property.
    pub fn prop_text(&self, name: &str) -> Option<&str> {
        self.prop(name).and_then(Value::text)
    }

    /// The truth value of a property; `false` when it is absent.
    pub fn prop_flag(&self, name: &str) -> bool {
        matches!(self.prop(name), Some(Value { content: Content::Flag(true), .. }))
    }
}

/// An argument's or a property's value.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub content: Content,
    /// Where it stands.
    pub span: Span,
    /// Where the characters of a text begin in the file, if they stand there as they are.
    inside: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    Text(String),
    Number(i64),
    Flag(bool),
}

impl Value {
    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<i64> {
        match self.content {
            Content::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The words of a text, each with its place.
    pub fn words(&self) -> Vec<(&str, Span)> {
        self.split(char::is_whitespace)
    }

    /// The pieces of a text between separators, without spaces around them, each with its place.
    pub fn split(&self, separator: impl Fn(char) -> bool) -> Vec<(&str, Span)> {
        let text = self.text().unwrap_or("");
        text.split(separator)
            .map(str::trim)
            .filter(|piece| !piece.is_empty())
            .map(|piece| (piece, self.span_of(piece.as_ptr() as usize - text.as_ptr() as usize, piece.len())))
            .take(limits::ITEMS)
            .collect()
    }

    /// Where a part of the text stands; if it can't be told, where the value does.
    fn span_of(&self, skip: usize, len: usize) -> Span {
        match self.inside {
            Some(start) => Span { file: self.span.file, start: start + skip as u32, len: len as u32 },
            None => self.span,
        }
    }
}

/// Reads a text. Diagnostics of syntax are collected; what could be read is returned.
pub(crate) fn parse(text: &str, file: u16, diagnostics: &mut Diagnostics) -> Vec<Node> {
    let before = Span { file, start: 0, len: 0 };
    if text.len() > limits::BYTES {
        diagnostics.add(before, format!("the text has {} bytes; at most {} are read", text.len(), limits::BYTES));
        return Vec::new();
    }
    if let Err(refusal) = guard::check(text) {
        diagnostics.add_with_help(before.part(refusal.at, refusal.len), refusal.message, refusal.help);
        return Vec::new();
    }
    match parse_kdl(text) {
        Ok(document) => document.nodes().iter().map(|node| convert(node, text, file, diagnostics)).collect(),
        Err(problems) => {
            for (start, len, message, help) in problems {
                // The parser's spans are not always within the text or between its characters.
                let start = floor(text, start.min(text.len()));
                let len = floor(text, (start + len).min(text.len())).saturating_sub(start);
                let (message, help) = match &text[start..start + len] {
                    word @ ("true" | "false") => (format!("`{word}` is no value"), Some(format!("write `#{word}`"))),
                    _ => (message, help),
                };
                match help {
                    Some(help) => diagnostics.add_with_help(before.part(start, len), message, help),
                    None => diagnostics.add(before.part(start, len), message),
                }
            }
            if diagnostics.none() {
                diagnostics.add(before, "this is not KDL");
            }
            Vec::new()
        }
    }
}

type Problem = (usize, usize, String, Option<String>);

/// Runs the KDL parser, which is recursive and recovers from errors by reading on, on a stack of its
/// own: with at most [`limits::BLOCKS`] blocks it can't use it up, whatever it makes of them.
fn parse_kdl(text: &str) -> Result<KdlDocument, Vec<Problem>> {
    let unread = |why: &str| vec![(0, 0, format!("the text could not be read: {why}"), None)];
    std::thread::scope(|scope| {
        let parser = std::thread::Builder::new().stack_size(PARSER_STACK).spawn_scoped(scope, || {
            KdlDocument::parse_v2(text).map_err(|error| {
                error
                    .diagnostics
                    .into_iter()
                    .take(limits::FAULTS)
                    .map(|problem| {
                        let message = problem.message.unwrap_or_else(|| "this is not KDL".into());
                        (problem.span.offset(), problem.span.len(), message, problem.help)
                    })
                    .collect()
            })
        });
        match parser {
            Ok(parser) => parser.join().unwrap_or_else(|_| Err(unread("the parser failed"))),
            Err(error) => Err(unread(&error.to_string())),
        }
    })
}

const PARSER_STACK: usize = 64 << 20;

/// The next lower boundary of a character.
fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn convert(node: &KdlNode, text: &str, file: u16, diagnostics: &mut Diagnostics) -> Node {
    let name = node.name();
    let span = span(name.span(), file);
    let mut converted = Node {
        word: name.value().to_owned(),
        span,
        args: Vec::new(),
        props: Vec::new(),
        children: node
            .children()
            .map(|block| block.nodes().iter().map(|child| convert(child, text, file, diagnostics)).collect())
            .unwrap_or_default(),
        end: (node.span().offset() + node.span().len()) as u32,
        layer: 0,
    };
    if node.ty().is_some() {
        diagnostics.add(span, "types in brackets have no meaning here");
    }
    if node.entries().len() > 2 * limits::ITEMS {
        diagnostics.add(span, format!("this node has more than {} values", 2 * limits::ITEMS));
    }
    for entry in node.entries().iter().take(2 * limits::ITEMS) {
        let Some(value) = convert_entry(entry, text, file, diagnostics) else { continue };
        match entry.name() {
            None => converted.args.push(value),
            Some(name) => {
                let name_span = self::span(name.span(), file);
                if converted.prop(name.value()).is_some() {
                    diagnostics.add(name_span, format!("`{}` is given twice", crate::suggest::shorten(name.value())));
                } else {
                    converted.props.push((name.value().to_owned(), name_span, value));
                }
            }
        }
    }
    converted
}

fn convert_entry(entry: &KdlEntry, text: &str, file: u16, diagnostics: &mut Diagnostics) -> Option<Value> {
    let mut span = span(entry.span(), file);
    if let Some(name) = entry.name() {
        // The entry's span holds the name, `=` and the value.
        let behind_name = (name.span().offset() + name.span().len()) as u32;
        let end = span.start + span.len;
        let start = text
            .get(behind_name as usize..end as usize)
            .and_then(|rest| rest.find('='))
            .map_or(span.start, |at| behind_name + at as u32 + 1);
        span = Span { file, start, len: end.saturating_sub(start) };
    }
    if entry.ty().is_some() {
        diagnostics.add(span, "types in brackets have no meaning here");
    }
    let content = match entry.value() {
        KdlValue::String(text) => Content::Text(text.clone()),
        KdlValue::Integer(number) => match i64::try_from(*number) {
            Ok(number) if number.abs() < 1 << 31 => Content::Number(number),
            _ => {
                diagnostics.add(span, "this number is too large");
                return None;
            }
        },
        KdlValue::Bool(flag) => Content::Flag(*flag),
        KdlValue::Float(_) => {
            diagnostics.add(span, "a whole number is needed");
            return None;
        }
        KdlValue::Null => {
            diagnostics.add_with_help(span, "`#null` has no meaning here", "leave it out");
            return None;
        }
    };
    let inside = match &content {
        Content::Text(content) if !content.is_empty() => text
            .get(span.start as usize..(span.start + span.len) as usize)
            .and_then(|raw| raw.find(content.as_str()))
            .map(|at| span.start + at as u32),
        _ => None,
    };
    Some(Value { content, span, inside })
}

fn span(span: miette::SourceSpan, file: u16) -> Span {
    Span { file, start: span.offset() as u32, len: span.len() as u32 }
}
