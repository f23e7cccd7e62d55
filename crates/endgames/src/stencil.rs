//! Moves of one piece among few others, as masks of ways.

use spielraum_geometry::{Cell, CellSet};
use spielraum_rules::Way;

/// The largest number of ways that a piece may have from one cell.
pub(crate) const MAX_WAYS: usize = 128;

/// The ways of one piece from every cell, a bit for each; for every other cell, which of them a piece there blocks.
///
/// With few pieces on the board, what is open is found from where they stand: a look-up for each of them.
pub(crate) struct Stencil {
    cells: usize,
    /// Where each cell's ways begin among `ends`.
    first: Vec<u32>,
    ends: Vec<u16>,
    all: Vec<u128>,
    quiet: Vec<u128>,
    capture: Vec<u128>,
    /// The ways that need a hurdle.
    hops: Vec<u128>,
    /// For each start and each cell: the ways that a piece on the cell blocks.
    blocks: Vec<u128>,
    /// For each start and each cell: the ways for which a piece on the cell is a hurdle; empty if none hops.
    hurdles: Vec<u128>,
    /// For each start and each cell: the ways that end on the cell.
    onto: Vec<u128>,
}

/// A cell has more ways than a stencil can hold.
#[derive(Debug)]
pub(crate) struct TooManyWays;

impl Stencil {
    /// The stencil of these ways, given for each cell.
    pub(crate) fn new(ways: &[Vec<Way>]) -> Result<Self, TooManyWays> {
        let cells = ways.len();
        let has_hops = ways.iter().flatten().any(|way| !way.hurdles.is_empty());
        let mut stencil = Self {
            cells,
            first: Vec::with_capacity(cells),
            ends: Vec::new(),
            all: vec![0; cells],
            quiet: vec![0; cells],
            capture: vec![0; cells],
            hops: vec![0; cells],
            blocks: vec![0; cells * cells],
            hurdles: if has_hops { vec![0; cells * cells] } else { Vec::new() },
            onto: vec![0; cells * cells],
        };
        for (from, ways) in ways.iter().enumerate() {
            stencil.first.push(stencil.ends.len() as u32);
            let start = Cell(from as u16);
            let possible = |way: &&Way| way.to != start && !way.empty.contains(start) && !way.hurdles.contains(start);
            for (number, way) in ways.iter().filter(possible).enumerate() {
                if number == MAX_WAYS {
                    return Err(TooManyWays);
                }
                stencil.enter(from, way, 1 << number);
            }
        }
        Ok(stencil)
    }

    fn enter(&mut self, from: usize, way: &Way, bit: u128) {
        let row = from * self.cells;
        self.ends.push(way.to.0);
        self.all[from] |= bit;
        self.quiet[from] |= if way.quiet { bit } else { 0 };
        self.capture[from] |= if way.capture { bit } else { 0 };
        self.onto[row + way.to.index()] |= bit;
        for cell in way.empty.iter() {
            self.blocks[row + cell.index()] |= bit;
        }
        if !way.hurdles.is_empty() {
            self.hops[from] |= bit;
            for cell in way.hurdles.iter() {
                self.hurdles[row + cell.index()] |= bit;
            }
        }
    }

    /// The ways from a cell that these pieces leave open; a piece on the cell itself does not matter.
    #[inline(always)]
    pub(crate) fn open(&self, from: u16, pieces: &[u16]) -> u128 {
        let from = usize::from(from);
        let row = &self.blocks[from * self.cells..][..self.cells];
        let blocked = pieces.iter().fold(0, |blocked, &cell| blocked | row[usize::from(cell)]);
        let open = self.all[from] & !blocked;
        if self.hops[from] == 0 { open } else { open & (!self.hops[from] | self.one_hurdle(from, pieces)) }
    }

    /// The ways with exactly one hurdle.
    fn one_hurdle(&self, from: usize, pieces: &[u16]) -> u128 {
        let row = &self.hurdles[from * self.cells..][..self.cells];
        let (mut some, mut several) = (0, 0);
        for &cell in pieces {
            let over = row[usize::from(cell)];
            several |= some & over;
            some |= over;
        }
        some & !several
    }

    /// The ways from a cell to another.
    #[inline(always)]
    pub(crate) fn onto(&self, from: u16, to: u16) -> u128 {
        self.onto[usize::from(from) * self.cells + usize::from(to)]
    }

    /// The open ways that end on empty cells without capture.
    #[inline(always)]
    pub(crate) fn quiet(&self, from: u16, pieces: &[u16]) -> u128 {
        let taken = pieces.iter().fold(0, |taken, &cell| taken | self.onto(from, cell));
        self.open(from, pieces) & self.quiet[usize::from(from)] & !taken
    }

    /// Whether a piece on a cell would capture a piece on another.
    #[inline(always)]
    pub(crate) fn attacks(&self, from: u16, to: u16, pieces: &[u16]) -> bool {
        let ways = self.onto(from, to) & self.capture[usize::from(from)];
        ways != 0 && ways & self.open(from, pieces) != 0
    }

    /// Whether some of these ways from a cell capture.
    #[inline(always)]
    pub(crate) fn captures(&self, from: u16, ways: u128) -> bool {
        ways & self.capture[usize::from(from)] != 0
    }

    /// Whether a piece could go to an empty cell without capture.
    #[inline(always)]
    pub(crate) fn goes(&self, from: u16, to: u16, pieces: &[u16]) -> bool {
        let ways = self.onto(from, to) & self.quiet[usize::from(from)];
        ways != 0 && ways & self.open(from, pieces) != 0
    }

    /// The cells on which some ways from a cell end.
    #[inline(always)]
    pub(crate) fn ends(&self, from: u16, ways: u128) -> impl Iterator<Item = u16> + use<'_> {
        let ends = &self.ends[self.first[usize::from(from)] as usize..];
        Ways(ways).map(move |way| ends[way])
    }

    /// Whether nothing can keep a piece on a cell from capturing on another.
    pub(crate) fn always_attacks(&self, from: u16, to: u16) -> bool {
        let row = usize::from(from) * self.cells;
        let ways = self.onto(from, to) & self.capture[usize::from(from)] & !self.hops[usize::from(from)];
        let blockable = self.blocks[row..row + self.cells].iter().fold(0, |all, blocked| all | blocked);
        ways & !blockable != 0
    }
}

/// The same ways the other way: from where they end to where they start.
pub(crate) fn reversed(ways: &[Vec<Way>]) -> Vec<Vec<Way>> {
    let mut back: Vec<Vec<Way>> = vec![Vec::new(); ways.len()];
    for (from, ways) in ways.iter().enumerate() {
        for way in ways {
            back[way.to.index()].push(Way { to: Cell(from as u16), ..way.clone() });
        }
    }
    back
}

/// A way along which nothing may stand.
pub(crate) fn clear_way(to: Cell, empty: CellSet) -> Way {
    Way { to, quiet: false, capture: true, empty, hurdles: CellSet::EMPTY }
}

/// The numbers of the bits that are set.
struct Ways(u128);

impl Iterator for Ways {
    type Item = usize;
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        (self.0 != 0).then(|| {
            let bit = self.0.trailing_zeros();
            self.0 &= self.0 - 1;
            bit as usize
        })
    }
}
