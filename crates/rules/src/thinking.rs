//! What a search asks of a position: the same rules, without the checks and lists that only others need.

use crate::board::part;
use crate::board::piece::Piece;
use crate::position::{Position, with_state};
use crate::spec::{Counter, PieceType};
use crate::{Change, Color, GenType, Move, MoveList, Outcome, Owner, Standing};
use spielraum_geometry::{Cell, CellSet};

impl Position {
    /// Appends the legal moves of a kind to a list. The game must not be over; bans on repetition (N4) are not
    /// considered: [`standing`](Self::standing) decides after the move.
    pub fn generate(&self, kind: GenType, moves: &mut MoveList) {
        with_state!(&self.state, |t, s| match kind {
            GenType::All => s.select::<part::All>(t, moves),
            GenType::Captures => s.select::<part::Captures>(t, moves),
            GenType::PlainCaptures => s.select_plain_captures(t, moves),
            GenType::Quiets => s.select::<part::Quiets>(t, moves),
            GenType::QuietPromotions => s.select_promotions(t, moves),
            GenType::QuietChecks => s.select_checks(t, moves),
            GenType::Drops => s.select::<part::Drops>(t, moves),
            GenType::Threats => s.select_threats(t, moves),
        });
    }

    /// Whether a move of any position of this game is one of those that [`generate`](Self::generate) gives here; fast for
    /// plain moves and drops.
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
        with_state!(&self.state, |t, s| s.is_pseudo_legal(t, m))
    }

    /// Makes a move that [`generate`](Self::generate) or [`is_pseudo_legal`](Self::is_pseudo_legal) has found legal here. Unlike
    /// [`make`](Self::make) it never looks whether that is so.
    pub fn make_unchecked(&mut self, m: Move) {
        with_state!(&mut self.state, |t, s| s.make(t, m));
    }

    /// Whether the side to move must make one of certain moves now, such as captures, and may make no others (O1).
    #[inline]
    pub fn is_compelled(&self) -> bool {
        with_state!(&self.state, |t, s| s.is_compelled(t))
    }

    /// Passes the turn, whether the game allows it or not; [`unmake`](Self::unmake) takes it back. Obligations (Q17) do not run.
    pub fn make_null(&mut self) {
        with_state!(&mut self.state, |t, s| s.make_null(t));
    }

    /// The position if the side to move could pass, even in check: its royals may be captured then, by moves that must not
    /// be made. `None` if the game is over.
    pub fn after_pass(&self) -> Option<Position> {
        if self.outcome().is_some() {
            return None;
        }
        let mut passed = self.clone();
        passed.make_null();
        Some(passed)
    }

    /// The piece that a move of this position captures itself; what its effects remove besides,
    /// [`for_each_taken`](Self::for_each_taken) reports.
    #[inline]
    pub fn captured_by(&self, m: Move) -> Option<(Owner, PieceType)> {
        with_state!(&self.state, |t, s| {
            let (piece, _) = s.captured_by(m);
            (!piece.is_none()).then(|| (t.neutrals.owner(piece), piece.kind()))
        })
    }

    /// Passes on every piece that a move of this position takes off the board for good, with its cell: first the one that it
    /// captures itself, then what its effects remove (E1), pieces of the mover's own included.
    #[inline]
    pub fn for_each_taken(&self, m: Move, tell: impl FnMut(Owner, PieceType, Cell)) {
        with_state!(&self.state, |t, s| s.taken_by(t, m, tell));
    }

    /// The type of the piece that a move of this position moves, drops or places.
    #[inline]
    pub fn moved_by(&self, m: Move) -> PieceType {
        match m.brought() {
            Some(kind) => kind,
            None => with_state!(&self.state, |_t, s| s.at(m.origin())).kind(),
        }
    }

    /// Passes on what a move of this position would change on the board and in the hands.
    pub fn changes(&self, m: Move, tell: impl FnMut(Change)) {
        with_state!(&self.state, |t, s| {
            s.changes(t, m, tell);
        });
    }

    /// What the last move changed on the board and in the hands, in order; nothing if no move was made.
    #[inline]
    pub fn last_piece_changes(&self) -> &[Change] {
        with_state!(&self.state, |_t, s| s.last_piece_changes())
    }

    /// Whether a move of this position gains at least `threshold` when both sides go on capturing on its target, each
    /// with its least valuable piece, as long as that pays. `worth` has the value of each type for each side: that
    /// of type number `n` at `2 * n` for White, or nobody, and `2 * n + 1` for Black.
    ///
    /// # Panics
    ///
    /// If `worth` is too short.
    pub fn see_ge(&self, m: Move, worth: &[i32], threshold: i32) -> bool {
        with_state!(&self.state, |t, s| s.see_ge(t, m, worth, threshold))
    }

    /// Whether a side has a castling right.
    pub fn has_castling_rights(&self) -> bool {
        with_state!(&self.state, |_t, s| s.rights != 0)
    }

    /// Whether the last move can be answered en passant, if an enemy's piece stands right.
    pub fn has_en_passant(&self) -> bool {
        with_state!(&self.state, |_t, s| s.en_passant.is_some())
    }

    /// How many pieces of a type a side has on the board.
    #[inline]
    pub fn count(&self, color: Color, kind: PieceType) -> u32 {
        with_state!(&self.state, |_t, s| s.of(color, kind).count())
    }

    /// How many pieces a side has on the board.
    #[inline]
    pub fn count_all(&self, color: Color) -> u32 {
        with_state!(&self.state, |_t, s| s.own(color).count())
    }

    /// Passes on every piece of both sides.
    pub fn for_each_piece(&self, mut tell: impl FnMut(Color, PieceType, Cell)) {
        with_state!(&self.state, |_t, s| {
            for cell in s.own(Color::White) | s.own(Color::Black) {
                let piece = s.at(cell);
                tell(piece.color(), piece.kind(), cell);
            }
        });
    }

    /// How many pieces a side has in the family with this number (X3, F3).
    #[inline]
    pub fn family_count(&self, color: Color, family: usize) -> u16 {
        with_state!(&self.state, |_t, s| s.families[color as usize][family])
    }

    /// Where the royals of a side stand.
    pub fn royals(&self, color: Color) -> CellSet {
        with_state!(&self.state, |t, s| s.royals(t, color).into_iter().collect())
    }

    /// How many cells the royal on a cell, whosever turn it is, could step to without being attacked there, whatever
    /// follows moves (E1); 0 if nothing is there.
    pub fn royal_freedom(&self, royal: Cell) -> u32 {
        with_state!(&self.state, |t, s| s.royal_freedom(t, royal))
    }

    /// What a rule counts for a side; 0 in games without.
    #[inline]
    pub fn counter(&self, counter: Counter, color: Color) -> u8 {
        with_state!(&self.state, |_t, s| s.counter(counter, color))
    }

    /// Whether the enemy attacks a piece that a side can't spare: taking it would leave too few of a family (X3, F3).
    pub fn is_last_attacked(&self, color: Color) -> bool {
        with_state!(&self.state, |t, s| s.last_attacked(t, color))
    }

    /// Whether a piece, if it stood on a cell, would attack a royal of the enemy by leaping or sliding.
    pub fn aims_at_royal(&self, color: Color, kind: PieceType, from: Cell) -> bool {
        with_state!(&self.state, |t, s| s.aims_at_royal(t, color, kind, from))
    }

    /// Who has won, or `Some(None)` for a draw, if the position alone decides and no moves need be looked for: the first two
    /// groups of [`outcome`](Self::outcome).
    pub fn decided(&self) -> Option<Option<Color>> {
        with_state!(&self.state, |t, s| s.decided(t))
    }

    /// The side that has won already in the middle of its turn, whose other parts can only place pieces that are nobody's: its enemy
    /// has too few pieces of a family. The rules say so when the turn is over.
    #[inline]
    pub fn foregone(&self) -> Option<Color> {
        with_state!(&self.state, |t, s| s.foregone(t))
    }

    /// How the game stands after the last move of a search that began at [`ply`](Self::ply) `root`, but for having no legal
    /// move; a position that comes back within the search is judged as if it would come back for ever.
    pub fn standing(&self, root: usize) -> Standing {
        with_state!(&self.state, |t, s| s.standing(t, root))
    }

    /// Whether the side to move can bring back a position of the search, which [`standing`](Self::standing) would judge to be a
    /// draw, by the piece that it moved last. Some ways to do so are not seen.
    pub fn has_upcoming_repetition(&self, root: usize) -> bool {
        with_state!(&self.state, |t, s| s.has_upcoming_repetition(t, root))
    }

    /// The outcome of a position without legal moves that is not [decided](Self::decided) otherwise.
    pub fn outcome_without_moves(&self) -> Outcome {
        with_state!(&self.state, |t, s| s.outcome_without_moves(t))
    }
}

/// The index of a piece in lists with an entry for each type and side: two for each type, White's first, which is nobody's,
/// too.
pub fn piece_index(owner: impl Into<Owner>, kind: PieceType) -> usize {
    Piece::of(owner.into(), kind).index()
}
