//! What the search asks of the rules agrees with the public interface.

use spielraum_engine::attack::{AttackCache, AttackInfo, AttackVisitor, Attacks, Pawn, is_pawn};
use spielraum_geometry::Cell;
use spielraum_rules::spec::{PieceType, Repetition, RoyalSet};
use spielraum_rules::{Change, Color, GenType, Move, MoveKind, Owner, Position, Standing, piece_index};
use spielraum_testkit::{all_rules, play_random, position, random, rules};
use std::collections::{HashMap, HashSet};

/// Positions of random games.
fn for_random_positions(games: usize, plies: usize, mut look: impl FnMut(&str, &mut Position)) {
    for (id, rules) in all_rules() {
        let mut dice = random(7);
        for _ in 0..games {
            let mut position = rules.start();
            for _ in 0..plies {
                look(id, &mut position);
                if play_random(&mut dice, &mut position).is_none() {
                    break;
                }
            }
        }
    }
}

#[test]
fn the_selections_together_are_the_legal_moves() {
    // How many moves of each selection were seen.
    let mut selected = [0; 6];
    for_random_positions(3, 80, |id, position| {
        if position.outcome().is_some() {
            return;
        }
        let legal: HashSet<_> = position.legal_moves().into_iter().collect();
        let banned = position.rules().spec().goals.repetition == Repetition::Banned;
        let mut parts = Vec::new();
        for part in [GenType::Captures, GenType::Quiets, GenType::Drops] {
            let first = parts.len();
            position.generate(part, &mut parts);
            for &m in &parts[first..] {
                assert_eq!(position.captured_by(m).is_some(), part == GenType::Captures, "{id} {position:?} {m:?}");
                assert_eq!(m.dropped().is_some(), part == GenType::Drops, "{id} {position:?} {m:?}");
            }
        }
        let mut plain = Vec::new();
        position.generate(GenType::PlainCaptures, &mut plain);
        let is_plain = |m: &&Move| position.captured_by(**m).is_some() && m.remote_promotion().is_none();
        let expected: HashSet<_> = parts.iter().filter(is_plain).collect();
        let captures = parts.iter().filter(|m| position.captured_by(**m).is_some()).count();
        let drops = parts.iter().filter(|m| m.dropped().is_some()).count();
        assert_eq!(plain.iter().collect::<HashSet<_>>(), expected, "{id} {position:?}");
        assert_eq!(plain.len(), expected.len(), "{id} {position:?}: some capture came twice");
        let mut all = Vec::new();
        position.generate(GenType::All, &mut all);
        let (parts_set, all_set): (HashSet<_>, HashSet<_>) =
            (parts.iter().copied().collect(), all.iter().copied().collect());
        assert_eq!(parts_set.len(), parts.len(), "{id} {position:?}: some move came twice");
        assert_eq!(parts_set, all_set, "{id} {position:?}");
        let allowed: HashSet<_> = all
            .iter()
            .copied()
            .filter(|&m| {
                position.make_unchecked(m);
                let root = position.ply();
                let banned = position.standing(root) == Standing::Banned;
                position.unmake();
                !banned
            })
            .collect();
        assert_eq!(allowed, legal, "{id} {position:?}");
        assert!(banned || all_set == legal);
        let mut checks = Vec::new();
        position.generate(GenType::QuietChecks, &mut checks);
        let side = position.side_to_move();
        let gives_check = |m: Move| position.aims_at_royal(side, position.moved_by(m), m.to());
        let expected: HashSet<_> = all
            .iter()
            .copied()
            .filter(|m| m.kind() == MoveKind::Normal && m.promotion().is_none() && m.remote_promotion().is_none())
            .filter(|&m| position.captured_by(m).is_none() && gives_check(m))
            .collect();
        let quiet_checks = checks.len();
        assert_eq!(quiet_checks, expected.len(), "{id} {position:?}: some check came twice");
        assert_eq!(checks.into_iter().collect::<HashSet<_>>(), expected, "{id} {position:?}");
        let mut promotions = Vec::new();
        position.generate(GenType::QuietPromotions, &mut promotions);
        let expected: HashSet<_> = all
            .into_iter()
            .filter(|&m| m.dropped().is_none() && m.promotion().is_some() && position.captured_by(m).is_none())
            .collect();
        assert_eq!(promotions.into_iter().collect::<HashSet<_>>(), expected, "{id} {position:?}");
        let quiets = parts.len() - captures - drops;
        let counts = [captures, quiets, drops, plain.len(), quiet_checks, expected.len()];
        selected.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    });
    let names = ["captures", "quiet moves", "drops", "plain captures", "quiet checks", "quiet promotions"];
    assert!(selected.iter().all(|count| *count > 100), "{selected:?} of {names:?}");
}

#[test]
fn moves_are_accepted_if_they_are_legal() {
    let mut accepted = [0, 0];
    let mut strangers: HashMap<String, Vec<_>> = HashMap::new();
    for_random_positions(2, 60, |id, position| {
        if position.outcome().is_some() {
            return;
        }
        let mut moves = Vec::new();
        position.generate(GenType::All, &mut moves);
        let legal: HashSet<_> = moves.iter().copied().collect();
        let known = strangers.entry(id.to_owned()).or_default();
        for &m in known.iter().chain(&moves).rev().take(400) {
            assert_eq!(position.is_pseudo_legal(m), legal.contains(&m), "{id} {position:?} {m:?}");
            accepted[usize::from(legal.contains(&m))] += 1;
        }
        known.extend(moves.into_iter().take(40));
    });
    assert!(accepted.iter().all(|count| *count > 10_000), "{accepted:?}");
}

#[test]
fn changes_tell_what_a_move_does() {
    type Pieces = HashMap<(Color, u8, Option<u16>), i32>;
    fn pieces(position: &Position) -> Pieces {
        let mut found = Pieces::new();
        position.for_each_piece(|color, kind, cell| *found.entry((color, kind.0, Some(cell.0))).or_default() += 1);
        for color in Color::BOTH {
            for kind in spielraum_rules::spec::PieceType::all(position.rules().spec().pieces.len()) {
                found.insert((color, kind.0, None), i32::from(position.in_hand(color, kind)));
            }
        }
        found.retain(|_, count| *count != 0);
        found
    }
    // How many changes of each kind were seen, and how many moves only carry a piece from one cell to another.
    let (mut seen, mut plain) = ([0; 3], 0);
    for_random_positions(2, 60, |id, position| {
        let mut moves = Vec::new();
        if position.outcome().is_none() {
            position.generate(GenType::All, &mut moves);
        }
        for &m in moves.iter().step_by(1 + moves.len() / 40) {
            let mut expected = pieces(position);
            let mut changes = 0;
            position.changes(m, |change| {
                let (number, key, count) = match change {
                    // Nobody's pieces are not among those of the sides.
                    Change::Leaves(Owner::Nobody, ..) | Change::Comes(Owner::Nobody, ..) => return,
                    Change::Leaves(owner, kind, cell) => (0, (owner.color().unwrap(), kind.0, Some(cell.0)), -1),
                    Change::Comes(owner, kind, cell) => (1, (owner.color().unwrap(), kind.0, Some(cell.0)), 1),
                    Change::Hand(color, kind, count) => (2, (color, kind.0, None), i32::from(count)),
                    other => panic!("{other:?} concerns no piece"),
                };
                seen[number] += 1;
                changes += 1;
                *expected.entry(key).or_default() += count;
            });
            expected.retain(|_, count| *count != 0);
            plain += usize::from(changes == 2);
            position.make_unchecked(m);
            assert_eq!(pieces(position), expected, "{id} {position:?} {m:?}");
            position.unmake();
        }
    });
    assert!(seen.iter().all(|count| *count > 1_000), "{seen:?}");
    assert!(plain > 1_000 && plain < seen[0], "{plain} of {seen:?}");
}

#[test]
fn a_null_move_is_taken_back_without_a_trace() {
    let mut passed_on = 0;
    for_random_positions(2, 60, |id, position| {
        if position.in_check() || position.outcome().is_some() {
            return;
        }
        let (fen, hash, legal) = (position.fen(), position.hash(), position.count_legal());
        position.make_null();
        assert_ne!(position.hash(), hash, "{id}");
        let passed = Position::from_fen(position.rules(), &position.fen());
        // Where the enemy's royal could be taken now, the text of the position is refused.
        if let Ok(passed) = passed {
            assert_eq!(passed.hash(), position.hash(), "{id} {fen}");
            passed_on += 1;
        }
        position.unmake();
        assert_eq!((position.fen(), position.hash(), position.count_legal()), (fen, hash, legal), "{id}");
    });
    assert!(passed_on > 1_000, "{passed_on}");
}

#[test]
fn exchanges_gain_what_they_gain() {
    let chess = |fen: &str, text: &str, gain: i32| {
        let rules = rules("chess");
        let mut position = Position::from_fen(&rules, fen).unwrap();
        let worth = worth(&rules, &[("K", 10_000), ("Q", 900), ("R", 500), ("B", 330), ("N", 320), ("P", 100)]);
        check(&mut position, text, &worth, gain);
    };
    // Known positions of chess programs' tests.
    chess("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100);
    chess("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220);
    chess("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100);
    chess("4k3/2p5/3p4/8/8/3R4/8/4K3 w - - 0 1", "d3d6", -400);
    // A royal may not take what is defended, but may take what is not.
    chess("8/8/3k4/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5", -400);
    chess("8/8/3k4/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 100);
    // Behind a rook that has captured stands another: lines open.
    chess("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -400);
    chess("4k3/3r4/8/3p4/8/3R4/3R4/3RK3 w - - 0 1", "d3d5", 100);
    // A pinned piece may not leave the line of its pin, whichever side's it is, but may capture along it, and is free when
    // the pinning piece has gone.
    chess("4k3/8/4p3/3n4/8/8/3Q4/3KR3 w - - 0 1", "d2d5", 320);
    chess("4k1r1/8/4p3/3p4/8/2N5/6B1/6K1 w - - 0 1", "c3d5", -220);
    chess("4k3/8/8/8/4r3/8/4pQ2/4R1K1 w - - 0 1", "f2e2", -300);
    chess("4k3/8/8/8/4q3/8/8/1n2R1K1 w - - 0 1", "e1b1", -180);
    // Promotion, en passant.
    chess("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800);
    chess("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100);
}

#[test]
fn exchanges_know_hurdles_and_blocked_legs() {
    let xiangqi = |fen: &str, text: &str, gain: i32| {
        let rules = rules("xiangqi");
        let mut position = Position::from_fen(&rules, fen).unwrap();
        let known = [
            ("K", 10_000),
            ("R", 500),
            ("C", 300),
            ("H", 270),
            ("N", 270),
            ("P", 100),
            ("A", 120),
            ("B", 120),
            ("E", 120),
        ];
        let worth = worth(&rules, &known);
        check(&mut position, text, &worth, gain);
    };
    // The cannon takes over the soldier; nothing takes back.
    xiangqi("3k5/9/4r4/9/9/4P4/9/9/9/4CK3 w - - 0 1", "e1e8", 500);
    // A second cannon behind a hurdle defends.
    xiangqi("3k5/4c4/4p4/4r4/9/4P4/9/9/9/4CK3 w - - 0 1", "e1e7", 200);
}

fn worth(rules: &spielraum_rules::Rules, known: &[(&str, i32)]) -> Vec<i32> {
    let mut worth = vec![0; 2 * rules.spec().pieces.len()];
    for (index, piece) in rules.spec().pieces.iter().enumerate() {
        let value = known.iter().find(|(symbol, _)| *symbol == piece.symbol.to_string()).map_or(0, |(_, value)| *value);
        for color in Color::BOTH {
            worth[piece_index(color, spielraum_rules::spec::PieceType(index as u8))] = value;
        }
    }
    worth
}

/// Finds the gain between the two thresholds where the answer changes.
fn check(position: &mut Position, text: &str, worth: &[i32], gain: i32) {
    let (fen, hash) = (position.fen(), position.hash());
    let m = position.parse_move(text).unwrap_or_else(|_| panic!("{text} in {fen}"));
    assert!(position.see_ge(m, worth, gain), "{text} in {fen} gains less than {gain}");
    assert!(!position.see_ge(m, worth, gain + 1), "{text} in {fen} gains more than {gain}");
    assert_eq!((position.fen(), position.hash()), (fen, hash));
    assert_eq!(position.count_legal(), Position::from_fen(position.rules(), &position.fen()).unwrap().count_legal());
}

/// What a look at all pieces finds of pawns, by side and cell.
#[derive(Default)]
struct Pawns(HashSet<(Color, usize, Pawn)>);

impl AttackVisitor for Pawns {
    fn pieces(&mut self, _: Color, _: PieceType, _: AttackInfo) {}

    fn pawn(&mut self, color: Color, _: PieceType, cell: Cell, pawn: Pawn) {
        self.0.insert((color, cell.index(), pawn));
    }
}

/// How the pawns of a chess position stand, as a textbook says it: White's come first, in the order of their cells.
fn pawns_by_the_book(position: &Position) -> HashSet<(Color, usize, Pawn)> {
    let board = position.rules().board();
    let mut men = Vec::new();
    position.for_each_piece(|color, kind, cell| {
        let at = board.coord(cell);
        men.push((color, position.rules().spec().pieces[kind.index()].resets_clock, at.file, at.rank, cell));
    });
    let forward = |color: Color| if color == Color::White { 1 } else { -1 };
    let pawns: Vec<_> = men.iter().copied().filter(|man| man.1).collect();
    let ahead = |color: Color, from: i16, to: i16| (to - from) * forward(color) > 0;
    pawns
        .iter()
        .map(|&(color, _, file, rank, cell)| {
            let others = |own: bool| pawns.iter().filter(move |man| (man.0 == color) == own && man.4 != cell);
            let is_passed = !others(false).any(|man| (man.2 - file).abs() <= 1 && ahead(color, rank, man.3));
            let blocked = men.iter().any(|man| man.2 == file && man.3 == rank + forward(color));
            let pawn = Pawn {
                is_passed,
                is_unblocked: is_passed && !blocked,
                is_supported: others(true).any(|man| (man.2 - file).abs() == 1 && man.3 == rank - forward(color)),
                is_phalanx: others(true).any(|man| (man.2 - file).abs() == 1 && man.3 == rank),
                is_isolated: !others(true).any(|man| (man.2 - file).abs() == 1),
                is_doubled: others(true).any(|man| man.2 == file && ahead(color, rank, man.3)),
            };
            (color, cell.index(), pawn)
        })
        .collect()
}

#[test]
fn pawns_of_chess_stand_as_the_book_says() {
    let mut seen = HashSet::new();
    for_random_positions(12, 160, |id, position| {
        if id != "chess" {
            return;
        }
        let mut told = Pawns::default();
        let threats = Attacks::new(position.rules()).info(position, &mut AttackCache::default(), &[], &mut told);
        seen.extend(told.0.iter().map(|(.., pawn)| *pawn));
        assert_eq!(told.0, pawns_by_the_book(position), "{position:?}");
        for color in Color::BOTH {
            let mut passed = position.clone();
            if passed.side_to_move() != color {
                passed.make_null();
            }
            let mut captures = Vec::new();
            // Whatever a pawn could take is threatened, and more: what it may not take since its king is in danger.
            if !passed.in_check() {
                passed.generate(GenType::Captures, &mut captures);
            }
            let is_pawn = |kind: PieceType| is_pawn(passed.rules(), kind);
            let prey: HashSet<_> = captures
                .iter()
                .filter(|m| is_pawn(passed.moved_by(**m)))
                .filter(|m| passed.captured_by(**m).is_some_and(|(_, kind)| !is_pawn(kind)))
                .map(|m| m.to())
                .collect();
            assert!(prey.len() as u32 <= threats[color as usize], "{position:?}");
        }
    });
    assert!(seen.len() > 8, "too few ways to stand: {seen:?}");
}

#[test]
fn pawns_of_every_game_are_known_as_such() {
    let pawns_of = |id: &str| {
        let rules = rules(id);
        let pieces = &rules.spec().pieces;
        let kinds = PieceType::all(pieces.len()).filter(|&kind| is_pawn(&rules, kind));
        kinds.map(|kind| pieces[kind.index()].symbol.to_string()).collect::<Vec<_>>().join("")
    };
    assert_eq!(pawns_of("chess"), "P");
    assert_eq!(pawns_of("raumschach"), "P");
    assert_eq!(pawns_of("nichtschach"), "P");
    assert_eq!(pawns_of("stockyang"), "B");
    // The lance slides: it can be blocked, so it is not reported.
    assert_eq!(pawns_of("shogi"), "NP");
    assert_eq!(pawns_of("xiangqi"), "");
}

#[test]
fn the_freedom_of_a_royal_is_the_number_of_its_moves_when_nothing_else_can_move() {
    for (fen, free) in [
        ("7k/8/8/8/8/8/8/K6R b - - 0 1", 2),
        ("7k/5K2/8/8/8/8/8/6R1 b - - 0 1", 1),
        ("k7/8/1K6/8/8/8/8/8 w - - 0 1", 1),
    ] {
        let position = Position::from_fen(&rules("chess"), fen).unwrap();
        assert_eq!(position.royal_freedom(position.royals(Color::Black).iter().next().unwrap()), free, "{fen}");
    }
    let (mut compared, mut free) = (0, 0);
    for_random_positions(2, 120, |id, position| {
        let Some(kind) = position.rules().spec().pieces.iter().position(|piece| piece.royal) else { return };
        // What follows moves is not part of it, nor that a royal may be left attacked (G13), nor first moves (G14).
        let spec = position.rules().spec();
        if position.outcome().is_some()
            || !spec.effects.is_empty()
            || !spec.firsts.moves.is_empty()
            || spec.royal_set != RoyalSet::Each
        {
            return;
        }
        let side = position.side_to_move();
        let Some(royal) = position.royals(side).iter().next() else { return };
        let steps: HashSet<_> = position
            .legal_moves()
            .into_iter()
            .filter(|m| m.kind() == MoveKind::Normal)
            .filter(|m| position.moved_by(*m).index() == kind && m.from() == Some(royal))
            .filter(|m| position.captured_by(*m).is_none())
            .map(|m| m.to())
            .collect();
        // Capturing steps are free ones too.
        assert!(position.royal_freedom(royal) as usize >= steps.len(), "{id} {position:?}");
        compared += 1;
        free += steps.len();
    });
    assert!(compared > 1_000 && free > 1_000, "{compared} {free}");
}

#[test]
fn a_piece_that_cannot_be_spared_is_known_to_be_attacked() {
    let mut seen = [0, 0];
    for id in ["nichtschach", "elefantnichtschach"] {
        let rules = rules(id);
        let path = format!("{}/../../tests/tactics/{id}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            let (_, fen) = line.split_once(' ').unwrap();
            let mut position = Position::from_fen(&rules, fen).unwrap();
            for m in position.legal_moves() {
                position.make(m);
                if position.outcome().is_none() {
                    let side = position.side_to_move();
                    let attacked = position.is_last_attacked(side);
                    position.make_null();
                    let can_be_taken = position.legal_captures().into_iter().any(|capture| {
                        position.make_unchecked(capture);
                        let extinct = position
                            .outcome_of_position()
                            .is_some_and(|o| o.winner == Some(!side) && o.reason.code() == "extinction");
                        position.unmake();
                        extinct
                    });
                    position.unmake();
                    assert_eq!(attacked, can_be_taken, "{id} {position:?}");
                    seen[usize::from(attacked)] += 1;
                }
                position.unmake();
            }
        }
    }
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
}

#[test]
fn all_moves_that_attack_what_must_not_be_lost_are_selected() {
    let (mut threats, mut left_out) = (0, 0);
    for_random_positions(3, 150, |id, position| {
        if position.outcome().is_some() {
            return;
        }
        let (mut all, mut selected) = (Vec::new(), Vec::new());
        position.generate(GenType::All, &mut all);
        position.generate(GenType::Threats, &mut selected);
        assert!(selected.iter().all(|m| all.contains(m)), "{id} {position:?}");
        left_out += all.len() - selected.len();
        // Who could capture it at once need not threaten to.
        let enemy = !position.side_to_move();
        if position.is_last_attacked(enemy) {
            return;
        }
        for m in all {
            position.make_unchecked(m);
            let threatens = position.in_check() || position.is_last_attacked(enemy);
            position.unmake();
            assert!(!threatens || selected.contains(&m), "{id} {position:?} {}", position.move_text(m));
            threats += usize::from(threatens);
        }
    });
    assert!(threats > 1000 && left_out > 20 * threats, "{threats} {left_out}");
}

#[test]
fn a_drop_that_aims_at_the_royal_gives_check() {
    let mut seen = 0;
    for_random_positions(4, 120, |id, position| {
        // Elsewhere some pieces hop.
        if !["crazyhouse", "shogi", "minishogi"].contains(&id) || position.outcome().is_some() {
            return;
        }
        let side = position.side_to_move();
        let mut drops = Vec::new();
        position.generate(GenType::Drops, &mut drops);
        for m in drops {
            let aims = position.aims_at_royal(side, position.moved_by(m), m.to());
            position.make_unchecked(m);
            assert_eq!(position.in_check(), aims, "{id} {position:?}");
            position.unmake();
            seen += usize::from(aims);
        }
    });
    assert!(seen > 20, "too few checks: {seen}");
}

#[test]
fn an_upcoming_repetition_is_a_draw_at_hand() {
    let mut seen = HashSet::new();
    for (id, rules) in all_rules() {
        let mut dice = random(11);
        for _ in 0..4 {
            let (mut position, mut played) = (rules.start(), Vec::<Move>::new());
            while played.len() < 60 && position.outcome().is_none() {
                let legal = position.legal_moves();
                if position.has_upcoming_repetition(0) {
                    let draws = legal.iter().filter(|&&m| {
                        position.make(m);
                        let standing = position.standing(0);
                        position.unmake();
                        standing == Standing::Over(None)
                    });
                    assert!(draws.count() > 0, "{id} {position:?} {played:?}");
                    seen.insert(id);
                }
                // Pieces go back where they can, so that positions return.
                let last = played.len().checked_sub(2).map(|at| played[at]);
                let back =
                    |m: &&Move| last.is_some_and(|last| (m.from(), Some(m.to())) == (Some(last.to()), last.from()));
                match legal.iter().find(back).filter(|_| played.len() % 4 > 1) {
                    Some(&m) => {
                        position.make(m);
                        played.push(m);
                    }
                    None => played.extend(play_random(&mut dice, &mut position)),
                }
            }
        }
    }
    assert!(seen.len() > 10, "{seen:?}");
}

#[test]
fn upcoming_repetitions_of_chess() {
    let rules = rules("chess");
    let upcoming = |fen: &str, moves: &str, root: usize| {
        let mut position = if fen == "start" { rules.start() } else { position(&rules, fen) };
        for text in moves.split_whitespace() {
            let m = position.parse_move(text).unwrap();
            position.make(m);
        }
        position.has_upcoming_repetition(root)
    };
    assert!(upcoming("start", "g1f3 g8f6 f3g1", 0));
    assert!(!upcoming("start", "g1f3 g8f6 f3g1", 1), "the start is no position of the search");
    assert!(!upcoming("start", "g1f3 g8f6", 0));
    assert!(!upcoming("start", "e2e4 g8f6 g1f3", 0), "pawns don't go back");
    // The rook took two steps and goes back in one, while the king went round a triangle.
    let rook = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1";
    assert!(upcoming(rook, "e8d8 a1a2 d8d7 a2a3 d7e8", 0));
    assert!(!upcoming(rook, "e8d8 a1a2 d8d7 e1e2 d7e8", 0));
    // From there it can't go back in one step; castling rights don't return.
    assert!(!upcoming(rook, "e8d8 a1a2 d8d7 a2c2 d7e8", 0));
    assert!(!upcoming("4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1", "e8e7 e1f1 e7e8", 0));
}
