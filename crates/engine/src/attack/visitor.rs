//! What is known of the pieces of a position, and its visitors.

use spielraum_geometry::Cell;
use spielraum_rules::Color;
use spielraum_rules::spec::PieceType;

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

/// What the pieces of one type and side attack, all together; see [`Attacks::info`](super::Attacks::info).
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

/// In which way a piece is threatened; see [`Attacks::info`](super::Attacks::info).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Threat {
    /// A piece that is worth less, by more than an eighth, and is no pawn attacks it.
    ByLesser,
    /// It is attacked, and no piece of its own side guards it.
    Hanging,
}

/// Visits the pieces of a position; see [`Attacks::info`](super::Attacks::info). All methods but [`pieces`](Self::pieces) do nothing
/// if they are not defined.
pub trait AttackVisitor {
    /// Visits the pieces of a type, which is not royal, all together; types of which there are none are left out.
    fn pieces(&mut self, color: Color, kind: PieceType, info: AttackInfo);

    /// Visits a piece that is no royal and is threatened.
    fn threat(&mut self, _color: Color, _kind: PieceType, _cell: Cell, _threat: Threat) {}

    /// Visits a pawn.
    fn pawn(&mut self, _color: Color, _kind: PieceType, _cell: Cell, _pawn: Pawn) {}
}
