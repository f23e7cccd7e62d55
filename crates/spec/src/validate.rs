//! What is wrong with a specification, as far as it can be seen without compiling it.

use crate::check::Check;
use crate::rule::castling::CastlingRule;
use crate::rule::data::RuleData;
use crate::rule::double_step::DoubleStepRule;
use crate::rule::hand::{HandRule, Hands};
use crate::rule::promotion::PromotionRule;
use crate::rule::remote_promotion::RemotePromotionRule;
use crate::rule::swap::SwapRule;
use crate::{Spec, SpecError};

impl Spec {
    /// Every fault that can be found without building tables, apart from those of the start position.
    pub fn faults(&self) -> Vec<SpecError> {
        let hands = self.hands.as_ref();
        let mut check = Check {
            board: &self.board,
            pieces: &self.pieces,
            in_hand: hands.map_or(&[], |hands| &hands.order),
            has_prison: hands.is_some_and(Hands::has_prison),
            faults: Vec::new(),
        };
        check.pieces();
        check.aliases(&self.aliases);
        if check.faults.is_empty() {
            check.movement();
            PromotionRule::validate(&mut check, &self.promotions);
            RemotePromotionRule::validate(&mut check, &self.remote_promotion);
            DoubleStepRule::validate(&mut check, &self.double_steps);
            CastlingRule::validate(&mut check, &self.castlings);
            SwapRule::validate(&mut check, &self.swap);
            HandRule::validate(&mut check, &self.hands);
            self.goals.validate(&mut check);
        }
        check.faults.dedup();
        check.faults
    }
}
