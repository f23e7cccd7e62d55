//! A PostgreSQL of the tests alone, in a temporary folder and without a port. It ends with the process that has started it,
//! however that ends.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Makes the cluster in `$dir` and does what the lines of its input say; when there are no more it removes all. PostgreSQL
/// refuses to run as root.
const SCRIPT: &str = r#"
as=
if [ "$(id -u)" = 0 ]; then as="runuser -u postgres --"; chown postgres "$dir"; fi
cd "$dir"
trap 'cd /; rm -rf "$dir"' EXIT
$as "$bin/initdb" -D data -U spielraum -A trust -E UTF8 --locale=C.UTF-8 --no-sync >made 2>&1 || { cat made >&2; exit 1; }
options="-k $dir -c listen_addresses= -c fsync=$fsync -c max_connections=300 -c shared_buffers=32MB"
if [ -n "$tls" ]; then
    printf '[req]\ndistinguished_name=dn\nx509_extensions=ext\nprompt=no\n[dn]\nCN=localhost\n' >tls.cnf
    printf '[ext]\nbasicConstraints=critical,CA:FALSE\nsubjectAltName=DNS:localhost\n' >>tls.cnf
    $as openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -config tls.cnf \
        -keyout data/server.key -out data/server.crt >>made 2>&1 || { cat made >&2; exit 1; }
    cp data/server.crt root.crt
    options="$options -c ssl=on -c listen_addresses=localhost"
fi
start() { until $as "$bin/pg_ctl" -D data -w -l log -o "$options" start >/dev/null 2>&1; do sleep 0.1; done; echo ready; }
ask() { for statement; do "$bin/psql" -h "$dir" -U spielraum -d postgres -At -c "$statement"; done; }
start
while read -r word name; do
    case $word in
        kill) kill -9 "$(head -1 data/postmaster.pid)"; echo killed ;;
        start) start ;;
        make) "$bin/createdb" -h "$dir" -U spielraum "$name" && echo made ;;
        replicate)
            $as mkdir two
            $as "$bin/pg_basebackup" -h "$dir" -U spielraum -D data2 -R >>made 2>&1 || { cat made >&2; exit 1; }
            $as "$bin/pg_ctl" -D data2 -w -l log2 -o "$options -k $dir/two" start >/dev/null 2>&1
            ask "ALTER SYSTEM SET synchronous_standby_names = '*'" "SELECT pg_reload_conf()" >/dev/null
            until ask "SELECT sync_state FROM pg_stat_replication" | grep -qx sync; do sleep 0.1; done
            echo replicated ;;
        promote) $as "$bin/pg_ctl" -D data2 -w promote >/dev/null 2>&1 && echo promoted ;;
    esac
done
$as "$bin/pg_ctl" -D data -m immediate stop >/dev/null 2>&1
if [ -d data2 ]; then $as "$bin/pg_ctl" -D data2 -m immediate stop >/dev/null 2>&1; fi
"#;

/// A cluster that runs.
pub struct Cluster {
    told: Mutex<(ChildStdin, BufReader<ChildStdout>)>,
    _shell: Child,
    folder: PathBuf,
    databases: AtomicUsize,
    replicated: AtomicBool,
}

impl Cluster {
    /// Nothing, and a line that says so, if this machine has no PostgreSQL. A power cut could lose what it stores, which
    /// saves the tests time.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn start() -> Option<Self> {
        Self::start_with("off", None)
    }

    /// The same with everything on the disk that it stores, as a measurement needs it.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn durable() -> Option<Self> {
        Self::start_with("on", None)
    }

    /// One that listens on a port of `localhost`, too, and encrypts there what a client wants encrypted, with a certificate that
    /// is its own authority.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn encrypted(port: u16) -> Option<Self> {
        Self::start_with("off", Some(port))
    }

    /// The file with the certificate of one that encrypts.
    pub fn certificate(&self) -> PathBuf {
        self.folder.join("root.crt")
    }

    fn start_with(fsync: &str, port: Option<u16>) -> Option<Self> {
        let Some(programs) = programs() else {
            eprintln!("skipped: there is no PostgreSQL here; install the package `postgresql`");
            return None;
        };
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // The path of a socket is short.
        let folder = std::env::temp_dir().join(format!("spielraum-pg{}-{number}", std::process::id()));
        std::fs::create_dir(&folder).unwrap_or_else(|error| panic!("can't make {}: {error}", folder.display()));
        let mut shell = Command::new("sh")
            .args(["-c", SCRIPT])
            .env("dir", &folder)
            .env("bin", programs)
            .env("fsync", fsync)
            .env("tls", port.map_or("", |_| "on"))
            .env("PGPORT", port.unwrap_or(5432).to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut output = BufReader::new(shell.stdout.take().expect("it was piped"));
        expect(&mut output, "ready");
        let told = Mutex::new((shell.stdin.take().expect("it was piped"), output));
        Some(Self { told, _shell: shell, folder, databases: AtomicUsize::new(0), replicated: AtomicBool::new(false) })
    }

    /// The URL of a database in which nothing is.
    ///
    /// # Panics
    ///
    /// If it can't be made.
    pub fn database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.tell(&format!("make {name}"), "made");
        self.url(&name)
    }

    /// The folder of its socket.
    pub fn folder(&self) -> String {
        self.folder.display().to_string()
    }

    /// Its socket.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// The URL of a database.
    pub fn url(&self, database: &str) -> String {
        let (folder, name) = (self.folder(), format!("postgres:///{database}?user=spielraum"));
        match self.replicated.load(Ordering::Relaxed) {
            true => format!("{name}&host={folder}&host={folder}/two&target_session_attrs=read-write"),
            false => format!("{name}&host={folder}"),
        }
    }

    /// Gives it a replica, without which nothing is acknowledged from now on.
    ///
    /// # Panics
    ///
    /// If that is not done.
    pub fn replicate(&self) {
        self.tell("replicate", "replicated");
        self.replicated.store(true, Ordering::Relaxed);
    }

    /// Has the replica take the place of the one that was killed.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub fn promote(&self) {
        self.tell("promote", "promoted");
    }

    /// Ends it as a failing machine does.
    ///
    /// # Panics
    ///
    /// If it does not end.
    pub fn kill(&self) {
        self.tell("kill", "killed");
    }

    /// Starts it again.
    ///
    /// # Panics
    ///
    /// If it does not start.
    pub fn restart(&self) {
        self.tell("start", "ready");
    }

    fn tell(&self, word: &str, answer: &str) {
        let (input, output) = &mut *self.told.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(input, "{word}").expect("a shell that listens");
        expect(output, answer);
    }
}

fn expect(output: &mut impl BufRead, answer: &str) {
    let mut line = String::new();
    output.read_line(&mut line).expect("a line of the shell");
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
