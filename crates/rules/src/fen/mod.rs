//! Reading and writing positions as text (docs/notation.md, "Positions").

mod dialect;
mod error;
mod number;
mod piece;

use dialect::Written;
pub use dialect::fen_fields;
pub use error::FenError;
use number::parse_number;
pub(crate) use piece::{parse_piece, piece_text};

use crate::rule::{self, Count, Counters, castling, double_step, hand};
use crate::rules::Rules;
use crate::spec::{PieceType, Spec};
use crate::state::State;
use crate::tables::Tables;
use crate::{ByColor, Color, Owner, Setup};
use spielraum_geometry::Cell;

impl Setup {
    /// Reads a FEN of a game, or a position as another program writes it (docs/notation.md, "As others write positions").
    /// Fields after the placement may be missing. Castling rights that the game does not have are kept, for
    /// [`Position::new`](crate::Position::new) to refuse and [`Position::settle`](crate::Position::settle) to leave out.
    pub fn parse(fen: &str, rules: &Rules) -> Result<Self, FenError> {
        Self::read(fen, rules.spec())
    }

    /// The same of a game that need not be compiled.
    pub(crate) fn read(fen: &str, spec: &Spec) -> Result<Self, FenError> {
        let Written { placement, hand, side, mut rest, fullmove } = Written::read(fen, spec)?;
        let (placement, hands) = (parse_placement(spec, placement)?, hand::parse_hands(spec, hand)?);
        let mut counters = Counters::default();
        let mut counts: Vec<Count> = rule::counts(spec).collect();
        // Some write them last; their form tells them from all other fields.
        counts.retain(|count| {
            let read = |text: &str| (count.parse)(text, count.most).filter(|_| count.before_clock);
            let found = rest.iter().enumerate().find_map(|(at, text)| Some((at, read(text)?)));
            if let Some((at, counted)) = found {
                counters[count.counter] = counted;
                rest.remove(at);
            }
            found.is_none()
        });
        let mut fields = rest.into_iter().peekable();
        let castling = fields.next_if(|text| *text == "-" || text.bytes().all(|byte| byte.is_ascii_alphabetic()));
        let castling = castling.map_or(Ok(Vec::new()), |text| castling::parse_castling(spec, text))?;
        let passed = fields.next_if(|text| *text == "-" || text.starts_with(|c: char| c.is_ascii_alphabetic()));
        let en_passant = passed.map_or(Ok(None), |text| double_step::parse_en_passant(spec, text))?;
        for count in counts.iter().filter(|count| count.before_clock) {
            // A field that is missing has the halfmove clock in its place.
            if let Some(text) = fields.next_if(|field| parse_number(field, 0).is_err()) {
                counters[count.counter] = parse_count(count, text)?;
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
        for count in counts.iter().filter(|count| !count.before_clock) {
            if let Some(text) = fields.next() {
                counters[count.counter] = parse_count(count, text)?;
            }
        }
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
        fen += &hand::field(spec, self);
        let castling: String = self.castling.iter().collect();
        let name = |cell: Cell| spec.board.name(cell);
        let en_passant = match self.en_passant {
            None => "-".to_owned(),
            Some((via, None)) => name(via).to_owned(),
            Some((via, Some(pawn))) => format!("{}:{}", name(via), name(pawn)),
        };
        let side = if self.side == Color::White { "w" } else { "b" };
        fen += &format!(" {side} {} {en_passant}", if castling.is_empty() { "-" } else { &castling });
        let fields = |before_clock: bool| {
            let counts = rule::counts(spec).filter(move |count| count.before_clock == before_clock);
            counts.map(|count| format!(" {}", (count.write)(self.counters[count.counter], count.most)))
        };
        fen.extend(fields(true));
        fen += &format!(" {} {}", self.halfmove, self.fullmove);
        fen.extend(fields(false));
        fen
    }
}

fn placement_text(spec: &Spec, at: &dyn Fn(Cell) -> Option<(Owner, PieceType)>) -> String {
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
                    Some((owner, kind)) => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        text += &piece_text(spec, owner, kind);
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

fn parse_placement(spec: &Spec, text: &str) -> Result<Vec<Option<(Owner, PieceType)>>, FenError> {
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

fn parse_row(spec: &Spec, text: &str) -> Result<Vec<Option<(Owner, PieceType)>>, FenError> {
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

/// Reads the field of what a rule counts.
fn parse_count(count: &Count, text: &str) -> Result<ByColor<u8>, FenError> {
    (count.parse)(text, count.most).ok_or_else(|| FenError::Field { text: text.into(), form: (count.form)(count.most) })
}

/// The setup of a state.
pub(crate) fn setup_of<const W: usize>(t: &Tables<W>, state: &State<W>) -> Setup {
    let order = t.spec.hands.as_ref().map_or(&[][..], |hands| &hands.order);
    let held = |color: Color| {
        let counts = order.iter().zip(state.hands[color as usize]);
        counts.filter(|(_, count)| *count > 0).map(|(&kind, count)| (kind, count)).collect()
    };
    let rights = t.castlings.iter().enumerate().filter(|(index, _)| state.rights >> index & 1 != 0);
    Setup {
        placement: t.spec.board.cells().map(|cell| state.piece_at(t, cell)).collect(),
        hands: ByColor::new(held),
        side: state.side,
        castling: rights.map(|(_, castling)| castling.right).collect(),
        en_passant: state
            .en_passant
            .map(|passed| (passed.via, state.en_passant_names_piece(t, passed).then_some(passed.pawn))),
        halfmove: state.halfmove,
        fullmove: state.fullmove,
        counters: state.counters,
    }
}
