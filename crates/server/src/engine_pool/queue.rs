//! What waits for the engines, what goes on, and for how long.

use super::job::{ANALYSIS, MOVE, QUICK_MOVE};
use super::work::Work;
use crate::resources::{FairQueue, Ledger, Payer};
use crate::variants::Variant;
use spielraum_engine::Stop;
use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracing::Span;

/// How many analyses and problems can wait, of all and of one network.
const WAITING: usize = 2_048;
const WAITING_EACH: usize = 512;

/// How many moves can wait for each thread, and of one network: as many as are found in time.
const MOVES_WAITING: usize = 256;
const MOVES_WAITING_EACH: usize = 128;

/// All moves that wait are to be found within so long: the more wait, the less time each has, down to the least.
const ALL_MOVES: Duration = Duration::from_secs(6);
const LEAST: Duration = Duration::from_millis(10);

/// The most that a move has while a quick one waits.
const MOST_BEFORE_QUICK: Duration = Duration::from_secs(3);

/// This many quick moves come before one that takes longer.
const QUICK_IN_A_ROW: usize = 3;

/// This many analyses that have reported nothing yet come before one that goes on.
const NEWCOMERS_IN_A_ROW: u32 = 3;

/// How many problems are begun at once, each with room of its own. Those that make way for others are among them.
pub(super) const PROBLEMS: usize = 4;

/// How long an analysis or a problem goes on while others wait that have had their turn, while moves wait, and while
/// somebody waits who has not heard anything yet.
const TURN: Duration = Duration::from_secs(2);
const TURN_BEFORE_MOVES: Duration = Duration::from_secs(1);
pub(super) const TURN_BEFORE_NEWCOMERS: Duration = Duration::from_millis(300);

/// The time within which every client that waits for its first line is to have one: the more of them wait, the shorter the
/// turns, down to the least, in which a usual game is searched some plies deep.
const ALL_NEWCOMERS: Duration = Duration::from_millis(1_500);
const LEAST_TURN: Duration = Duration::from_millis(5);

/// How long an analysis or a problem waits while moves wait. Then one at a time goes on beside them, and moves have the thread
/// for as long before the next.
const AFTER_MOVES: Duration = Duration::from_secs(1);

/// Something that waits.
pub(super) struct Waiting {
    pub payer: Payer,
    pub kind: Kind,
    pub work: Work,
    pub held: Held,
    pub stop: Stop,
    pub span: Span,
    pub asked: Instant,
    /// How often it had its turn.
    pub turns: u32,
    /// Whether the client has heard nothing yet.
    pub is_new: bool,
}

/// The variant that something which waits keeps in memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Held {
    /// What the variant uses; nothing if it is one that stays in memory anyway.
    bytes: usize,
    key: Arc<str>,
}

impl Held {
    pub fn by(variant: &Variant) -> Self {
        let bytes = if variant.is_usual() { 0 } else { variant.memory() };
        Self { bytes, key: variant.key.as_str().into() }
    }
}

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The move of a game at a level that looks at few positions.
    QuickMove,
    /// The move of a game.
    Move,
    /// The best lines of a position, or the rest of a problem that made way.
    Analysis,
    /// The solution of a problem.
    Problem,
}

impl Kind {
    /// Before which others workers do it.
    pub fn rank(self) -> i64 {
        match self {
            Self::QuickMove => QUICK_MOVE,
            Self::Move => MOVE,
            Self::Analysis | Self::Problem => ANALYSIS,
        }
    }

    pub fn is_move(self) -> bool {
        matches!(self, Self::QuickMove | Self::Move)
    }
}

/// Why nothing more can wait.
pub(super) struct Full;

/// What goes on.
struct Running {
    number: u64,
    kind: Kind,
    began: Instant,
    /// Ends the turn.
    turn: Stop,
}

/// Something whose turn it is.
pub(super) struct Begun {
    pub number: u64,
    /// Ends the turn.
    pub turn: Stop,
    pub waiting: Waiting,
}

pub(super) struct Queue {
    /// How many searches run at once.
    threads: usize,
    /// How many of them at least are this process's own; all others are those of workers.
    own: usize,
    quick: FairQueue<Waiting>,
    moves: FairQueue<Waiting>,
    /// Analyses of which nothing was reported yet.
    newcomers: FairQueue<Waiting>,
    /// Those that go on, and problems that made way.
    analyses: FairQueue<Waiting>,
    problems: FairQueue<Waiting>,
    running: Vec<Running>,
    /// For how many moves of each network the engine thinks.
    moving: HashMap<IpAddr, usize>,
    /// How many problems were begun and have not ended.
    pub begun_problems: usize,
    quick_in_a_row: usize,
    newcomers_in_a_row: u32,
    /// Until when moves come before any analysis, since one had as long.
    moves_until: Option<Instant>,
    problem_next: bool,
    numbers: u64,
    pub closed: bool,
}

impl Queue {
    pub fn new(threads: usize) -> Self {
        Self {
            threads,
            own: threads,
            quick: FairQueue::default(),
            moves: FairQueue::default(),
            newcomers: FairQueue::default(),
            analyses: FairQueue::default(),
            problems: FairQueue::default(),
            running: Vec::new(),
            moving: HashMap::new(),
            begun_problems: 0,
            quick_in_a_row: 0,
            newcomers_in_a_row: 0,
            moves_until: None,
            problem_next: false,
            numbers: 0,
            closed: false,
        }
    }

    /// Takes up that workers do this many searches at once; with none of them this process does as many as it began with.
    pub fn set_workers(&mut self, searches: usize) {
        self.threads = if searches == 0 { self.own } else { searches.max(2) };
    }

    /// How many searches run at once.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Whether one more problem can begin. This process solves them itself, whatever workers there are.
    fn may_begin_problem(&self) -> bool {
        let most = if self.threads > self.own { PROBLEMS.min(self.own - 1) } else { PROBLEMS };
        self.begun_problems < most
    }

    pub fn len(&self) -> usize {
        self.moves_waiting() + self.analyses_waiting()
    }

    fn analyses_waiting(&self) -> usize {
        self.newcomers.len() + self.analyses.len() + self.problems.len()
    }

    fn moves_waiting(&self) -> usize {
        self.quick.len() + self.moves.len()
    }

    /// Lets something wait.
    pub fn push(&mut self, waiting: Waiting) -> Result<(), Full> {
        if self.is_full(&waiting) {
            self.tidy();
        }
        if self.closed || self.is_full(&waiting) && !self.make_room(&waiting) {
            return Err(Full);
        }
        self.push_anyway(waiting.asked, waiting);
        Ok(())
    }

    /// Lets something wait from now on that had waited before.
    pub fn push_anyway(&mut self, now: Instant, waiting: Waiting) {
        let lane = match waiting.kind {
            Kind::QuickMove => &mut self.quick,
            Kind::Move => &mut self.moves,
            Kind::Analysis if waiting.is_new => &mut self.newcomers,
            Kind::Analysis => &mut self.analyses,
            Kind::Problem => &mut self.problems,
        };
        lane.push(now, waiting.payer.clone(), waiting);
    }

    fn is_full(&self, waiting: &Waiting) -> bool {
        let network = waiting.payer.network;
        if waiting.kind.is_move() {
            // As many as the network leaves free, so that others find places.
            let free = (MOVES_WAITING * self.threads).saturating_sub(self.moves_waiting());
            return self.quick.len_of(network) + self.moves.len_of(network) >= MOVES_WAITING_EACH.min(free);
        }
        self.analyses_waiting() >= WAITING || self.analyses_of(network) >= WAITING_EACH
    }

    /// How many analyses and problems of a network wait.
    fn analyses_of(&self, network: IpAddr) -> usize {
        [&self.newcomers, &self.analyses, &self.problems].iter().map(|lane| lane.len_of(network)).sum()
    }

    /// Gives up an analysis or a problem of a network that has more of them than another one would have with this; says whether
    /// there was any. No move is given up.
    fn make_room(&mut self, waiting: &Waiting) -> bool {
        let network = waiting.payer.network;
        let may_wait = !waiting.kind.is_move() && self.analyses_of(network) < WAITING_EACH;
        let mut lanes = [&mut self.newcomers, &mut self.problems, &mut self.analyses].into_iter();
        may_wait && lanes.any(|lane| lane.make_room(network).is_some())
    }

    /// Throws away what nobody wants any more.
    pub fn tidy(&mut self) {
        for lane in [&mut self.quick, &mut self.moves, &mut self.newcomers, &mut self.analyses, &mut self.problems] {
            lane.retain(|waiting| !waiting.stop.is_stopped());
        }
    }

    /// Gives up analyses and problems that wait, those of the largest variants first, until these use this many bytes less.
    pub fn give_up(&mut self, bytes: usize) {
        let mut held = BTreeSet::new();
        for lane in [&self.newcomers, &self.analyses, &self.problems] {
            held.extend(lane.iter().map(|waiting| &waiting.held).filter(|held| held.bytes > 0).cloned());
        }
        let (mut freed, mut given_up) = (0, BTreeSet::new());
        while freed < bytes
            && let Some(largest) = held.pop_last()
        {
            freed += largest.bytes;
            given_up.insert(largest.key);
        }
        for lane in [&mut self.newcomers, &mut self.analyses, &mut self.problems] {
            lane.retain(|waiting| !given_up.contains(&waiting.held.key));
        }
    }

    /// Nothing more is begun; clients that wait for an analysis or a problem are informed.
    pub fn close(&mut self) {
        self.closed = true;
        self.newcomers.retain(|_| false);
        self.analyses.retain(|_| false);
        self.problems.retain(|_| false);
    }

    /// Takes out what is next, if there is a thread for it now.
    pub fn begin(&mut self, ledger: &Ledger, now: Instant) -> Option<Begun> {
        if self.running.len() >= self.threads {
            return None;
        }
        let overdue = if self.analyses_are_overdue(now) { self.next_analysis(now, ledger) } else { None };
        let waiting = overdue.or_else(|| self.next_move(now, ledger)).or_else(|| self.next_analysis(now, ledger))?;
        // The whole search ends by its own token, and so does the turn.
        let turn = waiting.stop.for_part();
        self.numbers += 1;
        let number = self.numbers;
        self.running.push(Running { number, kind: waiting.kind, began: now, turn: turn.clone() });
        match waiting.kind {
            Kind::QuickMove | Kind::Move => *self.moving.entry(waiting.payer.network).or_default() += 1,
            Kind::Problem => self.begun_problems += 1,
            Kind::Analysis => {}
        }
        Some(Begun { number, turn, waiting })
    }

    /// How long a move may be thought about while others wait; as long as its level or its clock says if none does.
    fn time_for_a_move(&self) -> Option<Duration> {
        let waiting = self.moves_waiting() as u32;
        let most = if self.quick.len() > 0 { MOST_BEFORE_QUICK } else { ALL_MOVES };
        (waiting > 0).then(|| (ALL_MOVES * self.threads as u32 / (waiting + 1)).clamp(LEAST, most))
    }

    /// Whether an analysis or a problem has waited for so long that it comes before moves.
    fn analyses_are_overdue(&self, now: Instant) -> bool {
        let waits = |waiting: &Waiting| {
            !waiting.stop.is_stopped() && now.saturating_duration_since(waiting.asked) >= AFTER_MOVES
        };
        self.running.iter().all(|one| one.kind.is_move())
            && self.moves_until.is_none_or(|until| until <= now)
            && (self.newcomers.iter().chain(self.analyses.iter()).any(waits)
                || self.may_begin_problem() && self.problems.iter().any(waits))
    }

    fn next_move(&mut self, now: Instant, ledger: &Ledger) -> Option<Waiting> {
        let Self { quick, moves, moving, threads, quick_in_a_row, .. } = self;
        let may = |payer: &Payer| may_move(moving, payer, *threads);
        let next = |lane: &mut FairQueue<Waiting>| {
            std::iter::from_fn(|| lane.pop(now, ledger, may))
                .map(|(_, waiting)| waiting)
                .find(|one| !one.stop.is_stopped())
        };
        let mut found = None;
        if *quick_in_a_row >= QUICK_IN_A_ROW {
            found = next(moves);
        }
        let found = found.or_else(|| next(quick)).or_else(|| next(moves))?;
        *quick_in_a_row = if found.kind == Kind::QuickMove { *quick_in_a_row + 1 } else { 0 };
        Some(found)
    }

    fn next_analysis(&mut self, now: Instant, ledger: &Ledger) -> Option<Waiting> {
        let analysing = self.running.iter().filter(|one| !one.kind.is_move()).count();
        if analysing + 1 >= self.threads {
            return None;
        }
        // What nobody wants any more takes no turn of its network.
        for lane in [&mut self.newcomers, &mut self.analyses, &mut self.problems] {
            lane.retain(|waiting| !waiting.stop.is_stopped());
        }
        let may_begin = self.may_begin_problem();
        let mut found = None;
        if self.problem_next && may_begin {
            found = self.problems.pop(now, ledger, |_| true);
        }
        if found.is_none() {
            let newcomer = self.newcomers_come_first(now, ledger);
            let lane = if newcomer { &mut self.newcomers } else { &mut self.analyses };
            found = lane.pop(now, ledger, |_| true);
            if found.is_some() {
                self.newcomers_in_a_row = if newcomer { self.newcomers_in_a_row.saturating_add(1) } else { 0 };
            }
        }
        if found.is_none() && may_begin {
            found = self.problems.pop(now, ledger, |_| true);
        }
        let found = found.map(|(_, waiting)| waiting);
        self.problem_next = found.as_ref().is_some_and(|found| found.kind != Kind::Problem);
        found
    }

    /// Whether an analysis of which nothing was reported comes before those that go on: its network has waited for as long as it
    /// has used the server lately, or has used less than theirs.
    fn newcomers_come_first(&self, now: Instant, ledger: &Ledger) -> bool {
        let Some(going_on) = self.analyses.urgency(now, ledger) else { return true };
        self.newcomers_in_a_row < NEWCOMERS_IN_A_ROW
            && self.newcomers.urgency(now, ledger).is_some_and(|new| new <= going_on.max(0.0))
    }

    /// Whether anything goes on.
    #[cfg(test)]
    pub fn is_running(&self) -> bool {
        !self.running.is_empty()
    }

    /// A turn has ended.
    pub fn ended(&mut self, number: u64, payer: &Payer) {
        let Some(at) = self.running.iter().position(|one| one.number == number) else { return };
        let Running { kind, began, .. } = self.running.swap_remove(at);
        if !kind.is_move() {
            let now = Instant::now();
            self.moves_until = Some(now + now.saturating_duration_since(began));
        } else {
            match self.moving.get_mut(&payer.network) {
                Some(count) if *count > 1 => *count -= 1,
                _ => _ = self.moving.remove(&payer.network),
            }
        }
    }

    /// Ends the turns that have lasted as long as they may at a time; says when to look again.
    pub fn end_turns(&mut self, now: Instant) -> Option<Instant> {
        let moves_wait = self.quick.any(|payer| may_move(&self.moving, payer, self.threads))
            || self.moves.any(|payer| may_move(&self.moving, payer, self.threads));
        let count = |lane: &FairQueue<Waiting>| lane.iter().filter(|waiting| !waiting.stop.is_stopped()).count() as u32;
        let problems = if self.may_begin_problem() { count(&self.problems) } else { 0 };
        let turn = match (count(&self.newcomers) + problems, moves_wait) {
            (newcomers @ 1.., _) => {
                // Of their turns some are those of analyses that go on.
                let all = ALL_NEWCOMERS * NEWCOMERS_IN_A_ROW / (NEWCOMERS_IN_A_ROW + 1);
                Some((all / newcomers).clamp(LEAST_TURN, TURN_BEFORE_NEWCOMERS))
            }
            (0, true) => Some(TURN_BEFORE_MOVES),
            (0, false) => (self.analyses_waiting() > 0).then_some(TURN),
        };
        let move_time = self.time_for_a_move();
        let mut next = None::<Instant>;
        for one in self.running.iter().filter(|one| !one.turn.is_stopped()) {
            let Some(time) = (if one.kind.is_move() { move_time } else { turn }) else { continue };
            let until = one.began + time;
            match until <= now {
                true => one.turn.stop(),
                false => next = Some(next.map_or(until, |next| next.min(until))),
            }
        }
        next
    }
}

/// Whether the engine may think about one more move of a payer's network.
fn may_move(moving: &HashMap<IpAddr, usize>, payer: &Payer, threads: usize) -> bool {
    moving.get(&payer.network).is_none_or(|count| count + 1 < threads)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(network: u8, kind: Kind) -> Waiting {
        let payer = Payer::new([10, 0, network, 1].into(), None);
        let work = Work::Resume(std::sync::mpsc::sync_channel(1).0);
        let (held, asked) = (Held { bytes: 0, key: "".into() }, Instant::now());
        Waiting { payer, kind, work, held, stop: Stop::new(), span: Span::none(), asked, turns: 0, is_new: true }
    }

    fn begun(queue: &mut Queue) -> Option<(u64, Kind, Payer, Stop)> {
        let Begun { number, turn, waiting } = queue.begin(&Ledger::default(), Instant::now())?;
        Some((number, waiting.kind, waiting.payer, turn))
    }

    #[test]
    fn quick_moves_come_first_and_not_alone() {
        let mut queue = Queue::new(2);
        for network in 0..20 {
            assert!(queue.push(waiting(network, Kind::Move)).is_ok());
            assert!(queue.push(waiting(100 + network, Kind::QuickMove)).is_ok());
        }
        let kinds: Vec<Kind> = (0..8)
            .map(|_| {
                let (number, kind, payer, _) = begun(&mut queue).unwrap();
                queue.ended(number, &payer);
                kind
            })
            .collect();
        let (quick, long) = (Kind::QuickMove, Kind::Move);
        assert_eq!(kinds, [quick, quick, quick, long, quick, quick, quick, long]);
    }

    #[test]
    fn time_shrinks_with_what_waits_and_what_waits_is_bounded() {
        let mut queue = Queue::new(2);
        assert_eq!(queue.time_for_a_move(), None);
        let mut accepted = 0;
        for network in 0..=u8::MAX {
            for _ in 0..4 {
                accepted += u32::from(queue.push(waiting(network, Kind::Move)).is_ok());
            }
        }
        assert_eq!(accepted as usize, 2 * MOVES_WAITING);
        // Two threads find all of them in time.
        assert!(queue.time_for_a_move().unwrap() * accepted / 2 <= ALL_MOVES);
        assert!(queue.push(waiting(1, Kind::QuickMove)).is_err());
        let mut one = Queue::new(8);
        let pushed = (0..1_000).filter(|_| one.push(waiting(1, Kind::Move)).is_ok()).count();
        assert_eq!(pushed, MOVES_WAITING_EACH);
        assert!(one.push(waiting(1, Kind::Analysis)).is_ok() && one.push(waiting(2, Kind::Move)).is_ok());
    }

    #[test]
    fn a_turn_ends_when_others_wait() {
        let mut queue = Queue::new(2);
        assert!(queue.push(waiting(1, Kind::Problem)).is_ok());
        let (.., turn) = begun(&mut queue).unwrap();
        assert!(queue.end_turns(Instant::now()).is_none() && !turn.is_stopped());
        assert!(queue.push(waiting(2, Kind::Analysis)).is_ok());
        assert!(begun(&mut queue).is_none(), "one thread is kept free of analyses");
        let soon = queue.end_turns(Instant::now()).expect("a turn that ends");
        assert!(soon <= Instant::now() + TURN_BEFORE_NEWCOMERS && !turn.is_stopped());
        queue.running[0].began = Instant::now() - TURN_BEFORE_NEWCOMERS;
        assert!(queue.end_turns(Instant::now()).is_none() && turn.is_stopped());
    }

    #[test]
    fn moves_end_in_time_and_one_network_does_not_have_all_threads() {
        let mut queue = Queue::new(2);
        assert!((0..3).all(|_| queue.push(waiting(1, Kind::Move)).is_ok()));
        let (number, _, payer, turn) = begun(&mut queue).unwrap();
        assert!(begun(&mut queue).is_none());
        assert!(queue.end_turns(Instant::now()).is_some() && !turn.is_stopped());
        queue.running[0].began = Instant::now() - ALL_MOVES;
        assert!(queue.end_turns(Instant::now()).is_none() && turn.is_stopped());
        queue.ended(number, &payer);
        assert!(begun(&mut queue).is_some());
    }

    /// Moves of 200 networks fill the queue and would be searched without end; whatever is found, another one comes. A quick
    /// move that comes last begins within 5 s and any other within 15 s, by the queue's own time.
    #[test]
    fn a_full_queue_keeps_its_bounds() {
        let start = Instant::now();
        let (mut queue, mut now, mut last) = (Queue::new(2), start, start);
        let full = |queue: &mut Queue, next: &mut u8, now: Instant| {
            while queue.push(Waiting { asked: now, ..waiting(*next % 200, Kind::Move) }).is_ok() {
                *next = next.wrapping_add(1);
            }
        };
        let mut next = 0;
        full(&mut queue, &mut next, now);
        // The places of one move that is found are those of a quick one and of one that is not.
        queue.moves.pop(start, &Ledger::default(), |_| true).unwrap();
        queue.moves.pop(start, &Ledger::default(), |_| true).unwrap();
        let ours = [waiting(201, Kind::QuickMove), waiting(202, Kind::Move)];
        let [quick, slow] = ours.each_ref().map(|ours| ours.payer.network);
        assert!(ours.into_iter().all(|ours| queue.push(ours).is_ok()));
        let (mut running, mut began) = (Vec::new(), HashMap::new());
        while began.len() < 2 {
            while let Some(Begun { number, turn, waiting }) = queue.begin(&Ledger::default(), now) {
                let network = waiting.payer.network;
                if network == quick || network == slow {
                    began.insert(network, now - start);
                }
                running.push((number, turn, waiting.payer));
            }
            let until = queue.end_turns(now);
            let (ended, going_on): (Vec<_>, Vec<_>) = running.into_iter().partition(|(_, turn, _)| turn.is_stopped());
            running = going_on;
            for (number, _, payer) in &ended {
                queue.ended(*number, payer);
                full(&mut queue, &mut next, now);
            }
            if ended.is_empty() {
                now = until.expect("a turn that ends");
                assert!(now > last && now < start + Duration::from_secs(60));
                last = now;
            }
        }
        assert!(began[&quick] <= Duration::from_secs(5), "{began:?}");
        assert!(began[&slow] <= Duration::from_secs(15), "{began:?}");
    }

    /// Moves of 200 networks fill the queue all the time; an analysis begins, makes way, and goes on.
    #[test]
    fn analyses_go_on_while_moves_wait_without_end() {
        let start = Instant::now();
        let mut queue = Queue::new(2);
        (0..200).for_each(|network| assert!(queue.push(waiting(network, Kind::Move)).is_ok()));
        assert!(queue.push(waiting(201, Kind::Analysis)).is_ok());
        let begin = |queue: &mut Queue, after: Duration| {
            let Begun { number, waiting, .. } = queue.begin(&Ledger::default(), start + after).unwrap();
            queue.ended(number, &waiting.payer);
            waiting.kind
        };
        assert_eq!(begin(&mut queue, Duration::ZERO), Kind::Move);
        assert_eq!(begin(&mut queue, AFTER_MOVES / 2), Kind::Move);
        let late = 10 * AFTER_MOVES;
        let Begun { number, turn, waiting: analysis } = queue.begin(&Ledger::default(), start + late).unwrap();
        assert_eq!(analysis.kind, Kind::Analysis);
        // Beside it and for as long after it there are moves.
        assert!(queue.push(waiting(202, Kind::Analysis)).is_ok());
        assert_eq!(begin(&mut queue, late), Kind::Move);
        assert!(queue.end_turns(start + late + TURN_BEFORE_NEWCOMERS).is_none() && turn.is_stopped());
        queue.ended(number, &analysis.payer);
        queue.push_anyway(start + late, Waiting { turns: 1, is_new: false, ..analysis });
        queue.moves_until = Some(start + 3 * late);
        assert_eq!(begin(&mut queue, 2 * late), Kind::Move);
        assert_eq!(begin(&mut queue, 3 * late), Kind::Analysis);
        queue.moves_until = None;
        assert_eq!(begin(&mut queue, 4 * late), Kind::Analysis);
        assert_eq!(begin(&mut queue, 5 * late), Kind::Move);
    }

    /// Two hundred networks analyse, each anew as soon as it has had its turn, and one analysis goes on all the time. A client who
    /// has used a second of the server lately has a turn soon, by the queue's own time, though all others have used less.
    #[test]
    fn a_newcomer_has_a_turn_soon_and_what_goes_on_goes_on() {
        let start = Instant::now();
        let (mut queue, mut ledger, mut now) = (Queue::new(2), Ledger::default(), start);
        let ask = |network, asked| Waiting { asked, ..waiting(network, Kind::Analysis) };
        (0..200).for_each(|network| assert!(queue.push(ask(network, start)).is_ok()));
        queue.push_anyway(start, Waiting { turns: 1, is_new: false, ..ask(201, start) });
        let ours = ask(202, start).payer;
        ledger.charge(&ours, Duration::from_secs(1));
        assert!(queue.push(ask(202, start)).is_ok());
        let mut went_on = 0;
        loop {
            let began = now;
            let Begun { number, turn, waiting: one } = queue.begin(&ledger, now).unwrap();
            if one.payer == ours {
                break;
            }
            while !turn.is_stopped() {
                now = queue.end_turns(now).unwrap_or(now);
            }
            assert!(now < start + Duration::from_secs(3), "it has had no turn");
            queue.ended(number, &one.payer);
            ledger.charge(&one.payer, now - began);
            went_on += u32::from(!one.is_new);
            let asked = if one.is_new { now } else { one.asked };
            queue.push_anyway(now, Waiting { asked, ..one });
        }
        assert!(went_on >= 20, "{went_on} turns of what went on");
    }

    /// Four networks ask for as much as they may; there is room for another one.
    #[test]
    fn a_few_networks_do_not_take_all_places() {
        for kind in [Kind::Analysis, Kind::Problem, Kind::Move, Kind::QuickMove] {
            let mut queue = Queue::new(2);
            for network in (0..4).cycle().take(4 * WAITING_EACH) {
                let _ = queue.push(waiting(network, kind));
            }
            assert!((4..100).all(|network| queue.push(waiting(network, kind)).is_ok()), "{kind:?}");
        }
    }

    #[test]
    fn turns_are_the_shorter_the_more_newcomers_wait() {
        let mut queue = Queue::new(2);
        (0..200).for_each(|network| assert!(queue.push(waiting(network, Kind::Analysis)).is_ok()));
        let now = Instant::now();
        let (.., turn) = begun(&mut queue).unwrap();
        queue.running[0].began = now;
        let soon = queue.end_turns(now).expect("a turn that ends");
        assert!(soon <= now + ALL_NEWCOMERS / 100 && !turn.is_stopped());
    }

    #[test]
    fn what_waits_gives_up_the_largest_variants() {
        let mut queue = Queue::new(2);
        for (network, bytes) in [(1, 0), (2, 5), (3, 7), (4, 7), (5, 3)] {
            let held = Held { bytes, key: format!("of {bytes}").into() };
            let kind = if network % 2 == 0 { Kind::Analysis } else { Kind::Problem };
            assert!(queue.push(Waiting { held, ..waiting(network, kind) }).is_ok());
        }
        queue.give_up(8);
        let left: BTreeSet<usize> = [&queue.newcomers, &queue.problems]
            .into_iter()
            .flat_map(|lane| lane.iter().map(|one| one.held.bytes))
            .collect();
        assert_eq!((queue.len(), left), (2, BTreeSet::from([0, 3])));
    }

    #[test]
    fn problems_begun_at_once_are_bounded() {
        let mut queue = Queue::new(2);
        for network in 0..10 {
            assert!(queue.push(waiting(network, Kind::Problem)).is_ok());
        }
        for _ in 0..PROBLEMS {
            let (number, kind, payer, _) = begun(&mut queue).unwrap();
            assert_eq!(kind, Kind::Problem);
            // It makes way.
            queue.ended(number, &payer);
        }
        assert!(begun(&mut queue).is_none());
        assert!(queue.push(waiting(11, Kind::Analysis)).is_ok());
        assert_eq!(begun(&mut queue).unwrap().1, Kind::Analysis);
    }
}
