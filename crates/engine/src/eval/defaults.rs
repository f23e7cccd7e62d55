//! Weights derived from nothing but the rules.

use super::expected_mobility::ExpectedMobility;
use super::geometry::{Seen, classes, promotes};
use super::weights::{Term, Weight, Weights};
use crate::attack::is_pawn;
use spielraum_nnue::mirror_of;
use spielraum_rules::spec::{
    Bound, CapturedPieces, Condition, EndResult, EndRule, PieceType, Promotion, RoyalSet, Whose,
};
use spielraum_rules::{Color, Rules};

/// How likely a cell is empty in the middle of a game (H. M. Taylor, 1876, reckoned with 0.7).
const EMPTY: f64 = 0.7;

impl Weights {
    /// Weights derived from the way the game's pieces move.
    pub fn default_for(rules: &Rules) -> Self {
        let mut weights = Self::zero(rules);
        let scopes: Vec<Scope> = rules.spec().piece_types().map(|kind| Scope::of(rules, kind)).collect();
        let bare: Vec<f64> = scopes.iter().map(Scope::value).collect();
        for (index, scope) in scopes.iter().enumerate() {
            let kind = PieceType(index as u8);
            if rules.spec().is_neutral(kind) {
                continue;
            }
            if rules.spec().pieces[index].royal {
                set_royal(rules, &mut weights, kind);
                // One of several may be captured.
                if rules.spec().royal_set != RoyalSet::Each {
                    let value = (bare[index].round() as i32).clamp(10, 12_000);
                    weights.set(Term::Value, kind, 0, Weight::both(value));
                }
                continue;
            }
            let value = bare[index] + chance_to_promote(rules, kind, &bare);
            let value = (value.round() as i32).clamp(10, 12_000);
            if is_burden(rules, kind) {
                set_burden(rules, &mut weights, kind, value);
                continue;
            }
            weights.set(Term::Value, kind, 0, Weight { early: value, late: value + value / 12 });
            weights.set(Term::Hand, kind, 0, Weight::both(in_hand(rules, kind, value)));
            let mobility = (400.0 / (1.0 + scope.mean / 12.0)) as i32;
            weights.set(Term::Mobility, kind, 0, Weight { early: mobility, late: mobility });
            let press = if scope.mean < 3.0 { 25 } else { 70 };
            weights.set(Term::KingZone, kind, 0, Weight { early: press, late: press / 3 });
            weights.set(Term::Shelter, kind, 0, Weight { early: 6, late: 0 });
            set_places(rules, &mut weights, kind, scope);
            if is_pawn(rules, kind) {
                set_pawn(rules, &mut weights, kind, &bare);
            }
            if classes(rules, kind).is_some() {
                weights.set(Term::Pair, kind, 0, Weight { early: value / 14, late: value / 9 });
            }
        }
        // Where pieces are a burden, nobody minds that they are attacked.
        let threat = if (0..scopes.len() as u8).any(|kind| is_burden(rules, PieceType(kind))) { 0 } else { 1 };
        weights.set(Term::ThreatByPawn, PieceType(0), 0, Weight { early: 30 * threat, late: 25 * threat });
        for (margin, cost) in [-300, -120, -45, -15].into_iter().enumerate() {
            weights.set(Term::ExtinctionMargin, PieceType(0), margin, Weight::both(cost));
        }
        weights.set(Term::Tempo, PieceType(0), 0, Weight::both(12));
        weights
    }
}

/// Whether a side wins by having few pieces of a type, or nothing but its royals.
fn is_burden(rules: &Rules, kind: PieceType) -> bool {
    let wins_without = |end: &EndRule| {
        let parts = match &end.when {
            Condition::All(parts) => &parts[..],
            other => std::slice::from_ref(other),
        };
        parts.iter().any(|part| match part {
            Condition::Pieces { whose, types, region: None, number: Bound::AtMost(_) }
            | Condition::Owned { whose, types, number: Bound::AtMost(_) } => {
                let wins = (*whose == Whose::Own) == (end.result == EndResult::Win);
                wins && Color::BOTH.into_iter().any(|color| types[color].contains(&kind))
            }
            Condition::Bare(whose) => (*whose == Whose::Own) == (end.result == EndResult::Win),
            _ => false,
        })
    };
    rules.spec().goals.ends.iter().any(|end| end.result != EndResult::Draw && wins_without(end))
}

/// A type that a side wants to be rid of: the more so, the more it must capture.
fn set_burden(rules: &Rules, weights: &mut Weights, kind: PieceType, value: i32) {
    let burden = 80 + value / 16;
    weights.set(Term::Value, kind, 0, Weight::both(-burden));
    weights.set(Term::Hand, kind, 0, Weight::both(-in_hand(rules, kind, burden)));
}

/// How a type moves, on the average over the cells where it can be.
struct Scope {
    mean: f64,
    /// The mean by rank, from its own side, as a difference from the mean.
    by_rank: Vec<f64>,
    by_file: Vec<f64>,
    by_level: Vec<f64>,
}

impl Scope {
    /// The mean of both sides, whose pieces of a type may move differently.
    fn of(rules: &Rules, kind: PieceType) -> Self {
        let [white, black] = Color::BOTH.map(|color| Self::of_side(rules, color, kind));
        let mean = |one: f64, other: f64| (one + other) / 2.0;
        let means = |one: Vec<f64>, other: Vec<f64>| one.into_iter().zip(other).map(|(a, b)| mean(a, b)).collect();
        Self {
            mean: mean(white.mean, black.mean),
            by_rank: means(white.by_rank, black.by_rank),
            by_file: means(white.by_file, black.by_file),
            by_level: means(white.by_level, black.by_level),
        }
    }

    fn of_side(rules: &Rules, color: Color, kind: PieceType) -> Self {
        let (board, mirror) = (rules.board(), mirror_of(rules));
        let (extent, ranks) = (board.extent(), board.shape().ranks);
        let places = rules.spec().pieces[kind.index()].may_enter[color] & board.all();
        let mut sums = [vec![], vec![], vec![]];
        for (sum, size) in sums.iter_mut().zip([ranks as i16, (extent.file + 1) / 2, extent.level]) {
            sum.resize(size.max(1) as usize, (0.0, 0));
        }
        let (mut total, mut count) = (0.0, 0);
        for cell in places.iter() {
            let scope = ExpectedMobility::of(rules, color, kind, cell, EMPTY);
            let scope = (scope.quiet + scope.capture) / 2.0;
            let seen = Seen::new(mirror, board, color, cell);
            for (sum, index) in sums.iter_mut().zip([seen.rank, seen.file, seen.level]) {
                sum[index].0 += scope;
                sum[index].1 += 1;
            }
            total += scope;
            count += 1;
        }
        let mean = total / f64::from(count.max(1));
        let [by_rank, by_file, by_level] = sums.map(|sum| {
            let difference = |(total, count): (f64, i32)| if count > 0 { total / f64::from(count) - mean } else { 0.0 };
            sum.into_iter().map(difference).collect()
        });
        Self { mean, by_rank, by_file, by_level }
    }

    /// In centipawns: a little more than in proportion, since many moves together do more than each alone.
    fn value(&self) -> f64 {
        worth(self.mean)
    }
}

fn worth(mobility: f64) -> f64 {
    50.0 * mobility.max(0.0).powf(1.1)
}

/// How a type promotes, and what the best that it may become is worth more than it.
fn promotion<'a>(rules: &'a Rules, kind: PieceType, values: &[f64]) -> Option<(&'a Promotion, f64)> {
    let promotion = rules.spec().promotions.iter().find(|promotion| promotion.piece == kind)?;
    let best = promotion.into.iter().map(|into| values[into.index()]).fold(0.0, f64::max);
    Some((promotion, best - values[kind.index()]))
}

/// What it is worth that a type may become another.
fn chance_to_promote(rules: &Rules, kind: PieceType, values: &[f64]) -> f64 {
    let Some((promotion, gain)) = promotion(rules, kind, values) else { return 0.0 };
    gain.max(0.0) * if promotion.from_prison { 0.02 } else { 0.04 }
}

/// What a pawn gains on its way, and by the others beside it.
fn set_pawn(rules: &Rules, weights: &mut Weights, kind: PieceType, values: &[f64]) {
    let Some((_, gain)) = promotion(rules, kind, values) else { return };
    // Where captured pieces are dropped again, what passes today is stopped tomorrow.
    let lasting = if rules.spec().has_drops() { 0.25 } else { 1.0 };
    let gain = (gain / 800.0).clamp(0.0, 1.2) * lasting;
    let ranks = rules.board().shape().ranks as i16;
    for rank in 0..ranks {
        let near = 0.62f64.powi(i32::from(ranks - rank - 2).max(0));
        let weight = |early: f64, late: f64| Weight { early: (early * gain) as i32, late: (late * gain) as i32 };
        weights.set(Term::Passed, kind, rank as usize, weight(60.0 * near, 110.0 * near));
        weights.set(Term::Unblocked, kind, rank as usize, weight(20.0 * near, 60.0 * near));
    }
    weights.set(Term::Supported, kind, 0, Weight { early: 8, late: 6 });
    weights.set(Term::Isolated, kind, 0, Weight { early: -8, late: -12 });
    weights.set(Term::Doubled, kind, 0, Weight { early: -6, late: -16 });
}

fn in_hand(rules: &Rules, kind: PieceType, value: i32) -> i32 {
    let Some(hands) = &rules.spec().hands else { return 0 };
    if !hands.order.contains(&kind) {
        return 0;
    }
    if hands.drops.iter().any(|drop| drop.held == kind) {
        // A hand wins no game by itself, least of all one that is won by what stands on the board.
        return if rules.spec().has_royals() { value * 9 / 10 } else { value * 7 / 10 };
    }
    match hands.captured {
        CapturedPieces::ToPrison(_) => value / 20,
        CapturedPieces::ToCaptor(_) => value / 10,
    }
}

/// A royal keeps to its own side early and comes to the middle late.
fn set_royal(rules: &Rules, weights: &mut Weights, kind: PieceType) {
    let (files, ranks) = (rules.board().extent().file, rules.board().shape().ranks as i16);
    for rank in 0..ranks {
        let from_middle = (2 * rank + 1 - ranks).abs();
        let early = -12 * i32::from(rank.min(4));
        weights.set(Term::Rank, kind, rank as usize, Weight { early, late: 15 - 4 * i32::from(from_middle) });
    }
    for file in 0..(files + 1) / 2 {
        let late = 12 - 8 * i32::from(file);
        weights.set(Term::File, kind, file as usize, Weight { early: 6 * i32::from(file), late });
    }
}

/// Cells are worth as much as they give scope to a piece; what promotes wants to advance.
fn set_places(rules: &Rules, weights: &mut Weights, kind: PieceType, scope: &Scope) {
    let slope = 0.3 * (worth(scope.mean + 0.5) - worth((scope.mean - 0.5).max(0.0)));
    let cap = |value: f64| value.clamp(-80.0, 80.0) as i32;
    let last = scope.by_rank.len().saturating_sub(1).max(1) as f64;
    let advance = match (promotes(rules, kind), scope.mean < 3.0) {
        (true, true) => (14.0, 50.0),
        (true, false) => (14.0, 14.0),
        (false, _) => (10.0, 6.0),
    };
    for (rank, &difference) in scope.by_rank.iter().enumerate() {
        let way = rank as f64 / last;
        let way = way - 0.35;
        let scope = if promotes(rules, kind) { 0.0 } else { cap(slope * difference).into() };
        let weight = Weight { early: (scope + advance.0 * way) as i32, late: (scope + advance.1 * way) as i32 };
        weights.set(Term::Rank, kind, rank, weight);
    }
    for (file, &difference) in scope.by_file.iter().enumerate() {
        let value = cap(slope * difference);
        let middle = 5 - 3 * file.min(4) as i32;
        weights.set(Term::File, kind, file, Weight { early: value + middle, late: value });
    }
    for (level, &difference) in scope.by_level.iter().enumerate() {
        weights.set(Term::Level, kind, level, Weight::both(cap(slope * difference)));
    }
}
