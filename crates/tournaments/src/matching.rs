//! Pairs of the least cost, by a matching of maximum weight (Edmonds' blossoms).

use mwmatching::{Matching, SENTINEL};

/// More than any cost, so that every weight is positive.
const ABOVE: i32 = 1 << 24;

/// The pairs of `nodes` nodes of which there are as many as possible and that cost least together. `cost` says what two nodes cost,
/// the lower number first; `None`: they can't be paired. Costs are at most 2^24.
pub(crate) fn cheapest(nodes: usize, cost: impl Fn(usize, usize) -> Option<i32>) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    for one in 0..nodes {
        for other in one + 1..nodes {
            edges.extend(cost(one, other).map(|cost| (one, other, ABOVE - cost.clamp(0, ABOVE))));
        }
    }
    if edges.is_empty() {
        return Vec::new();
    }
    let mates = Matching::new(edges).max_cardinality().solve();
    let pair = |(one, &other): (usize, &usize)| (other != SENTINEL && one < other).then_some((one, other));
    mates.iter().enumerate().filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The number of pairs and the cost of the best matching, by trying all.
    fn best(costs: &[Vec<Option<i32>>], free: &[usize]) -> (usize, i32) {
        let Some((&first, rest)) = free.split_first() else { return (0, 0) };
        let mut best_so_far = best(costs, rest);
        for (at, &other) in rest.iter().enumerate() {
            let Some(cost) = costs[first][other] else { continue };
            let without: Vec<usize> =
                rest.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, &node)| node).collect();
            let (pairs, sum) = best(costs, &without);
            let found = (pairs + 1, sum + cost);
            if found.0 > best_so_far.0 || (found.0 == best_so_far.0 && found.1 < best_so_far.1) {
                best_so_far = found;
            }
        }
        best_so_far
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn it_is_as_good_as_the_best_of_all(
            nodes in 1_usize..9,
            costs in prop::collection::vec(prop::option::weighted(0.7, prop_oneof![0..1_000, 0..10_000_000]), 81),
        ) {
            let table: Vec<Vec<Option<i32>>> = (0..nodes)
                .map(|one| (0..nodes).map(|other| costs[one.min(other) * 9 + one.max(other)]).collect())
                .collect();
            let found = cheapest(nodes, |one, other| table[one][other]);
            let sum = found.iter().map(|&(one, other)| table[one][other].unwrap()).sum();
            let all: Vec<usize> = (0..nodes).collect();
            prop_assert_eq!((found.len(), sum), best(&table, &all));
        }
    }

    #[test]
    fn the_largest_tournament_is_within_the_numbers() {
        // The duals of the algorithm grow with the number of nodes; all costs are as far apart as they may be.
        let pairs = cheapest(129, |one, other| Some(if (one * 31 + other) % 3 == 0 { 0 } else { 10_000_000 }));
        assert_eq!(pairs.len(), 64);
    }
}
