//! The Swiss system: in each round players of like scores meet who have not met, with sides in balance.
//!
//! The rules are those that FIDE's Handbook (C.04.1) asks of every Swiss system. Among the pairings that keep them, the one is chosen
//! whose scores differ least, then whose sides please most, then whose upper half of each group of scores meets the lower half in
//! order.

use crate::Round;
use crate::history::{Meeting, Past, past, preference};
use crate::matching::cheapest;

/// What it costs that the player with the bye has half a point.
const BYE: i32 = 400_000;

/// What scores that differ by half a point cost, the square of it for more; what a wish for a side costs that is not fulfilled, by
/// its strength; and what it costs at most to be away from the place of the ideal opponent.
const SCORE: i32 = 10_000;
const SIDE: i32 = 100;
const PLACE: i32 = 10;

/// What it costs that two players both have to have the same side: it is done only where there is no other pairing.
const SAME_SIDE: i32 = 5_000_000;

/// The largest difference of scores in half points that counts, and the largest score for a bye.
const APART: u32 = 20;
const MOST: u32 = 30;

/// Pairs the next round of those who take part in it, in the order of their strength, the strongest first. Nobody meets anybody
/// again, or has a second bye. `None`: there is no such pairing.
pub fn pair(players: usize, meetings: &[Meeting], taking_part: &[usize]) -> Option<Round> {
    let past = past(players, meetings);
    let mut order: Vec<usize> = taking_part.iter().copied().filter(|&player| player < players).collect();
    // Within a score the order of strength stays.
    order.sort_by_key(|&player| std::cmp::Reverse(past[player].halves));
    let nodes = order.len().next_multiple_of(2);
    // Where each group of scores begins, and how many it has.
    let group = |place: usize| {
        let halves = past[order[place]].halves;
        let is_in = |player: &&usize| past[**player].halves == halves;
        (order.iter().position(|player| is_in(&player)).unwrap_or(0), order.iter().filter(is_in).count())
    };
    let groups: Vec<(usize, usize)> = (0..order.len()).map(group).collect();
    let cost = |high: usize, low: usize| {
        let one = &past[order[high]];
        if low == order.len() {
            // The bye, which goes to the lowest player who has had none.
            return (!one.bye).then(|| BYE * one.halves.min(MOST) as i32 + (nodes - high) as i32);
        }
        let other = &past[order[low]];
        if one.opponents.contains(&order[low]) {
            return None;
        }
        let apart = one.halves.abs_diff(other.halves).min(APART) as i32;
        let (first, size) = groups[high];
        let ideal = (high - first + size / 2) as i32 + first as i32;
        let away = if apart == 0 { PLACE * (ideal - low as i32).abs() / size as i32 } else { 0 };
        Some(SCORE * apart * apart + sides_cost(one, other) + away.min(PLACE))
    };
    let pairs = cheapest(nodes, cost);
    if pairs.len() * 2 < nodes {
        return None;
    }
    let bye = pairs.iter().find(|pair| pair.1 == order.len()).map(|pair| order[pair.0]);
    let games = pairs.into_iter().filter(|pair| pair.1 < order.len());
    let sides = |(high, low): (usize, usize)| {
        let (one, other) = (order[high], order[low]);
        let [wish, of_other] = [one, other].map(|player| preference(&past[player]));
        let high_is_white = match (wish.abs() >= of_other.abs(), wish, of_other) {
            // Nobody has played yet: the higher players have White and Black in turn.
            (_, 0, 0) => high.is_multiple_of(2),
            (true, ..) => wish > 0,
            (false, ..) => of_other < 0,
        };
        if high_is_white { (one, other) } else { (other, one) }
    };
    Some(Round { pairs: games.map(sides).collect(), bye })
}

/// What it costs that one of two has not the side that is wished.
fn sides_cost(one: &Past, other: &Past) -> i32 {
    let [wish, of_other] = [one, other].map(preference);
    if wish.signum() * of_other.signum() <= 0 {
        return 0;
    }
    match wish.abs().min(of_other.abs()) {
        3 => SAME_SIDE,
        strength => SIDE * strength,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Outcome;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn all(players: usize) -> Vec<usize> {
        (0..players).collect()
    }

    fn play(meetings: &mut Vec<Meeting>, round: &Round, result: impl Fn(usize, usize) -> Outcome) {
        meetings.extend(round.pairs.iter().map(|&(white, black)| Meeting {
            white,
            black: Some(black),
            outcome: Some(result(white, black)),
            berserk: [false; 2],
        }));
        meetings.extend(round.bye.map(|white| Meeting { white, black: None, outcome: None, berserk: [false; 2] }));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

        /// FIDE Handbook, C.04.1: what every Swiss system must keep.
        #[test]
        fn the_basic_rules_are_kept(players in 4_usize..26, rounds in 1_usize..12, results in any::<[u8; 32]>(), away in any::<u32>()) {
            let rounds = rounds.min(players / 2);
            let mut meetings = Vec::new();
            let mut whites: Vec<Vec<bool>> = vec![Vec::new(); players];
            let mut met = BTreeSet::new();
            let mut byes = BTreeSet::new();
            for round in 0..rounds {
                // In the third round somebody pauses.
                let taking_part: Vec<usize> =
                    all(players).into_iter().filter(|player| round != 2 || players < 8 || *player != away as usize % players).collect();
                let paired = pair(players, &meetings, &taking_part);
                prop_assert!(paired.is_some(), "round {} of {} players", round + 1, players);
                let paired = paired.unwrap_or_default();
                let mut busy: BTreeSet<usize> = paired.bye.into_iter().collect();
                prop_assert_eq!(paired.bye.is_some(), taking_part.len() % 2 == 1);
                if let Some(bye) = paired.bye {
                    prop_assert!(byes.insert(bye), "a second bye");
                }
                for &(white, black) in &paired.pairs {
                    prop_assert!(met.insert((white.min(black), white.max(black))), "they meet again");
                    prop_assert!(busy.insert(white) && busy.insert(black));
                    whites[white].push(true);
                    whites[black].push(false);
                }
                prop_assert_eq!(busy, taking_part.iter().copied().collect());
                play(&mut meetings, &paired, |white, black| match results[(white * 7 + black * 3 + round * 5) % 32] % 3 {
                    0 => Outcome::White,
                    1 => Outcome::Draw,
                    _ => Outcome::Black,
                });
            }
            // Where there are many players for the rounds, nobody has a side three times in a row, or three times more than the other.
            if players >= 4 * rounds {
                for sides in &whites {
                    let balance: i32 = sides.iter().map(|&white| if white { 1 } else { -1 }).sum();
                    prop_assert!(balance.abs() <= 2, "{:?}", sides);
                    prop_assert!(sides.windows(3).all(|three| three.iter().any(|side| *side != three[0])), "{:?}", sides);
                }
            }
        }
    }

    #[test]
    fn halves_meet_in_the_first_round_and_winners_in_the_second() {
        // FIDE Handbook, C.04.3: the first of the upper half meets the first of the lower half, and so on.
        let round = pair(8, &[], &all(8)).unwrap();
        assert_eq!(round, Round { pairs: vec![(0, 4), (5, 1), (2, 6), (7, 3)], bye: None });
        let mut meetings = Vec::new();
        play(&mut meetings, &round, |white, black| if white < black { Outcome::White } else { Outcome::Black });
        let second = pair(8, &meetings, &all(8)).unwrap();
        for (white, black) in second.pairs {
            assert_eq!(white < 4, black < 4, "winners meet winners");
        }
    }

    #[test]
    fn the_last_without_a_bye_gets_it() {
        let mut meetings = Vec::new();
        for expected in [4, 3] {
            let round = pair(5, &meetings, &all(5)).unwrap();
            assert_eq!(round.bye, Some(expected));
            play(&mut meetings, &round, |white, black| if white < black { Outcome::White } else { Outcome::Black });
        }
    }

    #[test]
    fn there_is_no_pairing_when_all_have_met() {
        let mut meetings = Vec::new();
        for _ in 0..3 {
            let round = pair(4, &meetings, &all(4)).unwrap();
            play(&mut meetings, &round, |_, _| Outcome::Draw);
        }
        assert_eq!(pair(4, &meetings, &all(4)), None);
        assert_eq!(pair(0, &[], &[]), Some(Round::default()));
        assert_eq!(pair(1, &[], &[0]), Some(Round { pairs: Vec::new(), bye: Some(0) }));
    }
}
