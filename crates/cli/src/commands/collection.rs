//! `spielraum collection`: all problems of a collection, solved and judged.

use super::solve::kept::MOST_VARIATIONS;
use super::solve::resume::{keep_whole_lines, open_lines, whole_lines};
use super::solve::{ORTHODOX, seconds};
use crate::failure::{Answer, CommandResult, Failure};
use crate::game_args::{GameArgs, SettingArgs};
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use clap::Args;
use serde::{Deserialize, Serialize};
use spielraum_arcade::Game;
use spielraum_collections::{Entry, Format, Judgement, read, write};
use spielraum_solve::{Checkpoint, FirstMove, Limits, Options, PopeyeProblem, Watch, solve};
use std::collections::HashMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A larger file is no collection.
const MOST_BYTES: u64 = 1 << 28;

/// Room for who composed a problem, and where it was published.
const WIDTH: usize = 44;

/// The arguments of `collection`.
#[derive(Args)]
#[command(after_help = include_str!("../../help/collection.txt"))]
pub struct CollectionArgs {
    /// The collection: .olv or .yaml as YACPDB and Olive write it, .csv, or problems written for Popeye
    file: PathBuf,
    /// Search for at most this many seconds in each problem
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    time: Duration,
    /// Search at most about this many positions in each problem
    #[arg(long, value_name = "POSITIONS")]
    nodes: Option<u64>,
    /// Search with this many threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Use at most this many MiB for the transposition table
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
    /// List at most this many solutions of a problem
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    max_solutions: usize,
    /// Save what is done in this file, and resume from it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write the collection with its solutions and themes into this file (.olv, .yaml or .csv)
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// In that file, replace the solutions that the collection has
    #[arg(long, requires = "to")]
    replace: bool,
    /// Print a JSON object for each problem
    #[arg(long)]
    json: bool,
}

/// A line of the file that keeps what is done.
#[derive(Serialize, Deserialize)]
struct Done {
    key: String,
    #[serde(flatten)]
    judgement: Judgement,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Told<'t> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    authors: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stipulation: Option<String>,
    #[serde(flatten)]
    judgement: &'t Judgement,
}

impl CollectionArgs {
    /// Solves, judges and prints.
    pub fn run(self) -> CommandResult {
        let interrupt = Interrupt::watch()?;
        let entries = self.entries()?;
        // What can't be read is not written, and would be lost.
        let is_same =
            |to: &Path| to.canonicalize().is_ok_and(|to| self.file.canonicalize().is_ok_and(|file| file == to));
        if self.to.as_deref().is_some_and(is_same) {
            let advice = "name another file after --to";
            return Err(Failure::input("the collection itself is not written over").with_help(advice));
        }
        let format = self.to.as_deref().map(target).transpose()?;
        let settings = SettingArgs { set: Vec::new() };
        let game = GameArgs { game: ORTHODOX.to_owned(), settings }.load()?;
        let mut journal = self.resume.as_deref().map(Kept::open).transpose()?;
        let total = entries.iter().map(|entry| entry.twins.len() as u64).sum();
        let progress = Progress::new(total);
        let mut found: Vec<Vec<Judgement>> = Vec::with_capacity(entries.len());
        for entry in &entries {
            let mut judged = Vec::new();
            for twin in &entry.twins {
                if interrupt.is_pressed() {
                    break;
                }
                let judgement = match twin {
                    Ok(twin) => self.judge(&game, entry, twin, &interrupt, journal.as_mut())?,
                    Err(unread) => Judgement::unread(unread, ""),
                };
                progress.advance(1, &format!("line {}", entry.line));
                progress.suspend(|| self.tell(entry, &judgement))?;
                judged.push(judgement);
            }
            found.push(judged);
        }
        progress.finish();
        if let Some((path, format)) = self.to.as_ref().zip(format) {
            let text = write(&entries, &found, format, self.replace).map_err(Failure::input)?;
            std::fs::write(path, text).map_err(|error| Failure::file("write", path.display(), &error))?;
        }
        let all: Vec<&Judgement> = found.iter().flatten().collect();
        if !self.json {
            outln!("\n{}", summary(&all, total));
        }
        let is_well = |judgement: &&Judgement| matches!(judgement.verdict.as_str(), "sound" | "several");
        let whole = all.len() as u64 == total && all.iter().all(is_well);
        Ok(if whole { Answer::Yes } else { Answer::No })
    }

    fn entries(&self) -> CommandResult<Vec<Entry>> {
        let failed = |error| Failure::file("read", self.file.display(), &error);
        let mut bytes = Vec::new();
        File::open(&self.file).map_err(failed)?.take(MOST_BYTES).read_to_end(&mut bytes).map_err(failed)?;
        read(&String::from_utf8_lossy(&bytes), Format::of_path(&self.file)).map_err(|error| {
            let advice = "see `spielraum collection --help` for what a collection looks like";
            Failure::input(format!("`{}`: {error}", self.file.display())).with_help(advice)
        })
    }

    /// Solves a twin, if it is not solved yet.
    fn judge(
        &self,
        orthodox: &Game,
        entry: &Entry,
        twin: &PopeyeProblem,
        interrupt: &Interrupt,
        mut journal: Option<&mut Kept>,
    ) -> CommandResult<Judgement> {
        let key = self.key(entry, twin);
        if let Some(known) = journal.as_ref().and_then(|journal| journal.done.get(&key)) {
            return Ok(Judgement { line: entry.line, ..known.clone() });
        }
        let options = Options {
            variations: MOST_VARIATIONS,
            max_solutions: self.max_solutions,
            threads: usize::from(self.threads),
            memory: self.memory as usize * (1 << 20),
            ..Options::default()
        };
        let posed = match entry.set_up(twin, orthodox, options) {
            Ok(posed) => posed,
            Err(unread) => return Ok(Judgement::unread(&unread, &twin.twin)),
        };
        let allowed = twin.max_seconds.map(|seconds| Duration::from_secs(seconds.into()));
        let time = allowed.into_iter().chain([self.time]).min();
        let pressed = interrupt.clone();
        let limits = Limits { time, nodes: self.nodes };
        let watch = Watch::while_wanted(limits, Box::new(move || !pressed.is_pressed()));
        let report = solve(&posed.problem, &watch, &mut Checkpoint::default(), &|_, _: &FirstMove| ());
        let judgement = Judgement::of(entry, twin, &posed, &report);
        if let Some(journal) = journal.as_mut() {
            journal.keep(&key, &judgement)?;
        }
        Ok(judgement)
    }

    /// What a problem is known by: all that it says, and how much is listed of it.
    fn key(&self, entry: &Entry, twin: &PopeyeProblem) -> String {
        let mut hasher = DefaultHasher::new();
        let same = PopeyeProblem { line: 0, stipulation_line: 0, heading: Vec::new(), ..twin.clone() };
        format!("{same:?} {:?} {} {}", entry.intended(), self.max_solutions, env!("CARGO_PKG_VERSION"))
            .hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    fn tell(&self, entry: &Entry, judgement: &Judgement) -> CommandResult<()> {
        if self.json {
            let told =
                Told { authors: entry.authors(), source: entry.source(), stipulation: entry.stipulation(), judgement };
            let text = serde_json::to_string(&told).map_err(std::io::Error::from)?;
            outln!("{text}");
            return Ok(());
        }
        let who = entry.authors().join("; ");
        let parts: Vec<String> = [who].into_iter().filter(|who| !who.is_empty()).chain(entry.source()).collect();
        let label = shortened(&parts.join(", "));
        let twin = if judgement.twin.is_empty() { String::new() } else { format!("{})", judgement.twin) };
        let stipulation = entry.stipulation().unwrap_or_default();
        let themes = match judgement.themes.is_empty() {
            true => String::new(),
            false => format!(" ({})", judgement.themes.join(", ")),
        };
        let mut text = judgement.text.lines();
        let first = text.next().unwrap_or_default();
        outln!("{:>6} {twin:<3} {stipulation:<8} {label:<WIDTH$} {first}{themes}", judgement.line);
        text.for_each(|more| outln!("{:>19} {more}", ""));
        judgement.notes.iter().for_each(|note| outln!("{:>19} {note}", ""));
        Ok(())
    }
}

/// What has been solved in an earlier run, and the file for more.
struct Kept {
    path: PathBuf,
    file: File,
    done: HashMap<String, Judgement>,
}

impl Kept {
    fn open(path: &Path) -> CommandResult<Self> {
        let (file, text) = open_lines(path)?;
        let mut done = HashMap::new();
        for line in whole_lines(&text).lines() {
            let read: Done = serde_json::from_str(line).map_err(|_| foreign(path))?;
            done.insert(read.key, read.judgement);
        }
        // A file without a whole line of ours is begun, or not ours.
        if done.is_empty() && !text.is_empty() {
            return Err(foreign(path));
        }
        keep_whole_lines(path, &file, &text)?;
        Ok(Self { path: path.to_owned(), file, done })
    }

    /// Keeps what came of a problem; one that was not solved to the end is tried again.
    fn keep(&mut self, key: &str, judgement: &Judgement) -> CommandResult<()> {
        if !judgement.is_final() {
            return Ok(());
        }
        let done = Done { key: key.to_owned(), judgement: judgement.clone() };
        let mut line = serde_json::to_string(&done).map_err(std::io::Error::from)?;
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(|error| Failure::file("write", self.path.display(), &error))
    }
}

/// A file for what is done that another program has written.
fn foreign(path: &Path) -> Failure {
    let advice = "name another file, or delete this one to begin anew";
    Failure::input(format!("`{}` was not written by this command", path.display())).with_help(advice)
}

/// The format of a file to be written.
fn target(path: &Path) -> CommandResult<Format> {
    match Format::of_path(path) {
        Format::Popeye => {
            let advice = "name a file that ends in .olv, .yaml or .csv";
            Err(Failure::input(format!("`{}` names no format that has solutions", path.display())).with_help(advice))
        }
        format => Ok(format),
    }
}

/// How many problems came to which verdict.
fn summary(all: &[&Judgement], total: u64) -> String {
    let mut parts = Vec::new();
    let words = [
        ("sound", "sound"),
        ("several", "with an unknown number of intended solutions"),
        ("cooked", "cooked"),
        ("fewer", "with too few solutions"),
        ("short", "short"),
        ("no-solution", "without solution"),
        ("stopped", "not finished"),
        ("unread", "not read"),
    ];
    for (verdict, words) in words {
        match all.iter().filter(|judgement| judgement.verdict == verdict).count() {
            0 => {}
            count => parts.push(format!("{count} {words}")),
        }
    }
    let duals = all.iter().filter(|judgement| judgement.duals > 0).count();
    let duals = if duals == 0 { String::new() } else { format!("; duals in {duals}") };
    let left = total.saturating_sub(all.len() as u64);
    let left = if left == 0 { String::new() } else { format!("; {left} not looked at") };
    format!("{total} problems: {}{duals}{left}", parts.join(", "))
}

fn shortened(text: &str) -> String {
    match text.chars().count() > WIDTH {
        true => text.chars().take(WIDTH - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}
