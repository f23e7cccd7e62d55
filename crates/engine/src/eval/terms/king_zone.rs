//! King safety: attacks on the cells next to the enemy's royal, and pieces next to their own.

use super::by_piece;
use crate::attack::AttackInfo;
use crate::eval::output::{Output, Sum};
use crate::eval::sign;
use crate::eval::weights::{Term, Weight, Weights};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Rules, piece_index};

/// How much the attacks count, by the number of pieces that attack the zone, in sixteenths.
const BY_ATTACKERS: [i32; 8] = [0, 4, 10, 14, 16, 18, 19, 20];

/// King-zone attacks and shelter.
pub(in crate::eval) struct KingZone {
    attacks: Vec<Weight>,
    shelter: Vec<Weight>,
}

/// How many pieces of each side attack the enemy's king zone.
#[derive(Default)]
pub(in crate::eval) struct Attackers([usize; 2]);

impl KingZone {
    pub(in crate::eval) fn new(rules: &Rules, weights: &Weights) -> Self {
        Self { attacks: by_piece(rules, weights, Term::KingZone), shelter: by_piece(rules, weights, Term::Shelter) }
    }

    #[inline(always)]
    pub(in crate::eval) fn write(
        &self,
        color: Color,
        kind: PieceType,
        info: AttackInfo,
        attackers: &mut Attackers,
        output: &mut impl Output,
    ) {
        let piece = piece_index(color, kind);
        let shelters = info.shelters as i32 * sign(color);
        output.add(Sum::Plain, self.shelter[piece], shelters, || (Term::Shelter, kind, 0));
        output.add(Sum::king_zone(color), self.attacks[piece], info.king_zone_attacks as i32, || {
            (Term::KingZone, kind, 0)
        });
        attackers.0[color as usize] += info.king_zone_attackers as usize;
    }
}

impl Attackers {
    /// Scales each side's attacks by the number of attackers.
    #[inline(always)]
    pub(in crate::eval) fn write(&self, output: &mut impl Output) {
        for color in Color::BOTH {
            output.scale(Sum::king_zone(color), BY_ATTACKERS[self.0[color as usize].min(7)] * sign(color));
        }
    }
}
