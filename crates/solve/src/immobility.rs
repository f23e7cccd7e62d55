//! Which pieces keep a move whatever the other side does next: a move that stalemates must capture them.

use crate::moves::list_moves;
use spielraum_geometry::{Cell, CellSet};
use spielraum_rules::spec::{Mode, Pattern, PieceType, Spec};
use spielraum_rules::{ByColor, Color, GenType, MoveList, Position, Rules};

/// The most types by cells for which this is worked out.
const MOST_STATES: usize = 2000;

/// What is known of the pieces of a game.
///
/// A piece that leaps or slides, and captures as it moves, can still move after any move of the other side, if only to
/// capture what has come in its way, unless it is captured itself or pinned; and it can't be pinned where no line leads
/// through its cell to a royal of its side.
#[derive(Clone)]
pub(crate) struct Immobility {
    /// Whether each type of a side moves so, and is not royal.
    steady: ByColor<Vec<bool>>,
    /// For each cell of a side's royal the cells on which its pieces could be pinned.
    pins: ByColor<Vec<CellSet>>,
}

impl Immobility {
    /// `None` where the game's rules allow no such conclusion.
    pub(crate) fn new(rules: &Rules) -> Option<Self> {
        let spec = rules.spec();
        let simple = spec.has_royals()
            && spec.hands.is_none()
            && spec.remote_promotion.is_none()
            && spec.swap.is_none()
            && spec.goals.facing.is_empty()
            && spec.goals.royal_obligation.is_none();
        if !simple || spec.pieces.len() * rules.board().len() > MOST_STATES {
            return None;
        }
        let kinds = || (0..spec.pieces.len() as u8).map(PieceType);
        let mut steady: ByColor<Vec<bool>> = ByColor::default();
        let mut pins: ByColor<Vec<CellSet>> = ByColor::default();
        for color in Color::BOTH {
            steady[color] = kinds().map(|kind| is_steady(spec, color, kind)).collect();
            pins[color] = vec![CellSet::EMPTY; rules.board().len()];
            for (kind, from) in kinds().flat_map(|kind| rules.board().cells().map(move |cell| (kind, cell))) {
                for way in rules.ways(!color, kind, from).into_iter().filter(|way| way.capture) {
                    // A hurdle attacks by coming, not by going.
                    if !way.hurdles.is_empty() {
                        return None;
                    }
                    pins[color][way.to.index()] |= way.empty;
                }
            }
        }
        Some(Self { steady, pins })
    }

    /// Lists moves among which all are that stalemate.
    pub(crate) fn list_candidates(&self, position: &mut Position, moves: &mut MoveList) {
        let mut taken = None;
        if !position.in_check() {
            position.make_null();
            list_moves(position, GenType::All, moves);
            position.unmake();
            let victim = !position.side_to_move();
            let mut lasting = moves.iter().filter_map(|m| m.from()).filter(|&from| self.lasts(position, victim, from));
            taken = lasting.next();
            if lasting.any(|from| Some(from) != taken) {
                moves.clear();
                return;
            }
        }
        list_moves(position, GenType::All, moves);
        if taken.is_some() {
            moves.retain(|&m| position.captured_cell(m) == taken);
        }
    }

    /// Whether a piece that can move keeps a move unless it is captured.
    fn lasts(&self, position: &Position, victim: Color, from: Cell) -> bool {
        let Some((_, kind)) = position.piece_at(from) else { return false };
        let is_pinned = |royal: Cell| self.pins[victim][royal.index()].contains(from);
        self.steady[victim][kind.index()] && !position.royals(victim).iter().any(is_pinned)
    }
}

fn is_steady(spec: &Spec, color: Color, kind: PieceType) -> bool {
    let piece = &spec.pieces[kind.index()];
    let goes_anywhere = spec.board.cells().all(|cell| piece.may_enter[color].contains(cell));
    !piece.royal
        && goes_anywhere
        && piece.moves[color].iter().all(|part| {
            let pattern = match &part.pattern {
                Pattern::Leap(_) => true,
                Pattern::Slide { distances, .. } => distances.min == 1 && distances.every == 1,
                Pattern::Hop { .. } | Pattern::Route { .. } => false,
            };
            pattern && part.mode == Mode::Both && part.origin.is_none()
        })
}
