//! Whether a side could still win (G10). A flag that falls against a side that could not is a draw.
//!
//! "No" is proved, "yes" may be a guess: whatever the rules can't rule out counts as possible.

use crate::spec::{
    Bound, CapturedPieces, Condition, Counter, EndResult, EndRule, Mode, MovePart, Pattern, PieceType, Repeater,
    Repetition, Spec, Whose,
};
use crate::{Color, Owner, Position, Rules, Way};
use spielraum_geometry::{Cell, CellSet};
use std::cell::Cell as Counted;

/// How often the moves of a piece from a cell are looked up before a side gets the benefit of the doubt.
const LOOKUPS: u32 = 50_000;

/// How many pairs of moves are compared for discovered checks before a side gets the benefit of the doubt.
const PAIRS: usize = 20_000_000;

/// Whether mates are looked for. In browsers, where the module's size counts, a side with more than its royals keeps its chance.
const LOOKS_FOR_MATES: bool = cfg!(not(target_family = "wasm"));

impl Position {
    /// Whether a side could still win by some sequence of legal moves, however badly the other side plays (G10). It is
    /// `false` only where that is certain.
    ///
    /// ```
    /// # use spielraum_catalogue::{Compile, Source, load};
    /// # let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
    /// use spielraum_rules::{Color, Position};
    /// let position = Position::from_fen(&rules, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    /// assert!(position.can_win(Color::White));
    /// assert!(!position.can_win(Color::Black));
    /// ```
    pub fn can_win(&self, side: Color) -> bool {
        let rules = self.rules();
        let spec = rules.spec();
        let goals = &spec.goals;
        let (own, enemy) = (Material::of(self, side), Material::of(self, !side));
        let reaches =
            |kind: &PieceType| own.royals.iter().any(|(royal, _)| royal == kind) || !own.cells[kind.index()].is_empty();
        let may_win = |end: &EndRule| match &end.when {
            // That checks are counted is asked below.
            Condition::Counted { counter: Counter::Checks, whose: Whose::Own, .. } if end.result == EndResult::Win => {
                false
            }
            Condition::Pieces { whose: Whose::Own, types, number: Bound::AtLeast(1..), .. }
                if end.result == EndResult::Win =>
            {
                types[side].iter().any(reaches)
            }
            _ => end.may_win(side),
        };
        // What constraints forbid may be what would parry a check.
        let wins_otherwise = !spec.effects.is_empty()
            || spec.royals_vary()
            || !spec.constraints.is_empty()
            || !goals.mate_loses()
            || goals.draws.may_win(side)
            || rules.spec().has_passes()
            || goals.royal_obligation.is_some()
            || !self.unmoved().is_empty()
            || goals.ends.iter().any(may_win);
        if wins_otherwise {
            return true;
        }
        let chance = Chance { rules, side, own: &own, enemy: &enemy, lookups: Counted::new(LOOKUPS) };
        let may_lose = |loser: Repeater| Color::BOTH.into_iter().any(|mover| loser.side(mover) == !side);
        if let Repetition::Counted { loser, perpetual_check_loses, .. } = goals.repetition
            && (loser.is_some_and(may_lose)
                || perpetual_check_loses && (enemy.count > 0 || chance.royals_attack(!side)))
        {
            return true;
        }
        if enemy.royals.is_empty() {
            return false;
        }
        if chance.royals_attack(side) {
            return true;
        }
        own.count > 0 && (goals.check_count().is_some() || !LOOKS_FOR_MATES || chance.may_mate(self))
    }
}

/// What a side has or may get.
struct Material {
    royals: Vec<(PieceType, Cell)>,
    /// How many other pieces.
    count: usize,
    /// For each type: the cells on which one of its pieces may come to stand.
    cells: Vec<CellSet>,
}

impl Material {
    fn of(position: &Position, side: Color) -> Self {
        let (rules, spec) = (position.rules(), position.rules().spec());
        let all = spec.board.all();
        let mut own = Self { royals: Vec::new(), count: 0, cells: vec![CellSet::EMPTY; spec.pieces.len()] };
        let captured = returning(spec);
        let becomes = |kind: PieceType| captured.and_then(|tables| tables[side][kind.index()]);
        for cell in spec.board.cells() {
            match position.piece_at(cell) {
                Some((owner, kind)) if owner == side && spec.pieces[kind.index()].royal => {
                    own.royals.push((kind, cell))
                }
                Some((owner, kind)) if owner == side => {
                    let roams = captured.is_none() && LOOKS_FOR_MATES;
                    let cells = if roams { roaming(rules, side, kind, cell) } else { all };
                    own.add(spec, kind, cells, 1);
                }
                Some((owner, kind)) if owner != Owner::Nobody => {
                    if let Some(kind) = becomes(kind) {
                        own.add(spec, kind, all, 1);
                    }
                }
                _ => {}
            }
        }
        for drop in spec.hands.iter().flat_map(|hands| &hands.drops) {
            own.add(spec, drop.piece, all, position.in_hand(side, drop.held));
            if let Some(kind) = becomes(drop.piece) {
                own.add(spec, kind, all, position.in_hand(!side, drop.held));
            }
        }
        own
    }

    /// Adds pieces of a type that may come to some cells, and all that they may become.
    fn add(&mut self, spec: &Spec, kind: PieceType, cells: CellSet, count: u16) {
        self.count += usize::from(count);
        let mut found = vec![(kind, cells)];
        while let Some((kind, cells)) = found.pop().filter(|_| count > 0) {
            let known = &mut self.cells[kind.index()];
            if (cells - *known).is_empty() {
                continue;
            }
            *known |= cells;
            let promoted = spec.promotions.iter().filter(|promotion| promotion.piece == kind);
            let mut next: Vec<PieceType> = promoted.flat_map(|promotion| promotion.into.clone()).collect();
            if let Some(remote) = &spec.remote_promotion
                && remote.changes.iter().any(|change| change.changed.contains(&kind))
            {
                next.extend(&remote.into);
            }
            if let Some(tables) = returning(spec) {
                let returned = Color::BOTH.into_iter().filter_map(|color| tables[color][kind.index()]);
                let dropped = |held| {
                    let drops = spec.hands.iter().flat_map(|hands| &hands.drops);
                    drops.filter(move |drop| drop.held == held).map(|drop| drop.piece)
                };
                next.extend(returned.flat_map(|held| std::iter::once(held).chain(dropped(held))));
            }
            found.extend(next.into_iter().map(|kind| (kind, spec.board.all())));
        }
    }

    /// The types that may come to a cell.
    fn on(&self, cell: Cell) -> impl Iterator<Item = PieceType> {
        PieceType::all(self.cells.len())
            .zip(&self.cells)
            .filter(move |(_, cells)| cells.contains(cell))
            .map(|(kind, _)| kind)
    }
}

/// What captured pieces become in the hand of their captor, in games in which they are dropped.
fn returning(spec: &Spec) -> Option<&crate::ByColor<Vec<Option<PieceType>>>> {
    match &spec.hands.as_ref()?.captured {
        CapturedPieces::ToCaptor(tables) if spec.has_drops() => Some(tables),
        _ => None,
    }
}

/// Whether pieces of a type are moved by more than their ordinary moves.
fn is_carried(spec: &Spec, kind: PieceType) -> bool {
    spec.swap.as_ref().is_some_and(|swap| swap.partners.contains(&kind))
        || spec.castlings.iter().any(|castling| castling.partner_type == kind)
        || spec.double_steps.iter().any(|step| step.piece == kind)
}

/// The cells to which a piece may come, as long as it stays what it is.
fn roaming(rules: &Rules, side: Color, kind: PieceType, cell: Cell) -> CellSet {
    if is_carried(rules.spec(), kind) {
        return rules.board().all();
    }
    let (mut cells, mut found) = (CellSet::EMPTY, vec![cell]);
    while let Some(cell) = found.pop() {
        if !cells.contains(cell) {
            cells.insert(cell);
            found.extend(rules.ways(side, kind, cell).iter().map(|way| way.to));
        }
    }
    cells
}

/// A side's chance to check and mate.
struct Chance<'a> {
    rules: &'a Rules,
    side: Color,
    own: &'a Material,
    enemy: &'a Material,
    lookups: Counted<u32>,
}

/// A position of mate in the making: a piece on `checker` attacks the royal on `royal`.
struct Check<'w> {
    royal: Cell,
    checker: Cell,
    /// How the checker moves.
    ways: &'w [Way],
    /// Where a piece would answer the check.
    between: CellSet,
    /// Whether the royal may be attacked twice at once, so that only its own moves answer.
    twice: bool,
    /// Where a piece of its side may be pinned.
    pins: CellSet,
}

/// What the pieces of a side that has several can do together.
struct Together {
    /// All that they attack.
    covered: CellSet,
    /// For each cell of a royal: where pieces may be pinned to it.
    pins: Vec<CellSet>,
    /// The cells of a royal on which it may be attacked by two pieces at once.
    twice: CellSet,
}

impl Chance<'_> {
    fn ways(&self, color: Color, kind: PieceType, cell: Cell) -> Vec<Way> {
        self.lookups.set(self.lookups.get().saturating_sub(1));
        self.rules.ways(color, kind, cell)
    }

    /// Whether a royal of a side might attack an enemy royal without being attacked by it. Neither does if both only leap, and
    /// alike.
    fn royals_attack(&self, side: Color) -> bool {
        let (own, enemy) = if side == self.side { (self.own, self.enemy) } else { (self.enemy, self.own) };
        let spec = self.rules.spec();
        let leaps = |color: Color, kind: PieceType| {
            let is_leap = |part: &MovePart| part.mode == Mode::Both && matches!(part.pattern, Pattern::Leap(_));
            spec.pieces[kind.index()].moves[color].iter().all(is_leap)
        };
        let answers = |kind: PieceType, from: Cell, to: Cell| {
            leaps(!side, kind) && self.rules.reach(!side, kind, from).contains(to)
        };
        own.royals.iter().any(|&(kind, _)| {
            let attacks = |from: Cell| {
                let reach = self.rules.reach(side, kind, from);
                reach.iter().any(|to| !enemy.royals.iter().all(|&(kind, _)| answers(kind, to, from)))
            };
            !leaps(side, kind) || spec.board.cells().any(attacks)
        })
    }

    /// Whether the side might give checkmate.
    fn may_mate(&self, position: &Position) -> bool {
        let spec = self.rules.spec();
        let neutral = spec.has_neutrals()
            && spec.board.cells().any(|cell| matches!(position.piece_at(cell), Some((Owner::Nobody, _))));
        let (&[(king, _)], &[(target, _)]) = (&self.own.royals[..], &self.enemy.royals[..]) else { return true };
        if neutral || !spec.goals.facing.is_empty() || spec.goals.repetition == Repetition::Banned {
            return true;
        }
        let cells = || spec.board.cells();
        let mut covering = vec![CellSet::EMPTY; spec.board.len()];
        for cell in cells() {
            for covered in attacked(&self.ways(self.side, king, cell)).iter() {
                covering[covered.index()].insert(cell);
            }
        }
        let flights: Vec<Vec<Way>> = cells().map(|cell| self.ways(!self.side, target, cell)).collect();
        let together = match self.own.count > 1 {
            true => match self.together() {
                Some(together) => Some(together),
                None => return true,
            },
            false => None,
        };
        for checker in cells() {
            for kind in self.own.on(checker) {
                let ways = self.ways(self.side, kind, checker);
                for royal in attacked(&ways).iter() {
                    let mut checking = ways.iter().filter(|way| way.capture && way.to == royal);
                    let between = match (checking.next(), checking.next()) {
                        (Some(way), None) if way.hurdles.is_empty() => way.empty,
                        _ => CellSet::EMPTY,
                    };
                    let twice = together.as_ref().is_some_and(|together| together.twice.contains(royal));
                    let pins = together.as_ref().map_or(CellSet::EMPTY, |together| together.pins[royal.index()]);
                    let check = Check { royal, checker, ways: &ways, between, twice, pins };
                    if self.lookups.get() == 0
                        || self.is_mate(&check, &covering, &flights[royal.index()], together.as_ref())
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether a check may be mate, the king of its side and the enemy's other pieces standing where they serve it best.
    /// `covering` has for each cell where the king must stand to attack it.
    fn is_mate(&self, check: &Check<'_>, covering: &[CellSet], flights: &[Way], together: Option<&Together>) -> bool {
        let covered = match together {
            Some(together) => together.covered,
            None => attacked(check.ways),
        };
        let open: Vec<Cell> = flights
            .iter()
            .filter(|way| is_leap(way) && way.capture && way.quiet)
            .map(|way| way.to)
            .filter(|&cell| !covered.contains(cell))
            .collect();
        let mut near = attacked(flights) | check.between;
        near.insert(check.royal);
        near.insert(check.checker);
        let helpful = open.iter().fold(CellSet::EMPTY, |cells, cell| cells | covering[cell.index()]) - near;
        let helps = |cell: Cell, king: Option<Cell>| {
            king.is_some_and(|king| covering[cell.index()].contains(king)) || self.is_blocked(check, cell, king)
        };
        let mut places = std::iter::once(None).chain(helpful.iter().map(Some));
        places.any(|king| open.iter().all(|&cell| helps(cell, king)))
    }

    /// Whether a piece of the royal's own side may stand in its way on a cell without answering the check. The other
    /// side's king stands on `king`; elsewhere, if that is not said.
    fn is_blocked(&self, check: &Check<'_>, cell: Cell, king: Option<Cell>) -> bool {
        // In games with drops the checker was perhaps the only piece.
        let enough = returning(self.rules.spec()).is_none() || self.enemy.count > 1;
        let mut kinds = self.enemy.on(cell).filter(|_| enough && cell != check.checker);
        kinds.any(|kind| check.twice || check.pins.contains(cell) || !self.answers(check, kind, cell, king))
    }

    /// Whether a piece on a cell certainly takes the checker or comes between.
    fn answers(&self, check: &Check<'_>, kind: PieceType, cell: Cell, king: Option<Cell>) -> bool {
        let spec = self.rules.spec();
        let might_not = |kind| spec.promotions.iter().any(|promotion| promotion.piece == kind && promotion.from_prison);
        if might_not(kind) {
            return false;
        }
        // What stands on the way goes the same way, or is no piece that can stand there.
        let goes_too = |on: Cell, way: &Way| {
            self.enemy.on(on).all(|kind| {
                let same = |other: &Way| {
                    other.to == way.to
                        && other.hurdles.is_empty()
                        && (other.capture || !way.capture)
                        && (other.quiet || !way.quiet)
                        && (other.empty - way.empty).is_empty()
                };
                !might_not(kind) && self.ways(!self.side, kind, on).iter().any(same)
            })
        };
        let is_open = |way: &Way| {
            let free = |on: Cell| on != check.royal && on != check.checker && king.is_some_and(|king| king != on);
            way.empty.iter().all(|on| self.own.count == 1 && free(on) && goes_too(on, way))
        };
        self.ways(!self.side, kind, cell).iter().any(|way| {
            let answers = way.capture && way.to == check.checker || way.quiet && check.between.contains(way.to);
            answers && way.hurdles.is_empty() && is_open(way)
        })
    }

    /// What several pieces of the side can do together; nothing if that takes too long to see.
    fn together(&self) -> Option<Together> {
        let spec = self.rules.spec();
        let nothing = || vec![CellSet::EMPTY; spec.board.len()];
        let (mut attacks, mut pins) = (nothing(), nothing());
        let (mut covered, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        let mut moves: Vec<Vec<Way>> = Vec::new();
        for cell in spec.board.cells() {
            if self.lookups.get() == 0 {
                return None;
            }
            moves.push(self.own.on(cell).flat_map(|kind| self.ways(self.side, kind, cell)).collect());
            attacks[cell.index()] = attacked(&moves[cell.index()]);
            covered |= attacks[cell.index()];
            for way in moves[cell.index()].iter().filter(|way| way.capture) {
                pins[way.to.index()] |= way.empty;
                // What answers a check may become a hurdle for another piece.
                if !way.hurdles.is_empty() {
                    twice = spec.board.all();
                }
            }
            if self.own.on(cell).any(|kind| is_carried(spec, kind) || spec.remote_promotion.is_some()) {
                twice = spec.board.all();
            }
        }
        let most = moves.iter().map(Vec::len).max().unwrap_or(0);
        let on_the_way = |way: &Way| way.empty.len() * most;
        if moves.iter().flatten().map(on_the_way).sum::<usize>() > PAIRS {
            return None;
        }
        // A piece goes off the line of another to where it gives check itself.
        for (from, line) in spec.board.cells().zip(&moves) {
            for way in line.iter().filter(|way| way.capture) {
                let off = |next: &Way| {
                    let ends = [from, way.to];
                    !way.empty.contains(next.to)
                        && attacks[next.to.index()].contains(way.to)
                        && ends.iter().all(|&end| next.to != end && !next.empty.contains(end))
                };
                if !twice.contains(way.to) && way.empty.iter().any(|on| moves[on.index()].iter().any(off)) {
                    twice.insert(way.to);
                }
            }
        }
        Some(Together { covered, pins, twice })
    }
}

/// Whether nothing can block it.
fn is_leap(way: &Way) -> bool {
    way.empty.is_empty() && way.hurdles.is_empty()
}

/// The cells on which a piece that moves so captures, if nothing is in its way.
fn attacked(ways: &[Way]) -> CellSet {
    ways.iter().filter(|way| way.capture).map(|way| way.to).collect()
}
