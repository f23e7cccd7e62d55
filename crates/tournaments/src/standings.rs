//! What results are worth, and who stands where.

use crate::history::{Meeting, Outcome};
use std::cmp::Reverse;

/// How results are counted, and what decides between equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// Two points for a win and one for a draw; with `streaks`, twice as many after two wins in a row, until a game is not won. A
    /// win with a halved clock is worth a point more. Ties by the number of wins, then by fewer games.
    Arena {
        /// Whether wins in a row count double.
        streaks: bool,
    },
    /// A point for a win and half a point for a draw. Ties by Sonneborn-Berger, then by the number of wins.
    RoundRobin,
    /// A point for a win or a bye, half a point for a draw. Ties by Buchholz, then by Sonneborn-Berger.
    Swiss,
}

/// How a player stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The player.
    pub player: usize,
    /// The rank, from 1 on; players whom nothing distinguishes have the same.
    pub rank: usize,
    /// The points: in halves, except in an arena.
    pub points: u32,
    /// What each game has brought, in the order of the games; `None`: it goes on.
    pub scores: Vec<Option<u32>>,
    /// Games and byes won, drawn and lost.
    pub won: u32,
    /// See there.
    pub drawn: u32,
    /// See there.
    pub lost: u32,
    /// The sum of the opponents' points, in halves. A bye counts as an opponent with one's own points.
    pub buchholz: u32,
    /// The points of opponents defeated and half those of opponents drawn with, in quarters.
    pub sonneborn_berger: u32,
    /// Whether the next win counts double.
    pub streak: bool,
}

/// All players as they stand, the first first; the meetings are in the order in which they were paired.
pub fn standings(players: usize, scoring: Scoring, meetings: &[Meeting]) -> Vec<Standing> {
    let mut all: Vec<Standing> = (0..players).map(|player| Standing { player, ..Standing::default() }).collect();
    let mut streaks = vec![0_u32; players];
    let known = |meeting: &&Meeting| meeting.white < players && meeting.black.is_none_or(|black| black < players);
    let sides = |meeting: &Meeting| {
        let of_white = match (meeting.black, meeting.outcome) {
            (None, _) => Some(Outcome::White),
            (Some(_), outcome) => outcome,
        };
        let of_black = of_white.map(|outcome| match outcome {
            Outcome::White => Outcome::Black,
            Outcome::Black => Outcome::White,
            other => other,
        });
        // For each side: the player, the opponent, how it has ended, `White` being a win, and whether that is worth a point more.
        let [white_more, black_more] = meeting.berserk;
        [
            Some((meeting.white, meeting.black, (of_white, white_more))),
            meeting.black.map(|black| (black, Some(meeting.white), (of_black, black_more))),
        ]
    };
    for (player, _, (outcome, more)) in meetings.iter().filter(known).flat_map(sides).flatten() {
        let standing = &mut all[player];
        let Some(outcome) = outcome else {
            standing.scores.push(None);
            continue;
        };
        let doubled = matches!(scoring, Scoring::Arena { streaks: true }) && streaks[player] >= 2;
        let points = match outcome {
            Outcome::White => 2,
            Outcome::Draw => 1,
            Outcome::Black | Outcome::Void => 0,
        };
        let points = if doubled { 2 * points } else { points };
        let arena = matches!(scoring, Scoring::Arena { .. });
        let points = points + u32::from(arena && more && outcome == Outcome::White);
        match outcome {
            Outcome::White => {
                standing.won += 1;
                streaks[player] += 1;
            }
            Outcome::Draw => {
                standing.drawn += 1;
                streaks[player] = 0;
            }
            Outcome::Black => {
                standing.lost += 1;
                streaks[player] = 0;
            }
            Outcome::Void => {}
        }
        standing.points += points;
        standing.scores.push(Some(points));
    }
    for standing in &mut all {
        standing.streak = matches!(scoring, Scoring::Arena { streaks: true }) && streaks[standing.player] >= 2;
    }
    let points: Vec<u32> = all.iter().map(|standing| standing.points).collect();
    for (player, opponent, (outcome, _)) in meetings.iter().filter(known).flat_map(sides).flatten() {
        let Some(outcome) = outcome.filter(|outcome| *outcome != Outcome::Void) else { continue };
        let Some(opponent) = opponent else {
            all[player].buchholz += points[player];
            continue;
        };
        all[player].buchholz += points[opponent];
        all[player].sonneborn_berger += points[opponent]
            * match outcome {
                Outcome::White => 2,
                Outcome::Draw => 1,
                _ => 0,
            };
    }
    let key = |standing: &Standing| {
        let games = standing.won + standing.drawn + standing.lost;
        let (first, second) = match scoring {
            Scoring::Arena { .. } => (standing.won, u32::MAX - games),
            Scoring::RoundRobin => (standing.sonneborn_berger, standing.won),
            Scoring::Swiss => (standing.buchholz, standing.sonneborn_berger),
        };
        (standing.points, first, second)
    };
    all.sort_by_key(|standing| (Reverse(key(standing)), standing.player));
    let mut last = None;
    for (place, standing) in all.iter_mut().enumerate() {
        let own = key(standing);
        let rank = match last {
            Some((above, rank)) if above == own => rank,
            _ => place + 1,
        };
        standing.rank = rank;
        last = Some((own, rank));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Black, Draw, Void, White};

    fn met(white: usize, black: usize, outcome: Outcome) -> Meeting {
        Meeting { white, black: Some(black), outcome: Some(outcome), berserk: [false; 2] }
    }

    fn bye(white: usize) -> Meeting {
        Meeting { white, black: None, outcome: None, berserk: [false; 2] }
    }

    #[test]
    fn an_arena_counts_streaks() {
        let games = [
            met(0, 1, White),
            met(1, 0, Black),
            // The third win counts four, a draw two, and ends it.
            met(0, 1, White),
            met(0, 1, Draw),
            met(0, 1, White),
            Meeting { white: 0, black: Some(1), outcome: None, berserk: [false; 2] },
        ];
        let table = standings(2, Scoring::Arena { streaks: true }, &games);
        assert_eq!((table[0].player, table[0].points), (0, 2 + 2 + 4 + 2 + 2));
        assert_eq!(table[0].scores, [Some(2), Some(2), Some(4), Some(2), Some(2), None]);
        assert!(!table[0].streak);
        assert!(standings(2, Scoring::Arena { streaks: true }, &games[..2])[0].streak);
        let plain = standings(2, Scoring::Arena { streaks: false }, &games);
        assert_eq!((plain[0].points, plain[1].points), (2 + 2 + 2 + 1 + 2, 1));
        assert!(!standings(2, Scoring::Arena { streaks: false }, &games[..2])[0].streak);
    }

    #[test]
    fn a_win_with_half_the_time_is_worth_a_point_more_in_an_arena() {
        let both = |outcome| Meeting { berserk: [true; 2], ..met(0, 1, outcome) };
        let games = [both(White), both(White), both(White), both(Draw), both(Black), both(Void)];
        let table = standings(2, Scoring::Arena { streaks: true }, &games);
        assert_eq!(table[0].scores, [3, 3, 5, 2, 0, 0].map(Some));
        assert_eq!(table[1].scores, [0, 0, 0, 1, 3, 0].map(Some));
        assert_eq!((table[0].points, table[1].points), (13, 4));
        let one = Meeting { berserk: [false, true], ..met(0, 1, White) };
        assert_eq!(standings(2, Scoring::Arena { streaks: false }, &[one])[0].points, 2);
        assert_eq!(standings(2, Scoring::Swiss, &games[..1])[0].points, 2);
    }

    #[test]
    fn round_robins_are_decided_by_sonneborn_berger() {
        // 0 beats 1, 1 beats 2, 2 beats 0; all beat 3 but 2, who draws: 0 and 1 have two points, 2 one and a half.
        let games =
            [met(0, 1, White), met(1, 2, White), met(0, 2, Black), met(0, 3, White), met(3, 1, Black), met(2, 3, Draw)];
        let table = standings(4, Scoring::RoundRobin, &games);
        let told: Vec<_> = table.iter().map(|s| (s.player, s.rank, s.points, s.sonneborn_berger)).collect();
        // 0 has defeated 1 (2 points) and 3 (half a point): 2.5; 1 has defeated 2 (1.5) and 3: 2.
        assert_eq!(told, [(0, 1, 4, 10), (1, 2, 4, 8), (2, 3, 3, 9), (3, 4, 1, 3)]);
    }

    #[test]
    fn swiss_tournaments_are_decided_by_buchholz() {
        let games = [met(0, 1, White), bye(2), met(0, 2, Draw), bye(1)];
        let table = standings(3, Scoring::Swiss, &games);
        // 0: 1.5 points against 1 (1) and 2 (1.5); 2: 1.5 points, 0 (1.5) and a bye (1.5); 1: a point, 0 (1.5) and a bye (1).
        let told: Vec<_> = table.iter().map(|s| (s.player, s.rank, s.points, s.buchholz)).collect();
        assert_eq!(told, [(2, 1, 3, 6), (0, 2, 3, 5), (1, 3, 2, 5)]);
        assert_eq!((table[0].won, table[0].drawn, table[0].lost), (1, 1, 0));
    }

    #[test]
    fn what_is_called_off_counts_for_nobody() {
        let table = standings(2, Scoring::Swiss, &[met(0, 1, Void)]);
        assert!(table.iter().all(|s| (s.points, s.won + s.drawn + s.lost, s.buchholz, s.rank) == (0, 0, 0, 1)));
        // What names nobody is left out.
        assert_eq!(standings(1, Scoring::Swiss, &[met(0, 7, White)])[0].points, 0);
    }
}
