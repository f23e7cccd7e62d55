//! Which checks the pieces that block a royal's flights could parry: a mate is given by none of those.

use spielraum_geometry::{Board, Cell, CellSet};
use spielraum_rules::spec::{Pattern, PieceType, TypeSet};
use spielraum_rules::{Color, Rules, Way};

/// What is known of checks to one side's royal.
pub(crate) struct Parries {
    rules: Rules,
    victim: Color,
    board: Board,
    /// Whether the checking side has pieces that need a hurdle: what comes into their way may be another check.
    has_hurdles: bool,
    /// The numbers of checks by the checking piece's type and cell and the royal's cell; filled as they are asked for.
    places: Vec<u32>,
    checks: Vec<Check>,
    /// The ways of the royal's side by type and cell; filled as they are asked for.
    ways: Vec<Option<Box<[Way]>>>,
}

/// A check, or something that attacks the royal's cell through pieces.
pub(crate) struct Check {
    from: Cell,
    /// The cells of all ways to the royal's cell that must be empty.
    pub(crate) passes: CellSet,
    /// Whether that is one way, and no piece is needed on it.
    is_plain: bool,
    /// For each flight the types that could parry it from there; filled when it is asked for.
    bars: Box<[TypeSet]>,
}

impl Check {
    /// Whether nothing can stand in its way.
    pub(crate) fn is_contact(&self) -> bool {
        self.is_plain && self.passes.is_empty()
    }
}

impl Parries {
    pub(crate) fn new(rules: &Rules, victim: Color) -> Self {
        let (cells, types) = (rules.board().len(), rules.spec().pieces.len());
        let hops = |pattern: &Pattern| matches!(pattern, Pattern::Hop { .. });
        let mut pieces = rules.spec().pieces.iter();
        Self {
            rules: rules.clone(),
            victim,
            board: rules.board().clone(),
            has_hurdles: pieces.any(|piece| piece.moves[!victim].iter().any(|part| hops(&part.pattern))),
            places: vec![0; types * cells * cells],
            checks: Vec::new(),
            ways: vec![None; types * cells],
        }
    }

    /// The number of the check that a piece on a cell gives to the royal on another one, and what it is.
    pub(crate) fn check(&mut self, kind: PieceType, from: Cell, home: Cell) -> (u32, &Check) {
        let cells = self.board.len();
        let place = (kind.index() * cells + from.index()) * cells + home.index();
        if self.places[place] == 0 {
            let mut ways = self.rules.ways(!self.victim, kind, from);
            ways.retain(|way| way.capture && way.to == home);
            let passes = ways.iter().fold(CellSet::EMPTY, |passes, way| passes | way.empty);
            let is_plain = ways.len() == 1 && ways[0].hurdles.is_empty();
            self.checks.push(Check { from, passes, is_plain, bars: Box::new([]) });
            self.places[place] = self.checks.len() as u32;
        }
        let number = self.places[place];
        (number, &self.checks[number as usize - 1])
    }

    /// For each flight the types of the royal's side that could parry a check from there, if it is the only one and they
    /// are not pinned; empty where nothing is known.
    pub(crate) fn bars(&mut self, number: u32, flights: &[Cell]) -> &[TypeSet] {
        let check = &mut self.checks[number as usize - 1];
        if self.has_hurdles || !check.is_plain {
            return &[];
        }
        if check.bars.is_empty() {
            let (cells, types) = (self.board.len(), self.rules.spec().pieces.len());
            let mut bars = vec![TypeSet::NONE; flights.len()];
            for (bar, &flight) in bars.iter_mut().zip(flights) {
                for kind in PieceType::all(types) {
                    let ways = self.ways[kind.index() * cells + flight.index()].get_or_insert_with(|| {
                        let mut ways = self.rules.ways(self.victim, kind, flight);
                        ways.retain(|way| way.hurdles.is_empty());
                        ways.into()
                    });
                    let parries = |way: &Way| {
                        let captures = way.capture && way.to == check.from;
                        let interposes = way.quiet && check.passes.contains(way.to);
                        (captures || interposes) && (way.empty & !check.passes).is_empty()
                    };
                    if ways.iter().any(parries) {
                        bar.insert(kind);
                    }
                }
            }
            check.bars = bars.into();
        }
        &check.bars
    }
}
