//! How far a long piece of work has come, reported on stderr where that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How often it is drawn, in Hz.
const RATE: u8 = 4;

/// How far a long piece of work has come.
pub struct Progress(ProgressBar);

impl Progress {
    /// Work of this many steps.
    pub fn new(total: u64) -> Self {
        Self::draw(ProgressBar::new(total), "{wide_bar} {percent} %, {elapsed} of about {duration} {msg}")
    }

    /// Work of which nobody knows how much there is.
    pub fn open_ended() -> Self {
        Self::draw(ProgressBar::no_length(), "{spinner} {elapsed} {wide_msg}")
    }

    fn draw(bar: ProgressBar, template: &str) -> Self {
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(RATE));
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// Some steps are done, and this is how things stand.
    pub fn advance(&self, steps: u64, standing: &str) {
        self.0.inc(steps);
        self.tell(standing);
    }

    /// This many steps are done in all, and this is how things stand.
    pub fn reach(&self, steps: u64, standing: &str) {
        self.0.set_position(steps);
        self.tell(standing);
    }

    /// This is how things stand.
    pub fn tell(&self, standing: &str) {
        self.0.set_message(standing.to_owned());
    }

    /// The time since the work began.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    /// Does something that prints, while nothing is drawn.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// The work is done.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

/// Progress of work of which nobody knows how long it takes is reported from then on.
const QUIET: Duration = Duration::from_secs(2);

/// How often it is reported.
const TELL_EVERY: Duration = Duration::from_millis(200);

/// Does some work while another thread reports how things stand.
pub fn tell_meanwhile<T>(standing: &(dyn Fn() -> String + Sync), work: impl FnOnce() -> T) -> T {
    std::thread::scope(|scope| {
        let (done, waiting) = channel::<()>();
        scope.spawn(move || tell(standing, &waiting));
        let result = work();
        drop(done);
        result
    })
}

fn tell(standing: &(dyn Fn() -> String + Sync), waiting: &Receiver<()>) {
    let goes_on = |time| waiting.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    let bar = Progress::open_ended();
    if !goes_on(QUIET) {
        return;
    }
    loop {
        bar.tell(&standing());
        if !goes_on(TELL_EVERY) {
            bar.finish();
            return;
        }
    }
}
