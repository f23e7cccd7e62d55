//! A network in floating point: its weights, what they make of a position, and how they should change.
//!
//! The rows of inputs are sums of a row for each and of rows for factors that several have: a piece's type, and its type
//! on a rank, a file and a level. So what is seen on one cell is learned for others, too. The rows are added up ("folded")
//! before they are used.
//!
//! Where several armies share a network each has, beside these, a row of its own for each plane of inputs, values of its own
//! and biases of its own: the same type may move differently there.

use crate::Sample;
use rand::Rng;
use rand::rngs::StdRng;
use spielraum_geometry::Cell;
use spielraum_nnue::{ArmyParts, BUCKETS, Inputs, Network, Parts, UNIT, VALUE_UNIT, WEIGHT_UNIT};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Rules};
use std::collections::HashMap;
use std::ops::Range;

/// What an output of 1 is worth, in centipawns.
pub(crate) const OUTPUT_CENTIPAWNS: f32 = spielraum_nnue::OUTPUT_CENTIPAWNS as f32;

/// How many steps of a plain value are an output of 1.
const VALUE_STEPS: f32 = OUTPUT_CENTIPAWNS * VALUE_UNIT as f32;

/// No weight of the last layer's two parts is larger: their sum must be a byte.
const MAX_OUTPUT_WEIGHT: f32 = i8::MAX as f32 / WEIGHT_UNIT as f32 / 2.0;

/// How far the weights of factors are from 0 at the beginning, at most.
const SPREAD: f32 = 0.1;

/// What inputs have in common with others.
#[derive(Clone, Debug)]
struct Factors {
    /// For each input, the numbers of its factors.
    of: Vec<Vec<u32>>,
    count: usize,
}

impl Factors {
    fn new(rules: &Rules, inputs: &Inputs) -> Self {
        let (board, mut numbers) = (rules.board(), HashMap::new());
        let mut of = vec![Vec::new(); inputs.len()];
        for color in Color::BOTH {
            for kind in PieceType::all(inputs.types()) {
                for cell in board.cells() {
                    // White's numbers of the cells are those of the board; Black's pieces are its enemy's.
                    let input = inputs.piece(color, kind, Cell(cell.0))[Color::White as usize];
                    let at = board.coord(cell);
                    let factors = [(0, 0), (1, at.rank), (2, at.file), (3, at.level)];
                    let number = |(axis, place)| {
                        let next = numbers.len() as u32;
                        *numbers.entry((color as usize, kind.0, axis, place)).or_insert(next)
                    };
                    of[input] = factors.map(number).to_vec();
                }
            }
        }
        Self { of, count: numbers.len() }
    }
}

/// Weights, or how they should change, with the rows folded. Values are each army's, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Folded {
    pub(crate) rows: Vec<f32>,
    pub(crate) values: Vec<f32>,
    pub(crate) biases: Vec<f32>,
    /// For each army a row for each plane; nothing if there is one.
    pub(crate) own_rows: Vec<f32>,
    /// For each army biases where it is the viewer's and where it is the enemy's; nothing if there is one.
    pub(crate) own_biases: Vec<f32>,
    pub(crate) outputs: Vec<f32>,
    pub(crate) output_biases: Vec<f32>,
}

/// Where the parts of the list of all weights are.
struct Places {
    /// Rows and plain values of inputs.
    rows: Range<usize>,
    values: Range<usize>,
    /// Rows and plain values of factors.
    factor_rows: Range<usize>,
    factor_values: Range<usize>,
    biases: Range<usize>,
    /// The last layer: what all buckets have in common, what each adds, and the biases.
    output: Range<usize>,
    outputs: Range<usize>,
    output_biases: Range<usize>,
    /// Each army's own.
    own_rows: Range<usize>,
    own_values: Range<usize>,
    own_biases: Range<usize>,
}

/// The shape of a model, and where its weights are in a list of all.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    factors: Factors,
    inputs: usize,
    /// The plane of each input.
    plane_of: Vec<usize>,
    /// Whose each plane is: 0 the viewer's, 1 the enemy's.
    side_of: Vec<usize>,
    /// How many armies have weights of their own: all that share the network, or none if there is one.
    own: usize,
    pub(crate) hidden: usize,
    pieces: u16,
}

/// What a position's computation leaves behind for its gradient.
#[derive(Default)]
pub(crate) struct Scratch {
    sums: [Vec<f32>; 2],
    /// How much there is in each plane, if armies have weights of their own.
    counts: [Vec<f32>; 2],
    slopes: Vec<f32>,
}

impl Model {
    /// A model for this many armies in games with the inputs of this one.
    pub(crate) fn new(rules: &Rules, armies: usize, hidden: usize) -> Self {
        let inputs = Inputs::new(rules);
        let start = rules.start();
        let pieces: u32 = Color::BOTH.iter().map(|&color| start.count_all(color)).sum();
        Self {
            factors: Factors::new(rules, &inputs),
            inputs: inputs.len(),
            plane_of: (0..inputs.len()).map(|input| inputs.plane(input)).collect(),
            side_of: (0..inputs.planes()).map(|plane| usize::from(inputs.is_enemy(plane))).collect(),
            own: if armies > 1 { armies } else { 0 },
            hidden,
            pieces: pieces.max(1) as u16,
        }
    }

    /// Where the parts of the list of weights are, one after the other.
    fn places(&self) -> Places {
        let &Self { ref factors, inputs, own, hidden, .. } = self;
        let mut end = 0;
        let mut next = |length: usize| {
            let begin = end;
            end += length;
            begin..end
        };
        Places {
            rows: next(inputs * hidden),
            values: next(inputs),
            factor_rows: next(factors.count * hidden),
            factor_values: next(factors.count),
            biases: next(hidden),
            output: next(2 * hidden),
            outputs: next(2 * hidden * BUCKETS),
            output_biases: next(BUCKETS),
            own_rows: next(own * self.planes() * hidden),
            own_values: next(own * inputs),
            own_biases: next(own * 2 * hidden),
        }
    }

    /// How many planes the inputs make.
    fn planes(&self) -> usize {
        self.side_of.len()
    }

    /// How many weights all armies share; those of each army's own come after them.
    fn common(&self) -> usize {
        self.places().output_biases.end
    }

    /// How many weights there are.
    pub(crate) fn len(&self) -> usize {
        self.places().own_biases.end
    }

    /// Weights to begin with.
    pub(crate) fn initial(&self, random: &mut StdRng) -> Vec<f32> {
        let Places { factor_rows, biases, output, .. } = self.places();
        let spread = |at: usize| match at {
            at if factor_rows.contains(&at) || biases.contains(&at) => SPREAD,
            at if output.contains(&at) => (self.hidden as f32).sqrt().recip(),
            _ => 0.0,
        };
        (0..self.len()).map(|at| (random.random::<f32>() * 2.0 - 1.0) * spread(at)).collect()
    }

    /// The weights of a network, which may have fewer hidden units, in place of those of `weights`, weights to begin with: units
    /// that it lacks keep theirs and say nothing at first. It must be of the same inputs and as many armies.
    pub(crate) fn start_from(&self, network: &Network, weights: &mut [f32]) {
        let (parts, hidden, at) = (network.common(), network.parts().hidden, self.places());
        let wider = |words: &[i16], wide: &mut [f32]| {
            let rows = words.chunks(hidden).zip(wide.chunks_mut(self.hidden));
            rows.for_each(|(words, row)| put(words, f32::from(UNIT), row));
        };
        // The rows of a file are folded: factors begin at 0, but for the new units.
        for row in weights[at.factor_rows].chunks_mut(self.hidden) {
            row[..hidden].fill(0.0);
        }
        weights[at.factor_values].fill(0.0);
        wider(&parts.rows, &mut weights[at.rows]);
        wider(&parts.biases, &mut weights[at.biases]);
        put(&parts.values, VALUE_STEPS, &mut weights[at.values]);
        // So are the last layers: what all have in common is the middle of them, so that neither part is too large.
        let (output, outputs) = weights[at.output.start..at.outputs.end].split_at_mut(at.output.len());
        output.fill(0.0);
        for half in 0..2 {
            for unit in 0..hidden {
                let byte = |bucket: usize| parts.outputs[(2 * bucket + half) * hidden + unit];
                let weight = |bucket| f32::from(byte(bucket)) / WEIGHT_UNIT as f32;
                let (least, most) = (0..BUCKETS)
                    .map(weight)
                    .fold((f32::MAX, f32::MIN), |(least, most), weight| (least.min(weight), most.max(weight)));
                let middle = f32::midpoint(least, most).clamp(-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT);
                output[half * self.hidden + unit] = middle;
                for bucket in 0..BUCKETS {
                    outputs[(2 * bucket + half) * self.hidden + unit] = weight(bucket) - middle;
                }
            }
        }
        let unit = f32::from(UNIT) * WEIGHT_UNIT as f32;
        let output_biases = weights[at.output_biases].iter_mut().zip(parts.output_biases);
        output_biases.for_each(|(to, bias)| *to = bias as f32 / unit);
        let (own_rows, own_biases) = (self.planes() * self.hidden, 2 * self.hidden);
        for (army, own) in network.own().iter().enumerate() {
            wider(&own.rows, &mut weights[at.own_rows.start + army * own_rows..][..own_rows]);
            put(&own.values, VALUE_STEPS, &mut weights[at.own_values.start + army * self.inputs..]);
            wider(&own.biases, &mut weights[at.own_biases.start + army * own_biases..][..own_biases]);
        }
    }

    /// Adds up the rows.
    pub(crate) fn fold(&self, weights: &[f32], folded: &mut Folded) {
        let at = self.places();
        let (factor_rows, factor_values) = (&weights[at.factor_rows], &weights[at.factor_values]);
        let hidden = self.hidden;
        folded.rows.copy_from_slice(&weights[at.rows]);
        folded.values[..self.inputs].copy_from_slice(&weights[at.values]);
        for (input, factors) in self.factors.of.iter().enumerate() {
            let row = &mut folded.rows[input * hidden..][..hidden];
            for &number in factors {
                add(row, &factor_rows[number as usize * hidden..][..hidden], 1.0);
                folded.values[input] += factor_values[number as usize];
            }
        }
        folded.biases.copy_from_slice(&weights[at.biases]);
        // Each army's values are the first ones and its own.
        for (army, own) in weights[at.own_values].chunks(self.inputs).enumerate().rev() {
            for (input, own) in own.iter().enumerate() {
                folded.values[army * self.inputs + input] = folded.values[input] + own;
            }
        }
        folded.own_rows.copy_from_slice(&weights[at.own_rows]);
        folded.own_biases.copy_from_slice(&weights[at.own_biases]);
        let sums = weights[at.outputs].iter().zip(weights[at.output].iter().cycle()).map(|(bucket, all)| bucket + all);
        folded.outputs.iter_mut().zip(sums).for_each(|(output, sum)| *output = sum);
        folded.output_biases.copy_from_slice(&weights[at.output_biases]);
    }

    /// How the weights should change, from how they should when folded.
    pub(crate) fn unfold(&self, gradient: &Folded, unfolded: &mut Vec<f32>) {
        let hidden = self.hidden;
        let Folded { rows, values, biases, own_rows, own_biases, outputs, output_biases } = gradient;
        unfolded.clear();
        unfolded.extend(rows);
        let values_at = unfolded.len();
        gather(unfolded, values, self.inputs);
        let factors_at = unfolded.len();
        unfolded.resize(factors_at + self.factors.count * (hidden + 1), 0.0);
        let (before, factors) = unfolded.split_at_mut(factors_at);
        let (factor_rows, factor_values) = factors.split_at_mut(self.factors.count * hidden);
        for (input, factors) in self.factors.of.iter().enumerate() {
            let row = &rows[input * hidden..][..hidden];
            for &number in factors {
                add(&mut factor_rows[number as usize * hidden..][..hidden], row, 1.0);
                factor_values[number as usize] += before[values_at + input];
            }
        }
        unfolded.extend(biases);
        gather(unfolded, outputs, 2 * hidden);
        unfolded.extend(outputs.iter().chain(output_biases).chain(own_rows));
        if self.own > 0 {
            unfolded.extend(values.iter().chain(own_biases));
        }
    }

    /// No gradient, or room for folded weights.
    pub(crate) fn zero(&self) -> Folded {
        let at = self.places();
        let zeros = |length| vec![0.0; length];
        Folded {
            rows: zeros(at.rows.len()),
            values: zeros(self.own.max(1) * at.values.len()),
            biases: zeros(at.biases.len()),
            own_rows: zeros(at.own_rows.len()),
            own_biases: zeros(at.own_biases.len()),
            outputs: zeros(at.outputs.len()),
            output_biases: zeros(at.output_biases.len()),
        }
    }

    /// Keeps the weights of the last layer where they can be quantised.
    pub(crate) fn clip(&self, weights: &mut [f32]) {
        let Places { output, outputs, .. } = self.places();
        weights[output.start..outputs.end]
            .iter_mut()
            .for_each(|weight| *weight = weight.clamp(-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT));
    }

    /// What a position is worth to the side to move, in outputs.
    pub(crate) fn output(&self, weights: &Folded, sample: &Sample, scratch: &mut Scratch) -> f32 {
        let hidden = self.hidden;
        let mut values = [0.0; 2];
        for viewer in 0..2 {
            let sums = &mut scratch.sums[viewer];
            sums.clear();
            sums.extend_from_slice(&weights.biases);
            for (seen, count) in &sample.inputs {
                let (input, count) = (seen[viewer] as usize, f32::from(*count));
                add(sums, &weights.rows[input * hidden..][..hidden], count);
                values[viewer] += weights.values[self.value_at(sample, viewer, input)] * count;
            }
            self.own_biases(sample, viewer).for_each(|biases| add(sums, &weights.own_biases[biases], 1.0));
            self.count_planes(sample, viewer, &mut scratch.counts[viewer]);
            for (row, count) in self.own_rows(sample, viewer, &scratch.counts[viewer]) {
                add(sums, &weights.own_rows[row], count);
            }
        }
        let [own, other] = sides(sample);
        let bucket = self.bucket(sample);
        let outputs = &weights.outputs[2 * hidden * bucket..][..2 * hidden];
        let sums = [own, other].map(|viewer| &scratch.sums[viewer]);
        let mut output = weights.output_biases[bucket] + (values[own] - values[other]) / 2.0;
        for (sums, outputs) in sums.into_iter().zip(outputs.chunks(hidden)) {
            output += sums.iter().zip(outputs).map(|(sum, weight)| sum.clamp(0.0, 1.0).powi(2) * weight).sum::<f32>();
        }
        output
    }

    /// Adds to `gradient` how weights should change if the output of the position computed last should by `slope`.
    pub(crate) fn learn(
        &self,
        weights: &Folded,
        sample: &Sample,
        slope: f32,
        scratch: &mut Scratch,
        gradient: &mut Folded,
    ) {
        let (hidden, bucket) = (self.hidden, self.bucket(sample));
        let Scratch { sums, counts, slopes } = scratch;
        gradient.output_biases[bucket] += slope;
        for (half, viewer) in sides(sample).into_iter().enumerate() {
            let at = (2 * bucket + half) * hidden;
            let outputs = &weights.outputs[at..][..hidden];
            let learned = &mut gradient.outputs[at..][..hidden];
            slopes.clear();
            slopes.extend(sums[viewer].iter().zip(outputs).zip(learned).map(|((&sum, &weight), learned)| {
                let unit = sum.clamp(0.0, 1.0);
                *learned += unit * unit * slope;
                // A unit at either end passes nothing on.
                if sum > 0.0 && sum < 1.0 { 2.0 * unit * weight * slope } else { 0.0 }
            }));
            add(&mut gradient.biases, slopes, 1.0);
            self.own_biases(sample, viewer).for_each(|biases| add(&mut gradient.own_biases[biases], slopes, 1.0));
            let value = if half == 0 { slope / 2.0 } else { -slope / 2.0 };
            for (seen, count) in &sample.inputs {
                let (input, count) = (seen[viewer] as usize, f32::from(*count));
                add(&mut gradient.rows[input * hidden..][..hidden], slopes, count);
                gradient.values[self.value_at(sample, viewer, input)] += value * count;
            }
            for (row, count) in self.own_rows(sample, viewer, &counts[viewer]) {
                add(&mut gradient.own_rows[row], slopes, count);
            }
        }
    }

    /// Counts what a side sees in each plane; in none if there is one army.
    fn count_planes(&self, sample: &Sample, viewer: usize, counts: &mut Vec<f32>) {
        counts.clear();
        if self.own > 0 {
            counts.resize(self.planes(), 0.0);
            for (seen, count) in &sample.inputs {
                counts[self.plane_of[seen[viewer] as usize]] += f32::from(*count);
            }
        }
    }

    /// The army of the side whose a plane is, where `viewer` looks.
    fn army(&self, sample: &Sample, viewer: usize, plane: usize) -> usize {
        sample.armies[viewer ^ self.side_of[plane]]
    }

    /// Where the plain value of an input is.
    fn value_at(&self, sample: &Sample, viewer: usize, input: usize) -> usize {
        self.army(sample, viewer, self.plane_of[input]) * self.inputs + input
    }

    /// Where the rows are that the armies have for the planes in which there is something, and how much there is.
    fn own_rows(&self, sample: &Sample, viewer: usize, counts: &[f32]) -> impl Iterator<Item = (Range<usize>, f32)> {
        let counts = counts.iter().copied().enumerate().filter(|&(_, count)| count != 0.0);
        counts.map(move |(plane, count)| {
            let at = (self.army(sample, viewer, plane) * self.planes() + plane) * self.hidden;
            (at..at + self.hidden, count)
        })
    }

    /// Where the biases are that the viewer's army has, and the enemy's.
    fn own_biases(&self, sample: &Sample, viewer: usize) -> impl Iterator<Item = Range<usize>> {
        let armies = [(sample.armies[viewer], 0), (sample.armies[1 - viewer], 1)];
        armies.into_iter().filter(|_| self.own > 0).map(|(army, half)| {
            let at = (2 * army + half) * self.hidden;
            at..at + self.hidden
        })
    }

    /// The weights as whole numbers: those that armies share, and what each army's add to them.
    pub(crate) fn quantised(&self, weights: &[f32]) -> (Parts, Vec<ArmyParts>) {
        let Places { own_rows, own_values, own_biases, .. } = self.places();
        let (mut folded, mut common) = (self.zero(), weights.to_vec());
        common[self.common()..].fill(0.0);
        self.fold(&common, &mut folded);
        let words = |weights: &[f32], unit: f32| {
            let word = |weight: &f32| (weight * unit).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
            weights.iter().map(word).collect::<Vec<i16>>()
        };
        let unit = f32::from(UNIT);
        let byte = |weight: &f32| (weight * WEIGHT_UNIT as f32).round().clamp(-127.0, 127.0) as i8;
        let bias = |weight: &f32| (weight * unit * WEIGHT_UNIT as f32).round() as i32;
        let own = |army: usize| {
            let of = |all: &Range<usize>, unit: f32| {
                let each = all.len() / self.own;
                words(&weights[all.start + army * each..][..each], unit)
            };
            ArmyParts { rows: of(&own_rows, unit), values: of(&own_values, VALUE_STEPS), biases: of(&own_biases, unit) }
        };
        let parts = Parts {
            hidden: self.hidden,
            pieces: self.pieces,
            rows: words(&folded.rows, unit),
            values: words(&folded.values[..self.inputs], VALUE_STEPS),
            biases: words(&folded.biases, unit),
            outputs: folded.outputs.iter().map(byte).collect(),
            output_biases: folded.output_biases.iter().map(bias).collect(),
        };
        (parts, (0..self.own).map(own).collect())
    }

    fn bucket(&self, sample: &Sample) -> usize {
        spielraum_nnue::bucket(sample.pieces, self.pieces)
    }
}

impl Folded {
    /// Makes all of it nought.
    pub(crate) fn clear(&mut self) {
        let Self { rows, values, biases, own_rows, own_biases, outputs, output_biases } = self;
        let parts = [rows, values, biases, own_rows, own_biases, outputs, output_biases];
        parts.into_iter().for_each(|part| part.fill(0.0));
    }

    /// Adds another gradient.
    pub(crate) fn add(&mut self, other: &Self) {
        add(&mut self.rows, &other.rows, 1.0);
        add(&mut self.values, &other.values, 1.0);
        add(&mut self.biases, &other.biases, 1.0);
        add(&mut self.own_rows, &other.own_rows, 1.0);
        add(&mut self.own_biases, &other.own_biases, 1.0);
        add(&mut self.outputs, &other.outputs, 1.0);
        add(&mut self.output_biases, &other.output_biases, 1.0);
    }
}

/// The views of the side to move and of the other.
fn sides(sample: &Sample) -> [usize; 2] {
    let side = usize::from(sample.side);
    [side, 1 - side]
}

/// Appends the sums of all parts' numbers, of this many each.
fn gather(to: &mut Vec<f32>, parts: &[f32], count: usize) {
    let at = to.len();
    to.resize(at + count, 0.0);
    parts.chunks(count).for_each(|part| add(&mut to[at..], part, 1.0));
}

/// Puts whole numbers, this many to 1, in the first places.
fn put(words: &[i16], unit: f32, to: &mut [f32]) {
    to.iter_mut().zip(words).for_each(|(to, &word)| *to = f32::from(word) / unit);
}

/// Adds a multiple of a row to another.
fn add(to: &mut [f32], row: &[f32], count: f32) {
    to.iter_mut().zip(row).for_each(|(to, from)| *to += from * count);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Packing;
    use rand::SeedableRng;
    use spielraum_arcade::{Game, Source};
    use spielraum_nnue::Accumulators;

    /// A model of a game, weights, and a position some plies from the start.
    fn setting(id: &str, armies: usize) -> (Game, Model, Vec<f32>, Sample, spielraum_rules::Position) {
        let game = Game::load(Source::Builtin(id), &[]).unwrap();
        let model = Model::new(game.rules(), armies, 16);
        let mut random = StdRng::seed_from_u64(3);
        let mut weights = model.initial(&mut random);
        weights.iter_mut().for_each(|weight| *weight += (random.random::<f32>() - 0.5) * 0.1);
        let position = spielraum_matches::opening(&game.rules().start(), 9, 1, 1);
        let packing = Packing::new(game.rules()).unwrap();
        let (mut packed, mut sample) = (Vec::new(), Sample::default());
        packing.pack(&position, 30, 2, &mut packed);
        packing.unpack(&mut &packed[..], &mut sample).unwrap();
        (game, model, weights, sample, position)
    }

    fn folded(model: &Model, weights: &[f32]) -> Folded {
        let mut folded = model.zero();
        model.fold(weights, &mut folded);
        folded
    }

    #[test]
    fn gradients_are_those_of_small_steps() {
        for (id, armies) in [("minishogi", 1), ("minishogi", 3)] {
            let (_, model, weights, mut sample, _) = setting(id, armies);
            sample.armies = [armies - 1, 0];
            let mut scratch = Scratch::default();
            let output =
                |weights: &[f32]| f64::from(model.output(&folded(&model, weights), &sample, &mut Scratch::default()));
            let folded = folded(&model, &weights);
            model.output(&folded, &sample, &mut scratch);
            let (mut gradient, mut unfolded) = (model.zero(), Vec::new());
            model.learn(&folded, &sample, 1.0, &mut scratch, &mut gradient);
            model.unfold(&gradient, &mut unfolded);
            assert_eq!(unfolded.len(), weights.len());
            let (mut compared, step) = ([0; 2], 1e-2);
            for place in (0..weights.len()).filter(|&place| unfolded[place].abs() > 1e-3).step_by(17) {
                let (mut more, mut less) = (weights.clone(), weights.clone());
                more[place] += step;
                less[place] -= step;
                let slope = (output(&more) - output(&less)) / (2.0 * f64::from(step));
                let wanted = f64::from(unfolded[place]);
                assert!((slope - wanted).abs() < 0.02 + 0.1 * wanted.abs(), "{place}: {slope} {wanted}");
                compared[usize::from(place >= model.common())] += 1;
            }
            assert!(compared[0] > 50 && (compared[1] > 10) == (armies > 1), "{compared:?}");
        }
    }

    #[test]
    fn a_training_starts_with_the_weights_of_a_network_in_as_many_units_or_more() {
        for (id, armies) in [("minishogi", 1), ("rajnichtschach", 2)] {
            let (game, model, mut weights, mut sample, _) = setting(id, armies);
            weights[model.common()..].iter_mut().for_each(|weight| *weight *= 4.0);
            // Weights of the last layer as large as they can be.
            let Places { output, outputs, .. } = model.places();
            weights[output.start..outputs.end].iter_mut().for_each(|weight| *weight = weight.signum() * 0.8);
            sample.armies = [armies - 1, 0];
            let other = Game::load(Source::Builtin("paschanichtschach"), &[]).unwrap();
            let games = &[game.rules(), other.rules()][..armies];
            let (parts, own) = model.quantised(&weights);
            let network = Network::shared(games, parts, own, String::new()).unwrap();
            let output = |model: &Model, weights: &[f32]| {
                model.output(&folded(model, weights), &sample, &mut Scratch::default()) * OUTPUT_CENTIPAWNS
            };
            let wanted = output(&model, &weights);
            assert!(wanted.abs() > 5.0, "{id}: {wanted}");
            for hidden in [16, 32] {
                let model = Model::new(game.rules(), armies, hidden);
                let mut weights = model.initial(&mut StdRng::seed_from_u64(9));
                model.start_from(&network, &mut weights);
                model.clip(&mut weights);
                let started = output(&model, &weights);
                assert!((started - wanted).abs() < 10.0 + wanted.abs() * 0.03, "{id}, {hidden}: {started} {wanted}");
            }
            let mut started = model.initial(&mut StdRng::seed_from_u64(9));
            model.start_from(&network, &mut started);
            model.clip(&mut started);
            let (parts, own) = model.quantised(&started);
            assert_eq!((&parts, &own[..]), (&network.common(), network.own()), "{id}");
        }
    }

    #[test]
    fn quantised_networks_say_nearly_the_same() {
        let near = |exact: f32, rounded: i32, id: &str| {
            assert!((exact - rounded as f32).abs() < 10.0 + exact.abs() * 0.03, "{id}: {exact} {rounded}");
        };
        for id in ["minishogi", "raumschach", "3check"] {
            let (game, model, weights, sample, position) = setting(id, 1);
            let exact = model.output(&folded(&model, &weights), &sample, &mut Scratch::default()) * OUTPUT_CENTIPAWNS;
            let (parts, own) = model.quantised(&weights);
            assert_eq!(own, []);
            let network = Network::new(game.rules(), parts, String::new()).unwrap();
            near(exact, Accumulators::new(&network, &position, 0).evaluate(&position), id);
        }
        let id = "rajnichtschach";
        let (game, model, mut weights, mut sample, position) = setting(id, 2);
        weights[model.common()..].iter_mut().for_each(|weight| *weight *= 4.0);
        let other = Game::load(Source::Builtin("paschanichtschach"), &[]).unwrap();
        let (parts, own) = model.quantised(&weights);
        let games = [other.rules(), game.rules()];
        let bytes = Network::shared(&games, parts, own, String::new()).unwrap().write().unwrap();
        let exact = [[0, 0], [1, 1], [0, 1], [1, 0]].map(|armies @ [white, black]| {
            sample.armies = armies;
            let exact = model.output(&folded(&model, &weights), &sample, &mut Scratch::default()) * OUTPUT_CENTIPAWNS;
            let rules = Rules::compile(games[white].spec().meeting(games[black].spec())).unwrap();
            let network = Network::read(&rules, &bytes).unwrap();
            near(exact, Accumulators::new(&network, &position, 0).evaluate(&position), id);
            exact
        });
        let differ = |one: f32, other: f32| (one - other).abs() > 20.0;
        assert!((1..4).all(|at| exact[..at].iter().all(|&other| differ(exact[at], other))), "{exact:?}");
    }
}
