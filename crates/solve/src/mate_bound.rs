//! Lower bounds for mates: which cells around a royal can be guarded, and which blocked, in the moves that are left.
//!
//! After the idea of Popeye's "intelligent mode" (T. Linß 1990): a mate needs a check, and every cell to which the royal could
//! flee guarded by the mating side or blocked by the royal's own. Moves are counted as if each piece were alone on the
//! board, so that the bound never cuts a solution off; it is tried in every position instead of once.

use crate::travel::{FAR, Travel};
use spielraum_geometry::Cell;
use spielraum_rules::spec::{Mode, Pattern, PieceType, Spec};
use spielraum_rules::{Color, Position, Rules};

/// The bit of a mask that stands for the check; the others are cells of flight.
const CHECK: u32 = 1 << 31;

/// A royal with more cells of flight than this has no bound.
const MOST_FLIGHTS: usize = 31;

/// After so many steps a position counts as within reach.
const MOST_STEPS: u32 = 20_000;

/// What a piece can guard around a cell of the royal.
struct Guard {
    /// With the moves that takes; nothing that another choice does better.
    choices: Box<[(u8, u32)]>,
    /// All that it can guard with so many moves, by their number.
    within: Box<[u32]>,
}

/// How far mates of one side's royal are.
pub(crate) struct MateBound {
    victim: Color,
    royal: PieceType,
    travel: [Travel; 2],
    /// The cells to which the royal could flee, from each cell.
    flights: Vec<Vec<Cell>>,
    most: u8,
    /// By type, cell and cell of the royal; filled as they are asked for.
    guards: Vec<Option<Guard>>,
    /// The pieces of the mating side and the others, royal left out, of the position that is looked at.
    attackers: Vec<(PieceType, Cell)>,
    others: Vec<(PieceType, Cell)>,
    /// The royal's cells before castling, for each side.
    castlings: [Vec<Cell>; 2],
}

/// One way of asking: the royal on a cell, and what is left to block its flights.
struct Net<'b> {
    /// For each of the mating side's pieces what it can guard.
    guards: Vec<&'b Guard>,
    /// Everything that the pieces from each on can guard at all.
    ahead: Vec<u32>,
    /// For each flight the moves of the royal's side that it takes to block it.
    blocks: Vec<u32>,
    /// The moves that the royal's side may spend on blocks.
    spare: u32,
    steps: u32,
}

impl MateBound {
    /// `None` where the game's rules allow no such bound.
    pub(crate) fn new(rules: &Rules, victim: Color, most: u16) -> Option<Self> {
        let spec = rules.spec();
        let royal = spec.royal()?;
        let simple = spec.hands.is_none()
            && spec.remote_promotion.is_none()
            && spec.goals.facing.is_empty()
            && spec.goals.royal_obligation.is_none();
        if !simple || !steps_only(spec, royal, victim) {
            return None;
        }
        let flights: Vec<Vec<Cell>> =
            rules.board().cells().map(|cell| rules.reach(victim, royal, cell).iter().collect()).collect();
        if flights.iter().any(|flights| flights.len() > MOST_FLIGHTS - 1) {
            return None;
        }
        let [white, black] = Color::BOTH.map(|color| Travel::new(rules, color));
        let castlings = Color::BOTH.map(|color| {
            let own = spec.castlings.iter().filter(|castling| castling.color == color);
            own.map(|castling| castling.royal.0).collect()
        });
        let guards = (0..spec.pieces.len() * flights.len() * flights.len()).map(|_| None).collect();
        let most = most.min(u16::from(FAR) - 1) as u8;
        let travel = [white?, black?];
        let (attackers, others) = (Vec::new(), Vec::new());
        Some(Self { victim, royal, travel, flights, most, guards, attackers, others, castlings })
    }

    /// Whether no mate is possible when the mating side has at most `attacks` and the other side `helps` moves left.
    pub(crate) fn is_out_of_reach(&mut self, position: &Position, attacks: u16, helps: u16) -> bool {
        let Some(royal_now) = position.royal(self.victim) else { return false };
        // Castling moves two pieces at once.
        let castles =
            |color: Color| position.royal(color).is_some_and(|cell| self.castlings[color as usize].contains(&cell));
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
        let attacks = attacks.min(u16::from(self.most)) as u8;
        let mut homes = position.rules().board().cells();
        !homes.any(|home| {
            let walk = u16::from(self.travel[self.victim as usize].moves(self.royal, royal_now, home));
            walk <= helps && self.has_net(home, u32::from(helps - walk), attacks)
        })
    }

    /// Whether the royal could be mated on a cell when its side has so many moves left for blocks.
    fn has_net(&mut self, home: Cell, spare: u32, attacks: u8) -> bool {
        let mut all = 0;
        for at in 0..self.attackers.len() {
            let (kind, cell) = self.attackers[at];
            all |= self.guard(kind, cell, home).within[usize::from(attacks)];
        }
        if all & CHECK == 0 {
            return false;
        }
        let flights = &self.flights[home.index()];
        let mut unguarded = flights.iter().enumerate().filter(|(at, _)| all >> at & 1 == 0);
        let blocks =
            unguarded.try_fold(0, |sum, (_, &flight)| Some(sum + self.block(flight)).filter(|sum| *sum <= spare));
        blocks.is_some() && self.closes(home, spare, attacks)
    }

    /// The moves that the royal's side needs to block a cell.
    fn block(&self, flight: Cell) -> u32 {
        let walks = &self.travel[self.victim as usize];
        self.others
            .iter()
            .map(|&(kind, cell)| u32::from(walks.moves(kind, cell, flight)))
            .min()
            .unwrap_or(u32::from(FAR))
    }

    /// The same as [`has_net`](Self::has_net), with the moves shared out between the pieces.
    fn closes(&self, home: Cell, spare: u32, attacks: u8) -> bool {
        let guards =
            self.attackers.iter().filter_map(|&(kind, cell)| self.guards[self.place(kind, cell, home)].as_ref());
        let guards: Vec<&Guard> = guards.collect();
        let mut ahead = vec![0; guards.len() + 1];
        for (at, guard) in guards.iter().enumerate().rev() {
            ahead[at] = ahead[at + 1] | guard.within[usize::from(attacks)];
        }
        let blocks = self.flights[home.index()].iter().map(|&flight| self.block(flight)).collect();
        Net { guards, ahead, blocks, spare, steps: 0 }.closes(0, attacks, 0)
    }

    /// What a piece can guard around a cell of the royal.
    fn guard(&mut self, kind: PieceType, from: Cell, home: Cell) -> &Guard {
        let place = self.place(kind, from, home);
        let (travel, flights) = (&self.travel[!self.victim as usize], &self.flights[home.index()]);
        self.guards[place].get_or_insert_with(|| Guard::new(travel, flights, kind, from, home, self.most))
    }

    fn place(&self, kind: PieceType, from: Cell, home: Cell) -> usize {
        (kind.index() * self.flights.len() + from.index()) * self.flights.len() + home.index()
    }
}

impl Guard {
    fn new(travel: &Travel, flights: &[Cell], kind: PieceType, from: Cell, home: Cell, most: u8) -> Self {
        let mut all: Vec<(u8, u32)> = Vec::new();
        let mut within = vec![0; usize::from(most) + 1];
        travel.for_each_state(kind, from, most, |moves, kind, cell| {
            let reach = travel.reach(kind, cell);
            let guarded = flights.iter().enumerate().filter(|(_, flight)| reach.contains(**flight));
            let mask = guarded.fold(0, |mask, (at, _)| mask | 1 << at);
            let mask = if reach.contains(home) { mask | CHECK } else { mask };
            all.push((moves, mask));
            within[usize::from(moves)..].iter_mut().for_each(|within| *within |= mask);
        });
        all.sort_unstable_by_key(|&(moves, mask)| (moves, std::cmp::Reverse(mask.count_ones())));
        let mut choices: Vec<(u8, u32)> = Vec::new();
        for (moves, mask) in all {
            // The first one stands for staying where it is.
            if choices.is_empty() || choices.iter().all(|&(_, other)| mask & !other != 0) {
                choices.push((moves, mask));
            }
        }
        Self { choices: choices.into(), within: within.into() }
    }
}

impl Net<'_> {
    /// Whether the pieces from number `at` on can guard what is missing, in so many moves, blocks considered.
    fn closes(&mut self, at: usize, left: u8, mask: u32) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return true;
        }
        if !self.is_closed(mask | self.ahead[at]) {
            return false;
        }
        if self.is_closed(mask) {
            return true;
        }
        let Some(&guard) = self.guards.get(at) else { return false };
        guard
            .choices
            .iter()
            .take_while(|(moves, _)| *moves <= left)
            .any(|&(moves, more)| self.closes(at + 1, left - moves, mask | more))
    }

    /// Whether a check and these guards, with blocks, are a mate.
    fn is_closed(&self, mask: u32) -> bool {
        let open = self.blocks.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 0);
        mask & CHECK != 0 && open.map(|(_, moves)| moves).sum::<u32>() <= self.spare
    }
}

/// Whether the royal's moves are leaps to empty cells and captures alike, so that every cell in its reach is a flight.
fn steps_only(spec: &Spec, royal: PieceType, color: Color) -> bool {
    let leaps = |pattern: &Pattern| matches!(pattern, Pattern::Leap(_));
    spec.pieces[royal.index()].moves[color].iter().all(|part| leaps(&part.pattern) && part.mode == Mode::Both)
}
