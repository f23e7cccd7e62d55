//! Which attempts are legal, and all that follows a move: rights, clocks, obligation, the record.

use crate::State;
use crate::attempt::Attempt;
use crate::consequences::{complete, endangers, has_lost_royal};
use crate::constraints::{Candidate, captured, length, narrow, nature};
use crate::first_moves::gated;
use crate::moves::{asks_for_passes, attempts, pass};
use spielraum_geometry::{Cell, Offset};
use spielraum_spec::{Color, Pass, Repetition, RoyalObligation, RoyalSet, Spec, TurnPart};
use std::collections::{BTreeMap, BTreeSet};

impl State {
    /// Every move that the rules allow, by its text, with the position after it: what [`State::moves`]
    /// gives, but a draw does not stop it.
    pub fn continuations(&self, spec: &Spec) -> Vec<(String, State)> {
        // A pass that leaves the side in check has ended the game (O9).
        let is_over = spec.goals.answers_facing && self.in_check(spec, !self.side);
        if self.is_won(spec) || is_over { Vec::new() } else { self.legal(spec, true) }
    }

    /// Every legal move, by its text, if nobody had an obligation (Q17).
    pub(crate) fn continuations_without_obligation(&self, spec: &Spec) -> Vec<(String, State)> {
        self.legal(spec, false)
    }

    /// Every legal move, however the game stands; if obligations (Q17) are heeded.
    pub(crate) fn legal(&self, spec: &Spec, heed_obligation: bool) -> Vec<(String, State)> {
        let active = self.with_gates(spec, attempts(spec, self));
        let passes = match spec.pass[self.side] {
            Some(Pass::Always) => true,
            Some(Pass::Stuck) => self.legal_among(spec, self.with_gates(spec, attempts(spec, self)), true).is_empty(),
            None => false,
        };
        let pass = if passes { pass(spec, self) } else { None };
        self.legal_among(spec, active.into_iter().chain(pass).collect(), heed_obligation)
    }

    /// Attempts with everything that may come from the hand to the cells they leave. The royals must be safe without that, too.
    fn with_gates(&self, spec: &Spec, attempts: Vec<Attempt>) -> Vec<Attempt> {
        if spec.firsts.gates.is_empty() {
            return attempts;
        }
        let mut all = Vec::new();
        for attempt in attempts {
            let gated = gated(spec, self, &attempt);
            // What is passed on to conclude is used up by it.
            let alone = || Attempt {
                text: attempt.text.clone(),
                after: attempt.after.clone(),
                done: attempt.done.clone(),
                ..attempt
            };
            if !gated.is_empty() && conclude(spec, self, alone(), &[], false).is_some() {
                all.extend(gated);
            }
            all.push(attempt);
        }
        all
    }

    /// The legal ones of some attempts.
    fn legal_among(&self, spec: &Spec, attempts: Vec<Attempt>, heed_obligation: bool) -> Vec<(String, State)> {
        let mut legal = BTreeMap::new();
        for attempt in attempts {
            let (text, nature, captured) = (attempt.text.clone(), nature(self, &attempt), captured(self, &attempt));
            let (done, length) = (attempt.done.clone(), length(spec, &attempt));
            let completed = complete(spec, self, attempt);
            let concluded =
                completed.and_then(|(attempt, reborn)| conclude(spec, self, attempt, &reborn, heed_obligation));
            if let Some((after, banned)) = concluded {
                legal.entry(text.clone()).or_insert(Candidate { text, after, banned, nature, captured, done, length });
            }
        }
        // What is banned obliges all the same (O2).
        let left = narrow(spec, self, legal.into_values().collect()).into_iter();
        left.filter(|candidate| !candidate.banned).map(|candidate| (candidate.text, candidate.after)).collect()
    }

    /// Whether one of a side's royals is in check.
    pub fn in_check(&self, spec: &Spec, color: Color) -> bool {
        let royals = self.royals(spec, color);
        let mut attacked = royals.iter().map(|&royal| endangers(spec, self, royal, !color));
        match spec.royal_set {
            RoyalSet::Each => attacked.any(|attacked| attacked),
            RoyalSet::Last => royals.len() == 1 && attacked.all(|attacked| attacked),
            RoyalSet::All => !royals.is_empty() && attacked.all(|attacked| attacked),
        }
    }

    /// Whether royals of both sides stand on one of the lines named with nothing between (N2, Q10, O9).
    pub(crate) fn royals_face(&self, spec: &Spec) -> bool {
        let black = self.royals(spec, Color::Black);
        let sees_black = |white: Cell, direction: Offset| {
            let mut cell = white;
            while let Some(next) = spec.board.step(cell, direction) {
                if self.at(next).is_some() {
                    return black.contains(&next);
                }
                cell = next;
            }
            false
        };
        self.royals(spec, Color::White).into_iter().any(|white| {
            let mut directions = spec.goals.facing.iter();
            directions.any(|&direction| sees_black(white, direction) || sees_black(white, -direction))
        })
    }
}

/// The position after an attempt, and whether it is banned as a repetition (N4); `None` if the attempt is not legal otherwise.
fn conclude(
    spec: &Spec,
    before: &State,
    attempt: Attempt,
    reborn: &[Cell],
    heed_obligation: bool,
) -> Option<(State, bool)> {
    let mover = before.side;
    let mut after = attempt.after;
    let is_last = before.part + 1 == spec.turn.parts.len();
    after.part = if is_last { 0 } else { before.part + 1 };
    after.side = if is_last { !mover } else { mover };
    let moved = match (&spec.turn.parts[before.part], attempt.done.occasion) {
        (TurnPart::Place(_), _) => before.moved,
        (TurnPart::Move, occasion) => occasion.map(|_| attempt.done.end),
    };
    after.moved = moved.filter(|_| spec.turn.asks_mover(after.part));
    // Placing a piece does not count.
    if spec.turn.parts[before.part] == TurnPart::Move {
        after.halfmove = if attempt.resets_clock { 0 } else { before.halfmove.saturating_add(1) };
    }
    if is_last && mover == Color::Black {
        after.fullmove = before.fullmove.saturating_add(1);
    }
    after.castling = rights_left(spec, before, &after);
    after.regain_rights(spec, reborn);
    after.keep_unmoved(spec, before, &attempt.done);
    after.regain_unmoved(spec, before);
    // A side that has taken a royal away need not fear for its own any more (E2).
    let has_won = has_lost_royal(spec, before, &after, !mover);
    // Only a pass and a piece that is placed are no occasion for anything.
    let passes = spec.turn.parts[before.part] == TurnPart::Move && attempt.done.occasion.is_none();
    let answers = spec.goals.answers_facing && before.royals_face(spec);
    let faces = (answers || !spec.goals.answers_facing) && after.royals_face(spec);
    let stays_in_check = after.in_check(spec, mover);
    let is_excused = has_won || answers && passes;
    if !is_excused && (stays_in_check || faces) {
        return None;
    }
    if spec.goals.check_count().is_some() && after.in_check(spec, !mover) {
        after.checks[mover] += 1;
    }
    after.passed[mover] = passes && asks_for_passes(spec);
    after.count_moves(spec, before);
    after.series[mover] = after.counts_for_mate(spec, mover, before.series[mover]);
    if let Some(obligation) = &spec.goals.royal_obligation {
        for color in Color::BOTH {
            after.obligation[color] = match obligation_after(spec, obligation, before, &after, color) {
                Ok(left) => left,
                Err(Neglected) if heed_obligation => return None,
                // What has been neglected binds no more.
                Err(Neglected) => None,
            };
        }
    }
    // In check a side passes only where that ends the game.
    if !has_won && stays_in_check && after.result_by_position(spec).is_none() {
        return None;
    }
    // Only whole turns are compared.
    let banned = is_last && spec.goals.repetition == Repetition::Banned && after.is_repeated(mover);
    if is_last {
        after.remember(spec, mover);
    }
    let mates = |after: &State| {
        let is_open = after.result_by_position(spec).is_none();
        is_open && after.in_check(spec, !mover) && after.continuations(spec).is_empty()
    };
    if attempt.may_not_mate && mates(&after) {
        return None;
    }
    Some((after, banned))
}

/// A right is lost as soon as anything changes on the start cells of the royal or of its partner.
fn rights_left(spec: &Spec, before: &State, after: &State) -> BTreeSet<char> {
    let mut rights = after.castling.clone();
    for castling in &spec.castlings {
        for cell in [castling.royal.0, castling.partner.0] {
            if before.at(cell) != after.at(cell) {
                rights.remove(&castling.right);
            }
        }
    }
    rights
}

/// A royal left its region, or did not come there in time.
struct Neglected;

/// A side's obligation after a move (Q17): in how many of its moves its royals must be inside, if they must.
fn obligation_after(
    spec: &Spec,
    obligation: &RoyalObligation,
    before: &State,
    after: &State,
    color: Color,
) -> Result<Option<u8>, Neglected> {
    if after.is_free_of_obligation(spec, obligation, color) {
        return Ok(None);
    }
    // A royal is outside and nothing releases it.
    let moved_itself = before.side == color;
    let was_released = before.count(color, &obligation.released_by) > 0;
    match before.obligation[color] {
        _ if was_released => Ok(Some(obligation.within)),
        Some(left) if !moved_itself => Ok(Some(left)),
        Some(left) if left > 1 => Ok(Some(left - 1)),
        _ if !moved_itself => Ok(Some(obligation.within)),
        _ => Err(Neglected),
    }
}

impl State {
    /// Whether a side's royals have no obligation to come inside: all are there, or there is a piece that releases
    /// them.
    pub(crate) fn is_free_of_obligation(&self, spec: &Spec, obligation: &RoyalObligation, color: Color) -> bool {
        let inside = self.royals(spec, color).into_iter().all(|royal| obligation.region[color].contains(royal));
        inside || self.count(color, &obligation.released_by) > 0
    }
}
