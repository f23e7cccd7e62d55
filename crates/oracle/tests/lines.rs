//! The lines that are shown to people are those along which pieces move: what lies on them is what the generator
//! allows, but for what the safety of a royal forbids.

use spielraum_geometry::Cell;
use spielraum_oracle::State;
use spielraum_rules::spec::{Repetition, Spec};
use spielraum_rules::{ByColor, Color, MoveKind, Position};
use spielraum_testkit::rand::seq::IndexedRandom;
use spielraum_testkit::{all_rules, play_random, random, rules};
use std::collections::{BTreeMap, BTreeSet};

/// Positions of each game.
const POSITIONS: usize = 40;

type Targets = BTreeMap<Cell, BTreeSet<Cell>>;

/// The targets of plain moves, by the cell they start from.
fn legal(position: &Position) -> Targets {
    let mut targets = Targets::new();
    for m in position.legal_moves().into_iter().filter(|m| m.kind() == MoveKind::Normal) {
        if let Some(from) = m.from() {
            targets.entry(from).or_default().insert(m.to());
        }
    }
    targets
}

/// The targets on the lines of the side to move.
fn on_lines(position: &Position) -> Targets {
    let side = position.side_to_move();
    let own = position.rules().board().cells().filter(|&cell| position.piece_at(cell).is_some_and(|(c, _)| c == side));
    own.map(|from| (from, position.lines_from(from).into_iter().flat_map(|line| line.targets).collect()))
        .filter(|(_, targets): &(Cell, BTreeSet<Cell>)| !targets.is_empty())
        .collect()
}

/// Whether moves that repeat a position are banned, so that the moves made before forbid some.
fn is_banned(spec: &Spec) -> bool {
    spec.goals.repetition == Repetition::Banned
}

/// Whether nothing but a royal's safety can forbid a move.
fn is_plain(spec: &Spec) -> bool {
    !is_banned(spec)
        && spec.effects.is_empty()
        && spec.constraints.is_empty()
        && spec.turn.is_plain()
        && spec.goals.royal_obligation.is_none()
        && spec.remote_promotion.is_none()
        && spec.promotions.iter().all(|promotion| !promotion.from_prison)
}

/// Whether the side to move would leave its royal in danger by going from one cell to another.
fn endangers_royal(position: &Position, from: Cell, to: Cell) -> bool {
    let mut setup = position.setup();
    setup.placement[to.index()] = setup.placement[from.index()].take();
    setup.side = !setup.side;
    setup.castling.clear();
    setup.en_passant = None;
    Position::new(position.rules(), setup).is_err()
}

#[test]
fn lines_lead_where_pieces_go() {
    for (id, rules) in all_rules() {
        let (spec, mut random) = (rules.spec(), random(7));
        let mut position = rules.start();
        let mut forbidden = 0;
        for _ in 0..POSITIONS {
            let moves = position.legal_moves();
            let Some(&m) = moves.choose(&mut random) else { break };
            let (legal, shown) = (legal(&position), on_lines(&position));
            for (from, targets) in &legal {
                let lines = shown.get(from).unwrap_or_else(|| panic!("{id} {position:?}: no lines from {from:?}"));
                assert!(targets.is_subset(lines), "{id} {position:?} {from:?}: {targets:?} {lines:?}");
            }
            if is_plain(spec) {
                for (from, lines) in &shown {
                    for to in lines.iter().filter(|to| !legal.get(from).is_some_and(|targets| targets.contains(to))) {
                        assert!(
                            spec.has_royals() && endangers_royal(&position, *from, *to),
                            "{id} {position:?}: {from:?} {to:?} is on a line and not legal"
                        );
                        forbidden += 1;
                    }
                }
            }
            position.make(m);
        }
        assert!(spec.has_royals() || forbidden == 0);
    }
}

#[test]
fn attackers_are_those_that_attack_by_the_slow_rules() {
    for (id, rules) in all_rules() {
        let (spec, mut random) = (rules.spec(), random(11));
        let mut position = rules.start();
        for ply in 0..POSITIONS {
            if play_random(&mut random, &mut position).is_none() {
                break;
            }
            if ply % 8 != 0 {
                continue;
            }
            let slow = State::parse(spec, &position.fen()).unwrap();
            let mut attackers: ByColor<BTreeMap<Cell, BTreeSet<Cell>>> = ByColor::default();
            for from in rules.board().cells() {
                let attacked = slow.attacks_from(spec, from);
                assert_eq!(
                    position.attacks_from(from),
                    attacked.iter().copied().collect(),
                    "{id} {position:?} {from:?}"
                );
                for cell in attacked {
                    attackers[slow.at(from).unwrap().0.color().unwrap()].entry(cell).or_default().insert(from);
                }
            }
            for (cell, by) in rules.board().cells().flat_map(|cell| Color::BOTH.map(|by| (cell, by))) {
                let known = attackers[by].remove(&cell).unwrap_or_default();
                assert_eq!(
                    position.attackers(cell, by),
                    known.into_iter().collect(),
                    "{id} {position:?} {cell:?} {by:?}"
                );
            }
        }
    }
}

#[test]
fn who_could_pass_would_leave_the_other_side_its_moves() {
    for (id, rules) in all_rules() {
        let (spec, mut random) = (rules.spec(), random(13));
        let mut position = rules.start();
        for ply in 0..POSITIONS {
            if play_random(&mut random, &mut position).is_none() {
                break;
            }
            if ply % 8 != 0 || is_banned(spec) {
                continue;
            }
            let Some(passed) = position.after_pass() else { continue };
            let slow = State::parse(spec, &position.fen()).unwrap().passed();
            let fast: BTreeSet<String> = passed.legal_moves().into_iter().map(|m| passed.move_text(m)).collect();
            let known: BTreeSet<String> = slow.moves(spec).into_iter().map(|(text, _)| text).collect();
            assert_eq!(fast, known, "{id} {position:?}");
        }
    }
}

#[test]
fn a_line_tells_what_stands_in_it() {
    let rules = rules("xiangqi");
    let board = rules.board();
    let start = rules.start();
    let cannon = board.find("b3").unwrap();
    let lines = start.lines_from(cannon);
    let hop = lines.iter().find(|line| line.hurdle == board.find("b8")).expect("over the enemy's cannon");
    assert_eq!((hop.blocker, hop.takes_blocker()), (board.find("b10"), true));
    assert_eq!(hop.targets, [board.find("b10").unwrap()]);
    let alone = rules.lines_alone(Color::White, start.piece_at(cannon).unwrap().1, cannon);
    assert!(alone.iter().all(|line| line.blocker.is_none() && line.open == line.cells.len()));
}
