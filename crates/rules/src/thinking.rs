//! What a search asks of a position: the same rules, without the checks and lists that only others need.

use crate::piece::Piece;
use crate::position::{Position, with_state};
use crate::rule::Counter;
use crate::spec::PieceType;
use crate::state::Near;
use crate::state::part;
use crate::{Change, Color, Move, Outcome, Standing};
use spielraum_geometry::Cell;

/// Some of the moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selection {
    /// All of them.
    All,
    /// Those that capture.
    Captures,
    /// Those of pieces on the board that don't capture.
    Quiets,
    /// Those of them that promote.
    QuietPromotions,
    /// Drops.
    Drops,
    /// Moves of all kinds after which the enemy's royal may be attacked, or one of its pieces that it can't spare: taking
    /// it would leave too few of a family (X3, F3). All moves that do this are among them, and some that don't.
    Threats,
}

/// How a marcher stands: a piece of a type that promotes, moves by leaps alone and never comes back to a cell that it
/// has left, as the pawns of most games do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct March {
    /// No enemy marcher stands on its way, or attacks a cell of it or the marcher itself.
    pub is_passed: bool,
    /// It is passed, and nothing stands where its next move leads.
    pub is_free: bool,
    /// Another marcher guards it.
    pub is_guarded: bool,
    /// Another marcher guards the cell to which its next move leads; never where it captures as it moves.
    pub is_abreast: bool,
    /// No other marcher can ever guard it, here or farther on.
    pub is_isolated: bool,
    /// It has one way only, and one of its own marchers is on it.
    pub is_doubled: bool,
}

/// What the pieces of one type and side can do, all together; see [`Position::survey`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scope {
    /// How many they are.
    pub pieces: u32,
    /// How many targets they have that no enemy marcher attacks, the royals' safety not considered.
    pub targets: u32,
    /// How many of the cells on and next to the enemy's royal each attacks, added up.
    pub hits: u32,
    /// How many attack any of those cells.
    pub pressing: u32,
    /// How many stand next to their own side's royal.
    pub shelters: u32,
    /// How many are guarded by a marcher of their own side where no enemy marcher can ever come to attack them.
    pub posted: u32,
}

/// In which way a piece is menaced; see [`Position::survey`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menace {
    /// A piece that is worth less, by more than an eighth, and is no marcher attacks it.
    ByLesser,
    /// It is attacked, and no piece of its own side guards it.
    Unguarded,
}

/// Who wants to hear of the pieces of a position; see [`Position::survey`]. All methods but [`scope`](Self::scope) do
/// nothing if they are not defined.
pub trait Surveyor {
    /// The pieces of a type, which is not royal, have such a scope; told of all types of which there are any.
    fn scope(&mut self, color: Color, kind: PieceType, scope: Scope);

    /// A piece that is no royal is menaced so.
    fn menace(&mut self, _color: Color, _kind: PieceType, _cell: Cell, _menace: Menace) {}

    /// A marcher stands so; told of all.
    fn march(&mut self, _color: Color, _kind: PieceType, _cell: Cell, _march: March) {}
}

/// What surveys of one game remember; see [`Position::survey`].
#[derive(Clone, Debug, Default)]
pub struct SurveyMemory(Near);

impl Position {
    /// Appends the legal moves of a selection to a list. The game must not be over; bans on repetition (N4) are not
    /// considered: [`repetition`](Self::repetition) tells after the move.
    pub fn select(&mut self, selection: Selection, moves: &mut Vec<Move>) {
        with_state!(&mut self.state, |t, s| match selection {
            Selection::All => s.select::<part::All>(t, moves),
            Selection::Captures => s.select::<part::Captures>(t, moves),
            Selection::Quiets => s.select::<part::Quiets>(t, moves),
            Selection::QuietPromotions => s.select_promotions(t, moves),
            Selection::Drops => s.select::<part::Drops>(t, moves),
            Selection::Threats => s.select_threats(t, moves),
        });
    }

    /// Whether a move of any position of this game is one of those that [`select`](Self::select) gives here; fast for
    /// plain moves and drops.
    pub fn accepts(&mut self, m: Move) -> bool {
        with_state!(&mut self.state, |t, s| s.accepts(t, m))
    }

    /// Makes a move that [`select`](Self::select) or [`accepts`](Self::accepts) has found legal here. Unlike
    /// [`make`](Self::make) it never looks whether that is so.
    pub fn make_selected(&mut self, m: Move) {
        with_state!(&mut self.state, |t, s| s.make(t, m));
    }

    /// Passes the turn, which no game allows; [`unmake`](Self::unmake) takes it back. Duties (Q17) do not run.
    pub fn make_null(&mut self) {
        with_state!(&mut self.state, |t, s| s.make_null(t));
    }

    /// The piece that a move of this position captures.
    pub fn captured_by(&self, m: Move) -> Option<(Color, PieceType)> {
        let (piece, _) = with_state!(&self.state, |_t, s| s.captured_by(m));
        (!piece.is_none()).then(|| (piece.color(), piece.kind()))
    }

    /// The type of the piece that a move of this position moves or drops.
    pub fn moved_by(&self, m: Move) -> PieceType {
        match m.dropped() {
            Some(kind) => kind,
            None => with_state!(&self.state, |_t, s| s.at(m.origin())).kind(),
        }
    }

    /// Tells what a move of this position would change on the board and in the hands.
    pub fn changes(&self, m: Move, tell: impl FnMut(Change)) {
        with_state!(&self.state, |t, s| s.changes(t, m, tell));
    }

    /// Whether a move of this position gains at least `threshold` when both sides go on capturing on its target, each
    /// with its least valuable piece, as long as that pays. `worth` has the value of each type for each side: that
    /// of type number `n` at `2 * n` for White and `2 * n + 1` for Black.
    ///
    /// # Panics
    ///
    /// If `worth` is too short.
    pub fn exchange_gains(&mut self, m: Move, worth: &[i32], threshold: i32) -> bool {
        with_state!(&mut self.state, |t, s| s.exchange_gains(t, m, worth, threshold))
    }

    /// How many pieces of a type a side has on the board.
    pub fn count(&self, color: Color, kind: PieceType) -> u32 {
        with_state!(&self.state, |_t, s| s.of(color, kind).count())
    }

    /// How many pieces a side has on the board.
    pub fn count_all(&self, color: Color) -> u32 {
        with_state!(&self.state, |_t, s| s.by_color[color as usize].count())
    }

    /// Tells every piece on the board.
    pub fn for_each_piece(&self, mut tell: impl FnMut(Color, PieceType, Cell)) {
        with_state!(&self.state, |_t, s| {
            for cell in s.occupied() {
                let piece = s.at(cell);
                tell(piece.color(), piece.kind(), cell);
            }
        });
    }

    /// How many pieces a side has in the family with this number (X3, F3).
    pub fn family_count(&self, color: Color, family: usize) -> u16 {
        with_state!(&self.state, |_t, s| s.families[color as usize][family])
    }

    /// Where the royal of a side stands.
    pub fn royal(&self, color: Color) -> Option<Cell> {
        with_state!(&self.state, |t, s| t.royal.map(|_| s.royal[color as usize]))
    }

    /// How many cells the royal of a side, whosever turn it is, could step to without being attacked there.
    pub fn royal_freedom(&self, color: Color) -> u32 {
        with_state!(&self.state, |t, s| s.royal_freedom(t, color))
    }

    /// The moves that a side has left to fulfil its duty, or 0 when it has none (Q17).
    pub fn duty_left(&self, color: Color) -> u8 {
        with_state!(&self.state, |_t, s| s.counter(Counter::Obligation, color))
    }

    /// Whether the enemy attacks a piece that a side can't spare: taking it would leave too few of a family (X3, F3).
    pub fn is_last_attacked(&self, color: Color) -> bool {
        with_state!(&self.state, |t, s| s.last_attacked(t, color))
    }

    /// Whether a piece, if it stood on a cell, would attack the enemy's royal by leaping or sliding.
    pub fn aims_at_royal(&self, color: Color, kind: PieceType, from: Cell) -> bool {
        with_state!(&self.state, |t, s| s.aims_at_royal(t, color, kind, from))
    }

    /// Who has won, or `Some(None)` for a draw, if the position alone decides and no moves need be looked for: the first two
    /// groups of [`outcome`](Self::outcome).
    pub fn decided(&self) -> Option<Option<Color>> {
        with_state!(&self.state, |t, s| s.decided(t))
    }

    /// How the game stands after the last move of a search that began at [`ply`](Self::ply) `root`, as far as it can be told
    /// without looking for moves; a position that comes back within the search is judged as if it would come back for
    /// ever. The move count (G5) is not considered: checkmate comes before it.
    pub fn standing(&self, root: usize) -> Standing {
        with_state!(&self.state, |t, s| s.standing(t, root))
    }

    /// The part of [`standing`](Self::standing) that says what it means that this position has been there before.
    pub fn repetition(&self, root: usize) -> Standing {
        with_state!(&self.state, |t, s| s.repetition(t, root))
    }

    /// The outcome of a position without legal moves that is not [decided](Self::decided) otherwise.
    pub fn outcome_without_moves(&mut self) -> Outcome {
        with_state!(&mut self.state, |t, s| s.outcome_without_moves(t))
    }

    /// Tells a surveyor of the pieces. Gives for each side how many enemy pieces that are no marchers its marchers
    /// attack. `worth` has the value of each type for each side, as for [`exchange_gains`](Self::exchange_gains), or is
    /// empty: then nothing is told of menaces, which takes less time. `memory` must be used with positions of this
    /// game only.
    ///
    /// # Panics
    ///
    /// If `worth` is too short, but not empty.
    pub fn survey(&self, memory: &mut SurveyMemory, worth: &[i32], surveyor: &mut impl Surveyor) -> [u32; 2] {
        with_state!(&self.state, |t, s| match worth.is_empty() {
            true => s.survey::<false>(t, &mut memory.0, worth, surveyor),
            false => s.survey::<true>(t, &mut memory.0, worth, surveyor),
        })
    }
}

/// The index of a piece in lists with an entry for each type and side: two for each type, White's first.
pub fn piece_index(color: Color, kind: PieceType) -> usize {
    Piece::new(color, kind).index()
}
