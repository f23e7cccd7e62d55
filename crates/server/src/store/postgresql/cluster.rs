//! A PostgreSQL of the tests alone, in a temporary folder and without a port. It ends with the process that has started it,
//! however that ends.

use crate::config::Postgres;
use crate::store::postgresql::Server;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// Makes the cluster in `$dir` and does what the lines of its input say; when there are no more it removes all. PostgreSQL
/// refuses to run as root.
const SCRIPT: &str = r#"
as=
if [ "$(id -u)" = 0 ]; then as="runuser -u postgres --"; chown postgres "$dir"; fi
cd "$dir"
trap 'cd /; rm -rf "$dir"' EXIT
$as "$bin/initdb" -D data -U spielraum -A trust -E UTF8 --locale=C.UTF-8 --no-sync >made 2>&1 || { cat made >&2; exit 1; }
options="-k $dir -c listen_addresses= -c fsync=off -c max_connections=300 -c shared_buffers=32MB"
start() { until $as "$bin/pg_ctl" -D data -w -l log -o "$options" start >/dev/null 2>&1; do sleep 0.1; done; echo ready; }
start
while read -r word; do
    case $word in
        kill) kill -9 "$(head -1 data/postmaster.pid)"; echo killed ;;
        start) start ;;
    esac
done
$as "$bin/pg_ctl" -D data -m immediate stop >/dev/null 2>&1
"#;

/// A cluster that runs.
pub(crate) struct Cluster {
    told: Mutex<(ChildStdin, BufReader<ChildStdout>)>,
    _shell: Child,
    folder: PathBuf,
    databases: AtomicUsize,
}

impl Cluster {
    /// Nothing, and a line that says so, if this machine has no PostgreSQL.
    pub fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            eprintln!("skipped: there is no PostgreSQL here; install the package `postgresql`");
            return None;
        };
        let folder = tempfile::Builder::new().prefix("spielraum-pg").tempdir().unwrap().keep();
        let mut shell = Command::new("sh")
            .args(["-c", SCRIPT])
            .env("dir", &folder)
            .env("bin", programs)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(shell.stdout.take().unwrap());
        expect(&mut output, "ready");
        let told = Mutex::new((shell.stdin.take().unwrap(), output));
        Some(Self { told, _shell: shell, folder, databases: AtomicUsize::new(0) })
    }

    /// One for all tests of the process.
    pub fn shared() -> Option<&'static Self> {
        static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
        CLUSTER.get_or_init(Self::start).as_ref()
    }

    /// A database in which nothing is.
    pub fn database(&self) -> Postgres {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.run("postgres", &format!("CREATE DATABASE {name}"));
        self.named(&name)
    }

    /// Carries out a statement in a database.
    pub fn run(&self, database: &str, statement: &str) {
        apart(|| Server::new(&self.named(database)).connect().unwrap().run(statement).unwrap());
    }

    pub fn named(&self, database: &str) -> Postgres {
        format!("postgres:///{database}?host={}&user=spielraum", self.folder.display()).parse().unwrap()
    }

    /// Ends it as a failing machine does.
    pub fn kill(&self) {
        self.tell("kill", "killed");
    }

    /// Starts it again.
    pub fn restart(&self) {
        self.tell("start", "ready");
    }

    fn tell(&self, word: &str, answer: &str) {
        let (input, output) = &mut *self.told.lock().unwrap();
        writeln!(input, "{word}").unwrap();
        expect(output, answer);
    }
}

fn expect(output: &mut impl BufRead, answer: &str) {
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line.trim(), answer);
}

/// The folder of PostgreSQL's programs, as Debian installs them, or where the first one of the path is.
fn programs() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql").ok().into_iter().flatten().flatten();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    folders.extend(std::env::split_paths(&path));
    folders.into_iter().find(|folder: &PathBuf| has(folder, "initdb") && has(folder, "postgres"))
}

fn has(folder: &Path, program: &str) -> bool {
    folder.join(program).is_file()
}

/// Does something where no other task runs: a connection waits by itself.
pub(crate) fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|threads| threads.spawn(work).join().unwrap())
}
