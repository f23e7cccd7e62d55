//! Reading and writing moves as text (notation.md, "Moves").

use crate::fen::piece_text;
use crate::spec::{PieceType, PromotionText};
use crate::{Color, Move, MoveKind, Position};
use spielraum_geometry::{Board, Cell};
use std::fmt::Write;
use thiserror::Error;

/// Why a text is not a move of a position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum MoveTextError {
    /// The text is no move in any position of the game.
    #[error("`{0}` is not a move: write the cells it goes from and to, such as `{1}`")]
    NotAMove(String, String),
    /// It names a cell that does not exist.
    #[error("there is no cell `{0}` on this board")]
    NoSuchCell(String),
    /// There is no piece to move.
    #[error("there is no piece on {0}")]
    NoPiece(String),
    /// The piece is the other side's.
    #[error("the piece on {cell} is {}'s, and {} is to move", (!*.side).name(), .side.name())]
    WrongSide {
        /// Where it stands.
        cell: String,
        /// The side to move.
        side: Color,
    },
    /// It is not legal.
    #[error("{0} is not legal here; {1}")]
    Illegal(String, String),
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(String),
}

impl Position {
    /// The text of a move of this position. It differs from that of every other legal move.
    pub fn move_text(&self, m: Move) -> String {
        let board = self.rules().board();
        let mut text = String::new();
        let name = |cell: Cell| board.name(cell);
        match m.kind() {
            MoveKind::Drop => {
                let letter = m.dropped().map_or('?', |kind| self.letter(kind));
                text = format!("{letter}@{}", name(m.to()));
            }
            MoveKind::Swap => text = format!("{}~{}", name(m.origin()), name(m.to())),
            MoveKind::DoubleStep if self.is_bent(m) => {
                let via = m.via().map_or("", name);
                text = format!("{}{via}{}", name(m.origin()), name(m.to()));
            }
            _ => {
                text.push_str(name(m.origin()));
                text.push_str(name(m.to()));
            }
        }
        if let Some(into) = m.promotion() {
            match self.promotion_text(m) {
                PromotionText::Letter => _ = write!(text, "={}", self.letter(into)),
                PromotionText::Plus => text.push('+'),
                PromotionText::Silent => {}
            }
        }
        if let Some((cell, into)) = m.elsewhere() {
            _ = write!(text, ",{}={}", name(cell), self.letter(into));
        }
        text
    }

    /// The legal move that a text names. The promotion of a two-dimensional game may also be written as
    /// other programs do: `b7b8q`.
    pub fn parse_move(&mut self, text: &str) -> Result<Move, MoveTextError> {
        let with_sign = sign_of_promotion(text);
        for m in self.legal_moves() {
            let legal = self.move_text(m);
            if legal == text || Some(&legal) == with_sign.as_ref() {
                return Ok(m);
            }
        }
        Err(self.why_not(text))
    }

    fn letter(&self, kind: PieceType) -> char {
        self.rules().spec().pieces[kind.index()].symbol.letter
    }

    fn moved_type(&self, m: Move) -> Option<PieceType> {
        self.piece_at(m.origin()).map(|(_, kind)| kind)
    }

    fn is_bent(&self, m: Move) -> bool {
        let steps = &self.rules().spec().double_steps;
        let bent = |step: &&crate::spec::DoubleStep| Some(step.piece) == self.moved_type(m);
        steps.iter().find(bent).is_some_and(|step| step.path == crate::spec::DoubleStepPath::Bent)
    }

    fn promotion_text(&self, m: Move) -> PromotionText {
        let promotions = &self.rules().spec().promotions;
        let own = |promotion: &&crate::spec::Promotion| Some(promotion.piece) == self.moved_type(m);
        promotions.iter().find(own).map_or(PromotionText::Letter, |promotion| promotion.text)
    }

    /// Why a text that names no legal move names none.
    fn why_not(&mut self, text: &str) -> MoveTextError {
        if let Some(outcome) = self.result() {
            return MoveTextError::GameOver(outcome.to_string());
        }
        let legal: Vec<String> = self.legal_moves().into_iter().map(|m| self.move_text(m)).collect();
        let shown: String = text.chars().take(40).collect();
        let example = legal.first().cloned().unwrap_or_default();
        let from = match first_cell(self.rules().board(), text) {
            Ok(Some(cell)) => cell,
            Ok(None) => return MoveTextError::NotAMove(shown, example),
            Err(name) => return MoveTextError::NoSuchCell(name),
        };
        let name = self.rules().board().name(from).to_owned();
        if text.contains('@') {
            let dropped: Vec<&String> = legal.iter().filter(|legal| legal.contains('@')).collect();
            let hint = if dropped.is_empty() { "nothing can be dropped".into() } else { listed(&dropped) };
            return MoveTextError::Illegal(shown, hint);
        }
        match self.piece_at(from) {
            None => MoveTextError::NoPiece(name),
            Some((color, _)) if color != self.side_to_move() => {
                MoveTextError::WrongSide { cell: name, side: self.side_to_move() }
            }
            Some((color, kind)) => {
                let starts = |m: &Move| m.from() == Some(from);
                let moves: Vec<Move> = self.legal_moves().into_iter().filter(starts).collect();
                let texts: Vec<String> = moves.into_iter().map(|m| self.move_text(m)).collect();
                let piece = piece_text(self.rules().spec(), color, kind);
                let hint = if texts.is_empty() {
                    let check = if self.in_check() { " because of the check" } else { "" };
                    format!("the {piece} on {name} can't move{check}")
                } else {
                    listed(&texts.iter().collect::<Vec<_>>())
                };
                MoveTextError::Illegal(shown, hint)
            }
        }
    }
}

fn listed(texts: &[&String]) -> String {
    let some: Vec<&str> = texts.iter().take(12).map(|text| text.as_str()).collect();
    let more = if texts.len() > some.len() { ", …" } else { "" };
    format!("legal: {}{more}", some.join(", "))
}

/// `b7b8q` as `b7b8=Q`.
fn sign_of_promotion(text: &str) -> Option<String> {
    let last = text.chars().last().filter(char::is_ascii_lowercase)?;
    let cells = text.strip_suffix(last).filter(|cells| cells.ends_with(|c: char| c.is_ascii_digit()))?;
    Some(format!("{cells}={}", last.to_ascii_uppercase()))
}

/// The first cell named in the text of a move: `Ok(None)` if it can't be one, the name if there is no such
/// cell.
fn first_cell(board: &Board, text: &str) -> Result<Option<Cell>, String> {
    let text = text.split_once('@').map_or(text, |(_, cell)| cell);
    let letters = text.len() - text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let digits = text[letters..].len() - text[letters..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if letters == 0 || digits == 0 || letters + digits > 8 {
        return Ok(None);
    }
    let name = &text[..letters + digits];
    board.find(name).map(Some).ok_or_else(|| name.to_owned())
}
