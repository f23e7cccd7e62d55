//! What is asked about, and the answers.

use crate::diagram::{DiagramError, read_diagram};
use crate::journal::move_in_full;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Move, Owner, Position, Rules, fen_fields};

/// A position as its past is asked about: what of it is known.
#[derive(Clone)]
pub struct Diagram {
    /// The position.
    pub position: Position,
    /// Whether the castling rights are those of the position and no others; otherwise they may be any part of them.
    pub castling_known: bool,
    /// Whether it is known which double step was made last, if any.
    pub en_passant_known: bool,
}

impl Diagram {
    /// Reads a FEN of which all but the placement may be missing. What the text does not say is not known: who moves is then
    /// `first`, castling is possible where royal and partner stand at home unless the past forbids it, and any double step can
    /// have been made.
    pub fn read(rules: &Rules, text: &str, first: Color) -> Result<Self, DiagramError> {
        let (position, _) = read_diagram(rules, text, first)?;
        let said = fen_fields(text).len();
        Ok(Self { position, castling_known: said > 2, en_passant_known: said > 3 })
    }
}

/// A move that can have led to a position.
#[derive(Clone)]
pub struct UnMove {
    /// The position before it, with what must have been there: a captured piece, a piece in hand, a right that was used.
    pub before: Position,
    /// The move, of [`before`](Self::before).
    pub played: Move,
    /// The castling rights, of those that the position has or a diagram may have, that are left if this was the last move.
    pub castling: Vec<char>,
    /// Whether it can be answered en passant.
    pub passed: bool,
}

impl UnMove {
    /// The move as journals write it, with the piece that it captured behind the `x`: `Ka7xNa8`.
    pub fn text(&self) -> String {
        let text = move_in_full(&self.before, self.played);
        match (self.captured(), text.split_once('x')) {
            (Some((_, kind)), Some((piece, rest))) => {
                let symbol = self.before.rules().spec().pieces[kind.index()].symbol;
                format!("{piece}x{symbol}{rest}")
            }
            _ => text,
        }
    }

    /// What is known of the position before it, where the one after it was known as `later`. Whether a double step was made before
    /// is open unless this move answered it.
    pub fn earlier(&self, later: &Diagram) -> Diagram {
        Diagram {
            position: self.before.clone(),
            castling_known: later.castling_known,
            en_passant_known: self.before.setup().en_passant.is_some(),
        }
    }

    /// The position to which it led.
    pub fn after(&self) -> Position {
        let mut after = self.before.clone();
        after.make(self.played);
        after
    }

    /// What it captured.
    pub fn captured(&self) -> Option<(Owner, PieceType)> {
        self.before.captured_cell(self.played).and_then(|cell| self.before.piece_at(cell))
    }
}
