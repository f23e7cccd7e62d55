//! The one task that writes. What is asked for while it writes goes into its next transaction all together, so that
//! one wait for the disk serves many.

use crate::error::{Answer, Refusal};
use crate::metrics::Metrics;
use crate::play::Record;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// How many requests go into one transaction at the most, and how many can wait.
const BATCH: usize = 512;

/// One thing to be written.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    NewPlayer {
        id: String,
        name: String,
    },
    Rename {
        id: String,
        name: String,
    },
    NewAccount {
        name: String,
        player: String,
        password: String,
    },
    /// One player's games become another's.
    HandOver {
        from: String,
        to: String,
    },
    NewDefinition {
        id: String,
        text: String,
    },
    NewGame(Box<Record>),
    /// What has changed about a game.
    Game(Box<Record>),
    Move {
        game: String,
        ply: u32,
        text: String,
    },
    /// The moves from a ply on were taken back.
    Undo {
        game: String,
        ply: u32,
    },
    RemoveGame {
        id: String,
    },
    Heartbeat,
}

struct Request {
    writes: Vec<Write>,
    done: oneshot::Sender<Result<(), Arc<sqlx::Error>>>,
}

/// Where writes are handed in.
pub(crate) struct Writer {
    requests: mpsc::Sender<Request>,
    ended: tokio::sync::Mutex<Option<oneshot::Receiver<()>>>,
}

impl Writer {
    pub(super) async fn start(options: &SqliteConnectOptions, metrics: Arc<Metrics>) -> sqlx::Result<Self> {
        let connection = options.connect().await?;
        let (requests, incoming) = mpsc::channel(BATCH);
        let (end, ended) = oneshot::channel();
        tokio::spawn(async move {
            write_all(connection, incoming, metrics).await;
            let _ = end.send(());
        });
        Ok(Self { requests, ended: tokio::sync::Mutex::new(Some(ended)) })
    }

    /// Writes all of this or nothing; ready when it is on the disk.
    pub async fn write(&self, writes: Vec<Write>) -> Answer<()> {
        let (done, answer) = oneshot::channel();
        let gone = |_| Refusal::busy("The server is about to end. Try again in a moment.");
        self.requests.send(Request { writes, done }).await.map_err(|_| gone(()))?;
        match answer.await.map_err(|_| gone(()))? {
            Ok(()) => Ok(()),
            Err(error) if is_conflict(&error) => Err(Refusal::conflict("taken", "That name is taken; choose another.")),
            Err(error) => Err(Refusal::internal(error)),
        }
    }

    /// Waits until everything handed in before is written; nothing is written after.
    pub(super) async fn close(&self) {
        let (done, answer) = oneshot::channel();
        if self.requests.send(Request { writes: Vec::new(), done }).await.is_ok() {
            let _ = answer.await;
        }
        if let Some(ended) = self.ended.lock().await.take() {
            let _ = ended.await;
        }
    }
}

fn is_conflict(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.is_unique_violation())
}

async fn write_all(mut connection: SqliteConnection, mut incoming: mpsc::Receiver<Request>, metrics: Arc<Metrics>) {
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        batch.clear();
        if incoming.recv_many(&mut batch, BATCH).await == 0 {
            break;
        }
        // A request without writes asks for the end.
        let end = batch.iter().any(|request| request.writes.is_empty());
        if end {
            incoming.close();
        }
        let started = std::time::Instant::now();
        let all: Vec<&Write> = batch.iter().flat_map(|request| request.writes.iter()).collect();
        let written = transaction(&mut connection, &all).await;
        metrics.commits.observe(started.elapsed().as_secs_f64());
        match written {
            Ok(()) => batch.drain(..).for_each(|request| _ = request.done.send(Ok(()))),
            // One of them can't be written; the others must not suffer for it.
            Err(_) => {
                for request in batch.drain(..) {
                    let own: Vec<&Write> = request.writes.iter().collect();
                    let written = transaction(&mut connection, &own).await;
                    let _ = request.done.send(written.map_err(Arc::new));
                }
            }
        }
    }
    let _ = connection.close().await;
}

async fn transaction(connection: &mut SqliteConnection, writes: &[&Write]) -> sqlx::Result<()> {
    let mut transaction = connection.begin().await?;
    let mut clocks_run = false;
    for write in writes {
        if let Write::NewGame(record) | Write::Game(record) = write {
            clocks_run |= record.clocks.as_ref().is_some_and(|clocks| clocks.running.is_some());
        }
        apply(&mut transaction, write).await?;
    }
    if clocks_run {
        apply(&mut transaction, &Write::Heartbeat).await?;
    }
    transaction.commit().await
}

async fn apply(connection: &mut SqliteConnection, write: &Write) -> sqlx::Result<()> {
    let now = crate::time::now();
    let query = match write {
        Write::NewPlayer { id, name } => {
            sqlx::query("INSERT INTO players (id, name, created) VALUES (?, ?, ?)").bind(id).bind(name).bind(now)
        }
        Write::Rename { id, name } => sqlx::query("UPDATE players SET name = ? WHERE id = ?").bind(name).bind(id),
        Write::NewAccount { name, player, password } => {
            sqlx::query("INSERT INTO accounts (name, player, password, created) VALUES (?, ?, ?, ?)")
                .bind(name)
                .bind(player)
                .bind(password)
                .bind(now)
        }
        Write::HandOver { from, to } => super::games::hand_over(from, to),
        Write::NewDefinition { id, text } => {
            sqlx::query("INSERT OR IGNORE INTO definitions (id, text, created) VALUES (?, ?, ?)")
                .bind(id)
                .bind(text)
                .bind(now)
        }
        Write::NewGame(record) => super::games::insert(record),
        Write::Game(record) => super::games::update(record),
        Write::Move { game, ply, text } => sqlx::query("INSERT INTO moves (game, ply, text, at) VALUES (?, ?, ?, ?)")
            .bind(game)
            .bind(ply)
            .bind(text)
            .bind(now),
        Write::Undo { game, ply } => sqlx::query("DELETE FROM moves WHERE game = ? AND ply >= ?").bind(game).bind(ply),
        Write::RemoveGame { id } => sqlx::query("DELETE FROM games WHERE id = ?").bind(id),
        Write::Heartbeat => {
            sqlx::query("INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at")
                .bind(now)
        }
    };
    query.execute(connection).await.map(|_| ())
}
