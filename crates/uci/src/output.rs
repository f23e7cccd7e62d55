//! Where the engine speaks: whole lines, from any thread.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Where the engine speaks; clones speak to the same place.
#[derive(Clone)]
pub struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    /// The standard output.
    pub fn stdout() -> Self {
        Self::to(io::stdout())
    }

    /// Some other place.
    pub fn to(place: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(place)))
    }

    /// Says lines, all at once.
    pub fn say(&self, lines: &str) -> io::Result<()> {
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(place, "{lines}")?;
        place.flush()
    }

    /// Says something for the reader's information. It may have several lines.
    pub fn inform(&self, text: &str) -> io::Result<()> {
        let lines: Vec<String> = text.lines().map(|line| format!("info string {line}")).collect();
        self.say(&lines.join("\n"))
    }
}
