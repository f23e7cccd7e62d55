//! What is asked of a solver, as data.

mod parse;

pub use parse::StipulationError;

use crate::Goal;
use spielraum_geometry::Board;
use spielraum_rules::Color;
use std::fmt;

/// How the two sides play before the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// One side wants the goal, the other does not.
    Battle,
    /// Both want it.
    Help,
    /// The side to move plays alone; it may give check with its last move only.
    Series,
    /// The side to move plays alone, but a check must be answered, which the other side does helpfully.
    ParrySeries,
    /// The same, but the other side answers as in battle.
    ParryBattle,
}

/// Who reaches the goal, and whether it wants to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// The side that plays last reaches it.
    Direct,
    /// After the series the other side reaches it with one move: `ser-h`.
    Help,
    /// The side to move forces the other one to reach it.
    Compel,
    /// The same, and either side must reach the goal whenever it can.
    Reflex,
    /// The same, and the other side must reach the goal whenever it can.
    SemiReflex,
    /// In the last move both sides can reach it: the one to move at once, or the other after a helpful move.
    Reciprocal,
}

/// The manners of play and how they are written; a prefix of another one comes after it.
const PLAYS: [(&str, Manner, Aim); 18] = [
    ("ser-reci-h", Manner::Series, Aim::Reciprocal),
    ("ser-h", Manner::Series, Aim::Help),
    ("ser-s", Manner::Series, Aim::Compel),
    ("ser-r", Manner::Series, Aim::Reflex),
    ("ser-", Manner::Series, Aim::Direct),
    ("pser-h", Manner::ParrySeries, Aim::Help),
    ("pser-s", Manner::ParryBattle, Aim::Compel),
    ("pser-", Manner::ParryBattle, Aim::Direct),
    ("phser-s", Manner::ParrySeries, Aim::Compel),
    ("phser-r", Manner::ParrySeries, Aim::Reflex),
    ("phser-", Manner::ParrySeries, Aim::Direct),
    ("reci-h", Manner::Help, Aim::Reciprocal),
    ("hs", Manner::Help, Aim::Compel),
    ("hr", Manner::Help, Aim::Reflex),
    ("h", Manner::Help, Aim::Direct),
    ("semi-r", Manner::Battle, Aim::SemiReflex),
    ("s", Manner::Battle, Aim::Compel),
    ("r", Manner::Battle, Aim::Reflex),
];

/// How many moves there are at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Length {
    /// Whole moves.
    pub moves: u16,
    /// Whether half a move comes before them: the `.5` of help play.
    pub half: bool,
}

/// What is asked: `#3`, `s#4`, `h#2.5`, `ser-h=8`, `dia 4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stipulation {
    /// How the sides play.
    pub manner: Manner,
    /// Who reaches the goal.
    pub aim: Aim,
    /// What is to be reached.
    pub goal: Goal,
    /// In how many moves.
    pub length: Length,
    /// Whether shorter solutions don't count: `exact-`.
    pub exact: bool,
    /// Whether play begins at the start of the game and the diagram is where it ends: `dia`.
    pub from_start: bool,
}

impl Stipulation {
    /// The longest length that is understood, in moves.
    pub const MAX_MOVES: u16 = 999;

    /// The side that moves first where a diagram does not say it: White, but Black in a helpmate and in a series that
    /// helps White.
    pub fn first_side(&self) -> Color {
        if self.from_start {
            return Color::White;
        }
        let helps = match (self.manner, self.aim) {
            (Manner::Battle | Manner::ParryBattle, _) | (Manner::Series | Manner::ParrySeries, Aim::Direct) => false,
            (Manner::Help, Aim::Direct | Aim::Reciprocal) | (_, Aim::Help | Aim::Reciprocal) => true,
            _ => false,
        };
        if helps != self.length.half { Color::Black } else { Color::White }
    }

    /// What Popeye makes of it when White is to begin: help play loses its first half move, unless it begins in the middle of
    /// a move already; battle play stays as it is. `None` in a series, where the option has no clear meaning.
    pub fn with_white_to_begin(self) -> Option<Self> {
        match (self.manner, self.length) {
            (Manner::Series | Manner::ParrySeries, _) => None,
            (Manner::Help, Length { moves, half: false }) => {
                Some(Self { length: Length { moves: moves - 1, half: true }, ..self })
            }
            _ => Some(self),
        }
    }

    /// Whether the solution is a tree of variations, not lines.
    pub fn is_battle(&self) -> bool {
        matches!(self.manner, Manner::Battle | Manner::ParryBattle)
    }

    /// The half moves of the longest solution that are looked for one by one, passed turns of a series included; the
    /// last move of [`Aim::Compel`] and [`Aim::Reflex`] is not among them.
    pub(crate) fn plies(&self) -> u16 {
        let (moves, half) = (self.length.moves, u16::from(self.length.half));
        match (self.manner, self.aim) {
            (Manner::Battle | Manner::ParryBattle, _) => moves,
            (Manner::Help, Aim::Direct | Aim::Help | Aim::Reciprocal) | (_, Aim::Help | Aim::Reciprocal) => {
                2 * moves + half
            }
            _ => (2 * moves + half).saturating_sub(1),
        }
    }

    /// The text of the stipulation as problem journals write it.
    pub fn text(&self, board: &Board) -> String {
        let exact = if self.exact { "exact-" } else { "" };
        let prefix = self.prefix();
        let goal = if prefix.ends_with(['a', 'b']) { String::new() } else { self.goal.text(board) };
        let gap = if self.goal.ends_in_word() && !goal.is_empty() { " " } else { "" };
        format!("{exact}{prefix}{goal}{gap}{}", self.length)
    }

    fn prefix(&self) -> &'static str {
        match (self.manner, self.aim) {
            (Manner::Help, Aim::Direct) if self.from_start => "dia",
            (Manner::Series, Aim::Direct) if self.from_start => "ser-dia",
            (Manner::Help, Aim::Direct) if self.goal == Goal::Position => "a=>b",
            (manner, aim) => {
                let found = PLAYS.iter().find(|play| (play.1, play.2) == (manner, aim));
                found.map_or("", |play| play.0)
            }
        }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.moves, if self.half { ".5" } else { "" })
    }
}
