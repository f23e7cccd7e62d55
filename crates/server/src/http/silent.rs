//! Connections that say nothing: new ones before their first request, and those that are kept open between two. Each
//! takes a place that others may need. When places are short, the network that has most of them gives up its oldest.

use crate::resources::network;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The connections that say nothing, by network; the oldest of each first.
#[derive(Default)]
pub(super) struct Silent {
    networks: Mutex<HashMap<IpAddr, BTreeMap<u64, Arc<Notify>>>>,
    next: AtomicU64,
}

/// A connection's part in it, until it is dropped.
pub(super) struct Place {
    silent: Arc<Silent>,
    network: IpAddr,
    /// Under which number it is silent; 0 since it has spoken.
    number: AtomicU64,
    /// Whether nothing is to come of the last answer but what has still to be sent.
    answered: AtomicBool,
    closed: Arc<Notify>,
}

impl Silent {
    /// A connection that has said nothing yet.
    pub fn begin(self: &Arc<Self>, peer: IpAddr) -> Place {
        let place = Place {
            silent: self.clone(),
            network: network(peer),
            number: AtomicU64::new(0),
            answered: AtomicBool::new(false),
            closed: Arc::default(),
        };
        place.falls_silent();
        place
    }

    /// Closes the oldest silent connection of the network that has most of them; of several such the oldest of all.
    pub fn close_one(&self) {
        let mut networks = self.networks();
        let rank = |of: &BTreeMap<u64, Arc<Notify>>| (of.len(), of.keys().next().map(|oldest| u64::MAX - oldest));
        let Some(network) = networks.iter().max_by_key(|(_, of)| rank(of)).map(|(network, _)| *network) else { return };
        let Some(of) = networks.get_mut(&network) else { return };
        if let Some((_, closed)) = of.pop_first() {
            closed.notify_one();
        }
        if of.is_empty() {
            networks.remove(&network);
        }
    }

    fn networks(&self) -> MutexGuard<'_, HashMap<IpAddr, BTreeMap<u64, Arc<Notify>>>> {
        self.networks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// A request has come. False: the connection is being closed, and the request must not be answered any more.
    pub fn speaks(&self) -> bool {
        self.answered.store(false, Ordering::Relaxed);
        let mut networks = self.silent.networks();
        let number = self.number.swap(0, Ordering::Relaxed);
        if number == 0 {
            // It has not fallen silent since its last request.
            return true;
        }
        let Some(of) = networks.get_mut(&self.network) else { return false };
        let there = of.remove(&number).is_some();
        if of.is_empty() {
            networks.remove(&self.network);
        }
        there
    }

    /// The request is answered. The connection is silent once all of the answer is sent.
    pub fn answered(&self) {
        self.answered.store(true, Ordering::Relaxed);
    }

    /// All that was written so far is sent.
    pub fn sent(&self) {
        if self.answered.swap(false, Ordering::Relaxed) {
            self.falls_silent();
        }
    }

    /// Nothing is said for now.
    fn falls_silent(&self) {
        let number = self.silent.next.fetch_add(1, Ordering::Relaxed) + 1;
        let mut networks = self.silent.networks();
        self.number.store(number, Ordering::Relaxed);
        networks.entry(self.network).or_default().insert(number, self.closed.clone());
    }

    /// Ready when the connection is to be closed.
    pub async fn closed(&self) {
        self.closed.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.speaks();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn the_network_with_most_gives_up_its_oldest() {
        let silent = Arc::<Silent>::default();
        let from = |network: u8, last: u8| silent.begin(IpAddr::from([192, 0, network, last]));
        let newcomer = from(1, 1);
        let many: Vec<Place> = (0..3).map(|last| from(2, last)).collect();
        let is_closed = |place: &Place| place.closed().now_or_never().is_some();
        silent.close_one();
        assert!(is_closed(&many[0]) && !is_closed(&many[1]) && !is_closed(&newcomer));
        // What is closed is not answered.
        assert!(!many[0].speaks());
        // A socket that speaks is not closed; one that is silent again is the youngest.
        assert!(many[1].speaks());
        many[1].answered();
        many[1].sent();
        silent.close_one();
        assert!(is_closed(&many[2]));
        // Until all of the answer is sent it is not silent, and may ask for more.
        assert!(many[1].speaks());
        many[1].answered();
        assert!(many[1].speaks());
        many[1].sent();
        many[1].answered();
        many[1].sent();
        // One each: the oldest of all.
        silent.close_one();
        assert!(is_closed(&newcomer));
        silent.close_one();
        assert!(is_closed(&many[1]));
        silent.close_one();
        let gone = from(3, 1);
        drop(gone);
        drop((many, newcomer));
        assert!(silent.networks().is_empty());
    }
}
