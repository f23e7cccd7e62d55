//! What a move in SAN is made of, and which legal moves a text can mean.

use crate::spec::{Castling, Mark, PieceType, Spec, Symbol};
use crate::{MAX_MOVES, Move, MoveKind, Position};
use spielraum_geometry::{Board, Cell};
use std::iter::successors;

/// The legal moves of a position by the cells they end on.
pub(super) struct Legal<'p> {
    pub position: &'p Position,
    pub spec: &'p Spec,
    pub moves: Vec<Move>,
    /// The type whose letter is left out.
    pub silent: Option<PieceType>,
    /// For each cell, the last of the moves that end there.
    last: Vec<Option<u32>>,
    /// For each move, the one before it that ends on the same cell. Of moves that differ only in what they promote elsewhere, of
    /// which there can be thousands, only the first is in this chain.
    before: Vec<Option<u32>>,
}

/// The parts of a cell's name in their order: level, file, rank.
pub(super) type Name<'b> = [&'b str; 3];

impl<'p> Legal<'p> {
    pub fn of(position: &'p Position) -> Self {
        let spec = position.rules().spec();
        let moves = position.legal_moves();
        let mut last = vec![None; spec.board.len()];
        let mut before: Vec<Option<u32>> = Vec::with_capacity(moves.len());
        for (index, m) in (0..).zip(&moves) {
            let last: &mut Option<u32> = &mut last[m.to().index()];
            let is_known = last.is_some_and(|known| is_variant(moves[known as usize], *m));
            before.push(if is_known { None } else { last.replace(index) });
        }
        Self { position, spec, moves, silent: silent(spec), last, before }
    }

    /// Whether these are all legal moves.
    pub fn is_complete(&self) -> bool {
        self.moves.len() < MAX_MOVES
    }

    /// The moves that end on a cell, what they promote elsewhere left aside.
    pub fn onto(&self, cell: Cell) -> impl Iterator<Item = Move> {
        let places = successors(self.last[cell.index()], |&index| self.before[index as usize]);
        places.map(|index| self.moves[index as usize])
    }

    pub fn symbol(&self, kind: PieceType) -> Symbol {
        self.spec.pieces[kind.index()].symbol
    }

    /// The text of a type's letters, even where SAN leaves them out.
    pub fn letters(&self, kind: PieceType) -> String {
        let Symbol { letters, mark } = self.symbol(kind);
        if mark == Mark::Plus { format!("+{letters}") } else { letters.to_string() }
    }

    /// The moves that a text can mean: letter, origin, `x`, target. What it says of promotions is left aside.
    pub fn meant(&self, body: &str) -> Vec<Move> {
        let moves = targets(&self.spec.board, body).flat_map(|(head, to)| self.onto(to).map(move |m| (head, m)));
        moves.filter(|&(head, m)| is_step(m) && self.fits(head, m)).map(|(_, m)| m).collect()
    }

    /// Whether what stands before the target can belong to a move.
    pub fn fits(&self, head: &str, m: Move) -> bool {
        let kind = self.position.moved_by(m);
        let lettered = without_letter(head, self.symbol(kind));
        lettered.is_some_and(|rest| self.starts(rest, m)) || self.silent == Some(kind) && self.starts(head, m)
    }

    /// Whether what stands between letter and target can be a part of where a move starts, with or without a sign behind it.
    pub fn starts(&self, rest: &str, m: Move) -> bool {
        let name = m.from().map_or([""; 3], |from| name_parts(&self.spec.board, from));
        is_part(rest, name) || rest.strip_suffix(['x', '-']).is_some_and(|rest| is_part(rest, name))
    }
}

/// The type whose letter is left out, as the pawn's in chess: the only one whose moves set the halfmove clock to 0. No type's
/// is where the names of cells begin with capital letters, which would look like pieces.
fn silent(spec: &Spec) -> Option<PieceType> {
    let shape = spec.board.shape();
    let mut names = shape.levels.iter().map(|level| &level.name).chain(&shape.files);
    let has_capitals = names.any(|name| name.starts_with(|c: char| c.is_ascii_uppercase()));
    let mut like_pawns = spec.pieces.iter().zip(0..).filter(|(piece, _)| piece.resets_clock && !piece.royal);
    let only = like_pawns.next().filter(|_| !has_capitals && like_pawns.next().is_none());
    only.map(|(_, kind)| PieceType(kind))
}

/// Whether two moves differ at most in what they promote elsewhere.
pub(super) fn is_variant(one: Move, other: Move) -> bool {
    one.alone() == other.alone()
}

/// Whether a move has a piece and a target, and no text of its own kind.
pub(super) fn is_step(m: Move) -> bool {
    matches!(m.kind(), MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Promotion)
}

/// What follows the letter of a type.
fn without_letter(text: &str, symbol: Symbol) -> Option<&str> {
    let text = if symbol.mark == Mark::Plus { text.strip_prefix('+')? } else { text };
    text.strip_prefix(symbol.letters.as_str())
}

/// The level, the file and the rank of a cell's name.
pub(super) fn name_parts(board: &Board, cell: Cell) -> Name<'_> {
    let name = board.name(cell);
    let level = board.shape().levels[board.level(cell)].name.len();
    let rank = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    [&name[..level], &name[level..rank], &name[rank..]]
}

/// Whether a text is some of the parts of a name, in their order.
fn is_part(text: &str, name: Name<'_>) -> bool {
    (0..1 << name.len()).any(|some| {
        let mut parts = name.iter().enumerate().filter(|(place, _)| some >> place & 1 != 0);
        parts.try_fold(text, |rest, (_, part)| rest.strip_prefix(part)).is_some_and(str::is_empty)
    })
}

/// The cells whose names a text ends with, and what stands before each; more than one where a cell's name ends with
/// another's.
pub(super) fn targets<'t>(board: &Board, text: &'t str) -> impl Iterator<Item = (&'t str, Cell)> {
    let begins = text.char_indices().filter(|(_, first)| first.is_alphabetic());
    begins.filter_map(|(at, _)| board.find(&text[at..]).map(|cell| (&text[..at], cell)))
}

/// The text of a castling move: `O-O` to the right, as White sees the board, `O-O-O` to the left. Where a side has several
/// to one side, the letter of its right follows.
pub(super) fn castling_text(spec: &Spec, castling: &Castling) -> String {
    let is_right = |castling: &Castling| {
        let place = |cell: Cell| {
            let at = spec.board.coord(cell);
            (at.file, at.cube, at.level, at.rank)
        };
        place(castling.partner.0) > place(castling.royal.0)
    };
    let right = is_right(castling);
    let alike = spec.castlings.iter().filter(|other| other.color == castling.color && is_right(other) == right);
    let side = if right { "O-O" } else { "O-O-O" };
    if alike.count() > 1 { format!("{side}-{}", castling.right.to_ascii_uppercase()) } else { side.to_owned() }
}
