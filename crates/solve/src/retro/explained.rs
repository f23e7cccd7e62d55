//! Whether the captures that there were explain where all pieces stand.

use super::roads::{Road, roads};
use crate::matching::Matching;
use spielraum_geometry::{Cell, CellSet};
use spielraum_rules::spec::{PieceType, Setup};
use spielraum_rules::{ByColor, Color, Owner, Rules};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The most states, types by cells, that are looked at.
const MOST_STATES: usize = 2000;

/// More captures than there are.
const NEVER: u8 = u8::MAX;

/// The largest number of sets of fixed cells that are kept.
const MOST_KEPT: usize = 64;

/// How every piece can have come from the start: which captures it needs, past the pieces that never moved.
pub(super) struct Explained<'r> {
    rules: &'r Rules,
    /// The moves from each state.
    roads: ByColor<Vec<Vec<Road>>>,
    /// The pieces of the start.
    start: ByColor<Vec<(PieceType, Cell)>>,
    /// What was worked out for some sets of fixed cells.
    kept: RefCell<Vec<(CellSet, Rc<Journeys>)>>,
}

/// Those of the pieces of each side, in the order of the start.
type Journeys = ByColor<Vec<Journey>>;

/// Where a piece of the start can have come.
struct Journey {
    /// The captures that it needs to each state.
    captures: Vec<u8>,
    /// Whether it can leave its cell and come back as what it was.
    returns: bool,
}

impl<'r> Explained<'r> {
    /// `None` where a game is too large, or pieces come and go by more than captures.
    pub(super) fn new(rules: &'r Rules) -> Option<Self> {
        let spec = rules.spec();
        let (types, cells) = (spec.pieces.len(), spec.board.len());
        if types * cells > MOST_STATES || spec.hands.is_some() || !spec.effects.is_empty() || !spec.turn.is_plain() {
            return None;
        }
        let state = |state: usize| (PieceType((state / cells) as u8), Cell((state % cells) as u16));
        let all = |color| (0..types * cells).map(state).map(|(kind, cell)| roads(rules, color, kind, cell)).collect();
        Some(Self {
            rules,
            roads: ByColor::new(all),
            start: ByColor::new(|color| pieces(rules, &spec.start, color)),
            kept: RefCell::default(),
        })
    }

    /// The sides whose pieces can't have come where they stand.
    pub(super) fn faults(&self, setup: &Setup, castling_known: bool) -> Vec<Color> {
        let mut fixed = if castling_known { self.castling(setup) } else { CellSet::EMPTY };
        let journeys = loop {
            let journeys = self.journeys(fixed);
            let more = self.fixed(setup, fixed, &journeys);
            if more == fixed {
                break journeys;
            }
            fixed = more;
        };
        let has_fault = |color: &Color| {
            let (now, then) = (pieces(self.rules, setup, *color), &journeys[*color]);
            let cost = |row: usize, column: usize| {
                now.get(row).zip(then.get(column)).map_or(u32::from(NEVER), |(&piece, journey)| {
                    u32::from(journey.captures.get(self.state(piece)).copied().unwrap_or(NEVER))
                })
            };
            let captures = self.captured(setup, !*color).min(usize::from(NEVER) - 1);
            Matching::default().is_dearer_than(captures as u32, now.len(), then.len(), cost)
        };
        Color::BOTH.into_iter().filter(has_fault).collect()
    }

    /// How many pieces a side has captured, at most: those that the other one and nobody lack.
    fn captured(&self, setup: &Setup, of: Color) -> usize {
        let count = |setup: &Setup| {
            let lost = |owner: Owner| owner == of || owner.color().is_none();
            setup.placement.iter().flatten().filter(|(owner, _)| lost(*owner)).count()
        };
        count(&self.rules.spec().start).saturating_sub(count(setup))
    }

    /// The cells of pieces that may still castle.
    fn castling(&self, setup: &Setup) -> CellSet {
        let castlings = self.rules.spec().castlings.iter();
        let left = castlings.filter(|castling| setup.castling.contains(&castling.right) && !castling.dropped);
        left.flat_map(|castling| [castling.royal.0, castling.partner.0]).collect()
    }

    /// The cells of pieces that have never moved: no other can have come there, and they could not have come back.
    fn fixed(&self, setup: &Setup, fixed: CellSet, journeys: &Journeys) -> CellSet {
        let mut all = fixed;
        for color in Color::BOTH {
            for (number, &(kind, cell)) in self.start[color].iter().enumerate() {
                let stands = setup.placement.get(cell.index()).copied().flatten() == Some((color.into(), kind));
                let state = self.state((kind, cell));
                let came = |(other, journey): (usize, &Journey)| match other == number {
                    true => journey.returns,
                    false => journey.captures.get(state).is_some_and(|captures| *captures != NEVER),
                };
                if stands && !journeys[color].iter().enumerate().any(came) {
                    all.insert(cell);
                }
            }
        }
        all
    }

    fn journeys(&self, fixed: CellSet) -> Rc<Journeys> {
        let mut kept = self.kept.borrow_mut();
        if let Some((_, known)) = kept.iter().find(|(cells, _)| *cells == fixed) {
            return Rc::clone(known);
        }
        let journeys = Rc::new(ByColor::new(|color| {
            self.start[color].iter().map(|&piece| self.journey(color, piece, &fixed)).collect()
        }));
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.push((fixed, Rc::clone(&journeys)));
        journeys
    }

    fn journey(&self, color: Color, piece: (PieceType, Cell), fixed: &CellSet) -> Journey {
        let start = self.state(piece);
        let mut journey = Journey { captures: vec![NEVER; self.roads[color].len()], returns: false };
        journey.captures[start] = 0;
        if fixed.contains(piece.1) {
            return journey;
        }
        let mut open = VecDeque::from([start]);
        while let Some(state) = open.pop_front() {
            for road in &self.roads[color][state] {
                if fixed.contains(road.end.1) || !(road.empty & *fixed).is_empty() {
                    continue;
                }
                let (end, captures) = (self.state(road.end), journey.captures[state]);
                journey.returns |= end == start;
                let captures = captures.saturating_add(u8::from(road.captures)).min(NEVER - 1);
                if captures < journey.captures[end] {
                    journey.captures[end] = captures;
                    if road.captures { open.push_back(end) } else { open.push_front(end) }
                }
            }
        }
        journey
    }

    fn state(&self, (kind, cell): (PieceType, Cell)) -> usize {
        kind.index() * self.rules.board().len() + cell.index()
    }
}

/// The pieces of a side.
fn pieces(rules: &Rules, setup: &Setup, color: Color) -> Vec<(PieceType, Cell)> {
    let all = rules.board().cells().zip(&setup.placement);
    all.filter_map(|(cell, piece)| piece.filter(|(owner, _)| *owner == color).map(|(_, kind)| (kind, cell))).collect()
}
