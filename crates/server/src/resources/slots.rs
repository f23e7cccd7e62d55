//! Processor slots: how many computations go on at once, and whose are next.

use super::deadline::Deadline;
use super::fair_queue::{FairQueue, Ledger};
use super::payer::Payer;
use crate::error::{ApiError, ApiResult};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How long a request waits for a processor.
const WAIT: Duration = Duration::from_secs(5);

/// How many computations may wait, of all and of one network.
const WAITING: usize = 2_048;
const WAITING_EACH: usize = 256;

/// What a computation is for, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Games that are played.
    Game,
    /// Definitions that are checked.
    Workshop,
    /// Positions that are looked at.
    Analysis,
}

impl Lane {
    const ALL: [Self; 3] = [Self::Game, Self::Workshop, Self::Analysis];

    /// Its name in traces.
    pub fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Workshop => "workshop",
            Self::Analysis => "analysis",
        }
    }

    /// How long a computation may go on.
    pub fn longest(self) -> Duration {
        match self {
            Self::Game => Duration::from_secs(25),
            Self::Workshop | Self::Analysis => Duration::from_secs(5),
        }
    }
}

/// The slots.
pub(super) struct Slots {
    state: Mutex<State>,
    ledger: Arc<Mutex<Ledger>>,
    count: usize,
}

#[derive(Default)]
struct State {
    waiting: [FairQueue<oneshot::Sender<Slot>>; 3],
    running: usize,
    /// Those of them that are not for games.
    background: usize,
    /// Those for games, by network.
    games: HashMap<IpAddr, usize>,
}

/// The right to compute; what it took is charged when it is dropped.
pub(crate) struct Slot {
    slots: Arc<Slots>,
    payer: Payer,
    lane: Lane,
    began: Instant,
    /// Whether it was handed over.
    taken: bool,
}

impl Slot {
    /// When what it was taken for must have ended.
    pub fn deadline(&self) -> Deadline {
        Deadline::after(self.lane.longest())
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if self.taken {
            self.slots.give_back(self);
        }
    }
}

impl Slots {
    /// Two slots at least, of which one is kept free for games, and no network's games have all.
    pub fn new(count: usize, ledger: Arc<Mutex<Ledger>>) -> Self {
        Self { state: Mutex::default(), ledger, count: count.max(2) }
    }

    /// Waits for a slot on the present task's account.
    pub async fn take(self: &Arc<Self>, lane: Lane) -> ApiResult<Slot> {
        let payer = Payer::current();
        let (sender, slot) = oneshot::channel();
        {
            let mut state = self.state();
            let queue = &mut state.waiting[lane as usize];
            if queue.len() >= WAITING || queue.len_of(payer.network) >= WAITING_EACH {
                queue.retain(|sender| !sender.is_closed());
            }
            if queue.len_of(payer.network) >= WAITING_EACH {
                return Err(ApiError::too_many("You ask for too much at once. Wait a second."));
            }
            if queue.len() >= WAITING {
                return Err(overloaded());
            }
            queue.push(payer, sender);
            self.grant(&mut state);
        }
        match tokio::time::timeout(WAIT, slot).await {
            Ok(Ok(slot)) => Ok(slot),
            _ => Err(overloaded()),
        }
    }

    /// Hands free slots to those who are next.
    fn grant(self: &Arc<Self>, state: &mut State) {
        for lane in Lane::ALL {
            let background = lane != Lane::Game;
            while state.running < self.count && (!background || state.background + 1 < self.count) {
                let State { waiting, games, .. } = &mut *state;
                let most = self.count - 1;
                let may = |payer: &Payer| background || games.get(&payer.network).is_none_or(|held| *held < most);
                let next = waiting[lane as usize].pop(&self.ledger(), may);
                let Some((payer, sender)) = next else { break };
                let slot = Slot { slots: self.clone(), payer: payer.clone(), lane, began: Instant::now(), taken: true };
                match sender.send(slot) {
                    Ok(()) => {
                        state.running += 1;
                        match background {
                            true => state.background += 1,
                            false => *state.games.entry(payer.network).or_default() += 1,
                        }
                        self.ledger().begin(&payer);
                    }
                    // Whoever had asked does not wait any more.
                    Err(mut slot) => slot.taken = false,
                }
            }
        }
    }

    fn give_back(self: &Arc<Self>, slot: &Slot) {
        self.ledger().finish(&slot.payer, slot.began.elapsed());
        let mut state = self.state();
        state.running -= 1;
        let network = slot.payer.network;
        match (slot.lane, state.games.get_mut(&network)) {
            (Lane::Game, Some(held)) if *held > 1 => *held -= 1,
            (Lane::Game, _) => _ = state.games.remove(&network),
            _ => state.background -= 1,
        }
        self.grant(&mut state);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn overloaded() -> ApiError {
    ApiError::busy("The server has too much to do. Try again in a moment.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(count: usize) -> Arc<Slots> {
        Arc::new(Slots::new(count, Arc::default()))
    }

    fn from(network: u8) -> Payer {
        Payer::new(IpAddr::from([10, 0, network, 1]), None)
    }

    #[tokio::test]
    async fn the_workshop_leaves_a_slot_to_games() {
        let slots = slots(2);
        let first = from(1).pay(slots.take(Lane::Workshop)).await.unwrap();
        // Nine more of the same network, and one analysis, wait; a game does not.
        let waiting: Vec<_> = (0..10)
            .map(|number| {
                let slots = slots.clone();
                let lane = if number == 9 { Lane::Analysis } else { Lane::Workshop };
                tokio::spawn(from(1).pay(async move { slots.take(lane).await.map(drop) }))
            })
            .collect();
        tokio::task::yield_now().await;
        let game = from(2).pay(slots.take(Lane::Game)).await.unwrap();
        assert!(waiting.iter().all(|task| !task.is_finished()));
        drop((game, first));
        for task in waiting {
            task.await.unwrap().unwrap();
        }
        assert_eq!(slots.state().running, 0);
    }

    #[tokio::test]
    async fn who_does_not_wait_any_more_gets_no_slot() {
        let slots = slots(2);
        let held = slots.take(Lane::Game).await.unwrap();
        // The other slot is for other networks.
        let gone = tokio::time::timeout(Duration::from_millis(10), slots.take(Lane::Game)).await;
        assert!(gone.is_err());
        drop(held);
        assert_eq!(slots.state().running, 0);
        assert!(slots.take(Lane::Game).await.is_ok());
    }
}
