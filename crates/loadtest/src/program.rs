//! The program itself as a process, which can be killed.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A server or a worker that runs as a process of its own; it is killed when this is dropped.
pub struct Program {
    child: Child,
    program: PathBuf,
    data: PathBuf,
    /// Where it listens, such as `http://127.0.0.1:41234`; a worker listens nowhere.
    pub base: String,
}

impl Program {
    /// Starts `program serve` on a free port with its data in `data`, and waits until it listens.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn start(program: &Path, data: &Path, arguments: &[&str]) -> Self {
        Self::start_with(program, data, arguments, |_| {})
    }

    /// The same, with something else set about the process.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn start_with(program: &Path, data: &Path, arguments: &[&str], change: impl FnOnce(&mut Command)) -> Self {
        Self::start_at(0, program, data, arguments, change)
    }

    /// The same on a port.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn start_at(
        port: u16,
        program: &Path,
        data: &Path,
        arguments: &[&str],
        change: impl FnOnce(&mut Command),
    ) -> Self {
        let mut command = Command::new(program);
        command.args(["serve", "--port", &port.to_string(), "--data"]).arg(data).args(arguments);
        change(&mut command);
        let (child, base) = Self::spawn(program, command);
        Self { child, program: program.to_owned(), data: data.to_owned(), base }
    }

    /// Starts `program worker`, and waits until it takes jobs.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn worker(program: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.arg("worker").args(arguments);
        let (child, _) = Self::spawn(program, command);
        Self { child, program: program.to_owned(), data: PathBuf::new(), base: String::new() }
    }

    /// Starts a program, and waits until it says what it does.
    fn spawn(program: &Path, mut command: Command) -> (Child, String) {
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("can't run {}: {error}", program.display()));
        let mut line = String::new();
        let stdout = child.stdout.take().expect("it was piped");
        BufReader::new(stdout).read_line(&mut line).expect("its first line");
        let said = line.trim().strip_prefix("Spielraum: ").unwrap_or_else(|| panic!("it said: {line:?}")).to_owned();
        (child, said)
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its memory that is not swapped out, in bytes (Linux).
    ///
    /// # Panics
    ///
    /// If the system does not report it.
    pub fn memory(&self) -> u64 {
        self.bytes("VmRSS:")
    }

    /// The part of it that no file backs, in bytes (Linux).
    ///
    /// # Panics
    ///
    /// If the system does not report it.
    pub fn own_memory(&self) -> u64 {
        self.bytes("RssAnon:")
    }

    /// The most memory that it has had so far, in bytes (Linux).
    ///
    /// # Panics
    ///
    /// If the system does not report it.
    pub fn most_memory(&self) -> u64 {
        self.bytes("VmHWM:")
    }

    fn bytes(&self, field: &str) -> u64 {
        let path = format!("/proc/{}/status", self.id());
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("can't read {path}: {error}"));
        let line = text.lines().find_map(|line| line.strip_prefix(field)).expect("a line for this memory");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number of kB") << 10
    }

    /// A number of `spielraum admin status`, by its name.
    ///
    /// # Panics
    ///
    /// If the program does not report it.
    pub fn status(&self, what: &str) -> f64 {
        let asked = Command::new(&self.program).args(["admin", "--data"]).arg(&self.data).arg("status").output();
        let asked = asked.unwrap_or_else(|error| panic!("can't run {}: {error}", self.program.display()));
        let text = String::from_utf8_lossy(&asked.stdout).into_owned();
        let number = text.lines().find_map(|line| line.strip_prefix(what));
        number.and_then(|number| number.trim().parse().ok()).unwrap_or_else(|| panic!("no `{what}` in {text:?}"))
    }

    /// Sends it a signal, such as `TERM` (Unix).
    ///
    /// # Panics
    ///
    /// If it can't be sent.
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill").arg(format!("-{signal}")).arg(self.id().to_string()).status();
        assert!(sent.is_ok_and(|status| status.success()), "no signal {signal} for {}", self.id());
    }

    /// Ends it at once, without warning (`kill -9`), and waits until it is gone.
    pub fn kill(mut self) {
        self.end();
    }

    /// Waits until it ends by itself, and gives its exit status.
    ///
    /// # Panics
    ///
    /// If it can't be waited for.
    pub fn ended(mut self) -> std::process::ExitStatus {
        self.child.wait().expect("an exit status")
    }

    /// Waits for some time until it ends by itself, and gives its exit status; then it is killed.
    ///
    /// # Panics
    ///
    /// If it can't be waited for.
    pub fn ended_within(mut self, patience: Duration) -> Option<ExitStatus> {
        let begun = Instant::now();
        loop {
            let status = self.child.try_wait().expect("a process");
            if status.is_some() || begun.elapsed() > patience {
                return status;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}
