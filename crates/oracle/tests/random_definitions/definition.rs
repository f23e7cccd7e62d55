//! Definitions that nobody would think of: small boards, a few pieces that move at random, every rule now and then.

use spielraum_geometry::{Board, BoardShape, Cell, CellSet, LineDirection, Offset, RingFilter};
use spielraum_rules::spec::{
    Bound, CapturedPieces, Castling, Checkmate, Choice, Circumstance, Condition, Consequence, Constraint, CountLimit,
    Counter, Demand, Distances, DoubleStep, DoubleStepPath, Draws, Drop, Effect, EndResult, EndRule, Enemies, Family,
    FirstMove, FirstRights, Gate, Goals, Hands, Home, Landing, Letters, Mark, Mate, MateBy, Mode, MovePart, Near,
    Neighbours, NoMoves, Observers, Occasion, Ownership, Pass, Pattern, PieceSpec, PieceType, Place, Placing, Points,
    Promotion, PromotionForce, PromotionText, PromotionTrigger, Reach, Rebirth, Reborn, RebornAs, Reflection, Relation,
    RemoteChange, RemotePromotion, Repetition, RoyalObligation, RoyalSet, Shared, Spec, StepSet, Subject, Swap, Symbol,
    Turn, TurnPart, Whose,
};
use spielraum_rules::{ByColor, Color, Owner};
use spielraum_testkit::rand::Rng;
use spielraum_testkit::rand::rngs::StdRng;
use spielraum_testkit::rand::seq::{IndexedRandom, SliceRandom};
use std::sync::Arc;

/// The royals that each side has in every position of a game.
pub type Royals = ByColor<Vec<PieceType>>;

/// A definition without a start position; it need not be sound.
pub fn definition(random: &mut StdRng) -> (Spec, Royals) {
    let board = board(random);
    let royal_types = *[0, 1, 1, 1, 1, 2].choose(random).unwrap();
    let royals = royals(random, royal_types);
    let royal = royal_types > 0;
    let mut pieces: Vec<PieceSpec> = Vec::new();
    for index in 0..random.random_range(3..=5u8) {
        let more = ["", "", "", "A", "Z", "AB"].choose(random).unwrap();
        let letters = Letters::read(&format!("{}{more}", char::from(b'A' + index))).unwrap();
        let moves = moves(random);
        let confined = random.random_bool(0.15);
        let may_enter = if confined { region(random, &board) } else { ByColor::both(board.all()) };
        let (royal, resets_clock) = (index < royal_types, random.random_bool(0.2));
        let symbol = Symbol { letters, mark: Mark::None };
        let (ownership, name) = (Ownership::Sides, ByColor::both(letters.to_string()));
        pieces.push(PieceSpec { symbol, ownership, name, moves, may_enter, royal, resets_clock });
    }
    if random.random_bool(0.3) {
        let symbol = Symbol { mark: Mark::Plus, ..pieces[1].symbol };
        pieces.push(PieceSpec {
            symbol,
            moves: moves(random),
            royal: false,
            ..pieces[usize::from(royal_types)].clone()
        });
    }
    let types: Vec<PieceType> = PieceType::all(pieces.len()).collect();
    if random.random_bool(0.3) {
        pieces.extend(neutrals(random, &board));
    }
    let (royal_kinds, common) = types.split_at(usize::from(royal_types));
    let hands = random.random_bool(0.4).then(|| hands(random, &board, &pieces, common));
    let prison = hands.as_ref().is_some_and(|hands| matches!(hands.captured, CapturedPieces::ToPrison(_)));
    let remote_promotion = (prison && random.random_bool(0.6)).then(|| remote(random, &board, &types, common));
    let mut spec = Spec {
        promotions: promotions(random, &board, common, prison),
        castlings: match random.random_bool(0.5) {
            // Where nothing is royal, anything castles.
            true => castlings(random, &board, if royal { royal_kinds } else { common }, common),
            false => Vec::new(),
        },
        double_steps: double_steps(random, &board, &types, royal_kinds),
        swap: (royal && random.random_bool(0.2)).then(|| Swap {
            partners: some(random, common),
            offsets: steps(random),
            partner_safe: random.random_bool(0.5),
        }),
        goals: goals(random, &board, &types, royal_kinds),
        pass: match random.random_range(0..10) {
            0 => ByColor::both(Some(Pass::Always)),
            1 => ByColor::both(Some(Pass::Stuck)),
            2 => ByColor { white: Some(Pass::Always), black: Some(Pass::Stuck) },
            3 => ByColor { white: None, black: Some(Pass::Stuck) },
            _ => ByColor::both(None),
        },
        no_hurdles: if random.random_bool(0.1) { some(random, &types[1..]) } else { Vec::new() },
        turn: if !royal && random.random_bool(0.6) { turn(random, &board, &pieces) } else { Turn::default() },
        hands,
        remote_promotion,
        ..Spec::new(board, pieces)
    };
    if random.random_bool(0.15) {
        let kinds = some(random, &types);
        spec.promotion_limits = kinds.into_iter().map(|kind| (kind, random.random_range(1..=2))).collect();
    }
    match random.random_range(0..8) {
        0 | 1 => add_effects(random, &mut spec, &types, &royals),
        2 if royal => {
            spec.royal_set = *[RoyalSet::Each, RoyalSet::Last, RoyalSet::All].choose(random).unwrap();
            for promotion in spec.promotions.iter_mut().filter(|promotion| !promotion.from_prison) {
                if promotion.text == PromotionText::Letter && random.random_bool(0.5) {
                    promotion.into.push(royal_kinds[0]);
                }
            }
        }
        _ => {}
    }
    spec.firsts = firsts(random, &spec, &types);
    // Royals that may face each other are not among those that come and go.
    if royal && !spec.goals.facing.is_empty() {
        spec.goals.answers_facing = random.random_bool(0.4);
    }
    if random.random_bool(0.3) {
        let common: Vec<PieceType> = types.iter().copied().filter(|kind| !spec.pieces[kind.index()].royal).collect();
        spec.constraints = constraints(random, &types, &common, royal);
        if spec.royals_vary() {
            spec.constraints.retain(|constraint| !constraint.limits_checks());
        }
    }
    if !spec.has_passes() {
        let asks = |end: &EndRule| {
            let passes = |part: &&Condition| matches!(part, Condition::Counted { counter: Counter::Passes, .. });
            end.when.parts().iter().any(passes)
        };
        spec.goals.ends.retain(|end| !asks(end));
    }
    if spec.goals.facing.is_empty() {
        let faces = |end: &EndRule| end.when.parts().contains(&&Condition::Facing);
        spec.goals.ends.retain(|end| !faces(end));
    }
    // What can be reached is asked of moves that do not depend on it.
    if spec.hands.iter().flat_map(|hands| &hands.drops).any(|drop| drop.no_mate) {
        let looks_ahead = |end: &EndRule| end.when.parts().iter().any(|part| matches!(part, Condition::Can { .. }));
        spec.goals.ends.retain(|end| !looks_ahead(end));
    }
    add_count(&mut spec, &types, royal);
    if royal {
        add_mates(&mut spec, &types);
    }
    add_own_promotions(&mut spec);
    add_triple_steps(&mut spec);
    add_castlings_by_drops(&mut spec);
    (spec, royals)
}

/// Some castling rights may be won by drops. What is drawn depends on the definition alone, so that it changes nothing else.
fn add_castlings_by_drops(spec: &mut Spec) {
    let random = &mut spielraum_testkit::random(4 + spec.fingerprint().len() as u64);
    let dropped: Vec<PieceType> =
        spec.hands.iter().flat_map(|hands| hands.drops.iter().map(|drop| drop.piece)).collect();
    for castling in &mut spec.castlings {
        let comes = dropped.contains(&castling.royal_type) || dropped.contains(&castling.partner_type);
        castling.dropped = comes && random.random_bool(0.5);
    }
}

/// Some steps may be made three times. What is drawn depends on the definition alone, so that it changes nothing else.
fn add_triple_steps(spec: &mut Spec) {
    let random = &mut spielraum_testkit::random(3 + spec.fingerprint().len() as u64);
    let board = spec.board.clone();
    for step in &mut spec.double_steps {
        let DoubleStepPath::Straight(offsets) = &step.path else { continue };
        let twice = |offset: &Offset| Color::BOTH.iter().any(|&color| offsets[color].contains(&offset.times(2)));
        if !Color::BOTH.iter().any(|&color| offsets[color].iter().any(twice)) && random.random_bool(0.6) {
            step.thrice_from =
                Some(if random.random_bool(0.5) { region(random, &board) } else { ByColor::both(board.all()) });
        }
    }
}

/// Some promotions may be by captures only, or moves of their own. What is drawn depends on the definition alone, so that it changes nothing else.
fn add_own_promotions(spec: &mut Spec) {
    let random = &mut spielraum_testkit::random(2 + spec.fingerprint().len() as u64);
    for promotion in &mut spec.promotions {
        promotion.by_capture = random.random_bool(0.1);
        if promotion.by_capture {
            continue;
        }
        if random.random_bool(0.2) && !promotion.into.contains(&promotion.piece) {
            promotion.trigger =
                PromotionTrigger::Stands { last_anywhere: random.random_bool(0.4), peaceful: random.random_bool(0.4) };
            (promotion.force, promotion.en_passant) = (PromotionForce::Never, true);
            if promotion.text == PromotionText::Silent {
                promotion.text = PromotionText::Letter;
            }
        }
    }
}

/// Some mates may mean something else. What is drawn depends on the definition alone, so that it changes nothing else.
fn add_mates(spec: &mut Spec, types: &[PieceType]) {
    let random = &mut spielraum_testkit::random(1 + spec.fingerprint().len() as u64);
    for by in [MateBy::Only, MateBy::Without] {
        if spec.turn.is_plain() && random.random_bool(0.15) {
            let result = *[EndResult::Win, EndResult::Draw, EndResult::Loss].choose(random).unwrap();
            spec.goals.mates.push(Mate { by, types: some(random, types), result });
        }
    }
}

/// Moves may be counted. What is drawn depends on the definition alone, so that it changes nothing else.
fn add_count(spec: &mut Spec, types: &[PieceType], royal: bool) {
    let random = &mut spielraum_testkit::random(spec.fingerprint().len() as u64);
    if !spec.turn.is_plain() || random.random_bool(0.8) {
        return;
    }
    let mut limits = Vec::new();
    for _ in 0..random.random_range(1..=3) {
        let when = condition(random, &spec.board, types, royal, 1);
        let asks_more =
            |part: &&Condition| matches!(part, Condition::Can { .. } | Condition::Counted { .. } | Condition::Facing);
        limits.push(CountLimit {
            when: Some(when).filter(|when| !when.parts().iter().any(asks_more)),
            moves: random.random_range(0..=4),
            less_pieces: random.random_bool(0.4),
        });
    }
    spec.goals.ends.push(EndRule::counting(limits));
}

/// Something happens after moves. Where royals may go by it, losing one loses the game; they are spared where the sides don't
/// have the same.
fn add_effects(random: &mut StdRng, spec: &mut Spec, types: &[PieceType], royals: &Royals) {
    let (royal, common): (Vec<PieceType>, Vec<PieceType>) =
        types.iter().partition(|kind| spec.pieces[kind.index()].royal);
    let neutral: Vec<PieceType> = spec.piece_types().filter(|&kind| spec.is_neutral(kind)).collect();
    let count = |color: Color, kind| royals[color].iter().filter(|royal| **royal == kind).count() as u16;
    let alike = royal.iter().all(|&kind| count(Color::White, kind) == count(Color::Black, kind));
    let both = |steps: Vec<Offset>| ByColor::both(steps);
    for _ in 0..random.random_range(1..=2) {
        let after = some(random, &Occasion::ALL);
        let mut movers = if random.random_bool(0.5) { some(random, types) } else { Vec::new() };
        let what = match random.random_range(0..14) {
            0 => Consequence::RemoveMover,
            1..4 => {
                let mut spared = if random.random_bool(0.5) { some(random, types) } else { Vec::new() };
                if !alike {
                    spared.clone_from(&royal);
                }
                Consequence::RemoveAround { steps: both(steps(random)), spared }
            }
            4 => Consequence::Go { steps: both(vec![offset(random, 1)]) },
            5 if !neutral.is_empty() => Consequence::Leave { piece: *neutral.choose(random).unwrap() },
            6 => Consequence::ChangeSide,
            10..13 => {
                let mut spared = if random.random_bool(0.3) { some(random, types) } else { Vec::new() };
                if !alike {
                    spared.clone_from(&royal);
                }
                let (enclosed, converts) = (random.random_bool(0.6), random.random_bool(0.6));
                let joined = random.random_bool(0.2);
                Consequence::Enemies(Box::new(Enemies {
                    steps: both(steps(random)),
                    enclosed,
                    joined,
                    converts,
                    spared,
                }))
            }
            7..10 => Consequence::Rebirth(Box::new(rebirth(random, &spec.board, types, &common))),
            _ => {
                let turns_to_stone = alike && random.random_bool(0.3);
                let into = if turns_to_stone { neutral.choose(random) } else { None };
                Consequence::Become { into: *into.or(common.choose(random)).unwrap() }
            }
        };
        let becomes_stone = matches!(what, Consequence::Become { into } if neutral.contains(&into));
        let becomes = matches!(what, Consequence::Become { .. }) && !becomes_stone;
        if becomes || what == Consequence::RemoveMover && !alike {
            movers = some(random, &common);
        }
        let revives = matches!(what, Consequence::Rebirth(_));
        spec.effects.push(Effect { after: if revives { vec![Occasion::Capture] } else { after }, movers, what });
    }
    if spec.hands.as_ref().is_some_and(Hands::keep_captured) {
        spec.effects.retain(|effect| !effect.revives());
    }
    if spec.effects.iter().any(|effect| effect.after.contains(&Occasion::Move)) {
        spec.double_steps.iter_mut().for_each(|step| step.en_passant = false);
    }
    for kind in royal {
        let least = count(Color::White, kind);
        if least == 0 || !spec.may_lose_royal(kind) {
            continue;
        }
        let name = format!("Royal {}", spec.pieces[kind.index()].symbol);
        spec.goals.ends.push(Family { name, members: ByColor::both(vec![kind]), least }.into());
    }
}

/// What is reborn, and where.
fn rebirth(random: &mut StdRng, board: &Board, types: &[PieceType], common: &[PieceType]) -> Rebirth {
    let captured = random.random_bool(0.6);
    let same: Vec<Shared> = [Shared::Level, Shared::File, Shared::Rank, Shared::Shade]
        .into_iter()
        .filter(|_| random.random_bool(0.3))
        .collect();
    let choice = Choice { on_rank: random.random_bool(0.2), same };
    let whose = *[Home::Own, Home::Own, Home::Enemy, Home::Captor].choose(random).unwrap();
    let place = match random.random_range(0..8) {
        0..3 => Place::Start { whose, choice },
        3 => {
            let mut cells = region(random, board);
            for color in Color::BOTH {
                if cells[color].is_empty() {
                    cells[color] = board.all();
                }
            }
            Place::Region { cells: Box::new(cells), choice }
        }
        4 => Place::Capture,
        5 => Place::Departure,
        6 => Place::Beyond,
        _ => Place::Steps(ByColor::both(vec![offset(random, 1)])),
    };
    let mirrors = [Reflection::Centre, Reflection::Levels, Reflection::Files, Reflection::Ranks];
    let reflected = if random.random_bool(0.3) { *mirrors.choose(random).unwrap() } else { Reflection::None };
    let kinds = if captured { common } else { types };
    Rebirth {
        who: if captured { Reborn::Captured } else { Reborn::Captor { may_stay: random.random_bool(0.6) } },
        of: if !kinds.is_empty() && random.random_bool(0.3) { some(random, kinds) } else { Vec::new() },
        into: match random.random_range(0..6) {
            0 if captured => RebornAs::Captor,
            1 if captured && !common.is_empty() => RebornAs::Type(*common.choose(random).unwrap()),
            _ => RebornAs::Itself,
        },
        turns: captured && random.random_bool(0.15),
        place,
        reflected,
    }
}

/// How pieces may stand to each other so that a move is judged by it.
fn circumstance(random: &mut StdRng, types: &[PieceType]) -> Circumstance {
    let subjects = [Subject::Mover, Subject::Mover, Subject::MoverAfter, Subject::Captured, Subject::AnyAfter];
    let observed = |random: &mut StdRng| Relation::Observed {
        by: if random.random() { Whose::Own } else { Whose::Enemy },
        with: match random.random_range(0..3) {
            0 => Observers::Any,
            1 => Observers::Alike,
            _ => Observers::Types(some(random, types)),
        },
    };
    let of = *subjects.choose(random).unwrap();
    let beside = matches!(of, Subject::Mover | Subject::MoverAfter) && random.random_bool(0.3);
    Circumstance {
        of,
        types: if random.random_bool(0.3) { some(random, types) } else { Vec::new() },
        spares_royals: random.random_bool(0.4),
        what: if beside { Relation::Beside(ByColor::both(steps(random))) } else { observed(random) },
    }
}

/// What must be done before all else, and what may not give check, the bans first.
fn constraints(random: &mut StdRng, types: &[PieceType], common: &[PieceType], royal: bool) -> Vec<Constraint> {
    let (mut bans, mut musts) = (Vec::new(), Vec::new());
    let untouchable: Vec<PieceType> = if common.is_empty() { Vec::new() } else { some(random, common) };
    let mut constraint = |demand, kinds| Constraint {
        demand,
        only: random.random_bool(0.2).then(|| if random.random() { Color::White } else { Color::Black }),
        kinds: if kinds || random.random_bool(0.5) { some(random, &Occasion::ALL) } else { Vec::new() },
        movers: if random.random_bool(0.4) { some(random, types) } else { Vec::new() },
    };
    let taboo = Constraint { kinds: Vec::new(), ..constraint(Demand::NoCapture(untouchable), false) };
    let stand = Constraint { kinds: Vec::new(), ..constraint(Demand::NoFlight, false) };
    for _ in 0..2 {
        bans.push(constraint(Demand::NoCheck { but_mate: false }, false));
        musts.push(constraint(Demand::Must, true));
    }
    musts.push(Constraint { kinds: vec![Occasion::Capture], ..constraint(Demand::Must, true) });
    let only: Vec<Constraint> = (0..2)
        .map(|_| {
            let holds = random.random_bool(0.4);
            let demand = Demand::Only { when: circumstance(random, types), holds };
            let of_captures = random.random_bool(0.4);
            Constraint {
                demand,
                only: random.random_bool(0.2).then(|| if random.random() { Color::White } else { Color::Black }),
                kinds: if of_captures { vec![Occasion::Capture] } else { Vec::new() },
                movers: if random.random_bool(0.5) { some(random, types) } else { Vec::new() },
            }
        })
        .collect();
    let mate = Constraint { demand: Demand::OneMate, only: None, kinds: Vec::new(), movers: Vec::new() };
    let but_mate = Constraint { demand: Demand::NoCheck { but_mate: true }, ..mate.clone() };
    let far = Demand::Far { longest: random.random() };
    let far = Constraint { demand: far, only: None, kinds: Vec::new(), movers: Vec::new() };
    bans.retain(|_| royal && random.random_bool(0.3));
    bans.extend((royal && random.random_bool(0.3)).then_some(stand));
    bans.extend((royal && random.random_bool(0.15)).then_some(but_mate));
    bans.extend((royal && random.random_bool(0.1)).then_some(mate));
    bans.extend((!common.is_empty() && random.random_bool(0.2)).then_some(taboo));
    musts.retain(|_| random.random_bool(0.5));
    musts.extend(random.random_bool(0.15).then_some(far));
    musts.shuffle(random);
    bans.extend(only.into_iter().filter(|_| random.random_bool(0.4)));
    [bans, musts].concat()
}

/// A turn of several parts, in which pieces of nobody are placed if there are any.
fn turn(random: &mut StdRng, board: &Board, pieces: &[PieceSpec]) -> Turn {
    let types = PieceType::all(pieces.len());
    let neutral: Vec<PieceType> = types.filter(|kind| pieces[kind.index()].is_neutral()).collect();
    let new: Vec<bool> = neutral.iter().map(|_| random.random_bool(0.4)).collect();
    let mut parts = vec![TurnPart::Move];
    for _ in 0..random.random_range(1..=2) {
        let placed = neutral.iter().zip(&new).collect::<Vec<_>>();
        match placed.choose(random) {
            Some(&(&piece, &new)) if random.random_bool(0.85) => {
                let within = random.random_bool(0.3);
                let cells = if within { region(random, board) } else { ByColor::both(board.all()) };
                parts.push(TurnPart::Place(Placing { piece, cells, by_mover: random.random_bool(0.3), new }));
            }
            _ => parts.push(TurnPart::Move),
        }
    }
    Turn { parts }
}

/// One type or two that belong to nobody.
fn neutrals(random: &mut StdRng, board: &Board) -> Vec<PieceSpec> {
    let first = random.random_bool(0.5);
    let second = random.random_bool(0.4).then_some(!first);
    let of = |(letter, capturable): (char, bool)| PieceSpec {
        symbol: Symbol { letters: Letters::one(letter).unwrap(), mark: Mark::None },
        ownership: Ownership::Nobody { capturable },
        name: ByColor::both(letter.to_string()),
        moves: ByColor::default(),
        may_enter: ByColor::both(board.all()),
        royal: false,
        resets_clock: false,
    };
    ['W', 'X'].into_iter().zip([Some(first), second].into_iter().flatten()).map(of).collect()
}

/// One royal for each side, mostly; sometimes two or three, and sometimes one side has none.
fn royals(random: &mut StdRng, types: u8) -> Royals {
    if types == 0 {
        return Royals::default();
    }
    let counts = match random.random_range(0..10) {
        0..=5 => [1, 1],
        6 => [2, 2],
        7 => [0, 1],
        _ => [random.random_range(1..=3), random.random_range(1..=3)],
    };
    let [white, black] = counts.map(|count| (0..count).map(|_| PieceType(random.random_range(0..types))).collect());
    Royals { white, black }
}

fn board(random: &mut StdRng) -> Arc<Board> {
    let (files, ranks) = (random.random_range(3..=5), random.random_range(3..=6));
    let shape = match random.random_range(0..5) {
        0 => BoardShape::cuboid(["x", "y"], files.min(4), ranks.min(4)),
        1 => BoardShape::cuboid(["x", "y", "z"], 3, ranks.min(4)),
        _ => BoardShape::cuboid([""], files, ranks),
    };
    Arc::new(Board::new(&shape).unwrap())
}

/// Some of the items, at least one.
fn some<T: Copy>(random: &mut StdRng, items: &[T]) -> Vec<T> {
    let mut chosen: Vec<T> = items.iter().copied().filter(|_| random.random_bool(0.5)).collect();
    if chosen.is_empty() {
        chosen.extend(items.choose(random));
    }
    chosen
}

/// White's first or last ranks, and Black's.
fn region(random: &mut StdRng, board: &Board) -> ByColor<CellSet> {
    let (ranks, near) = (random.random_range(1..=2), random.random_bool(0.5));
    let last = board.extent().rank;
    ByColor::new(|color| {
        let low = near == (color == Color::White);
        let inside = |rank: i16| if low { rank < ranks } else { rank >= last - ranks };
        board.cells().filter(|&cell| inside(board.coord(cell).rank)).collect()
    })
}

fn offset(random: &mut StdRng, longest: i16) -> Offset {
    loop {
        let mut component = || random.random_range(-longest..=longest);
        let offset = Offset::new(component(), component(), component());
        // Most boards are flat.
        let offset = if offset.longest() > 0 && random.random_bool(0.7) {
            Offset::new(0, offset.file, offset.rank)
        } else {
            offset
        };
        if !offset.is_zero() {
            return offset;
        }
    }
}

/// Steps of one cell or a little more, often with their opposites.
fn steps(random: &mut StdRng) -> Vec<Offset> {
    let longest = if random.random_bool(0.7) { 1 } else { 2 };
    let mut steps = Vec::new();
    for _ in 0..random.random_range(1..=4) {
        let step = offset(random, longest);
        steps.push(step);
        if random.random_bool(0.5) {
            steps.push(-step);
        }
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

fn ring(random: &mut StdRng) -> RingFilter {
    *[RingFilter::Any, RingFilter::Any, RingFilter::Keep, RingFilter::Cross].choose(random).unwrap()
}

fn line_directions(random: &mut StdRng) -> Vec<LineDirection> {
    let mut lines: Vec<LineDirection> = steps(random).into_iter().map(LineDirection::Straight).collect();
    if random.random_bool(0.15) {
        let rank = random.random_range(-1..=1);
        lines.push(if random.random_bool(0.5) {
            LineDirection::Cross { rank }
        } else {
            LineDirection::Keep { rank: 1 }
        });
    }
    lines
}

fn pattern(random: &mut StdRng) -> Pattern {
    let set = |random: &mut StdRng| StepSet { offsets: steps(random), ring: ring(random) };
    match random.random_range(0..10) {
        0..=3 => Pattern::Leap(set(random)),
        4..=5 => {
            let (min, every) = (random.random_range(1..=2), random.random_range(1..=2));
            let max = *[Distances::FAR, Distances::FAR, min, 3].choose(random).unwrap();
            let distances = if random.random_bool(0.6) { Distances::ANY } else { Distances { min, max, every } };
            Pattern::Slide { lines: line_directions(random), distances }
        }
        6..=7 => {
            let landing = if random.random_bool(0.5) { Landing::Next } else { Landing::Beyond };
            Pattern::Hop { lines: line_directions(random), landing }
        }
        _ => {
            let stages = (0..random.random_range(2..=3)).map(|_| set(random)).collect();
            Pattern::Route { stages, leaping: random.random_bool(0.3) }
        }
    }
}

fn part(random: &mut StdRng) -> MovePart {
    let mode = *[Mode::Both, Mode::Both, Mode::Quiet, Mode::Capture].choose(random).unwrap();
    MovePart { mode, ..MovePart::new(pattern(random)) }
}

/// How a piece moves, mostly alike for both sides.
fn moves(random: &mut StdRng) -> ByColor<Vec<MovePart>> {
    let parts: Vec<MovePart> = (0..random.random_range(1..=3)).map(|_| part(random)).collect();
    match random.random_range(0..4) {
        0 => ByColor { white: parts, black: (0..2).map(|_| part(random)).collect() },
        _ => ByColor::both(parts),
    }
}

fn hands(random: &mut StdRng, board: &Board, pieces: &[PieceSpec], common: &[PieceType]) -> Hands {
    let plain: Vec<PieceType> =
        common.iter().copied().filter(|kind| pieces[kind.index()].symbol.mark == Mark::None).collect();
    let order = some(random, &plain);
    let becomes =
        (0..pieces.len()).map(|_| order.choose(random).copied().filter(|_| random.random_bool(0.8))).collect();
    let becomes = ByColor::both(becomes);
    if random.random_bool(0.5) {
        return Hands { order, captured: CapturedPieces::ToPrison(becomes), drops: Vec::new() };
    }
    let mut drops = Vec::new();
    for &piece in &order {
        let cells = if random.random_bool(0.3) { region(random, board) } else { ByColor::both(board.all()) };
        let max_on_file_line = random.random_bool(0.3).then_some(1);
        let (needs_move, no_mate) = (random.random_bool(0.5), random.random_bool(0.3));
        let near = random.random_bool(0.2).then(|| Near {
            what: *[
                Neighbours::Beside(Whose::Own),
                Neighbours::Beside(Whose::Enemy),
                Neighbours::Encloses,
                Neighbours::Stops,
            ]
            .choose(random)
            .unwrap(),
            steps: ByColor::both(steps(random)),
            holds: random.random_bool(0.6),
        });
        let both_shades = random.random_bool(0.1);
        let first = random.random_bool(0.1).then(|| region(random, board));
        drops.push(Drop { piece, held: piece, cells, needs_move, max_on_file_line, no_mate, near, first, both_shades });
    }
    // Some types may be dropped as others, too, or as others only.
    let faces = common.iter().filter(|kind| pieces[kind.index()].symbol.mark != Mark::Tilde && !order.contains(kind));
    for &piece in faces {
        if let Some(like) = drops.choose(random).cloned().filter(|_| random.random_bool(0.4)) {
            drops.retain(|drop| drop.piece != like.held || random.random_bool(0.7));
            drops.push(Drop { piece, ..like });
        }
    }
    Hands { order, captured: CapturedPieces::ToCaptor(becomes), drops }
}

fn promotions(random: &mut StdRng, board: &Board, common: &[PieceType], prison: bool) -> Vec<Promotion> {
    let mut promotions = Vec::new();
    for &piece in common.iter().filter(|_| random.random_bool(0.4)).collect::<Vec<_>>() {
        let triggers = [PromotionTrigger::Ends, PromotionTrigger::Enters, PromotionTrigger::Touches];
        let forces = [PromotionForce::Always, PromotionForce::WhenStuck, PromotionForce::Never];
        let texts = [PromotionText::Letter, PromotionText::Letter, PromotionText::Plus, PromotionText::Silent];
        let text = *texts.choose(random).unwrap();
        let others: Vec<PieceType> = common.iter().copied().filter(|kind| *kind != piece).collect();
        let mut into = if others.is_empty() { vec![piece] } else { some(random, &others) };
        if text != PromotionText::Letter {
            into.truncate(1);
        }
        let promotion = Promotion {
            piece,
            zone: region(random, board),
            trigger: *triggers.choose(random).unwrap(),
            into,
            force: if text == PromotionText::Silent { forces[0] } else { *forces.choose(random).unwrap() },
            from_prison: prison && random.random_bool(0.5),
            by_capture: false,
            en_passant: random.random_bool(0.8),
            text,
        };
        if random.random_bool(0.8) {
            promotions.push(promotion);
            continue;
        }
        // One side's, or another for each side.
        let only = |color: Color, zone: ByColor<CellSet>| {
            ByColor::new(|other| if other == color { zone[color] } else { CellSet::EMPTY })
        };
        let white = Promotion { zone: only(Color::White, promotion.zone), ..promotion.clone() };
        let into = if others.is_empty() { vec![piece] } else { vec![*others.choose(random).unwrap()] };
        let black = Promotion { zone: only(Color::Black, promotion.zone), into, ..promotion };
        promotions.push(white);
        promotions.extend(random.random_bool(0.7).then_some(black));
    }
    promotions
}

fn remote(random: &mut StdRng, board: &Board, types: &[PieceType], common: &[PieceType]) -> RemotePromotion {
    let mut changes = Vec::new();
    for _ in 0..random.random_range(1..=2) {
        changes.push(RemoteChange { movers: some(random, types), changed: some(random, common) });
    }
    RemotePromotion {
        changes,
        zone: region(random, board),
        into: some(random, common),
        guarded: region(random, board),
        guards: some(random, types),
    }
}

/// Castling on each side's first rank of some level; the royals and partners are put there by the start position.
fn castlings(random: &mut StdRng, board: &Board, royals: &[PieceType], common: &[PieceType]) -> Vec<Castling> {
    let mut castlings = Vec::new();
    for (color, rights) in [(Color::White, ['K', 'Q']), (Color::Black, ['k', 'q'])] {
        let rank = if color == Color::White { 0 } else { board.extent().rank - 1 };
        let row: Vec<Cell> = board.cells().filter(|&cell| board.coord(cell).rank == rank).collect();
        let home = (*row.choose(random).unwrap(), *royals.choose(random).unwrap());
        for right in rights {
            let elsewhere = (*row.choose(random).unwrap(), *royals.choose(random).unwrap());
            let (royal, royal_type) = if random.random_bool(0.8) { home } else { elsewhere };
            let mut other = || *row.choose(random).unwrap();
            let (royal_end, partner, partner_end) = (other(), other(), other());
            if partner != royal && (royal_end != partner_end || random.random_bool(0.1)) {
                castlings.push(Castling {
                    right,
                    color,
                    royal_type,
                    royal: (royal, royal_end),
                    partner: (partner, partner_end),
                    partner_type: *common.choose(random).unwrap(),
                    by_partner: partner.0 % 3 == 0,
                    dropped: false,
                });
            }
        }
    }
    castlings
}

fn double_steps(random: &mut StdRng, board: &Board, types: &[PieceType], royals: &[PieceType]) -> Vec<DoubleStep> {
    let mut found = Vec::new();
    for &piece in types.iter().filter(|_| random.random_bool(0.25)).collect::<Vec<_>>() {
        let bent = random.random_bool(0.4);
        found.push(DoubleStep {
            piece,
            from: if random.random_bool(0.5) { region(random, board) } else { ByColor::both(board.all()) },
            path: match bent {
                true => DoubleStepPath::Bent,
                false => DoubleStepPath::Straight(ByColor { white: steps(random), black: steps(random) }),
            },
            en_passant: !royals.contains(&piece) && random.random_bool(0.8),
            answered_by: if random.random_bool(0.3) { some(random, types) } else { Vec::new() },
            unanswered_from: None,
            thrice_from: None,
        });
    }
    found
}

/// What pieces may do as long as they have not moved.
fn firsts(random: &mut StdRng, spec: &Spec, types: &[PieceType]) -> FirstRights {
    let mut firsts = FirstRights::default();
    let board = &spec.board;
    if let Some(hands) = spec.hands.as_ref().filter(|_| spec.effects.is_empty() && random.random_bool(0.4)) {
        let cells = if random.random_bool(0.7) { region(random, board) } else { ByColor::both(board.all()) };
        if matches!(hands.captured, CapturedPieces::ToCaptor(_)) {
            firsts.gates = hands.order.iter().map(|&piece| Gate { piece, cells }).collect();
        }
    }
    if !spec.effects.iter().any(Effect::gives) && random.random_bool(0.25) {
        for &piece in types.iter().filter(|kind| spec.double_steps.iter().all(|step| step.piece != **kind)) {
            if random.random_bool(0.6) {
                let quiet = |parts: Vec<MovePart>| {
                    parts.into_iter().map(|part| MovePart { mode: Mode::Quiet, ..part }).collect::<Vec<_>>()
                };
                firsts.moves.push(FirstMove {
                    piece,
                    from: if random.random_bool(0.5) { region(random, board) } else { ByColor::both(board.all()) },
                    moves: moves(random).map(quiet),
                    lost_to: if random.random_bool(0.5) { some(random, types) } else { Vec::new() },
                });
            }
        }
    }
    firsts
}

fn goals(random: &mut StdRng, board: &Board, types: &[PieceType], royals: &[PieceType]) -> Goals {
    let (royal, common) = (!royals.is_empty(), &types[royals.len()..]);
    let families = if random.random_bool(if royal { 0.1 } else { 0.5 }) {
        let members = ByColor::both(some(random, common));
        vec![Family { name: "Some".into(), members, least: random.random_range(1..=2) }]
    } else {
        Vec::new()
    };
    let no_moves = *[NoMoves::Draw, NoMoves::Loss, NoMoves::Win].choose(random).unwrap();
    let reach = random.random_bool(0.1).then(|| Reach { pieces: some(random, types), region: region(random, board) });
    let checks = (royal && random.random_bool(0.1)).then(|| random.random_range(1..=3));
    let mut ends: Vec<EndRule> = families.into_iter().map(EndRule::from).collect();
    ends.extend((no_moves != NoMoves::Draw).then(|| EndRule::stalemate(no_moves)));
    ends.extend(reach.map(EndRule::from));
    ends.extend(checks.map(EndRule::check_count));
    ends.extend(random.random_bool(0.5).then(EndRule::bare_royals));
    while random.random_bool(0.3) {
        ends.push(end(random, board, types, royal));
    }
    if royal && random.random_bool(0.2) {
        // A side that passes while the royals face each other.
        let has_just = Condition::Counted { whose: Whose::Own, counter: Counter::Passes, least: 1 };
        let moved = Condition::Not(Box::new(Condition::ToMove(Whose::Own)));
        let when = Condition::All(vec![has_just, moved, Condition::Facing]);
        ends.push(EndRule::new(EndResult::Draw, SOME, "some conditions hold", when));
    }
    ends.shuffle(random);
    Goals {
        ends,
        answers_facing: false,
        facing: if royal && random.random_bool(0.2) { steps(random) } else { Vec::new() },
        repetition: if random.random_bool(0.2) { Repetition::Banned } else { Repetition::Ignored },
        royal_obligation: (royal && random.random_bool(0.2)).then(|| RoyalObligation {
            region: region(random, board),
            released_by: some(random, common),
            within: random.random_range(1..=3),
        }),
        checkmate: match royal && random.random_bool(0.1) {
            true => Checkmate(*[EndResult::Win, EndResult::Draw].choose(random).unwrap()),
            false => Checkmate::default(),
        },
        mates: Vec::new(),
        draws: match random.random_range(0..12) {
            0 => Draws::Won(if random.random() { Color::White } else { Color::Black }),
            1 => Draws::Points(points(random, types)),
            _ => Draws::Drawn,
        },
    }
}

/// What pieces are worth; both sides have one of their own besides.
fn points(random: &mut StdRng, types: &[PieceType]) -> Points {
    let worth = types.iter().map(|_| random.random_range(0..=6)).collect();
    Points { worth, bonus: ByColor::new(|_| random.random_range(0..=3)) }
}

/// The code of an end by conditions within conditions.
pub const SOME: &str = "some";

/// An end of the game by conditions within conditions.
fn end(random: &mut StdRng, board: &Board, types: &[PieceType], royal: bool) -> EndRule {
    let result = *[EndResult::Win, EndResult::Loss, EndResult::Draw].choose(random).unwrap();
    // Two conditions at the least: few positions are over.
    let mut parts: Vec<Condition> =
        (0..random.random_range(2..=3)).map(|_| condition(random, board, types, royal, 2)).collect();
    if random.random_bool(0.2) {
        parts.push(Condition::NoMoves(whose(random)));
    }
    let only = random.random_bool(0.3).then(|| if random.random() { Color::White } else { Color::Black });
    EndRule { only, ..EndRule::new(result, SOME, "some conditions hold", Condition::All(parts)) }
}

fn whose(random: &mut StdRng) -> Whose {
    if random.random() { Whose::Own } else { Whose::Enemy }
}

fn condition(random: &mut StdRng, board: &Board, types: &[PieceType], royal: bool, depth: u32) -> Condition {
    let whose = whose(random);
    let parts = |random: &mut StdRng| -> Vec<Condition> {
        (0..random.random_range(1..=3)).map(|_| condition(random, board, types, royal, depth - 1)).collect()
    };
    match random.random_range(0..if depth > 0 { 19 } else { 15 }) {
        0..=3 => Condition::Pieces {
            whose,
            types: ByColor { white: some(random, types), black: some(random, types) },
            region: random.random_bool(0.7).then(|| region(random, board)),
            number: match random.random() {
                true => Bound::AtLeast(random.random_range(0..=3)),
                false => Bound::AtMost(random.random_range(0..=3)),
            },
        },
        4 if royal => Condition::InCheck(whose),
        5 => Condition::Bare(whose),
        4 | 6 => Condition::ToMove(whose),
        7 => Condition::Fewer { whose, types: ByColor { white: some(random, types), black: some(random, types) } },
        8 => Condition::Safe {
            whose,
            types: ByColor { white: some(random, types), black: some(random, types) },
            region: random.random_bool(0.5).then(|| region(random, board)),
            least: random.random_range(1..=3),
        },
        9 => Condition::Counted { whose, counter: Counter::Passes, least: 1 },
        10 if royal => Condition::Facing,
        10 | 11 => Condition::Empty {
            whose,
            region: random.random_bool(0.6).then(|| region(random, board)),
            number: match random.random() {
                true => Bound::AtLeast(random.random_range(0..=4)),
                false => Bound::AtMost(random.random_range(0..=4)),
            },
        },
        12 => Condition::Owned {
            whose,
            types: ByColor { white: some(random, types), black: some(random, types) },
            number: Bound::AtMost(random.random_range(0..=4)),
        },
        13 => Condition::Row {
            whose,
            types: ByColor { white: some(random, types), black: some(random, types) },
            steps: ByColor::both(steps(random)),
            least: random.random_range(2..=3),
        },
        14 => Condition::Connected {
            whose,
            types: ByColor { white: some(random, types), black: some(random, types) },
            steps: ByColor::both(steps(random)),
            regions: Box::new([region(random, board), region(random, board)]),
        },
        15 => Condition::All(parts(random)),
        16 => Condition::Any(parts(random)),
        17 => Condition::Can { whose, then: Box::new(condition(random, board, types, royal, 0)) },
        _ => Condition::Not(Box::new(condition(random, board, types, royal, depth - 1))),
    }
}

/// A position as text in which everything stands at random, each castling piece where it must with its right.
pub fn position(random: &mut StdRng, spec: &Spec, royals: &Royals) -> String {
    let board = &spec.board;
    let mut placement: Vec<Option<(Owner, PieceType)>> = vec![None; board.len()];
    let density = random.random_range(0.1..0.6);
    for piece in &mut placement {
        let kind = random.random_range(0..spec.pieces.len()) as u8;
        let owner = match random.random_bool(0.5) {
            _ if spec.is_neutral(PieceType(kind)) => Owner::Nobody,
            true => Owner::White,
            false => Owner::Black,
        };
        if random.random_bool(density) && !spec.pieces[usize::from(kind)].royal {
            *piece = Some((owner, PieceType(kind)));
        }
    }
    for kind in spec.turn.single() {
        // The board has one at most.
        let cells: Vec<usize> =
            (0..placement.len()).filter(|&at| placement[at].is_some_and(|placed| placed.1 == kind)).collect();
        let kept = cells.choose(random).copied();
        cells.into_iter().filter(|&at| Some(at) != kept).for_each(|at| placement[at] = None);
    }
    let mut rights = String::new();
    let mut homes: ByColor<Vec<(PieceType, Cell)>> = ByColor::default();
    for castling in &spec.castlings {
        if random.random_bool(0.8) {
            homes[castling.color].push((castling.royal_type, castling.royal.0));
            if !spec.pieces[castling.royal_type.index()].royal {
                placement[castling.royal.0.index()] = Some((castling.color.into(), castling.royal_type));
            }
            placement[castling.partner.0.index()] = Some((castling.color.into(), castling.partner_type));
            for cell in [castling.royal.1, castling.partner.1] {
                if ![castling.royal.0, castling.partner.0].contains(&cell) {
                    placement[cell.index()] = None;
                }
            }
            rights.push(castling.right);
        }
    }
    let cells: Vec<Cell> = board.cells().collect();
    for color in Color::BOTH {
        for &kind in &royals[color] {
            let home = homes[color].iter().position(|(royal, _)| *royal == kind);
            let home = match home.map(|at| homes[color].swap_remove(at)) {
                Some((_, home)) => {
                    homes[color].retain(|other| *other != (kind, home));
                    home
                }
                None => *cells.choose(random).unwrap(),
            };
            placement[home.index()] = Some((color.into(), kind));
        }
    }
    rights.retain(|right| {
        let castling = spec.castlings.iter().find(|castling| castling.right == right).unwrap();
        placement[castling.partner.0.index()] == Some((castling.color.into(), castling.partner_type))
            && placement[castling.royal.0.index()] == Some((castling.color.into(), castling.royal_type))
    });
    let hands = spec.hands.as_ref().map_or_else(String::new, |hands| {
        let mut text = String::new();
        for color in Color::BOTH {
            for kind in &hands.order {
                text += &spec.pieces[kind.index()].symbol.owned_by(color.into()).repeat(random.random_range(0..=2));
            }
        }
        format!("[{text}]")
    });
    let side = if random.random_bool(0.5) { 'w' } else { 'b' };
    let rights = if rights.is_empty() { "-".to_owned() } else { rights };
    let part = match spec.turn.parts.len() {
        1 => String::new(),
        parts if random.random_bool(0.3) => format!(" {}", random.random_range(2..=parts)),
        _ => " -".to_owned(),
    };
    format!("{}{hands} {side} {rights} - 0 1{part}", rows(spec, &placement))
}

fn rows(spec: &Spec, placement: &[Option<(Owner, PieceType)>]) -> String {
    let written = |(owner, kind): (Owner, PieceType)| spec.pieces[kind.index()].symbol.owned_by(owner);
    let cell = |cell: &Cell| placement[cell.index()].map_or("1".to_owned(), written);
    let row = |row: &Vec<Cell>| {
        let mut text = String::new();
        let mut empty = 0;
        for piece in row.iter().map(cell) {
            if piece == "1" {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text += &piece;
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    let level = |level| spec.board.rows(level).iter().map(row).collect::<Vec<_>>().join("/");
    (0..spec.board.shape().levels.len()).map(level).collect::<Vec<_>>().join("|")
}
