//! Reading and writing positions as text (docs/notation.md, "Positions").

mod dialect;
pub(crate) mod error;
mod number;
pub(crate) mod piece;
mod unmoved;

pub use dialect::fen_fields;
use dialect::{Written, parse_side};
pub use error::FenError;
use number::parse_number;
use piece::Symbols;

use crate::rule::{castling, double_step, hand, turn};
use crate::{ByColor, Color, Count, Counter, Counters, Owner, PieceType, Setup, Spec};
use spielraum_geometry::{Cell, CellSet};

/// Stands for a cell that the side does not see.
const HIDDEN: char = '?';

impl Setup {
    /// Reads a FEN of a game, or a position as another program writes it (docs/notation.md, "As others write positions").
    /// Fields after the placement may be missing. Castling rights that the game does not have are kept: the rules refuse them or
    /// leave them out.
    pub fn parse(fen: &str, spec: &Spec) -> Result<Self, FenError> {
        let symbols = Symbols::of(spec);
        let Written { placement, hand, side, rest, fullmove } = Written::read(fen, spec)?;
        let placement = parse_placement(spec, &symbols, placement)?;
        Self::assemble(spec, placement, hand, side, rest, fullmove)
    }

    /// The setup of a placement, of what a FEN has in the brackets of the hand field, and of the fields that follow.
    pub fn with_fields(
        placement: Vec<Option<(Owner, PieceType)>>,
        hand: &str,
        fields: &[&str],
        spec: &Spec,
    ) -> Result<Self, FenError> {
        let side = fields.first().map_or(Ok(Color::White), |side| parse_side(side))?;
        Self::assemble(spec, placement, hand, side, fields.iter().copied().skip(1).collect(), None)
    }

    /// Reads all but the placement and the side.
    fn assemble(
        spec: &Spec,
        placement: Vec<Option<(Owner, PieceType)>>,
        hand: &str,
        side: Color,
        mut rest: Vec<&str>,
        fullmove: Option<u32>,
    ) -> Result<Self, FenError> {
        let hands = hand::parse_hands(&Symbols::of(spec), hand)?;
        let mut counters = Counters::default();
        let mut counts: Vec<_> = spec.goals.counts().collect();
        // Some write them last; their form distinguishes them from all other fields.
        counts.retain(|(counter, count)| {
            let read = |text: &str| (count.parse)(text, count.most).filter(|_| count.before_clock || count.if_any);
            let found = rest.iter().enumerate().find_map(|(at, text)| Some((at, read(text)?)));
            if let Some((at, counted)) = found {
                counters[*counter] = counted;
                rest.remove(at);
            }
            found.is_none()
        });
        let mut unmoved = CellSet::EMPTY;
        if let Some((at, cells)) =
            rest.iter().enumerate().find_map(|(at, text)| Some((at, unmoved::parse_field(spec, text)?)))
        {
            unmoved = cells?;
            rest.remove(at);
        }
        let mut fields = rest.into_iter().peekable();
        let castling = fields.next_if(|text| *text == "-" || text.bytes().all(|byte| byte.is_ascii_alphabetic()));
        let (castling, letters) = unmoved::parse_letters(spec, castling.unwrap_or("-"));
        let castling = castling::parse_rights(&spec.board, &spec.castlings, &castling)?;
        let unmoved = unmoved::complete(spec, &castling, unmoved | letters);
        if let Some((left, number)) = foreign_count(&placement, side, &counts, &fields) {
            counters[Counter::Countdown] = left;
            fields = vec!["-", "0", number].into_iter().peekable();
        }
        let passed = fields.next_if(|text| *text == "-" || text.starts_with(|c: char| c.is_ascii_alphabetic()));
        let en_passant = passed.map_or(Ok(None), |text| double_step::parse_en_passant(&spec.board, text))?;
        for (counter, count) in counts.iter().filter(|(_, count)| count.before_clock) {
            // A field that is missing has the halfmove clock in its place.
            if let Some(text) = fields.next_if(|field| parse_number(field, 0).is_err()) {
                counters[*counter] = parse_count(count, text)?;
            }
        }
        let clock = fields.next().unwrap_or("-");
        let (halfmove, number) = match fields.next() {
            // Who leaves out the en passant field and has one number means that of the move.
            None if passed.is_none() => ("-", clock),
            number => (clock, number.unwrap_or("-")),
        };
        let halfmove = parse_number(halfmove, 0)?;
        let fullmove = fullmove.map_or_else(|| parse_number(number, 1), Ok)?.max(1);
        for (counter, count) in counts.iter().filter(|(_, count)| !count.before_clock && !count.if_any) {
            if let Some(text) = fields.next() {
                counters[*counter] = parse_count(count, text)?;
            }
        }
        let (mut part, mut moved) = (0, None);
        if !spec.turn.is_plain()
            && let Some(text) = fields.next()
        {
            (part, moved) = turn::parse_part(&spec.board, &spec.turn, text)?;
        }
        let setup =
            Self { placement, hands, side, castling, unmoved, en_passant, halfmove, fullmove, part, moved, counters };
        match fields.next() {
            None => Ok(setup),
            Some(extra) => Err(FenError::ExtraField(extra.into())),
        }
    }

    /// Writes the setup as a FEN of a game.
    pub fn fen(&self, spec: &Spec) -> String {
        self.fen_but(spec, &CellSet::EMPTY)
    }

    /// The same with `?` for each of the cells that are hidden (docs/notation.md, "Views").
    pub fn fen_but(&self, spec: &Spec, hidden: &CellSet) -> String {
        let mut fen = placement_text(spec, hidden, &|cell: Cell| self.placement.get(cell.index()).copied().flatten());
        if let Some(hands) = &spec.hands {
            fen += &hand::field(&hands.order, &spec.pieces, &self.hands);
        }
        let side = if self.side == Color::White { "w" } else { "b" };
        let en_passant = double_step::en_passant_field(&spec.board, self.en_passant);
        fen += &format!(" {side} {} {en_passant}", unmoved::castling_field(spec, &self.castling, &self.unmoved));
        let fields = |before_clock: bool| {
            let counts = spec.goals.counts().filter(move |(_, count)| count.before_clock == before_clock);
            let written = counts.map(|(counter, count)| (count.write)(self.counters[counter], count.most));
            written.filter(|text| !text.is_empty()).map(|text| format!(" {text}"))
        };
        fen.extend(fields(true));
        fen += &format!(" {} {}", self.halfmove, self.fullmove);
        fen.extend(fields(false));
        fen.extend(unmoved::field(spec, &self.castling, &self.unmoved).map(|field| format!(" {field}")));
        if !spec.turn.is_plain() {
            fen += &format!(" {}", turn::part_field(&spec.board, self.part, self.moved));
        }
        fen
    }
}

impl<'a> Symbols<'a> {
    fn of(spec: &'a Spec) -> Self {
        Self { pieces: &spec.pieces, aliases: &spec.aliases }
    }
}

fn placement_text(spec: &Spec, hidden: &CellSet, at: &dyn Fn(Cell) -> Option<(Owner, PieceType)>) -> String {
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
                let sign = match at(cell) {
                    _ if hidden.contains(cell) => HIDDEN.to_string(),
                    None => {
                        empty += 1;
                        continue;
                    }
                    Some((owner, kind)) => spec.pieces[kind.index()].symbol.owned_by(owner),
                };
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += &sign;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
        }
    }
    text
}

fn parse_placement(
    spec: &Spec,
    symbols: &Symbols<'_>,
    text: &str,
) -> Result<Vec<Option<(Owner, PieceType)>>, FenError> {
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
            let pieces = parse_row(spec, symbols, text)?;
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

fn parse_row(spec: &Spec, symbols: &Symbols<'_>, text: &str) -> Result<Vec<Option<(Owner, PieceType)>>, FenError> {
    let mut cells = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first == HIDDEN {
            return Err(FenError::Hidden);
        }
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
            let (piece, after) = symbols.parse_piece(rest)?;
            cells.push(Some(piece));
            rest = after;
        }
    }
    Ok(cells)
}

/// A count as others write it: the limit in plies in place of the en passant field, and the plies that have been counted as the
/// halfmove clock; with it the number of the move. The count is that of the side with fewer pieces.
fn foreign_count<'f>(
    placement: &[Option<(Owner, PieceType)>],
    side: Color,
    counts: &[(Counter, Count)],
    fields: &(impl Iterator<Item = &'f str> + Clone),
) -> Option<(ByColor<u8>, &'f str)> {
    let (_, count) = counts.iter().find(|(counter, _)| *counter == Counter::Countdown)?;
    let fields: Vec<&str> = fields.clone().collect();
    let [limit, made, number] = fields[..] else { return None };
    let (limit, made) = (limit.parse::<u8>().ok()?, parse_number(made, 0).ok()?);
    let left = u32::from(limit).saturating_add(2).saturating_sub(made).clamp(1, count.most.into()) as u8;
    let pieces = |color: Color| placement.iter().flatten().filter(|(owner, _)| *owner == color).count();
    let fewer = if pieces(!side) < pieces(side) { !side } else { side };
    Some((ByColor::new(|color| if color == fewer { left } else { 0 }), number))
}

/// Reads the field of what a rule counts.
fn parse_count(count: &Count, text: &str) -> Result<ByColor<u8>, FenError> {
    (count.parse)(text, count.most).ok_or_else(|| FenError::Field { text: text.into(), form: (count.form)(count.most) })
}
