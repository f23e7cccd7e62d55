//! Reading and writing positions as text (docs/notation.md, "Positions").

use crate::rule::{Counter, check_count};
use crate::rules::Rules;
use crate::setup::SetupCounters;
use crate::spec::{Mark, PieceType, Spec, Symbol};
use crate::tables::Tables;
use crate::{ByColor, Color, Setup};
use spielraum_geometry::Cell;
use thiserror::Error;

/// Why a text is not a FEN of a game.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FenError {
    /// The text is longer than any FEN.
    #[error("the text is too long to be a FEN")]
    TooLong,
    /// Nothing but the placement, or nothing at all.
    #[error("a FEN has at least a placement and the side to move")]
    TooShort,
    /// More fields than the game has.
    #[error("`{0}` is one field too many")]
    ExtraField(String),
    /// Another number of levels than the board has.
    #[error("the placement has {found} levels, separated by `|`; the board has {expected}")]
    Levels {
        /// How many are there.
        found: usize,
        /// How many must be there.
        expected: usize,
    },
    /// Another number of ranks than the level has.
    #[error("level {level} has {found} ranks, separated by `/`, instead of {expected}")]
    Ranks {
        /// Which level, from 1.
        level: usize,
        /// How many are there.
        found: usize,
        /// How many must be there.
        expected: usize,
    },
    /// Another number of cells than the rank has.
    #[error("`{row}` describes {found} cells instead of {expected}")]
    Cells {
        /// The text of the rank.
        row: String,
        /// How many it describes.
        found: usize,
        /// How many it must describe.
        expected: usize,
    },
    /// Not a piece of the game.
    #[error("`{0}` is no piece of this game")]
    Piece(String),
    /// The brackets of the hand field don't match.
    #[error("the hand field must be closed by `]` and end the placement")]
    Brackets,
    /// Not a side.
    #[error("`{0}` is no side to move: use `w` or `b`")]
    Side(String),
    /// Not a set of castling rights of the game.
    #[error("`{0}` are no castling rights of this game")]
    Castling(String),
    /// Not an en passant field.
    #[error("`{0}` is no en passant field: use `-`, the cell passed, or, where double steps may bend, `via:pawn`")]
    EnPassant(String),
    /// Not a number.
    #[error("`{0}` is not a number of moves")]
    Number(String),
    /// Not a duty field.
    #[error("`{0}` is no duty field: use `-`, `w2`, `w1`, `b2`, `b1` or two of them")]
    RoyalObligation(String),
    /// Not a field with the checks left to each side, and how many there are at most.
    #[error("`{0}` is no check field: use two numbers from 0 to {1}, as in `{1}+{1}`")]
    Checks(String, u8),
}

/// Longer texts are not looked at.
const MAX_LENGTH: usize = 16 << 10;

impl Setup {
    /// Reads a FEN of a game. Fields after the side to move may be missing.
    pub fn parse(fen: &str, rules: &Rules) -> Result<Self, FenError> {
        if fen.len() > MAX_LENGTH {
            return Err(FenError::TooLong);
        }
        let spec = rules.spec();
        let mut fields = fen.split_ascii_whitespace();
        let placement = fields.next().ok_or(FenError::TooShort)?;
        let side = fields.next().ok_or(FenError::TooShort)?;
        let (placement, hand) = split_hand(placement)?;
        let mut fields = fields.peekable();
        let mut optional = || fields.next().unwrap_or("-");
        let (placement, hands) = (parse_placement(spec, placement)?, parse_hands(spec, hand)?);
        let side = match side {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(FenError::Side(other.into())),
        };
        let castling = parse_castling(spec, optional())?;
        let en_passant = parse_en_passant(spec, optional())?;
        let checks = check_count::parse(spec, &mut fields)?;
        let mut optional = || fields.next().unwrap_or("-");
        let halfmove = parse_number(optional(), 0)?;
        let fullmove = parse_number(optional(), 1)?.max(1);
        let duty = if spec.goals.royal_obligation.is_some() { parse_duty(optional())? } else { ByColor::default() };
        let counters = ByColor::new(|color| SetupCounters { duty: duty[color], checks: checks[color] });
        let setup = Self { placement, hands, side, castling, en_passant, halfmove, fullmove, counters };
        match fields.next() {
            None => Ok(setup),
            Some(extra) => Err(FenError::ExtraField(extra.into())),
        }
    }

    /// Writes the setup as a FEN of a game.
    pub fn fen(&self, rules: &Rules) -> String {
        let spec = rules.spec();
        let mut fen = placement_text(spec, &|cell: Cell| self.placement.get(cell.index()).copied().flatten());
        if let Some(hands) = &spec.hands {
            let count = |color: Color, kind: PieceType| {
                self.hands[color].iter().filter(|(held, _)| *held == kind).map(|(_, count)| u32::from(*count)).sum()
            };
            fen += &hand_text(spec, &hands.order, &count);
        }
        let castling: String = self.castling.iter().collect();
        let name = |cell: Cell| spec.board.name(cell);
        let en_passant = match self.en_passant {
            None => "-".to_owned(),
            Some((via, None)) => name(via).to_owned(),
            Some((via, Some(pawn))) => format!("{}:{}", name(via), name(pawn)),
        };
        fen += &format!(
            " {} {} {en_passant}{} {} {}",
            if self.side == Color::White { "w" } else { "b" },
            if castling.is_empty() { "-" } else { &castling },
            check_count::field(spec, self.counters.as_ref().map(|counters| counters.checks)),
            self.halfmove,
            self.fullmove,
        );
        if spec.goals.royal_obligation.is_some() {
            fen += &format!(" {}", duty_text(self.counters.as_ref().map(|counters| counters.duty)));
        }
        fen
    }
}

fn duty_text(duty: ByColor<u8>) -> String {
    let text: String = [('w', duty.white), ('b', duty.black)]
        .iter()
        .filter(|(_, moves)| *moves > 0)
        .map(|(side, moves)| format!("{side}{moves}"))
        .collect();
    if text.is_empty() { "-".into() } else { text }
}

fn placement_text(spec: &Spec, at: &dyn Fn(Cell) -> Option<(Color, PieceType)>) -> String {
    let mut text = String::new();
    for level in 0..spec.board.shape().levels.len() {
        if level > 0 {
            text.push('|');
        }
        for (index, row) in spec.board.rows(level).into_iter().enumerate() {
            if index > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for cell in row {
                match at(cell) {
                    None => empty += 1,
                    Some((color, kind)) => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        text += &piece_text(spec, color, kind);
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
        }
    }
    text
}

/// A piece as it is written in a position: upper case for White.
pub(crate) fn piece_text(spec: &Spec, color: Color, kind: PieceType) -> String {
    let text = spec.pieces[kind.index()].symbol.to_string();
    if color == Color::White { text } else { text.to_ascii_lowercase() }
}

fn hand_text(spec: &Spec, order: &[PieceType], count: &dyn Fn(Color, PieceType) -> u32) -> String {
    let mut text = String::from("[");
    for color in Color::BOTH {
        for &kind in order {
            for _ in 0..count(color, kind) {
                text += &piece_text(spec, color, kind);
            }
        }
    }
    text.push(']');
    text
}

fn split_hand(placement: &str) -> Result<(&str, &str), FenError> {
    match placement.split_once('[') {
        None if placement.contains(']') => Err(FenError::Brackets),
        None => Ok((placement, "")),
        Some((placement, hand)) => match hand.strip_suffix(']') {
            Some(hand) if !hand.contains([']', '[']) => Ok((placement, hand)),
            _ => Err(FenError::Brackets),
        },
    }
}

fn parse_placement(spec: &Spec, text: &str) -> Result<Vec<Option<(Color, PieceType)>>, FenError> {
    let board = &spec.board;
    let mut placement = vec![None; board.len()];
    let expected = board.shape().levels.len();
    let levels: Vec<&str> = text.split('|').collect();
    if levels.len() != expected {
        return Err(FenError::Levels { found: levels.len(), expected });
    }
    for (level, text) in levels.into_iter().enumerate() {
        let rows = board.rows(level);
        let found: Vec<&str> = text.split('/').collect();
        if found.len() != rows.len() {
            return Err(FenError::Ranks { level: level + 1, found: found.len(), expected: rows.len() });
        }
        for (row, text) in rows.iter().zip(found) {
            let pieces = parse_row(spec, text)?;
            let wrong = |found| FenError::Cells { row: text.into(), found, expected: row.len() };
            if pieces.len() != row.len() {
                return Err(wrong(pieces.len()));
            }
            for (cell, piece) in row.iter().zip(pieces) {
                placement[cell.index()] = piece;
            }
        }
    }
    Ok(placement)
}

fn parse_row(spec: &Spec, text: &str) -> Result<Vec<Option<(Color, PieceType)>>, FenError> {
    let mut cells = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let empty = rest[..end].parse().unwrap_or(usize::MAX);
            let found = cells.len().saturating_add(empty);
            if empty == 0 || found > spielraum_geometry::MAX_SIDE {
                let expected = spec.board.extent().file as usize;
                return Err(FenError::Cells { row: text.into(), found, expected });
            }
            cells.resize(found, None);
            rest = &rest[end..];
        } else {
            let (piece, after) = parse_piece(spec, rest)?;
            cells.push(Some(piece));
            rest = after;
        }
    }
    Ok(cells)
}

/// Reads the piece at the beginning of a text; gives what comes after it.
fn parse_piece<'a>(spec: &Spec, text: &'a str) -> Result<((Color, PieceType), &'a str), FenError> {
    let (plus, rest) = match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let wrong = || FenError::Piece(text.chars().take(2).collect());
    let letter = rest.chars().next().filter(char::is_ascii_alphabetic).ok_or_else(wrong)?;
    let rest = &rest[1..];
    let (mark, rest) = match (plus, rest.strip_prefix('~')) {
        (true, _) => (Mark::Plus, rest),
        (false, Some(rest)) => (Mark::Tilde, rest),
        (false, None) => (Mark::None, rest),
    };
    let symbol = Symbol { letter: letter.to_ascii_uppercase(), mark };
    let kind = spec.piece(symbol).ok_or_else(|| FenError::Piece(symbol.to_string()))?;
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    Ok(((color, kind), rest))
}

fn parse_hands(spec: &Spec, text: &str) -> Result<ByColor<Vec<(PieceType, u16)>>, FenError> {
    let mut hands: ByColor<Vec<(PieceType, u16)>> = ByColor::default();
    let mut rest = text;
    while !rest.is_empty() {
        let ((color, kind), after) = parse_piece(spec, rest)?;
        match hands[color].iter_mut().find(|(held, _)| *held == kind) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => hands[color].push((kind, 1)),
        }
        rest = after;
    }
    Ok(hands)
}

fn parse_castling(spec: &Spec, text: &str) -> Result<Vec<char>, FenError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let known = |right: char| spec.castlings.iter().any(|castling| castling.right == right);
    let once = |right: char| text.chars().filter(|&other| other == right).count() == 1;
    if !text.chars().all(|right| known(right) && once(right)) {
        return Err(FenError::Castling(text.into()));
    }
    Ok(spec.castlings.iter().map(|castling| castling.right).filter(|&right| text.contains(right)).collect())
}

fn parse_en_passant(spec: &Spec, text: &str) -> Result<Option<(Cell, Option<Cell>)>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    let cell = |name: &str| spec.board.find(name).ok_or_else(|| FenError::EnPassant(text.into()));
    match text.split_once(':') {
        None => Ok(Some((cell(text)?, None))),
        Some((via, pawn)) => Ok(Some((cell(via)?, Some(cell(pawn)?)))),
    }
}

fn parse_number(text: &str, missing: u32) -> Result<u32, FenError> {
    match text {
        "-" => Ok(missing),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            digits.parse().map_err(|_| FenError::Number(text.into()))
        }
        _ => Err(FenError::Number(text.into())),
    }
}

fn parse_duty(text: &str) -> Result<ByColor<u8>, FenError> {
    let mut duty = ByColor::default();
    if text == "-" {
        return Ok(duty);
    }
    let wrong = || FenError::RoyalObligation(text.into());
    let chars: Vec<char> = text.chars().collect();
    if chars.is_empty() || chars.len() % 2 == 1 {
        return Err(wrong());
    }
    for pair in chars.chunks(2) {
        let color = match pair[0] {
            'w' => Color::White,
            'b' => Color::Black,
            _ => return Err(wrong()),
        };
        let moves = pair[1].to_digit(10).filter(|&moves| moves > 0).ok_or_else(wrong)?;
        if std::mem::replace(&mut duty[color], moves as u8) != 0 {
            return Err(wrong());
        }
    }
    Ok(duty)
}

/// The setup of a state.
pub(crate) fn setup_of<const W: usize>(t: &Tables<W>, state: &crate::state::State<W>) -> Setup {
    let piece = |cell: Cell| {
        let piece = state.at(cell);
        (!piece.is_none()).then(|| (piece.color(), piece.kind()))
    };
    let order = t.spec.hands.as_ref().map_or(&[][..], |hands| &hands.order);
    let held = |color: Color| {
        let counts = order.iter().zip(state.hands[color as usize]);
        counts.filter(|(_, count)| *count > 0).map(|(&kind, count)| (kind, count)).collect()
    };
    let rights = t.castlings.iter().enumerate().filter(|(index, _)| state.rights >> index & 1 != 0);
    Setup {
        placement: t.spec.board.cells().map(piece).collect(),
        hands: ByColor::new(held),
        side: state.side,
        castling: rights.map(|(_, castling)| castling.right).collect(),
        en_passant: state.en_passant.map(|en_passant| {
            let bent = t.double_steps.iter().any(|table| table.bent && table.piece == state.at(en_passant.pawn).kind());
            (en_passant.via, bent.then_some(en_passant.pawn))
        }),
        halfmove: state.halfmove,
        fullmove: state.fullmove,
        counters: ByColor::new(|color| SetupCounters {
            duty: state.counter(Counter::Obligation, color),
            checks: state.counter(Counter::Checks, color),
        }),
    }
}
