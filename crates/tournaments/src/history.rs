//! The games so far, as pairing and standings see them.

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// White has won.
    White,
    /// Nobody has.
    Draw,
    /// Black has won.
    Black,
    /// It was called off and is worth nothing to anybody.
    Void,
}

/// Two players who have met, or one with a bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The player of White, or the one with the bye.
    pub white: usize,
    /// The player of Black; `None`: White has a bye.
    pub black: Option<usize>,
    /// How it has ended; `None`: it goes on. A bye counts as a win whatever stands here.
    pub outcome: Option<Outcome>,
    /// Whether a win is worth a point more in an arena, of White and of Black: the player has halved the clock.
    pub berserk: [bool; 2],
}

/// What a player has had of a tournament.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    /// Whom the player has met, in order.
    pub opponents: Vec<usize>,
    /// Games with White less games with Black.
    pub balance: i32,
    /// Whether the last games were with White, the latest last.
    pub whites: Vec<bool>,
    /// Whether the player has had a bye.
    pub bye: bool,
    /// In half points: a win, or a bye, is two.
    pub halves: u32,
}

/// How much a side wants to be White (positive) or Black (negative), and how strongly: 3 is absolute, 1 is to alternate.
pub(crate) fn preference(past: &Past) -> i32 {
    let last_two = past
        .whites
        .iter()
        .rev()
        .take(2)
        .fold((0, 0), |(white, black), &is_white| if is_white { (white + 1, black) } else { (white, black + 1) });
    match (past.balance, last_two) {
        (2.., _) | (_, (2, _)) => -3,
        (..=-2, _) | (_, (_, 2)) => 3,
        (1, _) => -2,
        (-1, _) => 2,
        _ => match past.whites.last() {
            Some(true) => -1,
            Some(false) => 1,
            None => 0,
        },
    }
}

/// What each of a number of players has had. Players beyond that number are left out.
pub(crate) fn past(players: usize, meetings: &[Meeting]) -> Vec<Past> {
    let mut all = vec![Past::default(); players];
    for meeting in meetings {
        let Some(black) = meeting.black else {
            if let Some(past) = all.get_mut(meeting.white) {
                past.bye = true;
                past.halves += 2;
            }
            continue;
        };
        for (player, opponent, is_white) in [(meeting.white, black, true), (black, meeting.white, false)] {
            let Some(past) = all.get_mut(player) else { continue };
            past.opponents.push(opponent);
            past.balance += if is_white { 1 } else { -1 };
            past.whites.push(is_white);
            past.halves += match (meeting.outcome, is_white) {
                (Some(Outcome::White), true) | (Some(Outcome::Black), false) => 2,
                (Some(Outcome::Draw), _) => 1,
                _ => 0,
            };
        }
    }
    all
}
