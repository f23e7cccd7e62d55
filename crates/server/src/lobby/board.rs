//! The open seeks in memory, and those who look on.

use crate::domain::{Challenge, GameId, PlayerId, Seek, SeekId, Sought, TournamentId, Wanted, Wish};
use crate::present;
use crate::rooms::{Inbox, Outbox, WeakOutbox, outbox};
use crate::wire::LobbyMessage;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;

/// How long news waits for more of it before it is sent.
const TOGETHER: Duration = Duration::from_millis(100);

/// For how long a player without a connection keeps seeks for which both players have to be there.
const ABSENCE: Duration = Duration::from_secs(60);

/// How much news of challenges waits for a program that is slow.
const FOLLOWED: usize = 256;

/// The open seeks in memory; clones are one.
#[derive(Clone, Default)]
pub(crate) struct Lobby(Arc<Mutex<Board>>);

/// What has become of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Happened {
    Made,
    Cancelled,
    Declined,
}

/// That something has become of a challenge.
#[derive(Clone)]
pub(crate) struct ChallengeNews {
    pub what: Happened,
    pub sought: Arc<Sought>,
}

struct Board {
    challenges: broadcast::Sender<ChallengeNews>,
    open: BTreeMap<SeekId, Arc<Sought>>,
    /// How often something was changed.
    changes: u64,
    watchers: Vec<Watcher>,
    visits: u64,
    /// What those who look on have not heard of yet, and whether it will be sent soon.
    news: News,
    sending: bool,
    /// Since when players are not there.
    absent: HashMap<PlayerId, Instant>,
}

impl Default for Board {
    fn default() -> Self {
        Self {
            challenges: broadcast::Sender::new(FOLLOWED),
            open: BTreeMap::new(),
            changes: 0,
            watchers: Vec::new(),
            visits: 0,
            news: News::default(),
            sending: false,
            absent: HashMap::new(),
        }
    }
}

#[derive(Default)]
struct News {
    open: BTreeMap<SeekId, Arc<Sought>>,
    gone: BTreeSet<SeekId>,
}

struct Watcher {
    visit: u64,
    player: Option<PlayerId>,
    messages: Outbox,
    /// The tournament whose page is looked at.
    follows: Option<TournamentId>,
}

/// A stay in the lobby. [`Lobby::leave`] ends it.
pub(crate) struct Visit {
    pub number: u64,
    /// What is to be sent; it ends when the client was too slow.
    pub messages: Inbox,
    /// Where answers to this client alone go.
    pub answers: WeakOutbox,
}

impl Lobby {
    /// Somebody looks on.
    pub fn visit(&self, player: Option<PlayerId>) -> Visit {
        let (sender, messages) = outbox();
        let answers = sender.downgrade();
        let mut board = self.board();
        board.visits += 1;
        let number = board.visits;
        board.watchers.push(Watcher { visit: number, player, messages: sender, follows: None });
        Visit { number, messages, answers }
    }

    /// Somebody looks on no longer.
    pub fn leave(&self, visit: u64) {
        self.board().watchers.retain(|watcher| watcher.visit != visit);
    }

    /// The open seeks that a viewer sees, the latest first.
    pub fn list(&self, viewer: Option<&PlayerId>) -> Vec<Arc<Sought>> {
        let mut list: Vec<_> =
            self.board().open.values().filter(|sought| sought.seek.is_for(viewer)).cloned().collect();
        list.sort_by(|a, b| (b.seek.created, &b.seek.id).cmp(&(a.seek.created, &a.seek.id)));
        list
    }

    /// The seeks of others that fit a wish, with what both want, the oldest first.
    pub(super) fn fitting(&self, player: &PlayerId, wish: &Wish) -> Vec<(Arc<Sought>, Wanted)> {
        let board = self.board();
        let others = board.open.values().filter(|sought| {
            let seek = &sought.seek;
            seek.player != *player && seek.challenge.is_none()
        });
        let mut fitting: Vec<_> =
            others.filter_map(|sought| Some((sought.clone(), sought.seek.wish.fits(wish)?))).collect();
        fitting.sort_by_key(|(sought, _)| sought.seek.created);
        fitting
    }

    /// A player's open seek for the same, with the same one if that player alone is challenged.
    pub(super) fn same(&self, player: &PlayerId, wish: &Wish, challenge: Option<&Challenge>) -> Option<Arc<Sought>> {
        let board = self.board();
        let same = |Seek { player: by, wish: other, challenge: to, .. }: &Seek| {
            by == player && other == wish && to.as_ref() == challenge
        };
        board.open.values().find(|sought| same(&sought.seek)).cloned()
    }

    /// An open seek.
    pub(super) fn find(&self, id: &SeekId) -> Option<Arc<Sought>> {
        self.board().open.get(id).cloned()
    }

    /// What becomes of challenges from now on.
    pub fn challenges(&self) -> broadcast::Receiver<ChallengeNews> {
        self.board().challenges.subscribe()
    }

    /// Says what has become of a seek, if it is a challenge.
    pub(super) fn tell(&self, what: Happened, sought: &Arc<Sought>) {
        if sought.seek.challenge.is_some() {
            // Whether anybody follows challenges does not matter.
            let _ = self.board().challenges.send(ChallengeNews { what, sought: sought.clone() });
        }
    }

    /// Takes up a seek that is stored.
    pub(super) fn opened(&self, sought: Arc<Sought>) {
        let mut board = self.board();
        board.open(sought);
        self.announce(&mut board);
    }

    /// Takes up that seeks are no longer open.
    pub(super) fn ended(&self, which: impl Fn(&Sought) -> bool) {
        let mut board = self.board();
        let ended: Vec<SeekId> =
            board.open.values().filter(|sought| which(sought)).map(|s| s.seek.id.clone()).collect();
        for id in &ended {
            board.close(id);
        }
        self.announce(&mut board);
    }

    /// Notifies a player that a seek was accepted.
    pub(super) fn paired(&self, player: &PlayerId, seek: &SeekId, game: &GameId) {
        let paired = LobbyMessage::Paired { seek: seek.to_string(), game: game.to_string() };
        self.send(&paired, |watcher| watcher.player.as_ref() == Some(player));
    }

    /// A visitor follows a tournament from now on, or none.
    pub fn follow(&self, visit: u64, tournament: Option<TournamentId>) {
        let mut board = self.board();
        if let Some(watcher) = board.watchers.iter_mut().find(|watcher| watcher.visit == visit) {
            watcher.follows = tournament;
        }
    }

    /// Notifies a player that a game of a tournament has begun.
    pub fn begun(&self, player: &PlayerId, tournament: &TournamentId, game: &GameId) {
        let begun = LobbyMessage::Begun { tournament: tournament.to_string(), game: game.to_string() };
        self.send(&begun, |watcher| watcher.player.as_ref() == Some(player));
    }

    /// Notifies those who follow a tournament that it has changed.
    pub fn tournament_changed(&self, tournament: &TournamentId) {
        let changed = LobbyMessage::Tournament { tournament: tournament.to_string() };
        self.send(&changed, |watcher| watcher.follows.as_ref() == Some(tournament));
    }

    fn send(&self, message: &LobbyMessage, to: impl Fn(&Watcher) -> bool) {
        let message = present::written(message);
        for watcher in self.board().watchers.iter().filter(|watcher| to(watcher)) {
            // A client that is too slow is cut off by the outbox, and asks again.
            let _ = watcher.messages.try_send(message.clone());
        }
    }

    /// How often something was changed.
    pub(super) fn changes(&self) -> u64 {
        self.board().changes
    }

    /// Takes up all seeks that are stored, unless something has changed since they were read.
    pub(super) fn take_up(&self, read_at: u64, all: Vec<Sought>) -> bool {
        let mut board = self.board();
        if board.changes != read_at {
            return false;
        }
        let all: BTreeMap<SeekId, Arc<Sought>> =
            all.into_iter().map(|sought| (sought.seek.id.clone(), Arc::new(sought))).collect();
        let gone: Vec<SeekId> = board.open.keys().filter(|id| !all.contains_key(*id)).cloned().collect();
        gone.iter().for_each(|id| board.close(id));
        for sought in all.into_values() {
            if board.open.get(&sought.seek.id) != Some(&sought) {
                board.open(sought);
            }
        }
        self.announce(&mut board);
        true
    }

    /// The seeks that end at a point in time because their players have gone: both players have to be there at once, and one
    /// has had no connection for a while.
    pub(super) fn abandoned(&self, now: Instant, is_here: impl Fn(&PlayerId) -> bool) -> Vec<SeekId> {
        let mut board = self.board();
        let live = |sought: &&Arc<Sought>| sought.seek.wish.is_live();
        let gone: BTreeSet<PlayerId> = board.open.values().filter(live).map(|s| s.seek.player.clone()).collect();
        let gone: BTreeSet<PlayerId> = gone.into_iter().filter(|player| !is_here(player)).collect();
        board.absent.retain(|player, _| gone.contains(player));
        for player in gone {
            board.absent.entry(player).or_insert(now);
        }
        let long =
            |player: &PlayerId| board.absent.get(player).is_some_and(|since| now.duration_since(*since) >= ABSENCE);
        board.open.values().filter(live).filter(|s| long(&s.seek.player)).map(|s| s.seek.id.clone()).collect()
    }

    /// Sends the news soon, if there is any and somebody looks on.
    fn announce(&self, board: &mut Board) {
        if board.watchers.is_empty() {
            board.news = News::default();
            return;
        }
        if board.sending || board.news.is_empty() {
            return;
        }
        board.sending = true;
        let lobby = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(TOGETHER).await;
            let mut board = lobby.board();
            board.sending = false;
            std::mem::take(&mut board.news).send(&board.watchers);
        });
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Board {
    fn open(&mut self, sought: Arc<Sought>) {
        let id = sought.seek.id.clone();
        self.changes += 1;
        self.news.gone.remove(&id);
        self.news.open.insert(id.clone(), sought.clone());
        self.open.insert(id, sought);
    }

    fn close(&mut self, id: &SeekId) {
        if self.open.remove(id).is_some() {
            self.changes += 1;
            self.news.open.remove(id);
            self.news.gone.insert(id.clone());
        }
    }
}

impl News {
    fn is_empty(&self) -> bool {
        self.open.is_empty() && self.gone.is_empty()
    }

    /// Sends it to all who look on; players hear which seeks are their own and which are for them.
    fn send(self, watchers: &[Watcher]) {
        let message = |viewer: Option<&PlayerId>| {
            let (open, hidden): (Vec<&Sought>, Vec<&Sought>) =
                self.open.values().map(|sought| &**sought).partition(|sought| sought.seek.is_for(viewer));
            // A challenge that a player has declined is open for the other one alone.
            let declined =
                hidden.iter().map(|sought| &sought.seek).filter(|seek| seek.concerns().any(|one| viewer == Some(one)));
            let gone: Vec<&SeekId> = self.gone.iter().chain(declined.map(|seek| &seek.id)).collect();
            (!open.is_empty() || !gone.is_empty()).then(|| present::seeks(open, gone, viewer))
        };
        let owners: BTreeSet<&PlayerId> = self.open.values().flat_map(|sought| sought.seek.concerns()).collect();
        let others = message(None);
        for watcher in watchers {
            let text = match &watcher.player {
                Some(player) if owners.contains(player) => message(Some(player)),
                _ => others.clone(),
            };
            if let Some(text) = text {
                // As above.
                let _ = watcher.messages.try_send(text);
            }
        }
    }
}
