//! The program, run as its users run it.

mod cases;
#[cfg(target_os = "linux")]
mod chaos;
mod collection;
mod compose;
mod draw;
mod endgame;
mod engine;
mod learn;
mod machines;
mod messages;
#[cfg(unix)]
mod nodes;
mod play;
mod serve;
mod solve;
mod uci;
mod uci_faults;
mod upkeep;

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of the program gave.
struct Run {
    stdout: String,
    stderr: String,
    code: i32,
}

/// Runs the program.
fn spielraum(args: &[&str]) -> Run {
    spielraum_with_input(args, "")
}

/// Runs the program with this text on its standard input.
fn spielraum_with_input(args: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_spielraum"))
        .args(args)
        .env("COLUMNS", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    let input = input.to_owned();
    // A program that has ended does not read the rest.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("its input is written");
    Run {
        stdout: String::from_utf8(output.stdout).expect("it prints text"),
        stderr: String::from_utf8(output.stderr).expect("it prints text"),
        code: output.status.code().unwrap_or(-1),
    }
}

impl Run {
    /// The run, which must have been one without complaint.
    fn well(self) -> Self {
        assert_eq!(self.code, 0, "{}{}", self.stdout, self.stderr);
        self
    }

    /// The lines of its output as JSON.
    fn json(&self) -> Vec<serde_json::Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("a line is one JSON value")).collect()
    }
}

/// A path for a file of a test's own.
fn scratch(name: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    // It may be left from the last run.
    let _ = std::fs::remove_file(&path);
    path.display().to_string()
}
