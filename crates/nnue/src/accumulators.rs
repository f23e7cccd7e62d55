//! The first layer's sums, as they follow the moves of a search.

use crate::Network;
use crate::network::View;
use spielraum_rules::{Change, Position};

/// A stack of the first layer's sums, one entry for each position on the way to the present one.
///
/// What the rules count is not among the changes of moves; it is added when a position is evaluated.
#[derive(Clone, Debug)]
pub struct Accumulators<'a> {
    network: &'a Network,
    views: [View<'a>; 2],
    /// For each position the sums of White's view, then of Black's.
    sums: Vec<i16>,
    /// For each position the plain values of White's view and of Black's.
    values: Vec<[i32; 2]>,
    /// The sums with what is counted.
    counted: Vec<i16>,
}

impl<'a> Accumulators<'a> {
    /// Those of a position, with room for this many moves after it.
    pub fn new(network: &'a Network, position: &Position, moves: usize) -> Self {
        let width = 2 * network.parts.hidden;
        let views = network.views();
        let mut sums = Vec::with_capacity((moves + 1) * width);
        let mut values = Vec::with_capacity(moves + 1);
        views.iter().for_each(|view| sums.extend(view.biases));
        values.push([0; 2]);
        let mut new = Self { network, views, sums, values, counted: vec![0; width] };
        let top = new.sums.len() - width;
        network.inputs.for_each(position, |inputs, count| {
            add(&views, &mut new.sums[top..], &mut new.values[0], inputs, count);
        });
        new
    }

    /// Pushes the sums of the position after a move that made these changes on the board and in the hands.
    #[inline]
    pub fn push(&mut self, changes: &[Change]) {
        self.push_null();
        let Self { network, views, sums, values, .. } = self;
        let (top, last) = (sums.len() - 2 * network.parts.hidden, values.len() - 1);
        let (sums, values) = (&mut sums[top..], &mut values[last]);
        for (inputs, count) in changes.iter().filter_map(|&change| network.inputs.change(change)) {
            add(views, sums, values, inputs, count);
        }
    }

    /// Pushes the same sums again, as for a null move.
    pub fn push_null(&mut self) {
        let top = self.sums.len() - 2 * self.network.parts.hidden;
        self.sums.extend_from_within(top..);
        self.values.extend_from_within(self.values.len() - 1..);
    }

    /// Pops the sums of the position after the last move.
    pub fn pop(&mut self) {
        self.sums.truncate(self.sums.len() - 2 * self.network.parts.hidden);
        self.values.pop();
    }

    /// What the present position is worth to the side to move, in centipawns.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let Self { network, views, sums, values, counted } = self;
        let hidden = network.parts.hidden;
        let top = &sums[sums.len() - 2 * hidden..];
        let mut values = values[values.len() - 1];
        if network.inputs.counters().is_empty() {
            let (white, black) = top.split_at(hidden);
            return network.output([white, black], values, position);
        }
        counted.copy_from_slice(top);
        network.inputs.for_each_counter(position, |inputs, count| add(views, counted, &mut values, inputs, count));
        let (white, black) = counted.split_at(hidden);
        network.output([white, black], values, position)
    }
}

/// Adds `count` times an input, as White and as Black see it. Sums wrap around, as no network that was learned makes them.
#[inline]
fn add(views: &[View<'_>; 2], sums: &mut [i16], values: &mut [i32; 2], inputs: [usize; 2], count: i16) {
    let hidden = views[0].biases.len();
    let halves = views.iter().zip(sums.chunks_exact_mut(hidden)).zip(values).zip(inputs);
    for (((view, sums), value), input) in halves {
        let row = &view.rows[input * hidden..][..hidden];
        match count {
            1 => sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight)),
            -1 => sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_sub(weight)),
            _ => {
                let terms = sums.iter_mut().zip(row);
                terms.for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight.wrapping_mul(count)));
            }
        }
        *value = value.wrapping_add(i32::from(view.values[input]).wrapping_mul(i32::from(count)));
    }
}
