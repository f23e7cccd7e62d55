//! Fair-share scheduling (J. Kay and P. Lauder, "A Fair Share Scheduler", 1988): the client that has used least lately is
//! served first, compared by network and then by player.

use super::Payer;
use std::cmp::Ordering;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// After this time half of what was used is forgotten, in seconds.
const HALF_LIFE: f64 = 30.0;

/// Less than this is nothing, in seconds.
const FORGOTTEN: f64 = 0.001;

/// Charged when work begins, until it is known what it cost.
pub(crate) const ADVANCE: Duration = Duration::from_millis(50);

/// Processor time used, decaying.
#[derive(Clone, Copy)]
struct Usage {
    seconds: f64,
    at: Instant,
}

impl Usage {
    fn now(self, now: Instant) -> f64 {
        self.seconds * (-now.saturating_duration_since(self.at).as_secs_f64() / HALF_LIFE).exp2()
    }
}

/// What everybody has used lately of processors and engines.
#[derive(Default)]
pub(crate) struct Ledger {
    networks: HashMap<IpAddr, Usage>,
    players: HashMap<Payer, Usage>,
}

impl Ledger {
    /// Charges the advance for work that begins.
    pub fn begin(&mut self, payer: &Payer) {
        self.add(payer, ADVANCE.as_secs_f64());
    }

    /// Charges what work took that had begun.
    pub fn finish(&mut self, payer: &Payer, took: Duration) {
        self.add(payer, took.as_secs_f64() - ADVANCE.as_secs_f64());
    }

    /// Charges work that was done at once.
    pub fn charge(&mut self, payer: &Payer, took: Duration) {
        self.add(payer, took.as_secs_f64());
    }

    /// Forgets those who have used nothing lately.
    pub fn sweep(&mut self) {
        let now = Instant::now();
        self.networks.retain(|_, usage| usage.now(now) > FORGOTTEN);
        self.players.retain(|_, usage| usage.now(now) > FORGOTTEN);
    }

    fn add(&mut self, payer: &Payer, seconds: f64) {
        let now = Instant::now();
        let added = |usage: &mut Usage| *usage = Usage { seconds: (usage.now(now) + seconds).max(0.0), at: now };
        let none = Usage { seconds: 0.0, at: now };
        added(self.networks.entry(payer.network).or_insert(none));
        added(self.players.entry(payer.clone()).or_insert(none));
    }

    fn compare(&self, a: &Payer, b: &Payer, now: Instant) -> Ordering {
        let used = |usage: Option<&Usage>| usage.map_or(0.0, |usage| usage.now(now));
        let network = |payer: &Payer| used(self.networks.get(&payer.network));
        let player = |payer: &Payer| used(self.players.get(payer));
        network(a).total_cmp(&network(b)).then_with(|| player(a).total_cmp(&player(b)))
    }
}

/// What waits, each thing on somebody's account.
pub(crate) struct FairQueue<T> {
    waiting: HashMap<Payer, VecDeque<(u64, T)>>,
    arrived: u64,
    len: usize,
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        Self { waiting: HashMap::new(), arrived: 0, len: 0 }
    }
}

impl<T> FairQueue<T> {
    pub fn len(&self) -> usize {
        self.len
    }

    /// How much waits for a network.
    pub fn len_of(&self, network: IpAddr) -> usize {
        self.waiting.iter().filter(|(payer, _)| payer.network == network).map(|(_, queue)| queue.len()).sum()
    }

    /// Whether anything waits for those who may be served.
    pub fn any(&self, may: impl Fn(&Payer) -> bool) -> bool {
        self.waiting.keys().any(may)
    }

    /// All that waits.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.waiting.values().flatten().map(|(_, item)| item)
    }

    pub fn push(&mut self, payer: Payer, item: T) {
        self.arrived += 1;
        self.len += 1;
        self.waiting.entry(payer).or_default().push_back((self.arrived, item));
    }

    /// Takes out what comes next of those who may be served: of the network, then of the player, that has used least;
    /// among equals what came first.
    pub fn pop(&mut self, ledger: &Ledger, may: impl Fn(&Payer) -> bool) -> Option<(Payer, T)> {
        let now = Instant::now();
        let came = |queue: &VecDeque<(u64, T)>| queue.front().map_or(u64::MAX, |(number, _)| *number);
        let (payer, _) = self
            .waiting
            .iter()
            .filter(|(payer, _)| may(payer))
            .min_by(|(a, at_a), (b, at_b)| ledger.compare(a, b, now).then_with(|| came(at_a).cmp(&came(at_b))))?;
        let payer = payer.clone();
        let queue = self.waiting.get_mut(&payer)?;
        let (_, item) = queue.pop_front()?;
        if queue.is_empty() {
            self.waiting.remove(&payer);
        }
        self.len -= 1;
        Some((payer, item))
    }

    /// Throws away what nobody wants any more.
    pub fn retain(&mut self, wanted: impl Fn(&T) -> bool) {
        self.waiting.retain(|_, queue| {
            queue.retain(|(_, item)| wanted(item));
            !queue.is_empty()
        });
        self.len = self.waiting.values().map(VecDeque::len).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payer(network: u8, player: &str) -> Payer {
        Payer::new(IpAddr::from([10, 0, network, 1]), Some(&player.into()))
    }

    fn next(queue: &mut FairQueue<u32>, ledger: &mut Ledger) -> u32 {
        let (payer, item) = queue.pop(ledger, |_| true).unwrap();
        ledger.begin(&payer);
        item
    }

    #[test]
    fn many_tasks_of_one_network_do_not_delay_another() {
        let (mut queue, mut ledger) = (FairQueue::default(), Ledger::default());
        // Thirty guests of one network are no more than one.
        for guest in 0..30 {
            queue.push(payer(1, &guest.to_string()), guest);
        }
        queue.push(payer(2, "x"), 100);
        assert_eq!(next(&mut queue, &mut ledger), 0);
        assert_eq!(next(&mut queue, &mut ledger), 100);
        assert_eq!(next(&mut queue, &mut ledger), 1);
        assert_eq!((queue.len(), queue.len_of(payer(1, "").network)), (28, 28));
    }

    #[test]
    fn cost_counts_and_not_number() {
        let (mut queue, mut ledger) = (FairQueue::default(), Ledger::default());
        let (dear, cheap) = (payer(1, "a"), payer(2, "b"));
        ledger.begin(&dear);
        ledger.finish(&dear, Duration::from_secs(5));
        for item in 0..10 {
            queue.push(dear.clone(), item);
            queue.push(cheap.clone(), 100 + item);
        }
        let served: Vec<u32> = (0..12).map(|_| next(&mut queue, &mut ledger)).collect();
        assert_eq!(served, [100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 0, 1]);
    }

    #[test]
    fn players_of_a_network_share_it() {
        let (mut queue, mut ledger) = (FairQueue::default(), Ledger::default());
        for item in 0..3 {
            queue.push(payer(1, "a"), item);
        }
        queue.push(payer(1, "b"), 10);
        let served: Vec<u32> = (0..4).map(|_| next(&mut queue, &mut ledger)).collect();
        assert_eq!(served, [0, 10, 1, 2]);
    }

    #[test]
    fn who_may_not_be_served_waits() {
        let (mut queue, ledger) = (FairQueue::default(), Ledger::default());
        queue.push(payer(1, "a"), 1);
        assert!(queue.pop(&ledger, |payer| payer.network != self::payer(1, "a").network).is_none());
        queue.retain(|_| false);
        assert_eq!(queue.len(), 0);
    }
}
