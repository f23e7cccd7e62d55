//! The sign of a piece, made from its moves alone.
//!
//! A sign is the silhouette of a piece, which shows the side, and marks on it, which show the moves. It is drawn as
//! White sees the board: up is away from White, and Black's pieces point down. `docs/pieces.md` explains the marks
//! to readers.

mod body;
mod figure;
mod layout;
mod reading;
mod shapes;
mod sign;
#[cfg(test)]
mod tests;

pub use figure::{Head, figure};
use sign::Kind;
use spielraum_rules::spec::{Mark as SymbolMark, Ownership, PieceSpec, PieceType, Spec};
use spielraum_rules::{Color, Owner};

/// The sign of a piece as SVG path data in a box of 100 x 100, y down. Everything is to be filled, nothing stroked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Glyph {
    /// The silhouette: one closed outline without holes. It differs between the sides.
    pub body: String,
    /// The marks on it, in ink: each an outline, with holes by the even-odd rule. They may overlap.
    pub marks: Vec<String>,
}

/// The sign of a piece type of an owner.
///
/// # Panics
///
/// If the type is not one of the game's.
pub fn glyph(spec: &Spec, kind: PieceType, owner: impl Into<Owner>) -> Glyph {
    let piece = &spec.pieces[kind.index()];
    let color = match piece.ownership {
        Ownership::Sides => owner.into().color().unwrap_or(Color::White),
        Ownership::Nobody { capturable } => return neutral(spec, kind, capturable),
    };
    let rim = rim_of(piece);
    let promoted = rim != SymbolMark::None;
    let marks = reading::marks(spec.board.lattice(), &piece.moves[color]);
    // A rim takes room, and so does a crown where marks reach up to it.
    let leaps = marks.iter().any(|mark| matches!(mark.kind, Kind::Fork { turning: false, .. }));
    let scale = if promoted || piece.royal && leaps { 0.84 } else { 1.0 };
    let mut marks = layout::paths(&marks, scale);
    if promoted {
        marks.extend(body::rim(color.into(), rim == SymbolMark::Plus));
    }
    marks.extend(body::beads(twins_before(spec, kind, color), promoted));
    Glyph { body: body::outline(color.into(), piece.royal), marks }
}

/// What the rim of a side's piece says. A crown leaves no room for one: beads distinguish a promoted royal from others.
fn rim_of(piece: &PieceSpec) -> SymbolMark {
    if piece.royal { SymbolMark::None } else { piece.symbol.mark }
}

/// A piece that belongs to nobody: a stone, walled in if it can't be captured.
fn neutral(spec: &Spec, kind: PieceType, capturable: bool) -> Glyph {
    let mut marks = body::rim(Owner::Nobody, !capturable);
    let alike = |piece: &&PieceSpec| piece.ownership == Ownership::Nobody { capturable };
    marks.extend(body::beads(spec.pieces[..kind.index()].iter().filter(alike).count(), true));
    Glyph { body: body::outline(Owner::Nobody, false), marks }
}

/// How many types before this one would look the same.
fn twins_before(spec: &Spec, kind: PieceType, color: Color) -> usize {
    let look = |index: usize| {
        let piece = &spec.pieces[index];
        (reading::marks(spec.board.lattice(), &piece.moves[color]), piece.royal, rim_of(piece), piece.ownership)
    };
    let own = look(kind.index());
    (0..kind.index()).filter(|&index| look(index) == own).count()
}
