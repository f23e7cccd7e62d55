//! The one thread that writes. What is asked for while it writes goes into its next transaction all together, so that
//! one wait for the disk serves many.
//!
//! A transaction that fails for any reason but its own content ends the connection: what the database and the system still
//! hold of it is not to be relied on. Nothing is acknowledged again until a new connection has made a write that yet
//! another one has read.

use super::attended::Attended;
use super::charge::{Charge, Holder, Lookout};
use super::database::Database;
use super::lived::{Lived, clocks_go_on};
use super::sql::{self, Connection};
use super::write::{Refusal, Write, apply, refusal};
use super::{StoreError, schema};
use crate::config::Mode;
use crate::domain::Record;
use crate::domain::{LinkId, SeekId, TournamentId};
use crate::error::{ApiError, ApiResult};
use crate::metrics::Metrics;
use crate::traces;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tracing::{Instrument, Span};

/// How many requests go into one transaction at most, and how many can wait.
const BATCH: usize = 512;

/// How long what is known of the free space is believed.
const MEASURED: Duration = Duration::from_secs(1);

enum Request {
    Write(Waiting),
    /// A write that is read back through another connection.
    Probe(oneshot::Sender<Result<(), Failure>>),
    /// What stands in the log goes into the file.
    Checkpoint,
    /// A node stays in charge, or looks who is.
    Tend(oneshot::Sender<()>),
    End,
    #[cfg(test)]
    Do(Box<dyn FnOnce(&mut rusqlite::Connection) + Send>),
}

/// Why something was not written.
#[derive(Clone, Debug)]
enum Failure {
    /// It must not be written as things stand.
    Refused(Refusal),
    /// The disk is nearly full.
    NoRoom,
    /// The disk does not take it.
    Disk,
    /// Another node is in charge.
    Elsewhere,
    /// A fault of this program.
    Fault(Arc<StoreError>),
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(Refusal::Taken) => {
                Self::conflict("taken", "That name is taken, or looks like one that is; choose another.")
            }
            Failure::Refused(Refusal::SessionOver) => {
                Self::forbidden("session-over", "Your session has ended meanwhile, and nothing was done. Log in again.")
            }
            Failure::Refused(Refusal::Replaced) => Self::conflict(
                "replaced",
                "Another version has taken the place of this game meanwhile, or it was unpublished. Load the page again.",
            ),
            Failure::Refused(Refusal::TakenDown) => Self::taken_down(),
            Failure::Refused(Refusal::SeekGone) => SeekId::gone(),
            Failure::Refused(Refusal::TournamentClosed) => TournamentId::closed(),
            Failure::Refused(Refusal::StudyChanged) => Self::conflict(
                "study-changed",
                "The study has changed meanwhile, and this was not stored. Load it again.",
            ),
            Failure::Refused(Refusal::LinkOver) => LinkId::over(),
            Failure::Refused(Refusal::BeingSent) => Self::conflict("being-sent", "Another server is sending this."),
            Failure::Refused(Refusal::CodeUsed) => crate::domain::two_factor::used(),
            Failure::Refused(Refusal::HasTwoFactor) => crate::domain::two_factor::is_on(),
            Failure::Refused(Refusal::NoVacation) => Self::conflict(
                "no-vacation",
                "You are on vacation already, or have fewer days left. End the one that goes on, or take fewer days.",
            ),
            Failure::NoRoom => Self::unstored(
                "no-room",
                "The server's disk is nearly full: games that are going on go on, but nothing new can begin.",
            ),
            Failure::Refused(Refusal::TooMany(limit)) => Self::too_many(limit.message()),
            Failure::Disk => Self::unstored(
                "not-stored",
                "This could not be stored, so nothing has changed. Try again in a moment; if the error persists, contact the administrator.",
            ),
            Failure::Elsewhere => Self::elsewhere(),
            Failure::Fault(error) => Self::internal(error),
        }
    }
}

/// Where writes are handed in.
pub(crate) struct Writer {
    requests: mpsc::Sender<Request>,
    ended: tokio::sync::Mutex<Option<oneshot::Receiver<()>>>,
    /// Whether the disk was nearly full when something was last written.
    scarce: Arc<AtomicBool>,
    /// What the server accepts, as the administrator has chosen.
    mode: Mutex<Mode>,
    /// When a write was last read back, or not.
    probed: tokio::sync::Mutex<Option<(Instant, Result<(), Failure>)>>,
}

impl Writer {
    /// Starts the thread, which asks for `floor` bytes of free disk before it takes anything new. A node has no connection at
    /// first, and looks whether it is to take charge.
    pub(super) fn start(
        (database, connection): (Database, Option<Connection>),
        charge: Arc<Charge>,
        floor: u64,
        lived: Lived,
        metrics: Arc<Metrics>,
        (attended, seeks_changed, games_changed): (Arc<Attended>, watch::Sender<u64>, broadcast::Sender<Arc<Record>>),
    ) -> Result<Self, StoreError> {
        let (requests, incoming) = mpsc::channel(BATCH);
        let (end, ended) = oneshot::channel();
        let keeper = match &database {
            Database::Folder(_) => Some(database.connect()?),
            Database::Server(_) => None,
        };
        keeper.as_ref().map(number_of).transpose()?;
        if let Some(connection) = &connection {
            probe(connection, &database, (rand::random(), lived.now()))?;
        }
        let lookout = match &database {
            Database::Server(server) if charge.is_shared() => Some(Lookout::new(server.clone())),
            _ => None,
        };
        let scarce = Arc::<AtomicBool>::default();
        let mut thread = Thread {
            charge,
            lookout,
            numbers: Vec::new(),
            keeper,
            database,
            floor,
            lived,
            scarce: scarce.clone(),
            metrics,
            attended,
            seeks_changed,
            games_changed,
            connection,
            measured: None,
        };
        thread.look()?;
        let run = move || {
            thread.run(incoming);
            let _ = end.send(());
        };
        let failed = |cause: std::io::Error| StoreError::BrokeOff(cause.to_string());
        std::thread::Builder::new().name("store-writer".to_owned()).spawn(run).map_err(failed)?;
        let ended = tokio::sync::Mutex::new(Some(ended));
        Ok(Self { requests, ended, scarce, mode: Mutex::default(), probed: tokio::sync::Mutex::default() })
    }

    /// Writes all of this or nothing; ready when it is on the disk. Refused if it is not taken at present.
    pub async fn write(&self, writes: Vec<Write>) -> ApiResult<()> {
        self.takes(writes.iter().any(Write::begins))?;
        self.write_always(writes).await
    }

    /// Whether the disk is nearly full, so that what games go on storing uses up what is left of it.
    pub fn is_scarce(&self) -> bool {
        self.scarce.load(Ordering::Relaxed)
    }

    /// What is taken.
    pub fn mode(&self) -> Mode {
        *self.mode.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes something else from now on.
    pub fn set_mode(&self, mode: Mode) {
        *self.mode.lock().unwrap_or_else(PoisonError::into_inner) = mode;
    }

    /// Refuses what is not taken at present.
    fn takes(&self, begins: bool) -> ApiResult<()> {
        match self.mode() {
            Mode::ReadOnly => Err(ApiError::unstored(
                "read-only",
                "The administrator is working on the server: nothing can be stored for a while. Nothing is lost; try again later.",
            )),
            Mode::Drain if begins => Err(ApiError::unstored(
                "draining",
                "The server will end soon: games that are going on go on, but nothing new can begin.",
            )),
            Mode::Normal | Mode::Drain => Ok(()),
        }
    }

    /// Writes for the administrator, whatever the server accepts from others.
    pub async fn write_always(&self, writes: Vec<Write>) -> ApiResult<()> {
        let (span, asked) = (traces::transaction(writes.len()), Instant::now());
        let request = |done| Request::Write(Waiting { writes, done, span: span.clone(), asked });
        let written = self.ask(request).instrument(span.clone()).await?.map_err(ApiError::from);
        if written.is_err() {
            traces::failed(&span);
        }
        written
    }

    /// Whether new things can be stored, found out by a write that is read back, once a second at most.
    pub async fn ready(&self) -> ApiResult<()> {
        self.takes(true)?;
        let mut probed = self.probed.lock().await;
        if let Some((when, found)) = &*probed
            && when.elapsed() < MEASURED
        {
            return found.clone().map_err(ApiError::from);
        }
        let found = self.ask(Request::Probe).await?;
        *probed = Some((Instant::now(), found.clone()));
        found.map_err(ApiError::from)
    }

    /// Has the write-ahead log put into the file, without waiting for it.
    pub(super) fn checkpoint(&self) {
        // If there is much to do, SQLite does it by itself.
        let _ = self.requests.try_send(Request::Checkpoint);
    }

    /// Has a node stay in charge, or look who is.
    pub(super) async fn tend(&self) {
        // At the end nothing is left to be done.
        let _ = self.ask(Request::Tend).await;
    }

    async fn ask<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> ApiResult<T> {
        let (done, answer) = oneshot::channel();
        let gone = || ApiError::busy("The server is about to end. Try again in a moment.");
        self.requests.send(request(done)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())
    }

    /// Does something with the thread's own connection.
    #[cfg(test)]
    pub(super) async fn with(&self, work: impl FnOnce(&mut rusqlite::Connection) + Send + 'static) {
        let (done, answer) = oneshot::channel();
        let work = move |connection: &mut rusqlite::Connection| {
            work(connection);
            done.send(()).unwrap();
        };
        self.requests.send(Request::Do(Box::new(work))).await.ok().unwrap();
        answer.await.unwrap();
    }

    /// Waits until everything handed in before is written, for a time; nothing is written after. False: it took longer.
    pub(super) async fn close(&self, patience: Duration) -> bool {
        let ending = async {
            let _ = self.requests.send(Request::End).await;
            if let Some(ended) = self.ended.lock().await.take() {
                let _ = ended.await;
            }
        };
        tokio::time::timeout(patience, ending).await.is_ok()
    }
}

/// What the thread has.
struct Thread {
    charge: Arc<Charge>,
    /// Where a node looks who is in charge.
    lookout: Option<Lookout>,
    /// What the number of the last transaction can be, if no other node has written.
    numbers: Vec<i64>,
    /// Open all the time, so that SQLite keeps in memory where the log ends: were it to find that out again from the
    /// file, a transaction that was refused could be in it.
    keeper: Option<Connection>,
    database: Database,
    floor: u64,
    lived: Lived,
    scarce: Arc<AtomicBool>,
    metrics: Arc<Metrics>,
    /// The sockets that end with their sessions.
    attended: Arc<Attended>,
    /// How often something other than the lobby has changed seeks.
    seeks_changed: watch::Sender<u64>,
    /// Where games are announced that are stored.
    games_changed: broadcast::Sender<Arc<Record>>,
    /// None after a failure, until another one is proven to work.
    connection: Option<Connection>,
    /// When the free space was last measured, and whether there is enough.
    measured: Option<(Instant, bool)>,
}

struct Waiting {
    writes: Vec<Write>,
    done: oneshot::Sender<Result<(), Failure>>,
    span: Span,
    asked: Instant,
}

impl Thread {
    fn run(mut self, mut incoming: mpsc::Receiver<Request>) {
        let mut batch = Vec::with_capacity(BATCH);
        while incoming.blocking_recv_many(&mut batch, BATCH) > 0 {
            let mut waiting: Vec<Waiting> = Vec::with_capacity(batch.len());
            for request in batch.drain(..) {
                match request {
                    Request::Write(one) => match one.writes.iter().any(Write::begins) && !self.has_room() {
                        true => _ = one.done.send(Err(Failure::NoRoom)),
                        false => waiting.push(one),
                    },
                    Request::Probe(done) => _ = done.send(self.ready()),
                    Request::Checkpoint => self.checkpoint(),
                    Request::Tend(done) => {
                        self.tend();
                        let _ = done.send(());
                    }
                    Request::End => incoming.close(),
                    #[cfg(test)]
                    Request::Do(work) => {
                        self.connection().unwrap();
                        work(self.connection.as_mut().unwrap().sqlite_mut().unwrap());
                    }
                }
            }
            self.write(waiting);
        }
        let finished = self.finish();
        let close = |keeper: Option<Connection>| match keeper {
            Some(Connection::Sqlite(keeper)) => schema::close(keeper),
            _ => Ok(()),
        };
        if let Err(error) = finished.and_then(|()| close(self.keeper)) {
            tracing::error!(%error, "the database could not be left in order; a file's write-ahead log belongs to it");
        }
    }

    /// Leaves the database in order, if this is the one that writes.
    fn finish(&mut self) -> Result<(), StoreError> {
        if !self.charge.is_taken() {
            return Ok(());
        }
        let lived = self.lived.now();
        let finish = |connection: Connection| Database::finish(&connection, lived);
        match self.connection.take().map_or(Err(StoreError::Closed), finish) {
            Ok(()) => Ok(()),
            Err(_) => self.regain().and_then(finish),
        }
    }

    /// Stays in charge, or looks who is.
    fn tend(&mut self) {
        if !self.charge.is_taken() {
            if let Err(error) = self.look() {
                tracing::warn!(%error, "it can't be seen who is in charge");
            }
            return;
        }
        let asked = Instant::now();
        match self.connection().and_then(|connection| Ok(connection.run("SELECT 1")?)) {
            Ok(()) => self.charge.renew(asked),
            // An error of a new connection was reported already.
            Err(error) if self.connection.is_some() => _ = self.failed(error),
            Err(_) => {}
        }
    }

    /// Looks who is in charge, and takes charge if nobody is.
    fn look(&mut self) -> Result<(), StoreError> {
        let Some(lookout) = &mut self.lookout else { return Ok(()) };
        if !lookout.look(&self.charge, &self.lived)? {
            return Ok(());
        }
        let asked = Instant::now();
        let connection = match self.database.open() {
            Ok(connection) => connection,
            // Another one was faster.
            Err(StoreError::Held { .. }) => return Ok(()),
            Err(error) => return Err(error),
        };
        clocks_go_on(&connection)?;
        self.lived.catch_up(connection.query_row("SELECT lived FROM server_state", [], |row| row.get(0))?);
        connection.execute("UPDATE server_state SET in_use = 1", [])?;
        let number = rand::random();
        probe(&connection, &self.database, (number, self.lived.now()))?;
        self.numbers = vec![number];
        self.connection = Some(connection);
        self.charge.renew(asked);
        self.charge.set(Holder::Here);
        Ok(())
    }

    /// The connection that writes, anew. A node that was in charge is not any more if another one has written meanwhile.
    fn regain(&mut self) -> Result<Connection, StoreError> {
        let regained = self.database.connect_writer();
        if self.charge.is_shared() {
            let number = match &regained {
                Ok(connection) => number_of(connection)?,
                Err(_) => number_of(&self.database.connect()?)?,
            };
            if !self.numbers.contains(&number) {
                self.charge.set(Holder::Displaced);
                return Err(StoreError::Elsewhere);
            }
        }
        regained
    }

    /// Writes what waits in one transaction, and answers.
    fn write(&mut self, waiting: Vec<Waiting>) {
        if waiting.is_empty() {
            return;
        }
        // Measured with everything that is stored, not only when something new is.
        self.has_room();
        let started = Instant::now();
        let mut written = self.transaction(waiting.iter().map(|one| &*one.writes));
        self.metrics.commits.observe(started.elapsed().as_secs_f64());
        // One of them can't be written; the others must not suffer for it.
        let alone = written.as_ref().is_err_and(StoreError::is_of_the_request) && waiting.len() > 1;
        let requests = waiting.len();
        for (number, Waiting { writes, done, span, asked }) in waiting.into_iter().enumerate() {
            let mut number = number;
            if alone {
                written = self.transaction([&*writes]);
                number = 0;
            }
            span.record("spielraum.requests", requests);
            traces::waited(&span, started - asked);
            traces::ran(&span, started.elapsed());
            if written.as_ref().is_ok_and(|refused| !refused.contains_key(&number)) {
                // Before the acknowledgement, and whether or not anybody waits for it.
                writes.iter().for_each(|write| self.attended.note(write));
                if self.games_changed.receiver_count() > 0 {
                    for record in writes.iter().filter_map(Write::game) {
                        let _ = self.games_changed.send(Arc::new(record.clone()));
                    }
                }
                if writes.iter().any(Write::concerns_seeks) {
                    self.seeks_changed.send_modify(|changes| *changes += 1);
                }
            }
            let _ = done.send(match &written {
                Ok(refused) => refused.get(&number).map_or(Ok(()), |why| Err(Failure::Refused(why.clone()))),
                Err(error) if error.is_conflict() => Err(Failure::Refused(Refusal::Taken)),
                Err(error) if error.is_of_the_request() => {
                    Err(Failure::Fault(Arc::new(StoreError::BrokeOff(error.to_string()))))
                }
                Err(StoreError::Elsewhere) => Err(Failure::Elsewhere),
                Err(_) => Err(Failure::Disk),
            });
        }
    }

    /// Writes all of these requests or none, but for those that are refused for a limit.
    fn transaction<'w>(&mut self, requests: impl IntoIterator<Item = &'w [Write]>) -> Result<Refused, StoreError> {
        let number: i64 = rand::random();
        let lived = self.lived.now();
        self.numbers.push(number);
        let connection = self.connection()?;
        let mut refused = Refused::new();
        let written = attempt(connection, (number, lived), requests, &mut refused);
        // The database may have rolled back by itself; only if it has not, and now does, the connection is as it was.
        let in_order = match &written {
            Ok(()) => !connection.is_in_transaction(),
            Err(error) => {
                error.is_of_the_request()
                    && connection.is_in_transaction()
                    && connection.roll_back().is_ok()
                    && !connection.is_in_transaction()
            }
        };
        if in_order {
            if written.is_ok() {
                self.numbers = vec![number];
            }
            return written.map(|()| refused);
        }
        let error = self.failed(written.err().unwrap_or(StoreError::NotReadBack));
        // A commit may have been made and then reported as failed; who reads the number when it is over sees all of it.
        let read = self.database.connect_writer().and_then(|connection| Ok(number_of(&connection)?));
        if read.is_ok_and(|read| read == number) { Ok(refused) } else { Err(error) }
    }

    /// The connection, which is replaced after a failure.
    fn connection(&mut self) -> Result<&Connection, StoreError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None if !self.charge.is_taken() => return Err(StoreError::Elsewhere),
            None => self.fresh().map_err(|error| self.failed(error))?,
        };
        Ok(self.connection.insert(connection))
    }

    /// A new connection, in which a write was made that another one has read.
    fn fresh(&mut self) -> Result<Connection, StoreError> {
        let connection = self.regain()?;
        let number = rand::random();
        self.numbers.push(number);
        probe(&connection, &self.database, (number, self.lived.now()))?;
        Ok(connection)
    }

    /// Ends the connection.
    fn failed(&mut self, error: StoreError) -> StoreError {
        self.connection = None;
        self.metrics.failed_writes.inc();
        tracing::error!(%error, "a write failed; nothing is acknowledged until one succeeds that can be read back");
        error
    }

    /// Whether something new may be stored, and is there when it has been.
    fn ready(&mut self) -> Result<(), Failure> {
        if !self.charge.is_taken() {
            let known = matches!(self.charge.holder(), Holder::There(_));
            return if known { Ok(()) } else { Err(Failure::Elsewhere) };
        }
        let database = self.database.clone();
        let (number, lived) = (rand::random(), self.lived.now());
        self.numbers.push(number);
        let probed = self.connection().and_then(|connection| probe(connection, &database, (number, lived)));
        if let Err(error) = probed {
            // An error of the connection itself was reported already.
            if self.connection.is_some() {
                self.failed(error);
            }
            return Err(Failure::Disk);
        }
        self.numbers = vec![number];
        if self.has_room() { Ok(()) } else { Err(Failure::NoRoom) }
    }

    /// Whether there is room on the disk for more than the games that go on. What can't be measured is not held
    /// against anybody.
    fn has_room(&mut self) -> bool {
        if let Some((when, enough)) = self.measured
            && when.elapsed() < MEASURED
        {
            return enough;
        }
        let Some(free) = self.database.free() else { return true };
        let enough = free.as_ref().map_or(true, |free| *free >= self.floor);
        if let Ok(free) = free {
            self.metrics.free_disk.set(i64::try_from(free).unwrap_or(i64::MAX));
        }
        if !enough && self.measured.is_none_or(|(_, enough)| enough) {
            tracing::error!("the disk is nearly full: only games that go on are stored");
        }
        self.measured = Some((Instant::now(), enough));
        self.scarce.store(!enough, Ordering::Relaxed);
        enough
    }

    fn checkpoint(&mut self) {
        let passive =
            |connection: &rusqlite::Connection| connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        if let Some(Err(error)) = self.connection.as_ref().and_then(Connection::sqlite).map(passive) {
            tracing::warn!(%error, "the write-ahead log was not put into the file");
        }
    }
}

/// Makes a write that distinguishes itself from all others, and reads it back through another connection.
fn probe(connection: &Connection, database: &Database, (number, lived): (i64, i64)) -> Result<(), StoreError> {
    mark(connection, number, lived)?;
    let read = number_of(&database.connect()?)?;
    if read == number && !connection.is_in_transaction() { Ok(()) } else { Err(StoreError::NotReadBack) }
}

/// Writes the number of a transaction, by which it is known whether it was made, and for how long servers have run.
fn mark(connection: &Connection, number: i64, lived: i64) -> sql::Result<()> {
    connection.prepare_cached("UPDATE server_state SET probe = ?, lived = ?")?.execute([number, lived]).map(|_| ())
}

/// The number of the last transaction that was made.
fn number_of(connection: &Connection) -> sql::Result<i64> {
    connection.query_row("SELECT probe FROM server_state", [], |row| row.get(0))
}

/// The requests of a transaction that are refused as things stand, by their places in it.
type Refused = HashMap<usize, Refusal>;

fn attempt<'w>(
    connection: &Connection,
    (number, lived): (i64, i64),
    requests: impl IntoIterator<Item = &'w [Write]>,
    refused: &mut Refused,
) -> Result<(), StoreError> {
    connection.begin()?;
    mark(connection, number, lived)?;
    let mut clocks_run = false;
    for (place, writes) in requests.into_iter().enumerate() {
        // Nothing of the request is written yet, and what was written for those before it counts.
        if let Some(why) = first_refusal(connection, writes)? {
            refused.insert(place, why);
            continue;
        }
        for write in writes {
            if let Write::NewGame(record) | Write::Game(record) = write {
                clocks_run |= record.progress.clocks.as_ref().is_some_and(|clocks| clocks.running().is_some());
            }
            apply(connection, write)?;
        }
    }
    if clocks_run {
        apply(connection, &Write::Heartbeat)?;
    }
    Ok(connection.commit()?)
}

/// The first reason why a request must not be written.
fn first_refusal(connection: &Connection, writes: &[Write]) -> sql::Result<Option<Refusal>> {
    for write in writes {
        if let Some(why) = refusal(connection, write)? {
            return Ok(Some(why));
        }
    }
    Ok(None)
}
