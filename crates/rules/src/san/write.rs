//! Writing moves in SAN.

use super::parts::{Legal, castling_text, is_step, is_variant, name_parts, targets};
use crate::move_text::PASS;
use crate::position::with_state;
use crate::spec::PromotionText;
use crate::{Move, MoveKind, Position};
use std::fmt::Write;

/// What of a cell's name is written, as bits: level 1, file 2, rank 4.
const FILE: usize = 2;
const RANK: usize = 4;

/// How much of where it starts a move is written with: the first of these that leaves no other move.
const ORIGINS: [usize; 8] = [0, FILE, RANK, 1, 1 | FILE, 1 | RANK, FILE | RANK, 1 | FILE | RANK];

impl Position {
    /// A legal move in standard algebraic notation (docs/notation.md, "SAN"). [`read_san`](Self::read_san) reads it as the same
    /// move.
    ///
    /// ```text
    /// Nf3   exd5   R1a3   e8=Q+   O-O   N@e4   PBc3   Rxwc3#   K~wd2   Rta6,vc1=R
    /// ```
    pub fn san(&self, m: Move) -> String {
        self.sans(&[m]).pop().unwrap_or_default()
    }

    /// Each of some legal moves in SAN; faster than one after the other, since the moves that they could be taken for are
    /// generated once.
    pub fn sans(&self, moves: &[Move]) -> Vec<String> {
        if moves.is_empty() {
            return Vec::new();
        }
        let legal = Legal::of(self);
        with_state!(&self.state, |t, s| s.look_ahead(t, |after| {
            let sign = |m| {
                let us = after.side;
                after.make(t, m);
                let sign = match after.outcome_of_position(t) {
                    Some(outcome) if outcome.winner == Some(us) => "#",
                    _ if after.in_check(t, !us) => "+",
                    _ => "",
                };
                after.unmake(t);
                sign
            };
            let signs: Vec<&str> = moves.iter().copied().map(sign).collect();
            moves.iter().zip(signs).map(|(&m, sign)| legal.text(m) + sign).collect()
        }))
    }
}

impl Legal<'_> {
    /// A move without signs of check; where SAN does not distinguish it from others, the text that every game's moves have.
    pub fn text(&self, m: Move) -> String {
        self.distinct(m).unwrap_or_else(|| {
            let declines = if self.declines(m) { "=" } else { "" };
            self.position.move_text(m) + declines
        })
    }

    fn distinct(&self, m: Move) -> Option<String> {
        match m.kind() {
            MoveKind::Castling => {
                let castling = self.spec.castlings.get(m.castling_index())?;
                Some(castling_text(self.spec, castling) + &self.position.gate_text(m))
            }
            MoveKind::Drop => {
                let kind = m.dropped().filter(|&kind| self.silent != Some(kind));
                let letter = kind.map_or(String::new(), |kind| self.symbol(kind).in_drop());
                Some(format!("{letter}@{}", self.spec.board.name(m.to())))
            }
            MoveKind::Placing => None,
            MoveKind::Pass => Some(PASS.to_owned()),
            _ if !self.is_complete() || self.has_twin(m) => None,
            MoveKind::Swap => self.with_origin(m, "~", ""),
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Promotion => {
                let sign = if self.position.captured_by(m).is_some() { "x" } else { "" };
                self.with_origin(m, sign, &self.suffix(m))
            }
        }
    }

    /// Whether another move differs in its way alone.
    fn has_twin(&self, m: Move) -> bool {
        let parts = |m: Move| (m.from(), m.promotion(), is_step(m));
        self.onto(m.to()).any(|other| parts(other) == parts(m) && !is_variant(other, m))
    }

    /// Letter, as little of its origin as distinguishes the move, sign, target and suffix.
    fn with_origin(&self, m: Move, sign: &str, suffix: &str) -> Option<String> {
        let kind = self.position.moved_by(m);
        let silent = self.silent == Some(kind);
        let letter = if silent { String::new() } else { self.letters(kind) };
        let name = name_parts(&self.spec.board, m.from()?);
        let target = self.spec.board.name(m.to());
        // A capture without a letter has the file at least, as in chess.
        let least = if silent && !sign.is_empty() { FILE } else { 0 };
        let missing = name.iter().enumerate().filter(|(_, part)| part.is_empty());
        let missing = missing.fold(0, |missing, (place, _)| missing | 1 << place);
        let fitting = ORIGINS.into_iter().filter(|origin| origin & least == least && origin & missing == 0);
        for origin in fitting {
            let mut text = letter.clone();
            for (_, part) in name.iter().enumerate().filter(|(place, _)| origin >> place & 1 != 0) {
                text.push_str(part);
            }
            // A quiet move to or from a level called `x` must not look like a capture.
            let unclear = sign.is_empty() && !text.is_empty() && (text.ends_with('x') || target.starts_with('x'));
            _ = write!(text, "{}{target}", if unclear { "-" } else { sign });
            if self.is_distinct(&text, m) {
                text.push_str(suffix);
                // Two cells may be another move's text, with or without the sign of a promotion.
                let names = |text: &str| self.position.find_move(text).is_some_and(|named| named != m);
                if origin & RANK == 0 || !names(&text) && !names(&format!("{text}+")) {
                    return Some(text);
                }
            }
        }
        None
    }

    /// Whether a text can mean no other move, but for those that go the same way and differ in what they change.
    fn is_distinct(&self, text: &str, m: Move) -> bool {
        if let Some((head, _)) = text.split_once('~') {
            let mut others = self.onto(m.to()).filter(|&other| other.kind() == MoveKind::Swap && other != m);
            return !others.any(|other| self.fits(head, other));
        }
        let is_other = |other: Move| is_step(other) && (other.from() != m.from() || other.to() != m.to());
        targets(&self.spec.board, text)
            .all(|(head, to)| !self.onto(to).any(|other| is_other(other) && self.fits(head, other)))
    }

    /// Whether a piece could take its one promoted form and does not; then a sign of check must not look like that.
    fn declines(&self, m: Move) -> bool {
        is_step(m)
            && m.promotion().is_none()
            && self.position.promotion_text(self.position.moved_by(m)) == PromotionText::Plus
            && self.onto(m.to()).any(|other| other.from() == m.from() && other.promotion().is_some())
    }

    /// What a move changes beside going somewhere: `=Q`; `+` for the one promoted form, `=` where it is declined; the promotion
    /// of another piece.
    fn suffix(&self, m: Move) -> String {
        let mut suffix = match m.promotion() {
            Some(into) => self.position.promotion_suffix(self.position.moved_by(m), into),
            None if self.declines(m) => "=".to_owned(),
            None => String::new(),
        };
        if let Some((cell, into)) = m.remote_promotion() {
            _ = write!(suffix, ",{}={}", self.spec.board.name(cell), self.symbol(into).letters);
        }
        suffix + &self.position.gate_text(m)
    }
}
