//! Fair-share scheduling (J. Kay and P. Lauder, "A Fair Share Scheduler", 1988): the client that has used least lately is
//! served first, compared by network and then by player. A second of waiting makes up for a second of use, so that clients
//! who have used less, however many they are, never keep one waiting for ever.

use super::Payer;
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

    /// What a network has used, in seconds.
    fn network(&self, network: IpAddr, now: Instant) -> f64 {
        self.networks.get(&network).map_or(0.0, |usage| usage.now(now))
    }

    /// What a player has used, in seconds.
    fn player(&self, payer: &Payer, now: Instant) -> f64 {
        self.players.get(payer).map_or(0.0, |usage| usage.now(now))
    }
}

/// What waits, each thing on somebody's account.
pub(crate) struct FairQueue<T> {
    waiting: HashMap<Payer, Line<T>>,
    networks: HashMap<IpAddr, Waits>,
    arrived: u64,
    len: usize,
}

/// What waits of one player.
struct Line<T> {
    /// Since when the player has waited without being served.
    since: Instant,
    things: VecDeque<(u64, T)>,
}

/// How much waits of one network.
struct Waits {
    /// Since when the network has waited without being served.
    since: Instant,
    len: usize,
}

/// How urgent it is to serve a client: the less, the sooner.
fn urgency(used: f64, since: Instant, now: Instant) -> f64 {
    used - now.saturating_duration_since(since).as_secs_f64()
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        Self { waiting: HashMap::new(), networks: HashMap::new(), arrived: 0, len: 0 }
    }
}

impl<T> FairQueue<T> {
    pub fn len(&self) -> usize {
        self.len
    }

    /// How much waits for a network.
    pub fn len_of(&self, network: IpAddr) -> usize {
        self.networks.get(&network).map_or(0, |waits| waits.len)
    }

    /// Whether anything waits for those who may be served.
    pub fn any(&self, may: impl Fn(&Payer) -> bool) -> bool {
        self.waiting.keys().any(may)
    }

    /// All that waits.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.waiting.values().flat_map(|line| &line.things).map(|(_, thing)| thing)
    }

    /// Lets something wait from now on.
    pub fn push(&mut self, now: Instant, payer: Payer, thing: T) {
        self.arrived += 1;
        self.len += 1;
        self.networks.entry(payer.network).or_insert(Waits { since: now, len: 0 }).len += 1;
        let line = self.waiting.entry(payer).or_insert_with(|| Line { since: now, things: VecDeque::new() });
        line.things.push_back((self.arrived, thing));
    }

    /// What the network that comes next has used in seconds, less the time it has waited.
    pub fn urgency(&self, now: Instant, ledger: &Ledger) -> Option<f64> {
        let of = |(network, waits): (&IpAddr, &Waits)| urgency(ledger.network(*network, now), waits.since, now);
        self.networks.iter().map(of).min_by(f64::total_cmp)
    }

    /// Takes out what comes next of those who may be served: of the network, then of the player, whose use less the time of
    /// waiting is least; among equals what came first.
    pub fn pop(&mut self, now: Instant, ledger: &Ledger, may: impl Fn(&Payer) -> bool) -> Option<(Payer, T)> {
        let of_network = |payer: &Payer| {
            let since = self.networks.get(&payer.network).map_or(now, |waits| waits.since);
            urgency(ledger.network(payer.network, now), since, now)
        };
        let of_player = |payer: &Payer, line: &Line<T>| urgency(ledger.player(payer, now), line.since, now);
        let came = |line: &Line<T>| line.things.front().map_or(u64::MAX, |(number, _)| *number);
        let next = self.waiting.iter().filter(|(payer, _)| may(payer)).min_by(|(a, of_a), (b, of_b)| {
            of_network(a)
                .total_cmp(&of_network(b))
                .then_with(|| of_player(a, of_a).total_cmp(&of_player(b, of_b)))
                .then_with(|| came(of_a).cmp(&came(of_b)))
        });
        let payer = next?.0.clone();
        let line = self.waiting.get_mut(&payer)?;
        let (_, thing) = line.things.pop_front()?;
        line.since = now;
        if line.things.is_empty() {
            self.waiting.remove(&payer);
        }
        if let Some(waits) = self.networks.get_mut(&payer.network) {
            waits.since = now;
            waits.len -= 1;
            if waits.len == 0 {
                self.networks.remove(&payer.network);
            }
        }
        self.len -= 1;
        Some((payer, thing))
    }

    /// Takes out what came last of the network of which most waits, if one thing more of another network would still be less.
    /// However much a few networks ask for, there is room for another one.
    pub fn make_room(&mut self, network: IpAddr) -> Option<T> {
        let (&largest, waits) = self.networks.iter().max_by_key(|(_, waits)| waits.len)?;
        if waits.len <= self.len_of(network) + 1 {
            return None;
        }
        let lines = self.waiting.iter().filter(|(payer, _)| payer.network == largest);
        let payer = lines.max_by_key(|(_, line)| line.things.back().map(|(number, _)| *number))?.0.clone();
        let line = self.waiting.get_mut(&payer)?;
        let (_, thing) = line.things.pop_back()?;
        if line.things.is_empty() {
            self.waiting.remove(&payer);
        }
        self.networks.get_mut(&largest)?.len -= 1;
        self.len -= 1;
        Some(thing)
    }

    /// Throws away what nobody wants any more.
    pub fn retain(&mut self, wanted: impl Fn(&T) -> bool) {
        self.networks.values_mut().for_each(|waits| waits.len = 0);
        self.waiting.retain(|payer, line| {
            line.things.retain(|(_, thing)| wanted(thing));
            if let Some(waits) = self.networks.get_mut(&payer.network) {
                waits.len += line.things.len();
            }
            !line.things.is_empty()
        });
        self.networks.retain(|_, waits| waits.len > 0);
        self.len = self.networks.values().map(|waits| waits.len).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payer(network: u8, player: &str) -> Payer {
        Payer::new(IpAddr::from([10, 0, network, 1]), Some(&player.into()))
    }

    fn next(queue: &mut FairQueue<u32>, ledger: &mut Ledger) -> u32 {
        let (payer, item) = queue.pop(Instant::now(), ledger, |_| true).unwrap();
        ledger.begin(&payer);
        item
    }

    #[test]
    fn many_tasks_of_one_network_do_not_delay_another() {
        let (mut queue, mut ledger) = (FairQueue::default(), Ledger::default());
        // Thirty guests of one network are no more than one.
        for guest in 0..30 {
            queue.push(Instant::now(), payer(1, &guest.to_string()), guest);
        }
        queue.push(Instant::now(), payer(2, "x"), 100);
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
            queue.push(Instant::now(), dear.clone(), item);
            queue.push(Instant::now(), cheap.clone(), 100 + item);
        }
        let served: Vec<u32> = (0..12).map(|_| next(&mut queue, &mut ledger)).collect();
        assert_eq!(served, [100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 0, 1]);
    }

    #[test]
    fn players_of_a_network_share_it() {
        let (mut queue, mut ledger) = (FairQueue::default(), Ledger::default());
        for item in 0..3 {
            queue.push(Instant::now(), payer(1, "a"), item);
        }
        queue.push(Instant::now(), payer(1, "b"), 10);
        let served: Vec<u32> = (0..4).map(|_| next(&mut queue, &mut ledger)).collect();
        assert_eq!(served, [0, 10, 1, 2]);
    }

    /// Two hundred networks have used nothing so far and ask again as soon as they are served; somebody who has used a second
    /// waits a second longer than they do, and not until each of them has used as much.
    #[test]
    fn many_who_have_used_less_do_not_keep_one_waiting() {
        let (mut queue, mut ledger) = (FairQueue::default(), Ledger::default());
        let (start, ours) = (Instant::now(), payer(255, ""));
        ledger.charge(&ours, Duration::from_secs(1));
        (0..200).for_each(|network| queue.push(start, payer(network, ""), u32::from(network)));
        queue.push(start, ours, 1_000);
        let (turn, mut now) = (Duration::from_millis(10), start);
        loop {
            let (payer, thing) = queue.pop(now, &ledger, |_| true).unwrap();
            if thing == 1_000 {
                break;
            }
            ledger.charge(&payer, turn);
            now += turn;
            queue.push(now, payer, thing);
        }
        let waited = now - start;
        assert!(waited >= Duration::from_secs(1) && waited < Duration::from_millis(3_100), "{waited:?}");
    }

    /// Players of one network wait like networks.
    #[test]
    fn players_who_have_used_less_do_not_keep_one_of_their_network_waiting() {
        let (mut queue, mut ledger) = (FairQueue::default(), Ledger::default());
        let (start, ours) = (Instant::now(), payer(1, "ours"));
        ledger.charge(&ours, Duration::from_secs(1));
        queue.push(start, ours, u64::MAX);
        for number in 0..2_000 {
            let now = start + Duration::from_millis(number);
            queue.push(now, payer(1, &number.to_string()), number);
            if queue.pop(now, &ledger, |_| true).unwrap().1 == u64::MAX {
                return assert!(number >= 900, "after {number} ms");
            }
        }
        panic!("never served");
    }

    #[test]
    fn waiting_makes_up_for_use() {
        let (mut queue, mut ledger, start) = (FairQueue::default(), Ledger::default(), Instant::now());
        assert!(queue.urgency(start, &ledger).is_none());
        ledger.charge(&payer(1, "a"), Duration::from_secs(2));
        queue.push(start, payer(1, "b"), 1);
        let due = |queue: &FairQueue<u32>, ledger: &Ledger, after: u64| {
            queue.urgency(start + Duration::from_secs(after), ledger).unwrap() <= 0.0
        };
        assert!(!due(&queue, &ledger, 1) && due(&queue, &ledger, 2));
        // The network waits anew when it has been served.
        queue.push(start, payer(1, "b"), 2);
        let later = start + Duration::from_secs(3);
        queue.pop(later, &ledger, |_| true).unwrap();
        assert!(!due(&queue, &ledger, 3));
        queue.push(later, payer(2, ""), 3);
        assert!(due(&queue, &ledger, 3));
    }

    #[test]
    fn a_few_networks_do_not_take_all_places() {
        let (mut queue, now) = (FairQueue::default(), Instant::now());
        for item in 0..10 {
            queue.push(now, payer(1, "a"), item);
            queue.push(now, payer(1, "b"), 10 + item);
            queue.push(now, payer(2, ""), 20 + item);
        }
        let mut room = |network: u8| {
            let payer = payer(network, "");
            let gone = queue.make_room(payer.network)?;
            queue.push(now, payer, 100);
            Some(gone)
        };
        // What came last of the network that has most goes.
        assert_eq!([room(2), room(3), room(3)], [Some(19), Some(9), Some(18)]);
        let made = (4..=u8::MAX).filter(|network| room(*network).is_some()).count();
        assert_eq!((queue.len(), made), (30, 27), "each has one in the end");
        assert!((0..5).all(|network| queue.len_of(payer(network, "").network) <= 1));
        let served = std::iter::from_fn(|| queue.pop(now, &Ledger::default(), |_| true)).count();
        assert_eq!((served, queue.len(), queue.make_room(payer(1, "").network)), (30, 0, None));
    }

    #[test]
    fn who_may_not_be_served_waits() {
        let (mut queue, ledger) = (FairQueue::default(), Ledger::default());
        queue.push(Instant::now(), payer(1, "a"), 1);
        assert!(queue.pop(Instant::now(), &ledger, |payer| payer.network != self::payer(1, "a").network).is_none());
        queue.retain(|_| false);
        assert_eq!(queue.len(), 0);
    }
}
