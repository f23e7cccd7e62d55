//! Where captured pieces and captors are reborn, compiled (K1 to K4).

use crate::spec::{Choice, Home, Owner, PieceType, Place, Rebirth, Reborn, RebornAs, Shared, Spec, TypeSet};
use crate::tables::{Budget, CompileError, Royals};
use crate::{ByColor, Color};
use spielraum_geometry::{Board, Cell, Coord};

/// A line that lets pieces be reborn.
pub(crate) struct RebirthTable {
    pub(crate) who: Reborn,
    of: TypeSet,
    rule: Rebirth,
    /// For each side and type whose cell is asked for: which of the tables has it.
    numbers: ByColor<Vec<Option<usize>>>,
    /// For each cell of a capture: where the piece is reborn.
    tables: Vec<Vec<Option<Cell>>>,
}

/// What a line may ask about a capture.
pub(crate) struct Occurrence {
    /// The side that captures.
    pub(crate) side: Color,
    /// What has been captured, and where; `None` for a capture that is only thought of.
    pub(crate) captured: Option<(Owner, PieceType, Cell)>,
    /// What captures, as it was before, and the cell from which it came.
    pub(crate) mover: (PieceType, Cell),
    /// The type of the captor when the move itself was done.
    pub(crate) moved_as: PieceType,
    /// The captor's type now, and where it stands, if it still does.
    pub(crate) captor: Option<(PieceType, Cell)>,
    /// The cell on which the move ended.
    pub(crate) end: Cell,
}

/// What a line does after a capture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Revival {
    /// Nothing: it does not speak of the piece.
    Unspoken,
    /// It speaks of the piece, and nothing changes.
    Settled,
    /// It makes the capture impossible.
    Impossible,
    /// The captured piece comes to a cell, as what, and on which side.
    Captured(Color, PieceType, Cell),
    /// The captor goes to another cell.
    Captor(Cell),
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
        Ok(Self { who: rebirth.who, of, rule: rebirth.clone(), numbers, tables })
    }

    /// What it does after a capture.
    pub(crate) fn revive(
        &self,
        board: &Board,
        royals: &Royals,
        occurrence: &Occurrence,
        is_empty: &dyn Fn(Cell) -> bool,
    ) -> Revival {
        match self.who {
            Reborn::Captured => {
                let Some((owner, kind, _)) = occurrence.captured else { return Revival::Unspoken };
                let Some(color) = owner.color().filter(|_| self.of.has(kind) && !royals.has(kind)) else {
                    return Revival::Unspoken;
                };
                let kind = match self.rule.into {
                    RebornAs::Type(into) => into,
                    RebornAs::Captor if !royals.has(occurrence.mover.0) => occurrence.mover.0,
                    RebornAs::Captor | RebornAs::Itself => kind,
                };
                match self.cell(board, color, kind, occurrence) {
                    None => Revival::Unspoken,
                    Some(Some(to)) if is_empty(to) => {
                        Revival::Captured(if self.rule.turns { !color } else { color }, kind, to)
                    }
                    Some(_) => Revival::Settled,
                }
            }
            Reborn::Captor { may_stay } => {
                let Some((kind, stands)) = occurrence.captor.filter(|(kind, _)| self.of.has(*kind)) else {
                    return Revival::Unspoken;
                };
                match self.cell(board, occurrence.side, kind, occurrence) {
                    None => Revival::Unspoken,
                    Some(Some(to)) if to == stands && may_stay => Revival::Settled,
                    Some(Some(to)) if to != stands && is_empty(to) => Revival::Captor(to),
                    Some(_) => Revival::Impossible,
                }
            }
        }
    }

    /// The cell on which a piece of a side is reborn as a type, if the board has it; `None`: the line does not speak of it.
    fn cell(&self, board: &Board, color: Color, kind: PieceType, occurrence: &Occurrence) -> Option<Option<Cell>> {
        let of_captor = matches!(self.rule.place, Place::Start { whose: Home::Captor, .. });
        let (color, kind) = if of_captor { (occurrence.side, occurrence.moved_as) } else { (color, kind) };
        let number = self.numbers[color][kind.index()]?;
        let cell = occurrence.captured.map_or(occurrence.end, |(.., cell)| cell);
        let from = occurrence.mover.1;
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
