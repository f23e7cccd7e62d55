//! How games end: the [`EndRule`]s of a game, compiled.

use super::traits::Game;
use crate::board::State;
use crate::spec::{Bound, Condition, Counter, Draws, EndResult, EndRule, Phase, PieceType, Spec, Whose};
use crate::tables::Core;
use crate::{ByColor, Color, Reason};
use spielraum_geometry::{BitBoard, Board, Cell, CellSet, Offset};

/// The end rules of a game, in the order in which they are asked.
pub(crate) struct Endings<const W: usize> {
    /// For each family, of which too few pieces lose and which the state counts: how many of `losses` are asked before it.
    families: Vec<usize>,
    losses: Vec<Ending<W>>,
    wins: Vec<Ending<W>>,
    draws: Vec<Ending<W>>,
    /// Asked of a side that has no legal move.
    no_moves: Vec<Ending<W>>,
    /// Asked last.
    clock: Vec<Ending<W>>,
}

/// Who has won, and why.
#[derive(Clone, Copy)]
pub(crate) struct Verdict {
    /// `None`: a draw.
    pub(crate) winner: Option<Color>,
    cause: Cause,
}

#[derive(Clone, Copy)]
enum Cause {
    /// The loser has too few pieces of some families.
    Families,
    /// The rule with this number.
    Rule(usize),
}

/// An end rule, ready to be asked.
struct Ending<const W: usize> {
    /// Its place in the `Spec`.
    number: usize,
    test: Test<W>,
    result: EndResult,
    only: Option<Color>,
    /// Whether it says the same whichever side is asked, so that asking one is enough.
    is_mutual: bool,
}

/// A condition, ready to be tested.
pub(crate) enum Test<const W: usize> {
    Pieces {
        whose: Whose,
        types: ByColor<Vec<PieceType>>,
        region: ByColor<BitBoard<W>>,
        number: Bound,
    },
    Owned {
        whose: Whose,
        types: ByColor<Vec<PieceType>>,
        held: ByColor<Vec<usize>>,
        number: Bound,
    },
    Row {
        whose: Whose,
        types: ByColor<Vec<PieceType>>,
        steps: ByColor<Vec<Steps>>,
        least: usize,
    },
    Connected {
        whose: Whose,
        types: ByColor<Vec<PieceType>>,
        /// In both directions.
        steps: ByColor<Vec<Steps>>,
        /// Where a chain begins and where it ends.
        regions: Box<[ByColor<CellSet>; 2]>,
    },
    Safe {
        whose: Whose,
        types: ByColor<Vec<PieceType>>,
        region: ByColor<BitBoard<W>>,
        least: u16,
    },
    Fewer {
        whose: Whose,
        types: ByColor<Vec<PieceType>>,
    },
    Can {
        whose: Whose,
        then: Box<Test<W>>,
    },
    Counted {
        whose: Whose,
        counter: Counter,
        least: u8,
    },
    Bare {
        whose: Whose,
        droppable: Vec<usize>,
    },
    InCheck(Whose),
    Facing,
    Empty {
        whose: Whose,
        region: ByColor<BitBoard<W>>,
        number: Bound,
    },
    ToMove(Whose),
    Clock(u32),
    CountedOut,
    All(Vec<Test<W>>),
    Any(Vec<Test<W>>),
    Not(Box<Test<W>>),
}

/// By cell: the next in a direction.
type Steps = Vec<Option<Cell>>;

fn steps(board: &Board, offsets: &ByColor<Vec<Offset>>) -> ByColor<Vec<Steps>> {
    let steps = |offset: &Offset| board.cells().map(|cell| board.step(cell, *offset)).collect();
    offsets.as_ref().map(|offsets| offsets.iter().map(steps).collect())
}

/// How many of some cells stand side by side from one on; those of a ring count once.
fn row(cells: &CellSet, steps: &Steps, from: Cell) -> usize {
    let next = |cell: &Cell| steps[cell.index()].filter(|&next| next != from && cells.contains(next));
    std::iter::successors(Some(from), next).count()
}

/// Whether a chain of some cells leads from one region to another.
fn is_chain(cells: &CellSet, steps: &[Steps], from: &CellSet, to: &CellSet) -> bool {
    let mut open: Vec<Cell> = cells.iter().filter(|cell| from.contains(*cell)).collect();
    let mut rest = *cells;
    open.iter().for_each(|cell| rest.remove(*cell));
    while let Some(cell) = open.pop() {
        if to.contains(cell) {
            return true;
        }
        for next in steps.iter().filter_map(|steps| steps[cell.index()]) {
            if rest.contains(next) {
                rest.remove(next);
                open.push(next);
            }
        }
    }
    false
}

/// Whether some cells have a row of at least this many.
fn has_row(cells: &CellSet, steps: &[Steps], least: usize) -> bool {
    steps.iter().any(|steps| cells.iter().any(|cell| row(cells, steps, cell) >= least))
}

impl<const W: usize> Endings<W> {
    /// Compiles the end rules of a game.
    pub(crate) fn of(core: &Core<W>) -> Self {
        let spec = &core.spec;
        let compiled = |of: &dyn Fn(&EndRule) -> bool| -> Vec<Ending<W>> {
            let rules = spec.goals.ends.iter().enumerate().filter(|(_, rule)| of(rule));
            rules.map(|(number, rule)| Ending::of(spec, number, rule)).collect()
        };
        let by_position = |result| {
            compiled(&|rule: &EndRule| rule.phase() == Phase::Position && rule.result == result && !rule.is_family())
        };
        let losses =
            spec.goals.ends.iter().filter(|rule| rule.result == EndResult::Loss && rule.phase() == Phase::Position);
        let (mut families, mut others) = (Vec::new(), 0);
        for rule in losses {
            match rule.is_family() {
                true => families.push(others),
                false => others += 1,
            }
        }
        Self {
            families,
            losses: by_position(EndResult::Loss),
            wins: by_position(EndResult::Win),
            draws: by_position(EndResult::Draw),
            no_moves: compiled(&|rule| rule.phase() == Phase::NoMoves),
            clock: compiled(&|rule| rule.phase() == Phase::Clock),
        }
    }

    /// Whether a side has won by the position alone, moves not considered. No move may be made then, in a perft either.
    #[inline(always)]
    pub(crate) fn won(&self, game: &impl Game<W>, state: &State<W>) -> Option<Verdict> {
        if !self.losses.is_empty() {
            return self.won_by_rule(game, state);
        }
        if !self.families.is_empty()
            && let Some(loser) = [state.side, !state.side].into_iter().find(|&side| state.deficits[side as usize] > 0)
        {
            return Some(Verdict::extinct(loser));
        }
        if self.wins.is_empty() { None } else { self.won_by_rule(game, state) }
    }

    fn won_by_rule(&self, game: &impl Game<W>, state: &State<W>) -> Option<Verdict> {
        let (us, them) = (state.side, !state.side);
        let won = |side: Color| {
            let ending = self.wins.iter().find(|ending| ending.holds(game, state, side));
            ending.map(|ending| ending.verdict(game.core(), state, side))
        };
        if self.losses.is_empty() && self.families.is_empty() {
            return won(them).or_else(|| won(us));
        }
        let lost = |side: Color| self.lost(game, state, side);
        lost(us).or_else(|| lost(them)).or_else(|| won(them)).or_else(|| won(us))
    }

    /// By which rule a side has lost: the first in the game's order.
    fn lost(&self, game: &impl Game<W>, state: &State<W>, side: Color) -> Option<Verdict> {
        let mut families = game.core().families.iter().zip(&state.families[side as usize]).zip(&self.families);
        let extinct = families.find(|((family, count), _)| **count < family.least).map(|(_, before)| *before);
        let other = self.losses.iter().position(|ending| ending.holds(game, state, side));
        match (extinct, other) {
            (Some(before), other) if other.is_none_or(|other| before <= other) => Some(Verdict::extinct(side)),
            (_, other) => other.map(|other| self.losses[other].verdict(game.core(), state, side)),
        }
    }

    /// Whether the position alone is a draw, moves not considered.
    #[inline(always)]
    pub(crate) fn drawn(&self, game: &impl Game<W>, state: &State<W>) -> Option<Verdict> {
        self.draws.iter().find_map(|ending| ending.ask(game, state))
    }

    /// What a rule says of the side to move, which has no legal move.
    pub(crate) fn without_moves(&self, game: &impl Game<W>, state: &State<W>) -> Option<Verdict> {
        self.no_moves.iter().find_map(|ending| ending.ask(game, state))
    }

    /// Whether rules speak of the clock.
    #[inline(always)]
    pub(crate) fn has_limits(&self) -> bool {
        !self.clock.is_empty()
    }

    /// What a rule about the clock says.
    pub(crate) fn at_limit(&self, game: &impl Game<W>, state: &State<W>) -> Option<Verdict> {
        self.clock.iter().find_map(|ending| ending.ask(game, state))
    }
}

impl Verdict {
    /// A side has too few pieces of some families.
    fn extinct(loser: Color) -> Self {
        Self { winner: Some(!loser), cause: Cause::Families }
    }

    /// What to report.
    pub(crate) fn reason<const W: usize>(self, core: &Core<W>, state: &State<W>) -> Reason {
        let ends = &core.spec.goals.ends;
        let (rule, name) = match self.cause {
            Cause::Rule(number) => (ends.get(number), None),
            Cause::Families => {
                let loser = !self.winner.unwrap_or(state.side);
                let families = core.families.iter().zip(&state.families[loser as usize]);
                let lost = families.filter(|(family, count)| **count < family.least);
                let lost: Vec<&str> = lost.map(|(family, _)| &*family.name).collect();
                (ends.iter().find(|end| end.is_family()), Some(lost.join(", ")))
            }
        };
        rule.map_or_else(Reason::no_moves, |rule| Reason::Rule {
            code: rule.code.clone(),
            text: rule.text.clone(),
            name: name.unwrap_or_else(|| rule.name.clone()),
        })
    }
}

impl<const W: usize> State<W> {
    /// Who wins the position if it would be a draw; `None`: nobody.
    #[inline(always)]
    pub(crate) fn winner_of_draw(&self, core: &Core<W>) -> Option<Color> {
        match &core.spec.goals.draws {
            Draws::Drawn => None,
            draws => self.winner_by_odds(draws),
        }
    }

    /// Where a side's pieces of some types stand.
    fn of_types(&self, color: Color, types: &[PieceType]) -> CellSet {
        types.iter().flat_map(|kind| self.of(color, *kind)).collect()
    }

    #[cold]
    fn winner_by_odds(&self, draws: &Draws) -> Option<Color> {
        draws.winner(|color, kind| self.of(color, kind).count())
    }
}

impl<const W: usize> Ending<W> {
    fn of(spec: &Spec, number: usize, rule: &EndRule) -> Self {
        let is_mutual = rule.only.is_none() && rule.result == EndResult::Draw && rule.when.is_mutual();
        Self { number, test: Test::of(spec, &rule.when), result: rule.result, only: rule.only, is_mutual }
    }

    fn holds(&self, game: &impl Game<W>, state: &State<W>, side: Color) -> bool {
        self.only.is_none_or(|only| only == side) && self.test.holds(game, state, side)
    }

    fn verdict(&self, core: &Core<W>, state: &State<W>, side: Color) -> Verdict {
        let winner = self.result.winner(side).or_else(|| state.winner_of_draw(core));
        Verdict { winner, cause: Cause::Rule(self.number) }
    }

    /// Asks the rule of each side: of the one first for which it would be better that the rule spoke of the other.
    #[inline(always)]
    fn ask(&self, game: &impl Game<W>, state: &State<W>) -> Option<Verdict> {
        let first = if self.result == EndResult::Loss { state.side } else { !state.side };
        let sides = if self.is_mutual { &[first][..] } else { &[first, !first] };
        sides.iter().find(|side| self.holds(game, state, **side)).map(|side| self.verdict(game.core(), state, *side))
    }
}

impl<const W: usize> Test<W> {
    pub(crate) fn of(spec: &Spec, condition: &Condition) -> Self {
        let all = |conditions: &[Condition]| conditions.iter().map(|condition| Self::of(spec, condition)).collect();
        let cells = |region: &Option<ByColor<CellSet>>| match region {
            Some(region) => region.as_ref().map(BitBoard::from_set),
            None => ByColor::both(BitBoard::from_set(&spec.board.all())),
        };
        match condition {
            Condition::Owned { whose, types, number } => {
                let order = spec.hands.as_ref().map_or(&[][..], |hands| &hands.order);
                let place = |types: &Vec<PieceType>| -> Vec<usize> {
                    (0..order.len()).filter(|&index| types.contains(&order[index])).collect()
                };
                let held = types.as_ref().map(place);
                Self::Owned { whose: *whose, types: types.clone(), held, number: *number }
            }
            Condition::Row { whose, types, steps: offsets, least } => {
                let (steps, least) = (steps(&spec.board, offsets), usize::from(*least));
                Self::Row { whose: *whose, types: types.clone(), steps, least }
            }
            Condition::Connected { whose, types, steps: offsets, regions } => {
                let both = offsets.as_ref().map(|offsets| offsets.iter().flat_map(|&by| [by, -by]).collect());
                let (steps, regions) = (steps(&spec.board, &both), regions.clone());
                Self::Connected { whose: *whose, types: types.clone(), steps, regions }
            }
            Condition::Pieces { whose, types, region, number } => {
                Self::Pieces { whose: *whose, types: types.clone(), region: cells(region), number: *number }
            }
            Condition::Safe { whose, types, region, least } => {
                Self::Safe { whose: *whose, types: types.clone(), region: cells(region), least: *least }
            }
            Condition::Fewer { whose, types } => Self::Fewer { whose: *whose, types: types.clone() },
            Condition::Can { whose, then } => Self::Can { whose: *whose, then: Box::new(Self::of(spec, then)) },
            Condition::Counted { whose, counter, least } => {
                Self::Counted { whose: *whose, counter: *counter, least: *least }
            }
            // It never holds.
            Condition::Bare(_) if !spec.has_royals() => Self::Any(Vec::new()),
            Condition::Bare(whose) => {
                let order = spec.hands.as_ref().map_or(&[][..], |hands| &hands.order);
                let is_dropped = |kind| spec.hands.iter().flat_map(|hands| &hands.drops).any(|drop| drop.held == kind);
                let droppable = (0..order.len()).filter(|&index| is_dropped(order[index])).collect();
                Self::Bare { whose: *whose, droppable }
            }
            Condition::InCheck(whose) => Self::InCheck(*whose),
            Condition::Facing => Self::Facing,
            Condition::Empty { whose, region, number } => {
                Self::Empty { whose: *whose, region: cells(region), number: *number }
            }
            // Asked only where the side to move has no legal move.
            Condition::ToMove(whose) | Condition::NoMoves(whose) => Self::ToMove(*whose),
            Condition::Clock(plies) => Self::Clock(u32::from(*plies)),
            Condition::CountedOut(_) => Self::CountedOut,
            Condition::All(conditions) => Self::All(all(conditions)),
            Condition::Any(conditions) => Self::Any(all(conditions)),
            Condition::Not(condition) => Self::Not(Box::new(Self::of(spec, condition))),
        }
    }

    pub(crate) fn holds(&self, game: &impl Game<W>, state: &State<W>, side: Color) -> bool {
        let core = game.core();
        match self {
            Self::Pieces { whose, types, region, number } => {
                let color = whose.of(side);
                let standing = |kind: &PieceType| state.of(color, *kind) & region[color];
                match number {
                    Bound::AtLeast(1) => types[color].iter().any(|kind| !standing(kind).is_empty()),
                    Bound::AtMost(0) => types[color].iter().all(|kind| standing(kind).is_empty()),
                    _ => number.allows(types[color].iter().map(|kind| standing(kind).count()).sum()),
                }
            }
            Self::Owned { whose, types, held, number } => {
                let color = whose.of(side);
                let standing = types[color].iter().map(|kind| state.of(color, *kind).count()).sum::<u32>();
                let hand = &state.hands[color as usize];
                number.allows(standing + held[color].iter().map(|&index| u32::from(hand[index])).sum::<u32>())
            }
            Self::Row { whose, types, steps, least } => {
                let color = whose.of(side);
                let cells = state.of_types(color, &types[color]);
                has_row(&cells, &steps[color], *least)
            }
            Self::Connected { whose, types, steps, regions } => {
                let color = whose.of(side);
                let cells = state.of_types(color, &types[color]);
                is_chain(&cells, &steps[color], &regions[0][color], &regions[1][color])
            }
            Self::Safe { whose, types, region, least } => {
                let color = whose.of(side);
                let standing = |kind: &PieceType| state.of(color, *kind) & region[color];
                let safe = |cell: &Cell| !state.is_attacked(core, *cell, !color);
                types[color].iter().flat_map(standing).filter(safe).count() >= usize::from(*least)
            }
            Self::Fewer { whose, types } => {
                let count = |color: Color| types[color].iter().map(|kind| state.of(color, *kind).count()).sum::<u32>();
                let color = whose.of(side);
                count(color) < count(!color)
            }
            Self::Can { whose, then } => {
                whose.of(side) == state.side && game.any_after(state, &mut |after| then.holds(game, after, side))
            }
            Self::Counted { whose, counter, least } => state.counter(*counter, whose.of(side)) >= *least,
            Self::Bare { whose, droppable } => {
                let color = whose.of(side);
                state.own(color) == state.royals(core, color)
                    && droppable.iter().all(|&index| state.hands[color as usize][index] == 0)
            }
            Self::InCheck(whose) => state.in_check(core, whose.of(side)),
            Self::Facing => state.royals_face(core),
            Self::Empty { whose, region, number } => {
                number.allows(region[whose.of(side)].without(state.occupied()).count())
            }
            Self::ToMove(whose) => whose.of(side) == state.side,
            Self::Clock(plies) => state.halfmove >= *plies,
            Self::CountedOut => state.counter(Counter::Countdown, side) == 1,
            Self::All(tests) => tests.iter().all(|test| test.holds(game, state, side)),
            Self::Any(tests) => tests.iter().any(|test| test.holds(game, state, side)),
            Self::Not(test) => !test.holds(game, state, side),
        }
    }
}
