//! The numbers of a game's moves.

use spielraum_geometry::Cell;
use spielraum_rules::spec::{DoubleStepPath, PieceType, Promotion, PromotionTrigger, Spec};
use spielraum_rules::{Color, Move, MoveKind, Rules};
use std::collections::HashMap;

/// Every action of a game, numbered from 0 without holes, the same in every run and on every machine.
///
/// An action is a move without what it does to a third piece: where it starts and ends, what it becomes, what is dropped,
/// which castling it is, by which cell a bent double step goes. Actions are numbered in this order: moves from cell to
/// cell (by from, to and the type it becomes, none first), drops and what turns place (by type and cell), castling moves, bent double steps
/// (by from, via, to and type). All moves that a piece of any type and side can make in some position are
/// among them, and a few that never occur.
///
/// Where a move may also promote a piece elsewhere (docs/rulings.md, Q16), the move is one action and the
/// promotion a second one, made at once by the same side: a piece on a cell becomes a type, or nothing does. These come last.
#[derive(Debug)]
pub struct Actions {
    keys: Vec<Key>,
    cells: usize,
    /// For each from and to the action without a promotion, or [`NONE`].
    plain: Vec<u32>,
    /// For each type and cell the drop, or [`NONE`]; empty in a game without.
    drops: Vec<u32>,
    others: HashMap<Key, u32>,
    /// The first of the promotions elsewhere: that there is none.
    remote: Option<u32>,
}

const NONE: u32 = u32::MAX;

/// A kind of action; its number as a `u8` stays what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ActionKind {
    /// From cell to cell, promotions included.
    Move,
    /// A piece from the hand is put on a cell, or one that is nobody's by a part of a turn.
    Drop,
    /// Castling: where the royal starts and ends.
    Castling,
    /// A double step with a turn.
    BentDoubleStep,
    /// The move that is being completed promotes nothing elsewhere.
    NoPromotionElsewhere,
    /// The move that is being completed promotes a piece elsewhere.
    PromotionElsewhere,
    /// A pass.
    Pass,
}

/// The parts of an action, for networks that score moves by their parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionParts {
    /// Its kind.
    pub kind: ActionKind,
    /// Where the piece starts.
    pub from: Option<Cell>,
    /// The middle cell of a bent double step.
    pub via: Option<Cell>,
    /// Where the piece ends, or stands that is promoted elsewhere.
    pub to: Option<Cell>,
    /// The type that is dropped, or that a piece becomes.
    pub piece: Option<PieceType>,
}

/// What an action is; the order of the keys is that of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Key {
    Board { from: u16, to: u16, into: Option<PieceType> },
    Drop { piece: PieceType, to: u16 },
    Castling { from: u16, to: u16 },
    Bent { from: u16, via: u16, to: u16, into: Option<PieceType> },
    NoRemote,
    Remote { cell: u16, into: PieceType },
    Pass,
}

impl Actions {
    /// The actions of a game.
    pub fn of(rules: &Rules) -> Self {
        let spec = rules.spec();
        let mut keys = Vec::new();
        board_keys(rules, &mut keys);
        for drop in spec.hands.iter().flat_map(|hands| &hands.drops) {
            let cells = spec.board.cells().filter(|&cell| Color::BOTH.iter().any(|&c| drop.cells[c].contains(cell)));
            keys.extend(cells.map(|cell| Key::Drop { piece: drop.piece, to: cell.0 }));
        }
        for (_, placing) in spec.turn.placings() {
            let cells = spec.board.cells().filter(|&cell| Color::BOTH.iter().any(|&c| placing.cells[c].contains(cell)));
            keys.extend(cells.map(|cell| Key::Drop { piece: placing.piece, to: cell.0 }));
        }
        if spec.has_passes() {
            keys.push(Key::Pass);
        }
        for castling in &spec.castlings {
            keys.push(Key::Castling { from: castling.royal.0.0, to: castling.royal.1.0 });
        }
        double_step_keys(rules, &mut keys);
        if let Some(remote) = &spec.remote_promotion {
            keys.push(Key::NoRemote);
            for cell in spec.board.cells() {
                keys.extend(remote.into.iter().map(|&into| Key::Remote { cell: cell.0, into }));
            }
        }
        if !spec.firsts.gates.is_empty() {
            keys.push(Key::NoRemote);
        }
        for gate in &spec.firsts.gates {
            let cells = Color::BOTH.into_iter().flat_map(|color| gate.cells[color].iter().collect::<Vec<_>>());
            keys.extend(cells.map(|cell| Key::Remote { cell: cell.0, into: gate.piece }));
        }
        keys.sort_unstable();
        keys.dedup();
        Self::index(keys, spec)
    }

    fn index(keys: Vec<Key>, spec: &Spec) -> Self {
        let cells = spec.board.len();
        let mut plain = vec![NONE; cells * cells];
        let has_drops = spec.has_drops() || spec.turn.placings().next().is_some();
        let mut drops = vec![NONE; if has_drops { spec.pieces.len() * cells } else { 0 }];
        let mut others = HashMap::new();
        let mut remote = None;
        for (number, &key) in (0..).zip(&keys) {
            match key {
                Key::Board { from, to, into: None } => plain[usize::from(from) * cells + usize::from(to)] = number,
                Key::Drop { piece, to } => drops[piece.index() * cells + usize::from(to)] = number,
                Key::NoRemote => remote = Some(number),
                _ => {
                    others.insert(key, number);
                }
            }
        }
        Self { keys, cells, plain, drops, others, remote }
    }

    /// How many actions there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none, which is so where no piece can ever move.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The number of a legal move, leaving aside what it promotes elsewhere, or brings to the cell that it leaves.
    ///
    /// # Panics
    ///
    /// If the move is not one of this game.
    #[inline]
    pub fn of_move(&self, m: Move) -> u32 {
        let to = m.to();
        let number = match (m.kind(), m.dropped().or(m.placed()), m.promotion(), m.from()) {
            (MoveKind::Drop | MoveKind::Placing, Some(piece), ..) => {
                self.drops[piece.index() * self.cells + to.index()]
            }
            (MoveKind::Normal | MoveKind::EnPassant | MoveKind::Swap, _, None, Some(from)) => {
                self.plain[from.index() * self.cells + to.index()]
            }
            _ => self.of_other(m),
        };
        assert!(number != NONE, "{m:?} is a move of this game");
        number
    }

    /// The number of a move that is neither plain nor a drop.
    fn of_other(&self, m: Move) -> u32 {
        let Some(from) = m.from() else { return NONE };
        let (to, into) = (m.to(), m.promotion());
        let key = match (m.kind(), m.via()) {
            (MoveKind::Castling, _) => Key::Castling { from: from.0, to: to.0 },
            (MoveKind::Pass, _) => Key::Pass,
            (MoveKind::DoubleStep, Some(via)) => {
                let bent = Key::Bent { from: from.0, via: via.0, to: to.0, into };
                match self.others.get(&bent) {
                    Some(&number) => return number,
                    None if into.is_none() => return self.plain[from.index() * self.cells + to.index()],
                    None => Key::Board { from: from.0, to: to.0, into },
                }
            }
            _ => Key::Board { from: from.0, to: to.0, into },
        };
        self.others.get(&key).copied().unwrap_or(NONE)
    }

    /// The numbers of legal moves, sorted, each once, put into an empty list.
    pub fn of_moves(&self, moves: &[Move], into: &mut Vec<u32>) {
        into.extend(moves.iter().map(|&m| self.of_move(m)));
        into.sort_unstable();
        into.dedup();
    }

    /// The moves, among legal ones, that have a number: several if it leaves open what is promoted elsewhere.
    pub fn moves_of(&self, moves: &[Move], action: u32) -> Vec<Move> {
        moves.iter().copied().filter(|&m| self.of_move(m) == action).collect()
    }

    /// The number of what a legal move promotes elsewhere or brings to the cell that it leaves, or of its doing nothing there;
    /// `None` in a game without such.
    pub fn of_remote(&self, m: Move) -> Option<u32> {
        let none = self.remote?;
        match m.remote_promotion().or(m.gate()) {
            None => Some(none),
            Some((cell, into)) => self.others.get(&Key::Remote { cell: cell.0, into }).copied(),
        }
    }

    /// What an action is; `None` if there is no such action.
    pub(crate) fn key(&self, action: u32) -> Option<Key> {
        self.keys.get(action as usize).copied()
    }

    /// The number of an action.
    pub(crate) fn number(&self, key: Key) -> Option<u32> {
        self.keys.binary_search(&key).ok().map(|number| number as u32)
    }

    /// The parts of an action; `None` if there is no such action.
    pub fn parts(&self, action: u32) -> Option<ActionParts> {
        let parts = |kind, from: Option<u16>, via: Option<u16>, to: Option<u16>, piece| ActionParts {
            kind,
            from: from.map(Cell),
            via: via.map(Cell),
            to: to.map(Cell),
            piece,
        };
        Some(match *self.keys.get(action as usize)? {
            Key::Board { from, to, into } => parts(ActionKind::Move, Some(from), None, Some(to), into),
            Key::Drop { piece, to } => parts(ActionKind::Drop, None, None, Some(to), Some(piece)),
            Key::Castling { from, to } => parts(ActionKind::Castling, Some(from), None, Some(to), None),
            Key::Bent { from, via, to, into } => {
                parts(ActionKind::BentDoubleStep, Some(from), Some(via), Some(to), into)
            }
            Key::NoRemote => parts(ActionKind::NoPromotionElsewhere, None, None, None, None),
            Key::Remote { cell, into } => parts(ActionKind::PromotionElsewhere, None, None, Some(cell), Some(into)),
            Key::Pass => parts(ActionKind::Pass, None, None, None, None),
        })
    }

    /// What an action is, in words for people and logs: `e2e4`, `e7e8=Q`, `P@e5`, `castling e1g1`, `b2c3d4` by way of the
    /// middle cell, `e5=R` and `-` for a promotion elsewhere and none, `pass`; `None` if there is no such action.
    pub fn describe(&self, action: u32, rules: &Rules) -> Option<String> {
        let spec = rules.spec();
        let cell = |cell: u16| spec.board.name(Cell(cell));
        let becomes = |into: Option<PieceType>| into.map_or(String::new(), |into| format!("={}", symbol(spec, into)));
        Some(match *self.keys.get(action as usize)? {
            Key::Board { from, to, into } => format!("{}{}{}", cell(from), cell(to), becomes(into)),
            Key::Drop { piece, to } => format!("{}@{}", symbol(spec, piece), cell(to)),
            Key::Castling { from, to } => format!("castling {}{}", cell(from), cell(to)),
            Key::Bent { from, via, to, into } => format!("{}{}{}{}", cell(from), cell(via), cell(to), becomes(into)),
            Key::NoRemote => "-".to_owned(),
            Key::Remote { cell: at, into } => format!("{}{}", cell(at), becomes(Some(into))),
            Key::Pass => "pass".to_owned(),
        })
    }
}

fn symbol(spec: &Spec, piece: PieceType) -> String {
    spec.pieces[piece.index()].symbol.to_string()
}

/// Moves from cell to cell, swaps among them.
fn board_keys(rules: &Rules, keys: &mut Vec<Key>) {
    let spec = rules.spec();
    for color in Color::BOTH {
        for kind in spec.piece_types() {
            let promotion = spec.promotion(kind, color);
            for from in spec.board.cells() {
                for to in rules.reach(color, kind, from).iter() {
                    let key = |into| Key::Board { from: from.0, to: to.0, into };
                    push_with_promotions(promotion, color, (from, to), keys, key);
                }
            }
        }
    }
    for color in Color::BOTH {
        for promotion in spec.promotions.iter().filter(|promotion| !promotion.zone[color].is_empty()) {
            let PromotionTrigger::Stands { last_anywhere, .. } = promotion.trigger else { continue };
            for from in spec.board.cells().filter(|&from| last_anywhere || promotion.zone[color].contains(from)) {
                for &into in &promotion.into {
                    let reach = rules.reach(color, into, from);
                    let ends = reach.iter().chain([from]);
                    keys.extend(ends.map(|to| Key::Board { from: from.0, to: to.0, into: Some(into) }));
                }
            }
        }
    }
    if let Some(swap) = &spec.swap {
        for from in spec.board.cells() {
            let partners = swap.offsets.iter().filter_map(|&offset| spec.board.step(from, offset));
            keys.extend(partners.map(|to| Key::Board { from: from.0, to: to.0, into: None }));
        }
    }
}

/// Pushes the key of a move without a promotion, and those with each that it may make.
fn push_with_promotions(
    promotion: Option<&Promotion>,
    color: Color,
    (from, to): (Cell, Cell),
    keys: &mut Vec<Key>,
    key: impl Fn(Option<PieceType>) -> Key,
) {
    keys.push(key(None));
    if let Some(promotion) = promotion.filter(|promotion| touches(promotion, color, from, to)) {
        keys.extend(promotion.into.iter().map(|&into| key(Some(into))));
    }
}

/// Whether a move from cell to cell may promote.
fn touches(promotion: &Promotion, color: Color, from: Cell, to: Cell) -> bool {
    let (starts, ends) = (promotion.zone[color].contains(from), promotion.zone[color].contains(to));
    match promotion.trigger {
        PromotionTrigger::Ends => ends,
        PromotionTrigger::Enters => ends && !starts,
        PromotionTrigger::Touches => starts || ends,
        PromotionTrigger::Stands { .. } => false,
    }
}

/// Double steps; a straight one is an action like an ordinary move.
fn double_step_keys(rules: &Rules, keys: &mut Vec<Key>) {
    let spec = rules.spec();
    for step in &spec.double_steps {
        for color in Color::BOTH {
            let promotion = spec.promotion(step.piece, color);
            for from in spec.board.cells() {
                for (via, to) in rules.double_steps(color, step.piece, from) {
                    match step.path {
                        DoubleStepPath::Straight(_) => {
                            push_with_promotions(promotion, color, (from, to), keys, |into| Key::Board {
                                from: from.0,
                                to: to.0,
                                into,
                            })
                        }
                        DoubleStepPath::Bent => push_with_promotions(promotion, color, (from, to), keys, |into| {
                            Key::Bent { from: from.0, via: via.0, to: to.0, into }
                        }),
                    }
                }
            }
        }
    }
}
