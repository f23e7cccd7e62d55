//! Which pieces there are: `KQ v K`.

use crate::error::EndgameError;
use spielraum_rules::spec::{PieceType, Spec, Symbol};
use spielraum_rules::{Color, Owner, Position, Rules};
use std::fmt;

/// The largest number of pieces of a table.
pub const MAX_PIECES: usize = 8;

/// The pieces of a position, wherever they stand: White's first, royals first, then in the order of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    pieces: Vec<(Color, PieceType)>,
    text: String,
}

impl Material {
    /// Some pieces of a game.
    pub(crate) fn new(spec: &Spec, mut pieces: Vec<(Color, PieceType)>) -> Self {
        Self::sort(spec, &mut pieces);
        let side = |color: Color| {
            let own = pieces.iter().filter(|piece| piece.0 == color);
            own.map(|(_, kind)| spec.pieces[kind.index()].symbol.owned_by(Owner::White)).collect::<String>()
        };
        let text = format!("{} v {}", side(Color::White), side(Color::Black));
        Self { pieces, text }
    }

    /// Puts pieces into the order of materials.
    pub(crate) fn sort(spec: &Spec, pieces: &mut [(Color, PieceType)]) {
        pieces.sort_by_key(|&(color, kind)| (color, !spec.pieces[kind.index()].royal, kind));
    }

    /// Reads a text such as `KQ v K`: White's pieces, then Black's, all as White's are written in positions.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, EndgameError> {
        let spec = rules.spec();
        let wrong = |why: String| EndgameError::Material { text: text.to_owned(), why };
        let Some((white, black)) = text.split_once('v') else {
            return Err(wrong("write White's pieces, then `v`, then Black's, as in `KQ v K`".into()));
        };
        let mut pieces = Vec::new();
        for (color, side) in [(Color::White, white), (Color::Black, black)] {
            let found = read_side(spec, side.trim()).map_err(wrong)?;
            if found.is_empty() {
                return Err(wrong(format!("{} has no pieces", color.name())));
            }
            pieces.extend(found.into_iter().map(|kind| (color, kind)));
        }
        if pieces.len() > MAX_PIECES {
            return Err(wrong(format!(
                "{} pieces are too many for a table; at most {MAX_PIECES} are possible",
                pieces.len()
            )));
        }
        if pieces.len() > rules.board().len() {
            return Err(wrong("there are more pieces than cells".into()));
        }
        let start = rules.start();
        for royal in spec.royals() {
            for color in Color::BOTH {
                let count = pieces.iter().filter(|&&piece| piece == (color, royal)).count();
                let (needed, symbol) = (start.count(color, royal), spec.pieces[royal.index()].symbol);
                if count != needed as usize {
                    return Err(wrong(format!("{} needs exactly {needed} {symbol} and has {count}", color.name())));
                }
            }
        }
        Ok(Self::new(spec, pieces))
    }

    /// The material of a position; `None` if it has more than [`MAX_PIECES`] pieces, or one that belongs to nobody.
    pub fn of(position: &Position) -> Option<Self> {
        let rules = position.rules();
        let mut pieces = Vec::with_capacity(MAX_PIECES);
        for cell in rules.board().cells() {
            if let Some((owner, kind)) = position.piece_at(cell) {
                if pieces.len() == MAX_PIECES {
                    return None;
                }
                pieces.push((owner.color()?, kind));
            }
        }
        Some(Self::new(rules.spec(), pieces))
    }

    /// The pieces, in order.
    pub fn pieces(&self) -> &[(Color, PieceType)] {
        &self.pieces
    }

    /// Whether a side has a piece of a type.
    pub(crate) fn has(&self, color: Color, kind: PieceType) -> bool {
        self.pieces.contains(&(color, kind))
    }

    /// The name of the table's file, without its ending.
    pub(crate) fn stem(&self) -> String {
        self.text.replace(' ', "")
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The types that a text such as `KQ` or `K+P` names.
fn read_side(spec: &Spec, text: &str) -> Result<Vec<PieceType>, String> {
    let mut found = Vec::new();
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let read = Symbol::read_owned(rest).filter(|((owner, _), _)| *owner == Owner::White);
        let known = read.and_then(|((_, symbol), after)| Some((spec.piece(symbol)?, after)));
        let (kind, after) = known.ok_or_else(|| {
            let known: Vec<String> = spec.pieces.iter().map(|piece| piece.symbol.owned_by(Owner::White)).collect();
            let first = rest.chars().next().map(String::from).unwrap_or_default();
            let shown = read.map_or(first, |((_, symbol), _)| symbol.to_string());
            format!("there is no piece `{shown}`; the pieces are {}", known.join(", "))
        })?;
        found.push(kind);
        rest = after;
        if found.len() > MAX_PIECES {
            return Err(format!("a table has at most {MAX_PIECES} pieces"));
        }
    }
    Ok(found)
}
