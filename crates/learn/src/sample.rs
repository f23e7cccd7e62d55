//! Positions with their scores and results, packed.

use crate::error::LearnError;
use spielraum_geometry::Cell;
use spielraum_nnue::Inputs;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Position, Rules, piece_index};

/// How positions of a game are packed; `docs/networks.md` describes it.
#[derive(Clone, Debug)]
pub struct Packing {
    inputs: Inputs,
}

/// The bytes before those of the position: score and result.
const HEAD: usize = 3;

/// A packed position, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// What the search found, in centipawns, for the side to move.
    pub score: i16,
    /// How its game ended for the side to move, in half points.
    pub half_points: u8,
    /// The side to move: 0 for White, 1 for Black.
    pub side: u8,
    /// White's army and Black's, of those that share the network; nothing that is packed.
    pub armies: [usize; 2],
    /// How many pieces are on the board.
    pub pieces: u32,
    /// The network's inputs, as White and as Black see them, and how much each counts.
    pub inputs: Vec<([u32; 2], i16)>,
}

impl Packing {
    /// The packing of a game's positions, in which a piece is a byte: games of more than 128 piece types have none.
    pub fn new(rules: &Rules) -> Result<Self, LearnError> {
        let types = rules.spec().pieces.len();
        if types > 128 { Err(LearnError::Types(types)) } else { Ok(Self { inputs: Inputs::new(rules) }) }
    }

    /// What networks see of a position.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Appends a position whose side to move stands at `score` and got `half_points` in the end.
    pub fn pack(&self, position: &Position, score: i16, half_points: u8, bytes: &mut Vec<u8>) {
        bytes.extend(score.to_le_bytes());
        bytes.extend([half_points, position.side_to_move() as u8]);
        let mut on = vec![None; self.inputs.cells()];
        position.for_each_piece(|color, kind, cell| on[cell.index()] = Some(piece_index(color, kind) as u8));
        let bits =
            |cells: &[Option<u8>]| (0..).zip(cells).fold(0, |bits, (at, on)| bits | u8::from(on.is_some()) << at);
        bytes.extend(on.chunks(8).map(bits));
        bytes.extend(on.iter().flatten());
        for color in Color::BOTH {
            bytes.extend(self.inputs.hand_types().iter().flat_map(|&kind| position.in_hand(color, kind).to_le_bytes()));
        }
        for color in Color::BOTH {
            bytes.extend(self.inputs.counters().iter().map(|&counter| position.counter(counter, color)));
        }
    }

    /// Takes the first packed position off `bytes` and puts what it says into `sample`; gives its bytes, or nothing if they
    /// are no position of this game.
    pub fn unpack<'a>(&self, bytes: &mut &'a [u8], sample: &mut Sample) -> Option<&'a [u8]> {
        self.unpack_image(bytes, None, sample)
    }

    /// The same of the position in which each cell has become another of `images`.
    pub(crate) fn unpack_image<'a>(
        &self,
        bytes: &mut &'a [u8],
        images: Option<&[u16]>,
        sample: &mut Sample,
    ) -> Option<&'a [u8]> {
        let whole = *bytes;
        let [low, high, half_points, side] = *take(bytes, 4)? else { return None };
        (sample.score, sample.half_points, sample.side) = (i16::from_le_bytes([low, high]), half_points, side);
        if half_points > 2 || side > 1 {
            return None;
        }
        let inputs = &self.inputs;
        let occupied = take(bytes, inputs.cells().div_ceil(8))?;
        sample.pieces = occupied.iter().map(|bits| bits.count_ones()).sum();
        sample.inputs.clear();
        let mut tell = |seen: [usize; 2], count: i16| {
            if count != 0 {
                sample.inputs.push((seen.map(|input| input as u32), count));
            }
        };
        let mut kinds = take(bytes, sample.pieces as usize)?.iter();
        for (byte, bits) in (0..).zip(occupied) {
            let mut bits = *bits;
            while bits != 0 {
                let cell = byte * 8 + bits.trailing_zeros() as u16;
                bits &= bits - 1;
                let piece = *kinds.next()?;
                if usize::from(cell) >= inputs.cells() || usize::from(piece / 2) >= inputs.types() {
                    return None;
                }
                let cell = images.map_or(cell, |images| images[usize::from(cell)]);
                tell(inputs.piece(Color::BOTH[usize::from(piece % 2)], PieceType(piece / 2), Cell(cell)), 1);
            }
        }
        for color in Color::BOTH {
            for place in 0..inputs.hand_types().len() {
                let [low, high] = *take(bytes, 2)? else { return None };
                tell(inputs.hand(color, place), i16::from_le_bytes([low, high]));
            }
        }
        for color in Color::BOTH {
            for place in 0..inputs.counters().len() {
                let [count] = *take(bytes, 1)? else { return None };
                tell(inputs.counter(color, place), i16::from(count));
            }
        }
        Some(&whole[..whole.len() - bytes.len()])
    }
}

/// What of a packed position distinguishes it from others.
pub(crate) fn identity(packed: &[u8]) -> &[u8] {
    packed.get(HEAD..).unwrap_or_default()
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}
