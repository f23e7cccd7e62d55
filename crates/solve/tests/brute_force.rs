//! The solver against a slow, obvious one that knows nothing but legal moves and their outcomes, on random positions of few
//! pieces in several games.

use rand::Rng;
use rand::rngs::StdRng;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Move, Position, Reason, Rules, Setup};
use spielraum_solve::{Checkpoint, Limits, Options, Problem, Report, Solution, Stipulation, Stopped, Watch, solve};
use spielraum_testkit::rand;

/// The moves of a position in which nobody has won.
fn moves(position: &mut Position) -> Vec<Move> {
    position.continuations()
}

fn is_mate(position: &mut Position) -> bool {
    position.outcome_of_position().is_some_and(|outcome| outcome.reason == Reason::Checkmate)
}

fn is_stalemate(position: &mut Position) -> bool {
    moves(position).is_empty()
        && !is_mate(position)
        && position.outcome_of_position().is_none_or(|o| o.reason.code() == "no-moves")
}

fn is_win(position: &mut Position) -> bool {
    let mover = !position.side_to_move();
    position.outcome_of_position().is_some_and(|outcome| outcome.winner == Some(mover))
}

type Goal = fn(&mut Position) -> bool;

/// Whether the side to move reaches the goal within this many moves.
fn direct(position: &mut Position, goal: Goal, left: u16, first: Option<Move>) -> bool {
    let tried = first.map_or_else(|| moves(position), |m| vec![m]);
    tried.into_iter().any(|m| {
        position.make(m);
        let replies = moves(position);
        let solved = goal(position)
            || (left > 1
                && !replies.is_empty()
                && replies.into_iter().all(|reply| {
                    position.make(reply);
                    let solved = direct(position, goal, left - 1, None);
                    position.unmake();
                    solved
                }));
        position.unmake();
        solved
    })
}

/// Whether the side to move makes the other one reach the goal within this many moves.
fn compelled(position: &mut Position, goal: Goal, left: u16, first: Option<Move>) -> bool {
    let tried = first.map_or_else(|| moves(position), |m| vec![m]);
    tried.into_iter().any(|m| {
        position.make(m);
        let replies = moves(position);
        let solved = !replies.is_empty()
            && replies.into_iter().all(|reply| {
                position.make(reply);
                let solved = goal(position) || (left > 1 && compelled(position, goal, left - 1, None));
                position.unmake();
                solved
            });
        position.unmake();
        solved
    })
}

/// The lines of this many half moves of which the last reaches the goal.
fn helped(position: &mut Position, goal: Goal, plies: u16, line: &mut Vec<Move>, found: &mut Vec<Vec<Move>>) {
    for m in moves(position) {
        position.make(m);
        line.push(m);
        if plies > 1 {
            helped(position, goal, plies - 1, line, found);
        } else if goal(position) {
            found.push(line.clone());
        }
        line.pop();
        position.unmake();
    }
}

/// The lines of a series of this many moves, without check before the last, that reaches the goal.
fn series(position: &mut Position, goal: Goal, left: u16, line: &mut Vec<Move>, found: &mut Vec<Vec<Move>>) {
    for m in moves(position) {
        position.make(m);
        line.push(m);
        if left > 1 && !position.in_check() && !matches!(position.decided(), Some(Some(_))) {
            let mut setup = position.setup();
            setup.side = !setup.side;
            setup.en_passant = None;
            if let Ok(mut next) = Position::new(position.rules(), setup) {
                series(&mut next, goal, left - 1, line, found);
            }
        } else if left == 1 && goal(position) {
            found.push(line.clone());
        }
        line.pop();
        position.unmake();
    }
}

/// A position of both royals and some other pieces at random places.
fn random_position(random: &mut StdRng, rules: &Rules, pieces: usize) -> Position {
    let spec = rules.spec();
    loop {
        let mut setup: Setup = rules.start().setup();
        setup.placement.fill(None);
        setup.castling.clear();
        for held in [&mut setup.hands.white, &mut setup.hands.black] {
            held.clear();
        }
        setup.side = if random.random() { Color::White } else { Color::Black };
        for color in Color::BOTH {
            let cell = random.random_range(0..setup.placement.len());
            setup.placement[cell] = spec.royals().next().map(|royal| (color.into(), royal));
        }
        for _ in 0..pieces {
            let kind = random.random_range(0..spec.pieces.len());
            let color = if random.random() { Color::White } else { Color::Black };
            let cell = random.random_range(0..setup.placement.len());
            if !spec.pieces[kind].royal && setup.placement[cell].is_none() {
                setup.placement[cell] = Some((color.into(), PieceType(kind as u8)));
            }
        }
        if let Ok(position) = Position::new(rules, setup) {
            return position;
        }
    }
}

fn report(position: &Position, stipulation: &str, threads: usize) -> Report {
    let rules = position.rules();
    let stipulation = Stipulation::parse(stipulation, rules.board()).unwrap();
    let options = Options { threads, max_solutions: usize::MAX, ..Options::default() };
    let problem = Problem::new(rules, &position.fen(), None, stipulation, options).unwrap();
    let report = solve(&problem, &Watch::new(Limits::default()), &mut Checkpoint::default(), &|_, _| ());
    assert_eq!(report.stopped, None);
    report
}

fn keys(report: &Report) -> Vec<Move> {
    report.solutions.iter().filter_map(Solution::first_move).collect()
}

fn lines(report: &Report) -> Vec<Vec<Move>> {
    let line = |solution: &Solution| match solution {
        Solution::Line(line) => line.moves.iter().copied().flatten().collect(),
        Solution::Key(_) => panic!("a line is expected"),
    };
    report.solutions.iter().map(line).collect()
}

/// Compares everything on this many positions; how many of them had a solution.
fn compare(id: &str, pieces: usize, positions: usize) -> usize {
    let rules = spielraum_testkit::rules(id);
    let random = &mut spielraum_testkit::random(7);
    let mut solved = 0;
    for _ in 0..positions {
        let position = random_position(random, &rules, pieces);
        let start = &mut position.clone();
        let goals: [(&str, Goal); 3] = [("#", is_mate), ("=", is_stalemate), ("win", is_win)];
        for (sign, goal) in goals {
            for length in 1..=2 {
                let expected: Vec<Move> =
                    moves(start).into_iter().filter(|&m| direct(start, goal, length, Some(m))).collect();
                assert_eq!(
                    keys(&report(&position, &format!("{sign}{length}"), 1)),
                    expected,
                    "{sign}{length} {}",
                    position.fen()
                );
                solved += expected.len();
            }
            let expected: Vec<Move> =
                moves(start).into_iter().filter(|&m| compelled(start, goal, 1, Some(m))).collect();
            assert_eq!(keys(&report(&position, &format!("s{sign}1"), 1)), expected, "s{sign}1 {}", position.fen());
            solved += expected.len();
            let mut long = Vec::new();
            helped(start, goal, 2, &mut Vec::new(), &mut long);
            assert_eq!(lines(&report(&position, &format!("h{sign}1"), 2)), long, "h{sign}1 {}", position.fen());
            if pieces < 10 {
                let mut longer = Vec::new();
                for plies in [1, 3] {
                    helped(start, goal, plies, &mut Vec::new(), &mut longer);
                }
                let found = lines(&report(&position, &format!("h{sign}1.5"), 1));
                assert_eq!(found, longer, "h{sign}1.5 {}", position.fen());
                solved += longer.len();
            }
            let (mut twice, mut once) = (Vec::new(), Vec::new());
            series(start, goal, 1, &mut Vec::new(), &mut once);
            series(start, goal, 2, &mut Vec::new(), &mut twice);
            once.extend(twice);
            assert_eq!(lines(&report(&position, &format!("ser-{sign}2"), 2)), once, "ser-{sign}2 {}", position.fen());
            solved += long.len() + once.len();
        }
    }
    solved
}

#[test]
fn the_lines_listed_are_the_same_for_any_number_of_threads() {
    let rules = spielraum_testkit::rules("chess");
    for max_solutions in [1, 7, 40] {
        let answers = [1, 2, 3].map(|threads| {
            let options = Options { threads, max_solutions, ..Options::default() };
            let stipulation = Stipulation::parse("h#2", rules.board()).unwrap();
            let problem = Problem::new(&rules, "7k/6pp/8/8/8/8/R7/KQ6", None, stipulation, options).unwrap();
            let report = solve(&problem, &Watch::new(Limits::default()), &mut Checkpoint::default(), &|_, _| ());
            (lines(&report), report.stopped)
        });
        assert_eq!(answers[0].0.len(), max_solutions);
        assert_eq!(answers[0].1, Some(Stopped::Solutions));
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0], answers[2]);
    }
}

#[test]
fn castling_and_en_passant_are_goals() {
    let rules = spielraum_testkit::rules("chess");
    let found = |fen: &str, stipulation: &str| {
        let position = Position::from_fen(&rules, fen).unwrap();
        let keys = keys(&report(&position, stipulation, 1));
        keys.into_iter().map(|m| position.move_text(m)).collect::<Vec<_>>()
    };
    assert_eq!(found("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "00 1"), ["e1c1"]);
    assert_eq!(found("4k3/4n3/8/3pP3/8/8/8/4K3 w - d6 0 1", "ep 1"), ["e5d6"]);
    assert_eq!(found("4k3/4n3/8/3pP3/8/8/8/4K3 w - - 0 1", "ep 1"), [""; 0]);
}

#[test]
fn a_game_that_is_over_has_the_moves_that_it_would_have() {
    let count = |game: &str, fen: &str, stipulation: &str| {
        let position = Position::from_fen(&spielraum_testkit::rules(game), fen).unwrap();
        report(&position, stipulation, 1).solutions.len()
    };
    // Two kings alone are a draw, but the one that is to move can move.
    let capture = "7k/8/8/4p3/3K4/8/8/8 w - - 0 1";
    assert_eq!(count("chess", capture, "=1"), 0);
    // The third check wins and mates only if there is no way out.
    assert_eq!(count("3check", "7k/8/8/8/8/8/8/K5R1 w - - 1+3 0 1", "#1"), 0);
    assert_eq!(count("3check", "7k/8/6K1/8/8/8/8/R7 w - - 1+3 0 1", "#1"), 1);
}

#[test]
fn flat_games_are_solved_as_by_trying_everything() {
    assert!(compare("chess", 5, 40) > 20);
    assert!(compare("minixiangqi", 5, 20) > 5);
}

#[test]
fn games_in_space_are_solved_as_by_trying_everything() {
    assert!(compare("raumschach", 12, 3) > 0);
}
