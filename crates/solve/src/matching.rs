//! The cheapest way to share out pieces (the assignment problem).

/// Room for the Hungarian method (Kuhn 1955, Munkres 1957), in the form with potentials that adds one row after the other.
#[derive(Default)]
pub(crate) struct Matching {
    rows: Vec<i64>,
    columns: Vec<i64>,
    /// The row that each column belongs to, counted from 1; 0: none.
    owner: Vec<usize>,
    /// The column before each one on the cheapest way.
    before: Vec<usize>,
    slack: Vec<i64>,
    seen: Vec<bool>,
    /// The cost of each column of each row.
    costs: Vec<u32>,
}

impl Matching {
    /// Whether giving each row a column of its own costs more than `most`, or there are too few columns.
    pub(crate) fn is_dearer_than(
        &mut self,
        most: u32,
        rows: usize,
        columns: usize,
        cost: impl Fn(usize, usize) -> u32,
    ) -> bool {
        if rows > columns {
            return true;
        }
        // The cheapest column of each row is mostly enough to decide.
        let mut cheapest = 0;
        self.costs.clear();
        for row in 0..rows {
            self.costs.extend((0..columns).map(|column| cost(row, column)));
            cheapest += self.costs[row * columns..].iter().copied().min().unwrap_or(0);
            if cheapest > most {
                return true;
            }
        }
        for (list, len) in [(&mut self.rows, rows), (&mut self.columns, columns)] {
            list.clear();
            list.resize(len + 1, 0);
        }
        self.owner.clear();
        self.owner.resize(columns + 1, 0);
        self.before.resize(columns + 1, 0);
        for row in 1..=rows {
            self.add_row(row, columns);
            if -self.columns[0] > i64::from(most) {
                return true;
            }
        }
        false
    }

    /// Gives one more row a column, by the cheapest way of exchanging columns.
    fn add_row(&mut self, row: usize, columns: usize) {
        self.owner[0] = row;
        self.slack.clear();
        self.slack.resize(columns + 1, i64::MAX);
        self.seen.clear();
        self.seen.resize(columns + 1, false);
        let mut at = 0;
        while self.owner[at] != 0 {
            self.seen[at] = true;
            let row = self.owner[at];
            let (mut least, mut next) = (i64::MAX, 0);
            for column in 1..=columns {
                if self.seen[column] {
                    continue;
                }
                let cost = self.costs[(row - 1) * columns + column - 1];
                let reduced = i64::from(cost) - self.rows[row] - self.columns[column];
                if reduced < self.slack[column] {
                    (self.slack[column], self.before[column]) = (reduced, at);
                }
                if self.slack[column] < least {
                    (least, next) = (self.slack[column], column);
                }
            }
            for column in 0..=columns {
                if self.seen[column] {
                    self.rows[self.owner[column]] += least;
                    self.columns[column] -= least;
                } else {
                    self.slack[column] -= least;
                }
            }
            at = next;
        }
        while at != 0 {
            self.owner[at] = self.owner[self.before[at]];
            at = self.before[at];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielraum_testkit::rand::Rng;

    /// The least cost of all ways.
    fn least(costs: &[Vec<u32>], used: u32) -> Option<u32> {
        let Some((row, rest)) = costs.split_first() else { return Some(0) };
        let free = (0..row.len()).filter(|column| used >> column & 1 == 0);
        free.filter_map(|column| Some(row[column] + least(rest, used | 1 << column)?)).min()
    }

    #[test]
    fn the_cheapest_way_is_found() {
        let random = &mut spielraum_testkit::random(3);
        let mut matching = Matching::default();
        for _ in 0..300 {
            let (rows, columns) = (random.random_range(0..6), random.random_range(1..7));
            let costs: Vec<Vec<u32>> =
                (0..rows).map(|_| (0..columns).map(|_| random.random_range(0..9)).collect()).collect();
            let mut dearer = |most| matching.is_dearer_than(most, rows, columns, |row, column| costs[row][column]);
            match least(&costs, 0) {
                Some(cost) => {
                    assert!(!dearer(cost), "{costs:?}");
                    assert!(cost == 0 || dearer(cost - 1), "{costs:?}");
                }
                None => assert!(dearer(1000)),
            }
        }
    }
}
