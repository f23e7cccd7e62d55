//! The weights of a network and what they make of sums.

use crate::{Inputs, MAX_ARMIES, NetworkError, digest, digest_of};
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

/// What an army, the way in which a side's types of pieces move, adds to the weights that all armies share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyParts {
    /// For each plane a row, which is added to those of all its inputs: of the viewer's planes where the army is the viewer's, of
    /// the enemy's planes where it is the enemy's.
    pub rows: Vec<i16>,
    /// For each input what is added to its plain value, in the same way.
    pub values: Vec<i16>,
    /// What is added to the biases of the hidden units where the army is the viewer's, then where it is the enemy's.
    pub biases: Vec<i16>,
}

/// The first layer as a side sees it, with what the armies add.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FirstLayer {
    rows: Vec<i16>,
    values: Vec<i16>,
    biases: Vec<i16>,
}

/// The same, to look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    pub(crate) rows: &'a [i16],
    pub(crate) values: &'a [i16],
    pub(crate) biases: &'a [i16],
}

/// A learned evaluation of a game, which it may share with others that have the same inputs.
///
/// Each side sees the position as [`Inputs`]; one layer of weights makes sums of them, which are clipped to 0 to 1 and
/// squared. The last layer, one of [`BUCKETS`] by how many pieces are left, makes a number of the units of both sides, to
/// which half the difference of the inputs' plain values is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// By whose rules its file is for: see [`meetings`].
    pub(crate) digests: Vec<[u8; 32]>,
    /// Which of these meetings it is for.
    meeting: usize,
    pub(crate) inputs: Inputs,
    /// The weights, with what the armies add to White's view.
    pub(crate) parts: Parts,
    /// The first layer as Black sees it, if the armies differ.
    black: Option<FirstLayer>,
    /// What each army adds to the weights that all share; nothing if there is one.
    pub(crate) own: Vec<ArmyParts>,
    /// The outputs as 16 bits, as they are multiplied.
    outputs: Vec<i16>,
    pub(crate) record: String,
}

impl Network {
    /// The bytes that its weights use.
    pub fn memory(&self) -> usize {
        let layer = |rows: &[i16], values: &[i16], biases: &[i16]| {
            size_of_val(rows) + size_of_val(values) + size_of_val(biases)
        };
        let Parts { rows, values, biases, outputs, output_biases, .. } = &self.parts;
        let black = self.black.as_ref().map_or(0, |black| layer(&black.rows, &black.values, &black.biases));
        let own: usize = self.own.iter().map(|army| layer(&army.rows, &army.values, &army.biases)).sum();
        let last = size_of_val(&**outputs) + size_of_val(&**output_biases) + size_of_val(&*self.outputs);
        layer(rows, values, biases) + black + own + last + self.record.len()
    }

    /// A network for a game, of these weights; `record` is how it was learned, a JSON object.
    pub fn new(rules: &Rules, parts: Parts, record: String) -> Result<Self, NetworkError> {
        Self::shared(&[rules], parts, Vec::new(), record)
    }

    /// A network for all meetings of the armies of several games, here for the first of these games; `own` is what each army
    /// adds to the weights that all share, or nothing if there is one. Games by the same rules are one.
    pub fn shared(games: &[&Rules], parts: Parts, own: Vec<ArmyParts>, record: String) -> Result<Self, NetworkError> {
        let [first, others @ ..] = games else { return Err(NetworkError::Armies) };
        let inputs = Inputs::new(first);
        if others.iter().any(|rules| Inputs::new(rules) != inputs) {
            return Err(NetworkError::Inputs);
        }
        let games = distinct(games);
        if games.len() > MAX_ARMIES {
            return Err(NetworkError::Armies);
        }
        Self::of(inputs, meetings(&games), 0, parts, own, record)
    }

    /// A network for a meeting of armies, of the weights that all share and what each army adds.
    pub(crate) fn of(
        inputs: Inputs,
        digests: Vec<[u8; 32]>,
        meeting: usize,
        mut parts: Parts,
        own: Vec<ArmyParts>,
        record: String,
    ) -> Result<Self, NetworkError> {
        let Parts { hidden, pieces, rows, values, biases, outputs, output_biases } = &parts;
        let fits = is_size(*hidden, *pieces)
            && (rows.len(), values.len()) == (inputs.len() * hidden, inputs.len())
            && (biases.len(), outputs.len()) == (*hidden, 2 * hidden * BUCKETS)
            && output_biases.len() == BUCKETS;
        let fits_own = |ArmyParts { rows, values, biases }: &ArmyParts| {
            (rows.len(), values.len(), biases.len()) == (inputs.planes() * hidden, inputs.len(), 2 * hidden)
        };
        let count = own.len().max(1);
        if !fits || own.len() == 1 || digests.len() != count * count || !own.iter().all(fits_own) {
            return Err(NetworkError::Shape);
        }
        let outputs = outputs.iter().map(|&weight| i16::from(weight)).collect();
        let mut black = None;
        let armies = armies(meeting, count);
        if let [Some(white), Some(other)] = armies.map(|army| own.get(army)) {
            if armies[0] != armies[1] {
                let Parts { rows, values, biases, .. } = parts.clone();
                let mut first = FirstLayer { rows, values, biases };
                let FirstLayer { rows, values, biases } = &mut first;
                put(&inputs, [rows, values, biases], [other, white], i16::wrapping_add);
                black = Some(first);
            }
            let Parts { rows, values, biases, .. } = &mut parts;
            put(&inputs, [rows, values, biases], [white, other], i16::wrapping_add);
        }
        Ok(Self { digests, meeting, inputs, parts, black, own, outputs, record })
    }

    /// The weights that all armies share; those of [`parts`](Self::parts) if there is one army.
    pub fn common(&self) -> Parts {
        let mut parts = self.parts.clone();
        let armies = armies(self.meeting, self.own.len().max(1));
        if let [Some(white), Some(black)] = armies.map(|army| self.own.get(army)) {
            let Parts { rows, values, biases, .. } = &mut parts;
            put(&self.inputs, [rows, values, biases], [white, black], i16::wrapping_sub);
        }
        parts
    }

    /// The first layer as White and as Black see it.
    pub(crate) fn views(&self) -> [View<'_>; 2] {
        let Parts { rows, values, biases, .. } = &self.parts;
        let white = View { rows, values, biases };
        let black = self.black.as_ref().map(|FirstLayer { rows, values, biases }| View { rows, values, biases });
        [white, black.unwrap_or(white)]
    }

    /// How it was learned, as JSON.
    pub fn record(&self) -> &str {
        &self.record
    }

    /// What it sees of a position.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Its weights as White sees the board.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// What each army adds to the weights that all share; nothing if there is one.
    pub fn own(&self) -> &[ArmyParts] {
        &self.own
    }

    /// Whether it is for all meetings of the armies of these games, in their order, and for no others.
    pub fn is_shared_by(&self, games: &[&Rules]) -> bool {
        self.digests == meetings(&distinct(games))
    }

    /// Whether it is for these rules.
    pub fn check(&self, rules: &Rules) -> Result<(), NetworkError> {
        if self.digests[self.meeting] == digest(rules) { Ok(()) } else { Err(NetworkError::OtherGame) }
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

/// Puts what armies add, the viewer's and the enemy's, to the rows, values and biases of a first layer: adds it or takes it
/// off.
fn put(inputs: &Inputs, to: [&mut Vec<i16>; 3], armies: [&ArmyParts; 2], put: fn(i16, i16) -> i16) {
    let put_all = |to: &mut [i16], own: &[i16]| to.iter_mut().zip(own).for_each(|(to, &own)| *to = put(*to, own));
    let ([rows, values, biases], [viewer, enemy]) = (to, armies);
    let hidden = biases.len();
    for (input, (row, value)) in rows.chunks_mut(hidden).zip(values).enumerate() {
        let plane = inputs.plane(input);
        let army = if inputs.is_enemy(plane) { enemy } else { viewer };
        put_all(row, &army.rows[plane * hidden..]);
        *value = put(*value, army.values[input]);
    }
    put_all(biases, &viewer.biases);
    put_all(biases, &enemy.biases[hidden..]);
}

/// Games of which no two have the same rules: the first of each.
pub fn distinct<'a>(games: &[&'a Rules]) -> Vec<&'a Rules> {
    let mut known = HashSet::new();
    games.iter().copied().filter(|rules| known.insert(digest(rules))).collect()
}

/// The digests of the rules by which the armies of games meet, each game's White and, for each of them, each game's Black.
pub fn meetings(games: &[&Rules]) -> Vec<[u8; 32]> {
    let specs = || games.iter().map(|rules| rules.spec());
    specs().flat_map(|white| specs().map(|black| digest_of(&white.meeting(black)))).collect()
}

/// The armies that meet, White's and Black's, in one of the [`meetings`] of that many armies.
pub fn armies(meeting: usize, count: usize) -> [usize; 2] {
    [meeting / count, meeting % count]
}

/// No output is farther from 0, in centipawns.
const MAX_OUTPUT: i32 = 1 << 20;

/// Whether a network may have this many hidden units for each side's view.
pub fn is_hidden(units: usize) -> bool {
    (HIDDEN_STEP..=MAX_HIDDEN).contains(&units) && units.is_multiple_of(HIDDEN_STEP)
}

/// Whether a network may be so large.
pub(crate) fn is_size(hidden: usize, pieces: u16) -> bool {
    is_hidden(hidden) && pieces > 0
}

/// The bucket to which positions with this many pieces on the board belong, where `many` are in the last one.
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
