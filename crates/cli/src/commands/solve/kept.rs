//! Files of problems with their solutions (docs/problems.md): read, written, and compared with what is found.

use crate::failure::{CommandResult, Failure};
use kdl::{KdlDocument, KdlEntry, KdlIdentifier, KdlNode, KdlValue};
use spielraum_arcade::{Game, Source};
use spielraum_rules::Position;
use spielraum_solve::{
    Attack, Caption, Checkpoint, Defence, Line, Options, Problem, Report, Solution, Stipulation, Watch, solve,
};
use std::path::Path;

/// A larger file is none of ours.
const MOST_BYTES: u64 = 1 << 20;

/// How many blocks may be within each other: the longest solutions have some dozens.
const NESTING: usize = 200;

/// The lines of a key's variations that are reported at most.
pub const MOST_VARIATIONS: usize = 2000;

/// A problem that is kept, with its solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    pub game: String,
    /// Title, author and source; the solution is beside them.
    pub caption: Caption,
    /// The options of the game that are chosen.
    pub options: Vec<(String, String)>,
    pub stipulation: String,
    pub fen: String,
    pub themes: Vec<String>,
    pub solution: Vec<Step>,
}

/// A move of a solution, or a whole line, and what follows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// `key`, `defence`, `line` and so on.
    pub part: String,
    /// One move, but all of a line; `None`: the turn is passed.
    pub moves: Vec<Option<String>>,
    pub goal: bool,
    pub next: Vec<Step>,
}

impl Kept {
    /// Reads a file.
    pub fn read(path: &Path) -> CommandResult<Self> {
        let failed = |error: &std::io::Error| Failure::file("read", path.display(), error);
        let size = std::fs::metadata(path).map_err(|error| failed(&error))?.len();
        if size > MOST_BYTES {
            return Err(told_of_file(path, format!("it has {size} bytes; at most {MOST_BYTES} are read")));
        }
        let text = std::fs::read_to_string(path).map_err(|error| failed(&error))?;
        let fault = |what: String| told_of_file(path, what).with_help("docs/problems.md has the format");
        // The parser calls itself for each.
        if deepest(&text) > NESTING {
            return Err(fault("the blocks are nested too deeply".to_owned()));
        }
        let document: KdlDocument = text.trim_start_matches('\u{feff}').parse().map_err(|error: kdl::KdlError| {
            let first = error.diagnostics.first().map(ToString::to_string);
            fault(first.unwrap_or_else(|| error.to_string()))
        })?;
        Self::of(&document).map_err(fault)
    }

    fn of(document: &KdlDocument) -> Result<Self, String> {
        let mut kept = Self::default();
        for node in document.nodes() {
            let value = |at: usize| node.get(at).and_then(KdlValue::as_string).unwrap_or_default().to_owned();
            match node.name().value() {
                "game" => kept.game = value(0),
                "title" => kept.caption.title = value(0),
                "author" => kept.caption.author = value(0),
                "source" => kept.caption.source = value(0),
                "option" => kept.options.push((value(0), value(1))),
                "stipulation" => kept.stipulation = value(0),
                "fen" => kept.fen = value(0),
                "theme" => kept.themes.push(value(0)),
                "solution" => kept.solution.extend(steps(node)),
                "comment" => (),
                other => return Err(format!("`{other}` is no word of a problem")),
            }
        }
        let needed = [("game", &kept.game), ("stipulation", &kept.stipulation), ("fen", &kept.fen)];
        match needed.iter().find(|(_, text)| text.is_empty()) {
            Some((word, _)) => Err(format!("`{word}` is missing")),
            None if kept.solution.is_empty() => Err("`solution` is missing".to_owned()),
            None => Ok(kept),
        }
    }

    /// The file, without a comment.
    pub fn text(&self) -> String {
        let mut document = KdlDocument::new();
        let mut say = |word: &str, values: &[&str]| {
            let mut node = KdlNode::new(word);
            values.iter().for_each(|value| node.push(quoted(value)));
            document.nodes_mut().push(node);
        };
        say("game", &[&self.game]);
        let caption =
            [("title", &self.caption.title), ("author", &self.caption.author), ("source", &self.caption.source)];
        caption.iter().filter(|(_, text)| !text.is_empty()).for_each(|(word, text)| say(word, &[text]));
        self.options.iter().for_each(|(name, value)| say("option", &[name, value]));
        say("stipulation", &[&self.stipulation]);
        say("fen", &[&self.fen]);
        self.themes.iter().for_each(|theme| say("theme", &[theme]));
        let mut solution = KdlNode::new("solution");
        solution.ensure_children().nodes_mut().extend(self.solution.iter().map(Step::node));
        document.nodes_mut().push(solution);
        document.autoformat_config(&kdl::FormatConfig::builder().indent("    ").build());
        document.to_string()
    }

    /// The problem that it says.
    pub fn problem(&self) -> CommandResult<Problem> {
        let game = Game::load(Source::Builtin(&self.game), &self.options).map_err(Failure::Definition)?;
        let stipulation = Stipulation::parse(&self.stipulation, game.rules().board()).map_err(Failure::input)?;
        let tries = self.solution.iter().filter(|step| step.part == "try");
        let refutations = tries.map(|step| step.next.iter().filter(|next| next.part == "refutation").count());
        let options = Options {
            variations: MOST_VARIATIONS,
            set_play: self.solution.iter().any(|step| step.part == "set"),
            refutations: refutations.max().unwrap_or(0) as u16,
            ..Options::default()
        };
        Problem::new(game.rules(), &self.fen, None, stipulation, options).map_err(Failure::input)
    }

    /// Solves it as far as the watch lets. Tries that it does not have are left out: a file need not have all.
    pub fn solve(&self, problem: &Problem, watch: &Watch) -> Report {
        let mut report = solve(problem, watch, &mut Checkpoint::default(), &|_, _| ());
        let tries = self.solution.iter().filter(|step| step.part == "try");
        let tries: Vec<_> = tries.filter_map(|step| step.moves.first().cloned().flatten()).collect();
        report.tries.retain(|attempt| tries.contains(&problem.position.move_text(attempt.attack.m)));
        report
    }

    /// What is found to differ from the file.
    pub fn compare(&self, problem: &Problem, report: &Report) -> Result<(), String> {
        if let Some(why) = report.stopped {
            return Err(format!("not searched to the end: {why}"));
        }
        let mut found = found(problem, report);
        let mut kept = self.solution.clone();
        sort(&mut found);
        sort(&mut kept);
        if found == kept { Ok(()) } else { Err(difference(&kept, &found)) }
    }
}

/// What was found out about a problem, as steps.
pub fn found(problem: &Problem, report: &Report) -> Vec<Step> {
    let mut position = problem.position.clone();
    let mut all = Vec::new();
    if let Some(other) = problem.with_other_side() {
        let mut start = other.position;
        let mut next: Vec<Step> =
            report.set_defences.iter().map(|defence| Step::defence(&mut start, defence)).collect();
        next.extend(report.set_lines.iter().map(|line| Step::line(&start, line)));
        if !next.is_empty() {
            all.push(Step { part: "set".to_owned(), moves: Vec::new(), goal: false, next });
        }
    }
    all.extend(report.tries.iter().map(|attempt| {
        let mut step = Step::attack("try", &mut position, &attempt.attack);
        let mut after = position.clone();
        after.make_unchecked(attempt.attack.m);
        let refutation = |&m| Step::new("refutation", &after, m, false);
        step.next.extend(attempt.refutations.iter().map(refutation));
        step
    }));
    all.extend(solutions(&mut position, &report.solutions));
    all
}

/// Solutions as steps.
pub fn solutions(position: &mut Position, solutions: &[Solution]) -> Vec<Step> {
    let step = |solution: &Solution| match solution {
        Solution::Key(attack) => Step::attack("key", position, attack),
        Solution::Line(line) => Step::line(position, line),
    };
    solutions.iter().map(step).collect()
}

impl Step {
    fn new(part: &str, position: &Position, m: spielraum_rules::Move, goal: bool) -> Self {
        Self { part: part.to_owned(), moves: vec![Some(position.move_text(m))], goal, next: Vec::new() }
    }

    fn attack(part: &str, position: &mut Position, attack: &Attack) -> Self {
        let mut step = Self::new(part, position, attack.m, attack.goal);
        position.make_unchecked(attack.m);
        if !attack.threats.is_empty() {
            position.make_null();
            step.next.extend(attack.threats.iter().map(|threat| Self::attack("threat", position, threat)));
            position.unmake();
        }
        step.next.extend(attack.defences.iter().map(|defence| Self::defence(position, defence)));
        position.unmake();
        step
    }

    fn defence(position: &mut Position, defence: &Defence) -> Self {
        let mut step = Self::new("defence", position, defence.m, defence.goal);
        position.make_unchecked(defence.m);
        step.next.extend(defence.answers.iter().map(|answer| Self::attack("answer", position, answer)));
        position.unmake();
        step
    }

    fn line(start: &Position, line: &Line) -> Self {
        Self { part: "line".to_owned(), moves: line.texts(start), goal: false, next: Vec::new() }
    }

    fn node(&self) -> KdlNode {
        let mut node = KdlNode::new(self.part.as_str());
        for m in &self.moves {
            match m {
                Some(m) => node.push(quoted(m)),
                None => node.push(KdlEntry::new(KdlValue::Null)),
            }
        }
        if self.goal {
            node.push(KdlEntry::new_prop(KdlIdentifier::from("goal"), true));
        }
        if !self.next.is_empty() {
            node.ensure_children().nodes_mut().extend(self.next.iter().map(Self::node));
        }
        node
    }
}

/// How many blocks are within each other at most, those in comments and texts counted too.
fn deepest(text: &str) -> usize {
    let depths = text.bytes().scan(0_usize, |depth, byte| {
        match byte {
            b'{' => *depth += 1,
            b'}' => *depth = depth.saturating_sub(1),
            _ => (),
        }
        Some(*depth)
    });
    depths.max().unwrap_or(0)
}

/// The steps of a node's block.
fn steps(node: &KdlNode) -> Vec<Step> {
    let inside = node.iter_children().map(|child| Step {
        part: child.name().value().to_owned(),
        moves: child
            .iter()
            .filter(|entry| entry.name().is_none())
            .map(|entry| entry.value().as_string().map(str::to_owned))
            .collect(),
        goal: child.get("goal").and_then(KdlValue::as_bool) == Some(true),
        next: steps(child),
    });
    inside.collect()
}

/// A value in quotation marks, which KDL itself leaves out where it can.
fn quoted(text: &str) -> KdlEntry {
    let mut entry = KdlEntry::new(text);
    entry.set_format(kdl::KdlEntryFormat {
        value_repr: format!("{text:?}"),
        leading: " ".to_owned(),
        autoformat_keep: true,
        ..Default::default()
    });
    entry
}

/// The same order for all that say the same.
fn sort(steps: &mut [Step]) {
    steps.iter_mut().for_each(|step| sort(&mut step.next));
    steps.sort_unstable();
}

/// The first lines in which two solutions differ.
fn difference(kept: &[Step], found: &[Step]) -> String {
    let lines = |steps: &[Step]| {
        let mut all = Vec::new();
        steps.iter().for_each(|step| lines_of(step, String::new(), &mut all));
        all
    };
    let (kept, found) = (lines(kept), lines(found));
    let missing = kept.iter().find(|line| !found.contains(line)).map(|line| format!("{line} is not found"));
    let new = found.iter().find(|line| !kept.contains(line)).map(|line| format!("{line} is found, too"));
    let told: Vec<String> = missing.into_iter().chain(new).collect();
    told.join("; ")
}

fn lines_of(step: &Step, before: String, all: &mut Vec<String>) {
    let moves: Vec<&str> = step.moves.iter().map(|m| m.as_deref().unwrap_or("-")).collect();
    let goal = if step.goal { "#" } else { "" };
    let line = format!("{before} {} {}{goal}", step.part, moves.join(" ")).trim().to_owned();
    if step.next.is_empty() {
        all.push(line);
    } else {
        step.next.iter().for_each(|next| lines_of(next, line.clone(), all));
    }
}

/// A failure with the file that it is about.
fn told_of_file(path: &Path, what: String) -> Failure {
    Failure::input(format!("`{}`: {what}", path.display()))
}
