//! What the pieces of a position attack, all together: mobility, king-zone attacks, threats and pawn structure.

mod info;
mod pawns;
mod sets;

pub use pawns::is_pawn;

use info::Cache;
use pawns::Pawns;
use sets::CellSets;
use spielraum_geometry::{Board, Cell, Offset};
use spielraum_rules::bitboards::{BitBoard, Mover, MoverViewer};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color, Position, Rules};

/// The tables of a game by which attacks are told.
#[derive(Clone, Debug)]
pub struct Attacks {
    pawns: Pawns,
    /// For each cell, it and the cells next to it; empty if there is no royal.
    king_zone: CellSets,
}

/// For each cell, it and the cells next to it.
fn king_zones<const W: usize>(board: &Board) -> Vec<BitBoard<W>> {
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
    board.cells().map(near).collect()
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

/// What the pieces of one type and side attack, all together; see [`Attacks::info`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AttackInfo {
    /// How many they are.
    pub pieces: u32,
    /// How many targets they have that no enemy pawn attacks, the royals' safety not considered.
    pub targets: u32,
    /// How many of the cells on and next to the enemy's royals each attacks, added up.
    pub king_zone_attacks: u32,
    /// How many attack any of those cells.
    pub king_zone_attackers: u32,
    /// How many stand next to their own side's royals.
    pub shelters: u32,
    /// How many are guarded by a pawn of their own side where no enemy pawn can ever come to attack them.
    pub outposts: u32,
}

/// In which way a piece is threatened; see [`Attacks::info`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Threat {
    /// A piece that is worth less, by more than an eighth, and is no pawn attacks it.
    ByLesser,
    /// It is attacked, and no piece of its own side guards it.
    Hanging,
}

/// Visits the pieces of a position; see [`Attacks::info`]. All methods but [`pieces`](Self::pieces) do nothing
/// if they are not defined.
pub trait AttackVisitor {
    /// Visits the pieces of a type, which is not royal, all together; types of which there are none are left out.
    fn pieces(&mut self, color: Color, kind: PieceType, info: AttackInfo);

    /// Visits a piece that is no royal and is threatened.
    fn threat(&mut self, _color: Color, _kind: PieceType, _cell: Cell, _threat: Threat) {}

    /// Visits a pawn.
    fn pawn(&mut self, _color: Color, _kind: PieceType, _cell: Cell, _pawn: Pawn) {}
}

/// What is kept from position to position of one game; see [`Attacks::info`].
#[derive(Clone, Debug, Default)]
pub struct AttackCache(Cache);

impl Attacks {
    /// The tables of a game.
    pub fn new(rules: &Rules) -> Self {
        rules.view_movers(Build(rules))
    }

    /// Looks at all pieces of a position of the game: a visitor hears what they attack, which of them are threatened and how
    /// the pawns stand. Gives for each side how many enemy pieces that are no pawns its pawns attack. `values` has the
    /// value of each type for each side, as for [`Position::see_ge`], or is empty: then no threats are visited, which
    /// takes less time. `cache` must be used with positions of this game only.
    ///
    /// # Panics
    ///
    /// If the position is one of another game, or `values` is too short, but not empty.
    pub fn info(
        &self,
        position: &Position,
        cache: &mut AttackCache,
        values: &[i32],
        visitor: &mut impl AttackVisitor,
    ) -> [u32; 2] {
        position.view(info::Look { tables: self, cache: &mut cache.0, values, visitor })
    }
}

/// Makes the tables of a game.
struct Build<'a>(&'a Rules);

impl MoverViewer for Build<'_> {
    type Output = Attacks;

    fn view<const W: usize>(self, movers: &ByColor<Vec<Mover<W>>>) -> Attacks {
        let spec = self.0.spec();
        let king_zone = match spec.has_royals() {
            true => CellSets::new::<W>(&king_zones(&spec.board)),
            false => CellSets::default(),
        };
        Attacks { pawns: Pawns::new(spec, movers), king_zone }
    }
}
