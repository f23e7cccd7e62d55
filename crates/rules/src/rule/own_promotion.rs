//! Promotions that are moves of their own (G21).

use super::promotion::PromotionTable;
use super::traits::{MoveRule, Rule};
use crate::board::State;
use crate::board::sink::Flow;
use crate::spec::{PieceType, Promotion, PromotionTrigger};
use crate::tables::{Budget, CompileError, Core};
use crate::{ByColor, Change, Color, Move};
use spielraum_geometry::BitBoard;

pub(crate) struct OwnPromotionRule;

impl Rule for OwnPromotionRule {
    /// How each side's pieces promote so.
    type Table<const W: usize> = ByColor<Vec<OwnPromotion<W>>>;

    fn compile<const W: usize>(core: &Core<W>, _: &mut Budget) -> Result<Self::Table<W>, CompileError> {
        Ok(ByColor::new(|color| {
            core.spec.promotions.iter().filter_map(|promotion| OwnPromotion::of(core, promotion, color)).collect()
        }))
    }
}

/// Its moves are generated apart from others, so that games without them don't pay.
impl MoveRule for OwnPromotionRule {}

/// How a type of one side promotes by a move of its own.
pub(crate) struct OwnPromotion<const W: usize> {
    kind: PieceType,
    /// Where it must stand.
    zone: BitBoard<W>,
    last_anywhere: bool,
    peaceful: bool,
    promotion: PromotionTable<W>,
}

impl<const W: usize> OwnPromotion<W> {
    fn of(core: &Core<W>, promotion: &Promotion, color: Color) -> Option<Self> {
        let PromotionTrigger::Stands { last_anywhere, peaceful } = promotion.trigger else { return None };
        let zone = BitBoard::from_set(&promotion.zone[color]);
        let table = PromotionTable::of(promotion, color).limited(core);
        let own = Self { kind: promotion.piece, zone, last_anywhere, peaceful, promotion: table };
        (!zone.is_empty()).then_some(own)
    }
}

impl<const W: usize> State<W> {
    /// The promotions that are moves of their own: each new piece stays, or goes without capture.
    #[cold]
    #[inline(never)]
    pub(crate) fn promotions(
        &self,
        core: &Core<W>,
        table: &ByColor<Vec<OwnPromotion<W>>>,
        give: &mut dyn FnMut(Move) -> Flow,
    ) -> Flow {
        let cells = self.occupancy(core);
        for own in &table[self.side] {
            let pieces = self.of(self.side, own.kind);
            let is_last = own.last_anywhere && pieces.count() == 1;
            for from in if is_last { pieces } else { pieces & own.zone } {
                for into in own.promotion.allowed(self, core) {
                    let mut targets = self.all_targets(core, into, from, &cells) & cells.empty;
                    targets.insert(from);
                    for to in targets {
                        let us = self.side.into();
                        let changes = [Change::Leaves(us, own.kind, from), Change::Comes(us, into, to)];
                        let may = self.keeps_royals_safe(core, changes)
                            && (!own.peaceful || self.leaves_peace(core, changes));
                        if may {
                            give(Move::promotion_to(from, to, into))?;
                        }
                    }
                }
            }
        }
        Flow::Continue(())
    }

    /// Whether the piece that comes by changes of the side to move attacks no enemy then, and nothing attacks a royal of the enemy.
    fn leaves_peace(&self, core: &Core<W>, changes: [Change; 2]) -> bool {
        self.on_copy(|copy| {
            changes.into_iter().for_each(|change| copy.shift(core, change));
            let Change::Comes(_, kind, cell) = changes[1] else { return true };
            let (us, them) = (copy.side, !copy.side);
            let attacked = copy.all_targets(core, kind, cell, &copy.occupancy(core)) & copy.own(them);
            let royals = copy.royals(core, them);
            attacked.is_empty() && !royals.into_iter().any(|royal| copy.is_attacked(core, royal, us))
        })
    }
}
