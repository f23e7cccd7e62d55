//! Flat tables of a board and its pieces, made of a [`Spec`](crate::spec::Spec) once. They know no rule.
//!
//! Move generation reads these tables; it interprets nothing and allocates nothing. What a game does
//! not have costs it a test per position, never one per move.

mod attack;
mod budget;
mod constraints;
mod csr;
pub(crate) mod effects;
mod error;
mod firsts;
mod from_cell;
mod limits;
pub(crate) mod lines;
mod mover;
mod neutrals;
mod rebirth;
mod ride;
mod royals;
mod safety;
mod turn;
mod zobrist;

pub(crate) use attack::AttackTables;
pub(crate) use budget::Budget;
pub(crate) use constraints::{Ban, Constraints, Musts, Seen};
pub(crate) use csr::Csr;
pub(crate) use effects::Effects;
pub use error::{CompileError, CompileErrors};
pub(crate) use firsts::Firsts;
pub(crate) use lines::LineTable;
pub use mover::Mover;
pub(crate) use neutrals::Neutrals;
pub(crate) use rebirth::{Occurrence, RebirthTable, Revival};
pub use ride::{Hop, Ride, Route};
pub(crate) use royals::Royals;
pub(crate) use safety::Safety;
pub(crate) use turn::TurnParts;
pub(crate) use zobrist::Zobrist;

use crate::spec::{Family, PieceType, Spec, TypeSet};
use crate::{ByColor, Color};
use from_cell::Drafter;
use limits::MAX_TARGETS;
use spielraum_geometry::{BitBoard, Board, Cell};

/// The tables of a game that no rule has of its own, on a board of at most `64 * W` cells.
pub(crate) struct Core<const W: usize> {
    pub(crate) spec: Spec,
    pub(crate) all: BitBoard<W>,
    pub(crate) lines: LineTable,
    pub(crate) movers: ByColor<Vec<Mover<W>>>,
    pub(crate) attacks: AttackTables<W>,
    pub(crate) zobrist: Zobrist,
    pub(crate) royals: Royals,
    pub(crate) neutrals: Neutrals,
    /// What happens after moves (E1).
    pub(crate) effects: Effects<W>,
    pub(crate) turn: TurnParts,
    /// What pieces may do as long as they have not moved (G14, G15).
    pub(crate) firsts: Firsts<W>,
    /// Whether a turn is one move, which moves a piece, and nothing follows it but what the move itself does.
    pub(crate) is_plain: bool,
    /// Which moves must be made before others, and which may not be made (O1).
    pub(crate) constraints: Constraints,
    /// How it is found out which moves leave royals safe.
    pub(crate) safety: Safety,
    /// The types over which nothing hops, and whether there are any.
    pub(crate) no_hurdles: TypeSet,
    pub(crate) has_solid: bool,
    /// The families of types of which each side must keep some (X3, F3).
    pub(crate) families: Vec<Family>,
    /// For each type of each side: the families to which it belongs, as bits.
    pub(crate) family_bits: ByColor<Vec<u32>>,
    /// The index of each type in the hands.
    hand_index: Vec<Option<u8>>,
}

impl<const W: usize> Core<W> {
    /// Compiles a specification that has been validated, as far as no rule has tables of its own.
    pub(crate) fn build(spec: Spec, budget: &mut Budget) -> Result<Self, CompileError> {
        let lines = LineTable::build(&spec)?;
        budget.spend(lines.memory())?;
        let movers = build_movers(&spec, &lines, budget)?;
        check_targets(&spec.board, &movers)?;
        let attacks = AttackTables::build(&spec.board, &lines, &movers, budget)?;
        let zobrist = Zobrist::new(spec.board.len(), spec.pieces.len());
        budget.spend(zobrist.memory())?;
        let royals = Royals::of(&spec);
        let families = spec.goals.families();
        let no_hurdles: TypeSet = spec.no_hurdles.iter().collect();
        let several_royals = Color::BOTH.into_iter().any(|color| royals.has_several(color));
        let safety = Safety::build(&spec, &lines, &attacks, several_royals);
        Ok(Self {
            all: BitBoard::from_set(&spec.board.all()),
            royals,
            neutrals: Neutrals::of(&spec),
            effects: Effects::build(&spec, budget)?,
            turn: TurnParts::of(&spec),
            firsts: Firsts::build(&spec, &lines, budget)?,
            is_plain: spec.firsts.is_empty()
                && !safety.tries_moves()
                && spec.turn.is_plain()
                && !spec.has_passes()
                && !spec.has_own_promotions()
                && !spec.castlings.iter().any(|castling| castling.dropped),
            constraints: Constraints::of(&spec),
            safety,
            has_solid: !no_hurdles.is_empty(),
            no_hurdles,
            family_bits: ByColor::new(|color| family_bits(&spec, &families, color)),
            families,
            hand_index: hand_indices(&spec),
            lines,
            movers,
            attacks,
            zobrist,
            spec,
        })
    }

    /// The number of piece types.
    #[inline(always)]
    pub(crate) fn types(&self) -> usize {
        self.movers.white.len()
    }

    /// The cells from which a type of a side can't move on a board that is empty but for the hurdle of a hop.
    pub(crate) fn stuck(&self, color: Color, kind: PieceType) -> &BitBoard<W> {
        &self.movers[color][kind.index()].stuck
    }

    /// The index of a type in the hands.
    #[inline(always)]
    pub(crate) fn hand_index(&self, kind: PieceType) -> Option<usize> {
        self.hand_index[kind.index()].map(usize::from)
    }
}

/// For each type of a side: the families to which it belongs, as bits.
fn family_bits(spec: &Spec, families: &[Family], color: Color) -> Vec<u32> {
    let mut bits = vec![0; spec.pieces.len()];
    for (number, family) in families.iter().enumerate() {
        for kind in &family.members[color] {
            bits[kind.index()] |= 1 << number;
        }
    }
    bits
}

/// The index of each type in the hands.
fn hand_indices(spec: &Spec) -> Vec<Option<u8>> {
    let order = spec.hands.as_ref().map_or(&[][..], |hands| &hands.order);
    let index = |kind: usize| order.iter().position(|piece| piece.index() == kind).map(|index| index as u8);
    (0..spec.pieces.len()).map(index).collect()
}

fn build_movers<const W: usize>(
    spec: &Spec,
    lines: &LineTable,
    budget: &mut Budget,
) -> Result<ByColor<Vec<Mover<W>>>, CompileError> {
    let mut drafter = Drafter::new(&spec.board, lines, !spec.no_hurdles.is_empty());
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
