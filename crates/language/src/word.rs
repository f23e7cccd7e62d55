//! A word of the language: what it may have in the way of arguments, properties and block.

use crate::limits;

/// What a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Number,
    Flag,
    TextOrNumber,
    Any,
}

/// How nodes of one word in several layers go together (see `layers`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// There is one; a later layer's takes the place of an earlier layer's.
    One,
    /// There is one of each name.
    Named,
    /// There may be many; a later layer's take the place of all of an earlier layer's.
    List,
    /// There may be many, and what they mean together is worked out later.
    Many,
}

/// What may stand in a block.
#[derive(Clone, Copy)]
pub(crate) enum Block {
    /// The words of the outermost level.
    Top,
    /// Ways of moving.
    Moves,
    /// Conditions that end a game.
    Conditions,
    /// These words.
    Words(&'static [Word]),
}

/// One word.
pub(crate) struct Word {
    pub name: &'static str,
    /// The least and the largest number of arguments, and what they are.
    pub args: (usize, usize, Kind),
    pub props: &'static [(&'static str, Kind)],
    /// Whether properties of other names are allowed (the options in `set` and `when`).
    pub open: bool,
    pub block: Option<Block>,
    pub key: Key,
}

/// A word with these arguments: no properties, no block, once in a layer.
pub(crate) const fn word(name: &'static str, args: (usize, usize, Kind)) -> Word {
    Word { name, args, props: &[], open: false, block: None, key: Key::One }
}

impl Word {
    pub const fn props(self, props: &'static [(&'static str, Kind)]) -> Self {
        Self { props, ..self }
    }
    pub const fn open(self) -> Self {
        Self { open: true, ..self }
    }
    pub const fn block(self, block: Block) -> Self {
        Self { block: Some(block), ..self }
    }
    pub const fn key(self, key: Key) -> Self {
        Self { key, ..self }
    }
}

/// No arguments.
pub(crate) const NONE: (usize, usize, Kind) = (0, 0, Kind::Any);
/// One text.
pub(crate) const ONE: (usize, usize, Kind) = (1, 1, Kind::Text);
/// One text or more.
pub(crate) const SOME: (usize, usize, Kind) = (1, limits::ITEMS, Kind::Text);
