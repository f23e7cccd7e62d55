//! What composers call themes, recognized in a solution.

use super::ends::{End, Play};
use super::ends::{is_straight, pieces, single, without};
use spielraum_geometry::Cell;
use spielraum_rules::spec::PieceType;
use spielraum_rules::{Color, MoveKind, Position};
use std::fmt;
use std::str::FromStr;

/// An idea that a solution shows. The terms are those of Velimirović and Valtonen, "Encyclopedia of Chess Problems" (2012).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theme {
    /// The first move and a last one lead to another level.
    ChangeOfLevel,
    /// A first or last move, or the check it gives, goes along a line that turns.
    TurningLine,
    /// A defence opens the line that the answer uses.
    LineOpening,
    /// A defence blocks a cell of flight.
    SelfBlock,
    /// The last move gives check by opening a line.
    Battery,
    /// A mate in which each cell of flight is denied once, and every officer of the mating side takes part.
    ModelMate,
    /// Two mates alike, but turned or moved.
    Echo,
    /// The piece of the key goes back with the last move.
    Switchback,
    /// Two defences on one cell close each the line of the other's piece.
    Grimshaw,
    /// The same by two captures of the piece that made the first move.
    Novotny,
    /// The piece that made the key can be captured.
    Sacrifice,
    /// The key gives the royal more cells of flight.
    FlightGiving,
    /// The key threatens nothing: whatever the other side moves is wrong.
    Zugzwang,
    /// A first or last move promotes.
    Promotion,
    /// In a first or last move two pieces change places.
    Exchange,
    /// A first or last move puts a piece on the board.
    Drop,
}

impl Theme {
    /// All of them, with their names and what they mean.
    pub const ALL: [(Self, &str, &str); 16] = [
        (Self::ChangeOfLevel, "change of level", "the first move and a last one lead to another level"),
        (Self::TurningLine, "turning line", "a first or last move, or its check, follows a line that turns"),
        (Self::LineOpening, "line opening", "a defence opens the line that its answer uses"),
        (Self::SelfBlock, "self-block", "a defence blocks a cell of flight"),
        (Self::Battery, "battery", "a last move gives check by opening a line"),
        (Self::ModelMate, "model mate", "each cell of flight is denied once, and every officer takes part"),
        (Self::Echo, "echo", "two mates are alike, but turned or moved"),
        (Self::Switchback, "switchback", "the piece of the key goes back with the last move"),
        (Self::Grimshaw, "grimshaw", "two defences on one cell close each the line of the other's piece"),
        (Self::Novotny, "novotny", "two captures of the first piece close each the line of the other's piece"),
        (Self::Sacrifice, "sacrifice", "the piece that made the key can be captured"),
        (Self::FlightGiving, "flight-giving key", "the key gives the royal more cells of flight"),
        (Self::Zugzwang, "zugzwang", "the key threatens nothing, and every defence is wrong"),
        (Self::Promotion, "promotion", "a first or last move promotes"),
        (Self::Exchange, "exchange", "two pieces change places in a first or last move"),
        (Self::Drop, "drop", "a first or last move puts a piece on the board"),
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(theme, ..)| *theme == self).map_or("", |(_, name, _)| name)
    }

    /// The themes of a solution, in the order of [`ALL`](Self::ALL).
    pub(super) fn of(play: &Play) -> Vec<Self> {
        Self::ALL.iter().map(|(theme, ..)| *theme).filter(|theme| theme.is_shown(play)).collect()
    }

    fn is_shown(self, play: &Play) -> bool {
        let any = |test: &dyn Fn(&End) -> bool| play.ends.iter().any(test);
        let special = |kind| play.key.is_some_and(|key| key.kind() == kind) || any(&|end| end.goal.kind() == kind);
        match self {
            Self::ChangeOfLevel => {
                play.key.is_some_and(|key| changes_level(&play.start, key))
                    && any(&|end| changes_level(&end.before, end.goal))
            }
            Self::TurningLine => play.key.is_some_and(|key| turns(&play.start, key)) || any(&End::uses_turn),
            Self::LineOpening => any(&End::is_opened),
            Self::SelfBlock => any(&End::is_self_block),
            Self::Battery => any(&End::is_battery),
            Self::ModelMate => any(&End::is_model_mate),
            Self::Echo => has_echo(play),
            Self::Switchback => any(&|end| {
                play.key.is_some_and(|key| key.from() == Some(end.goal.to()) && end.goal.from() == Some(key.to()))
            }),
            Self::Grimshaw => has_interference(play, false),
            Self::Novotny => has_interference(play, true),
            Self::Sacrifice => play.is_sacrifice,
            Self::FlightGiving => play.flights.is_some_and(|(before, after)| after > before),
            Self::Zugzwang => play.is_zugzwang,
            Self::Promotion => {
                play.key.is_some_and(|key| key.promotion().is_some()) || any(&|end| end.goal.promotion().is_some())
            }
            Self::Exchange => special(MoveKind::Swap),
            Self::Drop => special(MoveKind::Drop),
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let plain = |text: &str| text.to_lowercase().replace(['-', '_'], " ");
        let found = Self::ALL.iter().find(|(_, name, _)| plain(name) == plain(text));
        found.map(|(theme, ..)| *theme).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|(_, name, _)| *name).collect();
            format!("there is no theme `{text}`; there are {}", names.join(", "))
        })
    }
}

fn changes_level(position: &Position, m: spielraum_rules::Move) -> bool {
    let board = position.rules().board();
    m.from().is_some_and(|from| board.level(from) != board.level(m.to()))
}

/// Whether a move follows a line that turns.
fn turns(position: &Position, m: spielraum_rules::Move) -> bool {
    m.kind() == MoveKind::Normal
        && m.from().is_some_and(|from| is_turned(position, position.side_to_move(), position.moved_by(m), from, m.to()))
}

/// A turn is certain from this many cells between.
const TURN: usize = 2;

/// Whether a piece goes from one cell to another along a line that turns only.
fn is_turned(position: &Position, color: Color, kind: PieceType, from: Cell, to: Cell) -> bool {
    let mut ways = position.rules().ways(color, kind, from).into_iter().filter(|way| way.to == to).peekable();
    ways.peek().is_some()
        && !is_straight(position.rules().board(), from, to)
        && ways.all(|way| way.empty.len() + way.hurdles.len() >= TURN)
}

impl End {
    /// The side that moved last, what its piece has become and where it stands.
    fn mover(&self) -> Option<(Color, PieceType, Cell)> {
        let side = !self.after.side_to_move();
        let (_, kind) = self.after.piece_at(self.goal.to())?;
        Some((side, kind, self.goal.to()))
    }

    /// The other side's only royal.
    fn royal(&self) -> Option<Cell> {
        single(&self.after.royals(self.after.side_to_move()))
    }

    fn uses_turn(&self) -> bool {
        let check = self.mover().zip(self.royal()).is_some_and(|((color, kind, from), royal)| {
            self.after.in_check() && is_turned(&self.after, color, kind, from, royal)
        });
        check || turns(&self.before, self.goal)
    }

    fn is_opened(&self) -> bool {
        let Some((before, defence)) = &self.defence else { return false };
        let Some((opened, (color, kind, cell))) = defence.from().zip(self.mover()) else { return false };
        let passes = |from, to| {
            let ways = before.rules().ways(color, kind, from).into_iter().filter(|way| way.to == to);
            let mut ways = ways.peekable();
            ways.peek().is_some() && ways.all(|way| way.empty.contains(opened))
        };
        let target = before.captured_cell(*defence).is_none_or(|taken| taken != self.goal.to());
        let moved = self.goal.from().is_some_and(|from| passes(from, cell));
        let check = self.after.in_check() && self.royal().is_some_and(|royal| passes(cell, royal));
        target && (moved || check)
    }

    /// The cells of the pieces that the defence has blocked: without it they could parry.
    fn blocked(&self) -> Vec<Cell> {
        let Some((_, defence)) = &self.defence else { return Vec::new() };
        let side = self.after.side_to_move();
        let Some(open) = without(&self.after, defence.to()).filter(|open| open.side_to_move() == side) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for &m in &open.legal_moves() {
            let Some(from) = m.from() else { continue };
            let ways = open.rules().ways(side, open.moved_by(m), from).into_iter().filter(|way| way.to == m.to());
            let mut ways = ways.peekable();
            if ways.peek().is_some() && ways.all(|way| way.empty.contains(defence.to())) {
                found.push(from);
            }
        }
        found
    }

    fn is_self_block(&self) -> bool {
        let Some((_, defence)) = &self.defence else { return false };
        let Some(royal) = self.royal().filter(|_| self.after.in_check()) else { return false };
        let side = self.after.side_to_move();
        let Some((_, kind)) = self.after.piece_at(royal) else { return false };
        let blocks = defence.to() != royal
            && self.after.piece_at(defence.to()).is_some_and(|(owner, _)| owner.color() == Some(side))
            && self.after.rules().reach(side, kind, royal).contains(defence.to());
        blocks && without(&self.after, defence.to()).is_some_and(|free| has_move(&free, royal, defence.to()))
    }

    fn is_battery(&self) -> bool {
        self.goal.from().is_some()
            && self.after.in_check()
            && match self.mover() {
                Some((_, kind, _)) if self.after.rules().spec().pieces[kind.index()].royal => true,
                Some((.., cell)) => without(&self.after, cell).is_some_and(|rest| rest.in_check()),
                None => false,
            }
    }

    /// Whether the royal is mated, each of its cells is denied to it once, and every officer of the other side is needed.
    pub(super) fn is_model_mate(&self) -> bool {
        self.is_economical() && self.is_pure()
    }

    /// Whether no officer of the mating side can be spared.
    pub(super) fn is_economical(&self) -> bool {
        let (victim, spec) = (self.after.side_to_move(), self.after.rules().spec());
        if self.royal().is_none() || !self.after.in_check() {
            return false;
        }
        pieces(&self.after, !victim).into_iter().all(|(kind, cell)| {
            let piece = &spec.pieces[kind.index()];
            piece.royal
                || piece.resets_clock
                || without(&self.after, cell).is_none_or(|rest| !rest.in_check() || rest.count_legal() > 0)
        })
    }

    fn is_pure(&self) -> bool {
        let Some(royal) = self.royal() else { return false };
        let victim = self.after.side_to_move();
        let Some((_, kind)) = self.after.piece_at(royal) else { return false };
        let rests: Vec<Position> =
            pieces(&self.after, !victim).iter().filter_map(|&(_, cell)| without(&self.after, cell)).collect();
        self.after.rules().reach(victim, kind, royal).iter().all(|flight| {
            let blocked = self.after.piece_at(flight).is_some_and(|(owner, _)| owner.color() == Some(victim));
            match blocked {
                true => !self.after.is_attacked(flight, !victim),
                false => rests.iter().any(|rest| has_move(rest, royal, flight)),
            }
        })
    }

    /// The last position as the royal sees it: what stands around, the same for mates that are turned or mirrored alike.
    fn picture(&self) -> Option<Vec<(bool, PieceType, [i16; 3])>> {
        let royal = self.royal()?;
        let (board, victim) = (self.after.rules().board(), self.after.side_to_move());
        let from = board.coord(royal);
        let mut around: Vec<(bool, PieceType, [i16; 3])> = Vec::new();
        self.after.for_each_piece(|color, kind, cell| {
            let apart = board.coord(cell) - from;
            let apart = [apart.level, apart.file, apart.rank];
            if color != victim && !self.after.rules().spec().pieces[kind.index()].royal {
                around.push((color == victim, kind, apart));
            }
        });
        Some(least_turned(&around))
    }
}

/// Whether the side to move has a legal move from one cell to another.
fn has_move(position: &Position, from: Cell, to: Cell) -> bool {
    position.legal_moves().iter().any(|m| m.from() == Some(from) && m.to() == to)
}

/// The least of what a picture becomes when space is turned and mirrored.
fn least_turned(around: &[(bool, PieceType, [i16; 3])]) -> Vec<(bool, PieceType, [i16; 3])> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let turned = orders.into_iter().flat_map(|order| (0..8).map(move |signs| (order, signs))).map(|(order, signs)| {
        let turn = |apart: [i16; 3]| {
            std::array::from_fn(|axis| if signs >> axis & 1 == 1 { -apart[order[axis]] } else { apart[order[axis]] })
        };
        let mut picture: Vec<_> = around.iter().map(|&(own, kind, apart)| (own, kind, turn(apart))).collect();
        picture.sort_unstable();
        picture
    });
    turned.min().unwrap_or_default()
}

/// Whether two defences on one cell close each the line of the other's piece; `on_key`: both capture the piece of the first
/// move there.
fn has_interference(play: &Play, on_key: bool) -> bool {
    let key = play.key.map(spielraum_rules::Move::to);
    let looked = play.ends.iter().filter_map(|end| {
        let (before, defence) = end.defence.as_ref()?;
        let captures = before.captured_cell(*defence) == Some(defence.to()) && Some(defence.to()) == key;
        (captures == on_key).then(|| Some((defence.from()?, defence.to(), end.goal, end.blocked())))?
    });
    let looked: Vec<_> = looked.filter(|(.., blocked)| !blocked.is_empty()).collect();
    looked.iter().enumerate().any(|(at, (from, to, goal, blocked))| {
        looked[..at].iter().any(|(other_from, other_to, other_goal, other_blocked)| {
            to == other_to && goal != other_goal && blocked.contains(other_from) && other_blocked.contains(from)
        })
    })
}

/// Whether two mates of royals on different cells are alike.
fn has_echo(play: &Play) -> bool {
    let pictures: Vec<_> = play.ends.iter().filter_map(|end| Some((end.royal()?, end.picture()?))).collect();
    pictures.iter().enumerate().any(|(at, (royal, picture))| {
        pictures[..at].iter().any(|(other, before)| other != royal && before == picture && picture.len() > 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Attack, Defence, Solution};

    /// The themes of a key after which these defences meet these mates; both are not all that there is.
    fn shown(key: &str, variations: &[(&str, &str)]) -> Vec<Theme> {
        let rules = spielraum_testkit::rules("chess");
        let start = spielraum_testkit::position(&rules, "k7/p1Kp2r1/P2P4/5P1b/5N2/8/8/4RB2 w - - 0 1");
        let mut position = start.clone();
        let attack = |m, goal| Attack { m, goal, moves: 1, threats: Vec::new(), defences: Vec::new(), cut: false };
        let m = position.parse_move(key).unwrap();
        position.make_unchecked(m);
        let defence = |&(defence, answer): &(&str, &str)| {
            let mut position = position.clone();
            let m = position.parse_move(defence).unwrap();
            position.make_unchecked(m);
            let answers = vec![attack(position.parse_move(answer).unwrap(), true)];
            Defence { m, goal: false, answers }
        };
        let defences = variations.iter().map(defence).collect();
        let solution = Solution::Key(Attack { moves: 2, defences, ..attack(m, false) });
        let themes = Theme::of(&Play::of(&start, &solution));
        themes.into_iter().filter(|theme| matches!(theme, Theme::Grimshaw | Theme::Novotny)).collect()
    }

    #[test]
    fn rook_and_bishop_are_in_each_others_way() {
        // The rook guards g2, the bishop e8; their lines cross on g6.
        let (rook, bishop) = (("g7g6", "e1e8"), ("h5g6", "f1g2"));
        assert_eq!(shown("f4d3", &[rook, bishop]), [Theme::Grimshaw]);
        assert_eq!(shown("f4g6", &[rook, bishop]), [Theme::Novotny]);
        assert_eq!(shown("f4d3", &[rook]), []);
        assert_eq!(shown("f4d3", &[rook, ("h5f3", "e1e8")]), []);
    }
}
