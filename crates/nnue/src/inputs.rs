//! What a network sees of a position.

use crate::mirror_of;
use spielraum_geometry::Cell;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Change, Color, Counter, Position, Rules};

/// The inputs of a game's networks, numbered as each side sees the position.
///
/// First its own pieces, type by type and cell by cell, then the enemy's; then how many of each type that can be in hand
/// it has there, then the enemy; then what the rules count for it, then for the enemy. What belongs to nobody is not seen. Black sees the board through the
/// game's [mirror](mirror_of), if that maps the board onto itself, so that both sides see their own start alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    types: usize,
    /// For each cell, its number as Black sees it.
    mirrored: Vec<u16>,
    /// The types that can be in hand.
    hand: Vec<PieceType>,
    /// For each type, its place among them.
    place_in_hand: Vec<Option<usize>>,
    counters: Vec<Counter>,
}

impl Inputs {
    /// The inputs of a game.
    pub fn new(rules: &Rules) -> Self {
        let (board, spec) = (rules.board(), rules.spec());
        let mirror = mirror_of(rules);
        let images: Option<Vec<u16>> = board.cells().map(|cell| Some(mirror.cell(board, cell)?.0)).collect();
        let hand = spec.hands.as_ref().map_or(Vec::new(), |hands| hands.order.clone());
        let place = |kind| hand.iter().position(|&held| held == kind);
        Self {
            types: spec.pieces.len(),
            mirrored: images.unwrap_or_else(|| board.cells().map(|cell| cell.0).collect()),
            place_in_hand: spec.piece_types().map(place).collect(),
            hand,
            counters: rules.counters(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.hands_from() + 2 * (self.hand.len() + self.counters.len())
    }

    /// Whether there are none, which no game has.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many planes the inputs make.
    pub fn planes(&self) -> usize {
        2 * (self.types + self.hand.len() + self.counters.len())
    }

    /// The plane of an input: all cells for a side's pieces of a type; what is in hand and counted has one each.
    #[inline]
    pub fn plane(&self, input: usize) -> usize {
        match input.checked_sub(self.hands_from()) {
            Some(place) => 2 * self.types + place,
            None => input / self.cells(),
        }
    }

    /// Whether a plane is of what the viewer's enemy has.
    #[inline]
    pub fn is_enemy(&self, plane: usize) -> bool {
        let (pieces, hands) = (2 * self.types, 2 * self.hand.len());
        match plane {
            plane if plane < pieces => plane >= self.types,
            plane if plane < pieces + hands => plane - pieces >= self.hand.len(),
            plane => plane - pieces - hands >= self.counters.len(),
        }
    }

    /// The number of piece types.
    pub fn types(&self) -> usize {
        self.types
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.mirrored.len()
    }

    /// The types that can be in hand, in their order.
    pub fn hand_types(&self) -> &[PieceType] {
        &self.hand
    }

    /// What the rules count for each side.
    pub fn counters(&self) -> &[Counter] {
        &self.counters
    }

    /// The input of a piece on a cell, as White and as Black see it.
    #[inline]
    pub fn piece(&self, color: Color, kind: PieceType, cell: Cell) -> [usize; 2] {
        let seen = [cell.index(), usize::from(self.mirrored[cell.index()])];
        self.both(color, |is_enemy, viewer| (is_enemy * self.types + kind.index()) * self.cells() + seen[viewer])
    }

    /// The input of a type in a side's hand, by its place among [`hand_types`](Self::hand_types).
    #[inline]
    pub fn hand(&self, color: Color, place: usize) -> [usize; 2] {
        self.both(color, |is_enemy, _| self.hands_from() + is_enemy * self.hand.len() + place)
    }

    /// The input of what is counted for a side, by its place among [`counters`](Self::counters).
    #[inline]
    pub fn counter(&self, color: Color, place: usize) -> [usize; 2] {
        let first = self.hands_from() + 2 * self.hand.len();
        self.both(color, |is_enemy, _| first + is_enemy * self.counters.len() + place)
    }

    /// The input that a change on the board or in the hands is about, and how much it grows.
    #[inline]
    pub fn change(&self, change: Change) -> Option<([usize; 2], i16)> {
        match change {
            Change::Leaves(owner, kind, cell) => Some((self.piece(owner.color()?, kind, cell), -1)),
            Change::Comes(owner, kind, cell) => Some((self.piece(owner.color()?, kind, cell), 1)),
            Change::Hand(color, kind, more) => Some((self.hand(color, self.place_in_hand[kind.index()]?), more)),
            _ => None,
        }
    }

    /// Reports the inputs of a position's board and hands that are not 0.
    pub fn for_each(&self, position: &Position, mut tell: impl FnMut([usize; 2], i16)) {
        position.for_each_piece(|color, kind, cell| tell(self.piece(color, kind, cell), 1));
        for color in Color::BOTH {
            for (place, &kind) in self.hand.iter().enumerate() {
                match position.in_hand(color, kind) {
                    0 => {}
                    held => tell(self.hand(color, place), held as i16),
                }
            }
        }
    }

    /// Reports those of what is counted that are not 0.
    pub fn for_each_counter(&self, position: &Position, mut tell: impl FnMut([usize; 2], i16)) {
        for color in Color::BOTH {
            for (place, &counter) in self.counters.iter().enumerate() {
                match position.counter(counter, color) {
                    0 => {}
                    counted => tell(self.counter(color, place), i16::from(counted)),
                }
            }
        }
    }

    /// Where the inputs of hands begin, after those of pieces on the board.
    fn hands_from(&self) -> usize {
        2 * self.types * self.cells()
    }

    #[inline]
    fn both(&self, color: Color, number: impl Fn(usize, usize) -> usize) -> [usize; 2] {
        Color::BOTH.map(|viewer| number(usize::from(viewer != color), viewer as usize))
    }
}
