//! Nodes: a light tree in which everything has its place.

use crate::limits;
use crate::span::Span;

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
    pub inside: Option<u32>,
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

    /// Where a part of the text stands; if that is unknown, where the value does.
    pub fn span_of(&self, skip: usize, len: usize) -> Span {
        match self.inside {
            Some(start) => Span { file: self.span.file, start: start + skip as u32, len: len as u32 },
            None => self.span,
        }
    }
}
