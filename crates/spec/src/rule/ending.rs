//! Rules that end a game: a condition, and what it means for the side for which it holds. Words of the language such as
//! `extinction` and `reach` are short forms of them; what a program must know of a game ("which captures decide?") it derives
//! from them.

use crate::check::Check;
use crate::{ByColor, Color, Counter, PieceType, SpecError};
use spielraum_geometry::{CellSet, Offset};

/// The largest number of conditions in the end rules of a game, those within others included.
pub const MAX_CONDITIONS: usize = 256;

/// The largest depth to which conditions may contain others.
pub const MAX_CONDITION_DEPTH: usize = 8;

/// A rule that ends the game.
///
/// The rules are asked of the position after each move: first those by which a side loses, of the side to move before the
/// other; then those by which one wins, of the side that has moved before the other; then those that draw. So the side that
/// has moved has the benefit of the doubt. Rules about a side without a legal move and about the clock come later, see
/// [`Phase`].
#[derive(Clone, Debug, PartialEq)]
pub struct EndRule {
    /// When the game is over.
    pub when: Condition,
    /// What that means for the side for which the condition holds.
    pub result: EndResult,
    /// The side of which the rule speaks; `None`: of either.
    pub only: Option<Color>,
    /// The reason as a word for programs, such as `reach`.
    pub code: String,
    /// The reason in words, such as `a piece has reached its goal`.
    pub text: String,
    /// What the rule is about, such as the name of a family of pieces; may be empty.
    pub name: String,
}

/// What the end of the game means for the side for which a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndResult {
    /// It has won.
    Win,
    /// It has lost.
    Loss,
    /// Nobody has won.
    Draw,
}

/// Of whom a condition speaks, seen from the side for which it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// That side.
    Own,
    /// Its enemy.
    Enemy,
}

/// A condition that holds for a side in a position, or doesn't.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A number of pieces of some types stand on the board, or in a region of it. Pieces in hand do not count.
    Pieces {
        /// Whose pieces.
        whose: Whose,
        /// The types, for each owner.
        types: ByColor<Vec<PieceType>>,
        /// Where they must stand, for each owner; `None`: anywhere.
        region: Option<ByColor<CellSet>>,
        /// How many.
        number: Bound,
    },
    /// A side has a number of pieces of some types, on the board and in hand together.
    Owned {
        /// Whose pieces.
        whose: Whose,
        /// The types, for each owner.
        types: ByColor<Vec<PieceType>>,
        /// How many.
        number: Bound,
    },
    /// At least this many pieces of some types stand on the board, or in a region of it, that no enemy attacks.
    Safe {
        /// Whose pieces.
        whose: Whose,
        /// The types, for each owner.
        types: ByColor<Vec<PieceType>>,
        /// Where they must stand, for each owner; `None`: anywhere.
        region: Option<ByColor<CellSet>>,
        /// How many.
        least: u16,
    },
    /// At least this many pieces of some types stand side by side on a straight line.
    Row {
        /// Whose pieces.
        whose: Whose,
        /// The types, for each owner. A row may have several of them.
        types: ByColor<Vec<PieceType>>,
        /// The steps from one to the next, for each owner.
        steps: ByColor<Vec<Offset>>,
        /// How many.
        least: u16,
    },
    /// Pieces of some types make a chain from one region to another.
    Connected {
        /// Whose pieces.
        whose: Whose,
        /// The types, for each owner. A chain may have several of them.
        types: ByColor<Vec<PieceType>>,
        /// The steps by which one is beside the next, for each owner; each counts in both directions.
        steps: ByColor<Vec<Offset>>,
        /// Where the chain begins and where it ends, for each owner.
        regions: Box<[ByColor<CellSet>; 2]>,
    },
    /// A side has fewer pieces of some types on the board than its enemy.
    Fewer {
        /// The side.
        whose: Whose,
        /// The types, for each owner.
        types: ByColor<Vec<PieceType>>,
    },
    /// It is the side's turn, and it has a legal move after which a condition holds. How the game stands does not matter for
    /// what is legal here.
    Can {
        /// The side.
        whose: Whose,
        /// The condition, asked of the side of which the rule speaks. It needs the position only, and has no `Can` within.
        then: Box<Condition>,
    },
    /// A rule has counted at least so much for a side.
    Counted {
        /// For whom.
        whose: Whose,
        /// What.
        counter: Counter,
        /// How much.
        least: u8,
    },
    /// A side has nothing but its royals on the board, and nothing that it may drop (G6). It never holds in a game without
    /// royals.
    Bare(Whose),
    /// A royal of the side is attacked.
    InCheck(Whose),
    /// A number of cells of a region, or of the board, are empty.
    Empty {
        /// The side whose region it is.
        whose: Whose,
        /// Which cells, for each side; `None`: all.
        region: Option<ByColor<CellSet>>,
        /// How many.
        number: Bound,
    },
    /// Royals of both sides face each other along the lines that the game names (N2, O9).
    Facing,
    /// It is the side's turn.
    ToMove(Whose),
    /// It is the side's turn, and it has no legal move. It may stand alone or in an [`All`](Self::All), nowhere else.
    NoMoves(Whose),
    /// The halfmove clock has reached this many plies (G5). It may stand alone or in an [`All`](Self::All), nowhere else.
    Clock(u16),
    /// The moves of the side that these limits make the game count have run out (C4). It may stand alone or in an
    /// [`All`](Self::All), nowhere else, and a game has one at most.
    CountedOut(Vec<CountLimit>),
    /// All of these hold.
    All(Vec<Condition>),
    /// One of these holds.
    Any(Vec<Condition>),
    /// This does not hold.
    Not(Box<Condition>),
}

/// The largest number of moves that a limit may have: the counter is in plies.
pub const MAX_COUNTED_MOVES: u8 = 126;

/// How many moves are counted where a condition holds.
#[derive(Clone, Debug, PartialEq)]
pub struct CountLimit {
    /// When it holds for a side; `None`: always.
    pub when: Option<Condition>,
    /// The number of moves; 0: none are counted.
    pub moves: u8,
    /// Whether the pieces on the board count as moves made already. Such a count begins anew with each move of the enemy that
    /// changes which pieces stand on the board, and takes the place of another that is running as soon as it applies.
    pub less_pieces: bool,
}

impl CountLimit {
    /// Where the counter begins: the plies that are left until the count has run out, and one more.
    pub fn plies(&self, made: u32) -> u8 {
        (2 * u32::from(self.moves) + 2).saturating_sub(made).clamp(1, u8::MAX.into()) as u8
    }
}

/// A bound on a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// This many or more.
    AtLeast(u16),
    /// This many or fewer.
    AtMost(u16),
}

/// When a rule is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// First: it needs the position only.
    Position,
    /// Where the side to move has no legal move, after checkmate.
    NoMoves,
    /// Last, after repetition: it needs the halfmove clock.
    Clock,
}

impl EndResult {
    /// Who has won if the condition holds for a side; `None`: a draw.
    #[inline]
    pub fn winner(self, side: Color) -> Option<Color> {
        match self {
            Self::Win => Some(side),
            Self::Loss => Some(!side),
            Self::Draw => None,
        }
    }
}

impl Bound {
    /// Whether a number keeps to it.
    #[inline]
    pub fn allows(self, number: u32) -> bool {
        match self {
            Self::AtLeast(least) => number >= u32::from(least),
            Self::AtMost(most) => number <= u32::from(most),
        }
    }
}

impl Whose {
    /// The side meant, if the condition is asked for `side`.
    #[inline]
    pub fn of(self, side: Color) -> Color {
        match self {
            Self::Own => side,
            Self::Enemy => !side,
        }
    }
}

impl EndRule {
    /// A rule for both sides.
    pub fn new(result: EndResult, code: &str, text: impl Into<String>, when: Condition) -> Self {
        Self { when, result, only: None, code: code.to_owned(), text: text.into(), name: String::new() }
    }

    /// When the rule is asked, which depends on its conditions.
    pub fn phase(&self) -> Phase {
        self.when.phase()
    }

    /// Whether the rule speaks of a side.
    pub fn asks(&self, side: Color) -> bool {
        self.only.is_none_or(|only| only == side)
    }

    /// Who has won if the condition holds for a side.
    pub fn winner(&self, side: Color) -> Option<Color> {
        self.result.winner(side)
    }

    /// Whether the rule may let a side win.
    pub fn may_win(&self, side: Color) -> bool {
        Color::BOTH.into_iter().any(|asked| self.asks(asked) && self.winner(asked) == Some(side))
    }

    /// Whether it may let a side win that is to move and has no legal move.
    pub fn may_win_without_moves(&self) -> bool {
        let names = |whose: Whose| self.when.parts().contains(&&Condition::NoMoves(whose));
        self.result == EndResult::Win && names(Whose::Own) || self.result == EndResult::Loss && names(Whose::Enemy)
    }

    pub(super) fn validate(&self, check: &mut Check<'_>) {
        for part in self.when.parts() {
            part.validate(check);
        }
        let is_late = |condition: &Condition| {
            matches!(condition, Condition::NoMoves(_) | Condition::Clock(_) | Condition::CountedOut(_))
        };
        let looks = |condition: &Condition| matches!(condition, Condition::Can { .. });
        let hides = |condition: &Condition| match condition {
            Condition::Any(parts) => parts.iter().any(|part| part.parts().iter().any(|part| is_late(part))),
            Condition::Not(part) | Condition::Can { then: part, .. } => part.parts().iter().any(|part| is_late(part)),
            _ => false,
        };
        let hidden = self.when.parts().iter().any(|part| hides(part));
        check.require(!hidden, || {
            SpecError::Ending("having no legal move and the clock may stand alone or with others that must hold, too")
        });
        let looks_on = |condition: &Condition| match condition {
            Condition::Can { then, .. } => then.parts().iter().any(|part| looks(part)),
            _ => false,
        };
        let far = self.when.parts().iter().any(|part| looks_on(part));
        check.require(!far, || SpecError::Ending("`can` looks one move ahead, and has no `can` within"));
    }
}

impl Condition {
    /// The condition and those within it.
    pub fn parts(&self) -> Vec<&Condition> {
        let mut parts = vec![self];
        let mut next = 0;
        while let Some(&part) = parts.get(next) {
            next += 1;
            match part {
                Self::All(inner) | Self::Any(inner) => parts.extend(inner),
                Self::Not(inner) | Self::Can { then: inner, .. } => parts.push(inner),
                Self::CountedOut(limits) => parts.extend(limits.iter().filter_map(|limit| limit.when.as_ref())),
                _ => {}
            }
        }
        parts
    }

    /// Whether the condition says the same of both sides: it holds for one if it holds for the other.
    pub fn is_mutual(&self) -> bool {
        self.is_like(&self.turned())
    }

    /// The condition as it reads for the enemy.
    fn turned(&self) -> Self {
        let turn = |whose: &Whose| match whose {
            Whose::Own => Whose::Enemy,
            Whose::Enemy => Whose::Own,
        };
        let mut turned = self.clone();
        match &mut turned {
            Self::Pieces { whose, .. }
            | Self::Owned { whose, .. }
            | Self::Safe { whose, .. }
            | Self::Row { whose, .. }
            | Self::Connected { whose, .. }
            | Self::Fewer { whose, .. }
            | Self::Empty { whose, .. }
            | Self::Counted { whose, .. } => *whose = turn(whose),
            Self::Can { whose, then } => {
                *whose = turn(whose);
                **then = then.turned();
            }
            Self::Bare(whose) | Self::InCheck(whose) | Self::ToMove(whose) | Self::NoMoves(whose) => {
                *whose = turn(whose)
            }
            Self::Facing | Self::Clock(_) | Self::CountedOut(_) => {}
            Self::All(parts) | Self::Any(parts) => parts.iter_mut().for_each(|part| *part = part.turned()),
            Self::Not(part) => **part = part.turned(),
        }
        turned
    }

    /// Whether two conditions are the same but for the order of their parts.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::All(own), Self::All(others)) | (Self::Any(own), Self::Any(others)) => {
                let has = |parts: &[Self], part: &Self| parts.iter().any(|other| other.is_like(part));
                own.iter().all(|part| has(others, part)) && others.iter().all(|part| has(own, part))
            }
            (Self::Not(own), Self::Not(other)) => own.is_like(other),
            // Each side has a count of its own.
            (Self::CountedOut(_), _) => false,
            _ => self == other,
        }
    }

    fn phase(&self) -> Phase {
        let parts = self.parts();
        if parts.iter().any(|part| matches!(part, Self::NoMoves(_))) {
            Phase::NoMoves
        } else if parts.iter().any(|part| matches!(part, Self::Clock(_) | Self::CountedOut(_))) {
            Phase::Clock
        } else {
            Phase::Position
        }
    }

    pub(super) fn depth(&self) -> usize {
        match self {
            Self::All(inner) | Self::Any(inner) => 1 + inner.iter().map(Self::depth).max().unwrap_or(0),
            Self::Not(inner) | Self::Can { then: inner, .. } => 1 + inner.depth(),
            Self::CountedOut(limits) => {
                1 + limits.iter().filter_map(|limit| Some(limit.when.as_ref()?.depth())).max().unwrap_or(0)
            }
            _ => 1,
        }
    }

    /// Checks the condition itself, not those within it.
    fn validate(&self, check: &mut Check<'_>) {
        match self {
            Self::Pieces { types, number, .. } | Self::Owned { types, number, .. } => {
                for color in Color::BOTH {
                    check.types("the end of the game", &types[color]);
                }
                let (Bound::AtLeast(number) | Bound::AtMost(number)) = *number;
                check.range("the number of pieces in an end of the game", number.into(), 0, 1024);
            }
            Self::Safe { types, least, .. } => {
                for color in Color::BOTH {
                    check.types("the end of the game", &types[color]);
                }
                check.range("the number of safe pieces in an end of the game", (*least).into(), 1, 1024);
            }
            Self::Row { types, steps, least, .. } => {
                for color in Color::BOTH {
                    check.types("the end of the game", &types[color]);
                    check.offsets("the steps of a row", &steps[color]);
                }
                check.range("the number of pieces in a row", (*least).into(), 2, 1024);
            }
            Self::Connected { types, steps, .. } => {
                for color in Color::BOTH {
                    check.types("the end of the game", &types[color]);
                    check.offsets("the steps of a chain", &steps[color]);
                }
            }
            Self::Fewer { types, .. } => {
                for color in Color::BOTH {
                    check.types("the end of the game", &types[color]);
                }
            }
            Self::Counted { counter: Counter::Checks, least, .. } => {
                check.needs_royal("counting checks", true);
                check.range("the number of checks", (*least).into(), 1, 9);
            }
            Self::Counted { counter: Counter::Passes, least, .. } => {
                check.range("the number of passes", (*least).into(), 1, 1);
            }
            Self::Counted { counter: Counter::Obligation | Counter::Countdown | Counter::Series, .. } => {
                check.faults.push(SpecError::Ending(
                    "an obligation, a count or a series of checks by itself is no end of the game",
                ));
            }
            Self::CountedOut(limits) => {
                check.require(!limits.is_empty(), || SpecError::Ending("the limits of the count are missing"));
                for limit in limits {
                    check.range("the number of counted moves", limit.moves.into(), 0, MAX_COUNTED_MOVES.into());
                    let parts = limit.when.iter().flat_map(Self::parts);
                    let is_late = |part: &Self| {
                        matches!(part, Self::NoMoves(_) | Self::Clock(_) | Self::CountedOut(_) | Self::Can { .. })
                    };
                    check.require(!parts.into_iter().any(is_late), || {
                        SpecError::Ending("a count depends on what stands on the board: no legal moves, clock or look ahead in its limits")
                    });
                }
            }
            Self::Facing => check.needs_royal("an end of the game by facing royals", true),
            Self::InCheck(_) => check.needs_royal("an end of the game by check", true),
            Self::Empty { number: Bound::AtLeast(number) | Bound::AtMost(number), .. } => {
                check.range("the number of empty cells in an end of the game", (*number).into(), 0, 1024);
            }
            Self::Clock(plies) => check.range("the number of plies", (*plies).into(), 1, u16::MAX.into()),
            Self::All(parts) | Self::Any(parts) => {
                check.require(!parts.is_empty(), || SpecError::Ending("conditions are missing"));
            }
            Self::Bare(_) | Self::ToMove(_) | Self::NoMoves(_) | Self::Not(_) | Self::Can { .. } => {}
        }
    }
}
