//! What `spielraum solve --json` prints.

use serde::Serialize;
use spielraum_catalogue::Game;
use spielraum_rules::{Move, Position};
use spielraum_solve::{Attack, Defence, Problem, Report, Solution};

/// Everything that was found out about a problem.
#[derive(Serialize)]
pub struct Answer {
    game: String,
    fen: String,
    stipulation: String,
    /// Keys, or the first moves of all lines; sorted.
    first_moves: Vec<String>,
    solutions: Vec<Found>,
    complete: Complete,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    set_play: Vec<Found>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tries: Vec<Attempt>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplex: Option<Box<Answer>>,
    nodes: u64,
    seconds: f64,
}

/// `true`, or why not everything was searched.
#[derive(Serialize)]
#[serde(untagged)]
enum Complete {
    Whole(bool),
    Stopped(String),
}

/// A solution or a piece of set play.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Found {
    Key(Key),
    Line { moves: Vec<Option<String>> },
    Defence(Reply),
}

#[derive(Serialize)]
pub struct Key {
    key: String,
    moves: u16,
    goal: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    threats: Vec<Key>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Reply>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
}

#[derive(Serialize)]
pub struct Reply {
    defence: String,
    goal: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    answers: Vec<Key>,
}

#[derive(Serialize)]
struct Attempt {
    #[serde(flatten)]
    attempt: Key,
    refutations: Vec<String>,
}

/// The answer to a problem.
pub fn answer(game: &Game, problem: &Problem, report: &Report) -> Answer {
    let start = &problem.position;
    let other = problem.with_other_side();
    let mut first_moves: Vec<String> =
        report.solutions.iter().filter_map(Solution::first_move).map(|m| start.move_text(m)).collect();
    first_moves.sort_unstable();
    first_moves.dedup();
    let set_play = other.iter().flat_map(|other| {
        let start = &other.position;
        let defences = report.set_defences.iter().map(|defence| Found::Defence(reply(&mut start.clone(), defence)));
        defences.chain(report.set_lines.iter().map(|found| Found::Line { moves: found.texts(start) }))
    });
    Answer {
        game: game.id().to_owned(),
        fen: start.fen(),
        stipulation: problem.stipulation.text(game.rules().board()),
        first_moves,
        solutions: solutions(start, &report.solutions),
        complete: report.stopped.map_or(Complete::Whole(true), |why| Complete::Stopped(why.to_string())),
        set_play: set_play.collect(),
        tries: report
            .tries
            .iter()
            .map(|attempt| Attempt {
                attempt: key(&mut start.clone(), &attempt.attack),
                refutations: after(start, attempt.attack.m, &attempt.refutations),
            })
            .collect(),
        duplex: other
            .as_ref()
            .zip(report.duplex.as_deref())
            .map(|(other, report)| Box::new(answer(game, other, report))),
        nodes: report.nodes,
        seconds: report.elapsed.as_secs_f64(),
    }
}

/// Solutions with all that is known of them.
pub fn solutions(start: &Position, solutions: &[Solution]) -> Vec<Found> {
    let found = |solution: &Solution| match solution {
        Solution::Key(attack) => Found::Key(key(&mut start.clone(), attack)),
        Solution::Line(found) => Found::Line { moves: found.texts(start) },
    };
    solutions.iter().map(found).collect()
}

fn after(start: &Position, m: Move, replies: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    position.make_unchecked(m);
    replies.iter().map(|&reply| position.move_text(reply)).collect()
}

fn key(position: &mut Position, attack: &Attack) -> Key {
    let text = position.move_text(attack.m);
    position.make_unchecked(attack.m);
    let threats = if attack.threats.is_empty() {
        Vec::new()
    } else {
        position.make_null();
        let threats = attack.threats.iter().map(|threat| key(position, threat)).collect();
        position.unmake();
        threats
    };
    let variations = attack.defences.iter().map(|defence| reply(position, defence)).collect();
    position.unmake();
    Key { key: text, moves: attack.moves, goal: attack.goal, threats, variations, cut: attack.cut }
}

fn reply(position: &mut Position, defence: &Defence) -> Reply {
    let text = position.move_text(defence.m);
    position.make_unchecked(defence.m);
    let answers = defence.answers.iter().map(|answer| key(position, answer)).collect();
    position.unmake();
    Reply { defence: text, goal: defence.goal, answers }
}
