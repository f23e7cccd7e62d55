//! Double steps (S2, Q11) and the en passant captures that answer them.

use super::promotion::PromotionTable;
use super::traits::{Game, MoveRule, Rule};
use crate::board::check_mask::CheckMasks;
use crate::board::part::{Captures, Part, Quiets};
use crate::board::piece::Piece;
use crate::board::sink::{Collect, Flow, Sink, Visit};
use crate::board::targets::Occupancy;
use crate::board::{EnPassant, State};
use crate::setup::SetupReason;
use crate::spec::{DoubleStep, DoubleStepPath, PieceType, PromotionText, Setup, Spec, TypeSet};
use crate::tables::{Budget, CompileError, Core, Csr};
use crate::{ByColor, Change, Color, Move};
use spielraum_geometry::{BitBoard, Cell, Offset};

pub(crate) struct DoubleStepRule;

impl Rule for DoubleStepRule {
    /// How each type makes double steps, if it does.
    type Table<const W: usize> = Vec<DoubleStepTable<W>>;

    fn compile<const W: usize>(core: &Core<W>, budget: &mut Budget) -> Result<Self::Table<W>, CompileError> {
        compile(core, budget)
    }

    /// Whether a double step can be answered is asked when all the rest is set up.
    fn set_up<const W: usize>(
        state: &mut State<W>,
        game: &impl Game<W>,
        tables: &Self::Table<W>,
        setup: &Setup,
        reasons: &mut Vec<SetupReason>,
    ) {
        let Some((via, pawn)) = setup.en_passant.filter(|_| reasons.is_empty()) else { return };
        let mover = state.double_stepper();
        let core = game.core();
        let name = || core.spec.board.name(via).to_owned();
        let found = match pawn {
            Some(pawn) if state.double_step_over(tables, mover, via, pawn).is_some() => vec![pawn],
            Some(_) => Vec::new(),
            None => state.straight_over(core, tables, mover, via),
        };
        match found[..] {
            [pawn] => {
                state.en_passant = Some(EnPassant { via, pawn });
            }
            [] => reasons.push(SetupReason::EnPassant(name())),
            [pawn, ..] => reasons.push(SetupReason::EnPassantOfSeveral(name(), core.spec.board.name(pawn).to_owned())),
        }
    }
}

impl MoveRule for DoubleStepRule {
    #[inline(always)]
    fn generate<P: Part, S: Sink<W>, const W: usize>(
        state: &State<W>,
        game: &impl Game<W>,
        tables: &Self::Table<W>,
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        if P::CAPTURES {
            state.en_passant_captures(game, sink)?;
        }
        if P::QUIETS { state.double_steps(game, tables, masks, cells, sink) } else { Flow::Continue(()) }
    }
}

/// The double steps of one type.
pub(crate) struct DoubleStepTable<const W: usize> {
    pub(crate) piece: PieceType,
    /// Whether a move names the cell passed.
    pub(crate) bent: bool,
    /// The cells from which each side has one that may be answered en passant.
    answered: ByColor<BitBoard<W>>,
    /// The types that may capture it en passant.
    answering: Vec<PieceType>,
    /// The types that may have been placed since where it started.
    covers: TypeSet,
    /// Whether some of them may promote.
    pub(crate) may_promote: bool,
    /// Whether none may promote, or be written like another move unless one may capture en passant where it ends.
    plain: bool,
    /// How each side's straight ones lead if all lead alike.
    stride: ByColor<Option<Stride>>,
    /// Where each side's end.
    ends: ByColor<BitBoard<W>>,
    /// The cells from which each side has one.
    pub(crate) from: ByColor<BitBoard<W>>,
    /// For each side and cell: the first cell passed and the one reached.
    pub(crate) paths: ByColor<Csr<(Cell, Cell)>>,
    /// Of the steps that are made three times: the first cell passed, the one reached and the second one passed, in this order.
    seconds: ByColor<Vec<(Cell, Cell, Cell)>>,
}

impl<const W: usize> DoubleStepTable<W> {
    /// The second cell that a step passes, if it is made three times.
    #[inline(always)]
    pub(crate) fn second(&self, color: Color, via: Cell, to: Cell) -> Option<Cell> {
        if self.seconds[color].is_empty() { None } else { self.find_second(color, via, to) }
    }

    #[cold]
    #[inline(never)]
    fn find_second(&self, color: Color, via: Cell, to: Cell) -> Option<Cell> {
        let found = self.seconds[color].binary_search_by_key(&(via, to), |&(via, to, _)| (via, to)).ok()?;
        self.seconds[color].get(found).map(|&(.., second)| second)
    }

    /// Whether a step leads to an empty cell over empty ones.
    #[inline(always)]
    fn is_free(&self, color: Color, (via, to): (Cell, Cell), empty: &BitBoard<W>) -> bool {
        empty.contains(via)
            && empty.contains(to)
            && self.second(color, via, to).is_none_or(|second| empty.contains(second))
    }
}

/// By how much larger than that of the first cell the numbers of the cell passed and of the last one are.
#[derive(Clone, Copy, PartialEq)]
struct Stride {
    via: i32,
    to: i32,
}

impl Stride {
    /// That of all paths, which lead from cells in the order of their numbers.
    fn of_all(paths: &[Vec<(Cell, Cell)>]) -> Option<Self> {
        let by = |from: usize, to: Cell| i32::from(to.0) - from as i32;
        let each = |(from, paths): (usize, &Vec<(Cell, Cell)>)| {
            paths.iter().map(|&(via, to)| Self { via: by(from, via), to: by(from, to) }).collect::<Vec<_>>()
        };
        let mut strides = paths.iter().enumerate().flat_map(each);
        let first = strides.next()?;
        strides.all(|other| other == first).then_some(first)
    }

    /// The double step that ends on a cell.
    #[inline(always)]
    fn double_step(self, to: Cell) -> Move {
        let before = |by: i32| Cell((i32::from(to.0) - by) as u16);
        Move::double_step(before(self.to), before(self.to - self.via), to)
    }
}

/// Compiles the double steps.
fn compile<const W: usize>(core: &Core<W>, budget: &mut Budget) -> Result<Vec<DoubleStepTable<W>>, CompileError> {
    let covers = core.spec.turn.placings().map(|(_, placing)| placing.piece).collect();
    let mut tables = Vec::new();
    for step in &core.spec.double_steps {
        let mut paths = ByColor::both(Vec::new());
        for color in Color::BOTH {
            for cell in core.spec.board.cells() {
                let found = match step.from[color].contains(cell) {
                    true => paths_from(core, color, step, cell),
                    false => Vec::new(),
                };
                budget.spend(size_of_val(&found[..]))?;
                paths[color].push(found);
            }
        }
        let bent = step.path == DoubleStepPath::Bent;
        let stride = ByColor::new(|color| Stride::of_all(&paths[color]).filter(|_| !bent));
        let from = ByColor::new(|color| {
            let starts = core.spec.board.cells().zip(&paths[color]).filter(|(_, paths)| !paths.is_empty());
            BitBoard::from_set(&starts.map(|(cell, _)| cell).collect())
        });
        let ends =
            ByColor::new(|color| BitBoard::from_set(&paths[color].iter().flatten().map(|(_, to)| *to).collect()));
        let paths = paths.map(Csr::new);
        let seconds = ByColor::new(|color| {
            let mut seconds = Vec::new();
            for third in core.spec.board.cells().flat_map(|from| thrice_from(&core.spec, color, step, from)) {
                if let Err(at) = seconds.binary_search(&third) {
                    seconds.insert(at, third);
                }
            }
            seconds
        });
        let promotes = |color: Color| {
            let promotions = core.spec.promotions.iter().filter(|promotion| promotion.piece == step.piece);
            promotions.map(|promotion| PromotionTable::of(promotion, color)).any(|promotion: PromotionTable<W>| {
                core.spec
                    .board
                    .cells()
                    .any(|from| paths[color].get(from).iter().any(|(_, to)| promotion.targets(from).contains(*to)))
            })
        };
        let may_promote = Color::BOTH.into_iter().any(promotes);
        let only_leaps = |color: Color| core.movers[color][step.piece.index()].only_leaps();
        let plain =
            core.spec.remote_promotion.is_none() && !may_promote && (bent || Color::BOTH.into_iter().all(only_leaps));
        tables.push(DoubleStepTable {
            piece: step.piece,
            bent,
            plain,
            stride,
            ends,
            answered: ByColor::new(|color| {
                let answered = step.from[color].iter().filter(|&from| step.is_answered(color, from));
                BitBoard::from_set(&answered.collect())
            }),
            answering: step.answering().to_vec(),
            covers,
            may_promote,
            from,
            paths,
            seconds,
        });
    }
    Ok(tables)
}

/// The double steps of a type.
pub(crate) fn of_type<const W: usize>(tables: &[DoubleStepTable<W>], kind: PieceType) -> Option<&DoubleStepTable<W>> {
    tables.iter().find(|table| table.piece == kind)
}

/// The types that may capture what has made a double step en passant.
pub(crate) fn answering<const W: usize>(tables: &[DoubleStepTable<W>], passed: PieceType) -> &[PieceType] {
    of_type(tables, passed).map_or(&[], |table| &table.answering)
}

/// The first cell passed and the one reached by double steps from `cell`, and by steps made three times. A straight one that
/// would repeat an ordinary move is left out: its text would be the same.
pub(crate) fn paths_from<const W: usize>(
    core: &Core<W>,
    color: Color,
    step: &DoubleStep,
    cell: Cell,
) -> Vec<(Cell, Cell)> {
    let mover = &core.movers[color][step.piece.index()];
    let may_enter = &core.spec.pieces[step.piece.index()].may_enter[color];
    match &step.path {
        DoubleStepPath::Straight(offsets) => {
            let twice = |&offset: &Offset| {
                let via = core.spec.board.step(cell, offset)?;
                Some((via, core.spec.board.step(via, offset)?))
            };
            let ordinary = mover.quiet_leaps(cell);
            let open = |cell: &Cell| may_enter.contains(*cell);
            let new = |(via, to): &(Cell, Cell)| open(via) && open(to) && !ordinary.contains(*to);
            let thrice = thrice_from(&core.spec, color, step, cell).into_iter().map(|(via, to, _)| (via, to));
            offsets[color].iter().filter_map(twice).chain(thrice).filter(new).collect()
        }
        DoubleStepPath::Bent => {
            let second = |via| mover.quiet_leaps(via).into_iter().map(move |to| (via, to));
            mover.quiet_leaps(cell).into_iter().flat_map(second).filter(|&(_, to)| to != cell).collect()
        }
    }
}

/// The first cell passed, the one reached and the second one passed by steps made three times from `cell`.
fn thrice_from(spec: &Spec, color: Color, step: &DoubleStep, cell: Cell) -> Vec<(Cell, Cell, Cell)> {
    let DoubleStepPath::Straight(offsets) = &step.path else { return Vec::new() };
    if !step.goes_thrice(color, cell) {
        return Vec::new();
    }
    let may_enter = &spec.pieces[step.piece.index()].may_enter[color];
    let thrice = |&offset: &Offset| {
        let via = spec.board.step(cell, offset)?;
        let second = spec.board.step(via, offset)?;
        may_enter.contains(second).then_some((via, spec.board.step(second, offset)?, second))
    };
    offsets[color].iter().filter_map(thrice).collect()
}

/// Whether a move that makes these changes, and whatever follows them (E1), leaves the mover's royals safe.
fn is_safe<const W: usize, const N: usize>(
    state: &State<W>,
    game: &impl Game<W>,
    m: Move,
    changes: [Change; N],
) -> bool {
    match game.core().safety.tries_moves() {
        false => state.keeps_royals_safe(game.core(), changes),
        true => game.survives(state, m),
    }
}

impl<const W: usize> State<W> {
    /// The legal double steps.
    pub(crate) fn double_steps<S: Sink<W>>(
        &self,
        game: &impl Game<W>,
        tables: &[DoubleStepTable<W>],
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        let (us, core) = (self.side, game.core());
        for table in tables {
            let pieces = self.of(us, table.piece) & table.from[us];
            let simple = table.plain
                && (table.bent
                    || self.en_passant.is_none_or(|taken| !self.passes_one_of(game, taken, &table.ends[us])))
                && !masks.try_all
                && masks.hurdles.is_empty()
                && !core.royals.is_sole(Piece::new(us, table.piece));
            let careful = if simple { masks.pinned } else { core.all };
            // One by one in browsers, where the module's size counts: 9 kB of 800.
            let at_once = cfg!(not(target_family = "wasm")) && !pieces.meets(&careful);
            if let Some(stride) = table.stride[us].filter(|_| at_once) {
                let passed = pieces.shifted(stride.via) & cells.empty;
                let ends = passed.shifted(stride.to - stride.via) & cells.empty & masks.check_mask;
                sink.each(ends, |to| stride.double_step(to))?;
                continue;
            }
            for from in pieces {
                if careful.contains(from) {
                    self.double_steps_from(game, table, from, masks, cells, sink)?;
                    continue;
                }
                for &(via, to) in table.paths[us].get(from) {
                    if table.is_free(us, (via, to), &cells.empty) && masks.check_mask.contains(to) {
                        sink.one(Move::double_step(from, via, to))?;
                    }
                }
            }
        }
        Flow::Continue(())
    }

    /// The legal double steps of the piece on `from`.
    fn double_steps_from<S: Sink<W>>(
        &self,
        game: &impl Game<W>,
        table: &DoubleStepTable<W>,
        from: Cell,
        masks: &CheckMasks<W>,
        cells: &Occupancy<W>,
        sink: &mut S,
    ) -> Flow {
        let core = game.core();
        // The check mask is for other pieces than the royal.
        let royal = core.royals.is_sole(Piece::new(self.side, table.piece));
        for &(via, to) in table.paths[self.side].get(from) {
            if !table.is_free(self.side, (via, to), &cells.empty) || !royal && !masks.check_mask.contains(to) {
                continue;
            }
            if !table.bent && self.rides_to(core, table.piece, from, to, cells) {
                continue;
            }
            let m = Move::double_step(from, via, to);
            let is_safe = match royal {
                true => self.may_go(core, from, to),
                false => !self.safe_targets(core, masks, from, BitBoard::of(to)).is_empty(),
            };
            if !is_safe {
                continue;
            }
            match !table.bent && self.may_take_en_passant(game, table.piece, to) {
                false => game.settle(self, table.piece, m, sink)?,
                true => {
                    let taking = self.en_passant_captures_between(game, from, to);
                    self.settle_apart(game, table.piece, m, &taking, &mut |m| sink.one(m))?;
                }
            }
        }
        Flow::Continue(())
    }

    /// Whether a double step is legal here.
    pub(crate) fn accepts_double_step(&self, game: &impl Game<W>, tables: &[DoubleStepTable<W>], m: Move) -> bool {
        let (from, masks, cells) = (m.origin(), self.check_masks(game.core()), self.occupancy(game.core()));
        let piece = self.at(from);
        let table = if piece.is(self.side) { of_type(tables, piece.kind()) } else { None };
        let Some(table) = table else { return false };
        table.from[self.side].contains(from)
            && self.double_steps_from(game, table, from, &masks, &cells, &mut Visit::finding(m)).is_break()
    }

    /// The legal en passant captures.
    pub(crate) fn en_passant_captures<S: Sink<W>>(&self, game: &impl Game<W>, sink: &mut S) -> Flow {
        // In the middle of a turn the double step is the side's own.
        let Some(taken) = self.en_passant.filter(|_| !self.is_within_turn()) else {
            return Flow::Continue(());
        };
        let (pawn, passed) = (taken.pawn, self.at(taken.pawn).kind());
        let (us, them) = (self.side.into(), (!self.side).into());
        for via in [Some(taken.via), self.second_passed(game, taken)].into_iter().flatten() {
            for &kind in game.answering(passed) {
                for from in self.en_passant_sources(game.core(), kind, via, pawn) {
                    let (m, taken) = (Move::en_passant(from, via), Change::Leaves(them, passed, pawn));
                    let changes = [taken, Change::Leaves(us, kind, from), Change::Comes(us, kind, via)];
                    if is_safe(self, game, m, changes) {
                        self.settle_en_passant(game, kind, m, sink)?;
                    }
                }
            }
        }
        Flow::Continue(())
    }

    /// The second cell that the enemy's piece has just passed, if it has made its step three times.
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn second_passed(&self, game: &impl Game<W>, taken: EnPassant) -> Option<Cell> {
        let piece = self.at(taken.pawn);
        game.second_passed(self.double_stepper(), piece.kind(), taken)
    }

    /// Whether one of the cells that a piece has just passed is among some.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn passes_one_of(&self, game: &impl Game<W>, taken: EnPassant, cells: &BitBoard<W>) -> bool {
        cells.contains(taken.via) || self.second_passed(game, taken).is_some_and(|second| cells.contains(second))
    }

    /// Whether a piece that slides or hops can go to an empty cell by an ordinary move. A double step there
    /// would be written alike; one by leaps is left out of the tables already.
    fn rides_to(&self, core: &Core<W>, kind: PieceType, from: Cell, to: Cell, cells: &Occupancy<W>) -> bool {
        !core.movers[self.side][kind.index()].only_leaps() && self.all_targets(core, kind, from, cells).contains(to)
    }

    /// Whether pieces of a type may capture en passant on a cell, which would be written as a double step there.
    #[inline(always)]
    fn may_take_en_passant(&self, game: &impl Game<W>, kind: PieceType, to: Cell) -> bool {
        let takes = |taken: EnPassant| game.answering(self.at(taken.pawn).kind()).contains(&kind);
        self.en_passant.is_some_and(|taken| takes(taken) && self.passes_one_of(game, taken, &BitBoard::of(to)))
    }

    /// The legal en passant captures from one cell to another.
    #[cold]
    #[inline(never)]
    fn en_passant_captures_between(&self, game: &impl Game<W>, from: Cell, to: Cell) -> Vec<Move> {
        let mut found = Vec::new();
        let keep: &mut dyn FnMut(Move) -> Flow = &mut |m| {
            if m.origin() == from && m.to() == to {
                found.push(m);
            }
            Flow::Continue(())
        };
        let _ = self.en_passant_captures(game, &mut Visit(keep));
        found
    }

    /// The pieces of the side to move that could capture on the cell passed.
    fn en_passant_sources(&self, core: &Core<W>, kind: PieceType, via: Cell, pawn: Cell) -> BitBoard<W> {
        let us = self.side;
        let mut sources = core
            .attacks
            .leapers(us, via)
            .find(|(leaper, _)| *leaper == kind)
            .map_or(BitBoard::EMPTY, |(_, sources)| *sources & self.of(us, kind));
        if !core.movers[us][kind.index()].only_leaps() {
            sources |= self.rides_en_passant(core, kind, via, pawn);
        }
        sources
    }

    /// An en passant capture with every choice of promotions that it has. A piece that could also go to that cell without
    /// capturing, and would be promoted alike, does that: both would be written alike.
    fn settle_en_passant<S: Sink<W>>(&self, game: &impl Game<W>, kind: PieceType, m: Move, sink: &mut S) -> Flow {
        let core = game.core();
        let may_step = self.targets::<Quiets>(core, kind, m.origin(), &self.occupancy(core)).contains(m.to());
        if !may_step {
            return game.settle(self, kind, m, sink);
        }
        let (us, step) = (self.side.into(), Move::normal(m.origin(), m.to(), None));
        let stepped = [Change::Leaves(us, kind, m.origin()), Change::Comes(us, kind, m.to())];
        let mut steps = Vec::new();
        let _ = game.settle(self, kind, step, &mut Collect::new(&mut steps));
        steps.retain(|&step| is_safe(self, game, step, stepped));
        self.settle_apart(game, kind, m, &steps, &mut |m| sink.one(m))
    }

    /// A move with every choice of promotions that it has but those that would be written like one of some others between the
    /// same cells.
    #[cold]
    #[inline(never)]
    fn settle_apart(
        &self,
        game: &impl Game<W>,
        kind: PieceType,
        m: Move,
        others: &[Move],
        give: &mut dyn FnMut(Move) -> Flow,
    ) -> Flow {
        // A promotion that is not written reads like none.
        let promotion = game.core().spec.promotion(kind, self.side);
        let is_silent = promotion.is_some_and(|promotion| promotion.text == PromotionText::Silent);
        let choice = |m: Move| (m.promotion().filter(|_| !is_silent), m.remote_promotion());
        let apart: &mut dyn FnMut(Move) -> Flow = &mut |m| match others.iter().any(|&other| choice(other) == choice(m))
        {
            true => Flow::Continue(()),
            false => give(m),
        };
        game.settle(self, kind, m, &mut Visit(apart))
    }

    /// The pieces that slide, hop or go by routes and could capture on the cell passed if the enemy had stopped there.
    fn rides_en_passant(&self, core: &Core<W>, kind: PieceType, via: Cell, pawn: Cell) -> BitBoard<W> {
        let (owner, passed) = ((!self.side).into(), self.at(pawn).kind());
        self.on_copy(|stopped| {
            stopped.toggle_occupancy(core, owner, passed, pawn);
            stopped.toggle_occupancy(core, owner, passed, via);
            let (cells, mut sources) = (stopped.occupancy(core), BitBoard::EMPTY);
            for from in stopped.of(stopped.side, kind) {
                if stopped.targets::<Captures>(core, kind, from, &cells).contains(via) {
                    sources.insert(from);
                }
            }
            sources
        })
    }

    /// Remembers a double step of a `kind` that has just been made, if it may be answered en passant.
    #[inline(always)]
    pub(crate) fn remember_double_step(
        &mut self,
        game: &impl Game<W>,
        tables: &[DoubleStepTable<W>],
        mover: Color,
        kind: PieceType,
        m: Move,
    ) {
        // A piece that has become another is not taken en passant.
        let stays = m.promotion().is_none();
        let answered = |table: &DoubleStepTable<W>| table.answered[mover].contains(m.origin());
        if let Some(via) = m.via().filter(|_| stays && of_type(tables, kind).is_some_and(answered)) {
            self.en_passant = Some(EnPassant { via, pawn: m.to() });
            self.hash_en_passant(game);
        }
    }

    /// Makes the double step just made part of the hash if it can be answered: only then is the position
    /// another one (G4). Until the turn is over nobody knows.
    pub(crate) fn hash_en_passant(&mut self, game: &impl Game<W>) {
        if let Some(EnPassant { via, pawn }) = self.en_passant
            && (self.is_within_turn() || self.can_capture_en_passant(game))
        {
            self.en_passant_hash = game.core().zobrist.en_passant(via, pawn);
            self.hash ^= self.en_passant_hash;
        }
    }

    /// The same after a change of anything else.
    pub(crate) fn hash_en_passant_anew(&mut self, game: &impl Game<W>) {
        self.hash ^= self.en_passant_hash;
        self.en_passant_hash = 0;
        self.hash_en_passant(game);
    }

    /// The side that may have just made a double step.
    fn double_stepper(&self) -> Color {
        if self.is_within_turn() { self.side } else { !self.side }
    }

    /// Forgets the double step before the last move, as any move does.
    #[inline(always)]
    pub(crate) fn forget_en_passant(&mut self) {
        self.hash ^= self.en_passant_hash;
        self.en_passant_hash = 0;
        self.en_passant = None;
    }

    fn can_capture_en_passant(&self, game: &impl Game<W>) -> bool {
        let mut fitting = Visit(|m: Move| if game.fits(self, m) { Flow::Break(()) } else { Flow::Continue(()) });
        self.en_passant_captures(game, &mut fitting).is_break()
    }

    /// Where the pieces of `color` stand that may have just passed a cell by a straight double step.
    fn straight_over(&self, core: &Core<W>, tables: &[DoubleStepTable<W>], color: Color, via: Cell) -> Vec<Cell> {
        let passed =
            |&pawn: &Cell| self.double_step_over(tables, color, via, pawn).is_some_and(|(table, _)| !table.bent);
        core.spec.board.cells().filter(passed).collect()
    }

    /// Whether the cell passed does not show which piece has just made its double step.
    pub(crate) fn en_passant_names_piece(
        &self,
        core: &Core<W>,
        tables: &[DoubleStepTable<W>],
        passed: EnPassant,
    ) -> bool {
        self.straight_over(core, tables, self.double_stepper(), passed.via) != [passed.pawn]
    }

    /// The double step by which a piece of `color` came to `pawn` over `via`, if there is one: its table
    /// and the cell it started from, on which at most a piece stands now that the turn has placed.
    pub(crate) fn double_step_over<'t>(
        &self,
        tables: &'t [DoubleStepTable<W>],
        color: Color,
        via: Cell,
        pawn: Cell,
    ) -> Option<(&'t DoubleStepTable<W>, Cell)> {
        let piece = self.at(pawn);
        if !piece.is(color) || !self.at(via).is_none() {
            return None;
        }
        let is_left = |from: Cell, covers: &TypeSet| {
            let piece = self.at(from);
            piece.is_none() || covers.has(piece.kind())
        };
        tables.iter().filter(|table| table.piece == piece.kind()).find_map(|table| {
            if table.second(color, via, pawn).is_some_and(|second| !self.at(second).is_none()) {
                return None;
            }
            let from = table.answered[color]
                .into_iter()
                .find(|&from| is_left(from, &table.covers) && table.paths[color].get(from).contains(&(via, pawn)))?;
            Some((table, from))
        })
    }
}
