//! Conditional moves of random games: what they answer is legal, and it is what the lines say.

use proptest::prelude::*;
use spielraum_catalogue::{Compile, Source, load};
use spielraum_play::{MOST_LINES, MOST_PLIES, Plan, PlanFault};
use spielraum_rules::Position;
use std::collections::BTreeMap;

/// Games that differ in what a move is: drops, a board in space, turns of two parts.
const GAMES: [&str; 4] = ["chess", "crazyhouse", "raumschach", "duck"];

fn start(game: &str) -> Position {
    load(Source::Builtin(game), &[]).unwrap().rules().unwrap().start()
}

fn texts(line: &[&str]) -> Vec<String> {
    line.iter().map(|text| (*text).to_owned()).collect()
}

/// Chess after White's first move, with lines for White.
fn of_chess(lines: &[&[&str]]) -> Result<Option<Plan>, PlanFault> {
    let mut position = start("chess");
    let by = position.side_to_move();
    position.make(position.parse_move("e2e4").unwrap());
    Plan::new(&position, by, &lines.iter().map(|line| texts(line)).collect::<Vec<_>>())
}

#[test]
fn a_plan_goes_on_as_long_as_its_conditions_are_met() {
    let plan =
        of_chess(&[&["e5", "Nf3", "Nc6", "Bb5"], &["c7c5", "g1f3"], &["e5", "Nf3", "d6", "d4"]]).unwrap().unwrap();
    assert_eq!(plan.lines()[0], texts(&["e7e5", "g1f3", "b8c6", "f1b5"]));
    assert_eq!(plan.after("d7d5"), None);
    let met = plan.after("e7e5").unwrap();
    assert_eq!((met.lines().len(), met.answer()), (2, Some("g1f3")));
    // Another move than the one that was planned ends it.
    assert_eq!(met.after("d2d4"), None);
    let waits = met.after("g1f3").unwrap();
    assert_eq!(waits.after("d7d6").unwrap().answer(), Some("d2d4"));
    assert_eq!(plan.after("c7c5").unwrap().after("g1f3"), None);
}

#[test]
fn what_is_no_plan_is_refused_with_the_reason() {
    assert_eq!(of_chess(&[]), Ok(None));
    assert_eq!(of_chess(&[&["e5", "Nf3"], &["e5", "Nc3"]]), Err(PlanFault::Ambiguous(1, 2)));
    assert_eq!(of_chess(&[&["e5", "Nf3"], &["e5"]]), Err(PlanFault::NoAnswer(2)));
    assert_eq!(of_chess(&[&[]]), Err(PlanFault::NoAnswer(1)));
    assert!(matches!(of_chess(&[&["e5", "Ke3"]]), Err(PlanFault::Illegal { line: 1, ply: 2, .. })));
    assert_eq!(of_chess(&vec![&["e5", "Nf3"][..]; MOST_LINES + 1]), Err(PlanFault::TooMany));
    let round = ["Nf6", "Nf3", "Ng8", "Ng1"];
    let long: Vec<&str> = round.iter().copied().cycle().take(MOST_PLIES + 2).collect();
    assert_eq!(of_chess(&[&long]), Err(PlanFault::TooLong(1)));
    // The same line twice is one.
    assert_eq!(of_chess(&[&["e5", "Nf3"], &["e7e5", "g1f3"]]).unwrap().unwrap().lines().len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn answers_are_legal_and_those_of_the_lines(
        game in 0..GAMES.len(),
        before in 1..6_usize,
        choices in prop::collection::vec(prop::collection::vec(0..1_000_usize, 2..8), 1..6),
        played in prop::collection::vec(0..1_000_usize, 8),
    ) {
        let mut position = start(GAMES[game]);
        let by = position.side_to_move();
        // A few moves, until the other side is to move.
        for n in 0..before + 4 {
            let moves = position.legal_moves();
            prop_assume!(!moves.is_empty() && position.outcome().is_none());
            if n >= before && position.side_to_move() != by {
                break;
            }
            position.make(moves[n * 7 % moves.len()]);
        }
        prop_assume!(position.side_to_move() != by);
        // Lines that agree in their answers: to the same moves the first one's.
        let mut answers: BTreeMap<Vec<String>, String> = BTreeMap::new();
        let mut lines = Vec::new();
        for choice in choices {
            let (mut at, mut line, mut end) = (position.clone(), Vec::new(), 0);
            for n in choice {
                let moves = at.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let own = at.side_to_move() == by;
                // Few conditions, so that lines meet.
                let text = at.move_text(moves[if own { n } else { n % 3 } % moves.len()]);
                let text = if own { answers.entry(line.clone()).or_insert(text).clone() } else { text };
                at.make(at.parse_move(&text).unwrap());
                line.push(text);
                end = if own { line.len() } else { end };
            }
            line.truncate(end);
            if !line.is_empty() {
                lines.push(line);
            }
        }
        let mut plan = Plan::new(&position, by, &lines).unwrap();
        prop_assert_eq!(plan.is_none(), lines.is_empty());
        let mut made: Vec<String> = Vec::new();
        for n in played {
            let rest: Vec<&Vec<String>> =
                lines.iter().filter(|line| line.len() > made.len() && line.starts_with(&made)).collect();
            prop_assert_eq!(plan.is_some(), !rest.is_empty());
            let Some(now) = plan else { break };
            let moves = position.legal_moves();
            let text = match position.side_to_move() == by {
                true => {
                    let answer = now.answer().unwrap().to_owned();
                    prop_assert!(rest.iter().all(|line| line[made.len()] == answer));
                    answer
                }
                // Often one that a line has.
                false if n % 4 > 0 => rest[n % rest.len()][made.len()].clone(),
                false => position.move_text(moves[n % moves.len()]),
            };
            position.make(position.parse_move(&text).unwrap());
            plan = now.after(&text);
            made.push(text);
        }
    }
}
