//! Weights are read as they are written, and learned from games.

mod common;

use common::engine;
use spielraum_catalogue::weights;
use spielraum_engine::{Sampler, SelfPlay, Tuner, Weights, WeightsError, bench, bench_positions};
use spielraum_rules::spec::PieceType;
use spielraum_testkit::rand::Rng;
use spielraum_testkit::{all_rules, random, rules};

#[test]
fn weights_are_read_as_they_are_written() {
    for (id, rules) in all_rules() {
        let weights = Weights::default_for(&rules);
        let text = weights.text(&rules).unwrap();
        assert_eq!(Weights::parse(&rules, &text), Ok(weights.clone()), "{id}");
        assert_eq!(Weights::parse(&rules, &format!("\u{feff}{text}")), Ok(weights), "{id}");
    }
}

#[test]
fn faults_in_weights_are_told_with_their_line() {
    let rules = rules("chess");
    let fault = |text: &str| Weights::parse(&rules, text).unwrap_err();
    assert!(matches!(fault("# a\n\nworth Q 9"), WeightsError::Term { line: 3, .. }));
    assert!(matches!(fault("value X 9"), WeightsError::Piece { line: 1, .. }));
    assert!(matches!(fault("value"), WeightsError::Piece { line: 1, .. }));
    assert!(matches!(fault("value Q nine"), WeightsError::Number { line: 1, .. }));
    assert!(matches!(fault("value Q 99999999999"), WeightsError::Number { line: 1, .. }));
    assert_eq!(fault("rank P 1 2/3"), WeightsError::Count { line: 1, found: 2, expected: 8 });
    // Chess has one level, hands of nobody, and families of which nobody runs out.
    for line in ["level Q 5", "hand Q 900", "extinction-margin 1 2 3 4"] {
        assert!(matches!(fault(line), WeightsError::Absent { line: 1, .. }), "{line}");
    }
    let weights = Weights::parse(&rules, "value Q 900/950\ntempo 7").unwrap();
    assert_eq!((weights.value(PieceType(1)).early, weights.value(PieceType(1)).late), (900, 950));
}

#[test]
fn mangled_weights_are_read_or_refused_and_nothing_else() {
    let pieces = ["9", "-", "/", " ", "\n", "#", "value", "Q", "\u{e9}", "\t", "30001", ""];
    let mut random = random(1);
    let mut roll = |below: usize| random.random_range(0..below);
    for id in ["chess", "shogi", "raumschach", "nichtschach"] {
        let (rules, learned) = (rules(id), weights(id).unwrap());
        for _ in 0..500 {
            let mut text: Vec<char> = learned.chars().collect();
            for _ in 0..=roll(4) {
                let start = roll(text.len());
                let end = (start + roll(6)).min(text.len());
                text.splice(start..end, pieces[roll(pieces.len())].chars());
            }
            let text: String = text.into_iter().collect();
            match Weights::parse(&rules, &text) {
                Ok(weights) => {
                    assert_eq!(Weights::parse(&rules, &weights.text(&rules).unwrap()), Ok(weights), "{text}")
                }
                Err(error) => assert!(error.to_string().starts_with("line "), "{error}: {text}"),
            }
        }
    }
}

#[test]
fn weights_of_another_game_are_refused() {
    let mut engine = engine(&rules("chess"));
    assert_eq!(engine.set_weights(Weights::default_for(&rules("xiangqi"))), Err(WeightsError::OtherGame));
    assert_eq!(engine.set_weights(Weights::default_for(&rules("chess"))), Ok(()));
}

#[test]
fn the_values_of_chess_are_about_those_known() {
    let rules = rules("chess");
    let weights = Weights::default_for(&rules);
    let value = |symbol: &str| {
        let kind = rules.spec().pieces.iter().position(|piece| piece.symbol.to_string() == symbol).unwrap();
        weights.value(PieceType(kind as u8)).early
    };
    for (symbol, low, high) in [("P", 70, 130), ("N", 270, 360), ("B", 290, 380), ("R", 430, 560), ("Q", 800, 1_050)] {
        assert!((low..=high).contains(&value(symbol)), "{symbol}: {}", value(symbol));
    }
}

#[test]
fn tuning_lowers_the_error_also_of_positions_not_seen() {
    let rules = rules("minixiangqi");
    let mut engine = engine(&rules);
    let start = Weights::default_for(&rules);
    let (mut sampler, mut samples) = (Sampler::new(&rules, &start), Vec::new());
    for seed in 0..40 {
        let game = SelfPlay { nodes: 60, random_plies: 6, longest: 120, seed };
        let (positions, result) = game.play(&mut engine);
        samples.extend(positions.iter().filter_map(|position| sampler.sample(position, result)));
    }
    assert!(samples.len() > 300, "{}", samples.len());
    let tuner = Tuner::new(start, samples, 0.1);
    let fit = tuner.fit(60, &mut |_, _| {});
    assert!(fit.after < fit.before, "{} {}", fit.before, fit.after);
    assert!(fit.test_after < fit.test_before * 1.02, "{} {}", fit.test_before, fit.test_after);
    assert!(engine.set_weights(fit.weights).is_ok());
}

#[test]
fn the_bench_is_the_same_each_time() {
    let rules = rules("minishogi");
    assert!(bench_positions(&rules).len() >= 2);
    assert_eq!(bench(&rules, 5).unwrap().nodes, bench(&rules, 5).unwrap().nodes);
}
