//! A side that is said to have no chance wins in no line of play (G10).

use super::definition::{definition, position};
use super::start;
use spielraum_geometry::Offset;
use spielraum_rules::spec::{Checkmate, Draws, EndResult, FirstRights, MovePart, Pattern, Repetition, StepSet};
use spielraum_rules::{ByColor, Color, Position, Rules, Setup};
use spielraum_testkit::from_env;
use spielraum_testkit::rand::Rng;
use std::collections::HashSet;

/// How many positions are looked at from one.
const MOST: usize = 1_500;

/// The largest board; lines of play are soon all known on a small one.
const CELLS: usize = 16;

/// How a king moves on any board.
fn king() -> ByColor<Vec<MovePart>> {
    let by = -1..=1i16;
    let offsets = by
        .clone()
        .flat_map(|level| by.clone().flat_map(move |file| (-1..=1).map(move |rank| Offset::new(level, file, rank))));
    let offsets = offsets.filter(|offset| !offset.is_zero()).collect();
    ByColor::both(vec![MovePart::new(Pattern::Leap(StepSet::any(offsets)))])
}

/// The sides that win in some line of play from a position, as far as is looked.
fn winners(root: &Position) -> ByColor<bool> {
    let (mut won, mut seen, mut open) = (ByColor::both(false), HashSet::from([root.hash()]), vec![root.clone()]);
    while let Some(position) = open.pop().filter(|_| seen.len() < MOST) {
        if let Some(outcome) = position.outcome_of_position() {
            if let Some(winner) = outcome.winner {
                won[winner] = true;
            }
            continue;
        }
        for m in position.legal_moves() {
            let mut next = position.clone();
            next.make(m);
            if seen.insert(next.hash()) {
                open.push(next);
            }
        }
    }
    won
}

#[test]
fn who_has_no_chance_never_wins() {
    let (definitions, first) = (from_env("DEFINITIONS", 900), from_env("SEED", 1));
    let (mut hopeless, mut won, mut missed) = (0, 0, 0);
    for seed in first..first + definitions {
        let mut random = spielraum_testkit::random(seed ^ 0xc4a7ce);
        let (mut spec, royals) = definition(&mut random);
        if spec.board.len() > CELLS || royals.white.len() != 1 || royals.black.len() != 1 {
            continue;
        }
        // Most of what a definition may say gives every side a chance.
        let goals = &mut spec.goals;
        (goals.repetition, goals.royal_obligation) = (Repetition::Ignored, None);
        goals.ends.retain(|end| end.result == EndResult::Draw || end.as_check_count().is_some());
        (goals.checkmate, goals.draws) = (Checkmate::default(), Draws::Drawn);
        goals.mates.clear();
        spec.constraints.clear();
        if random.random_bool(0.8) {
            goals.facing.clear();
            spec.firsts = FirstRights::default();
            for piece in spec.pieces.iter_mut().filter(|piece| piece.royal) {
                piece.moves = king();
                piece.may_enter = ByColor::both(spec.board.all());
            }
        }
        let Some(fen) = start(&mut random, &spec, &royals) else { continue };
        spec.start = Setup::parse(&fen, &spec).unwrap();
        let Ok(rules) = Rules::compile(spec.clone()) else { continue };
        let roots = (0..20).filter_map(|_| Position::from_fen(&rules, &position(&mut random, &spec, &royals)).ok());
        for root in roots.filter(|root| root.outcome_of_position().is_none()).take(4).collect::<Vec<_>>() {
            let could = ByColor::new(|side| root.can_win(side));
            let wins = winners(&root);
            for side in Color::BOTH {
                assert!(could[side] || !wins[side], "seed {seed}: {side:?} wins from {}", root.fen());
                hopeless += usize::from(!could[side]);
                won += usize::from(wins[side]);
                missed += usize::from(could[side] && !wins[side]);
            }
        }
    }
    println!("{hopeless} without a chance, {won} that win, {missed} that are given the benefit of the doubt");
    if definitions >= 900 {
        assert!(hopeless >= 30 && won >= 20, "{hopeless} {won}");
    }
}
