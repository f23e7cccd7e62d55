//! A draft of a problem: where pieces stand, and how a draft is changed into another one.

use rand::Rng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use spielraum_geometry::{Cell, Offset};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color, Position, Rules, Setup};

/// So often a place is looked for.
const TRIES: usize = 30;

/// A near cell is at most this many steps away along each axis.
const NEAR: i16 = 2;

/// The pieces that may stand on the board, and where.
pub(super) struct Workshop<'r> {
    rules: &'r Rules,
    /// An empty board.
    empty: Setup,
    /// For each side and type the cells on which a piece can stand in a game.
    homes: ByColor<Vec<Vec<Cell>>>,
    /// How many of each type each side may have.
    most: ByColor<Vec<usize>>,
    /// The pieces, where they are given and only their places may change.
    material: Option<Vec<(Color, PieceType)>>,
    fewest: usize,
    largest: usize,
}

/// A draft: a setup, and the pieces on its board.
#[derive(Clone)]
pub(super) struct Sketch {
    setup: Setup,
}

impl Sketch {
    /// The draft of a position.
    pub(super) fn of(position: &Position) -> Self {
        Self { setup: position.setup() }
    }

    /// The pieces with their cells.
    pub(super) fn pieces(&self) -> Vec<(Color, PieceType, Cell)> {
        let piece = |(cell, piece): (usize, &Option<_>)| {
            let (owner, kind): (spielraum_rules::Owner, PieceType) = (*piece)?;
            Some((owner.color()?, kind, Cell(cell as u16)))
        };
        self.setup.placement.iter().enumerate().filter_map(piece).collect()
    }

    /// The same without what stands on a cell.
    pub(super) fn without(&self, cell: Cell) -> Self {
        let mut other = self.clone();
        other.setup.placement[cell.index()] = None;
        other
    }

    /// The position, if it is one and nobody has won it.
    pub(super) fn position(&self, rules: &Rules) -> Option<Position> {
        let position = Position::new(rules, self.setup.clone()).ok()?;
        position.outcome_of_position().is_none().then_some(position)
    }

    fn is_empty(&self, cell: Cell) -> bool {
        self.setup.placement[cell.index()].is_none()
    }

    fn put(&mut self, color: Color, kind: PieceType, cell: Cell) {
        self.setup.placement[cell.index()] = Some((color.into(), kind));
    }
}

impl<'r> Workshop<'r> {
    pub(super) fn new(
        rules: &'r Rules,
        first: Color,
        (fewest, largest): (usize, usize),
        material: Option<Vec<(Color, PieceType)>>,
    ) -> Self {
        let mut empty = rules.start().setup();
        empty.placement.fill(None);
        empty.castling.clear();
        empty.hands = ByColor::both(Vec::new());
        empty.side = first;
        let start = Sketch::of(&rules.start()).pieces();
        let types = || rules.spec().piece_types();
        let homes = ByColor::new(|color| types().map(|kind| homes(rules, color, kind, &start)).collect());
        let most = ByColor::new(|color| {
            let count = |kind| start.iter().filter(|(c, k, _)| (*c, *k) == (color, kind)).count();
            types().map(|kind| count(kind).max(1)).collect()
        });
        let (fewest, largest) = material.as_ref().map_or((fewest, largest), |pieces| (pieces.len(), pieces.len()));
        Self { rules, empty, homes, most, material, fewest, largest }
    }

    /// Lets drafts have as many pieces of each type as this one, too.
    pub(super) fn allow(&mut self, sketch: &Sketch) {
        for (color, kind, _) in sketch.pieces() {
            let count = sketch.count(color, kind);
            let most = &mut self.most[color][kind.index()];
            *most = (*most).max(count);
        }
    }

    /// A draft that is a position nobody has won; `None` if none was found.
    pub(super) fn random(&self, random: &mut ChaCha8Rng) -> Option<Sketch> {
        let mut sketch = Sketch { setup: self.empty.clone() };
        let royals = |color| {
            let start = Sketch::of(&self.rules.start()).pieces();
            let royal = |kind: PieceType| self.rules.spec().pieces[kind.index()].royal;
            start.into_iter().filter(move |&(c, kind, _)| c == color && royal(kind)).map(|(c, kind, _)| (c, kind))
        };
        let pieces = match &self.material {
            Some(pieces) => pieces.clone(),
            None => Color::BOTH.into_iter().flat_map(royals).collect(),
        };
        for (color, kind) in pieces {
            self.place(random, &mut sketch, color, kind)?;
        }
        let wanted = random.random_range(self.fewest..=self.largest);
        while self.material.is_none() {
            let enough = sketch.pieces().len() >= wanted;
            if enough && sketch.position(self.rules).is_some() {
                break;
            }
            if sketch.pieces().len() >= self.largest || !self.add(random, &mut sketch) {
                return None;
            }
        }
        Some(sketch)
    }

    /// A draft that differs a little; `None` if the change was none.
    pub(super) fn changed(&self, random: &mut ChaCha8Rng, sketch: &Sketch) -> Option<Sketch> {
        let mut other = sketch.clone();
        let pieces = sketch.pieces();
        let &(color, kind, cell) = pieces.choose(random)?;
        let royal = self.rules.spec().pieces[kind.index()].royal;
        let free = self.material.is_none();
        match random.random_range(0..100) {
            0..15 if free && pieces.len() < self.largest => return self.add(random, &mut other).then_some(other),
            15..30 if free && pieces.len() > self.fewest && !royal => other = other.without(cell),
            30..45 if free && !royal => {
                other = other.without(cell);
                let &(kind, color) = self.addable(&other).choose(random)?;
                self.homes[color][kind.index()].contains(&cell).then(|| other.put(color, kind, cell))?;
            }
            45..52 => {
                let &(c2, k2, cell2) = pieces.choose(random)?;
                let fits = |color, kind: PieceType, cell| self.homes[color][kind.index()].contains(&cell);
                (fits(color, kind, cell2) && fits(c2, k2, cell)).then_some(())?;
                other.put(color, kind, cell2);
                other.put(c2, k2, cell);
            }
            52..78 => {
                other = other.without(cell);
                let around = if random.random() { cell } else { pieces.choose(random)?.2 };
                let near = self.near(random, around)?;
                let fits = other.is_empty(near) && self.homes[color][kind.index()].contains(&near);
                fits.then(|| other.put(color, kind, near))?;
            }
            _ => {
                other = other.without(cell);
                self.place(random, &mut other, color, kind)?;
            }
        }
        Some(other)
    }

    /// Drafts with one piece less.
    pub(super) fn lighter(&self, sketch: &Sketch) -> Vec<Sketch> {
        if self.material.is_some() {
            return Vec::new();
        }
        let spare = |kind: PieceType| !self.rules.spec().pieces[kind.index()].royal;
        let pieces = sketch.pieces().into_iter().filter(|&(_, kind, _)| spare(kind));
        pieces.map(|(.., cell)| sketch.without(cell)).collect()
    }

    fn near(&self, random: &mut ChaCha8Rng, cell: Cell) -> Option<Cell> {
        let mut step = || random.random_range(-NEAR..=NEAR);
        self.rules.board().step(cell, Offset::new(step(), step(), step()))
    }

    /// Puts a piece on an empty cell where it can stand.
    fn place(&self, random: &mut ChaCha8Rng, sketch: &mut Sketch, color: Color, kind: PieceType) -> Option<()> {
        let homes = &self.homes[color][kind.index()];
        let cell = (0..TRIES).find_map(|_| homes.choose(random).copied().filter(|&cell| sketch.is_empty(cell)))?;
        sketch.put(color, kind, cell);
        Some(())
    }

    fn add(&self, random: &mut ChaCha8Rng, sketch: &mut Sketch) -> bool {
        let Some(&(kind, color)) = self.addable(sketch).choose(random) else { return false };
        self.place(random, sketch, color, kind).is_some()
    }

    /// The pieces of which there may be one more.
    fn addable(&self, sketch: &Sketch) -> Vec<(PieceType, Color)> {
        let spec = self.rules.spec();
        let types = spec.pieces.iter().enumerate().filter(|(_, piece)| !piece.royal);
        let types = types.map(|(kind, _)| PieceType(kind as u8));
        let both = types.flat_map(|kind| Color::BOTH.map(|color| (kind, color)));
        both.filter(|&(kind, color)| sketch.count(color, kind) < self.most[color][kind.index()]).collect()
    }
}

impl Sketch {
    fn count(&self, color: Color, kind: PieceType) -> usize {
        self.pieces().iter().filter(|(c, k, _)| (*c, *k) == (color, kind)).count()
    }
}

/// The cells on which a side's piece of a type can stand: where it can come from where the game begins, and move on. One
/// that no game begins with may stand wherever it can move.
fn homes(rules: &Rules, color: Color, kind: PieceType, start: &[(Color, PieceType, Cell)]) -> Vec<Cell> {
    let begin: Vec<Cell> = start.iter().filter(|(c, k, _)| (*c, *k) == (color, kind)).map(|&(.., cell)| cell).collect();
    let mut homes = if begin.is_empty() { rules.board().cells().collect() } else { begin };
    let mut known = vec![false; rules.board().len()];
    homes.iter().for_each(|cell| known[cell.index()] = true);
    let mut next = 0;
    while let Some(&cell) = homes.get(next) {
        next += 1;
        for to in rules.reach(color, kind, cell).iter() {
            if !std::mem::replace(&mut known[to.index()], true) {
                homes.push(to);
            }
        }
    }
    let enters = &rules.spec().pieces[kind.index()].may_enter[color];
    homes.retain(|&cell| enters.contains(cell) && !rules.reach(color, kind, cell).is_empty());
    homes
}
