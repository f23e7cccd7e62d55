//! What one side may know of a position.

use crate::board::State;
use crate::board::part::All;
use crate::board::sink::Visit;
use crate::game::Tables;
use crate::position::{Position, with_state};
use crate::spec::{Counters, Setup, Sight};
use crate::{Color, Move, MoveKind, Owner, Rules};
use spielraum_geometry::{BitBoard, Cell, CellSet};
use std::ops::ControlFlow;

/// What one side may know of a position (V1): what it sees, and the moves it has. Two positions that look alike to a side have
/// equal views.
#[derive(Clone)]
pub struct View {
    rules: Rules,
    side: Color,
    seen: CellSet,
    /// What it sees; all else is left out.
    setup: Setup,
    /// Its legal moves, if it is to move; positions that look alike list them in one order.
    moves: Vec<Move>,
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        let parts = |view: &Self| (view.side, view.seen);
        parts(self) == parts(other) && self.setup == other.setup && self.moves == other.moves
    }
}

impl View {
    /// The side that has this view.
    pub fn side(&self) -> Color {
        self.side
    }

    /// Whether the side sees a cell.
    pub fn sees(&self, cell: Cell) -> bool {
        self.seen.contains(cell)
    }

    /// The cells that it does not see.
    pub fn hidden(&self) -> CellSet {
        let mut hidden = self.rules.board().all();
        self.seen.iter().for_each(|cell| hidden.remove(cell));
        hidden
    }

    /// What it sees, as a setup; what it does not see is left out: a hidden cell is empty here.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The legal moves of the side, if it is to move.
    pub fn legal_moves(&self) -> &[Move] {
        &self.moves
    }

    /// What it sees, as a FEN with `?` for each hidden cell (docs/notation.md, "Views"). It is no FEN of a position.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("fogofwar"), &[]).unwrap().rules().unwrap();
    /// use spielraum_rules::Color;
    /// let view = rules.start().seen_by(Color::White);
    /// assert_eq!(view.fen(), "????????/????????/????????/????????/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1");
    /// ```
    pub fn fen(&self) -> String {
        self.setup.fen_but(self.rules.spec(), &self.hidden())
    }
}

impl Position {
    /// What a side may know of the position: everything in most games.
    pub fn seen_by(&self, side: Color) -> View {
        let spec = self.rules.spec();
        let mut setup = self.setup();
        let moves = if self.side_to_move() == side { self.legal_moves() } else { Vec::new() };
        let seen = match spec.sight {
            Sight::Everything => spec.board.all(),
            Sight::Reached => with_state!(&self.state, |t, s| s.reached(t, side)),
        };
        if spec.hides() {
            hide(&mut setup, side, &seen, &moves);
            let own = |right: &char| spec.castlings.iter().any(|one| one.right == *right && one.color == side);
            setup.castling.retain(own);
        }
        View { rules: self.rules.clone(), side, seen, setup, moves }
    }
}

/// Leaves out of a setup what a side does not see; the castling rights stay.
fn hide(setup: &mut Setup, side: Color, seen: &CellSet, moves: &[Move]) {
    for (index, piece) in setup.placement.iter_mut().enumerate() {
        let cell = Cell(index as u16);
        if !seen.contains(cell) {
            *piece = None;
        }
        if piece.is_none_or(|(owner, _)| owner != Owner::from(side)) {
            setup.unmoved.remove(cell);
        }
    }
    setup.hands[!side].clear();
    setup.en_passant = setup.en_passant.filter(|_| moves.iter().any(|m| m.kind() == MoveKind::EnPassant));
    // It grows and falls back with moves that nobody sees.
    setup.halfmove = 0;
    setup.counters = Counters::default();
}

impl<const W: usize> State<W> {
    /// The cells of a side's pieces, those on which moves of them on the board could end if it were its turn, and those on which
    /// they could capture.
    fn reached(&self, t: &Tables<W>, side: Color) -> CellSet {
        if self.side == side {
            return self.reached_now(t);
        }
        self.on_copy(|copy| {
            copy.make_null(t);
            copy.reached_now(t)
        })
    }

    fn reached_now(&self, t: &Tables<W>) -> CellSet {
        let mut seen: BitBoard<W> = self.own(self.side);
        // The same kind of function as elsewhere: another copy of the generator would make the module for browsers larger.
        let look: &mut dyn FnMut(Move) -> ControlFlow<()> = &mut |m| {
            if !matches!(m.kind(), MoveKind::Drop | MoveKind::Placing | MoveKind::Pass) {
                seen.insert(m.to());
                let (captured, cell) = self.captured_by(m);
                if !captured.is_none() {
                    seen.insert(cell);
                }
                if let Some((_, end)) = self.second_piece(t, m) {
                    seen.insert(end);
                }
            }
            ControlFlow::Continue(())
        };
        let _ = self.generate_unfinished::<All, _>(t, &mut Visit(look));
        seen.into_iter().collect()
    }
}
