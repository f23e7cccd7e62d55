//! What a move can do besides carrying a piece from one cell to another.

use super::PieceType;
use crate::{ByColor, Color};
use spielraum_geometry::{Cell, CellSet, Offset};

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
#[derive(Clone, Debug, PartialEq)]
pub struct Drop {
    /// The type in hand.
    pub piece: PieceType,
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
}

/// A change of type of the moving piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Promotion {
    /// The type that promotes.
    pub piece: PieceType,
    /// The cells that count for each side.
    pub zone: ByColor<CellSet>,
    /// How a move must touch the zone.
    pub trigger: PromotionTrigger,
    /// What it may become.
    pub into: Vec<PieceType>,
    /// Whether it must.
    pub force: PromotionForce,
    /// Whether the new piece is one in the mover's prison, which it leaves (N1). A move that must
    /// promote and can't is not legal; the cell is attacked all the same.
    pub from_prison: bool,
    /// How the move is written.
    pub text: PromotionText,
}

/// How a move must touch the zone of a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromotionTrigger {
    /// It ends in the zone.
    Ends,
    /// It ends in the zone and started outside.
    Enters,
    /// It starts or ends in the zone, or both (Q7).
    Touches,
}

/// When a promotion is obligatory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromotionForce {
    /// Always.
    Always,
    /// Only where the piece would have no move left on an empty board (Q7). A hop is judged as if a hurdle stood
    /// where it needs one.
    WhenStuck,
    /// Never.
    Never,
}

/// How a promotion is written (docs/notation.md, "Moves").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromotionText {
    /// `=Q`: the letter of the chosen type.
    Letter,
    /// `+`: to the one promoted form.
    Plus,
    /// Nothing: a forced change to the one type in `into`.
    Silent,
}

/// A move of one piece that changes another of the same side into a piece from the prison (Q16).
#[derive(Clone, Debug, PartialEq)]
pub struct RemotePromotion {
    /// Which mover allows which changes.
    pub changes: Vec<RemoteChange>,
    /// The move must enter these cells from outside.
    pub zone: ByColor<CellSet>,
    /// What the changed piece may become, if in the prison.
    pub into: Vec<PieceType>,
    /// Afterwards these cells must hold one of the side's `guards`.
    pub guarded: ByColor<CellSet>,
    /// The types that count as guards.
    pub guards: Vec<PieceType>,
}

/// Part of an [`RemotePromotion`]: a move of one of `movers` may change one of `changed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteChange {
    /// The types that move.
    pub movers: Vec<PieceType>,
    /// The types that may be changed.
    pub changed: Vec<PieceType>,
}

/// One castling move of one side. Neither piece has moved (the right is in the FEN), the cells between
/// them and the cells they go to or cross are empty, the royal is not attacked on any cell from
/// `royal.0` to `royal.1`. Facing royals (N2) are tested at the end only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Its letter in the FEN: upper case for White.
    pub right: char,
    /// Who castles.
    pub color: Color,
    /// Where the royal starts and ends.
    pub royal: (Cell, Cell),
    /// Where the partner starts and ends.
    pub partner: (Cell, Cell),
    /// The partner's type.
    pub partner_type: PieceType,
}

/// A first move of two non-capturing steps, and the en passant capture that answers it.
#[derive(Clone, Debug, PartialEq)]
pub struct DoubleStep {
    /// The type.
    pub piece: PieceType,
    /// The cells from which each side's may do it.
    pub from: ByColor<CellSet>,
    /// How the two steps go.
    pub path: DoubleStepPath,
    /// Whether enemy pieces of the same type may capture it on the cell passed, as if it had made the
    /// first step only, with the move that follows at once.
    pub en_passant: bool,
}

/// The steps of a [`DoubleStep`].
#[derive(Clone, Debug, PartialEq)]
pub enum DoubleStepPath {
    /// Twice the same step, one of these; written from-to.
    Straight(ByColor<Vec<Offset>>),
    /// Two of the piece's own non-capturing leaps (of one cell or more), alike or not; always written
    /// from-via-to, and two routes to one cell are two moves (Q11).
    Bent,
}

/// The royal changes places with a neighbouring piece of its own. It is not attacked before or after
/// (Q13).
#[derive(Clone, Debug, PartialEq)]
pub struct Swap {
    /// The types it may change places with.
    pub partners: Vec<PieceType>,
    /// Where the partner may stand, seen from the royal.
    pub offsets: Vec<Offset>,
    /// Whether the partner may not be attacked before either.
    pub partner_safe: bool,
}
