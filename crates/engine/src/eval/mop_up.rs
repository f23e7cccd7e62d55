//! Mop-up: how far a royal whose side has almost nothing left is hemmed in. In space a bare king is not mated by chance.

use super::accumulator::Accumulator;
use super::geometry::distance;
use super::sign;
use crate::params::Params;
use spielraum_geometry::Cell;
use spielraum_rules::{Color, Position};

/// A side is mopped up with no more than this fraction of the material of the start ...
const DESTITUTE: i32 = 25;

/// ... against one that has so much more.
const LEAD: i32 = 400;

/// The nearest of the enemy's royals counts for this many pieces in the mean distance.
const ROYAL_SHARE: i32 = 3;

/// What it is worth, as White sees it, that a royal is being hemmed in; `full` is the material of the start position.
pub(super) fn mop_up(params: &Params, position: &Position, accumulator: &Accumulator, full: i32) -> i32 {
    let [white, black] = accumulator.material;
    let weaker = if white < black { Color::White } else { Color::Black };
    let [few, many] = [weaker, !weaker].map(|color| accumulator.material[color as usize]);
    if few * DESTITUTE > full || many < few + LEAD {
        return 0;
    }
    let hemmed = position.royals(weaker).iter().map(|hunted| hemmed_in(params, position, weaker, hunted)).max();
    hemmed.unwrap_or(0) * sign(!weaker)
}

/// What it is worth how a royal of a side is being hemmed in.
fn hemmed_in(params: &Params, position: &Position, weaker: Color, hunted: Cell) -> i32 {
    let spec = position.rules().spec();
    let board = position.rules().board();
    let (extent, at) = (board.extent(), board.coord(hunted));
    let to_middle = |at: i16, extent: i16| i32::from((2 * at + 1 - extent).abs());
    let outward = to_middle(at.level, extent.level) + to_middle(at.file, extent.file) + to_middle(at.rank, extent.rank);
    let hunters = position.royals(!weaker);
    let share = if hunters.is_empty() { 0 } else { ROYAL_SHARE };
    let mut far = share * hunters.iter().map(|hunter| distance(board, hunter, hunted)).min().unwrap_or(0);
    position.for_each_piece(|color, kind, cell| {
        if color != weaker && !spec.pieces[kind.index()].royal {
            far += distance(board, cell, hunted);
        }
    });
    let pieces = position.count_all(!weaker) as i32 - hunters.len() as i32 + share;
    let freedom = position.royal_freedom(hunted) as i32;
    params.mop_up_edge * outward - params.mop_up_freedom * freedom - params.mop_up_distance * far / pieces.max(1)
}
