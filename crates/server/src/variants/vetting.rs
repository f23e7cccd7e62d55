//! Untrusted definitions are compiled in a process of its own first, whose memory and time are limited. What it proves
//! is that a definition compiles within these bounds; only then is it compiled in the server.

use crate::error::{ApiError, ApiResult};
use crate::resources::Deadline;
use crate::variants::Options;
use crate::wire::Fault;
use serde::{Deserialize, Serialize};
use spielraum_arcade::{Game, Source};
use spielraum_language::limits;
use spielraum_queries::workshop::{WORKSHOP, faults};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// The word that has the program vet a definition.
pub const WORD: &str = "vet";

/// The address space of such a process in bytes.
const MEMORY: u64 = 1 << 30;

/// Its processor time in seconds.
const SECONDS: u64 = 5;

/// The longest job and the longest answer in bytes.
const LONGEST: u64 = 4 * limits::BYTES as u64 + (64 << 10);

/// How often it is looked whether anybody still waits.
const LOOK: Duration = Duration::from_millis(50);

/// A definition to be compiled.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub text: String,
    pub options: Options,
}

/// What became of it: no faults, and it is sound.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Verdict {
    pub faults: Vec<Fault>,
}

/// Is such a process: limits itself, reads one job, compiles it, writes the verdict.
///
/// # Errors
///
/// If the limits can't be set, or the job can't be read or the verdict written.
pub fn serve(input: impl Read, mut output: impl Write) -> io::Result<()> {
    limit()?;
    let job: Job = serde_json::from_reader(input.take(LONGEST))?;
    let settings: Vec<(String, String)> = job.options.into_iter().collect();
    let faults = match Game::load(Source::Text { name: WORKSHOP, text: &job.text }, &settings) {
        Ok(_) => Vec::new(),
        Err(report) => faults(&report),
    };
    serde_json::to_writer(&mut output, &Verdict { faults })?;
    output.flush()
}

#[cfg(unix)]
fn limit() -> io::Result<()> {
    use rlimit::Resource;
    for (resource, most) in [(Resource::AS, MEMORY), (Resource::CPU, SECONDS), (Resource::CORE, 0)] {
        let (_, hard) = resource.get()?;
        resource.set(most.min(hard), most.min(hard))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn limit() -> io::Result<()> {
    Ok(())
}

/// A process that is killed if it is not awaited.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Lets a process of its own compile a definition.
pub(crate) fn ask(program: &Path, job: &Job, deadline: &Deadline) -> ApiResult<Verdict> {
    let mut command = Command::new(program);
    command.arg(WORD).env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut vetter = Killed(command.spawn().map_err(ApiError::internal)?);
    let (Some(mut input), Some(output)) = (vetter.0.stdin.take(), vetter.0.stdout.take()) else {
        return Err(ApiError::internal("the process that vets has no pipes"));
    };
    let (sender, answered) = mpsc::channel();
    let job = serde_json::to_vec(job).map_err(ApiError::internal)?;
    // It ends when the process does. One that dies early is seen by its answer.
    std::thread::spawn(move || {
        let _ = input.write_all(&job);
        drop(input);
        let mut answer = Vec::new();
        let _ = output.take(LONGEST).read_to_end(&mut answer);
        let _ = sender.send(answer);
    });
    loop {
        match answered.recv_timeout(LOOK) {
            Ok(answer) => return Ok(serde_json::from_slice(&answer).unwrap_or_else(|_| too_complex())),
            Err(mpsc::RecvTimeoutError::Timeout) if deadline.left().is_zero() => return Ok(too_complex()),
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                return Err(ApiError::internal("the reader of the process that vets broke"));
            }
        }
    }
}

/// What is said of a definition whose compilation did not end within the bounds.
fn too_complex() -> Verdict {
    let message = format!("The definition takes more than {SECONDS} seconds or {} MB to compile", MEMORY >> 20);
    let advice = Some("use a smaller board, fewer pieces or simpler movements".to_owned());
    Verdict { faults: vec![Fault { message, advice, line: 0, column: 0, length: 0 }] }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn asked(program: &str, deadline: Duration) -> Verdict {
        let job = Job { text: "title \"x\"".to_owned(), options: Options::new() };
        ask(Path::new(program), &job, &Deadline::after(deadline)).unwrap()
    }

    #[test]
    fn a_process_that_dies_or_hangs_condemns_its_job() {
        let folder = tempfile::TempDir::new().unwrap();
        let script = |name: &str, text: &str| {
            use std::os::unix::fs::OpenOptionsExt;
            let path = folder.path().join(name);
            let mut file =
                std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o700).open(&path).unwrap();
            file.write_all(format!("#!/bin/sh\n{text}\n").as_bytes()).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let long = Duration::from_secs(60);
        assert!(asked(&script("dies", "kill -9 $$"), long).faults[0].message.contains("to compile"));
        assert!(asked(&script("hangs", "exec /bin/sleep 1000"), Duration::from_millis(100)).faults.len() == 1);
        assert!(asked(&script("sound", "/bin/cat > /dev/null; echo '{\"faults\":[]}'"), long).faults.is_empty());
    }
}
