//! A legal position, and the game that led to it.

use crate::board::State;
use crate::board::overlay::Unchanged;
use crate::board::part::All;
use crate::board::sink::Visit;
use crate::game::Tables;
use crate::game::setup::setup_of;
use crate::rules::{AnyTables, Rules};
use crate::setup::{LeftOut, SetupError, SetupReason};
use crate::spec::{FenError, PieceType, Setup};
use crate::{Change, Color, Move, Outcome, Owner};
use spielraum_geometry::{Cell, CellSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use thiserror::Error;

/// A legal position of a game, with the moves made on it so far.
#[derive(Clone)]
pub struct Position {
    pub(crate) rules: Rules,
    pub(crate) state: AnyState,
}

/// A state as wide as the board needs, with the tables of that width.
#[derive(Clone)]
pub(crate) enum AnyState {
    #[cfg(not(target_family = "wasm"))]
    W1(Arc<Tables<1>>, Box<State<1>>),
    W2(Arc<Tables<2>>, Box<State<2>>),
    W4(Arc<Tables<4>>, Box<State<4>>),
    W8(Arc<Tables<8>>, Box<State<8>>),
    W16(Arc<Tables<16>>, Box<State<16>>),
}

/// Does the same with tables and state of whatever width.
macro_rules! with_state {
    ($state:expr, |$t:ident, $s:ident| $body:expr) => {
        match $state {
            #[cfg(not(target_family = "wasm"))]
            $crate::position::AnyState::W1($t, $s) => $body,
            $crate::position::AnyState::W2($t, $s) => $body,
            $crate::position::AnyState::W4($t, $s) => $body,
            $crate::position::AnyState::W8($t, $s) => $body,
            $crate::position::AnyState::W16($t, $s) => $body,
        }
    };
}
pub(crate) use with_state;

/// Why a text is not a position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// It can't be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// It can be read and is impossible.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// A move that is not legal in a position; see [`Position::try_make`].
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("this move is not legal in the position; `Position::legal_moves` lists those that are")]
pub struct IllegalMove(pub Move);

impl Position {
    /// The position that a setup describes, or every reason why it is none (docs/rulings.md, G7).
    pub fn new(rules: &Rules, setup: Setup) -> Result<Self, SetupError> {
        macro_rules! build {
            ($t:ident, $width:ident) => {
                build_state($t, &setup).map(|state| AnyState::$width($t.clone(), Box::new(state)))
            };
        }
        let state = match &rules.0 {
            #[cfg(not(target_family = "wasm"))]
            AnyTables::W1(t) => build!(t, W1),
            AnyTables::W2(t) => build!(t, W2),
            AnyTables::W4(t) => build!(t, W4),
            AnyTables::W8(t) => build!(t, W8),
            AnyTables::W16(t) => build!(t, W16),
        };
        match state {
            Ok(state) => Ok(Self { rules: rules.clone(), state }),
            Err(reasons) => Err(SetupError { reasons, setup: Box::new(setup) }),
        }
    }

    /// The position that a FEN describes; what is left out of it, [`read`](Self::read) says.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// use spielraum_rules::Position;
    /// let position = Position::from_fen(&rules, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    /// assert_eq!(position.legal_moves().len(), 6);
    /// let error = Position::from_fen(&rules, "8/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
    /// assert!(error.to_string().contains("K"));
    /// ```
    pub fn from_fen(rules: &Rules, fen: &str) -> Result<Self, PositionError> {
        Ok(Self::read(rules, fen)?.0)
    }

    /// The position that a FEN describes, ours or that of another program, and what was left out of it to make it one.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// use spielraum_rules::Position;
    /// let (position, left_out) = Position::read(&rules, "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1").unwrap();
    /// assert_eq!(position.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    /// assert_eq!(left_out.len(), 2);
    /// ```
    pub fn read(rules: &Rules, fen: &str) -> Result<(Self, Vec<LeftOut>), PositionError> {
        Ok(Self::settle(rules, Setup::parse(fen, rules.spec())?)?)
    }

    /// The position that a setup describes without the castling rights and the en passant field that are impossible, and
    /// which these are.
    pub fn settle(rules: &Rules, mut setup: Setup) -> Result<(Self, Vec<LeftOut>), SetupError> {
        let mut left_out = Vec::new();
        loop {
            let mut error = match Self::new(rules, setup) {
                Ok(position) => return Ok((position, left_out)),
                Err(error) => error,
            };
            if error.reasons.iter().any(|reason| !reason.can_be_left_out()) {
                error.reasons.retain(|reason| !reason.can_be_left_out());
                return Err(error);
            }
            for reason in error.reasons {
                reason.leave_out(&mut error.setup);
                left_out.push(LeftOut(reason));
            }
            setup = *error.setup;
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position as a setup.
    pub fn setup(&self) -> Setup {
        with_state!(&self.state, |t, s| setup_of(t, s))
    }

    /// The position as a FEN.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// assert_eq!(rules.start().fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// ```
    pub fn fen(&self) -> String {
        self.setup().fen(self.rules.spec())
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        with_state!(&self.state, |_t, s| s.side)
    }

    /// The side to move after a move of this position: the same one until the last part of its turn is made.
    pub fn side_after(&self, _: Move) -> Color {
        with_state!(&self.state, |t, s| s.side_after_part(t))
    }

    /// The part of its turn that the side to move makes next, from 0; always 0 where a turn is one move.
    #[inline]
    pub fn part(&self) -> u8 {
        with_state!(&self.state, |_t, s| s.part)
    }

    /// Whether a turn is under way: some part of it has been made, and another is to follow.
    #[inline]
    pub fn is_within_turn(&self) -> bool {
        self.part() != 0
    }

    /// How many moves have been made on this position since it was set up; each part of a turn is one.
    #[inline]
    pub fn ply(&self) -> usize {
        with_state!(&self.state, |_t, s| s.history.len())
    }

    /// The moves made on this position since it was set up.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// let mut position = rules.start();
    /// for text in ["e2e4", "e7e5"] {
    ///     let m = position.parse_move(text).unwrap();
    ///     position.make(m);
    /// }
    /// assert_eq!(position.moves_made().len(), position.ply());
    /// ```
    pub fn moves_made(&self) -> Vec<Move> {
        with_state!(&self.state, |_t, s| s.history.iter().filter_map(|undo| undo.played).collect())
    }

    /// What stands on a cell.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// let position = rules.start();
    /// let (owner, kind) = position.piece_at(rules.board().find("d8").unwrap()).unwrap();
    /// assert_eq!(owner.name(), "black");
    /// assert_eq!(rules.spec().pieces[kind.index()].symbol.to_string(), "Q");
    /// ```
    pub fn piece_at(&self, cell: Cell) -> Option<(Owner, PieceType)> {
        with_state!(&self.state, |t, s| s.piece_at(t, cell))
    }

    /// The cells of the pieces that have not moved, as far as that matters in the game beside castling (G14, G15).
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("seirawan"), &[]).unwrap().rules().unwrap();
    /// let mut position = rules.start();
    /// assert_eq!(position.unmoved().len(), 16);
    /// let m = position.parse_move("b1c3/H").unwrap();
    /// position.make(m);
    /// assert_eq!(position.unmoved().len(), 15);
    /// ```
    pub fn unmoved(&self) -> CellSet {
        with_state!(&self.state, |_t, s| s.unmoved.into_iter().collect())
    }

    /// How many of a type are in a side's hand or prison.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("crazyhouse"), &[]).unwrap().rules().unwrap();
    /// use spielraum_rules::{Color, Position};
    /// let fen = "4k3/8/8/8/8/8/8/4K3[NNp] w - - 0 1";
    /// let position = Position::from_fen(&rules, fen).unwrap();
    /// let knights = rules.spec().piece_types().map(|kind| position.in_hand(Color::White, kind)).max();
    /// assert_eq!(knights, Some(2));
    /// ```
    pub fn in_hand(&self, color: Color, kind: PieceType) -> u16 {
        with_state!(&self.state, |t, s| s.in_hand(t, color, kind))
    }

    /// How many pieces a side has in each family of types that it must keep (X3, F3), in the order of
    /// [`Rules::families`].
    pub fn family_counts(&self, color: Color) -> Vec<u16> {
        let families = self.rules.families().len();
        with_state!(&self.state, |_t, s| s.families[color as usize][..families].to_vec())
    }

    /// The halfmove clock: plies since the last capture, drop, change of type or move of a pawn-type
    /// piece (G5).
    #[inline]
    pub fn halfmove_clock(&self) -> u32 {
        with_state!(&self.state, |_t, s| s.halfmove)
    }

    /// The number of the move, from 1; it grows after Black's move.
    pub fn fullmove_number(&self) -> u32 {
        with_state!(&self.state, |_t, s| s.fullmove)
    }

    /// A number that is the same for positions that are the same as [G4](crate::spec::Repetition) means it,
    /// and almost surely differs for others.
    #[inline]
    pub fn hash(&self) -> u64 {
        with_state!(&self.state, |_t, s| s.hash)
    }

    /// All legal moves, in no particular order; none when [the position alone](Self::outcome_of_position) decides the game. Of
    /// more than [`MAX_MOVES`](crate::MAX_MOVES) the first ones.
    pub fn legal_moves(&self) -> Vec<Move> {
        with_state!(&self.state, |t, s| s.legal_moves(t))
    }

    /// The legal moves that capture, as [`legal_moves`](Self::legal_moves) gives all.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// use spielraum_rules::Position;
    /// let position = Position::from_fen(&rules, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
    /// let texts: Vec<String> = position.legal_captures().into_iter().map(|m| position.move_text(m)).collect();
    /// assert_eq!(texts, ["e4d5"]);
    /// ```
    pub fn legal_captures(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.decided().is_none() {
            self.generate(crate::GenType::Captures, &mut moves);
        }
        moves.retain(|&m| self.is_legal(m));
        moves
    }

    /// The moves that a [`perft`](Self::perft) counts: the legal ones, and where the game is a draw those that
    /// would be legal if it went on.
    pub fn continuations(&self) -> Vec<Move> {
        with_state!(&self.state, |t, s| s.continuations(t))
    }

    /// Calls `visit` with each legal move until it breaks; says whether it did.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// use std::ops::ControlFlow;
    /// let position = rules.start();
    /// let mut seen = 0;
    /// let stopped = position.for_each_legal(|_| {
    ///     seen += 1;
    ///     if seen == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert!(stopped.is_break() && seen == 5);
    /// ```
    pub fn for_each_legal(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let visit: &mut dyn FnMut(Move) -> ControlFlow<()> = &mut visit;
        with_state!(&self.state, |t, s| s.generate::<All, _>(t, &mut Visit(visit)))
    }

    /// The number of legal moves, up to [`MAX_MOVES`](crate::MAX_MOVES); faster than making a list of them.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("raumschach"), &[]).unwrap().rules().unwrap();
    /// assert_eq!(rules.start().count_legal(), 61);
    /// ```
    pub fn count_legal(&self) -> u64 {
        with_state!(&self.state, |t, s| s.count_legal(t))
    }

    /// Whether a move, of this position or of any other, is legal here.
    pub fn is_legal(&self, m: Move) -> bool {
        with_state!(&self.state, |t, s| s.is_legal(t, m))
    }

    /// Whether a royal of the side to move is attacked.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// use spielraum_rules::Position;
    /// let position = Position::from_fen(&rules, "4k3/8/8/8/8/8/8/4RK2 b - - 0 1").unwrap();
    /// assert!(position.in_check());
    /// assert_eq!(position.checked_royals().iter().next(), rules.board().find("e8"));
    /// ```
    pub fn in_check(&self) -> bool {
        with_state!(&self.state, |t, s| s.in_check(t, s.side))
    }

    /// The royals of the side to move that are attacked.
    pub fn checked_royals(&self) -> CellSet {
        with_state!(&self.state, |t, s| {
            let attacked = s.royals(t, s.side).into_iter().filter(|&royal| s.endangers(t, royal, !s.side)).collect();
            if s.in_check(t, s.side) { attacked } else { CellSet::EMPTY }
        })
    }

    /// Whether a piece of `by` attacks a cell (docs/rulings.md, "Words").
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// use spielraum_rules::Color;
    /// let f3 = rules.board().find("f3").unwrap();
    /// assert!(rules.start().is_attacked(f3, Color::White));
    /// assert!(!rules.start().is_attacked(f3, Color::Black));
    /// ```
    pub fn is_attacked(&self, cell: Cell, by: Color) -> bool {
        with_state!(&self.state, |t, s| s.is_attacked(t, cell, by))
    }

    /// The cell of the piece that a legal move captures itself, if it captures one; not always the cell it ends on.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// use spielraum_rules::Position;
    /// let position = Position::from_fen(&rules, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
    /// let en_passant = position.parse_move("e5d6").unwrap();
    /// assert_eq!(position.captured_cell(en_passant), rules.board().find("d5"));
    /// ```
    pub fn captured_cell(&self, m: Move) -> Option<Cell> {
        let (piece, cell) = with_state!(&self.state, |_t, s| s.captured_by(m));
        (!piece.is_none()).then_some(cell)
    }

    /// Where the second piece that a legal castling or swap moves starts and ends.
    pub fn second_piece(&self, m: Move) -> Option<(Cell, Cell)> {
        with_state!(&self.state, |t, s| s.second_piece(t, m))
    }

    /// Everything that the last move changed, in order; empty if none was made. [`apply`](Self::apply) takes it back
    /// with each change's [inverse](Change::inverse), the last one first.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// let mut position = rules.start();
    /// let m = position.parse_move("e2e4").unwrap();
    /// position.make(m);
    /// let back: Vec<_> = position.last_changes().into_iter().rev().map(|change| change.inverse()).collect();
    /// position.apply(back);
    /// assert_eq!(position.piece_at(rules.board().find("e2").unwrap()), rules.start().piece_at(rules.board().find("e2").unwrap()));
    /// ```
    pub fn last_changes(&self) -> Vec<Change> {
        with_state!(&self.state, |_t, s| s.last_changes())
    }

    /// Makes changes one after the other, as retrograde analysis does: nothing checks whether a position comes of it. The
    /// moves that led here are forgotten.
    ///
    /// The changes must fit: a piece leaves the cell on which it stands, and comes to an empty one.
    pub fn apply(&mut self, changes: impl IntoIterator<Item = Change>) {
        with_state!(&mut self.state, |t, s| s.apply(t, changes.into_iter()));
    }

    /// Makes a move, which must be legal here, or one of the [`continuations`](Self::continuations).
    pub fn make(&mut self, m: Move) {
        debug_assert!(self.is_legal(m) || self.continuations().contains(&m), "{} in {}", self.move_text(m), self.fen());
        with_state!(&mut self.state, |t, s| s.make(t, m));
    }

    /// Makes a move if it is legal here, and otherwise changes nothing: for moves whose origin is not certain.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// let mut position = rules.start();
    /// let m = position.parse_move("e2e4").unwrap();
    /// assert!(position.try_make(m).is_ok());
    /// assert!(position.try_make(m).is_err());
    /// assert_eq!(position.ply(), 1);
    /// ```
    pub fn try_make(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove(m));
        }
        self.make(m);
        Ok(())
    }

    /// Takes back the last move made on this position; gives it, or `None` if there was none or the turn was passed.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// let mut position = rules.start();
    /// let m = position.parse_move("g1f3").unwrap();
    /// position.make(m);
    /// assert_eq!(position.unmake(), Some(m));
    /// assert_eq!(position.fen(), rules.start().fen());
    /// assert_eq!(position.unmake(), None);
    /// ```
    pub fn unmake(&mut self) -> Option<Move> {
        with_state!(&mut self.state, |t, s| {
            let played = s.history.last().and_then(|undo| undo.played);
            s.unmake(t);
            played
        })
    }

    /// How the game has ended, or `None` if it goes on. The first of these that holds decides:
    ///
    /// 1. a side has won by the position alone: extinction (X3, F3), a region reached, checks counted;
    /// 2. a draw by the position alone: bare royals (G6);
    /// 3. there is no legal move: checkmate, then a neglected obligation (Q17), then what having no moves means;
    /// 4. the game so far: repetition or perpetual check (G4), then the move count (G5).
    ///
    /// In the middle of a turn only the third one is asked.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// use spielraum_rules::{Color, Position};
    /// let mated = Position::from_fen(&rules, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    /// assert_eq!(mated.outcome().unwrap().winner, Some(Color::White));
    /// assert!(rules.start().outcome().is_none());
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        with_state!(&self.state, |t, s| s.outcome(t))
    }

    /// The same without the last group: the outcome if the position alone decides it.
    pub fn outcome_of_position(&self) -> Option<Outcome> {
        with_state!(&self.state, |t, s| s.outcome_of_position(t))
    }

    /// The number of sequences of exactly `depth` legal moves, or turns where a turn has several parts; the one that is under
    /// way counts as one. Draws don't stop it; a game that is won has no successors.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("raumschach"), &[]).unwrap().rules().unwrap();
    /// assert_eq!(rules.start().perft(2), 3615);
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_while(depth, || true).unwrap_or(0)
    }

    /// The same as [`perft`](Self::perft), or `None` as soon as `go_on` says no; it is asked before the moves of
    /// each position are counted.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// let mut asked = 0;
    /// let stopped = rules.start().perft_while(5, || {
    ///     asked += 1;
    ///     asked < 100
    /// });
    /// assert_eq!(stopped, None);
    /// ```
    pub fn perft_while(&self, depth: u32, mut go_on: impl FnMut() -> bool) -> Option<u64> {
        with_state!(&self.state, |t, s| s.perft(t, depth, &mut go_on))
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Position").field(&self.fen()).finish()
    }
}

fn build_state<const W: usize>(t: &Tables<W>, setup: &Setup) -> Result<State<W>, Vec<SetupReason>> {
    let known = |kind: PieceType| kind.index() < t.types();
    let fits = |&(owner, kind): &(Owner, PieceType)| known(kind) && t.neutrals.has(kind) == owner.color().is_none();
    if setup.placement.len() != t.spec.board.len()
        || !setup.placement.iter().flatten().all(fits)
        || !Color::BOTH.into_iter().flat_map(|color| &setup.hands[color]).all(|&(kind, _)| known(kind))
    {
        return Err(vec![SetupReason::WrongGame]);
    }
    let mut state = State::empty(t);
    for (cell, piece) in t.spec.board.cells().zip(&setup.placement) {
        if let Some((owner, kind)) = *piece {
            state.place(t, owner, kind, cell);
        }
    }
    if setup.side == Color::Black {
        state.side = Color::Black;
        state.hash ^= t.zobrist.black_to_move();
    }
    (state.halfmove, state.fullmove) = (setup.halfmove, setup.fullmove.max(1));
    let mut reasons = Vec::new();
    if setup.part > t.turn.last() {
        reasons.push(SetupReason::Part(setup.part.saturating_add(1)));
    } else {
        state.set_part(t, setup.part);
        if t.turn.asks_mover(state.part) {
            state.set_moved(t, setup.moved.filter(|cell| cell.index() < t.spec.board.len()));
        }
    }
    check_royals(t, &state, setup, &mut reasons);
    t.rules.set_up(&mut state, t, setup, &mut reasons);
    if reasons.is_empty() { Ok(state) } else { Err(reasons) }
}

/// A side that starts with a royal always has one, be it in hand.
fn check_varying<const W: usize>(
    t: &Tables<W>,
    state: &State<W>,
    setup: &Setup,
    color: Color,
    reasons: &mut Vec<SetupReason>,
) {
    let held = |setup: &Setup, kind| setup.hands[color].iter().any(|held| *held == (kind, held.1.max(1)));
    let starts = t.royals.counts(color).find(|&(kind, count)| count > 0 || held(&t.spec.start, kind));
    let has = |kind| held(setup, kind);
    if let Some((kind, _)) = starts.filter(|_| state.royals(t, color).is_empty() && !t.royals.types().any(has)) {
        let symbol = t.spec.pieces[kind.index()].symbol;
        reasons.push(SetupReason::Royals { color, symbol, count: 0, needed: 1 });
    }
}

fn check_royals<const W: usize>(t: &Tables<W>, state: &State<W>, setup: &Setup, reasons: &mut Vec<SetupReason>) {
    for color in Color::BOTH {
        if t.royals.vary() {
            check_varying(t, state, setup, color, reasons);
            continue;
        }
        for (kind, needed) in t.royals.counts(color) {
            let (count, symbol) = (state.of(color, kind).count(), t.spec.pieces[kind.index()].symbol);
            if count != needed && !(count < needed && t.royals.may_be_lost(kind)) {
                reasons.push(SetupReason::Royals { color, symbol, count, needed });
            }
        }
    }
    // A side that has lost a royal captures none any more (E2).
    let has_lost = !t.royals.vary()
        && t.royals.counts(state.side).any(|(kind, needed)| state.of(state.side, kind).count() < needed);
    if reasons.is_empty() && !has_lost {
        if state.in_check(t, !state.side) {
            reasons.push(SetupReason::RoyalCapturable(state.side));
        }
        if state.any_royal(t, Color::White, |royal| state.faces(t, royal, Color::Black, &Unchanged)) {
            reasons.push(SetupReason::RoyalsFace);
        }
    }
}
