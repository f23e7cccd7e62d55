//! `spielraum solve`: problems, solved completely.

pub(super) mod kept;
mod print;
pub(super) mod resume;

use crate::failure::{Answer, CommandResult, Failure, warn};
use crate::game_args::{GameArgs, SettingArgs};
use crate::interrupt::Interrupt;
use crate::progress::tell_meanwhile;
use clap::Args;
use kept::{Kept, MOST_VARIATIONS};
use print::PrintArgs;
use resume::Resume;
use serde::Serialize;
use spielraum_arcade::{Game, OpenError, Source, is_path};
use spielraum_catalogue::{Catalogue, conditions};
use spielraum_collections::Posed;
use spielraum_language::Library;
use spielraum_queries::solve::solved;
use spielraum_solve::{
    Caption, Checkpoint, Diagram, FirstMove, Journal, Limits, Options, Phases, PopeyeProblem, Problem, Proof, Report,
    Stipulation, Watch, past, read_popeye, rules_without_royals, solve,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The game whose pieces Popeye calls orthodox.
pub(super) const ORTHODOX: &str = "chess";

/// The arguments of `solve`.
#[derive(Args)]
#[command(after_help = include_str!("../../../help/solve.txt"))]
pub struct SolveArgs {
    /// A game: an id of the catalogue (see `spielraum games`) or the path of a definition file
    #[arg(required_unless_present_any = ["popeye", "problems"])]
    game: Option<String>,
    #[command(flatten)]
    settings: SettingArgs,
    /// The stipulation: #2, s#3, h#2.5, ser-h=7, win3, dia4 and so on
    #[arg(required_unless_present_any = ["popeye", "problems"])]
    stipulation: Option<String>,
    /// Change the rules of a game of the catalogue by this condition; a wrong name lists all (can be given several times)
    #[arg(long = "condition", value_name = "NAME")]
    conditions: Vec<String>,
    /// The diagram, as FEN; only the placement is required
    #[arg(long)]
    fen: Option<String>,
    /// The target diagram, for a=>b
    #[arg(long, value_name = "FEN")]
    to: Option<String>,
    /// Print one JSON object for other programs
    #[arg(long)]
    json: bool,
    /// Show what would happen if the other side began
    #[arg(long)]
    set_play: bool,
    /// Show first moves that at most this many answers refute
    #[arg(long, value_name = "REFUTATIONS", num_args = 0..=1, default_value_t = 0, default_missing_value = "1")]
    tries: u16,
    /// Show keys without threats and variations, as JSON does by default
    #[arg(long, conflicts_with = "variations")]
    keys: bool,
    /// Show threats and variations in JSON too
    #[arg(long)]
    variations: bool,
    /// Lay out set play, tries and keys as a table
    #[arg(long, conflicts_with_all = ["json", "keys"])]
    table: bool,
    /// Let the last move decide which castling and which en passant a diagram allows
    #[arg(long, conflicts_with_all = ["popeye", "problems", "resume"])]
    retro: bool,
    /// Solve with colours exchanged as well
    #[arg(long)]
    duplex: bool,
    /// List at most this many solutions
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000)]
    max_solutions: usize,
    /// Search with this many threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Search for at most this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Search at most about this many positions
    #[arg(long, value_name = "POSITIONS")]
    nodes: Option<u64>,
    /// Use at most this many MiB for the transposition table
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
    /// Save progress in this file, and resume from it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Solve the problems of a file written for Popeye, in English, German or French
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stipulation", "fen", "to", "resume", "svg", "latex", "conditions"])]
    popeye: Option<PathBuf>,
    /// Solve problems in files and compare the results with the solutions there
    #[arg(long = "problem", value_name = "FILE", num_args = 1.., conflicts_with_all = ["game", "stipulation", "fen", "to", "resume", "popeye", "json", "conditions"])]
    problems: Vec<PathBuf>,
    #[command(flatten)]
    print: PrintArgs,
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds: f64| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|time| !time.is_zero()).ok_or_else(|| "a number of seconds above 0 is wanted".into())
}

impl SolveArgs {
    /// Solves and prints.
    pub fn run(self) -> CommandResult {
        let interrupt = Interrupt::watch()?;
        if !self.problems.is_empty() {
            return self.check_kept(&interrupt);
        }
        let name = self.game.clone().unwrap_or_else(|| ORTHODOX.to_owned());
        let game = self.game(name)?;
        match &self.popeye {
            Some(path) => self.run_popeye(&game, path, &interrupt),
            None => self.run_one(&game, &interrupt),
        }
    }

    /// The game, with the conditions that change it.
    fn game(&self, name: String) -> CommandResult<Game> {
        if self.conditions.is_empty() {
            return GameArgs { game: name, settings: self.settings.clone() }.load();
        }
        if is_path(&name) {
            let advice = "write `include \"lib/conditions/NAME\"` in the file itself";
            return Err(Failure::input("only a game of the catalogue takes a condition").with_help(advice));
        }
        let mut text = format!("based-on \"{name}\"\n");
        let mut said: Vec<(String, &str)> = Vec::new();
        for condition in &self.conditions {
            if !conditions().any(|known| known == condition) {
                let known: Vec<&str> = conditions().collect();
                let advice = format!("the conditions are {}", known.join(", "));
                return Err(Failure::input(format!("there is no condition `{condition}`")).with_help(advice));
            }
            text += &format!("include \"lib/conditions/{condition}\"\n");
            for about in subjects(condition) {
                if let Some((_, other)) = said.iter().find(|(known, other)| *known == about && *other != condition) {
                    let both = format!("the conditions `{other}` and `{condition}` are both about `{about}`");
                    return Err(Failure::input(both).with_help("leave one of them out"));
                }
                said.push((about, condition.as_str()));
            }
        }
        let id = format!("{name}+{}", self.conditions.join("+"));
        Ok(Game::load(Source::Text { name: &id, text: &text }, &self.settings.set).map_err(OpenError::from)?)
    }

    /// Solves problems that are kept, and reports which are not as their files say.
    fn check_kept(&self, interrupt: &Interrupt) -> CommandResult {
        let mut answer = Answer::Yes;
        if self.problems.len() > 1 && self.print.is_asked() {
            return Err(Failure::input("one diagram has one problem").with_help("name a single file after --problem"));
        }
        for path in &self.problems {
            if interrupt.is_pressed() {
                return Ok(Answer::No);
            }
            let kept = Kept::read(path)?;
            let problem = kept.problem()?;
            let watch = self.watch(None, interrupt);
            self.print.before(&problem, &kept.caption)?;
            let report = tell_meanwhile(&standing(&watch), || kept.solve(&problem, &watch));
            self.print.after(&problem, &report, &kept.caption)?;
            match kept.compare(&problem, &report) {
                Ok(()) => writeln!(std::io::stdout(), "{}: the solution is as it says", path.display())?,
                Err(difference) => {
                    writeln!(std::io::stdout(), "{}: {difference}", path.display())?;
                    answer = Answer::No;
                }
            }
        }
        Ok(answer)
    }

    /// Watches over a search that ends when Ctrl-C is pressed, or after the time that the problem or the command allows.
    fn watch(&self, allowed: Option<Duration>, interrupt: &Interrupt) -> Watch {
        let interrupt = interrupt.clone();
        let time = self.time.into_iter().chain(allowed).min();
        let limits = Limits { time, nodes: self.nodes };
        Watch::while_wanted(limits, Box::new(move || !interrupt.is_pressed()))
    }

    fn run_one(&self, game: &Game, interrupt: &Interrupt) -> CommandResult {
        let problem = self.problem(game)?;
        self.print.before(&problem, &Caption::default())?;
        let (mut checkpoint, resume) = match &self.resume {
            Some(path) => Resume::open(path, &problem).map(|(checkpoint, resume)| (checkpoint, Some(resume)))?,
            None => (Checkpoint::default(), None),
        };
        let watch = self.watch(None, interrupt);
        let report = tell_meanwhile(&standing(&watch), || {
            solve(&problem, &watch, &mut checkpoint, &|part, found| {
                if let Some(resume) = &resume {
                    resume.keep(part, found);
                }
            })
        });
        // What was found is reported even if it could not be kept.
        let kept = resume.map_or(Ok(()), Resume::close);
        self.tell(game, &problem, &report, None)?;
        kept.and_then(|()| self.print.after(&problem, &report, &Caption::default()))?;
        Ok(Answer::Yes)
    }

    /// Solves all problems of a file; one that is not understood is reported and passed over.
    fn run_popeye(&self, game: &Game, path: &Path, interrupt: &Interrupt) -> CommandResult {
        let text = std::fs::read(path).map_err(|error| Failure::file("read", path.display(), &error))?;
        let problems = read_popeye(&String::from_utf8_lossy(&text));
        if problems.is_empty() {
            let advice = "a problem begins with `beginproblem` and ends with `endproblem`";
            return Err(Failure::input(format!("`{}` has no problem", path.display())).with_help(advice));
        }
        let mut answer = Answer::Yes;
        for read in problems {
            if interrupt.is_pressed() {
                return Ok(Answer::No);
            }
            let problem = read.map_err(Failure::input).and_then(|read| {
                let made = self.popeye_problem(game, &read).map_err(|failure| told_of_line(failure, read.line));
                made.map(|(game, problem)| (read, game, problem))
            });
            match problem {
                Ok((read, game, problem)) => {
                    let allowed = read.max_seconds.map(|seconds| Duration::from_secs(seconds.into()));
                    let watch = self.watch(allowed, interrupt);
                    let nothing = |_, _: &FirstMove| ();
                    let report = tell_meanwhile(&standing(&watch), || {
                        solve(&problem, &watch, &mut Checkpoint::default(), &nothing)
                    });
                    if !self.json && !read.twin.is_empty() {
                        writeln!(std::io::stdout(), "{})", read.twin)?;
                    }
                    self.tell(&game, &problem, &report, Some(&read))?;
                }
                Err(failure) => {
                    failure.print();
                    answer = Answer::No;
                }
            }
        }
        Ok(answer)
    }

    /// The problem and its game.
    fn popeye_problem(&self, orthodox: &Game, read: &PopeyeProblem) -> CommandResult<(Game, Problem)> {
        let own = self.options();
        let variations = if read.variations && !self.keys { MOST_VARIATIONS } else { 0 };
        let options = Options { variations, ..own };
        let Posed { game, problem } = Posed::new(read, orthodox, options).map_err(Failure::input)?;
        read.notes.iter().for_each(warn);
        problem.left_out.iter().for_each(warn);
        Ok((game, problem))
    }

    fn tell(&self, game: &Game, problem: &Problem, report: &Report, read: Option<&PopeyeProblem>) -> CommandResult<()> {
        let mut out = std::io::stdout().lock();
        if self.json {
            let found = solved(game.id(), problem, report);
            let place = read.map(|read| Place { line: read.line, twin: &read.twin });
            serde_json::to_writer(&mut out, &Told { place, found }).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            let stipulation = problem.stipulation.text(game.rules().board());
            writeln!(out, "{}  {stipulation}\n", problem.position.fen())?;
            write!(out, "{}", Journal::new(problem).text(report))?;
            if self.table && problem.stipulation.is_battle() {
                write!(out, "\n{}", Phases::of(problem, report))?;
            }
            writeln!(out, "{}", self.verdict(report))?;
        }
        Ok(out.flush()?)
    }

    fn options(&self) -> Options {
        Options {
            set_play: self.set_play,
            refutations: self.tries,
            variations: if self.keys || (self.json && !self.variations) { 0 } else { MOST_VARIATIONS },
            duplex: self.duplex,
            max_solutions: self.max_solutions,
            threads: usize::from(self.threads),
            memory: self.memory as usize * (1 << 20),
            ..Options::default()
        }
    }

    fn problem(&self, game: &Game) -> CommandResult<Problem> {
        let rules = game.rules();
        let text = self.stipulation.as_deref().unwrap_or_default();
        let stipulation = Stipulation::parse(text, rules.board()).map_err(Failure::input)?;
        let start = rules.spec().start_fen();
        let fen = self.fen.as_deref().unwrap_or(&start);
        let kingless = if stipulation.from_start { None } else { rules_without_royals(rules, fen) };
        let (rules, lacking) =
            kingless.as_ref().map_or((rules, &[][..]), |(rules, lacking)| (rules, lacking.as_slice()));
        for color in lacking {
            warn(format!("{} has no royal piece here, and is never in check", color.name()));
        }
        let mut problem = Problem::new(rules, fen, self.to.as_deref(), stipulation, self.options())
            .map_err(|error| Failure::input(error).with_help("docs/problems.md has an example of each stipulation"))?;
        problem.left_out.iter().for_each(warn);
        if self.retro {
            self.look_back(&mut problem, fen)?;
        }
        Ok(problem)
    }

    /// Begins with the castling and en passant that the last moves of the diagram allow.
    fn look_back(&self, problem: &mut Problem, fen: &str) -> CommandResult<()> {
        if problem.stipulation.from_start {
            return Err(Failure::input("--retro asks what led to the diagram, and a proof game begins at the start")
                .with_help("leave out --retro"));
        }
        let diagram = Diagram::read(problem.position.rules(), fen, problem.first_side()).map_err(Failure::input)?;
        let past = past(&diagram, 1, &Watch::new(Limits { time: self.time, nodes: self.nodes }));
        match past.gap {
            Some(gap) => warn(format!("--retro proves nothing: {gap}")),
            None => past.illegal.iter().for_each(|reason| warn(format!("the diagram is illegal: {reason}"))),
        }
        let proof = Proof::of(&diagram, &past);
        proof.sentences().iter().for_each(warn);
        problem.position = proof.position;
        Ok(())
    }

    /// The last line: whether the problem is sound, or how far the search came.
    fn verdict(&self, report: &Report) -> String {
        let count = report.solutions.len();
        let found = match count {
            0 => "no solution".to_owned(),
            1 => "one solution".to_owned(),
            _ => format!("{count} solutions"),
        };
        let spent = format!("{} positions, {:.2} s", report.nodes, report.elapsed.as_secs_f64());
        match report.stopped {
            None => format!("\n{found}; everything was searched ({spent})"),
            Some(why) => {
                let (done, total) = report.searched;
                let go_on = if self.resume.is_some() { "" } else { "; with --resume FILE it can go on" };
                format!("\n{found} so far; {why} after {done} of {total} parts ({spent}){go_on}")
            }
        }
    }
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Told<'r, S> {
    #[serde(flatten)]
    place: Option<Place<'r>>,
    #[serde(flatten)]
    found: S,
}

/// Where in a file a problem stands.
#[derive(Serialize)]
struct Place<'r> {
    line: usize,
    #[serde(skip_serializing_if = "str::is_empty")]
    twin: &'r str,
}

/// What a condition is about: of two that are about the same, the later one would take the place of the other.
fn subjects(condition: &str) -> Vec<String> {
    let text = Catalogue.text(&format!("lib/conditions/{condition}")).unwrap_or_default();
    let words = text.lines().filter_map(|line| line.split_once(' '));
    let words = words.filter(|(word, _)| {
        // What is kept is added to what others say.
        let is_added = matches!(*word, "include" | "keep" | "on" | "must" | "may-not");
        word.starts_with(|sign: char| sign.is_ascii_lowercase()) && !is_added
    });
    words.map(|(word, rest)| format!("{word} {}", rest.split(' ').next().unwrap_or_default())).collect()
}

/// A failure with the line of the problem that it is about.
fn told_of_line(failure: Failure, line: usize) -> Failure {
    Failure::input(format!("the problem in line {line}: {failure}"))
}

/// How far a search has come.
fn standing(watch: &Watch) -> impl Fn() -> String + Sync {
    || {
        let progress = watch.progress();
        format!(
            "{} of {} parts, {} solutions, {:.1} M positions",
            progress.done,
            progress.total,
            progress.solutions,
            progress.nodes as f64 / 1e6
        )
    }
}
