//! Databases of the tests' own PostgreSQL, as the store names them.

use crate::config::Postgres;
use crate::store::postgresql::Server;

/// A cluster that runs.
pub(crate) struct Cluster(spielraum_loadtest::Cluster);

impl Cluster {
    /// Nothing, and a line that says so, if this machine has no PostgreSQL.
    pub fn start() -> Option<Self> {
        spielraum_loadtest::Cluster::start().map(Self)
    }

    /// One for all tests of the process.
    pub fn shared() -> Option<&'static Self> {
        static CLUSTER: std::sync::OnceLock<Option<Cluster>> = std::sync::OnceLock::new();
        CLUSTER.get_or_init(Self::start).as_ref()
    }

    /// A database in which nothing is.
    pub fn database(&self) -> Postgres {
        self.0.database().parse().unwrap()
    }

    /// Carries out a statement in a database.
    pub fn run(&self, database: &str, statement: &str) {
        apart(|| Server::new(&self.named(database)).connect().unwrap().run(statement).unwrap());
    }

    pub fn named(&self, database: &str) -> Postgres {
        self.0.url(database).parse().unwrap()
    }

    /// Ends it as a failing machine does.
    pub fn kill(&self) {
        self.0.kill();
    }

    /// Starts it again.
    pub fn restart(&self) {
        self.0.restart();
    }
}

/// Does something where no other task runs: a connection waits by itself.
pub(crate) fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|threads| threads.spawn(work).join().unwrap())
}
