//! The moves of one piece type from one cell, while its tables are put together.

use super::lines::{LineTable, Ray};
use super::ride::{Hop, Ride, Route};
use crate::spec::{Landing, MovePart, Pattern, StepSet};
use spielraum_geometry::{BitBoard, Board, Cell, CellSet, LineDirection, Offset};
use std::collections::{BTreeMap, HashMap};

/// Where a type goes from one cell.
#[derive(Default)]
pub(super) struct FromCell {
    pub(super) quiet_leaps: CellSet,
    pub(super) capture_leaps: CellSet,
    pub(super) slides: Vec<Ride>,
    pub(super) hops: Vec<Ride>,
    pub(super) routes: Vec<RouteDraft>,
}

/// A [`Route`] whose width is not decided.
pub(super) struct RouteDraft {
    target: Cell,
    quiet: bool,
    capture: bool,
    ways: Vec<CellSet>,
}

impl RouteDraft {
    pub(super) fn compile<const W: usize>(self) -> Route<W> {
        let Self { target, quiet, capture, ways } = self;
        Route { target, quiet, capture, ways: ways.iter().map(BitBoard::from_set).collect() }
    }
}

/// What [`FromCell`] is made with: the board, the lines, and the rays found so far, which many types
/// share.
pub(super) struct Drafter<'a> {
    board: &'a Board,
    lines: &'a LineTable,
    /// Whether there are pieces that are no hurdle.
    choosy: bool,
    rays: HashMap<(LineDirection, Cell), Vec<Ray>>,
}

impl<'a> Drafter<'a> {
    pub(super) fn new(board: &'a Board, lines: &'a LineTable, choosy: bool) -> Self {
        Self { board, lines, choosy, rays: HashMap::new() }
    }

    /// The moves by `parts` from `cell` to cells of `may_enter`.
    pub(super) fn draft(&mut self, parts: &[MovePart], may_enter: &CellSet, cell: Cell) -> FromCell {
        let mut from = FromCell::default();
        for part in parts.iter().filter(|part| part.origin.is_none_or(|origin| origin.contains(cell))) {
            let (quiet, capture) = (part.mode.quiet(), part.mode.captures());
            let may_enter = &part.target.map_or(*may_enter, |target| *may_enter & target);
            match &part.pattern {
                Pattern::Leap(steps) => {
                    let targets: CellSet = steps_from(self.board, cell, steps).map(|(_, to)| to).collect();
                    from.add_leaps(targets & *may_enter, quiet, capture);
                }
                Pattern::Slide { lines, distances } if distances.max == 1 => {
                    let rays = lines.iter().flat_map(|direction| direction.rays(self.board, cell));
                    let targets: CellSet = rays.filter(|_| distances.contains(1)).map(|ray| ray[0]).collect();
                    from.add_leaps(targets & *may_enter, quiet, capture);
                }
                Pattern::Slide { lines, distances } => {
                    let allowed = |distance| distances.contains(distance);
                    self.add_rides(&mut from.slides, lines, cell, &allowed, may_enter, (quiet, capture, Hop::Beyond));
                }
                Pattern::Hop { lines, landing } => {
                    let next = *landing == Landing::Next;
                    let hop = match (self.choosy, next) {
                        (true, next) => Hop::Choosy { next },
                        (false, true) => Hop::Next,
                        (false, false) => Hop::Beyond,
                    };
                    let allowed = |distance| distance > 1;
                    self.add_rides(&mut from.hops, lines, cell, &allowed, may_enter, (quiet, capture, hop));
                }
                Pattern::Route { stages, leaping } => {
                    let routes = routes_from(self.board, cell, stages);
                    let routes = routes.into_iter().filter(|(target, _)| may_enter.contains(*target));
                    if *leaping {
                        from.add_leaps(routes.map(|(target, _)| target).collect(), quiet, capture);
                    } else {
                        from.add_routes(routes, quiet, capture);
                    }
                }
            }
        }
        from
    }

    fn add_rides(
        &mut self,
        rides: &mut Vec<Ride>,
        directions: &[LineDirection],
        cell: Cell,
        allowed: &dyn Fn(usize) -> bool,
        may_enter: &CellSet,
        (quiet, capture, hop): (bool, bool, Hop),
    ) {
        for &direction in directions {
            let (board, lines) = (self.board, self.lines);
            let rays = self.rays.entry((direction, cell)).or_insert_with(|| lines.rays(board, direction, cell));
            for ray in rays {
                let slot = ray.slot;
                let places = ray
                    .places(allowed)
                    .filter(|&place| may_enter.contains(lines.cell(slot.line, place)))
                    .fold(0, |places, place| places | 1u32 << place);
                if places == 0 {
                    continue;
                }
                let same = |ride: &&mut Ride| (ride.line, ride.pos, ride.hop) == (slot.line, slot.pos, hop);
                let mask = |wanted: bool| if wanted { places } else { 0 };
                match rides.iter_mut().find(same) {
                    Some(ride) => {
                        ride.quiet |= mask(quiet);
                        ride.capture |= mask(capture);
                    }
                    None => rides.push(Ride {
                        line: slot.line,
                        pos: slot.pos,
                        hop,
                        quiet: mask(quiet),
                        capture: mask(capture),
                    }),
                }
            }
        }
    }
}

impl FromCell {
    fn add_leaps(&mut self, targets: CellSet, quiet: bool, capture: bool) {
        if quiet {
            self.quiet_leaps |= targets;
        }
        if capture {
            self.capture_leaps |= targets;
        }
    }

    fn add_routes(&mut self, routes: impl Iterator<Item = (Cell, CellSet)>, quiet: bool, capture: bool) {
        let mut ways: BTreeMap<Cell, Vec<CellSet>> = BTreeMap::new();
        for (target, way) in routes {
            let known = ways.entry(target).or_default();
            if !known.contains(&way) {
                known.push(way);
            }
        }
        self.routes.extend(ways.into_iter().map(|(target, ways)| RouteDraft { target, quiet, capture, ways }));
    }

    /// Takes targets that are leaped to anyway out of the rides and routes: several ways to one cell are one
    /// move (Q2).
    pub(super) fn remove_duplicates(&mut self, lines: &LineTable) {
        let (quiet_leaps, capture_leaps) = (self.quiet_leaps, self.capture_leaps);
        for ride in self.slides.iter_mut().chain(&mut self.hops) {
            ride.quiet &= !places_in(lines, ride.line, ride.quiet, &quiet_leaps);
            ride.capture &= !places_in(lines, ride.line, ride.capture, &capture_leaps);
        }
        for route in &mut self.routes {
            route.quiet &= !quiet_leaps.contains(route.target);
            route.capture &= !capture_leaps.contains(route.target);
        }
        self.slides.retain(|ride| ride.quiet | ride.capture != 0);
        self.hops.retain(|ride| ride.quiet | ride.capture != 0);
        self.routes.retain(|route| route.quiet || route.capture);
    }

    /// Whether several rides or routes lead to one target.
    pub(super) fn overlaps(&self, lines: &LineTable) -> bool {
        self.reaches_twice(lines, |ride| ride.quiet, |route| route.quiet)
            || self.reaches_twice(lines, |ride| ride.capture, |route| route.capture)
    }

    fn reaches_twice(
        &self,
        lines: &LineTable,
        places: impl Fn(&Ride) -> u32,
        reaches: impl Fn(&RouteDraft) -> bool,
    ) -> bool {
        let mut seen = CellSet::EMPTY;
        let by_rides = self.slides.iter().chain(&self.hops).flat_map(|ride| lines.cells(ride.line, places(ride)));
        let by_routes = self.routes.iter().filter(|route| reaches(route)).map(|route| route.target);
        by_rides.chain(by_routes).any(|cell| {
            let again = seen.contains(cell);
            seen.insert(cell);
            again
        })
    }

    /// Whether there is no move to an empty cell on a board that is empty but for the hurdle that a hop needs.
    pub(super) fn is_stuck(&self) -> bool {
        self.quiet_leaps.is_empty()
            && self.slides.iter().chain(&self.hops).all(|ride| ride.quiet == 0)
            && self.routes.iter().all(|route| !route.quiet)
    }
}

fn places_in(lines: &LineTable, line: u16, places: u32, cells: &CellSet) -> u32 {
    super::lines::Bits(places)
        .filter(|&place| cells.contains(lines.cell(line, place)))
        .fold(0, |found, place| found | 1 << place)
}

/// The existing cells that the steps lead to from a cell, with the offsets.
fn steps_from(board: &Board, from: Cell, steps: &StepSet) -> impl Iterator<Item = (Offset, Cell)> {
    let at = board.coord(from);
    steps.offsets.iter().filter_map(move |&offset| {
        let to = board.at(at + offset)?;
        steps.ring.allows(board, at, at + offset).then_some((offset, to))
    })
}

/// Every way by `stages` from a cell: the target and the cells passed through. No component of the
/// whole move has both signs (Q1b).
fn routes_from(board: &Board, from: Cell, stages: &[StepSet]) -> Vec<(Cell, CellSet)> {
    let mut walks = vec![(from, CellSet::EMPTY, Vec::<Offset>::new())];
    for (index, stage) in stages.iter().enumerate() {
        let mut longer = Vec::new();
        for (at, passed, steps) in &walks {
            for (step, to) in steps_from(board, *at, stage) {
                if steps.iter().all(|&earlier| goes_on(earlier, step)) {
                    let mut passed = *passed;
                    if index > 0 {
                        passed.insert(*at);
                    }
                    longer.push((to, passed, steps.iter().copied().chain([step]).collect()));
                }
            }
        }
        walks = longer;
    }
    walks.into_iter().filter(|(target, ..)| *target != from).map(|(target, passed, _)| (target, passed)).collect()
}

/// Whether no component of the two steps has opposite signs.
fn goes_on(a: Offset, b: Offset) -> bool {
    a.level * b.level >= 0 && a.file * b.file >= 0 && a.rank * b.rank >= 0
}
