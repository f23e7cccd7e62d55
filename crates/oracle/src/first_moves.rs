//! What pieces may do as long as they have not moved (G14, G15).

use crate::State;
use crate::attempt::{Attempt, Done};
use crate::effects::settle_move;
use crate::reach::{could_reach, could_reach_by, pattern_reach, quiet_targets};
use spielraum_geometry::Cell;
use spielraum_spec::{CapturedPieces, Castling, Color, FirstMove, Mark, Occasion, Spec};

/// The first moves of the side to move.
pub(crate) fn first_moves(spec: &Spec, state: &State) -> Vec<Attempt> {
    let color = state.side;
    let mut attempts = Vec::new();
    for first in &spec.firsts.moves {
        let is_royal = spec.pieces[first.piece.index()].royal;
        if is_royal && state.in_check(spec, color) {
            continue;
        }
        for (from, kind) in state.pieces(color) {
            if kind != first.piece || !first.from[color].contains(from) || !state.unmoved.contains(&from) {
                continue;
            }
            let ordinary = quiet_targets(spec, &state.placement, from, color, kind);
            for to in first_targets(spec, state, first, from) {
                if !ordinary.contains(&to) {
                    attempts.extend(settle_move(spec, state, from, to, None));
                }
            }
        }
    }
    attempts
}

/// The empty cells to which a piece on a cell may go with its first move.
fn first_targets(spec: &Spec, state: &State, first: &FirstMove, from: Cell) -> Vec<Cell> {
    let color = state.side;
    let mut targets = Vec::new();
    for part in &first.moves[color] {
        if part.origin.is_none_or(|origin| origin.contains(from)) {
            let ends = pattern_reach(spec, &state.placement, from, &part.pattern).into_iter();
            targets.extend(ends.filter(|&end| part.target.is_none_or(|target| target.contains(end))));
        }
    }
    let may_enter = &spec.pieces[first.piece.index()].may_enter[color];
    targets.retain(|&to| to != from && state.at(to).is_none() && may_enter.contains(to));
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Whether the royal of a castling could come to its end by a first move in some position.
pub(crate) fn could_reach_first(spec: &Spec, castling: &Castling) -> bool {
    let (color, kind, (from, to)) = (castling.color, castling.royal_type, castling.royal);
    let own = spec.firsts.moves.iter().filter(|first| first.piece == kind && first.from[color].contains(from));
    own.into_iter().any(|first| could_reach_by(spec, from, color, kind, &first.moves[color]).contains(&to))
}

/// An attempt with each piece that may come from the hand to a cell that it leaves.
pub(crate) fn gated(spec: &Spec, state: &State, attempt: &Attempt) -> Vec<Attempt> {
    let color = state.side;
    let occasions = [Occasion::Move, Occasion::Capture, Occasion::Castling];
    let mut gated = Vec::new();
    if !attempt.done.occasion.is_some_and(|occasion| occasions.contains(&occasion)) {
        return gated;
    }
    for &cell in attempt.done.left.iter().filter(|&cell| state.unmoved.contains(cell)) {
        for gate in spec.firsts.gates.iter().filter(|gate| gate.cells[color].contains(cell)) {
            if attempt.after.at(cell).is_some() || state.hands[color][gate.piece.index()] == 0 {
                continue;
            }
            let mut after = attempt.after.clone();
            after.placement[cell.index()] = Some((color.into(), gate.piece));
            after.hands[color][gate.piece.index()] -= 1;
            after.forget_home(spec, cell);
            let symbol = spec.pieces[gate.piece.index()].symbol;
            let sign = if symbol.mark == Mark::Plus { "+" } else { "" };
            let is_castling = attempt.done.occasion == Some(Occasion::Castling);
            let name = if is_castling { spec.board.name(cell) } else { "" };
            gated.push(Attempt {
                text: format!("{}/{sign}{}{name}", attempt.text, symbol.letters),
                after,
                done: attempt.done.clone(),
                ..*attempt
            });
        }
    }
    gated
}

impl State {
    /// Notes that the piece on a cell is not the one that has not moved: its rights are gone.
    pub(crate) fn forget_home(&mut self, spec: &Spec, cell: Cell) {
        self.unmoved.remove(&cell);
        for castling in &spec.castlings {
            if [castling.royal.0, castling.partner.0].contains(&cell) {
                self.castling.remove(&castling.right);
            }
        }
    }

    /// Keeps of the pieces that have not moved those that still have not after a move that began in the position `before`, and
    /// that may still do something for that.
    pub(crate) fn keep_unmoved(&mut self, spec: &Spec, before: &State, done: &Done) {
        if self.unmoved.is_empty() {
            return;
        }
        // A piece from the hand or prison may be of the type that was there.
        let is_new = |cell: &Cell| {
            let replaced = done.moved.contains(cell) || done.left.contains(cell) || done.changed == Some(*cell);
            replaced || before.at(*cell) != self.at(*cell)
        };
        let came: Vec<Cell> = spec.board.cells().filter(is_new).collect();
        let lost = self.unmoved.iter().copied().filter(|&cell| {
            let same = before.at(cell) == self.at(cell) && !done.left.contains(&cell);
            let Some((owner, kind)) = self.at(cell) else { return true };
            let takes_right = |&by: &Cell| {
                self.at(by).and_then(|(other, attacker)| Some((other.color()?, attacker))).is_some_and(
                    |(color, attacker)| {
                        let lost = |first: &FirstMove| {
                            first.piece == kind
                                && owner == !color
                                && first.from[!color].contains(cell)
                                && first.lost_to.contains(&attacker)
                        };
                        spec.firsts.moves.iter().any(lost) && could_reach(spec, by, color, attacker).contains(&cell)
                    },
                )
            };
            !same || came.iter().any(takes_right)
        });
        for cell in lost.collect::<Vec<_>>() {
            self.forget_home(spec, cell);
        }
        self.drop_dead_rights(spec);
    }

    /// Notes that the pieces have not moved with which castling rights have been won since the position `before` (G19, K4).
    pub(crate) fn regain_unmoved(&mut self, spec: &Spec, before: &State) {
        let is_won = |castling: &&Castling| {
            self.castling.contains(&castling.right) && !before.castling.contains(&castling.right)
        };
        for castling in spec.castlings.iter().filter(is_won) {
            let homes = [castling.royal.0, castling.partner.0].into_iter();
            self.unmoved.extend(homes.filter(|&home| spec.firsts.cells(castling.color).contains(home)));
        }
        self.drop_dead_rights(spec);
    }

    /// Forgets which pieces have not moved where that does not matter any more: a piece that could only make room for one of
    /// the hand, when nothing is there and nothing can come.
    pub(crate) fn drop_dead_rights(&mut self, spec: &Spec) {
        let refills = spec.hands.as_ref().is_some_and(|hands| {
            let (CapturedPieces::ToCaptor(tables) | CapturedPieces::ToPrison(tables)) = &hands.captured;
            tables.white.iter().chain(&tables.black).any(Option::is_some)
        });
        let matters = |color: Color, cell: Cell| {
            let holds = spec.firsts.gates.iter().any(|gate| self.hands[color][gate.piece.index()] > 0);
            let gates = spec.firsts.gates.iter().any(|gate| gate.cells[color].contains(cell));
            let moves = spec.firsts.moves.iter().any(|first| first.from[color].contains(cell));
            moves || gates && (refills || holds)
        };
        let owner = |cell: Cell| self.at(cell).and_then(|(owner, _)| owner.color());
        self.unmoved = self
            .unmoved
            .iter()
            .copied()
            .filter(|&cell| owner(cell).is_some_and(|color| matters(color, cell)))
            .collect();
    }
}
