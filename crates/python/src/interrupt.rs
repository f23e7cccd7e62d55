//! Long work: Ctrl-C ends it, and a process that was forked meanwhile doesn't wait for it.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// How often Python is asked for signals.
const BEAT: Duration = Duration::from_millis(50);

/// How often a thread that waits for another one's work looks again.
const WAIT: Duration = Duration::from_millis(1);

/// As much as the main thread of a process usually has.
const STACK: usize = 8 << 20;

/// Does work without the interpreter's lock. Ctrl-C calls `end`, after which the work must return soon, and raises its exception.
///
/// Python hands signals to its main thread alone: there the work is done by another thread, while this one asks for them.
pub fn interruptible<R: Send>(py: Python<'_>, end: impl Fn() + Sync, work: impl FnOnce() -> R + Send) -> PyResult<R> {
    if !is_main(py)? {
        return Ok(py.detach(work));
    }
    let (done, interrupted) = py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let work = move || drop(sender.send(work()));
            let Ok(worker) = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) else {
                return (None, Err(PyRuntimeError::new_err("the system has no thread left for this")));
            };
            let mut interrupted = Ok(());
            let done = loop {
                match receiver.recv_timeout(BEAT) {
                    Ok(done) => break Some(done),
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) if interrupted.is_err() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        interrupted = Python::attach(|py| py.check_signals());
                        if interrupted.is_err() {
                            end();
                        }
                    }
                }
            };
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
            (done, interrupted)
        })
    });
    interrupted?;
    done.ok_or_else(|| PyRuntimeError::new_err("the work has no result"))
}

/// Goes on waiting unless a signal has come.
pub fn signals() -> PyResult<bool> {
    Python::attach(|py| py.check_signals()).map(|()| true)
}

/// Whether this is Python's main thread.
fn is_main(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    Ok(threading.call_method0("current_thread")?.is(&threading.call_method0("main_thread")?))
}

/// What one thread at a time works with.
pub struct Shared<T> {
    value: Mutex<T>,
    /// The process whose thread works with it; 0: no thread does.
    process: AtomicU32,
}

impl<T> Shared<T> {
    pub fn new(value: T) -> Self {
        Self { value: Mutex::new(value), process: AtomicU32::new(0) }
    }

    /// Waits until no other thread works with it; `None` if `go_on` says no first.
    ///
    /// # Errors
    ///
    /// If a thread of another process worked with it when that process was forked: then nobody ends that work here.
    pub fn take(&self, go_on: &dyn Fn() -> PyResult<bool>) -> PyResult<Option<Taken<'_, T>>> {
        let own = std::process::id();
        loop {
            let value = match self.value.try_lock() {
                Ok(value) => value,
                Err(TryLockError::Poisoned(poisoned)) => PoisonError::into_inner(poisoned),
                Err(TryLockError::WouldBlock) => {
                    let process = self.process.load(Ordering::Relaxed);
                    if process != 0 && process != own {
                        return Err(PyRuntimeError::new_err(
                            "it was at work when this process was forked: make another one here, or start processes by \"spawn\"",
                        ));
                    }
                    if !go_on()? {
                        return Ok(None);
                    }
                    std::thread::sleep(WAIT);
                    continue;
                }
            };
            self.process.store(own, Ordering::Relaxed);
            return Ok(Some(Taken { value, process: &self.process }));
        }
    }
}

/// What a thread works with, until this is dropped.
pub struct Taken<'a, T> {
    value: MutexGuard<'a, T>,
    process: &'a AtomicU32,
}

impl<T> Deref for Taken<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Taken<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T> Drop for Taken<'_, T> {
    fn drop(&mut self) {
        self.process.store(0, Ordering::Relaxed);
    }
}
