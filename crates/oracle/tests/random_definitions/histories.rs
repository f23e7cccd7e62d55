//! Games by random definitions in which repetition and the move count matter, played to the end.

use super::definition::definition;
use super::player::{Game, Mood, Tally};
use super::{outline, start};
use spielraum_rules::spec::{EndRule, Repeater, Repetition, Setup};
use spielraum_rules::{Position, Rules};
use spielraum_testkit::from_env;
use spielraum_testkit::rand::Rng;
use spielraum_testkit::rand::rngs::StdRng;
use spielraum_testkit::rand::seq::IndexedRandom;

/// How many games are played by one definition, and how many moves of each.
const GAMES: usize = 2;
const MOVES: u64 = 40;

/// What repetition means, mostly the end of the game.
pub fn repetition(random: &mut StdRng) -> Repetition {
    let losers =
        [None, None, Some(Repeater::White), Some(Repeater::Black), Some(Repeater::Mover), Some(Repeater::Enemy)];
    match random.random_range(0..6) {
        0 => Repetition::Banned,
        1 => Repetition::Ignored,
        _ => Repetition::Counted {
            times: *[2, 2, 3, 4].choose(random).unwrap(),
            loser: *losers.choose(random).unwrap(),
            perpetual_check_loses: random.random_bool(0.6),
        },
    }
}

#[test]
fn whole_games_by_random_definitions_end_alike() {
    let (definitions, first) = (from_env("DEFINITIONS", 500), from_env("SEED", 1));
    let (mut tally, mut played) = (Tally::default(), 0);
    for seed in first..first + definitions {
        let mut random = spielraum_testkit::random(seed ^ 0x415);
        let (mut spec, royals) = definition(&mut random);
        spec.goals.repetition = repetition(&mut random);
        let limit = random.random_bool(0.4).then(|| random.random_range(1..=40));
        spec.goals.ends.extend(limit.map(EndRule::move_count));
        let Some(fen) = start(&mut random, &spec, &royals) else { continue };
        spec.start = Setup::parse(&fen, &spec).unwrap();
        let Ok(rules) = Rules::compile(spec.clone()) else { continue };
        let name = format!("seed {seed}, {:#?}", outline(&spec));
        for game in 0..GAMES {
            let Some(fen) = start(&mut random, &spec, &royals) else { continue };
            let position = Position::from_fen(&rules, &fen).unwrap_or_else(|error| panic!("{error}: {fen}: {name}"));
            let mood = if game == 0 { Mood::PERPETUAL } else { Mood::random(&mut random) };
            Game::new(&spec, position, name.clone()).play(&mut random, mood, MOVES, &mut tally);
            played += 1;
        }
    }
    let Tally { positions, repeated, taken_back, reasons } = &tally;
    println!(
        "{played} games, {positions} positions, {repeated} of them repeated, {taken_back} taken back, {reasons:?}"
    );
    if definitions >= 400 {
        let common = ["checkmate", "repetition", "move-count", "no-moves", "extinction"].map(|reason| (reason, 10));
        tally.assert_floors(&common);
        tally.assert_floors(&[("perpetual-check", 1)]);
    }
}
