//! What the pieces attack, as the evaluation sees it, agrees with an account by hand.

use spielraum_engine::attack::{AttackCache, AttackInfo, AttackVisitor, Attacks, Threat};
use spielraum_geometry::Cell;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, Position, piece_index};
use spielraum_testkit::{all_rules, play_random, random, rules};
use std::collections::{HashMap, HashSet};

/// All that a look at all pieces shows: of attacks by side and type, of threats by side and cell.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    infos: HashMap<(Color, PieceType), AttackInfo>,
    threats: HashSet<(Color, usize, Threat)>,
}

impl AttackVisitor for Told {
    fn pieces(&mut self, color: Color, kind: PieceType, info: AttackInfo) {
        assert!(self.infos.insert((color, kind), info).is_none());
    }

    fn threat(&mut self, color: Color, _: PieceType, cell: Cell, threat: Threat) {
        assert!(self.threats.insert((color, cell.index(), threat)));
    }
}

fn attack_info(attacks: &Attacks, position: &Position, cache: &mut AttackCache, values: &[i32]) -> Told {
    let mut told = Told::default();
    attacks.info(position, cache, values, &mut told);
    told
}

/// A piece of a chess position: its side, its type and letter, and its file and rank.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Man {
    color: Color,
    kind: PieceType,
    letter: char,
    at: (i16, i16),
    cell: usize,
}

const VALUES: [(char, i32); 6] = [('K', 100_000), ('Q', 900), ('R', 500), ('B', 330), ('N', 320), ('P', 100)];

fn value_of(letter: char) -> i32 {
    VALUES.iter().find(|(known, _)| *known == letter).unwrap().1
}

/// The squares that a man attacks, step by step.
fn attacks(men: &[Man], man: Man) -> Vec<(i16, i16)> {
    const ORTHOGONAL: [(i16, i16); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    const DIAGONAL: [(i16, i16); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    const KNIGHT: [(i16, i16); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let up = if man.color == Color::White { 1 } else { -1 };
    let (ways, far) = match man.letter {
        'P' => (vec![(-1, up), (1, up)], 1),
        'N' => (KNIGHT.to_vec(), 1),
        'B' => (DIAGONAL.to_vec(), 8),
        'R' => (ORTHOGONAL.to_vec(), 8),
        letter => ([ORTHOGONAL, DIAGONAL].concat(), if letter == 'K' { 1 } else { 8 }),
    };
    let mut reached = Vec::new();
    for (file, rank) in ways {
        let mut at = man.at;
        for _ in 0..far {
            at = (at.0 + file, at.1 + rank);
            if !(0..8).contains(&at.0) || !(0..8).contains(&at.1) {
                break;
            }
            reached.push(at);
            if men.iter().any(|other| other.at == at) {
                break;
            }
        }
    }
    reached
}

/// The squares to which a man may go where there is nothing: of a pawn those before it.
fn quiet(men: &[Man], man: Man) -> Vec<(i16, i16)> {
    let empty = |at: &(i16, i16)| !men.iter().any(|other| other.at == *at);
    match man.letter {
        'P' => {
            let up = if man.color == Color::White { 1 } else { -1 };
            Some((man.at.0, man.at.1 + up)).filter(empty).into_iter().collect()
        }
        _ => attacks(men, man).into_iter().filter(empty).collect(),
    }
}

fn by_hand(position: &Position) -> Told {
    let board = position.rules().board();
    let mut men = Vec::new();
    position.for_each_piece(|color, kind, cell| {
        let (coord, symbol) = (board.coord(cell), position.rules().spec().pieces[kind.index()].symbol);
        let letter = symbol.to_string().to_ascii_uppercase().chars().next().unwrap();
        men.push(Man { color, kind, letter, at: (coord.file, coord.rank), cell: cell.index() });
    });
    let near = |a: (i16, i16), b: (i16, i16)| (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1;
    let king = |color| men.iter().find(|man| man.color == color && man.letter == 'K').unwrap().at;
    let attackers = |at: (i16, i16), by: Color| -> Vec<Man> {
        men.iter().copied().filter(|man| man.color == by && attacks(&men, *man).contains(&at)).collect()
    };
    let mut told = Told::default();
    for &man in men.iter().filter(|man| man.letter != 'K') {
        let enemy = !man.color;
        let by_pawn = |at: (i16, i16), by: Color| attackers(at, by).iter().any(|man| man.letter == 'P');
        let attacked = attacks(&men, man);
        let captures = attacked.iter().filter(|at| men.iter().any(|other| other.at == **at && other.color == enemy));
        let targets = captures.copied().chain(quiet(&men, man)).filter(|at| !by_pawn(*at, enemy)).count();
        let up = if man.color == Color::White { 1 } else { -1 };
        let can_be_chased = men.iter().any(|pawn| {
            let before = (pawn.at.1 - man.at.1) * up > 0;
            pawn.color == enemy && pawn.letter == 'P' && (pawn.at.0 - man.at.0).abs() == 1 && before
        });
        let king_zone_attacks = attacked.iter().filter(|at| near(**at, king(enemy))).count() as u32;
        let info = told.infos.entry((man.color, man.kind)).or_default();
        info.pieces += 1;
        info.targets += targets as u32;
        info.king_zone_attacks += king_zone_attacks;
        info.king_zone_attackers += u32::from(king_zone_attacks > 0);
        info.shelters += u32::from(near(man.at, king(man.color)));
        info.outposts += u32::from(by_pawn(man.at, man.color) && !can_be_chased);
        let enemies = attackers(man.at, enemy);
        if !enemies.is_empty() && attackers(man.at, man.color).is_empty() {
            told.threats.insert((man.color, man.cell, Threat::Hanging));
        }
        let is_lesser = |other: &Man| other.letter != 'P' && 8 * value_of(other.letter) < 7 * value_of(man.letter);
        if enemies.iter().any(is_lesser) {
            told.threats.insert((man.color, man.cell, Threat::ByLesser));
        }
    }
    told
}

#[test]
fn a_survey_of_chess_is_what_one_finds_by_hand() {
    let rules = rules("chess");
    let attacks = Attacks::new(&rules);
    let mut values = vec![0; 2 * rules.spec().pieces.len()];
    for (index, piece) in rules.spec().pieces.iter().enumerate() {
        for color in Color::BOTH {
            let letter = piece.symbol.to_string().chars().next().unwrap();
            values[piece_index(color, PieceType(index as u8))] = value_of(letter);
        }
    }
    let (mut cache, mut seen) = (AttackCache::default(), HashSet::new());
    let mut dice = random(11);
    for _ in 0..20 {
        let mut position = rules.start();
        for _ in 0..200 {
            let told = attack_info(&attacks, &position, &mut cache, &values);
            assert_eq!(told, by_hand(&position), "{}", position.fen());
            seen.extend(told.threats.iter().map(|(.., threat)| format!("{threat:?}")));
            for info in told.infos.values() {
                let found = [
                    ("shelters", info.shelters),
                    ("outposts", info.outposts),
                    ("king_zone_attackers", info.king_zone_attackers),
                ];
                seen.extend(found.iter().filter(|(_, count)| *count > 0).map(|(what, _)| (*what).to_owned()));
            }
            if play_random(&mut dice, &mut position).is_none() {
                break;
            }
        }
    }
    assert_eq!(seen.len(), 5, "{seen:?}");
}

#[test]
fn what_is_kept_in_the_cache_changes_nothing() {
    for (id, rules) in all_rules() {
        let attacks = Attacks::new(&rules);
        let values: Vec<i32> = (0..2 * rules.spec().pieces.len() as i32).map(|index| 100 + 37 * (index / 2)).collect();
        let (mut cache, mut dice) = (AttackCache::default(), random(5));
        for _ in 0..3 {
            let mut position = rules.start();
            for _ in 0..60 {
                let told = attack_info(&attacks, &position, &mut cache, &values);
                let fresh = attack_info(&attacks, &position, &mut AttackCache::default(), &values);
                assert_eq!(told, fresh, "{id} {}", position.fen());
                let brief = attack_info(&attacks, &position, &mut cache, &[]);
                assert_eq!((brief.infos, brief.threats), (told.infos, HashSet::new()), "{id} {}", position.fen());
                if play_random(&mut dice, &mut position).is_none() {
                    break;
                }
            }
        }
    }
}
