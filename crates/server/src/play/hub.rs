//! All tables, and how games begin.

use super::clock::{Clocks, Control};
use super::record::{PlayerId, Record, Seat};
use super::table::Table;
use crate::app::App;
use crate::error::{Answer, Refusal};
use crate::metrics::Metrics;
use crate::store::Write;
use crate::wire::{GameStatus, Offers, Opponent, Sides};
use spielraum_rules::Color;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, RwLock};

type Cell = Arc<OnceCell<Arc<Table>>>;

/// The tables in memory.
#[derive(Default)]
pub(crate) struct Hub {
    tables: Mutex<HashMap<String, Cell>>,
    /// Held for reading while a table is put up.
    putting_up: RwLock<()>,
}

impl Hub {
    /// The table of a game, which is put up if it is not there.
    pub async fn table(&self, app: &App, id: &str) -> Answer<Arc<Table>> {
        let _putting_up = self.putting_up.read().await;
        let cell = self.tables().entry(id.to_owned()).or_default().clone();
        // Whoever comes meanwhile waits for the same table.
        let table = cell.get_or_try_init(|| Table::load(app, id)).await.cloned();
        if table.is_err() {
            let mut tables = self.tables();
            if tables.get(id).is_some_and(|cell| !cell.initialized()) {
                tables.remove(id);
            }
        }
        table
    }

    /// Takes down the tables that nobody needs, or one of them.
    pub fn sweep(&self, metrics: &Metrics) {
        let mut tables = self.tables();
        // Nobody can get hold of a table while the map is locked; who has one already is counted.
        tables.retain(|_, cell| {
            Arc::strong_count(cell) > 1
                || cell.get().is_some_and(|table| Arc::strong_count(table) > 1 || !table.is_idle())
        });
        metrics.tables.set(tables.len() as i64);
    }

    /// Forgets a game that was removed.
    pub fn forget(&self, id: &str) {
        self.tables().remove(id);
    }

    /// Gives one player's games to another, in the database and at the tables.
    pub async fn hand_over(app: &App, from: PlayerId, to: PlayerId) -> Answer<()> {
        let app = app.clone();
        // It goes on even if nobody waits for the answer: the tables must not differ from the database.
        let handing_over = async move {
            // A table put up meanwhile could be of a game as it was before.
            let _none_put_up = app.hub.putting_up.write().await;
            let tables: Vec<Arc<Table>> = app.hub.tables().values().filter_map(|cell| cell.get().cloned()).collect();
            // Nothing happens at these tables until all is done. Nobody else waits for a second table.
            let mut theirs = Vec::new();
            for table in &tables {
                let state = table.state.lock().await;
                if state.record.people().any(|id| id == from) {
                    theirs.push(state);
                }
            }
            app.store.writer().write(vec![Write::HandOver { from: from.clone(), to: to.clone() }]).await?;
            for state in &mut theirs {
                state.handed_over(&app, &from, &to).await;
            }
            Ok(())
        };
        tokio::spawn(handing_over).await.map_err(Refusal::internal)?
    }

    /// Ends the visits of a player everywhere: the sessions that they began with are over. Who has another one comes
    /// again.
    pub async fn send_away(&self, player: &str) {
        let tables: Vec<Arc<Table>> = self.tables().values().filter_map(|cell| cell.get().cloned()).collect();
        for table in tables {
            table.state.lock().await.visitors.retain(|visitor| visitor.player.as_deref() != Some(player));
        }
    }

    /// Puts up the tables of all games whose clocks run.
    pub async fn wake(&self, app: &App) -> Answer<usize> {
        let running = app.store.running().await?;
        for id in &running {
            if let Err(refusal) = self.table(app, id).await {
                tracing::error!(game = id, refusal.message, "a game with running clocks can't go on");
            }
        }
        Ok(running.len())
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Cell>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a game begins with.
pub(crate) struct Beginning {
    pub variant: String,
    pub options: std::collections::BTreeMap<String, String>,
    pub title: String,
    pub start: String,
    pub opponent: Opponent,
    pub seats: Sides<Seat>,
    pub creator: PlayerId,
    pub control: Option<Control>,
}

impl Beginning {
    /// The game before its first move.
    pub fn record(self) -> Record {
        let now = crate::time::now();
        let complete = Color::BOTH.into_iter().all(|color| *self.seats.of(color) != Seat::Free);
        Record {
            id: crate::ids::game(),
            variant: self.variant,
            options: self.options,
            title: self.title,
            start: self.start,
            opponent: self.opponent,
            seats: self.seats,
            creator: self.creator,
            control: self.control,
            clocks: self.control.map(Clocks::new),
            status: if complete { GameStatus::Playing } else { GameStatus::Open },
            result: None,
            offers: Offers::default(),
            next: None,
            plies: 0,
            created: now,
            updated: now,
        }
    }
}

/// The rematch of a game: the same with sides changed.
pub(super) fn rematch(old: &Record) -> Record {
    let beginning = Beginning {
        variant: old.variant.clone(),
        options: old.options.clone(),
        title: old.title.clone(),
        start: old.start.clone(),
        opponent: old.opponent,
        seats: Sides { white: old.seats.black.clone(), black: old.seats.white.clone() },
        creator: old.creator.clone(),
        control: old.control,
    };
    beginning.record()
}
