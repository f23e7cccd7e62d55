//! `spielraum solve`: problems, solved completely.

pub(super) mod kept;
mod print;
mod resume;

use crate::failure::{Answer, CommandResult, Failure, warn};
use crate::game_args::{GameArgs, SettingArgs};
use crate::interrupt::Interrupt;
use crate::progress::tell_meanwhile;
use clap::Args;
use kept::{Kept, MOST_VARIATIONS};
use print::PrintArgs;
use resume::Resume;
use spielraum_arcade::Game;
use spielraum_queries::solve::solved;
use spielraum_rules::Color;
use spielraum_solve::{
    Caption, Checkpoint, FirstMove, Journal, Limits, Options, PopeyeProblem, Problem, Report, Stipulation, Watch,
    read_diagram, read_popeye, rules_without_royals, solve,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The game whose pieces Popeye calls orthodox.
const ORTHODOX: &str = "chess";

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
    /// Solve the problems of a file written for Popeye, with orthodox pieces, in English, German or French
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stipulation", "fen", "to", "resume", "svg", "latex"])]
    popeye: Option<PathBuf>,
    /// Solve problems in files and compare the results with the solutions there
    #[arg(long = "problem", value_name = "FILE", num_args = 1.., conflicts_with_all = ["game", "stipulation", "fen", "to", "resume", "popeye", "json"])]
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
        let game = GameArgs { game: name, settings: self.settings.clone() }.load()?;
        match &self.popeye {
            Some(path) => self.run_popeye(&game, path, &interrupt),
            None => self.run_one(&game, &interrupt),
        }
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
            let watch = self.watch(interrupt);
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

    /// Watches over a search that ends when Ctrl-C is pressed.
    fn watch(&self, interrupt: &Interrupt) -> Watch {
        let interrupt = interrupt.clone();
        let limits = Limits { time: self.time, nodes: self.nodes };
        Watch::while_wanted(limits, Box::new(move || !interrupt.is_pressed()))
    }

    fn run_one(&self, game: &Game, interrupt: &Interrupt) -> CommandResult {
        let problem = self.problem(game)?;
        self.print.before(&problem, &Caption::default())?;
        let (mut checkpoint, resume) = match &self.resume {
            Some(path) => Resume::open(path, &problem).map(|(checkpoint, resume)| (checkpoint, Some(resume)))?,
            None => (Checkpoint::default(), None),
        };
        let watch = self.watch(interrupt);
        let report = tell_meanwhile(&standing(&watch), || {
            solve(&problem, &watch, &mut checkpoint, &|part, found| {
                if let Some(resume) = &resume {
                    resume.keep(part, found);
                }
            })
        });
        // What was found is reported even if it could not be kept.
        let kept = resume.map_or(Ok(()), Resume::close);
        self.tell(game, &problem, &report)?;
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
            let problem = read
                .map_err(Failure::input)
                .and_then(|read| self.popeye_problem(game, &read).map_err(|failure| told_of_line(failure, read.line)));
            match problem {
                Ok(problem) => {
                    let watch = self.watch(interrupt);
                    let nothing = |_, _: &FirstMove| ();
                    let report = tell_meanwhile(&standing(&watch), || {
                        solve(&problem, &watch, &mut Checkpoint::default(), &nothing)
                    });
                    self.tell(game, &problem, &report)?;
                }
                Err(failure) => {
                    failure.print();
                    answer = Answer::No;
                }
            }
        }
        Ok(answer)
    }

    fn popeye_problem(&self, game: &Game, read: &PopeyeProblem) -> CommandResult<Problem> {
        let rules = game.rules();
        let stipulation = Stipulation::parse(&read.stipulation, rules.board()).map_err(Failure::input)?;
        let stipulation = match read.white_begins {
            true => stipulation
                .with_white_to_begin()
                .ok_or_else(|| Failure::input("the option `WhiteToPlay` has no clear meaning in a series"))?,
            false => stipulation,
        };
        let first = stipulation.first_side();
        let kingless = read.kingless.then(|| rules_without_royals(rules, &read.placement)).flatten();
        let rules = kingless.as_ref().map_or(rules, |(rules, _)| rules);
        let mut fen = format!("{} {}", read.placement, if first == Color::White { "w" } else { "b" });
        if let Some(passed) = &read.en_passant {
            let (position, _) = read_diagram(rules, &fen, first).map_err(Failure::input)?;
            let rights: String = position.setup().castling.iter().collect();
            fen = format!("{fen} {} {passed}", if rights.is_empty() { "-" } else { &rights });
        }
        let options = Options {
            set_play: read.set_play || self.set_play,
            refutations: read.refutations.max(self.tries),
            variations: if read.variations && !self.keys { MOST_VARIATIONS } else { 0 },
            duplex: read.duplex || self.duplex,
            max_solutions: read.max_solutions.unwrap_or(self.max_solutions),
            ..self.options()
        };
        let problem = Problem::new(rules, &fen, None, stipulation, options).map_err(Failure::input)?;
        problem.left_out.iter().for_each(warn);
        Ok(problem)
    }

    fn tell(&self, game: &Game, problem: &Problem, report: &Report) -> CommandResult<()> {
        let mut out = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer(&mut out, &solved(game.id(), problem, report)).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            let stipulation = problem.stipulation.text(game.rules().board());
            writeln!(out, "{}  {stipulation}\n", problem.position.fen())?;
            write!(out, "{}", Journal::new(problem).text(report))?;
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
        let problem = Problem::new(rules, fen, self.to.as_deref(), stipulation, self.options())
            .map_err(|error| Failure::input(error).with_help("docs/problems.md has an example of each stipulation"))?;
        problem.left_out.iter().for_each(warn);
        Ok(problem)
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
