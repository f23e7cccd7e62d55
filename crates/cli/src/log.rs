//! The server's log: lines that wait in a bounded queue for a thread that writes them to stderr. Nobody else waits for
//! the reader of stderr; lines that find no room are counted, and the log reports how many once it can write again.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tracing_subscriber::fmt::MakeWriter;

/// How many lines may wait, and how many bytes of them.
const LINES: usize = 8_192;
const BYTES: usize = 4 << 20;

/// How long the end of the program waits for the last lines.
const FAREWELL: Duration = Duration::from_secs(1);

/// Writes what waits until it is dropped, which takes a second at most.
pub struct Log {
    queue: Arc<Queue>,
    written: Receiver<()>,
}

/// Where lines are put in.
#[derive(Clone)]
pub struct Lines(Arc<Queue>);

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    more: Condvar,
}

#[derive(Default)]
struct State {
    lines: VecDeque<Vec<u8>>,
    bytes: usize,
    lost: u64,
    ending: bool,
}

impl Log {
    /// Starts the thread that writes to `out`; `lost` reports how many lines were lost since it was called last.
    ///
    /// # Errors
    ///
    /// If there can't be another thread.
    pub fn start(out: impl Write + Send + 'static, lost: fn(u64)) -> io::Result<(Self, Lines)> {
        let queue = Arc::<Queue>::default();
        let (done, written) = channel();
        let taken = queue.clone();
        std::thread::Builder::new().name("log".to_owned()).spawn(move || {
            taken.write(out, lost);
            let _ = done.send(());
        })?;
        Ok((Self { queue: queue.clone(), written }, Lines(queue)))
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.queue.state().ending = true;
        self.queue.more.notify_one();
        let _ = self.written.recv_timeout(FAREWELL);
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a line, if there is room for it.
    fn put(&self, line: &[u8]) {
        let mut state = self.state();
        if state.lines.len() >= LINES || state.bytes + line.len() > BYTES {
            state.lost += 1;
            return;
        }
        state.bytes += line.len();
        state.lines.push_back(line.to_vec());
        drop(state);
        self.more.notify_one();
    }

    /// The next line, and how many were lost before it; nothing at the end.
    fn take(&self) -> Option<(Vec<u8>, u64)> {
        let mut state = self.state();
        loop {
            if let Some(line) = state.lines.pop_front() {
                state.bytes -= line.len();
                return Some((line, std::mem::take(&mut state.lost)));
            }
            if state.ending {
                return None;
            }
            state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn write(&self, mut out: impl Write, report: fn(u64)) {
        while let Some((line, lost)) = self.take() {
            // The reader of stderr may be gone; the server goes on without a log.
            let _ = out.write_all(&line);
            if lost > 0 {
                report(lost);
            }
        }
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Write for Lines {
    /// Takes a whole line, as the log writes it.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.put(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::sync::atomic::{AtomicU64, Ordering};

    static LOST: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn who_writes_never_waits_for_a_reader_and_what_is_lost_is_counted() {
        let (mut reader, writer) = io::pipe().unwrap();
        let (log, mut lines) = Log::start(writer, |lost| _ = LOST.fetch_add(lost, Ordering::Relaxed)).unwrap();
        let line = [&[b'x'; 1023][..], b"\n"].concat();
        // More than the pipe and the queue hold, while nobody reads.
        let put = 16_384;
        for _ in 0..put {
            lines.write_all(&line).unwrap();
        }
        let reading = std::thread::spawn(move || {
            let mut read = Vec::new();
            reader.read_to_end(&mut read).map(|_| read)
        });
        while LOST.load(Ordering::Relaxed) == 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        drop(log);
        let read = reading.join().unwrap().unwrap();
        assert_eq!(read.len() % line.len(), 0);
        assert_eq!((read.len() / line.len()) as u64 + LOST.load(Ordering::Relaxed), put);
    }
}
