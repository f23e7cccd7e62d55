//! How pieces move, as conditions on single cells: for programs that move a few pieces by themselves, such as
//! retrograde analysis.

use crate::Color;
use crate::game::Tables;
use crate::rule::double_step;
use crate::rules::{Rules, with_tables};
use crate::spec::PieceType;
use crate::tables::{Mover, Ride};
use spielraum_geometry::line_word::between;
use spielraum_geometry::{Cell, CellSet};

/// One way in which a piece can go from one cell to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Where it ends.
    pub to: Cell,
    /// Whether it may end on an empty cell.
    pub quiet: bool,
    /// Whether it may end on an enemy piece.
    pub capture: bool,
    /// The cells that must be empty.
    pub empty: CellSet,
    /// The cells of which exactly one must be occupied, by a piece of either side; none for a piece that needs no hurdle.
    pub hurdles: CellSet,
}

impl Rules {
    /// The ways in which a piece moves from a cell by its ordinary moves; several may lead to one cell.
    ///
    /// # Panics
    ///
    /// If the type or the cell is not one of this game.
    pub fn ways(&self, color: Color, kind: PieceType, from: Cell) -> Vec<Way> {
        with_tables!(self, tables => ways(tables, &tables.movers[color][kind.index()], from))
    }

    /// The ways in which a piece moves from a cell by a move that it has only as long as it has not moved (G14).
    ///
    /// # Panics
    ///
    /// If the type or the cell is not one of this game.
    pub fn first_ways(&self, color: Color, kind: PieceType, from: Cell) -> Vec<Way> {
        with_tables!(self, tables => {
            let own = tables.firsts.moves[color].iter().filter(|first| first.kind == kind && first.from.contains(from));
            own.flat_map(|first| ways(tables, &first.mover, from)).collect()
        })
    }

    /// The double steps of a piece from a cell, and its steps made three times: the first cell passed and the one reached, both of
    /// which must be empty, as must the [second](Self::second_passed) one. One that ends where an ordinary move leads in a
    /// position is not made there.
    ///
    /// # Panics
    ///
    /// If the type or the cell is not one of this game.
    pub fn double_steps(&self, color: Color, kind: PieceType, from: Cell) -> Vec<(Cell, Cell)> {
        with_tables!(self, tables => {
            double_step::of_type(&tables.rules.double_step, kind).map_or_else(Vec::new, |table| table.paths[color].get(from).to_vec())
        })
    }
}

impl Rules {
    /// The second cell that a piece of a side passes which makes its step three times.
    pub fn second_passed(&self, color: Color, kind: PieceType, (via, to): (Cell, Cell)) -> Option<Cell> {
        with_tables!(self, tables => {
            double_step::of_type(&tables.rules.double_step, kind)?.second(color, via, to)
        })
    }
}

fn ways<const W: usize>(t: &Tables<W>, mover: &Mover<W>, from: Cell) -> Vec<Way> {
    let (quiet, attack) = (mover.quiet_leaps(from), mover.attack_leaps(from));
    let mut found: Vec<Way> = (quiet | attack)
        .into_iter()
        .map(|to| Way {
            to,
            quiet: quiet.contains(to),
            capture: attack.contains(to),
            empty: CellSet::EMPTY,
            hurdles: CellSet::EMPTY,
        })
        .collect();
    for ride in mover.slides.get(from) {
        found.extend(along(t, ride, |pos, to| (between(pos, to), 0)));
    }
    for ride in mover.hops.get(from) {
        let hops = along(t, ride, |pos, to| match ride.hop.is_next() {
            false => (0, between(pos, to)),
            true => {
                let hurdle = if to > pos { to - 1 } else { to + 1 };
                (between(pos, hurdle), 1 << hurdle & !(1 << pos))
            }
        });
        // There is no room for a hurdle before a neighbouring cell.
        found.extend(hops.into_iter().filter(|way| !way.hurdles.is_empty()));
    }
    for route in mover.routes.get(from) {
        found.extend(route.ways.iter().map(|way| Way {
            to: route.target,
            quiet: route.quiet,
            capture: route.capture,
            empty: way.into_iter().collect(),
            hurdles: CellSet::EMPTY,
        }));
    }
    found
}

/// The ways along a line; `conditions` says, for the places of start and end, which must be empty and which are hurdles.
fn along<const W: usize>(t: &Tables<W>, ride: &Ride, conditions: impl Fn(u32, u32) -> (u32, u32)) -> Vec<Way> {
    let bit = |places: u32, place: u32| places >> place & 1 != 0;
    let cells = |places: u32| t.lines.cells(ride.line, places).collect::<CellSet>();
    let pos = u32::from(ride.pos);
    (0..u32::BITS)
        .filter(|&place| bit(ride.quiet | ride.capture, place))
        .map(|place| {
            let (empty, hurdles) = conditions(pos, place);
            Way {
                to: t.lines.cell(ride.line, place),
                quiet: bit(ride.quiet, place),
                capture: bit(ride.capture, place),
                empty: cells(empty),
                hurdles: cells(hurdles),
            }
        })
        .collect()
}
