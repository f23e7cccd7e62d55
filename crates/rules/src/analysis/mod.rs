//! What an evaluation asks of a position beyond the rules: what the pieces attack, how pawns stand, how freely a royal
//! moves.
//!
//! The engine alone asks this, and nothing else in this crate uses it. It stands here since it reads the tables and
//! the state of a position for boards of every width, which the façade hides.

mod attack_info;
mod mobility;
mod pawns;

use crate::bitboard::BitBoard;
use crate::position::{Position, with_state};
use crate::rules::{Rules, with_tables};
use crate::spec::{PieceType, Spec};
use crate::state::State;
use crate::state::overlay::Without;
use crate::tables::{Budget, CompileError, Mover, Tables};
use crate::{ByColor, Color};
use pawns::Pawns;
use spielraum_geometry::{Board, Cell, Offset};

/// The tables of a game that only evaluations use.
pub(crate) struct AnalysisTables<const W: usize> {
    pawns: Pawns<W>,
    /// For each cell, it and the cells next to it; empty if there is no royal.
    king_zone: Vec<BitBoard<W>>,
}

impl<const W: usize> AnalysisTables<W> {
    /// Compiles the tables; `promotes`: whether a type of a side does.
    pub(crate) fn build(
        spec: &Spec,
        movers: &ByColor<Vec<Mover<W>>>,
        promotes: impl Fn(Color, PieceType) -> bool,
        budget: &mut Budget,
    ) -> Result<Self, CompileError> {
        let pawns = pawns::build(&spec.board, movers, promotes, budget)?;
        let has_royal = spec.royal().is_some();
        let king_zone = if has_royal { king_zones(&spec.board, budget)? } else { Vec::new() };
        Ok(Self { pawns, king_zone })
    }
}

/// For each cell, it and the cells next to it.
fn king_zones<const W: usize>(board: &Board, budget: &mut Budget) -> Result<Vec<BitBoard<W>>, CompileError> {
    budget.spend(board.len() * size_of::<BitBoard<W>>())?;
    let steps = [-1, 0, 1];
    let offsets = || {
        steps.into_iter().flat_map(move |level| {
            steps.into_iter().flat_map(move |file| steps.into_iter().map(move |rank| Offset::new(level, file, rank)))
        })
    };
    let near = |cell: Cell| {
        offsets().filter_map(|offset| board.step(cell, offset)).fold(BitBoard::of(cell), |mut near, neighbour| {
            near.insert(neighbour);
            near
        })
    };
    Ok(board.cells().map(near).collect())
}

/// How many targets a piece can be expected to have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mobility {
    /// Targets of moves that don't capture.
    pub quiet: f64,
    /// Targets of captures.
    pub capture: f64,
}

/// How a pawn stands. A pawn is a piece of a type that promotes, moves by leaps alone and never comes back to a cell that it
/// has left, as those of most games do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pawn {
    /// No enemy pawn stands on its way, or attacks a cell of it or the pawn itself.
    pub is_passed: bool,
    /// It is passed, and nothing stands where its next move leads.
    pub is_unblocked: bool,
    /// Another pawn guards it.
    pub is_supported: bool,
    /// Another pawn guards the cell to which its next move leads; never where it captures as it moves.
    pub is_phalanx: bool,
    /// No other pawn can ever guard it, here or farther on.
    pub is_isolated: bool,
    /// It has one way only, and one of its own pawns is on it.
    pub is_doubled: bool,
}

/// What the pieces of one type and side attack, all together; see [`Position::attack_info`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AttackInfo {
    /// How many they are.
    pub pieces: u32,
    /// How many targets they have that no enemy pawn attacks, the royals' safety not considered.
    pub targets: u32,
    /// How many of the cells on and next to the enemy's royal each attacks, added up.
    pub king_zone_attacks: u32,
    /// How many attack any of those cells.
    pub king_zone_attackers: u32,
    /// How many stand next to their own side's royal.
    pub shelters: u32,
    /// How many are guarded by a pawn of their own side where no enemy pawn can ever come to attack them.
    pub outposts: u32,
}

/// In which way a piece is threatened; see [`Position::attack_info`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Threat {
    /// A piece that is worth less, by more than an eighth, and is no pawn attacks it.
    ByLesser,
    /// It is attacked, and no piece of its own side guards it.
    Hanging,
}

/// Visits the pieces of a position; see [`Position::attack_info`]. All methods but [`pieces`](Self::pieces) do nothing
/// if they are not defined.
pub trait AttackVisitor {
    /// Visits the pieces of a type, which is not royal, all together; types of which there are none are left out.
    fn pieces(&mut self, color: Color, kind: PieceType, info: AttackInfo);

    /// Visits a piece that is no royal and is threatened.
    fn threat(&mut self, _color: Color, _kind: PieceType, _cell: Cell, _threat: Threat) {}

    /// Visits a pawn.
    fn pawn(&mut self, _color: Color, _kind: PieceType, _cell: Cell, _pawn: Pawn) {}
}

/// What is kept from position to position of one game; see [`Position::attack_info`].
#[derive(Clone, Debug, Default)]
pub struct AttackCache(attack_info::Cache);

impl Position {
    /// Looks at all pieces: a visitor hears what they attack, which of them are threatened and how the pawns stand. Gives
    /// for each side how many enemy pieces that are no pawns its pawns attack. `values` has the value of each type for each side, as for [`see_ge`](Self::see_ge), or is
    /// empty: then no threats are visited, which takes less time. `cache` must be used with positions of this
    /// game only.
    ///
    /// # Panics
    ///
    /// If `values` is too short, but not empty.
    pub fn attack_info(&self, cache: &mut AttackCache, values: &[i32], visitor: &mut impl AttackVisitor) -> [u32; 2] {
        with_state!(&self.state, |t, s| match values.is_empty() {
            true => s.attack_info::<false>(t, &mut cache.0, values, visitor),
            false => s.attack_info::<true>(t, &mut cache.0, values, visitor),
        })
    }

    /// How many cells the royal of a side, whosever turn it is, could step to without being attacked there.
    pub fn royal_freedom(&self, color: Color) -> u32 {
        with_state!(&self.state, |t, s| s.royal_freedom(t, color))
    }
}

impl Rules {
    /// How many cells a piece on `from` can be expected to move to and to attack when every cell of the board is empty
    /// with probability `empty`, whatever stands on the targets themselves.
    ///
    /// # Panics
    ///
    /// If the type or the cell is not one of this game.
    pub fn expected_mobility(&self, color: Color, kind: PieceType, from: Cell, empty: f64) -> Mobility {
        with_tables!(self, tables => tables.movers[color][kind.index()].expected_mobility(from, empty))
    }

    /// Whether pieces of a type are pawns to an evaluation: they promote, move by leaps alone and never come back
    /// to a cell that they have left.
    ///
    /// # Panics
    ///
    /// If the type is not one of this game.
    pub fn is_pawn(&self, kind: PieceType) -> bool {
        with_tables!(self, tables => tables.analysis.pawns.is_pawn(kind))
    }
}

impl<const W: usize> State<W> {
    /// How many cells the royal of `color`, whosever turn it is, could step to without being attacked there.
    pub(crate) fn royal_freedom(&self, t: &Tables<W>, color: Color) -> u32 {
        let Some(kind) = t.royal else { return 0 };
        let (from, other) = (self.royal[color as usize], self.royal[!color as usize]);
        let mover = &t.movers[color][kind.index()];
        let steps = mover.quiet_leaps(from).without(self.by_color[color as usize]);
        let safe =
            |&to: &Cell| !self.attacked(t, to, !color, &Without(from)) && !self.faces(t, to, other, &Without(from));
        steps.into_iter().filter(safe).count() as u32
    }
}
