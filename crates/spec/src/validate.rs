//! What is wrong with a specification, as far as it can be seen without compiling it.

use crate::check::Check;
use crate::rule::castling::CastlingRule;
use crate::rule::constraint::ConstraintRule;
use crate::rule::data::RuleData;
use crate::rule::double_step::DoubleStepRule;
use crate::rule::effect::EffectRule;
use crate::rule::first_move::FirstMoveRule;
use crate::rule::hand::{HandRule, Hands};
use crate::rule::promotion::PromotionRule;
use crate::rule::remote_promotion::RemotePromotionRule;
use crate::rule::swap::SwapRule;
use crate::rule::turn::TurnRule;
use crate::{
    Bound, Color, Condition, Consequence, Effect, EndResult, EndRule, Occasion, PieceType, RoyalSet, Spec, SpecError,
    Whose,
};

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
            check.movement(&self.firsts.move_parts());
            PromotionRule::validate(&mut check, &self.promotions);
            check.limits(&self.promotion_limits);
            RemotePromotionRule::validate(&mut check, &self.remote_promotion);
            DoubleStepRule::validate(&mut check, &self.double_steps);
            CastlingRule::validate(&mut check, &self.castlings);
            SwapRule::validate(&mut check, &self.swap);
            EffectRule::validate(&mut check, &self.effects);
            TurnRule::validate(&mut check, &self.turn);
            ConstraintRule::validate(&mut check, &self.constraints);
            HandRule::validate(&mut check, &self.hands);
            FirstMoveRule::validate(&mut check, &self.firsts);
            self.goals.validate(&mut check);
            let vary_alone = !self.royals_vary() || !self.judges_checks();
            check.require(vary_alone, || {
                SpecError::Royal("royals can't come and go in a game in which something follows moves (`on`) or limits captures (`may-not \"move\"`)")
            });
            check.types("pieces that are no hurdle", &self.no_hurdles);
            let any_hurdle =
                self.no_hurdles.is_empty() || self.piece_types().any(|kind| !self.no_hurdles.contains(&kind));
            check.require(any_hurdle, || SpecError::Hurdles);
            check.needs_royal("a set of royals", self.royal_set != RoyalSet::Each);
            let keep = hands.is_some_and(Hands::keep_captured);
            check.require(!(keep && self.effects.iter().any(Effect::revives)), || {
                SpecError::Effect(
                    "lets captured pieces be reborn that go to a hand or prison (`hand captured=\"leaves\"`)",
                )
            });
            let counts = self.goals.count_limits().is_some() || !self.goals.mates.is_empty();
            check.require(!counts || self.turn.is_plain(), || {
                SpecError::Ending(
                    "moves are counted, and mates distinguished, only where a turn is one move: leave out `turn`",
                )
            });
            self.first_moves_are_known(&mut check);
            self.placed_pieces_are_single(&mut check);
            self.lost_royals_end_games(&mut check);
            self.passed_pieces_stay(&mut check);
            self.looks_ahead_once(&mut check);
            self.hidden_rules(&mut check);
        }
        check.faults.dedup();
        check.faults
    }

    /// Which pieces have moved must not depend on what follows moves.
    fn first_moves_are_known(&self, check: &mut Check<'_>) {
        check.require(self.firsts.gates.is_empty() || self.effects.is_empty(), || {
            SpecError::Effect("can't be combined with pieces that come to the cells others leave (`gate`)")
        });
        let twice = |piece: PieceType| self.double_steps.iter().any(|step| step.piece == piece);
        check.require(!self.firsts.moves.iter().any(|first| twice(first.piece)), || {
            SpecError::FirstMove("can't belong to a piece that has a double step: both would be written alike")
        });
        check.require(self.firsts.moves.is_empty() || !self.effects.iter().any(Effect::gives), || {
            SpecError::Effect("can't bring pieces back, or let them change sides, in a game with a `first-move`")
        });
    }

    /// Of a piece that turns place again and again the board has one, so no effect makes another.
    fn placed_pieces_are_single(&self, check: &mut Check<'_>) {
        let makes = |effect: &Effect, kind: PieceType| match effect.what {
            Consequence::Become { into } => into == kind,
            Consequence::Leave { piece } => piece == kind,
            _ => false,
        };
        let makes_another = self.turn.single().any(|kind| self.effects.iter().any(|effect| makes(effect, kind)));
        check.require(!makes_another, || {
            SpecError::Effect("makes a piece that a turn places again, of which there is one (`place ... new=#true`)")
        });
    }

    /// A side that loses a royal by an effect must have lost the game by that.
    fn lost_royals_end_games(&self, check: &mut Check<'_>) {
        for kind in self.royals().filter(|&kind| self.may_lose_royal(kind)) {
            for color in Color::BOTH {
                let royals = self.start.placement.iter().filter(|piece| **piece == Some((color.into(), kind))).count();
                let is_lost = |end: &EndRule| {
                    let Condition::Pieces { whose: Whose::Own, types, region: None, number: Bound::AtMost(most) } =
                        &end.when
                    else {
                        return false;
                    };
                    end.result == EndResult::Loss
                        && end.asks(color)
                        && types[color] == [kind]
                        && usize::from(*most) + 1 >= royals
                };
                let symbol = || self.pieces[kind.index()].symbol.to_string();
                check.require(royals == 0 || self.goals.ends.iter().any(is_lost), || SpecError::RoyalLost(symbol()));
            }
        }
    }

    /// Nothing that a side is shown otherwise may depend on what is hidden from it.
    fn hidden_rules(&self, check: &mut Check<'_>) {
        check.require(!(self.hides() && self.has_royals()), || {
            SpecError::Sight(
                "a royal piece must be safe, which would show what attacks it: let it be captured (`royal=#false`), and let a side without it lose by `end`",
            )
        });
        check.require(!self.hides() || self.turn.is_plain(), || {
            SpecError::Sight("what a side sees is known only where a turn is one move: leave out `turn`")
        });
    }

    /// What can be reached is asked of the legal moves, so these may not depend on how the game stands after them.
    fn looks_ahead_once(&self, check: &mut Check<'_>) {
        let looks = |end: &EndRule| end.when.parts().iter().any(|part| matches!(part, Condition::Can { .. }));
        let no_mate = self.hands.iter().flat_map(|hands| &hands.drops).any(|drop| drop.no_mate);
        check.require(!no_mate || !self.goals.ends.iter().any(looks), || {
            SpecError::Ending("`can` is not possible in a game in which a drop may not give checkmate")
        });
        let asks_for_mates = self.constraints.iter().any(|constraint| constraint.demand.asks_for_mates());
        check.require(!asks_for_mates || !self.goals.ends.iter().any(looks), || {
            SpecError::Ending("`can` is not possible in a game with a ban that asks for checkmate (`may-not`)")
        });
    }

    /// A piece that can be taken en passant stands where its double step ended.
    fn passed_pieces_stay(&self, check: &mut Check<'_>) {
        let moves_on = self.effects.iter().any(|effect| effect.after.contains(&Occasion::Move));
        let passes = self.double_steps.iter().any(|step| step.en_passant);
        check.require(!(moves_on && passes), || {
            SpecError::Effect(
                "follows moves without capture, so a double step can't be answered en passant (`en-passant=#false`)",
            )
        });
    }
}
