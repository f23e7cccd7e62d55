//! What a position is worth with best play.

use std::cmp::Reverse;
use std::fmt;

/// What a position is worth for the side to move, with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// It loses, and can put off the end of the game for this many plies.
    Loss(u16),
    /// Nobody wins.
    Draw,
    /// It wins, and needs this many plies to the end of the game.
    Win(u16),
}

impl Value {
    /// What the position before is worth for the other side, if this is the best that its move leads to.
    pub fn before(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies + 1),
        }
    }

    /// What the position after a move is worth for the other side, if this is what the move comes to.
    ///
    /// ```
    /// # use spielraum_endgames::Value;
    /// assert_eq!(Value::Loss(4).before().after(), Value::Loss(4));
    /// assert_eq!(Value::Draw.after(), Value::Draw);
    /// ```
    pub fn after(self) -> Self {
        match self.reversed() {
            Self::Loss(plies) => Self::Loss(plies.saturating_sub(1)),
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Win(plies.saturating_sub(1)),
        }
    }

    /// The same seen by the other side.
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Win(plies),
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies),
        }
    }

    /// The plies to the end of the game; `None` for a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Self::Loss(plies) | Self::Win(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// -1, 0 or 1: lost, drawn or won.
    pub fn sign(self) -> i8 {
        match self {
            Self::Loss(_) => -1,
            Self::Draw => 0,
            Self::Win(_) => 1,
        }
    }
}

/// The better for the side to move is the greater: a win, the sooner the better; a draw; a loss, the later the better.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let rank = |value: &Self| match *value {
            Self::Loss(plies) => (-1, Reverse(0), plies),
            Self::Draw => (0, Reverse(0), 0),
            Self::Win(plies) => (1, Reverse(plies), 0),
        };
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loss(plies) => write!(f, "lost in {plies} plies"),
            Self::Draw => f.write_str("drawn"),
            Self::Win(plies) => write!(f, "won in {plies} plies"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Value::{self, Draw, Loss, Win};

    #[test]
    fn values_are_ordered_by_what_a_player_prefers() {
        let mut values = [Win(9), Loss(0), Draw, Win(1), Loss(8)];
        values.sort();
        assert_eq!(values, [Loss(0), Loss(8), Draw, Win(9), Win(1)]);
        assert_eq!(Value::max(Loss(3).before(), Draw), Win(4));
    }
}
