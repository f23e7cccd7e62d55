//! Values of positions from those of the positions after each move.

use crate::code::Code;
use crate::exchange::Exchange;
use crate::index::Index;
use crate::judge::value_of;
use crate::kernel::{Cells, GONE, Kernel, Leaving, Passed};
use crate::material::{MAX_PIECES, Material};
use crate::value::Value;
use spielraum_rules::Color;
use spielraum_rules::spec::{PieceType, Spec};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// A table in memory: for each side to move, a byte for each number.
pub(crate) struct Solved {
    pub(crate) material: Material,
    pub(crate) kernel: Kernel,
    pub(crate) index: Index,
    pub(crate) code: Code,
    pub(crate) values: [Vec<AtomicU8>; 2],
}

impl Solved {
    /// The value of a legal placement.
    #[inline(always)]
    pub(crate) fn value(&self, cells: &Cells, side: Color) -> Option<Value> {
        let number = self.index.number(cells)?;
        self.code.decode(self.byte(number, side))
    }

    #[inline(always)]
    pub(crate) fn byte(&self, number: u64, side: Color) -> u8 {
        self.values[side as usize][number as usize].load(Ordering::Relaxed)
    }
}

/// What other material a move leads to means.
#[derive(Clone)]
pub(crate) enum Reached {
    /// The game is over with it.
    Ended(Option<Color>),
    /// Its table, for each of its pieces the one that it was, and how colours are exchanged if the table is the other
    /// side's.
    Table(Arc<Solved>, [u8; MAX_PIECES], Option<Arc<Exchange>>),
}

/// The other materials to which moves lead.
pub(crate) struct Children {
    types: usize,
    slots: usize,
    reached: Vec<Option<Reached>>,
}

/// The materials to which moves lead from one: each with the captures and promotions that lead there, and for each of its
/// pieces the one that it was.
pub(crate) fn leavings(spec: &Spec, kernel: &Kernel) -> Vec<(Leaving, Material, [u8; MAX_PIECES])> {
    let mut promotions: Vec<Option<(u8, PieceType)>> = vec![None];
    for (slot, mover) in kernel.slots.iter().enumerate() {
        let into = mover.piece.promotion.iter().flat_map(|rule| &rule.into);
        promotions.extend(into.map(|&kind| Some((slot as u8, kind))));
    }
    let royal = |slot: usize| spec.pieces[kernel.slots[slot].kind.index()].royal;
    let mut victims: Vec<Option<u8>> = vec![None];
    victims.extend((0..kernel.slots.len()).filter(|&slot| !royal(slot)).map(|slot| Some(slot as u8)));
    let mut found = Vec::new();
    for &captured in &victims {
        for &promoted in &promotions {
            let color = |slot: u8| kernel.slots[usize::from(slot)].color;
            let by_own = captured.zip(promoted).is_some_and(|(victim, (mover, _))| color(victim) == color(mover));
            if captured.is_none() && promoted.is_none() || by_own {
                continue;
            }
            let (material, from) = after(spec, kernel, Leaving { captured, promoted });
            found.push((Leaving { captured, promoted }, material, from));
        }
    }
    found
}

/// The material after a move, and for each of its pieces the one that it was.
fn after(spec: &Spec, kernel: &Kernel, leaving: Leaving) -> (Material, [u8; MAX_PIECES]) {
    let mut pieces: Vec<(Color, PieceType, u8)> = Vec::new();
    for (slot, mover) in (0u8..).zip(&kernel.slots) {
        let kind = match leaving.promoted {
            Some((promoted, kind)) if promoted == slot => kind,
            _ => mover.kind,
        };
        if leaving.captured != Some(slot) {
            pieces.push((mover.color, kind, slot));
        }
    }
    let material = Material::new(spec, pieces.iter().map(|&(color, kind, _)| (color, kind)).collect());
    let mut from = [0; MAX_PIECES];
    for (place, wanted) in from.iter_mut().zip(material.pieces()) {
        if let Some(at) = pieces.iter().position(|&(color, kind, _)| (color, kind) == *wanted) {
            *place = pieces.remove(at).2;
        }
    }
    (material, from)
}

impl Children {
    /// No children yet, for a material of `pieces` pieces of a game with `types` types.
    pub(crate) fn new(slots: usize, types: usize) -> Self {
        Self { types, slots, reached: vec![None; (slots + 1) * (slots * types + 1)] }
    }

    fn place(&self, leaving: Leaving) -> usize {
        let captured = leaving.captured.map_or(0, |slot| usize::from(slot) + 1);
        let promoted = leaving.promoted.map_or(0, |(slot, kind)| usize::from(slot) * self.types + kind.index() + 1);
        captured * (self.slots * self.types + 1) + promoted
    }

    /// Says what a move leads to.
    pub(crate) fn set(&mut self, leaving: Leaving, reached: Reached) {
        let place = self.place(leaving);
        self.reached[place] = Some(reached);
    }

    /// The value for the side to move of a position after a move to other material.
    #[inline(always)]
    pub(crate) fn value(&self, leaving: Leaving, cells: &Cells, side: Color) -> Value {
        match &self.reached[self.place(leaving)] {
            Some(Reached::Ended(winner)) => value_of(*winner, side),
            Some(Reached::Table(table, from, exchange)) => {
                let mut there = [GONE; MAX_PIECES];
                for (place, &slot) in there.iter_mut().zip(&from[..table.kernel.slots.len()]) {
                    *place = cells[usize::from(slot)];
                }
                let value = match exchange {
                    None => table.value(&there, side),
                    Some(exchange) => table.value(&exchange.placed(&there), !side),
                };
                debug_assert!(value.is_some(), "a legal move leads to a legal position");
                value.unwrap_or(Value::Draw)
            }
            None => Value::Draw,
        }
    }
}

/// A value as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// It is final.
    Yes(Value),
    /// Only this is known: it is no loss for the side to move, or nothing at all.
    No,
}

/// The best that en passant captures give to the side to move after a double step.
pub(crate) fn best_en_passant(
    kernel: &Kernel,
    children: &Children,
    cells: &Cells,
    side: Color,
    passed: Passed,
) -> Option<Value> {
    let mut best = None;
    let _ = kernel.capture_en_passant(cells, side, passed, |leaving, after| {
        let value = children.value(leaving, after, !side).before();
        best = best.max(Some(value));
        ControlFlow::Continue(())
    });
    best
}

/// The value after a double step that can be answered by en passant captures worth `en_passant`, if the position without
/// them is worth `base`, when all distances up to `ply` are known. `stuck`: there is no other move.
pub(crate) fn with_en_passant(base: Known, en_passant: Value, stuck: bool, ply: u16) -> Known {
    let settled = |value: Value| value.plies().is_none_or(|plies| plies <= ply);
    if stuck {
        return if settled(en_passant) { Known::Yes(en_passant) } else { Known::No };
    }
    match base {
        Known::Yes(value) => {
            let best = value.max(en_passant);
            if settled(best) { Known::Yes(best) } else { Known::No }
        }
        // What is not known yet is further away.
        Known::No if en_passant.sign() > 0 && settled(en_passant) => Known::Yes(en_passant),
        Known::No => Known::No,
    }
}
