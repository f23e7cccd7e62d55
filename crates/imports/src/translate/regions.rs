//! Named sets of cells.

use crate::variant::{Cell, Cells};

/// The regions of a definition, each once.
pub(super) struct Regions {
    ranks: u8,
    files: u8,
    /// Places without a cell.
    holes: Cells,
    mirror: Mirror,
    found: Vec<(String, [Cells; 2])>,
    texts: Vec<String>,
}

/// How Black sees the board.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Mirror {
    /// From the other side.
    Ranks,
    /// From White's side, left and right exchanged: what is below for White is below for Black.
    Files,
    /// Turned half round.
    Turned,
}

impl Regions {
    pub fn new(ranks: u8, files: u8, holes: Cells, mirror: Mirror) -> Self {
        Self { ranks, files, holes, mirror, found: Vec::new(), texts: Vec::new() }
    }

    /// How Black sees the board.
    pub fn how_mirrored(&self) -> Mirror {
        self.mirror
    }

    /// The lines that say them.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// All cells of the board.
    pub fn all(&self) -> Cells {
        let all = (0..self.ranks).flat_map(|rank| (0..self.files).map(move |file| (rank, file)));
        all.filter(|cell| !self.holes.contains(cell)).collect()
    }

    fn rank(&self, rank: u8) -> Cells {
        (0..self.files).map(|file| (rank, file)).filter(|cell| !self.holes.contains(cell)).collect()
    }

    /// What cells of White's are for Black.
    pub fn mirrored(&self, cells: &Cells) -> Cells {
        cells.iter().map(|&cell| self.mirror(cell)).collect()
    }

    /// What a cell of White's is for Black.
    pub fn mirror(&self, (rank, file): Cell) -> Cell {
        let (turned_rank, turned_file) = (self.ranks - 1 - rank, self.files - 1 - file);
        match self.mirror {
            Mirror::Ranks => (turned_rank, file),
            Mirror::Files => (rank, turned_file),
            Mirror::Turned => (turned_rank, turned_file),
        }
    }

    /// The name of a region; a new one is called `name`.
    pub fn name(&mut self, name: &str, white: Cells, black: Cells) -> String {
        let last = self.rank(self.ranks - 1);
        let first = self.rank(0);
        let is = |cells: &Cells| white == *cells && black == self.mirrored(cells);
        for (known, cells) in [("last-rank", &last), ("first-rank", &first), ("anywhere", &self.all())] {
            if is(cells) {
                return known.to_owned();
            }
        }
        let sides = [white, black].map(|cells| cells.difference(&self.holes).copied().collect::<Cells>());
        if let Some((known, _)) = self.found.iter().find(|(_, cells)| *cells == sides) {
            return known.clone();
        }
        let taken = |name: &str| self.found.iter().any(|(known, _)| known == name);
        let mut unique = name.to_owned();
        let mut number = 2;
        while taken(&unique) {
            unique = format!("{name}-{number}");
            number += 1;
        }
        let [white, black] = &sides;
        self.texts.push(match *black == self.mirrored(white) && !white.is_empty() {
            true => format!("region \"{unique}\" {}", self.select(white)),
            false => {
                let (white, black) = (self.select(white), self.select(black));
                format!("region \"{unique}\" {{\n    white {white}\n    black {black}\n}}")
            }
        });
        self.found.push((unique.clone(), sides));
        unique
    }

    /// The selectors of cells.
    fn select(&self, cells: &Cells) -> String {
        if cells.is_empty() {
            let some = self.all().first().map_or_else(String::new, |one| cell(*one));
            return format!("cells=\"{some}\" {{ without cells=\"{some}\"; }}");
        }
        let is_whole = |rank: &u8| !self.rank(*rank).is_empty() && self.rank(*rank).is_subset(cells);
        let whole: Vec<u8> = (0..self.ranks).filter(is_whole).collect();
        let rest: Cells = cells.iter().copied().filter(|cell| !whole.contains(&cell.0)).collect();
        let ranks = runs(&whole, |rank| (rank + 1).to_string());
        let boxes = self.boxes(&rest);
        match (ranks.is_empty(), rest.is_empty()) {
            (_, true) => format!("ranks=\"{ranks}\""),
            (true, _) => format!("cells=\"{boxes}\""),
            _ => format!("cells=\"{}\"", self.boxes(cells)),
        }
    }

    /// Cells and runs of them along ranks.
    fn boxes(&self, cells: &Cells) -> String {
        let mut texts = Vec::new();
        for rank in 0..self.ranks {
            let files: Vec<u8> = cells.iter().filter(|cell| cell.0 == rank).map(|cell| cell.1).collect();
            let run = runs(&files, |file| cell((rank, file)));
            if !run.is_empty() {
                texts.push(run);
            }
        }
        texts.join(" ")
    }
}

/// Numbers in order, as `1-3 5`.
fn runs(numbers: &[u8], name: impl Fn(u8) -> String) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(&from) = numbers.get(at) {
        let mut to = from;
        while numbers.get(at + 1) == Some(&(to + 1)) {
            at += 1;
            to += 1;
        }
        at += 1;
        texts.push(if from == to { name(from) } else { format!("{}-{}", name(from), name(to)) });
    }
    texts.join(" ")
}

/// The name of a cell.
pub(super) fn cell((rank, file): Cell) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}
