//! Commands that wait until the engine is idle.

use std::collections::VecDeque;

/// The most commands that wait for the end of a search, and their length in bytes.
const MOST_WAITING: usize = 20_000;
const MOST_WAITING_BYTES: usize = 64 << 20;

/// A command that waits. Its text takes less room than the command.
struct Later {
    line: String,
    needs_idle_engine: bool,
    is_go: bool,
}

/// Commands that wait until the engine is idle.
#[derive(Default)]
pub struct Waiting {
    commands: VecDeque<Later>,
    bytes: usize,
    /// How many of them are `go`.
    searches: usize,
    /// Once too much has come, nothing more waits until all that waits is done: how many `go` were lost.
    lost: Option<usize>,
}

impl Waiting {
    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Whether a search waits.
    pub fn has_search(&self) -> bool {
        self.searches > 0
    }

    /// Whether one command waits: the first since the engine began to think.
    pub fn is_first(&self) -> bool {
        self.commands.len() == 1
    }

    /// Puts a command at the end; `false` if too much waits already, and it is lost.
    pub fn push(&mut self, line: String, needs_idle_engine: bool, is_go: bool) -> bool {
        let full = self.commands.len() == MOST_WAITING || self.bytes + line.len() > MOST_WAITING_BYTES;
        if full || self.lost.is_some() {
            *self.lost.get_or_insert_default() += usize::from(is_go);
            return false;
        }
        self.bytes += line.len();
        self.searches += usize::from(is_go);
        self.commands.push_back(Later { line, needs_idle_engine, is_go });
        true
    }

    /// Whether commands have been lost.
    pub fn is_overflowing(&self) -> bool {
        self.lost.is_some()
    }

    /// How many `go` were lost, if commands were and all that had waited is done: from now on commands wait again.
    pub fn take_lost(&mut self) -> Option<usize> {
        if self.commands.is_empty() { self.lost.take() } else { None }
    }

    /// Takes the next command, if it can be obeyed now.
    pub fn next(&mut self, is_idle: bool) -> Option<String> {
        let next = self.commands.pop_front_if(|next| is_idle || !next.needs_idle_engine)?;
        self.bytes -= next.line.len();
        self.searches -= usize::from(next.is_go);
        Some(next.line)
    }
}
