//! One thread's part of a search: its position, its stack and what it has learned.

use super::busy::Busy;
use super::forcing::Forcing;
use super::node::Turn;
use super::picker::Scored;
use super::quiescence::Surprise;
use super::root::RootMove;
use crate::clock::Timer;
use crate::eval::{Evaluator, Tally};
use crate::history::{Deed, History};
use crate::level::Noise;
use crate::score::{INFINITE, MAX_PLY, WIN, WIN_BOUND};
use crate::table::Table;
use crate::{Limits, Stop};
use spielraum_rules::spec::Repetition;
use spielraum_rules::{Change, Color, Move, MoveKind, Position, Recurrence, Rules, SurveyMemory, piece_index};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

/// What a search must know of its game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Game {
    pub(crate) drops: bool,
    pub(crate) promotes: bool,
    pub(crate) repeats: bool,
    pub(crate) royal: bool,
    pub(crate) move_count: Option<u32>,
    /// The types that are pawns to the halfmove clock, as bits.
    pawns: u64,
}

impl Game {
    pub(crate) fn new(rules: &Rules) -> Self {
        let spec = rules.spec();
        let pawns = spec.pieces.iter().enumerate().filter(|(_, piece)| piece.resets_clock);
        Self {
            drops: spec.has_drops(),
            promotes: !spec.promotions.is_empty(),
            repeats: spec.goals.repetition != Repetition::Ignored,
            royal: spec.royal().is_some(),
            move_count: spec.goals.move_count.map(u32::from),
            pawns: pawns.fold(0, |bits, (index, _)| bits | 1 << index),
        }
    }
}

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    pub(crate) busy: Busy,
    pub(crate) evaluator: &'a Evaluator,
    pub(crate) history: &'a History,
    pub(crate) limits: &'a Limits,
    pub(crate) stop: &'a Stop,
    pub(crate) timer: Timer,
    /// Set when all threads must end.
    pub(crate) halt: AtomicBool,
    /// What the first thread searches now, for the others to help with.
    pub(crate) task: Mutex<Task>,
    /// The number of that task, from 1; 0 before there is any.
    pub(crate) task_number: AtomicU32,
    /// Positions looked at by threads other than the first.
    pub(crate) helpers_nodes: AtomicU64,
    pub(crate) max_nodes: u64,
    pub(crate) noise: Noise,
}

/// A search of the moves to choose from.
#[derive(Clone, Default)]
pub(crate) struct Task {
    pub(crate) number: u32,
    /// The depth to be reached.
    pub(crate) depth: u32,
    /// The depth of this search, which may be less at first.
    pub(crate) searched: i32,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// The moves, in the order in which they are searched, from number `line` on.
    pub(crate) moves: Vec<RootMove>,
    pub(crate) line: usize,
}

/// What is kept for each ply of the line being searched.
#[derive(Default)]
pub(crate) struct Frame {
    pub(crate) moves: Vec<Scored>,
    /// A second list for a search of the same position without its best move.
    pub(crate) spare: Vec<Scored>,
    pub(crate) quiets: Vec<Deed>,
    /// Moves put off, since another thread searched them.
    pub(crate) deferred: Vec<Turn>,
    pub(crate) tally: Tally,
    /// The estimate of the evaluation alone.
    pub(crate) raw: i32,
    /// The estimate, corrected.
    pub(crate) eval: i32,
    pub(crate) killers: [Option<Move>; 2],
    /// The deed that led to the position; none for the first and after a null move.
    pub(crate) deed: Option<Deed>,
    pub(crate) excluded: Option<Move>,
    /// Whether the side to move is in check, and whether it is in danger, once that has been asked.
    is_check: Option<bool>,
    is_danger: Option<bool>,
    pub(crate) pv: Vec<Move>,
}

impl Frame {
    /// A frame with room for what it will hold, so that the search need not ask for memory.
    fn with_room() -> Self {
        Self {
            moves: Vec::with_capacity(256),
            quiets: Vec::with_capacity(MAX_QUIETS),
            deferred: Vec::with_capacity(64),
            pv: Vec::with_capacity(MAX_PLY),
            ..Self::default()
        }
    }
}

/// So many quiet moves of a position are remembered, to be marked down.
pub(crate) const MAX_QUIETS: usize = 48;

/// The clock and the other threads are looked at after so many positions.
const CHECK_EVERY: u64 = 128;

/// One thread's part of a search.
pub(crate) struct Worker<'a> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) game: Game,
    pub(crate) position: Position,
    pub(crate) stack: Vec<Frame>,
    /// Where moves are generated.
    pub(crate) fresh: Vec<Move>,
    memory: SurveyMemory,
    pub(crate) surprise: Surprise,
    /// Logarithms of small numbers.
    logs: [f32; 256],
    pub(crate) nodes: u64,
    nodes_told: u64,
    pub(crate) seldepth: usize,
    /// The number of moves made before the search.
    pub(crate) root: usize,
    pub(crate) is_first: bool,
    /// To find wins by forcing moves, which one thread alone does.
    pub(crate) forcing: Option<&'a mut Forcing>,
    /// The win that it found.
    pub(crate) forced: Option<RootMove>,
    /// Whether it was found just now.
    pub(crate) is_interrupted: bool,
    pub(crate) stopped: bool,
    pub(crate) root_moves: Vec<RootMove>,
    pub(crate) root_depth: i32,
    /// The number of the task with which a thread other than the first helps.
    pub(crate) task_number: u32,
}

/// Whether a side may be thought to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// It may be in zugzwang.
    Never,
    /// If a search of its moves agrees.
    WithProof,
    /// Yes.
    Freely,
}

/// What became of a move.
pub(crate) enum Made {
    /// It is banned; it has been taken back.
    Banned,
    /// It ends the game with this score for the side that made it; it has been taken back.
    Ended(i32),
    /// The position after it must be searched.
    Open,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        position: &Position,
        root_moves: Vec<RootMove>,
        is_first: bool,
        forcing: Option<&'a mut Forcing>,
    ) -> Self {
        let mut stack: Vec<Frame> = Vec::with_capacity(MAX_PLY + 2);
        stack.resize_with(MAX_PLY + 2, Frame::with_room);
        stack[0].tally = shared.evaluator.tally(position);
        Self {
            shared,
            game: Game::new(position.rules()),
            position: position.clone(),
            stack,
            fresh: Vec::with_capacity(256),
            memory: SurveyMemory::default(),
            surprise: Surprise::new(),
            logs: std::array::from_fn(log),
            nodes: 0,
            nodes_told: 0,
            seldepth: 0,
            root: position.ply(),
            is_first,
            forcing,
            forced: None,
            is_interrupted: false,
            stopped: false,
            root_moves,
            root_depth: 0,
            task_number: 0,
        }
    }

    /// Counts a position; says whether the search must end.
    #[inline(always)]
    pub(crate) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.look_around();
        }
        // Even the weakest looks at every move once.
        if self.is_first && self.nodes >= self.shared.max_nodes && self.root_depth > 1 {
            self.stopped = true;
        }
        self.stopped
    }

    #[cold]
    fn look_around(&mut self) {
        let shared = self.shared;
        if self.is_first {
            let used_up = self.root_depth > 1 && self.all_nodes() >= shared.max_nodes;
            if used_up || shared.stop.is_stopped() || shared.timer.is_over(shared.stop) {
                shared.halt.store(true, Relaxed);
            }
            self.look_for_forced_win();
        } else {
            shared.helpers_nodes.fetch_add(self.nodes - self.nodes_told, Relaxed);
            self.nodes_told = self.nodes;
            // The first has the answer to what this one still searches.
            self.stopped |= shared.task_number.load(Relaxed) != self.task_number;
        }
        self.stopped |= shared.halt.load(Relaxed);
    }

    /// The number of the task on which this thread works.
    pub(crate) fn task(&self) -> u32 {
        if self.is_first { self.shared.task_number.load(Relaxed) } else { self.task_number }
    }

    /// Positions looked at by all threads, seen from the first.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.nodes + self.shared.helpers_nodes.load(Relaxed)
    }

    /// Makes a move and looks whether it ends the game by what was before, or by extinction.
    pub(crate) fn make(&mut self, m: Move, ply: usize) -> Made {
        let side = self.position.side_to_move();
        let kind = self.position.moved_by(m);
        let evaluator = self.shared.evaluator;
        let mut tally = self.stack[ply].tally;
        self.position.changes(m, |change: Change| evaluator.change(&mut tally, change));
        let next = &mut self.stack[ply + 1];
        next.tally = tally;
        next.deed = Some(self.shared.history.deed(side, kind, m));
        (next.is_check, next.is_danger) = (None, None);
        self.position.make_selected(m);
        self.shared.table.prefetch(self.position.hash());
        if evaluator.has_families() {
            // The rules look at the side to move first.
            for (loser, score) in [(!side, WIN - ply as i32 - 1), (side, ply as i32 + 1 - WIN)] {
                if self.position.is_extinct(loser) {
                    return self.ended(score);
                }
            }
        }
        if self.game.repeats {
            match self.position.recurrence(self.root) {
                Recurrence::New => {}
                Recurrence::Banned => {
                    self.position.unmake();
                    return Made::Banned;
                }
                Recurrence::Over(winner) => {
                    let score = match winner {
                        None => 0,
                        Some(winner) if winner == side => WIN - ply as i32 - 1,
                        Some(_) => ply as i32 + 1 - WIN,
                    };
                    return self.ended(score);
                }
            }
        }
        if self.game.royal && self.position.is_bare() {
            return self.ended(0);
        }
        Made::Open
    }

    fn ended(&mut self, score: i32) -> Made {
        self.nodes += 1;
        self.position.unmake();
        Made::Ended(score)
    }

    /// The score of a position without legal moves.
    pub(crate) fn score_without_moves(&mut self, ply: usize, in_check: bool) -> i32 {
        if in_check {
            return ply as i32 - WIN;
        }
        let side = self.position.side_to_move();
        match self.position.result().and_then(|outcome| outcome.winner) {
            None => 0,
            Some(winner) if winner == side => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
        }
    }

    /// What the position at `ply` is worth by itself.
    pub(crate) fn evaluate(&mut self, ply: usize) -> i32 {
        let eval = self.shared.evaluator.evaluate(&self.position, &self.stack[ply].tally, &mut self.memory);
        self.shared.noise.disturb(eval, &self.position)
    }

    /// What the position at `ply` is worth by what its pieces are worth where they stand.
    #[inline(always)]
    pub(crate) fn estimate(&self, ply: usize) -> i32 {
        self.shared.evaluator.estimate(&self.position, &self.stack[ply].tally)
    }

    /// An estimate of the position at `ply`, put right as estimates of positions like it were wrong.
    pub(crate) fn corrected(&self, eval: i32, ply: usize) -> i32 {
        let correction = self.shared.history.correction(self.material(ply), self.stack[ply].deed);
        (eval + correction).clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    /// Learns that the position at `ply` turned out to be worth `score` when it was searched `depth` plies deep.
    pub(crate) fn learn_error(&mut self, ply: usize, depth: i32, score: i32) {
        let error = score - self.corrected(self.stack[ply].raw, ply);
        self.shared.history.learn_error(self.material(ply), self.stack[ply].deed, error, depth);
    }

    fn material(&self, ply: usize) -> u64 {
        self.stack[ply].tally.material_key() ^ self.position.side_to_move() as u64
    }

    /// How early a capture or promotion should be searched.
    pub(crate) fn capture_score(&self, m: Move) -> i32 {
        let worth = self.shared.evaluator.worth();
        let mover = piece_index(self.position.side_to_move(), self.position.moved_by(m));
        let mut score = -(worth[mover].min(10_000)) / 16;
        if let Some((color, kind)) = self.position.captured_by(m) {
            if self.shared.evaluator.is_last(&self.position, color, kind) {
                return INFINITE * 4;
            }
            score += worth[piece_index(color, kind)];
        }
        score + self.promotion_gain(m)
    }

    /// What a promotion adds to the value of the piece.
    pub(crate) fn promotion_gain(&self, m: Move) -> i32 {
        if m.kind() == MoveKind::Drop {
            return 0;
        }
        let Some(into) = m.promotion() else { return 0 };
        let (worth, side) = (self.shared.evaluator.worth(), self.position.side_to_move());
        worth[piece_index(side, into)] - worth[piece_index(side, self.position.moved_by(m))]
    }

    /// Whether a capture or promotion does not lose material, or wins at once.
    pub(crate) fn does_not_lose(&mut self, m: Move) -> bool {
        self.exchange_gains(m, 0) && (self.position.captured_by(m).is_some() || self.promotion_gain(m) > 0)
            || self.captures_last(m)
    }

    /// Passes the turn; `unmake` takes it back.
    pub(crate) fn make_null(&mut self, ply: usize) {
        let tally = self.stack[ply].tally;
        let next = &mut self.stack[ply + 1];
        (next.tally, next.deed) = (tally, None);
        (next.is_check, next.is_danger) = (None, None);
        self.position.make_null();
    }

    /// Whether the side to move in the position at `ply`, which must be the present one, is in check.
    pub(crate) fn in_check(&mut self, ply: usize) -> bool {
        let position = &self.position;
        *self.stack[ply].is_check.get_or_insert_with(|| position.in_check())
    }

    /// Whether the side to move in the position at `ply`, which must be the present one, may lose by the enemy's next
    /// move: its royal is attacked, or a piece that it can't spare.
    pub(crate) fn in_danger(&mut self, ply: usize) -> bool {
        if let Some(known) = self.stack[ply].is_danger {
            return known;
        }
        let in_danger = self.in_check(ply) || self.is_last_attacked();
        self.stack[ply].is_danger = Some(in_danger);
        in_danger
    }

    /// Whether a piece that the side to move can't spare is attacked.
    pub(crate) fn is_last_attacked(&self) -> bool {
        self.shared.evaluator.has_families() && self.position.is_last_attacked(self.position.side_to_move())
    }

    /// Whether a capture ends the game by extinction.
    pub(crate) fn captures_last(&self, m: Move) -> bool {
        self.shared.evaluator.has_families()
            && self
                .position
                .captured_by(m)
                .is_some_and(|(color, kind)| self.shared.evaluator.is_last(&self.position, color, kind))
    }

    pub(crate) fn exchange_gains(&mut self, m: Move, threshold: i32) -> bool {
        self.position.exchange_gains(m, self.shared.evaluator.worth(), threshold)
    }

    /// Whether being forced to move is hardly ever a disadvantage to the side to move.
    pub(crate) fn may_pass(&self) -> Passing {
        let side = self.position.side_to_move();
        let others = self.position.count_all(side) - u32::from(self.game.royal);
        let officers = others.saturating_sub(self.pawns(side));
        match officers {
            _ if self.position.duty_left(side) > 0 => Passing::Never,
            0..=1 => Passing::Never,
            2 => Passing::WithProof,
            _ => Passing::Freely,
        }
    }

    fn pawns(&self, side: Color) -> u32 {
        let mut bits = self.game.pawns;
        let mut count = 0;
        while bits != 0 {
            let kind = spielraum_rules::spec::PieceType(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            count += self.position.count(side, kind);
        }
        count
    }

    /// By how many plies less a late move is searched.
    #[inline(always)]
    pub(crate) fn reduction(&self, depth: i32, number: usize) -> i32 {
        let log = |number: usize| self.logs.get(number).copied().unwrap_or_else(|| log(number));
        (0.8 + log(depth.max(0) as usize) * log(number) / 2.05) as i32
    }

    /// Makes the best line from `ply` on: a move and the best line after it.
    pub(crate) fn set_pv(&mut self, ply: usize, m: Move) {
        let (upper, lower) = self.stack.split_at_mut(ply + 1);
        let pv = &mut upper[ply].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&lower[0].pv);
    }
}

/// The logarithm of a number, at least 0.
fn log(number: usize) -> f32 {
    (number as f32).max(1.0).ln()
}
