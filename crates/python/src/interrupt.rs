//! Long work: Ctrl-C ends it, and a process that was forked meanwhile doesn't wait for it.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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

/// What ends work that a thread of Python does itself without the interpreter's lock: a signal, or an exception of a function that
/// the work calls.
pub struct Watch(Mutex<(Instant, PyResult<()>)>);

impl Watch {
    pub fn new() -> Self {
        Self(Mutex::new((Instant::now(), Ok(()))))
    }

    fn state(&self) -> MutexGuard<'_, (Instant, PyResult<()>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether nothing has ended the work. Python is asked for signals now and then; it answers its main thread alone.
    pub fn goes_on(&self) -> bool {
        let due = |state: &(Instant, PyResult<()>)| state.1.is_ok() && state.0.elapsed() >= BEAT;
        if due(&self.state()) {
            let asked = Python::attach(|py| py.check_signals());
            self.state().0 = Instant::now();
            self.note(asked);
        }
        self.state().1.is_ok()
    }

    /// Ends the work if a function of Python has raised an exception; the first one counts.
    pub fn note(&self, result: PyResult<()>) {
        let mut state = self.state();
        if state.1.is_ok() {
            state.1 = result;
        }
    }

    /// What the work has come to, or the exception that has ended it.
    pub fn end<T>(self, result: PyResult<T>) -> PyResult<T> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).1.and(result)
    }
}

/// What one thread at a time works with.
pub struct Shared<T> {
    value: Mutex<T>,
    /// The process whose thread works with it; 0: no thread does. Who sets it may lock the value, and nobody else does: a process
    /// that is forked at any moment knows whether another one's thread was at work.
    process: AtomicU32,
}

impl<T> Shared<T> {
    pub fn new(value: T) -> Self {
        Self { value: Mutex::new(value), process: AtomicU32::new(0) }
    }

    /// Takes it if no other thread works with it.
    ///
    /// # Errors
    ///
    /// If a thread of another process worked with it when that process was forked: then nobody ends that work here.
    fn try_take(&self) -> PyResult<Option<Taken<'_, T>>> {
        let own = std::process::id();
        match self.process.compare_exchange(0, own, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => {
                let release = Release(&self.process);
                let value = self.value.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(Some(Taken { value, _release: release }))
            }
            Err(process) if process == own => Ok(None),
            Err(_) => Err(PyRuntimeError::new_err(
                "it was at work when this process was forked: make another one here, or start processes by \"spawn\"",
            )),
        }
    }

    /// Waits, without the interpreter's lock, until no other thread works with it; `None` if `go_on` says no first.
    ///
    /// # Errors
    ///
    /// If a thread of another process worked with it when that process was forked.
    pub fn take(&self, go_on: &dyn Fn() -> PyResult<bool>) -> PyResult<Option<Taken<'_, T>>> {
        loop {
            if let Some(taken) = self.try_take()? {
                return Ok(Some(taken));
            }
            if !go_on()? {
                return Ok(None);
            }
            std::thread::sleep(WAIT);
        }
    }

    /// The same with the interpreter's lock, which is given up while another thread works with it. Ctrl-C ends the wait.
    pub fn take_attached(&self, py: Python<'_>) -> PyResult<Taken<'_, T>> {
        loop {
            if let Some(taken) = self.try_take()? {
                return Ok(taken);
            }
            py.check_signals()?;
            py.detach(|| std::thread::sleep(WAIT));
        }
    }
}

/// What a thread works with, until this is dropped.
pub struct Taken<'a, T> {
    value: MutexGuard<'a, T>,
    /// Dropped after the value is unlocked.
    _release: Release<'a>,
}

/// Says that no thread works with it any more.
struct Release<'a>(&'a AtomicU32);

impl Drop for Release<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Release);
    }
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
