//! Threads that do the same for many things.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Some threads, or none besides the caller's.
pub(crate) struct Pool {
    threads: usize,
    pool: Option<ThreadPool>,
    /// The process whose threads they are.
    process: u32,
}

impl Pool {
    pub(crate) fn new(threads: usize) -> Result<Self, rayon::ThreadPoolBuildError> {
        let pool = if threads > 1 { Some(ThreadPoolBuilder::new().num_threads(threads).build()?) } else { None };
        Ok(Self { threads, pool, process: std::process::id() })
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Starts the threads again in a process that was forked, which has none of them. Where the system has no more to give, the
    /// caller's must do.
    pub(crate) fn renew(&mut self) {
        if self.pool.is_some() && self.process != std::process::id() {
            // Its threads can't be ended: they are not there.
            std::mem::forget(self.pool.take());
            if let Ok(renewed) = Self::new(self.threads) {
                *self = renewed;
            }
        }
    }

    /// Does the same for every thing, on all threads if there are several; a thread takes at least `least` at a time.
    pub(crate) fn for_each<T: Send>(&self, things: &mut [T], least: usize, work: impl Fn(&mut T) + Sync + Send) {
        match &self.pool {
            Some(pool) => pool.install(|| things.par_iter_mut().with_min_len(least).for_each(work)),
            None => things.iter_mut().for_each(work),
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            std::mem::forget(self.pool.take());
        }
    }
}
