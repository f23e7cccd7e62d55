//! Where pieces can go in the course of a game, whatever else stands on the board.

use spielraum_geometry::{Cell, CellSet};
use spielraum_rules::spec::{PieceType, Promotion, PromotionForce};
use spielraum_rules::{Color, Rules};

/// What a piece can become by one move.
pub(super) struct Road {
    /// Its type afterwards, and its cell.
    pub(super) end: (PieceType, Cell),
    /// Whether the move captures.
    pub(super) captures: bool,
    /// The cells that must be empty.
    pub(super) empty: CellSet,
}

/// The moves of a side's piece, all pieces that it needs for them being there.
pub(super) fn roads(rules: &Rules, color: Color, kind: PieceType, from: Cell) -> Vec<Road> {
    let spec = rules.spec();
    let mut roads = Vec::new();
    let promotion = spec.promotion(kind, color);
    let mut add = |to: Cell, captures: bool, empty: CellSet| {
        let touched = promotion.filter(|promotion| promotion.touches(color, from, to));
        let into = touched.iter().flat_map(|promotion| promotion.into.iter().copied());
        let stays = (!touched.is_some_and(is_certain)).then_some(kind);
        roads.extend(into.chain(stays).map(|kind| Road { end: (kind, to), captures, empty }));
    };
    for way in rules.ways(color, kind, from).into_iter().chain(rules.first_ways(color, kind, from)) {
        add(way.to, !way.quiet, way.empty);
    }
    for (via, to) in rules.double_steps(color, kind, from) {
        add(to, false, [via].into_iter().collect());
    }
    let own = promotion.filter(|promotion| promotion.trigger.is_own_move());
    for &into in own.iter().flat_map(|promotion| &promotion.into) {
        roads.push(Road { end: (into, from), captures: false, empty: CellSet::EMPTY });
        let quiet = rules.ways(color, into, from).into_iter().filter(|way| way.quiet);
        roads.extend(quiet.map(|way| Road { end: (into, way.to), captures: false, empty: way.empty }));
    }
    let mut goes =
        |kind: PieceType, to: Cell| roads.push(Road { end: (kind, to), captures: false, empty: CellSet::EMPTY });
    for castling in spec.castlings.iter().filter(|castling| castling.color == color) {
        for (piece, (start, end)) in [(castling.royal_type, castling.royal), (castling.partner_type, castling.partner)]
        {
            if (piece, start) == (kind, from) {
                goes(kind, end);
            }
        }
    }
    if let Some(swap) = &spec.swap {
        let is_royal = spec.pieces[kind.index()].royal;
        for &offset in swap.offsets.iter().filter(|_| is_royal || swap.partners.contains(&kind)) {
            let beside = spec.board.step(from, if is_royal { offset } else { -offset });
            beside.into_iter().for_each(|beside| goes(kind, beside));
        }
    }
    if let Some(remote) = &spec.remote_promotion
        && remote.changes.iter().any(|change| change.changed.contains(&kind))
    {
        remote.into.iter().for_each(|&into| goes(into, from));
    }
    roads
}

/// Whether a move that touches the zone never leaves the piece what it is.
fn is_certain(promotion: &Promotion) -> bool {
    promotion.force == PromotionForce::Always && promotion.en_passant && !promotion.by_capture
}
