//! Wins by nothing but forcing moves: each gives check or attacks a piece that the other side can't spare.
//!
//! Such wins may be far too deep for a search that looks at everything. They are found by depth-first proof-number
//! search (df-pn; Victor Allis, 1994; Ayumu Nagai, 2002), which turns to where the defender has the fewest replies. The
//! search of the tree gives it a small part of its nodes.

use super::game::Game;
use super::root_moves::RootMove;
use super::watch::Watch;
use crate::params::Params;
use crate::score::WIN;
use spielraum_rules::{Color, GenType, Move, Position, Rules, Standing};

/// Fewer nodes than this are not worth beginning with.
const FEWEST: u64 = 1000;

/// This many moves are made and looked at in the time of one node of the search of the tree.
const LOOKS: u64 = 4;

/// No longer wins are looked for, in moves of the attacker.
const MOST_MOVES: usize = 50;

/// The proof number of what can't be proved.
const INFINITE: u32 = 1 << 24;

/// The proof and disproof numbers of a position, seen from the side to move, whose aim it is to win if it is the
/// attacker, or else not to lose (φ and δ of the negamax form): at least this many positions after it must be decided to
/// prove that it reaches its aim, or that it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofNumbers {
    pn: u32,
    dn: u32,
    /// How long it takes, when it is decided.
    plies: u8,
}

impl ProofNumbers {
    const UNKNOWN: Self = Self { pn: 1, dn: 1, plies: 0 };
    const PROVED: Self = Self { pn: 0, dn: INFINITE, plies: 0 };
    const DISPROVED: Self = Self { pn: INFINITE, dn: 0, plies: 0 };

    fn is_decided(self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// A move, and the numbers of the position after it.
#[derive(Clone, Copy, Debug)]
struct Child {
    m: Move,
    numbers: ProofNumbers,
}

/// The numbers of a position, by those of its children.
struct Parent {
    numbers: ProofNumbers,
    /// The most promising child.
    best: usize,
    /// The disproof number of the next promising one.
    second_dn: u32,
}

impl Parent {
    fn of(children: &[Child]) -> Self {
        let numbers = ProofNumbers { pn: INFINITE, dn: 0, plies: 0 };
        let mut parent = Self { numbers, best: 0, second_dn: INFINITE };
        let (mut shortest, mut longest) = (u8::MAX, 0);
        for (index, Child { numbers, .. }) in children.iter().enumerate() {
            if numbers.dn < parent.numbers.pn {
                parent.second_dn = parent.numbers.pn;
                parent.numbers.pn = numbers.dn;
                parent.best = index;
            } else {
                parent.second_dn = parent.second_dn.min(numbers.dn);
            }
            parent.numbers.dn = (parent.numbers.dn + numbers.pn).min(INFINITE - 1);
            if numbers.dn == 0 {
                shortest = shortest.min(numbers.plies.saturating_add(1));
            }
            longest = longest.max(numbers.plies.saturating_add(1));
        }
        if parent.numbers.pn == 0 {
            parent.numbers.dn = INFINITE;
            parent.numbers.plies = shortest;
        } else {
            parent.numbers.plies = longest;
        }
        parent
    }
}

/// An entry of the proof-number search's own transposition table.
#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    numbers: ProofNumbers,
    /// How often it was written: what took long is kept.
    writes: u16,
    search: u8,
}

impl Entry {
    const EMPTY: Self = Self { hash: 0, numbers: ProofNumbers::UNKNOWN, writes: 0, search: 0 };
}

const WAYS: usize = 4;
const SETS: usize = 1 << 13;

/// The search for a forced win, with what it remembers.
pub(crate) struct DfPn {
    entries: Vec<[Entry; WAYS]>,
    /// For each ply, the children.
    children: Vec<Vec<Child>>,
    /// Where moves are generated.
    moves: Vec<Move>,
    /// What was written by other searches is not believed: it may depend on the way there.
    search: u8,
    /// There is no win in this many moves of the attacker.
    disproved: usize,
    /// This many may be tried: fewer than in a win that was found.
    longest: usize,
    /// How many a win may have that is looked for now, and whether that has hidden anything.
    limit: usize,
    is_cut: bool,
    /// The position in which the side to move is to win, or one after it.
    position: Position,
    /// The side that is to win.
    attacker: Color,
    /// The number of moves made before it.
    root: usize,
    /// How many moves this search has looked at, and how many it may look at now; some count for more.
    looked: u64,
    left: u64,
}

impl DfPn {
    pub(crate) fn new(rules: &Rules) -> Self {
        Self {
            entries: vec![[Entry::EMPTY; WAYS]; SETS],
            children: vec![Vec::new(); 2 * MOST_MOVES],
            moves: Vec::with_capacity(256),
            disproved: 0,
            longest: MOST_MOVES,
            limit: 1,
            is_cut: false,
            search: 0,
            position: rules.start(),
            attacker: Color::White,
            root: 0,
            looked: 0,
            left: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.entries.fill([Entry::EMPTY; WAYS]);
        self.search = 0;
    }

    /// Begins with another position.
    pub(super) fn begin(&mut self, position: &Position) {
        if self.search == u8::MAX {
            self.clear();
        }
        self.search += 1;
        self.position.clone_from(position);
        self.attacker = position.side_to_move();
        self.root = position.ply();
        (self.disproved, self.longest, self.is_cut, self.looked) = (0, MOST_MOVES, false, 0);
    }

    /// Looks on for a forced win by one of the root moves, or for a shorter one than found before, when its share of the
    /// nodes has grown enough since the last time. Gives the shortest that is found now.
    pub(super) fn look_on(
        &mut self,
        watch: &mut Watch<'_>,
        game: &Game,
        params: &Params,
        root_moves: &[RootMove],
    ) -> Option<RootMove> {
        let share = watch.nodes() * LOOKS / params.dfpn_share as u64;
        let left = share.saturating_sub(self.looked);
        if self.longest <= self.disproved || left < FEWEST.max(self.looked / 4) {
            return None;
        }
        self.left = left;
        Prover { search: self, watch, game, params, root_moves }.shortest_win()
    }

    /// Counts moves made and looked at; whether that is one more node of the search.
    fn pay(&mut self, looks: u64) -> bool {
        let before = self.looked / LOOKS;
        self.looked += looks;
        self.left = self.left.saturating_sub(looks);
        self.looked / LOOKS > before
    }

    /// By what the position with this hash is known at this ply: how much of a win is left depends on it.
    fn key(&self, hash: u64, ply: usize) -> u64 {
        hash ^ (((self.limit << 8) + ply) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// What is known of a position; a win, whenever it was found, if it is not too long.
    fn probe(&self, hash: u64, ply: usize) -> Option<ProofNumbers> {
        let find = |key: u64| {
            let entry = self.entries[key as usize % SETS].iter().find(|entry| entry.hash == key)?;
            (entry.search == self.search).then_some(entry.numbers)
        };
        let win = find(hash).filter(|numbers| ply + usize::from(numbers.plies) < 2 * self.limit);
        win.or_else(|| find(self.key(hash, ply)))
    }

    /// Whether the side that is to win is to move.
    fn attacks(&self) -> bool {
        self.position.side_to_move() == self.attacker
    }

    /// Keeps what is known of the position at `ply`, which is the present one.
    fn store(&mut self, hash: u64, ply: usize, numbers: ProofNumbers) {
        let won = if self.attacks() { numbers.pn == 0 } else { numbers.dn == 0 };
        let hash = if won { hash } else { self.key(hash, ply) };
        let (set, search) = (&mut self.entries[hash as usize % SETS], self.search);
        let value = |entry: &Entry| match entry {
            entry if entry.hash == hash => 0,
            entry if entry.search != search => 1,
            entry => 2 + u32::from(entry.writes),
        };
        let Some(place) = set.iter_mut().min_by_key(|entry| value(entry)) else { return };
        let same = place.hash == hash && place.search == search;
        let writes = if same { place.writes.saturating_add(1) } else { 0 };
        *place = Entry { hash, numbers, writes, search };
    }
}

/// A proof-number search at work.
struct Prover<'a, 'b> {
    search: &'a mut DfPn,
    watch: &'a mut Watch<'b>,
    game: &'a Game,
    params: &'a Params,
    root_moves: &'a [RootMove],
}

impl Prover<'_, '_> {
    /// The shortest forced win that is found now.
    fn shortest_win(&mut self) -> Option<RootMove> {
        let mut found = None;
        while self.search.longest > self.search.disproved {
            self.search.limit = match self.search.longest {
                // Checks run out soon; threats to other pieces hardly ever do.
                MOST_MOVES if self.game.has_royal => (2 * self.search.disproved).clamp(1, MOST_MOVES),
                MOST_MOVES => self.search.disproved + 1,
                longest => (self.search.disproved + longest).div_ceil(2),
            };
            let numbers = self.examine(0, INFINITE, INFINITE);
            if self.watch.stopped || !numbers.is_decided() {
                break;
            }
            if numbers.pn > 0 {
                self.search.disproved = if self.search.is_cut { self.search.limit } else { self.search.longest };
            } else {
                let pv = self.proved_line();
                let score = WIN - i32::from(numbers.plies);
                found = pv.first().map(|&m| RootMove { score, last: score, pv: pv.clone(), ..RootMove::new(m, 0) });
                self.search.longest = usize::from(numbers.plies / 2);
            }
            self.search.is_cut = false;
        }
        found
    }

    /// Searches the position `ply` plies after the root until its numbers reach the thresholds, or it is decided, or
    /// there has been enough looking (multiple iterative deepening).
    fn examine(&mut self, ply: usize, pn_threshold: u32, dn_threshold: u32) -> ProofNumbers {
        let mut children = std::mem::take(&mut self.search.children[ply]);
        let mut numbers = self.expand(ply, &mut children).unwrap_or(ProofNumbers::UNKNOWN);
        while !numbers.is_decided() {
            let parent = Parent::of(&children);
            numbers = parent.numbers;
            let is_enough = numbers.pn >= pn_threshold || numbers.dn >= dn_threshold;
            if is_enough || self.watch.stopped || self.search.left == 0 {
                break;
            }
            let next = &children[parent.best];
            // A little more than is needed to overtake the second, lest the search goes to and fro.
            let dn = pn_threshold.min(parent.second_dn.saturating_add(parent.second_dn / 4 + 1));
            let pn = (dn_threshold - numbers.dn).saturating_add(next.numbers.pn).min(INFINITE);
            self.search.position.make_unchecked(next.m);
            let after = self.examine(ply + 1, pn, dn);
            self.search.position.unmake();
            children[parent.best].numbers = after;
        }
        self.search.children[ply] = children;
        if !self.watch.stopped {
            self.search.store(self.search.position.hash(), ply, numbers);
        }
        numbers
    }

    /// Lists the children: the attacker's forcing moves, or all of the defender's. One that reaches the aim at once
    /// stands alone. Gives what is known without looking at them.
    fn expand(&mut self, ply: usize, children: &mut Vec<Child>) -> Option<ProofNumbers> {
        children.clear();
        let (attacks, attacker) = (self.search.attacks(), self.search.attacker);
        let is_last = ply + 2 == 2 * self.search.limit;
        if !self.generate(attacks, ply, is_last) {
            self.search.is_cut = true;
            return Some(ProofNumbers::DISPROVED);
        }
        if self.search.moves.is_empty() && !attacks {
            let winner = self.search.position.outcome_without_moves().winner;
            return Some(if winner == Some(attacker) { ProofNumbers::DISPROVED } else { ProofNumbers::PROVED });
        }
        for index in 0..self.search.moves.len() {
            let m = self.search.moves[index];
            let captures = self.search.position.captured_by(m).is_some();
            self.search.position.make_unchecked(m);
            let winner = self.outcome();
            let is_wanted = winner.is_none() && (!attacks || self.is_threatened());
            let numbers = is_wanted.then(|| self.first_numbers(ply, captures));
            self.search.position.unmake();
            // To count replies takes long.
            let cost = if numbers.is_some() && attacks && self.game.has_royal { LOOKS } else { 1 };
            if self.search.pay(cost) && self.watch.count_proof_node() {
                return None;
            }
            match (winner, numbers) {
                (Some(winner), _) if (winner == Some(attacker)) == attacks => {
                    children.clear();
                    children.push(Child { m, numbers: ProofNumbers::DISPROVED });
                    return None;
                }
                // Only a move that wins is any good now.
                (_, Some(numbers)) if is_last && numbers.dn > 0 => self.search.is_cut = true,
                (_, Some(numbers)) => children.push(Child { m, numbers }),
                _ => {}
            }
        }
        if children.is_empty() {
            // The attacker has no forcing move, or every move of the defender's loses at once.
            return Some(Parent::of(children).numbers);
        }
        None
    }

    /// Whether the side to move is in check, or a piece that it can't spare is attacked.
    fn is_threatened(&self) -> bool {
        self.search.position.in_check() || self.game.is_last_attacked(&self.search.position)
    }

    /// Generates the moves that may be worth looking at. `false`: this is the attacker's last move, and none can win.
    fn generate(&mut self, attacks: bool, ply: usize, is_last: bool) -> bool {
        let DfPn { position, moves, .. } = &mut *self.search;
        moves.clear();
        if !attacks {
            position.generate(GenType::All, moves);
            return true;
        }
        if !self.game.has_royal {
            position.generate(GenType::Captures, moves);
            if ply > 0
                && let Some(&m) = moves.iter().find(|m| self.game.captures_last(position, **m))
            {
                moves.clear();
                moves.push(m);
                return true;
            }
            if is_last {
                return false;
            }
            moves.clear();
        }
        position.generate(GenType::Threats, moves);
        if ply == 0 {
            moves.retain(|m| self.root_moves.iter().any(|root| root.m == *m));
        }
        true
    }

    /// The numbers of the position after a move at `ply` at first sight.
    fn first_numbers(&mut self, ply: usize, captures: bool) -> ProofNumbers {
        if let Some(known) = self.search.probe(self.search.position.hash(), ply + 1) {
            return known;
        }
        let dn = match !self.search.attacks() {
            // The more replies, the more must be answered.
            true if self.game.has_royal => match self.search.position.count_legal() as u32 {
                0 if self.is_mated_by_attacker() => return ProofNumbers::DISPROVED,
                replies => replies.max(1),
            },
            // What a piece that moves without capturing threatens can be saved in many ways.
            true if !captures => self.params.dfpn_quiet_threat as u32,
            _ => 1,
        };
        ProofNumbers { dn, ..ProofNumbers::UNKNOWN }
    }

    /// Whether the side to move, which has no legal move, is in check and has lost by that.
    fn is_mated_by_attacker(&self) -> bool {
        let position = &self.search.position;
        position.in_check() && position.outcome_without_moves().winner == Some(self.search.attacker)
    }

    /// Who has won by the move just made, if it ended the game. What depends on the way to a position counts as nobody's
    /// win, so that a win found holds whatever the way.
    fn outcome(&self) -> Option<Option<Color>> {
        let position = &self.search.position;
        position.decided().or_else(|| (position.standing(self.search.root) != Standing::Open).then_some(None))
    }

    /// The moves of a win that was proved, both sides doing the best that is known.
    fn proved_line(&mut self) -> Vec<Move> {
        let (mut line, mut children) = (Vec::new(), Vec::new());
        while self.expand(line.len(), &mut children).is_none() {
            let attacks = self.search.attacks();
            let decided = children.iter().filter(|child| child.numbers.is_decided());
            let next = match attacks {
                true => decided.filter(|child| child.numbers.dn == 0).min_by_key(|child| child.numbers.plies),
                false => decided.max_by_key(|child| child.numbers.plies),
            };
            let Some(next) = next else { break };
            line.push(next.m);
            self.search.position.make_unchecked(next.m);
            if self.outcome().is_some() {
                break;
            }
        }
        for _ in &line {
            self.search.position.unmake();
        }
        line
    }
}
