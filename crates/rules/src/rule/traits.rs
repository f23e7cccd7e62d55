//! What a rule may be asked, and what it may ask of the game.

use crate::board::check_mask::CheckMasks;
use crate::board::part::Part;
use crate::board::sink::{Flow, Sink};
use crate::board::targets::Occupancy;
use crate::board::{EnPassant, State};
use crate::setup::SetupReason;
use crate::spec::{PieceType, Setup, Spec};
use crate::tables::{Budget, CompileError, Core};
use crate::{Change, Color, Move, Reason};
use spielraum_geometry::Cell;

/// A rule. Every method defaults to a no-op that compiles away.
pub(crate) trait Rule {
    /// What it is compiled to.
    type Table<const W: usize>;

    /// Compiles it.
    fn compile<const W: usize>(core: &Core<W>, budget: &mut Budget) -> Result<Self::Table<W>, CompileError>;

    /// Whether it must know of each move whether it gives check.
    fn watches_checks(_spec: &Spec) -> bool {
        false
    }

    /// Puts what a setup says of it into a state on which all pieces stand, and reports what is wrong.
    fn set_up<const W: usize>(
        _state: &mut State<W>,
        _game: &impl Game<W>,
        _table: &Self::Table<W>,
        _setup: &Setup,
        _reasons: &mut Vec<SetupReason>,
    ) {
    }
}

/// A rule that makes moves.
pub(crate) trait MoveRule: Rule {
    /// Gives its legal moves of a part to a sink.
    fn generate<P: Part, S: Sink<W>, const W: usize>(
        _state: &State<W>,
        _game: &impl Game<W>,
        _table: &Self::Table<W>,
        _masks: &CheckMasks<W>,
        _cells: &Occupancy<W>,
        _sink: &mut S,
    ) -> Flow {
        Flow::Continue(())
    }
}

/// A rule that counts, or forbids moves.
pub(crate) trait Goal: Rule {
    /// Counts what a move of `mover` has just done; asked in games that count something.
    fn after_move<const W: usize>(
        _state: &mut State<W>,
        _game: &impl Game<W>,
        _table: &Self::Table<W>,
        _mover: Color,
        _gives_check: bool,
    ) {
    }

    /// Whether it forbids moves of this position that are legal otherwise.
    fn restricts<const W: usize>(_state: &State<W>, _core: &Core<W>, _table: &Self::Table<W>) -> bool {
        false
    }

    /// Whether it allows a move of a position in which it [restricts](Self::restricts) them.
    fn allows<const W: usize>(_state: &State<W>, _game: &impl Game<W>, _table: &Self::Table<W>, _m: Move) -> bool {
        true
    }

    /// Why the side to move, which has no legal move and is not in check, has lost by this rule.
    fn neglected<const W: usize>(_state: &State<W>, _game: &impl Game<W>, _table: &Self::Table<W>) -> Option<Reason> {
        None
    }
}

/// The game as a whole, as far as its rules must know it.
pub(crate) trait Game<const W: usize> {
    /// The tables that no rule has of its own.
    fn core(&self) -> &Core<W>;

    /// The types that may capture what has made a double step en passant.
    fn answering(&self, passed: PieceType) -> &[PieceType];

    /// The second cell that a side's piece of a `kind` has passed, if it has made its step three times.
    fn second_passed(&self, color: Color, kind: PieceType, passed: EnPassant) -> Option<Cell>;

    /// Gives a move of a `kind`, which must be legal as far as the royal goes, to a sink with every choice of promotions that
    /// it has, of the moving piece and of another.
    fn settle<S: Sink<W>>(&self, state: &State<W>, kind: PieceType, m: Move, sink: &mut S) -> Flow;

    /// Whether a move, legal but for this question, checkmates.
    fn mates(&self, state: &State<W>, m: Move) -> bool;

    /// Passes on what a move changes on the board and in the hands.
    fn changes(&self, state: &State<W>, m: Move, tell: impl FnMut(Change));

    /// Whether a move that is legal but for royals leaves those of the side to move unharmed by what follows it; asked in games
    /// with effects.
    fn survives(&self, state: &State<W>, m: Move) -> bool;

    /// Whether there is a move that is legal but for what rules [restrict](Goal::restricts).
    fn has_unrestricted(&self, state: &State<W>) -> bool;

    /// Whether the position after a move is decided, its moves not considered.
    fn decides(&self, state: &State<W>, m: Move) -> bool;

    /// Whether the side to move has a legal move other than a pass.
    fn has_move_but_pass(&self, state: &State<W>) -> bool;

    /// Whether constraints (O1) allow a move that is legal otherwise.
    fn fits(&self, state: &State<W>, m: Move) -> bool;

    /// Whether something held before the last move; `false` if none was made.
    fn held_before(&self, state: &State<W>, holds: &mut dyn FnMut(&State<W>) -> bool) -> bool;

    /// Whether something holds after one of the moves that are legal, the end of the game left aside.
    fn any_after(&self, state: &State<W>, holds: &mut dyn FnMut(&State<W>) -> bool) -> bool;
}
