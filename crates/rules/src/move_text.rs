//! Reading and writing moves as text.

use crate::position::with_state;
use crate::rule::double_step;
use crate::spec::{Letters, PieceType, PromotionText};
use crate::{Color, Move, MoveKind, Owner, Position};
use spielraum_geometry::{Board, Cell};
use std::fmt::Write;
use std::ops::ControlFlow;
use thiserror::Error;

/// How many legal moves an error lists.
const LISTED: usize = 12;

/// A pass, as people write it.
pub(crate) const PASS: &str = "pass";

/// Why a text is not a move of a position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
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
    /// The piece is not the mover's.
    #[error("the piece on {cell} is {}'s, and {} is to move", .owner.name(), .side.name())]
    WrongSide {
        /// Where it stands.
        cell: String,
        /// Whose it is.
        owner: Owner,
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
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// let position = rules.start();
    /// let m = position.parse_move("b1c3").unwrap();
    /// assert_eq!(position.move_text(m), "b1c3");
    /// ```
    pub fn move_text(&self, m: Move) -> String {
        let board = self.rules().board();
        let mut text = String::new();
        let name = |cell: Cell| board.name(cell);
        match m.kind() {
            MoveKind::Drop | MoveKind::Placing => {
                let piece = m.brought().map_or(String::new(), |kind| self.in_drop(kind));
                text = format!("{piece}@{}", name(m.to()));
            }
            MoveKind::Swap => text = format!("{}~{}", name(m.origin()), name(m.to())),
            MoveKind::DoubleStep if self.is_bent(m) => {
                let via = m.via().map_or("", name);
                text = format!("{}{via}{}", name(m.origin()), name(m.to()));
            }
            MoveKind::Castling => {
                text.push_str(name(m.origin()));
                text.push_str(name(self.castling_text_cell(m)));
            }
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Pass | MoveKind::Promotion => {
                text.push_str(name(m.origin()));
                text.push_str(name(m.to()));
            }
        }
        if let Some((into, kind)) = m.promotion().zip(self.moved_type(m)) {
            text.push_str(&self.promotion_suffix(kind, into));
        }
        if let Some((cell, into)) = m.remote_promotion() {
            _ = write!(text, ",{}={}", name(cell), self.letters(into));
        }
        text + &self.gate_text(m)
    }

    /// The legal move that a text names. The promotion of a two-dimensional game may also be written as
    /// other programs do: `b7b8q`, `b7b8Q`. A piece that belongs to nobody may be placed by the name of its cell. Only moves of
    /// the cells and pieces that the text names are looked at, however many others there are.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// let position = rules.start();
    /// assert!(position.parse_move("e2e4").is_ok());
    /// assert!(position.parse_move("e2e5").is_err());
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveTextError> {
        self.find_move(text).ok_or_else(|| self.why_not(text))
    }

    /// The same without the reason why there is none.
    pub(crate) fn find_move(&self, text: &str) -> Option<Move> {
        if text == PASS {
            return with_state!(&self.state, |t, s| s.pass(&**t, &t.rules.pass)).filter(|&m| self.is_legal(m));
        }
        let (with_sign, with_piece) = (sign_of_promotion(text), self.placing_text(text));
        let gates = !self.rules().spec().firsts.gates.is_empty();
        let with_gate = with_sign.as_ref().filter(|_| gates && !text.contains('=')).map(|text| text.replace('=', "/"));
        let mut texts =
            [Some(text), with_sign.as_deref(), with_gate.as_deref(), with_piece.as_deref()].into_iter().flatten();
        let is_meant = |m: &Move, text: &str| self.move_text(*m) == text && self.is_legal(*m);
        texts.find_map(|text| self.candidates(text).into_iter().find(|m| is_meant(m, text)))
    }

    /// The moves that a text may mean, legal or not: few, whatever the text and the position.
    fn candidates(&self, text: &str) -> Vec<Move> {
        let spec = self.rules().spec();
        let board = &spec.board;
        let written = |letters: &str| {
            let all = spec.piece_types();
            all.filter(|&kind| self.letters(kind).as_str() == letters).collect::<Vec<_>>()
        };
        if let Some((letters, cell)) = text.split_once('@') {
            let to = board.find(cell);
            let Some(to) = to else { return Vec::new() };
            let kinds: Vec<PieceType> = spec.piece_types().filter(|&kind| self.in_drop(kind) == letters).collect();
            let placing =
                |&kind: &PieceType| with_state!(&self.state, |t, s| s.placing_on(t, &t.rules.placing, kind, to));
            return kinds.iter().filter_map(placing).chain(kinds.iter().map(|&kind| Move::drop(kind, to))).collect();
        }
        if let Some((royal, partner)) = text.split_once('~') {
            let cells = board.find(royal).zip(board.find(partner));
            return cells.into_iter().map(|(royal, partner)| Move::swap(royal, partner)).collect();
        }
        if let Some((text, gate)) = text.split_once('/') {
            let alone = self.candidates(text).into_iter().filter(|m| !m.does_more());
            return alone.flat_map(|m| self.gates_named(m, gate)).collect();
        }
        let (text, remote) = text.split_once(',').map_or((text, None), |(text, change)| (text, Some(change)));
        let Some((from, text)) = leading_cell(board, text) else { return Vec::new() };
        let Some((to, text)) = leading_cell(board, text) else { return Vec::new() };
        let Some((_, kind)) = self.piece_at(from).filter(|&(owner, _)| owner == self.side_to_move()) else {
            return Vec::new();
        };
        let (mut moves, suffix) = match leading_cell(board, text) {
            Some((end, suffix)) => (vec![Move::double_step(from, to, end)], suffix),
            None if from == to => (vec![Move::pass(from)], text),
            None => (vec![Move::normal(from, to, None), Move::en_passant(from, to)], text),
        };
        let mut castlings = Vec::new();
        if moves.len() > 1 {
            with_state!(&self.state, |t, s| {
                let straight = double_step::of_type(&t.rules.double_step, kind)
                    .map_or(&[][..], |table| table.paths[s.side].get(from));
                moves.extend(
                    straight.iter().filter(|(_, end)| *end == to).map(|&(via, end)| Move::double_step(from, via, end)),
                );
                castlings.extend(t.rules.castling.moves.iter().enumerate().filter_map(|(index, castling)| {
                    let meant = castling.color == s.side && castling.royal.0 == from && castling.written_to() == to;
                    meant.then(|| Move::castling(from, castling.royal.1, index))
                }));
            });
        }
        let promotion = spec.promotion(kind, self.side_to_move());
        let into = promotion.map_or(&[][..], |promotion| &promotion.into);
        let named: Vec<PieceType> =
            into.iter().copied().filter(|&into| self.promotion_suffix(kind, into) == suffix).collect();
        for index in 0..moves.len() {
            let promoting: Vec<Move> = named.iter().map(|&into| moves[index].with_promotion(into)).collect();
            moves.extend(promoting);
        }
        moves.extend(named.iter().map(|&into| Move::promotion_to(from, to, into)));
        if let Some(change) = remote {
            let Some((cell, letters)) = change.split_once('=') else { return Vec::new() };
            let Some(cell) = board.find(cell) else { return Vec::new() };
            let kinds = written(letters);
            return moves
                .into_iter()
                .flat_map(|m| kinds.iter().map(move |&kind| m.with_remote_promotion(cell, kind)))
                .collect();
        }
        moves.extend(castlings);
        moves
    }

    /// What the next part of the turn places, if it does.
    pub fn placing(&self) -> Option<PieceType> {
        let spec = self.rules().spec();
        let part = usize::from(self.part());
        spec.turn.placings().find(|(at, _)| *at == part).map(|(_, placing)| placing.piece)
    }

    /// `e4` and `*e4` as `D@e4`, where a D is to be placed.
    fn placing_text(&self, text: &str) -> Option<String> {
        let (kind, cell) = (self.placing()?, text.strip_prefix('*').unwrap_or(text));
        let to = self.rules().board().find(cell)?;
        Some(format!("{}@{}", self.letters(kind), self.rules().board().name(to)))
    }

    /// How a piece that is dropped or placed is written.
    fn in_drop(&self, kind: PieceType) -> String {
        self.rules().spec().pieces[kind.index()].symbol.in_drop()
    }

    /// What a move's text says of the piece that comes to the cell that it leaves; of a castling the cell, too, since two are
    /// left.
    pub(crate) fn gate_text(&self, m: Move) -> String {
        let Some((cell, kind)) = m.gate() else { return String::new() };
        let cell = if m.kind() == MoveKind::Castling { self.rules().board().name(cell) } else { "" };
        format!("/{}{cell}", self.in_drop(kind))
    }

    /// A move with each piece, coming to a cell that it may leave, that is written so.
    fn gates_named(&self, m: Move, text: &str) -> Vec<Move> {
        let spec = self.rules().spec();
        let kinds = spec.firsts.gates.iter().map(|gate| gate.piece);
        let cells = kinds.filter_map(|kind| Some((kind, text.strip_prefix(&self.in_drop(kind))?)));
        cells
            .filter_map(|(kind, cell)| match cell {
                "" => Some(m.with_gate(m.origin(), kind)),
                cell => Some(m.with_gate(spec.board.find(cell)?, kind)),
            })
            .collect()
    }

    fn letters(&self, kind: PieceType) -> Letters {
        self.rules().spec().pieces[kind.index()].symbol.letters
    }

    fn moved_type(&self, m: Move) -> Option<PieceType> {
        self.piece_at(m.origin()).map(|(_, kind)| kind)
    }

    fn is_bent(&self, m: Move) -> bool {
        let steps = &self.rules().spec().double_steps;
        let bent = |step: &&crate::spec::DoubleStep| Some(step.piece) == self.moved_type(m);
        steps.iter().find(bent).is_some_and(|step| step.path == crate::spec::DoubleStepPath::Bent)
    }

    /// How a promotion of a `kind` is written.
    pub(crate) fn promotion_text(&self, kind: PieceType) -> PromotionText {
        let promotion = self.rules().spec().promotion(kind, self.side_to_move());
        promotion.map_or(PromotionText::Letter, |promotion| promotion.text)
    }

    /// What follows the cells when a `kind` becomes `into`.
    pub(crate) fn promotion_suffix(&self, kind: PieceType, into: PieceType) -> String {
        match self.promotion_text(kind) {
            PromotionText::Letter => format!("={}", self.letters(into)),
            PromotionText::Plus => "+".to_owned(),
            PromotionText::Silent => String::new(),
        }
    }

    /// The cell that the text of a castling move names last.
    fn castling_text_cell(&self, m: Move) -> Cell {
        with_state!(&self.state, |t, _s| {
            t.rules.castling.moves.get(m.castling_index()).map_or(m.to(), |castling| castling.written_to())
        })
    }

    /// The texts of the first legal moves that are wanted, one more than an error lists.
    fn some_legal(&self, wanted: impl Fn(Move) -> bool) -> Vec<String> {
        let mut some = Vec::new();
        let _ = self.for_each_legal(|m| {
            if wanted(m) {
                some.push(m);
            }
            if some.len() > LISTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        some.into_iter().map(|m| self.move_text(m)).collect()
    }

    /// Why a text that names no legal move names none.
    fn why_not(&self, text: &str) -> MoveTextError {
        if let Some(outcome) = self.outcome_of_position() {
            return MoveTextError::GameOver(outcome.said(self.rules().spec().sides));
        }
        let shown: String = text.chars().take(40).collect();
        if let Some(kind) = self.placing() {
            let name = &self.rules().spec().pieces[kind.index()].name.white;
            let hint = format!("the {name} is to be placed; {}", listed(&self.some_legal(|_| true)));
            return MoveTextError::Illegal(shown, hint);
        }
        let from = match first_cell(self.rules().board(), text) {
            Ok(Some(cell)) => cell,
            Ok(None) => {
                let example = self.some_legal(|_| true).into_iter().next().unwrap_or_default();
                return MoveTextError::NotAMove(shown, example);
            }
            Err(name) => return MoveTextError::NoSuchCell(name),
        };
        let name = self.rules().board().name(from).to_owned();
        if text.contains('@') {
            let dropped = self.some_legal(|m| m.kind() == MoveKind::Drop);
            let hint = if dropped.is_empty() { "nothing can be dropped".into() } else { listed(&dropped) };
            return MoveTextError::Illegal(shown, hint);
        }
        match self.piece_at(from) {
            None => MoveTextError::NoPiece(name),
            Some((owner, _)) if owner != self.side_to_move() => {
                MoveTextError::WrongSide { cell: name, owner, side: self.side_to_move() }
            }
            Some((owner, kind)) => {
                let texts = self.some_legal(|m| m.from() == Some(from));
                let piece = self.rules().spec().pieces[kind.index()].symbol.owned_by(owner);
                let hint = if texts.is_empty() {
                    let check = if self.in_check() { " because of the check" } else { "" };
                    format!("the {piece} on {name} can't move{check}")
                } else {
                    listed(&texts)
                };
                MoveTextError::Illegal(shown, hint)
            }
        }
    }
}

fn listed(texts: &[String]) -> String {
    let some = &texts[..texts.len().min(LISTED)];
    let more = if texts.len() > some.len() { ", …" } else { "" };
    format!("legal: {}{more}", some.join(", "))
}

/// `b7b8q`, `b7b8Q` and `b7b8=q` as `b7b8=Q`.
fn sign_of_promotion(text: &str) -> Option<String> {
    let last = text.chars().last().filter(char::is_ascii_alphabetic)?;
    let cells = text.strip_suffix(last)?;
    let cells = cells.strip_suffix('=').unwrap_or(cells);
    cells.ends_with(|c: char| c.is_ascii_digit()).then(|| format!("{cells}={}", last.to_ascii_uppercase()))
}

/// The cell that a text begins with, and what follows it. A cell's name is letters and then digits.
fn leading_cell<'t>(board: &Board, text: &'t str) -> Option<(Cell, &'t str)> {
    let digits = text.find(|c: char| !c.is_ascii_alphabetic())?;
    let length = text[digits..].find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len() - digits);
    let (name, rest) = text.split_at(digits + length);
    Some((board.find(name)?, rest))
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
