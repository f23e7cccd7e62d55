//! What becomes of actions and arrays when the board is turned or mirrored, or the sides change places.

use crate::actions::Key;
use crate::{Actions, Feature, Layout, Plane};
use spielraum_geometry::{Board, Cell, CellSet, Offset};
use spielraum_rules::spec::{
    Castling, Circumstance, Condition, Consequence, Demand, Draws, PieceType, Relation, Repeater, Repetition, Spec,
};
use spielraum_rules::{ByColor, Color};

/// A way in which cells, and perhaps the sides, change places so that the rules stay what they are: what is legal in a position
/// is legal, changed likewise, in the changed position.
///
/// Castling may have no counterpart; then the symmetry is [incomplete](Self::is_complete), and holds for positions without castling
/// rights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Whether the sides change places.
    pub swaps_sides: bool,
    /// For each cell the one that it becomes.
    pub cells: Vec<u16>,
    /// For each action the one that it becomes; `None`: it has no counterpart.
    pub actions: Vec<Option<u32>>,
    /// For each plane of the board array the one that it becomes.
    pub planes: Vec<usize>,
    /// For each feature the one that it becomes; `None`: it has no counterpart. With `swaps_sides`, [`Feature::Turn`] changes its
    /// value besides.
    pub features: Vec<Option<usize>>,
    /// Whether the start, with its castling rights, becomes itself but for the side to move.
    pub keeps_start: bool,
}

impl Symmetry {
    /// The symmetry that lets cells change places so, which the moves of all pieces must respect; `None` if other rules don't.
    pub fn new(spec: &Spec, actions: &Actions, layout: &Layout, cells: Vec<u16>, swaps_sides: bool) -> Option<Self> {
        let map = Map { board: &spec.board, cells: &cells, swaps_sides };
        if !map.keeps_rules(spec) {
            return None;
        }
        let right = |right: char| {
            let castling = spec.castlings.iter().find(|castling| castling.right == right)?;
            spec.castlings.iter().find(|other| map.castles(castling, other)).map(|other| other.right)
        };
        let keys = (0..).map_while(|action| actions.key(action));
        let images = keys.map(|key| {
            let image = actions.number(map.key(key));
            // Two castlings may share their royal's cells: what their partners do counts, too.
            let castles = |castling: &Castling| {
                matches!(key, Key::Castling { from, to } if (from, to) == (castling.royal.0.0, castling.royal.1.0))
            };
            let lost = spec.castlings.iter().any(|castling| castles(castling) && right(castling.right).is_none());
            match image.filter(|_| !lost) {
                None if !matches!(key, Key::Castling { .. }) => Err(()),
                image => Ok(image),
            }
        });
        let images: Vec<Option<u32>> = images.collect::<Result<_, _>>().ok()?;
        let plane = |&plane: &Plane| {
            let image = match plane {
                Plane::Pieces(owner, kind) if swaps_sides => Plane::Pieces(owner.mirrored(), kind),
                same => same,
            };
            layout.planes().iter().position(|&other| other == image)
        };
        let feature = |&feature: &Feature| {
            let image = match feature {
                Feature::CastlingRight(letter) => Feature::CastlingRight(right(letter)?),
                Feature::Counter(counter, color) => Feature::Counter(counter, map.color(color)),
                Feature::Hand(color, kind) => Feature::Hand(map.color(color), kind),
                same => same,
            };
            layout.features().iter().position(|&other| other == image)
        };
        let start = &spec.start;
        let stays = |cell: Cell| {
            let piece = start.placement[cell.index()]
                .map(|(owner, kind)| (if swaps_sides { owner.mirrored() } else { owner }, kind));
            start.placement[usize::from(cells[cell.index()])] == piece
        };
        let rights =
            start.castling.iter().all(|&letter| right(letter).is_some_and(|image| start.castling.contains(&image)));
        let hands = !swaps_sides || start.hands.white == start.hands.black;
        let unmoved: CellSet = start.unmoved.iter().map(|cell| map.cell(cell)).collect();
        let keeps_start = rights && hands && unmoved == start.unmoved && spec.board.cells().all(stays);
        Some(Self {
            swaps_sides,
            actions: images,
            planes: layout.planes().iter().map(plane).collect::<Option<_>>()?,
            features: layout.features().iter().map(feature).collect(),
            keeps_start,
            cells,
        })
    }

    /// Whether every action has a counterpart, castling included.
    pub fn is_complete(&self) -> bool {
        self.actions.iter().all(Option::is_some)
    }
}

/// What is done to cells and sides.
struct Map<'a> {
    board: &'a Board,
    cells: &'a [u16],
    swaps_sides: bool,
}

impl Map<'_> {
    fn color(&self, color: Color) -> Color {
        if self.swaps_sides { !color } else { color }
    }

    fn cell(&self, cell: Cell) -> Cell {
        Cell(self.cells[cell.index()])
    }

    fn number(&self, cell: u16) -> u16 {
        self.cells[usize::from(cell)]
    }

    fn key(&self, key: Key) -> Key {
        let at = |cell| self.number(cell);
        match key {
            Key::Board { from, to, into } => Key::Board { from: at(from), to: at(to), into },
            Key::Drop { piece, to } => Key::Drop { piece, to: at(to) },
            Key::Castling { from, to } => Key::Castling { from: at(from), to: at(to) },
            Key::Bent { from, via, to, into } => Key::Bent { from: at(from), via: at(via), to: at(to), into },
            Key::NoRemote => Key::NoRemote,
            Key::Remote { cell, into } => Key::Remote { cell: at(cell), into },
            Key::Pass => Key::Pass,
        }
    }

    /// Whether one castling becomes another.
    fn castles(&self, castling: &Castling, other: &Castling) -> bool {
        let ends = |(from, to): (Cell, Cell)| (self.cell(from), self.cell(to));
        self.color(castling.color) == other.color
            && (castling.royal_type, castling.partner_type) == (other.royal_type, other.partner_type)
            && (ends(castling.royal), ends(castling.partner)) == (other.royal, other.partner)
    }

    /// Whether each side's cells become those of the side that it becomes.
    fn keeps(&self, region: &ByColor<CellSet>) -> bool {
        Color::BOTH.into_iter().all(|color| {
            let image: CellSet = region[color].iter().map(|cell| self.cell(cell)).collect();
            image == region[self.color(color)]
        })
    }

    /// Whether the cells around each cell become those around the one that it becomes.
    fn keeps_steps(&self, steps: &ByColor<Vec<Offset>>) -> bool {
        let around = |color: Color, cell| -> CellSet {
            steps[color].iter().filter_map(|&step| self.board.step(cell, step)).collect()
        };
        Color::BOTH.into_iter().all(|color| {
            self.board.cells().all(|cell| {
                let image: CellSet = around(color, cell).iter().map(|cell| self.cell(cell)).collect();
                image == around(self.color(color), self.cell(cell))
            })
        })
    }

    /// Whether the rules besides those of moves say the same afterwards.
    fn keeps_rules(&self, spec: &Spec) -> bool {
        let regions = regions(spec).into_iter().all(|region| self.keeps(region));
        let effects = spec.effects.iter().all(|effect| match &effect.what {
            Consequence::RemoveAround { steps, .. } | Consequence::Go { steps } => self.keeps_steps(steps),
            Consequence::Enemies(enemies) => self.keeps_steps(&enemies.steps),
            Consequence::RemoveMover
            | Consequence::Become { .. }
            | Consequence::Leave { .. }
            | Consequence::ChangeSide => true,
            // Which cell is chosen of several may depend on their order.
            Consequence::Rebirth(_) => false,
        });
        let constraints = spec.constraints.iter().all(|constraint| match &constraint.demand {
            Demand::Only { when: Circumstance { what: Relation::Beside(steps), .. }, .. } => self.keeps_steps(steps),
            _ => true,
        });
        let ends = spec.goals.ends.iter().flat_map(|end| end.when.parts()).all(|part| match part {
            Condition::Row { steps, .. } | Condition::Connected { steps, .. } => {
                self.keeps_steps(&steps.as_ref().map(|steps| steps.iter().flat_map(|&step| [step, -step]).collect()))
            }
            _ => true,
        });
        let mut near = spec.hands.iter().flat_map(|hands| &hands.drops).filter_map(|drop| drop.near.as_ref());
        let drops = near.all(|near| self.keeps_steps(&near.steps));
        regions && effects && constraints && ends && drops && (!self.swaps_sides || is_fair(spec))
    }
}

/// Whether rules that are not about cells say the same of both sides. How many royals a side must have follows from the start.
fn is_fair(spec: &Spec) -> bool {
    let types = |condition: &Condition| match condition {
        Condition::Pieces { types, .. }
        | Condition::Owned { types, .. }
        | Condition::Safe { types, .. }
        | Condition::Row { types, .. }
        | Condition::Connected { types, .. }
        | Condition::Fewer { types, .. } => types.white == types.black,
        _ => true,
    };
    let mut ends = spec.goals.ends.iter();
    let royals = |color: Color| {
        let pieces = spec.start.placement.iter().flatten();
        let mut royals: Vec<PieceType> = pieces
            .filter(|(owner, kind)| *owner == color && spec.pieces[kind.index()].royal)
            .map(|(_, kind)| *kind)
            .collect();
        royals.sort_unstable();
        royals
    };
    let favours =
        matches!(spec.goals.repetition, Repetition::Counted { loser: Some(Repeater::White | Repeater::Black), .. })
            || spec.pass.white != spec.pass.black
            || match &spec.goals.draws {
                Draws::Drawn => false,
                Draws::Won(_) => true,
                Draws::Points(points) => points.bonus.white != points.bonus.black,
            };
    !favours
        && spec.constraints.iter().all(|constraint| constraint.only.is_none())
        && ends.all(|end| end.only.is_none() && end.when.parts().into_iter().all(types))
        && royals(Color::White) == royals(Color::Black)
}

/// All cells of which rules speak.
fn regions(spec: &Spec) -> Vec<&ByColor<CellSet>> {
    let mut regions: Vec<&ByColor<CellSet>> = spec.promotions.iter().map(|promotion| &promotion.zone).collect();
    regions.extend(spec.hands.iter().flat_map(|hands| &hands.drops).map(|drop| &drop.cells));
    regions.extend(spec.hands.iter().flat_map(|hands| &hands.drops).filter_map(|drop| drop.first.as_ref()));
    regions.extend(spec.firsts.gates.iter().map(|gate| &gate.cells));
    regions.extend(spec.firsts.moves.iter().map(|first| &first.from));
    regions.extend(spec.turn.placings().map(|(_, placing)| &placing.cells));
    regions.extend(spec.remote_promotion.iter().flat_map(|remote| [&remote.zone, &remote.guarded]));
    regions.extend(spec.double_steps.iter().map(|step| &step.from));
    regions.extend(spec.double_steps.iter().filter_map(|step| step.unanswered_from.as_ref()));
    regions.extend(spec.double_steps.iter().filter_map(|step| step.thrice_from.as_ref()));
    regions.extend(spec.goals.royal_obligation.iter().map(|obligation| &obligation.region));
    regions.extend(spec.pieces.iter().map(|piece| &piece.may_enter));
    for part in spec.goals.ends.iter().flat_map(|end| end.when.parts()) {
        match part {
            Condition::Pieces { region: Some(region), .. }
            | Condition::Safe { region: Some(region), .. }
            | Condition::Empty { region: Some(region), .. } => regions.push(region),
            Condition::Connected { regions: ends, .. } => regions.extend(ends.iter()),
            _ => {}
        }
    }
    regions
}
