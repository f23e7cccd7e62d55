//! The count of a thread's nodes, and when it must stop.

use super::shared::Shared;
use std::sync::atomic::Ordering::Relaxed;

/// Limits, clock and the other threads are looked at after this many nodes.
const POLL_NODES: u64 = 128;

/// Counts the nodes of one thread and knows when it must stop.
pub(crate) struct Watch<'a> {
    shared: &'a Shared<'a>,
    is_main: bool,
    nodes: u64,
    /// How many of them all others know of.
    nodes_told: u64,
    /// The depth of the iteration; at depth 1 the number of nodes is no limit, so that every move is looked at once.
    pub(super) iteration: i32,
    /// The number of the task on which this thread works.
    pub(super) task: u32,
    pub(super) stopped: bool,
}

impl<'a> Watch<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, is_main: bool) -> Self {
        Self { shared, is_main, nodes: 0, nodes_told: 0, iteration: 0, task: 0, stopped: false }
    }

    pub(super) fn is_main(&self) -> bool {
        self.is_main
    }

    /// Counts a node without looking at the limits.
    #[inline(always)]
    pub(super) fn add_node(&mut self) {
        self.nodes += 1;
    }

    /// Counts a node; says whether it is time to [`poll`](Self::poll).
    #[inline(always)]
    pub(super) fn is_poll_due(&mut self) -> bool {
        self.nodes += 1;
        self.nodes.is_multiple_of(POLL_NODES)
    }

    /// Whether the search must stop, the number of nodes considered.
    #[inline(always)]
    pub(super) fn must_stop(&mut self) -> bool {
        if self.is_main && self.nodes >= self.shared.max_nodes && self.iteration > 1 {
            self.stopped = true;
        }
        self.stopped
    }

    /// Counts a node of the proof-number search; says whether the search must stop.
    pub(super) fn count_proof_node(&mut self) -> bool {
        if self.is_poll_due() {
            self.poll();
            self.heed_halt();
        }
        self.must_stop()
    }

    /// Looks at the limits and the clock, or whether the main thread has gone on to another task. Follow it by
    /// [`heed_halt`](Self::heed_halt).
    pub(super) fn poll(&mut self) {
        let shared = self.shared;
        if self.is_main {
            let used_up = self.iteration > 1 && self.all_nodes() >= shared.max_nodes;
            if used_up || shared.stop.is_stopped() || shared.time.is_over(shared.stop) {
                shared.halt.store(true, Relaxed);
            }
        } else {
            shared.helpers_nodes.fetch_add(self.nodes - self.nodes_told, Relaxed);
            self.nodes_told = self.nodes;
            // The main thread has the answer to what this one still searches.
            self.stopped |= shared.task_number() != self.task;
        }
    }

    /// Stops if all threads must.
    pub(super) fn heed_halt(&mut self) {
        self.stopped |= self.shared.halt.load(Relaxed);
    }

    /// The nodes of this thread.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The nodes of all threads, seen from the main one.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.nodes + self.shared.helpers_nodes.load(Relaxed)
    }

    /// The number of the task on which this thread works.
    pub(super) fn task(&self) -> u32 {
        if self.is_main { self.shared.task_number() } else { self.task }
    }
}
