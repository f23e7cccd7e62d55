//! Weights learned from games that the engine plays against itself.
//!
//! The chance to win is taken to be a logistic function of a quiet position's value, and the weights are moved so that
//! it agrees with what the search of the position found, and a little with how its game ended (after Peter Österlund,
//! "Texel's tuning method", 2014, and Michael Buro, "From simple features to sophisticated evaluation functions", 1998),
//! by Adam (Kingma and Ba, 2015). The search sees farther than the evaluation, and there is a score for each position,
//! but one result for a whole game. A force pulls the weights back to where they began, which what has been seen
//! overcomes the more there is of it.

use crate::attack::AttackCache;
use crate::eval::{Evaluator, Layout};
use crate::level::mix;
use crate::params::Tunable;
use crate::{Engine, Limits, Score, Stop, Weight, Weights};
use spielraum_rules::{Color, Move, Position, Rules};

/// A game that an engine plays against itself.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay {
    /// The positions looked at for each move.
    pub nodes: u64,
    /// The game begins with this many random moves.
    pub random_plies: usize,
    /// A game of this many plies is a draw.
    pub longest: usize,
    /// What the random moves depend on.
    pub seed: u64,
}

/// A position of a game, and what the engine thought of it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The position.
    pub position: Position,
    /// The score as White sees it.
    pub score: Score,
    /// The move that it found best.
    pub best: Move,
}

impl SelfPlay {
    /// Plays the game. Gives its positions after the random moves and White's result: 1, 0.5 or 0.
    pub fn play(&self, engine: &mut Engine) -> (Vec<Judged>, f64) {
        self.play_until(engine, &Stop::new())
    }

    /// The same; a game that is stopped breaks off.
    pub fn play_until(&self, engine: &mut Engine, stop: &Stop) -> (Vec<Judged>, f64) {
        let mut position = engine.rules().start();
        let mut positions = Vec::new();
        engine.clear();
        for ply in 0..self.longest {
            if stop.is_stopped() {
                break;
            }
            if let Some(outcome) = position.outcome() {
                let result = outcome.winner.map_or(0.5, |winner| if winner == Color::White { 1.0 } else { 0.0 });
                return (positions, result);
            }
            let m = if ply < self.random_plies {
                let mut moves = position.legal_moves();
                moves.sort_unstable_by_key(|m| m.to_bits());
                let dice = mix(self.seed ^ mix(ply as u64));
                Some(moves[((u128::from(dice) * moves.len() as u128) >> 64) as usize])
            } else {
                let answer = engine.search(&position, &Limits::nodes(self.nodes), stop, &mut |_| {});
                if let (Some(line), Some(best)) = (answer.lines.first(), answer.best) {
                    let score = line.score.from_white(position.side_to_move());
                    positions.push(Judged { position: position.clone(), score, best });
                }
                answer.best
            };
            match m {
                Some(m) => position.make(m),
                None => break,
            }
        }
        (positions, 0.5)
    }
}

/// A position as far as the weights are concerned, what was thought of it and how its game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// For each weight that counts: its place and its factor.
    factors: Box<[(u32, f32)]>,
    phase: f32,
    score: f32,
    result: f32,
}

/// Takes samples of the positions of one game.
pub struct Sampler {
    layout: Layout,
    evaluator: Evaluator,
    cache: AttackCache,
}

/// What fitting came to.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights found.
    pub weights: Weights,
    /// The mean squared error of the expected results before.
    pub before: f64,
    /// The same after.
    pub after: f64,
    /// The same before, of the positions that were kept aside to test.
    pub test_before: f64,
    /// The same after.
    pub test_after: f64,
}

impl Sampler {
    /// A sampler for those who play with `weights`.
    pub fn new(rules: &Rules, weights: &Weights) -> Self {
        Self {
            layout: weights.layout().clone(),
            evaluator: Evaluator::new(rules, weights, &Tunable::default()),
            cache: AttackCache::default(),
        }
    }

    /// A sample of a position of a game that ended with `result` for White (1, 0.5 or 0) if it is quiet: not in check,
    /// and the best move is no capture.
    pub fn sample(&mut self, judged: &Judged, result: f64) -> Option<Sample> {
        let position = &judged.position;
        let is_loud = position.in_check() || position.captured_by(judged.best).is_some();
        if is_loud || position.outcome().is_some() {
            return None;
        }
        let factors = self.evaluator.trace(&self.layout, position, &mut self.cache).factors();
        let phase = self.evaluator.phase(&self.evaluator.accumulator(position)) as f32;
        let counting = factors.iter().enumerate().filter(|(_, factor)| **factor != 0.0);
        let factors = counting.map(|(place, &factor)| (place as u32, factor as f32)).collect();
        let score = judged.score.value() as f32;
        Some(Sample { factors, phase, score, result: result as f32 })
    }
}

/// One in this many blocks of samples is kept aside to test.
const TEST_EVERY: usize = 10;

/// This many samples are a block: those of one game mostly stay together, since each says much of the others.
const BLOCK: usize = 64;

/// How strongly weights are pulled back to where they began, for each centipawn of what they add to a value: as strongly
/// as a number of samples that does not grow with how many there are.
const PULL: f64 = 5e-5;

/// Fits weights to samples.
pub struct Tuner {
    start: Weights,
    samples: Vec<Sample>,
    results: f64,
}

impl Tuner {
    /// A tuner that begins with `start`, weights of the game that the samples are of. `results`, from 0 to 1, says how
    /// much the games' results count; for the rest it is the scores.
    pub fn new(start: Weights, samples: Vec<Sample>, results: f64) -> Self {
        Self { start, samples, results }
    }

    /// Fits the weights in this many rounds over all positions; reports to `observer` the round and the error after it.
    pub fn fit(&self, rounds: usize, observer: &mut dyn FnMut(usize, f64)) -> Fit {
        let count = self.start.layout().len();
        let start: Vec<[f64; 2]> =
            self.start.numbers().iter().map(|weight| [f64::from(weight.early), f64::from(weight.late)]).collect();
        let target = Target { scale: self.best_scale(), results: self.results };
        let mut now = start.clone();
        let effects = self.start.layout().effects();
        let (mut first, mut second) = (vec![[0.0; 2]; count], vec![[0.0; 2]; count]);
        for round in 1..=rounds {
            let gradient = self.gradient(&now, &start, &effects, target);
            let rate = 2.0 / (1.0 + round as f64 / 150.0);
            let (fade1, fade2) = (1.0 - 0.9f64.powi(round as i32), 1.0 - 0.999f64.powi(round as i32));
            for place in 0..count {
                for part in 0..2 {
                    let slope = gradient[place][part];
                    first[place][part] = 0.9 * first[place][part] + 0.1 * slope;
                    second[place][part] = 0.999 * second[place][part] + 0.001 * slope * slope;
                    let step = first[place][part] / fade1 / ((second[place][part] / fade2).sqrt() + 1e-12);
                    // Steps are as long in what they add to a value, whatever the weight is counted in.
                    now[place][part] -= rate * step / effects[place];
                }
            }
            observer(round, self.error(&now, target, false));
        }
        let mut weights = self.start.clone();
        for (weight, now) in weights.numbers_mut().iter_mut().zip(&now) {
            let round = |value: f64| value.round().clamp(-30_000.0, 30_000.0) as i32;
            *weight = Weight { early: round(now[0]), late: round(now[1]) };
        }
        Fit {
            weights,
            before: self.error(&start, target, false),
            after: self.error(&now, target, false),
            test_before: self.error(&start, target, true),
            test_after: self.error(&now, target, true),
        }
    }

    fn samples(&self, test: bool) -> impl Iterator<Item = &Sample> {
        let chosen = move |index: &usize| (index / BLOCK).is_multiple_of(TEST_EVERY) == test;
        self.samples.iter().enumerate().filter(move |(index, _)| chosen(index)).map(|(_, sample)| sample)
    }

    /// How steep the chance to win rises with the score, so that it fits the games best.
    fn best_scale(&self) -> f64 {
        let candidates = (2..=40).map(|step| f64::from(step) / 10_000.0);
        let error = |scale: f64| -> f64 {
            let miss = |sample: &Sample| f64::from(sample.result) - expected(sample.score.into(), scale);
            self.samples(false).map(|sample| miss(sample).powi(2)).sum()
        };
        candidates.min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(0.002)
    }

    fn error(&self, weights: &[[f64; 2]], target: Target, test: bool) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for sample in self.samples(test) {
            sum += (target.of(sample) - expected(sample.value(weights), target.scale)).powi(2);
            count += 1;
        }
        sum / f64::from(count.max(1))
    }

    fn gradient(&self, weights: &[[f64; 2]], start: &[[f64; 2]], effects: &[f64], target: Target) -> Vec<[f64; 2]> {
        let strength = PULL / self.samples.len().max(1) as f64;
        let pull = |now: f64, start: f64, effect: f64| 2.0 * strength * effect * effect * (now - start);
        let mut gradient: Vec<[f64; 2]> = weights
            .iter()
            .zip(start)
            .zip(effects)
            .map(|((now, start), &effect)| [0, 1].map(|part| pull(now[part], start[part], effect)))
            .collect();
        let count = self.samples.len().max(1) as f64;
        for sample in self.samples(false) {
            let chance = expected(sample.value(weights), target.scale);
            let slope = 2.0 * (chance - target.of(sample)) * chance * (1.0 - chance) * target.scale / count;
            let phase = f64::from(sample.phase);
            for &(place, factor) in &sample.factors {
                let part = slope * f64::from(factor);
                gradient[place as usize][0] += part * phase;
                gradient[place as usize][1] += part * (1.0 - phase);
            }
        }
        gradient
    }
}

/// What positions' values are to agree with.
#[derive(Clone, Copy)]
struct Target {
    /// How steep the chance to win rises.
    scale: f64,
    /// How much results count.
    results: f64,
}

impl Target {
    /// The chance to win in a sample's position.
    fn of(self, sample: &Sample) -> f64 {
        let by_score = expected(sample.score.into(), self.scale);
        self.results * f64::from(sample.result) + (1.0 - self.results) * by_score
    }
}

impl Sample {
    fn value(&self, weights: &[[f64; 2]]) -> f64 {
        let phase = f64::from(self.phase);
        let part = |&(place, factor): &(u32, f32)| {
            let weight = weights[place as usize];
            f64::from(factor) * (weight[0] * phase + weight[1] * (1.0 - phase))
        };
        self.factors.iter().map(part).sum()
    }
}

/// The expected result for a value in centipawns.
fn expected(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value * scale * 2.0).exp())
}
