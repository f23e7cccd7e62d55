//! The independent solver: every placement is a position of the rules, and values are found by going through all of them
//! again and again with nothing but legal moves. It shares no idea with the tables: no symmetry, no numbering, no moves
//! taken back.

use spielraum_endgames::{Material, SideStatistics, Statistics, Value};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{ByColor, Color, Counters, Position, Rules, Setup};
use std::collections::HashMap;

/// The values of all positions that can come of a material.
#[derive(Default)]
pub struct Slow {
    nodes: Vec<Node>,
    /// The positions by what distinguishes them.
    numbers: HashMap<String, usize>,
    fens: Vec<String>,
}

struct Node {
    moves: Vec<usize>,
    value: Option<Value>,
}

/// What distinguishes positions: the FEN without clocks.
fn key(position: &Position) -> String {
    position.fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// A board without pieces, castling and en passant absent.
pub fn empty(rules: &Rules, side: Color) -> Setup {
    Setup {
        placement: vec![None; rules.board().len()],
        hands: ByColor::default(),
        side,
        castling: Vec::new(),
        unmoved: spielraum_geometry::CellSet::EMPTY,
        en_passant: None,
        halfmove: 0,
        fullmove: 1,
        part: 0,
        moved: None,
        counters: Counters::default(),
    }
}

/// Gives every legal position of exactly this material.
pub fn positions(rules: &Rules, material: &Material, mut visit: impl FnMut(Position)) {
    for side in Color::BOTH {
        place(rules, material.pieces(), 0, &mut empty(rules, side), &mut visit);
    }
}

fn place(
    rules: &Rules,
    left: &[(Color, PieceType)],
    least: usize,
    setup: &mut Setup,
    visit: &mut impl FnMut(Position),
) {
    let Some((&piece, rest)) = left.split_first() else {
        if let Ok(position) = Position::new(rules, setup.clone()) {
            visit(position);
        }
        return;
    };
    for cell in least..setup.placement.len() {
        if setup.placement[cell].is_none() {
            setup.placement[cell] = Some((piece.0.into(), piece.1));
            // Like pieces are put down in the order of their cells.
            let next = if rest.first() == Some(&piece) { cell + 1 } else { 0 };
            place(rules, rest, next, setup, visit);
            setup.placement[cell] = None;
        }
    }
}

impl Slow {
    /// Solves a material and all that comes of it.
    pub fn solve(rules: &Rules, material: &Material) -> Self {
        let mut slow = Self::default();
        positions(rules, material, |position| {
            slow.enter(&position);
        });
        let mut next = 0;
        while next < slow.nodes.len() {
            let mut position = Position::from_fen(rules, &slow.fens[next]).expect("the FEN of a position");
            for m in position.legal_moves() {
                position.make(m);
                let number = slow.enter(&position);
                slow.nodes[next].moves.push(number);
                position.unmake();
            }
            next += 1;
        }
        slow.iterate();
        slow
    }

    fn enter(&mut self, position: &Position) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry(key(position)).or_insert(next);
        if number == next {
            let value = position.clone().outcome_of_position().map(|outcome| match outcome.winner {
                None => Value::Draw,
                Some(winner) if winner == position.side_to_move() => Value::Win(0),
                Some(_) => Value::Loss(0),
            });
            self.nodes.push(Node { moves: Vec::new(), value });
            self.fens.push(position.fen());
        }
        number
    }

    /// Finds what is decided after 1, 2, … plies until nothing new is for two of them.
    fn iterate(&mut self) {
        let (mut ply, mut idle) = (1, 0);
        while idle < 2 {
            let decide = |node: &Node| {
                let after: Vec<Option<Value>> = node.moves.iter().map(|&number| self.nodes[number].value).collect();
                let best = after.iter().flatten().map(|value| value.before()).max()?;
                match best {
                    Value::Win(_) => Some(best),
                    Value::Loss(_) if after.iter().all(Option::is_some) => Some(best),
                    _ => None,
                }
            };
            let open = self.nodes.iter().enumerate().filter(|(_, node)| node.value.is_none());
            let new: Vec<(usize, Value)> = open.filter_map(|(number, node)| Some((number, decide(node)?))).collect();
            idle = if new.is_empty() { idle + 1 } else { 0 };
            for (number, value) in new {
                assert_eq!(value.plies(), Some(ply), "{}", self.fens[number]);
                self.nodes[number].value = Some(value);
            }
            ply += 1;
        }
    }

    /// The value of a position that can come of the material.
    pub fn value(&self, position: &Position) -> Value {
        self.nodes[self.numbers[&key(position)]].value.unwrap_or(Value::Draw)
    }

    /// Counts the positions of a material.
    pub fn statistics(&self, rules: &Rules, material: &Material) -> Statistics {
        let mut statistics = Statistics::default();
        positions(rules, material, |position| {
            let side: &mut SideStatistics = match position.side_to_move() {
                Color::White => &mut statistics.white_to_move,
                Color::Black => &mut statistics.black_to_move,
            };
            side.legal += 1;
            match self.value(&position) {
                Value::Win(plies) => {
                    side.won += 1;
                    side.longest_win = side.longest_win.max(Some(plies));
                    one_more(&mut side.wins_by_plies, plies);
                }
                Value::Draw => side.drawn += 1,
                Value::Loss(plies) => {
                    side.lost += 1;
                    side.longest_loss = side.longest_loss.max(Some(plies));
                    one_more(&mut side.losses_by_plies, plies);
                }
            }
        });
        statistics
    }
}

/// Counts one more position of this many plies.
fn one_more(counts: &mut Vec<u64>, plies: u16) {
    while counts.len() <= plies.into() {
        counts.push(0);
    }
    counts[usize::from(plies)] += 1;
}
