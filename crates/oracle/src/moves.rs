//! What the side to move may try, before anyone asks whether it is legal.

use crate::attempt::{Attempt, Done};
use crate::consequences::endangers;
use crate::effects::{own_promotions, settle_move};
use crate::first_moves::{could_reach_first, first_moves};
use crate::reach::{attacks, capture_targets, could_reach, is_attacked, is_stuck, pattern_reach, quiet_targets};
use crate::{EnPassant, State};
use spielraum_geometry::{Cell, Coord, Offset};
use spielraum_spec::{
    Castling, Color, Condition, Counter, DoubleStep, DoubleStepPath, Drop, Mark, Neighbours, Occasion, Owner, Pattern,
    PieceType, Placing, Spec, Swap, TurnPart,
};

/// Everything the side to move may try but passing.
///
/// If two attempts are written alike, the first that is legal counts: the ordinary move comes before en passant on the
/// same empty cell, and before a double step. (No catalogued game has such a pair.)
pub(crate) fn attempts(spec: &Spec, state: &State) -> Vec<Attempt> {
    if let TurnPart::Place(placing) = &spec.turn.parts[state.part] {
        return placings(spec, state, placing);
    }
    let mut attempts = Vec::new();
    for (from, kind) in state.pieces(state.side) {
        attempts.extend(ordinary(spec, state, from, kind));
    }
    attempts.extend(own_promotions(spec, state));
    attempts.extend(en_passant(spec, state));
    for double_step in &spec.double_steps {
        attempts.extend(double_steps(spec, state, double_step));
    }
    attempts.extend(first_moves(spec, state));
    for castling in &spec.castlings {
        attempts.extend(castle(spec, state, castling));
    }
    attempts.extend(swaps(spec, state));
    if let Some(hands) = &spec.hands {
        for drop in &hands.drops {
            attempts.extend(drops(spec, state, drop));
        }
    }
    attempts
}

/// A pass: nothing changes. It is written as the move of the first royal, or else of the first piece, to where it stands.
pub(crate) fn pass(spec: &Spec, state: &State) -> Option<Attempt> {
    if spec.turn.parts[state.part] != TurnPart::Move {
        return None;
    }
    let pieces = state.pieces(state.side).into_iter().map(|(cell, _)| cell);
    let home = state.royals(spec, state.side).into_iter().chain(pieces).next()?;
    Some(Attempt {
        text: format!("{0}{0}", spec.board.name(home)),
        after: state.to_change(),
        resets_clock: false,
        may_not_mate: false,
        promoted: false,
        done: Done { occasion: None, end: home, moved: Vec::new(), left: Vec::new(), changed: None },
    })
}

/// Whether it matters that a side has passed.
pub(crate) fn asks_for_passes(spec: &Spec) -> bool {
    let asks = |part: &&Condition| matches!(part, Condition::Counted { counter: Counter::Passes, .. });
    spec.goals.ends.iter().any(|end| end.when.parts().iter().any(asks))
}

/// The moves and captures of one piece.
fn ordinary(spec: &Spec, state: &State, from: Cell, kind: PieceType) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    for to in quiet_targets(spec, &state.placement, from, state.side, kind) {
        attempts.extend(settle_move(spec, state, from, to, None));
    }
    for to in capture_targets(spec, &state.placement, from, state.side, kind) {
        attempts.extend(settle_move(spec, state, from, to, Some(to)));
    }
    attempts
}

/// Captures of a piece that has just made a double step, on the cell that it passed, as if it had
/// stopped there.
fn en_passant(spec: &Spec, state: &State) -> Vec<Attempt> {
    let Some(ep) = state.ep else { return Vec::new() };
    // In the middle of a turn the double step is the side's own.
    if state.part > 0 {
        return Vec::new();
    }
    let Some((_, pawn_kind)) = state.at(ep.pawn) else { return Vec::new() };
    let answering =
        spec.double_steps.iter().find(|step| step.piece == pawn_kind).map_or(&[][..], DoubleStep::answering);
    let mut attempts = Vec::new();
    for passed in passed_cells(spec, state, ep) {
        let mut stopped = state.placement.clone();
        stopped[passed.index()] = stopped[ep.pawn.index()].take();
        for (from, kind) in state.pieces(state.side) {
            if answering.contains(&kind) && attacks(spec, &stopped, from, state.side, kind).contains(&passed) {
                attempts.extend(settle_move(spec, state, from, passed, Some(ep.pawn)));
            }
        }
    }
    attempts
}

/// The cells that a piece has just passed: the first one, and another if it has made its step three times.
pub(crate) fn passed_cells(spec: &Spec, state: &State, ep: EnPassant) -> Vec<Cell> {
    let Some((Some(color), kind)) = state.at(ep.pawn).map(|(owner, kind)| (owner.color(), kind)) else {
        return vec![ep.passed];
    };
    let steps = spec.double_steps.iter().filter(|step| step.piece == kind);
    let starts = steps.flat_map(|step| step.from[color].iter().map(move |from| (step, from)));
    let mut ways = starts.flat_map(|(step, from)| routes(spec, color, step, from));
    let way = ways.find(|(passed, to)| passed.len() > 1 && passed[0] == ep.passed && *to == ep.pawn);
    way.map_or_else(|| vec![ep.passed], |(passed, _)| passed)
}

/// Two non-capturing steps in one move. Both cells must be empty and open to the piece.
fn double_steps(spec: &Spec, state: &State, double_step: &DoubleStep) -> Vec<Attempt> {
    let color = state.side;
    let mut attempts = Vec::new();
    for (from, kind) in state.pieces(color) {
        if kind != double_step.piece || !double_step.from[color].contains(from) {
            continue;
        }
        for (passed, to) in routes(spec, color, double_step, from) {
            let open =
                |cell: Cell| state.at(cell).is_none() && spec.pieces[kind.index()].may_enter[color].contains(cell);
            if !passed.iter().all(|&cell| open(cell)) || !open(to) {
                continue;
            }
            let via = passed[0];
            for mut attempt in settle_move(spec, state, from, to, None) {
                // A piece that has become another is not taken en passant.
                if double_step.is_answered(color, from) && !attempt.promoted {
                    attempt.after.ep = Some(EnPassant { passed: via, pawn: to });
                }
                if double_step.path == DoubleStepPath::Bent {
                    let (start, end) = (spec.board.name(from), spec.board.name(to));
                    let suffix = attempt.text.split_off(start.len() + end.len());
                    attempt.text = format!("{start}{}{end}{suffix}", spec.board.name(via));
                }
                attempts.push(attempt);
            }
        }
    }
    attempts
}

/// The cells (passed, reached) of each double step from a cell, and of each step made three times, whatever stands there.
pub(crate) fn routes(spec: &Spec, color: Color, double_step: &DoubleStep, from: Cell) -> Vec<(Vec<Cell>, Cell)> {
    let mut routes = Vec::new();
    match &double_step.path {
        DoubleStepPath::Straight(steps) => {
            for &step in &steps[color] {
                if let Some(via) = spec.board.step(from, step)
                    && let Some(to) = spec.board.step(via, step)
                {
                    routes.push((vec![via], to));
                    let thrice = double_step.thrice_from.as_ref().is_some_and(|cells| cells[color].contains(from));
                    if thrice && let Some(end) = spec.board.step(to, step) {
                        routes.push((vec![via, to], end));
                    }
                }
            }
        }
        DoubleStepPath::Bent => {
            for via in quiet_leaps(spec, color, double_step.piece, from) {
                for to in quiet_leaps(spec, color, double_step.piece, via) {
                    routes.push((vec![via], to));
                }
            }
        }
    }
    routes
}

/// Where a piece's quiet moves lead that nothing can block.
pub(crate) fn quiet_leaps(spec: &Spec, color: Color, kind: PieceType, from: Cell) -> Vec<Cell> {
    let empty = State::empty(spec).placement;
    let mut targets = Vec::new();
    for part in &spec.pieces[kind.index()].moves[color] {
        let unblockable = match &part.pattern {
            Pattern::Leap(_) => true,
            Pattern::Slide { distances, .. } => distances.max == 1,
            Pattern::Route { leaping, .. } => *leaping,
            Pattern::Hop { .. } => false,
        };
        if unblockable && part.mode.quiet() && part.origin.is_none_or(|origin| origin.contains(from)) {
            let ends = pattern_reach(spec, &empty, from, &part.pattern).into_iter();
            targets.extend(ends.filter(|&end| part.target.is_none_or(|target| target.contains(end))));
        }
    }
    targets.sort_unstable();
    targets.dedup();
    targets
}

fn castle(spec: &Spec, state: &State, castling: &Castling) -> Option<Attempt> {
    let color = castling.color;
    if color != state.side || !state.castling.contains(&castling.right) {
        return None;
    }
    let (royal_from, royal_to) = castling.royal;
    let (partner_from, partner_to) = castling.partner;
    let royal = state.at(royal_from).filter(|piece| *piece == (color.into(), castling.royal_type))?;
    if state.in_check(spec, color) {
        return None;
    }
    let partner = state.at(partner_from).filter(|piece| *piece == (color.into(), castling.partner_type))?;
    let ways = [(royal_from, partner_from), (royal_from, royal_to), (partner_from, partner_to)];
    let in_the_way = ways.iter().flat_map(|&(from, to)| cells_between(spec, from, to)).chain([royal_to, partner_to]);
    if in_the_way.into_iter().any(|cell| cell != royal_from && cell != partner_from && state.at(cell).is_some()) {
        return None;
    }
    // The end cell is tested as after every move. A piece that is not royal need not be safe.
    let is_royal = spec.pieces[royal.1.index()].royal;
    for cell in [royal_from].into_iter().chain(cells_between(spec, royal_from, royal_to)).filter(|_| is_royal) {
        let mut crossing = state.clone();
        crossing.placement[royal_from.index()] = None;
        crossing.placement[cell.index()] = Some(royal);
        if endangers(spec, &crossing, cell, !color) {
            return None;
        }
    }
    let mut after = state.to_change();
    after.placement[royal_from.index()] = None;
    after.placement[partner_from.index()] = None;
    // Both have moved, be it to where they stood.
    let used = |other: &&Castling| other.royal.0 == royal_from || other.partner.0 == partner_from;
    for other in spec.castlings.iter().filter(used) {
        after.castling.remove(&other.right);
    }
    after.placement[royal_to.index()] = Some(royal);
    after.placement[partner_to.index()] = Some(partner);
    let resets_clock = spec.pieces[royal.1.index()].resets_clock || spec.pieces[partner.1.index()].resets_clock;
    // Where the royal could go to the end cell in another way too, the partner's cell is written, as in Chess960.
    let double_steps =
        spec.double_steps.iter().filter(|step| step.piece == royal.1 && step.from[color].contains(royal_from));
    let stepped = double_steps.flat_map(|step| routes(spec, color, step, royal_from)).any(|(passed, to)| {
        let open = |cell: Cell| spec.pieces[royal.1.index()].may_enter[color].contains(cell);
        to == royal_to && passed.into_iter().all(open) && open(to)
    });
    let ambiguous = castling.by_partner
        || royal_to == royal_from
        || stepped
        || could_reach_first(spec, castling)
        || could_reach(spec, royal_from, color, royal.1).contains(&royal_to);
    let end = if ambiguous { partner_from } else { royal_to };
    let text = format!("{}{}", spec.board.name(royal_from), spec.board.name(end));
    let done = Done {
        occasion: Some(Occasion::Castling),
        end: royal_to,
        moved: vec![royal_to, partner_to],
        left: vec![royal_from, partner_from],
        changed: None,
    };
    Some(Attempt { text, after, resets_clock, may_not_mate: false, promoted: false, done })
}

/// The cells strictly between two cells of one straight line; none if they are not on one.
fn cells_between(spec: &Spec, from: Cell, to: Cell) -> Vec<Cell> {
    let (start, end) = (spec.board.coord(from), spec.board.coord(to));
    let way = Offset::new(end.level - start.level, end.file - start.file, end.rank - start.rank);
    let step = Offset::new(way.level.signum(), way.file.signum(), way.rank.signum());
    if step.times(way.longest()) != way {
        return Vec::new();
    }
    (1..way.longest()).filter_map(|distance| spec.board.at(start + step.times(distance))).collect()
}

/// The royals that change places with a neighbour.
fn swaps(spec: &Spec, state: &State) -> Vec<Attempt> {
    let Some(swap) = spec.swap.as_ref().filter(|_| !state.in_check(spec, state.side)) else { return Vec::new() };
    let royals = state.royals(spec, state.side).into_iter();
    royals.flat_map(|royal| swaps_from(spec, state, swap, royal)).collect()
}

/// The swaps of the royal on a cell. (A confined piece may not be swapped out of its region.)
fn swaps_from(spec: &Spec, state: &State, swap: &Swap, home: Cell) -> Vec<Attempt> {
    let royal = state.at(home);
    let may_enter = |piece: Option<(Owner, PieceType)>, cell: Cell| {
        piece.is_some_and(|(_, kind)| spec.pieces[kind.index()].may_enter[state.side].contains(cell))
    };
    let resets =
        |piece: Option<(Owner, PieceType)>| piece.is_some_and(|(_, kind)| spec.pieces[kind.index()].resets_clock);
    let attacked = |cell: Cell| is_attacked(spec, &state.placement, cell, !state.side);
    let mut attempts = Vec::new();
    for neighbour in swap.offsets.iter().filter_map(|&offset| spec.board.step(home, offset)) {
        let partner = state.at(neighbour);
        let willing = partner.is_some_and(|(owner, kind)| owner == state.side && swap.partners.contains(&kind));
        if !willing || (swap.partner_safe && attacked(neighbour)) {
            continue;
        }
        if !may_enter(royal, neighbour) || !may_enter(partner, home) {
            continue;
        }
        let mut after = state.to_change();
        after.placement.swap(home.index(), neighbour.index());
        attempts.push(Attempt {
            text: format!("{}~{}", spec.board.name(home), spec.board.name(neighbour)),
            after,
            resets_clock: resets(royal) || resets(partner),
            may_not_mate: false,
            promoted: false,
            done: Done {
                occasion: Some(Occasion::Swap),
                end: neighbour,
                moved: vec![neighbour, home],
                left: vec![home, neighbour],
                changed: None,
            },
        });
    }
    attempts
}

/// The ways to place a piece that belongs to nobody.
fn placings(spec: &Spec, state: &State, placing: &Placing) -> Vec<Attempt> {
    let piece = (Owner::Nobody, placing.piece);
    let mut attempts = Vec::new();
    let mover =
        state.moved.and_then(|cell| Some((cell, state.at(cell)?))).filter(|(_, (owner, _))| *owner == state.side);
    let reached =
        mover.map_or(Vec::new(), |(cell, (_, kind))| quiet_targets(spec, &state.placement, cell, state.side, kind));
    let may = |to: &Cell| state.at(*to).is_none() && (!placing.by_mover || reached.contains(to));
    for to in placing.cells[state.side].iter().filter(may) {
        // A double step can still be answered, unless the cell that it passed is taken.
        let mut after = state.clone();
        after.ep = after.ep.filter(|&ep| !passed_cells(spec, state, ep).contains(&to));
        if !placing.new {
            for cell in spec.board.cells().filter(|&cell| state.at(cell) == Some(piece)) {
                after.placement[cell.index()] = None;
            }
        }
        after.placement[to.index()] = Some(piece);
        attempts.push(Attempt {
            text: format!("{}@{}", spec.pieces[placing.piece.index()].symbol.letters, spec.board.name(to)),
            after,
            resets_clock: false,
            may_not_mate: false,
            promoted: false,
            done: Done { occasion: None, end: to, moved: Vec::new(), left: Vec::new(), changed: None },
        });
    }
    attempts
}

fn drops(spec: &Spec, state: &State, drop: &Drop) -> Vec<Attempt> {
    let (color, kind) = (state.side, drop.piece);
    if state.hands[color][drop.held.index()] == 0 {
        return Vec::new();
    }
    let mut attempts = Vec::new();
    for to in drop.cells[color].iter().filter(|&to| state.at(to).is_none()) {
        if drop.needs_move && is_stuck(spec, to, color, kind) {
            continue;
        }
        if !may_stand(spec, state, drop, to) || !is_balanced(spec, state, drop, to) {
            continue;
        }
        let mut after = state.to_change();
        after.placement[to.index()] = Some((color.into(), kind));
        after.hands[color][drop.held.index()] -= 1;
        if drop.max_on_file_line.is_some_and(|most| on_file_line(spec, &after, to) > usize::from(most)) {
            continue;
        }
        let symbol = spec.pieces[kind.index()].symbol;
        let sign = if symbol.mark == Mark::Plus { "+" } else { "" };
        attempts.push(Attempt {
            text: format!("{sign}{}@{}", symbol.letters, spec.board.name(to)),
            after,
            resets_clock: true,
            may_not_mate: drop.no_mate,
            promoted: false,
            done: Done { occasion: Some(Occasion::Drop), end: to, moved: vec![to], left: Vec::new(), changed: None },
        });
    }
    attempts
}

/// How many pieces of the same side and type as the one on `cell` stand on its file line, itself included.
fn on_file_line(spec: &Spec, state: &State, cell: Cell) -> usize {
    let file_line = |cell: Cell| {
        let Coord { level, file, .. } = spec.board.coord(cell);
        (level, file)
    };
    let like_it = |other: &Cell| state.at(*other) == state.at(cell) && file_line(*other) == file_line(cell);
    spec.board.cells().filter(like_it).count()
}

/// Whether a drop on an empty cell is possible by what stands around it.
fn may_stand(spec: &Spec, state: &State, drop: &Drop, to: Cell) -> bool {
    let color = state.side;
    if let Some(first) = &drop.first
        && first[color].iter().any(|cell| state.at(cell).is_none())
    {
        return first[color].contains(to);
    }
    let Some(near) = &drop.near else { return true };
    // All cells one way, in order.
    let way = |step: Offset| {
        let mut cells = Vec::new();
        let mut cell = to;
        while let Some(next) = spec.board.step(cell, step) {
            cells.push(next);
            cell = next;
        }
        cells
    };
    let owner = |cell: &Cell| state.at(*cell).map(|(owner, _)| owner);
    let holds = |step: &Offset| {
        let ahead = way(*step);
        match near.what {
            Neighbours::Beside(whose) => ahead.first().and_then(owner) == Some(whose.of(color).into()),
            Neighbours::Encloses => {
                let enemies = ahead.iter().take_while(|cell| owner(cell) == Some((!color).into())).count();
                enemies > 0 && ahead.get(enemies).and_then(owner) == Some(color.into())
            }
            Neighbours::Stops => {
                let is_held = ahead.first().is_none_or(|cell| state.at(*cell).is_some());
                is_held && way(step.times(-1)).iter().all(|cell| state.at(*cell).is_none())
            }
        }
    };
    near.steps[color].iter().any(holds) == near.holds
}

/// Whether a drop on an empty cell leaves both shades to the pieces that come to them alike.
fn is_balanced(spec: &Spec, state: &State, drop: &Drop, to: Cell) -> bool {
    let color = state.side;
    let alike = |cell: &Cell| spec.board.shade(*cell) == spec.board.shade(to);
    let mut such = spec.hands.iter().flat_map(|hands| &hands.drops).filter(|other| other.both_shades);
    such.all(|other| {
        let stands = |cell: &Cell| state.at(*cell) == Some((color.into(), other.piece));
        let all = spec.board.cells().filter(stands).count() + usize::from(state.hands[color][other.held.index()]);
        let here = spec.board.cells().filter(|cell| stands(cell) && alike(cell)).count();
        if other.piece == drop.piece {
            return here < all.div_ceil(2);
        }
        let fits = |cell: &Cell| {
            other.cells[color].contains(*cell) && !(other.needs_move && is_stuck(spec, *cell, color, other.piece))
        };
        let left =
            spec.board.cells().filter(|cell| fits(cell) && alike(cell) && state.at(*cell).is_none() && *cell != to);
        !fits(&to) || here + left.count() >= all / 2
    })
}
