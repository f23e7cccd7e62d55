//! The royals' obligation to be inside a region (Q17). A position writes how many moves each side has left for it at the end of
//! the FEN, as `w2`.

use super::{Count, Counter, Goal, Rule};
use crate::setup::{Setup, SetupReason};
use crate::spec::{PieceType, Spec};
use crate::state::State;
use crate::tables::Tables;
use crate::validate::Check;
use crate::{ByColor, Color, Move, Reason};
use spielraum_geometry::{BitBoard, CellSet};

/// While a side has none of `released_by` on the board, its royals must all be inside `region` by the end of
/// the side's `within`-th move from then, and then none may leave it again (Q17). A side that has no legal
/// move for this reason at its last chance has lost.
#[derive(Clone, Debug, PartialEq)]
pub struct RoyalObligation {
    /// Where each side's royals must be.
    pub region: ByColor<CellSet>,
    /// The types any of which frees the royals.
    pub released_by: Vec<PieceType>,
    /// The number of moves, 1 to 9.
    pub within: u8,
}

pub(crate) struct RoyalObligationRule;

impl Rule for RoyalObligationRule {
    fn validate(check: &mut Check<'_>) {
        let Some(obligation) = &check.spec.goals.royal_obligation else { return };
        check.needs_royal("an obligation of the royal", true);
        check.types("the royal's obligation", &obligation.released_by);
        check.range("the number of moves of an obligation", obligation.within.into(), 1, 9);
    }

    /// An obligation counts only while there is one.
    fn set_up<const W: usize>(state: &mut State<W>, t: &Tables<W>, _: &Setup, _: &mut Vec<SetupReason>) {
        let Some(obligation) = &t.royal_obligation else { return };
        for color in Color::BOTH {
            let left = match state.counter(Counter::Obligation, color) {
                _ if !state.is_obliged(t, color) => 0,
                0 => obligation.within,
                left => left,
            };
            state.set_counter(t, Counter::Obligation, color, left);
        }
    }
}

impl Goal for RoyalObligationRule {
    fn count(spec: &Spec) -> Option<Count> {
        let obligation = spec.goals.royal_obligation.as_ref()?;
        Some(Count {
            counter: Counter::Obligation,
            what: "the number of moves left for the royal's obligation",
            most: obligation.within,
            before_clock: false,
            form: |_| "duty field: use `-`, `w2`, `w1`, `b2`, `b1` or two of them".to_owned(),
            parse: |text, _| parse(text),
            write: |left, _| field(left),
        })
    }

    /// Starts, counts down and ends obligations.
    fn after_move<const W: usize>(state: &mut State<W>, t: &Tables<W>, mover: Color, _: bool) {
        let Some(obligation) = &t.royal_obligation else { return };
        for color in Color::BOTH {
            let left = state.counter(Counter::Obligation, color);
            let next = match (state.is_obliged(t, color), left) {
                (false, _) => 0,
                (true, 0) => obligation.within,
                (true, _) => left - u8::from(color == mover),
            };
            state.set_counter(t, Counter::Obligation, color, next);
        }
    }

    #[inline(always)]
    fn restricts<const W: usize>(state: &State<W>, t: &Tables<W>) -> bool {
        state.obligation_limits(t)
    }

    fn allows<const W: usize>(state: &State<W>, t: &Tables<W>, m: Move) -> bool {
        state.meets_obligation(t, m)
    }

    /// At its last chance a side has lost that has moves but for its obligation.
    fn neglected<const W: usize>(state: &State<W>, t: &Tables<W>) -> Option<Reason> {
        let last_chance = state.counter(Counter::Obligation, state.side) == 1;
        let neglects = last_chance && state.has_unrestricted(t);
        neglects.then_some(Reason::Rule { code: "duty", text: "the royal can't get to where it must be" })
    }
}

/// The table of the rule.
pub(crate) struct RoyalObligationTable<const W: usize> {
    region: ByColor<BitBoard<W>>,
    released_by: Vec<PieceType>,
    within: u8,
}

/// Compiles the rule, if the game has it.
pub(crate) fn compile<const W: usize>(spec: &Spec) -> Option<RoyalObligationTable<W>> {
    let obligation = spec.goals.royal_obligation.as_ref()?;
    Some(RoyalObligationTable {
        region: obligation.region.as_ref().map(BitBoard::from_set),
        released_by: obligation.released_by.clone(),
        within: obligation.within,
    })
}

/// Reads the field of the FEN.
fn parse(text: &str) -> Option<ByColor<u8>> {
    let mut left = ByColor::default();
    if text == "-" {
        return Some(left);
    }
    let chars: Vec<char> = text.chars().collect();
    if chars.is_empty() || chars.len() % 2 == 1 {
        return None;
    }
    for pair in chars.chunks(2) {
        let color = match pair[0] {
            'w' => Color::White,
            'b' => Color::Black,
            _ => return None,
        };
        let moves = pair[1].to_digit(10).filter(|&moves| moves > 0)?;
        if std::mem::replace(&mut left[color], moves as u8) != 0 {
            return None;
        }
    }
    Some(left)
}

/// Writes the field of the FEN.
fn field(left: ByColor<u8>) -> String {
    let sides = [('w', left.white), ('b', left.black)];
    let text: String =
        sides.iter().filter(|(_, moves)| *moves > 0).map(|(side, moves)| format!("{side}{moves}")).collect();
    if text.is_empty() { "-".into() } else { text }
}

impl<const W: usize> State<W> {
    fn is_released(&self, obligation: &RoyalObligationTable<W>, color: Color) -> bool {
        obligation.released_by.iter().any(|&kind| !self.of(color, kind).is_empty())
    }

    fn is_inside(&self, t: &Tables<W>, obligation: &RoyalObligationTable<W>, color: Color) -> bool {
        self.royals(t, color).without(obligation.region[color]).is_empty()
    }

    /// Whether the obligation of the side to move forbids some moves: its royals must stay inside, or have to be
    /// there after this move.
    #[inline(always)]
    pub(crate) fn obligation_limits(&self, t: &Tables<W>) -> bool {
        t.royal_obligation.as_ref().is_some_and(|obligation| {
            !self.is_released(obligation, self.side)
                && (self.counter(Counter::Obligation, self.side) == 1 || self.is_inside(t, obligation, self.side))
        })
    }

    /// Whether a move of the side to move is one that its obligation allows.
    pub(crate) fn meets_obligation(&self, t: &Tables<W>, m: Move) -> bool {
        let Some(obligation) = &t.royal_obligation else { return true };
        if !self.obligation_limits(t) {
            return true;
        }
        let mut royals = self.royals(t, self.side);
        if let Some(from) = m.from().filter(|&from| royals.contains(from)) {
            royals.remove(from);
            royals.insert(m.to());
        }
        let new_types = [m.promotion(), m.dropped(), m.remote_promotion().map(|(_, kind)| kind)];
        royals.without(obligation.region[self.side]).is_empty()
            || new_types.into_iter().flatten().any(|kind| obligation.released_by.contains(&kind))
    }

    /// Whether a royal of a side must go inside.
    pub(crate) fn is_obliged(&self, t: &Tables<W>, color: Color) -> bool {
        t.royal_obligation
            .as_ref()
            .is_some_and(|obligation| !self.is_released(obligation, color) && !self.is_inside(t, obligation, color))
    }
}
