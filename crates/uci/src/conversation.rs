//! The loop between the other program and the engine. Lines are read while the engine thinks, and what needs an idle engine
//! waits, in order, until the `bestmove` is out.

use crate::command::{Command, CommandError, Go};
use crate::server::Server;
use crate::thinking::Thinking;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// How many lines are read ahead of what is done.
const LINES_AHEAD: usize = 8;

/// What is said when no more commands can wait. The position after that is not known.
const OVERFLOW: &str =
    "too many commands wait for the end of the search; what comes before the last `bestmove` is lost";

/// A line of the other program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// All of it.
    Whole(String),
    /// The beginning of one that is longer than any line that can be obeyed.
    TooLong(String),
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Read the next line.
    GoOn,
    /// The other program wants no more.
    Quit,
}

/// What the loop waits for.
enum Event {
    Heard(Line),
    /// A search has answered.
    Over,
    /// The other program says nothing more.
    End(io::Result<()>),
}

impl Server {
    /// Converses until the other program says `quit`, or says nothing more and has its answers. `next_line` reads a line, in a
    /// thread of its own; `None` is the end of the input.
    pub fn converse(mut self, next_line: impl FnMut() -> io::Result<Option<Line>> + Send + 'static) -> io::Result<()> {
        let (sender, events) = sync_channel(LINES_AHEAD);
        let over = sender.clone();
        // Where there is no room, a line is waiting, which wakes the loop as well.
        self.wake = Arc::new(move || _ = over.try_send(Event::Over));
        std::thread::spawn(move || read(next_line, &sender));
        let ended = self.listen(&events);
        drop(events);
        self.quit();
        ended
    }

    fn listen(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        let mut is_last = false;
        loop {
            match events.recv() {
                Ok(Event::Heard(line)) => {
                    let then = match line {
                        Line::Whole(line) => self.obey(&line)?,
                        Line::TooLong(beginning) => {
                            self.refuse("the line is too long")?;
                            // Without what follows it is a `position` that can't be understood.
                            if is_position(&beginning) { self.obey("position")? } else { Then::GoOn }
                        }
                    };
                    if then == Then::Quit {
                        return Ok(());
                    }
                }
                Ok(Event::Over) => self.catch_up()?,
                Ok(Event::End(read)) => {
                    read?;
                    is_last = true;
                }
                Err(_) => return Ok(()),
            }
            if is_last {
                self.catch_up()?;
                match self.thinking() {
                    None => return Ok(()),
                    // Nobody will send its `stop`.
                    Some(thinking) if thinking.is_endless() => thinking.stop(),
                    Some(_) => {}
                }
            }
        }
    }

    /// Obeys a line, at once or when what comes before it is done.
    pub fn obey(&mut self, line: &str) -> io::Result<Then> {
        self.catch_up()?;
        let command = Command::parse(line);
        match &command {
            Ok(Command::Quit) => return Ok(Then::Quit),
            Ok(command) if self.must_wait(command) => {
                self.put_off(line, command.needs_idle_engine(), matches!(command, Command::Go(_)))?;
            }
            Err(_) if is_position(line) && self.is_busy() => self.put_off(line, true, false)?,
            _ => self.perform(line, command)?,
        }
        Ok(Then::GoOn)
    }

    /// Obeys a command; a line that is none is refused. A `position` that can't be understood leaves no position.
    fn perform(&mut self, line: &str, command: Result<Command, CommandError>) -> io::Result<()> {
        match command {
            Ok(command) => self.carry_out(command),
            Err(error) => {
                if is_position(line) {
                    self.forget_position(error.to_string());
                }
                self.refuse(&error.to_string())
            }
        }
    }

    /// Whether a search is running, or something waits for its end.
    fn is_busy(&self) -> bool {
        self.thinking().is_some() || !self.waiting.is_empty()
    }

    /// Whether a command comes later. What concerns the running search is obeyed at once.
    fn must_wait(&self, command: &Command) -> bool {
        match command {
            // It ends all searches that were asked for before it, those that wait as well.
            Command::Stop => {
                if let Some(thinking) = self.thinking() {
                    thinking.stop();
                }
                self.waiting.has_search()
            }
            Command::PonderHit => self.waiting.has_search(),
            Command::IsReady | Command::Nothing | Command::Quit => false,
            Command::Uci | Command::Display => !self.waiting.is_empty(),
            _ => self.is_busy(),
        }
    }

    fn put_off(&mut self, line: &str, needs_idle_engine: bool, is_go: bool) -> io::Result<()> {
        let overflowed = self.waiting.is_overflowing();
        if !self.waiting.push(line.to_owned(), needs_idle_engine, is_go) {
            return if overflowed { Ok(()) } else { self.refuse(OVERFLOW) };
        }
        let endless = self.thinking().is_some_and(Thinking::is_endless);
        if endless && self.waiting.is_first() {
            self.inform("the engine is thinking until `stop`; what else is sent waits for its `bestmove`")?;
        }
        Ok(())
    }

    /// Obeys what has waited, as far as the engine is idle.
    fn catch_up(&mut self) -> io::Result<()> {
        loop {
            self.collect_engine();
            let is_idle = self.thinking().is_none();
            if is_idle && let Some(searches) = self.waiting.take_lost() {
                self.forget_position("too many commands had come, and some were lost".to_owned());
                (0..searches).try_for_each(|_| self.carry_out(Command::Go(Go::default())))?;
            }
            let Some(line) = self.waiting.next(is_idle) else { return Ok(()) };
            let command = Command::parse(&line);
            self.perform(&line, command)?;
        }
    }
}

/// Whether a line is a `position`, well written or not.
fn is_position(line: &str) -> bool {
    line.trim_start_matches('\u{feff}').split_whitespace().next() == Some("position")
}

/// Reads lines until there are no more, or nobody wants them.
fn read(mut next_line: impl FnMut() -> io::Result<Option<Line>>, sender: &SyncSender<Event>) {
    loop {
        let event = match next_line() {
            Ok(Some(line)) => Event::Heard(line),
            Ok(None) => Event::End(Ok(())),
            Err(error) => Event::End(Err(error)),
        };
        let ends = matches!(event, Event::End(_));
        if sender.send(event).is_err() || ends {
            return;
        }
    }
}
