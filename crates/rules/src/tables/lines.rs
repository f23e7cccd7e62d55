//! Lines with their occupancy in one word: a slide is a few instructions, straight or turning.

use super::csr::Csr;
use super::error::CompileError;
use super::limits::MAX_LINE_DIRECTIONS;
use crate::spec::{Pattern, Spec};
use spielraum_geometry::{Board, Cell, CellSet, LineDirection, MAX_SIDE, sort_few};

/// A cell's place on one line: bit `pos` of the line's occupancy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The line.
    pub line: u16,
    /// The place on it, less than 32.
    pub pos: u8,
    /// The number of the line's direction in this game.
    pub(crate) direction: u8,
}

/// All lines along which some piece of the game slides or hops, or royals face.
///
/// A line is a sequence of at most 32 cells. Turning lines that branch are several lines with cells in
/// common.
pub(crate) struct LineTable {
    directions: Vec<LineDirection>,
    cells: Vec<[Cell; MAX_SIDE]>,
    /// For each line, the number of its first slot in tables that have an entry for each slot.
    first_slot: Vec<u32>,
    slots: Csr<Slot>,
    slot_count: usize,
}

impl LineTable {
    /// The lines that the pieces need, and a ban on royals that face each other.
    pub(crate) fn build(spec: &Spec) -> Result<Self, CompileError> {
        let (board, directions) = (&spec.board, directions_of(spec));
        if directions.len() > MAX_LINE_DIRECTIONS {
            return Err(CompileError::TooManyLineDirections(directions.len()));
        }
        let mut table =
            Self { directions, cells: Vec::new(), first_slot: Vec::new(), slots: Csr::default(), slot_count: 0 };
        let mut slots = vec![Vec::new(); board.len()];
        for (number, &direction) in table.directions.iter().enumerate() {
            for line in direction.lines(board) {
                if line.len() > MAX_SIDE {
                    return Err(CompileError::LineTooLong(line.len()));
                }
                let Ok(index) = u16::try_from(table.cells.len()) else { return Err(CompileError::TooManyLines) };
                let mut cells = [Cell(0); MAX_SIDE];
                for (pos, &cell) in line.iter().enumerate() {
                    cells[pos] = cell;
                    slots[cell.index()].push(Slot { line: index, pos: pos as u8, direction: number as u8 });
                }
                table.cells.push(cells);
                table.first_slot.push(table.slot_count as u32);
                table.slot_count += line.len();
            }
        }
        table.slots = Csr::new(slots);
        Ok(table)
    }

    /// How many lines there are.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// How many slots all lines have together.
    pub(crate) fn slot_count(&self) -> usize {
        self.slot_count
    }

    /// The slots of a cell: its place on each line through it.
    #[inline(always)]
    pub(crate) fn slots(&self, cell: Cell) -> &[Slot] {
        self.slots.get(cell)
    }

    /// The cell at a place of a line.
    #[inline(always)]
    pub(crate) fn cell(&self, line: u16, pos: u32) -> Cell {
        self.cells[usize::from(line)][pos as usize & (MAX_SIDE - 1)]
    }

    /// The places of a line.
    #[inline(always)]
    pub(crate) fn places(&self, line: u16) -> u32 {
        u32::MAX >> (32 - self.line_len(line) as u32)
    }

    /// The cells at the places of `bits`.
    #[inline(always)]
    pub(crate) fn cells(&self, line: u16, bits: u32) -> impl Iterator<Item = Cell> + use<'_> {
        let cells = &self.cells[usize::from(line)];
        Bits(bits).map(move |pos| cells[pos as usize & (MAX_SIDE - 1)])
    }

    /// The index of a place of a line in tables with an entry for each slot.
    #[inline(always)]
    pub(crate) fn slot_index(&self, line: u16, pos: u32) -> usize {
        (self.first_slot[usize::from(line)] + pos) as usize
    }

    /// The number of a direction in this game, whichever way it runs.
    pub(crate) fn direction(&self, direction: LineDirection) -> Option<u8> {
        let direction = direction.undirected();
        self.directions.iter().position(|&known| known == direction).map(|index| index as u8)
    }

    /// For each ray of `direction` from `from`: the slot it starts from, whether it leads to higher places
    /// of the line, its length, and how many of its first cells it shares with an earlier ray.
    pub(crate) fn rays(&self, board: &Board, direction: LineDirection, from: Cell) -> Vec<Ray> {
        let Some(number) = self.direction(direction) else { return Vec::new() };
        let rays = direction.rays(board, from);
        let shared = |index: usize| {
            let common = |other: &Vec<Cell>| rays[index].iter().zip(other).take_while(|(a, b)| a == b).count();
            rays[..index].iter().map(common).max().unwrap_or(0)
        };
        rays.iter()
            .enumerate()
            .filter_map(|(index, ray)| {
                self.slots(from).iter().filter(|slot| slot.direction == number).find_map(|&slot| {
                    let line = &self.cells[usize::from(slot.line)][..self.line_len(slot.line)];
                    let pos = usize::from(slot.pos);
                    let up = line[pos + 1..] == ray[..];
                    (up || line[..pos].iter().rev().eq(ray.iter())).then(|| Ray {
                        slot,
                        up,
                        len: ray.len(),
                        shared: shared(index),
                    })
                })
            })
            .collect()
    }

    /// Whether some two cells lie on more than one line together, or twice on one direction's.
    pub(crate) fn meet_again(&self, cells: usize) -> bool {
        (0..cells as u16).map(Cell).any(|cell| {
            let mut seen = CellSet::EMPTY;
            self.slots(cell).iter().any(|slot| {
                let line = &self.cells[usize::from(slot.line)][..self.line_len(slot.line)];
                line.iter().filter(|&&other| other != cell).any(|&other| {
                    let again = seen.contains(other);
                    seen.insert(other);
                    again
                })
            })
        })
    }

    /// Bytes used.
    pub(crate) fn memory(&self) -> usize {
        self.cells.len() * size_of::<[Cell; MAX_SIDE]>() + self.slots.memory()
    }

    fn line_len(&self, line: u16) -> usize {
        let line = usize::from(line);
        let end = self.first_slot.get(line + 1).map_or(self.slot_count, |&first| first as usize);
        end - self.first_slot[line] as usize
    }
}

/// A ray as part of a line.
pub(crate) struct Ray {
    pub(crate) slot: Slot,
    pub(crate) up: bool,
    pub(crate) len: usize,
    pub(crate) shared: usize,
}

impl Ray {
    /// The places on the line of the cells at the distances that `allowed` accepts, those shared with an
    /// earlier ray left out; with each its distance.
    pub(crate) fn places(&self, allowed: impl Fn(usize) -> bool) -> impl Iterator<Item = u32> {
        let (pos, up) = (i32::from(self.slot.pos), self.up);
        (self.shared + 1..=self.len)
            .filter(move |&distance| allowed(distance))
            .map(move |distance| (if up { pos + distance as i32 } else { pos - distance as i32 }) as u32)
    }
}

/// The undirected directions that the pieces slide or hop along and the royals face along, sorted.
fn directions_of(spec: &Spec) -> Vec<LineDirection> {
    let pieces = spec.pieces.iter().map(|piece| &piece.moves);
    let moves = pieces.chain(spec.firsts.moves.iter().map(|first| &first.moves));
    let parts = moves.flat_map(|moves| moves.white.iter().chain(&moves.black));
    let mut directions: Vec<LineDirection> = parts
        .flat_map(|part| match &part.pattern {
            Pattern::Slide { lines, distances } if distances.max > 1 => lines.clone(),
            Pattern::Hop { lines, .. } => lines.clone(),
            _ => Vec::new(),
        })
        .chain(spec.goals.facing.iter().map(|&offset| LineDirection::Straight(offset)))
        .map(LineDirection::undirected)
        .collect();
    sort_few(&mut directions, Ord::cmp);
    directions.dedup();
    directions
}

/// The numbers of the bits that are set, from the lowest.
#[derive(Clone, Copy, Debug)]
pub struct Bits(pub u32);

impl Iterator for Bits {
    type Item = u32;
    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        (self.0 != 0).then(|| {
            let bit = self.0.trailing_zeros();
            self.0 &= self.0 - 1;
            bit
        })
    }
}
