//! Processor slots: how many computations go on at once, and whose are next.

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

/// What a computation is for, and how long it may take, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Games that are played.
    Game,
    /// Positions that are looked at, where that takes some milliseconds.
    Analysis,
    /// What may take seconds: definitions that are compiled, pictures, threats, long games. It has slots of its own, so
    /// that what is short never waits for it.
    Workshop,
}

impl Lane {
    const ALL: [Self; 3] = [Self::Game, Self::Analysis, Self::Workshop];

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
    /// Slots for games and positions.
    short: usize,
    /// Slots for what may take long.
    long: usize,
}

#[derive(Default)]
struct State {
    waiting: [FairQueue<oneshot::Sender<Slot>>; 3],
    /// How many computations go on, by lane.
    running: [usize; 3],
    /// Those for games, by network, and those that may take long.
    games: HashMap<IpAddr, usize>,
    long: HashMap<IpAddr, usize>,
}

impl State {
    /// Whether a lane has another slot.
    fn is_free(&self, lane: Lane, slots: &Slots) -> bool {
        let [games, analyses, long] = self.running;
        match lane {
            Lane::Game => games + analyses < slots.short,
            // One is kept free for games.
            Lane::Analysis => games + analyses < slots.short && analyses + 1 < slots.short,
            Lane::Workshop => long < slots.long,
        }
    }

    /// How many slots each network has in a lane in which none may have all.
    fn held(&mut self, lane: Lane) -> Option<&mut HashMap<IpAddr, usize>> {
        match lane {
            Lane::Game => Some(&mut self.games),
            Lane::Analysis => None,
            Lane::Workshop => Some(&mut self.long),
        }
    }
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

impl Drop for Slot {
    fn drop(&mut self) {
        if self.taken {
            self.slots.give_back(self);
        }
    }
}

impl Slots {
    /// Two slots at least for short work, of which one is kept free for games, and two for long work. No network's games
    /// have all of the first, and no network's long work all of the second.
    pub fn new(processors: usize, ledger: Arc<Mutex<Ledger>>) -> Self {
        Self { state: Mutex::default(), ledger, short: processors.max(2), long: (processors / 2).max(2) }
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
            if queue.len() >= WAITING && queue.make_room(payer.network).is_none() {
                return Err(overloaded());
            }
            queue.push(Instant::now(), payer, sender);
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
            while state.is_free(lane, self) {
                let most = if lane == Lane::Game { self.short } else { self.long };
                let held = state.held(lane).map(|held| held.clone());
                let may = |payer: &Payer| {
                    held.as_ref().and_then(|held| held.get(&payer.network)).is_none_or(|held| held + 1 < most)
                };
                let next = state.waiting[lane as usize].pop(Instant::now(), &self.ledger(), may);
                let Some((payer, sender)) = next else { break };
                let slot = Slot { slots: self.clone(), payer: payer.clone(), lane, began: Instant::now(), taken: true };
                match sender.send(slot) {
                    Ok(()) => {
                        state.running[lane as usize] += 1;
                        if let Some(held) = state.held(lane) {
                            *held.entry(payer.network).or_default() += 1;
                        }
                        self.ledger().begin(&payer);
                    }
                    // The caller does not wait any more.
                    Err(mut slot) => slot.taken = false,
                }
            }
        }
    }

    fn give_back(self: &Arc<Self>, slot: &Slot) {
        self.ledger().finish(&slot.payer, slot.began.elapsed());
        let mut state = self.state();
        state.running[slot.lane as usize] -= 1;
        let network = slot.payer.network;
        if let Some(held) = state.held(slot.lane) {
            match held.get_mut(&network) {
                Some(held) if *held > 1 => *held -= 1,
                _ => _ = held.remove(&network),
            }
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
    async fn short_work_does_not_wait_for_long_work() {
        let slots = slots(2);
        let first = from(1).pay(slots.take(Lane::Workshop)).await.unwrap();
        // One network does not have all slots for long work, two have.
        let waiting: Vec<_> = (0..10)
            .map(|_| {
                let slots = slots.clone();
                tokio::spawn(from(1).pay(async move { slots.take(Lane::Workshop).await.map(drop) }))
            })
            .collect();
        tokio::task::yield_now().await;
        let second = from(2).pay(slots.take(Lane::Workshop)).await.unwrap();
        let looked = from(3).pay(slots.take(Lane::Analysis)).await.unwrap();
        let game = from(4).pay(slots.take(Lane::Game)).await.unwrap();
        assert!(waiting.iter().all(|task| !task.is_finished()));
        drop((game, looked, second, first));
        for task in waiting {
            task.await.unwrap().unwrap();
        }
        assert_eq!(slots.state().running, [0; 3]);
    }

    #[tokio::test]
    async fn positions_leave_a_slot_to_games() {
        let slots = slots(2);
        let _looked = from(1).pay(slots.take(Lane::Analysis)).await.unwrap();
        let next = tokio::time::timeout(Duration::from_millis(10), from(2).pay(slots.take(Lane::Analysis))).await;
        assert!(next.is_err());
        assert!(from(1).pay(slots.take(Lane::Game)).await.is_ok());
    }

    #[tokio::test]
    async fn who_does_not_wait_any_more_gets_no_slot() {
        let slots = slots(2);
        let held = slots.take(Lane::Game).await.unwrap();
        // The other slot is for other networks.
        let gone = tokio::time::timeout(Duration::from_millis(10), slots.take(Lane::Game)).await;
        assert!(gone.is_err());
        drop(held);
        assert_eq!(slots.state().running, [0; 3]);
        assert!(slots.take(Lane::Game).await.is_ok());
    }
}
