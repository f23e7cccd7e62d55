//! A piece in a FEN.

use super::error::FenError;
use crate::{Letters, Mark, Owner, Ownership, PieceSpec, PieceType, Symbol};

/// What stands before a piece that belongs to nobody.
const NOBODY: char = '!';

/// How other programs write a piece that belongs to nobody and that nobody may capture.
const WALL: char = '*';

/// What stands around several letters.
const BRACES: [char; 2] = ['{', '}'];

/// How the pieces of a game are written.
#[derive(Clone, Copy)]
pub(crate) struct Symbols<'a> {
    pub(crate) pieces: &'a [PieceSpec],
    /// Letters that others write for pieces: theirs and ours.
    pub(crate) aliases: &'a [(Letters, Letters)],
}

impl Symbol {
    /// How a piece of an owner is written in a position: upper case for White, lower case for Black, `!` before nobody's.
    /// Several letters stand in braces: `N`, `n`, `+{GG}`.
    pub fn owned_by(self, owner: Owner) -> String {
        let [before, behind] = if self.letters.is_one() { [""; 2] } else { ["{", "}"] };
        let text = match self.mark {
            Mark::None => format!("{before}{}{behind}", self.letters),
            Mark::Plus => format!("+{before}{}{behind}", self.letters),
            Mark::Tilde => format!("{before}{}{behind}~", self.letters),
        };
        match owner {
            Owner::White => text,
            Owner::Black => text.to_ascii_lowercase(),
            Owner::Nobody => format!("{NOBODY}{text}"),
        }
    }

    /// Reads a piece at the beginning of a text, of whatever game; gives whose it is and what comes after it.
    pub fn read_owned(text: &str) -> Option<((Owner, Self), &str)> {
        let (is_nobodys, rest) = strip(text, NOBODY);
        let (plus, rest) = strip(rest, '+');
        let (letters, rest) = letters(rest)?;
        let is_upper = letters.starts_with(|letter: char| letter.is_ascii_uppercase());
        let capitals = letters.to_ascii_uppercase();
        let of_one_case = if is_upper { capitals == letters } else { letters.to_ascii_lowercase() == letters };
        if !of_one_case {
            return None;
        }
        let (tilde, rest) = if plus { (false, rest) } else { strip(rest, '~') };
        let mark = match (plus, tilde) {
            (true, _) => Mark::Plus,
            (false, true) => Mark::Tilde,
            (false, false) => Mark::None,
        };
        let owner = match (is_nobodys, is_upper) {
            (true, true) => Owner::Nobody,
            (true, false) => return None,
            (false, true) => Owner::White,
            (false, false) => Owner::Black,
        };
        Some(((owner, Self { letters: Letters::read(&capitals)?, mark }), rest))
    }
}

/// The letters of a piece at the beginning of a text: one, or several in braces; and the text behind them.
fn letters(text: &str) -> Option<(&str, &str)> {
    match text.strip_prefix(BRACES[0]) {
        Some(rest) => rest.split_once(BRACES[1]),
        None => text.starts_with(|first: char| first.is_ascii_alphabetic()).then(|| text.split_at(1)),
    }
}

/// Whether a text begins with a sign, and the text without it.
fn strip(text: &str, sign: char) -> (bool, &str) {
    text.strip_prefix(sign).map_or((false, text), |rest| (true, rest))
}

/// How pieces of a type are written.
fn forms(symbol: Symbol, is_neutral: bool) -> String {
    let written = |owner| format!("`{}`", symbol.owned_by(owner));
    match is_neutral {
        true => format!("{}, since it belongs to nobody", written(Owner::Nobody)),
        false => format!("{} or {}, since it belongs to a side", written(Owner::White), written(Owner::Black)),
    }
}

impl Symbols<'_> {
    /// The type written with `symbol`.
    fn piece(&self, symbol: Symbol) -> Option<PieceType> {
        self.pieces.iter().position(|piece| piece.symbol == symbol).map(|index| PieceType(index as u8))
    }

    /// The type that other programs write so: by another letter, or with the mark of a promoted piece where ours has none.
    fn meant(&self, symbol: Symbol) -> Option<PieceType> {
        let known = self.aliases.iter().find(|(theirs, _)| *theirs == symbol.letters);
        let letters = known.map_or(symbol.letters, |(_, ours)| *ours);
        let marks = [symbol.mark, if symbol.mark == Mark::Tilde { Mark::None } else { symbol.mark }];
        marks.into_iter().find_map(|mark| self.piece(Symbol { letters, mark }))
    }

    /// Reads the piece at the beginning of a text; gives what comes after it.
    pub(crate) fn parse_piece<'a>(&self, text: &'a str) -> Result<((Owner, PieceType), &'a str), FenError> {
        let wrong = || {
            let shown = if text.starts_with(BRACES[0]) { Letters::MOST + 2 } else { 2 };
            FenError::Piece(text.chars().take(shown).collect())
        };
        if let Some(rest) = text.strip_prefix(WALL) {
            let wall = Ownership::Nobody { capturable: false };
            let kind = self.pieces.iter().position(|piece| piece.ownership == wall).ok_or_else(wrong)?;
            return Ok(((Owner::Nobody, PieceType(kind as u8)), rest));
        }
        let ((owner, symbol), rest) = Symbol::read_owned(text).ok_or_else(wrong)?;
        let kind = self.piece(symbol).or_else(|| self.meant(symbol));
        let kind = kind.ok_or_else(|| FenError::Piece(symbol.to_string()))?;
        let is_neutral = self.pieces[kind.index()].is_neutral();
        match is_neutral == owner.color().is_none() {
            true => Ok(((owner, kind), rest)),
            false => Err(FenError::PieceForm { found: symbol.owned_by(owner), form: forms(symbol, is_neutral) }),
        }
    }
}
