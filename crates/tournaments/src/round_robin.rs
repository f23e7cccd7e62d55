//! Round robins by the tables of Schurig and Berger.

use crate::Round;

/// The rounds in which each of a number of players meets each other once, as in the Berger tables of FIDE's handbook. With an odd
/// number one player rests in each round, and gets nothing for it. With `twice`, all meet again with sides exchanged; the last two
/// rounds of the first half change places, so that nobody has one side three times in a row.
pub fn round_robin(players: usize, twice: bool) -> Vec<Round> {
    let mut rounds = once(players);
    if twice {
        let exchanged = rounds.iter().map(|round| Round {
            pairs: round.pairs.iter().map(|&(white, black)| (black, white)).collect(),
            ..Round::default()
        });
        let second: Vec<Round> = exchanged.collect();
        if let Some(last) = rounds.len().checked_sub(2) {
            rounds.swap(last, last + 1);
        }
        rounds.extend(second);
    }
    rounds
}

fn once(players: usize) -> Vec<Round> {
    if players < 2 {
        return Vec::new();
    }
    // The last of an even number; with an odd one nobody, whose opponent rests.
    let fixed = players.next_multiple_of(2) - 1;
    let half = fixed.div_ceil(2);
    let round = |number: usize| {
        let turning = number * half % fixed;
        let first = if number.is_multiple_of(2) { (turning, fixed) } else { (fixed, turning) };
        let others = (1..half).map(|step| ((turning + step) % fixed, (turning + fixed - step) % fixed));
        let pairs = std::iter::once(first).chain(others);
        Round { pairs: pairs.filter(|&(white, black)| white < players && black < players).collect(), bye: None }
    };
    (0..fixed).map(round).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// FIDE Handbook, C.05, Annex 1: Berger tables for 3 or 4, 5 or 6, and 7 or 8 players.
    const BERGER: [(usize, &[&str]); 3] = [
        (4, &["1-4 2-3", "4-3 1-2", "2-4 3-1"]),
        (6, &["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]),
        (
            8,
            &[
                "1-8 2-7 3-6 4-5",
                "8-5 6-4 7-3 1-2",
                "2-8 3-1 4-7 5-6",
                "8-6 7-5 1-4 2-3",
                "3-8 4-2 5-1 6-7",
                "8-7 1-6 2-5 3-4",
                "4-8 5-3 6-2 7-1",
            ],
        ),
    ];

    #[test]
    fn the_rounds_are_those_of_the_published_tables() {
        for (players, table) in BERGER {
            let written: Vec<String> = round_robin(players, false)
                .iter()
                .map(|round| {
                    let pairs: Vec<String> =
                        round.pairs.iter().map(|(white, black)| format!("{}-{}", white + 1, black + 1)).collect();
                    pairs.join(" ")
                })
                .collect();
            assert_eq!(written, table, "{players} players");
        }
    }

    #[test]
    fn all_meet_all_with_sides_in_balance() {
        for players in 0..=24 {
            for twice in [false, true] {
                let rounds = round_robin(players, twice);
                let mut met = BTreeSet::new();
                let mut balance = vec![0_i32; players];
                for round in &rounds {
                    let mut busy = BTreeSet::new();
                    for &(white, black) in &round.pairs {
                        assert!(busy.insert(white) && busy.insert(black), "{players}");
                        assert!(met.insert((white, black)), "{players}");
                        assert!(twice || !met.contains(&(black, white)), "{players}");
                        balance[white] += 1;
                        balance[black] -= 1;
                    }
                    assert!(busy.len() + 1 >= players);
                }
                let games = players * players.saturating_sub(1) / if twice { 1 } else { 2 };
                assert_eq!(met.len(), games, "{players}");
                let most = i32::from(!twice);
                assert!(balance.iter().all(|balance| balance.abs() <= most), "{players} {balance:?}");
            }
        }
    }
}
