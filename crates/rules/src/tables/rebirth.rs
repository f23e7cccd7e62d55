//! Where captured pieces and captors are reborn, compiled (K1 to K4).

use crate::spec::{Choice, Home, Owner, PieceType, Place, Rebirth, Reborn, RebornAs, Shared, Spec, TypeSet};
use crate::tables::{Budget, CompileError};
use crate::{ByColor, Color};
use spielraum_geometry::{Board, Cell, Coord};

/// A line that lets pieces be reborn.
pub(crate) struct RebirthTable {
    pub(crate) who: Reborn,
    of: TypeSet,
    pub(crate) into: RebornAs,
    pub(crate) turns: bool,
    rule: Rebirth,
    /// For each side and type whose cell is asked for: which of the tables has it.
    numbers: ByColor<Vec<Option<usize>>>,
    /// For each cell of a capture: where the piece is reborn.
    tables: Vec<Vec<Option<Cell>>>,
}

/// What a line may ask about a capture.
#[derive(Clone, Copy)]
pub(crate) struct Occurrence {
    /// What has captured, as it stood when the move itself was done.
    pub(crate) captor: (Color, PieceType),
    /// The cell of the captured piece.
    pub(crate) cell: Cell,
    /// The cell from which the captor came.
    pub(crate) from: Cell,
}

impl RebirthTable {
    pub(super) fn build(spec: &Spec, rebirth: &Rebirth, budget: &mut Budget) -> Result<Self, CompileError> {
        let cells = spec.board.len();
        let mut tables: Vec<Vec<Option<Cell>>> = Vec::new();
        let mut numbers = ByColor::both(vec![None; spec.pieces.len()]);
        let end = |cell: Option<Cell>| cell.and_then(|cell| rebirth.reflected.of(&spec.board, cell));
        for color in Color::BOTH {
            // Only where such pieces stand at the start depends on the type.
            let common: Option<Vec<Option<Cell>>> = match &rebirth.place {
                Place::Start { .. } => None,
                Place::Region { cells, choice } => {
                    let homes: Vec<Cell> = cells[color].iter().collect();
                    let chosen = |capture| choose(&spec.board, &homes, choice, capture);
                    Some(spec.board.cells().map(|capture| end(chosen(capture))).collect())
                }
                Place::Capture => Some(spec.board.cells().map(|capture| end(Some(capture))).collect()),
                Place::Steps(steps) => {
                    let step = |capture| steps[color].iter().find_map(|&step| spec.board.step(capture, step));
                    Some(spec.board.cells().map(|capture| end(step(capture))).collect())
                }
                Place::Departure | Place::Beyond => Some(Vec::new()),
            };
            if let Some(table) = common {
                budget.spend(size_of_val(&table[..]))?;
                numbers[color].fill(Some(tables.len()));
                tables.push(table);
                continue;
            }
            let Place::Start { whose, choice } = &rebirth.place else { continue };
            for kind in spec.piece_types() {
                let owner = if *whose == Home::Enemy { !color } else { color };
                let homes = start_cells(spec, owner, kind);
                if !homes.is_empty() {
                    budget.spend(cells * size_of::<Option<Cell>>())?;
                    let chosen = |capture| choose(&spec.board, &homes, choice, capture);
                    numbers[color][kind.index()] = Some(tables.len());
                    tables.push(spec.board.cells().map(|capture| end(chosen(capture))).collect());
                }
            }
        }
        let of = if rebirth.of.is_empty() { TypeSet::ALL } else { rebirth.of.iter().collect() };
        let Rebirth { who, into, turns, .. } = *rebirth;
        Ok(Self { who, of, into, turns, rule: rebirth.clone(), numbers, tables })
    }

    /// Whether it speaks of a type.
    pub(crate) fn speaks_of(&self, kind: PieceType) -> bool {
        self.of.has(kind)
    }

    /// The cell on which a piece of a side is reborn as a type, if the board has it; `None`: the line does not speak of it.
    pub(crate) fn cell(
        &self,
        board: &Board,
        color: Color,
        kind: PieceType,
        occurrence: Occurrence,
    ) -> Option<Option<Cell>> {
        let Occurrence { captor, cell, from } = occurrence;
        let of_captor = matches!(self.rule.place, Place::Start { whose: Home::Captor, .. });
        let (color, kind) = if of_captor { captor } else { (color, kind) };
        let number = self.numbers[color][kind.index()]?;
        Some(match self.rule.place {
            Place::Departure => self.rule.reflected.of(board, from),
            Place::Beyond => {
                let (from, to) = (board.coord(from), board.coord(cell));
                let beyond = board.at(to + (to - from));
                beyond.and_then(|beyond| self.rule.reflected.of(board, beyond))
            }
            _ => self.tables[number][cell.index()],
        })
    }
}

/// The cells on which pieces of a type stand at the start.
fn start_cells(spec: &Spec, color: Color, kind: PieceType) -> Vec<Cell> {
    let stands = |cell: &Cell| spec.start.placement[cell.index()] == Some((Owner::from(color), kind));
    spec.board.cells().filter(stands).collect()
}

/// One of several cells (K2).
fn choose(board: &Board, homes: &[Cell], choice: &Choice, capture: Cell) -> Option<Cell> {
    let at = board.coord(capture);
    let moved = |cell: Cell| match choice.on_rank {
        true => board.at(Coord { rank: at.rank, ..board.coord(cell) }),
        false => Some(cell),
    };
    let homes: Vec<Cell> = homes.iter().filter_map(|&cell| moved(cell)).collect();
    let shares = |cell: &&Cell| choice.same.iter().all(|&what| share(board, **cell, capture, what));
    let distance = |cell: &&Cell| (board.steps(**cell, capture), cell.index());
    let nearest = homes.iter().filter(shares).min_by_key(distance);
    nearest.or_else(|| homes.iter().min_by_key(distance)).copied()
}

fn share(board: &Board, one: Cell, other: Cell, what: Shared) -> bool {
    match what {
        Shared::Level => board.level(one) == board.level(other),
        Shared::File => board.file(one) == board.file(other),
        Shared::Rank => board.rank(one) == board.rank(other),
        Shared::Shade => board.shade(one) == board.shade(other),
    }
}
