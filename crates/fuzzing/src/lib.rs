//! What the fuzz targets do with hostile text, as plain functions.
//!
//! libFuzzer calls them from `fuzz/fuzz_targets`; the tests of this crate call them with seeds and
//! random changes of seeds, so that they are tried with a stable compiler too. Each function returns
//! if all is well and panics if an invariant is broken.

mod dice;
mod games;
mod invariants;
pub mod mutate;
pub mod seeds;

use dice::Dice;
use invariants::check_position;
use spielraum_catalogue::{Compile, Source};
use spielraum_rules::Position;
use spielraum_solve::{Checkpoint, Journal, Limits, Options, Problem, Solution, Stipulation, Watch, solve};
use spielraum_uci::{Base, Command, move_text, parse_move};
use std::time::Duration;

/// How many moves of a random game are made with a definition that turns out to be sound.
const RANDOM_MOVES: usize = 8;

/// How many words of a move text are tried.
const MOST_WORDS: usize = 64;

/// How many lines of a conversation are tried.
const MOST_LINES: usize = 16;

/// How long a problem is solved.
const SOLVED_FOR: Duration = Duration::from_millis(10);

/// No complaint about a line is longer, in characters, however long the line.
const LONGEST_COMPLAINT: usize = 250;

/// A definition from a stranger: it is refused, or it can be explained and played.
pub fn definition(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let game = match spielraum_catalogue::load(Source::Text { name: "stranger", text }, &[]) {
        Ok(game) => game,
        Err(report) => return assert!(!report.to_string().is_empty(), "a report says something"),
    };
    assert!(!game.explain().is_empty());
    let Ok(rules) = game.rules() else { return };
    let mut position = rules.start();
    let mut dice = Dice::new(data);
    for _ in 0..RANDOM_MOVES {
        check_position(&mut position, &mut dice);
        let moves = position.legal_moves();
        let Some(&m) = dice.pick(&moves) else { break };
        position.make(m);
    }
}

/// A position from a stranger: the first line names a game, the rest is the FEN.
pub fn fen(data: &[u8]) {
    let Some((rules, fen)) = games::named(data) else { return };
    match Position::from_fen(rules, fen) {
        Ok(mut position) => check_position(&mut position, &mut Dice::new(data)),
        Err(error) => assert!(!error.to_string().is_empty(), "an error says something"),
    }
}

/// Moves from a stranger: the first line names a game, the rest are moves from its start.
pub fn moves(data: &[u8]) {
    let Some((rules, words)) = games::named(data) else { return };
    let mut position = rules.start();
    for word in words.split_whitespace().take(MOST_WORDS) {
        let before = position.fen();
        match position.parse_move(word) {
            Ok(m) => {
                assert!(position.is_legal(m), "{word} is legal in {before}");
                position.make(m);
                position.outcome();
            }
            Err(error) => {
                assert!(!error.to_string().is_empty(), "an error says something");
                assert_eq!(position.fen(), before, "reading a move changes nothing");
            }
        }
    }
    check_position(&mut position, &mut Dice::new(data));
}

/// A problem from a stranger: the first line names a game, the second is the stipulation, the rest the diagram. It is
/// refused, or what is found of it in a short time can be played and told.
pub fn problem(data: &[u8]) {
    let Some((rules, text)) = games::named(data) else { return };
    let (stipulation, fen) = text.split_once('\n').unwrap_or((text, ""));
    let stipulation = match Stipulation::parse(stipulation, rules.board()) {
        Ok(stipulation) => stipulation,
        Err(error) => return assert!(!error.to_string().is_empty(), "an error says something"),
    };
    let written = stipulation.text(rules.board());
    assert_eq!(Stipulation::parse(&written, rules.board()).as_ref(), Ok(&stipulation), "{written}");
    let options = Options {
        set_play: true,
        refutations: 1,
        variations: 20,
        duplex: true,
        max_solutions: 4,
        memory: 1 << 16,
        threads: 1,
        ..Options::default()
    };
    let start = rules.spec().start_fen();
    let fen = if fen.trim().is_empty() { &start } else { fen };
    let problem = match Problem::new(rules, fen, None, stipulation, options) {
        Ok(problem) => problem,
        Err(error) => return assert!(!error.to_string().is_empty(), "an error says something"),
    };
    let watch = Watch::new(Limits { time: Some(SOLVED_FOR), ..Limits::default() });
    let report = solve(&problem, &watch, &mut Checkpoint::default(), &|_, _| ());
    assert!(report.solutions.len() <= 4 && report.tries.len() <= 4);
    for first in report.solutions.iter().filter_map(Solution::first_move) {
        // Double mates may leave a royal attacked.
        let allowed = problem.position.is_legal(first) || written.contains("##");
        assert!(allowed, "{written}: {} in {}", problem.position.move_text(first), problem.position.fen());
    }
    Journal::new(&problem).text(&report);
}

/// A conversation with a stranger: the first line names a game, each other line is said to an engine. It is understood
/// or refused in one short line, and what it says of positions and moves holds.
pub fn commands(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Some((rules, lines)) = games::named(text.as_bytes()) else { return };
    for line in lines.lines().take(MOST_LINES) {
        let (described, searched) = match Command::parse(line) {
            Ok(Command::Position(described)) => (described, Vec::new()),
            Ok(Command::Go(go)) => {
                let start = spielraum_uci::Position { base: Base::Start, moves: Vec::new() };
                (start, go.search_moves.unwrap_or_default())
            }
            Ok(_) => continue,
            Err(error) => {
                let told = error.to_string();
                assert!(!told.is_empty() && !told.contains('\n') && told.chars().count() < LONGEST_COMPLAINT, "{told}");
                continue;
            }
        };
        let mut position = match &described.base {
            Base::Start => rules.start(),
            Base::Fen(fen) => match Position::from_fen(rules, fen) {
                Ok(position) => position,
                Err(_) => continue,
            },
        };
        for text in described.moves.iter().take(MOST_WORDS) {
            let Ok(m) = parse_move(&position, text) else { break };
            let written = move_text(&position, m);
            assert_eq!(parse_move(&position, &written), Ok(m), "{text} is {written} in {}", position.fen());
            position.make(m);
        }
        for text in searched.iter().take(MOST_WORDS) {
            if let Ok(m) = parse_move(&position, text) {
                assert!(position.is_legal(m), "{text} in {}", position.fen());
            }
        }
    }
}
