//! The ways in which a disk fails, and the table of what came of it.

use spielraum_faultfs::{Calls, Failure};
use std::fmt::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A way in which a disk fails.
#[derive(Debug)]
pub struct Mode {
    pub name: &'static str,
    pub calls: Calls,
    pub failure: Failure,
    pub for_ever: bool,
    /// The probability that a sector survives a restart that was not synced. 1: the machine goes on.
    pub survival: f64,
    /// Whether the power fails again during the restart.
    pub again: bool,
    /// How often each call is taken, each time with other sectors surviving.
    pub seeds: u64,
}

impl Mode {
    pub const ALL: [Self; 12] = [
        Self::error("any change fails once", Calls::Changes, Failure::Error, false),
        Self::error("any change fails, and all later ones", Calls::Changes, Failure::Error, true),
        Self::error("a write finds no room, once", Calls::Writes, Failure::Full, false),
        Self::error("a write finds no room, nor do later ones", Calls::Writes, Failure::Full, true),
        Self::error("half of a write is made, once", Calls::Writes, Failure::Torn, false),
        Self::error("half of a write is made, and of all later ones", Calls::Writes, Failure::Torn, true),
        Self::error("a read fails once", Calls::Reads, Failure::Error, false),
        Self::cut("power cut: nothing unsynced survives", 0.0, 1),
        Self::cut("power cut: every other sector survives", 0.5, 16),
        Self::cut("power cut: most sectors survive", 0.9, 8),
        Self { again: true, ..Self::cut("power cut, and another one at the restart", 0.5, 8) },
        Self::cut("`kill -9`: everything written survives", 1.0, 1),
    ];

    const fn error(name: &'static str, calls: Calls, failure: Failure, for_ever: bool) -> Self {
        Self { name, calls, failure, for_ever, survival: 1.0, again: false, seeds: 1 }
    }

    const fn cut(name: &'static str, survival: f64, seeds: u64) -> Self {
        Self { name, calls: Calls::Changes, failure: Failure::PowerCut, for_ever: true, survival, again: false, seeds }
    }

    /// Whether what was not acknowledged may be there after a restart: nobody could take it back.
    pub fn leaves_open(&self) -> bool {
        self.for_ever
    }
}

/// What came of one session.
#[derive(Clone, Copy, Debug, Default)]
pub struct Came {
    /// The server did not start, and said so.
    pub not_started: bool,
    pub acknowledged: usize,
    pub refused: usize,
    /// What was asked for when the power failed, or was refused before, is there.
    pub appeared: bool,
}

/// What came of the points of each mode.
pub struct Report {
    all: usize,
    /// Whether progress is reported.
    told: bool,
    begun: Instant,
    rows: Mutex<(Vec<Row>, Instant)>,
}

#[derive(Clone, Copy, Default)]
struct Row {
    points: usize,
    not_started: usize,
    refused: usize,
    acknowledged: usize,
    appeared: usize,
}

impl Report {
    pub fn new(all: usize, told: bool) -> Self {
        let now = Instant::now();
        Self { all, told, begun: now, rows: Mutex::new((vec![Row::default(); Mode::ALL.len()], now)) }
    }

    /// Adds what came of a point, and reports progress now and then.
    pub fn take_up(&self, mode: &Mode, came: Came) {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let at = Mode::ALL.iter().position(|other| other.name == mode.name).unwrap();
        let row = &mut rows.0[at];
        row.points += 1;
        row.not_started += usize::from(came.not_started);
        row.refused += usize::from(came.refused > 0);
        row.acknowledged += came.acknowledged;
        row.appeared += usize::from(came.appeared);
        let done: usize = rows.0.iter().map(|row| row.points).sum();
        if self.told && rows.1.elapsed() > Duration::from_secs(2) {
            rows.1 = Instant::now();
            eprintln!("{done} of {} fault points after {} s", self.all, self.begun.elapsed().as_secs());
        }
    }

    /// That every mode has done what it is for; a sample may miss what is rare.
    pub fn check(&self, sample: bool) {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        for (row, mode) in rows.0.iter().zip(&Mode::ALL) {
            assert!(row.points > 5 && row.acknowledged > 0, "{}", mode.name);
            assert!(sample || row.refused > 0, "{}: nothing was refused", mode.name);
        }
        let refused: usize = rows.0.iter().map(|row| row.refused).sum();
        assert!(refused > 20, "{refused}");
    }

    /// A table in Markdown.
    pub fn table(&self, calls: &[(Calls, u64)], steps: usize) -> String {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let count = |kind| calls.iter().find(|(counted, _)| *counted == kind).map_or(0, |(_, calls)| *calls);
        let (changes, writes, reads) = (count(Calls::Changes), count(Calls::Writes), count(Calls::Reads));
        let mut text = format!(
            "The session has {steps} steps. From opening the folder to closing it they make {changes} calls that change \
             something, {writes} of them writes, and {reads} reads.\n\n\
             | what the disk does | fault points | server did not start | something refused | acknowledged | of these lost | \
             not acknowledged, and there after the restart |\n|---|--:|--:|--:|--:|--:|--:|\n"
        );
        let mut all = Row::default();
        for (row, name) in rows.0.iter().zip(Mode::ALL.iter().map(|mode| mode.name)) {
            line(&mut text, name, row);
            all.points += row.points;
            all.not_started += row.not_started;
            all.refused += row.refused;
            all.acknowledged += row.acknowledged;
            all.appeared += row.appeared;
        }
        line(&mut text, "**all**", &all);
        text
    }
}

fn line(text: &mut String, name: &str, row: &Row) {
    let Row { points, not_started, refused, acknowledged, appeared } = row;
    // One that was lost would have ended the run.
    let _ = writeln!(text, "| {name} | {points} | {not_started} | {refused} | {acknowledged} | 0 | {appeared} |");
}

/// Puts the table between its marks in a page.
pub fn publish(page: &Path, table: &str) {
    const MARKS: [&str; 2] = ["<!-- make faults -->\n", "<!-- end -->\n"];
    let text = std::fs::read_to_string(page).unwrap();
    let (before, rest) = text.split_once(MARKS[0]).expect("the page has the first mark");
    let (_, after) = rest.split_once(MARKS[1]).expect("the page has the second mark");
    std::fs::write(page, format!("{before}{}{table}{}{after}", MARKS[0], MARKS[1])).unwrap();
}
