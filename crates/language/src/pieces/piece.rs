//! Pieces as a definition gives them.

use super::movement::Body;
use super::symbol::read_symbol;
use crate::report::Diagnostics;
use crate::span::Span;
use crate::syntax::Value;
use spielraum_spec::{ByColor, Letters, Ownership, PieceType, Symbol};

/// A piece as the definition gives it, before its moves are worked out.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub symbol: Symbol,
    pub span: Span,
    /// The byte behind its node.
    pub end: u32,
    /// What each side's is called and how it moves; with armies the sides differ.
    pub sides: ByColor<PieceSide>,
    pub ownership: Ownership,
    pub royal: bool,
    pub resets_clock: bool,
    /// Whether nothing hops over it.
    pub is_no_hurdle: bool,
    /// Whether it has no moves, as the definition says.
    pub immobile: bool,
    pub stays_in: Option<Value>,
    pub never_enters: Option<Value>,
    /// The character written on each side's piece where pieces are tiles; plays no part in the rules.
    pub character: Option<ByColor<String>>,
    /// Letters that others write for it.
    pub aliases: Vec<Letters>,
}

/// What may differ between the sides.
#[derive(Clone, Debug)]
pub(crate) struct PieceSide {
    pub name: String,
    pub body: Body,
}

/// The letters of a game's pieces, their numbers and whom they belong to.
pub(crate) struct Pieces {
    symbols: Vec<Symbol>,
    /// Whether each belongs to nobody.
    neutral: Vec<bool>,
}

impl Pieces {
    /// The pieces in order.
    pub fn new(pieces: &[Piece]) -> Self {
        Self {
            symbols: pieces.iter().map(|piece| piece.symbol).collect(),
            neutral: pieces.iter().map(|piece| piece.ownership != Ownership::Sides).collect(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.symbols.len()
    }

    /// The number of a piece.
    pub fn number(&self, symbol: Symbol) -> Option<PieceType> {
        self.symbols.iter().position(|known| *known == symbol).map(|at| PieceType(at as u8))
    }

    /// The letter of a piece.
    pub fn symbol(&self, piece: PieceType) -> Symbol {
        self.symbols[piece.index()]
    }

    /// Whether a piece belongs to nobody.
    pub fn is_neutral(&self, piece: PieceType) -> bool {
        self.neutral[piece.index()]
    }

    /// The piece of the sides that a word names, if it names one.
    pub fn named(&self, word: &str) -> Option<PieceType> {
        read_symbol(word).and_then(|symbol| self.number(symbol)).filter(|&piece| !self.is_neutral(piece))
    }

    /// The piece of the sides that a word names.
    pub fn find(&self, word: &str, span: Span, diagnostics: &mut Diagnostics) -> Option<PieceType> {
        let found = self.find_any(word, span, diagnostics)?;
        if self.is_neutral(found) {
            let help = "this is about pieces of the sides";
            diagnostics.add_with_help(span, format!("the piece `{word}` belongs to nobody"), help);
            return None;
        }
        Some(found)
    }

    /// The piece that a word names, whosever it is.
    pub fn find_any(&self, word: &str, span: Span, diagnostics: &mut Diagnostics) -> Option<PieceType> {
        let found = read_symbol(word).and_then(|symbol| self.number(symbol));
        if found.is_none() {
            let known: Vec<String> = self.symbols.iter().map(Symbol::to_string).collect();
            diagnostics.unknown(span, "the piece", word, known.iter().map(String::as_str));
        }
        found
    }

    /// The pieces of a list such as `"Q R B N"`, each once.
    pub fn list(&self, value: &Value, diagnostics: &mut Diagnostics) -> Vec<PieceType> {
        if value.words().is_empty() {
            diagnostics.add(value.span, "at least one piece must be named here");
        }
        self.several(value.words(), diagnostics)
    }

    /// The pieces that the arguments of a node name.
    pub fn args(&self, args: &[Value], diagnostics: &mut Diagnostics) -> Vec<PieceType> {
        self.several(args.iter().map(|value| (value.text().unwrap_or_default(), value.span)), diagnostics)
    }

    fn several<'w>(
        &self,
        words: impl IntoIterator<Item = (&'w str, Span)>,
        diagnostics: &mut Diagnostics,
    ) -> Vec<PieceType> {
        let mut pieces = Vec::new();
        for (word, span) in words {
            if word.contains(',') {
                let letters: Vec<&str> = word.split(',').filter(|letter| !letter.is_empty()).collect();
                let help = format!("spaces separate pieces, as in `{}`", letters.join(" "));
                diagnostics.add_with_help(span, format!("`{}` is no piece", crate::suggest::shorten(word)), help);
                continue;
            }
            match self.find(word, span, diagnostics) {
                Some(piece) if pieces.contains(&piece) => diagnostics.add(span, format!("`{word}` is listed twice")),
                Some(piece) => pieces.push(piece),
                None => {}
            }
        }
        pieces
    }
}
