//! Arenas: who is free is paired with somebody near, and not with the last opponent.

use crate::Pair;
use crate::history::{Meeting, past, preference};
use crate::matching::cheapest;

/// A player of an arena who waits for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Free {
    /// The player.
    pub player: usize,
    /// The place in the standings, from 0 on.
    pub place: usize,
    /// For how many seconds the player has waited.
    pub waited: u32,
}

/// From how many seconds on waiting longer makes no difference.
const WAIT: u32 = 120;

/// What a second of waiting is worth: two players of whom one has waited ten seconds longer may be a few places further apart.
const SECOND: i32 = 50;

/// The largest difference of places that counts.
const APART: usize = 300;

/// What a pair may cost at most, so that waiting makes it cheaper.
const COST: i32 = 200_000;

/// Pairs players who are free. Nobody meets the last opponent again, unless the two are all who take part (`alone`).
pub fn pair(players: usize, meetings: &[Meeting], free: &[Free], alone: bool) -> Vec<Pair> {
    let past = past(players, meetings);
    let free: Vec<&Free> = free.iter().filter(|free| free.player < players).collect();
    let last = |player: usize| past[player].opponents.last().copied();
    let cost = |one: usize, other: usize| {
        let (one, other) = (free[one], free[other]);
        let again = last(one.player) == Some(other.player) || last(other.player) == Some(one.player);
        if again && !alone {
            return None;
        }
        let apart = one.place.abs_diff(other.place).min(APART) as i32;
        let waited = (one.waited.min(WAIT) + other.waited.min(WAIT)) as i32;
        Some(COST + apart * apart - waited * SECOND)
    };
    let sides = |(one, other): (usize, usize)| {
        let (one, other) = (free[one], free[other]);
        let [wish, of_other] = [one, other].map(|free| preference(&past[free.player]));
        // Where both want the same, the one further behind in the standings has White in half of the cases.
        let one_first =
            wish > of_other || (wish == of_other && (one.player + other.player + meetings.len()).is_multiple_of(2));
        if one_first { (one.player, other.player) } else { (other.player, one.player) }
    };
    cheapest(free.len(), cost).into_iter().map(sides).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Outcome;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn nobody_is_paired_twice_or_again_at_once(
            players in 2_usize..20,
            steps in prop::collection::vec((any::<u32>(), 0_u8..3), 1..30),
        ) {
            let mut meetings: Vec<Meeting> = Vec::new();
            for (which, result) in steps {
                let free: Vec<Free> = (0..players)
                    .filter(|player| which & (1 << player) != 0)
                    .map(|player| Free { player, place: player, waited: 0 })
                    .collect();
                let pairs = pair(players, &meetings, &free, players == 2);
                let mut busy = BTreeSet::new();
                for &(white, black) in &pairs {
                    prop_assert!(busy.insert(white) && busy.insert(black));
                    prop_assert!([white, black].iter().all(|player| free.iter().any(|free| free.player == *player)));
                    if players > 2 {
                        let last = |player: usize| {
                            meetings.iter().rev().find(|m| m.white == player || m.black == Some(player)).copied()
                        };
                        let same = |m: Meeting| (m.white, m.black) == (white, Some(black)) || (m.white, m.black) == (black, Some(white));
                        prop_assert!(!last(white).is_some_and(same) && !last(black).is_some_and(same));
                    }
                }
                // As many as possible: of those who are left no two could play.
                if players > 2 {
                    let left = free.iter().filter(|free| !busy.contains(&free.player)).count();
                    prop_assert!(left <= 2, "{} of {} are left", left, free.len());
                }
                let outcome = [Outcome::White, Outcome::Draw, Outcome::Black][usize::from(result)];
                meetings.extend(pairs.iter().map(|&(white, black)| Meeting {
                    white,
                    black: Some(black),
                    outcome: Some(outcome),
                    berserk: [false; 2],
                }));
            }
        }
    }

    #[test]
    fn neighbours_play_and_sides_alternate() {
        let free: Vec<Free> = (0..4).map(|player| Free { player, place: player, waited: 0 }).collect();
        let first = pair(4, &[], &free, false);
        let of = |pairs: &[Pair]| pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect::<BTreeSet<_>>();
        assert_eq!(of(&first), BTreeSet::from([(0, 1), (2, 3)]));
        let played = |&(white, black): &Pair| {
            let outcome = Some(Outcome::Draw);
            Meeting { white, black: Some(black), outcome, berserk: [false; 2] }
        };
        let meetings: Vec<Meeting> = first.iter().map(played).collect();
        let second = pair(4, &meetings, &free, false);
        assert_eq!(second.len(), 2);
        assert!(of(&first).is_disjoint(&of(&second)));
        // Two alone play each other again, with sides exchanged.
        let two = &free[..2];
        let [one] = pair(2, &[], two, true)[..] else { panic!("one game") };
        assert_eq!(pair(2, &[played(&one)], two, true), [(one.1, one.0)]);
        assert!(pair(2, &[played(&one)], two, false).is_empty());
        // Of three, the one who has waited plays.
        let mut three: Vec<Free> = free[..3].to_vec();
        three[2].waited = 30;
        assert!(pair(3, &[], &three, false).iter().any(|&(white, black)| white == 2 || black == 2));
    }
}
