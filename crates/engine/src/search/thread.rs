//! One thread of a search.

use super::board::{Board, Made};
use super::dfpn::DfPn;
use super::lazy_margin::LazyMargin;
use super::probe::{AtRoot, POSSIBLE};
use super::root_moves::{Root, RootMove};
use super::shared::Shared;
use super::stack::{self, Frame};
use super::watch::Watch;
use crate::eval::Evaluate;
use crate::history::PieceTo;
use crate::params::Params;
use crate::score::WIN_BOUND;
use spielraum_rules::{Move, Position};

/// One thread of a search: the board, the stack, the watch, and the moves at the root.
pub(crate) struct SearchThread<'a, E> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) board: Board<'a, E>,
    pub(crate) stack: Vec<Frame>,
    pub(crate) watch: Watch<'a>,
    pub(crate) root: Root,
    pub(crate) reductions: Reductions,
    pub(crate) lazy_margin: LazyMargin,
    /// The search for forced wins, which is the main thread's.
    pub(crate) dfpn: Option<&'a mut DfPn>,
}

impl<'a, E: Evaluate> SearchThread<'a, E> {
    /// The main thread, which chooses among the root moves.
    pub(crate) fn main(
        shared: &'a Shared<'a>,
        position: &Position,
        evaluation: E,
        root_moves: Vec<RootMove>,
        dfpn: Option<&'a mut DfPn>,
    ) -> Self {
        Self { dfpn, root: Root::new(root_moves), ..Self::new(shared, position, evaluation, true) }
    }

    /// A thread that helps the main one.
    pub(crate) fn helper(shared: &'a Shared<'a>, position: &Position, evaluation: E) -> Self {
        Self::new(shared, position, evaluation, false)
    }

    fn new(shared: &'a Shared<'a>, position: &Position, evaluation: E, is_main: bool) -> Self {
        Self {
            shared,
            board: Board::new(shared.game, shared.params, position, evaluation, shared.noise),
            stack: stack::stack(),
            watch: Watch::new(shared, is_main),
            root: Root::new(Vec::new()),
            reductions: Reductions::new(shared.params),
            lazy_margin: LazyMargin::new(),
            dfpn: None,
        }
    }

    /// Whether the search must stop; what it gives is meaningless then.
    #[inline(always)]
    pub(crate) fn stopped(&self) -> bool {
        self.watch.stopped
    }

    /// Counts a node; says whether the search must stop.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) -> bool {
        if self.watch.is_poll_due() {
            self.poll();
        }
        self.watch.must_stop()
    }

    #[cold]
    fn poll(&mut self) {
        self.watch.poll();
        self.look_for_forced_win();
        self.watch.heed_halt();
    }

    /// Gives the proof-number search its share of the nodes. If it finds a win, the search of the tree is interrupted.
    fn look_for_forced_win(&mut self) {
        let Some(dfpn) = self.dfpn.as_mut() else { return };
        let found = dfpn.look_on(&mut self.watch, self.shared.game, self.shared.params, &self.root.moves);
        if found.is_some() {
            self.root.forced = found;
            self.root.is_interrupted = true;
            self.watch.stopped = true;
        }
    }

    /// A move of the present position as histories see it.
    #[inline(always)]
    pub(crate) fn piece_to(&self, m: Move) -> PieceTo {
        let position = &self.board.position;
        self.shared.history.piece_to(position.side_to_move(), position.moved_by(m), m)
    }

    /// Makes a move of the position at `ply`.
    pub(crate) fn make(&mut self, m: Move, ply: usize) -> Made {
        let (piece_to, is_quiet) = (self.piece_to(m), !self.board.is_capture(m));
        let next = &mut self.stack[ply + 1];
        (next.piece_to, next.after_quiet, next.number) = (Some(piece_to), is_quiet, 0);
        (next.is_check, next.is_danger) = (None, None);
        let tt = self.shared.tt;
        let made = self.board.make(m, ply, |hash| tt.prefetch(hash));
        if let Made::Ended(_) = made {
            self.watch.add_node();
            // Nothing follows it; what is there is of another move.
            self.stack[ply + 1].pv.clear();
        }
        made
    }

    /// Passes the turn in the position at `ply`.
    pub(crate) fn make_null(&mut self, ply: usize) {
        let next = &mut self.stack[ply + 1];
        (next.piece_to, next.after_quiet, next.number) = (None, false, 0);
        (next.is_check, next.is_danger) = (None, None);
        self.board.make_null();
    }

    /// Whether the side to move in the position at `ply`, which must be the present one, is in check.
    pub(crate) fn in_check(&mut self, ply: usize) -> bool {
        let position = &self.board.position;
        *self.stack[ply].is_check.get_or_insert_with(|| position.in_check())
    }

    /// Whether the side to move in the position at `ply`, which must be the present one, may lose by the enemy's next
    /// move: its royal is attacked, or a piece that it can't spare; or it must capture, whatever it loses by that.
    pub(crate) fn in_danger(&mut self, ply: usize) -> bool {
        if let Some(known) = self.stack[ply].is_danger {
            return known;
        }
        let game = self.shared.game;
        let in_danger = self.in_check(ply) || self.is_compelled() || game.is_last_attacked(&self.board.position);
        self.stack[ply].is_danger = Some(in_danger);
        in_danger
    }

    /// Whether the side to move must make one of certain moves, such as captures, so that it can't stand pat (O1).
    #[inline(always)]
    pub(crate) fn is_compelled(&self) -> bool {
        self.shared.game.compels && self.board.position.is_compelled()
    }

    /// The score of the position at `ply`, if endgame tables know it for certain. Where they know the root, they are asked
    /// no more: the search chooses among moves that they hold to be equal.
    #[inline(always)]
    pub(crate) fn probe_tables(&self, ply: usize) -> Option<i32> {
        let tables = self.shared.tables.as_ref().filter(|_| POSSIBLE && self.shared.at_root == AtRoot::Unknown)?;
        tables.score(&self.board.position, ply)
    }

    /// An evaluation of the position at `ply`, put right as evaluations of positions like it were wrong (correction
    /// history).
    pub(crate) fn corrected(&self, eval: i32, ply: usize) -> i32 {
        let correction = self.shared.history.correction(self.board.keys(), self.stack[ply].piece_to);
        (eval + correction).clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    /// Learns that the position at `ply` turned out to be worth `score` when it was searched `depth` plies deep.
    pub(crate) fn update_correction(&mut self, ply: usize, depth: i32, score: i32) {
        let error = score - self.corrected(self.stack[ply].raw_eval, ply);
        let bonus = error * depth / self.shared.params.correction_depth_divisor;
        self.shared.history.update_correction(self.board.keys(), self.stack[ply].piece_to, bonus);
    }

    /// Makes the principal variation from `ply` on: a move and the best line after it.
    pub(crate) fn set_pv(&mut self, ply: usize, m: Move) {
        stack::set_pv(&mut self.stack, ply, m);
    }
}

/// By how much late moves are reduced: in proportion to the product of the logarithms of depth and move number.
pub(crate) struct Reductions {
    /// The reduction of first moves at depth 1.
    base: f32,
    /// What the product is divided by.
    divisor: f32,
    /// The reductions by depth and number, while both are less than [`FEW`](Self::FEW).
    few: Vec<[i16; Self::FEW]>,
}

impl Reductions {
    /// Depths and numbers up to this are looked up.
    const FEW: usize = 64;

    fn new(params: &Params) -> Self {
        let (base, divisor) = (params.lmr_base as f32 / 100.0, params.lmr_divisor as f32 / 100.0);
        let mut new = Self { base, divisor, few: Vec::new() };
        new.few = (0..Self::FEW).map(|depth| std::array::from_fn(|number| new.compute(depth, number) as i16)).collect();
        new
    }

    /// By how many plies a late move is searched less deep.
    #[inline(always)]
    pub(crate) fn get(&self, depth: i32, number: usize) -> i32 {
        let depth = depth.max(0) as usize;
        match self.few.get(depth).and_then(|by_number| by_number.get(number)) {
            Some(&reduction) => i32::from(reduction),
            None => self.compute(depth, number),
        }
    }

    fn compute(&self, depth: usize, number: usize) -> i32 {
        (self.base + log(depth) * log(number) / self.divisor) as i32
    }
}

/// The logarithm of a number, at least 0.
fn log(number: usize) -> f32 {
    (number as f32).max(1.0).ln()
}
