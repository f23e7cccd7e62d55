//! Wins by nothing but forcing moves: each gives check or attacks a piece that the other side can't spare.
//!
//! Such wins may be far too deep for a search that looks at everything. They are found by depth-first proof-number
//! search (Victor Allis, 1994; Ayumu Nagai, 2002), which turns to where the defender has the fewest replies. The search
//! of the tree gives it a small part of its positions.

use super::root::RootMove;
use super::worker::Worker;
use crate::score::WIN;
use spielraum_rules::{Color, Move, Position, Recurrence, Rules, Selection};

/// One position of so many is looked at to find forced wins.
const SHARE: u64 = 10;

/// Fewer positions than this are not worth beginning with.
const FEWEST: u64 = 1000;

/// So many moves are made and looked at in the time of one position of the search.
const LOOKS: u64 = 4;

/// How many replies a threat that takes nothing is thought to have.
const QUIET: u32 = 4;

/// No longer wins are looked for, in moves of the attacker.
const MOST_MOVES: usize = 50;

/// The number of what can't be done.
const NEVER: u32 = 1 << 24;

/// How hard the side to move is to be seen to reach its aim - the attacker's is to win, the defender's not to lose -
/// and to be seen not to: at least so many positions after it must be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    reach: u32,
    miss: u32,
    /// How long it takes, when it is decided.
    plies: u8,
}

impl Numbers {
    const UNKNOWN: Self = Self { reach: 1, miss: 1, plies: 0 };
    const REACHED: Self = Self { reach: 0, miss: NEVER, plies: 0 };
    const MISSED: Self = Self { reach: NEVER, miss: 0, plies: 0 };

    fn is_decided(self) -> bool {
        self.reach == 0 || self.miss == 0
    }
}

/// A move to try, and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
struct Try {
    m: Move,
    numbers: Numbers,
}

/// What the position before some tries is worth.
struct Sum {
    numbers: Numbers,
    /// The most promising try.
    best: usize,
    /// How hard it is for the next promising one to make the other side miss its aim.
    second: u32,
}

impl Sum {
    fn of(tries: &[Try]) -> Self {
        let mut sum = Self { numbers: Numbers { reach: NEVER, miss: 0, plies: 0 }, best: 0, second: NEVER };
        let (mut shortest, mut longest) = (u8::MAX, 0);
        for (index, Try { numbers, .. }) in tries.iter().enumerate() {
            if numbers.miss < sum.numbers.reach {
                sum.second = sum.numbers.reach;
                sum.numbers.reach = numbers.miss;
                sum.best = index;
            } else {
                sum.second = sum.second.min(numbers.miss);
            }
            sum.numbers.miss = (sum.numbers.miss + numbers.reach).min(NEVER - 1);
            if numbers.miss == 0 {
                shortest = shortest.min(numbers.plies.saturating_add(1));
            }
            longest = longest.max(numbers.plies.saturating_add(1));
        }
        if sum.numbers.reach == 0 {
            sum.numbers.miss = NEVER;
            sum.numbers.plies = shortest;
        } else {
            sum.numbers.plies = longest;
        }
        sum
    }
}

/// An entry of the table of what is known.
#[derive(Clone, Copy)]
struct Known {
    hash: u64,
    numbers: Numbers,
    /// How often it was written: what took long is kept.
    writes: u16,
    search: u8,
}

impl Known {
    const NOTHING: Self = Self { hash: 0, numbers: Numbers::UNKNOWN, writes: 0, search: 0 };
}

const WAYS: usize = 4;
const SETS: usize = 1 << 13;

/// What is remembered while a win is looked for.
pub(crate) struct Forcing {
    known: Vec<[Known; WAYS]>,
    /// For each ply, the moves to try.
    tries: Vec<Vec<Try>>,
    /// What was written by other searches is not believed: it may depend on the way there.
    search: u8,
    /// There is no win in so many moves of the attacker.
    missed: usize,
    /// So many may be tried: fewer than in a win that was found.
    longest: usize,
    /// How many a win may have that is looked for now, and whether that has hidden anything.
    moves: usize,
    is_cut: bool,
    /// The position in which the side to move is to win.
    position: Position,
    /// How many moves this search has looked at, and how many it may look at now; some count for more.
    looked: u64,
    left: u64,
}

impl Forcing {
    pub(crate) fn new(rules: &Rules) -> Self {
        Self {
            known: vec![[Known::NOTHING; WAYS]; SETS],
            tries: vec![Vec::new(); 2 * MOST_MOVES],
            missed: 0,
            longest: MOST_MOVES,
            moves: 1,
            is_cut: false,
            search: 0,
            position: rules.start(),
            looked: 0,
            left: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.known.fill([Known::NOTHING; WAYS]);
        self.search = 0;
    }

    /// Begins with another position.
    fn begin(&mut self, position: &Position) {
        if self.search == u8::MAX {
            self.clear();
        }
        self.search += 1;
        self.position.clone_from(position);
        (self.missed, self.longest, self.is_cut, self.looked) = (0, MOST_MOVES, false, 0);
    }

    /// Counts moves made and looked at; whether that is one more position of the search.
    fn pay(&mut self, looks: u64) -> bool {
        let before = self.looked / LOOKS;
        self.looked += looks;
        self.left = self.left.saturating_sub(looks);
        self.looked / LOOKS > before
    }

    /// By what the position with this hash is known at this ply: how much of a win is left depends on it.
    fn key(&self, hash: u64, ply: usize) -> u64 {
        hash ^ (((self.moves << 8) + ply) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// What is known of a position; a win, whenever it was found, if it is not too long.
    fn recall(&self, hash: u64, ply: usize) -> Option<Numbers> {
        let find = |key: u64| {
            let known = self.known[key as usize % SETS].iter().find(|known| known.hash == key)?;
            (known.search == self.search).then_some(known.numbers)
        };
        let win = find(hash).filter(|numbers| ply + usize::from(numbers.plies) < 2 * self.moves);
        win.or_else(|| find(self.key(hash, ply)))
    }

    fn note(&mut self, hash: u64, ply: usize, numbers: Numbers) {
        let attacks = ply.is_multiple_of(2);
        let won = if attacks { numbers.reach == 0 } else { numbers.miss == 0 };
        let hash = if won { hash } else { self.key(hash, ply) };
        let (set, search) = (&mut self.known[hash as usize % SETS], self.search);
        let value = |known: &Known| match known {
            known if known.hash == hash => 0,
            known if known.search != search => 1,
            known => 2 + u32::from(known.writes),
        };
        let Some(place) = set.iter_mut().min_by_key(|known| value(known)) else { return };
        let same = place.hash == hash && place.search == search;
        let writes = if same { place.writes.saturating_add(1) } else { 0 };
        *place = Known { hash, numbers, writes, search };
    }
}

impl Worker<'_> {
    /// Begins to look for wins by forcing moves in the position that is thought about.
    pub(crate) fn begin_forcing(&mut self) {
        if let Some(forcing) = self.forcing.as_mut() {
            forcing.begin(&self.position);
        }
    }

    /// Looks on for a win by forcing moves, or for a shorter one, when its share of the positions has grown enough since
    /// the last time. If one is found, the search is interrupted.
    pub(crate) fn look_for_forced_win(&mut self) {
        let Some(forcing) = self.forcing.take() else { return };
        let left = (self.nodes * LOOKS / SHARE).saturating_sub(forcing.looked);
        if forcing.longest > forcing.missed && left >= FEWEST.max(forcing.looked / 4) {
            forcing.left = left;
            std::mem::swap(&mut self.position, &mut forcing.position);
            if let Some(found) = self.prove_wins(forcing) {
                self.forced = Some(found);
                self.is_interrupted = true;
                self.stopped = true;
            }
            std::mem::swap(&mut self.position, &mut forcing.position);
        }
        self.forcing = Some(forcing);
    }

    /// The shortest win by forcing moves that is found now.
    fn prove_wins(&mut self, forcing: &mut Forcing) -> Option<RootMove> {
        let mut found = None;
        while forcing.longest > forcing.missed {
            forcing.moves = match forcing.longest {
                // Checks run out soon; threats to other pieces hardly ever do.
                MOST_MOVES if self.game.royal => (2 * forcing.missed).clamp(1, MOST_MOVES),
                MOST_MOVES => forcing.missed + 1,
                longest => (forcing.missed + longest).div_ceil(2),
            };
            let numbers = self.examine(forcing, 0, NEVER, NEVER);
            if self.stopped || !numbers.is_decided() {
                break;
            }
            if numbers.reach > 0 {
                forcing.missed = if forcing.is_cut { forcing.moves } else { forcing.longest };
            } else {
                let pv = self.forced_line(forcing);
                let score = WIN - i32::from(numbers.plies);
                found = pv.first().map(|&m| RootMove { score, last: score, pv: pv.clone(), ..RootMove::new(m, 0) });
                forcing.longest = usize::from(numbers.plies / 2);
            }
            forcing.is_cut = false;
        }
        found
    }

    /// Looks at the position `ply` plies after the one that is thought about until its numbers are as high as told, or
    /// it is decided, or there has been enough looking.
    fn examine(&mut self, forcing: &mut Forcing, ply: usize, reach: u32, miss: u32) -> Numbers {
        let mut tries = std::mem::take(&mut forcing.tries[ply]);
        let mut numbers = self.expand(forcing, ply, &mut tries).unwrap_or(Numbers::UNKNOWN);
        while !numbers.is_decided() {
            let sum = Sum::of(&tries);
            numbers = sum.numbers;
            if numbers.reach >= reach || numbers.miss >= miss || self.stopped || forcing.left == 0 {
                break;
            }
            let next = &tries[sum.best];
            // A little more than is needed to overtake the second, lest the search goes to and fro.
            let enough = reach.min(sum.second.saturating_add(sum.second / 4 + 1));
            let rest = (miss - numbers.miss).saturating_add(next.numbers.reach).min(NEVER);
            self.position.make_selected(next.m);
            let after = self.examine(forcing, ply + 1, rest, enough);
            self.position.unmake();
            tries[sum.best].numbers = after;
        }
        forcing.tries[ply] = tries;
        if !self.stopped {
            forcing.note(self.position.hash(), ply, numbers);
        }
        numbers
    }

    /// Lists the moves to try: the attacker's forcing ones, or all of the defender's. One that reaches the aim at once
    /// stands alone. Gives what is known without trying.
    fn expand(&mut self, forcing: &mut Forcing, ply: usize, tries: &mut Vec<Try>) -> Option<Numbers> {
        tries.clear();
        let attacks = ply.is_multiple_of(2);
        let side = self.position.side_to_move();
        let attacker = if attacks { side } else { !side };
        let is_last = ply + 2 == 2 * forcing.moves;
        if !self.select_tries(attacks, ply, is_last) {
            forcing.is_cut = true;
            return Some(Numbers::MISSED);
        }
        if self.fresh.is_empty() && !attacks {
            let in_check = self.position.in_check();
            let lost = self.score_without_moves(ply, in_check) < 0;
            return Some(if lost { Numbers::MISSED } else { Numbers::REACHED });
        }
        for index in 0..self.fresh.len() {
            let m = self.fresh[index];
            let taken = self.position.captured_by(m).is_some();
            self.position.make_selected(m);
            let winner = self.outcome();
            let wanted = winner.is_none() && (!attacks || self.position.in_check() || self.is_last_attacked());
            let numbers = wanted.then(|| self.first_numbers(forcing, ply, taken));
            self.position.unmake();
            // To count replies takes long.
            let cost = if numbers.is_some() && attacks && self.game.royal { LOOKS } else { 1 };
            if forcing.pay(cost) && self.count_node() {
                return None;
            }
            match (winner, numbers) {
                (Some(winner), _) if (winner == Some(attacker)) == attacks => {
                    tries.clear();
                    tries.push(Try { m, numbers: Numbers::MISSED });
                    return None;
                }
                // Only a move that wins is any good now.
                (_, Some(numbers)) if is_last && numbers.miss > 0 => forcing.is_cut = true,
                (_, Some(numbers)) => tries.push(Try { m, numbers }),
                _ => {}
            }
        }
        if tries.is_empty() {
            // The attacker has no forcing move, or every move of the defender's loses at once.
            return Some(Sum::of(tries).numbers);
        }
        None
    }

    /// Lists the moves that may be worth trying. `false`: this is the attacker's last move, and none can win.
    fn select_tries(&mut self, attacks: bool, ply: usize, is_last: bool) -> bool {
        self.fresh.clear();
        if !attacks {
            self.position.select(Selection::All, &mut self.fresh);
            return true;
        }
        if !self.game.royal {
            self.position.select(Selection::Captures, &mut self.fresh);
            if ply > 0
                && let Some(&m) = self.fresh.iter().find(|m| self.captures_last(**m))
            {
                self.fresh.clear();
                self.fresh.push(m);
                return true;
            }
            if is_last {
                return false;
            }
            self.fresh.clear();
        }
        self.position.select(Selection::Threats, &mut self.fresh);
        if ply == 0 {
            let root_moves = &self.root_moves;
            self.fresh.retain(|m| root_moves.iter().any(|root| root.m == *m));
        }
        true
    }

    /// What the position after a try at `ply` looks like at first sight.
    fn first_numbers(&mut self, forcing: &Forcing, ply: usize, taken: bool) -> Numbers {
        if let Some(known) = forcing.recall(self.position.hash(), ply + 1) {
            return known;
        }
        let attacked = ply.is_multiple_of(2);
        let miss = match attacked {
            // The more replies, the more must be answered.
            true if self.game.royal => match self.position.count_legal() as u32 {
                0 if self.position.in_check() => return Numbers::MISSED,
                replies => replies.max(1),
            },
            // What a piece that moves without taking threatens can be saved in many ways.
            true if !taken => QUIET,
            _ => 1,
        };
        Numbers { miss, ..Numbers::UNKNOWN }
    }

    /// Who has won by the move just made, if it ended the game. What depends on the way to a position counts as nobody's
    /// win, so that a win found holds whatever the way.
    fn outcome(&self) -> Option<Option<Color>> {
        let side = self.position.side_to_move();
        if self.shared.evaluator.has_families()
            && let Some(loser) = [side, !side].into_iter().find(|&side| self.position.is_extinct(side))
        {
            return Some(Some(!loser));
        }
        let over = self.repeats()
            || self.game.royal && self.position.is_bare()
            || self.game.move_count.is_some_and(|limit| self.position.halfmove_clock() >= limit);
        over.then_some(None)
    }

    /// The moves of a win that was found, both sides doing the best that is known.
    fn forced_line(&mut self, forcing: &mut Forcing) -> Vec<Move> {
        let (mut line, mut tries) = (Vec::new(), Vec::new());
        while self.expand(forcing, line.len(), &mut tries).is_none() {
            let attacks = line.len().is_multiple_of(2);
            let decided = tries.iter().filter(|next| next.numbers.is_decided());
            let next = match attacks {
                true => decided.filter(|next| next.numbers.miss == 0).min_by_key(|next| next.numbers.plies),
                false => decided.max_by_key(|next| next.numbers.plies),
            };
            let Some(next) = next else { break };
            line.push(next.m);
            self.position.make_selected(next.m);
            if self.outcome().is_some() {
                break;
            }
        }
        for _ in &line {
            self.position.unmake();
        }
        line
    }

    fn repeats(&self) -> bool {
        self.game.repeats && self.position.recurrence(self.root) != Recurrence::New
    }
}
