//! What becomes of captured pieces, and drops of pieces in hand (F2, Q6).

use super::data::RuleData;
use super::steps::check_steps;
use crate::check::Check;
use crate::fen::error::FenError;
use crate::fen::piece::Symbols;
use crate::{ByColor, Color, Letters, Mark, PieceSpec, PieceType, SpecError, Whose};
use spielraum_geometry::{CellSet, Offset};
use std::fmt;

/// The largest number of types in a hand.
pub const MAX_HAND: usize = 32;

/// The largest number of pieces on the board and in both hands. No move adds one, so that no hand ever overflows.
pub const MAX_PIECES: u32 = 2048;

/// Pieces off the board that can come back: the bracketed field of the FEN.
#[derive(Clone, Debug, PartialEq)]
pub struct Hands {
    /// The types that can be in hand, in the order in which they are printed.
    pub order: Vec<PieceType>,
    /// Whose hand a captured piece goes to, and as what.
    pub captured: CapturedPieces,
    /// Which of them can be put on an empty cell in place of a move.
    pub drops: Vec<Drop>,
}

/// What becomes of a captured piece. The tables are indexed by its type; `None`: it leaves the game.
#[derive(Clone, Debug, PartialEq)]
pub enum CapturedPieces {
    /// It goes to the captor's hand, as the type that the captor's table gives (F2, Q6).
    ToCaptor(ByColor<Vec<Option<PieceType>>>),
    /// It goes to the prison, from which its owner may get it back by a promotion (N1, Q12, Q16), as the
    /// type that the owner's table gives.
    ToPrison(ByColor<Vec<Option<PieceType>>>),
}

/// How a type is dropped.
#[derive(Clone, PartialEq)]
pub struct Drop {
    /// The type that comes to the board.
    pub piece: PieceType,
    /// The type that leaves the hand for it: the same, or one that may be dropped as another.
    pub held: PieceType,
    /// The cells, if empty, on which each side may drop it.
    pub cells: ByColor<CellSet>,
    /// Whether it may not be dropped where it would have no move on an empty board (Q6). A hop is judged as if a
    /// hurdle stood where it needs one.
    pub needs_move: bool,
    /// How many of this type, dropped one included, a side may have on one file line (Shogi's
    /// two-pawn rule: 1); `None`: any number.
    pub max_on_file_line: Option<u8>,
    /// Whether the drop may not give checkmate (Shogi's pawn).
    pub no_mate: bool,
    /// What must stand around the cell.
    pub near: Option<Near>,
    /// As long as one of these cells is empty, it comes to one of them, whatever stands around (G17).
    pub first: Option<ByColor<CellSet>>,
    /// Whether a side's pieces of this type come to both shades alike (G20).
    pub both_shades: bool,
}

/// What must stand around a cell on which a piece is dropped (G17).
#[derive(Clone, Debug, PartialEq)]
pub struct Near {
    /// What is asked.
    pub what: Neighbours,
    /// Along which ways; it must hold along one of them.
    pub steps: ByColor<Vec<Offset>>,
    /// Whether it must hold, or must not.
    pub holds: bool,
}

/// What may stand around a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// One step away a piece of the side that drops, or of its enemy.
    Beside(Whose),
    /// An unbroken line of enemy pieces, one at least, and behind it a piece of the side that drops.
    Encloses,
    /// A piece, or nothing of the board; and the other way nothing but empty cells: here a piece comes to rest that enters at the edge.
    Stops,
}

/// Files of games in which every type is dropped as itself keep their games.
impl fmt::Debug for Drop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { piece, held, cells, needs_move, max_on_file_line, no_mate, near, first, both_shades } = self;
        let mut text = f.debug_struct("Drop");
        text.field("piece", piece).field("cells", cells).field("needs_move", needs_move);
        text.field("max_on_file_line", max_on_file_line).field("no_mate", no_mate);
        if held != piece {
            text.field("held", held);
        }
        if let Some(near) = near {
            text.field("near", near);
        }
        if let Some(first) = first {
            text.field("first", first);
        }
        if *both_shades {
            text.field("both_shades", both_shades);
        }
        text.finish()
    }
}

impl Hands {
    /// Whether captured pieces of some type are kept.
    pub fn keep_captured(&self) -> bool {
        let (CapturedPieces::ToCaptor(tables) | CapturedPieces::ToPrison(tables)) = &self.captured;
        Color::BOTH.into_iter().any(|color| tables[color].iter().any(Option::is_some))
    }

    /// Whether captured pieces go to a prison.
    pub(crate) fn has_prison(&self) -> bool {
        matches!(self.captured, CapturedPieces::ToPrison(_))
    }
}

pub(crate) struct HandRule;

impl RuleData for HandRule {
    type Data = Option<Hands>;

    fn validate(check: &mut Check<'_>, hands: &Self::Data) {
        let Some(hands) = hands else { return };
        let Hands { order, captured, drops } = hands;
        check.types("the hand", order);
        check.unique("a place in hand", order.iter().copied(), Check::symbol);
        check.range("the number of types in hand", order.len() as i64, 0, MAX_HAND as i64);
        let (CapturedPieces::ToCaptor(table) | CapturedPieces::ToPrison(table)) = captured;
        for color in Color::BOTH {
            let complete = table[color].len() == check.pieces.len();
            check.require(complete, || SpecError::Hand("the table of captured pieces must name every piece type"));
            let held = table[color].iter().flatten().all(|kind| order.contains(kind));
            check.require(held, || SpecError::Hand("a captured piece becomes a type that can't be in hand"));
            let kinds: Vec<PieceType> = table[color].iter().flatten().copied().collect();
            check.no_royal(&kinds, "a captured piece can't become a royal in hand");
        }
        let drop_types: Vec<PieceType> = drops.iter().map(|drop| drop.piece).collect();
        check.types("a drop", &drop_types);
        let squares = !check.board.lattice().is_hexagonal() || !drops.iter().any(|drop| drop.both_shades);
        check.require(squares, || SpecError::Hand("only a board of squares has two shades (`both-shades`)"));
        check.require(drops.iter().all(|drop| order.contains(&drop.held)), || {
            SpecError::Hand("a type can be dropped that can't be in hand")
        });
        for near in drops.iter().filter_map(|drop| drop.near.as_ref()) {
            check_steps(check, &near.steps);
        }
        check.unique("a drop", drop_types.iter().copied(), Check::symbol);
        let symbol = |kind: &PieceType| check.pieces.get(kind.index()).map(|piece| piece.symbol);
        let letters: Vec<(Letters, bool)> =
            drop_types.iter().filter_map(symbol).map(|symbol| (symbol.letters, symbol.mark == Mark::Plus)).collect();
        check.unique("the letter of a drop", letters.into_iter(), |_, (letters, _)| letters.to_string());
    }
}

/// Reads the pieces in the brackets of the FEN: each as often as it is there, or with its number before it; a text that
/// ends with a number has the numbers behind the pieces. `-` is an empty hand.
pub(crate) fn parse_hands(symbols: &Symbols<'_>, text: &str) -> Result<ByColor<Vec<(PieceType, u16)>>, FenError> {
    let mut hands: ByColor<Vec<(PieceType, u16)>> = ByColor::default();
    let behind = text.ends_with(|c: char| c.is_ascii_digit()) && !text.starts_with(|c: char| c.is_ascii_digit());
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        let (before, after) = if behind { (1, rest) } else { parse_hand_count(rest)? };
        let ((owner, kind), after) = symbols.parse_piece(after)?;
        let (number, after) = if behind { parse_hand_count(after)? } else { (before, after) };
        let color =
            owner.color().ok_or_else(|| FenError::NeutralInHand(symbols.pieces[kind.index()].symbol.to_string()))?;
        match hands[color].iter_mut().find(|(held, _)| *held == kind) {
            Some((_, count)) => *count = count.saturating_add(number),
            None => hands[color].push((kind, number)),
        }
        rest = after;
    }
    Ok(hands)
}

/// The number at the beginning of a text, 1 if there is none, and what follows it.
fn parse_hand_count(text: &str) -> Result<(u16, &str), FenError> {
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    match (digits.is_empty(), digits.parse().unwrap_or(u16::MAX)) {
        (true, _) => Ok((1, rest)),
        (false, 0) => Err(FenError::HandCount(digits.into())),
        (false, count) => Ok((count, rest)),
    }
}

/// Writes the brackets of the FEN with the pieces in them.
pub(crate) fn field(order: &[PieceType], pieces: &[PieceSpec], held: &ByColor<Vec<(PieceType, u16)>>) -> String {
    let mut text = String::from("[");
    for color in Color::BOTH {
        for &kind in order {
            for &(_, count) in held[color].iter().filter(|(held, _)| *held == kind) {
                text += &pieces[kind.index()].symbol.owned_by(color.into()).repeat(usize::from(count));
            }
        }
    }
    text.push(']');
    text
}
