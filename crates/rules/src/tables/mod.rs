//! Compiled rules: a [`Spec`](crate::spec::Spec) turned into flat tables, once.
//!
//! Move generation reads these tables; it interprets nothing and allocates nothing. What a game does
//! not have costs it a test per position, never one per move.

mod attack;
mod budget;
mod csr;
mod error;
mod from_cell;
mod limits;
pub(crate) mod lines;
mod mover;
mod neutrals;
mod ride;
mod royals;
mod zobrist;

pub(crate) use attack::AttackTables;
pub(crate) use budget::Budget;
pub(crate) use csr::Csr;
pub use error::{CompileError, CompileErrors};
pub(crate) use lines::LineTable;
pub use mover::Mover;
pub(crate) use neutrals::Neutrals;
pub use ride::{Ride, Route};
pub(crate) use royals::Royals;
pub(crate) use zobrist::Zobrist;

use crate::rule::castling::{self, CastlingTable};
use crate::rule::double_step::{self, DoubleStepTable};
use crate::rule::extinction;
use crate::rule::hand::{self, CapturedTable, DropTable, NO_HAND};
use crate::rule::no_facing;
use crate::rule::promotion::{self, PromotionTable};
use crate::rule::remote_promotion::{self, RemotePromotionTable};
use crate::rule::royal_obligation::{self, RoyalObligationTable};
use crate::rule::swap::{self, SwapTable};
use crate::rule::{self, Endings};
use crate::spec::{PieceType, Repetition, Spec};
use crate::{ByColor, Color};
use from_cell::Drafter;
use limits::MAX_TARGETS;
use spielraum_geometry::{BitBoard, Board, Cell};

/// The tables of a game on a board of at most `64 * W` cells.
pub(crate) struct Tables<const W: usize> {
    pub(crate) spec: Spec,
    pub(crate) all: BitBoard<W>,
    pub(crate) lines: LineTable,
    pub(crate) movers: ByColor<Vec<Mover<W>>>,
    pub(crate) attacks: AttackTables<W>,
    pub(crate) zobrist: Zobrist,
    pub(crate) royals: Royals,
    pub(crate) neutrals: Neutrals,
    /// The number of each line direction along which royals may not face.
    pub(crate) facing: u64,
    /// For each type of each side: the families of types (X3, F3) to which it belongs, as bits.
    pub(crate) families: ByColor<Vec<u32>>,
    pub(crate) promotions: ByColor<Vec<Option<PromotionTable<W>>>>,
    pub(crate) remote_promotion: Option<RemotePromotionTable<W>>,
    pub(crate) double_steps: Vec<DoubleStepTable<W>>,
    pub(crate) castlings: Vec<CastlingTable<W>>,
    /// For each cell: the castling rights that survive when something moves from or to it, as bits.
    pub(crate) rights_kept: Vec<u32>,
    pub(crate) swap: Option<SwapTable<W>>,
    pub(crate) drops: ByColor<Vec<DropTable<W>>>,
    /// What the captured type becomes in the hand, by the captor's or (prison) the owner's side.
    pub(crate) captured: Option<CapturedTable>,
    /// The index of each type in the hand, or `NO_HAND`.
    pub(crate) hand_index: Vec<u8>,
    pub(crate) royal_obligation: Option<RoyalObligationTable<W>>,
    /// Whether two cells may lie on more than one line, so that blocking one need not block all.
    pub(crate) lines_meet_again: bool,
    /// Whether a pinned piece is pinned for certain and may go along the line of its pin, and nowhere else.
    pub(crate) pins_hold: bool,
    /// What ends the game.
    pub(crate) endings: Endings<W>,
    /// Whether it matters that a move gives check.
    pub(crate) watches_checks: bool,
    /// Whether positions count more than clocks.
    pub(crate) counts_something: bool,
    /// Whether positions made must be remembered for their side (N4).
    pub(crate) repetition_banned: bool,
    bytes: usize,
}

/// What the tables of rules are compiled from.
pub(crate) struct Compiler<'a, const W: usize> {
    pub(crate) spec: &'a Spec,
    pub(crate) movers: &'a ByColor<Vec<Mover<W>>>,
    pub(crate) lines: &'a LineTable,
}

impl<const W: usize> Tables<W> {
    /// Compiles a specification that has been validated.
    pub(crate) fn build(spec: Spec) -> Result<Self, CompileError> {
        let mut budget = Budget::new();
        let lines = LineTable::build(&spec.board, &spec.pieces, &spec.goals.facing)?;
        budget.spend(lines.memory())?;
        let movers = build_movers(&spec, &lines, &mut budget)?;
        check_targets(&spec.board, &movers)?;
        let attacks = AttackTables::build(&spec.board, &lines, &movers, &mut budget)?;
        let zobrist = Zobrist::new(spec.board.len(), spec.pieces.len());
        budget.spend(zobrist.memory())?;
        let hand_index = hand::hand_indices(&spec);
        let compiler = Compiler { spec: &spec, movers: &movers, lines: &lines };
        let promotions = ByColor::new(|color| promotion::compile(&compiler, color));
        let double_steps = double_step::compile(&compiler, &promotions, &mut budget)?;
        let castlings = castling::compile(&compiler)?;
        let lines_meet_again = lines.meet_again(spec.board.len());
        let royals = Royals::of(&spec)?;
        let several_royals = Color::BOTH.into_iter().any(|color| royals.has_several(color));
        Ok(Self {
            all: BitBoard::from_set(&spec.board.all()),
            royals,
            neutrals: Neutrals::of(&spec),
            facing: no_facing::compile(&spec, &lines),
            families: ByColor::new(|color| extinction::family_bits(&spec, color)),
            promotions,
            remote_promotion: remote_promotion::compile(&spec),
            double_steps,
            castlings,
            rights_kept: castling::rights_kept(&spec),
            swap: swap::compile(&spec),
            drops: ByColor::new(|color| hand::compile(&compiler, color, &hand_index)),
            captured: hand::compile_captured(&spec, &hand_index),
            royal_obligation: royal_obligation::compile(&spec),
            lines_meet_again,
            pins_hold: !lines_meet_again && !attacks.has_hops && !attacks.has_routes && !several_royals,
            endings: Endings::of(&spec),
            watches_checks: rule::watches_checks(&spec),
            counts_something: rule::counts(&spec).next().is_some(),
            repetition_banned: spec.goals.repetition == Repetition::Banned,
            hand_index,
            lines,
            movers,
            attacks,
            zobrist,
            bytes: budget.spent(),
            spec,
        })
    }

    /// The number of piece types.
    #[inline(always)]
    pub(crate) fn types(&self) -> usize {
        self.movers.white.len()
    }

    /// The double steps of a type.
    pub(crate) fn double_step(&self, kind: PieceType) -> Option<&DoubleStepTable<W>> {
        self.double_steps.iter().find(|table| table.piece == kind)
    }

    /// Bytes used by the tables.
    pub(crate) fn memory(&self) -> usize {
        self.bytes
    }

    /// The cells from which a type of a side can't move on a board that is empty but for the hurdle of a hop.
    pub(crate) fn stuck(&self, color: Color, kind: PieceType) -> &BitBoard<W> {
        &self.movers[color][kind.index()].stuck
    }

    /// The index of a type in the hands.
    pub(crate) fn hand_index(&self, kind: PieceType) -> Option<usize> {
        match self.hand_index[kind.index()] {
            NO_HAND => None,
            index => Some(usize::from(index)),
        }
    }
}

fn build_movers<const W: usize>(
    spec: &Spec,
    lines: &LineTable,
    budget: &mut Budget,
) -> Result<ByColor<Vec<Mover<W>>>, CompileError> {
    let mut drafter = Drafter::new(&spec.board, lines);
    let mut movers = ByColor { white: Vec::new(), black: Vec::new() };
    for color in Color::BOTH {
        for piece in &spec.pieces {
            let cell_moves = |cell: Cell, drafter: &mut Drafter<'_>| {
                drafter.draft(&piece.moves[color], &piece.may_enter[color], cell)
            };
            let drafts = spec.board.cells().map(|cell| cell_moves(cell, &mut drafter)).collect();
            movers[color].push(Mover::assemble(drafts, &spec.board, lines, budget)?);
        }
    }
    Ok(movers)
}

/// Refuses pieces that could go to more cells than a generator should look through for one position.
fn check_targets<const W: usize>(board: &Board, movers: &ByColor<Vec<Mover<W>>>) -> Result<(), CompileError> {
    for color in Color::BOTH {
        let most = |cell: Cell| movers[color].iter().map(|mover| mover.most_targets(cell)).max().unwrap_or(0);
        let targets = board.cells().map(most).sum::<usize>();
        if targets > MAX_TARGETS {
            return Err(CompileError::TooManyTargets(targets));
        }
    }
    Ok(())
}
