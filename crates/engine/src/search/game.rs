//! What the search must know of its game besides the position.

use crate::Weights;
use crate::eval::piece_values;
use spielraum_rules::spec::{Demand, PieceType};
use spielraum_rules::{Color, Counter, Move, MoveKind, Owner, Position, Rules, piece_index};

/// What the search must know of its game: the same for all positions.
pub(crate) struct Game {
    pub(crate) has_drops: bool,
    pub(crate) has_promotions: bool,
    pub(crate) has_royal: bool,
    /// Whether sides must make certain moves, such as captures, before others (O1).
    pub(crate) compels: bool,
    /// What capturing each piece swings, by [`piece_index`].
    pub(crate) piece_values: Vec<i32>,
    /// The zeroing types, whose moves reset the halfmove clock, as pawns' do at chess.
    zeroing: Vec<PieceType>,
    /// How many pieces of each family a side must keep.
    least: Vec<i32>,
    /// For each piece: the families to which it belongs, as bits.
    families: Vec<u32>,
}

impl Game {
    pub(crate) fn new(rules: &Rules, weights: &Weights) -> Self {
        let spec = rules.spec();
        let pieces = spec.piece_types().flat_map(|kind| Color::BOTH.map(|color| (color, kind)));
        Self {
            has_drops: spec.has_drops(),
            has_promotions: !spec.promotions.is_empty(),
            has_royal: spec.has_royals(),
            compels: spec
                .constraints
                .iter()
                .any(|constraint| matches!(constraint.demand, Demand::Must | Demand::Far { .. })),
            piece_values: piece_values(rules, weights),
            zeroing: spec.piece_types().filter(|kind| spec.pieces[kind.index()].resets_clock).collect(),
            least: rules.families().iter().map(|family| i32::from(family.least)).collect(),
            families: pieces.map(|(color, kind)| families(rules, color, kind)).collect(),
        }
    }

    /// What a piece is worth in exchanges.
    #[inline(always)]
    pub(crate) fn value(&self, owner: impl Into<Owner>, kind: PieceType) -> i32 {
        self.piece_values[piece_index(owner, kind)]
    }

    /// Whether sides can lose by too few pieces of a family (extinction).
    #[inline(always)]
    pub(crate) fn has_extinction(&self) -> bool {
        !self.least.is_empty()
    }

    /// Whether capturing a piece leaves its side with too few of a family: it wins.
    #[inline(always)]
    pub(crate) fn is_last(&self, position: &Position, owner: Owner, kind: PieceType) -> bool {
        let Some(color) = owner.color() else { return false };
        let mut families = self.families[piece_index(color, kind)];
        while families != 0 {
            let family = families.trailing_zeros() as usize;
            families &= families - 1;
            if i32::from(position.family_count(color, family)) <= self.least[family] {
                return true;
            }
        }
        false
    }

    /// Whether a capture ends the game by extinction.
    pub(crate) fn captures_last(&self, position: &Position, m: Move) -> bool {
        self.has_extinction() && self.taken(position, m).last
    }

    /// What a move takes off the board, by its effects too.
    #[inline(always)]
    pub(crate) fn taken(&self, position: &Position, m: Move) -> Taken {
        let (side, mut taken) = (position.side_to_move(), Taken::default());
        position.for_each_taken(m, |owner, kind, _| match owner == side {
            true => taken.value -= self.value(owner, kind),
            false => {
                taken.value += self.value(owner, kind);
                taken.last |= self.has_extinction() && self.is_last(position, owner, kind);
            }
        });
        taken
    }

    /// Whether a piece that the side to move can't spare is attacked.
    pub(crate) fn is_last_attacked(&self, position: &Position) -> bool {
        self.has_extinction() && position.is_last_attacked(position.side_to_move())
    }

    /// What a promotion adds to the value of the piece.
    pub(crate) fn promotion_gain(&self, position: &Position, m: Move) -> i32 {
        if m.kind() == MoveKind::Drop {
            return 0;
        }
        let Some(into) = m.promotion() else { return 0 };
        let side = position.side_to_move();
        self.value(side, into) - self.value(side, position.moved_by(m))
    }

    /// What a capture or promotion gains if nothing answers it.
    pub(crate) fn gain(&self, position: &Position, m: Move) -> i32 {
        self.taken(position, m).value + self.promotion_gain(position, m).max(0)
    }

    /// Whether the null move may be tried: a turn begins, and the side to move has officers, without which zugzwang is common, as it
    /// is where sides must make certain moves.
    pub(crate) fn allows_null_move(&self, position: &Position) -> bool {
        if position.is_within_turn() || self.compels {
            return false;
        }
        let side = position.side_to_move();
        let others = position.count_all(side) - position.royals(side).len() as u32;
        position.counter(Counter::Obligation, side) == 0 && others > self.count_zeroing(position, side)
    }

    fn count_zeroing(&self, position: &Position, side: Color) -> u32 {
        self.zeroing.iter().map(|&kind| position.count(side, kind)).sum()
    }
}

/// What a move takes off the board.
#[derive(Default)]
pub(crate) struct Taken {
    /// What it is worth, less what the mover loses by it.
    pub(crate) value: i32,
    /// Whether the enemy can't spare a part of it and has lost.
    pub(crate) last: bool,
}

/// The families to which a type belongs, as bits.
fn families(rules: &Rules, color: Color, kind: PieceType) -> u32 {
    let families = rules.families().iter().enumerate();
    families.filter(|(_, family)| family.members[color].contains(&kind)).fold(0, |bits, (index, _)| bits | 1 << index)
}
