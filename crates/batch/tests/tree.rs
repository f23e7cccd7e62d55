//! The tree search; its visits are compared with a plain one in Python (crates/python/tests/test_search.py).

use spielraum_batch::{Actions, EvaluationError, Layout, Noise, TreeOptions, TreeSearch};
use spielraum_rules::Position;
use std::sync::Arc;

fn search(positions: &[Position], options: TreeOptions) -> TreeSearch {
    let rules = positions[0].rules();
    let positions = positions.iter().map(|position| (position.clone(), None));
    TreeSearch::new(positions, Arc::new(Actions::of(rules)), Arc::new(Layout::of(rules)), options).unwrap()
}

/// Searches with nothing known of any position.
fn run(search: &mut TreeSearch, actions: usize) {
    loop {
        let round = search.round();
        if round.leaves == 0 {
            return;
        }
        search.evaluated(&vec![0.0; round.leaves * actions], &vec![0.0; round.leaves]).unwrap();
    }
}

#[test]
fn noise_is_spread_as_the_distribution_says() {
    let rules = spielraum_testkit::rules("chess");
    for alpha in [0.3, 1.0, 5.0] {
        let noise = Some(Noise { alpha, share: 1.0 });
        let mut search = search(&vec![rules.start(); 400], TreeOptions { visits: 1, noise, ..TreeOptions::default() });
        run(&mut search, Actions::of(&rules).len());
        let (mut squares, count) = (0.0, 20.0);
        for position in 0..search.len() {
            let priors: Vec<f64> = search.tried(position).map(|tried| f64::from(tried.prior)).collect();
            assert!((priors.iter().sum::<f64>() - 1.0).abs() < 1e-5 && priors.len() == 20);
            squares += priors.iter().map(|prior| (prior - 1.0 / count).powi(2)).sum::<f64>() / count;
        }
        let expected = (count - 1.0) / (count * count * (f64::from(alpha) * count + 1.0));
        let variance = squares / search.len() as f64;
        assert!((variance / expected - 1.0).abs() < 0.2, "{alpha}: variance {variance}, not {expected}");
    }
}

#[test]
fn every_visit_counts_once() {
    let rules = spielraum_testkit::rules("minixiangqi");
    for leaves in [1, 7, 64] {
        let options = TreeOptions { visits: 100, leaves, threads: 2, ..TreeOptions::default() };
        let mut search = search(&[rules.start(), rules.start()], options);
        run(&mut search, Actions::of(&rules).len());
        for position in 0..2 {
            assert_eq!(search.tried(position).map(|tried| tried.visits).sum::<u32>(), 100, "{leaves}");
            assert_eq!(search.value(position), 0.0);
        }
    }
}

#[test]
fn evaluations_that_do_not_fit_are_refused() {
    let rules = spielraum_testkit::rules("minixiangqi");
    let actions = Actions::of(&rules).len();
    let mut search = search(&[rules.start()], TreeOptions::default());
    assert_eq!(search.round().leaves, 1);
    let good = vec![0.0; actions];
    assert!(matches!(search.evaluated(&good, &[]), Err(EvaluationError::Number { leaves: 1, .. })));
    assert!(matches!(search.evaluated(&good[1..], &[0.0]), Err(EvaluationError::Number { .. })));
    assert_eq!(search.evaluated(&good, &[1.5]), Err(EvaluationError::Value(1.5)));
    assert!(matches!(search.evaluated(&vec![f32::NAN; actions], &[0.0]), Err(EvaluationError::Logit(_))));
    assert_eq!(search.evaluated(&good, &[1.0]), Ok(()));
}
