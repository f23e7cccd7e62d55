//! How the game stands, and perft.

use crate::State;
use crate::reach::is_attacked;
use spielraum_geometry::{Cell, Offset};
use spielraum_spec::{Bound, Color, Condition, Counter, Draws, EndResult, EndRule, Phase, PieceType, Spec};

impl State {
    /// Every legal move, sorted by its text, with the position after it. None if the game is over.
    ///
    /// Repetition and move count, which need more than the position, are not considered.
    pub fn moves(&self, spec: &Spec) -> Vec<(String, State)> {
        if self.drawn_by_position(spec).is_some() { Vec::new() } else { self.continuations(spec) }
    }

    /// The position after the legal move that is written `text`.
    pub fn play(&self, spec: &Spec, text: &str) -> Option<State> {
        self.moves(spec).into_iter().find(|(written, _)| written == text).map(|(_, after)| after)
    }

    /// How the game has ended, so far as the position alone decides: the winner (`None`: a draw) and why, as a word for programs.
    pub fn result<'s>(&self, spec: &'s Spec) -> Option<(Option<Color>, &'s str)> {
        if let Some(ended) = self.result_by_position(spec) {
            return Some(ended);
        }
        if !self.continuations(spec).is_empty() {
            return None;
        }
        let (own, enemy) = (self.side, !self.side);
        if self.in_check(spec, own) {
            return Some((self.meaning_of_mate(spec).winner(own).or_else(|| self.winner_of_draw(spec)), "checkmate"));
        }
        // At its last chance a side that has moves but for the obligation has lost, though it is not attacked (Q17).
        if self.obligation[own] == Some(1) && !self.continuations_without_obligation(spec).is_empty() {
            return Some((Some(enemy), "duty"));
        }
        let mut without_moves = spec.goals.ends.iter().filter(|rule| rule.phase() == Phase::NoMoves);
        without_moves.find_map(|rule| self.ask(spec, rule)).or_else(|| Some((self.winner_of_draw(spec), "no-moves")))
    }

    /// How the game has ended by what stands where, moves not considered.
    pub fn result_by_position<'s>(&self, spec: &'s Spec) -> Option<(Option<Color>, &'s str)> {
        self.won_by_position(spec).or_else(|| self.drawn_by_position(spec))
    }

    /// What the rules about the clock say, which are asked last.
    pub fn result_by_clock<'s>(&self, spec: &'s Spec) -> Option<(Option<Color>, &'s str)> {
        if self.part > 0 {
            return None;
        }
        let mut limits = spec.goals.ends.iter().filter(|rule| rule.phase() == Phase::Clock);
        limits.find_map(|rule| self.ask(spec, rule))
    }

    /// Who has won by the position alone, and why. Losses come before wins, and the side that has moved has the benefit of the
    /// doubt.
    fn won_by_position<'s>(&self, spec: &'s Spec) -> Option<(Option<Color>, &'s str)> {
        // In the middle of a turn nobody has won yet.
        if self.part > 0 {
            return None;
        }
        let (own, enemy) = (self.side, !self.side);
        for (result, side) in
            [(EndResult::Loss, own), (EndResult::Loss, enemy), (EndResult::Win, enemy), (EndResult::Win, own)]
        {
            for rule in spec.goals.ends.iter().filter(|rule| rule.result == result && rule.phase() == Phase::Position) {
                if self.speaks_of(spec, rule, side) {
                    return Some((rule.winner(side), &rule.code));
                }
            }
        }
        None
    }

    fn drawn_by_position<'s>(&self, spec: &'s Spec) -> Option<(Option<Color>, &'s str)> {
        if self.part > 0 {
            return None;
        }
        let draws = |rule: &&EndRule| rule.result == EndResult::Draw && rule.phase() == Phase::Position;
        spec.goals.ends.iter().filter(draws).find_map(|rule| self.ask(spec, rule))
    }

    /// Asks a rule of both sides.
    fn ask<'s>(&self, spec: &'s Spec, rule: &'s EndRule) -> Option<(Option<Color>, &'s str)> {
        let first = if rule.result == EndResult::Loss { self.side } else { !self.side };
        let side = [first, !first].into_iter().find(|&side| self.speaks_of(spec, rule, side))?;
        Some((rule.winner(side).or_else(|| self.winner_of_draw(spec)), &rule.code))
    }

    /// Who has won a game that would be a draw.
    pub(crate) fn winner_of_draw(&self, spec: &Spec) -> Option<Color> {
        let points = match &spec.goals.draws {
            Draws::Drawn => return None,
            Draws::Won(winner) => return Some(*winner),
            Draws::Points(points) => points,
        };
        let of = |color| {
            let worth = |(_, kind): (Cell, PieceType)| points.worth.get(kind.index()).copied().unwrap_or(0);
            self.pieces(color).into_iter().map(worth).sum::<u32>() + points.bonus[color]
        };
        let (white, black) = (of(Color::White), of(Color::Black));
        (white != black).then_some(if white > black { Color::White } else { Color::Black })
    }

    fn speaks_of(&self, spec: &Spec, rule: &EndRule, side: Color) -> bool {
        rule.asks(side) && self.holds(spec, &rule.when, side)
    }

    /// Whether a condition holds, asked for a side.
    pub(crate) fn holds(&self, spec: &Spec, condition: &Condition, side: Color) -> bool {
        match condition {
            Condition::Row { whose, types, steps, least } => {
                let color = whose.of(side);
                let own = |cell: Cell| self.has(color, &types[color], cell);
                let is_row = |cell: Cell, step: Offset| {
                    let mut row = Vec::new();
                    let mut next = Some(cell);
                    while let Some(cell) = next.filter(|cell| own(*cell) && !row.contains(cell)) {
                        row.push(cell);
                        next = spec.board.step(cell, step);
                    }
                    row.len() >= usize::from(*least)
                };
                spec.board.cells().any(|cell| steps[color].iter().any(|&step| is_row(cell, step)))
            }
            Condition::Connected { whose, types, steps, regions } => {
                let [from, to] = &**regions;
                let color = whose.of(side);
                let mut chain: Vec<Cell> = Vec::new();
                // Each round adds the cells beside the chain, until there are none.
                loop {
                    let is_next = |&cell: &Cell| {
                        let beside = |&step: &Offset| {
                            let around = [spec.board.step(cell, step), spec.board.step(cell, -step)];
                            around.iter().flatten().any(|other| chain.contains(other))
                        };
                        let is_linked = from[color].contains(cell) || steps[color].iter().any(beside);
                        !chain.contains(&cell) && is_linked && self.has(color, &types[color], cell)
                    };
                    let found: Vec<Cell> = spec.board.cells().filter(is_next).collect();
                    if found.is_empty() {
                        return chain.iter().any(|cell| to[color].contains(*cell));
                    }
                    chain.extend(found);
                }
            }
            Condition::Pieces { whose, types, region, number } => {
                let color = whose.of(side);
                let count = match region {
                    Some(region) => self.count_within(color, &types[color], &region[color]),
                    None => self.count(color, &types[color]),
                };
                keeps(*number, count)
            }
            Condition::Owned { whose, types, number } => {
                let color = whose.of(side);
                let held = types[color].iter().map(|kind| usize::from(self.hands[color][kind.index()]));
                let count = self.count(color, &types[color]) + held.sum::<usize>();
                keeps(*number, count)
            }
            Condition::Safe { whose, types, region, least } => {
                let color = whose.of(side);
                let counts = |(cell, kind): &(Cell, PieceType)| {
                    types[color].contains(kind)
                        && region.as_ref().is_none_or(|region| region[color].contains(*cell))
                        && !is_attacked(spec, &self.placement, *cell, !color)
                };
                self.pieces(color).iter().filter(|piece| counts(piece)).count() >= usize::from(*least)
            }
            Condition::Fewer { whose, types } => {
                let color = whose.of(side);
                self.count(color, &types[color]) < self.count(!color, &types[!color])
            }
            Condition::Can { whose, then } => {
                let moves = if whose.of(side) == self.side { self.legal(spec, true) } else { Vec::new() };
                moves.iter().any(|(_, after)| after.holds(spec, then, side))
            }
            Condition::Counted { whose, counter: Counter::Checks, least } => self.checks[whose.of(side)] >= *least,
            Condition::Facing => self.royals_face(spec),
            Condition::Counted { whose, counter: Counter::Passes, .. } => self.passed[whose.of(side)],
            Condition::Empty { whose, region, number } => {
                let cells = region.as_ref().map_or(spec.board.all(), |region| region[whose.of(side)]);
                let empty = cells.iter().filter(|&cell| self.at(cell).is_none()).count();
                keeps(*number, empty)
            }
            // The validation refuses it.
            Condition::Counted { counter: Counter::Countdown | Counter::Series, .. } => false,
            Condition::CountedOut(_) => self.countdown[side] == 1,
            Condition::Counted { whose, counter: Counter::Obligation, least } => {
                self.obligation[whose.of(side)].is_some_and(|left| left >= *least)
            }
            Condition::Bare(whose) => {
                let color = whose.of(side);
                let droppable = spec
                    .hands
                    .iter()
                    .flat_map(|hands| &hands.drops)
                    .any(|drop| self.hands[color][drop.held.index()] > 0);
                let has_royals = spec.pieces.iter().any(|piece| piece.royal);
                has_royals && self.royals(spec, color).len() == self.pieces(color).len() && !droppable
            }
            Condition::InCheck(whose) => self.in_check(spec, whose.of(side)),
            // Rules about a side without a legal move are asked of positions without one only.
            Condition::ToMove(whose) | Condition::NoMoves(whose) => whose.of(side) == self.side,
            Condition::Clock(plies) => self.halfmove >= u32::from(*plies),
            Condition::All(parts) => parts.iter().all(|part| self.holds(spec, part, side)),
            Condition::Any(parts) => parts.iter().any(|part| self.holds(spec, part, side)),
            Condition::Not(part) => !self.holds(spec, part, side),
        }
    }

    /// Whether a side has won, its moves not considered.
    pub(crate) fn is_won(&self, spec: &Spec) -> bool {
        self.won_by_position(spec).is_some()
    }

    /// Whether a side has too few pieces of some family (X3, F3).
    pub(crate) fn is_extinct(&self, spec: &Spec, color: Color) -> bool {
        spec.goals.families().iter().any(|family| self.count(color, &family.members[color]) < usize::from(family.least))
    }
}

/// Whether a number keeps to a bound.
fn keeps(bound: Bound, number: usize) -> bool {
    match bound {
        Bound::AtLeast(least) => number >= usize::from(least),
        Bound::AtMost(most) => number <= usize::from(most),
    }
}

/// The number of sequences of `depth` moves, or turns where a turn has several parts (docs/notation.md, "Perft"): draws do not
/// stop it.
pub fn perft(spec: &Spec, state: &State, depth: u32) -> u64 {
    let is_last = state.part + 1 == spec.turn.parts.len();
    match (depth, is_last) {
        (0, _) => 1,
        (1, true) => state.continuations(spec).len() as u64,
        (_, true) => state.continuations(spec).iter().map(|(_, after)| perft(spec, after, depth - 1)).sum(),
        (_, false) => state.continuations(spec).iter().map(|(_, after)| perft(spec, after, depth)).sum(),
    }
}
