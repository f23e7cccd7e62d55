//! What a search may spend, and how far it has come.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
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
    /// There are more tries than asked for.
    #[error("there are more tries than were asked for")]
    Tries,
    /// Nobody wants it any more.
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

/// Says whether a search is still wanted, whatever it has found.
pub type Wanted = Box<dyn Fn() -> bool + Send + Sync>;

/// Watches over a search of several threads.
pub struct Watch {
    started: Instant,
    limits: Limits,
    /// Whether somebody still wants it; asked now and then.
    wanted: Option<Wanted>,
    pub(crate) nodes: AtomicU64,
    pub(crate) done: AtomicU64,
    pub(crate) total: AtomicU64,
    pub(crate) solutions: AtomicU64,
    /// The number of the last piece of work whose solutions will be listed.
    pub(crate) last_needed: AtomicUsize,
}

impl Watch {
    /// A watch that begins now.
    pub fn new(limits: Limits) -> Self {
        Self {
            started: Instant::now(),
            limits,
            wanted: None,
            nodes: AtomicU64::new(0),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            solutions: AtomicU64::new(0),
            last_needed: AtomicUsize::new(usize::MAX),
        }
    }

    /// The same for a search that ends when it is not wanted any more.
    pub fn while_wanted(limits: Limits, wanted: Wanted) -> Self {
        Self { wanted: Some(wanted), ..Self::new(limits) }
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
        if self.limits.nodes.is_some_and(|most| nodes >= most) {
            Err(Stopped::Nodes)
        } else if part > self.last_needed.load(Ordering::Relaxed) {
            Err(Stopped::Solutions)
        } else {
            self.look()
        }
    }

    /// Whether there is still time, and somebody who wants it.
    fn look(&self) -> Result<(), Stopped> {
        if self.wanted.as_ref().is_some_and(|wanted| !wanted()) {
            Err(Stopped::Interrupted)
        } else if self.limits.time.is_some_and(|most| self.started.elapsed() >= most) {
            Err(Stopped::Time)
        } else {
            Ok(())
        }
    }
}

/// A thread reports its nodes after this many.
const REPORT_EVERY: u64 = 1024;

/// A thread that has not looked at the clock for longer looks more often: positions with thousands of moves take long.
const LONGEST_SILENCE: Duration = Duration::from_millis(100);

/// One thread's part of a [`Watch`].
pub(crate) struct Counter<'w> {
    watch: &'w Watch,
    nodes: u64,
    /// After this many nodes it looks at the clock, or reports them.
    next: u64,
    /// This many nodes are between two looks at the clock.
    every: u64,
    looked: Instant,
    part: usize,
}

impl<'w> Counter<'w> {
    pub(crate) fn new(watch: &'w Watch) -> Self {
        Self { watch, nodes: 0, next: 1, every: 1, looked: Instant::now(), part: 0 }
    }

    /// Begins the piece of work with this number.
    pub(crate) fn begin(&mut self, part: usize) {
        self.part = part;
    }

    /// Counts a position.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next { self.look() } else { Ok(()) }
    }

    fn look(&mut self) -> Result<(), Stopped> {
        let silence = self.looked.elapsed();
        self.looked += silence;
        self.every =
            if silence > LONGEST_SILENCE { (self.every / 2).max(1) } else { (self.every * 2).min(REPORT_EVERY) };
        // Nodes are reported after the same number each time: a limit of nodes does not depend on the clock.
        let looked = if self.nodes >= REPORT_EVERY { self.tell() } else { self.watch.look() };
        self.next = REPORT_EVERY.min(self.nodes + self.every);
        looked
    }

    /// Reports the positions counted so far.
    pub(crate) fn tell(&mut self) -> Result<(), Stopped> {
        self.watch.check(std::mem::take(&mut self.nodes), self.part)
    }
}
