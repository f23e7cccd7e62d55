//! Which pieces have not moved, as a FEN says it (G14, G15): letters of files in the castling field, or a field of its own.

use super::error::FenError;
use crate::rule::castling::rights_field;
use crate::{ByColor, Color, Owner, Spec};
use spielraum_geometry::{Cell, CellSet};

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
