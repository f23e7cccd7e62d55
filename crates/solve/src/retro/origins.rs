//! Positions from which a move may have led to another: proposals, which the rules confirm or refuse.

use super::possible::is_of;
use crate::watch::Stopped;
use spielraum_geometry::{Cell, CellSet};
use spielraum_rules::spec::{
    Castling, Consequence, Counters, Effect, Occasion, PieceType, Reborn, RebornAs, Setup, Spec, TurnPart,
};
use spielraum_rules::{Color, Move, MoveKind, Owner, Position, Rules, Way};
use std::collections::HashMap;

/// A proposal.
pub(super) struct Origin {
    /// What came before, perhaps.
    pub(super) setup: Setup,
    /// The move.
    pub(super) shape: Shape,
}

/// Where a move leads.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// From cell to cell.
    Goes(Cell, Cell),
    /// To a cell, from outside the board.
    Comes(Cell),
    /// Nowhere.
    Passes,
}

impl Shape {
    pub(super) fn fits(self, m: Move) -> bool {
        match self {
            Self::Goes(from, to) => m.from() == Some(from) && m.to() == to && m.kind() != MoveKind::Pass,
            Self::Comes(to) => m.from().is_none() && m.to() == to,
            Self::Passes => m.kind() == MoveKind::Pass,
        }
    }
}

/// Why no more proposals are wanted.
pub(super) enum Halt {
    /// What was looked for is found.
    Found,
    /// The search ends.
    Stopped(Stopped),
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

/// What takes a proposal.
type Give<'g> = dyn FnMut(Origin) -> Result<(), Halt> + 'g;

type Placement = [Option<(Owner, PieceType)>];

/// Passes on every proposal for a position.
pub(super) fn propose(position: &Position, give: &mut Give<'_>) -> Result<(), Halt> {
    let rules = position.rules();
    let after = position.setup();
    let parts = &rules.spec().turn.parts;
    let side = if after.part > 0 { after.side } else { !after.side };
    let part = if after.part > 0 { usize::from(after.part) } else { parts.len() } - 1;
    let mut before = after.clone();
    (before.side, before.part, before.moved) = (side, part as u8, None);
    if side != after.side && side == Color::Black {
        before.fullmove = after.fullmove.saturating_sub(1);
    }
    let mut backwards =
        Backwards { rules, side, arrivals: HashMap::new(), moved: vec![None], counters: vec![after.counters] };
    for (counter, most) in rules.counted() {
        for color in Color::BOTH {
            for earlier in (0..=most).filter(|&earlier| earlier != after.counters[counter][color]) {
                let mut counters = after.counters;
                counters[counter][color] = earlier;
                backwards.counters.push(counters);
            }
        }
    }
    if rules.spec().turn.asks_mover(part) {
        let own = rules.board().cells().filter(|cell| is_of(before.placement[cell.index()], side).is_some());
        backwards.moved = own.map(Some).collect();
    }
    // The clock does not count what is placed, and a double step before it can still be answered.
    if let Some(TurnPart::Place(placing)) = parts.get(part) {
        return backwards.placings(&before, placing.piece, placing.new, give);
    }
    (before.halfmove, before.en_passant) = (after.halfmove.saturating_sub(1), None);
    backwards.moves(&before, give)
}

/// Whether the proposals for positions of a game are all there are. Which pieces an effect has removed or turned can't be seen
/// afterwards, of several journeys after a move only one is taken back, and promotions that are moves of their own are not.
pub(super) fn are_all(spec: &Spec) -> bool {
    let after_walks =
        |effect: &Effect| effect.after.iter().all(|occasion| matches!(occasion, Occasion::Move | Occasion::Capture));
    let leaves_all =
        |effect: &Effect| !matches!(effect.what, Consequence::RemoveAround { .. } | Consequence::Enemies(_));
    let journeys = |who: fn(&Consequence) -> bool| {
        usize::from(spec.effects.iter().any(|effect| is_journey(effect) && who(&effect.what)))
    };
    let reborn = |what: &Consequence| matches!(what, Consequence::Rebirth(rebirth) if rebirth.who == Reborn::Captured);
    let captors = |what: &Consequence| matches!(what, Consequence::Rebirth(rebirth) if rebirth.who != Reborn::Captured);
    let removes = spec.effects.iter().any(|effect| effect.what == Consequence::RemoveMover);
    let goes = spec.effects.iter().filter(|effect| matches!(effect.what, Consequence::Go { .. })).count();
    let altered_and_promoted = !spec.effects.is_empty()
        && (spec.remote_promotion.is_some() || spec.promotions.iter().any(|promotion| promotion.from_prison));
    spec.effects.iter().all(|effect| after_walks(effect) && leaves_all(effect))
        && journeys(reborn) + journeys(captors) + goes <= 1
        && !(removes && journeys(reborn) > 0)
        && !altered_and_promoted
        && !spec.has_own_promotions()
}

/// Whether a piece comes to another cell by an effect.
fn is_journey(effect: &Effect) -> bool {
    matches!(effect.what, Consequence::Rebirth(_) | Consequence::Go { .. })
}

/// A way from a cell.
struct Arrival {
    from: Cell,
    way: Way,
    /// Whether the piece has it only as long as it has not moved.
    first: bool,
}

struct Backwards<'r> {
    rules: &'r Rules,
    /// Who has moved.
    side: Color,
    /// The ways by which pieces of a type come to each cell.
    arrivals: HashMap<PieceType, Vec<Vec<Arrival>>>,
    /// The pieces that may have moved before in the same turn.
    moved: Vec<Option<Cell>>,
    /// What may have been counted: as it is now, or otherwise for one side.
    counters: Vec<Counters>,
}

impl Backwards<'_> {
    fn spec(&self) -> &Spec {
        self.rules.spec()
    }

    fn moves(&mut self, after: &Setup, give: &mut Give<'_>) -> Result<(), Halt> {
        for to in self.rules.board().cells() {
            for kind in self.kinds_before(after, to) {
                self.work_out(kind);
                self.walks(after, kind, to, give)?;
                self.double_steps(after, kind, to, give)?;
                self.en_passants(after, kind, to, give)?;
            }
            if let Some(kind) = is_of(after.placement[to.index()], self.side) {
                self.drops(after, kind, to, give)?;
                self.swaps(after, kind, to, give)?;
            }
        }
        for castling in self.spec().castlings.iter().filter(|castling| castling.color == self.side) {
            self.castling(after, castling, give)?;
        }
        match self.spec().pass[self.side] {
            Some(_) => self.give(after.clone(), Shape::Passes, give),
            None => Ok(()),
        }
    }

    /// The types that the piece that moved to a cell may have had before.
    fn kinds_before(&self, after: &Setup, to: Cell) -> Vec<PieceType> {
        let spec = self.spec();
        let all = || spec.piece_types().filter(|&kind| !spec.is_neutral(kind)).collect();
        let any = |holds: &dyn Fn(&Consequence) -> bool| spec.effects.iter().any(|effect| holds(&effect.what));
        let Some((owner, kind)) = after.placement[to.index()] else {
            let leaves = |what: &Consequence| match what {
                Consequence::RemoveMover | Consequence::Go { .. } => true,
                Consequence::Rebirth(rebirth) => rebirth.who != Reborn::Captured,
                _ => false,
            };
            return if any(&leaves) { all() } else { Vec::new() };
        };
        if any(&|what| matches!(what, Consequence::Become { into } if *into == kind)) {
            return all();
        }
        if owner != self.side && !any(&|what| *what == Consequence::ChangeSide) {
            return Vec::new();
        }
        let promoted = spec.piece_types().filter(|&other| {
            other != kind && spec.promotion(other, self.side).is_some_and(|promotion| promotion.into.contains(&kind))
        });
        promoted.chain([kind]).collect()
    }

    /// Works out the ways by which pieces of a type come to each cell, whatever stands where.
    fn work_out(&mut self, kind: PieceType) {
        let (rules, side) = (self.rules, self.side);
        self.arrivals.entry(kind).or_insert_with(|| {
            let mut arrivals: Vec<Vec<Arrival>> = rules.board().cells().map(|_| Vec::new()).collect();
            for from in rules.board().cells() {
                let own = rules.ways(side, kind, from).into_iter().map(|way| (way, false));
                for (way, first) in own.chain(rules.first_ways(side, kind, from).into_iter().map(|way| (way, true))) {
                    arrivals[way.to.index()].push(Arrival { from, way, first });
                }
            }
            arrivals
        });
    }

    /// Ordinary moves to a cell.
    fn walks(&self, after: &Setup, kind: PieceType, to: Cell, give: &mut Give<'_>) -> Result<(), Halt> {
        let alters = self.alters();
        let arrivals = self.arrivals.get(&kind).and_then(|arrivals| arrivals.get(to.index()));
        for Arrival { from, way, first } in arrivals.into_iter().flatten() {
            if !alters && !is_open(way, &after.placement) {
                continue;
            }
            let Some(mut before) = self.retreat(after, *from, to, kind) else { continue };
            if *first {
                before.unmoved.insert(*from);
            }
            let shape = Shape::Goes(*from, to);
            if way.quiet {
                self.give_with_changes(&before, kind, *from, to, give)?;
                self.give_with_journeys(&before, kind, None, shape, give)?;
            }
            for victim in self.victims().filter(|_| way.capture) {
                before.placement[to.index()] = Some(victim);
                self.give_with_changes(&before, kind, *from, to, give)?;
                self.give_with_journeys(&before, kind, Some(victim), shape, give)?;
            }
        }
        Ok(())
    }

    /// The same where a piece has come elsewhere after the move: the mover, or what it captured.
    fn give_with_journeys(
        &self,
        before: &Setup,
        mover: PieceType,
        victim: Option<(Owner, PieceType)>,
        shape: Shape,
        give: &mut Give<'_>,
    ) -> Result<(), Halt> {
        let journeys: Vec<&Effect> = self.spec().effects.iter().filter(|effect| is_journey(effect)).collect();
        if journeys.is_empty() {
            return Ok(());
        }
        let Shape::Goes(from, to) = shape else { return Ok(()) };
        for cell in self.rules.board().cells().filter(|&cell| cell != from && cell != to) {
            let Some(piece) = before.placement[cell.index()] else { continue };
            if journeys.iter().any(|effect| self.may_be_journey(effect, mover, victim, piece)) {
                let mut earlier = before.clone();
                earlier.placement[cell.index()] = None;
                self.give(earlier, shape, give)?;
            }
        }
        Ok(())
    }

    /// Whether an effect may have brought a piece to where it stands.
    fn may_be_journey(
        &self,
        effect: &Effect,
        mover: PieceType,
        victim: Option<(Owner, PieceType)>,
        (owner, kind): (Owner, PieceType),
    ) -> bool {
        let turns = self.spec().effects.iter().any(|effect| effect.what == Consequence::ChangeSide);
        let Consequence::Rebirth(rebirth) = &effect.what else { return owner == self.side || turns };
        match (rebirth.who, victim) {
            (_, None) => false,
            (Reborn::Captor { .. }, _) => owner == self.side || turns,
            (Reborn::Captured, Some((captured, was))) => {
                let becomes = match rebirth.into {
                    RebornAs::Itself => was,
                    RebornAs::Type(into) => into,
                    RebornAs::Captor => mover,
                };
                kind == becomes && (owner == captured) != rebirth.turns
            }
        }
    }

    /// The pieces that a move may have captured.
    fn victims(&self) -> impl Iterator<Item = (Owner, PieceType)> + '_ {
        let spec = self.spec();
        let owner = |kind| if spec.is_neutral(kind) { Owner::Nobody } else { (!self.side).into() };
        spec.piece_types().filter(|&kind| spec.is_capturable(kind)).map(move |kind| (owner(kind), kind))
    }

    /// Two steps at once.
    fn double_steps(&self, after: &Setup, kind: PieceType, to: Cell, give: &mut Give<'_>) -> Result<(), Halt> {
        for step in self.spec().double_steps.iter().filter(|step| step.piece == kind) {
            for from in step.from[self.side].iter() {
                let paths = self.rules.double_steps(self.side, kind, from);
                if paths.into_iter().any(|(via, end)| end == to && after.placement[via.index()].is_none())
                    && let Some(before) = self.retreat(after, from, to, kind)
                {
                    self.give_with_changes(&before, kind, from, to, give)?;
                    self.give_with_journeys(&before, kind, None, Shape::Goes(from, to), give)?;
                }
            }
        }
        Ok(())
    }

    /// Captures of a piece that has passed the cell by its double step.
    fn en_passants(&self, after: &Setup, kind: PieceType, to: Cell, give: &mut Give<'_>) -> Result<(), Halt> {
        let arrivals = self.arrivals.get(&kind).and_then(|arrivals| arrivals.get(to.index()));
        let captures: Vec<&Arrival> = arrivals.into_iter().flatten().filter(|arrival| arrival.way.capture).collect();
        for step in &self.spec().double_steps {
            if !step.en_passant || !step.answering().contains(&kind) || captures.is_empty() {
                continue;
            }
            for start in step.from[!self.side].iter() {
                for (via, end) in self.rules.double_steps(!self.side, step.piece, start) {
                    let is_empty = |cell: Cell| after.placement[cell.index()].is_none();
                    let second = || self.rules.second_passed(!self.side, step.piece, (via, end));
                    if via != to && second() != Some(to) || !(self.alters() || is_empty(end) && is_empty(start)) {
                        continue;
                    }
                    for from in captures.iter().map(|arrival| arrival.from).filter(|&from| from != end) {
                        let Some(mut before) = self.retreat(after, from, to, kind) else { continue };
                        let victim = ((!self.side).into(), step.piece);
                        before.placement[end.index()] = Some(victim);
                        before.en_passant = Some((via, Some(end)));
                        self.give_with_changes(&before, kind, from, to, give)?;
                        self.give_with_journeys(&before, kind, Some(victim), Shape::Goes(from, to), give)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A piece that came from the hand.
    fn drops(&self, after: &Setup, kind: PieceType, to: Cell, give: &mut Give<'_>) -> Result<(), Halt> {
        for drop in self.spec().hands.iter().flat_map(|hands| &hands.drops).filter(|drop| drop.piece == kind) {
            if drop.cells[self.side].contains(to) {
                let mut before = after.clone();
                before.placement[to.index()] = None;
                hold(&mut before, self.side, drop.held);
                self.give(before, Shape::Comes(to), give)?;
            }
        }
        Ok(())
    }

    /// A royal that has changed places with a piece of its own.
    fn swaps(&self, after: &Setup, kind: PieceType, to: Cell, give: &mut Give<'_>) -> Result<(), Halt> {
        let board = self.rules.board();
        let Some(swap) = self.spec().swap.as_ref().filter(|_| self.spec().pieces[kind.index()].royal) else {
            return Ok(());
        };
        for from in board.cells() {
            let partner = is_of(after.placement[from.index()], self.side).filter(|kind| swap.partners.contains(kind));
            let Some(partner) = partner.filter(|_| swap.offsets.iter().any(|&by| board.step(from, by) == Some(to)))
            else {
                continue;
            };
            let mut before = after.clone();
            before.placement[from.index()] = Some((self.side.into(), kind));
            before.placement[to.index()] = Some((self.side.into(), partner));
            self.give(before, Shape::Goes(from, to), give)?;
        }
        Ok(())
    }

    fn castling(&self, after: &Setup, castling: &Castling, give: &mut Give<'_>) -> Result<(), Halt> {
        let (royal, partner) = (castling.royal, castling.partner);
        let mut before = after.clone();
        for (kind, (_, end)) in [(castling.royal_type, royal), (castling.partner_type, partner)] {
            if is_of(after.placement[end.index()], self.side) != Some(kind) {
                return Ok(());
            }
            before.placement[end.index()] = None;
        }
        let mut gate = None;
        for (kind, (start, _)) in [(castling.royal_type, royal), (castling.partner_type, partner)] {
            if let Some(other) = before.placement[start.index()] {
                if gate.is_some() || !self.came_by_gate(other, start) {
                    return Ok(());
                }
                gate = Some(other.1);
            }
            before.placement[start.index()] = Some((self.side.into(), kind));
            before.unmoved.insert(start);
        }
        if let Some(kind) = gate {
            hold(&mut before, self.side, kind);
        }
        if !before.castling.contains(&castling.right) {
            before.castling.push(castling.right);
        }
        self.give_with_changes(&before, castling.royal_type, royal.0, royal.1, give)
    }

    /// Neutral pieces that were placed.
    fn placings(&self, after: &Setup, kind: PieceType, new: bool, give: &mut Give<'_>) -> Result<(), Halt> {
        let cells: Vec<Cell> = self.rules.board().cells().collect();
        for &to in cells.iter().filter(|to| after.placement[to.index()] == Some((Owner::Nobody, kind))) {
            let mut before = after.clone();
            before.placement[to.index()] = None;
            self.give(before.clone(), Shape::Comes(to), give)?;
            for &from in cells.iter().filter(|from| !new && after.placement[from.index()].is_none()) {
                let mut before = before.clone();
                before.placement[from.index()] = Some((Owner::Nobody, kind));
                self.give(before, Shape::Goes(from, to), give)?;
            }
        }
        Ok(())
    }

    /// The setup with a piece of a type back where it came from.
    fn retreat(&self, after: &Setup, from: Cell, to: Cell, kind: PieceType) -> Option<Setup> {
        let mut before = after.clone();
        if let Some(other) = after.placement[from.index()] {
            if self.came_by_gate(other, from) {
                hold(&mut before, self.side, other.1);
                before.unmoved.insert(from);
            } else if !self.alters() {
                return None;
            }
        }
        before.placement[to.index()] = None;
        before.placement[from.index()] = Some((self.side.into(), kind));
        let promotion = self.spec().promotion(kind, self.side).filter(|promotion| promotion.from_prison);
        let became = is_of(after.placement[to.index()], self.side).filter(|&became| became != kind);
        if let Some(became) = became.filter(|_| promotion.is_some()) {
            hold(&mut before, self.side, became);
        }
        Some(before)
    }

    fn came_by_gate(&self, (owner, kind): (Owner, PieceType), cell: Cell) -> bool {
        let mut gates = self.spec().firsts.gates.iter();
        owner == self.side && gates.any(|gate| gate.piece == kind && gate.cells[self.side].contains(cell))
    }

    /// Whether something follows moves, so that a piece need not stand where it went, as what it was.
    fn alters(&self) -> bool {
        !self.spec().effects.is_empty()
    }

    /// Passes on a proposal, and the same with another piece that the move may have changed (Q16).
    fn give_with_changes(
        &self,
        before: &Setup,
        mover: PieceType,
        from: Cell,
        to: Cell,
        give: &mut Give<'_>,
    ) -> Result<(), Halt> {
        self.give(before.clone(), Shape::Goes(from, to), give)?;
        let Some(remote) = &self.spec().remote_promotion else { return Ok(()) };
        let changed = remote.changes.iter().filter(|change| change.movers.contains(&mover));
        let changed: Vec<PieceType> = changed.flat_map(|change| change.changed.iter().copied()).collect();
        if changed.is_empty() || !remote.zone[self.side].contains(to) {
            return Ok(());
        }
        for cell in self.rules.board().cells().filter(|&cell| cell != from) {
            let now = is_of(before.placement[cell.index()], self.side).filter(|kind| remote.into.contains(kind));
            for &was in changed.iter().filter(|_| now.is_some()) {
                let mut earlier = before.clone();
                earlier.placement[cell.index()] = Some((self.side.into(), was));
                now.iter().for_each(|&now| hold(&mut earlier, self.side, now));
                self.give(earlier, Shape::Goes(from, to), give)?;
            }
        }
        Ok(())
    }

    fn give(&self, before: Setup, shape: Shape, give: &mut Give<'_>) -> Result<(), Halt> {
        for &moved in &self.moved {
            for &counters in &self.counters {
                give(Origin { setup: Setup { moved, counters, ..before.clone() }, shape })?;
            }
        }
        Ok(())
    }
}

/// Puts one more of a type into a side's hand.
fn hold(setup: &mut Setup, side: Color, kind: PieceType) {
    match setup.hands[side].iter_mut().find(|(held, _)| *held == kind) {
        Some((_, count)) => *count = count.saturating_add(1),
        None => setup.hands[side].push((kind, 1)),
    }
}

/// Whether nothing stands in a way, and what it needs as a hurdle does.
fn is_open(way: &Way, placement: &Placement) -> bool {
    let occupied = |cells: &CellSet| cells.iter().filter(|cell| placement[cell.index()].is_some()).count();
    occupied(&way.empty) == 0 && (way.hurdles.is_empty() || occupied(&way.hurdles) == 1)
}
