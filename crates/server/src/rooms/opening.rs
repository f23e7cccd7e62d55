//! Rooms are opened, and closed for what concerns several games.

use super::registry::Rooms;
use super::room::{Command, Room, State};
use crate::app::App;
#[cfg(unix)]
use crate::domain::{DefinitionId, GameEvent};
use crate::domain::{GameId, PlayerId};
use crate::error::{ApiError, ApiResult};
use crate::store::Write;
use crate::time::{duration, milliseconds, now, point};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::sync::{MutexGuard as Locked, RwLockWriteGuard};

/// Something concerns several games: no room is opened until this is dropped.
struct Closed<'r> {
    changes: &'r AtomicU64,
    _lock: RwLockWriteGuard<'r, ()>,
}

impl Drop for Closed<'_> {
    fn drop(&mut self) {
        // Before the lock is given back.
        self.changes.fetch_add(1, Relaxed);
    }
}

/// How many players are noted as present with one write, so that moves need not wait for long.
const NOTED_AT_ONCE: usize = 256;

/// How long before its clock falls a game that is not in memory is given an alarm. Until then it costs no memory.
const AHEAD: Duration = Duration::from_secs(60);

impl Rooms {
    /// The room of a game; it is opened if it is not open yet.
    pub async fn room(&self, app: &App, id: &GameId) -> ApiResult<Arc<Room>> {
        let cell = self.rooms().entry(id.clone()).or_default().clone();
        let mut opening = None;
        let entering = &mut opening;
        // Everyone who comes meanwhile waits for the same room.
        let load = || async move {
            loop {
                let changes = self.changes.load(Relaxed);
                let room = Room::load(app, id).await?;
                // What concerns several games does not wait while definitions are compiled and moves played through; if
                // it was done meanwhile the room may be as things were before.
                let lock = self.opening.read().await;
                if self.changes.load(Relaxed) == changes {
                    *entering = Some(lock);
                    return Ok(room);
                }
            }
        };
        let room = cell.get_or_try_init(load).await.cloned();
        match &room {
            Ok(room) if opening.is_some() => room.begin(app).await,
            Ok(_) => {}
            Err(_) => {
                let mut rooms = self.rooms();
                // Others who wait for this cell may be loading the room now, and there must be one room of a game only.
                // Of several that fail together the sweep takes what they leave.
                if let Some(known) = rooms.get(id)
                    && Arc::ptr_eq(known, &cell)
                    && !known.initialized()
                    && Arc::strong_count(known) == 2
                {
                    rooms.remove(id);
                }
            }
        }
        room
    }

    /// Lets no room be opened until what is given is dropped; rooms that are being loaded are loaded again.
    async fn close_doors(&self) -> Closed<'_> {
        Closed { changes: &self.changes, _lock: self.opening.write().await }
    }

    /// Closes the rooms that nobody needs. Where a clock runs the room is opened again when it falls, if nobody comes
    /// before: by the wait that there is, or, if that is long, by [`Self::set_alarms`].
    pub fn sweep(app: &App) {
        let soon = point(now()).saturating_add(AHEAD);
        let mut rooms = app.rooms.rooms();
        // Nobody can get hold of a room while the map is locked; who has one already is counted.
        rooms.retain(|id, cell| {
            let needed = Arc::strong_count(cell) > 1
                || cell.get().is_some_and(|room| Arc::strong_count(room) > 1 || !room.is_idle());
            if !needed && let Some(alarm) = cell.get().and_then(|room| room.alarm(soon)) {
                app.rooms.alarms().insert(id.clone(), alarm);
            }
            needed
        });
        app.metrics.rooms.set(rooms.len() as i64);
    }

    /// Gives one player's games to another, in the database and in the rooms, together with what else is to be written.
    pub async fn hand_over(app: &App, from: PlayerId, to: PlayerId, mut writes: Vec<Write>) -> ApiResult<()> {
        let app = app.clone();
        // It goes on even if nobody waits for the answer: the rooms must not differ from the database.
        let handing_over = async move {
            let _none_opened = app.rooms.close_doors().await;
            let rooms = app.rooms.open();
            let mut theirs = of_player(&rooms, &from).await;
            writes.push(Write::HandOver { from: from.clone(), to: to.clone() });
            app.store.writer().write(writes).await?;
            for state in &mut theirs {
                state.handed_over(&app, &from, &to).await;
            }
            Ok(())
        };
        tokio::spawn(handing_over).await.map_err(ApiError::internal)?
    }

    /// Lets a player go for good: games that go on are called off or resigned, then nothing has the player's name any
    /// more. What is asked of the moment of writing must be so then.
    pub async fn forget_player(app: &App, player: PlayerId, mut writes: Vec<Write>) -> ApiResult<()> {
        for id in app.store.playing(&player).await? {
            let left = match app.rooms.room(app, &id).await {
                Ok(room) => room.act(app, Some(player.clone()), None, Command::Leave).await,
                Err(error) => Err(error),
            };
            if let Err(error) = left {
                // It stays as it is, without a name.
                tracing::warn!(game = id.as_str(), error.message, "a player who goes did not leave a game");
            }
        }
        let app = app.clone();
        // As above.
        let forgetting = async move {
            let _none_opened = app.rooms.close_doors().await;
            let rooms = app.rooms.open();
            let mut theirs = of_player(&rooms, &player).await;
            writes.push(Write::Forget { player: player.clone() });
            app.store.writer().write(writes).await?;
            for state in &mut theirs {
                if state.forgotten(&app, &player).await {
                    app.rooms.forget(&state.record.id);
                }
            }
            Ok(())
        };
        tokio::spawn(forgetting).await.map_err(ApiError::internal)?
    }

    /// Notes who is in a room: a socket may be open for days without a request.
    pub async fn note_present(app: &App) {
        let mut here = BTreeSet::new();
        for room in app.rooms.open() {
            here.extend(room.state.lock().await.visitors.iter().filter_map(|visitor| visitor.player.clone()));
        }
        let mut here = here.into_iter().map(|player| Write::Seen { player });
        loop {
            let some: Vec<_> = here.by_ref().take(NOTED_AT_ONCE).collect();
            if some.is_empty() {
                return;
            }
            if let Err(error) = app.store.writer().write(some).await {
                return tracing::warn!(error.message, "it was not noted who is here");
            }
        }
    }

    /// Lets those go who can't come back: guests whose sessions have expired.
    pub async fn forget_lost_guests(app: &App) {
        let forgetting = async {
            for guest in app.store.lost_guests().await? {
                Self::forget_player(app, guest, Vec::new()).await?;
            }
            ApiResult::Ok(())
        };
        if let Err(error) = forgetting.await {
            tracing::warn!(error.message, "guests who can't come back were not forgotten");
        }
    }

    /// Takes a published definition down, or puts it back: nobody begins anything with it meanwhile, and games that are
    /// played by it don't show its title. What else is to be written goes with it.
    #[cfg(unix)]
    pub async fn take_down(app: &App, id: DefinitionId, down: bool, mut writes: Vec<Write>) -> ApiResult<()> {
        let app = app.clone();
        // As above.
        let taking = async move {
            let _none_opened = app.rooms.close_doors().await;
            writes.push(match down {
                true => Write::TakeDown { definition: id.clone() },
                false => Write::PutBack { definition: id.clone() },
            });
            app.store.writer().write_always(writes).await?;
            app.variants.withdraw(&id, down);
            for room in app.rooms.open() {
                let mut state = room.state.lock().await;
                if state.record.pairing.variant == id.as_str() {
                    state.learn_title(&app).await?;
                    state.emit(GameEvent::Renamed);
                }
            }
            Ok(())
        };
        tokio::spawn(taking).await.map_err(ApiError::internal)?
    }

    /// Removes a definition of the workshop with its games, with what else is to be written for it.
    #[cfg(unix)]
    pub async fn remove_definition(app: &App, id: DefinitionId, mut writes: Vec<Write>) -> ApiResult<()> {
        let app = app.clone();
        // As above.
        let removing = async move {
            let _none_opened = app.rooms.close_doors().await;
            let rooms = app.rooms.open();
            let mut played = Vec::new();
            for room in &rooms {
                let state = room.state.lock().await;
                if state.record.pairing.variant == id.as_str() {
                    played.push(state);
                }
            }
            writes.push(Write::RemoveDefinition { id: id.clone() });
            app.store.writer().write_always(writes).await?;
            for state in &mut played {
                state.gone();
                app.rooms.forget(&state.record.id);
            }
            app.variants.forget(&id);
            Ok(())
        };
        tokio::spawn(removing).await.map_err(ApiError::internal)?
    }

    /// Opens all games in which the engine is to move while a clock runs, or a conditional move is due, and says how many
    /// there are.
    pub async fn wake(app: &App) -> ApiResult<usize> {
        let mut games = app.store.engine_moves().await?;
        games.extend(app.store.due().await?);
        let count = games.len();
        let app = app.clone();
        tokio::spawn(async move {
            for id in games {
                if let Err(error) = app.rooms.room(&app, &id).await {
                    tracing::error!(game = id.as_str(), error.message, "a game with running clocks can't go on");
                }
            }
        });
        Ok(count)
    }

    /// Sets an alarm for each game that is not in memory and whose clock falls soon; it opens the room.
    pub async fn set_alarms(app: &App) -> ApiResult<()> {
        for game in app.store.falling(now() + milliseconds(AHEAD)).await? {
            if app.rooms.rooms().contains_key(&game.id) {
                continue;
            }
            let mut alarms = app.rooms.alarms();
            if !alarms.contains_key(&game.id) {
                let (app, id, wait) = (app.clone(), game.id.clone(), duration(game.at - now() + 1));
                let ringing = async move {
                    tokio::time::sleep(wait).await;
                    // The room ends this task when it is open.
                    tokio::spawn(Room::open_for_its_clock(app, id));
                };
                alarms.insert(game.id, tokio::spawn(ringing).abort_handle());
            }
        }
        Ok(())
    }
}

/// The rooms of a player's games. Nothing happens in them until these are dropped; the caller has seen to it
/// that no other is opened meanwhile, and that nobody else waits for a second room.
async fn of_player<'r>(rooms: &'r [Arc<Room>], player: &PlayerId) -> Vec<Locked<'r, State>> {
    let mut theirs = Vec::new();
    for room in rooms {
        let state = room.state.lock().await;
        if state.record.people().any(|id| id == player) {
            theirs.push(state);
        }
    }
    theirs
}
