//! How soon an engine answers `stop`: `cargo run --release -p spielraum-matches --example stop -- PROGRAM THREADS [GAME...]`,
//! for instance `... -- target/release/spielraum 1`.
//!
//! In each game it thinks without a limit about the start and positions of random games. The time from `stop` to
//! `bestmove` is measured, and before it, for comparison, the time from `isready` to `readyok`, which the search has no
//! part in: that much is the way between two processes on this machine.

use spielraum_catalogue::{Compile, Source, ids, load};
use spielraum_matches::opening;
use spielraum_uci::description;
use std::error::Error;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// After this many random moves positions are thought about.
const PLIES: [u32; 4] = [0, 8, 24, 60];

/// How long the engine thinks before it is stopped: until its table is in use, and at different moments.
const WAITS: [u64; 3] = [300, 530, 970];

/// An engine that is waited for without patience.
struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(program: &str, game: &str) -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(program);
        let mut child = command.args(["uci", game]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().ok_or("it has no input")?;
        let lines = BufReader::new(child.stdout.take().ok_or("it has no output")?).lines();
        Ok(Self { child, input, lines })
    }

    fn say(&mut self, line: &str) -> std::io::Result<()> {
        self.input.write_all(format!("{line}\n").as_bytes())
    }

    /// The time until a line begins with `beginning`.
    fn answer(&mut self, line: &str, beginning: &str) -> Result<Duration, Box<dyn Error>> {
        let said = Instant::now();
        self.say(line)?;
        loop {
            let heard = self.lines.next().ok_or("it has ended")??;
            if heard.starts_with("info string error") {
                return Err(heard.into());
            }
            if heard.starts_with(beginning) {
                return Ok(said.elapsed());
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.wait();
    }
}

/// Median and longest, in milliseconds.
fn summary(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let milliseconds = |at: usize| times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3);
    format!("{:.2} | {:.2}", milliseconds(times.len() / 2), milliseconds(times.len().saturating_sub(1)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(program), Some(threads)) = (args.next(), args.next()) else {
        return Err("PROGRAM and THREADS are needed".into());
    };
    let wanted: Vec<String> = args.collect();
    println!("| game | `stop`: median, ms | longest | `isready`: median, ms | longest |\n|---|---|---|---|---|");
    for id in ids().filter(|id| wanted.is_empty() || wanted.iter().any(|name| name == id)) {
        let start = load(Source::Builtin(id), &[])?.rules()?.start();
        let mut engine = Engine::start(&program, id)?;
        engine.say(&format!("setoption name Threads value {threads}"))?;
        engine.answer("isready", "readyok")?;
        let (mut stops, mut readies) = (Vec::new(), Vec::new());
        for (number, plies) in PLIES.into_iter().enumerate() {
            let position = opening(&start, plies, 1, number as u64);
            for wait in WAITS {
                engine.say(&format!("position {}", description(&position)))?;
                engine.say("go infinite")?;
                std::thread::sleep(Duration::from_millis(wait));
                readies.push(engine.answer("isready", "readyok")?);
                stops.push(engine.answer("stop", "bestmove ")?);
            }
        }
        println!("| `{id}` | {} | {} |", summary(&mut stops), summary(&mut readies));
    }
    Ok(())
}
