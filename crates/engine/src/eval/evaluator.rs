//! Weights made ready for use: tables by piece and cell, and what is kept up to date from move to move.

use super::geometry::Mirror;
use super::weights::{Layout, SPARES, Term, Weight, Weights};
use crate::level::mix;
use crate::score::WIN_BOUND;
use spielraum_geometry::{Board, Cell, Offset};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Change, Color, March, Menace, Position, Rules, Scope, SurveyMemory, Surveyor, piece_index};

/// What the pieces of a position are worth where they stand, White's less Black's; kept from move to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    sum: Weight,
    /// The plain value of all pieces, for each side.
    material: [i32; 2],
}

impl Tally {
    /// A number that goes with what both sides have.
    pub(crate) fn material_key(&self) -> u64 {
        let [white, black] = self.material;
        mix((white as u64) << 32 | black as u64)
    }
}

/// The evaluation of one game.
pub(crate) struct Evaluator {
    cells: usize,
    mirror: Mirror,
    /// For each piece and cell.
    places: Vec<Weight>,
    /// For each piece.
    hands: Vec<Weight>,
    material: Vec<i32>,
    /// For each piece.
    action: Vec<Action>,
    /// For each piece and cell.
    pawns: Vec<Pawn>,
    /// For each piece: menaced by a lesser one, unguarded; empty if it is all the same.
    menaces: Vec<[Weight; 2]>,
    /// The types of which two are worth more than twice one.
    pairs: Vec<(PieceType, Weight)>,
    /// The types that can't come to all cells, with a number for each cell: the same for those that one can come to from another.
    bound: Vec<(PieceType, Vec<u16>)>,
    /// The types that are neither royals nor marchers.
    officers: Vec<PieceType>,
    spare: [Weight; SPARES],
    threat: Weight,
    tempo: Weight,
    /// The material of the start position, both sides together.
    full: i32,
    least: Vec<i32>,
    /// For each piece: the families to which it belongs.
    families: Vec<u32>,
    /// For each piece: what capturing it swings.
    worth: Vec<i32>,
    has_royal: bool,
    has_drops: bool,
    /// For each piece: whether it may win by itself: it promotes or is worth enough.
    promotes: Vec<bool>,
    move_count: Option<u32>,
}

/// What it is worth how a piece stands and moves.
struct Action {
    mobility: Weight,
    mean_mobility: i32,
    press: Weight,
    shelter: Weight,
    posted: Weight,
}

impl Action {
    /// How many targets pieces have more than they have in the mean, in sixteenths.
    #[inline(always)]
    fn more_than_mean(&self, scope: Scope) -> i32 {
        16 * scope.targets as i32 - self.mean_mobility * scope.pieces as i32
    }
}

/// What it is worth how a pawn stands on a cell.
#[derive(Clone, Copy, Default)]
struct Pawn {
    passed: Weight,
    free: Weight,
    guarded: Weight,
    abreast: Weight,
    isolated: Weight,
    doubled: Weight,
    escort: Weight,
}

/// What royals are worth in exchanges: more than everything else.
const ROYAL_WORTH: i32 = 100_000;

/// Above so many centipawns only every sixteenth counts: whoever leads by that much should think of ending the game.
const PLAIN: i32 = 8_000;

/// A side with no more than this fraction of the material of the start is driven to be mated.
const DESTITUTE: i32 = 25;

/// How much each further attacker of a royal's surroundings makes the others count, in sixteenths.
const ATTACKERS: [i32; 8] = [0, 4, 10, 14, 16, 18, 19, 20];

impl Evaluator {
    pub(crate) fn new(rules: &Rules, weights: &Weights) -> Self {
        let spec = rules.spec();
        let (types, cells) = (spec.pieces.len(), rules.board().len());
        let pieces = || (0..types as u8).flat_map(|kind| Color::BOTH.map(|color| (color, PieceType(kind))));
        let mirror = Mirror::of(rules);
        let mut places = vec![Weight::default(); 2 * types * cells];
        for (color, kind) in pieces() {
            for cell in rules.board().cells() {
                let seen = mirror.seen(rules.board(), color, cell);
                let mut sum = weights.value(kind);
                sum += weights.get(Term::Rank, kind, seen.rank);
                sum += weights.get(Term::File, kind, seen.file);
                sum += weights.get(Term::Level, kind, seen.level);
                places[piece_index(color, kind) * cells + cell.index()] = sum * sign(color);
            }
        }
        let material: Vec<i32> = pieces().map(|(_, kind)| weights.value(kind).early).collect();
        let hand_gain = |color: Color, kind: PieceType| hand_gain(rules, weights, color, kind);
        let pawn = |color, kind, cell| {
            let rank = mirror.seen(rules.board(), color, cell).rank;
            let weight = |term| weights.get(term, kind, rank);
            Pawn {
                passed: weight(Term::Passed),
                free: weight(Term::Free),
                guarded: weight(Term::Guarded),
                abreast: weight(Term::Abreast),
                isolated: weight(Term::Isolated),
                doubled: weight(Term::Doubled),
                escort: weight(Term::Escort),
            }
        };
        let mut pawns = vec![Pawn::default(); 2 * types * cells];
        for (color, kind) in pieces() {
            for cell in rules.board().cells() {
                pawns[piece_index(color, kind) * cells + cell.index()] = pawn(color, kind, cell);
            }
        }
        let mut evaluator = Self {
            cells,
            pawns,
            menaces: pieces()
                .map(|(_, kind)| [Term::Menaced, Term::Unguarded].map(|term| weights.get(term, kind, 0)))
                .collect(),
            pairs: (0..types as u8)
                .map(|kind| (PieceType(kind), weights.get(Term::Pair, PieceType(kind), 0)))
                .filter(|(_, weight)| *weight != Weight::default())
                .collect(),
            bound: (0..types as u8)
                .map(PieceType)
                .filter_map(|kind| Some((kind, super::geometry::classes(rules, kind)?)))
                .collect(),
            officers: (0..types as u8)
                .map(PieceType)
                .filter(|&kind| !spec.pieces[kind.index()].royal && !rules.marches(kind))
                .collect(),
            mirror,
            places,
            hands: pieces().map(|(color, kind)| weights.hand(kind) * sign(color)).collect(),
            action: pieces()
                .map(|(color, kind)| Action {
                    mobility: weights.get(Term::Mobility, kind, 0),
                    mean_mobility: mean_mobility(rules, color, kind),
                    press: weights.get(Term::Press, kind, 0),
                    shelter: weights.get(Term::Shelter, kind, 0),
                    posted: weights.get(Term::Posted, kind, 0),
                })
                .collect(),
            spare: std::array::from_fn(|spare| weights.get(Term::Spare, PieceType(0), spare)),
            threat: weights.get(Term::Threat, PieceType(0), 0),
            tempo: weights.get(Term::Tempo, PieceType(0), 0),
            full: 1,
            least: spec.goals.families.iter().map(|family| i32::from(family.least)).collect(),
            families: pieces().map(|(color, kind)| families(rules, color, kind)).collect(),
            worth: pieces()
                .map(|(color, kind)| match spec.pieces[kind.index()].royal {
                    true => ROYAL_WORTH,
                    false => weights.value(kind).early + hand_gain(color, kind),
                })
                .collect(),
            has_royal: spec.royal().is_some(),
            has_drops: spec.has_drops(),
            promotes: pieces().map(|(_, kind)| super::geometry::promotes(rules, kind)).collect(),
            move_count: spec.goals.move_count.map(u32::from),
            material,
        };
        if evaluator.menaces.iter().flatten().all(|weight| *weight == Weight::default()) {
            evaluator.menaces.clear();
        }
        let start = evaluator.tally(&rules.start());
        evaluator.full = (start.material[0] + start.material[1]).max(1);
        evaluator
    }

    /// The values of pieces in exchanges, by [`piece_index`].
    pub(crate) fn worth(&self) -> &[i32] {
        &self.worth
    }

    /// What the pieces of a position are worth where they stand.
    pub(crate) fn tally(&self, position: &Position) -> Tally {
        let mut tally = Tally::default();
        position.for_each_piece(|color, kind, cell| self.change(&mut tally, Change::Comes(color, kind, cell)));
        for (color, kind) in self.pieces() {
            match position.in_hand(color, kind) {
                0 => {}
                held => self.change(&mut tally, Change::Hand(color, kind, held as i16)),
            }
        }
        tally
    }

    fn pieces(&self) -> impl Iterator<Item = (Color, PieceType)> + use<> {
        (0..(self.worth.len() / 2) as u8).flat_map(|kind| Color::BOTH.map(|color| (color, PieceType(kind))))
    }

    /// Keeps a tally up to date.
    #[inline(always)]
    pub(crate) fn change(&self, tally: &mut Tally, change: Change) {
        let (color, kind, cell, count) = match change {
            Change::Leaves(color, kind, cell) => (color, kind, cell, -1),
            Change::Comes(color, kind, cell) => (color, kind, cell, 1),
            Change::Hand(color, kind, count) => {
                let (piece, count) = (piece_index(color, kind), i32::from(count));
                tally.sum += self.hands[piece] * count;
                if self.has_drops {
                    tally.material[color as usize] += self.material[piece] * count;
                }
                return;
            }
            _ => return,
        };
        let piece = piece_index(color, kind);
        tally.sum += self.at(&self.places, piece, cell) * count;
        tally.material[color as usize] += self.material[piece] * count;
    }

    #[inline(always)]
    fn at(&self, table: &[Weight], piece: usize, cell: Cell) -> Weight {
        table[piece * self.cells + cell.index()]
    }

    /// What a position is worth to the side to move, in centipawns; `tally` must be the position's.
    pub(crate) fn evaluate(&self, position: &Position, tally: &Tally, memory: &mut SurveyMemory) -> i32 {
        let value = self.undamped(position, tally, memory);
        let value = compressed(self.damp(position, tally, value)) + self.drive(position, tally);
        (value * sign(position.side_to_move())).clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }

    /// What a position is worth to the side to move by its tally alone, which takes next to no time.
    #[inline(always)]
    pub(crate) fn estimate(&self, position: &Position, tally: &Tally) -> i32 {
        compressed(self.between(tally, tally.sum)) * sign(position.side_to_move())
    }

    /// What a sum comes to, early or late as the game may be.
    #[inline(always)]
    fn between(&self, tally: &Tally, sum: Weight) -> i32 {
        let material = tally.material[0] + tally.material[1];
        let phase = (256 * i64::from(material) / i64::from(self.full)).clamp(0, 256);
        let value = (i64::from(sum.early) * phase + i64::from(sum.late) * (256 - phase)) / 256;
        value as i32
    }

    /// What a position is worth as White sees it, and as if every lead could be made a win.
    fn undamped(&self, position: &Position, tally: &Tally, memory: &mut SurveyMemory) -> i32 {
        let mut sum = tally.sum;
        self.add_survey(position, memory, &mut sum);
        self.add_spares(position, &mut sum);
        for &(kind, weight) in &self.pairs {
            let has_pair = |color| i32::from(position.count(color, kind) > 1);
            sum += weight * (has_pair(Color::White) - has_pair(Color::Black));
        }
        sum += self.tempo * sign(position.side_to_move());
        self.between(tally, sum)
    }

    /// Adds how the pieces move and stand and how they press on the royals.
    fn add_survey(&self, position: &Position, memory: &mut SurveyMemory, sum: &mut Weight) {
        let worth = if self.menaces.is_empty() { &[] } else { &self.worth[..] };
        let none = Weight::default();
        let mut seen = Sums {
            evaluator: self,
            board: position.rules().board(),
            royals: Color::BOTH.map(|color| position.royal(color)),
            plain: none,
            mobility: none,
            escort: none,
            press: [none; 2],
            attackers: [0; 2],
        };
        let threats = position.survey(memory, worth, &mut seen);
        let Sums { plain, mobility, escort, press, attackers, .. } = seen;
        *sum += plain;
        *sum += self.threat * (threats[0] as i32 - threats[1] as i32);
        // Mobility is kept in hundredths and counted in sixteenths.
        *sum += Weight { early: mobility.early / 1600, late: mobility.late / 1600 };
        *sum += Weight { early: escort.early / 10, late: escort.late / 10 };
        if self.has_royal {
            for color in Color::BOTH {
                let (factor, press) =
                    (ATTACKERS[attackers[color as usize].min(7)] * sign(color), press[color as usize]);
                *sum += Weight { early: press.early * factor / 160, late: press.late * factor / 160 };
            }
        }
    }

    /// Adds what it costs to be near losing by too few pieces of a family.
    fn add_spares(&self, position: &Position, sum: &mut Weight) {
        for (family, &least) in self.least.iter().enumerate() {
            for color in Color::BOTH {
                let spare = i32::from(position.family_count(color, family)) - least;
                if let Some(&cost) = usize::try_from(spare).ok().and_then(|spare| self.spare.get(spare)) {
                    *sum += cost * sign(color);
                }
            }
        }
    }

    /// The share of the material that is still there, from 0 to 1.
    pub(crate) fn phase(&self, tally: &Tally) -> f64 {
        (f64::from(tally.material[0] + tally.material[1]) / f64::from(self.full)).clamp(0.0, 1.0)
    }

    /// Tells with which factor each weight, by its place in `layout`, goes into the value of a position as White sees it;
    /// how near the game is to a draw is not considered.
    pub(crate) fn trace(
        &self,
        layout: &Layout,
        position: &Position,
        memory: &mut SurveyMemory,
        mut tell: impl FnMut(usize, f64),
    ) {
        let mut tell = |term, kind, index, factor| {
            if let Some(place) = layout.place(term, kind, index) {
                tell(place, factor);
            }
        };
        let none = PieceType(0);
        let board = position.rules().board();
        position.for_each_piece(|color, kind, cell| {
            let (seen, sign) = (self.mirror.seen(board, color, cell), f64::from(sign(color)));
            tell(Term::Value, kind, 0, sign);
            tell(Term::Rank, kind, seen.rank, sign);
            tell(Term::File, kind, seen.file, sign);
            tell(Term::Level, kind, seen.level, sign);
        });
        for (color, kind) in self.pieces() {
            match position.in_hand(color, kind) {
                0 => {}
                held => tell(Term::Hand, kind, 0, f64::from(sign(color)) * f64::from(held)),
            }
        }
        let mut trace = Trace {
            evaluator: self,
            board,
            royals: Color::BOTH.map(|color| position.royal(color)),
            tell: &mut tell,
            pressing: [Vec::new(), Vec::new()],
            attackers: [0; 2],
        };
        let threats = position.survey(memory, &self.worth, &mut trace);
        let Trace { pressing, attackers, .. } = trace;
        for color in Color::BOTH {
            let sign = f64::from(sign(color));
            let factor = f64::from(ATTACKERS[attackers[color as usize].min(7)]) / 160.0;
            for &(kind, hits) in pressing[color as usize].iter().filter(|_| self.has_royal) {
                tell(Term::Press, kind, 0, sign * factor * f64::from(hits));
            }
            for (family, &least) in self.least.iter().enumerate() {
                let spare = i32::from(position.family_count(color, family)) - least;
                if (0..SPARES as i32).contains(&spare) {
                    tell(Term::Spare, none, spare as usize, sign);
                }
            }
        }
        tell(Term::Threat, none, 0, f64::from(threats[0]) - f64::from(threats[1]));
        for color in Color::BOTH {
            for kind in (0..(self.worth.len() / 2) as u8).map(PieceType) {
                if position.count(color, kind) > 1 {
                    tell(Term::Pair, kind, 0, f64::from(sign(color)));
                }
            }
        }
        tell(Term::Tempo, none, 0, f64::from(sign(position.side_to_move())));
    }

    /// Brings a value nearer to a draw where it is hard to win.
    fn damp(&self, position: &Position, tally: &Tally, value: i32) -> i32 {
        let mut value = value;
        if self.has_royal && !self.has_drops {
            let stronger = if value > 0 { Color::White } else { Color::Black };
            let lead = tally.material[stronger as usize] - tally.material[!stronger as usize];
            if lead < 450 && tally.material[stronger as usize] < 800 && !self.can_promote(position, stronger) {
                value /= 4;
            } else if self.never_meet(position) {
                value /= 2;
            }
        }
        match self.move_count {
            Some(limit) if limit > 0 => {
                let left = limit.saturating_sub(position.halfmove_clock()).min(limit);
                let (left, limit) = (left as i32, limit as i32);
                value * (limit + left) / (2 * limit)
            }
            _ => value,
        }
    }

    /// What it is worth, as White sees it, that the royal of a side that has almost nothing left is being hemmed in:
    /// in space a bare king is not mated by chance.
    fn drive(&self, position: &Position, tally: &Tally) -> i32 {
        let weaker = if tally.material[0] < tally.material[1] { Color::White } else { Color::Black };
        let [few, many] = [weaker, !weaker].map(|color| tally.material[color as usize]);
        if few * DESTITUTE > self.full || many < few + 400 {
            return 0;
        }
        let (Some(hunted), Some(hunter)) = (position.royal(weaker), position.royal(!weaker)) else { return 0 };
        let board = position.rules().board();
        let (extent, at) = (board.extent(), board.coord(hunted));
        let to_middle = |at: i16, extent: i16| i32::from((2 * at + 1 - extent).abs());
        let outward =
            to_middle(at.level, extent.level) + to_middle(at.file, extent.file) + to_middle(at.rank, extent.rank);
        let mut far = 3 * distance(board, hunter, hunted);
        position.for_each_piece(|color, kind, cell| {
            if color != weaker && self.worth[piece_index(color, kind)] < ROYAL_WORTH {
                far += distance(board, cell, hunted);
            }
        });
        let pieces = position.count_all(!weaker) as i32 + 2;
        let freedom = position.royal_freedom(weaker) as i32;
        (6 * outward - 14 * freedom - 30 * far / pieces) * sign(!weaker)
    }

    /// Whether each side has, besides its royal and what marches, a single piece, and the two, bound to different cells,
    /// can never come to each other's.
    fn never_meet(&self, position: &Position) -> bool {
        self.bound.iter().any(|(kind, classes)| {
            let is_alone = |color| {
                let others = self.officers.iter().filter(|&other| other != kind);
                position.count(color, *kind) == 1 && others.into_iter().all(|&other| position.count(color, other) == 0)
            };
            Color::BOTH.into_iter().all(is_alone) && {
                let mut found = [0; 2];
                position.for_each_piece(|color, other, cell| {
                    if other == *kind {
                        found[color as usize] = classes[cell.index()];
                    }
                });
                found[0] != found[1]
            }
        })
    }

    fn can_promote(&self, position: &Position, color: Color) -> bool {
        (0..(self.worth.len() / 2) as u8)
            .map(PieceType)
            .any(|kind| self.promotes[piece_index(color, kind)] && position.count(color, kind) > 0)
    }

    /// Whether capturing a piece leaves its side with too few of a family: it wins.
    #[inline(always)]
    pub(crate) fn is_last(&self, position: &Position, color: Color, kind: PieceType) -> bool {
        let mut families = self.families[piece_index(color, kind)];
        while families != 0 {
            let family = families.trailing_zeros() as usize;
            families &= families - 1;
            if i32::from(position.family_count(color, family)) <= self.least[family] {
                return true;
            }
        }
        false
    }

    /// Whether sides can lose by too few pieces of a family.
    pub(crate) fn has_families(&self) -> bool {
        !self.least.is_empty()
    }
}

/// What a survey adds up, White's less Black's unless it is said to be for each side.
struct Sums<'a> {
    evaluator: &'a Evaluator,
    board: &'a Board,
    royals: [Option<Cell>; 2],
    plain: Weight,
    mobility: Weight,
    escort: Weight,
    /// For each side.
    press: [Weight; 2],
    /// How many pieces of each side press.
    attackers: [usize; 2],
}

impl Surveyor for Sums<'_> {
    #[inline(always)]
    fn scope(&mut self, color: Color, kind: PieceType, scope: Scope) {
        let action = &self.evaluator.action[piece_index(color, kind)];
        let sign = sign(color);
        self.mobility += action.mobility * (action.more_than_mean(scope) * sign);
        self.plain += action.shelter * (scope.shelters as i32 * sign);
        self.plain += action.posted * (scope.posted as i32 * sign);
        self.press[color as usize] += action.press * scope.hits as i32;
        self.attackers[color as usize] += scope.pressing as usize;
    }

    #[inline(always)]
    fn menace(&mut self, color: Color, kind: PieceType, _: Cell, menace: Menace) {
        self.plain += self.evaluator.menaces[piece_index(color, kind)][menace as usize] * sign(color);
    }

    #[inline(always)]
    fn march(&mut self, color: Color, kind: PieceType, cell: Cell, march: March) {
        let evaluator = self.evaluator;
        let pawn = &evaluator.pawns[piece_index(color, kind) * evaluator.cells + cell.index()];
        let sign = sign(color);
        self.plain += pawn.guarded * (i32::from(march.is_guarded) * sign);
        self.plain += pawn.abreast * (i32::from(march.is_abreast) * sign);
        self.plain += pawn.isolated * (i32::from(march.is_isolated) * sign);
        self.plain += pawn.doubled * (i32::from(march.is_doubled) * sign);
        if march.is_passed {
            self.plain += pawn.passed * sign;
            self.plain += pawn.free * (i32::from(march.is_free) * sign);
            self.escort += pawn.escort * (farther(self.board, self.royals, color, cell) * sign);
        }
    }
}

/// Tells with which factor each weight goes into a value, as [`Evaluator::trace`] does.
struct Trace<'a, F> {
    evaluator: &'a Evaluator,
    board: &'a Board,
    royals: [Option<Cell>; 2],
    tell: &'a mut F,
    /// For each side, the types that press, and on how many cells.
    pressing: [Vec<(PieceType, u32)>; 2],
    /// How many pieces of each side press.
    attackers: [usize; 2],
}

impl<F: FnMut(Term, PieceType, usize, f64)> Trace<'_, F> {
    fn tell_if(&mut self, is_so: bool, term: Term, kind: PieceType, index: usize, factor: f64) {
        if is_so {
            (self.tell)(term, kind, index, factor);
        }
    }
}

impl<F: FnMut(Term, PieceType, usize, f64)> Surveyor for Trace<'_, F> {
    fn scope(&mut self, color: Color, kind: PieceType, scope: Scope) {
        let sign = f64::from(sign(color));
        let more = self.evaluator.action[piece_index(color, kind)].more_than_mean(scope);
        self.tell_if(more != 0, Term::Mobility, kind, 0, f64::from(more) * sign / 1600.0);
        self.tell_if(scope.shelters > 0, Term::Shelter, kind, 0, f64::from(scope.shelters) * sign);
        self.tell_if(scope.posted > 0, Term::Posted, kind, 0, f64::from(scope.posted) * sign);
        if scope.hits > 0 {
            self.pressing[color as usize].push((kind, scope.hits));
            self.attackers[color as usize] += scope.pressing as usize;
        }
    }

    fn menace(&mut self, color: Color, kind: PieceType, _: Cell, menace: Menace) {
        let term = match menace {
            Menace::ByLesser => Term::Menaced,
            Menace::Unguarded => Term::Unguarded,
        };
        self.tell_if(true, term, kind, 0, f64::from(sign(color)));
    }

    fn march(&mut self, color: Color, kind: PieceType, cell: Cell, march: March) {
        let sign = f64::from(sign(color));
        let rank = self.evaluator.mirror.seen(self.board, color, cell).rank;
        self.tell_if(march.is_passed, Term::Passed, kind, rank, sign);
        self.tell_if(march.is_free, Term::Free, kind, rank, sign);
        self.tell_if(march.is_guarded, Term::Guarded, kind, 0, sign);
        self.tell_if(march.is_abreast, Term::Abreast, kind, rank, sign);
        self.tell_if(march.is_isolated, Term::Isolated, kind, 0, sign);
        self.tell_if(march.is_doubled, Term::Doubled, kind, 0, sign);
        let farther = f64::from(farther(self.board, self.royals, color, cell));
        self.tell_if(march.is_passed, Term::Escort, kind, rank, sign * farther / 10.0);
    }
}

/// Keeps estimates apart from the scores of wins, however much material a large board holds.
fn compressed(value: i32) -> i32 {
    match value.abs() - PLAIN {
        ..=0 => value,
        more => (PLAIN + more / 16) * value.signum(),
    }
}

/// In how many steps of a king one gets from a cell to another on an empty board without holes.
fn distance(board: &Board, a: Cell, b: Cell) -> i32 {
    let (a, b) = (board.coord(a), board.coord(b));
    i32::from(Offset::new(a.level - b.level, a.file - b.file, a.rank - b.rank).longest())
}

/// By how many steps the enemy's royal is farther from a cell than a side's own.
fn farther(board: &Board, royals: [Option<Cell>; 2], color: Color, cell: Cell) -> i32 {
    match (royals[color as usize], royals[!color as usize]) {
        (Some(own), Some(enemy)) => distance(board, enemy, cell) - distance(board, own, cell),
        _ => 0,
    }
}

/// 1 for White, -1 for Black.
#[inline(always)]
pub(crate) fn sign(color: Color) -> i32 {
    1 - 2 * color as i32
}

/// The mean number of targets of a type, in sixteenths.
fn mean_mobility(rules: &Rules, color: Color, kind: PieceType) -> i32 {
    let places = rules.spec().pieces[kind.index()].may_enter[color] & rules.board().all();
    let scope = |cell| {
        let mobility = rules.expected_mobility(color, kind, cell, 0.7);
        0.7 * mobility.quiet + 0.15 * mobility.capture
    };
    let total: f64 = places.iter().map(scope).sum();
    (16.0 * total / places.len().max(1) as f64) as i32
}

/// What a captured piece gives to its captor's hand, or leaves in its owner's prison.
fn hand_gain(rules: &Rules, weights: &Weights, color: Color, kind: PieceType) -> i32 {
    use spielraum_rules::spec::CapturedPieces::{ToCaptor, ToPrison};
    let Some(hands) = &rules.spec().hands else { return 0 };
    match &hands.captured {
        ToCaptor(table) => table[!color][kind.index()].map_or(0, |becomes| weights.hand(becomes).early),
        ToPrison(table) => table[color][kind.index()].map_or(0, |becomes| -weights.hand(becomes).early),
    }
}

/// The families to which a type belongs, as bits.
fn families(rules: &Rules, color: Color, kind: PieceType) -> u32 {
    let families = rules.spec().goals.families.iter().enumerate();
    families.filter(|(_, family)| family.members[color].contains(&kind)).fold(0, |bits, (index, _)| bits | 1 << index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_catalogue::{Source, ids, load};

    /// The value of a position as the trace has it.
    fn traced(evaluator: &Evaluator, weights: &Weights, position: &Position, phase: f64) -> f64 {
        let mut sum = 0.0;
        evaluator.trace(weights.layout(), position, &mut SurveyMemory::default(), |place, factor| {
            let weight = weights.numbers()[place];
            sum += factor * (f64::from(weight.early) * phase + f64::from(weight.late) * (1.0 - phase));
        });
        sum
    }

    #[test]
    fn endings_of_pieces_that_never_meet_count_half() {
        let rules = load(Source::Builtin("chess"), &[]).unwrap().rules().unwrap();
        let evaluator = Evaluator::new(&rules, &Weights::default_for(&rules));
        let share = |fen: &str| {
            let position = Position::from_fen(&rules, fen).unwrap();
            evaluator.damp(&position, &evaluator.tally(&position), 1000)
        };
        // White's bishop stands on a dark square, Black's on a light one, then on a dark one.
        assert_eq!(share("4k3/3b4/8/8/8/4P3/3PP3/2B1K3 w - - 0 1"), 500);
        assert_eq!(share("4k3/4b3/8/8/8/4P3/3PP3/2B1K3 w - - 0 1"), 1000);
        // So long as there are knights the bishops can't stop each other's side from anything.
        assert_eq!(share("4k3/3b4/8/8/8/4P3/3PP2N/2B1K2n w - - 0 1"), 1000);
    }

    #[test]
    fn tallies_are_kept_and_traces_agree_in_every_game() {
        for id in ids() {
            let rules = load(Source::Builtin(id), &[]).unwrap().rules().unwrap();
            let weights = Weights::default_for(&rules);
            let evaluator = Evaluator::new(&rules, &weights);
            let mut position = rules.start();
            let mut tally = evaluator.tally(&position);
            let mut dice = 99u64;
            for _ in 0..60 {
                if position.game_result().is_some() {
                    break;
                }
                let moves = position.legal_moves();
                dice = dice.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
                let m = moves[((u128::from(dice) * moves.len() as u128) >> 64) as usize];
                position.changes(m, |change| evaluator.change(&mut tally, change));
                position.make(m);
                assert_eq!(tally, evaluator.tally(&position), "{id} {}", position.fen());
                let traced = traced(&evaluator, &weights, &position, evaluator.phase(&tally));
                let value = evaluator.undamped(&position, &tally, &mut SurveyMemory::default());
                // Sums are rounded down to whole centipawns in several places.
                assert!((traced - f64::from(value)).abs() < 16.0, "{id} {}: {traced} {value}", position.fen());
            }
        }
    }
}
