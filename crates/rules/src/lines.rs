//! The lines along which a piece moves, for showing them to people: the whole way of each, what is open of it
//! now and what stands in it.
//!
//! The tables of a game have forgotten these: they keep what is fast to generate moves from. Lines are worked
//! out from the [`Spec`](crate::spec::Spec) and the board's geometry, which takes tens of microseconds.

use crate::position::with_state;
use crate::spec::{Distances, Landing, MovePart, Pattern, PieceType, Spec, StepSet};
use crate::{Color, Owner, Position, Rules};
use spielraum_geometry::{Board, Cell, CellSet, LineDirection, Offset};

/// How a piece goes along a [`PieceLine`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// Through empty cells.
    Slide,
    /// At once: whatever stands between.
    Leap,
    /// Over exactly one piece.
    Hop,
    /// By several steps in one move, each through an empty cell.
    Route,
}

/// One line of a piece, from the cell next to it outwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceLine {
    /// How the piece goes along it.
    pub kind: LineKind,
    /// All its cells on an empty board, without the piece's own.
    pub cells: Vec<Cell>,
    /// How many of `cells` come before the first piece that ends the way; a hop's hurdle does not end it.
    pub open: usize,
    /// The piece that a hop goes over.
    pub hurdle: Option<Cell>,
    /// The piece that ends the way: the cell at index `open`, if there is one.
    pub blocker: Option<Cell>,
    /// The cells that the piece can go to now along this line, the safety of a royal and what else a game may
    /// forbid left aside.
    pub targets: Vec<Cell>,
    /// Whether it may go to empty cells along this line.
    pub quiet: bool,
    /// Whether it may capture along this line.
    pub captures: bool,
    /// Whether the line turns.
    pub turning: bool,
}

impl PieceLine {
    /// Whether the blocker can be captured.
    pub fn takes_blocker(&self) -> bool {
        self.blocker.is_some_and(|blocker| self.targets.contains(&blocker))
    }
}

impl Position {
    /// The lines of the piece on a cell, whosever turn it is; none if there is none that moves. Two ways to one cell are two
    /// lines. Double steps, castling, swaps and drops are no lines.
    ///
    /// # Panics
    ///
    /// If the cell is not one of the board.
    pub fn lines_from(&self, from: Cell) -> Vec<PieceLine> {
        let Some((owner, kind)) = self.piece_at(from) else { return Vec::new() };
        let Some(color) = owner.color() else { return Vec::new() };
        let spec = self.rules().spec();
        let first = spec.firsts.moves.iter().filter(|first| first.piece == kind && first.from[color].contains(from));
        let parts = first.filter(|_| self.unmoved().contains(from)).flat_map(|first| &first.moves[color]);
        lines(spec, &|cell| self.piece_at(cell), color, kind, from, parts)
    }

    /// The pieces of `by` that could capture an enemy on a cell, if one stood there: those that attack it, or guard what
    /// is their own. The safety of their royals is left aside.
    ///
    /// # Panics
    ///
    /// If the cell is not one of the board.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// use spielraum_rules::Color;
    /// let f3 = rules.board().find("f3").unwrap();
    /// assert_eq!(rules.start().attackers(f3, Color::White).len(), 3);
    /// ```
    pub fn attackers(&self, cell: Cell, by: Color) -> CellSet {
        with_state!(&self.state, |t, s| s.attackers(t, cell, by).into_iter().collect())
    }

    /// The cells on which the piece on a cell could capture an enemy, if one stood there; none if the cell is empty.
    ///
    /// # Panics
    ///
    /// If the cell is not one of the board.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// let from = rules.board().find("b1").unwrap();
    /// assert_eq!(rules.start().attacks_from(from).len(), 3);
    /// ```
    pub fn attacks_from(&self, from: Cell) -> CellSet {
        let Some((owner, kind)) = self.piece_at(from) else { return CellSet::EMPTY };
        let Some(color) = owner.color() else { return CellSet::EMPTY };
        let reach = self.rules().reach(color, kind, from);
        reach.iter().filter(|&cell| self.attackers(cell, color).contains(from)).collect()
    }
}

impl Rules {
    /// The lines of a piece that stands alone on the board.
    ///
    /// # Panics
    ///
    /// If the type or the cell is not one of this game.
    pub fn lines_alone(&self, color: Color, kind: PieceType, from: Cell) -> Vec<PieceLine> {
        lines(self.spec(), &|_| None, color, kind, from, std::iter::empty())
    }
}

/// The lines of a piece by its own ways of moving and by more.
fn lines<'s>(
    spec: &'s Spec,
    at: &Placement<'_>,
    color: Color,
    kind: PieceType,
    from: Cell,
    more: impl Iterator<Item = &'s MovePart>,
) -> Vec<PieceLine> {
    let piece = &spec.pieces[kind.index()];
    let walker = Walker { at, color, spec, from };
    let mut lines: Vec<PieceLine> = Vec::new();
    for part in piece.moves[color].iter().chain(more) {
        if part.origin.is_none_or(|origin| origin.contains(from)) {
            for mut line in walker.part(part) {
                let leads = |cell: Cell| part.target.is_none_or(|target| target.contains(cell));
                line.targets.retain(|&cell| piece.may_enter[color].contains(cell) && leads(cell));
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
    }
    lines
}

/// What stands on a cell.
type Placement<'p> = dyn Fn(Cell) -> Option<(Owner, PieceType)> + 'p;

/// Goes along the lines of one piece.
struct Walker<'p> {
    at: &'p Placement<'p>,
    color: Color,
    spec: &'p Spec,
    from: Cell,
}

impl Walker<'_> {
    fn part(&self, part: &MovePart) -> Vec<PieceLine> {
        match &part.pattern {
            Pattern::Leap(steps) => self.leaps(steps, part),
            Pattern::Slide { lines, distances } => {
                self.rays(lines).map(|(ray, turning)| self.slide(ray, turning, *distances, part)).collect()
            }
            Pattern::Hop { lines, landing } => self
                .rays(lines)
                .filter(|(ray, _)| ray.len() > 1)
                .map(|(ray, turning)| self.hop(ray, turning, *landing, part))
                .collect(),
            Pattern::Route { stages, leaping } => self.routes(stages, *leaping, part),
        }
    }

    fn rays<'l>(&'l self, directions: &'l [LineDirection]) -> impl Iterator<Item = (Vec<Cell>, bool)> + 'l {
        directions.iter().flat_map(|direction| {
            let turning = !matches!(direction, LineDirection::Straight(_));
            direction.rays(&self.spec.board, self.from).into_iter().map(move |ray| (ray, turning))
        })
    }

    fn is_occupied(&self, cell: Cell) -> bool {
        (self.at)(cell).is_some()
    }

    /// Whether the piece may end a move of this part on a cell that nothing before it blocks.
    fn may_end(&self, cell: Cell, part: &MovePart) -> bool {
        match (self.at)(cell) {
            None => part.mode.quiet(),
            Some((owner, kind)) => owner != self.color && part.mode.captures() && self.spec.is_capturable(kind),
        }
    }

    /// A line of which nothing is known but its way; blocked by the first piece from the index `start` on.
    fn line(&self, kind: LineKind, cells: Vec<Cell>, start: usize, part: &MovePart) -> PieceLine {
        let blocked = (start..cells.len()).find(|&at| self.is_occupied(cells[at]));
        PieceLine {
            kind,
            open: blocked.unwrap_or(cells.len()),
            blocker: blocked.map(|at| cells[at]),
            cells,
            hurdle: None,
            targets: Vec::new(),
            quiet: part.mode.quiet(),
            captures: part.mode.captures(),
            turning: false,
        }
    }

    fn leaps(&self, steps: &StepSet, part: &MovePart) -> Vec<PieceLine> {
        steps_from(&self.spec.board, self.from, steps).map(|(_, to)| self.leap(to, part)).collect()
    }

    fn leap(&self, to: Cell, part: &MovePart) -> PieceLine {
        let mut line = self.line(LineKind::Leap, vec![to], 0, part);
        line.targets.extend(self.may_end(to, part).then_some(to));
        line
    }

    fn slide(&self, mut ray: Vec<Cell>, turning: bool, distances: Distances, part: &MovePart) -> PieceLine {
        ray.truncate(usize::from(distances.max));
        let mut line = self.line(LineKind::Slide, ray, 0, part);
        line.turning = turning;
        let reached = line.cells.iter().enumerate().take(line.open + 1);
        line.targets = reached
            .filter(|&(at, &cell)| distances.contains(at + 1) && self.may_end(cell, part))
            .map(|(_, &cell)| cell)
            .collect();
        line
    }

    fn hop(&self, ray: Vec<Cell>, turning: bool, landing: Landing, part: &MovePart) -> PieceLine {
        let hurdle = ray.iter().position(|&cell| self.is_occupied(cell));
        let beyond = hurdle.map_or(ray.len(), |hurdle| hurdle + 1);
        let mut line = self.line(LineKind::Hop, ray, beyond, part);
        line.turning = turning;
        line.hurdle = hurdle.map(|at| line.cells[at]);
        let reached = line.cells[beyond..].iter().take(match landing {
            Landing::Beyond => line.open + 1 - beyond,
            Landing::Next => 1,
        });
        let is_barred = |hurdle: Cell| (self.at)(hurdle).is_some_and(|(_, kind)| self.spec.no_hurdles.contains(&kind));
        if !line.hurdle.is_some_and(is_barred) {
            line.targets = reached.copied().filter(|&cell| self.may_end(cell, part)).collect();
        }
        line
    }

    fn routes(&self, stages: &[StepSet], leaping: bool, part: &MovePart) -> Vec<PieceLine> {
        let mut walks: Vec<(Vec<Cell>, Vec<Offset>)> = vec![(Vec::new(), Vec::new())];
        for stage in stages {
            let mut longer = Vec::new();
            for (cells, steps) in &walks {
                for (step, to) in steps_from(&self.spec.board, cells.last().copied().unwrap_or(self.from), stage) {
                    if steps.iter().all(|&earlier| goes_on(earlier, step)) {
                        let and = |to| [&cells[..], &[to]].concat();
                        longer.push((and(to), [&steps[..], &[step]].concat()));
                    }
                }
            }
            walks = longer;
        }
        let ways = walks.into_iter().map(|(cells, _)| cells).filter(|cells| cells.last() != Some(&self.from));
        if leaping {
            return ways.filter_map(|cells| Some(self.leap(*cells.last()?, part))).collect();
        }
        ways.map(|cells| self.route(cells, part)).collect()
    }

    fn route(&self, cells: Vec<Cell>, part: &MovePart) -> PieceLine {
        let mut line = self.line(LineKind::Route, cells, 0, part);
        let last = line.cells.len() - 1;
        let end = line.cells[last];
        line.targets.extend((line.open >= last && self.may_end(end, part)).then_some(end));
        line
    }
}

/// The existing cells that the steps lead to from a cell, with the offsets.
fn steps_from<'s>(board: &'s Board, from: Cell, steps: &'s StepSet) -> impl Iterator<Item = (Offset, Cell)> + 's {
    let at = board.coord(from);
    steps.offsets.iter().filter_map(move |&offset| {
        let to = board.at(at + offset)?;
        steps.ring.allows(board, at, at + offset).then_some((offset, to))
    })
}

/// Whether no component of the two steps has opposite signs (Q1b).
fn goes_on(a: Offset, b: Offset) -> bool {
    a.level * b.level >= 0 && a.file * b.file >= 0 && a.rank * b.rank >= 0
}
