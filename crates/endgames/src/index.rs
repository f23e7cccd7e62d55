//! Numbers for the placements of a material, one for each orbit of the board's symmetries.

use crate::kernel::{Cells, GONE, Kernel};
use crate::material::{MAX_PIECES, Material};
use crate::symmetry::Symmetry;

/// The number of a leading placement that has none.
const NO_LEAD: u32 = u32::MAX;

/// Numbers placements from 0.
///
/// Up to two single pieces lead, royals if there are any: each orbit of their placements has a number and one placement
/// that stands for it. The other pieces follow by their cells, like pieces by the number of their set of cells, so that
/// no set is numbered twice. A placement whose leaders several symmetries map alike has the least of its numbers.
pub(crate) struct Index {
    cells: usize,
    group: Vec<Symmetry>,
    leaders: Vec<usize>,
    followers: Vec<Followers>,
    /// For each placement of the leaders, the number of its orbit.
    lead: Vec<u32>,
    /// For each placement of the leaders: where its symmetries begin among `maps`, and how many there are.
    ranges: Vec<(u32, u8)>,
    /// Symmetries that map leaders to the placement that stands for their orbit.
    maps: Vec<u8>,
    /// The placements of the leaders that stand for orbits.
    leads: Vec<[u16; 2]>,
    /// How many subsets of this many cells there are: `choose[k][n]`.
    choose: Vec<Vec<u64>>,
    size: u64,
}

/// Like pieces.
struct Followers {
    first: usize,
    count: usize,
    /// How many placements they have.
    size: u64,
}

impl Index {
    /// The numbering for a material, or `None` if there are more placements than can be numbered.
    pub(crate) fn new(cells: usize, group: Vec<Symmetry>, material: &Material, kernel: &Kernel) -> Option<Self> {
        let choose = binomials(cells);
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for (slot, piece) in material.pieces().iter().enumerate() {
            match runs.last_mut() {
                Some((first, count)) if material.pieces()[*first] == *piece => *count += 1,
                _ => runs.push((slot, 1)),
            }
        }
        let mut leaders: Vec<usize> = match kernel.sole_royals() {
            Some((white, black)) => vec![white, black],
            None => runs.iter().filter(|run| run.1 == 1).map(|run| run.0).take(2).collect(),
        };
        leaders.sort_unstable();
        let followers: Vec<Followers> = runs
            .into_iter()
            .filter(|run| !leaders.contains(&run.0))
            .map(|(first, count)| Followers { first, count, size: choose[count][cells] })
            .collect();
        let group = if leaders.is_empty() { group.into_iter().filter(is_identity).collect() } else { group };
        let mut index = Self {
            cells,
            group,
            leaders,
            followers,
            lead: Vec::new(),
            ranges: Vec::new(),
            maps: Vec::new(),
            leads: Vec::new(),
            choose,
            size: 0,
        };
        index.number_leads(kernel);
        let mut sizes = index.followers.iter().map(|followers| followers.size);
        index.size = sizes.try_fold(index.leads.len() as u64, u64::checked_mul)?;
        (index.size < 1 << 48).then_some(index)
    }

    fn number_leads(&mut self, kernel: &Kernel) {
        let n = self.cells;
        let keys = n.pow(self.leaders.len() as u32);
        let inverse: Vec<u8> = self.group.iter().map(|g| inverse_of(&self.group, g)).collect();
        let mut maps: Vec<Vec<u8>> = vec![Vec::new(); keys];
        self.lead = vec![NO_LEAD; keys];
        for key in 0..keys {
            let at = match self.leaders.len() {
                0 => [0, 0],
                1 => [key as u16, 0],
                _ => [(key / n) as u16, (key % n) as u16],
            };
            let together = self.leaders.len() == 2 && at[0] == at[1];
            let excluded = kernel.royals_exclude(at[0], at[1]);
            if self.lead[key] != NO_LEAD || together || excluded {
                continue;
            }
            let number = self.leads.len() as u32;
            self.leads.push(at);
            for (g, symmetry) in self.group.iter().enumerate() {
                let image = at.map(|cell| symmetry[usize::from(cell)]);
                let image = self.key(&image);
                self.lead[image] = number;
                maps[image].push(inverse[g]);
            }
        }
        for found in maps {
            self.ranges.push((self.maps.len() as u32, found.len() as u8));
            self.maps.extend(found);
        }
    }

    fn key(&self, at: &[u16; 2]) -> usize {
        match self.leaders.len() {
            0 => 0,
            1 => usize::from(at[0]),
            _ => usize::from(at[0]) * self.cells + usize::from(at[1]),
        }
    }

    /// How many numbers there are.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// How many symmetries there are.
    pub(crate) fn order(&self) -> u32 {
        self.group.len() as u32
    }

    /// The number of a placement; `None` if its leaders can't be in a legal position.
    #[inline(always)]
    pub(crate) fn number(&self, cells: &Cells) -> Option<u64> {
        let mut at = [0; 2];
        for (place, &slot) in at.iter_mut().zip(&self.leaders) {
            *place = cells[slot];
        }
        let key = self.key(&at);
        let lead = self.lead[key];
        if lead == NO_LEAD {
            return None;
        }
        let (first, count) = self.ranges[key];
        let maps = &self.maps[first as usize..][..usize::from(count)];
        maps.iter().map(|&map| self.rank(lead, &self.group[usize::from(map)], cells)).min()
    }

    #[inline(always)]
    fn rank(&self, lead: u32, symmetry: &[u16], cells: &Cells) -> u64 {
        let mut number = u64::from(lead);
        for followers in &self.followers {
            let subset = if followers.count == 1 {
                u64::from(symmetry[usize::from(cells[followers.first])])
            } else {
                self.rank_of_set(followers, symmetry, cells)
            };
            number = number * followers.size + subset;
        }
        number
    }

    /// The number of a set of cells among the sets of its size (colexicographic order).
    fn rank_of_set(&self, followers: &Followers, symmetry: &[u16], cells: &Cells) -> u64 {
        let mut set = [0u16; MAX_PIECES];
        let set = &mut set[..followers.count];
        for (place, &cell) in set.iter_mut().zip(&cells[followers.first..]) {
            *place = symmetry[usize::from(cell)];
        }
        set.sort_unstable();
        set.iter().enumerate().map(|(at, &cell)| self.choose[at + 1][usize::from(cell)]).sum()
    }

    /// The placement with a number; `None` if two pieces would stand on one cell.
    #[inline(always)]
    pub(crate) fn placement(&self, number: u64) -> Option<Cells> {
        let mut cells = [GONE; MAX_PIECES];
        let mut rest = number;
        for followers in self.followers.iter().rev() {
            let subset = rest % followers.size;
            rest /= followers.size;
            if followers.count == 1 {
                cells[followers.first] = subset as u16;
            } else {
                self.unrank_set(subset, &mut cells[followers.first..][..followers.count]);
            }
        }
        for (&slot, &cell) in self.leaders.iter().zip(&self.leads[rest as usize]) {
            cells[slot] = cell;
        }
        let count = self.leaders.len() + self.followers.iter().map(|followers| followers.count).sum::<usize>();
        let pieces = &cells[..count];
        let apart = (1..count).all(|slot| !pieces[..slot].contains(&pieces[slot]));
        apart.then_some(cells)
    }

    fn unrank_set(&self, mut rank: u64, cells: &mut [u16]) {
        for at in (0..cells.len()).rev() {
            let row = &self.choose[at + 1];
            let cell = row.partition_point(|&sets| sets <= rank) - 1;
            cells[at] = cell as u16;
            rank -= row[cell];
        }
    }

    /// How many placements the one with this number stands for; `None` if another number of its orbit is less.
    #[inline(always)]
    pub(crate) fn orbit(&self, number: u64, cells: &Cells) -> Option<u32> {
        let mut at = [0; 2];
        for (place, &slot) in at.iter_mut().zip(&self.leaders) {
            *place = cells[slot];
        }
        let key = self.key(&at);
        let (first, count) = self.ranges[key];
        if count == 1 {
            return Some(self.order());
        }
        let mut fixed = 0;
        for &map in &self.maps[first as usize..][..usize::from(count)] {
            let rank = self.rank(self.lead[key], &self.group[usize::from(map)], cells);
            if rank < number {
                return None;
            }
            fixed += u32::from(rank == number);
        }
        Some(self.order() / fixed)
    }
}

fn is_identity(symmetry: &Symmetry) -> bool {
    symmetry.iter().enumerate().all(|(cell, &image)| cell == usize::from(image))
}

fn inverse_of(group: &[Symmetry], of: &Symmetry) -> u8 {
    let undoes =
        |other: &Symmetry| of.iter().enumerate().all(|(cell, &image)| usize::from(other[usize::from(image)]) == cell);
    group.iter().position(undoes).unwrap_or(0) as u8
}

/// `[k][n]`: how many subsets of k among n cells there are, for n up to the cells of the board and one more.
fn binomials(cells: usize) -> Vec<Vec<u64>> {
    let mut rows = vec![vec![1u64; cells + 2]];
    for _ in 0..MAX_PIECES {
        let above = &rows[rows.len() - 1];
        let mut row = vec![0u64; cells + 2];
        for n in 1..row.len() {
            row[n] = row[n - 1].saturating_add(above[n - 1]);
        }
        rows.push(row);
    }
    rows
}
