//! Lower bounds for mates and stalemates: which cells around a royal can be guarded, and which blocked, in the moves that
//! are left.
//!
//! After the idea of Popeye's "intelligent mode" (T. Linß 1990): a mate needs a check, and every cell to which the royal could
//! flee guarded by the mating side or blocked by the royal's own. Moves are counted as if each piece were alone on the
//! board, so that the bound never cuts a solution off; it is tried in every position instead of once.
//!
//! What blocks must not parry the check (`parry.rs`), and the last piece that can check must not be captured.

use crate::Goal;
use crate::immobility::{Immobility, Shut};
use crate::parry::Parries;
use crate::travel::{FAR, Roads, Travel};
use spielraum_geometry::{Cell, CellSet};
use spielraum_rules::spec::{Mode, Pattern, PieceType, Spec, TypeSet};
use spielraum_rules::{Color, MoveList, Position, Rules};

/// The bit of a mask that stands for the check; the others are cells of flight.
const CHECK: u32 = 1 << 31;

/// A royal with more cells of flight than this has no bound.
const MOST_FLIGHTS: usize = 31;

/// After this many steps a position counts as within reach.
const MOST_STEPS: u32 = 2000;

/// What the royal is to be when the goal is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// In check.
    Mate,
    /// Not in check.
    Stalemate,
    /// Either.
    Any,
}

impl End {
    /// `None` for goals that are not about a side without moves.
    pub(crate) fn of(goal: &Goal) -> Option<Self> {
        match goal {
            Goal::Mate => Some(Self::Mate),
            Goal::Stalemate => Some(Self::Stalemate),
            Goal::MateOrStalemate => Some(Self::Any),
            _ => None,
        }
    }
}

/// One place to which a piece can go.
#[derive(Clone, Copy)]
struct Choice {
    moves: u8,
    /// What it guards from there.
    guards: u32,
    /// The cell of flight on which it stands then, which nobody else can block.
    stands: u32,
    /// The number of the check that it gives from there; 0: none.
    check: u32,
}

impl Choice {
    /// Whether it does in any mate for what the other one does. A second check harms no mate, but the only one might be
    /// parried.
    fn is_as_good_as(&self, other: &Self) -> bool {
        self.moves <= other.moves
            && other.guards & !self.guards == 0
            && self.stands & !other.stands == 0
            && (self.check == other.check || other.check == 0)
    }
}

/// What the pieces that were placed do together.
#[derive(Clone, Copy)]
struct Placed {
    guards: u32,
    stands: u32,
    /// The number of the check, if there is only one and it matters, and the place of the piece that gives it.
    check: u32,
    checker: usize,
}

/// What a piece can guard around a cell of the royal.
struct Guard {
    /// By the number of moves; nothing that another choice does better.
    choices: Box<[Choice]>,
    /// All that it can guard with this many moves, by their number.
    within: Box<[u32]>,
    /// The flights on which it can pin something with this many moves, by their number.
    pins: Box<[u32]>,
}

/// How far mates of one side's royal are.
pub(crate) struct MateBound {
    victim: Color,
    royal: PieceType,
    end: End,
    travel: [Travel; 2],
    /// The same for the royal's side when it captures nothing.
    quiet_travel: Travel,
    /// Whether a royal can check the other one.
    royal_checks: bool,
    /// The types that promote.
    promoting: TypeSet,
    parries: Parries,
    /// Where stalemate is the goal: what certainly can move.
    immobility: Option<Immobility>,
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
    /// The types of those pieces, by flight.
    blockers: Vec<PieceType>,
    /// For each flight the moves of the royal's side that it takes to block it; filled where there are moves to spare.
    blocks: Vec<u32>,
    /// The same for each piece that may block it, one row after the other.
    walks: Vec<u8>,
    /// The moves that the royal's side may spend on blocks.
    spare: u32,
    /// The moves of the mating side.
    attacks: u8,
    steps: u32,
}

/// What there is to be looked up while a net is woven.
struct Scene<'m> {
    guards: &'m [Guard],
    /// How the royal's side travels.
    travel: &'m Travel,
    others: &'m [(PieceType, Cell)],
    flights: &'m [Cell],
    promoting: TypeSet,
    parries: &'m mut Parries,
}

impl MateBound {
    /// `None` where the game's rules allow no such bound.
    pub(crate) fn new(rules: &Rules, victim: Color, end: End, most: u16) -> Option<Self> {
        let spec = rules.spec();
        let &[royal] = &spec.royals().collect::<Vec<_>>()[..] else { return None };
        let start = rules.start();
        let simple = Color::BOTH.into_iter().all(|color| start.count(color, royal) == 1)
            && spec.hands.is_none()
            && spec.remote_promotion.is_none()
            && !spec.has_own_promotions()
            && spec.firsts.is_empty()
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
        let travel = |color, captures| Travel::new(rules, color, Roads { blocked: &CellSet::EMPTY, captures });
        let travels = [travel(Color::White, true)?, travel(Color::Black, true)?];
        let sees = |color: Color, from: Cell, to: Cell| travels[color as usize].attacks(royal, from).contains(to);
        let mut pairs = cells.iter().flat_map(|&from| cells.iter().map(move |&to| (from, to)));
        let royal_checks = pairs.any(|(from, to)| sees(!victim, from, to) && !sees(victim, to, from));
        let castlings = Color::BOTH.map(|color| {
            let own = spec.castlings.iter().filter(|castling| castling.color == color);
            own.map(|castling| castling.royal.0).collect()
        });
        Some(Self {
            victim,
            royal,
            end,
            quiet_travel: travel(victim, false)?,
            travel: travels,
            royal_checks,
            promoting: spec.promotions.iter().map(|promotion| promotion.piece).collect(),
            parries: Parries::new(rules, victim),
            immobility: (end == End::Stalemate).then(|| Immobility::new(rules, victim)).flatten(),
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
            let fits = self.homes[depth].contains(&royal_now) && self.can_be_caught(royal_now, 0, attacks);
            self.homes[depth + 1].clear();
            self.homes[depth + 1].extend(fits.then_some(royal_now));
            return !fits;
        }
        let (before, after) = self.homes.split_at_mut(depth + 1);
        let mut homes = std::mem::take(&mut after[0]);
        homes.clone_from(&before[depth]);
        let refuted = homes.iter().position(|&home| {
            let walk = u16::from(self.victim_travel().moves(self.royal, royal_now, home));
            walk <= helps && self.can_be_caught(home, u32::from(helps - walk), attacks)
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
        // Whether the others can be shut in depends on the move, and is asked for each.
        let needs_block = may_stay && !self.has_net(royal_now, 0, attacks);
        let bits = &self.flight_bits[royal_now.index() * self.flights.len()..];
        let homes = &self.homes[depth];
        moves.retain(|m| match m.from() == Some(royal_now) {
            true => homes.contains(&m.to()),
            false => {
                let moved = self.others.iter().position(|&(_, cell)| m.from() == Some(cell));
                let moved = moved.map(|at| (at, m.to()));
                may_stay
                    && (!needs_block || bits[m.to().index()] != 0)
                    && self.can_be_shut_in(royal_now, moved, attacks, 0)
            }
        });
    }

    /// Sets the royal's cell and the moves left, castling considered, and lists the pieces.
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

    /// Whether the royal's side can't capture anything, as nothing would be left to check.
    fn captures_nothing(&self) -> bool {
        let kings = self.attackers.iter().filter(|(kind, _)| *kind == self.royal).count();
        let needed = usize::from(self.end == End::Mate && !self.royal_checks);
        self.attackers.len() - kings <= needed
    }

    /// How the royal's side travels.
    fn victim_travel(&self) -> &Travel {
        if self.captures_nothing() { &self.quiet_travel } else { &self.travel[self.victim as usize] }
    }

    /// Whether the royal could be mated or stalemated on a cell when its side has this many moves left for other pieces.
    fn can_be_caught(&mut self, home: Cell, spare: u32, attacks: u8) -> bool {
        self.can_be_shut_in(home, None, attacks, spare) && self.has_net(home, spare, attacks)
    }

    /// Whether the cells to which the royal could flee from a cell can be guarded and blocked, the latter in this many moves.
    fn has_net(&mut self, home: Cell, spare: u32, attacks: u8) -> bool {
        let free = if self.end == End::Mate { 0 } else { CHECK };
        let mut net = std::mem::take(&mut self.net);
        net.guards.clear();
        net.ahead.clear();
        net.ahead.resize(self.attackers.len() + 1, free);
        for at in (0..self.attackers.len()).rev() {
            let (kind, cell) = self.attackers[at];
            let guard = self.guard(kind, cell, home);
            net.ahead[at] = net.ahead[at + 1] | self.guards[guard].within[usize::from(attacks)];
            net.guards.push(guard);
        }
        net.guards.reverse();
        (net.spare, net.attacks, net.steps) = (spare, attacks, 0);
        let quiet = self.captures_nothing();
        let closes = net.ahead[0] & CHECK != 0 && self.blocks(&mut net, home) && {
            let travels = &self.travel[self.victim as usize];
            let mut scene = Scene {
                guards: &self.guards,
                travel: if quiet { &self.quiet_travel } else { travels },
                others: &self.others,
                flights: &self.flights[home.index()],
                promoting: self.promoting,
                parries: &mut self.parries,
            };
            net.closes(&mut scene, 0, attacks, Placed { guards: free, stands: 0, check: 0, checker: 0 })
        };
        self.net = net;
        closes
    }

    /// Whether stalemate, if it is the goal, is possible for the royal's side when one of its pieces makes a move, and then
    /// both this many.
    fn can_be_shut_in(&self, home: Cell, moved: Option<(usize, Cell)>, attacks: u8, helps: u32) -> bool {
        let shut = Shut { pieces: &self.others, others: &self.attackers, royal: home, moved };
        self.immobility.as_ref().is_none_or(|immobility| immobility.is_possible(&shut, u32::from(attacks), helps))
    }

    /// Finds the moves that the royal's side needs to block each flight; says whether those that nobody can guard can be
    /// blocked.
    fn blocks(&self, net: &mut Net, home: Cell) -> bool {
        let bits = &self.flight_bits[home.index() * self.flights.len()..];
        net.flights = !(u32::MAX << self.flights[home.index()].len());
        net.blocked = 0;
        net.blockers.resize(MOST_FLIGHTS, self.royal);
        for &(kind, cell) in &self.others {
            let bit = bits[cell.index()];
            if bit != 0 {
                net.blocked |= bit;
                net.blockers[bit.trailing_zeros() as usize] = kind;
            }
        }
        let open = net.flights & !net.ahead[0] & !net.blocked;
        if net.spare == 0 || open.count_ones() > net.spare {
            return open == 0;
        }
        let travel = self.victim_travel();
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
            let guard =
                Guard::new(travel, &mut self.parries, flights, (kind, from), is_royal, home, self.end, self.most);
            self.guards.push(guard);
            self.places[place] = self.guards.len() as u32;
        }
        self.places[place] as usize - 1
    }
}

impl Guard {
    #[expect(clippy::too_many_arguments, reason = "all that says what a piece can guard")]
    fn new(
        travel: &Travel,
        parries: &mut Parries,
        flights: &[Cell],
        (kind, from): (PieceType, Cell),
        is_royal: bool,
        home: Cell,
        end: End,
        most: u8,
    ) -> Self {
        let mut all: Vec<Choice> = Vec::new();
        let [mut within, mut pins] = [(); 2].map(|()| vec![0; usize::from(most) + 1]);
        travel.for_each_state(kind, from, most, |mut moves, kind, cell| {
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
            let mut guards = mask(&|flight| attacks.contains(flight));
            let mut number = 0;
            if attacks.contains(home) {
                guards |= CHECK;
                let (check, line) = parries.check(kind, cell, home);
                match end {
                    // The last move gives check: if nothing can have stood between, it is the checking piece's.
                    End::Mate if line.is_contact() && moves == 0 => moves = travel.moves_back((kind, cell)),
                    End::Stalemate if line.is_contact() => return,
                    _ => (),
                }
                if moves > most {
                    return;
                }
                let pinned = mask(&|flight| line.passes.contains(flight));
                pins[usize::from(moves)..].iter_mut().for_each(|pins| *pins |= pinned);
                number = if end == End::Mate { check } else { 0 };
            }
            all.push(Choice { moves, guards, stands, check: number });
            within[usize::from(moves)..].iter_mut().for_each(|within| *within |= guards);
        });
        all.sort_by_key(|choice| (choice.moves, std::cmp::Reverse(choice.guards.count_ones()), choice.stands));
        let mut choices: Vec<Choice> = Vec::new();
        for choice in all {
            if !choices.iter().any(|other| other.is_as_good_as(&choice)) {
                choices.push(choice);
            }
        }
        Self { choices: choices.into(), within: within.into(), pins: pins.into() }
    }
}

impl Net {
    /// Whether the pieces from number `at` on can guard what is missing, in this many moves, blocks considered.
    fn closes(&mut self, scene: &mut Scene<'_>, at: usize, left: u8, so_far: Placed) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return true;
        }
        if !self.is_closed(so_far.guards | self.ahead[at], so_far.stands) {
            return false;
        }
        let is_royal = at == 0;
        if !is_royal && self.is_closed(so_far.guards, so_far.stands) && self.can_block(scene, so_far) {
            return true;
        }
        let Some(&guard) = self.guards.get(at) else { return false };
        let all = scene.guards;
        let found = all[guard].choices.iter().take_while(|choice| choice.moves <= left).any(|choice| {
            let (guards, stands) = (so_far.guards | choice.guards, so_far.stands | choice.stands);
            let is_second = choice.check != 0 && so_far.guards & CHECK != 0;
            let (check, checker) = match choice.check {
                0 => (so_far.check, so_far.checker),
                _ if is_second => (0, 0),
                number => (number, at),
            };
            let helps = is_royal || guards != so_far.guards || is_second && so_far.check != 0;
            helps && self.closes(scene, at + 1, left - choice.moves, Placed { guards, stands, check, checker })
        });
        found || !is_royal && self.closes(scene, at + 1, left, so_far)
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

    /// Whether each flight that is not guarded can be blocked by a piece of its own, which does not parry the check.
    fn can_block(&self, scene: &mut Scene<'_>, placed: Placed) -> bool {
        let open = !placed.guards & self.flights;
        if open == 0 {
            return true;
        }
        let mut bars = [TypeSet::NONE; MOST_FLIGHTS];
        let mut is_barred = false;
        if placed.check != 0 {
            let all = scene.guards;
            let others = self.guards.iter().enumerate().filter(|(at, _)| *at != placed.checker);
            let pinned = others.fold(0, |pinned, (_, &guard)| pinned | all[guard].pins[usize::from(self.attacks)]);
            for (at, &bar) in scene.parries.bars(placed.check, scene.flights).iter().enumerate() {
                if open >> at & 1 != 0 && pinned >> at & 1 == 0 {
                    bars[at] = bar;
                    is_barred |= !bar.is_empty();
                }
            }
        }
        if self.spare == 0 {
            let parries = |at: usize| open >> at & 1 != 0 && bars[at].has(self.blockers[at]);
            return !is_barred || !(0..scene.flights.len()).any(parries);
        }
        !is_barred && open & open.wrapping_sub(1) == 0 || self.share_blocks(scene, &bars, open, 0, self.spare)
    }

    fn share_blocks(&self, scene: &Scene<'_>, bars: &[TypeSet], open: u32, used: u64, spare: u32) -> bool {
        if open == 0 {
            return true;
        }
        let flight = open.trailing_zeros() as usize;
        (0..scene.others.len()).any(|piece| {
            // Pieces beyond the sixty-fourth may block any number of flights.
            let bit = 1u64.checked_shl(piece as u32).unwrap_or(0);
            let moves = u32::from(self.walk(scene, piece, flight, &bars[flight]));
            used & bit == 0
                && moves <= spare
                && self.share_blocks(scene, bars, open & (open - 1), used | bit, spare - moves)
        })
    }

    /// The moves that a piece needs to a flight, there to be of a type that is not barred.
    fn walk(&self, scene: &Scene<'_>, piece: usize, flight: usize, barred: &TypeSet) -> u8 {
        let walk = self.walks[flight * scene.others.len() + piece];
        let (kind, from) = scene.others[piece];
        if barred.is_empty() || walk == FAR {
            walk
        } else if !scene.promoting.has(kind) {
            if barred.has(kind) { FAR } else { walk }
        } else {
            let to = scene.flights[flight];
            let allowed = PieceType::all(scene.travel.types()).filter(|&then| !barred.has(then));
            let walks = allowed.map(|then| scene.travel.moves_as((kind, from), (then, to)));
            walks.min().unwrap_or(FAR)
        }
    }
}

/// Whether the royal's moves are leaps to empty cells and captures alike, so that every cell in its reach is a flight.
fn steps_only(spec: &Spec, royal: PieceType, color: Color) -> bool {
    let leaps = |pattern: &Pattern| matches!(pattern, Pattern::Leap(_));
    spec.pieces[royal.index()].moves[color].iter().all(|part| leaps(&part.pattern) && part.mode == Mode::Both)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a mate of Black is out of reach.
    fn is_out_of_reach(fen: &str, attacks: u16, helps: u16) -> bool {
        let rules = spielraum_testkit::rules("chess");
        let position = Position::from_fen(&rules, fen).unwrap();
        MateBound::new(&rules, Color::Black, End::Mate, 3).unwrap().is_out_of_reach(&position, attacks, helps, 0)
    }

    #[test]
    fn a_block_that_could_parry_the_check_is_none_unless_it_is_pinned() {
        assert!(is_out_of_reach("6qk/6pp/8/6N1/8/8/8/K7 w - - 0 1", 1, 0));
        assert!(!is_out_of_reach("R5qk/6pp/8/6N1/8/8/8/K7 w - - 0 1", 1, 0));
        assert!(!is_out_of_reach("6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", 1, 0));
    }

    #[test]
    fn a_double_check_is_not_parried() {
        assert!(!is_out_of_reach("6rk/6q1/7N/8/8/8/8/K6R w - - 0 1", 1, 0));
    }

    #[test]
    fn the_last_piece_that_can_check_is_not_captured() {
        assert!(!is_out_of_reach("8/8/8/8/1N6/p7/8/k1K5 b - - 0 1", 1, 1));
        assert!(is_out_of_reach("8/8/8/8/1N6/1p6/8/k1K5 b - - 0 1", 1, 1));
    }
}
