//! What a piece may do only as long as it has not moved: moves of its own, and letting a piece in hand come to the cell that
//! it leaves (G14, G15).

use super::castling::rights_field;
use super::data::RuleData;
use crate::check::Check;
use crate::fen::error::FenError;
use crate::{ByColor, Color, Mode, MovePart, Owner, PieceType, Spec, SpecError};
use spielraum_geometry::{Cell, CellSet};

/// Moves that a piece has beside its others as long as it has not moved. They capture nothing, and a royal in check has none.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstMove {
    /// The type.
    pub piece: PieceType,
    /// The cells from which each side's may make them.
    pub from: ByColor<CellSet>,
    /// The moves, none of which captures.
    pub moves: ByColor<Vec<MovePart>>,
    /// The enemy's types of which one that moves to where it would attack the piece on an empty board takes the right away.
    pub lost_to: Vec<PieceType>,
}

/// A piece in hand that may come to the cell that another leaves with its first move.
#[derive(Clone, Debug, PartialEq)]
pub struct Gate {
    /// The type in hand.
    pub piece: PieceType,
    /// The cells to which it may come, for each side.
    pub cells: ByColor<CellSet>,
}

/// What pieces may do as long as they have not moved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FirstRights {
    /// Moves of their own. At most one entry for each type.
    pub moves: Vec<FirstMove>,
    /// What may come from the hand to the cells that they leave. At most one entry for each type.
    pub gates: Vec<Gate>,
}

impl FirstRights {
    /// Whether it does not matter in a game which pieces have moved, castling aside.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.gates.is_empty()
    }

    /// The cells on which it matters whether a side's piece has moved.
    pub fn cells(&self, color: Color) -> CellSet {
        let gates = self.gates.iter().map(|gate| gate.cells[color]);
        gates.chain(self.moves.iter().map(|first| first.from[color])).fold(CellSet::EMPTY, |all, cells| all | cells)
    }
}

pub(crate) struct FirstMoveRule;

impl RuleData for FirstMoveRule {
    type Data = FirstRights;

    fn validate(check: &mut Check<'_>, firsts: &Self::Data) {
        for first in &firsts.moves {
            let types = check.types("a first move", &[first.piece]);
            if !types || !check.types("what a first move is lost to", &first.lost_to) {
                return;
            }
            let is_quiet = |part: &MovePart| part.mode == Mode::Quiet;
            let quiet = Color::BOTH.into_iter().all(|color| first.moves[color].iter().all(is_quiet));
            check.require(quiet, || SpecError::FirstMove("captures nothing"));
        }
        check.unique("a first move", firsts.moves.iter().map(|first| first.piece), Check::symbol);
        let gates: Vec<PieceType> = firsts.gates.iter().map(|gate| gate.piece).collect();
        if check.types("a gate", &gates) {
            let held = check.in_hand;
            check.no_royal(&gates, "a royal can't be in hand, so it comes through no gate");
            let can_be_held = !check.has_prison && gates.iter().all(|kind| held.contains(kind));
            check.require(gates.is_empty() || can_be_held, || {
                SpecError::Hand("only what is in the `order` of a `hand` can come through a `gate`")
            });
            check.unique("a gate", gates.into_iter(), Check::symbol);
        }
    }
}

/// The name of the field of a FEN that says which pieces have not moved, where letters of files do not.
const FIELD: &str = "unmoved:";

impl Spec {
    /// The cells of the pieces of which it matters whether they have moved, if none has.
    pub fn all_unmoved(&self, at: &dyn Fn(Cell) -> Option<Owner>) -> CellSet {
        let mut unmoved = CellSet::EMPTY;
        for color in Color::BOTH {
            unmoved |= self.firsts.cells(color).iter().filter(|&cell| at(cell) == Some(color.into())).collect();
        }
        unmoved
    }

    /// The letter of the castling field for each cell of a side on which it matters whether its piece has moved: that of the
    /// file. `None` where a letter would have two meanings.
    fn first_letters(&self) -> Option<ByColor<Vec<(char, Cell)>>> {
        let mut letters: ByColor<Vec<(char, Cell)>> = ByColor::default();
        for color in Color::BOTH {
            for cell in self.firsts.cells(color).iter() {
                let mut name = self.board.shape().files[self.board.file(cell)].chars();
                let letter = name.next().filter(|letter| letter.is_ascii_alphabetic() && name.next().is_none())?;
                let letter = match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter.to_ascii_lowercase(),
                };
                let is_right = self.castlings.iter().any(|castling| castling.right == letter);
                if is_right || letters[color].iter().any(|(other, _)| *other == letter) {
                    return None;
                }
                let at = letters[color].partition_point(|(other, _)| *other < letter);
                letters[color].insert(at, (letter, cell));
            }
        }
        Some(letters)
    }
}

/// The cells whose pieces have not moved by what castling rights say.
fn implied(spec: &Spec, rights: &[char]) -> CellSet {
    let known = spec.castlings.iter().filter(|castling| rights.contains(&castling.right));
    known
        .flat_map(|castling| {
            let cells = spec.firsts.cells(castling.color);
            [castling.royal.0, castling.partner.0].into_iter().filter(move |&cell| cells.contains(cell))
        })
        .collect()
}

/// Takes what a castling field says of first moves out of it: the rest, and the cells.
pub(crate) fn parse_letters(spec: &Spec, text: &str) -> (String, CellSet) {
    let letters = if spec.firsts.is_empty() { None } else { spec.first_letters() };
    let Some(letters) = letters.filter(|_| text != "-") else { return (text.to_owned(), CellSet::EMPTY) };
    let mut cells = CellSet::EMPTY;
    let mut rest = String::new();
    for letter in text.chars() {
        match letters.white.iter().chain(&letters.black).find(|(known, _)| *known == letter) {
            Some((_, cell)) => cells.insert(*cell),
            None => rest.push(letter),
        }
    }
    (if rest.is_empty() { "-".to_owned() } else { rest }, cells)
}

/// Completes the cells whose pieces have not moved by those that castling rights name.
pub(crate) fn complete(spec: &Spec, rights: &[char], cells: CellSet) -> CellSet {
    cells | implied(spec, rights)
}

/// Reads the field of its own, if a text is that.
pub(crate) fn parse_field(spec: &Spec, text: &str) -> Option<Result<CellSet, FenError>> {
    let names = text.strip_prefix(FIELD)?;
    let cell = |name: &str| spec.board.find(name).ok_or_else(|| FenError::Unmoved(text.into()));
    Some(names.split(',').map(cell).collect())
}

/// The castling field: the rights of each side and the letters of its pieces that have not moved, as far as the rights do not
/// say so.
pub(crate) fn castling_field(spec: &Spec, rights: &[char], cells: &CellSet) -> String {
    let letters = if cells.is_empty() { None } else { spec.first_letters() };
    let Some(letters) = letters else { return rights_field(rights) };
    let cells = *cells - implied(spec, rights);
    let mut text = String::new();
    for color in Color::BOTH {
        let is_own = |letter: &&char| letter.is_ascii_uppercase() == (color == Color::White);
        text.extend(rights.iter().filter(is_own));
        text.extend(letters[color].iter().filter(|(_, cell)| cells.contains(*cell)).map(|(letter, _)| letter));
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// The field of its own, if it is needed.
pub(crate) fn field(spec: &Spec, rights: &[char], cells: &CellSet) -> Option<String> {
    let cells = *cells - implied(spec, rights);
    if cells.is_empty() || spec.first_letters().is_some() {
        return None;
    }
    let names: Vec<&str> = cells.iter().map(|cell| spec.board.name(cell)).collect();
    Some(format!("{FIELD}{}", names.join(",")))
}
