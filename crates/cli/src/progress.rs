//! How far a long piece of work has come, told on stderr: a bar on a terminal, now and then a line elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often progress is told where there is no terminal.
const REPORT_EVERY: Duration = Duration::from_secs(10);

/// How far a long piece of work has come.
pub struct Progress {
    bar: ProgressBar,
    total: u64,
    last_report: Mutex<Instant>,
}

impl Progress {
    /// Work of so many steps.
    pub fn new(total: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent} %, {elapsed} of about {duration} {msg}") {
            bar.set_style(style);
        }
        if std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
        }
        Self { bar, total, last_report: Mutex::new(Instant::now()) }
    }

    /// Some steps are done, and this is how things stand.
    pub fn advance(&self, steps: u64, standing: &str) {
        self.bar.inc(steps);
        if !self.bar.is_hidden() {
            self.bar.set_message(standing.to_owned());
            return;
        }
        let Ok(mut last) = self.last_report.lock() else { return };
        if last.elapsed() >= REPORT_EVERY {
            *last = Instant::now();
            let percent = self.bar.position() * 100 / self.total.max(1);
            let (gap, seconds) = (if standing.is_empty() { "" } else { ", " }, self.bar.elapsed().as_secs_f64());
            eprintln!("{percent} % after {seconds:.0} s{gap}{standing}");
        }
    }

    /// The work is done.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
