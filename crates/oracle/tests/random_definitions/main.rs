//! The fast generator agrees with the slow one in games by definitions that are made at random: every rule, alone and
//! with every other, in ways that no catalogued game has.
//!
//! `DEFINITIONS` in the environment says how many are tried (default 1000), `SEED` which come first.

mod chances;
mod definition;
mod histories;
mod phrases;
#[path = "../histories/player.rs"]
mod player;
mod text;

use definition::{Royals, definition, position};
use spielraum_oracle::State;
use spielraum_rules::spec::{Effect, Occasion, PieceType, Repetition, Spec};
use spielraum_rules::{GenType, Move, Owner, Position, Rules, Setup};
use spielraum_testkit::from_env;
use spielraum_testkit::rand::Rng;
use spielraum_testkit::rand::rngs::StdRng;
use spielraum_testkit::rand::seq::IndexedRandom;
use std::collections::BTreeSet;

/// How many positions are tried as the start of a definition's game.
const STARTS: usize = 60;

/// How many games are played by one definition, and how many moves of each.
const GAMES: usize = 3;
const MOVES: usize = 14;

/// What the generators have been compared on.
#[derive(Default)]
struct Compared {
    definitions: usize,
    refused: usize,
    positions: usize,
    moves: usize,
    /// The moves that capture what belongs to nobody, and the positions in which something does that can't be captured.
    neutral_captures: usize,
    with_walls: usize,
    /// The positions in which the side to move has several royals.
    several_royals: usize,
    /// The moves of games in which something follows moves.
    with_effects: usize,
    /// The moves that place a piece as a part of a turn.
    placings: usize,
    gatings: usize,
    unmoved: usize,
    /// The positions in games with constraints, and those in which the side to move must make one of certain moves.
    constrained: usize,
    compelled: usize,
    /// The kinds of moves, as far as their texts and results distinguish them.
    kinds: BTreeSet<String>,
}

/// A legal position of the game, so that it can be compiled; if the game has no start yet, one that can be it.
fn start(random: &mut StdRng, spec: &Spec, royals: &Royals) -> Option<String> {
    let mut tried = spec.clone();
    (0..STARTS).map(|_| position(random, spec, royals)).find(|fen| {
        if spec.start.placement.iter().all(Option::is_none) {
            tried.start = Setup::parse(fen, spec).unwrap_or_else(|error| panic!("{error}: {fen}"));
        }
        State::parse(&tried, fen).is_ok_and(|state| state.faults(&tried).is_empty() && state.result(&tried).is_none())
    })
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

/// Compares everything that both know of one position; gives the moves, with the slow one's position after each.
fn compare(spec: &Spec, fast: &mut Position, slow: &State, seed: u64) -> Vec<(Move, State)> {
    let fen = fast.fen();
    let place = || format!("seed {seed}, {fen}\n{:#?}", outline(spec));
    assert_eq!(fen, slow.fen(spec), "{}", place());
    let slow_moves = slow.moves(spec);
    let legal = fast.legal_moves();
    let texts = |fast: &Position, moves: &[Move]| sorted(moves.iter().map(|&m| fast.move_text(m)).collect());
    let wanted: Vec<String> = slow_moves.iter().map(|(text, _)| text.clone()).collect();
    let got = texts(fast, &legal);
    if got != wanted {
        let extra: Vec<_> = got.iter().filter(|text| !wanted.contains(text)).collect();
        let missing: Vec<_> = wanted.iter().filter(|text| !got.contains(text)).collect();
        let twice: Vec<_> = got.windows(2).filter(|two| two[0] == two[1]).collect();
        panic!("extra {extra:?}, missing {missing:?}, twice {twice:?}: {}", place());
    }
    let (outcome, result) = (fast.outcome_of_position(), slow.result(spec));
    let winners = (outcome.as_ref().map(|outcome| outcome.winner), result.map(|(winner, _)| winner));
    assert_eq!(winners.0, winners.1, "result: {outcome:?}, {result:?}: {}", place());
    assert_eq!(fast.count_legal(), wanted.len() as u64, "count: {}", place());
    assert_eq!(fast.in_check(), slow.in_check(spec, slow.side), "check: {}", place());
    // A capture by which the captor, promoting, loses its own last piece ends in a position that can't be set up.
    if slow.faults(spec).is_empty() {
        let anew = Position::from_fen(fast.rules(), &fen).unwrap_or_else(|error| panic!("{error}: {}", place()));
        assert_eq!(anew.hash(), fast.hash(), "incremental and fresh hash: {}", place());
    }

    let captures = fast.legal_captures();
    let others = |at: &Option<(Owner, PieceType)>| at.is_some_and(|(owner, _)| owner != slow.side);
    let takes = |after: &State| slow.placement.iter().zip(&after.placement).any(|(was, is)| others(was) && was != is);
    // What is placed may have stood elsewhere.
    let capturing = slow_moves.iter().filter(|(text, after)| !text.contains('@') && takes(after));
    let capturing = capturing.map(|(text, _)| text.clone());
    // After a move that captures nothing something may be removed all the same.
    let after_captures =
        |effect: &Effect| !effect.gives() && effect.after.iter().all(|occasion| *occasion == Occasion::Capture);
    if spec.effects.iter().all(after_captures) {
        assert_eq!(texts(fast, &captures), capturing.collect::<Vec<_>>(), "captures: {}", place());
    }
    if spec.goals.repetition != Repetition::Banned && !legal.is_empty() {
        let mut parts = Vec::new();
        for part in [GenType::Captures, GenType::Quiets, GenType::Drops] {
            fast.generate(part, &mut parts);
        }
        assert_eq!(texts(fast, &parts), got, "parts: {}", place());
        let mut promotions = Vec::new();
        fast.generate(GenType::QuietPromotions, &mut promotions);
        let promoting = |m: &Move| m.promotion().is_some() && m.remote_promotion().is_none() && !captures.contains(m);
        let wanted: Vec<Move> = legal.iter().copied().filter(promoting).collect();
        promotions.retain(promoting);
        assert_eq!(texts(fast, &promotions), texts(fast, &wanted), "promotions: {}", place());
    }
    check_sans(fast, &legal, place);
    let read = |(text, after): (String, State)| {
        let m = fast.parse_move(&text).unwrap_or_else(|error| panic!("{text}: {error}: {}", place()));
        assert!(legal.contains(&m), "{text} is read as {m:?}: {}", place());
        assert!(fast.is_legal(m), "{text}: {}", place());
        fast.make(m);
        assert_eq!(fast.fen(), after.fen(spec), "{text}: {}", place());
        assert_eq!(fast.unmake(), Some(m));
        assert_eq!(fast.fen(), fen, "{text} taken back: {}", place());
        (m, after)
    };
    slow_moves.into_iter().map(read).collect()
}

/// No two moves are written alike in SAN, and what is written is read.
fn check_sans(position: &Position, legal: &[Move], place: impl Fn() -> String) {
    let sans = position.sans(legal);
    let different: BTreeSet<&String> = sans.iter().collect();
    assert_eq!(different.len(), sans.len(), "{sans:?}: {}", place());
    for (&m, san) in legal.iter().zip(&sans).step_by(1 + legal.len() / 6) {
        assert_eq!(position.read_san(san), Ok(m), "{san} is {}: {}", position.move_text(m), place());
    }
}

/// What a reader of a failure wants to know of a definition.
fn outline(spec: &Spec) -> impl std::fmt::Debug {
    let pieces: Vec<_> = spec.pieces.iter().map(|piece| (piece.symbol.to_string(), &piece.moves)).collect();
    let rules = (
        &spec.promotions,
        &spec.remote_promotion,
        &spec.castlings,
        &spec.double_steps,
        &spec.swap,
        &spec.effects,
        &spec.constraints,
        &spec.goals,
    );
    format!("{pieces:?}\n{rules:?}\n{:?} {:?} {:?} {:?}", spec.hands, spec.turn, spec.royal_set, spec.pass)
}

/// What kind of move this is, seen from its effects.
fn kind(m: Move) -> String {
    let promotes = if m.promotion().is_some() { " promoting" } else { "" };
    let changes = if m.remote_promotion().is_some() { " remote" } else { "" };
    let gates = if m.gate().is_some() { " gating" } else { "" };
    format!("{:?}{promotes}{changes}{gates}", m.kind())
}

/// The position with some of the pieces unmoved of which it matters.
fn with_unmoved(random: &mut StdRng, spec: &Spec, fen: &str) -> String {
    let mut setup = Setup::parse(fen, spec).unwrap();
    let all = spec.all_unmoved(&|cell| setup.placement[cell.index()].map(|(owner, _)| owner));
    setup.unmoved = all.iter().filter(|&cell| setup.unmoved.contains(cell) || random.random_bool(0.7)).collect();
    setup.fen(spec)
}

fn try_definition(seed: u64, compared: &mut Compared) {
    let mut random = spielraum_testkit::random(seed);
    let (mut spec, royals) = definition(&mut random);
    let Some(fen) = start(&mut random, &spec, &royals) else { return };
    let fen = with_unmoved(&mut random, &spec, &fen);
    spec.start = Setup::parse(&fen, &spec).unwrap();
    let Ok(rules) = Rules::compile(spec.clone()) else {
        compared.refused += 1;
        return;
    };
    compared.definitions += 1;
    for game in 0..GAMES {
        let fen = if game == 0 { Some(spec.start_fen()) } else { start(&mut random, &spec, &royals) };
        let Some(fen) = fen else { continue };
        let fen = with_unmoved(&mut random, &spec, &fen);
        let mut fast = Position::from_fen(&rules, &fen).unwrap_or_else(|error| panic!("seed {seed}: {error}: {fen}"));
        let mut slow = State::parse(&spec, &fast.fen()).unwrap();
        for _ in 0..MOVES {
            let moves = compare(&spec, &mut fast, &slow, seed);
            compared.positions += 1;
            compared.moves += moves.len();
            compared.kinds.extend(moves.iter().map(|(m, _)| kind(*m)));
            let takes_neutral =
                |(m, _): &&(Move, State)| fast.captured_by(*m).is_some_and(|(owner, _)| owner == Owner::Nobody);
            compared.neutral_captures += moves.iter().filter(takes_neutral).count();
            compared.with_walls +=
                usize::from(slow.placement.iter().flatten().any(|(_, kind)| !spec.is_capturable(*kind)));
            compared.with_effects += if spec.effects.is_empty() { 0 } else { moves.len() };
            compared.placings += moves.iter().filter(|(m, _)| m.placed().is_some()).count();
            compared.gatings += moves.iter().filter(|(m, _)| m.gate().is_some()).count();
            compared.unmoved += usize::from(!fast.unmoved().is_empty());
            compared.constrained += usize::from(!spec.constraints.is_empty());
            compared.compelled += usize::from(fast.is_compelled());
            compared.several_royals += usize::from(royals[slow.side].len() > 1);
            // Rare moves more often than others.
            let rare: Vec<_> = moves.iter().filter(|(m, _)| kind(*m) != "Normal").collect();
            let next = match rare.choose(&mut random) {
                Some(rare) if random.random_bool(0.5) => *rare,
                _ => match moves.choose(&mut random) {
                    Some(any) => any,
                    None => break,
                },
            };
            fast.make(next.0);
            slow = next.1.clone();
        }
    }
}

#[test]
fn random_definitions_are_played_alike() {
    let (definitions, seed) = (from_env("DEFINITIONS", 1000), from_env("SEED", 1));
    let mut compared = Compared::default();
    let mut failed = Vec::new();
    for seed in seed..seed + definitions {
        let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| try_definition(seed, &mut compared)));
        if tried.is_err() {
            failed.push(seed);
        }
    }
    let Compared {
        definitions: played,
        refused,
        positions,
        moves,
        neutral_captures,
        with_walls,
        several_royals,
        with_effects,
        placings,
        gatings,
        unmoved,
        constrained,
        compelled,
        kinds,
    } = compared;
    println!("{played} definitions played, {refused} refused, {positions} positions, {moves} moves, {kinds:?}");
    println!(
        "{several_royals} positions with several royals, {with_walls} with walls; {neutral_captures} neutral captures, \
         {with_effects} moves with effects, {placings} placings, {gatings} gatings; {unmoved} positions with unmoved pieces; {constrained} positions with constraints, {compelled} compelled"
    );
    assert!(failed.is_empty(), "seeds {failed:?}");
    assert!(played as u64 * 4 >= definitions, "{played} of {definitions} definitions could be played");
    if definitions >= 1000 {
        assert!(kinds.len() >= 14, "{kinds:?}");
        assert!(gatings >= 500 && unmoved >= 500, "{gatings} {unmoved}");
        assert!(several_royals >= 200 && with_effects >= 5000, "{several_royals} {with_effects}");
        assert!(placings >= 500, "{placings}");
        assert!(constrained >= 2000 && compelled >= 500, "{constrained} {compelled}");
        assert!(with_walls >= 200 && neutral_captures >= 200, "{with_walls} {neutral_captures}");
    }
}
