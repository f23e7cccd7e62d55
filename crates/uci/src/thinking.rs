//! A search in a thread of its own, or at once where there are no threads.

use crate::info::{info_line, line_texts};
use crate::moves::move_text;
use crate::output::Output;
use spielraum_engine::{Best, Engine, Limits, Score, ScoreKind, Stop};
use spielraum_rules::Position;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often a search that is done but must not answer yet looks whether it may.
const NAP: Duration = Duration::from_millis(1);

/// The answer to a search that failed.
const FAILED: &str = "info string error: the search failed\nbestmove 0000";

/// The deepest perft that is counted without looking whether to stop.
const UNINTERRUPTED_PERFT: u32 = 3;

/// What is thought about.
pub enum Task {
    /// The best move.
    Search {
        /// Within these limits.
        limits: Box<Limits>,
        /// Ends the search as soon as a win in this many moves is found.
        mate: Option<u32>,
    },
    /// The number of move sequences of this length.
    Perft(u32),
}

/// A search; it has the engine until it is over.
pub struct Thinking {
    stop: Stop,
    run: Run,
    /// Set before the answer is sent: a program that has read the answer finds the engine idle.
    over: Arc<AtomicBool>,
    /// Whether it ends only on request.
    endless: bool,
}

/// Where the engine is meanwhile.
enum Run {
    Thread(JoinHandle<Engine>),
    Done(Box<Engine>),
}

/// Called once at the end of a search, after its answer.
pub type Wake = Box<dyn FnOnce() + Send>;

/// Ends a search when it is dropped. A search that panics is answered, too.
struct Ending {
    over: Arc<AtomicBool>,
    output: Output,
    /// What to answer if the search fails.
    failed: &'static str,
    answered: bool,
    wake: Option<Wake>,
}

impl Ending {
    fn answer(mut self, text: &str) {
        self.answered = true;
        self.over.store(true, Ordering::Release);
        // If the output is closed, the main thread finds out when it writes next.
        let _ = self.output.say(text);
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        if !self.answered {
            self.over.store(true, Ordering::Release);
            let _ = self.output.say(self.failed);
        }
        if let Some(wake) = self.wake.take() {
            wake();
        }
    }
}

impl Thinking {
    /// Begins to think about a position. `wake` is called when the answer is out; if `alone`, that is before this returns.
    pub fn start(mut engine: Engine, position: Position, task: Task, output: Output, wake: Wake, alone: bool) -> Self {
        let stop = Stop::new();
        let token = stop.clone();
        let endless = match &task {
            Task::Search { limits, .. } => {
                let limited = limits.depth.is_some() || limits.nodes.is_some() || limits.time.is_some();
                limits.infinite || limits.ponder || !(limited || limits.clock.is_some())
            }
            Task::Perft(_) => false,
        };
        let over = Arc::new(AtomicBool::new(false));
        let failed = match &task {
            Task::Search { .. } => FAILED,
            Task::Perft(_) => "info string error: the count failed",
        };
        let ending = Ending { over: over.clone(), output: output.clone(), failed, answered: false, wake: Some(wake) };
        let work = move || {
            let answer = match task {
                Task::Search { limits, mate } => {
                    let best = search(&mut engine, &position, &limits, mate, &token, &output);
                    // The protocol forbids an answer before it is asked for. Where nothing can be heard now, the caller waits.
                    while !alone && must_wait(&limits, &token) {
                        std::thread::sleep(NAP);
                    }
                    answer(&position, &best)
                }
                Task::Perft(depth) => perft(position, depth, &token, &output),
            };
            ending.answer(&answer);
            engine
        };
        let run = if alone { Run::Done(Box::new(work())) } else { Run::Thread(std::thread::spawn(work)) };
        Self { stop, run, over, endless }
    }

    /// A search that panics.
    #[cfg(test)]
    pub fn failing(output: Output, wake: Wake) -> Self {
        let over = Arc::<AtomicBool>::default();
        let ending = Ending { over: over.clone(), output, failed: FAILED, answered: false, wake: Some(wake) };
        let thread = std::thread::spawn(move || {
            let _ending = ending;
            panic!("a fault that a test wants")
        });
        Self { stop: Stop::new(), run: Run::Thread(thread), over, endless: false }
    }

    /// Whether the answer is there.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire) || matches!(&self.run, Run::Thread(thread) if thread.is_finished())
    }

    /// Whether it goes on until it is asked to stop, which it has not been.
    pub fn is_endless(&self) -> bool {
        self.endless && !self.stop.is_stopped()
    }

    /// Makes it answer now.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// Informs it that the expected move was made.
    pub fn ponder_hit(&self) {
        self.stop.ponder_hit();
    }

    /// Waits until it is over; gives the engine back, if the search did not fail.
    pub fn join(self) -> Option<Engine> {
        match self.run {
            Run::Thread(thread) => thread.join().ok(),
            Run::Done(engine) => Some(*engine),
        }
    }
}

fn search(
    engine: &mut Engine,
    position: &Position,
    limits: &Limits,
    mate: Option<u32>,
    stop: &Stop,
    output: &Output,
) -> Best {
    if let Some(warning) = too_late(engine, position) {
        // If nobody listens any more, the search learns that by the next line.
        let _ = output.inform(&warning);
    }
    engine.search(position, limits, stop, &mut |info| {
        if output.say(&info_line(position, info)).is_err() || mate.is_some_and(|most| wins_in(info.score, most)) {
            stop.stop();
        }
    })
}

/// Whether a search that is done must not answer yet.
fn must_wait(limits: &Limits, stop: &Stop) -> bool {
    !stop.is_stopped() && (limits.infinite || (limits.ponder && !stop.is_ponder_hit()))
}

/// What to say of a win by endgame tables before which the draw by move count may come.
fn too_late(engine: &Engine, position: &Position) -> Option<String> {
    let left = u32::from(position.rules().spec().goals.move_count()?).saturating_sub(position.halfmove_clock());
    let side = position.side_to_move();
    let (winner, plies) = match engine.table_value(position)?.kind() {
        ScoreKind::WinIn(plies) => (side, plies),
        ScoreKind::LossIn(plies) => (!side, plies),
        ScoreKind::Centipawns(_) => return None,
    };
    (plies > left).then(|| {
        format!(
            "{} needs {plies} plies to win; {left} are left until the draw by move count",
            position.rules().spec().sides.of(winner)
        )
    })
}

/// Whether the score is a win in at most this many moves.
fn wins_in(score: Score, most: u32) -> bool {
    score.moves_to_end().is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= most)
}

fn answer(position: &Position, best: &Best) -> String {
    let Some(chosen) = best.best else {
        let score = if position.in_check() { "mate 0" } else { "cp 0" };
        return format!("info depth 0 score {score}\nbestmove (none)");
    };
    let line: Vec<_> = std::iter::once(chosen).chain(best.ponder).collect();
    match line_texts(position, &line, move_text).as_slice() {
        [best, ponder] => format!("bestmove {best} ponder {ponder}"),
        _ => format!("bestmove {}", move_text(position, chosen)),
    }
}

fn perft(mut position: Position, depth: u32, stop: &Stop, output: &Output) -> String {
    let mut total = 0;
    if depth == 0 {
        return "\nNodes searched: 1".into();
    }
    for m in position.continuations() {
        let text = move_text(&position, m);
        position.make(m);
        let rest = depth - u32::from(!position.is_within_turn());
        let count = count(&mut position, rest, stop);
        position.unmake();
        match count {
            Some(count) if output.say(&format!("{text}: {count}")).is_ok() => total += count,
            _ => return "info string stopped before the count was complete".into(),
        }
    }
    format!("\nNodes searched: {total}")
}

/// The number of sequences of moves, or of turns where a turn has several parts; `None` if it was stopped.
fn count(position: &mut Position, depth: u32, stop: &Stop) -> Option<u64> {
    if stop.is_stopped() {
        return None;
    }
    if depth <= UNINTERRUPTED_PERFT {
        return Some(position.perft(depth));
    }
    let mut total = 0;
    for m in position.continuations() {
        position.make(m);
        let rest = depth - u32::from(!position.is_within_turn());
        let below = count(position, rest, stop);
        position.unmake();
        total += below?;
    }
    Some(total)
}
