//! Actions, observations and steps, in every game of the catalogue.

use spielraum_batch::{
    Actions, Arrays, Batch, BatchOptions, Ending, Feature, Layout, Plane, StepError, random_playouts,
};
use spielraum_rules::{Position, Rules};
use spielraum_testkit::rand::Rng;
use spielraum_testkit::rand::rngs::StdRng;
use spielraum_testkit::{all_rules, play_random, position, random, rules};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

#[test]
fn chess_has_the_actions_of_every_uci_vocabulary() {
    // 1,792 moves of queens and knights and 176 promotions, as others count them; and four castling moves.
    let rules = rules("chess");
    let actions = Actions::of(&rules);
    assert_eq!(actions.len(), 1_792 + 176 + 4);
    let texts: Vec<String> = (0..actions.len() as u32).filter_map(|number| actions.describe(number, &rules)).collect();
    assert_eq!(texts.iter().collect::<HashSet<_>>().len(), texts.len());
    assert_eq!((texts[0].as_str(), texts[texts.len() - 1].as_str()), ("a1b1", "castling e8g8"));
    assert_eq!(actions.describe(actions.len() as u32, &rules), None);
}

#[test]
fn every_legal_move_has_an_action_of_its_own() {
    let mut seen = 0;
    for (id, rules) in all_rules() {
        let actions = Actions::of(&rules);
        assert!(actions.len() < 150_000, "{id}: {} actions", actions.len());
        for seed in 0..3 {
            let mut random = random(seed);
            let mut position = rules.start();
            for _ in 0..80 {
                let moves = position.legal_moves();
                let pairs: HashSet<_> = moves.iter().map(|&m| (actions.of_move(m), actions.of_remote(m))).collect();
                assert_eq!(pairs.len(), moves.len(), "{id} {}", position.fen());
                assert!(pairs.iter().all(|&(action, _)| (action as usize) < actions.len()));
                seen += moves.len();
                if play_random(&mut random, &mut position).is_none() {
                    break;
                }
            }
        }
    }
    assert!(seen > 100_000, "{seen} moves");
}

/// What the arrays of a game say apart from how it came about.
fn written(layout: &Layout, position: &Position) -> (Vec<u8>, Vec<i16>) {
    let (mut board, mut features) = (vec![7; layout.board_len()], vec![7; layout.features().len()]);
    layout.write(position, &mut board, &mut features);
    (board, features)
}

fn step_randomly(batch: &mut Batch, arrays: &mut Arrays, random: &mut StdRng) -> Vec<i64> {
    let pick = |game| {
        let legal = batch.legal_actions(game);
        i64::from(legal[random.random_range(0..legal.len())])
    };
    let chosen: Vec<i64> = (0..batch.len()).map(pick).collect();
    batch.step(&chosen, &mut arrays.views()).unwrap();
    chosen
}

#[test]
fn arrays_follow_the_changes_of_moves() {
    for (id, rules) in all_rules() {
        let options = BatchOptions { games: 3, max_plies: 60, ..BatchOptions::default() };
        let mut batch = Batch::new(&rules, options).unwrap();
        let layout = batch.layout().clone();
        let pending = layout.planes().iter().position(|&plane| plane == Plane::Pending);
        let repetitions = layout.features().iter().position(|&feature| feature == Feature::Repetitions).unwrap();
        let mut arrays = Arrays::new(&batch);
        batch.reset(&mut arrays.views()).unwrap();
        let mut random = random(5);
        for _ in 0..100 {
            step_randomly(&mut batch, &mut arrays, &mut random);
            for game in 0..batch.len() {
                let (mut board, mut features) = written(&layout, batch.position(game));
                let shown = &arrays.boards[game * board.len()..][..board.len()];
                if let Some(plane) = pending {
                    let plane = plane * board.len() / layout.planes().len();
                    board[plane..].copy_from_slice(&shown[plane..]);
                }
                assert_eq!(shown, board, "{id} {}", batch.position(game).fen());
                let shown = &arrays.features[game * features.len()..][..features.len()];
                features[repetitions] = shown[repetitions];
                assert_eq!(shown, features, "{id} {}", batch.position(game).fen());
                let mask = &arrays.mask[game * batch.actions().len()..][..batch.actions().len()];
                let legal: Vec<u32> = (0..).zip(mask).filter(|(_, legal)| **legal).map(|(number, _)| number).collect();
                assert_eq!(legal, batch.legal_actions(game), "{id}");
            }
        }
    }
}

#[test]
fn a_promotion_elsewhere_is_a_second_action() {
    let rules = rules("stock-taijitu");
    let mut batch = Batch::new(&rules, BatchOptions { games: 8, max_plies: 400, ..BatchOptions::default() }).unwrap();
    let mut arrays = Arrays::new(&batch);
    batch.reset(&mut arrays.views()).unwrap();
    let mut random = random(3);
    let mut completed = 0;
    for _ in 0..1_200 {
        let before: Vec<(usize, String)> =
            (0..8).map(|game| (batch.position(game).ply(), batch.position(game).fen())).collect();
        step_randomly(&mut batch, &mut arrays, &mut random);
        for (game, (ply, fen)) in before.iter().enumerate() {
            let position = batch.position(game);
            if position.ply() == *ply && position.fen() == *fen {
                // Nothing but the choice of the second action has changed.
                assert!(batch.legal_actions(game).len() > 1);
                assert!(!arrays.terminated[game] && !arrays.truncated[game]);
                completed += 1;
            }
        }
    }
    assert!(completed > 0, "no promotion elsewhere came up");
}

/// Boards, features, how games ended, and the sum of all rewards.
type Played = (Vec<u8>, Vec<i16>, Vec<Option<(Ending, u32)>>, f32);

fn play(rules: &Rules, threads: usize) -> Played {
    let mut batch = Batch::new(rules, BatchOptions { games: 20, threads, max_plies: 50 }).unwrap();
    let mut arrays = Arrays::new(&batch);
    batch.reset(&mut arrays.views()).unwrap();
    let mut random = random(11);
    let mut endings = Vec::new();
    let mut rewards = 0.0;
    for _ in 0..120 {
        step_randomly(&mut batch, &mut arrays, &mut random);
        endings.extend((0..20).map(|game| batch.ended(game).map(|ended| (ended.ending.clone(), ended.plies))));
        rewards += arrays.rewards.iter().sum::<f32>();
        for game in 0..20 {
            let ended = batch.ended(game);
            let outcome = ended.and_then(|ended| ended.position.outcome());
            assert_eq!(arrays.terminated[game], outcome.is_some());
            let truncated = ended.is_some_and(|ended| ended.ending == Ending::Truncated && ended.plies == 50);
            assert_eq!(arrays.truncated[game], truncated);
        }
    }
    (arrays.boards, arrays.features, endings, rewards)
}

#[test]
fn any_number_of_threads_plays_the_same() {
    let rules = rules("minixiangqi");
    let alone = play(&rules, 1);
    assert!(alone == play(&rules, 3));
    let won = alone.2.iter().flatten().filter(|(ending, _)| matches!(ending, Ending::Over(_))).count();
    assert!(won > 0 && alone.3 > 0.0, "{won} games ended");
}

#[test]
fn an_illegal_action_steps_no_game() {
    let rules = rules("chess");
    let mut batch = Batch::new(&rules, BatchOptions { games: 3, ..BatchOptions::default() }).unwrap();
    let mut arrays = Arrays::new(&batch);
    assert_eq!(batch.step(&[0, 0, 0], &mut arrays.views()), Err(StepError::NotBegun));
    batch.reset(&mut arrays.views()).unwrap();
    let legal = i64::from(batch.legal_actions(0)[0]);
    for wrong in [-1, 0, i64::from(u32::MAX) + 1 + legal, i64::MIN, i64::MAX] {
        let fault = batch.step(&[legal, wrong, legal], &mut arrays.views()).unwrap_err();
        assert!(
            matches!(fault, StepError::Illegal(illegal) if illegal.game == 1 && illegal.action == wrong),
            "{fault}"
        );
    }
    assert_eq!(batch.step(&[legal], &mut arrays.views()), Err(StepError::Number { games: 3, given: 1 }));
    assert!((0..3).all(|game| batch.position(game).ply() == 0));
}

#[test]
fn impossible_batches_are_refused() {
    let rules = rules("chess");
    for (games, threads, max_plies) in [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1_000_001, 1, 1), (1, 257, 1)] {
        assert!(Batch::new(&rules, BatchOptions { games, threads, max_plies }).is_err());
    }
}

#[test]
fn playouts_depend_on_the_seed_alone() {
    let start = rules("minixiangqi").start();
    let alone = random_playouts(&start, 40, 9, 200, 1, &AtomicBool::new(false)).unwrap();
    assert_eq!(alone, random_playouts(&start, 40, 9, 200, 2, &AtomicBool::new(false)).unwrap());
    assert_ne!(alone, random_playouts(&start, 40, 10, 200, 1, &AtomicBool::new(false)).unwrap());
    assert_eq!(alone.white + alone.black + alone.draws + alone.truncated, 40);
    let mated = position(&rules("chess"), "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let over = random_playouts(&mated, 2, 1, 10, 1, &AtomicBool::new(false)).unwrap();
    assert_eq!((over.white, over.plies), (2, 0));
}

#[test]
fn games_begin_with_given_positions_and_go_on_from_others() {
    let rules = rules("chess");
    let other = position(&rules, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    let actions = std::sync::Arc::new(Actions::of(&rules));
    let layout = std::sync::Arc::new(Layout::of(&rules));
    let options = BatchOptions { games: 2, max_plies: 1, ..BatchOptions::default() };
    let starts = [rules.start(), other.clone(), position(&rules, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")];
    let mut batch = Batch::with(&starts, actions.clone(), layout.clone(), options).unwrap();
    let mut arrays = Arrays::new(&batch);
    assert_eq!(batch.set_position(0, &other, None, &mut arrays.views()), Err(StepError::NotBegun));
    batch.reset(&mut arrays.views()).unwrap();
    let fens = |batch: &Batch| [batch.position(0).fen(), batch.position(1).fen()];
    assert_eq!(fens(&batch), [starts[0].fen(), starts[1].fen()]);
    step_randomly(&mut batch, &mut arrays, &mut random(1));
    assert_eq!(fens(&batch), [starts[2].fen(), starts[0].fen()]);
    batch.set_position(1, &other, None, &mut arrays.views()).unwrap();
    let (board, features) = written(&layout, &other);
    assert_eq!(arrays.boards[board.len()..], board);
    assert_eq!(arrays.features[features.len()..], features);
    let shown = (0..).zip(&arrays.mask[actions.len()..]).filter(|&(_, &legal)| legal).map(|(action, _)| action);
    assert_eq!(shown.collect::<Vec<u32>>(), batch.legal_actions(1));
    let mut mated = other.clone();
    mated.make(mated.parse_move("a1a8").unwrap());
    assert_eq!(batch.set_position(1, &mated, None, &mut arrays.views()), Err(StepError::Over));
    let plain = batch.legal_actions(1)[0];
    assert_eq!(batch.set_position(1, &other, Some(plain), &mut arrays.views()), Err(StepError::NotPending(plain)));
    assert!(Batch::with(&[mated], actions, layout, options).is_err());
    let short = &mut Arrays::default();
    assert_eq!(batch.step(&[0, 0], &mut short.views()), Err(StepError::Arrays));
}
