//! Training: a network is fitted to what searches found and how games ended.
//!
//! The expected result is a logistic function of the network's output; the target is a mean of the same function of the
//! search's score and of the result, or of what later positions of the game were worth; the squared error is made small by
//! Adam with decoupled weight decay (Loshchilov and Hutter, 2019) and a learning rate that falls to nothing along a half
//! wave. What is learned of a position is learned of its images under the board's symmetries, one of them at a time. All
//! sums are made in an order of their own, whatever the number of threads.

use crate::model::{Folded, Model, OUTPUT_CENTIPAWNS, Scratch};
use crate::sample::identity;
use crate::{Event, LearnError, Packing, Sample, Shard, write_whole};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use spielraum_endgames::board_symmetries;
use spielraum_matches::mixed;
use spielraum_nnue::{Inputs, MAX_ARMIES, Network, NetworkError, armies, distinct, is_hidden, meetings};
use spielraum_rules::Rules;
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// One game in this many is kept aside to test.
const TEST_EVERY: u64 = 20;

/// How strongly weights are drawn to 0, for each unit of the learning rate.
const DECAY: f32 = 0.1;

/// Into this many parts a batch is cut, each of which has a gradient of its own.
const SLICES: usize = 4;

/// The magic number of a checkpoint.
const CHECKPOINT: &[u8; 8] = b"SPLCHKP1";

/// How a network is trained.
#[derive(Clone, Debug)]
pub struct TrainingPlan {
    /// How many hidden units it has for each side's view.
    pub hidden: usize,
    /// How often all positions are learned from.
    pub epochs: u32,
    /// How many positions are learned from at a time.
    pub batch: usize,
    /// How far a weight moves at a time, in the beginning.
    pub rate: f32,
    /// How much results count, from 0 to 1; for the rest it is scores.
    pub results: f32,
    /// How much of a position's score is that of the next position of its game, from 0 to 1, and so on to the end, which is
    /// worth the result: TD(λ) (Richard Sutton, 1988). Shards with positions nearby keep their scores.
    pub td_lambda: f32,
    /// On what the first weights and the order of positions depend.
    pub seed: u64,
}

impl TrainingPlan {
    /// How a game's network is trained if nothing is said, from chance or from the weights of another.
    pub fn of(rules: &Rules, start: Option<&Network>) -> Self {
        match start {
            Some(network) => Self { hidden: network.parts().hidden, epochs: 2, rate: 0.0003, ..Self::DEFAULT },
            None => Self { hidden: default_hidden(rules), ..Self::DEFAULT },
        }
    }

    /// Whether such a network can be trained, from chance or from the weights of another.
    pub fn check(&self, start: Option<&Network>) -> Result<(), LearnError> {
        if !is_hidden(self.hidden) {
            return Err(LearnError::Hidden(self.hidden));
        }
        match start.map(|network| network.parts().hidden).filter(|&hidden| hidden > self.hidden) {
            Some(hidden) => Err(LearnError::Start(hidden, self.hidden)),
            None => Ok(()),
        }
    }

    /// The same for any game, from chance.
    pub const DEFAULT: Self =
        Self { hidden: 64, epochs: 10, batch: 1_024, rate: 0.001, results: 0.0, td_lambda: 0.9, seed: 1 };
}

/// A game with this many inputs is large.
pub(crate) const LARGE: usize = 4_000;

/// How many hidden units a game's network should have: fewer where there are many inputs, which are seldom seen each.
fn default_hidden(rules: &Rules) -> usize {
    match Inputs::new(rules).len() {
        ..LARGE => 64,
        LARGE..16_000 => 48,
        _ => 32,
    }
}

/// The positions of shards, each once.
pub struct Samples {
    /// The games of whose armies they are, at least one, each by other rules.
    rules: Vec<Rules>,
    /// Where the positions of each shard begin, and the armies that met there, White's and Black's.
    shards: Vec<(usize, [usize; 2])>,
    packing: Packing,
    /// The symmetries of the board, the identity first: what is learned of a position is learned of its images.
    symmetries: Vec<Vec<u16>>,
    bytes: Vec<u8>,
    training: Vec<usize>,
    test: Vec<usize>,
    games: u64,
    scale: f32,
}

impl Samples {
    /// Reads shards of a game, or of meetings of the armies of several with the same inputs; so much of a score is that of the
    /// next position, see [`TrainingPlan::td_lambda`].
    pub fn read(rules: &[&Rules], shards: &[PathBuf], lambda: f32) -> Result<Self, LearnError> {
        let rules = distinct(rules);
        let [first, others @ ..] = &rules[..] else { return Err(LearnError::NoSamples) };
        let (packing, mut bytes) = (Packing::new(first)?, Vec::new());
        if others.iter().any(|rules| Inputs::new(rules) != *packing.inputs()) {
            return Err(NetworkError::Inputs.into());
        }
        if rules.len() > MAX_ARMIES {
            return Err(NetworkError::Armies.into());
        }
        let (mut training, mut test, mut known, mut games) = (Vec::new(), Vec::new(), HashSet::new(), 0);
        let (mut scored_games, mut places) = (Vec::new(), Vec::new());
        let digests = meetings(&rules);
        for path in shards {
            // Which games ended first must not matter.
            let mut sorted = BTreeMap::new();
            let tell = |number, packed: &[u8]| drop(sorted.insert(number, packed.to_vec()));
            let (header, meeting) = Shard::read_any(path, &digests, tell)?;
            places.push((bytes.len(), armies(meeting, rules.len())));
            for (number, packed) in sorted {
                games += 1;
                let mut scored = Vec::new();
                let (mut packed, mut sample) = (&packed[..], Sample::default());
                while !packed.is_empty() {
                    let Some(one) = packing.unpack(&mut packed, &mut sample) else {
                        return Err(LearnError::no_position(path));
                    };
                    let mut hasher = DefaultHasher::new();
                    (meeting, identity(one)).hash(&mut hasher);
                    if known.insert(hasher.finish()) {
                        let list = if number % TEST_EVERY == TEST_EVERY - 1 { &mut test } else { &mut training };
                        list.push(bytes.len());
                        if lambda > 0.0 && header.nearby == 0 {
                            let Sample { score, half_points, side, .. } = sample;
                            scored.push(Scored { at: bytes.len(), score, half_points, side });
                        }
                        bytes.extend(one);
                    }
                }
                scored_games.push(scored);
            }
        }
        if training.is_empty() {
            return Err(LearnError::NoSamples);
        }
        let mut symmetries = board_symmetries(first);
        for rules in others {
            let theirs = board_symmetries(rules);
            symmetries.retain(|symmetry| theirs.contains(symmetry));
        }
        let rules = rules.into_iter().cloned().collect();
        let mut samples = Self { rules, shards: places, packing, symmetries, bytes, training, test, games, scale: 1.0 };
        samples.scale = samples.best_scale();
        for scored in scored_games {
            for (Scored { at, .. }, score) in scored.iter().zip(lambda_returns(&scored, samples.scale, lambda)) {
                samples.bytes[*at..at + 2].copy_from_slice(&score.to_le_bytes());
            }
        }
        Ok(samples)
    }

    /// What is reported of them.
    pub fn event(&self) -> Event {
        Event::Samples { training: self.training.len(), test: self.test.len(), scale: f64::from(self.scale) }
    }

    /// How many centipawns multiply the odds to win by e, so that scores fit results best.
    fn best_scale(&self) -> f32 {
        let mut sample = Sample::default();
        let mut pairs = Vec::new();
        for &at in self.training.iter().step_by(self.training.len().div_ceil(50_000)) {
            self.unpack(at, 0, &mut sample);
            pairs.push((f64::from(sample.score), f64::from(sample.half_points) / 2.0));
        }
        let error = |scale: f64| -> f64 {
            pairs.iter().map(|(score, result)| (result - 1.0 / (1.0 + (-score / scale).exp())).powi(2)).sum()
        };
        let candidates = (0..40).map(|step| 50.0 * 1.1f64.powi(step));
        candidates.min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(400.0) as f32
    }

    /// Unpacks the image under the symmetry that `chance` picks.
    fn unpack(&self, at: usize, chance: u64, sample: &mut Sample) {
        let images = &self.symmetries[(chance % self.symmetries.len() as u64) as usize];
        // It was read once.
        let _ = self.packing.unpack_image(&mut &self.bytes[at..], Some(images), sample);
        let shard = self.shards.partition_point(|&(begin, _)| begin <= at);
        sample.armies = shard.checked_sub(1).map_or([0; 2], |shard| self.shards[shard].1);
    }
}

/// The expected result of a score, both for the side to move.
fn expected(score: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// A position of a game, and where it is packed.
struct Scored {
    at: usize,
    score: i16,
    half_points: u8,
    side: u8,
}

/// The λ-returns of a game's positions, in their order: scores mixed with those of the positions after them (Richard Sutton,
/// 1988).
fn lambda_returns(game: &[Scored], scale: f32, lambda: f32) -> Vec<i16> {
    // No score is certain.
    const BOUND: f32 = 1e-4;
    let mut returns = vec![0; game.len()];
    let mut after = None;
    for (own_return, &Scored { score, half_points, side, .. }) in returns.iter_mut().zip(game).rev() {
        // What White gets of what the side to move gets, and the other way round.
        let of = |own: f32| if side == 0 { own } else { 1.0 - own };
        let next = after.unwrap_or_else(|| of(f32::from(half_points) / 2.0));
        let mixed = (1.0 - lambda) * of(expected(f32::from(score), scale)) + lambda * next;
        after = Some(mixed);
        let own = of(mixed).clamp(BOUND, 1.0 - BOUND);
        *own_return = (scale * (own / (1.0 - own)).ln()).round() as i16;
    }
    returns
}

/// A training that goes on.
pub struct Training<'a> {
    samples: &'a Samples,
    plan: TrainingPlan,
    model: Model,
    /// How the network was learned with whose weights it began, if it did with any.
    start: Option<Start>,
    state: State,
    /// Whether the training is still wanted.
    wanted: &'a (dyn Fn() -> bool + Sync),
}

/// The network with whose weights a training began.
struct Start {
    record: serde_json::Value,
    checksum: u32,
}

/// All that a training has come to: it can be written and read.
struct State {
    epoch: u32,
    steps: u64,
    weights: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
}

impl<'a> Training<'a> {
    /// A training that begins, of a network for the games of the samples.
    pub fn new(samples: &'a Samples, plan: TrainingPlan) -> Result<Self, LearnError> {
        plan.check(None)?;
        let model = Model::new(&samples.rules[0], samples.rules.len(), plan.hidden);
        let weights = model.initial(&mut StdRng::seed_from_u64(plan.seed));
        let zeros = || vec![0.0; model.len()];
        let state = State { epoch: 0, steps: 0, first: zeros(), second: zeros(), weights };
        Ok(Self { samples, plan, model, start: None, state, wanted: &|| true })
    }

    /// The same, begun with the weights of a network of the same games if there is one: what it knows is kept as far as the
    /// positions teach otherwise. It may have fewer hidden units.
    pub fn starting_with(mut self, network: Option<&Network>) -> Result<Self, LearnError> {
        let Some(network) = network else { return Ok(self) };
        let games: Vec<&Rules> = self.samples.rules.iter().collect();
        if !network.is_shared_by(&games) {
            return Err(NetworkError::OtherGame.into());
        }
        self.plan.check(Some(network))?;
        self.model.start_from(network, &mut self.state.weights);
        let record = serde_json::from_str(network.record()).unwrap_or_default();
        self.start = Some(Start { record, checksum: crc32fast::hash(&network.write()?) });
        Ok(self)
    }

    /// The same, until `wanted` says no: it is asked before each step, by the thread that calls [`run`](Self::run), which then gives
    /// [`LearnError::CalledOff`].
    pub fn while_wanted(mut self, wanted: &'a (dyn Fn() -> bool + Sync)) -> Self {
        self.wanted = wanted;
        self
    }

    /// Trains to the end and gives the network. After each epoch the state is written to `checkpoint`; if there is one of the
    /// same plan and samples the training goes on from there.
    pub fn run(mut self, checkpoint: Option<&Path>, observer: &mut dyn FnMut(Event)) -> Result<Network, LearnError> {
        if let Some(bytes) = checkpoint.and_then(|path| std::fs::read(path).ok()) {
            self.restore(&bytes);
        }
        let (mut loss, mut test_loss) = (f64::NAN, f64::NAN);
        while self.state.epoch < self.plan.epochs || loss.is_nan() {
            if self.state.epoch < self.plan.epochs {
                loss = self.epoch()?;
                self.state.epoch += 1;
                if let Some(path) = checkpoint {
                    write_whole(path, &self.checkpoint())?;
                }
            } else {
                loss = self.loss(&self.samples.training);
            }
            test_loss = self.loss(&self.samples.test);
            observer(Event::Epoch { epoch: self.state.epoch, of: self.plan.epochs, loss, test_loss });
        }
        let record = serde_json::json!({
            "games": self.samples.games, "positions": self.samples.training.len(), "hidden": self.plan.hidden,
            "epochs": self.plan.epochs, "batch": self.plan.batch, "rate": self.plan.rate,
            "results": self.plan.results, "td_lambda": self.plan.td_lambda, "seed": self.plan.seed,
            "scale": self.samples.scale, "loss": loss, "test_loss": test_loss, "version": env!("CARGO_PKG_VERSION"),
            "start": self.start.as_ref().map(|start| &start.record),
        });
        let (parts, own) = self.model.quantised(&self.state.weights);
        let games: Vec<&Rules> = self.samples.rules.iter().collect();
        Ok(Network::shared(&games, parts, own, record.to_string())?)
    }

    /// Learns from all positions once; gives the mean error.
    fn epoch(&mut self) -> Result<f64, LearnError> {
        let mut order = self.samples.training.clone();
        order.shuffle(&mut StdRng::seed_from_u64(mixed(self.plan.seed, u64::from(self.state.epoch))));
        let batch = self.plan.batch.max(1);
        let steps = order.len().div_ceil(batch) as u64 * u64::from(self.plan.epochs);
        let mut error = 0.0;
        // Large networks have millions of weights: their room is used again.
        let (mut weights, mut unfolded) = (self.model.zero(), Vec::new());
        let mut gradients = vec![self.model.zero(); SLICES];
        for part in order.chunks(batch) {
            if !(self.wanted)() {
                return Err(LearnError::CalledOff);
            }
            self.model.fold(&self.state.weights, &mut weights);
            let slices: Vec<_> = part.chunks(part.len().div_ceil(SLICES)).zip(&mut gradients).collect();
            let errors: Vec<f64> = slices
                .into_par_iter()
                .map(|(slice, gradient)| self.gradient(&weights, slice, part.len(), gradient))
                .collect();
            let (gradient, others) = gradients.split_at_mut(1);
            others[..errors.len() - 1].iter().for_each(|other| gradient[0].add(other));
            errors.iter().for_each(|slice| error += slice);
            self.model.unfold(&gradient[0], &mut unfolded);
            self.step(&unfolded, steps);
        }
        Ok(error / order.len() as f64)
    }

    /// The error of some of a batch's positions; `gradient` becomes how weights should change.
    fn gradient(&self, weights: &Folded, slice: &[usize], batch: usize, gradient: &mut Folded) -> f64 {
        let mut error = 0.0;
        gradient.clear();
        let (mut sample, mut scratch) = (Sample::default(), Scratch::default());
        for &at in slice {
            self.samples.unpack(at, mixed(self.plan.seed ^ u64::from(self.state.epoch), at as u64), &mut sample);
            let expected = self.expected(self.model.output(weights, &sample, &mut scratch) * OUTPUT_CENTIPAWNS);
            let miss = expected - self.target(&sample);
            error += f64::from(miss * miss);
            let slope = 2.0 * miss * expected * (1.0 - expected) * OUTPUT_CENTIPAWNS / self.samples.scale;
            self.model.learn(weights, &sample, slope / batch as f32, &mut scratch, gradient);
        }
        error
    }

    /// The mean error of some positions; nothing is learned.
    fn loss(&self, of: &[usize]) -> f64 {
        let mut weights = self.model.zero();
        self.model.fold(&self.state.weights, &mut weights);
        let errors: Vec<f64> = of
            .chunks(1 << 12)
            .collect::<Vec<_>>()
            .par_iter()
            .map(|chunk| {
                let (mut sample, mut scratch) = (Sample::default(), Scratch::default());
                let error = |&at: &usize| {
                    self.samples.unpack(at, 0, &mut sample);
                    let output = self.model.output(&weights, &sample, &mut scratch);
                    f64::from(self.expected(output * OUTPUT_CENTIPAWNS) - self.target(&sample)).powi(2)
                };
                chunk.iter().map(error).sum()
            })
            .collect();
        errors.iter().sum::<f64>() / of.len().max(1) as f64
    }

    /// The expected result of a score in centipawns.
    fn expected(&self, score: f32) -> f32 {
        expected(score, self.samples.scale)
    }

    fn target(&self, sample: &Sample) -> f32 {
        let (by_result, results) = (f32::from(sample.half_points) / 2.0, self.plan.results);
        results * by_result + (1.0 - results) * self.expected(f32::from(sample.score))
    }

    /// A step of Adam, one of this many.
    fn step(&mut self, gradient: &[f32], of: u64) {
        let state = &mut self.state;
        state.steps += 1;
        let done = (state.steps as f64 / of as f64).min(1.0);
        let rate = f64::from(self.plan.rate) * (0.02 + 0.49 * (1.0 + (std::f64::consts::PI * done).cos()));
        let fade = |of: f64| 1.0 - of.powf(state.steps as f64);
        let (rate, fade) = ((rate / fade(0.9)) as f32, fade(0.999).sqrt() as f32);
        let moments = state.first.iter_mut().zip(&mut state.second);
        for ((weight, slope), (first, second)) in state.weights.iter_mut().zip(gradient).zip(moments) {
            *first = 0.9 * *first + 0.1 * slope;
            *second = 0.999 * *second + 0.001 * slope * slope;
            *weight -= rate * (*first / (second.sqrt() / fade + 1e-8) + DECAY * *weight);
        }
        self.model.clip(&mut state.weights);
    }

    /// What distinguishes the plan and the samples from others.
    fn signature(&self) -> u32 {
        let samples = crc32fast::hash(&self.samples.bytes);
        let start = self.start.as_ref().map(|start| start.checksum);
        crc32fast::hash(format!("{samples} {:?} {:?} {start:?}", self.plan, self.samples.training.len()).as_bytes())
    }

    fn checkpoint(&self) -> Vec<u8> {
        let State { epoch, steps, weights, first, second } = &self.state;
        let mut bytes = CHECKPOINT.to_vec();
        bytes.extend(self.signature().to_le_bytes());
        bytes.extend(epoch.to_le_bytes());
        bytes.extend(steps.to_le_bytes());
        for list in [weights, first, second] {
            bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Goes on from a checkpoint, if it is one of this training.
    fn restore(&mut self, bytes: &[u8]) {
        const HEAD: usize = 24;
        let count = self.model.len();
        let mut begin = CHECKPOINT.to_vec();
        begin.extend(self.signature().to_le_bytes());
        let Some((content, checksum)) = bytes.split_last_chunk::<4>() else { return };
        let is_whole = crc32fast::hash(content) == u32::from_le_bytes(*checksum);
        if !is_whole || !content.starts_with(&begin) || content.len() != HEAD + 12 * count {
            return;
        }
        let numbers = content[HEAD..].as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let mut lists = numbers.collect::<Vec<f32>>();
        self.state = State {
            epoch: u32::from_le_bytes(std::array::from_fn(|at| content[12 + at])),
            steps: u64::from_le_bytes(std::array::from_fn(|at| content[16 + at])),
            second: lists.split_off(2 * count),
            first: lists.split_off(count),
            weights: lists,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{Scored, lambda_returns};

    /// A game that Black, to move last, wins.
    const LOST: [(i16, u8, u8); 3] = [(50, 0, 0), (-30, 2, 1), (100, 2, 1)];

    fn returns(game: &[(i16, u8, u8)], lambda: f32) -> Vec<i16> {
        let scored = |&(score, half_points, side): &_| Scored { at: 0, score, half_points, side };
        lambda_returns(&game.iter().map(scored).collect::<Vec<_>>(), 200.0, lambda)
    }

    #[test]
    fn scores_are_their_own_or_those_of_the_end() {
        assert_eq!(returns(&LOST, 0.0), [50, -30, 100]);
        // 200 times the logarithm of the odds where no score is certain.
        assert_eq!(returns(&LOST, 1.0), [-1842, 1842, 1842]);
        assert_eq!(returns(&[(70, 1, 1), (-70, 1, 0)], 1.0), [0, 0]);
    }

    #[test]
    fn a_score_is_drawn_to_the_next_one() {
        // The last: 0.5 of 1 / (1 + e^-0.5) and 0.5 of the result are 0.8112, 200 ln(0.8112 / 0.1888) centipawns.
        let [first, second, last] = returns(&LOST, 0.5)[..] else { panic!() };
        assert_eq!(last, 292);
        assert!((-30..last).contains(&second) && (-second..50).contains(&first), "{first} {second}");
    }
}
