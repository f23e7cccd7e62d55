//! Castling (N6, S3).

use super::data::RuleData;
use crate::check::Check;
use crate::fen::error::FenError;
use crate::{Color, PieceType, SpecError};
use spielraum_geometry::{Board, Cell};

/// One castling move of one side. In a game without royals any piece may castle like one, through cells that are attacked,
/// too. Neither piece has moved (the right is in the FEN), the cells between
/// them and the cells they go to or cross are empty, the royal is not attacked on any cell from
/// `royal.0` to `royal.1`, and no other royal of its side before or after. Facing royals (N2) are tested at the end only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Its letter in the FEN: upper case for White.
    pub right: char,
    /// Who castles.
    pub color: Color,
    /// The royal's type.
    pub royal_type: PieceType,
    /// Where the royal starts and ends.
    pub royal: (Cell, Cell),
    /// Where the partner starts and ends.
    pub partner: (Cell, Cell),
    /// The partner's type.
    pub partner_type: PieceType,
    /// Whether it is always written with the partner's start, as in Chess960; otherwise only where the royal could go to its end
    /// in another way, too.
    pub by_partner: bool,
    /// Whether the right is won when a drop brings the second of both pieces to its start (G19). At the start nobody has it.
    pub dropped: bool,
}

/// The letters of chess, which stand in many a position of games without castling.
const STANDARD_RIGHTS: &str = "KQkq";

pub(crate) struct CastlingRule;

impl RuleData for CastlingRule {
    type Data = Vec<Castling>;

    fn validate(check: &mut Check<'_>, castlings: &Self::Data) {
        let any_royal = check.pieces.iter().any(|piece| piece.royal);
        check.range("the number of castling moves", castlings.len() as i64, 0, 32);
        for castling in castlings {
            let (royal, partner) = (castling.royal, castling.partner);
            check.cells("castling", &[royal.0, royal.1, partner.0, partner.1]);
            if check.types("castling", &[castling.royal_type, castling.partner_type]) {
                let royal = check.pieces[castling.royal_type.index()].royal;
                check.require(royal || !any_royal, || SpecError::Royal("the piece that castles must be royal"));
            }
            check.no_royal(&[castling.partner_type], "a royal can't castle with a royal");
            let right = castling.right;
            let (starts, ends) = (royal.0 != partner.0, royal.1 != partner.1);
            check.require(starts, || SpecError::Castling { right, fault: "begins with both pieces on one cell" });
            check.require(ends, || SpecError::Castling { right, fault: "ends with both pieces on one cell" });
            let moves = royal.0 != royal.1 || partner.0 != partner.1;
            check.require(moves, || SpecError::Castling { right, fault: "moves nothing" });
            let fits = match castling.color {
                Color::White => castling.right.is_ascii_uppercase(),
                Color::Black => castling.right.is_ascii_lowercase(),
            };
            check.require(fits, || SpecError::BadRight(castling.right));
        }
        // One by which the royal stays where it is, is written with its partner's cell.
        let written = castlings.iter().filter(|castling| castling.royal.0 != castling.royal.1);
        let ends = written.map(|castling| (castling.color, castling.royal.1));
        check.unique("a castling move", ends, |check, (_, end)| {
            if end.index() < check.board.len() { check.board.name(end).to_owned() } else { String::new() }
        });
        check.unique("a castling right", castlings.iter().map(|castling| castling.right), |_, right| right.to_string());
    }
}

/// Reads the castling rights of a FEN: by their letters, or by those of the files from which the partners start (Shredder-FEN,
/// X-FEN). Rights that other games have are kept as they are.
pub(crate) fn parse_rights(board: &Board, castlings: &[Castling], text: &str) -> Result<Vec<char>, FenError> {
    let shape = board.shape();
    let file = |letter: char| shape.files.iter().position(|file| file.chars().eq([letter.to_ascii_lowercase()]));
    let mut rights = Vec::new();
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let starts_there = |castling: &&Castling| {
            let partner = board.coord(castling.partner.0);
            let white = castling.color == Color::White;
            white == letter.is_ascii_uppercase() && file(letter) == Some(partner.file as usize)
        };
        let right = match castlings.iter().find(|castling| castling.right == letter) {
            Some(castling) => castling.right,
            None => castlings.iter().find(starts_there).map_or(letter, |castling| castling.right),
        };
        let known = castlings.iter().any(|castling| castling.right == right);
        if !known && !STANDARD_RIGHTS.contains(right) && file(letter).is_none() {
            return Err(FenError::Castling(text.into()));
        }
        if !rights.contains(&right) {
            rights.push(right);
        }
    }
    let place = |right: &char| castlings.iter().position(|castling| castling.right == *right);
    rights.sort_by_key(|right| place(right).unwrap_or(usize::MAX));
    Ok(rights)
}

/// Writes the field of the FEN.
pub(crate) fn rights_field(rights: &[char]) -> String {
    if rights.is_empty() { "-".to_owned() } else { rights.iter().collect() }
}
