//! The composer's bench: what it finds is sound, and it knows what a solution shows.

use spielraum_rules::{Color, Position, Rules};
use spielraum_solve::{
    Checkpoint, Composition, Limits, Problem, Solution, Stipulation, Theme, Watch, Wishes, compose, solve,
};
use std::ops::ControlFlow;

fn wishes(rules: &Rules, stipulation: &str) -> Wishes {
    Wishes {
        stipulation: Stipulation::parse(stipulation, rules.board()).unwrap(),
        pieces: (3, 6),
        material: None,
        themes: Vec::new(),
        variations: 1,
        solutions: 1,
        any_key: false,
        duals: true,
        patience: 60,
        seed: 1,
    }
}

/// The first problems of a search.
fn problems(rules: &Rules, wishes: &Wishes, from: Option<&str>, count: usize) -> Vec<Composition> {
    let from = from.map(|fen| Position::from_fen(rules, fen).unwrap());
    let watch = Watch::new(Limits { nodes: Some(20_000_000), ..Limits::default() });
    let mut found = Vec::new();
    let mut keep = |composition: &Composition| {
        found.push(composition.clone());
        if found.len() == count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    compose(rules, wishes, from.as_ref(), &watch, &mut keep).unwrap();
    found
}

fn fens(problems: &[Composition]) -> Vec<String> {
    problems.iter().map(|composition| composition.problem.position.fen()).collect()
}

#[test]
fn what_is_composed_is_sound() {
    for (game, stipulation, count) in [("raumschach", "#2", 1), ("chess", "#2", 1), ("chess", "h#1", 2)] {
        let rules = spielraum_testkit::rules(game);
        let wishes = wishes(&rules, stipulation);
        let found = problems(&rules, &wishes, None, count);
        assert_eq!(found.len(), count, "{game} {stipulation}");
        for Composition { problem, merit, .. } in &found {
            let fen = problem.position.fen();
            let again = Problem::new(&rules, &fen, None, wishes.stipulation.clone(), problem.options.clone()).unwrap();
            let report = solve(&again, &Watch::new(Limits::default()), &mut Checkpoint::default(), &|_, _| ());
            assert!(report.is_unique(), "{fen}");
            let key = report.solutions[0].first_move().unwrap();
            assert_eq!(merit.solutions[0].first_move(), Some(key), "{fen}");
            let mut after = problem.position.clone();
            assert_eq!(after.captured_cell(key), None, "{fen}");
            after.make(key);
            assert!(!after.in_check(), "{fen}");
        }
    }
}

#[test]
fn the_same_seed_finds_the_same() {
    let rules = spielraum_testkit::rules("chess");
    let find = |seed| fens(&problems(&rules, &Wishes { seed, ..wishes(&rules, "h#1") }, None, 2));
    assert_eq!(find(1), find(1));
    assert_ne!(find(1), find(2));
}

#[test]
fn what_is_not_needed_goes() {
    let rules = spielraum_testkit::rules("chess");
    let wishes = Wishes { patience: 0, ..wishes(&rules, "#2") };
    let found = problems(&rules, &wishes, Some("7k/8/5K2/8/8/8/P7/6R1 w - - 0 1"), 1);
    assert_eq!(fens(&found), ["7k/8/5K2/8/8/8/8/6R1 w - - 0 1"]);
    assert!(matches!(&found[0].merit.solutions[..], [Solution::Key(key)] if key.moves == 2));
}

#[test]
fn themes_are_told_from_solutions() {
    let shown = |game: &str, stipulation: &str, fen: &str| {
        let rules = spielraum_testkit::rules(game);
        let wishes = Wishes { patience: 0, any_key: true, pieces: (2, 40), ..wishes(&rules, stipulation) };
        let found = problems(&rules, &wishes, Some(fen), 1);
        assert_eq!(fens(&found), [fen]);
        found[0].merit.themes.clone()
    };
    let star = "5/5/2Q2/5/5|5/5/5/1B3/1k3|2K2/5/5/5/5|5/5/5/5/5|5/5/5/5/5 w - - 0 1";
    assert_eq!(
        shown("raumschach", "#2", star),
        [Theme::ChangeOfLevel, Theme::Echo, Theme::FlightGiving, Theme::Zugzwang]
    );
    assert_eq!(shown("chess", "#1", "6rk/6pp/7N/8/8/8/8/K7 w - - 0 1"), [Theme::ModelMate]);
}

#[test]
fn the_side_to_move_of_a_given_problem_stays() {
    let rules = spielraum_testkit::rules("chess");
    let wishes = Wishes { patience: 0, any_key: true, ..wishes(&rules, "#1") };
    let found = problems(&rules, &wishes, Some("8/8/8/8/8/k7/7r/K7 b - - 0 1"), 1);
    assert_eq!(found[0].problem.position.side_to_move(), Color::Black);
}
