//! The pieces of a position in the order of its material, for quick look-ups.

use crate::kernel::{Cells, GONE};
use crate::material::{MAX_PIECES, Material};
use spielraum_rules::spec::Spec;
use spielraum_rules::{Color, Position, piece_index};

/// The pieces of a material, each by its number in [`Order`]; the rest is 0.
pub(crate) type Key = [u8; MAX_PIECES];

/// The order of pieces in materials.
pub(crate) struct Order {
    /// The number of each piece, from 1, by [`piece_index`].
    numbers: Vec<u8>,
}

impl Order {
    pub(crate) fn new(spec: &Spec) -> Self {
        let types = spec.piece_types();
        let mut pieces: Vec<_> =
            Color::BOTH.into_iter().flat_map(|color| types.clone().map(move |kind| (color, kind))).collect();
        Material::sort(spec, &mut pieces);
        let mut numbers = vec![0; pieces.len()];
        for (number, (color, kind)) in (1..).zip(pieces) {
            numbers[piece_index(color, kind)] = number;
        }
        Self { numbers }
    }

    pub(crate) fn key(&self, material: &Material) -> Key {
        let mut key = Key::default();
        for (place, &(color, kind)) in key.iter_mut().zip(material.pieces()) {
            *place = self.numbers[piece_index(color, kind)];
        }
        key
    }

    /// The material of a position and where its pieces stand; `None` if there are too many of them.
    pub(crate) fn place(&self, position: &Position) -> Option<(Key, Cells)> {
        let mut pieces = [(0, GONE); MAX_PIECES];
        let mut count = 0;
        position.for_each_piece(|color, kind, cell| {
            if let Some(place) = pieces.get_mut(count) {
                *place = (self.numbers[piece_index(color, kind)], cell.0);
            }
            count += 1;
        });
        let placed = pieces.get_mut(..count)?;
        placed.sort_unstable();
        Some((pieces.map(|(number, _)| number), pieces.map(|(_, cell)| cell)))
    }
}
