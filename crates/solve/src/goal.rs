//! What is to be reached, and whether a move has reached it.

use crate::immobility::Immobility;
use crate::moves::{count_moves, is_won, list_moves, some_move};
use spielraum_geometry::{Board, Cell};
use spielraum_rules::spec::{Goals, PieceType};
use spielraum_rules::{ByColor, Change, Color, GenType, Move, MoveKind, MoveList, Position, Rules, Setup};

/// What is to be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The other side is in check and has no move.
    Mate,
    /// The other side has no move and is not in check.
    Stalemate,
    /// The other side has no move.
    MateOrStalemate,
    /// Both sides are mated by one move, which may leave a royal of its own attacked.
    DoubleMate,
    /// Neither side has a move, and neither is in check.
    DoubleStalemate,
    /// The mover has won the game, in whatever way its rules know.
    Win,
    /// The other side is in check.
    Check,
    /// Something is captured.
    Capture,
    /// A piece is captured en passant.
    EnPassant,
    /// The mover castles.
    Castling,
    /// A piece comes to a cell.
    Cell(Cell),
    /// The pieces stand as in a diagram.
    Position,
    /// Any move.
    Any,
}

impl Goal {
    /// How it is written.
    pub fn text(&self, board: &Board) -> String {
        match self {
            Self::Mate => "#".into(),
            Self::Stalemate => "=".into(),
            Self::MateOrStalemate => "#=".into(),
            Self::DoubleMate => "##".into(),
            Self::DoubleStalemate => "==".into(),
            Self::Win => "win".into(),
            Self::Check => "+".into(),
            Self::Capture => "x".into(),
            Self::EnPassant => "ep".into(),
            Self::Castling => "00".into(),
            Self::Cell(cell) => format!("z{}", board.name(*cell)),
            Self::Position => "dia".into(),
            Self::Any => "~".into(),
        }
    }

    /// Whether a space is to come before the length.
    pub(crate) fn ends_in_word(&self) -> bool {
        matches!(self, Self::Win | Self::Capture | Self::EnPassant | Self::Castling | Self::Cell(_))
    }

    /// Whether it can be reached in games with a royal piece only.
    pub fn needs_royal(&self) -> bool {
        matches!(self, Self::Mate | Self::DoubleMate | Self::Check)
    }
}

/// A placement of pieces: what stands on each cell, by its number.
pub(crate) type Placement = Vec<Option<(Color, PieceType)>>;

/// Judges moves by a goal.
#[derive(Clone)]
pub(crate) struct Judge {
    goal: Goal,
    target: Placement,
    /// The game with its royals ordinary pieces: its moves may leave those attacked, as a double mate may.
    without_royal: Option<Rules>,
    /// Where stalemate is the goal: what of each side certainly can move.
    immobility: ByColor<Option<Immobility>>,
}

impl Judge {
    /// A judge of a goal; `bounds`: see [`crate::Options::bounds`].
    pub(crate) fn new(goal: Goal, target: Placement, rules: &Rules, bounds: bool) -> Self {
        let without_royal = (goal == Goal::DoubleMate).then(|| without_royal(rules)).flatten();
        let has_immobility = bounds && goal == Goal::Stalemate;
        let [white, black] = Color::BOTH.map(|color| has_immobility.then(|| Immobility::new(rules, color)).flatten());
        let immobility = ByColor { white, black };
        Self { goal, target, without_royal, immobility }
    }

    pub(crate) fn goal(&self) -> &Goal {
        &self.goal
    }

    pub(crate) fn target(&self) -> &Placement {
        &self.target
    }

    /// Lists moves among which all are that reach the goal.
    fn list_candidates(&self, position: &mut Position, moves: &mut MoveList) {
        if let Some(immobility) = &self.immobility[!position.side_to_move()] {
            return immobility.list_candidates(position, moves);
        }
        let kind = match self.goal {
            Goal::Mate | Goal::Check => GenType::Threats,
            Goal::Capture | Goal::EnPassant => GenType::Captures,
            _ => GenType::All,
        };
        list_moves(position, kind, moves);
        self.add_double_mates(position, moves);
    }

    /// Adds the moves that mate both sides and leave a royal of the mover attacked, which no rule but this goal allows.
    pub(crate) fn add_double_mates(&self, position: &mut Position, moves: &mut MoveList) {
        let Some(rules) = &self.without_royal else { return };
        let mut setup = position.setup();
        setup.castling.clear();
        let Ok(free) = Position::new(rules, setup) else { return };
        for m in free.legal_moves() {
            let is_royal = |kind: PieceType| position.rules().spec().pieces[kind.index()].royal;
            let takes_royal = position.captured_by(m).is_some_and(|(_, kind)| is_royal(kind));
            if takes_royal || moves.contains(&m) {
                continue;
            }
            position.make_unchecked(m);
            if self.reached(position, m) {
                moves.push(m);
            }
            position.unmake();
        }
    }

    /// Whether a move of the position reaches the goal.
    pub(crate) fn is_goal_move(&self, position: &mut Position, m: Move) -> bool {
        position.make_unchecked(m);
        let reached = self.reached(position, m);
        position.unmake();
        reached
    }

    /// Whether the side to move can reach the goal at once; `moves` is room for a list.
    pub(crate) fn has_goal_move(&self, position: &mut Position, moves: &mut MoveList) -> bool {
        self.list_candidates(position, moves);
        moves.iter().any(|&m| self.is_goal_move(position, m))
    }

    /// Lists the moves of the side to move that reach the goal at once.
    pub(crate) fn list_goal_moves(&self, position: &mut Position, moves: &mut MoveList) {
        self.list_candidates(position, moves);
        moves.retain(|&m| self.is_goal_move(position, m));
    }

    /// Whether the side to move can move, and every move of it reaches the goal; `moves` has all of them then.
    pub(crate) fn is_goal_forced(&self, position: &mut Position, moves: &mut MoveList) -> bool {
        if is_won(position) || !some_move(position).is_some_and(|m| self.is_goal_move(position, m)) {
            return false;
        }
        self.list_candidates(position, moves);
        let others = (moves.len() as u64) < count_moves(position);
        !moves.is_empty() && !others && moves.iter().all(|&m| self.is_goal_move(position, m))
    }

    /// Whether the move just made has reached the goal.
    pub(crate) fn reached(&self, position: &mut Position, m: Move) -> bool {
        match self.goal {
            Goal::Mate => is_mated(position),
            Goal::Stalemate => !position.in_check() && !has_move(position) && !is_won(position),
            Goal::MateOrStalemate => !has_move(position) && (position.in_check() || !is_won(position)),
            Goal::DoubleMate => {
                is_mated(position) && {
                    position.make_null();
                    let both = is_mated(position);
                    position.unmake();
                    both
                }
            }
            Goal::DoubleStalemate => {
                let alone = !position.in_check() && !has_move(position) && !is_won(position);
                alone && {
                    position.make_null();
                    let both = !position.in_check() && !has_move(position);
                    position.unmake();
                    both
                }
            }
            Goal::Win => {
                let winner = !position.side_to_move();
                position.outcome_of_position().is_some_and(|outcome| outcome.winner == Some(winner))
            }
            Goal::Check => position.in_check(),
            Goal::Capture => {
                let victim = position.side_to_move();
                let taken = |change: &Change| matches!(change, Change::Leaves(color, ..) if *color == victim);
                position.last_changes().iter().any(taken)
            }
            Goal::EnPassant => m.kind() == MoveKind::EnPassant,
            Goal::Castling => m.kind() == MoveKind::Castling,
            Goal::Cell(cell) => match m.to() == cell {
                // What is reborn elsewhere has not come there.
                true => position.piece_at(cell).is_some(),
                false => m.kind() != MoveKind::Castling && has_gone_on(position, m, cell),
            },
            Goal::Position => self.is_position(position),
            Goal::Any => true,
        }
    }

    /// Whether the pieces stand as they are to.
    pub(crate) fn is_position(&self, position: &Position) -> bool {
        let mut cells = position.rules().board().cells().zip(&self.target);
        self.goal == Goal::Position
            && cells.all(|(cell, piece)| position.piece_at(cell) == piece.map(|(color, kind)| (color.into(), kind)))
    }
}

/// The same game with its royals ordinary pieces, where such a game is possible.
fn without_royal(rules: &Rules) -> Option<Rules> {
    let mut spec = rules.spec().clone();
    for piece in &mut spec.pieces {
        piece.royal = false;
    }
    spec.castlings.clear();
    spec.swap = None;
    spec.effects.clear();
    spec.constraints.clear();
    spec.goals = Goals::default();
    let Setup { placement, hands, side, .. } = spec.start;
    spec.start = Setup { placement, hands, side, ..Setup::empty(spec.board.len()) };
    Rules::compile(spec).ok()
}

/// Whether the piece that has just moved stands on this cell, to which it has gone on from where its move ended.
fn has_gone_on(position: &Position, m: Move, cell: Cell) -> bool {
    let mover = !position.side_to_move();
    let has_left = position.piece_at(m.to()).is_none_or(|(owner, _)| owner != mover);
    let came = |change: &Change| matches!(change, Change::Comes(owner, _, at) if *owner == mover && *at == cell);
    has_left && position.last_changes().iter().any(came)
}

/// Whether the side to move is in check and has no move; taking a royal that was left attacked is one.
fn is_mated(position: &Position) -> bool {
    position.in_check() && !has_move(position)
}

/// Whether the side to move has a move, or would have one if the game were not won.
fn has_move(position: &Position) -> bool {
    some_move(position).is_some()
}
