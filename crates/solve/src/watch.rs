//! What a search may spend, and how far it has come.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

/// What a search may spend at most; `None`: as much as it takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Time.
    pub time: Option<Duration>,
    /// Positions looked at.
    pub nodes: Option<u64>,
}

/// Why a search ended before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Stopped {
    /// Its time is over.
    #[error("the time ran out")]
    Time,
    /// It has looked at as many positions as it may.
    #[error("the limit of positions was reached")]
    Nodes,
    /// There are more solutions than asked for.
    #[error("there are more solutions than were asked for")]
    Solutions,
    /// Somebody has stopped it.
    #[error("it was interrupted")]
    Interrupted,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Pieces of work that are done.
    pub done: u64,
    /// Pieces of work that are known of.
    pub total: u64,
    /// Positions looked at.
    pub nodes: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Time since the beginning.
    pub elapsed: Duration,
}

/// Watches over a search of several threads.
pub struct Watch {
    started: Instant,
    limits: Limits,
    interrupted: AtomicBool,
    pub(crate) nodes: AtomicU64,
    pub(crate) done: AtomicU64,
    pub(crate) total: AtomicU64,
    pub(crate) solutions: AtomicU64,
    /// The number of the last piece of work whose solutions will be listed.
    pub(crate) last_needed: AtomicUsize,
}

/// A thread tells its nodes, and looks at the clock, after so many.
const REPORT_EVERY: u64 = 1024;

impl Watch {
    /// A watch that begins now.
    pub fn new(limits: Limits) -> Self {
        Self {
            started: Instant::now(),
            limits,
            interrupted: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            solutions: AtomicU64::new(0),
            last_needed: AtomicUsize::new(usize::MAX),
        }
    }

    /// Ends the search as soon as it looks.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// How far the search has come.
    pub fn progress(&self) -> Progress {
        Progress {
            done: self.done.load(Ordering::Relaxed),
            total: self.total.load(Ordering::Relaxed),
            nodes: self.nodes.load(Ordering::Relaxed),
            solutions: self.solutions.load(Ordering::Relaxed),
            elapsed: self.started.elapsed(),
        }
    }

    /// Counts positions that were looked at.
    pub(crate) fn count(&self, nodes: u64) -> Result<(), Stopped> {
        self.check(nodes, 0)
    }

    fn check(&self, nodes: u64, part: usize) -> Result<(), Stopped> {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.interrupted.load(Ordering::Relaxed) {
            Err(Stopped::Interrupted)
        } else if self.limits.nodes.is_some_and(|most| nodes >= most) {
            Err(Stopped::Nodes)
        } else if self.limits.time.is_some_and(|most| self.started.elapsed() >= most) {
            Err(Stopped::Time)
        } else if part > self.last_needed.load(Ordering::Relaxed) {
            Err(Stopped::Solutions)
        } else {
            Ok(())
        }
    }
}

/// One thread's part of a [`Watch`].
pub(crate) struct Counter<'w> {
    watch: &'w Watch,
    nodes: u64,
    part: usize,
}

impl<'w> Counter<'w> {
    pub(crate) fn new(watch: &'w Watch) -> Self {
        Self { watch, nodes: 0, part: 0 }
    }

    /// Begins the piece of work with this number.
    pub(crate) fn begin(&mut self, part: usize) {
        self.part = part;
    }

    /// Counts a position.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= REPORT_EVERY { self.tell() } else { Ok(()) }
    }

    /// Tells the positions counted so far.
    pub(crate) fn tell(&mut self) -> Result<(), Stopped> {
        self.watch.check(std::mem::take(&mut self.nodes), self.part)
    }
}
