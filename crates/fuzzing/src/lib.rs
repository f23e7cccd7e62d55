//! What the fuzz targets do with hostile text, as plain functions.
//!
//! libFuzzer calls them from `fuzz/fuzz_targets`; the tests of this crate call them with seeds and
//! random changes of seeds, so that they are tried with a stable compiler too. Each function returns
//! what became of the input if all is well, and panics if an invariant is broken.

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

/// No error message about an input is longer, in characters, however long the input.
const LONGEST_MESSAGE: usize = 4_000;

/// No error message about a line of a conversation is longer.
const LONGEST_LINE_MESSAGE: usize = 250;

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is no text, or lacks the line that names a game.
    Unread,
    /// It was refused.
    Refused,
    /// It was understood, and what follows from it holds.
    Accepted,
}

/// Checks the error message of an input that is refused.
fn refused(message: &str) -> Fate {
    check_message(message, LONGEST_MESSAGE);
    Fate::Refused
}

/// An error message is one line, neither empty nor too long.
fn check_message(message: &str, longest: usize) {
    let length = message.chars().count();
    assert!((1..=longest).contains(&length), "a message of {length} characters: {message}");
    assert!(!message.contains('\n'), "{message:?}");
}

/// An untrusted definition: it is refused, or it can be explained and played.
pub fn definition(data: &[u8]) -> Fate {
    let Ok(text) = std::str::from_utf8(data) else { return Fate::Unread };
    let game = match spielraum_catalogue::load(Source::Text { name: "untrusted", text }, &[]) {
        Ok(game) => game,
        Err(report) => {
            let lines = 1 + text.matches('\n').count();
            for fault in report.diagnostics() {
                let length = fault.message().chars().count();
                assert!((1..=LONGEST_MESSAGE).contains(&length), "a message of {length} characters: {fault}");
                let place = fault.place().filter(|(name, ..)| *name == "untrusted");
                assert!(
                    place.is_none_or(|(_, line, _)| (1..=lines).contains(&line)),
                    "{fault} in {place:?} of {lines}"
                );
            }
            assert!(!report.diagnostics().is_empty(), "a refusal has a reason");
            return Fate::Refused;
        }
    };
    let explained = game.explain();
    assert!(explained.lines().count() > game.spec().pieces.len(), "each piece has a line: {explained}");
    let Ok(rules) = game.playable() else { return Fate::Refused };
    let mut position = rules.start();
    let mut dice = Dice::new(data);
    for _ in 0..RANDOM_MOVES {
        check_position(&mut position, &mut dice);
        let moves = position.legal_moves();
        let Some(&m) = dice.pick(&moves) else { break };
        position.make(m);
    }
    Fate::Accepted
}

/// An untrusted position: the first line names a game, the rest is the FEN.
pub fn fen(data: &[u8]) -> Fate {
    let Some((rules, fen)) = games::named(data) else { return Fate::Unread };
    match Position::from_fen(rules, fen) {
        Ok(mut position) => {
            check_position(&mut position, &mut Dice::new(data));
            Fate::Accepted
        }
        Err(error) => refused(&error.to_string()),
    }
}

/// Untrusted moves: the first line names a game, the rest are moves from its start. They are accepted if any is legal.
pub fn moves(data: &[u8]) -> Fate {
    let Some((rules, words)) = games::named(data) else { return Fate::Unread };
    let mut position = rules.start();
    let mut fate = Fate::Refused;
    for word in words.split_whitespace().take(MOST_WORDS) {
        match position.parse_move(word) {
            Ok(m) => {
                assert!(position.is_legal(m), "{word} is legal in {}", position.fen());
                let moves_on = position.outcome_of_position().is_none();
                assert!(moves_on, "{word} is read in a finished game: {}", position.fen());
                position.make(m);
                fate = Fate::Accepted;
            }
            Err(error) => check_message(&error.to_string(), LONGEST_MESSAGE),
        }
    }
    check_position(&mut position, &mut Dice::new(data));
    fate
}

/// An untrusted problem: the first line names a game, the second is the stipulation, the rest the diagram. It is refused,
/// or what is found of it in a short time can be played and written.
pub fn problem(data: &[u8]) -> Fate {
    let Some((rules, text)) = games::named(data) else { return Fate::Unread };
    let (stipulation, fen) = text.split_once('\n').unwrap_or((text, ""));
    let stipulation = match Stipulation::parse(stipulation, rules.board()) {
        Ok(stipulation) => stipulation,
        Err(error) => return refused(&error.to_string()),
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
        Err(error) => return refused(&error.to_string()),
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
    Fate::Accepted
}

/// An untrusted conversation: the first line names a game, each other line is said to an engine. It is understood or
/// refused with a short message, and what it says of positions and moves holds. It is accepted if any line describes a
/// position or a search.
pub fn commands(data: &[u8]) -> Fate {
    let text = String::from_utf8_lossy(data);
    let Some((rules, lines)) = games::named(text.as_bytes()) else { return Fate::Unread };
    let mut fate = Fate::Refused;
    for line in lines.lines().take(MOST_LINES) {
        let (described, searched) = match Command::parse(line) {
            Ok(Command::Position(described)) => (described, Vec::new()),
            Ok(Command::Go(go)) => {
                let start = spielraum_uci::Position { base: Base::Start, moves: Vec::new() };
                (start, go.search_moves.unwrap_or_default())
            }
            Ok(_) => continue,
            Err(error) => {
                check_message(&error.to_string(), LONGEST_LINE_MESSAGE);
                continue;
            }
        };
        fate = Fate::Accepted;
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
    fate
}
