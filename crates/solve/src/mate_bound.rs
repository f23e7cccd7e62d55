//! Lower bounds for mates and stalemates: which cells around a royal can be guarded, and which blocked, in the moves that
//! are left.
//!
//! After the idea of Popeye's "intelligent mode" (T. Linß 1990): a mate needs a check, and every cell to which the royal could
//! flee guarded by the mating side or blocked by the royal's own. Moves are counted as if each piece were alone on the
//! board, so that the bound never cuts a solution off; it is tried in every position instead of once.

use crate::travel::{FAR, Roads, Travel};
use spielraum_geometry::{Cell, CellSet};
use spielraum_rules::spec::{Mode, Pattern, PieceType, Spec};
use spielraum_rules::{Color, MoveList, Position, Rules};

/// The bit of a mask that stands for the check; the others are cells of flight.
const CHECK: u32 = 1 << 31;

/// A royal with more cells of flight than this has no bound.
const MOST_FLIGHTS: usize = 31;

/// After so many steps a position counts as within reach.
const MOST_STEPS: u32 = 2000;

/// One place to which a piece can go.
#[derive(Clone, Copy)]
struct Choice {
    moves: u8,
    /// What it guards from there.
    guards: u32,
    /// The cell of flight on which it stands then, which nobody else can block.
    stands: u32,
}

impl Choice {
    fn is_as_good_as(&self, other: &Self) -> bool {
        self.moves <= other.moves && other.guards & !self.guards == 0 && self.stands & !other.stands == 0
    }
}

/// What a piece can guard around a cell of the royal.
struct Guard {
    /// By the number of moves; nothing that another choice does better.
    choices: Box<[Choice]>,
    /// All that it can guard with so many moves, by their number.
    within: Box<[u32]>,
}

/// How far mates of one side's royal are.
pub(crate) struct MateBound {
    victim: Color,
    royal: PieceType,
    /// What is guarded without any piece: the check, where none is wanted.
    free: u32,
    travel: [Travel; 2],
    /// The cells to which the royal could flee, from each cell.
    flights: Vec<Vec<Cell>>,
    /// The bit of each cell among the flights from each cell; 0: none.
    flight_bits: Vec<u32>,
    most: u8,
    /// The numbers in `guards` by type, cell and cell of the royal; filled as they are asked for.
    places: Vec<u32>,
    guards: Vec<Guard>,
    /// The pieces of the mating side and the others, royal left out, of the position that is looked at.
    attackers: Vec<(PieceType, Cell)>,
    others: Vec<(PieceType, Cell)>,
    /// The royal's cells before castling, for each side.
    castlings: [Vec<Cell>; 2],
    /// The cells on which a mate is not yet excluded, by the depth of the search: what is out of reach stays so.
    homes: Vec<Vec<Cell>>,
    net: Net,
}

/// One way of asking: the royal on a cell, and what is left to block its flights.
#[derive(Default)]
struct Net {
    /// For each of the mating side's pieces what it can guard, as a number in the list of guards.
    guards: Vec<usize>,
    /// Everything that the pieces from each on can guard at all.
    ahead: Vec<u32>,
    /// The flights that there are.
    flights: u32,
    /// Those on which a piece of the royal's side stands.
    blocked: u32,
    /// For each flight the moves of the royal's side that it takes to block it; filled where there are moves to spare.
    blocks: Vec<u32>,
    /// The same for each piece that may block it, one row after the other.
    walks: Vec<u8>,
    /// The moves that the royal's side may spend on blocks.
    spare: u32,
    steps: u32,
}

impl MateBound {
    /// `None` where the game's rules allow no such bound. `check`: whether the royal is to be in check.
    pub(crate) fn new(rules: &Rules, victim: Color, check: bool, most: u16) -> Option<Self> {
        let spec = rules.spec();
        let &[royal] = &spec.royals().collect::<Vec<_>>()[..] else { return None };
        let start = rules.start();
        let simple = Color::BOTH.into_iter().all(|color| start.count(color, royal) == 1)
            && spec.hands.is_none()
            && spec.remote_promotion.is_none()
            && spec.goals.facing.is_empty()
            && spec.goals.royal_obligation.is_none();
        if !simple || !steps_only(spec, royal, victim) {
            return None;
        }
        let cells: Vec<Cell> = rules.board().cells().collect();
        let flights: Vec<Vec<Cell>> =
            cells.iter().map(|&cell| rules.reach(victim, royal, cell).iter().collect()).collect();
        if flights.iter().any(|flights| flights.len() > MOST_FLIGHTS - 1) {
            return None;
        }
        let mut flight_bits = vec![0; cells.len() * cells.len()];
        for (home, flights) in flights.iter().enumerate() {
            for (at, flight) in flights.iter().enumerate() {
                flight_bits[home * cells.len() + flight.index()] = 1 << at;
            }
        }
        let roads = Roads { blocked: &CellSet::EMPTY, captures: true };
        let [white, black] = Color::BOTH.map(|color| Travel::new(rules, color, roads));
        let castlings = Color::BOTH.map(|color| {
            let own = spec.castlings.iter().filter(|castling| castling.color == color);
            own.map(|castling| castling.royal.0).collect()
        });
        Some(Self {
            victim,
            royal,
            free: if check { 0 } else { CHECK },
            travel: [white?, black?],
            places: vec![0; spec.pieces.len() * cells.len() * cells.len()],
            guards: Vec::new(),
            flights,
            flight_bits,
            most: (most + 1).min(u16::from(FAR) - 1) as u8,
            attackers: Vec::new(),
            others: Vec::new(),
            castlings,
            homes: vec![cells],
            net: Net::default(),
        })
    }

    /// Whether no mate is possible when the mating side has at most `attacks` and the other side `helps` moves left.
    ///
    /// `depth` counts the positions before this one, from the beginning of the search, that were found to be within reach.
    pub(crate) fn is_out_of_reach(&mut self, position: &Position, attacks: u16, helps: u16, depth: usize) -> bool {
        let Some((royal_now, attacks, helps)) = self.look_at(position, attacks, helps) else { return false };
        if self.homes.len() < depth + 2 {
            self.homes.resize(depth + 2, Vec::new());
        }
        if helps == 0 {
            let fits = self.homes[depth].contains(&royal_now) && self.has_net(royal_now, 0, attacks);
            self.homes[depth + 1].clear();
            self.homes[depth + 1].extend(fits.then_some(royal_now));
            return !fits;
        }
        let (before, after) = self.homes.split_at_mut(depth + 1);
        let mut homes = std::mem::take(&mut after[0]);
        homes.clone_from(&before[depth]);
        let refuted = homes.iter().position(|&home| {
            let walk = u16::from(self.travel[self.victim as usize].moves(self.royal, royal_now, home));
            walk <= helps && self.has_net(home, u32::from(helps - walk), attacks)
        });
        homes.drain(..refuted.unwrap_or(homes.len()));
        self.homes[depth + 1] = homes;
        refuted.is_none()
    }

    /// Of the moves of the royal's side, when it has no more than one left, keeps those after which a mate is not excluded at
    /// once; `depth` counts the positions up to this one.
    pub(crate) fn retain_helps(
        &mut self,
        position: &Position,
        attacks: u16,
        helps: u16,
        depth: usize,
        moves: &mut MoveList,
    ) {
        if helps != 1 || position.side_to_move() != self.victim {
            return;
        }
        let Some((royal_now, attacks, 1)) = self.look_at(position, attacks, helps) else { return };
        let may_stay = self.homes[depth].contains(&royal_now);
        let needs_block = may_stay && !self.has_net(royal_now, 0, attacks);
        let bits = &self.flight_bits[royal_now.index() * self.flights.len()..];
        let homes = &self.homes[depth];
        moves.retain(|m| match m.from() == Some(royal_now) {
            true => homes.contains(&m.to()),
            false => may_stay && (!needs_block || bits[m.to().index()] != 0),
        });
    }

    /// Tells the royal's cell and the moves left, castling considered, and lists the pieces.
    fn look_at(&mut self, position: &Position, attacks: u16, helps: u16) -> Option<(Cell, u8, u16)> {
        let royal_now = position.royals(self.victim).iter().next()?;
        // Castling moves two pieces at once.
        let castles = |color: Color| {
            let homes = &self.castlings[color as usize];
            !homes.is_empty() && position.royals(color).iter().any(|royal| homes.contains(&royal))
        };
        let (attacks, helps) = (attacks + u16::from(castles(!self.victim)), helps + u16::from(castles(self.victim)));
        self.attackers.clear();
        self.others.clear();
        position.for_each_piece(|color, kind, cell| {
            if color != self.victim {
                self.attackers.push((kind, cell));
            } else if kind != self.royal {
                self.others.push((kind, cell));
            }
        });
        // The royal must be somewhere; the others need not be of use.
        if let Some(royal) = self.attackers.iter().position(|(kind, _)| *kind == self.royal) {
            self.attackers[..=royal].rotate_right(1);
        }
        Some((royal_now, attacks.min(u16::from(self.most)) as u8, helps))
    }

    /// Whether the royal could be mated on a cell when its side has so many moves left for blocks.
    fn has_net(&mut self, home: Cell, spare: u32, attacks: u8) -> bool {
        let mut net = std::mem::take(&mut self.net);
        net.guards.clear();
        net.ahead.clear();
        net.ahead.resize(self.attackers.len() + 1, self.free);
        for at in (0..self.attackers.len()).rev() {
            let (kind, cell) = self.attackers[at];
            let guard = self.guard(kind, cell, home);
            net.ahead[at] = net.ahead[at + 1] | self.guards[guard].within[usize::from(attacks)];
            net.guards.push(guard);
        }
        net.guards.reverse();
        (net.spare, net.steps) = (spare, 0);
        let closes = net.ahead[0] & CHECK != 0 && self.blocks(&mut net, home) && {
            net.closes(&self.guards, 0, attacks, Choice { moves: 0, guards: self.free, stands: 0 })
        };
        self.net = net;
        closes
    }

    /// Finds the moves that the royal's side needs to block each flight; says whether those that nobody can guard can be
    /// blocked.
    fn blocks(&self, net: &mut Net, home: Cell) -> bool {
        let bits = &self.flight_bits[home.index() * self.flights.len()..];
        net.flights = !(u32::MAX << self.flights[home.index()].len());
        net.blocked = self.others.iter().fold(0, |blocked, (_, cell)| blocked | bits[cell.index()]);
        let open = net.flights & !net.ahead[0] & !net.blocked;
        if net.spare == 0 || open.count_ones() > net.spare {
            return open == 0;
        }
        let travel = &self.travel[self.victim as usize];
        net.blocks.clear();
        net.walks.clear();
        let mut needed = 0;
        for (at, &flight) in self.flights[home.index()].iter().enumerate() {
            let walks = self.others.iter().map(|&(kind, cell)| travel.moves(kind, cell, flight));
            net.walks.extend(walks);
            let least = net.walks[at * self.others.len()..].iter().copied().min().unwrap_or(FAR);
            net.blocks.push(u32::from(least));
            if net.ahead[0] >> at & 1 == 0 {
                needed += u32::from(least);
            }
        }
        needed <= net.spare
    }

    /// The number of what a piece can guard around a cell of the royal.
    fn guard(&mut self, kind: PieceType, from: Cell, home: Cell) -> usize {
        let cells = self.flights.len();
        let place = (usize::from(kind.0) * cells + usize::from(from.0)) * cells + usize::from(home.0);
        if self.places[place] == 0 {
            let (travel, flights) = (&self.travel[!self.victim as usize], &self.flights[home.index()]);
            let is_royal = kind == self.royal;
            self.guards.push(Guard::new(travel, flights, (kind, from), is_royal, home, self.most));
            self.places[place] = self.guards.len() as u32;
        }
        self.places[place] as usize - 1
    }
}

impl Guard {
    fn new(
        travel: &Travel,
        flights: &[Cell],
        (kind, from): (PieceType, Cell),
        is_royal: bool,
        home: Cell,
        most: u8,
    ) -> Self {
        let mut all: Vec<Choice> = Vec::new();
        let mut within = vec![0; usize::from(most) + 1];
        travel.for_each_state(kind, from, most, |moves, kind, cell| {
            let mask = |holds: &dyn Fn(Cell) -> bool| {
                let bits = flights.iter().enumerate().filter(|(_, flight)| holds(**flight));
                bits.fold(0, |mask, (at, _)| mask | 1 << at)
            };
            let attacks = travel.attacks(kind, cell);
            let stands = mask(&|flight| flight == cell);
            // A royal can't stand where the other one could capture it.
            if cell == home || is_royal && stands != 0 {
                return;
            }
            let check = if attacks.contains(home) { CHECK } else { 0 };
            let guards = mask(&|flight| attacks.contains(flight)) | check;
            all.push(Choice { moves, guards, stands });
            within[usize::from(moves)..].iter_mut().for_each(|within| *within |= guards);
        });
        all.sort_by_key(|choice| (choice.moves, std::cmp::Reverse(choice.guards.count_ones()), choice.stands));
        let mut choices: Vec<Choice> = Vec::new();
        for choice in all {
            if !choices.iter().any(|other| other.is_as_good_as(&choice)) {
                choices.push(choice);
            }
        }
        Self { choices: choices.into(), within: within.into() }
    }
}

impl Net {
    /// Whether the pieces from number `at` on can guard what is missing, in so many moves, blocks considered.
    fn closes(&mut self, all: &[Guard], at: usize, left: u8, so_far: Choice) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return true;
        }
        if !self.is_closed(so_far.guards | self.ahead[at], so_far.stands) {
            return false;
        }
        let is_royal = at == 0;
        if !is_royal && self.is_closed(so_far.guards, so_far.stands) && self.can_block(so_far.guards) {
            return true;
        }
        let Some(&guard) = self.guards.get(at) else { return false };
        let found = all[guard].choices.iter().take_while(|choice| choice.moves <= left).any(|choice| {
            let (guards, stands) = (so_far.guards | choice.guards, so_far.stands | choice.stands);
            (is_royal || guards != so_far.guards)
                && self.closes(all, at + 1, left - choice.moves, Choice { moves: 0, guards, stands })
        });
        found || !is_royal && self.closes(all, at + 1, left, so_far)
    }

    /// Whether a check and these guards, with blocks of which each piece could do any number, are a mate.
    fn is_closed(&self, guards: u32, stands: u32) -> bool {
        let open = !guards & self.flights;
        if guards & CHECK == 0 || open & stands != 0 {
            return false;
        }
        let mut rest = open & !self.blocked;
        if self.spare == 0 {
            return rest == 0;
        }
        let mut needed = 0;
        while rest != 0 {
            needed += self.blocks[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        needed <= self.spare
    }

    /// Whether each flight that is not guarded can be blocked by a piece of its own.
    fn can_block(&self, guards: u32) -> bool {
        let open = !guards & self.flights;
        self.spare == 0 || open & open.wrapping_sub(1) == 0 || self.share_blocks(open, 0, self.spare)
    }

    fn share_blocks(&self, open: u32, used: u64, spare: u32) -> bool {
        if open == 0 {
            return true;
        }
        let pieces = self.walks.len() / self.blocks.len();
        let flight = open.trailing_zeros() as usize;
        let walks = &self.walks[flight * pieces..][..pieces];
        walks.iter().enumerate().any(|(piece, &moves)| {
            // Pieces beyond the sixty-fourth may block any number of flights.
            let bit = 1u64.checked_shl(piece as u32).unwrap_or(0);
            used & bit == 0
                && u32::from(moves) <= spare
                && self.share_blocks(open & (open - 1), used | bit, spare - u32::from(moves))
        })
    }
}

/// Whether the royal's moves are leaps to empty cells and captures alike, so that every cell in its reach is a flight.
fn steps_only(spec: &Spec, royal: PieceType, color: Color) -> bool {
    let leaps = |pattern: &Pattern| matches!(pattern, Pattern::Leap(_));
    spec.pieces[royal.index()].moves[color].iter().all(|part| leaps(&part.pattern) && part.mode == Mode::Both)
}
