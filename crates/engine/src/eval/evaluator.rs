//! The classical evaluation of one game, the one without a network: terms written by hand for all games, written to a
//! score or to a trace.

use super::accumulator::Accumulator;
use super::mop_up::mop_up;
use super::output::{Output, Score, Trace};
use super::scale_factor::ScaleFactor;
use super::terms::extinction::Extinction;
use super::terms::king_zone::{Attackers, KingZone};
use super::terms::mobility::Mobility;
use super::terms::outposts::Outposts;
use super::terms::pairs::Pairs;
use super::terms::pawns::Pawns;
use super::terms::placement::Placement;
use super::terms::tempo::Tempo;
use super::terms::threats::Threats;
use super::weights::{Layout, Weight, Weights};
use super::{piece_values, sign};
use crate::attack::{AttackCache, AttackInfo, AttackVisitor, Attacks, Pawn, Threat};
use crate::params::Tunable;
use crate::score::{WIN_BOUND, compressed};
use spielraum_geometry::{Board, Cell, CellSet};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Change, Color, Position, Rules};

/// The classical evaluation of one game.
pub(crate) struct Evaluator {
    params: Tunable,
    attacks: Attacks,
    placement: Placement,
    mobility: Mobility,
    king_zone: KingZone,
    outposts: Outposts,
    threats: Threats,
    pawns: Pawns,
    pairs: Pairs,
    extinction: Extinction,
    tempo: Tempo,
    scale_factor: ScaleFactor,
    /// By which threats by lesser pieces are known.
    piece_values: Vec<i32>,
    /// The material of the start position, both sides together.
    full: i32,
}

/// Above this many centipawns only every eighth counts of what a network alone says: learning takes such a lead for as good as
/// won ...
const SURE: i32 = 1_000;

/// ... or above this fraction of the start's material, where that is more: in the largest games ten pawns are little.
const SURE_FRACTION: i32 = 8;

impl Evaluator {
    pub(crate) fn new(rules: &Rules, weights: &Weights, params: &Tunable) -> Self {
        let placement = Placement::new(rules, weights);
        let [white, black] = placement.accumulator(&rules.start()).material;
        Self {
            params: params.clone(),
            attacks: Attacks::new(rules),
            placement,
            mobility: Mobility::new(rules, weights),
            king_zone: KingZone::new(rules, weights),
            outposts: Outposts::new(rules, weights),
            threats: Threats::new(rules, weights),
            pawns: Pawns::new(rules, weights),
            pairs: Pairs::new(rules, weights),
            extinction: Extinction::new(rules, weights),
            tempo: Tempo::new(weights),
            scale_factor: ScaleFactor::new(rules),
            piece_values: piece_values(rules, weights),
            full: (white + black).max(1),
        }
    }

    /// The accumulator of a position.
    pub(crate) fn accumulator(&self, position: &Position) -> Accumulator {
        self.placement.accumulator(position)
    }

    /// Keeps an accumulator up to date.
    #[inline(always)]
    pub(crate) fn change(&self, accumulator: &mut Accumulator, change: Change) {
        self.placement.change(accumulator, change);
    }

    /// What a position is worth to the side to move, in centipawns; `accumulator` must be the position's.
    pub(crate) fn evaluate(&self, position: &Position, accumulator: &Accumulator, cache: &mut AttackCache) -> i32 {
        let value = self.unscaled(position, accumulator, cache);
        self.finish(position, accumulator, self.scale_factor.by_material(position, accumulator, value))
    }

    /// The same, where a network says what the position is worth to the side to move: it has learned which leads are hard to
    /// win.
    pub(crate) fn finish_learned(&self, position: &Position, accumulator: &Accumulator, value: i32) -> i32 {
        let sign = sign(position.side_to_move());
        let value = self.pressed(value, || self.interpolate(accumulator, accumulator.sum) * sign);
        self.finish(position, accumulator, value * sign)
    }

    /// What a position is worth to the side to move, from what it is worth as White sees it and before the halfmove clock is
    /// looked at.
    #[inline(always)]
    fn finish(&self, position: &Position, accumulator: &Accumulator, value: i32) -> i32 {
        let value = self.scale_factor.by_clock(position, value);
        let value = compressed(value) + mop_up(&self.params, position, accumulator, self.full);
        (value * sign(position.side_to_move())).clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    /// What a network says, less of what it says of great leads. Learning takes a lead of ten pawns at chess for as good as won,
    /// so that one of twenty can turn into one of thirteen by a move that wins at once; pruning must not believe such
    /// differences. As far as the cheap estimate sees the same lead it counts in full: a side that is sure to win must still see
    /// what the next capture brings, or a large game is never brought to its end.
    #[inline(always)]
    fn pressed(&self, value: i32, estimate: impl FnOnce() -> i32) -> i32 {
        let sure = SURE.max(self.full / SURE_FRACTION);
        match value.abs() - sure {
            ..=0 => value,
            more => {
                let agreed = (estimate() * value.signum() - sure).clamp(0, more);
                (sure + agreed + (more - agreed) / 8) * value.signum()
            }
        }
    }

    /// What a position is worth to the side to move by its accumulator alone, which takes next to no time.
    #[inline(always)]
    pub(crate) fn estimate(&self, position: &Position, accumulator: &Accumulator) -> i32 {
        compressed(self.interpolate(accumulator, accumulator.sum)) * sign(position.side_to_move())
    }

    /// What a position is worth as White sees it, and as if every lead could be made a win.
    fn unscaled(&self, position: &Position, accumulator: &Accumulator, cache: &mut AttackCache) -> i32 {
        let mut score = Score::new(accumulator.sum);
        self.write(position, cache, &mut score);
        self.interpolate(accumulator, score.total())
    }

    /// What an evaluation comes to in the phase of the game (tapered evaluation).
    #[inline(always)]
    fn interpolate(&self, accumulator: &Accumulator, weight: Weight) -> i32 {
        let material = accumulator.material[0] + accumulator.material[1];
        let phase = (256 * i64::from(material) / i64::from(self.full)).clamp(0, 256);
        let value = (i64::from(weight.early) * phase + i64::from(weight.late) * (256 - phase)) / 256;
        value as i32
    }

    /// The share of the material that is still there, from 0 to 1.
    pub(crate) fn phase(&self, accumulator: &Accumulator) -> f64 {
        (f64::from(accumulator.material[0] + accumulator.material[1]) / f64::from(self.full)).clamp(0.0, 1.0)
    }

    /// Which weights, by their places in `layout`, a position's value as White sees it is made of; the scale factor is
    /// not considered.
    pub(crate) fn trace<'a>(&self, layout: &'a Layout, position: &Position, cache: &mut AttackCache) -> Trace<'a> {
        let mut trace = Trace::new(layout);
        self.placement.write(position, &mut trace);
        self.write(position, cache, &mut trace);
        trace
    }

    /// Writes all terms but those of the accumulator.
    fn write<O: Output>(&self, position: &Position, cache: &mut AttackCache, output: &mut O) {
        let values: &[i32] = if self.threats.is_nought && !O::WANTS_ALL { &[] } else { &self.piece_values };
        let mut visitor = Visitor {
            evaluator: self,
            board: position.rules().board(),
            royals: Color::BOTH.map(|color| position.royals(color)),
            attackers: Attackers::default(),
            output,
        };
        let threats_by_pawns = self.attacks.info(position, cache, values, &mut visitor);
        let Visitor { attackers, output, .. } = visitor;
        attackers.write(output);
        self.threats.write_by_pawns(threats_by_pawns, output);
        self.extinction.write(position, output);
        self.tempo.write(position.side_to_move(), output);
    }
}

/// Writes the terms that one look at all pieces gives.
struct Visitor<'a, O> {
    evaluator: &'a Evaluator,
    board: &'a Board,
    royals: [CellSet; 2],
    attackers: Attackers,
    output: &'a mut O,
}

impl<O: Output> AttackVisitor for Visitor<'_, O> {
    #[inline(always)]
    fn pieces(&mut self, color: Color, kind: PieceType, info: AttackInfo) {
        let evaluator = self.evaluator;
        evaluator.mobility.write(color, kind, info, self.output);
        evaluator.outposts.write(color, kind, info, self.output);
        evaluator.pairs.write(color, kind, info, self.output);
        evaluator.king_zone.write(color, kind, info, &mut self.attackers, self.output);
    }

    #[inline(always)]
    fn threat(&mut self, color: Color, kind: PieceType, _: Cell, threat: Threat) {
        self.evaluator.threats.write(color, kind, threat, self.output);
    }

    #[inline(always)]
    fn pawn(&mut self, color: Color, kind: PieceType, cell: Cell, pawn: Pawn) {
        self.evaluator.pawns.write(self.board, &self.royals, (color, kind, cell), pawn, self.output);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_catalogue::weights;
    use spielraum_testkit::rand::seq::IndexedRandom;
    use spielraum_testkit::{all_rules, random, rules};

    #[test]
    fn the_more_material_the_greater_a_lead_that_is_sure() {
        for (id, lead, sure) in [("chess", 900, true), ("chess", 3_000, false), ("flipped-return", 3_000, true)] {
            let rules = rules(id);
            let evaluator = Evaluator::new(&rules, &Weights::default_for(&rules), &Tunable::default());
            assert_eq!(evaluator.pressed(lead, || 0) == lead, sure, "{id} {lead}");
            assert_eq!(evaluator.pressed(-lead, || 0), -evaluator.pressed(lead, || 0), "{id} {lead}");
        }
    }

    #[test]
    fn a_sure_lead_counts_in_full_as_far_as_the_estimate_sees_it() {
        let rules = rules("chess");
        let evaluator = Evaluator::new(&rules, &Weights::default_for(&rules), &Tunable::default());
        for (estimate, pressed) in [(-3_000, 1_250), (1_000, 1_250), (1_800, 1_950), (3_000, 3_000), (9_000, 3_000)] {
            assert_eq!(evaluator.pressed(3_000, || estimate), pressed, "{estimate}");
            assert_eq!(evaluator.pressed(-3_000, || -estimate), -pressed, "{estimate}");
        }
    }

    #[test]
    fn accumulators_are_kept_and_traces_agree_exactly_in_every_game() {
        for (id, rules) in all_rules() {
            let mut all = vec![Weights::default_for(&rules)];
            all.extend(weights(id).map(|text| Weights::parse(&rules, text).unwrap()));
            for weights in all {
                agree(id, &rules, &weights);
            }
        }
    }

    fn agree(id: &str, rules: &Rules, weights: &Weights) {
        let evaluator = Evaluator::new(rules, weights, &Tunable::default());
        let mut position = rules.start();
        let mut accumulator = evaluator.accumulator(&position);
        let mut cache = AttackCache::default();
        let mut random = random(99);
        for _ in 0..60 {
            if position.outcome().is_some() {
                break;
            }
            let m = *position.legal_moves().choose(&mut random).unwrap();
            position.changes(m, |change| evaluator.change(&mut accumulator, change));
            position.make(m);
            assert_eq!(accumulator, evaluator.accumulator(&position), "{id} {}", position.fen());
            let trace = evaluator.trace(weights.layout(), &position, &mut cache);
            let traced = evaluator.interpolate(&accumulator, trace.total(weights.numbers()));
            let value = evaluator.unscaled(&position, &accumulator, &mut cache);
            assert_eq!(traced, value, "{id} {}", position.fen());
        }
    }
}
