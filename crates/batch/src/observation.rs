//! What the arrays of an observation hold.

use spielraum_geometry::Cell;
use spielraum_rules::spec::{PieceType, Spec};
use spielraum_rules::{Change, Color, Counter, Move, Owner, Position, Rules};

/// What one plane of the board array shows: 1 on the cells where it is so, 0 elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// An owner's pieces of a type.
    Pieces(Owner, PieceType),
    /// The cell that can be captured on en passant.
    EnPassant,
    /// Where the move that is being completed starts and ends, while it is to be chosen what it does elsewhere.
    Pending,
    /// The pieces that have not moved, as far as that matters.
    Unmoved,
}

/// What one number of the feature array is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// 0 when White is to move, 1 when Black is.
    Turn,
    /// The halfmove clock (docs/rulings.md, G5).
    HalfmoveClock,
    /// How often this position has been there before in this game.
    Repetitions,
    /// 1 while the castling right with this letter is there.
    CastlingRight(char),
    /// What a rule counts for a side.
    Counter(Counter, Color),
    /// How many of a type are in a side's hand or prison.
    Hand(Color, PieceType),
    /// The part of the turn that comes next, from 0; in games with turns of several parts.
    Part,
}

/// What the arrays of a game's observations hold.
///
/// The board array has the shape `[planes, levels, ranks, files]`: the board keeps its shape, levels, ranks and files counted
/// from the lowest as in the names of cells, seen from White always. Cells that the board does not have are 0 in
/// every plane. The planes: White's pieces by type, Black's pieces by type, nobody's pieces by type if the game has such, then
/// [`Plane::EnPassant`] if the game has double steps,
/// then [`Plane::Pending`] if it has promotions elsewhere or pieces that come to the cells others leave, then [`Plane::Unmoved`] if
/// it matters which pieces have moved. The feature array has one number for each [`Feature`].
#[derive(Debug)]
pub struct Layout {
    planes: Vec<Plane>,
    features: Vec<Feature>,
    box_shape: [usize; 3],
    /// For each cell its place in a plane.
    places: Vec<usize>,
    /// For each owner the plane of its pieces of each type.
    pieces: [Vec<usize>; 3],
    en_passant: Option<usize>,
    pending: Option<usize>,
    unmoved: Option<usize>,
    rights: usize,
    counters: Vec<(Counter, usize)>,
    hands: [Vec<Option<usize>>; 2],
    part: Option<usize>,
}

/// The turn is the first feature; then come the halfmove clock and the repetitions.
const TURN: usize = 0;
const CLOCK: usize = 1;
const REPETITIONS: usize = 2;

impl Layout {
    /// The layout of a game.
    pub fn of(rules: &Rules) -> Self {
        let spec = rules.spec();
        let types = spec.pieces.len();
        let (mut planes, mut pieces) = (Vec::new(), [const { Vec::new() }; 3]);
        for owner in [Owner::White, Owner::Black, Owner::Nobody] {
            for kind in PieceType::all(types) {
                pieces[owner as usize].push(planes.len());
                if owner.color().is_none() == spec.is_neutral(kind) {
                    planes.push(Plane::Pieces(owner, kind));
                }
            }
        }
        let mut push = |wanted: bool, plane| wanted.then(|| (planes.len(), planes.push(plane)).0);
        let en_passant = push(!spec.double_steps.is_empty(), Plane::EnPassant);
        let more = spec.remote_promotion.is_some() || !spec.firsts.gates.is_empty();
        let pending = push(more, Plane::Pending);
        let unmoved = push(!spec.firsts.is_empty(), Plane::Unmoved);
        let mut layout = Self {
            planes,
            features: vec![Feature::Turn, Feature::HalfmoveClock, Feature::Repetitions],
            box_shape: box_shape(spec),
            places: places(spec),
            pieces,
            en_passant,
            pending,
            unmoved,
            rights: REPETITIONS + 1,
            counters: Vec::new(),
            hands: [vec![None; types], vec![None; types]],
            part: None,
        };
        layout.features.extend(spec.castlings.iter().map(|castling| Feature::CastlingRight(castling.right)));
        for counter in rules.counters() {
            layout.counters.push((counter, layout.features.len()));
            layout.features.extend(Color::BOTH.map(|color| Feature::Counter(counter, color)));
        }
        if let Some(hands) = &spec.hands {
            for color in Color::BOTH {
                for &kind in &hands.order {
                    layout.hands[color as usize][kind.index()] = Some(layout.features.len());
                    layout.features.push(Feature::Hand(color, kind));
                }
            }
        }
        if !spec.turn.is_plain() {
            layout.part = Some(layout.features.len());
            layout.features.push(Feature::Part);
        }
        layout
    }

    /// The planes of the board array, in order.
    pub fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// The numbers of the feature array, in order.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// The shape of the board array: planes, levels, ranks, files.
    pub fn board_shape(&self) -> [usize; 4] {
        let [levels, ranks, files] = self.box_shape;
        [self.planes.len(), levels, ranks, files]
    }

    /// The length of the board array.
    pub fn board_len(&self) -> usize {
        self.planes.len() * self.plane_len()
    }

    fn plane_len(&self) -> usize {
        self.box_shape.iter().product()
    }

    /// For each cell of the board its place in a plane.
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// Writes a position as if nothing had been before it.
    pub fn write(&self, position: &Position, board: &mut [u8], features: &mut [i16]) {
        board.fill(0);
        features.fill(0);
        let setup = position.setup();
        for (cell, piece) in (0..).map(Cell).zip(&setup.placement) {
            if let Some((owner, kind)) = *piece {
                board[self.piece_at(owner, kind, cell)] = 1;
            }
        }
        setup.unmoved.iter().for_each(|cell| self.toggle_unmoved(cell, board));
        if let Some((via, _)) = setup.en_passant {
            self.set_en_passant(via, 1, board);
        }
        features[TURN] = setup.side as i16;
        features[CLOCK] = saturated(i64::from(setup.halfmove));
        for (index, feature) in self.features.iter().enumerate() {
            match *feature {
                Feature::CastlingRight(right) => features[index] = i16::from(setup.castling.contains(&right)),
                Feature::Counter(counter, color) => features[index] = i16::from(setup.counters[counter][color]),
                Feature::Part => features[index] = i16::from(setup.part),
                Feature::Hand(color, kind) => features[index] = saturated(i64::from(position.in_hand(color, kind))),
                _ => {}
            }
        }
    }

    /// Writes a position with the moves made on it: [`Feature::Repetitions`] is how often it has been there before.
    pub fn write_game(&self, position: &Position, board: &mut [u8], features: &mut [i16]) {
        self.write(position, board, features);
        let mut earlier = position.clone();
        let hashes = std::iter::from_fn(|| earlier.unmake().map(|_| earlier.hash()));
        self.set_repetitions(repetitions(hashes, position), features);
    }

    /// Marks on the board of [`write`](Self::write) the move that is being completed: its promotion elsewhere is to be chosen.
    pub fn write_pending(&self, m: Move, board: &mut [u8]) {
        self.set_pending(ends(m), 1, board);
    }

    /// Brings the arrays of a position up to date with what a move changed.
    pub(crate) fn update(&self, changes: &[Change], board: &mut [u8], features: &mut [i16]) {
        for &change in changes {
            match change {
                Change::Leaves(owner, kind, cell) => board[self.piece_at(owner, kind, cell)] = 0,
                Change::Comes(owner, kind, cell) => board[self.piece_at(owner, kind, cell)] = 1,
                Change::Hand(color, kind, more) => {
                    if let Some(index) = self.hands[color as usize][kind.index()] {
                        features[index] = features[index].saturating_add(more);
                    }
                }
                Change::Rights(lost) => {
                    for right in (0..32).filter(|right| lost >> right & 1 != 0) {
                        features[self.rights + right] ^= 1;
                    }
                }
                Change::FirstMove(cell) => self.toggle_unmoved(cell, board),
                Change::Passed { via, .. } => self.set_en_passant(via, 1, board),
                Change::PassedBefore { via, .. } => self.set_en_passant(via, 0, board),
                Change::Count(counter, color, more) => {
                    if let Some(&(_, index)) = self.counters.iter().find(|(of, _)| *of == counter) {
                        features[index + color as usize] += more;
                    }
                }
                Change::Clock(more) => features[CLOCK] = saturated(i64::from(features[CLOCK]) + i64::from(more)),
                Change::Part(more) => {
                    if let Some(index) = self.part {
                        features[index] += i16::from(more);
                    }
                }
                Change::Turn => features[TURN] ^= 1,
                Change::MoveNumber(_) | Change::Moved { .. } => {}
            }
        }
    }

    /// Writes how often the position has been there before.
    pub(crate) fn set_repetitions(&self, times: usize, features: &mut [i16]) {
        features[REPETITIONS] = saturated(times as i64);
    }

    /// Marks the move that is being completed, or takes the mark away.
    pub(crate) fn set_pending(&self, cells: [Cell; 2], value: u8, board: &mut [u8]) {
        if let Some(plane) = self.pending {
            for cell in cells {
                board[plane * self.plane_len() + self.places[cell.index()]] = value;
            }
        }
    }

    fn toggle_unmoved(&self, cell: Cell, board: &mut [u8]) {
        if let Some(plane) = self.unmoved {
            board[plane * self.plane_len() + self.places[cell.index()]] ^= 1;
        }
    }

    fn set_en_passant(&self, via: Cell, value: u8, board: &mut [u8]) {
        if let Some(plane) = self.en_passant {
            board[plane * self.plane_len() + self.places[via.index()]] = value;
        }
    }

    fn piece_at(&self, owner: Owner, kind: PieceType, cell: Cell) -> usize {
        self.pieces[owner as usize][kind.index()] * self.plane_len() + self.places[cell.index()]
    }
}

/// The levels, ranks and files of the smallest box around the board.
fn box_shape(spec: &Spec) -> [usize; 3] {
    let shape = spec.board.shape();
    [shape.levels.len(), shape.ranks, shape.files.len()]
}

fn places(spec: &Spec) -> Vec<usize> {
    let [_, ranks, files] = box_shape(spec);
    let board = &spec.board;
    let place = |cell| (board.level(cell) * ranks + board.rank(cell)) * files + board.file(cell);
    board.cells().map(place).collect()
}

fn saturated(number: i64) -> i16 {
    number.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16
}

/// How often a position has been there before, among the earlier positions with these hashes, the last first.
pub(crate) fn repetitions(earlier: impl Iterator<Item = u64>, position: &Position) -> usize {
    let hash = position.hash();
    // Of the parts of a turn the clock counts one at least.
    let parts = position.rules().spec().turn.parts.len();
    let reversible = position.halfmove_clock() as usize;
    let reversible = reversible.saturating_mul(parts).saturating_add(parts - 1);
    earlier.take(reversible).filter(|&before| before == hash).count()
}

/// Where a move starts and ends.
pub(crate) fn ends(m: Move) -> [Cell; 2] {
    [m.from().unwrap_or(m.to()), m.to()]
}
