//! The weights of a network and what they make of sums.

use crate::{Inputs, MAX_GAMES, NetworkError, digest};
use spielraum_rules::{Color, Position, Rules};
use std::collections::HashSet;

/// An activation of 1; sums of the first layer are counted in this.
pub const UNIT: i16 = 255;

/// A weight of 1 in the last layer.
pub const WEIGHT_UNIT: i32 = 64;

/// What an output of 1 is worth, in centipawns.
pub const OUTPUT_CENTIPAWNS: i32 = 400;

/// How many steps of an input's plain value are a centipawn.
pub const VALUE_UNIT: i32 = 4;

/// How many last layers there are, each for a share of the number of pieces.
pub const BUCKETS: usize = 8;

/// The largest number of hidden units for each side's view: with more, a sum of 32 bits might not hold what they give.
pub const MAX_HIDDEN: usize = 256;

/// The number of hidden units is a multiple of this.
pub const HIDDEN_STEP: usize = 16;

/// The weights of a network, as plain numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// How many hidden units each side's view has, a multiple of [`HIDDEN_STEP`] up to [`MAX_HIDDEN`].
    pub hidden: usize,
    /// How many pieces are many, at least 1: as many on the board belong to the last bucket.
    pub pieces: u16,
    /// The first layer: for each input a row of `hidden` weights, in [`UNIT`]s.
    pub rows: Vec<i16>,
    /// What each input is worth by itself to the side that sees it, [`VALUE_UNIT`]s to the centipawn.
    pub values: Vec<i16>,
    /// The biases of the hidden units, in [`UNIT`]s.
    pub biases: Vec<i16>,
    /// The last layers: for each bucket the weights of the units of the side to move, then of the other, in
    /// [`WEIGHT_UNIT`]s.
    pub outputs: Vec<i8>,
    /// The biases of the last layers, in [`UNIT`] times [`WEIGHT_UNIT`].
    pub output_biases: Vec<i32>,
}

/// What a game's own weights add to those that it shares with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnParts {
    /// For each plane a row, which is added to those of all its inputs.
    pub rows: Vec<i16>,
    /// For each input what is added to its plain value.
    pub values: Vec<i16>,
    /// What is added to the biases of the hidden units.
    pub biases: Vec<i16>,
}

impl OwnParts {
    /// Puts them to the weights of a network: adds them or takes them off.
    fn put(&self, inputs: &Inputs, parts: &mut Parts, put: fn(i16, i16) -> i16) {
        let put_all = |to: &mut [i16], own: &[i16]| to.iter_mut().zip(own).for_each(|(to, &own)| *to = put(*to, own));
        for (input, row) in parts.rows.chunks_mut(parts.hidden).enumerate() {
            put_all(row, &self.rows[inputs.plane(input) * parts.hidden..]);
        }
        put_all(&mut parts.values, &self.values);
        put_all(&mut parts.biases, &self.biases);
    }
}

/// A learned evaluation of a game, which it may share with others that have the same inputs.
///
/// Each side sees the position as [`Inputs`]; one layer of weights makes sums of them, which are clipped to 0 to 1 and
/// squared. The last layer, one of [`BUCKETS`] by how many pieces are left, makes a number of the units of both sides, to
/// which half the difference of the inputs' plain values is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// Whose rules its file is for.
    pub(crate) digests: Vec<[u8; 32]>,
    /// Which of them it is for.
    game: usize,
    pub(crate) inputs: Inputs,
    /// The weights, with those of its game added.
    pub(crate) parts: Parts,
    /// What the weights of each game add to those that all share; nothing if they share all.
    pub(crate) own: Vec<OwnParts>,
    /// The outputs as 16 bits, as they are multiplied.
    outputs: Vec<i16>,
    pub(crate) record: String,
}

impl Network {
    /// A network for a game, of these weights; `record` is how it was learned, a JSON object.
    pub fn new(rules: &Rules, parts: Parts, record: String) -> Result<Self, NetworkError> {
        Self::shared(&[rules], parts, Vec::new(), record)
    }

    /// A network for the first of several games, which share these weights; `own` is what those of each add, or nothing. Games
    /// by the same rules are one.
    pub fn shared(games: &[&Rules], parts: Parts, own: Vec<OwnParts>, record: String) -> Result<Self, NetworkError> {
        let [first, others @ ..] = games else { return Err(NetworkError::OtherGame) };
        let inputs = Inputs::new(first);
        if others.iter().any(|rules| Inputs::new(rules) != inputs) {
            return Err(NetworkError::Inputs);
        }
        let digests = distinct(games).into_iter().map(digest).collect();
        Self::of(inputs, digests, 0, parts, own, record)
    }

    /// A network for one of the games whose digests are given, of the weights that all share.
    pub(crate) fn of(
        inputs: Inputs,
        digests: Vec<[u8; 32]>,
        game: usize,
        mut parts: Parts,
        own: Vec<OwnParts>,
        record: String,
    ) -> Result<Self, NetworkError> {
        let Parts { hidden, pieces, rows, values, biases, outputs, output_biases } = &parts;
        let fits = is_size(*hidden, *pieces)
            && (rows.len(), values.len()) == (inputs.len() * hidden, inputs.len())
            && (biases.len(), outputs.len()) == (*hidden, 2 * hidden * BUCKETS)
            && output_biases.len() == BUCKETS;
        let fits_own = |OwnParts { rows, values, biases }: &OwnParts| {
            (rows.len(), values.len(), biases.len()) == (inputs.planes() * hidden, inputs.len(), *hidden)
        };
        if !fits || !(own.is_empty() || own.len() == digests.len()) || !own.iter().all(fits_own) {
            return Err(NetworkError::Shape);
        }
        if digests.len() > MAX_GAMES {
            return Err(NetworkError::Games);
        }
        let outputs = outputs.iter().map(|&weight| i16::from(weight)).collect();
        if let Some(own) = own.get(game) {
            own.put(&inputs, &mut parts, i16::wrapping_add);
        }
        Ok(Self { digests, game, inputs, parts, own, outputs, record })
    }

    /// The weights that all games share.
    pub(crate) fn common(&self) -> Parts {
        let mut parts = self.parts.clone();
        if let Some(own) = self.own.get(self.game) {
            own.put(&self.inputs, &mut parts, i16::wrapping_sub);
        }
        parts
    }

    /// How it was learned, as JSON.
    pub fn record(&self) -> &str {
        &self.record
    }

    /// What it sees of a position.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Its weights.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Whether it is for these rules.
    pub fn check(&self, rules: &Rules) -> Result<(), NetworkError> {
        if self.digests[self.game] == digest(rules) { Ok(()) } else { Err(NetworkError::OtherGame) }
    }

    /// The weights of an input.
    #[inline]
    pub(crate) fn row(&self, input: usize) -> &[i16] {
        let hidden = self.parts.hidden;
        &self.parts.rows[input * hidden..][..hidden]
    }

    /// What sums come to, in centipawns for the side to move; `sums` and `values` are White's view and Black's.
    pub(crate) fn output(&self, sums: [&[i16]; 2], values: [i32; 2], position: &Position) -> i32 {
        let hidden = self.parts.hidden;
        let pieces: u32 = Color::BOTH.into_iter().map(|color| position.count_all(color)).sum();
        let bucket = bucket(pieces, self.parts.pieces);
        let (side, other) = (position.side_to_move() as usize, !position.side_to_move() as usize);
        let (own, enemy) = self.outputs[2 * hidden * bucket..][..2 * hidden].split_at(hidden);
        let sum = i64::from(activated(sums[side], own)) + i64::from(activated(sums[other], enemy));
        let sum = sum / i64::from(UNIT) + i64::from(self.parts.output_biases[bucket]);
        let layers = sum * i64::from(OUTPUT_CENTIPAWNS) / i64::from(i32::from(UNIT) * WEIGHT_UNIT);
        let plain = i64::from(values[side].wrapping_sub(values[other])) / i64::from(2 * VALUE_UNIT);
        // Nothing near the ends of the range is of any use; it must only not overflow.
        (layers + plain).clamp(-i64::from(MAX_OUTPUT), i64::from(MAX_OUTPUT)) as i32
    }
}

/// Games of which no two have the same rules: the first of each.
pub fn distinct<'a>(games: &[&'a Rules]) -> Vec<&'a Rules> {
    let mut known = HashSet::new();
    games.iter().copied().filter(|rules| known.insert(digest(rules))).collect()
}

/// No output is farther from 0, in centipawns.
const MAX_OUTPUT: i32 = 1 << 20;

/// Whether a network may have so many hidden units for each side's view.
pub fn is_hidden(units: usize) -> bool {
    (HIDDEN_STEP..=MAX_HIDDEN).contains(&units) && units.is_multiple_of(HIDDEN_STEP)
}

/// Whether a network may be so large.
pub(crate) fn is_size(hidden: usize, pieces: u16) -> bool {
    is_hidden(hidden) && pieces > 0
}

/// The bucket to which positions with so many pieces on the board belong, where `many` are in the last one.
pub fn bucket(pieces: u32, many: u16) -> usize {
    (pieces as usize * BUCKETS / (usize::from(many) + 1)).min(BUCKETS - 1)
}

/// The sum of clipped and squared sums times weights. It never overflows: a term is at most 255 * 255 * 128, and there are
/// at most [`MAX_HIDDEN`].
fn activated(sums: &[i16], weights: &[i16]) -> i32 {
    let terms = sums.iter().zip(weights).map(|(&sum, &weight)| {
        let unit = sum.clamp(0, UNIT);
        i32::from(unit.wrapping_mul(weight)).wrapping_mul(i32::from(unit))
    });
    terms.fold(0, i32::wrapping_add)
}
