//! A move is a list of changes: made backwards, they lead to the position before it.

use spielraum_catalogue::{Compile, Source, ids, load};
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Change, Color, Position};

/// Everything that a position says of itself.
#[derive(Debug, PartialEq)]
struct Seen {
    fen: String,
    hash: u64,
    legal: u64,
    in_check: bool,
    royals: [Vec<u16>; 2],
    families: [Vec<u16>; 2],
    counts: Vec<u32>,
}

impl Seen {
    fn of(position: &Position) -> Self {
        let types = position.rules().spec().pieces.len() as u8;
        let all = (0..types).flat_map(|kind| Color::BOTH.map(|color| (color, PieceType(kind))));
        Self {
            fen: position.fen(),
            hash: position.hash(),
            // Bans on repetition depend on the past.
            legal: Position::from_fen(position.rules(), &position.fen()).map_or(0, |fresh| fresh.count_legal()),
            in_check: position.in_check(),
            royals: Color::BOTH.map(|color| position.royals(color).iter().map(|cell| cell.0).collect()),
            families: Color::BOTH.map(|color| position.family_counts(color)),
            counts: all.map(|(color, kind)| position.count(color, kind)).collect(),
        }
    }
}

#[test]
fn changes_made_backwards_take_a_move_back() {
    let (mut kinds, mut moves) = (std::collections::HashSet::new(), 0);
    for id in ids() {
        let rules = load(Source::Builtin(id), &[]).unwrap().rules().unwrap();
        let mut random = id.len() as u64 * 77 + 1;
        for _ in 0..3 {
            let mut position = rules.start();
            for _ in 0..60 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let m = legal[(random >> 33) as usize % legal.len()];
                let (before, mut unmoved) = (Seen::of(&position), position.clone());
                position.make(m);
                let (after, changes) = (Seen::of(&position), position.last_changes());
                let text = format!("{id} {} {changes:?}", before.fen);

                let mut back = position.clone();
                back.apply(changes.iter().rev().map(|change| change.inverse()));
                assert_eq!(Seen::of(&back), before, "{text}");
                back.apply(changes.iter().copied());
                assert_eq!(Seen::of(&back), after, "{text}");

                // What is reported before the move is the part of the list that concerns pieces.
                let mut told = Vec::new();
                unmoved.changes(m, |change| told.push(change));
                assert_eq!(told, changes[..told.len()], "{text}");
                let of_pieces =
                    |change: &Change| matches!(change, Change::Leaves(..) | Change::Comes(..) | Change::Hand(..));
                assert!(!changes[told.len()..].iter().any(of_pieces), "{text}");

                unmoved.make(m);
                unmoved.unmake();
                assert_eq!(Seen::of(&unmoved), before, "{text}");
                kinds.extend(changes.iter().map(std::mem::discriminant));
                moves += 1;
            }
        }
    }
    assert_eq!(kinds.len(), 13, "changes of every kind have been seen");
    assert!(moves > 2_000, "{moves}");
}
