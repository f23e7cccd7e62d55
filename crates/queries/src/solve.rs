//! Problems: what was asked, as the solver takes it, and what it has found, as clients receive it.

use crate::Refusal;
use crate::replay::LONGEST_FEN;
use spielraum_rules::{Position, Rules};
use spielraum_solve::{Attack, Defence, Journal, Line, Options, Problem, ProblemError, Report, Stipulation, Stopped};
use spielraum_wire::{
    Complete, Solution, SolveRequest, SolveStopped, Solved, SolvedDefence, SolvedKey, SolvedLine, SolvedTry,
};

/// The longest stipulation in bytes.
const LONGEST_STIPULATION: usize = 64;

/// The longest a problem is solved, in seconds.
const MOST_SECONDS: u8 = 20;

/// The most refutations of a try.
const MOST_REFUTATIONS: u8 = 4;

/// The lines of a key's variations that are reported at most, and the keys.
const MOST_VARIATIONS: usize = 1_000;
const MOST_KEYS: usize = 32;

/// The lines of play that are reported at most, and the half moves of all of them together.
const MOST_LINES: usize = 200;
const MOST_HALF_MOVES: usize = 20_000;

/// The problem that is asked about; the solver may use this many bytes for its table, and one thread.
pub fn problem(rules: &Rules, asked: &SolveRequest, memory: usize) -> Result<Problem, Refusal> {
    if !(1..=MOST_SECONDS).contains(&asked.seconds) || asked.tries > MOST_REFUTATIONS {
        let message = format!(
            "A problem is solved for 1 to {MOST_SECONDS} seconds, with tries of at most {MOST_REFUTATIONS} refutations."
        );
        return Err(Refusal::new("bad-limits", message));
    }
    if asked.stipulation.len() > LONGEST_STIPULATION {
        return Err(Refusal::new("bad-stipulation", format!("A stipulation has at most {LONGEST_STIPULATION} bytes.")));
    }
    let stipulation = Stipulation::parse(&asked.stipulation, rules.board())
        .map_err(|error| Refusal::new("bad-stipulation", error))?;
    let diagrams = [&asked.fen, &asked.to];
    if diagrams.into_iter().flatten().any(|fen| fen.len() > LONGEST_FEN) {
        return Err(Refusal::new("bad-fen", format!("A FEN has at most {} KB.", LONGEST_FEN / 1024)));
    }
    let max_solutions = if stipulation.is_battle() {
        MOST_KEYS
    } else {
        let half_moves = 2 * usize::from(stipulation.length.moves) + 2;
        (MOST_HALF_MOVES / half_moves).clamp(1, MOST_LINES)
    };
    let options = Options {
        set_play: asked.set_play,
        refutations: asked.tries.into(),
        variations: MOST_VARIATIONS,
        duplex: asked.duplex,
        max_solutions,
        threads: 1,
        memory,
        ..Options::default()
    };
    let start = rules.spec().start_fen();
    let fen = asked.fen.as_deref().unwrap_or(&start);
    Problem::new(rules, fen, asked.to.as_deref(), stipulation, options).map_err(|error| {
        let code = match error {
            ProblemError::Diagram(_) => "bad-fen",
            ProblemError::NoTarget | ProblemError::Target => "bad-stipulation",
            ProblemError::Turns | ProblemError::Neutrals | ProblemError::NoRoyal | ProblemError::DoubleMate => {
                "not-solvable"
            }
        };
        Refusal::new(code, error)
    })
}

/// What was found out about a problem of a game, with its text.
pub fn solved_with_text(game: &str, problem: &Problem, report: &Report) -> Solved {
    Solved { text: Some(Journal::new(problem).text(report)), ..solved(game, problem, report) }
}

/// What was found out about a problem of a game.
pub fn solved(game: &str, problem: &Problem, report: &Report) -> Solved {
    let start = &problem.position;
    let other = problem.with_other_side();
    let mut first_moves: Vec<String> =
        report.solutions.iter().filter_map(spielraum_solve::Solution::first_move).map(|m| start.move_text(m)).collect();
    first_moves.sort_unstable();
    first_moves.dedup();
    let set_play = other.iter().flat_map(|other| {
        let start = &other.position;
        let defences = report.set_defences.iter().map(|told| Solution::Defence(defence(&mut start.clone(), told)));
        defences.chain(report.set_lines.iter().map(|found| Solution::Line(line(found, start))))
    });
    Solved {
        game: game.to_owned(),
        fen: start.fen(),
        stipulation: problem.stipulation.text(start.rules().board()),
        first_moves,
        solutions: solutions(start, &report.solutions),
        complete: report.stopped.map_or(Complete::Whole(true), |stopped| Complete::Stopped(stopped.to_string())),
        stopped: report.stopped.map(why),
        set_play: set_play.collect(),
        tries: report
            .tries
            .iter()
            .map(|attempt| {
                let mut position = start.clone();
                let tried = key(&mut position, &attempt.attack);
                position.make_unchecked(attempt.attack.m);
                SolvedTry {
                    attempt: tried,
                    refutations: attempt.refutations.iter().map(|&reply| position.move_text(reply)).collect(),
                    refutation_sans: position.sans(&attempt.refutations),
                }
            })
            .collect(),
        duplex: other
            .as_ref()
            .zip(report.duplex.as_deref())
            .map(|(other, report)| Box::new(solved(game, other, report))),
        nodes: report.nodes,
        seconds: report.elapsed.as_secs_f64(),
        text: None,
    }
}

/// Solutions with all that is known of them.
pub fn solutions(start: &Position, solutions: &[spielraum_solve::Solution]) -> Vec<Solution> {
    let told = |solution: &spielraum_solve::Solution| match solution {
        spielraum_solve::Solution::Key(attack) => Solution::Key(key(&mut start.clone(), attack)),
        spielraum_solve::Solution::Line(found) => Solution::Line(line(found, start)),
    };
    solutions.iter().map(told).collect()
}

fn why(stopped: Stopped) -> SolveStopped {
    match stopped {
        Stopped::Time => SolveStopped::Time,
        Stopped::Nodes => SolveStopped::Nodes,
        Stopped::Solutions => SolveStopped::Solutions,
        Stopped::Tries => SolveStopped::Tries,
        Stopped::Interrupted => SolveStopped::Interrupted,
    }
}

fn line(found: &Line, start: &Position) -> SolvedLine {
    SolvedLine { moves: found.texts(start), sans: found.sans(start) }
}

fn key(position: &mut Position, attack: &Attack) -> SolvedKey {
    let (text, san) = (position.move_text(attack.m), position.san(attack.m));
    position.make_unchecked(attack.m);
    let threats = if attack.threats.is_empty() {
        Vec::new()
    } else {
        position.make_null();
        let threats = attack.threats.iter().map(|threat| key(position, threat)).collect();
        position.unmake();
        threats
    };
    let variations = attack.defences.iter().map(|told| defence(position, told)).collect();
    position.unmake();
    SolvedKey { key: text, san, moves: attack.moves, goal: attack.goal, threats, variations, cut: attack.cut }
}

fn defence(position: &mut Position, defence: &Defence) -> SolvedDefence {
    let (text, san) = (position.move_text(defence.m), position.san(defence.m));
    position.make_unchecked(defence.m);
    let answers = defence.answers.iter().map(|answer| key(position, answer)).collect();
    position.unmake();
    SolvedDefence { defence: text, san, goal: defence.goal, answers }
}
